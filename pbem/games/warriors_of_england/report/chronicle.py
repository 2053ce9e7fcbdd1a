"""The report on a finished game."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.engine.decision import Seat
from pbem.engine.event import Event
from pbem.engine.game.reports import Attempt, Chart, Chronicle, Series
from pbem.games.warriors_of_england.aftermath.control import ROLL as CONTROL
from pbem.games.warriors_of_england.aftermath.henry import ROLL as HENRY
from pbem.games.warriors_of_england.aftermath.tower import ROLL as VERDICT
from pbem.games.warriors_of_england.battle.attack import ATTACK
from pbem.games.warriors_of_england.battle.intrigue import INTRIGUE
from pbem.games.warriors_of_england.battle.losses import FLIGHT
from pbem.games.warriors_of_england.campaign.initiative import ROLL as INITIATIVE
from pbem.games.warriors_of_england.components.board import NobleId, Side
from pbem.games.warriors_of_england.components.state import State
from pbem.games.warriors_of_england.victory import held_points

LANCASTER, YORK = Side
CHARTS = (
    Chart("points", (Series("points", LANCASTER, YORK),)),
    Chart("regions", tuple(Series(f"regions {side}", side) for side in Side)),
)
NOTHING = frozenset[int]()
DICE = {
    INITIATIVE: NOTHING,
    INTRIGUE: NOTHING,
    ATTACK: NOTHING,
    FLIGHT: NOTHING,
    CONTROL: NOTHING,
    VERDICT: NOTHING,
    HENRY: NOTHING,
}
"""Dice whose meaning depends on who opposes whom."""


def measures(s: State) -> Mapping[str, int]:
    """The VP marker, and the VP of each side's regions."""
    return {"points": s.vp, **{f"regions {side}": held_points(s, side) for side in Side}}


def roller(s: State, key: str, subject: str) -> Seat:
    """The side that rolled a die: it is named in an attack; in a flight it is the Noble's."""
    words = subject.split(" ")
    sides = [side for side in Side if side in words]
    if sides:
        return sides[0]
    if key == FLIGHT:
        by = s.nobles[NobleId(subject)].by
        return by or ""
    return ""


def attempt(event: Event) -> Attempt | None:
    """An intrigue or an attempt at control, with the number of faces that succeed; None for other Events."""
    match event.name:
        case "intrigue":
            return Attempt(event.data["side"], INTRIGUE, event.data["needed"], event.data["turned"])
        case "tries":
            return Attempt(event.data["side"], CONTROL, event.data["rank"], event.data["gained"])
    return None


CHRONICLE: Chronicle[State] = Chronicle(
    charts=lambda _s: CHARTS, measures=measures, dice=DICE, roller=roller, attempt=attempt
)
