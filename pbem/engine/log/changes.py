"""What an entry changes of lines that wait and of answers begun, and what that comes to.

An entry has the change only: a letter of many lines would else write each of them as often as there are lines after it.
Lines that wait are told as what is left of those before, and what is new: `{"now": [[0, 3], {"line": "tax"}, [4, 6]]}` has
the lines 0 to 2, a new one, and the lines 4 and 5. The beginning of an answer is told as what is added to it or put
otherwise: `{"also": {"pikes": "front"}}`. In logs of older games an entry has all that waits (a list), or all that is
begun (texts by name); both forms are read, and all of it is still written where it cannot be told as a change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from pbem.engine.decision import Json, Seat
from pbem.engine.log.entry import Entry, EntryKind
from pbem.engine.refusal import WaitingLine
from pbem.i18n import Text, packed, unpacked

NOW, ALSO = "now", "also"
KEPT = "kept"
"""An entry that gives waiting lines up tells under this name which are kept, beside those that are dropped."""
SAID = "said"
"""An entry that tells a seat what became of its lines has its note under this name too, as a text that can be translated."""
MAX_AHEAD = 200
"""The most waiting lines of a seat, also after a change: no log unfolds into much more than it is."""

Lines = Sequence[WaitingLine]
Draft = Mapping[str, str]


def with_said(answer: Json, note: str) -> Json:
    """The answer of an entry that has this note."""
    return {**answer, SAID: packed(note)} if isinstance(note, Text) and isinstance(answer, dict) else answer


def note_said(entry: Entry) -> str:
    """The note of an entry, as a Text where it was one."""
    try:
        text = unpacked(entry.answer[SAID])
    except (ValueError, KeyError, TypeError):
        return entry.note
    return text if text == entry.note else entry.note


# Lines that wait


def has_waited(entry: Entry) -> bool:
    """Whether an entry is what a line brought that waited."""
    return entry.kind is EntryKind.WAITED or (entry.kind is EntryKind.ACT and bool(entry.note))


def change_of(before: Lines, after: Lines) -> Json:
    """The form in the log of the lines that wait `after` an entry, where `before` it others did."""
    if len(after) > MAX_AHEAD:
        return [line.as_json() for line in after]
    known = {line: place for place, line in reversed(list(enumerate(before)))}
    changes_made: list[Json] = []
    end = -1  # where the lines after the newest range begin
    for line in after:
        wanted = line._replace(taken=False)
        place = end if 0 <= end < len(before) and before[end] == wanted else known.get(wanted, -1)
        if place < 0:
            changes_made.append(line.as_json())
            end = -1
        else:
            if place == end:
                changes_made[-1][1] = place + 1
            else:
                changes_made.append([place, place + 1])
            end = place + 1
    return {NOW: changes_made}


def lines_after(before: Lines, change: Json) -> list[WaitingLine]:
    """The lines that wait after an entry which tells this of them. Raises ValueError for what tells of no lines."""
    if not isinstance(change, dict):
        return list(map(WaitingLine.from_json, change))
    after: list[WaitingLine] = []
    for each in change[NOW]:
        if isinstance(each, list):
            first, end = each
            if not 0 <= first < end <= len(before):
                raise ValueError(f"there are no lines {first} to {end} of {len(before)} that wait")
            after += before[first:end]
        else:
            after.append(WaitingLine.from_json(each))
        if len(after) > MAX_AHEAD:
            raise ValueError(f"more than {MAX_AHEAD} lines wait")
    return after


# Answers begun


def addition_of(before: Draft, after: Draft) -> Json:
    """The form in the log of the beginning of an answer, where `before` it there was another."""
    also = {item: bin_ for item, bin_ in after.items() if before.get(item) != bin_}
    return {ALSO: also} if before and list(_with(before, also).items()) == list(after.items()) else dict(after)


def draft_after(before: Draft, change: Json) -> dict[str, str]:
    """The beginning of an answer after an entry which tells this of it."""
    also = change.get(ALSO)
    return _with(before, also) if isinstance(also, dict) else change


def _with(before: Draft, also: Draft) -> dict[str, str]:
    """What is told anew stands behind the rest."""
    return {item: bin_ for item, bin_ in before.items() if item not in also} | dict(also)


# Whole again


class Unfolding:
    """Makes entries whole, one after another: as they would be if each told all that waits, or has been begun.

    `waiting` and `drafts` are those at the first entry.
    """

    def __init__(
        self,
        waiting: Mapping[Seat, Lines] | None = None,
        drafts: Mapping[tuple[Seat, str, str], Draft] | None = None,
    ) -> None:
        self.waiting = dict(waiting or {})
        self.drafts = dict(drafts or {})

    def whole(self, entry: Entry) -> Entry:
        """The next entry, whole. Raises ValueError, or what such a form brings, where it tells of no lines."""
        match entry.kind:
            case EntryKind.WAITING:
                return self._waiting(entry)
            case EntryKind.DRAFT:
                about = entry.seat, entry.key, entry.subject
                self.drafts[about] = draft_after(self.drafts.get(about, {}), entry.answer)
                return replace(entry, answer=dict(self.drafts[about]))
            case EntryKind.ENDED:
                self.waiting = {}
            case EntryKind.WAITED | EntryKind.ACT if has_waited(entry) and (lines := self.waiting.get(entry.seat)):
                self.waiting[entry.seat] = [*lines[0].carried_out(), *lines[1:]]
        self.drafts.pop((entry.seat, entry.key, entry.subject), None)
        return entry

    def _waiting(self, entry: Entry) -> Entry:
        before, answer = self.waiting.get(entry.seat, []), entry.answer
        gives_up = isinstance(answer, dict) and KEPT in answer
        lines_kept = answer[KEPT] if gives_up else answer
        after = self.waiting[entry.seat] = lines_after(before, lines_kept)
        if not isinstance(lines_kept, dict):
            return entry
        lines = [line.as_json() for line in after]
        return replace(entry, answer={**answer, KEPT: lines} if gives_up else lines)


def whole_log(entries: Iterable[Entry], strikes: Iterable[tuple[int, int]] = ()) -> Iterator[Entry]:
    """All entries of a log, struck ones among them, made whole. `strikes` are the first and last number of each, in their
    order: what follows one goes on from the entry before it.

    An entry that tells of no lines is given as it is.
    """
    unfolding, left = Unfolding(), list(strikes)
    states: list[tuple[int, dict[Seat, Lines], dict[tuple[Seat, str, str], Draft]]] = [(-1, {}, {})]
    for entry in entries:
        while left and left[0][1] < entry.number:
            first, _ = left.pop(0)
            while states[-1][0] >= first:
                states.pop()
            unfolding = Unfolding(*states[-1][1:])
        try:
            whole = unfolding.whole(entry)
        except (ValueError, KeyError, TypeError, AttributeError):
            whole = entry
        keeps = entry.kind in (EntryKind.WAITING, EntryKind.DRAFT, EntryKind.ENDED) or has_waited(entry)
        if keeps or unfolding.drafts:
            states.append((entry.number, dict(unfolding.waiting), dict(unfolding.drafts)))
        elif states[-1][2]:
            states.append((entry.number, dict(unfolding.waiting), {}))
        yield whole
