"""How a game reads rules that were read differently before, or that players can choose."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pbem.engine.game.setup import Setup
from pbem.engine.log.entry import Fixed
from pbem.games.plantagenet.components.reading_options import OPTIONS, Doubled, chosen

READ_ANEW = 3
"""The version of the rules (Rules.version) since which games use the defaults of Readings."""
ARRIVED = 4
"""The version since which `interceptors_arrive` applies too."""


@dataclass(frozen=True)
class Readings(Fixed):
    """How a game reads unclear rules. The defaults are the present readings; BEFORE has those of games under older rules.

    - `regroup_at_any_moment`: y30 before each Hit that York takes and after a Flee step too, not only twice in a Round.
    - `deaths_as_owner_orders`: 4.4.3 a player chooses the order in which their own Lords roll for Death.
    - `escapes_give_spoils`: 4.3.5 a Lord who goes into Exile from a lost Battle also gives Assets to those who Approached.
    - `depot_ends_march`: l28 played at a Port ends the March there, without the free second Highway.
    - `parade_in_the_draw`: York is asked about y20 before the Taxes of y10, and before the checks of l27.
    - `splendour_as_muster_opens`: York is asked about y24 when the Muster opens, and in its draw only after a held card.
    - `declared_as_needed`: 1.5.3 with Hidden Mats what a check needs is reported only if the die alone does not decide.
    - `mats_put_no_questions`: 1.5.3 with Hidden Mats questions about Sharing, Pillage, Haul or Waste reveal no mat.
    - `richmond_for_vassals_alone`: l37 against y7 The Earl of Richmond allows Levy Vassal, but no Special Vassal's card.
    - `interceptors_arrive`: y14 y23 Burgundians join a Lord who Intercepted at a Port and stays when the Approach is
      cancelled.

    The following are also options of a game (reading_options.py).

    - `at_sea_on_map`: 1.3.1 a Lord at Sea counts as on the map (ruling R38).
    - `shares_at_sea`: 1.5.3 Lords on the same Sea Share all their Assets, not only the Ships of a Group (ruling R39).
    - `intercept_into_enemies`: 4.3.4 also if other Lords of the Marching side are there already (ruling R72).
    - `highway_after_truce`: 4.3.3 a first Highway March cancelled by Parliament's Truce still allows a second (ruling R276).
    - `second_ship_at_nine`: 3.4.5 if nine Lords have Ships, one of them may still Levy his second (ruling R54).
    - `neville_joined`: l24 gives its Command action also when Clarence joins Warwick during his card (ruling R63).
    - `cade_by_cards`: y4 Welshmen and Southerners make an Area Dominated for Jack Cade too (ruling R20).
    - `escape_past_enemies`: y3 y9 l3 the Route of an Escape Ship may pass Enemy Lords (ruling R97).
    - `free_escapes`: 4.4.3 Exile instead of a Death check costs no Influence (rulings R97, R116).
    - `collectors_double`: y10 what Tax Collectors double (ruling R69).
    - `off_calendar_reached`: 2.2.3 cards that name Lords on the Calendar affect those beyond its ends (ruling R132).
    - `margaret_king_at_london`: 6.3 IIL Margaret as King is set up Mustered at London, not in Calendar box 1 (ruling R126).
    - `northumberland_with_rutland`: 6.3 IIIY Rutland is not counted when one Yorkist Heir remains (ruling R123).
    """

    regroup_at_any_moment: bool = True
    deaths_as_owner_orders: bool = True
    escapes_give_spoils: bool = True
    depot_ends_march: bool = True
    parade_in_the_draw: bool = True
    splendour_as_muster_opens: bool = True
    declared_as_needed: bool = True
    mats_put_no_questions: bool = True
    richmond_for_vassals_alone: bool = True
    interceptors_arrive: bool = True
    at_sea_on_map: bool = False
    shares_at_sea: bool = True
    intercept_into_enemies: bool = True
    highway_after_truce: bool = False
    second_ship_at_nine: bool = True
    neville_joined: bool = False
    cade_by_cards: bool = False
    escape_past_enemies: bool = False
    free_escapes: bool = False
    collectors_double: Doubled = Doubled.ALL
    off_calendar_reached: bool = True
    margaret_king_at_london: bool = False
    northumberland_with_rutland: bool = False


PRESENT = Readings()
BEFORE = Readings(
    regroup_at_any_moment=False,
    deaths_as_owner_orders=False,
    escapes_give_spoils=False,
    depot_ends_march=False,
    parade_in_the_draw=False,
    splendour_as_muster_opens=False,
    declared_as_needed=False,
    mats_put_no_questions=False,
    collectors_double=Doubled.YIELD,
    richmond_for_vassals_alone=False,
    interceptors_arrive=False,
    at_sea_on_map=True,
)


def readings(setup: Setup) -> Readings:
    """The readings of a game with this Setup: an old game continues as it began, a new one follows its options."""
    if setup.began_before(READ_ANEW):
        return BEFORE
    return replace(PRESENT, interceptors_arrive=not setup.began_before(ARRIVED), **chosen(setup))


def told_readings(setup: Setup) -> Iterator[str]:
    """The readings of rules that players can read in two ways, for the first letter: a sentence each."""
    now = readings(setup)
    asked = [option for option in OPTIONS if option.comes_up(setup)]
    return (each.told for option in asked for each in option.readings if each.means is getattr(now, option.field))
