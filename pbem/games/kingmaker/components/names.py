"""1 What pieces, cards, places and spots are called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from pbem.games.kingmaker.components.board import Board
from pbem.games.kingmaker.components.cards import Sort
from pbem.games.kingmaker.components.ids import (
    ABOARD,
    ALL_OF,
    AT_SEA,
    FIELD,
    FLEET,
    INSIDE,
    PORT,
    Area,
    Card,
    Kind,
    NobleId,
    Place,
)
from pbem.games.kingmaker.components.state import State
from pbem.i18n import Text

SPOTS = {
    INSIDE: Text("{name}"),
    FIELD: Text("the open field of {name}"),
    ABOARD: Text("aboard {name}"),
    PORT: Text("the port of {name}"),
    AT_SEA: Text("{name}"),
}
"""1.5 Templates for spots and waters."""


def name_of(s: State, what: str) -> str:
    """1 The printed name of anything with an id; without a printed name, the id in words."""
    for prefix, template in SPOTS.items():
        if what.startswith(prefix):
            return template.filled(name=name_of(s, what.removeprefix(prefix)))
    if what in SEATS:
        return SEATS[what][0]
    return s.board.names.get(what) or what.replace("_", " ")


def names_of(s: State, these: Iterable[str]) -> str:
    """1 Names joined with commas."""
    return Text(", ").join(name_of(s, each) for each in these)


# How options are written

SEATS: dict[str, tuple[str, ...]] = {
    "red": ("Red", "the Reds", "Rot"),
    "blue": ("Blue", "the Blues", "Blau"),
    "green": ("Green", "the Greens", "Grün"),
    "yellow": ("Yellow", "the Yellows", "Gelb"),
    "purple": ("Purple", "the Purples", "Lila"),
    "npf": ("nobody's Faction",),
}
"""1.1 The Factions by the colour of their pieces; never by a Noble, who may return in another Faction."""
SPELLINGS: dict[str, tuple[str, ...]] = {
    "henry_vi": ("Henry VI", "King Henry", "Henry"),
    "margaret_of_anjou": ("Margaret of Anjou", "Queen Margaret", "Margaret"),
    "edward_of_westminster": ("Edward of Westminster", "Prince Edward"),
    "richard_duke_of_york": ("Richard of York", "Duke of York", "York"),
    "edward_earl_of_march": ("Edward of March", "Earl of March", "March"),
    "george_duke_of_clarence": ("George of Clarence", "Duke of Clarence", "Clarence"),
    "richard_duke_of_gloucester": ("Richard of Gloucester", "Duke of Gloucester", "Gloucester"),
    "le_michael_piece": ("Le Michael",),
    "le_rose_piece": ("Le Rose",),
    "ship_of_newcastle_piece": ("Ship of Newcastle", "Schiff von Newcastle"),
    "ship_of_ipswich_piece": ("Ship of Ipswich", "Schiff von Ipswich"),
    "admiral_ship_1": ("Admiral's Ship 1", "Admiral 1"),
    "admiral_ship_2": ("Admiral's Ship 2", "Admiral 2"),
    "cinque_ports_ship_1": ("Cinque Ports Ship 1", "Cinque Ports 1"),
    "cinque_ports_ship_2": ("Cinque Ports Ship 2", "Cinque Ports 2"),
    "calais_ship": ("Calais Ship", "Ship of Calais", "Schiff von Calais"),
    "le_michael": ("Le Michael", "Ship of Bristol"),
    "le_rose": ("Le Rose", "Ship of Plymouth"),
    "house_of_york": ("York", "House of York"),
    "house_of_lancaster": ("Lancaster", "House of Lancaster"),
}
MAX_NAMED = 4096
"""Cache size for names: they are looked up for every option."""
NUMBERED = ("_1", "_2")
"""12 Two companies have one printed name."""


WORDS: dict[str, tuple[str, ...]] = {
    "none": ("none", "nobody"),
    "keep": ("none", "nobody"),
    "all": ("all", "everybody"),
    "relief": ("relief", "the relief"),
    "events": ("events", "Event cards", "every event", "event"),
    "nothing": ("nothing", "no events", "no event"),
    "force": ("Force", "the Force", "allied Force"),
    "field": ("the open field", "open field", "field"),
    "nobles": ("Nobles", "Noble"),
    "titles": ("Titles", "Title"),
    "offices": ("Offices", "Office"),
    "sees": ("sees", "Bishops", "bishop", "see"),
    "mercenaries": ("Mercenaries", "Mercenary"),
    "ships": ("Ships", "ship"),
    "towns": ("Towns", "Town"),
}
"""Alternative words in orders."""


def names(s: State, option: str) -> tuple[str, ...]:
    """The written name of an id, then its alternatives. The name of a Noble who is the only one of his Faction in a spot
    also means "all of the Faction there".
    """
    written = names_on(s.board, option)
    unit = s.nobles.get(NobleId(option))
    here = [each for each in s.nobles.values() if unit is not None and (each.at, each.owner) == (unit.at, unit.owner)]
    if unit is None or len(here) > 1:
        return written
    return *written, *names_on(s.board, f"{ALL_OF}{unit.at}")


def part(s: State) -> str:
    """The only Noble of his Faction in a spot, as a cache key: while it is unchanged, so are all names."""
    together = Counter((unit.at, unit.owner) for unit in s.nobles.values())
    alone = (noble for noble, unit in s.nobles.items() if together[unit.at, unit.owner] == 1)
    return ",".join(f"{noble} {s.nobles[noble].at}" for noble in alone)


@lru_cache(maxsize=MAX_NAMED)
def names_on(board: Board, option: str) -> tuple[str, ...]:
    """The written name of an id, then its alternatives, by the printed facts alone."""
    for fixed in (SEATS, SPELLINGS, WORDS):
        if option in fixed:
            return fixed[option]
    for prefix, template in ((ALL_OF, "all at {}"), (FLEET, "fleet at {}")):
        if option.startswith(prefix):
            return tuple(template.format(name) for name in names_on(board, option.removeprefix(prefix)))
    for prefix, named in ((INSIDE, _inside), (FIELD, _field), (PORT, _port)):
        if option.startswith(prefix):
            return named(board, option.removeprefix(prefix))
    plain = option.removeprefix(AT_SEA)
    if plain not in board.names:
        return (option.replace("_", " "),)
    if plain in board.cards.all:
        return _card(board, plain)
    is_castle = plain in board.places and board.places[Place(plain)].kind in (Kind.CASTLE, Kind.ROYAL_CASTLE)
    name = board.names[plain]
    return (name, f"{name} castle", f"castle of {name}") if is_castle else (name,)


def _inside(board: Board, place: str) -> tuple[str, ...]:
    name = board.names[place]
    return name, f"inside {name}", f"{name} inside", f"in {name}", f"castle of {name}", f"{name} castle", f"town of {name}"


def _field(board: Board, area: str) -> tuple[str, ...]:
    """1.5 "York field". If no fortified place has the Area's name, the plain name is enough, as is that of an open town in
    it.
    """
    name = board.names[area]
    within = [board.places[place] for place in board.within[Area(area)]]
    alone = not any(place.fortified and place.name == name for place in within)
    full = (f"{name} field", f"open field of {name}", f"field of {name}", f"outside {name}")
    towns = tuple(place.name for place in within if not place.fortified and place.name != name)
    return (name, *full, *towns) if alone else (*full, *towns)


def _port(board: Board, place: str) -> tuple[str, ...]:
    name = board.names[place]
    return name, f"port of {name}", f"port {name}"


def _card(board: Board, card: str) -> tuple[str, ...]:
    """12 A card by its printed name; two companies with one name have a number; a titled Noble also by his Title."""
    name, facts = board.names[card], board.cards.all[Card(card)]
    if card.endswith(NUMBERED) and facts.company:
        return (f"{name} {card[-1]}",)
    if facts.sort is Sort.TOWN:
        return f"Town of {name}", name
    return (name, facts.title) if facts.title else (name,)
