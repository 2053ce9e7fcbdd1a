"""4.6.2 Forage."""

from __future__ import annotations

from pbem.engine.dice import roll
from pbem.engine.event import tell
from pbem.engine.phrase import Phrase
from pbem.games.plantagenet.components.assets import add_asset
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import PROVENDER, Lord, Side
from pbem.games.plantagenet.components.card_ids import Capabilities
from pbem.games.plantagenet.components.locales import deplete, enemy_adjacent
from pbem.games.plantagenet.components.state import State, exhausted, favour_of, has_capability, locale_of, place_of, side_of

FORAGE = "4.6.2 forage"

SURE = 6
NEUTRAL = 4
HOSTILE = 3


class Forage(Phrase, form="forage"):
    """4.6.2 Where the Lord is."""


def forage_options(s: State, lord: Lord) -> list[Forage]:
    """4.6.2 At any Locale not yet Exhausted, an Exile box included."""
    here = locale_of(s, lord)
    return [] if here is None or exhausted(s, here) else [Forage()]


def forage_succeeds_on(s: State, side: Side, locale: Locale) -> int:
    """4.6.2 The highest die that finds Provender; SURE if none is rolled."""
    favour = favour_of(s, locale)
    if favour is side.enemy or enemy_adjacent(s, side, locale):
        return HOSTILE
    return SURE if favour is side else NEUTRAL


def forage_brings(s: State, lord: Lord, *, found: bool) -> int:
    """4.6.2 The Provender that a Forage adds: 1 if it succeeds. y13 Scourers adds one, even if the roll fails."""
    return found + has_capability(s, lord, Capabilities.SCOURERS)


async def forage(s: State, lord: Lord, _order: Forage) -> None:
    """4.6.2 Forage; if it succeeds, the Locale is Depleted."""
    here, side = place_of(s, lord), side_of(s, lord)
    needed = forage_succeeds_on(s, side, here)
    die = None if needed == SURE else await roll(FORAGE, f"{lord} {here}")
    succeeded = die is None or die <= needed
    tell(s, "4.6.2", "forages", side=side, lord=lord, locale=here, needed=needed, die=die, found=succeeded)
    add_asset(s, lord, PROVENDER, forage_brings(s, lord, found=succeeded), "4.6.2")
    if succeeded:
        deplete(s, here, "4.6.2")
