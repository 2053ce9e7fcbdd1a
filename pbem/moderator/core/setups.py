"""What a game starts from: scenario files, the digest that names their version, and the languages of its letters.

A language is an option of a game, chosen by the moderator, or by a player for their own letters. No rule and no log knows
it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from pbem.engine.decision import Json, Seat
from pbem.engine.game.features import without
from pbem.engine.game.rules import Rules
from pbem.engine.game.setup import Setup
from pbem.engine.log.shares import scheme_of
from pbem.orders.words.lexicon import alike
from pbem.render.templates.catalogue import ENGLISH
from pbem.store.database import Database
from pbem.store.games import lobby

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
        option = _option(game.options.get(LANGUAGE, {}), texts, seats, known)
        lobby.set_options(session, game.id, _without_language(game.options) | option)


def with_language(options: Mapping[str, Any], seat: Seat, language: str) -> dict[str, Any]:
    """The options of a game, with another language for a seat. There must be words in it."""
    return _without_language(options) | _in_options({**options.get(LANGUAGE, {}), seat: language})


def forget_language(options: Mapping[str, Any], seat: Seat) -> dict[str, Any]:
    """The options of a game in which a seat has the language of everybody else again: its player has left."""
    chosen = options.get(LANGUAGE, {})
    return _without_language(options) | _in_options({each: chosen[each] for each in chosen if each != seat})


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
    return _in_options(chosen)


def _in_options(chosen: Mapping[str, str]) -> dict[str, Any]:
    return {} if set(chosen.values()) <= {ENGLISH} else {LANGUAGE: dict(chosen)}


def _without_language(options: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in options.items() if key != LANGUAGE}


def _check(chosen: Mapping[str, str], seats: Sequence[str], known: Sequence[str]) -> None:
    for seat, language in chosen.items():
        if seat not in (OTHERS, *seats):
            raise BadLanguage(f"there is no seat {seat!r} to write to in a language; there are {', '.join(seats)}")
        if language not in known:
            raise BadLanguage(f"there is no language {language!r}; there are {', '.join(known)}")


# Scenario files

PARTS = "parts"
"""Where a scenario's file names the scenarios that it is made of; `unpack` finds their files there, by name."""
LIKE = "like"
"""Where a file names another game's file ("warriors_of_england/coast.toml"), whose fields it has too but for its own."""
Unpack = Callable[[Mapping[str, Any]], Mapping[str, Any]]


class NoScenario(Exception):
    """There is no such scenario; the message names those there are."""


def load_setup(
    rules: Rules[Any], scenario: str, root: Path, options: dict[str, Json] | None = None, version: int = 0
) -> Setup:
    """The Setup of `scenario`: what the game makes of every TOML file of its folder below `root` (by name; "scenario").

    `version` is that of the rules which the game began with (0: the present one). An option about letters is none of the
    Setup. Raises NoScenario for a name that the game does not know.
    """
    name_found = find_scenario(rules, scenario)
    return Setup(
        name_found, _unpacked(rules.unpack, root / rules.name, name_found), _without_language(options or {}), version
    )


def load_exactly(rules: Rules[Any], scenario: str, root: Path, options: dict[str, Json], version: int) -> Setup:
    """The Setup of a game from elsewhere, which names its scenario in full. Raises NoScenario, for unknown means too."""
    if scenario not in rules.scenarios:
        raise NoScenario(f"{rules.title} has no scenario {scenario!r}; it has {', '.join(rules.scenarios)}")
    setup = load_setup(rules, scenario, root, options, version)
    try:
        without(setup)
        scheme_of(setup.options)
    except ValueError as unknown:
        raise NoScenario(f"it is played without something unknown here: {unknown}") from None
    return setup


def find_scenario(rules: Rules[Any], name: str) -> str:
    """The scenario meant: its first word ("Ia" for ia_henry_vi), or a beginning or another word of it ("towton") that fits
    no other. Raises NoScenario, which says why a known one is left out.
    """
    plain = name.strip().casefold().replace(" ", "_")
    for fitting in (
        [scenario for scenario in rules.scenarios if plain in (scenario, scenario.partition("_")[0])],
        [scenario for scenario in rules.scenarios if plain and scenario.startswith(plain)],
        [scenario for scenario in rules.scenarios if plain and f"_{plain}" in scenario],
    ):
        if len(fitting) == 1:
            return fitting[0]
    words = [word for scenario in rules.scenarios for word in (scenario, *scenario.split("_")) if len(word) > 3]
    near = alike(plain, words)
    meant = f" (is it {near[0][1]}?)" if near and plain not in rules.left_out else ""
    why = f". {rules.left_out[plain]!s}" if plain in rules.left_out else ""
    raise NoScenario(f"{rules.title} has no scenario {name!r}{meant}; it has {', '.join(rules.scenarios)}{why}")


def scenario_version(rules: Rules[Any], scenario: str, root: Path) -> str:
    """Twelve hex digits over the bytes of the files that `load_setup` reads."""
    folder = root / rules.name
    digest = sha256()
    for path in [*_common_files(folder), *_own_files(folder, scenario)]:
        for each in (path, *_models(path)):
            digest.update(each.name.encode() + b"\0" + each.read_bytes())
    return digest.hexdigest()[:12]


@lru_cache(maxsize=32)
def _unpacked(unpack: Unpack, folder: Path, scenario: str) -> Mapping[str, Any]:
    """Files are read once in a run: a correction to them takes effect with the next start."""
    data: dict[str, Any] = {path.stem: _read_with_models(path) for path in _common_files(folder)}
    first, *others = _own_files(folder, scenario)
    data["scenario"] = _read(first)
    if others:
        data[PARTS] = {path.stem: _read(path) for path in others}
    return unpack(data)


def _common_files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.toml"))


def _own_files(folder: Path, scenario: str) -> list[Path]:
    """The file of a scenario, and those of the others that it names as its parts."""
    path = folder / "scenarios" / f"{scenario}.toml"
    _, parts = _named_in(path.read_bytes())
    return [path, *(path.with_name(f"{part}.toml") for part in parts)]


def _read_with_models(path: Path) -> dict[str, Any]:
    like: dict[str, Any] = {}
    for model in _models(path):
        like |= _read(model)
    return like | _read(path)


def _models(path: Path) -> list[Path]:
    """The files of other games that a common file is like."""
    like, _ = _named_in(path.read_bytes())
    return [path.parent.parent / model for model in like]


@lru_cache(maxsize=256)
def _named_in(content: bytes) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The files that a file names: the one that it is LIKE, and its PARTS. A file of the same bytes is not parsed again."""
    data = tomllib.loads(content.decode())
    return (data[LIKE],) if LIKE in data else (), tuple(data.get(PARTS, ()))


def _read(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        return tomllib.load(file)
