"""1 What pieces, cards, places and spots are called."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.games.kingmaker.components.cards import Sort
from pbem.games.kingmaker.components.ids import ABOARD, AT_SEA, FIELD, INSIDE, PORT, Area, Card
from pbem.games.kingmaker.components.state import State

SPOTS = {
    INSIDE: "{}",
    FIELD: "the open field of {}",
    ABOARD: "aboard {}",
    PORT: "the port of {}",
    AT_SEA: "{}",
}
"""1.5 How spots and waters are told."""


def name_of(s: State, what: str) -> str:
    """1 The printed name of anything that has an id; of what has none, the id in words."""
    for prefix, told in SPOTS.items():
        if what.startswith(prefix):
            return told.format(name_of(s, what.removeprefix(prefix)))
    if what in SEATS:
        return SEATS[what][0]
    return s.board.names.get(what) or what.replace("_", " ")


def names_of(s: State, these: Iterable[str]) -> str:
    """1 Several names in a row."""
    return ", ".join(name_of(s, each) for each in these)


# How options are written

SEATS: dict[str, tuple[str, ...]] = {
    "red": ("Red", "the Reds", "Rot"),
    "blue": ("Blue", "the Blues", "Blau"),
    "green": ("Green", "the Greens", "Grün"),
    "yellow": ("Yellow", "the Yellows", "Gelb"),
    "purple": ("Purple", "the Purples", "Lila"),
    "npf": ("nobody's Faction",),
}
"""1.1 The Factions, by the colour of their pieces: never by a Noble, who can come back in another Faction."""
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
    "ship_of_newcastle_piece": ("Ship of Newcastle",),
    "ship_of_ipswich_piece": ("Ship of Ipswich",),
    "admiral_ship_1": ("Admiral's Ship 1", "Admiral 1"),
    "admiral_ship_2": ("Admiral's Ship 2", "Admiral 2"),
    "cinque_ports_ship_1": ("Cinque Ports Ship 1", "Cinque Ports 1"),
    "cinque_ports_ship_2": ("Cinque Ports Ship 2", "Cinque Ports 2"),
    "calais_ship": ("Calais Ship", "Ship of Calais"),
    "le_michael": ("Le Michael", "Ship of Bristol"),
    "le_rose": ("Le Rose", "Ship of Plymouth"),
    "house_of_york": ("York", "House of York"),
    "house_of_lancaster": ("Lancaster", "House of Lancaster"),
    "none": ("none", "nobody"),
}
NUMBERED = ("_1", "_2")
"""12 Two companies have one printed name."""


def names(s: State, option: str) -> tuple[str, ...]:
    """How an id is written, first, and what else stands for it."""
    if option in SEATS:
        return SEATS[option]
    if option in SPELLINGS:
        return SPELLINGS[option]
    for prefix, named in ((INSIDE, _inside), (FIELD, _field), (PORT, _port)):
        if option.startswith(prefix):
            return named(s, option.removeprefix(prefix))
    plain = option.removeprefix(AT_SEA)
    if plain not in s.board.names:
        return (option.replace("_", " "),)
    name = s.board.names[plain]
    if plain in s.board.cards.all:
        return _card(s, plain, name)
    return (name,)


def _inside(s: State, place: str) -> tuple[str, ...]:
    name = s.board.names[place]
    return name, f"inside {name}", f"in {name}", f"castle of {name}", f"town of {name}"


def _field(s: State, area: str) -> tuple[str, ...]:
    """1.5 "York field"; where no fortified place has the Area's name that name alone will do, and an open town's."""
    name = s.board.names[area]
    within = [s.board.places[place] for place in s.board.within[Area(area)]]
    alone = not any(place.fortified and place.name == name for place in within)
    full = (f"{name} field", f"open field of {name}", f"field of {name}", f"outside {name}")
    towns = tuple(place.name for place in within if not place.fortified and place.name != name)
    return (name, *full, *towns) if alone else (*full, *towns)


def _port(s: State, place: str) -> tuple[str, ...]:
    name = s.board.names[place]
    return name, f"port of {name}", f"port {name}"


def _card(s: State, card: str, name: str) -> tuple[str, ...]:
    facts = s.facts(Card(card))
    if card.endswith(NUMBERED) and facts.company:
        return (f"{name} {card[-1]}",)
    if facts.sort is Sort.TOWN:
        return f"Town of {name}", name
    if facts.title:
        return name, facts.title
    return (name,)
