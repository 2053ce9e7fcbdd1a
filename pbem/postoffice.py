"""An embedded post office on loopback: an SMTP server (aiosmtpd) and an IMAP server (pymap) with real sockets.

pymap's own in-memory dict backend is used as it is: it starts in milliseconds, and its mailboxes can be filled from the
same event loop the SMTP server runs in. mail-devel, a ready-made pair of the two servers, was not taken, because what
matters here (mailboxes from a mapping, sub-addresses, refused recipients, the delivery hook) is our own handler anyway.
"""

import asyncio
import hmac
import logging
import re
import threading
import time
from argparse import Namespace
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Self
from weakref import WeakSet

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session
from proxyprotocol.result import ProxyResultLocal
from proxyprotocol.sock import SocketInfo
from pymap.backend.dict import Config, Identity, Login
from pymap.concurrent import Subsystem
from pymap.imap import IMAPServer
from pymap.mime import MessageBody, MessageContent
from pymap.parsing.message import AppendMessage
from pymap.user import UserMetadata
from pysasl.hashing import Cleartext

log = logging.getLogger(__name__)

HOST = "127.0.0.1"
_START_SECONDS = 10
_ACCEPT_SECONDS = 0.001
_NO_HEADER_MORE = re.compile(rb"^[ \t\r\x0b\f]*(?:\n|\Z)", re.MULTILINE)

OnDelivery = Callable[[bytes, str], None]


class _Config(Config):
    """pymap asks the network for its own name to greet with, which may take seconds where there is no name server."""

    @property
    def greeting(self) -> bytes:
        return b"pbem post office"


@dataclass(frozen=True)
class _Running:
    """Handles with which other threads reach the servers' loop."""

    loop: asyncio.AbstractEventLoop
    closing: asyncio.Event


class _Body(MessageBody):
    """A body whose parts are found when somebody asks for them.

    pymap looks at each line of a letter as it comes, one and a half seconds for 900 kB in 200 parts, in which nobody else is
    served; those who take letters whole never ask.
    """

    __slots__ = ("_found", "_letter", "_line_ends")

    def __init__(self, letter: bytes, begins: int, like: MessageBody) -> None:
        super().__init__(letter, [(begins, len(letter), len(letter))], like.content_type, [])
        self._letter = letter
        self._line_ends = letter.count(b"\n", begins)
        self._found: Sequence[MessageContent] | None = None

    @property
    def lines(self) -> int:
        return self._line_ends + 1

    @property
    def nested(self) -> Sequence[MessageContent]:
        if self._found is None:
            self._found = MessageContent.parse(self._letter).body.nested
        return self._found


def _header_and_content(letter: bytes) -> tuple[bytes, MessageContent]:
    """A letter's header, and the letter with that alone parsed; all of one in which no header ends."""
    end = _NO_HEADER_MORE.search(letter)
    if end is None:
        return letter, MessageContent.parse(letter)
    begins = end.end()
    read = MessageContent.parse(letter[:begins])
    return letter[:begins], MessageContent(letter, read.header, _Body(letter, begins, read.body))


class _SmtpSession(SMTP):
    """An SMTP session that registers its connection."""

    def __init__(self, handler: "PostOffice", note: Callable[[asyncio.BaseTransport], None], **options: Any) -> None:
        super().__init__(handler, **options)
        self._note = note

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._note(transport)
        super().connection_made(transport)


class PostOffice:
    """Mailboxes `address -> password` behind an SMTP and an IMAP server; use it as a context manager.

    Mail to `local+anything@host` is delivered to `local@host`; the full recipient stands in its `Delivered-To` header.
    The IMAP login name is the address. Any SMTP client on this machine may send, with a login or without.
    """

    def __init__(
        self,
        mailboxes: Mapping[str, str],
        *,
        smtp_port: int = 0,
        imap_port: int = 0,
        on_delivery: OnDelivery | None = None,
    ) -> None:
        """Port 0: any free one, see `smtp_port` and `imap_port` after start().

        `on_delivery(raw, recipient)` is called in the post office's own thread after each delivery.
        """
        self.smtp_port = smtp_port
        self.imap_port = imap_port
        self._passwords = {address.lower(): password for address, password in mailboxes.items()}
        self._on_delivery = on_delivery
        self._delivered: dict[str, list[bytes]] = {address: [] for address in self._passwords}
        self._login = Login(_imap_config())
        self._thread: threading.Thread | None = None
        self._running: _Running | None = None
        self._connections: WeakSet[asyncio.BaseTransport] = WeakSet()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()

    def password_of(self, address: str) -> str:
        """The password of a mailbox. Raises KeyError if there is none."""
        return self._passwords[address.lower()]

    def start(self) -> None:
        """Open both servers in a thread of their own, if they are not open. Raises OSError if a port is taken."""
        if self._running is not None:
            return
        ready: Future[_Running] = Future()
        self._thread = threading.Thread(target=self._run, args=(ready,), name="post office", daemon=True)
        self._thread.start()
        self._running = ready.result(_START_SECONDS)

    def stop(self) -> None:
        """Close both servers and all connections; what was delivered can still be asked for."""
        if self._running is not None and self._thread is not None:
            self._running.loop.call_soon_threadsafe(self._running.closing.set)
            self._thread.join()
        self._running = self._thread = None

    def worked(self) -> float:
        """The seconds of the processor that both servers have worked since start(); 0 where the system does not tell."""
        thread = self._thread
        if thread is None or thread.ident is None or not hasattr(time, "pthread_getcpuclockid"):
            return 0.0
        return time.clock_gettime(time.pthread_getcpuclockid(thread.ident))

    def messages(self, address: str) -> list[bytes]:
        """Everything ever delivered to this mailbox, oldest first, whatever its owner did with it since.

        Raises KeyError for an unknown address.
        """
        return list(self._delivered[address.lower()])

    def deliver(self, raw: bytes, recipient: str, envelope_from: str = "", *, quietly: bool = False) -> None:
        """Put a message into the mailbox of `recipient`, as if it had come by SMTP; nothing is done with one that comes
        `quietly`. Raises KeyError if there is no mailbox.

        Not to be called from `on_delivery`.
        """
        if self._running is None:
            raise RuntimeError("the post office is closed")
        delivery = self._deliver(raw, recipient, envelope_from, quietly=quietly)
        asyncio.run_coroutine_threadsafe(delivery, self._running.loop).result()

    def _run(self, ready: "Future[_Running]") -> None:
        try:
            asyncio.run(self._serve(ready))
        except OSError as error:
            ready.set_exception(error)

    async def _serve(self, ready: "Future[_Running]") -> None:
        running = _Running(asyncio.get_running_loop(), asyncio.Event())
        async with AsyncExitStack() as stack:
            smtp = await running.loop.create_server(self._smtp_session, HOST, self.smtp_port)
            await stack.enter_async_context(smtp)
            imap = await asyncio.start_server(self._imap_session(), HOST, self.imap_port)
            await stack.enter_async_context(imap)
            self.smtp_port, self.imap_port = _port(smtp), _port(imap)
            await self._open_mailboxes()
            ready.set_result(running)
            await running.closing.wait()
            await self._hang_up(smtp, imap)

    async def _hang_up(self, *servers: asyncio.Server) -> None:
        """Close every connection. One whose session has not begun would else leave its client waiting for a greeting."""
        # The loop looks at its clock after its sockets: what they accepted until then is a connection on our next turn.
        await asyncio.sleep(_ACCEPT_SECONDS)
        for server in servers:
            server.close()
        await asyncio.sleep(0)
        for connection in list(self._connections):
            if isinstance(connection, asyncio.WriteTransport):
                connection.abort()

    async def _open_mailboxes(self) -> None:
        for address, password in self._passwords.items():
            owner = UserMetadata(self._login.config, address, password=password)
            await Identity(address, self._login, None, frozenset()).set(owner)

    def _imap_session(self) -> Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]:
        server = IMAPServer(self._login, self._login.config)

        def begin(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Awaitable[None]:
            self._connections.add(writer.transport)
            # Not through pymap's usual reader of proxy headers: it starts the session as a task that nobody holds, and the
            # garbage collector of Python 3.13 ends it in the midst.
            return server(reader, writer, SocketInfo.get(writer, ProxyResultLocal()))

        return begin

    def _smtp_session(self) -> SMTP:
        # Loopback only, so a login in the clear is fine; nobody needs one.
        return _SmtpSession(
            self,
            self._connections.add,
            hostname="localhost",
            ident="pbem post office",
            authenticator=self._authenticate,
            auth_require_tls=False,
        )

    def _authenticate(self, _server: SMTP, _session: Session, _envelope: Envelope, _how: str, given: Any) -> AuthResult:
        good = isinstance(given, LoginPassword) and self._is_password(given)
        return AuthResult(success=good, handled=False)

    def _is_password(self, given: LoginPassword) -> bool:
        known = self._passwords.get(given.login.decode("utf-8", "replace").lower())
        return known is not None and hmac.compare_digest(known.encode(), given.password)

    async def handle_RCPT(  # noqa: N802 - aiosmtpd's name
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        """Accept a recipient who has a mailbox here (RFC 5321 4.1.1.3)."""
        if _mailbox_of(address) not in self._passwords:
            return f"550 5.1.1 <{address}>: no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Deliver to every recipient accepted before (RFC 5321 4.1.1.4)."""
        content = envelope.content
        raw = content if isinstance(content, bytes) else (content or "").encode()
        for recipient in envelope.rcpt_tos:
            await self._deliver(raw, recipient, envelope.mail_from or "")
        return "250 2.0.0 delivered"

    async def _deliver(self, raw: bytes, recipient: str, envelope_from: str, *, quietly: bool = False) -> None:
        address = _mailbox_of(recipient)
        delivered = self._delivered[address]
        # Final delivery notes the envelope (RFC 5321 4.4).
        letter = f"Return-Path: <{envelope_from}>\r\nDelivered-To: {recipient}\r\n".encode() + raw
        async with Identity(address, self._login, None, frozenset()).new_session() as session:
            inbox = await session.mailbox_set.get_mailbox("INBOX")
            header, content = _header_and_content(letter)
            uid = await inbox.append(AppendMessage(header, datetime.now(UTC), frozenset()), recent=True)
            uid._content = content
        delivered.append(letter)
        if self._on_delivery is not None and not quietly:
            try:
                self._on_delivery(letter, recipient)
            except Exception:  # it is delivered: whoever sent it must not send it again
                log.exception("what is done with each letter has failed at one to %s", recipient)


def _imap_config() -> _Config:
    """Passwords as they are and no look-ups: everything happens on this machine and ends with the process."""
    return _Config(
        Namespace(proxy_protocol=None, passlib_cfg=None),
        host=HOST,
        port=0,
        tls_enabled=False,
        hash_context=Cleartext(),
        cpu_subsystem=Subsystem.for_asyncio(),
        invalid_user_sleep=0.0,
        reject_dnsbl=False,
        demo_data=False,
        demo_user="",
        demo_password="",
    )


def _mailbox_of(recipient: str) -> str:
    """`Local+token@Host` is for `local@host`."""
    local, _, host = recipient.lower().rpartition("@")
    return f"{local.partition('+')[0]}@{host}"


def _port(server: asyncio.Server) -> int:
    return int(server.sockets[0].getsockname()[1])
