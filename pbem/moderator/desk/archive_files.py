"""An archive from elsewhere: its file as a JSON document, what its entries may contain, and the check of its game: rerun
under the current rules, or verified.

Anybody can have written it, so sizes are limited before anything is unpacked. The rules do not look at entries that answer
no question; these are compared with what such an entry can contain (HOLDS).
"""

from __future__ import annotations

import json
import math
import os
import stat
import zlib
from collections.abc import Iterable, Mapping
from io import BufferedReader, FileIO
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StrictBool, StrictStr, TypeAdapter, ValidationError

from pbem.engine.agreements.ahead import ACCEPTS, AGREED_AHEAD
from pbem.engine.dice import Fate
from pbem.engine.event import Event
from pbem.engine.game.rules import Rules
from pbem.engine.game.terms import Term
from pbem.engine.log.entry import EntryKind
from pbem.engine.log.waiting import BRANCHED, STOPPED, WAITING
from pbem.engine.played_log import RULING, News
from pbem.engine.prospect import Worsening
from pbem.i18n import unpacked
from pbem.moderator.core.context import GameContext
from pbem.moderator.core.desk import Desk
from pbem.moderator.core.games import entry_of
from pbem.moderator.core.setups import load_exactly, scenario_version
from pbem.moderator.deadlines import clock_state
from pbem.moderator.reading.letter_words import CHOICES, NEWS
from pbem.replay.audit import AuditVerdict, NotAnArchive, RerunReport, rerun, verify
from pbem.replay.receipts import KEY
from pbem.replay.witness import KnownRecords, told_in
from pbem.store.archive.form import EntryPart, explain, parse
from pbem.store.archive.values import Count, Json, Moment
from pbem.store.games import journal
from pbem.store.tables.games import GameRow
from pbem.timing.errors import BadTime
from pbem.timing.zones import find_zone
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
    """The content of a regular file. Any other kind of file could wait for a writer for ever, or never end."""
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


def records_in_document(document: object) -> tuple[str, KnownRecords | None]:
    """The name of an exported game, and the records that its mails can have shown (None: none). Raises BadArchive."""
    archive = parse(document).model_dump(mode="json")
    return archive["game"]["name"], told_in(archive)


def changed_files(desk: Desk, game: GameRow) -> str:
    """A line when the scenario files are not those the game began with, or nothing."""
    version = scenario_version(desk.rules_of(game), game.scenario, desk.scenarios)
    if version == game.scenario_version:
        return ""
    return f"its scenario files have changed: version {game.scenario_version} when it began, now {version}"


# What entries that answer no question hold

MAX_LINES: Final = 2_000
MAX_SECONDS: Final = 10 * 366 * 24 * 3600
"""Of more time for a seat: a game master can give much, and nothing overflows."""


class _Note(BaseModel):
    model_config = ConfigDict(extra="forbid")


class _Shown(_Note):
    meets: StrictBool = False
    odds: Count | None = None
    costs: dict[StrictStr, Count] = Field(default_factory=dict)
    who: list[StrictStr] = Field(default_factory=list)
    from_: StrictStr = Field("", alias="from")
    part: StrictBool = False
    against: Count | None = None


class _Line(_Note):
    line: StrictStr
    for_: StrictStr = Field("", alias="for")
    most: Count = 0
    made: Count = 0
    shown: _Shown | None = None


def _is_said(value: Json) -> Json:
    unpacked(value)
    return value


def _is_choice(news: str) -> str:
    if news not in CHOICES:
        raise ValueError(f"{news!r} is none of {', '.join(CHOICES)}")
    return news


_Said = Annotated[Json, AfterValidator(_is_said)]
"""A text as plain data (i18n.packed)."""


class _Change(_Note):
    now: Annotated[list[_Line | tuple[Count, Count]], Field(max_length=MAX_LINES)]
    said: _Said | None = None


class _Addition(_Note):
    also: dict[StrictStr, StrictStr]


_Waiting = Annotated[list[_Line | StrictStr | tuple[StrictStr, StrictStr]], Field(max_length=MAX_LINES)] | _Change
_Zone = Annotated[StrictStr, Field(max_length=100)]
_Texts = Annotated[list[StrictStr], Field(max_length=MAX_LINES)]


class _Stopped(_Note):
    kept: _Waiting
    dropped: _Texts
    said: _Said | None = None


class _OrderKind(_Note):
    once: StrictBool = False
    habit: StrictBool = False
    beside: StrictBool = False
    adds: StrictBool = False
    consents: StrictBool = False


class _Order(_OrderKind):
    verb: StrictStr
    policy: Json
    scope: tuple[StrictStr, StrictStr]
    where: Json = None
    condition: Json = None
    otherwise: Json = None
    shown: _Shown | None = None
    even: list[Worsening] = Field(default_factory=list)


class _Numbered(_Note):
    number: Count


class _Receipt(_Note):
    orders: _Texts
    previous: StrictStr


class _Running(_Note):
    asked: Count


class _Due(_Running):
    due: Moment


class _Deadline(_Due):
    from_: Moment = Field(alias="from")
    term: Term = Term.TURN


class _Missed(_Due):
    at: Moment


class _Extended(_Note):
    asked: Count | None
    seconds: Annotated[int, Field(strict=True, ge=0, le=MAX_SECONDS)]
    by: StrictStr


class _Paused(_Note):
    from_: Moment = Field(alias="from")
    to: Moment


class _Absent(_Paused):
    zone: _Zone
    does: Literal["", "runs on", "at once"] = ""


class _Present(_Note):
    at: Moment


class _Offer(_Note):
    seconds: Annotated[int, Field(strict=True, ge=0, le=MAX_SECONDS)] | None = None
    parties: _Texts | None = None
    clauses: Annotated[list[Json], Field(max_length=MAX_LINES)] | None = None
    end: Json = None
    instead: Count = 0
    place: Count | None = None
    said: _Said | None = None


class _Acceptance(_Note):
    whom: _Texts
    limits: Annotated[list[Json], Field(max_length=MAX_LINES)]
    end: Json
    once: StrictBool


class _SignedAhead(_Note):
    acceptance: Count


_News = Annotated[StrictStr, AfterValidator(_is_choice)]
"""Which news a player gets at once."""


class _Ended(_Note):
    winner: StrictStr | None


HOLDS: Final[dict[tuple[str, str], TypeAdapter[Any]]] = {
    (EntryKind.DRAFT, ""): TypeAdapter(dict[StrictStr, StrictStr] | _Addition),
    (EntryKind.SALT, ""): TypeAdapter(StrictStr),
    (EntryKind.INSTRUCTION, ""): TypeAdapter(_Order | _Numbered | None),
    (EntryKind.WAITING, WAITING): TypeAdapter(_Waiting),
    (EntryKind.WAITING, STOPPED): TypeAdapter(_Stopped),
    (EntryKind.WAITING, BRANCHED): TypeAdapter(_Waiting),
    (EntryKind.OFFER, ""): TypeAdapter(_Offer),
    (EntryKind.OFFER, ACCEPTS): TypeAdapter(_Acceptance),
    (EntryKind.OFFER, AGREED_AHEAD): TypeAdapter(_SignedAhead),
    (EntryKind.ENDED, ""): TypeAdapter(_Ended),
    (EntryKind.CHOICE, NEWS): TypeAdapter(_News),
    (EntryKind.RULING, RULING): TypeAdapter(None),
    (EntryKind.RECEIPT, KEY): TypeAdapter(_Receipt),
    (EntryKind.CLOCK, clock_state.DEADLINE): TypeAdapter(_Deadline),
    (EntryKind.CLOCK, clock_state.EXTENDED): TypeAdapter(_Extended),
    (EntryKind.CLOCK, clock_state.ABSENT): TypeAdapter(_Absent),
    (EntryKind.CLOCK, clock_state.PRESENT): TypeAdapter(_Present),
    (EntryKind.CLOCK, clock_state.ZONE): TypeAdapter(_Zone | None),
    (EntryKind.CLOCK, clock_state.SLIPS): TypeAdapter(StrictBool),
    (EntryKind.CLOCK, clock_state.REMINDER): TypeAdapter(_Due),
    (EntryKind.CLOCK, clock_state.MISSED): TypeAdapter(_Missed),
    (EntryKind.CLOCK, clock_state.WAITS): TypeAdapter(_Running),
    (EntryKind.CLOCK, clock_state.STOPPED): TypeAdapter(None),
    (EntryKind.CLOCK, clock_state.PAUSED): TypeAdapter(_Paused),
    (EntryKind.CLOCK, clock_state.BREAK): TypeAdapter(_Paused),
    (EntryKind.CLOCK, clock_state.RESUMED): TypeAdapter(_Present),
    (EntryKind.CLOCK, clock_state.TOLD): TypeAdapter(None),
    (EntryKind.CLOCK, clock_state.UNPLAYED): TypeAdapter(_Present),
    (EntryKind.CLOCK, clock_state.REGENCY): TypeAdapter(_Present),
    (EntryKind.CLOCK, clock_state.HEARD): TypeAdapter(_Present),
    (EntryKind.CLOCK, clock_state.TERMS): TypeAdapter(dict[StrictStr, StrictStr]),
}
"""By kind and key; "" means every other key: those are the keys of questions."""


def bad_note(entries: Iterable[EntryPart]) -> str:
    """What is wrong with the first entry whose content is impossible; "" if all are well."""
    return next((f"entry {entry.number}: {wrong}" for entry in entries if (wrong := _wrong(entry))), "")


def _wrong(entry: EntryPart) -> str:
    if entry.kind not in (kind for kind, _ in HOLDS):
        return ""
    holds = HOLDS.get((entry.kind, entry.key)) or HOLDS.get((entry.kind, ""))
    if holds is None:
        return f"a {entry.kind} cannot be about {entry.key!r}"
    try:
        holds.validate_python(entry.answer)
        if entry.kind == EntryKind.CLOCK:
            _check_zone(entry)
    except ValidationError as error:
        return f"this is no {entry.kind}: {explain(error)}"
    except BadTime as error:
        return str(error)
    return ""


def _check_zone(entry: EntryPart) -> None:
    """Raises BadTime for a time zone that there is not."""
    zone = (
        entry.answer["zone"] if entry.key == clock_state.ABSENT else entry.answer if entry.key == clock_state.ZONE else None
    )
    if zone is not None:
        find_zone(zone)
