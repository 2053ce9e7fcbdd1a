"""How things are written: the names that players read and may write."""

from __future__ import annotations

from functools import lru_cache

from pbem.games.richard_iii.components.board import Area, BlockId, Board, CardId, Facts, Kind, Zone
from pbem.games.richard_iii.components.card_ids import Cards
from pbem.games.richard_iii.components.state import State

SPELLINGS: dict[str, tuple[str, ...]] = {
    "pool": ("the pool", "pool"),
    "none": ("none", "nobody"),
    "mulligan": ("mulligan",),
    "done": ("done",),
    "via": ("via", "through", "über", "durch"),
    "by": ("by",),
    "from": ("from",),
    "strength": ("strength", "steps", "step", "Stärke", "Stärkepunkte"),
    "round": ("round", "battle round", "Kampfrunde", "Runde"),
    "turn": ("turn", "Spielrunde", "Runde"),
    "campaign": ("campaign", "Feldzug"),
    "removed": ("out of the game",),
}
PLURALS = frozenset({"French", "Scots", "Welsh", "Irish", "Calais"})
"""These say a people, or no people: the French."""
BESIDES: dict[str, tuple[str, ...]] = {
    "Warwick": ("the Kingmaker",),
    "Henry VI": ("King Henry", "King Henry VI"),
    "Westmoreland": ("Westmorland",),
    "Kent": ("Fauconberg",),
    "Bombard": ("the guns", "the cannon", "artillery"),
    "Rebel": ("the rebels",),
    "Force March": ("Forced March",),
    "Piracy": ("pirates",),
}
"""What people call what is printed on a block or a card besides."""
DIRECTIONS = {"North": "N", "East": "E", "South": "S"}
"""Names of areas are cut short by these."""
MAX_CACHED = 2_000
"""Of so many ids it is kept what they are called."""
SUFFIX = {Kind.CHURCH: "Church", Kind.LEVY: "Levy"}
GERMAN: dict[str, tuple[str, ...]] = {
    "scotland": ("Schottland",),
    "ireland": ("Irland",),
    "france": ("Frankreich",),
    "irish_sea": ("Irische See",),
    "north_sea": ("Nordsee",),
    "english_channel": ("Ärmelkanal", "Englischer Kanal"),
    Cards.PIRACY: ("Piraterie",),
    Cards.FORCE_MARCH: ("Gewaltmarsch",),
    Cards.SURPRISE: ("Überraschung",),
    Cards.TREASON: ("Verrat",),
    Cards.MUSTER: ("Heerschau",),
    Cards.PLAGUE: ("Pest",),
    "bombard_l": ("Bombarde",),
    "bombard_y": ("Bombarde",),
    "french_mercenary_l": ("Französische Soldtruppen", "Französischer Söldner", "Franzosen"),
    "scots_mercenary_l": ("Schottische Soldtruppen", "Schottischer Söldner", "Schotten"),
    "welsh_mercenary_l": ("Walisische Soldtruppen", "Walisischer Söldner", "Waliser"),
    "irish_mercenary_y": ("Irische Soldtruppen", "Irischer Söldner", "Iren"),
    "burgundian_mercenary_y": ("Burgunder Soldtruppen", "Burgundischer Söldner", "Burgunder"),
    "calais_mercenary_y": ("Calais Soldtruppen", "Calais Söldner"),
    "henry_vi_l": ("Heinrich VI", "König Heinrich", "König Heinrich VI"),
    "prince_edward_l": ("Prinz Eduard",),
    "rebel": ("Rebellen", "Rebell"),
}
"""What the German rulebook calls what is printed on the map, the cards and the blocks."""
GERMAN_TITLES = {"Earl of": "Graf von", "Duke of": "Herzog von", "Prince": "Prinz", "Church": "Kirche", "Levy": "Aufgebot"}


def names(s: State, option: str) -> tuple[str, ...]:
    """How an id is written, first, and what else stands for it: so the words of the German rulebook."""
    return names_on(s.board, option)


@lru_cache(maxsize=MAX_CACHED)
def names_on(board: Board, option: str) -> tuple[str, ...]:
    """What an id is called on a board; no position changes that."""
    printed = _printed(board, option)
    titles = (each.replace(title, said) for each in printed for title, said in GERMAN_TITLES.items() if title in each)
    return (*printed, *titles, *GERMAN.get(option, ()))


def _printed(board: Board, option: str) -> tuple[str, ...]:
    if option in board.blocks:
        return _block_names(board.blocks[BlockId(option)])
    if option in board.areas:
        name = board.areas[Area(option)].name
        return (name, *(name.replace(long, short, 1) for long, short in DIRECTIONS.items() if name.startswith(f"{long} ")))
    if option in board.zones:
        return (board.zones[Zone(option)],)
    if option in board.cards:
        card = board.cards[CardId(option)]
        spelled = (card.name,) if card.is_event else (f"{card.ap} AP", str(card.ap), f"{card.ap}ap")
        return (*spelled, *BESIDES.get(card.name, ()), f"{spelled[0]} card", f"{spelled[0]} Karte")
    return SPELLINGS.get(option) or (" ".join(word.capitalize() for word in option.split("_")),)


def _block_names(facts: Facts) -> tuple[str, ...]:
    """A block by its title, and by its name alone where the title has more."""
    if facts.kind in SUFFIX:
        city = facts.name.partition(" (")[0]
        suffix = SUFFIX[facts.kind]
        return (f"{city} {suffix}", f"{suffix} of {city}", f"{GERMAN_TITLES[suffix]} von {city}")
    if facts.kind is Kind.MERCENARY:
        folk = facts.name.partition(" ")[0]
        plural = () if folk in PLURALS else (f"{folk}s",)
        return (facts.name, folk, *plural, f"{folk} Mercenaries", f"{folk} merc", f"{folk} mercs")
    return tuple(dict.fromkeys((facts.title, facts.name, *BESIDES.get(facts.name, ()))))
