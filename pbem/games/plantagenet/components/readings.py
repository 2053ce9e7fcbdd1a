"""How the rules are read in a game, where they have been read in another way before, or players may choose."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pbem.engine.entry import Fixed
from pbem.engine.rules import Setup
from pbem.games.plantagenet.components.reading_options import OPTIONS, chosen

READ_ANEW = 3
"""The version of the rules (Rules.version) from which on games are read as the defaults of Readings say."""


@dataclass(frozen=True)
class Readings(Fixed):
    """How a game is read. The defaults are the present readings; BEFORE are those of games begun with older rules.

    `regroup_at_any_moment`: y30 before each Hit that York takes and after a Flee step, not at two moments of a Round alone.
    `deaths_as_owner_orders`: 4.4.3 a player chooses in which order their own Lords roll for Death.
    `declared_as_needed`: 1.5.3 with Hidden Mats what a check needs is told only where the die does not decide by itself.

    Those below are options of a game, too (reading_options.py).

    `at_sea_on_map`: 1.3.1 a Lord at Sea counts as on the map (ruling R38).
    `shares_at_sea`: 1.5.3 Lords on the same Sea Share their Assets, and not the Ships of a Group alone (ruling R39).
    `intercept_into_enemies`: 4.3.4 also where other Lords of the Marching side stand already (ruling R72).
    `second_ship_at_nine`: 3.4.5 when nine Lords have Ships, one of them may still Levy his second (ruling R54).
    `neville_joined`: l24 gives its Command action also when Clarence joins Warwick during his card (ruling R63).
    `cade_by_cards`: y4 Welshmen and Southerners make an Area Dominated for Jack Cade, too (ruling R20).
    `escape_past_enemies`: y3 y9 l3 the Route of an Escape Ship may pass Enemy Lords (ruling R97).
    `free_escapes`: 4.4.3 Exile instead of a Death check costs no Influence (rulings R97, R116).
    """

    regroup_at_any_moment: bool = True
    deaths_as_owner_orders: bool = True
    declared_as_needed: bool = True
    at_sea_on_map: bool = False
    shares_at_sea: bool = True
    intercept_into_enemies: bool = True
    second_ship_at_nine: bool = True
    neville_joined: bool = False
    cade_by_cards: bool = False
    escape_past_enemies: bool = False
    free_escapes: bool = False


PRESENT = Readings()
BEFORE = Readings(
    regroup_at_any_moment=False,
    deaths_as_owner_orders=False,
    declared_as_needed=False,
    at_sea_on_map=True,
)


def readings(setup: Setup) -> Readings:
    """How a game with this Setup is read: a game goes on as it began, a new one as its options say."""
    return BEFORE if setup.began_before(READ_ANEW) else replace(PRESENT, **chosen(setup))


def told_readings(setup: Setup) -> Iterator[str]:
    """How the game reads the rules that players read in two ways, as far as they come up in it: a sentence each."""
    now = readings(setup)
    asked = [option for option in OPTIONS if option.comes_up(setup)]
    return (each.told for option in asked for each in option.readings if each.means is getattr(now, option.field))
