"""What is told of a game that is over."""

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
"""Which faces serve depends on who stands against whom, in all of them."""


def measures(s: State) -> Mapping[str, int]:
    """The VP marker, and the worth of each side's regions."""
    return {"points": s.vp, **{f"regions {side}": held_points(s, side) for side in Side}}


def roller(s: State, key: str, subject: str) -> Seat:
    """Whose a die was: in an attack the side is named, in a flight it is the Noble's."""
    words = subject.split(" ")
    sides = [side for side in Side if side in words]
    if sides:
        return sides[0]
    if key == FLIGHT:
        by = s.nobles[NobleId(subject)].by
        return by or ""
    return ""


def attempt(event: Event) -> Attempt | None:
    """Intrigues, attempts at control and trials tell on how many faces they come off."""
    match event.name:
        case "intrigue":
            return Attempt(event.data["side"], INTRIGUE, event.data["needed"], event.data["turned"])
        case "tries":
            return Attempt(event.data["side"], CONTROL, event.data["rank"], event.data["gained"])
    return None


CHRONICLE: Chronicle[State] = Chronicle(
    charts=lambda _s: CHARTS, measures=measures, dice=DICE, roller=roller, attempt=attempt
)
