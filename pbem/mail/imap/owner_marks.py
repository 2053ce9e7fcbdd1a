"""Marks in an account that say whose a folder is: folders with their names."""

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager

from . import folders
from .errors import Refusal
from .session import Session

_log = logging.getLogger(__name__)

OWNER = "pbem-owner-"
"""Prefix of the folders that mark the owner of the mailbox."""


class OwnerMarks:
    """The marks of the folder of a session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def owners(self) -> set[str]:
        """The marks of those to whom this folder belongs: folders with their names (own). Raises MailboxError.

        A server that breaks off when it is asked has none.
        """
        with self._session.explained(), self._whatever_it_can():
            return {name.lower().rpartition("-")[2] for name in self._session.ask(self._names)}
        return set()

    def own(self, mark: str) -> bool:
        """Leave a mark (letters and digits) that says whose this folder is. Gives whether the server keeps it.

        It is a folder with a name: the one thing that all servers keep, whatever they allow in other folders. Raises
        MailboxError.
        """
        stem = self._stem()
        with self._session.explained(), self._whatever_it_can():
            names = self._session.ask(lambda: folders.names_for(self._session.client, f"{stem}{mark}"))
            self._session.ask(lambda: folders.make(self._session.client, names))
            return any(name.lower().endswith(f"-{mark}") for name in self._session.ask(self._names))
        return False

    def disown(self, mark: str) -> None:
        """Take such a mark away. Raises MailboxError."""
        with self._session.explained():
            for name in self._names():
                if name.lower().endswith(f"-{mark}"):
                    self._session.client.delete_folder(name)

    @contextmanager
    def _whatever_it_can(self) -> Iterator[None]:
        try:
            yield
        except (Refusal, folders.NoFolder) as refusal:
            _log.warning("no mark at %s that says whose the mailbox is: %s", self._session.server, refusal)

    def _stem(self) -> str:
        return f"{OWNER}{re.sub(r'[^a-z0-9]+', '-', self._session.folder.lower())}-"

    def _names(self) -> list[str]:
        """The full names of all marks of this folder. Not every server knows patterns."""
        stem = self._stem()
        pattern = re.compile(rf"(?:.*[^a-z0-9-])?{re.escape(stem)}[a-z0-9]+", re.IGNORECASE)
        for asked in (f"*{stem}*", "*"):
            if marks := [name for name in folders.listed(self._session.client, asked) if pattern.fullmatch(name)]:
                return marks
        return []
