"""The figures by Turn, and what dice were for, for the final report."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.engine.decision import Seat
from pbem.engine.event import Event
from pbem.engine.game.reports import Attempt, Chart, Chronicle, Series
from pbem.games.plantagenet.battle.battle_events import REGROUP_ROLL
from pbem.games.plantagenet.battle.death_check import DEATH, DIES_FROM, FLED_BENEFIT
from pbem.games.plantagenet.battle.ending import LOSSES
from pbem.games.plantagenet.battle.strike import CULVERINS_ROLL, PROTECTION, REROLL
from pbem.games.plantagenet.campaign.end_campaign import DISEMBARK, SHIPWRECK
from pbem.games.plantagenet.campaign.forage import FORAGE
from pbem.games.plantagenet.campaign.intercept import INTERCEPT
from pbem.games.plantagenet.components.blockade import BLOCKADE, PASSES
from pbem.games.plantagenet.components.board import ORDINARY
from pbem.games.plantagenet.components.box import Lord, Side
from pbem.games.plantagenet.components.influence import CHECK
from pbem.games.plantagenet.components.locales import tracks
from pbem.games.plantagenet.components.setup import BATTLE_ONLY
from pbem.games.plantagenet.components.state import State, lords_of
from pbem.games.plantagenet.components.subjects import OfLord
from pbem.games.plantagenet.report.brief import brief
from pbem.games.plantagenet.wars.respite import NATURAL_CAUSES

FACES = 6
INFLUENCE = Series("influence", Side.LANCASTER, Side.YORK)
STRONGHOLDS = tuple(Series(kind.value, Side.LANCASTER, Side.YORK) for kind in ORDINARY)
UNITS = tuple(Series(f"units {side}", side) for side in Side)
ON_THE_BOARD = (Chart("influence", (INFLUENCE,)), Chart("strongholds", STRONGHOLDS))
IN_BATTLE = (Chart("units", UNITS),)
AS_NEEDED: frozenset[int] = frozenset()
DICE = {
    CHECK: AS_NEEDED,
    FORAGE: AS_NEEDED,
    INTERCEPT: AS_NEEDED,
    BLOCKADE: frozenset(range(1, PASSES + 1)),
    CULVERINS_ROLL: AS_NEEDED,
    PROTECTION: AS_NEEDED,
    REROLL: AS_NEEDED,
    REGROUP_ROLL: AS_NEEDED,
    LOSSES: AS_NEEDED,
    DEATH: AS_NEEDED,
    DISEMBARK: frozenset(range(SHIPWRECK + 1, FACES + 1)),
    NATURAL_CAUSES: AS_NEEDED,
}
"""The purposes of dice, with the faces that help the roller if these are always the same."""
ATTEMPTS = {
    "check": (CHECK, "rating", "passed"),
    "check_needed": (CHECK, "rating", "passed"),
    "forages": (FORAGE, "needed", "found"),
    "intercept_roll": (INTERCEPT, "valour", "passed"),
    "intercept_needed": (INTERCEPT, "valour", "passed"),
    "protection": (PROTECTION, "top", "saved"),
    "reroll": (REROLL, "top", "saved"),
    "regroup": (REGROUP_ROLL, "top", "saved"),
    "losses": (LOSSES, "top", "saved"),
}
"""The Events that report a die against a number that it must not exceed: key, that number, and whether it succeeded."""


def charts(s: State) -> tuple[Chart, ...]:
    """Influence and net Strongholds; in a Battle without a map the units."""
    return IN_BATTLE if s.sheet.kind == BATTLE_ONLY else ON_THE_BOARD


def measures(s: State) -> Mapping[str, int]:
    """1.4.1, 1.3.1 The tracks now, above zero for Lancaster; in a Battle without a map the Unrouted units."""
    if s.sheet.kind == BATTLE_ONLY:
        return {f"units {side}": sum(unrouted(s, lord) for lord in lords_of(s, side)) for side in Side}
    return tracks(s)


def at_the_end(event: Event) -> Mapping[str, int] | None:
    """6.1.2 The tracks at the end of a War of the Roses, before the next is set up."""
    printed: Mapping[str, int] | None = event.data["tracks"] if event.name == "war_won" else None
    return printed


def unrouted(s: State, lord: Lord) -> int:
    """4.4.2 The number of the Lord's Unrouted units, Retinue and Vassals included; 0 once he has Routed."""
    if s.battle is not None and lord in s.battle.routed:
        return 0
    return len(s.mats[lord].vassals) + sum(s.mats[lord].forces.values())


def roller(s: State, _key: str, subject: str) -> Seat:
    """The side that rolled a die: that of the Lord named first in the question."""
    named = OfLord.read(subject).lord
    return s.box.lords[named].side.value if named in s.box.lords else ""


def attempt(event: Event) -> Attempt | None:
    """The roll in an Event that could succeed; None for other Events."""
    data = event.data
    if event.name == "death_check":
        faces = DIES_FROM - 1 + FLED_BENEFIT * data["fled"]
        return Attempt(Side(data["side"]).value, DEATH, faces, not data["dead"])
    if event.name not in ATTEMPTS or data["die"] is None:
        return None
    key, number, succeeded = ATTEMPTS[event.name]
    return Attempt(Side(data["side"]).value, key, max(0, min(FACES, data[number])), data[succeeded])


ANNALS = Chronicle(charts, measures, brief, DICE, roller, attempt, at_the_end)
