"""A session with an IMAP server, and the folder selected in it: login, commands, connections that break off (RFC 3501)."""

import imaplib
import logging
import re
import selectors
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any, TypeVar

from imapclient import IMAPClient  # type: ignore[import-untyped]
from imapclient.exceptions import IMAPClientError, LoginError  # type: ignore[import-untyped]
from imapclient.tls import wrap_socket  # type: ignore[import-untyped]

from pbem.mail.login.sasl import TokenExchange, mechanism_for
from pbem.mail.login.ways import NoSecret
from pbem.mail.server import Server, what_to_mend
from pbem.mail.wire import Wire

from .errors import MailboxError, Refusal, refusal_in, words_of
from .folders import UNREADABLE

_log = logging.getLogger(__name__)

MAX_LINE_BYTES = 16 * 1024 * 1024
"""The longest line accepted: room for the numbers of more than a million letters."""
NUMBERS = range(1, 2**32)
"""The range of UID and UIDVALIDITY (RFC 3501 9, nz-number)."""
MAX_RECONNECTIONS = 40
"""How often one look reopens a connection that breaks off in the middle of a letter."""
ENDING_SECONDS = 10.0
"""How long we wait for an answer once we are asked to stop."""
MAX_VALIDITIES = 2
"""After this many changes in one connection UIDVALIDITY is ignored."""
_ANSWER = re.compile(rb"(\* (?:[0-9]+ )?|[A-Z]+[0-9]+ )([A-Za-z]+)(?=[ \r])")
_MAX_EMPTY_LINES = 20
_PROTOCOL = "IMAP4REV1"
T = TypeVar("T")


class _Client(IMAPClient):  # type: ignore[misc]
    """A client that registers its connection before the server's greeting, which may never end."""

    def __init__(self, wire: Wire, server: Server) -> None:
        self._wire = wire
        tls = server.security == "tls"
        super().__init__(server.host, server.port, ssl=tls, ssl_context=server.context, timeout=server.timeout)

    def _create_IMAP4(self) -> imaplib.IMAP4:  # noqa: N802 - the library's name
        return _Protocol(self.host, self.port, self._opened)

    def _do_capabilites(self) -> tuple[bytes, ...]:
        """The server's capabilities. Some servers do not repeat them after the login: then those from before it count."""
        try:
            (told,) = self._command_and_check("capability")
        except IMAPClientError as error:
            if isinstance(error, imaplib.IMAP4.abort):
                raise
            told = None
        before: tuple[bytes, ...] = self._normalise_capabilites(" ".join(self._imap.capabilities))
        return before if told is None else self._normalise_capabilites(told)

    def _opened(self) -> socket.socket:
        """A connection, encrypted where that comes first."""
        opened = socket.create_connection((self.host, self.port), self._timeout.connect)
        self._wire.note(opened)
        return wrap_socket(opened, self.ssl_context, self.host) if self.ssl else opened


class _Protocol(imaplib.IMAP4):
    """IMAP over a connection opened elsewhere. STARTTLS checks the certificate against the host name.

    A server may write its words in small letters, leave out the text behind a result, and put empty lines between its
    answers: imaplib takes none of that.
    """

    def __init__(self, host: str, port: int, opens: Callable[[], socket.socket]) -> None:
        self._opens = opens
        self._begins_answer = False
        super().__init__(host, port)

    def _create_socket(self, timeout: float | None = None) -> socket.socket:  # noqa: ARG002 - the library's name
        return self._opens()

    def _get_capabilities(self) -> None:
        """One that does not say what it can, or names a later protocol only, is taken for a plain server."""
        try:
            super()._get_capabilities()  # type: ignore[misc] # not in the stubs
        except self.abort:
            raise
        except self.error:
            self.capabilities: tuple[str, ...] = ()
        if _PROTOCOL not in self.capabilities:
            self.capabilities += (_PROTOCOL,)

    def _get_response(self) -> bytes | None:
        self._begins_answer = True
        answer: bytes | None = super()._get_response()  # type: ignore[misc] # not in the stubs
        return answer

    def readline(self) -> bytes:
        """A line of an answer; that of a search lists all letters. After one that is too long nothing more can be read."""
        line = self._line()
        if not self._begins_answer:
            return line
        self._begins_answer = False
        for _ in range(_MAX_EMPTY_LINES):
            if line.strip():
                break
            line = self._line()
        begun = _ANSWER.match(line)
        if begun is None:
            return line
        rest = line[begun.end() :]
        return begun[1] + begun[2].upper() + (b" " if begun[1][:1] != b"*" and not rest.strip() else b"") + rest

    def _line(self) -> bytes:
        line = bytes(self.file.readline(MAX_LINE_BYTES + 1))  # type: ignore[arg-type] # never text
        if len(line) > MAX_LINE_BYTES:
            raise self.abort(f"a line of more than {MAX_LINE_BYTES} bytes")
        return line[:-1] + b"\r\n" if line.endswith(b"\n") and not line.endswith(b"\r\n") else line


class Session:
    """A login at a `server` with a `folder` selected, which is opened again where it breaks off.

    Of the folder, as it was when it was selected last: `count` its letters, `lasting` the flags that it keeps,
    `is_read_only`, and `validity`, its UIDVALIDITY (0: the server gives none, or another one each time). `last_uid` is the
    highest UID that was looked at under that. `is_interrupted`: the work is to end.
    """

    def __init__(self, server: Server, folder: str) -> None:
        self.server = server
        self.folder = folder
        self.validity = 0
        self.count = 0
        self.lasting: tuple[bytes, ...] = ()
        self.is_read_only = False
        self.last_uid = 0
        self.client: Any = None
        self.is_interrupted = False
        self._changes = 0
        self._reconnections = 0
        self._wire = Wire()
        self._bell: socket.socket | None = None
        self._ear: socket.socket | None = None

    def open(self, stack: ExitStack) -> None:
        """Log in and select the folder; the `stack` closes the session again."""
        stack.callback(self._wire.close)
        self.client = self._connect()
        stack.callback(self._leave)
        bell, ear = socket.socketpair()
        self._bell, self._ear = stack.enter_context(bell), stack.enter_context(ear)
        stack.callback(self._without_bell)
        self._login()
        self.select()

    def _without_bell(self) -> None:
        self._bell = None

    def begin_look(self) -> None:
        """Reset the count of reconnections."""
        self._reconnections = 0

    def can(self, name: str) -> bool:
        """Whether the server has a capability, asking it if necessary."""
        with self.in_time():
            return bool(self.client.has_capability(name))

    def _connect(self) -> Any:
        with self.in_time():
            return self._connected()

    def _connected(self) -> Any:
        server = self.server
        client = _Client(self._wire, server)
        client.normalise_times = False  # moments with their zones, not in that of this machine
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
        if self.client.welcome.startswith(b"* PREAUTH"):
            return  # the way to the server is the login (RFC 3501 7.1.4)
        login = self.server.login
        try:
            secret = login.secret()
            with self.in_time():
                refusal = self._refusal_of(secret)
            if refusal and login.showing != "password":
                # The lock of the tokens is held meanwhile, and the next connection takes what was renewed.
                other = login.secret(refused=secret)
                with self.in_time():
                    refusal = self._refusal_of(other) if other != secret else refusal
        except NoSecret as error:
            raise MailboxError(f"IMAP {self.server}: no login for {self.server.user!r}: {error}") from error
        if refusal:
            who = f"login refused for {self.server.user!r}"
            raise MailboxError(f"IMAP {self.server}: {who}: {refusal}; {login.advice}")

    def _refusal_of(self, secret: str) -> str:
        """Authenticate. Returns why it was refused, "" on success. Raises NoSecret."""
        user, showing = self.server.user, self.server.login.showing
        if showing == "password":
            try:
                self.client.login(user, secret)
            except LoginError as error:
                return refusal_in(error)
            return ""
        offered = [name.decode().removeprefix("AUTH=") for name in self.client.capabilities() if name.startswith(b"AUTH=")]
        mechanism = mechanism_for(showing, offered, f"IMAP {self.server}")
        exchange = TokenExchange(mechanism, user, secret, self.server.host, self.server.port)
        try:
            self.client.sasl_login(mechanism, exchange.answer)
        except LoginError as error:
            words = refusal_in(error)
            return f"{words} ({exchange.problem})" if exchange.problem else words
        return ""

    def _leave(self) -> None:
        """Say goodbye if the server still listens; hang up in any case."""
        try:
            with self.in_time():
                self.client.logout()
        except (IMAPClientError, OSError) as error:
            _log.debug("no goodbye from %s: %s", self.server, error)
        finally:
            # A socket that is closed already raises, which does no harm.
            with suppress(OSError):
                self.client.shutdown()

    def select(self) -> bool:
        """Select the folder again; False if its UIDs are not the ones we knew (RFC 3501 2.3.1.1)."""
        known = self.validity
        try:
            with self.in_time():
                status = self._selected()
        except IMAPClientError as error:
            if isinstance(error, IMAPClient.AbortError):
                raise
            raise MailboxError(f"IMAP {self.server}: no folder {self.folder!r}: {words_of(error)}; check folder") from error
        self.count, self.lasting = int(status.get(b"EXISTS", 0)), status.get(b"PERMANENTFLAGS", ())
        validity = status.get(b"UIDVALIDITY", 0)
        validity = validity if validity in NUMBERS else 0
        self._changes += bool(known) and validity != known
        if self._changes > MAX_VALIDITIES:
            validity = 0
        self.validity = validity
        if known == self.validity:
            return True
        self.last_uid = 0
        return False

    def _selected(self) -> dict[bytes, Any]:
        """The status of the folder, selected read-only if the server allows no more."""
        try:
            status: dict[bytes, Any] = self.client.select_folder(self.folder)
            self.is_read_only = False
        except imaplib.IMAP4.readonly:
            status = self.client.select_folder(self.folder, readonly=True)
            self.is_read_only = True
        return status

    def ask(self, command: Callable[[], T]) -> T:
        """What the server answers. Raises Refusal; if the connection broke off it has been opened again by then."""
        try:
            with self.in_time():
                return command()
        except (imaplib.IMAP4.abort, OSError, *UNREADABLE) as error:
            slow = isinstance(error, TimeoutError)
            words = (
                f"no answer within {self.server.timeout:g} s ({words_of(error)})"
                if slow
                else f"it breaks off: {words_of(error)}"
            )
            self._reconnect(error)
            raise Refusal(words, lost=True, slow=slow) from error
        except IMAPClientError as error:
            raise Refusal(words_of(error)) from error

    def twice(self, command: Callable[[], T]) -> T:
        """Repeat the request once if the connection breaks off."""
        try:
            return self.ask(command)
        except Refusal as refusal:
            if not refusal.lost or refusal.slow:
                raise
        return self.ask(command)

    def _reconnect(self, why: Exception) -> None:
        """Begin another session. Raises whatever prevents it, which is then no fault of the command."""
        if self.is_interrupted:
            raise MailboxError(
                f"IMAP {self.server}: the connection broke off at the end of the work: {words_of(why)}"
            ) from why
        self._reconnections += 1
        if self._reconnections > MAX_RECONNECTIONS:
            raise MailboxError(f"IMAP {self.server}: the connection breaks off again and again: {words_of(why)}") from why
        with suppress(IMAPClientError, OSError):
            self.client.shutdown()
        known = self.validity
        self.client = self._connect()
        self._login()
        self.select()
        if known != self.validity:
            raise MailboxError(f"IMAP {self.server}: folder {self.folder!r} was replaced") from why

    def interrupt(self) -> None:
        """End the wait() going on in another thread, and every later one. A command that has no answer by ENDING_SECONDS
        later breaks off, and no connection that breaks off is opened again.
        """
        self.is_interrupted = True
        ending = threading.Timer(ENDING_SECONDS, self._wire.hang_up)
        ending.daemon = True
        ending.start()
        if self._bell is not None:
            # It may be closing in the other thread: then nobody waits any more.
            with suppress(OSError):
                self._bell.send(b"!")

    def listen(self, seconds: float, *others: socket.socket) -> None:
        """Wait until interrupt() is called, or one of the `others` has something to say."""
        with selectors.DefaultSelector() as selector:
            for source in (self._ear, *others):
                if source is not None:
                    selector.register(source, selectors.EVENT_READ)
            selector.select(seconds)

    @contextmanager
    def in_time(self) -> Iterator[None]:
        """Hang up in the midst of an answer that takes too long as a whole: the timeout of the connection begins again with
        each byte that trickles in. Raises TimeoutError.
        """
        over = threading.Event()

        def hang_up() -> None:
            over.set()
            self._wire.hang_up()

        timer = threading.Timer(self.server.end_timeout, hang_up)
        timer.daemon = True
        timer.start()
        try:
            yield
        except (IMAPClientError, OSError, *UNREADABLE) as error:
            if over.is_set():
                raise TimeoutError(f"the answer has no end after {self.server.end_timeout:g} s") from error
            raise
        finally:
            timer.cancel()

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Turn any error in the block into MailboxError."""
        try:
            yield
        except imaplib.IMAP4.abort as error:
            raise MailboxError(f"IMAP {self.server}: connection lost: {words_of(error)}") from error
        except (IMAPClientError, imaplib.IMAP4.error) as error:
            raise MailboxError(f"IMAP {self.server}: the server refused: {words_of(error)}") from error
        except OSError as error:
            raise MailboxError(f"IMAP {self.server}: {what_to_mend(error, self.server)}") from error
        except UNREADABLE as error:
            _log.debug("an answer against the protocol", exc_info=error)
            raise MailboxError(f"IMAP {self.server}: the server says what cannot be read: {words_of(error)}") from error

    def step(self, name: str, command: Callable[[], T]) -> T:
        try:
            return self.ask(command)
        except Refusal as refusal:
            raise MailboxError(f"IMAP {self.server}: {name}: the server refused: {refusal}") from refusal
