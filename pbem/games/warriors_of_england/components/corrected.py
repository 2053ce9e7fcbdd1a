"""Checks of the map and counter files, which the owner of a copy may correct."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from pbem.games.warriors_of_england.components.board import CROWN, HENRY_VI, LONDON, ROYAL, Border, Colour, Side

RATINGS = ("stars", "battle", "leadership")
REGION = ("id", "name", "abbr", "vp", "lat", "lon", "levy", "three_star_only", "reconstructed")
FOREIGN = ("id", "name", "faction", "penalty", "lat", "lon", "levy", "reconstructed")
NOBLE = ("id", "name", "title", "faction", *RATINGS, "home", "reconstructed", "reverse")
SECTIONS = {"map": ("region", "foreign", "border"), "nobles": ("noble",)}
FIGURES = (("map", "turns", 99), ("map", "auto_victory", 99), ("nobles", "max_troops_per_star", 9))
MEASURES = ("vp", "penalty", "lat", "lon")
ID = re.compile(r"[a-z][a-z0-9_]*")


class BadFiles(ValueError):
    """The game's files contain faults. The message names file, entry, problem and the closest valid value."""


def check_files(files: Mapping[str, Any]) -> None:
    """2.1, 2.2.1 Raises BadFiles with all faults of map.toml and nobles.toml."""
    faults = list(shape_faults(files)) or [*map_faults(files["map"]), *noble_faults(files["map"], files["nobles"])]
    if faults:
        raise BadFiles("; ".join(faults))


def shape_faults(files: Mapping[str, Any]) -> Iterator[str]:
    """Files, sections and general figures that are missing or of a wrong type."""
    for file, sections in SECTIONS.items():
        for section in sections:
            entries = files.get(file, {}).get(section)
            if not isinstance(entries, list) or not all(isinstance(each, dict) for each in entries):
                yield f"{file}.toml: [[{section}]] is missing"
    for file, name, most in FIGURES:
        figure = files.get(file, {}).get("meta", {}).get(name)
        if type(figure) is not int or not 1 <= figure <= most:
            yield f"{file}.toml, meta: {name} is {figure!r}, a number from 1 to {most} is needed"


def id_faults(file: str, ids: Sequence[object]) -> Iterator[str]:
    """Ids that are malformed or occur several times."""
    for each, n in Counter(map(str, ids)).items():
        if not ID.fullmatch(each):
            yield f"{file}.toml: {each!r} is no id: small letters, digits and _ only"
        if n > 1:
            yield f"{file}.toml: {each} stands there {n} times"


def number_faults(where: str, entries: Sequence[Mapping[str, Any]], names: Sequence[str]) -> Iterator[str]:
    """Figures of areas that are not numbers."""
    for each in entries:
        wrong = [name for name in names if name in each and type(each[name]) not in (int, float)]
        yield from (f"{where} {each.get('id')}: {name} is {each[name]!r}, a number is needed" for name in wrong)


def map_faults(board: Mapping[str, Any]) -> Iterator[str]:
    """Faults of the areas and borders."""
    needed = ("region", REGION), ("foreign", FOREIGN)
    if missing := [fault for kind, names in needed for fault in _missing(f"map.toml, {kind}", board[kind], names)]:
        yield from missing
        return
    areas = [each["id"] for each in (*board["region"], *board["foreign"])]
    yield from id_faults("map", areas)
    for kind, _ in needed:
        yield from number_faults(f"map.toml, {kind}", board[kind], MEASURES)
    for each in board["foreign"]:
        if each["faction"] not in list(Side):
            yield f"map.toml, {each['id']}: {_no('faction', each['faction'], list(Side))}"
    if LONDON not in areas:
        yield f"map.toml: there is no region {LONDON}"
    for each in board["border"]:
        about = f"map.toml, border {each.get('a')} - {each.get('b')}"
        yield from (f"{about}: {_no('area', each.get(end), areas)}" for end in ("a", "b") if each.get(end) not in areas)
        if each.get("kind") not in list(Border):
            yield f"{about}: {_no('kind', each.get('kind'), list(Border))}"


def noble_faults(board: Mapping[str, Any], nobles: Mapping[str, Any]) -> Iterator[str]:
    """Faults of the counters."""
    if missing := list(_missing("nobles.toml", nobles["noble"], NOBLE)):
        yield from missing
        return
    regions = [each.get("id") for each in board["region"]]
    ids = [each["id"] for each in nobles["noble"]]
    areas = [each.get("id") for each in (*board["region"], *board["foreign"])]
    yield from id_faults("nobles", ids)
    yield from (f"nobles.toml: {noble} is the id of an area too" for noble in ids if noble in areas)
    if HENRY_VI not in ids:
        yield f"nobles.toml: there is no Noble {HENRY_VI}"
    for each in nobles["noble"]:
        about = f"nobles.toml, {each['id']}"
        if each["home"] not in (*regions, CROWN):
            yield f"{about}: {_no('home', each['home'], [*regions, CROWN])}"
        if "setup" in each and each["setup"].get("region") not in regions:
            yield f"{about}: {_no('region', each['setup'].get('region'), regions)}"
        if not isinstance(each["reverse"], dict):
            yield f"{about}: [noble.reverse] is missing"
            continue
        yield from (f"{about}: {wrong}" for up in (each, each["reverse"]) for wrong in _side_faults(up))


def _side_faults(up: Mapping[str, Any]) -> Iterator[str]:
    """Faults of one side of a counter."""
    if up.get("faction") not in list(Colour):
        yield _no("faction", up.get("faction"), list(Colour))
    for rating in RATINGS:
        least, most = (1, ROYAL) if rating == "stars" else (0, 9)
        if not isinstance(up.get(rating), int) or not least <= up[rating] <= most:
            yield f"{rating} is {up.get(rating)!r}, a number from {least} to {most} is needed"


def _missing(where: str, entries: Sequence[Mapping[str, Any]], needed: Sequence[str]) -> Iterator[str]:
    for place, each in enumerate(entries, 1):
        lacks = [name for name in needed if name not in each]
        if lacks:
            yield f"{where} {each.get('id', f'number {place}')}: {', '.join(lacks)} missing"


def _no(what: str, name: object, known: Sequence[str]) -> str:
    near = get_close_matches(str(name), known, 1)
    return f"there is no {what} {str(name)!r}" + (f", did you mean {str(near[0])!r}?" if near else "")
