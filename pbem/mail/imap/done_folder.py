"""Letters that are done with: marked, and moved to a folder of their own (MOVE: RFC 6851)."""

import logging
import re
from collections.abc import Sequence
from contextlib import suppress
from functools import partial

from imapclient import DELETED, SEEN  # type: ignore[import-untyped]

from . import folders
from .errors import Refusal
from .letters import FetchedHeader, Letters, has_one
from .session import Session

_log = logging.getLogger(__name__)

MAX_REFUSED_IN_A_ROW = 3
_MESSAGE_ID = re.compile(rb"^Message-ID:[ \t]*(?:\r?\n[ \t]+)?(<[^<>\s]{1,900}>)", re.IGNORECASE | re.MULTILINE)


class DoneFolder:
    """The folder of this `name` (none: letters are only marked), to which those in the folder of a session are moved."""

    def __init__(self, session: Session, letters: Letters, name: str | None) -> None:
        self._session = session
        self._letters = letters
        self.name = name
        self._full_name = ""
        self.may_have_copies = False
        """Whether a letter may lie here as well as where it was: the server has left one there behind a move or copy."""

    def put_away(self, uids: Sequence[int]) -> tuple[list[int], str]:
        """Mark letters and move them. Gives those that are left, and why."""
        if self._session.is_read_only:
            return list(uids), f"folder {self._session.folder!r} may only be read"
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
            self._session.ask(lambda: self._session.client.add_flags(uids, [SEEN]))
        except Refusal as refusal:
            if not self.name or refusal.lost:
                return str(refusal)
        words = ""
        for _ in range(2 if self.name else 0):
            known = self._full_name
            try:
                self._move(uids)
            except Refusal as refusal:
                words, self._full_name = str(refusal), ""
                # The folder may have gone or been renamed since its name was found: then once more.
                if refusal.lost or not (known or "TRYCREATE" in words):
                    break
            else:
                return ""
        return words

    def _move(self, uids: Sequence[int]) -> None:
        """Move letters to the done folder. Raises Refusal."""
        folder = self.full_name()
        if self._session.can("MOVE"):
            try:
                self._session.ask(lambda: self._session.client.move(uids, folder))
            except Refusal as refusal:
                if refusal.lost:
                    if self._still_here(uids):
                        raise
                    return  # only the answer was lost
                _log.warning("no MOVE at %s: %s", self._session.server, refusal)
            else:
                uids = self._still_here(uids)
                if not uids:
                    return
                _log.warning("%s says OK to MOVE and leaves %s letters where they are", self._session.server, len(uids))
                self.may_have_copies = True
        if self._session.lasting and not has_one(self._session.lasting, ("\\deleted",)):
            raise Refusal(f"folder {self._session.folder!r} does not keep \\Deleted")
        if not (self.may_have_copies and self._lie_in(folder, uids)):
            self._copy(folder, uids)
        self._session.ask(lambda: self._session.client.add_flags(uids, [DELETED]))
        # A plain EXPUNGE would also remove what somebody else has marked; \Deleted alone hides ours from us.
        if self._session.can("UIDPLUS"):
            with suppress(Refusal):
                self._session.ask(lambda: self._session.client.uid_expunge(uids))
        if self._still_here(uids):
            self.may_have_copies = True
            raise Refusal("the server says OK to each step and leaves the letter where it is")

    def _copy(self, folder: str, uids: Sequence[int]) -> None:
        try:
            self._session.ask(lambda: self._session.client.copy(uids, folder))
        except Refusal as refusal:
            if not (refusal.lost and self._lie_in(folder, uids)):
                raise

    def _still_here(self, uids: Sequence[int]) -> list[int]:
        """Those of these letters that the server shows in the folder, not marked as deleted; none where it does not say.

        The size is asked for because servers tell flags unasked, of letters that are gone too.
        """
        try:
            found = self._session.ask(lambda: self._session.client.fetch(uids, ["FLAGS", "RFC822.SIZE"]))
        except Refusal:
            return []
        shown = [uid for uid in uids if {b"FLAGS", b"RFC822.SIZE"} <= found.get(uid, {}).keys()]
        return [uid for uid in shown if not has_one(found[uid][b"FLAGS"], ("\\deleted",))]

    def _lie_in(self, folder: str, uids: Sequence[int]) -> bool:
        """Whether these letters lie in that folder too: a COPY can be done whose answer was lost, and each further one would
        put one more there.
        """
        wanted = [each for each in self._letters.headings(uids) if isinstance(each, FetchedHeader)]
        if len(wanted) < len(uids):
            return False
        try:
            self._session.ask(lambda: self._session.client.select_folder(folder, readonly=True))
            return all(self._session.ask(partial(self._has, heading)) for heading in wanted)
        finally:
            self._session.select()

    def _has(self, wanted: FetchedHeader) -> bool:
        """Whether a letter lies here: by its Message-ID, and without one among the newest, by its header and size."""
        if name := _MESSAGE_ID.search(wanted.header):
            return bool(self._letters.with_id(name[1].decode("ascii", "replace")))
        headings = self._letters.headings(self._letters.newest())
        return any(
            isinstance(each, FetchedHeader) and (each.size, each.header) == (wanted.size, wanted.header) for each in headings
        )

    def full_name(self) -> str:
        """The full name of the done folder, which is made if it is not there. Raises Refusal."""
        if not self._full_name and self.name:
            names = self._session.ask(lambda: folders.names_for(self._session.client, str(self.name)))
            there = self._session.ask(lambda: folders.existing(self._session.client, names))
            try:
                self._full_name = there or self._session.ask(lambda: folders.make(self._session.client, names))
            except folders.NoFolder as refusal:
                raise Refusal(f"folder {self.name!r} cannot be made: {refusal}") from refusal
        return self._full_name
