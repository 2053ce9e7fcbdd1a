"""The names that players read and may write."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files

from pbem.games.richard_iii.components.board import Area, BlockId, Board, CardId, Facts, Kind, Zone
from pbem.games.richard_iii.components.state import State


def _tuples(table: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    return {key: tuple(words) for key, words in table.items()}


_FILE = tomllib.loads(files(__package__).joinpath("names.toml").read_text("utf-8"))
SPELLINGS, NICKNAMES, GERMAN = (_tuples(_FILE[table]) for table in ("spellings", "nicknames", "german"))
GERMAN_TITLES: Mapping[str, str] = _FILE["german_titles"]
PLURALS = frozenset({"French", "Scots", "Welsh", "Irish", "Calais"})
"""Mercenaries whose name is the same in the plural, or is a place: the French, Calais."""
DIRECTIONS = {"North": "N", "East": "E", "South": "S"}
"""Abbreviations in the names of areas: "N Yorks"."""
MAX_CACHED = 2_000
"""The number of ids whose names are cached."""
SUFFIX = {Kind.CHURCH: "Church", Kind.LEVY: "Levy"}


def names(s: State, option: str) -> tuple[str, ...]:
    """The written name of an id, then its alternatives, such as the words of the German rulebook."""
    return names_on(s.board, option)


@lru_cache(maxsize=MAX_CACHED)
def names_on(board: Board, option: str) -> tuple[str, ...]:
    """The names of an id on a board, whatever the position."""
    printed = _printed(board, option)
    titles = (each.replace(title, german) for each in printed for title, german in GERMAN_TITLES.items() if title in each)
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
        return (*spelled, *NICKNAMES.get(card.name, ()), f"{spelled[0]} card", f"{spelled[0]} Karte")
    return SPELLINGS.get(option) or (" ".join(word.capitalize() for word in option.split("_")),)


def _block_names(facts: Facts) -> tuple[str, ...]:
    """A block's title, and the name alone if the title has more."""
    if facts.kind in SUFFIX:
        city = facts.name.partition(" (")[0]
        suffix = SUFFIX[facts.kind]
        return (f"{city} {suffix}", f"{suffix} of {city}", f"{GERMAN_TITLES[suffix]} von {city}")
    if facts.kind is Kind.MERCENARY:
        folk = facts.name.partition(" ")[0]
        plural = () if folk in PLURALS else (f"{folk}s",)
        return (facts.name, folk, *plural, f"{folk} Mercenaries", f"{folk} merc", f"{folk} mercs")
    return tuple(dict.fromkeys((facts.title, facts.name, *NICKNAMES.get(facts.name, ()))))
