"""The mailbox letters arrive in, over IMAP (RFC 3501, IDLE: RFC 2177, MOVE: RFC 6851)."""

import imaplib
import logging
import selectors
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

from imapclient import SEEN, IMAPClient  # type: ignore[import-untyped]
from imapclient.exceptions import IMAPClientError, LoginError  # type: ignore[import-untyped]

from .login.sasl import TokenExchange, mechanism_for
from .login.ways import NoSecret
from .server import Server, what_to_mend

_log = logging.getLogger(__name__)

MOST_HEADER_BYTES = 64 * 1024
"""So much of a header is read (RFC 3501 6.4.5): what stands behind it opens no seat."""
_HEADER, _HEADER_KEY = f"BODY.PEEK[HEADER]<0.{MOST_HEADER_BYTES}>", b"BODY[HEADER]<0>"
_SIZE, _SIZE_KEY = "RFC822.SIZE", b"RFC822.SIZE"
_BODY_KEY = b"BODY[]<0>"
_LONGEST = 2**31
_BATCH = 50
"""Headers that are asked for at once: they bound the memory that a look at a full mailbox takes."""
# RFC 2177 wants IDLE re-issued within 29 minutes; this also bounds the wait for news that came just before it began.
_IDLE_SECONDS = 5 * 60.0


class MailboxError(Exception):
    """The mailbox cannot be used; the message says which server, why, and what to mend."""


class NotGiven(MailboxError):
    """The server does not give this one letter; the connection is as good as before."""


@dataclass(frozen=True, slots=True)
class Heading:
    """What is asked of a letter first: its size in bytes, and its header, of which at most MOST_HEADER_BYTES."""

    uid: int
    size: int
    header: bytes


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
        self._last_uid = 0
        self._client: Any = None
        self._interrupted = False
        self._bell: socket.socket | None = None
        self._ear: socket.socket | None = None

    def __enter__(self) -> Self:
        """Log in and select the folder. Raises MailboxError."""
        with self._explained(), ExitStack() as stack:
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
        """The UIDVALIDITY under which the last UIDs were given: under another they mean other letters (RFC 3501 2.3.1.1)."""
        return self._validity

    def look(self) -> list[int]:
        """The UIDs of all letters not done with, lowest first; they stay as they are. Raises MailboxError.

        Not done with are all that are still here if there is a done folder, else those not yet \\Seen.
        """
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
                found = self._client.search(["UID", f"{min(uids)}:{max(uids)}", *criteria])
            except IMAPClientError as error:
                if isinstance(error, IMAPClient.AbortError):
                    raise
                _log.warning("no search for players' letters at %s: %s", self._server, _words(error))
                return set(uids)
        return set(found).intersection(uids)

    def headings(self, uids: Sequence[int]) -> Iterator[Heading]:
        """Size and header of these letters, without those that are gone meanwhile. Raises MailboxError."""
        for at in range(0, len(uids), _BATCH):
            batch = uids[at : at + _BATCH]
            with self._explained():
                found: dict[int, dict[bytes, Any]] = self._client.fetch(batch, [_SIZE, _HEADER])
            yield from (
                Heading(uid, int(found[uid].get(_SIZE_KEY) or 0), found[uid][_HEADER_KEY])
                for uid in batch
                if uid in found and found[uid].get(_HEADER_KEY) is not None
            )

    def fetch(self, uid: int, most: int) -> bytes | None:
        """The first `most` bytes of a letter, None if it is gone meanwhile. Raises NotGiven, and else MailboxError."""
        with self._explained():
            try:
                found: dict[int, dict[bytes, Any]] = self._client.fetch([uid], [f"BODY.PEEK[]<0.{most}>"])
            except IMAPClientError as error:
                if isinstance(error, IMAPClient.AbortError):
                    raise
                raise NotGiven(f"IMAP {self._server}: letter with UID {uid} is not given: {_words(error)}") from error
        # A letter expunged meanwhile, or one of which the server only tells the flags, has no body here.
        raw: bytes | None = found.get(uid, {}).get(_BODY_KEY)
        return raw

    def fetch_new(self) -> list[tuple[int, bytes]]:
        """UID and bytes of every letter that look() gives: for a mailbox nobody but us writes to. Raises MailboxError."""
        fetched = [(uid, self.fetch(uid, _LONGEST)) for uid in self.look()]
        return [(uid, raw) for uid, raw in fetched if raw is not None]

    def mark_done(self, uids: Sequence[int]) -> int:
        """Set \\Seen on these messages and move them to the done folder, if there is one. Returns how many.

        If the folder was replaced since they were fetched (UIDVALIDITY), the UIDs may now mean others: then nothing is
        marked, 0 is returned, and look() gives the letters again. Raises MailboxError.
        """
        if not uids:
            return 0
        with self._explained():
            if not self._select():
                _log.warning("folder %s at %s was replaced; its letters will be read again", self._folder, self._server)
                return 0
            self._client.add_flags(uids, [SEEN])
            if self._done:
                self._move(uids, self._done)
        return len(uids)

    @property
    def can_idle(self) -> bool:
        """Whether wait() is told of new letters instead of looking for them. Raises MailboxError."""
        with self._explained():
            return self._idle and bool(self._client.has_capability("IDLE"))

    def wait(self, seconds: float) -> bool:
        """Wait until there is a letter look() has not given yet (True), or `seconds` have passed (False).

        interrupt() ends it early. Raises MailboxError.
        """
        end = time.monotonic() + seconds
        pause = self._idle_for if self.can_idle else self._poll_for
        with self._explained():
            while not self._has_news():
                left = end - time.monotonic()
                if left <= 0 or self._interrupted:
                    return False
                pause(left)
            return True

    def interrupt(self) -> None:
        """End the wait() going on in another thread, and every later one."""
        self._interrupted = True
        if self._bell is not None:
            # It may be closing in the other thread: then nobody waits any more.
            with suppress(OSError):
                self._bell.send(b"!")

    def check(self) -> str:
        """Log in, select the folder, and say in one line what was found. Raises MailboxError."""
        with self:
            count = len(self._waiting())
            how = "IDLE" if self.can_idle else f"a look every {self._poll:g} s"
        return f"IMAP {self._server} ({self._server.security}): folder {self._folder}, {count} waiting, {how}"

    def _connect(self) -> Any:
        server = self._server
        tls = server.security == "tls"
        client = IMAPClient(server.host, server.port, ssl=tls, ssl_context=server.context, timeout=server.timeout)
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
        login = self._server.login
        try:
            secret = login.secret()
            refusal = self._refusal_of(secret)
            if refusal and login.showing != "password":
                # The lock of the tokens is held meanwhile, and the next connection takes what was renewed.
                other = login.secret(refused=secret)
                refusal = self._refusal_of(other) if other != secret else refusal
        except NoSecret as error:
            raise MailboxError(f"IMAP {self._server}: no login for {self._server.user!r}: {error}") from error
        if refusal:
            who = f"login refused for {self._server.user!r}"
            raise MailboxError(f"IMAP {self._server}: {who}: {refusal}; {login.advice}")

    def _refusal_of(self, secret: str) -> str:
        """Show a password or token. Gives why it is refused, "" if it is not. Raises NoSecret."""
        user, showing = self._server.user, self._server.login.showing
        if showing == "password":
            try:
                self._client.login(user, secret)
            except LoginError as error:
                return _words(error)
            return ""
        offered = [name.decode().removeprefix("AUTH=") for name in self._client.capabilities() if name.startswith(b"AUTH=")]
        mechanism = mechanism_for(showing, offered, f"IMAP {self._server}")
        exchange = TokenExchange(mechanism, user, secret, self._server.host, self._server.port)
        try:
            self._client.sasl_login(mechanism, exchange.answer)
        except LoginError as error:
            return f"{_words(error)} ({exchange.problem})" if exchange.problem else _words(error)
        return ""

    def _leave(self) -> None:
        """Say goodbye if the server still listens; hang up in any case."""
        try:
            self._client.logout()
        except (IMAPClientError, OSError) as error:
            _log.debug("no goodbye from %s: %s", self._server, error)
            self._client.shutdown()

    def _select(self) -> bool:
        """Select the folder anew; False if its UIDs are not the ones we knew (RFC 3501 2.3.1.1)."""
        known = self._validity
        try:
            self._validity = int(self._client.select_folder(self._folder).get(b"UIDVALIDITY", 0))
        except IMAPClientError as error:
            if isinstance(error, IMAPClient.AbortError):
                raise
            raise MailboxError(f"IMAP {self._server}: no folder {self._folder!r}: {_words(error)}; check folder") from error
        if known == self._validity:
            return True
        self._last_uid = 0
        return False

    def _waiting(self) -> list[int]:
        """With a done folder everything here waits, or a look with another mail program would hide a letter from us."""
        return sorted(self._client.search(["UNDELETED"] if self._done else ["UNSEEN", "UNDELETED"]))

    def _has_news(self) -> bool:
        return any(uid > self._last_uid for uid in self._waiting())

    def _move(self, uids: Sequence[int], folder: str) -> None:
        if not self._client.folder_exists(folder):
            self._client.create_folder(folder)
            self._client.subscribe_folder(folder)
        if self._client.has_capability("MOVE"):
            self._client.move(uids, folder)
            return
        self._client.copy(uids, folder)
        self._client.delete_messages(uids)
        # A plain EXPUNGE would also remove what somebody else has marked; \Deleted alone hides ours from us.
        if self._client.has_capability("UIDPLUS"):
            self._client.uid_expunge(uids)

    def _poll_for(self, left: float) -> None:
        self._listen(min(left, self._poll))

    def _idle_for(self, left: float) -> None:
        """Wait in IDLE until the server says anything. What it said is not parsed here: the next search will tell."""
        self._client.idle()
        self._listen(min(left, _IDLE_SECONDS), self._client.socket())
        self._client.idle_done()

    def _listen(self, seconds: float, *others: socket.socket) -> None:
        """Wait until interrupt() rings, or one of the `others` has something to say."""
        with selectors.DefaultSelector() as selector:
            for source in (self._ear, *others):
                if source is not None:
                    selector.register(source, selectors.EVENT_READ)
            selector.select(seconds)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Whatever goes wrong in the block is raised as MailboxError."""
        try:
            yield
        except imaplib.IMAP4.abort as error:
            raise MailboxError(f"IMAP {self._server}: connection lost: {_words(error)}") from error
        except (IMAPClientError, imaplib.IMAP4.error) as error:
            raise MailboxError(f"IMAP {self._server}: the server refused: {_words(error)}") from error
        except OSError as error:
            raise MailboxError(f"IMAP {self._server}: {what_to_mend(error, self._server)}") from error


def _words(error: Exception) -> str:
    """The server's own words: imaplib keeps them as bytes."""
    told = error.args[0] if error.args else error
    return told.decode("utf-8", "replace") if isinstance(told, bytes) else str(told)
