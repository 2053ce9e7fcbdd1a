"""The names that players read and may write."""

from __future__ import annotations

from pbem.games.warriors_of_england.components.board import Area, NobleId
from pbem.games.warriors_of_england.components.state import State

NUMERALS = {"iv": "IV", "vi": "VI", "vii": "VII", "iii": "III"}
SIR = "Sir"
OF_ANOTHER = ("Edward V and his council", "Edward, Earl of Warwick")
"""The backs of two counters name boys who share a first name or title with another Noble."""
SPELLINGS: dict[str, tuple[str, ...]] = {
    "lancaster": ("Lancaster", "the Lancastrians", "Red Rose"),
    "york_side": ("York",),
    "covert_lancaster": ("Covert Box of Lancaster", "Covert Box"),
    "covert_york": ("Covert Box of York", "Covert Box"),
    "tower": ("the Tower", "Tower of London"),
    "cup": ("the cup",),
    "out": ("out of the game",),
    "none": ("none", "nobody"),
    "pass": ("pass",),
    "stay": ("stay",),
    "rhys": ("Rhys ap Thomas",),
    "grey_ruthin": ("Grey of Ruthin", "Ruthin", "Grey de Ruthyn", "Ruthyn"),
    "henry_vi": ("Henry VI", "King Henry", "King Henry VI"),
    "richard_iii": ("Richard III", "King Richard", "King Richard III"),
    "edward_iv": ("Edward IV", "King Edward", "King Edward IV"),
    "clarence": ("Clarence", "George of Clarence"),
    "william_stanley": ("William Stanley", "Wm Stanley", "Will Stanley"),
    "warwick": ("Warwick", "the Kingmaker"),
    "edward_westminster": ("Edward of Westminster", "Prince Edward"),
    "margaret": ("Margaret", "Queen Margaret"),
}


def names(s: State, option: str) -> tuple[str, ...]:
    """The written name of an id, then its alternatives."""
    if option in s.board.nobles:
        return noble_names(s, NobleId(option))
    if option in s.board.areas:
        place = s.board.areas[Area(option)]
        return (place.name, place.abbr) if place.abbr else (place.name,)
    return SPELLINGS.get(option) or (in_words(option),)


def noble_names(s: State, noble: NobleId) -> tuple[str, ...]:
    """A Noble's short name, and the names on both sides of his counter."""
    counter = s.board.nobles[noble]
    short = SPELLINGS.get(noble) or (in_words(noble),)
    printed = [
        text
        for up in (counter.face, counter.reverse)
        for text in (_full(up.name, short[0]), up.title)
        if text not in (SIR, *OF_ANOTHER)
    ]
    return tuple(dict.fromkeys([*short, *printed]))


def _full(name: str, short: str) -> str:
    """A name that is only a first name, with his short name added: there are several Richards."""
    return name if " " in name or name == short else f"{name} of {short}"


def in_words(option: str) -> str:
    """An id as words: "Henry VI" for henry_vi."""
    return " ".join(NUMERALS.get(word, word.capitalize()) for word in option.split("_"))
