"""The report on a finished game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.engine.decision import Seat
from pbem.engine.event import Event
from pbem.engine.game.reports import Attempt, Chart, Chronicle, Series
from pbem.games.richard_iii.battle.combat import FIRE
from pbem.games.richard_iii.battle.treachery import LOYALTY
from pbem.games.richard_iii.components.blocks import heirs_of, is_friendly, of_side
from pbem.games.richard_iii.components.board import BlockId, Side
from pbem.games.richard_iii.components.state import State

CHARTS = (
    Chart("steps", tuple(Series(f"steps {side}", side) for side in Side)),
    Chart("heirs", tuple(Series(f"heirs {side}", side) for side in Side)),
    Chart("areas", tuple(Series(f"areas {side}", side) for side in Side)),
)
TOLD_IN_BRIEF = frozenset(
    {
        *("turn_begins", "cards", "actions", "battle_begins", "battle_won", "eliminated", "king_dead", "new_king"),
        *("new_pretender", "enters", "plague", "usurpation", "campaign_begins", "game_ends", "mulligan"),
    }
)
HALF = 3


def measures(s: State) -> Mapping[str, int]:
    """The steps on the map, the living heirs, and the areas that each side holds alone."""
    steps = {f"steps {side}": sum(s.blocks[block].steps for block in of_side(s, side)) for side in Side}
    heirs = {f"heirs {side}": len(heirs_of(s, side)) for side in Side}
    areas = {f"areas {side}": sum(is_friendly(s, area, side) for area in s.board.areas) for side in Side}
    return {**steps, **heirs, **areas}


def brief(_s: State, turns: Sequence[Sequence[Event]]) -> list[list[Event]]:
    """Cards, moves by number, battles with the blocks killed, and who was King."""
    return [[event for event in turn if event.name in TOLD_IN_BRIEF] for turn in turns]


def roller(s: State, key: str, subject: str) -> Seat:
    """The side that rolled a die: of the block that fires, or that tries to turn another."""
    side = s.board.blocks[BlockId(subject)].side if BlockId(subject) in s.board.blocks else None
    if side is None:
        return ""
    return side if key == FIRE else side.enemy


def attempt(event: Event) -> Attempt | None:
    """A treachery roll with one die, which succeeds on three faces; None for other Events."""
    if event.name == "treachery" and len(event.data["dice"]) == 1:
        return Attempt(event.data["side"], LOYALTY, HALF, event.data["turned"])
    return None


CHRONICLE: Chronicle[State] = Chronicle(
    charts=lambda _s: CHARTS,
    measures=measures,
    brief=brief,
    dice={FIRE: frozenset(), LOYALTY: frozenset({2, 4, 6})},
    roller=roller,
    attempt=attempt,
)
