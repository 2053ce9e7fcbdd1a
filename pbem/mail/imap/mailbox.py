"""The mailbox letters arrive in, over IMAP (RFC 3501, IDLE: RFC 2177, MOVE: RFC 6851)."""

import logging
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from datetime import datetime
from types import TracebackType
from typing import Self

from imapclient import IMAPClient  # type: ignore[import-untyped]
from imapclient.exceptions import IMAPClientError  # type: ignore[import-untyped]

from pbem.mail.server import Server

from .done_folder import DoneFolder
from .errors import NotGiven, NotMoved, Refusal
from .letters import BATCH, FetchedHeader, Letters, Withheld
from .owner_marks import OwnerMarks
from .session import Session
from .trials import Trials

_log = logging.getLogger(__name__)

_MAX_BYTES = 2**31
# RFC 2177 wants IDLE re-issued within 29 minutes; this also bounds the wait for news that came just before it began.
_IDLE_SECONDS = 5 * 60.0


class Mailbox:
    """A folder of an IMAP account. Use as a context manager; after a MailboxError leave it and enter a new one."""

    def __init__(
        self, server: Server, folder: str = "INBOX", done: str | None = None, *, idle: bool = True, poll: float = 60.0
    ) -> None:
        """`done`: folder for letters that are finished with; `poll`: seconds between looks where IDLE is not used."""
        self._idle = idle
        self._poll = poll
        self._open: ExitStack | None = None
        self._session = Session(server, folder)
        self._letters = Letters(self._session, keeps_all=bool(done))
        self._done = DoneFolder(self._session, self._letters, done)
        self._trials = Trials(self._session, self._letters, self._done)
        self._marks = OwnerMarks(self._session)

    def __enter__(self) -> Self:
        """Log in and select the folder. Raises MailboxError."""
        with self._session.explained(), ExitStack() as stack:
            self._session.open(stack)
            self._open = stack.pop_all()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._open is not None:
            self._open.close()
        self._open = None

    @property
    def validity(self) -> int:
        """The UIDVALIDITY under which the last UIDs were given: under another they mean other letters (RFC 3501 2.3.1.1).

        0: the server gives none, or another one each time.
        """
        return self._session.validity

    @property
    def folder(self) -> str:
        """The folder that is read."""
        return self._session.folder

    def look(self) -> list[int]:
        """The UIDs of all letters not done with, lowest first; they stay as they are. Raises MailboxError.

        Not done with are all that are still here if there is a done folder, else those not yet \\Seen.
        """
        self._session.begin_look()
        with self._session.explained():
            self._session.select()
            uids = self._letters.waiting()
            self._session.last_uid = max(uids, default=self._session.last_uid)
            return uids

    def naming(self, uids: Sequence[int], address: str, reference: str) -> set[int]:
        """Which of these letters are for a recipient with `address` in it, or answer a Message-ID with `reference` in it.

        It is what the server finds (RFC 3501 6.4.4): a first guess, which costs no header. Raises MailboxError.
        """
        if not uids:
            return set()
        with self._session.explained():
            return self._letters.naming(uids, address, reference)

    def headings(self, uids: Sequence[int]) -> Iterator[FetchedHeader | Withheld]:
        """Size and header of these letters, without those that are deleted or gone meanwhile. Raises MailboxError.

        A letter that the server does not give takes no other with it: where a batch is refused, or the connection breaks
        off, each of it is asked for alone.
        """
        for at in range(0, len(uids), BATCH):
            with self._session.explained():
                found = self._letters.headings(uids[at : at + BATCH])
            yield from (each for each in found if isinstance(each, Withheld) or not each.is_deleted)

    def fetch(self, uid: int, most: int, size: int = 0) -> bytes | None:
        """The first `most` bytes of a letter, None if it is gone meanwhile. Raises NotGiven, and else MailboxError.

        `size` is what the server says it has: where it gives fewer, the rest is asked for as well.
        """
        with self._session.explained():
            try:
                raw = self._letters.body(uid, most, size)
            except Refusal as refusal:
                raise NotGiven(uid, str(refusal)) from refusal
        return raw

    def goes_beyond(self, uid: int, most: int, size: int) -> bool:
        """Whether a letter certainly has more than `most` bytes: the server says so (`size`) and gives the next one. Raises
        MailboxError.
        """
        if size <= most:
            return False
        with self._session.explained():
            return self._letters.has_beyond(uid, most)

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
        with self._session.explained():
            if not self._session.select():
                where = self._session.folder, self._session.server
                _log.warning("folder %s at %s was replaced; its letters will be read again", *where)
                return 0
            left, words = self._done.put_away(uids)
        if left:
            raise NotMoved(left, words)
        return len(uids)

    def expect_copies(self) -> None:
        """Letters could not be moved by an earlier connection, and may lie in the done folder: none is copied again."""
        self._done.may_have_copies = True

    def try_out(self, letter: bytes, message_id: str) -> str:
        """Put a letter of our own into the folder, put it away as mark_done does, and delete it. Gives the done folder's
        name. Raises MailboxError, which names the step and has the server's words.
        """
        return self._trials.try_out(letter, message_id)

    def server_time(self, letter: bytes, message_id: str) -> datetime | None:
        """What the server's clock says, in UTC, when it stores a letter of our own; None where it does not say. Raises
        MailboxError.
        """
        return self._trials.server_time(letter, message_id)

    def take_out(self, message_id: str) -> bool:
        """Delete our own letter with this Message-ID, here and in the done folder. Gives whether there was one. Raises
        MailboxError.
        """
        return self._trials.take_out(message_id)

    def owners(self) -> set[str]:
        """The marks of those to whom this folder belongs (own). Raises MailboxError."""
        return self._marks.owners()

    def own(self, mark: str) -> bool:
        """Leave a mark (letters and digits) that says whose this folder is. Gives whether the server keeps it. Raises
        MailboxError.
        """
        return self._marks.own(mark)

    def disown(self, mark: str) -> None:
        """Take such a mark away. Raises MailboxError."""
        self._marks.disown(mark)

    @property
    def can_idle(self) -> bool:
        """Whether wait() is notified of new letters (IDLE) instead of polling. Raises MailboxError."""
        with self._session.explained():
            return self._idle and self._session.can("IDLE")

    def wait(self, seconds: float) -> bool:
        """Wait until there is a letter look() has not given yet (True), or `seconds` have passed (False).

        interrupt() ends it early. Raises MailboxError.
        """
        end = time.monotonic() + seconds
        with self._session.explained():
            while not self._has_news():
                left = end - time.monotonic()
                if left <= 0 or self._session.is_interrupted:
                    return False
                pause = self._idle_for if self.can_idle else self._poll_for
                pause(left)
            return True

    def interrupt(self) -> None:
        """End the wait() going on in another thread, and every later one. A command that has no answer by ENDING_SECONDS
        later breaks off, and no connection that breaks off is opened again.
        """
        self._session.interrupt()

    def check(self) -> str:
        """Log in, select the folder, and say in one line what was found. Raises MailboxError."""
        with self:
            count = len(self._letters.waiting())
            how = "IDLE" if self.can_idle else f"a look every {self._poll:g} s"
        server, folder = self._session.server, self._session.folder
        return f"IMAP {server} ({server.security}): folder {folder}, {count} waiting, {how}"

    def _has_news(self) -> bool:
        return any(uid > self._session.last_uid for uid in self._letters.waiting())

    def _poll_for(self, left: float) -> None:
        self._session.listen(min(left, self._poll))

    def _idle_for(self, left: float) -> None:
        """Wait in IDLE until the server says anything. What it said is not parsed here: the next search will tell."""
        try:
            with self._session.in_time():
                self._session.client.idle()
        except IMAPClientError as error:
            # Of anything else than a refusal it is not known whether the server waits now.
            if isinstance(error, IMAPClient.AbortError) or "b'* " in str(error):
                raise
            _log.warning("no IDLE at %s: %s", self._session.server, error)
            self._idle = False
            return
        self._session.listen(min(left, _IDLE_SECONDS), self._session.client.socket())
        with self._session.in_time():
            self._session.client.idle_done()
