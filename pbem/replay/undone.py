"""Entries that were taken back, and whether others have carried them out again as they stood."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from pbem.engine.log.cause import CauseKind
from pbem.engine.log.entry import Entry
from pbem.replay.read_again import content_of


class TakenBack:
    """What has been taken back of a log and has not come again. `receipts` has the receipt after each of its entries."""

    def __init__(self, entries: Sequence[Entry], receipts: Sequence[Entry | None]) -> None:
        self._entries, self._receipts = entries, receipts
        self._places = {entry.number: place for place, entry in enumerate(entries)}
        self._left: Counter[str] = Counter()
        self._unproved: Counter[str] = Counter()
        self._reached = 0

    def take_back(self, gone: Sequence[Entry], not_read: Collection[int]) -> None:
        """Add the entries of a strike; those with the numbers `not_read` were not accounted for."""
        self._unproved += Counter(content_of(entry) for entry in gone if entry.number in not_read)
        self._left += Counter(map(content_of, gone))
        self._reached = 0

    def use(self, entry: Entry) -> None:
        """An entry has come again, by whatever has brought it."""
        self._left -= Counter([content_of(entry)])

    def comes_again(self, entry: Entry) -> bool:
        """Whether an entry is one that was taken back, as it stood; then it is used."""
        first = self.first_of(entry)
        if self._left[content_of(entry)] <= 0 or (first is not None and content_of(first) != content_of(entry)):
            return False
        self.use(entry)
        return True

    def is_unproved(self, entry: Entry) -> bool:
        """Whether an entry with this content was taken back where it was not accounted for."""
        return self._unproved[content_of(entry)] > 0

    def first_of(self, entry: Entry) -> Entry | None:
        """The entry that one which was carried out again says to have been first (None: it does not say)."""
        first: Entry | None = None
        while entry.cause is not None and entry.cause.kind is CauseKind.AGAIN and entry.cause.entry in self._places:
            first = self._entries[self._places[entry.cause.entry]]
            if first.number >= entry.number:
                break
            entry = first
        return first

    def receipt_of(self, entry: Entry) -> Entry | None:
        """The receipt of the letter of the seat in which an entry stood first that was carried out again."""
        first = self.first_of(entry)
        receipt = self._receipts[self._places[first.number]] if first is not None else None
        return receipt if receipt is not None and receipt.seat == entry.seat else None

    def goes_on_to(self, first: Entry) -> bool:
        """Whether an entry was behind all that have come again since the last strike; then it is the last of them."""
        if first.number <= self._reached:
            return False
        self._reached = first.number
        return True
