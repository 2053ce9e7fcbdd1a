"""The mailbox letters arrive in, over IMAP (RFC 3501, IDLE: RFC 2177, MOVE: RFC 6851)."""

import imaplib
import logging
import re
import selectors
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from types import TracebackType
from typing import Any, Self, TypeVar

from imapclient import DELETED, SEEN, IMAPClient  # type: ignore[import-untyped]
from imapclient.exceptions import IMAPClientError, LoginError  # type: ignore[import-untyped]
from imapclient.tls import wrap_socket  # type: ignore[import-untyped]

from . import folders
from .fetched import items_of, octets, size_of
from .login.sasl import TokenExchange, mechanism_for
from .login.ways import NoSecret
from .server import Server, what_to_mend
from .wire import Wire

_log = logging.getLogger(__name__)

MAX_HEADER_BYTES = 64 * 1024
"""Bytes of a header that are read (RFC 3501 6.4.5); nothing after them can name a seat."""
MAX_LINE_BYTES = 16 * 1024 * 1024
"""The longest line accepted: room for the numbers of more than a million letters."""
_HEADER = f"BODY.PEEK[HEADER]<0.{MAX_HEADER_BYTES}>"
_SIZE = "RFC822.SIZE"
_HEADER_FORMS = ((_SIZE, _HEADER), (_HEADER,), (_SIZE, "BODY.PEEK[HEADER]"), ("BODY.PEEK[HEADER]",))
"""Ways to request a header, tried in this order: servers differ in which they accept."""
_MESSAGE_ID = re.compile(rb"^Message-ID:[ \t]*(?:\r?\n[ \t]+)?(<[^<>\s]{1,900}>)", re.IGNORECASE | re.MULTILINE)
_MAX_BYTES = 2**31
_NUMBERS = range(1, 2**32)
"""The range of UID and UIDVALIDITY (RFC 3501 9, nz-number)."""
_BATCH, _FLAGS_AT_ONCE = 50, 500
"""Headers requested at once. This bounds the memory that a full mailbox takes."""
# RFC 2177 wants IDLE re-issued within 29 minutes; this also bounds the wait for news that came just before it began.
_IDLE_SECONDS = 5 * 60.0
MAX_RECONNECTIONS = 40
"""How often one look reopens a connection that breaks off in the middle of a letter."""
ENDING_SECONDS = 10.0
"""How long we wait for an answer once we are asked to stop."""
MAX_VALIDITIES = 2
"""After this many changes in one connection UIDVALIDITY is ignored."""
MAX_REFUSED_IN_A_ROW = 3
OWNER = "pbem-owner-"
"""Prefix of the folders that mark the owner of the mailbox."""
T = TypeVar("T")


class MailboxError(Exception):
    """The mailbox cannot be used; the message says which server, why, and what to correct."""


class NotGiven(MailboxError):
    """The server refuses this one letter (message: its words); the connection still works."""

    def __init__(self, uid: int, words: str) -> None:
        super().__init__(f"the letter with UID {uid} is not given: {words}")
        self.uid = uid
        self.words = words


class NotMoved(MailboxError):
    """These letters could not be moved (message: the server's words); the connection still works."""

    def __init__(self, uids: Sequence[int], words: str) -> None:
        super().__init__(words)
        self.uids = list(uids)
        self.words = words


class _Refusal(Exception):
    """The server refused a command, or dropped the connection, which has been reopened."""

    def __init__(self, words: str, *, lost: bool = False, slow: bool = False) -> None:
        super().__init__(words)
        self.lost = lost
        self.slow = slow


@dataclass(frozen=True, slots=True)
class Heading:
    """What is fetched first: a letter's size in bytes and the first MAX_HEADER_BYTES of its header."""

    uid: int
    size: int
    header: bytes


@dataclass(frozen=True, slots=True)
class Withheld:
    """A letter that the server lists but does not deliver, with the server's reason."""

    uid: int
    words: str


class _Client(IMAPClient):  # type: ignore[misc]
    """A client that registers its connection before the server's greeting, which may never end."""

    def __init__(self, wire: Wire, server: Server) -> None:
        self._wire = wire
        tls = server.security == "tls"
        super().__init__(server.host, server.port, ssl=tls, ssl_context=server.context, timeout=server.timeout)

    def _create_IMAP4(self) -> imaplib.IMAP4:  # noqa: N802 - the library's name
        return _Protocol(self.host, self.port, self._opened)

    def _opened(self) -> socket.socket:
        """A connection, encrypted where that comes first."""
        opened = socket.create_connection((self.host, self.port), self._timeout.connect)
        self._wire.note(opened)
        return wrap_socket(opened, self.ssl_context, self.host) if self.ssl else opened


class _Protocol(imaplib.IMAP4):
    """IMAP over a connection opened elsewhere. STARTTLS checks the certificate against the host name."""

    def __init__(self, host: str, port: int, opens: Callable[[], socket.socket]) -> None:
        self._opens = opens
        super().__init__(host, port)

    def _create_socket(self, timeout: float | None = None) -> socket.socket:  # noqa: ARG002 - the library's name
        return self._opens()

    def readline(self) -> bytes:
        """A line of an answer: that of a search has all letters. Behind one that is too long nothing can be read."""
        line = bytes(self.file.readline(MAX_LINE_BYTES + 1))  # type: ignore[arg-type] # never text
        if len(line) > MAX_LINE_BYTES:
            raise self.abort(f"a line of more than {MAX_LINE_BYTES} bytes")
        return line


class Mailbox:
    """A folder of an IMAP account. Use as a context manager; after a MailboxError leave it and enter a new one."""

    def __init__(
        self, server: Server, folder: str = "INBOX", done: str | None = None, *, idle: bool = True, poll: float = 60.0
    ) -> None:
        """`done`: folder for letters that are finished with; `poll`: seconds between looks where IDLE is not used."""
        self._server = server
        self._folder = folder
        self._done = done
        self._idle = idle
        self._poll = poll
        self._open: ExitStack | None = None
        self._validity = 0
        self._changes = 0
        self._count = 0
        self._lasting: tuple[bytes, ...] = ()
        self._read_only = False
        self._reconnections = 0
        self._done_name = ""
        self._last_uid = 0
        self._client: Any = None
        self._wire = Wire()
        self._interrupted = False
        self._bell: socket.socket | None = None
        self._ear: socket.socket | None = None

    def __enter__(self) -> Self:
        """Log in and select the folder. Raises MailboxError."""
        with self._explained(), ExitStack() as stack:
            stack.callback(self._wire.close)
            self._client = self._connect()
            stack.callback(self._leave)
            bell, ear = socket.socketpair()
            self._bell, self._ear = stack.enter_context(bell), stack.enter_context(ear)
            self._login()
            self._select()
            self._open = stack.pop_all()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._bell = None
        if self._open is not None:
            self._open.close()
        self._open = None

    @property
    def validity(self) -> int:
        """The UIDVALIDITY under which the last UIDs were given: under another they mean other letters (RFC 3501 2.3.1.1).

        0: the server gives none, or another one each time.
        """
        return self._validity

    @property
    def folder(self) -> str:
        """The folder that is read."""
        return self._folder

    def look(self) -> list[int]:
        """The UIDs of all letters not done with, lowest first; they stay as they are. Raises MailboxError.

        Not done with are all that are still here if there is a done folder, else those not yet \\Seen.
        """
        self._reconnections = 0
        with self._explained():
            self._select()
            uids = self._waiting()
            self._last_uid = max(uids, default=self._last_uid)
            return uids

    def naming(self, uids: Sequence[int], address: str, reference: str) -> set[int]:
        """Which of these letters are for a recipient with `address` in it, or answer a Message-ID with `reference` in it.

        It is what the server finds (RFC 3501 6.4.4): a first guess, which costs no header. Raises MailboxError.
        """
        if not uids:
            return set()
        recipient = ["OR", "HEADER", "To", address, "HEADER", "Delivered-To", address]
        criteria = ["OR", "HEADER", "In-Reply-To", reference, *recipient]
        with self._explained():
            try:
                found = self._ask(lambda: self._client.search(["UID", f"{min(uids)}:{max(uids)}", *criteria]))
            except _Refusal as refusal:
                _log.warning("no search for players' letters at %s: %s", self._server, refusal)
                return set(uids)
        return set(found).intersection(uids)

    def headings(self, uids: Sequence[int]) -> Iterator[Heading | Withheld]:
        """Size and header of these letters, without those that are gone meanwhile. Raises MailboxError.

        A letter that the server does not give takes no other with it: where a batch is refused, or the connection breaks
        off, each of it is asked for alone.
        """
        for at in range(0, len(uids), _BATCH):
            with self._explained():
                found = self._headings_of(uids[at : at + _BATCH])
            yield from found

    def fetch(self, uid: int, most: int, size: int = 0) -> bytes | None:
        """The first `most` bytes of a letter, None if it is gone meanwhile. Raises NotGiven, and else MailboxError.

        `size` is what the server says it has: where it gives fewer, the rest is asked for as well.
        """
        with self._explained():
            try:
                raw = self._body(uid, most, size)
            except _Refusal as refusal:
                raise NotGiven(uid, str(refusal)) from refusal
        return raw

    def goes_beyond(self, uid: int, most: int, size: int) -> bool:
        """Whether a letter certainly has more than `most` bytes: the server says so (`size`) and gives the next one. Raises
        MailboxError.
        """
        if size <= most:
            return False
        with self._explained():
            try:
                found = self._ask(partial(self._client_fetch, uid, [f"BODY.PEEK[]<{most}.1>"]))
            except _Refusal:
                return False
        return bool(octets(found.get(uid, {}), b"", most))

    def fetch_new(self) -> list[tuple[int, bytes]]:
        """UID and bytes of every letter that look() gives: for a mailbox nobody but us writes to. Raises MailboxError."""
        fetched = [(uid, self.fetch(uid, _MAX_BYTES)) for uid in self.look()]
        return [(uid, raw) for uid, raw in fetched if raw is not None]

    def mark_done(self, uids: Sequence[int]) -> int:
        """Set \\Seen on these messages and move them to the done folder, if there is one. Returns how many.

        If the folder was replaced since they were fetched (UIDVALIDITY), the UIDs may now mean others: then nothing is
        marked, 0 is returned, and look() gives the letters again. Raises NotMoved for those that the server leaves where
        they are, and else MailboxError.
        """
        if not uids:
            return 0
        with self._explained():
            if not self._select():
                _log.warning("folder %s at %s was replaced; its letters will be read again", self._folder, self._server)
                return 0
            left, words = self._put_away(uids)
        if left:
            raise NotMoved(left, words)
        return len(uids)

    # Trials

    def try_out(self, letter: bytes, message_id: str) -> str:
        """Put a letter of our own into the folder, copy it to the done folder and delete both. Gives that folder's name.

        It is marked as deleted from the beginning, so that nobody takes it for one that waits. Raises MailboxError, which
        names the step and has the server's words.
        """
        with self._explained():
            self._select()
            if self._read_only:
                raise MailboxError(f"IMAP {self._server}: folder {self._folder!r} may only be read")
            done = self._step(f"a folder {self._done!r} (LIST, CREATE)", self._done_folder)
            self._step("APPEND", lambda: self._client.append(self._folder, letter, [SEEN, DELETED]))
            self._select()
            uids = self._step("SEARCH", lambda: self._with_id(message_id))
            try:
                self._step("COPY", lambda: self._client.copy(uids, done))
            finally:
                self._delete(uids)
            self._client.select_folder(done)
            try:
                self._delete(self._step("SEARCH", lambda: self._with_id(message_id)))
            finally:
                self._select()
        return done

    def take_out(self, message_id: str) -> bool:
        """Delete our own letter with this Message-ID, here and in the done folder. Gives whether there was one. Raises
        MailboxError.
        """
        deleted = False
        with self._explained():
            self._select()
            for folder in (self._folder, self._ask_done()):
                if folder:
                    self._client.select_folder(folder)
                    uids = self._step("SEARCH", lambda: self._with_id(message_id))
                    self._delete(uids)
                    deleted = deleted or bool(uids)
            self._select()
        return deleted

    def _ask_done(self) -> str:
        with suppress(_Refusal):
            return self._done_folder()
        return ""

    def _step(self, name: str, command: Callable[[], T]) -> T:
        try:
            return self._ask(command)
        except _Refusal as refusal:
            raise MailboxError(f"IMAP {self._server}: {name}: the server refused: {refusal}") from refusal

    def _with_id(self, message_id: str) -> list[int]:
        """The letters here with this Message-ID. It is one of the newest where the server cannot search for it."""
        try:
            uids: list[int] = self._client.search(["HEADER", "Message-ID", message_id.strip("<>")])
        except imaplib.IMAP4.abort:
            raise
        except IMAPClientError:
            uids = []
        headings = self._headings_of(uids or self._newest())
        wanted = message_id.encode()
        return [each.uid for each in headings if isinstance(each, Heading) and wanted in each.header]

    def _delete(self, uids: Sequence[int]) -> None:
        if uids:
            self._step("STORE", lambda: self._client.add_flags(uids, [DELETED]))
            if self._can("UIDPLUS"):
                self._step("EXPUNGE", lambda: self._client.uid_expunge(uids))

    # Whose the mailbox is

    def owners(self) -> set[str]:
        """The marks of those to whom this folder belongs: folders with their names (own). Raises MailboxError.

        A server that breaks off when it is asked has none.
        """
        with self._explained(), self._whatever_it_can():
            return {name.lower().rpartition("-")[2] for name in self._ask(self._marks)}
        return set()

    def own(self, mark: str) -> bool:
        """Leave a mark (letters and digits) that says whose this folder is. Gives whether the server keeps it.

        It is a folder with a name: the one thing that all servers keep, whatever they allow in other folders. Raises
        MailboxError.
        """
        stem = self._mark_stem()
        with self._explained(), self._whatever_it_can():
            names = self._ask(lambda: folders.names_for(self._client, f"{stem}{mark}"))
            self._ask(lambda: folders.make(self._client, names))
            return any(name.lower().endswith(f"-{mark}") for name in self._ask(self._marks))
        return False

    def disown(self, mark: str) -> None:
        """Take such a mark away. Raises MailboxError."""
        with self._explained():
            for name in self._marks():
                if name.lower().endswith(f"-{mark}"):
                    self._client.delete_folder(name)

    @contextmanager
    def _whatever_it_can(self) -> Iterator[None]:
        try:
            yield
        except (_Refusal, folders.NoFolder) as refusal:
            _log.warning("no mark at %s that says whose the mailbox is: %s", self._server, refusal)

    def _mark_stem(self) -> str:
        return f"{OWNER}{re.sub(r'[^a-z0-9]+', '-', self._folder.lower())}-"

    def _marks(self) -> list[str]:
        """The full names of all marks of this folder. Not every server knows patterns."""
        stem = self._mark_stem()
        pattern = re.compile(rf"(?:.*[^a-z0-9-])?{re.escape(stem)}[a-z0-9]+", re.IGNORECASE)
        for asked in (f"*{stem}*", "*"):
            if marks := [name for name in folders.listed(self._client, asked) if pattern.fullmatch(name)]:
                return marks
        return []

    @property
    def can_idle(self) -> bool:
        """Whether wait() is notified of new letters (IDLE) instead of polling. Raises MailboxError."""
        with self._explained():
            return self._idle and self._can("IDLE")

    def wait(self, seconds: float) -> bool:
        """Wait until there is a letter look() has not given yet (True), or `seconds` have passed (False).

        interrupt() ends it early. Raises MailboxError.
        """
        end = time.monotonic() + seconds
        with self._explained():
            while not self._has_news():
                left = end - time.monotonic()
                if left <= 0 or self._interrupted:
                    return False
                pause = self._idle_for if self.can_idle else self._poll_for
                pause(left)
            return True

    def interrupt(self) -> None:
        """End the wait() going on in another thread, and every later one. A command that has no answer by ENDING_SECONDS
        later breaks off, and no connection that breaks off is opened again.
        """
        self._interrupted = True
        ending = threading.Timer(ENDING_SECONDS, self._wire.hang_up)
        ending.daemon = True
        ending.start()
        if self._bell is not None:
            # It may be closing in the other thread: then nobody waits any more.
            with suppress(OSError):
                self._bell.send(b"!")

    def _can(self, name: str) -> bool:
        """Whether the server has a capability, asking it if necessary."""
        with self._in_time():
            return bool(self._client.has_capability(name))

    def check(self) -> str:
        """Log in, select the folder, and say in one line what was found. Raises MailboxError."""
        with self:
            count = len(self._waiting())
            how = "IDLE" if self.can_idle else f"a look every {self._poll:g} s"
        return f"IMAP {self._server} ({self._server.security}): folder {self._folder}, {count} waiting, {how}"

    def _connect(self) -> Any:
        with self._in_time():
            return self._connected()

    def _connected(self) -> Any:
        server = self._server
        client = _Client(self._wire, server)
        # A command leaves in two pieces; without this the second waits 40 ms for the server's delayed acknowledgement.
        client.socket().setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if server.security == "starttls":
            try:
                client.starttls(server.context)
            except BaseException:
                # The failed handshake may have closed the socket, and what went wrong must come out.
                with suppress(OSError):
                    client.shutdown()
                raise
        return client

    def _login(self) -> None:
        """Log in; a token that the server takes no longer is renewed once. Raises MailboxError."""
        if self._client.welcome.startswith(b"* PREAUTH"):
            return  # the way to the server is the login (RFC 3501 7.1.4)
        login = self._server.login
        try:
            secret = login.secret()
            with self._in_time():
                refusal = self._refusal_of(secret)
            if refusal and login.showing != "password":
                # The lock of the tokens is held meanwhile, and the next connection takes what was renewed.
                other = login.secret(refused=secret)
                with self._in_time():
                    refusal = self._refusal_of(other) if other != secret else refusal
        except NoSecret as error:
            raise MailboxError(f"IMAP {self._server}: no login for {self._server.user!r}: {error}") from error
        if refusal:
            who = f"login refused for {self._server.user!r}"
            raise MailboxError(f"IMAP {self._server}: {who}: {refusal}; {login.advice}")

    def _refusal_of(self, secret: str) -> str:
        """Authenticate. Returns why it was refused, "" on success. Raises NoSecret."""
        user, showing = self._server.user, self._server.login.showing
        if showing == "password":
            try:
                self._client.login(user, secret)
            except LoginError as error:
                return _refusal_in(error)
            return ""
        offered = [name.decode().removeprefix("AUTH=") for name in self._client.capabilities() if name.startswith(b"AUTH=")]
        mechanism = mechanism_for(showing, offered, f"IMAP {self._server}")
        exchange = TokenExchange(mechanism, user, secret, self._server.host, self._server.port)
        try:
            self._client.sasl_login(mechanism, exchange.answer)
        except LoginError as error:
            words = _refusal_in(error)
            return f"{words} ({exchange.problem})" if exchange.problem else words
        return ""

    def _leave(self) -> None:
        """Say goodbye if the server still listens; hang up in any case."""
        try:
            with self._in_time():
                self._client.logout()
        except (IMAPClientError, OSError) as error:
            _log.debug("no goodbye from %s: %s", self._server, error)
        finally:
            # Twice is once too often for its socket, and nobody's trouble.
            with suppress(OSError):
                self._client.shutdown()

    def _select(self) -> bool:
        """Select the folder anew; False if its UIDs are not the ones we knew (RFC 3501 2.3.1.1)."""
        known = self._validity
        try:
            with self._in_time():
                status = self._selected()
        except IMAPClientError as error:
            if isinstance(error, IMAPClient.AbortError):
                raise
            raise MailboxError(f"IMAP {self._server}: no folder {self._folder!r}: {_words(error)}; check folder") from error
        self._count, self._lasting = int(status.get(b"EXISTS", 0)), status.get(b"PERMANENTFLAGS", ())
        validity = status.get(b"UIDVALIDITY", 0)
        validity = validity if validity in _NUMBERS else 0
        self._changes += bool(known) and validity != known
        if self._changes > MAX_VALIDITIES:
            validity = 0
        self._validity = validity
        if known == self._validity:
            return True
        self._last_uid = 0
        return False

    def _selected(self) -> dict[bytes, Any]:
        """What is said of the folder. One that may only be read is read."""
        try:
            status: dict[bytes, Any] = self._client.select_folder(self._folder)
            self._read_only = False
        except imaplib.IMAP4.readonly:
            status = self._client.select_folder(self._folder, readonly=True)
            self._read_only = True
        return status

    def _waiting(self) -> list[int]:
        """With a done folder everything here waits, or a look with another mail program would hide a letter from us.

        A search that is refused, or finds nothing among letters, is checked by going through all of them. Raises
        MailboxError where neither says which letters there are.
        """
        refused: _Refusal | None = None
        unwanted, doubted = ("\\deleted",) if self._done else ("\\deleted", "\\seen"), bool(self._done and self._count)
        try:
            waiting = self._ask(lambda: self._client.search(["UNDELETED"] if self._done else ["UNSEEN", "UNDELETED"]))
        except _Refusal as refusal:
            _log.warning("no search at %s: %s", self._server, refusal)
            waiting, doubted, refused = [], True, refusal
        if doubted and not waiting:
            try:
                flags = self._flags()
            except _Refusal as refusal:
                if refused is not None:
                    raise MailboxError(f"IMAP {self._server}: no search ({refused}), and no list ({refusal})") from refusal
                return []
            waiting = [each.get(b"UID") for each in flags if not _has_one(each.get(b"FLAGS"), unwanted)]
        return sorted({uid for uid in waiting if uid in _NUMBERS})

    def _has_news(self) -> bool:
        return any(uid > self._last_uid for uid in self._waiting())

    def _flags(self) -> list[dict[bytes, Any]]:
        """UID and flags of all letters here, asked for by their numbers, as far as there are any. Raises _Refusal."""
        told: list[dict[bytes, Any]] = []
        for first in range(1, self._count + 1, _FLAGS_AT_ONCE):
            numbers = range(first, min(first + _FLAGS_AT_ONCE, self._count + 1))
            found = self._ask(partial(self._by_number, numbers))
            if not found:
                break
            told += found.values()
        return told

    def _by_number(self, numbers: Sequence[int]) -> dict[int, dict[bytes, Any]]:
        self._client.use_uid = False
        try:
            found: dict[int, dict[bytes, Any]] = self._client.fetch(numbers, ["UID", "FLAGS"])
        finally:
            self._client.use_uid = True
        return found

    # Letters

    def _ask(self, command: Callable[[], T]) -> T:
        """What the server answers. Raises _Refusal; a connection that breaks off meanwhile is opened again before."""
        try:
            with self._in_time():
                return command()
        except (imaplib.IMAP4.abort, OSError, *folders.UNREADABLE) as error:
            slow = isinstance(error, TimeoutError)
            words = (
                f"no answer within {self._server.timeout:g} s ({_words(error)})"
                if slow
                else f"it breaks off: {_words(error)}"
            )
            self._reconnect(error)
            raise _Refusal(words, lost=True, slow=slow) from error
        except IMAPClientError as error:
            raise _Refusal(_words(error)) from error

    def _reconnect(self, why: Exception) -> None:
        """Begin another session. Raises whatever prevents it: then it was not for the command that there is none."""
        if self._interrupted:
            raise MailboxError(
                f"IMAP {self._server}: the connection broke off at the end of the work: {_words(why)}"
            ) from why
        self._reconnections += 1
        if self._reconnections > MAX_RECONNECTIONS:
            raise MailboxError(f"IMAP {self._server}: the connection breaks off again and again: {_words(why)}") from why
        with suppress(IMAPClientError, OSError):
            self._client.shutdown()
        known = self._validity
        self._client = self._connect()
        self._login()
        self._select()
        if known != self._validity:
            raise MailboxError(f"IMAP {self._server}: folder {self._folder!r} was replaced") from why

    def _headings_of(self, uids: Sequence[int]) -> list[Heading | Withheld]:
        answers: dict[int, Heading] = {}
        if len(uids) > 1:
            with suppress(_Refusal):
                answers = self._heading_answers(uids, _HEADER_FORMS[0])
        alone: dict[int, Heading | str | None] = {uid: self._heading_alone(uid) for uid in uids if uid not in answers}
        if missing := [uid for uid, words in alone.items() if isinstance(words, str)]:
            listed = set(self._waiting())
            alone |= dict.fromkeys(set(missing).difference(listed))
        found = [answers.get(uid) or alone[uid] for uid in uids]
        told = [Withheld(uid, each) if isinstance(each, str) else each for uid, each in zip(uids, found, strict=True)]
        return [each for each in told if each is not None]

    def _heading_answers(self, uids: Sequence[int], asked: Iterable[str]) -> dict[int, Heading]:
        answers: dict[int, dict[bytes, Any]] = self._ask(lambda: self._client.fetch(uids, list(asked)))
        headers = {uid: octets(answers.get(uid, {}), b"HEADER") for uid in uids}
        return {
            uid: Heading(uid, size_of(answers[uid]), header[:MAX_HEADER_BYTES])
            for uid, header in headers.items()
            if header is not None
        }

    def _heading_alone(self, uid: int) -> Heading | str:
        """Size and header of one letter, or why the server does not give them."""
        words = ""
        for asked in _HEADER_FORMS:
            try:
                found = self._twice(partial(self._client_fetch, uid, asked))
            except _Refusal as refusal:
                words = words or str(refusal)
                if refusal.lost:
                    break
                continue
            header = octets(found.get(uid, {}), b"HEADER")
            if header is not None:
                return Heading(uid, size_of(found[uid]), header[:MAX_HEADER_BYTES])
            words = words or f"it gives {items_of(found.get(uid, {}))}"
        return words

    def _client_fetch(self, uid: int, asked: Iterable[str]) -> dict[int, dict[bytes, Any]]:
        found: dict[int, dict[bytes, Any]] = self._client.fetch([uid], list(asked))
        return found

    def _body(self, uid: int, most: int, size: int) -> bytes | None:
        """The first bytes of a letter. Raises _Refusal."""
        plain = ("BODY.PEEK[]",) if size <= most else ()  # asked for whole only where it is not too long
        words = ""
        for asked in (f"BODY.PEEK[]<0.{most}>", *plain):
            try:
                found = self._twice(partial(self._client_fetch, uid, [asked]))
            except _Refusal as refusal:
                if refusal.lost:
                    raise
                words = words or str(refusal)
                continue
            raw = octets(found.get(uid, {}), b"")
            if raw is not None:
                return self._with_rest(uid, raw, most, size)[:most]
            words = words or f"it gives {items_of(found.get(uid, {}))}"
        if uid not in self._waiting():
            return None
        raise _Refusal(words)

    def _twice(self, command: Callable[[], T]) -> T:
        """Repeat the request once if the connection breaks off."""
        try:
            return self._ask(command)
        except _Refusal as refusal:
            if not refusal.lost or refusal.slow:
                raise
        return self._ask(command)

    def _with_rest(self, uid: int, raw: bytes, most: int, size: int) -> bytes:
        """A letter of which the server has given less than it says it has: with the rest, if there is one.

        Exchange says a size that is only near, so that a letter may well be whole.
        """
        while len(raw) < min(most, size):
            asked = f"BODY.PEEK[]<{len(raw)}.{min(most, size) - len(raw)}>"
            try:
                found = self._ask(partial(self._client_fetch, uid, [asked]))
            except _Refusal:
                break
            rest = octets(found.get(uid, {}), b"", len(raw))
            if rest is None:
                break
            raw += rest
        return raw

    # Put away

    def _put_away(self, uids: Sequence[int]) -> tuple[list[int], str]:
        """Mark letters and move them. Gives those that are left, and why."""
        if self._read_only:
            return list(uids), f"folder {self._folder!r} may only be read"
        words = self._why_not_put_away(uids)
        if not words:
            return [], ""
        if len(uids) == 1:
            return list(uids), words
        left: list[int] = []
        in_a_row = 0
        for at, uid in enumerate(uids):
            if in_a_row >= MAX_REFUSED_IN_A_ROW and len(left) == at:
                return [*left, *uids[at:]], words
            refusal = self._why_not_put_away([uid])
            in_a_row = in_a_row + 1 if refusal else 0
            if refusal:
                left.append(uid)
        return left, words

    def _why_not_put_away(self, uids: Sequence[int]) -> str:
        """Mark letters and move them all, or say in the server's words why that cannot be."""
        try:
            self._ask(lambda: self._client.add_flags(uids, [SEEN]))
        except _Refusal as refusal:
            if not self._done or refusal.lost:
                return str(refusal)
        words = ""
        for _ in range(2 if self._done else 0):
            known = self._done_name
            try:
                self._move(uids)
            except _Refusal as refusal:
                words, self._done_name = str(refusal), ""
                # The folder may have gone or been renamed since its name was found: then once more.
                if refusal.lost or not (known or "TRYCREATE" in words):
                    break
            else:
                return ""
        return words

    def _move(self, uids: Sequence[int]) -> None:
        """Move letters to the done folder. Raises _Refusal."""
        folder = self._done_folder()
        if self._can("MOVE"):
            try:
                self._ask(lambda: self._client.move(uids, folder))
            except _Refusal as refusal:
                if refusal.lost:
                    raise
                _log.warning("no MOVE at %s: %s", self._server, refusal)
            else:
                return
        if self._lasting and not _has_one(self._lasting, ("\\deleted",)):
            raise _Refusal(f"folder {self._folder!r} does not keep \\Deleted")
        try:
            self._ask(lambda: self._client.copy(uids, folder))
        except _Refusal as refusal:
            if not (refusal.lost and self._lie_in(folder, uids)):
                raise
        self._ask(lambda: self._client.add_flags(uids, [DELETED]))
        # A plain EXPUNGE would also remove what somebody else has marked; \Deleted alone hides ours from us.
        if self._can("UIDPLUS"):
            with suppress(_Refusal):
                self._ask(lambda: self._client.uid_expunge(uids))

    def _lie_in(self, folder: str, uids: Sequence[int]) -> bool:
        """Whether these letters lie in that folder too: a COPY can be done whose answer was lost, and each further one would
        put one more there.
        """
        wanted = [each for each in self._headings_of(uids) if isinstance(each, Heading)]
        if len(wanted) < len(uids):
            return False
        try:
            self._ask(lambda: self._client.select_folder(folder, readonly=True))
            return all(self._ask(partial(self._has, heading)) for heading in wanted)
        finally:
            self._select()

    def _has(self, wanted: Heading) -> bool:
        """Whether a letter lies here: by its Message-ID, and without one among the newest, by its header and size."""
        if name := _MESSAGE_ID.search(wanted.header):
            return bool(self._with_id(name[1].decode("ascii", "replace")))
        headings = self._headings_of(self._newest())
        return any(
            isinstance(each, Heading) and (each.size, each.header) == (wanted.size, wanted.header) for each in headings
        )

    def _newest(self) -> list[int]:
        return sorted(self._client.search(["ALL"]))[-_BATCH:]

    def _done_folder(self) -> str:
        """The full name of the done folder, which is made if it is not there. Raises _Refusal."""
        if not self._done_name and self._done:
            names = self._ask(lambda: folders.names_for(self._client, str(self._done)))
            there = self._ask(lambda: folders.existing(self._client, names))
            try:
                self._done_name = there or self._ask(lambda: folders.make(self._client, names))
            except folders.NoFolder as refusal:
                raise _Refusal(f"folder {self._done!r} cannot be made: {refusal}") from refusal
        return self._done_name

    def _poll_for(self, left: float) -> None:
        self._listen(min(left, self._poll))

    def _idle_for(self, left: float) -> None:
        """Wait in IDLE until the server says anything. What it said is not parsed here: the next search will tell."""
        try:
            with self._in_time():
                self._client.idle()
        except IMAPClientError as error:
            # Of anything else than a refusal it is not known whether the server waits now.
            if isinstance(error, IMAPClient.AbortError) or "b'* " in str(error):
                raise
            _log.warning("no IDLE at %s: %s", self._server, error)
            self._idle = False
            return
        self._listen(min(left, _IDLE_SECONDS), self._client.socket())
        with self._in_time():
            self._client.idle_done()

    def _listen(self, seconds: float, *others: socket.socket) -> None:
        """Wait until interrupt() is called, or one of the `others` has something to say."""
        with selectors.DefaultSelector() as selector:
            for source in (self._ear, *others):
                if source is not None:
                    selector.register(source, selectors.EVENT_READ)
            selector.select(seconds)

    @contextmanager
    def _in_time(self) -> Iterator[None]:
        """Hang up in the midst of an answer that takes too long as a whole: the timeout of the connection begins anew with
        each byte that trickles in. Raises TimeoutError.
        """
        over = threading.Event()

        def hang_up() -> None:
            over.set()
            self._wire.hang_up()

        timer = threading.Timer(self._server.end_timeout, hang_up)
        timer.daemon = True
        timer.start()
        try:
            yield
        except (IMAPClientError, OSError, *folders.UNREADABLE) as error:
            if over.is_set():
                raise TimeoutError(f"the answer has no end after {self._server.end_timeout:g} s") from error
            raise
        finally:
            timer.cancel()

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn any error in the block into MailboxError."""
        try:
            yield
        except imaplib.IMAP4.abort as error:
            raise MailboxError(f"IMAP {self._server}: connection lost: {_words(error)}") from error
        except (IMAPClientError, imaplib.IMAP4.error) as error:
            raise MailboxError(f"IMAP {self._server}: the server refused: {_words(error)}") from error
        except OSError as error:
            raise MailboxError(f"IMAP {self._server}: {what_to_mend(error, self._server)}") from error
        except folders.UNREADABLE as error:
            _log.debug("an answer against the protocol", exc_info=error)
            raise MailboxError(f"IMAP {self._server}: the server says what cannot be read: {_words(error)}") from error


def _has_one(flags: object, wanted: Iterable[str]) -> bool:
    """Whether the server reported one of these flags."""
    reported = flags if isinstance(flags, tuple | list) else ()
    known = {each.decode("ascii", "replace").lower().strip("()") for each in reported if isinstance(each, bytes)}
    return not known.isdisjoint(wanted)


def _refusal_in(error: LoginError) -> str:
    """The server's words against a login. Raises the abort where the connection was lost instead: that is no refusal."""
    if isinstance(error.__context__, imaplib.IMAP4.abort):
        raise error.__context__
    return _words(error)


def _words(error: Exception) -> str:
    """The server's own words: imaplib keeps them as bytes."""
    words = error.args[0] if error.args else error
    return words.decode("utf-8", "replace") if isinstance(words, bytes) else str(words)
