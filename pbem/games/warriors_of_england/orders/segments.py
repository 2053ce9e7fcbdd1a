"""Segments of letters: the campaigns of a turn, and its plays."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.engine.decision import Json, Seat
from pbem.engine.game.segments import Segment
from pbem.engine.game.standing import Scope
from pbem.engine.phrase import NONE
from pbem.games.warriors_of_england.aftermath.placing import PLACE
from pbem.games.warriors_of_england.campaign.campaign import CAMPAIGN
from pbem.games.warriors_of_england.components.board import CROWN, NobleId, Side
from pbem.games.warriors_of_england.components.names import names
from pbem.games.warriors_of_england.components.state import Phase, State
from pbem.i18n import Text

CAMPAIGNS, PLACING = "campaigns", "placing"
BATTLE, TURN, GAME = "battle", "turn", "game"
SCOPES = (BATTLE, TURN, GAME)
AFTER_A_BATTLE = (TURN,)
"""The scope of an order that is for no battle, even if it is written during one."""


def segments(s: State, seat: Seat, given: Mapping[str, Json]) -> tuple[Segment, ...]:  # noqa: ARG001 - as every game has it
    """6.0 The campaigns of this turn while impulses are left, 11.2 its plays, and both of the next turn."""
    side = Side(seat)
    open_segments = []
    if s.phase in BEFORE_CAMPAIGNS or (s.phase is Phase.CAMPAIGNS and s.impulses[side]):
        open_segments.append(campaigns(s.turn))
    if s.phase not in AFTER_PLACING and (s.phase is not Phase.PLACING or s.plays[side]):
        open_segments.append(placing(s.turn))
    if s.turn < s.board.turns:
        open_segments += [campaigns(s.turn + 1), placing(s.turn + 1)]
    return tuple(open_segments)


BEFORE_CAMPAIGNS = (Phase.SETUP, Phase.INITIATIVE)
AFTER_PLACING = (Phase.SCORE, Phase.HENRY, Phase.END)


CAMPAIGNS_OF, PLACING_OF = Text("the Campaign Phase of turn {turn}"), Text("the placing of Nobles in turn {turn}")
SEGMENT_NAMES = (CAMPAIGNS_OF, PLACING_OF)


def campaigns(turn: int) -> Segment:
    """6.0 The segment for the campaigns of a turn."""
    return Segment(CAMPAIGNS_OF.filled(turn=turn), frozenset({CAMPAIGN}), CAMPAIGNS, number=turn)


def placing(turn: int) -> Segment:
    """11.2 The segment for the plays of a turn."""
    return Segment(PLACING_OF.filled(turn=turn), frozenset({PLACE}), PLACING, number=turn)


def why_never(s: State, _seat: Seat, _segment: Segment, verb: str, ids: list[str]) -> str | None:
    """Why a line written ahead can never be carried out; None if it may be. Until then any Noble may change sides (7.2) or
    come to any box.
    """
    nobles, areas = ([each for each in ids if each in known] for known in (s.board.nobles, s.board.areas))
    if verb == "march":
        return Text("march needs an area") if not areas else None
    if verb != "place":
        return None
    if not nobles and NONE not in ids:
        return Text("place needs a Noble, or none")
    for noble in nobles:
        home = s.board.nobles[NobleId(noble)].home
        if home == CROWN and not areas:
            return Text("{noble} has a crown: name the area", noble=names(s, noble)[0])
        if home != CROWN and set(areas) - {home}:
            return Text(
                "{noble} is always placed at home, in {home}: name no area", noble=names(s, noble)[0], home=names(s, home)[0]
            )
    return None


def scopes(s: State) -> tuple[Scope, ...]:
    """How long an order can hold: the battle, the turn, the game."""
    battle = (Scope(BATTLE, f"{s.turn} {s.fought}"),) if s.battle is not None else ()
    return *battle, Scope(TURN, str(s.turn), usual=True), Scope(GAME, "all")
