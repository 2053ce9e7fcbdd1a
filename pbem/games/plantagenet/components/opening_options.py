"""What can be chosen at the opening: Hidden Mats (1.5.3), a handicap, and how cards are read that have two readings."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.rules import Setup
from pbem.games.plantagenet.components.box import Side

HIDDEN_MATS = "hidden_mats"
HANDICAP = "handicap"
TAX_COLLECTORS, TABLE_ALONE = "tax_collectors", "table"
OFF_CALENDAR, STAYS = "off_calendar", "stays"
MOST_INFLUENCE = 10
HANDICAPS = {f"{side.value} {points}": (side, points) for side in Side for points in range(1, MOST_INFLUENCE + 1)}
"""Who has how many Influence points more at the start, by what is typed."""
OPTIONS = {
    HIDDEN_MATS: (True,),
    HANDICAP: tuple(HANDICAPS),
    TAX_COLLECTORS: (TABLE_ALONE,),
    OFF_CALENDAR: (STAYS,),
}


def bad_options(setup: Setup) -> str:
    """Where there is no Influence track nobody can begin ahead on it, and where there is no board nobody Taxes or waits."""
    if setup.data["sheet"].kind != "battle_only":
        return ""
    name = setup.data["sheet"].name
    if setup.options.get(HANDICAP):
        return f"{name} has no Influence track, so no handicap"
    if setup.options.get(TAX_COLLECTORS):
        return f"{name} has no Events, so no Tax Collectors"
    return f"{name} has no Calendar, so nobody is off it" if setup.options.get(OFF_CALENDAR) else ""


def told_options(setup: Setup) -> Iterator[str]:
    """Hidden Mats, handicap, and readings other than the usual, for the first letter."""
    if setup.options.get(HIDDEN_MATS):
        yield "Hidden Mats (1.5.3): neither side sees the Forces, Assets and cards on the other's mats."
    if setup.options.get(HANDICAP) in HANDICAPS:
        side, points = HANDICAPS[str(setup.options[HANDICAP])]
        yield f"Handicap: {side.value.title()} begins with {points} Influence more than the scenario gives."
    if setup.options.get(TAX_COLLECTORS):
        yield "Tax Collectors (y10) double the Coin of the Strongholds table; what a Capability adds is not doubled."
    if setup.options.get(OFF_CALENDAR):
        yield "A Lord off the end of the Calendar stays there: no card that names Lords on the Calendar reaches him."


def handicap(setup: Setup) -> int:
    """Influence points to be added for Lancaster (below 0: for York).

    Ruling: the handicap moves the Influence marker at setup, and nothing else.
    """
    side, points = HANDICAPS.get(str(setup.options.get(HANDICAP)), (Side.LANCASTER, 0))
    return points if side is Side.LANCASTER else -points
