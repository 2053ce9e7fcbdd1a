"""The mail servers of a club: the moderator's mailbox, and the servers of its members, each with its own trouble.

Members' mails are not stored: a queue has them as soon as a server has taken them, for whoever reads them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime, timedelta
from queue import SimpleQueue

from aiosmtpd.smtp import SMTP, Envelope, Session
from imapclient import IMAPClient  # type: ignore[import-untyped]
from imapclient.exceptions import IMAPClientError  # type: ignore[import-untyped]

from pbem.lab.play.stage import MODERATOR, PASSWORD, POLL
from pbem.mail.imap.mailbox import Mailbox
from pbem.mail.server import Server
from pbem.postoffice import HOST, PostOffice

MEMBERS = "members.test"
DONE = "Done"
GREYLISTED = timedelta(minutes=15)
REMEMBERED = timedelta(days=35)
"""How long a server that greylists knows who has written (as postgrey does)."""
NOBODY = "550 5.1.1 no such user here"
LATER = "450 4.7.1 greylisted: come back later"


class ClubOffice(PostOffice):
    """Real servers for the moderator, and after the same SMTP server those of all members.

    `limit` is what is said to every mail to a member while the moderator's provider takes none (""), `is_deaf` whether
    IMAP hangs up on everybody. Addresses in `refusing` are refused at once, mails to those in `returning` are taken and come
    back; servers of those in `greylisting` want to be asked twice. `came` has what a server of theirs has taken, with its
    recipient ("": it comes back).
    """

    def __init__(self, now: Callable[[], datetime]) -> None:
        super().__init__({MODERATOR: PASSWORD})
        self.limit = ""
        self.is_deaf = False
        self.refusing: set[str] = set()
        self.returning: set[str] = set()
        self.greylisting: set[str] = set()
        self._asked: dict[str, datetime] = {}
        self._now = now
        self.came: SimpleQueue[tuple[bytes, str]] = SimpleQueue()
        self._bounces = 0

    @property
    def imap(self) -> Server:
        """The moderator's account."""
        return Server(HOST, self.imap_port, MODERATOR, PASSWORD, security="none")

    @property
    def smtp(self) -> Server:
        """The server that all mail goes through."""
        return Server(HOST, self.smtp_port, security="none")

    def mailbox(self) -> Mailbox:
        """The moderator's inbox, which moves what is done into a folder."""
        return Mailbox(self.imap, done=DONE, idle=False, poll=POLL)

    def empty_done(self) -> None:
        """Delete what is done from the moderator's account, as its owner does now and then."""
        with suppress(IMAPClientError), IMAPClient(HOST, self.imap_port, use_uid=True, ssl=False) as client:
            client.login(MODERATOR, PASSWORD)
            client.select_folder(DONE)
            if uids := client.search():
                client.delete_messages(uids)
                client.expunge()
        self._delivered[MODERATOR].clear()

    # SMTP

    async def handle_RCPT(  # noqa: N802 - aiosmtpd's name
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        """Accept a recipient, or say what their server or the moderator's provider says."""
        if not address.endswith(f"@{MEMBERS}"):
            return await super().handle_RCPT(_server, _session, envelope, address, _options)
        if refusal := self.limit or self._refusal(address):
            return refusal
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    def _refusal(self, address: str) -> str:
        if address in self.refusing:
            return NOBODY
        if address not in self.greylisting:
            return ""
        now, asked = self._now(), self._asked.get(address)
        if asked is None or now - asked > REMEMBERED:
            self._asked[address] = now
        return LATER if now - self._asked[address] < GREYLISTED else ""

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Take a mail: one to a member is read at once, or comes back."""
        (recipient,) = envelope.rcpt_tos
        if not recipient.endswith(f"@{MEMBERS}"):
            return await super().handle_DATA(_server, _session, envelope)
        content = envelope.content
        raw = content if isinstance(content, bytes) else (content or "").encode()
        if recipient in self.returning:
            self.came.put((raw, ""))
            self._bounces += 1
            back = returned_mail(raw, recipient, envelope.mail_from or MODERATOR, self._bounces)
            await self._deliver(back, envelope.mail_from or MODERATOR, "")
        else:
            self.came.put((raw, recipient))
        return "250 2.0.0 delivered"

    # IMAP

    def _imap_session(self) -> Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]:
        serve = super()._imap_session()

        async def begin(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            if self.is_deaf:
                writer.transport.abort()
            else:
                await serve(reader, writer)

        return begin

    def go_deaf(self) -> None:
        """IMAP hangs up on everybody from now on, also on those who are connected."""
        self.is_deaf = True
        if self._running is not None:
            self._running.loop.call_soon_threadsafe(self._abort_all)

    def _abort_all(self) -> None:
        for connection in list(self._connections):
            if isinstance(connection, asyncio.WriteTransport):
                connection.abort()


def returned_mail(raw: bytes, recipient: str, to: str, number: int) -> bytes:
    """A mail that comes back, as a server writes it (RFC 3464), with the header of the mail."""
    head = (
        f"From: MAILER-DAEMON@{MEMBERS}\r\nTo: {to}\r\nSubject: Undelivered Mail Returned to Sender\r\n"
        f"Message-ID: <returned-{number}@{MEMBERS}>\r\nAuto-Submitted: auto-replied\r\nMIME-Version: 1.0\r\n"
        "Content-Type: multipart/report; report-type=delivery-status; boundary=back\r\n\r\n"
        f"--back\r\n\r\n<{recipient}>: {NOBODY}\r\n--back\r\nContent-Type: message/delivery-status\r\n\r\n"
        f"Reporting-MTA: dns; {MEMBERS}\r\n\r\nFinal-Recipient: rfc822; {recipient}\r\nAction: failed\r\n"
        f"Status: 5.1.1\r\nDiagnostic-Code: smtp; {NOBODY}\r\n\r\n--back\r\nContent-Type: text/rfc822-headers\r\n\r\n"
    )
    return head.encode() + raw.partition(b"\r\n\r\n")[0] + b"\r\n\r\n--back--\r\n"
