"""How the rules are read in a game, where they have been read in another way before, or players may choose."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from pbem.engine.entry import Fixed
from pbem.engine.rules import Setup
from pbem.games.plantagenet.components.opening_options import OFF_CALENDAR, TAX_COLLECTORS

READ_ANEW = 3
"""The version of the rules (Rules.version) from which on games are read as the defaults of Readings say."""


class Doubled(StrEnum):
    """What Tax Collectors (y10) double: all that the Tax brings, all but So wise, so young (y34), or the table's figure."""

    ALL = "all"
    YIELD = "yield"
    TABLE = "table"


@dataclass(frozen=True)
class Readings(Fixed):
    """How a game is read. The defaults are the present readings; BEFORE are those of games begun with older rules.

    `regroup_at_any_moment`: y30 before each Hit that York takes and after a Flee step, not at two moments of a Round alone.
    `deaths_as_owner_orders`: 4.4.3 a player chooses in which order their own Lords roll for Death.
    `escapes_give_spoils`: 4.3.5 who goes into Exile from a lost Battle gives up Assets to those who have Approached, too.
    `depot_ends_march`: l28 played at a Port ends the March there; the free second Highway is gone.
    `parade_in_the_draw`: York is asked about y20 before the Taxes of y10.
    `splendour_as_muster_opens`: York is asked about y24 as the Muster opens, and in its draw after a card held only.
    `declared_as_needed`: 1.5.3 with Hidden Mats what a check needs is told only where the die does not decide by itself.
    `collectors_double`: y10 what Tax Collectors double: players choose between all and the table's figure.
    `richmond_for_vassals_alone`: l37 against y7 The Earl of Richmond opens Levy Vassal, and no card with a Special Vassal.
    `off_calendar_reached`: 2.2.3 cards that name Lords on the Calendar reach those off its ends: players choose.
    """

    regroup_at_any_moment: bool = True
    deaths_as_owner_orders: bool = True
    escapes_give_spoils: bool = True
    depot_ends_march: bool = True
    parade_in_the_draw: bool = True
    splendour_as_muster_opens: bool = True
    declared_as_needed: bool = True
    collectors_double: Doubled = Doubled.ALL
    richmond_for_vassals_alone: bool = True
    off_calendar_reached: bool = True


PRESENT = Readings()
BEFORE = Readings(
    regroup_at_any_moment=False,
    deaths_as_owner_orders=False,
    escapes_give_spoils=False,
    depot_ends_march=False,
    parade_in_the_draw=False,
    splendour_as_muster_opens=False,
    declared_as_needed=False,
    collectors_double=Doubled.YIELD,
    richmond_for_vassals_alone=False,
)


def readings(setup: Setup) -> Readings:
    """How a game with this Setup is read: a game goes on as it began; in a new one players have chosen some of it."""
    if setup.began_before(READ_ANEW):
        return BEFORE
    doubled = Doubled.TABLE if setup.options.get(TAX_COLLECTORS) else Doubled.ALL
    return replace(PRESENT, collectors_double=doubled, off_calendar_reached=not setup.options.get(OFF_CALENDAR))
