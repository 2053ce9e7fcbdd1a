"""IMAP servers as they are: what one refuses, breaks or says wrong stops no other letter, and none is answered twice.

Two letters for two games lie in the mailbox under the UIDs 1 and 2. There are four looks, the last one hours later.
"""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from email.message import EmailMessage
from functools import partial
from pathlib import Path

import pytest

from pbem.daemon import Daemon
from pbem.mail.imap.errors import MailboxError, NotMoved
from pbem.mail.imap.mailbox import Mailbox
from pbem.mail.server import Security, Server
from pbem.mail.smtp import Sender
from pbem.moderator.desk.watching import watch
from pbem.moderator.joining.opening import open_game
from pbem.postoffice import HOST, PostOffice
from pbem.store.database import Database
from pbem.store.tables.log import EntryRow
from pbem.store.tables.mail import LeftRow, LetterRow
from tests.support.conversation import MODERATOR, PLAYERS, YORK_SETUP
from tests.support.scripted_imap import CAPABILITIES, CLOSE, TRICKLE, Asked, Quirk, ScriptedImap, on, rewriting
from tests.support.works import ANN, BOXES, MASTER, Serving, Works, text_of

BOTH = frozenset({1, 2})
PLAIN = CAPABILITIES.replace(" IDLE", "")


@dataclass(frozen=True)
class Prepared:
    """A database with two games, and a letter for each."""

    database: Path
    letters: tuple[EmailMessage, EmailMessage]


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    folder = tmp_path_factory.mktemp("prepared")
    with PostOffice(BOXES) as office:
        works = Works(folder, office)
        letters = tuple(works.letter(works.open_game(), "york", YORK_SETUP) for _ in range(2))
        works.empty_outbox()
        works.db.close()
    return Prepared(folder / "games.sqlite", (letters[0], letters[1]))


@pytest.fixture
def works(tmp_path: Path, prepared: Prepared) -> Iterator[Works]:
    with PostOffice(BOXES) as office:
        works = Works(tmp_path, office)
        works.db.close()
        shutil.copy(prepared.database, tmp_path / "games.sqlite")
        works.db = Database.open(tmp_path / "games.sqlite")
        works.desk = replace(works.desk, db=works.db)
        yield works
        works.db.close()


def opens(imap: ScriptedImap, _: object = None, **timeouts: float) -> Mailbox:
    server = Server(HOST, imap.port, MODERATOR, "rose", "none", **{"timeout": 5.0} | timeouts)
    return Mailbox(server, done="pbem-done")


def look(works: Works, imap: ScriptedImap, **timeouts: float) -> int:
    """`pbem once`, so to speak."""
    count = works.once(partial(opens, imap, **timeouts))
    watch(works.desk)
    works.empty_outbox()
    return count


def answered(works: Works, prepared: Prepared) -> dict[int, int]:
    """How often the letters with these UIDs were answered."""
    return {uid: len(works.answers(letter)) for uid, letter in enumerate(prepared.letters, 1)}


def told(works: Works) -> list[str]:
    return [text_of(mail) for mail in works.mails(MASTER)]


# What the server does not give


def nothing(asked: Asked, plain: bytes) -> bytes:
    """A FETCH is answered without a word on UID 1."""
    return b"".join(line for line in _lines(plain) if not line.startswith(b"* 1 FETCH")) if "FETCH" in asked.name else plain


def _lines(reply: bytes) -> list[bytes]:
    return [line for line in re.split(rb"(?=^\* \d+ FETCH|^\S+ OK)", reply, flags=re.MULTILINE) if line]


def bodies_only(quirk: Quirk) -> Quirk:
    """As a quirk, but headers are given."""
    made = lambda asked, plain: quirk(asked, plain) if "BODY.PEEK[]" in asked.rest else plain  # noqa: E731
    if hasattr(quirk, "instead"):
        made.instead = True  # type: ignore[attr-defined]
    return made


FETCH = "UID FETCH"
WORDS = "Server error while fetching messages"
REFUSED: dict[str, tuple[Quirk, str]] = {
    "NO": (on(FETCH, lambda asked: asked.no(WORDS), uid=1), WORDS),
    "NO with a code": (on(FETCH, lambda asked: asked.no("[UNAVAILABLE] try later"), uid=1), "[UNAVAILABLE] try later"),
    "BAD": (on(FETCH, lambda asked: asked.bad("internal fault"), uid=1), "internal fault"),
    "BYE": (on(FETCH, lambda _: b"* BYE fault in the store\r\n" + CLOSE, uid=1), "it breaks off"),
    "hung up": (on(FETCH, lambda _: CLOSE, uid=1), "it breaks off"),
    "a literal cut short": (
        on(FETCH, lambda _: b"* 1 FETCH (UID 1 BODY[HEADER]<0> {900}\r\nFrom: a" + CLOSE, uid=1),
        "it breaks off",
    ),
    "an answer that cannot be parsed": (
        on(FETCH, lambda asked: b"* 1 FETCH (UID 1 BODY[HEADER]<0>)\r\n" + asked.ok(), uid=1),
        "uneven number of response items",
    ),
    "a literal of more octets than there can be": (
        on(FETCH, lambda _: b"* 1 FETCH (UID 1 BODY[HEADER]<0> {99999999999999999999}\r\nFrom: a" + CLOSE, uid=1),
        "it breaks off",
    ),
    "an unknown line": (on(FETCH, lambda asked: b"what now?\r\n" + asked.ok(), uid=1), "it breaks off"),
    "nothing": (nothing, "it gives nothing"),
    "NIL": (
        rewriting(FETCH, rb"(\(UID 1 .*?BODY\[(?:HEADER)?\](?:<0>)?) \{\d+\}\r\n(?s:.*?\r\n\r\n)", rb"\1 NIL"),
        "(empty)",
    ),
    "empty": (
        on(FETCH, lambda asked: b'* 1 FETCH (UID 1 RFC822.SIZE 0 BODY[HEADER]<0> "")\r\n' + asked.ok(), uid=1),
        "(empty)",
    ),
    "a literal8": (
        lambda asked, plain: re.sub(rb"(\(UID 1 [^{]*)(\{\d+\})", rb"\1~\2", plain) if asked.name == FETCH else plain,
        "RFC822.SIZE, BODY[HEADER]",
    ),
    "a UID of 0": (on(FETCH, lambda asked: b"* 1 FETCH (UID 0 RFC822.SIZE 5)\r\n" + asked.ok(), uid=1), "it gives nothing"),
    "flags only": (on(FETCH, lambda asked: b"* 1 FETCH (UID 1 FLAGS ())\r\n" + asked.ok(), uid=1), "it gives FLAGS"),
    "the letter of another UID": (
        on(FETCH, lambda asked: b"* 2 FETCH (UID 9 BODY[HEADER]<0> {4}\r\na: b)\r\n" + asked.ok(), uid=1),
        "it gives nothing",
    ),
    "body: NO": (bodies_only(on(FETCH, lambda asked: asked.no(WORDS), uid=1)), WORDS),
    "body: hung up": (bodies_only(on(FETCH, lambda _: CLOSE, uid=1)), "it breaks off"),
    "body: nothing": (bodies_only(nothing), "it gives nothing"),
    "body: empty": (
        bodies_only(on(FETCH, lambda asked: b'* 1 FETCH (UID 1 BODY[]<0> "")\r\n' + asked.ok(), uid=1)),
        "(empty)",
    ),
    "body: another origin": (
        bodies_only(on(FETCH, lambda asked: b"* 1 FETCH (UID 1 BODY[]<7> {4}\r\na: b)\r\n" + asked.ok(), uid=1)),
        "it gives BODY[]<7>",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_letter_that_the_server_does_not_give_stops_no_other(works: Works, prepared: Prepared, name: str) -> None:
    quirk, words = REFUSED[name]
    with ScriptedImap(quirk) as imap:
        for letter in prepared.letters:
            imap.put(bytes(letter))
        for _ in range(3):
            look(works, imap)
            assert answered(works, prepared) == {1: 0, 2: 1}
        works.clock.move(hours=3)
        look(works, imap)
        assert answered(works, prepared) == {1: 0, 2: 1}
        (notice,) = told(works)
        assert "UID 1: " in notice
        assert words in notice
        assert [each.uid for each in imap.folders["INBOX"]] == [1]
        imap.quirks.clear()
        works.clock.move(days=1)
        look(works, imap)
        assert answered(works, prepared) == {1: 1, 2: 1}
        assert works.rows(LeftRow) == []
    assert len(told(works)) == 1


# What it says wrong, or does not know


@dataclass(frozen=True)
class Odd:
    """A server: its quirks, what it says it can, and what of its words the game master is told ("": nothing). `leaves`:
    letters stay in the inbox.
    """

    quirks: tuple[Quirk, ...] = ()
    told: str = ""
    capabilities: str = CAPABILITIES
    greeting: str = "OK ready"
    validity: int = 7
    leaves: bool = False
    prefix: str = ""
    separator: str = "/"
    done: str = ""


def odd(*quirks: Quirk, told: str = "", **more: object) -> Odd:
    return Odd(quirks, told, leaves=bool(told), **more)


def refusing(name: str, words: str, rest: str = "") -> Quirk:
    return on(name, lambda asked: asked.no(words), rest)


def growing() -> Quirk:
    """Another UIDVALIDITY at each look."""
    at = iter(range(100, 10_000))
    return lambda _, plain: re.sub(rb"UIDVALIDITY 7", b"UIDVALIDITY %d" % next(at), plain)


def once_each(quirk: Quirk) -> Quirk:
    """It does so at the first time that somebody asks."""
    asked_before: list[str] = []

    def made(asked: Asked, plain: bytes) -> bytes:
        reply = quirk(asked, plain)
        if reply == plain or asked.name in asked_before:
            return plain
        asked_before.append(asked.name)
        return reply

    if hasattr(quirk, "instead"):
        made.instead = True  # type: ignore[attr-defined]
    return made


def after_login(name: str, reply: Callable[[Asked], bytes]) -> Quirk:
    """It answers so to a command once somebody has logged in."""
    connections: set[int] = set()

    def quirk(asked: Asked, plain: bytes) -> bytes:
        if asked.name == "LOGIN":
            connections.add(asked.connection)
        return reply(asked) if asked.name == name and asked.connection in connections else plain

    return quirk


def below_inbox(words: str = 'Invalid mailbox name: prefix with "INBOX." required') -> Quirk:
    return refusing("CREATE", words, r'^(?!"?INBOX\.)')


def _letters_of(plain: bytes) -> bytes:
    return b"".join(line for line in _lines(plain) if b" FETCH " in line[:20])


NO_MOVE = CAPABILITIES.replace("MOVE ", "")
BARE = "IMAP4rev1"
UNSOLICITED = b"* 1 FETCH (UID 1 FLAGS (Junk))\r\n* 2 FETCH (FLAGS (Junk))\r\n* 2 EXISTS\r\n* 77 EXPUNGE\r\n"
SERVERS: dict[str, Odd] = {
    # FETCH
    "no origin": odd(rewriting(FETCH, rb"(BODY\[(?:HEADER)?\])<0>", rb"\1")),
    "another origin": odd(rewriting(FETCH, rb"(BODY\[(?:HEADER)?\])<0>", rb"\1<65536>")),
    "items in small letters": odd(rewriting(FETCH, rb"BODY\[HEADER\]<0>", rb"body[header]<0>")),
    "BODY.PEEK is echoed": odd(rewriting(FETCH, rb"BODY\[", b"BODY.PEEK[")),
    "a partial FETCH is refused": odd(on(FETCH, lambda asked: asked.bad("no partial"), r"<0\.")),
    "a size is refused": odd(on(FETCH, lambda asked: asked.bad("no size"), "RFC822.SIZE")),
    "a size of 0": odd(rewriting(FETCH, rb"RFC822.SIZE \d+", b"RFC822.SIZE 0")),
    "a size of NIL": odd(rewriting(FETCH, rb"RFC822.SIZE \d+", b"RFC822.SIZE NIL")),
    "a size too small": odd(rewriting(FETCH, rb"RFC822.SIZE \d+", b"RFC822.SIZE 12")),
    "a size a little too large": odd(rewriting(FETCH, rb"RFC822.SIZE (\d+)", rb"RFC822.SIZE 1\1")),
    "a size far too large": odd(rewriting(FETCH, rb"RFC822.SIZE \d+", b"RFC822.SIZE 4294967295")),
    "no size": odd(rewriting(FETCH, rb" RFC822.SIZE \d+", b"")),
    "news in between": odd(rewriting(FETCH, rb"\A", UNSOLICITED)),
    "news behind": odd(rewriting(FETCH, rb"(?m)^(\S+ OK)", UNSOLICITED + rb"\1")),
    "flags beside": odd(rewriting(FETCH, rb"\(UID (\d)", rb"(FLAGS (\\Recent) UID \1 MODSEQ (12)")),
    "one letter at a time": odd(on(FETCH, lambda asked: asked.no("[LIMIT] one at a time"), r"^\S*[,:]")),
    "the connection breaks off once": odd(once_each(on(FETCH, lambda _: CLOSE))),
    "BYE once": odd(once_each(on(FETCH, lambda _: b"* BYE restart\r\n" + CLOSE))),
    "the whole partial is echoed": odd(rewriting(FETCH, rb"<0>", b"<0.65536>")),
    "a size in quotes": odd(rewriting(FETCH, rb"RFC822.SIZE (\d+)", rb'RFC822.SIZE "\1"')),
    "warnings in between": odd(
        rewriting(FETCH, rb"\A", b"* NO slow today\r\n* BAD odd\r\n* VANISHED (EARLIER) 41,43:116\r\n")
    ),
    "each letter twice": odd(lambda asked, plain: _letters_of(plain) + plain if asked.name == FETCH else plain),
    # SEARCH
    "SEARCH in pieces": odd(rewriting("UID SEARCH", rb"SEARCH 1 2", b"SEARCH 1\r\n* SEARCH 2 (MODSEQ 9)")),
    "no HEADER in SEARCH": odd(on("UID SEARCH", lambda asked: asked.bad("unknown"), "HEADER")),
    "SEARCH is refused": odd(refusing("UID SEARCH", "[SERVERBUG] no index")),
    "SEARCH is BAD": odd(on("UID SEARCH", lambda asked: asked.bad("unknown"))),
    "SEARCH without a line": odd(on("UID SEARCH", lambda asked: asked.ok())),
    "SEARCH finds nothing": odd(on("UID SEARCH", lambda asked: b"* SEARCH\r\n" + asked.ok())),
    "SEARCH hangs up": odd(on("UID SEARCH", lambda _: CLOSE)),
    "SEARCH finds the same twice": odd(rewriting("UID SEARCH", rb"SEARCH 1 2", b"SEARCH 2 1 2 1")),
    "SEARCH finds what is not there": Odd((rewriting("UID SEARCH", rb"SEARCH", b"SEARCH 77"),), "UID 77: it gives nothing"),
    "SEARCH finds what is deleted": odd(rewriting("UID SEARCH", rb"SEARCH.*?\r", b"SEARCH 1 2\r"), capabilities=BARE),
    "SEARCH finds a UID of more than 64 bits": odd(
        rewriting("UID SEARCH", rb"SEARCH 1 2", b"SEARCH 1 2 99999999999999999999")
    ),
    # SELECT
    "no UIDVALIDITY": odd(rewriting("SELECT", rb"\* OK \[UIDVALIDITY 7\] valid\r\n", b"")),
    "another UIDVALIDITY each time": odd(growing()),
    "a UIDVALIDITY of more than 32 bits": odd(rewriting("SELECT", rb"UIDVALIDITY 7", b"UIDVALIDITY 99999999999999999999")),
    "read only": odd(
        rewriting("SELECT", rb"\[READ-WRITE\]", b"[READ-ONLY]"),
        refusing("UID (STORE|MOVE|COPY|EXPUNGE)", "[READ-ONLY] folder"),
        told="may only be read",
    ),
    # Folders
    "prefix in words": odd(below_inbox()),
    "prefix in words, with a dot": odd(below_inbox("no"), separator="."),
    "prefix by NAMESPACE": odd(below_inbox("not allowed"), prefix="INBOX.", separator="."),
    "NAMESPACE is NIL": odd(on("NAMESPACE", lambda asked: b"* NAMESPACE NIL NIL NIL\r\n" + asked.ok())),
    "NAMESPACE is refused": odd(on("NAMESPACE", lambda asked: asked.bad("unknown"))),
    "NAMESPACE hangs up": odd(on("NAMESPACE", lambda _: CLOSE), told="breaks off"),
    "no separator": odd(rewriting("LIST", rb'"/"', b"NIL")),
    "LIST is refused": odd(refusing("LIST", "no list")),
    "LIST of names that nobody can read": odd(
        rewriting("LIST", rb"(?m)^(\S+ OK)", b'* LIST () "/" "B\xfccher &&&-"\r\n\\1')
    ),
    "CREATE is refused": odd(refusing("CREATE", "Permission denied"), told="Permission denied"),
    "there already": odd(refusing("CREATE", "Mailbox already exists"), refusing("LIST", "no list"), done="pbem-done"),
    "SUBSCRIBE is refused": odd(refusing("SUBSCRIBE", "no")),
    # Moving
    "over quota": odd(refusing("UID (MOVE|COPY)", "[OVERQUOTA] Mailbox full"), told="[OVERQUOTA] Mailbox full"),
    "MOVE is refused": odd(refusing("UID MOVE", "[CANNOT] not here")),
    "MOVE says OK and moves nothing": odd(on("UID MOVE", lambda asked: asked.ok())),
    "MOVE and \\Deleted say OK and do nothing": odd(
        on("UID (MOVE|STORE|EXPUNGE)", lambda asked: asked.ok()), told="says OK to each step"
    ),
    "\\Deleted says OK and does nothing": odd(
        on("UID (STORE|EXPUNGE)", lambda asked: asked.ok()), told="says OK to each step", capabilities=NO_MOVE
    ),
    "MOVE hangs up": odd(on("UID MOVE", lambda _: CLOSE), told="it breaks off"),
    "MOVE hangs up when it is done": odd(lambda asked, plain: CLOSE if asked.name == "UID MOVE" else plain),
    "MOVE tells what it did": odd(rewriting("UID MOVE", rb"\A", b"* OK [COPYUID 7 1 1] moved\r\n* 1 EXPUNGE\r\n")),
    "MOVE says NO when it is done": odd(rewriting("UID MOVE", rb"(?m)^(\S+) OK", rb"\1 NO")),
    "no MOVE": odd(capabilities=NO_MOVE),
    "neither MOVE nor UIDPLUS": odd(capabilities=BARE),
    "COPY with TRYCREATE": odd(once_each(refusing("UID (MOVE|COPY)", "[TRYCREATE] gone")), capabilities=BARE),
    "STORE is refused": odd(refusing("UID STORE", "no flags here")),
    "STORE is refused, no MOVE": odd(refusing("UID STORE", "no flags here"), told="no flags here", capabilities=BARE),
    "EXPUNGE is refused": odd(refusing("UID EXPUNGE", "no"), capabilities=NO_MOVE),
    "no flag lasts": odd(rewriting("SELECT", rb"PERMANENTFLAGS \([^)]*\)", b"PERMANENTFLAGS ()"), capabilities=BARE),
    "\\Deleted does not last": odd(
        rewriting("SELECT", rb"PERMANENTFLAGS \([^)]*\)", rb"PERMANENTFLAGS (\\Seen)"),
        told="does not keep \\Deleted",
        capabilities=BARE,
    ),
    # The session
    "PREAUTH": odd(refusing("LOGIN", "logged in already"), greeting="PREAUTH welcome back"),
    "an alert with everything": odd(rewriting(".*", rb"\A(?=\*)", b"* OK [ALERT] Your mailbox is nearly full\r\n")),
    "other capabilities after the login": odd(
        lambda asked, plain: re.sub(b"MOVE ", b"", plain) if asked.name == "CAPABILITY" else plain,
        rewriting("LOGIN", rb"OK done", b"OK [CAPABILITY IMAP4rev1 MOVE UIDPLUS] in"),
    ),
    "CAPABILITY is refused": odd(refusing("CAPABILITY", "[UNAVAILABLE] not now")),
    "CAPABILITY is BAD": odd(on("CAPABILITY", lambda asked: asked.bad("unknown"))),
    "CAPABILITY without a line": odd(on("CAPABILITY", lambda asked: asked.ok())),
    "no CAPABILITY behind the login": odd(after_login("CAPABILITY", lambda asked: asked.no("not again"))),
    "CAPABILITY without a line behind the login": odd(after_login("CAPABILITY", lambda asked: asked.ok())),
    "a later protocol only": odd(capabilities="IMAP4rev2 MOVE UIDPLUS"),
    "ESEARCH in place of SEARCH": odd(rewriting("UID SEARCH", rb"\* SEARCH 1 2", b'* ESEARCH (TAG "x") UID ALL 1:2')),
    "a search of more than a million letters' room": odd(
        rewriting("UID SEARCH", rb"\* SEARCH", b"* SEARCH" + b" " * 1_300_000)
    ),
    "words in small letters": odd(
        rewriting(FETCH, rb"FETCH|UID|BODY|HEADER|RFC822.SIZE", lambda found: found[0].lower()),
        rewriting(".*", rb"(?m)^(\S+) OK ", rb"\1 Ok "),
    ),
    "nothing behind a result": odd(rewriting(".*", rb"(?m)^(\S+) OK done\r", rb"\1 OK\r")),
    "empty lines between answers": odd(rewriting(FETCH, rb"\* 1 FETCH", b"\r\n\r\n* 1 FETCH")),
    "lines that end with LF alone": odd(rewriting("SELECT|UID SEARCH|LIST", rb"\r\n", b"\n")),
    "more letters said than there are": odd(rewriting("SELECT", rb"\d+ EXISTS", b"999999999 EXISTS")),
    "nothing but the old": odd(capabilities=BARE),
}


@pytest.mark.parametrize("name", SERVERS)
def test_letters_are_answered_once_whatever_the_server_is_like(works: Works, prepared: Prepared, name: str) -> None:
    odd_ = SERVERS[name]
    server = ScriptedImap(*odd_.quirks, capabilities=odd_.capabilities, validity=odd_.validity, greeting=odd_.greeting)
    server.prefix, server.separator = odd_.prefix, odd_.separator
    with server as imap:
        imap.folders |= {odd_.done: []} if odd_.done else {}
        for letter in prepared.letters:
            imap.put(bytes(letter))
        look(works, imap)
        assert answered(works, prepared) == {1: 1, 2: 1}
        mails = len(works.mails(ANN))
        look(works, imap)
        works.clock.move(hours=3)
        look(works, imap)
        assert len(works.mails(ANN)) == mails
        here = [each for each in imap.folders["INBOX"] if "\\Deleted" not in each.flags]
        assert bool(here) == odd_.leaves
        assert sum(len(letters) for name, letters in imap.folders.items() if name != "INBOX") <= 2
        assert len(told(works)) == bool(odd_.told)
        assert odd_.told in "".join(told(works))
    assert works.statuses(LetterRow) == {"done": 2}


NAMELESS = rewriting(FETCH, rb"\(UID \d+ ?", b"(")


def test_a_letter_is_not_judged_by_the_header_of_another_that_came_without_its_uid(works: Works, prepared: Prepared) -> None:
    """A server leaves UID out. The player's letter, with the UID 2, is the first of the folder, and two of strangers follow:
    their headers stand under the UIDs 2 and 3.
    """
    letter, strangers = prepared.letters[0], EmailMessage()
    strangers["From"], strangers["To"], strangers["Subject"] = "eve@example.org", MODERATOR, "a stranger's"
    with ScriptedImap(NAMELESS) as imap:
        imap.put(b"")
        imap.folders["INBOX"].clear()
        for each in (letter, strangers, strangers):
            imap.put(bytes(each))
        look(works, imap)
        imap.quirks.clear()
        works.clock.move(hours=3)
        look(works, imap)
        assert imap.folders["INBOX"] == []
    assert answered(works, prepared) == {1: 1, 2: 0}


def test_a_letter_that_was_not_given_while_the_clock_was_wrong_is_read(works: Works, prepared: Prepared) -> None:
    with ScriptedImap(REFUSED["NO"][0]) as imap:
        imap.put(bytes(prepared.letters[0]))
        right = works.clock.time
        works.clock.move(days=365)
        look(works, imap)
        works.clock.time = right
        imap.quirks.clear()
        look(works, imap)
    assert answered(works, prepared) == {1: 1, 2: 0}


def test_a_server_that_is_silent_about_one_letter(works: Works, prepared: Prepared) -> None:
    """It begins a literal and never ends it, and keeps the line open."""
    with ScriptedImap(on(FETCH, lambda _: b"* 1 FETCH (UID 1 BODY[HEADER]<0> {900}\r\nFrom: a", uid=1)) as imap:
        for letter in prepared.letters:
            imap.put(bytes(letter))
        look(works, imap, timeout=0.3)
        assert answered(works, prepared) == {1: 0, 2: 1}
        assert told(works) == []  # one stall is nobody's trouble
        works.clock.move(minutes=3)
        look(works, imap, timeout=0.3)
        assert "no answer within 0.3 s" in told(works)[0]


@pytest.mark.parametrize("answer", [b"* 1 FETCH (UID 1 BODY[HEADER]<0> {900}\r\n", b"* OK "])
def test_a_server_whose_answer_trickles_and_has_no_end(works: Works, prepared: Prepared, answer: bytes) -> None:
    """The connection never times out: a byte comes all the time."""
    with ScriptedImap(on(FETCH, lambda _: answer + TRICKLE, uid=1)) as imap:
        for letter in prepared.letters:
            imap.put(bytes(letter))
        for _ in range(2):
            look(works, imap, timeout=0.2, end_timeout=0.6)
            works.clock.move(minutes=3)
        assert answered(works, prepared) == {1: 0, 2: 1}
        assert "has no end after 0.6 s" in told(works)[0]


@pytest.mark.parametrize(
    "quirk",
    [
        refusing("UID SEARCH|FETCH", "[SERVERBUG] fault"),
        on("UID SEARCH|FETCH", lambda asked: b"* SEARCH" + b" " * 17_000_000 + b"\r\n" + asked.ok()),
    ],
)
def test_a_server_that_does_not_say_which_letters_there_are_is_told_as_trouble(
    works: Works, prepared: Prepared, quirk: Quirk
) -> None:
    with ScriptedImap(quirk) as imap:
        imap.put(bytes(prepared.letters[0]))
        with pytest.raises(MailboxError, match=r"no search .* and no list"):
            look(works, imap)


@pytest.mark.parametrize("name", ["SELECT", "LOGIN"])
def test_a_command_whose_answer_has_no_end_is_told_as_trouble(works: Works, name: str) -> None:
    with ScriptedImap(on(name, lambda _: b"* OK " + TRICKLE)) as imap, pytest.raises(MailboxError, match="no end"):
        look(works, imap, timeout=0.2, end_timeout=0.4)


@pytest.mark.parametrize(("security", "begin"), [("none", b"* OK "), ("starttls", None)])
def test_a_connection_whose_opening_has_no_end_is_told_as_trouble(security: Security, begin: bytes | None) -> None:
    """Of a greeting, or of the answer to STARTTLS, a byte comes all the time."""
    with ScriptedImap(on("STARTTLS", lambda _: b"* OK " + TRICKLE), capabilities=f"{PLAIN} STARTTLS") as imap:
        imap.trickles = begin
        server = Server(HOST, imap.port, MODERATOR, "rose", security, timeout=0.2, end_timeout=0.4)
        with pytest.raises(MailboxError, match="no end"), Mailbox(server):
            pass


def test_the_work_ends_when_told_while_a_connection_is_opened(works: Works, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.mail.imap.session.ENDING_SECONDS", 0.1)
    with ScriptedImap() as imap:
        imap.trickles = b"* OK "

        async def serve() -> None:
            async with Serving(works, lambda _: opens(imap, timeout=600), poll=600) as serving:
                await serving.until(lambda: imap.connections)
                serving.daemon.stop()

        asyncio.run(serve())


@pytest.mark.parametrize("answer", [TRICKLE, CLOSE])
def test_the_work_ends_when_told_whatever_the_server_does(
    works: Works, prepared: Prepared, monkeypatch: pytest.MonkeyPatch, answer: bytes
) -> None:
    """A command that has no answer is not waited for, and no connection that breaks off is opened again for the next."""
    monkeypatch.setattr("pbem.mail.imap.session.ENDING_SECONDS", 0.1)
    with ScriptedImap(on(FETCH, lambda _: b"* OK " + answer)) as imap:
        for letter in prepared.letters * 20:
            imap.put(bytes(letter))

        async def serve() -> int:
            async with Serving(works, lambda _: opens(imap, timeout=600), poll=600) as serving:
                await serving.until(lambda: imap.asked(FETCH))
                serving.daemon.stop()
                return imap.connections

        before = asyncio.run(serve())
        assert imap.connections <= before + 1


def test_a_letter_of_which_the_server_gives_a_piece_at_a_time_is_read_whole(works: Works, prepared: Prepared) -> None:
    def pieces(asked: Asked, plain: bytes) -> bytes:
        found = re.match(rb"(\* \d+ FETCH \(UID \d+ BODY\[\]<\d+> )\{\d+\}\r\n(.*)\)\r\n(\S+ OK.*)", plain, re.DOTALL)
        if asked.name != FETCH or not found or len(found[2]) <= 100:
            return plain
        return b"%s{100}\r\n%s)\r\n%s" % (found[1], found[2][:100], found[3])

    with ScriptedImap(pieces) as imap:
        imap.put(bytes(prepared.letters[0]))
        look(works, imap)
        assert len(imap.asked(FETCH)) > 3
    (row,) = works.rows(LetterRow)
    assert row.size > 300
    assert row.raw.endswith(bytes(prepared.letters[0])[-60:])
    assert answered(works, prepared) == {1: 1, 2: 0}


def test_games_go_on_by_the_clock_while_a_letter_is_not_given(works: Works, prepared: Prepared) -> None:
    game = open_game(works.desk, "plantagenet", "bosworth", PLAYERS, terms={"deadline": "72h"})
    with ScriptedImap(REFUSED["BYE"][0]) as imap:
        imap.put(bytes(prepared.letters[0]))

        async def work() -> None:
            async with Sender(works.smtp) as sender:
                daemon = Daemon(works.desk, partial(opens, imap), sender, patience=timedelta(days=9))
                for _ in range(4):
                    with opens(imap) as mailbox:
                        await daemon.once(mailbox)
                        await daemon.mind_the_clock()
                    works.clock.move(days=4)

        asyncio.run(work())
    assert any(row.kind == "timeout" and row.game_id == game.id for row in works.rows(EntryRow))


def test_a_server_that_hangs_up_while_we_wait_is_not_stormed(works: Works, prepared: Prepared) -> None:
    with ScriptedImap(on("IDLE", lambda _: b"* BYE idle for too long\r\n" + CLOSE)) as imap:

        async def serve() -> None:
            async with Serving(works, lambda _: opens(imap), poll=600) as serving:
                await serving.until(lambda: imap.connections > 1)
                imap.put(bytes(prepared.letters[0]))
                await serving.until(lambda: works.answers(prepared.letters[0]))

        asyncio.run(serve())
        assert imap.connections < 8


def test_a_server_that_refuses_idle_is_polled(works: Works, prepared: Prepared) -> None:
    with ScriptedImap(on("IDLE", lambda asked: asked.bad("not here"))) as imap:

        async def serve() -> None:
            opened = Mailbox(opens(imap)._session.server, done="pbem-done", poll=0.05)
            async with Serving(works, lambda _: opened, poll=600) as serving:
                await serving.until(lambda: imap.asked("IDLE"))
                imap.put(bytes(prepared.letters[0]))
                await serving.until(lambda: works.answers(prepared.letters[0]))

        asyncio.run(serve())
        assert imap.connections == 1


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize("named", [True, False])
def test_a_copy_whose_answer_is_lost_is_not_made_again(count: int, named: bool) -> None:
    with ScriptedImap(lambda asked, plain: CLOSE if asked.name == "UID COPY" else plain, capabilities=BARE) as imap:
        letters = [f"{f'Message-ID: <{n}@example.test>' if named else 'X: y'}\r\n\r\n{n}".encode() for n in range(count)]
        uids = [imap.put(letter) for letter in letters]
        imap.folders["done"] = []
        with Mailbox(Server(HOST, imap.port, "m", "p", "none", timeout=10), done="done") as box:
            assert box.mark_done(uids) == count
            assert box.look() == []
            assert [each.raw for each in imap.folders["done"]] == letters


@pytest.mark.parametrize("command", ["UID MOVE", "UID STORE"])
def test_a_letter_that_the_server_leaves_where_it_was_is_copied_once(command: str) -> None:
    """It says OK to MOVE, and copies; or to a mark that does not come."""

    def halfway(asked: Asked) -> bytes:
        for each in imap.folders["INBOX"] if command == "UID MOVE" else []:
            imap.put(each.raw, "done")
        return asked.ok()

    with ScriptedImap(on(command, halfway), capabilities=CAPABILITIES if command == "UID MOVE" else NO_MOVE) as imap:
        imap.folders["done"] = []
        uid = imap.put(b"Message-ID: <1@example.test>\r\n\r\n1")
        with Mailbox(Server(HOST, imap.port, "m", "p", "none", timeout=10), done="done") as box:
            for _ in range(3):
                with suppress(NotMoved):
                    box.mark_done([uid])
            assert len(imap.folders["done"]) == 1
            assert bool(box.look()) == (command == "UID STORE")


@pytest.mark.long
@pytest.mark.parametrize("quirk", [None, refusing("UID (MOVE|COPY)", "[OVERQUOTA] full")])
def test_twenty_thousand_old_letters_at_the_first_start(works: Works, prepared: Prepared, quirk: Quirk | None) -> None:
    """Players' letters among them are answered; of the strangers' some headers are kept, the rest is counted, once."""
    with ScriptedImap(*([quirk] if quirk else [])) as imap:
        for number in range(20_000):
            imap.put(f"From: s{number}@else.test\r\nMessage-ID: <{number}@else.test>\r\n\r\nbuy\r\n".encode())
            if number in (50, 19_000):
                imap.put(bytes(prepared.letters[number > 50]))
        look(works, imap, timeout=60)
        assert answered(works, prepared) == {1: 1, 2: 1}
        assert len(imap.folders["INBOX"]) == (20_002 if quirk else 0)
        asked = len(imap.asked(FETCH))
        look(works, imap, timeout=60)
        assert len(imap.asked(FETCH)) == asked
    assert len(works.rows(LetterRow)) == 2 + works.desk.letters.strangers_per_hour
