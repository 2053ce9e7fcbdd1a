"""The letters in the folder of a session: which there are, and what the server gives of them."""

import imaplib
import logging
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from imapclient.exceptions import IMAPClientError  # type: ignore[import-untyped]

from .errors import MailboxError, Refusal
from .fetched import items_of, octets, size_of
from .session import NUMBERS, Session

_log = logging.getLogger(__name__)

MAX_HEADER_BYTES = 64 * 1024
"""Bytes of a header that are read (RFC 3501 6.4.5); nothing after them can name a seat."""
_HEADER = f"BODY.PEEK[HEADER]<0.{MAX_HEADER_BYTES}>"
_SIZE, _FLAGS = "RFC822.SIZE", "FLAGS"
_HEADER_FORMS = ((_FLAGS, _SIZE, _HEADER), (_HEADER,), (_FLAGS, _SIZE, "BODY.PEEK[HEADER]"), ("BODY.PEEK[HEADER]",))
"""Ways to request a header, tried in this order: servers differ in which they accept."""
BATCH, _FLAGS_AT_ONCE = 50, 500
"""Headers requested at once. This bounds the memory that a full mailbox takes."""


@dataclass(frozen=True, slots=True)
class FetchedHeader:
    """What is fetched first: a letter's size in bytes and the first MAX_HEADER_BYTES of its header.

    One that `is_deleted` is listed anyway by servers that search badly.
    """

    uid: int
    size: int
    header: bytes
    is_deleted: bool = False


@dataclass(frozen=True, slots=True)
class Withheld:
    """A letter that the server lists but does not deliver, with the server's reason."""

    uid: int
    words: str


class Letters:
    """The letters in the folder of a session. Where those that are done with are moved away it `keeps_all` that wait, else
    those that are not yet \\Seen do.
    """

    def __init__(self, session: Session, *, keeps_all: bool) -> None:
        self._session = session
        self._keeps_all = keeps_all

    def naming(self, uids: Sequence[int], address: str, reference: str) -> set[int]:
        """Which of these letters are for a recipient with `address` in it, or answer a Message-ID with `reference` in it, as
        far as the server finds them (RFC 3501 6.4.4); all where it cannot search.
        """
        recipient = ["OR", "HEADER", "To", address, "HEADER", "Delivered-To", address]
        criteria = ["OR", "HEADER", "In-Reply-To", reference, *recipient]
        try:
            found = self._session.ask(lambda: self._session.client.search(["UID", f"{min(uids)}:{max(uids)}", *criteria]))
        except Refusal as refusal:
            _log.warning("no search for players' letters at %s: %s", self._session.server, refusal)
            return set(uids)
        return set(found).intersection(uids)

    def has_beyond(self, uid: int, most: int) -> bool:
        """Whether the server gives more than `most` bytes of a letter."""
        try:
            found = self._session.ask(partial(self._client_fetch, uid, [f"BODY.PEEK[]<{most}.1>"]))
        except Refusal:
            return False
        return bool(octets(found.get(uid, {}), b"", most))

    def waiting(self) -> list[int]:
        """With a done folder everything here waits, or a look with another mail program would hide a letter from us.

        A search that is refused, or finds nothing among letters, is checked by going through all of them. Raises
        MailboxError where neither says which letters there are.
        """
        refused: Refusal | None = None
        unwanted = ("\\deleted",) if self._keeps_all else ("\\deleted", "\\seen")
        wanted = ["UNDELETED"] if self._keeps_all else ["UNSEEN", "UNDELETED"]
        doubted = bool(self._keeps_all and self._session.count)
        try:
            waiting = self._session.ask(lambda: self._session.client.search(wanted))
        except Refusal as refusal:
            _log.warning("no search at %s: %s", self._session.server, refusal)
            waiting, doubted, refused = [], True, refusal
        if doubted and not waiting:
            try:
                flags = self._flags()
            except Refusal as refusal:
                if refused is not None:
                    raise MailboxError(
                        f"IMAP {self._session.server}: no search ({refused}), and no list ({refusal})"
                    ) from refusal
                return []
            waiting = [each.get(b"UID") for each in flags if not has_one(each.get(b"FLAGS"), unwanted)]
        return sorted({uid for uid in waiting if uid in NUMBERS})

    def _flags(self) -> list[dict[bytes, Any]]:
        """UID and flags of all letters here, asked for by their numbers, as far as there are any. Raises Refusal."""
        told: list[dict[bytes, Any]] = []
        for first in range(1, self._session.count + 1, _FLAGS_AT_ONCE):
            numbers = range(first, min(first + _FLAGS_AT_ONCE, self._session.count + 1))
            found = self._session.ask(partial(self._by_number, numbers))
            if not found:
                break
            told += found.values()
        return told

    def _by_number(self, numbers: Sequence[int]) -> dict[int, dict[bytes, Any]]:
        self._session.client.use_uid = False
        try:
            found: dict[int, dict[bytes, Any]] = self._session.client.fetch(numbers, ["UID", "FLAGS"])
        finally:
            self._session.client.use_uid = True
        return found

    def headings(self, uids: Sequence[int]) -> list[FetchedHeader | Withheld]:
        answers: dict[int, FetchedHeader] = {}
        if len(uids) > 1:
            with suppress(Refusal):
                answers = self._heading_answers(uids, _HEADER_FORMS[0])
        alone: dict[int, FetchedHeader | str | None] = {uid: self._heading_alone(uid) for uid in uids if uid not in answers}
        if missing := [uid for uid, words in alone.items() if isinstance(words, str)]:
            listed = set(self.waiting())
            alone |= dict.fromkeys(set(missing).difference(listed))
        in_order = [answers.get(uid) or alone[uid] for uid in uids]
        headers = [Withheld(uid, each) if isinstance(each, str) else each for uid, each in zip(uids, in_order, strict=True)]
        return [each for each in headers if each is not None]

    def _heading_answers(self, uids: Sequence[int], asked: Iterable[str]) -> dict[int, FetchedHeader]:
        answers: dict[int, dict[bytes, Any]] = self._session.ask(lambda: self._session.client.fetch(uids, list(asked)))
        headers = {uid: octets(answers.get(uid, {}), b"HEADER") for uid in uids}
        given = {uid: header for uid, header in headers.items() if header is not None}
        if len(given) < len(uids):
            # One may have come without its UID, and stand under its number in the folder, which is another letter's UID.
            given = {uid: header for uid, header in given.items() if answers[uid].get(b"SEQ") != uid}
        return {uid: _heading(uid, answers[uid], header) for uid, header in given.items()}

    def _heading_alone(self, uid: int) -> FetchedHeader | str:
        """Size and header of one letter, or why the server does not give them."""
        words = ""
        for asked in _HEADER_FORMS:
            try:
                found = self._session.twice(partial(self._client_fetch, uid, asked))
            except Refusal as refusal:
                words = words or str(refusal)
                if refusal.lost:
                    break
                continue
            header = octets(found.get(uid, {}), b"HEADER")
            if header is not None:
                return _heading(uid, found[uid], header)
            words = words or f"it gives {items_of(found.get(uid, {}))}"
        return words

    def _client_fetch(self, uid: int, asked: Iterable[str]) -> dict[int, dict[bytes, Any]]:
        found: dict[int, dict[bytes, Any]] = self._session.client.fetch([uid], list(asked))
        return found

    def body(self, uid: int, most: int, size: int) -> bytes | None:
        """The first bytes of a letter. Raises Refusal."""
        plain = ("BODY.PEEK[]",) if size <= most else ()  # asked for whole only where it is not too long
        words = ""
        for asked in (f"BODY.PEEK[]<0.{most}>", *plain):
            try:
                answer = self._session.twice(partial(self._client_fetch, uid, [asked]))
            except Refusal as refusal:
                if refusal.lost:
                    raise
                words = words or str(refusal)
                continue
            raw = octets(answer.get(uid, {}), b"")
            if raw is not None:
                return self._with_rest(uid, raw, most, size)[:most]
            words = words or f"it gives {items_of(answer.get(uid, {}))}"
        if uid not in self.waiting():
            return None
        raise Refusal(words)

    def _with_rest(self, uid: int, raw: bytes, most: int, size: int) -> bytes:
        """A letter of which the server has given less than it says it has: with the rest, if there is one.

        Exchange says a size that is only near, so that a letter may well be whole.
        """
        while len(raw) < min(most, size):
            asked = f"BODY.PEEK[]<{len(raw)}.{min(most, size) - len(raw)}>"
            try:
                found = self._session.ask(partial(self._client_fetch, uid, [asked]))
            except Refusal:
                break
            rest = octets(found.get(uid, {}), b"", len(raw))
            if rest is None:
                break
            raw += rest
        return raw

    def newest(self) -> list[int]:
        return sorted(self._session.client.search(["ALL"]))[-BATCH:]

    def with_id(self, message_id: str) -> list[int]:
        """The letters here with this Message-ID. It is one of the newest where the server cannot search for it."""
        try:
            uids: list[int] = self._session.client.search(["HEADER", "Message-ID", message_id.strip("<>")])
        except imaplib.IMAP4.abort:
            raise
        except IMAPClientError:
            uids = []
        headings = self.headings(uids or self.newest())
        wanted = message_id.encode()
        return [each.uid for each in headings if isinstance(each, FetchedHeader) and wanted in each.header]


def _heading(uid: int, answer: Mapping[bytes, Any], header: bytes) -> FetchedHeader:
    is_deleted = has_one(answer.get(b"FLAGS"), ("\\deleted",))
    return FetchedHeader(uid, size_of(answer), header[:MAX_HEADER_BYTES], is_deleted)


def has_one(flags: object, wanted: Iterable[str]) -> bool:
    """Whether the server reported one of these flags."""
    reported = flags if isinstance(flags, tuple | list) else ()
    known = {each.decode("ascii", "replace").lower().strip("()") for each in reported if isinstance(each, bytes)}
    return not known.isdisjoint(wanted)
