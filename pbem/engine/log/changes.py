"""What an entry changes in waiting lines and in partial answers, and the result.

An entry has only the change; otherwise a letter of many lines would write each of them many times. Waiting lines: `{"now":
[[0, 3], {"line": "tax"}, [4, 6]]}` has lines 0 to 2 of those before, a new line, and lines 4 and 5. A partial answer:
`{"also": {"pikes": "front"}}` has what is added or changed. Entries of older games have everything that waits (a list) or
was answered so far (texts by name); both forms are read, and the full form is still written if a change cannot express it.
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
"""The field for the lines that still wait, in an entry that gives up others."""
SAID = "said"
"""The field for an entry's note as a translatable text, in an entry that informs a seat about its lines."""
MAX_AHEAD = 200
"""The maximum number of waiting lines of a seat. It also limits how far changes can expand."""

Lines = Sequence[WaitingLine]
Draft = Mapping[str, str]


def with_said(answer: Json, note: str) -> Json:
    """An entry's answer, with this note in it."""
    return {**answer, SAID: packed(note)} if isinstance(note, Text) and isinstance(answer, dict) else answer


def note_said(entry: Entry) -> str:
    """An entry's note, as a Text if it was one."""
    try:
        text = unpacked(entry.answer[SAID])
    except (ValueError, KeyError, TypeError):
        return entry.note
    return text if text == entry.note else entry.note


# Lines that wait


def has_waited(entry: Entry) -> bool:
    """Whether an entry carries out a line that has waited."""
    return entry.kind is EntryKind.WAITED or (entry.kind is EntryKind.ACT and bool(entry.note))


def change_of(before: Lines, after: Lines) -> Json:
    """The log's form of a change of waiting lines."""
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
    """The waiting lines after a change. Raises ValueError for an impossible one."""
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
    """The log's form of a change of a partial answer."""
    also = {item: bin_ for item, bin_ in after.items() if before.get(item) != bin_}
    return {ALSO: also} if before and list(_with(before, also).items()) == list(after.items()) else dict(after)


def draft_after(before: Draft, change: Json) -> dict[str, str]:
    """The partial answer after a change."""
    also = change.get(ALSO)
    return _with(before, also) if isinstance(also, dict) else change


def _with(before: Draft, also: Draft) -> dict[str, str]:
    """Changed items come after the rest."""
    return {item: bin_ for item, bin_ in before.items() if item not in also} | dict(also)


# Whole again


class Unfolding:
    """Expands entries one after another: each then has everything that waits or was answered so far.

    `waiting` and `drafts` are those before the first entry.
    """

    def __init__(
        self,
        waiting: Mapping[Seat, Lines] | None = None,
        drafts: Mapping[tuple[Seat, str, str], Draft] | None = None,
    ) -> None:
        self.waiting = dict(waiting or {})
        self.drafts = dict(drafts or {})

    def whole(self, entry: Entry) -> Entry:
        """The next entry, expanded. Raises ValueError, KeyError, TypeError or AttributeError for an impossible change."""
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
    """All entries of a log, struck ones included, expanded. `strikes` are the first and last number of each strike, in
    order: the entry after one continues from the entry before it.

    An entry with an impossible change is given as it is.
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
