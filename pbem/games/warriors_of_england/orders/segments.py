"""What a letter is for: the campaigns of a turn."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.engine.decision import Json, Seat
from pbem.engine.rules import Scope, Segment
from pbem.games.warriors_of_england.campaign.campaign import CAMPAIGN
from pbem.games.warriors_of_england.components.board import Side
from pbem.games.warriors_of_england.components.state import Phase, State

CAMPAIGNS = "campaigns"
BATTLE, TURN, GAME = "battle", "turn", "game"
SCOPES = (BATTLE, TURN, GAME)


def segments(s: State, seat: Seat, given: Mapping[str, Json]) -> tuple[Segment, ...]:  # noqa: ARG001 - as every game has it
    """6.0 The campaigns of this turn while impulses are left, then those of the next."""
    turns = range(s.turn + (s.phase not in (Phase.INITIATIVE, Phase.CAMPAIGNS, Phase.SETUP)), s.turn + 2)
    found = [Segment(f"the Campaign Phase of turn {turn}", frozenset({CAMPAIGN}), CAMPAIGNS) for turn in turns]
    if s.phase is Phase.CAMPAIGNS and not s.impulses[Side(seat)]:
        found = found[1:]
    return tuple(found[:1]) if s.turn < s.board.turns or found else ()


def why_never(s: State, _seat: Seat, _segment: Segment, verb: str, ids: list[str]) -> str | None:
    """Why a march written ahead can never be carried out: it names no area. Any Noble may change sides until then (7.2)."""
    return "march needs an area" if verb == "march" and not any(one in s.board.areas for one in ids) else None


def scopes(s: State) -> tuple[Scope, ...]:
    """How long an order can hold: a battle, the turn, the game."""
    battle = (Scope(BATTLE, f"{s.turn} {s.fought}"),) if s.battle is not None else ()
    return *battle, Scope(TURN, str(s.turn), usual=True), Scope(GAME, "all")
