"""In which language whose letters are written: an option of a game, chosen by the moderator. No rule and no log knows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pbem.engine.decision import Seat
from pbem.render.catalogue import ENGLISH

LANGUAGE = "language"
"""The option of a game that holds its languages by seat; that of "" is for everybody else, observers too."""
OTHERS = ""


class BadLanguage(Exception):
    """A language that a game cannot have; the message says which there are."""


def language_of(options: Mapping[str, Any], seat: Seat) -> str:
    """The language of a seat's letters ("" for an observer) by the options of its game."""
    chosen = options.get(LANGUAGE, {})
    return str(chosen.get(seat) or chosen.get(OTHERS) or ENGLISH)


def choose(texts: Iterable[str], usual: str, seats: Sequence[Seat], known: Sequence[str]) -> dict[str, Any]:
    """The option from `de` (for all) and `york=de` (for a seat), `usual` where nothing is said. Raises BadLanguage.

    Empty where all is English, as in games from before there was a choice.
    """
    chosen = {OTHERS: usual}
    for text in texts:
        seat, _, language = text.rpartition("=")
        chosen[seat.strip().casefold()] = language.strip()
    for seat, language in chosen.items():
        if seat not in (OTHERS, *seats):
            raise BadLanguage(f"there is no seat {seat!r} to write to in a language; there are {', '.join(seats)}")
        if language not in known:
            raise BadLanguage(f"there are no words in {language!r}; there are {', '.join(known)}")
    return {} if set(chosen.values()) == {ENGLISH} else {LANGUAGE: chosen}
