"""1.3.1 Map: Favour, Depleted and Exhausted markers, Domination, Routes."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from pbem.engine.event import tell
from pbem.games.plantagenet.components.board import (
    LONDON,
    NORTH,
    ORDINARY,
    SOUTH,
    SPECIAL,
    WALES,
    Locale,
    Sea,
    StrongholdKind,
    Way,
)
from pbem.games.plantagenet.components.box import Lord, Side
from pbem.games.plantagenet.components.card_ids import Capabilities
from pbem.games.plantagenet.components.state import (
    Depletion,
    State,
    area_of,
    favour_of,
    holder_of,
    locale_of,
    places_of,
    side_of,
    strongholds_of,
)

DOMINATION_CARDS = {
    Capabilities.WELSHMEN: (WALES, 3),
    Capabilities.SOUTHERNERS: (SOUTH, 5),
    Capabilities.NORTHMEN: (NORTH, 3),
}
"""For each card: its Area, and how many Strongholds there with Favour are enough."""

# Favour


def set_favour(s: State, locale: Locale, side: Side | None, rule: str) -> None:
    """1.3.1 Marks a Stronghold for `side` (None: Neutral). A change at London removes the second marker too (y15)."""
    if s.favour.get(locale) is side:
        return
    if side is None:
        s.favour.pop(locale)
    else:
        s.favour[locale] = side
    if locale == LONDON:
        s.london_for_york = False
    tell(s, rule, "favour", locale=locale, side=side)


def shift_favour(s: State, locale: Locale, side: Side, rule: str) -> None:
    """1.3.1 One level toward `side`: removes Enemy Favour, or marks a Neutral Stronghold."""
    now = s.favour.get(locale)
    if now is not side:
        set_favour(s, locale, None if now is not None else side, rule)


def net_strongholds(s: State, kind: StrongholdKind) -> int:
    """1.3.1 Net Stronghold Favour of one kind: positive for Lancaster, negative for York."""
    marked = [side for locale, side in s.favour.items() if s.board.locales[locale].kind is kind]
    return marked.count(Side.LANCASTER) - marked.count(Side.YORK)


def tracks(s: State) -> dict[str, int]:
    """1.4.1, 1.3.1 Influence and net Strongholds now, by their names in the last report; above zero for Lancaster."""
    return {"influence": s.influence} | {kind.value: net_strongholds(s, kind) for kind in ORDINARY}


def favour_everywhere(s: State, side: Side, area: str) -> bool:
    """1.3.1 Areas: whether `side` Dominates by Favour at every Stronghold of the Area."""
    return len(strongholds_of(s, side, area)) == len(s.board.areas[area])


def dominates(s: State, side: Side, area: str) -> bool:
    """4.8.1 Whether `side` Dominates an Area: Favour at every Stronghold, or as a card says (ruling R104)."""
    return favour_everywhere(s, side, area) or dominates_by_card(s, side, area)


def dominates_by_card(s: State, side: Side, area: str) -> bool:
    """y19 Welshmen (y19), Southerners (y21), Northmen (l16): with the Lord in the Area, Favour at some of its Strongholds is
    enough.
    """
    for card, (where, enough) in DOMINATION_CARDS.items():
        holder = holder_of(s, card)
        if where == area and holder is not None and side_of(s, holder) is side and is_in(s, holder, area):
            return len(strongholds_of(s, side, area)) >= enough
    return False


def is_in(s: State, lord: Lord, area: str) -> bool:
    """Whether the Lord is at a Stronghold of the Area."""
    here = locale_of(s, lord)
    return here is not None and area_of(s, here) == area


# Depleted, Exhausted


def deplete(s: State, locale: Locale, rule: str) -> None:
    """1.3.1 Mark a Locale Depleted or, if it is already, Exhausted."""
    s.wear[locale] = Depletion.EXHAUSTED if locale in s.wear else Depletion.DEPLETED
    tell(s, rule, "wear", locale=locale, wear=s.wear[locale])


def exhaust(s: State, locale: Locale, rule: str) -> None:
    """1.3.1 Marks a Locale Exhausted, whatever it was before."""
    s.wear[locale] = Depletion.EXHAUSTED
    tell(s, rule, "wear", locale=locale, wear=Depletion.EXHAUSTED)


# Adjacency and Routes


def adjacent(s: State, locale: Locale) -> Collection[Locale]:
    """1.3.1 The Locales one Way away; Scotland, Carlisle and Bamburgh are adjacent in both directions."""
    return s.board.adjacent[locale]


def enemy_adjacent(s: State, side: Side, locale: Locale, *ways: Way) -> bool:
    """Whether a Lord of the other side is one Way away, by any type of Way or by those named."""
    enemies = places_of(s, side.enemy)
    return any(near in enemies and (not ways or way in ways) for near, way in s.board.adjacent[locale].items())


def sea_links(s: State, seas: Collection[Sea], all_seas_one: bool) -> dict[Locale, list[Locale]]:
    """1.3.1 Seas and Ports: the Ports that a Ship makes adjacent to each Port and Exile box on one of `seas`.

    With `all_seas_one` (Great Ships, y6 l6) Ports of different Seas are adjacent too, and to every Exile box. An Exile box
    can only be a start.
    """
    facts = [s.board.seas[sea] for sea in seas]
    links: dict[Locale, list[Locale]] = {}
    for group in [facts] if all_seas_one else [[sea] for sea in facts]:
        ports = [port for sea in group for port in sea.ports]
        shores = s.board.seas.values() if all_seas_one else group
        for start in [*ports, *(box for sea in shores for box in sea.exile_boxes)]:
            links[start] = ports
    return links


def routes(
    s: State,
    side: Side,
    start: Locale,
    seas: Collection[Sea] = (),
    all_seas_one: bool = False,
    most: int = 99,
    past_enemies: bool = False,
) -> dict[Locale, int]:
    """3.4.1 The length in Ways of the shortest Route of `side` from `start` to each Locale it can reach, including `start`.

    Every Locale except the last is Friendly, and none has an Enemy Lord; `start` itself is not checked. `seas` are those
    that a Ship may link; none for overland Routes. Exile boxes can only be the start (ruling R32). The search ends after
    `most` Ways. With `past_enemies` Enemy Lords are ignored (Escape Ship, ruling R97).
    """
    enemies = set() if past_enemies else places_of(s, side.enemy)
    links = sea_links(s, seas, all_seas_one) if seas else {}
    lengths = {start: 0}
    edge = [start]
    for length in range(1, most + 1):
        edge = list(_next_edge(s, edge, links, lengths, enemies, length))
        edge = [locale for locale in edge if favour_of(s, locale) is side]
        if not edge:
            break
    return lengths


def _next_edge(
    s: State,
    edge: list[Locale],
    links: dict[Locale, list[Locale]],
    lengths: dict[Locale, int],
    enemies: set[str],
    length: int,
) -> Iterator[Locale]:
    ways, locales = s.board.adjacent, s.board.locales
    for here in edge:
        for near in [*ways[here], *links.get(here, ())]:
            if near not in lengths and near not in enemies and locales[near].kind is not StrongholdKind.EXILE_BOX:
                lengths[near] = length
                yield near


def is_special(s: State, locale: Locale) -> bool:
    """1.3.1 Special Strongholds: London, Calais, Harlech."""
    return s.board.locales[locale].kind in SPECIAL
