"""Archives that somebody has written who means ill: each is refused in a line, and nothing of it is kept."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import unicodedata
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field, replace
from datetime import timedelta
from email.message import EmailMessage
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from pbem.cli.app import app
from pbem.cli.terminal.foreseen import FORESEEN
from pbem.cli.terminal.pages import moderators_view
from pbem.mail.address import hash_of
from pbem.moderator.clock.deadline_run import tick
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Desk, Player
from pbem.moderator.core.setups import BadLanguage, NoScenario
from pbem.moderator.desk import archive_files as limits
from pbem.moderator.desk.archive_files import read_document, verify_document
from pbem.moderator.desk.arrival import move_in
from pbem.moderator.desk.plain_data import game_facts, log_facts, one_game, status_facts
from pbem.moderator.joining.opening import BadOpening
from pbem.moderator.seats.observers import add_observer
from pbem.replay.audit import NotAnArchive
from pbem.store.archive.transfer import export_game
from pbem.store.database import Database
from pbem.store.errors import BadArchive, StoreError
from pbem.store.games import journal, lobby
from pbem.store.games.journal import JournalLine
from pbem.store.games.lists import GamesPage
from pbem.store.mail import inbox, outbox
from pbem.timing.errors import BadTime
from pbem.values import MAX_TEXT, one_line
from tests.support.conversation import LANCASTER_ROUND, LANCASTER_SETUP, MODERATOR, YORK_ROUND, YORK_SETUP, Conversation

Document = dict[str, Any]
LONGEST_TOLD = 700
REFUSALS = (StoreError, BadOpening, NoScenario, BadLanguage, BadTime, NotAnArchive)


AHEAD = """\
plan York, York, March, pass
card 1: parley Cambridge until friendly, at most 2
if it fails: tax Ely
else go on
card 2: march Cambridge with all; tax Cambridge; pass
card 3 march: forage; pass
levy: levy troops; levy capability y19; done
approach: exile if outnumbered 2 to 1 else battle
standing intercept none
always mend slips
"""
"""Lines ahead of all kinds, and what each is shown to be."""


@dataclass(frozen=True)
class Ground:
    """An honest archive of a game that is being played, one of a game in which lines wait, and where they are taken in: an
    empty database, to be copied.
    """

    document: Document = field(repr=False)
    waiting: Document = field(repr=False)
    desk: Desk = field(repr=False)
    empty: Path

    def fresh(self, folder: Path) -> Desk:
        """The moderator's desk, over a database without games."""
        path = folder / "fresh.sqlite"
        shutil.copy(self.empty, path)
        return replace(self.desk, db=Database.open(path))


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ground]:
    folder = tmp_path_factory.mktemp("hostile")
    talk = Conversation(folder, terms={"deadline": "72h"})
    add_observer(talk.desk, talk.name, Player("Clio", "clio@example.test"))
    talk.write("york", f"{YORK_SETUP}absent 2026-09-01\nextend 24h\nzone Europe/Berlin\n")
    talk.write("lancaster", LANCASTER_SETUP)
    talk.write("york", f"standing reroll all\n{YORK_ROUND}")
    talk.write("lancaster", LANCASTER_ROUND)
    board = Conversation(tmp_path_factory.mktemp("waiting"), scenario="Ia", terms={"deadline": "72h"})
    board.write("york", f"assign march\n{AHEAD}")
    empty = folder / "empty.sqlite"
    db = Database.open(empty)
    yield Ground(exported(talk), exported(board), replace(talk.desk, db=db), empty)
    for each in (db, talk.db, board.db):
        each.close()


def exported(talk: Conversation) -> Document:
    """The archive of a game, as somebody else reads it."""
    with talk.db.reading() as session:
        document: Document = json.loads(json.dumps(export_game(session, talk.game().id)))
    return document


@pytest.fixture
def document(ground: Ground) -> Document:
    """A copy of the honest archive, to be doctored."""
    return deepcopy(ground.document)


@pytest.fixture
def desk(ground: Ground, tmp_path: Path) -> Iterator[Desk]:
    """A desk over an empty database."""
    desk = ground.fresh(tmp_path)
    yield desk
    desk.db.close()


def is_one_line(text: str) -> bool:
    """Whether a terminal shows it on one line of bearable length, and is not steered by it."""
    return len(text) <= LONGEST_TOLD and not any(unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") for c in text)


# Files


def packed(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


FILES: dict[str, tuple[Callable[[], bytes], str]] = {
    "empty": (lambda: b"", "is empty"),
    "blanks": (lambda: b" \r\n", "is empty"),
    "nothing, packed": (lambda: packed(b""), "is empty"),
    "latin-1": (lambda: '{"a": "\xe9"}'.encode("latin-1"), "is no text in UTF-8"),
    "utf-16": (lambda: "{}".encode("utf-16"), "is no text in UTF-8"),
    "utf-16 without mark": (lambda: "{}".encode("utf-16-le"), "is no JSON"),
    "byte order mark": (lambda: b"\xef\xbb\xbf{}", "is no JSON"),
    "half a surrogate in UTF-8": (lambda: b'"\xed\xa0\x80"', "is no text in UTF-8"),
    "no JSON": (lambda: b"{'a': 1}", "is no JSON: line 1, column 2"),
    "two documents": (lambda: b"{}{}", "is no JSON"),
    "deep lists": (lambda: b"[" * 200_000, "is nested too deeply"),
    "deep objects": (lambda: b'{"a":' * 200_000, "is nested too deeply"),
    "many values": (lambda: b"[" + b"1," * (limits.MAX_PARTS + 1) + b"1]", "more than 1000000 values"),
    "many keys": (lambda: json.dumps(dict.fromkeys(map(str, range(2_000)))).encode(), "more than 1000 keys"),
    "long number": (lambda: b"[" + b"9" * 5_000 + b"]", "a number of 5000 digits"),
    "long negative number": (lambda: b"[-" + b"9" * 100_000 + b"]", "a number of 100001 digits"),
    "infinity": (lambda: b"[Infinity]", "has Infinity for a number"),
    "minus infinity": (lambda: b"[-Infinity]", "has -Infinity for a number"),
    "not a number": (lambda: b"[NaN]", "has NaN for a number"),
    "1e999": (lambda: b"[1e999]", "a number that is too large: 1e999"),
    "a key twice": (lambda: b'{"a": {"format": 1, "format": 2}}', 'the key "format" twice'),
    "a strange key twice": (lambda: b'{"\\ud800\\n": 1, "\\ud800\\n": 2}', r'the key "\xd800\x0a" twice'),
    "another format": (lambda: json.dumps({"format": "\x1b[2J" * 999}).encode(), "is unknown: this program reads"),
    "a list": (lambda: b"[]", "format None version None is unknown"),
    "bomb": (lambda: packed(bytes(limits.MAX_BYTES + 1)), "has more than 64 MB"),
    "plain and large": (lambda: b" " * (limits.MAX_BYTES + 1), "has more than 64 MB"),
    "two members": (lambda: packed(b"{") + packed(b"}"), "something stands behind its end"),
    "many members": (lambda: packed(b"") * 200_000, "something stands behind its end"),
    "rubbish behind": (lambda: packed(b"{}") + b"rubbish", "something stands behind its end"),
    "cut off": (lambda: packed(bytes(range(256)))[:-9], "its end is missing"),
    "head only": (lambda: b"\x1f\x8b", "its end is missing"),
    "wrong checksum": (lambda: packed(b"{}")[:-8] + bytes(8), "is damaged and cannot be unpacked"),
    "packed twice": (lambda: packed(packed(b"{}")), "is no text in UTF-8"),
}


@pytest.fixture(scope="module")
def configuration(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("configuration") / "pbem.toml"
    file.write_text(
        'database = "games.sqlite"\nsecret = "sixteen letters and more"\nmoderator = "master@pbem.test"\n'
        '[imap]\nhost = "127.0.0.1"\nuser = "m@pbem.test"\npassword = "rose"\n'
        '[smtp]\nhost = "127.0.0.1"\nsender = "m@pbem.test"\n'
    )
    return file


def told_by(configuration: Path, *arguments: str) -> str:
    """What a command says that must fail, on one line. There is no game afterwards."""
    result = CliRunner().invoke(app, ["--config", str(configuration), *arguments])
    assert (result.exit_code, result.stdout) == (1, "")
    assert isinstance(result.exception, SystemExit)
    assert is_one_line(result.stderr.removesuffix("\n")), result.stderr
    db = Database.open(configuration.parent / "games.sqlite")
    with db.reading() as session:
        assert lobby.games(session) == []
    db.close()
    return result.stderr


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_no_document_is_refused_with_its_name(configuration: Path, tmp_path: Path, name: str) -> None:
    content, problem = FILES[name]
    file = tmp_path / "game.json"
    file.write_bytes(content())
    for command in ("import", "verify"):
        told = told_by(configuration, command, str(file))
        assert told.startswith(f"pbem: {file}: ")
        assert problem in told


def test_what_is_no_regular_file_is_refused_and_not_waited_for(configuration: Path, tmp_path: Path) -> None:
    pipe, folder = tmp_path / "pipe.json", tmp_path / "folder.json"
    os.mkfifo(pipe)
    folder.mkdir()
    for command in ("import", "verify"):
        assert f"{pipe}: is no regular file" in told_by(configuration, command, str(pipe))
        assert "/dev/zero: is no regular file" in told_by(configuration, command, "/dev/zero")
        assert f"{folder}: Is a directory" in told_by(configuration, command, str(folder))


def test_a_file_s_name_steers_no_terminal(configuration: Path, tmp_path: Path) -> None:
    file = tmp_path / "a\x1b[2J\n.json"
    file.write_bytes(b"{}")
    assert "a\\x1b[2J\\x0a.json: format None" in told_by(configuration, "import", str(file))


def test_an_honest_file_is_read_plain_and_packed(document: Document, tmp_path: Path) -> None:
    file, data = tmp_path / "game", json.dumps(document).encode()
    for content in (data, packed(data)):
        file.write_bytes(content)
        assert read_document(file) == document


# Documents


def put(*path: str | int) -> Callable[[Document, Any], None]:
    """Puts a value into the place that `path` names."""

    def change(document: Document, value: Any) -> None:
        place: Any = document
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value

    return change


NAMES: list[tuple[str | int, ...]] = [
    ("game", "name"),
    ("game", "scenario"),
    ("game", "rules"),
    ("game", "held_because"),
    ("seats", 0, "player"),
    ("seats", 0, "address"),
    ("seats", 0, "token_hash"),
    ("seats", 0, "salt"),
    ("seats", 0, "receipt"),
    ("observers", 0, "name"),
    ("observers", 0, "address"),
    ("observers", 0, "thread"),
    ("entries", 0, "turn"),
    ("entries", 0, "note"),
    ("entries", 0, "subject"),
    ("events", 0, "name"),
    ("letters", 0, "message_id"),
    ("letters", 0, "sender"),
    ("letters", 0, "outcome"),
    ("mails", 0, "message_id"),
    ("mails", 0, "envelope_to"),
    ("mails", 0, "last_error"),
    ("terms", "deadline"),
]
TEXTS = {
    "a header of its own": "ann@example.test\r\nBcc: eve@example.test",
    "a line of its own": "ann\n",
    "NUL": "ann\0",
    "escape": "\x1b[2J",
    "a paragraph separator": "a\u2029b",
    "half a character": "a\ud800",
    "very long": "x" * 3_000_000,
}
NUMBERS: list[tuple[str | int, ...]] = [
    ("game", "rules_version"),
    ("seats", 0, "told"),
    ("observers", 0, "told"),
    ("entries", 0, "number"),
    ("events", 0, "entry_number"),
    ("events", 0, "place"),
    ("mails", 0, "attempts"),
]
MOMENTS: list[tuple[str | int, ...]] = [
    ("game", "created"),
    ("game", "finished"),
    ("entries", 0, "written"),
    ("letters", 0, "received"),
    ("mails", 0, "queued"),
    ("mails", 0, "next_attempt"),
]
DATES: tuple[Any, ...] = (
    "0001-01-01T00:00:00+23:59",
    "9999-12-31T23:59:59-23:59",
    "2026-08-22T12:00:00",
    "2500-01-01T00:00:00Z",
    1e300,
    -1,
    "now",
    {},
)
BLOBS: list[tuple[str | int, ...]] = [
    ("game", "options", "x"),
    ("game", "result"),
    ("entries", 0, "answer"),
    ("events", 0, "data", "x"),
]


def nested(depth: int) -> object:
    value: object = 1
    for _ in range(depth):
        value = [value]
    return value


VALUES: dict[str, object] = {
    "deep": nested(200),
    "wide": [0] * 100_000,
    "large": 2**63,
    "very large": -(10**19),
    "large fraction": 1e300,
    "long": "x" * (MAX_TEXT + 1),
    "key with a line break": {"a\nb": 1},
    "half a character": ["\udfff"],
    "NUL": ["\0"],
}
NO_NAMES: tuple[Any, ...] = (7, [], {"a": 1}, True)
NO_NUMBERS: tuple[Any, ...] = (-2, 2**63, 10**19, "1", 1.5, True, None, [])
PLACES = [
    *((path, value) for path in NAMES for value in TEXTS.values()),
    *((path, value) for path in NAMES for value in NO_NAMES),
    *((path, value) for path in NUMBERS for value in NO_NUMBERS),
    *((path, value) for path in MOMENTS for value in DATES),
    *((path, value) for path in BLOBS for value in VALUES.values()),
]


def refused(desk: Desk, document: Document) -> str:
    """Why an archive is refused, on a line; nothing of it is kept."""
    with pytest.raises(FORESEEN) as caught:
        move_in(desk, document)
    told = one_line(str(caught.value))
    with desk.db.reading() as session:
        assert lobby.games(session) == []
        assert outbox.refused_mails(session) == []
        assert inbox.pending_letters(session) == []
    return told


@pytest.mark.long
def test_a_value_that_no_game_has_is_refused_wherever_it_stands(ground: Ground) -> None:
    for path, value in PLACES:
        document = deepcopy(ground.document)
        put(*path)(document, value)
        with pytest.raises(BadArchive) as caught:
            move_in(ground.desk, document)
        assert is_one_line(str(caught.value)), path
        assert str(path[0]) in str(caught.value) or "the commitment" in str(caught.value), path
    with ground.desk.db.reading() as session:
        assert lobby.games(session) == []


def note(kind: str, key: str, answer: object, seat: str = "york") -> Callable[[Document], object]:
    """One more entry, of those that answer no question."""

    def change(document: Document) -> None:
        last = document["entries"][-1]
        entry = {"kind": kind, "key": key, "answer": answer, "seat": seat, "subject": seat, "after": "", "letter": None}
        document["entries"].append(last | entry | {"number": last["number"] + 1})

    return change


def many_orders(document: Document) -> None:
    """Each for a scope of its own, so that none replaces another."""
    for number in range(400):
        note("instruction", "reroll", {"verb": "reroll", "policy": [], "scope": ["phase", str(number)]})(document)


HOSTILE: dict[str, tuple[Callable[[Document], object], str]] = {
    "a scenario elsewhere": (lambda d: d["game"].update(scenario="../../etc/passwd"), "no scenario '../../etc/passwd'"),
    "the beginning of a scenario": (lambda d: d["game"].update(scenario="bosw"), "has no scenario 'bosw'"),
    "a language elsewhere": (
        lambda d: d["game"].update(options={"language": {"york": "../de"}}),
        "there is no language '../de'",
    ),
    "a language for nobody": (lambda d: d["game"].update(options={"language": {"kent": "en"}}), "there is no seat 'kent'"),
    "a language that is none": (lambda d: d["game"].update(options={"language": 7}), "languages are not given by seat"),
    "means that are none": (lambda d: d["game"].update(options={"without": 7}), "7 is no list of means"),
    "unknown means": (lambda d: d["game"].update(options={"without": [["magic"]]}), "unknown here"),
    "rules that are not here": (lambda d: d["game"].update(rules="../chess"), "there is no game '../chess' here"),
    "a term that is none": (lambda d: d["terms"].update(colour="red"), "there is no term 'colour'"),
    "a term of no length": (lambda d: d["terms"].update(deadline="9" * 900 + "h"), "deadline"),
    "a zone that is none": (lambda d: d["terms"].update(zone="../../etc/passwd"), "there is no time zone"),
    "a thread of a player": (lambda d: d["observers"][0].update(thread="york"), "observers.0.thread"),
    "a token for its hash": (lambda d: d["seats"][0].update({"token_hash": "k7m2"}), "seats.0.token_hash"),
    "a hash with an end of line": (lambda d: d["seats"][0].update(token_hash="0" * 64 + "\n"), "seats.0.token_hash"),
    "a former hash that is none": (lambda d: d["seats"][0].update(former_token_hash=""), "seats.0.former_token_hash"),
    "an empty token": (lambda d: d["seats"][0].update(token=""), "seats.0.token_hash"),
    "a token that is a list": (lambda d: d["seats"][0].update(token=["k7m2"]), "seats.0.token_hash"),
    "two recipients": (lambda d: d["seats"][0].update(address="a@b.test,c@d.test"), "seats.0.address"),
    "a recipient in brackets": (lambda d: d["seats"][0].update(address="a><b@d.test"), "seats.0.address"),
    "more keys": (lambda d: d.update(dict.fromkeys(map(str, range(900)), 1)), "Extra inputs"),
    "many seats": (lambda d: d.update(seats=d["seats"] * 60), "seats: List should have at most 100 items"),
    "many strikes": (lambda d: d.update(strikes=[strike(1)] * 1_001), "strikes: List should have at most 1000 items"),
    "letters that are no base64": (lambda d: d["letters"][0].update(raw="\u0661\u0662\u0663\u0664"), "letters.0.raw"),
    "letters with rubbish": (lambda d: d["letters"][0].update(raw="AAAA\n===="), "letters.0.raw"),
    "an entry of a stranger": (
        note("receipt", "receipt", {"orders": [], "previous": ""}, "kent"),
        "there are no seats kent",
    ),
    "a letter of a stranger": (lambda d: d["letters"][0].update(seat="kent"), "there are no seats kent"),
    "a mail of a stranger": (lambda d: d["mails"][0].update(seat="kent"), "there are no seats kent"),
    "a salt that is none": (note("salt", "salt", ["a"] * 9_000), "is no player's share in the dice"),
    "salts of many": (note("salt", "salt", "ab", "kent"), "more players have a share"),
    "a draft that is none": (note("draft", "x", {"a": 7}), "this is no draft"),
    "waiting lines that are none": (note("waiting", "waiting", [{"line": 7}]), "this is no waiting"),
    "a waiting entry of another kind": (note("waiting", "magic", []), "a waiting cannot be about 'magic'"),
    "stopped lines that are none": (note("waiting", "stopped", []), "this is no waiting"),
    "an order that is none": (note("instruction", "x", {"verb": "x"}), "this is no instruction"),
    "a receipt that is none": (note("receipt", "receipt", {"orders": "x"}), "this is no receipt"),
    "a deadline without zone": (
        note("clock", "deadline", {"asked": 1, "from": "2026-08-22T12:00:00", "due": "2026-08-22T12:00:00"}),
        "this is no clock",
    ),
    "days away for ever": (
        note("clock", "absent", {"from": "2026-08-22T12:00:00Z", "to": "9999-12-31T23:00:00Z", "zone": "UTC"}),
        "this is no clock",
    ),
    "more time than there is": (note("clock", "extended", {"asked": 1, "seconds": 10**15, "by": "x"}), "this is no clock"),
    "a clock of another kind": (note("clock", "magic", None), "a clock cannot be about 'magic'"),
    "a zone of nowhere": (note("clock", "zone", "Mars/Olympus"), "there is no time zone"),
    "an answer of another shape": (lambda d: answered(d).update(answer=[{"a": []}]), "the answer is not legal"),
    "an answer that nobody may give": (lambda d: answered(d).update(answer="x"), "the answer is not legal"),
    "a die with seven faces": (lambda d: rolled(d).update(answer=7), "a die shows 1 to 6"),
    "many standing orders": (many_orders, "more than 300 standing orders"),
}


def strike(number: int) -> Document:
    return {"first": number, "last": number, "reason": "", "struck": "2026-08-22T12:00:00Z"}


def answered(document: Document) -> Document:
    return next(entry for entry in document["entries"] if entry["kind"] == "answer")


def rolled(document: Document) -> Document:
    return next(entry for entry in document["entries"] if entry["kind"] == "roll")


@pytest.mark.parametrize("name", HOSTILE)
def test_what_no_game_holds_is_refused_and_nothing_is_kept(ground: Ground, document: Document, name: str) -> None:
    change, problem = HOSTILE[name]
    change(document)
    assert problem in refused(ground.desk, document)


@pytest.mark.parametrize("line", [7, None, ["x"], {"line": "x"}])
def test_a_line_that_is_none_is_a_difference_in_a_log_that_is_verified(ground: Ground, line: object) -> None:
    document = deepcopy(ground.waiting)
    written = next(entry["answer"]["now"] for entry in document["entries"] if entry["kind"] == "waiting")
    written[0]["line"] = line
    assert "this is no waiting" in refused(ground.desk, document)
    assert not verify_document(document, ground.desk.games, ground.desk.scenarios).ok


def test_many_letters_that_wait_are_refused(ground: Ground, document: Document) -> None:
    document["letters"] += [
        document["letters"][0] | {"message_id": f"<{n}@x>", "status": "new", "raw": ""} for n in range(1_001)
    ]
    assert "more than 1000 letters wait" in refused(ground.desk, document)


def test_an_honest_archive_is_taken_in_and_can_be_shown(desk: Desk, document: Document) -> None:
    moved = move_in(desk, document)
    assert (moved.mails, moved.letters) == (0, 0)
    with desk.db.reading() as session:
        assert outbox.refused_mails(session) == []
        assert "does not replay" not in moderators_view(Context(session, desk), moved.game.name)


def test_a_game_in_which_lines_wait_is_taken_in_with_what_they_were_shown_to_be(desk: Desk, ground: Ground) -> None:
    log = ground.waiting["entries"]
    lines = [line for entry in log if entry["kind"] == "waiting" for line in entry["answer"]["now"]]
    shown = [name for line in lines if isinstance(line, dict) for name in line["shown"]]
    assert {*shown} == {"odds", "costs", "who", "from", "part"}
    moved = move_in(desk, deepcopy(ground.waiting))
    with desk.db.reading() as session:
        assert export_game(session, moved.game.id)["entries"][: len(log)] == log


def test_a_log_of_other_rules_is_taken_in_and_said_to_differ(desk: Desk, document: Document) -> None:
    for entry in document["entries"]:
        entry["after"] = "0" * 16 if entry["after"] else ""
    moved = move_in(desk, document)
    with desk.db.reading() as session:
        assert "its log does not replay: entry" in moderators_view(Context(session, desk), moved.game.name)


# Mails that wait


def mail_to(document: Document, address: str) -> Document:
    return next(m for m in document["mails"] if m["envelope_to"] == address)


def rewritten(old: bytes, new: bytes) -> Callable[[Document], None]:
    """Changes York's first mail."""

    def change(document: Document) -> None:
        mail = mail_to(document, "ann@example.test")
        raw = b64decode(mail["raw"])
        assert old in raw
        mail["raw"] = b64encode(raw.replace(old, new, 1)).decode()

    return change


MAILS: dict[str, tuple[Callable[[Document], object], str]] = {
    "to a stranger": (
        lambda d: mail_to(d, "ann@example.test").update(envelope_to="eve@example.test"),
        "nobody of this game reads mail there",
    ),
    "of another moderator": (
        lambda d: mail_to(d, "ann@example.test").update(message_id="<bosworth-1.york.open@example.test>"),
        "it was not written here",
    ),
    "with another sender": (rewritten(f"From: {MODERATOR}".encode(), b"From: bank@example.test"), "its From is not"),
    "with two readers": (rewritten(b"To: ann@", b"To: eve@example.test, ann@"), "its To is not"),
    "with a copy": (rewritten(b"Subject:", b"Cc: eve@example.test\r\nSubject:"), "its header has 'cc'"),
    "with a blind copy": (rewritten(b"Subject:", b"Bcc: eve@example.test\r\nSubject:"), "its header has 'bcc'"),
    "with two To": (rewritten(b"Subject:", b"To: eve@example.test\r\nSubject:"), "its header has 'to'"),
    "sent on": (rewritten(b"Subject:", b"Resent-To: eve@example.test\r\nSubject:"), "its header has 'resent-to'"),
    "answered elsewhere": (rewritten(b"Reply-To: moderator+", b"Reply-To: eve+"), "its Reply-To leads elsewhere"),
    "answered to two": (rewritten(b"Reply-To: ", b"Reply-To: eve@example.test, "), "its Reply-To leads elsewhere"),
    "with another name": (rewritten(b"Message-ID: <", b"Message-ID: <x"), "its Message-ID is not"),
    "with a mail behind it": (
        rewritten(b"\r\n\r\n", b"\r\n\r\n\n.\nMAIL FROM:<eve@example.test>\n"),
        "in the form of mails",
    ),
    "with a bare CR": (rewritten(b"Subject:", b"X: a\rCc: eve@example.test\r\nSubject:"), "in the form of mails"),
    "with 8 bits in its header": (rewritten(b"Subject:", b"Subject: \xff"), "in the form of mails"),
    "without a header": (lambda d: mail_to(d, "ann@example.test").update(raw="SGVsbG8="), "its From is not"),
    "that is huge": (rewritten(b"\r\n\r\n", b"\r\n\r\n" + b"spam" * 2_000_000), "it is too large"),
}


@pytest.mark.parametrize("name", MAILS)
def test_a_mail_that_we_have_not_written_so_is_not_sent(desk: Desk, document: Document, name: str) -> None:
    change, why = MAILS[name]
    change(document)
    assert move_in(desk, document).mails == 1
    with desk.db.reading() as session:
        (mail,) = outbox.refused_mails(session)
        assert "not sent: it came with an archive, and " in mail.last_error
        assert why in mail.last_error
        queued = outbox.due(session, desk.now() + timedelta(days=1), 1_000)
    readers = {"ann@example.test", "bob@example.test", "clio@example.test"}
    assert {mail.envelope_to for mail in queued} <= readers


def test_mails_of_our_own_are_sent_on_after_a_move(desk: Desk, document: Document) -> None:
    waiting = {mail["message_id"] for mail in document["mails"] if mail["status"] == "waiting"}
    assert {mail["kind"] for mail in document["mails"]} >= {"report", "notice", "observer"}
    move_in(desk, document)
    with desk.db.reading() as session:
        queued = {mail.message_id for mail in outbox.due(session, desk.now() + timedelta(days=1), 1_000)}
    assert waiting <= queued


def test_another_moderator_sends_nothing_that_the_first_has_written(desk: Desk, document: Document) -> None:
    waiting = sum(mail["status"] == "waiting" for mail in document["mails"])
    assert move_in(replace(desk, secret=b"t" * 16, mailbox="other@example.test"), document).mails == waiting > 0


# Letters that wait


def letter(to: str, message_id: str = "<new@example.test>", body: str = "flee none\n", status: str = "new") -> Document:
    message = EmailMessage()
    message["From"], message["To"], message["Message-ID"] = "ann@example.test", to, message_id
    message.set_content(body)
    raw = bytes(message)
    return {
        "message_id": message_id,
        "received": "2026-08-22T12:00:00Z",
        "sender": "ann@example.test",
        "filed": True,
        "seat": "york",
        "status": status,
        "outcome": "",
        "digest": sha256(raw).hexdigest(),
        "raw": b64encode(raw).decode(),
    }


def test_letters_that_wait_are_for_the_archive_s_own_game_or_dealt_with_never(
    ground: Ground, document: Document, desk: Desk
) -> None:
    other = deepcopy(ground.document)
    for seat in other["seats"]:
        seat["token_hash"] = hash_of(f"other.{seat['name']}")
    other["letters"], other["mails"], other["observers"] = [], [], []
    for entry in other["entries"]:
        entry["letter"] = None
    move_in(desk, other, "other")
    mine = f"moderator+sha256-{document['seats'][0]['token_hash']}@example.test"
    theirs = f"moderator+sha256-{hash_of('other.york')}@example.test"
    document["letters"] += [
        letter(mine, "<mine@example.test>"),
        letter(theirs, "<theirs@example.test>"),
        letter(theirs, "<held@example.test>", status="held"),
        letter(MODERATOR, "<nobody@example.test>"),
        letter(mine, "<large@example.test>", "x" * 70 + "\n" + ("y" * 70 + "\n") * 15_000),
        letter(mine, "<masked@example.test>") | {"message_id": "<another@example.test>"},
    ]
    assert move_in(desk, document).letters == 5
    with desk.db.reading() as session:
        assert [row.message_id for row in inbox.pending_letters(session)] == ["<mine@example.test>"]
        assert inbox.held_letters(session) == []
        told = {row.message_id: row.outcome for row in inbox.dead_letters(session)}
    assert "is not for this game" in told["<theirs@example.test>"]
    assert "is not for this game" in told["<held@example.test>"]
    assert "more than are read" in told["<large@example.test>"]
    assert "another letter by its header" in told["<another@example.test>"]


def test_a_letter_of_ours_that_an_archive_names_is_still_dealt_with(desk: Desk, document: Document) -> None:
    ours = letter(MODERATOR, "<ours@example.test>")
    with desk.db.writing() as session:
        inbox.accept(session, b64decode(ours["raw"]), "<ours@example.test>", "ann@example.test", desk.now())
    document["letters"].append(ours | {"filed": False})
    assert move_in(desk, document).letters == 0
    with desk.db.reading() as session:
        assert [row.message_id for row in inbox.pending_letters(session)] == ["<ours@example.test>"]


# What is exported


def test_a_letter_with_any_name_does_not_keep_its_game_from_being_exported(desk: Desk, document: Document) -> None:
    move_in(desk, document)
    with desk.db.writing() as session:
        game = lobby.find_game(session, document["game"]["name"])
        for name in ("<a\x01@x>", "<a\x02@x>", "<\xe9@x>", f"<{'x' * 3_000}@x>"):
            row, _ = inbox.accept(session, b"x", name, "a\x07@x", desk.now())
            inbox.settle(session, row.id, "dead", "two\nlines\x1b" + "x" * 90_000, game_id=game.id)
        exported = export_game(session, game.id)
    strange = [each for each in exported["letters"] if each["message_id"].endswith("@unreadable>")]
    assert len({each["message_id"] for each in strange}) == 4
    assert strange[0]["outcome"].startswith(r"two\x0alines\x1bxxx")


# Proofs


def test_a_log_that_the_rules_cannot_take_is_told_in_bounded_lines(ground: Ground, document: Document) -> None:
    for number, entry in enumerate(document["entries"]):
        if entry["kind"] == "roll":
            entry["answer"] = ["x" * MAX_TEXT, {"a": [number]}]
        if entry["kind"] == "instruction":
            entry["answer"] = 7
    verdict = verify_document(document, ground.desk.games, ground.desk.scenarios)
    assert not verdict.ok
    assert all(map(is_one_line, verdict.text().splitlines()))


def test_a_verdict_is_bounded_however_much_is_wrong(ground: Ground, document: Document) -> None:
    roll = rolled(document)
    first = len(document["entries"]) + 1
    document["entries"] += [roll | {"number": number, "answer": 7} for number in range(first, first + 2_000)]
    lines = verify_document(document, ground.desk.games, ground.desk.scenarios).text().splitlines()
    assert 200 < len(lines) < 220
    assert any(line.startswith("and 18") for line in lines)


@pytest.mark.parametrize("options", [{"without": 7}, {"without": ["magic"]}, {"without": [[]]}])
def test_options_that_there_are_not_are_told_by_verify(ground: Ground, document: Document, options: object) -> None:
    document["game"]["options"] = options
    with pytest.raises(FORESEEN, match="played without something unknown"):
        verify_document(document, ground.desk.games, ground.desk.scenarios)


# Clocks


def test_times_that_come_to_more_years_than_there_are_are_refused(desk: Desk, document: Document) -> None:
    for year in range(100):
        away = {"from": f"{2026 + year}-08-22T12:00:00Z", "to": "2199-01-01T00:00:00Z", "zone": "UTC"}
        note("clock", "absent", away)(document)
        for _ in range(10):
            note("clock", "extended", {"asked": None, "seconds": 10 * 365 * 86_400, "by": "moderator"})(document)
    assert "it cannot be shown here: OverflowError" in refused(desk, document)


def test_a_clock_that_cannot_be_read_stops_its_own_game_only(ground: Ground, document: Document, desk: Desk) -> None:
    broken = move_in(desk, document).game
    with desk.db.writing() as session:
        numbers = journal.next_number(session, broken.id)
        line = JournalLine(number=numbers, kind="clock", seat="york", key="missed", subject="york", answer=7, after="")
        journal.append(session, broken.id, [line], None, desk.now())
    other = deepcopy(ground.document)
    for seat in other["seats"]:
        seat["token_hash"] = seat["token_hash"][::-1]
    other["letters"], other["mails"], other["observers"] = [], [], []
    for entry in other["entries"]:
        entry["letter"] = None
    move_in(desk, other, "other")
    later = replace(desk, now=lambda: desk.now() + timedelta(days=4))
    said = tick(later, later.now())
    assert any(line.startswith(f"{broken.name}: held, the clock could not do its work") for line in said)
    assert any(line.startswith("other: ") for line in said)


# Anything at all


WORST: tuple[object, ...] = (
    None,
    True,
    0,
    -1,
    7,
    2**31,
    2**63,
    10**400,
    1.5,
    1e308,
    "",
    "x",
    "york",
    "lancaster",
    "dice",
    "clock",
    "salt",
    "answer",
    "over",
    "2026-08-22T12:00:00Z",
    "0001-01-01T00:00:00Z",
    "\ud800",
    "\0",
    "a\r\nBcc: eve@example.test",
    "../../etc/passwd",
    "%s{0}{{ x }}",
    "x" * 20_000,
    [],
    {},
    [[]],
    [None],
    ["x"],
    [1, 2, 3],
    {"x": 1},
    {"number": 1},
    nested(50),
    nested(10),
)


def places(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every place in a document."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, part in parts:
        yield (*path, step)
        yield from places(part, (*path, step))


SOMEWHERE = st.tuples(st.integers(0, 10**6), st.integers(0, 10**6), st.integers(0, len(WORST) - 1))
"""A part of the document, a place in that, and what is put there."""


def doctored(honest: Document, changes: list[tuple[int, int, int]]) -> Document:
    document = deepcopy(honest)
    for part, place, worst in changes:
        names = sorted(document)
        name = names[part % len(names)]
        inside = [(name, *path) for path in places(document[name])] or [(name,)]
        put(*inside[place % len(inside)])(document, deepcopy(WORST[worst]))
    return document


@pytest.mark.long
@given(changes=st.lists(SOMEWHERE, min_size=1, max_size=3), waiting=st.booleans())
@settings(max_examples=60)
def test_whatever_stands_anywhere_is_refused_or_can_be_shown(
    ground: Ground, tmp_path_factory: pytest.TempPathFactory, changes: list[tuple[int, int, int]], waiting: bool
) -> None:
    document = doctored(ground.waiting if waiting else ground.document, changes)
    folder = tmp_path_factory.mktemp("any", numbered=True)
    desk, taken_in = ground.fresh(folder), False
    with suppress(*REFUSALS):
        moved = move_in(desk, document)
        taken_in = True
    if taken_in:
        look_at(desk, moved.game.name)
        tick(desk, desk.now() + timedelta(days=9))
    with suppress(*REFUSALS):
        assert all(map(is_one_line, verify_document(document, desk.games, desk.scenarios).text().splitlines()))
    desk.db.close()
    shutil.rmtree(folder)


def look_at(desk: Desk, name: str) -> None:
    """What the game master looks at."""
    with desk.db.reading() as session:
        assert moderators_view(Context(session, desk), name)
        context = Context(session, desk)
        assert all(row["game"] for row in game_facts(context, GamesPage(most=100)))
        assert status_facts(context, GamesPage(most=100, going_on=True))["games"] is not None
        assert isinstance(log_facts(session, name, struck=True), list)
        assert one_game(context.of(lobby.find_game(session, name)))["game"]
