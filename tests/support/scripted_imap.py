"""An IMAP server that does what a test wants: a plain one (RFC 3501) in memory, over a real socket, with quirks in front.

A quirk is a function that gets what a client asks and what the plain server would answer, and gives what is sent: other
bytes, or behind them CLOSE to hang up, or TRICKLE to go on with a byte now and then until the client does. Quirks compose:
each gets what the one before it gives.
"""

from __future__ import annotations

import re
import shlex
import socketserver
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime

HOST = "127.0.0.1"
CLOSE, TRICKLE = b"\0CLOSE", b"\0TRICKLE"
CAPABILITIES = "IMAP4rev1 IDLE MOVE UIDPLUS NAMESPACE"


@dataclass
class Stored:
    """A letter in a folder."""

    uid: int
    raw: bytes
    flags: set[str] = field(default_factory=set)
    stored: datetime = field(default_factory=lambda: datetime.now(UTC))


@dataclass(frozen=True)
class Asked:
    """A command: its tag, its name in capitals ("UID FETCH"), what stands behind it, the UIDs it is about, and the number of
    the connection.
    """

    tag: str
    name: str
    rest: str
    uids: frozenset[int] = frozenset()
    connection: int = 1

    def no(self, words: str) -> bytes:
        return f"{self.tag} NO {words}\r\n".encode()

    def bad(self, words: str) -> bytes:
        return f"{self.tag} BAD {words}\r\n".encode()

    def ok(self, words: str = "done") -> bytes:
        return f"{self.tag} OK {words}\r\n".encode()


Quirk = Callable[[Asked, bytes], bytes]


def on(name: str, reply: Callable[[Asked], bytes], rest: str = "", uid: int = 0) -> Quirk:
    """To a command whose name and rest match (regular expressions), and which is about this UID if one is named, the server
    does not do as told but gives this reply.
    """

    def quirk(asked: Asked, plain: bytes) -> bytes:
        wanted = re.fullmatch(name, asked.name) and re.search(rest, asked.rest, re.IGNORECASE)
        return reply(asked) if wanted and (not uid or uid in asked.uids) else plain

    quirk.instead = True  # type: ignore[attr-defined]
    return quirk


def rewriting(name: str, pattern: bytes, other: bytes | Callable[[re.Match[bytes]], bytes]) -> Quirk:
    """Something in the replies to a command is otherwise."""
    return lambda asked, plain: re.sub(pattern, other, plain) if re.fullmatch(name, asked.name) else plain


class ScriptedImap:
    """The server: `folders` by name, `log` every command. Use it as a context manager."""

    def __init__(
        self, *quirks: Quirk, capabilities: str = CAPABILITIES, validity: int = 7, greeting: str = "OK ready"
    ) -> None:
        self.quirks = list(quirks)
        self.capabilities, self.validity, self.greeting = capabilities, validity, greeting
        self.folders: dict[str, list[Stored]] = {"INBOX": []}
        self.separator = "/"
        self.prefix = ""
        self.trickles: bytes | None = None
        """What the server begins with in place of its greeting, and goes on with a byte now and then."""
        self.log: list[str] = []
        self.connections = 0
        self.lock = threading.RLock()
        self._next: dict[str, int] = {}
        self.port = 0

    def __enter__(self) -> ScriptedImap:
        office = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                with office.lock:
                    office.connections += 1
                    session = _Session(office, office.connections)
                session.talk(self.rfile, self.wfile)

        socketserver.ThreadingTCPServer.allow_reuse_address = True
        self._server = socketserver.ThreadingTCPServer((HOST, 0), Handler)
        self._server.daemon_threads = True
        self._server.block_on_close = False
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def put(self, raw: bytes, folder: str = "INBOX", flags: Iterable[str] = ()) -> int:
        """A letter arrives. Gives its UID."""
        with self.lock:
            uid = self._next.get(folder, 1)
            self._next[folder] = uid + 1
            self.folders[folder].append(Stored(uid, raw, set(flags)))
            return uid

    def asked(self, name: str) -> list[str]:
        """The commands with this name that came."""
        return [line for line in self.log if line.upper().startswith(name)]


class _Session:
    def __init__(self, office: ScriptedImap, number: int) -> None:
        self.office, self.number, self.folder = office, number, ""

    def talk(self, lines: Iterable[bytes], out: object) -> None:
        with _hung_up():
            self._talk(lines, out)

    def _talk(self, lines, out) -> None:  # type: ignore[no-untyped-def]
        if self.office.trickles is not None:
            _trickle(self.office.trickles, out)
        out.write(f"* {self.office.greeting}\r\n".encode())
        if self.office.greeting.startswith("BYE"):
            return
        while line := lines.readline():
            text = line.decode("utf-8", "replace").rstrip("\r\n")
            literal = b""
            if found := re.search(r"\{(\d+)\+?\}$", text):
                out.write(b"+ go on\r\n")
                literal = lines.read(int(found[1]))
                lines.readline()
            reply = self._reply(text, literal)
            idles = text.upper().endswith(" IDLE") and reply.startswith(b"+")
            sent, closed, _ = reply.partition(CLOSE)
            sent, trickles, _ = sent.partition(TRICKLE)
            out.write(sent)
            if trickles:
                _trickle(b"", out)
            if idles:
                lines.readline()
                out.write(f"{text.split()[0]} OK idle over\r\n".encode())
            if closed or " LOGOUT" in text.upper():
                return

    def _reply(self, text: str, literal: bytes) -> bytes:
        tag, _, rest = text.partition(" ")
        name, _, rest = rest.partition(" ")
        name = name.upper()
        if name == "UID":
            word, _, rest = rest.partition(" ")
            name = f"UID {word.upper()}"
        with self.office.lock:
            self.office.log.append(f"{name} {rest}")
            uids = self._uids(rest.split(" ")[0]) if name in ABOUT_UIDS else frozenset[int]()
            asked = Asked(tag, name, rest, uids, self.number)
            reply = b""
            for quirk in self.office.quirks:
                if hasattr(quirk, "instead") and not reply:
                    reply = quirk(asked, b"")
            if not reply:
                do = getattr(self, "_" + name.lower().replace(" ", "_"), None)
                reply = asked.bad("unknown command") if do is None else do(asked, literal)
            for quirk in self.office.quirks:
                if not hasattr(quirk, "instead"):
                    reply = quirk(asked, reply)
            return reply

    # Commands

    def _capability(self, asked: Asked, _: bytes) -> bytes:
        return f"* CAPABILITY {self.office.capabilities}\r\n".encode() + asked.ok()

    def _simple(self, asked: Asked, _: bytes) -> bytes:
        return asked.ok()

    _login = _subscribe = _noop = _unsubscribe = _simple

    def _logout(self, asked: Asked, _: bytes) -> bytes:
        return b"* BYE see you\r\n" + asked.ok()

    def _namespace(self, asked: Asked, _: bytes) -> bytes:
        return f'* NAMESPACE (("{self.office.prefix}" "{self.office.separator}")) NIL NIL\r\n'.encode() + asked.ok()

    def _list(self, asked: Asked, _: bytes) -> bytes:
        pattern = shlex.split(asked.rest)[1]
        if not pattern:
            return f'* LIST (\\Noselect) "{self.office.separator}" ""\r\n'.encode() + asked.ok()
        wanted = re.compile(".*".join(re.escape(part) for part in re.split(r"[*%]", pattern)))
        names = [name for name in self.office.folders if wanted.fullmatch(name)]
        lines = [f'* LIST () "{self.office.separator}" "{name}"\r\n' for name in names]
        return "".join(lines).encode() + asked.ok()

    def _create(self, asked: Asked, _: bytes) -> bytes:
        name = shlex.split(asked.rest)[0]
        if name in self.office.folders:
            return asked.no("[ALREADYEXISTS] there is one")
        self.office.folders[name] = []
        return asked.ok()

    def _delete(self, asked: Asked, _: bytes) -> bytes:
        gone = self.office.folders.pop(shlex.split(asked.rest)[0], None)
        return asked.no("no such folder") if gone is None else asked.ok()

    def _select(self, asked: Asked, _: bytes, mode: str = "READ-WRITE") -> bytes:
        name = shlex.split(asked.rest)[0]
        if name not in self.office.folders:
            return asked.no("no such folder")
        self.folder = name
        there = len(self.office.folders[name])
        lines = [
            "* FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft)",
            "* OK [PERMANENTFLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft \\*)] lasting",
            f"* {there} EXISTS",
            "* 0 RECENT",
            f"* OK [UIDVALIDITY {self.office.validity}] valid",
        ]
        return "".join(f"{line}\r\n" for line in lines).encode() + asked.ok(f"[{mode}] selected")

    def _examine(self, asked: Asked, literal: bytes) -> bytes:
        return self._select(asked, literal, "READ-ONLY")

    def _append(self, asked: Asked, literal: bytes) -> bytes:
        name = shlex.split(asked.rest.partition("{")[0])[0]
        if name not in self.office.folders:
            return asked.no("[TRYCREATE] no such folder")
        flags = re.search(r"\(([^)]*)\)", asked.rest)
        uid = self.office.put(literal, name, flags[1].split() if flags else ())
        return asked.ok(f"[APPENDUID {self.office.validity} {uid}] kept")

    def _idle(self, _asked: Asked, _: bytes) -> bytes:
        return b"+ idling\r\n"

    def _uid_search(self, asked: Asked, _: bytes) -> bytes:
        found = [each.uid for each in self._here if _matches(each, asked.rest)]
        return f"* SEARCH {' '.join(map(str, found))}".rstrip().encode() + b"\r\n" + asked.ok()

    def _uid_fetch(self, asked: Asked, _: bytes) -> bytes:
        lines = []
        for number, each in enumerate(self._here, 1):
            if each.uid in asked.uids:
                lines.append(b"* %d FETCH (UID %d%s)\r\n" % (number, each.uid, _items(each, asked.rest)))
        return b"".join(lines) + asked.ok()

    def _fetch(self, asked: Asked, _: bytes) -> bytes:
        wanted = {int(number) for number in asked.rest.split(" ")[0].split(",")}
        told = [(number, each) for number, each in enumerate(self._here, 1) if number in wanted]
        lines = [b"* %d FETCH (UID %d%s)\r\n" % (number, each.uid, _items(each, asked.rest)) for number, each in told]
        return b"".join(lines) + asked.ok()

    def _uid_store(self, asked: Asked, _: bytes) -> bytes:
        named = re.search(r"\(([^)]*)\)", asked.rest)
        flags = named[1].split() if named else []
        for each in self._about(asked):
            each.flags = each.flags.difference(flags) if " -FLAGS" in asked.rest else each.flags.union(flags)
        return asked.ok()

    def _uid_copy(self, asked: Asked, _: bytes) -> bytes:
        name = shlex.split(asked.rest)[1]
        if name not in self.office.folders:
            return asked.no("[TRYCREATE] no such folder")
        for each in self._about(asked):
            self.office.put(each.raw, name, each.flags)
        return asked.ok()

    def _uid_move(self, asked: Asked, literal: bytes) -> bytes:
        copied = self._uid_copy(asked, literal)
        if b" OK" in copied:
            self._drop(each.uid for each in self._about(asked))
        return copied

    def _uid_expunge(self, asked: Asked, _: bytes) -> bytes:
        self._drop(each.uid for each in self._about(asked) if "\\Deleted" in each.flags)
        return asked.ok()

    # Letters

    @property
    def _here(self) -> list[Stored]:
        return self.office.folders.get(self.folder, [])

    def _about(self, asked: Asked) -> list[Stored]:
        return [each for each in self._here if each.uid in asked.uids]

    def _drop(self, uids: Iterable[int]) -> None:
        gone = set(uids)
        self.office.folders[self.folder] = [each for each in self._here if each.uid not in gone]

    def _uids(self, written: str) -> frozenset[int]:
        here = {each.uid for each in self._here}
        top = max(here, default=0)
        found: set[int] = set()
        for part in written.split(","):
            first, _, last = part.partition(":")
            low, high = sorted(top if end == "*" else int(end) for end in (first, last or first))
            found.update(range(low, min(high, top) + 1))
        return frozenset(found & here)


ABOUT_UIDS = ("UID FETCH", "UID STORE", "UID COPY", "UID MOVE", "UID EXPUNGE")


def _matches(each: Stored, criteria: str) -> bool:
    """Whether a letter is found: marks, ranges of UIDs, and (any of) the words of HEADER."""
    if ("UNDELETED" in criteria and "\\Deleted" in each.flags) or ("UNSEEN" in criteria and "\\Seen" in each.flags):
        return False
    if (found := re.search(r"UID (\d+):(\d+)", criteria)) and not int(found[1]) <= each.uid <= int(found[2]):
        return False
    words = re.findall(r"HEADER (\S+) (\S+)", criteria)
    header = each.raw.partition(b"\r\n\r\n")[0].decode("utf-8", "replace").lower()
    return not words or any(
        word.strip('"').lower() in line
        for field_, word in words
        for line in header.split("\r\n")
        if line.startswith(f"{field_.lower()}:")
    )


def _items(each: Stored, wanted: str) -> bytes:
    """What is asked of a letter."""
    told = b""
    if "FLAGS" in wanted:
        told += b" FLAGS (%s)" % " ".join(sorted(each.flags)).encode()
    if "INTERNALDATE" in wanted:
        told += each.stored.strftime(' INTERNALDATE "%d-%b-%Y %H:%M:%S %z"').encode()
    if "RFC822.SIZE" in wanted:
        told += b" RFC822.SIZE %d" % len(each.raw)
    if asked := re.search(r"BODY\.PEEK\[(HEADER|)\](?:<(\d+)\.(\d+)>)?", wanted):
        header, _, _ = each.raw.partition(b"\r\n\r\n")
        whole = header + b"\r\n\r\n" if asked[1] else each.raw
        first = int(asked[2] or 0)
        part = whole[first : first + int(asked[3])] if asked[3] else whole
        origin = f"<{first}>" if asked[2] else ""
        told += f" BODY[{asked[1]}]{origin} {{{len(part)}}}\r\n".encode() + part
    return told


def _trickle(begin: bytes, out) -> None:  # type: ignore[no-untyped-def]
    """Until the client hangs up."""
    out.write(begin)
    while True:
        out.write(b"x")
        time.sleep(0.05)


@contextmanager
def _hung_up() -> Iterator[None]:
    """A client that hangs up ends the session."""
    try:
        yield
    except OSError:
        return
