"""In which language whose letters are written: an option of a game, chosen by the moderator. No rule and no log knows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pbem.engine.decision import Seat
from pbem.render.templates.catalogue import ENGLISH
from pbem.store import lobby
from pbem.store.database import Database

LANGUAGE = "language"
"""The option of a game that holds its languages by seat; that of "" is for everybody else, observers too."""
OTHERS = ""


class BadLanguage(Exception):
    """A language that a game cannot have; the message says which there are."""


def language_of(options: Mapping[str, Any], seat: Seat) -> str:
    """The language of a seat's letters ("" for an observer) by the options of its game."""
    chosen = options.get(LANGUAGE, {})
    return str(chosen.get(seat) or chosen.get(OTHERS) or ENGLISH)


def languages_of(options: Mapping[str, Any], seats: Iterable[Seat]) -> dict[str, str]:
    """The language of each seat, and of observers."""
    return {seat or "observers": language_of(options, seat) for seat in (*seats, OTHERS)}


def option_of(texts: Iterable[str], usual: str, seats: Sequence[Seat], known: Sequence[str]) -> dict[str, Any]:
    """The option from `de` (for all) and `york=de` (for a seat), `usual` where nothing is said. Raises BadLanguage.

    Empty where all is English, as in games from before there was a choice.
    """
    return _option({OTHERS: usual}, texts, seats, known)


def set_languages(db: Database, name: str, texts: Iterable[str], known: Sequence[str]) -> None:
    """Write the letters of a game to come in other languages. Raises BadLanguage, NotFound."""
    with db.writing() as session:
        game = lobby.find_game(session, name)
        seats = [seat.name for seat in lobby.seats(session, game.id)]
        others = {key: value for key, value in game.options.items() if key != LANGUAGE}
        option = _option(game.options.get(LANGUAGE, {}), texts, seats, known)
        lobby.set_options(session, game.id, others | option)


def check_languages(options: Mapping[str, Any], seats: Sequence[str], known: Sequence[str]) -> None:
    """Raises BadLanguage where the options of a game from elsewhere name no languages, or such as there are no words in."""
    chosen = options.get(LANGUAGE, {})
    if not isinstance(chosen, dict) or not all(isinstance(language, str) for language in chosen.values()):
        raise BadLanguage("its languages are not given by seat")
    _check(chosen, seats, known)


def _option(before: Mapping[str, str], texts: Iterable[str], seats: Sequence[Seat], known: Sequence[str]) -> dict[str, Any]:
    chosen = dict(before)
    for text in texts:
        seat, parts, language = text.rpartition("=")
        if not parts:  # for all
            chosen.clear()
        chosen[seat.strip().casefold()] = language.strip()
    _check(chosen, seats, known)
    return {} if set(chosen.values()) <= {ENGLISH} else {LANGUAGE: chosen}


def _check(chosen: Mapping[str, str], seats: Sequence[str], known: Sequence[str]) -> None:
    for seat, language in chosen.items():
        if seat not in (OTHERS, *seats):
            raise BadLanguage(f"there is no seat {seat!r} to write to in a language; there are {', '.join(seats)}")
        if language not in known:
            raise BadLanguage(f"there are no words in {language!r}; there are {', '.join(known)}")
