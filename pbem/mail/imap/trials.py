"""Tests of an account with a letter of our own: whether we can store, move and delete letters."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime

from imapclient import DELETED, SEEN  # type: ignore[import-untyped]

from .done_folder import DoneFolder
from .errors import MailboxError, Refusal
from .letters import Letters
from .session import Session

_STORED = "INTERNALDATE"


class Trials:
    """What is tried out in the folder of a session, and in that for letters that are done with."""

    def __init__(self, session: Session, letters: Letters, done: DoneFolder) -> None:
        self._session = session
        self._letters = letters
        self._done = done

    def try_out(self, letter: bytes, message_id: str) -> str:
        """Put a letter of our own into the folder, put it away as each letter that was answered, and delete it. Gives the
        done folder's name.

        It is marked as deleted until it is moved, so that nobody takes it for one that waits. Raises MailboxError, which
        names the step and has the server's words.
        """
        with self._session.explained():
            self._session.select()
            if self._session.is_read_only:
                raise MailboxError(f"IMAP {self._session.server}: folder {self._session.folder!r} may only be read")
            done = self._session.step(f"a folder {self._done.name!r} (LIST, CREATE)", self._done.full_name)
            self._session.step("APPEND", lambda: self._session.client.append(self._session.folder, letter, [SEEN, DELETED]))
            self._session.select()
            uids = self._session.step("SEARCH", lambda: self._letters.with_id(message_id))
            self._session.step("STORE", lambda: self._session.client.remove_flags(uids, [DELETED]))
            left, words = self._done.put_away(uids)
            self._delete(left)
            if left:
                how = "MOVE" if self._session.can("MOVE") else "COPY"
                raise MailboxError(f"IMAP {self._session.server}: {how} to {done!r}: the server refused: {words}")
            self._session.client.select_folder(done)
            try:
                self._delete(self._session.step("SEARCH", lambda: self._letters.with_id(message_id)))
            finally:
                self._session.select()
        return done

    def server_time(self, letter: bytes, message_id: str) -> datetime | None:
        """What the server's clock says: the moment at which it stores a letter of our own (RFC 3501 6.3.11), which is then
        deleted. None where it does not say. Raises MailboxError only if no connection can be opened any more.
        """
        with self._session.explained():
            try:
                self._session.select()
                folder = self._session.folder
                self._session.ask(lambda: self._session.client.append(folder, letter, [SEEN, DELETED]))
                self._session.select()
                uids = self._session.ask(lambda: self._letters.with_id(message_id))
                found = self._session.ask(lambda: self._session.client.fetch(uids, [_STORED])) if uids else {}
                with suppress(MailboxError):
                    self._delete(uids)
            except Refusal:
                return None
        moments = [each.get(_STORED.encode()) for each in found.values()]
        with suppress(OverflowError):  # of a server that says the year 1
            return next((moment.astimezone(UTC) for moment in moments if isinstance(moment, datetime)), None)
        return None

    def take_out(self, message_id: str) -> bool:
        """Delete our own letter with this Message-ID, here and in the done folder. Gives whether there was one. Raises
        MailboxError.
        """
        deleted = False
        with self._session.explained():
            self._session.select()
            for folder in (self._session.folder, self._ask_done()):
                if folder:
                    self._session.client.select_folder(folder)
                    uids = self._session.step("SEARCH", lambda: self._letters.with_id(message_id))
                    self._delete(uids)
                    deleted = deleted or bool(uids)
            self._session.select()
        return deleted

    def _ask_done(self) -> str:
        with suppress(Refusal):
            return self._done.full_name()
        return ""

    def _delete(self, uids: Sequence[int]) -> None:
        if uids:
            self._session.step("STORE", lambda: self._session.client.add_flags(uids, [DELETED]))
            if self._session.can("UIDPLUS"):
                self._session.step("EXPUNGE", lambda: self._session.client.uid_expunge(uids))
