"""An archive's file as a JSON document, and put to the proof: rerun under the current rules, or verified.

Anybody can have written it: everything is bounded before it is unfolded.
"""

from __future__ import annotations

import json
import math
import os
import stat
import zlib
from collections.abc import Mapping
from io import BufferedReader, FileIO
from pathlib import Path
from typing import Any, Final

from pbem.engine.dice import Fate
from pbem.engine.event import Event
from pbem.engine.game.rules import Rules
from pbem.engine.played_log import News
from pbem.moderator.core.context import GameContext
from pbem.moderator.core.desk import Desk
from pbem.moderator.core.games import entry_of
from pbem.moderator.core.setups import load_exactly, scenario_version
from pbem.replay.audit import AuditVerdict, NotAnArchive, RerunReport, rerun, verify
from pbem.replay.witness import KnownRecords, told_in
from pbem.store.archive.form import parse
from pbem.store.games import journal
from pbem.store.tables.games import GameRow
from pbem.values import one_line

GZIP: Final = b"\x1f\x8b"
"""How a gzip file begins (RFC 1952, 2.3.1)."""
GZIP_WINDOW: Final = 31
"""zlib's word for a gzip header and its largest window; length and checksum at the end are compared."""

MAX_BYTES: Final = 64 * 2**20
"""Of a file, packed or not: the longest games have five MB, nearly all of it letters."""
MAX_PARTS: Final = 1_000_000
"""Commas and opening brackets, of which a value needs one: the longest games have fewer than a hundred thousand."""
MAX_KEYS: Final = 1_000
"""Of one object."""
MAX_DIGITS: Final = 20
"""Of a whole number; Python takes quadratic time for long ones."""


def read_document(file: Path) -> object:
    """The JSON document in a file, as `pbem export` writes it or as it goes with a last report, packed by gzip.

    Raises OSError, and NotAnArchive, with the file's name, for one that is no such document or too large.
    """
    try:
        return _parsed(_text(_unpacked(_content(file))))
    except NotAnArchive as wrong:
        raise NotAnArchive(f"{one_line(str(file))}: {wrong}") from wrong


def _content(file: Path) -> bytes:
    """What is in a regular file. One that is none can wait for a writer for ever, or never end."""
    with BufferedReader(FileIO(file, "rb", opener=_without_waiting)) as opened:
        if not stat.S_ISREG(os.fstat(opened.fileno()).st_mode):
            raise NotAnArchive("is no regular file")
        return _bounded(opened.read(MAX_BYTES + 1))


def _without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NONBLOCK | os.O_NOCTTY)


def _bounded(data: bytes) -> bytes:
    if len(data) > MAX_BYTES:
        raise NotAnArchive(f"has more than {MAX_BYTES // 2**20} MB, which no game has")
    return data


def _unpacked(data: bytes) -> bytes:
    """The content of a gzip file of one member, and anything else as it is."""
    if not data.startswith(GZIP):
        return data
    unpacker = zlib.decompressobj(GZIP_WINDOW)
    try:
        unpacked = _bounded(unpacker.decompress(data, MAX_BYTES + 1))
    except zlib.error as wrong:
        raise NotAnArchive(f"is damaged and cannot be unpacked: {wrong}") from wrong
    if not unpacker.eof:
        raise NotAnArchive("is damaged and cannot be unpacked: its end is missing")
    if unpacker.unused_data:
        raise NotAnArchive("is damaged and cannot be unpacked: something stands behind its end")
    return unpacked


def _text(data: bytes) -> str:
    if not data.strip():
        raise NotAnArchive("is empty")
    if sum(map(data.count, (b",", b"[", b"{"))) > MAX_PARTS:
        raise NotAnArchive(f"has more than {MAX_PARTS} values, which no game has")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as wrong:
        raise NotAnArchive(f"is no text in UTF-8: byte {wrong.start} cannot be read") from wrong


def _parsed(text: str) -> object:
    try:
        return json.loads(
            text, object_pairs_hook=_object, parse_int=_whole, parse_float=_fraction, parse_constant=_no_number
        )
    except json.JSONDecodeError as wrong:
        raise NotAnArchive(f"is no JSON: line {wrong.lineno}, column {wrong.colno}: {wrong.msg}") from wrong
    except RecursionError:
        raise NotAnArchive("is nested too deeply") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(pairs) > MAX_KEYS:
        raise NotAnArchive(f"has an object with more than {MAX_KEYS} keys")
    members = dict(pairs)
    if len(members) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in members if names.count(name) > 1)
        raise NotAnArchive(f'has the key "{one_line(twice, 50)}" twice in one object')
    return members


def _whole(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise NotAnArchive(f"has a number of {len(digits)} digits")
    return int(digits)


def _fraction(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise NotAnArchive(f"has a number that is too large: {one_line(digits, 50)}")
    return number


def _no_number(name: str) -> float:
    raise NotAnArchive(f"has {name} for a number")


# Put to the proof


def rerun_game(context: GameContext, from_turn: str | None = None) -> RerunReport:
    """Play a game's live log again and compare positions, questions and what was told; nothing is changed."""
    session, desk, game = context.session, context.desk, context.game
    entries = map(entry_of, journal.read(session, game.id))
    reported = [
        News(line.entry_number, Event(line.rule, line.name, line.data, line.seen_by))
        for line in journal.events_since(session, game.id, -1)
    ]
    fate = Fate(bytes.fromhex(game.key))
    return rerun(desk.rules_of(game), desk.setup_of(game), fate, entries, from_turn, reported)


def verify_document(document: object, games: Mapping[str, Rules[Any]], scenarios: Path) -> AuditVerdict:
    """What an exported game proves, by its dice and by playing it again. Raises BadArchive and NoScenario.

    A game of rules that are not among `games` is proved by its dice alone.
    """
    archive = parse(document).model_dump(mode="json")
    game = archive["game"]
    rules = games.get(game["rules"])
    if rules is None:
        return verify(archive)
    began = game["scenario"], scenarios, game["options"], game["rules_version"]
    return verify(archive, rules, load_exactly(rules, *began))


def told_in_document(document: object) -> tuple[str, KnownRecords | None]:
    """The name of an exported game, and what its mails can have told (None: they told no record). Raises BadArchive."""
    archive = parse(document).model_dump(mode="json")
    return archive["game"]["name"], told_in(archive)


def changed_files(desk: Desk, game: GameRow) -> str:
    """A line when the scenario files are not those the game began with, or nothing."""
    version = scenario_version(desk.rules_of(game), game.scenario, desk.scenarios)
    if version == game.scenario_version:
        return ""
    return f"its scenario files have changed: version {game.scenario_version} when it began, now {version}"
