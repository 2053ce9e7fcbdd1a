"""The lines of each seat that wait for their questions, as recorded in a game's log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pbem.engine.decision import Json, Seat
from pbem.engine.log.cause import Cause, CauseKind, kept_words
from pbem.engine.log.changes import KEPT, change_of, lines_after, note_said
from pbem.engine.log.entry import Entry
from pbem.engine.refusal import WaitingLine

WAITING, STOPPED, BRANCHED = "waiting", "stopped", "branched"
"""The keys of entries that change waiting lines; they answer no question."""
WAITING_STOPPED = "waiting_stopped"
"""The Event that informs a player that waiting lines of theirs are given up."""
BRANCH_TAKEN = "branch_taken"
"""The Event that informs a player which of their branches was taken, or how a repeated line ended."""

EventData = tuple[str, dict[str, Json]]
"""The name and data of an Event."""


@dataclass(slots=True)
class WaitingBook:
    """The waiting lines by seat (`of`), and the entry that stored each of them (`kept_by`: by seat, text and segment)."""

    of: dict[Seat, list[WaitingLine]] = field(default_factory=dict)
    kept_by: dict[tuple[Seat, str, str], int] = field(default_factory=dict, compare=False)

    def copy(self) -> WaitingBook:
        """An independent copy."""
        return WaitingBook({seat: list(lines) for seat, lines in self.of.items()}, dict(self.kept_by))

    def change(self, seat: Seat, lines: Sequence[WaitingLine]) -> Json:
        """The log's form of the change after which exactly these lines of a seat wait."""
        return change_of(self.of.get(seat, []), lines)

    def take(self, entry: Entry) -> EventData | None:
        """Takes in a WAITING entry, and returns the Event for its owner, if there is one. Raises ValueError, KeyError or
        TypeError for an entry with an impossible change.
        """
        before, event = self.of.get(entry.seat, []), _event_for_owner(entry)
        if event is None and entry.note:  # an older log: all waiting lines were given up
            event = WAITING_STOPPED, _given_up(entry, [line.text for line in before])
        after = lines_after(before, entry.answer[KEPT] if entry.key == STOPPED else entry.answer)
        self._note_kept(entry, before, after)
        self.of[entry.seat] = after
        return event

    def _note_kept(self, entry: Entry, before: Sequence[WaitingLine], after: Sequence[WaitingLine]) -> None:
        """Records which entry stored a line. A line that was set aside and is restored keeps its first entry."""
        known = {(line.text, line.segment) for line in before}
        is_back = entry.cause is not None and entry.cause.kind is CauseKind.ASIDE
        for line in after:
            about = entry.seat, line.text, line.segment
            if about[1:] not in known and not (is_back and about in self.kept_by):
                self.kept_by[about] = entry.number

    def carry_out_first(self, seat: Seat) -> None:
        """The seat's first waiting line has answered."""
        if lines := self.of.get(seat):
            self.of[seat] = [*lines[0].carried_out(), *lines[1:]]

    def forget_all(self) -> None:
        """Clears everything: the game is over."""
        self.of = {}

    def cause(self, seat: Seat, line: WaitingLine) -> Cause:
        """The cause of the entries that a waiting line brings about."""
        kept_by = self.kept_by.get((seat, line.text, line.segment), 0)
        return Cause(CauseKind.WAITING, standard=kept_words(line.text), entry=kept_by)


def _event_for_owner(entry: Entry) -> EventData | None:
    """The Event for the owner of lines that are given up, or have reached a branch; None for other entries."""
    if entry.key == STOPPED:
        return WAITING_STOPPED, _given_up(entry, entry.answer["dropped"])
    return (BRANCH_TAKEN, {"told": note_said(entry)}) if entry.key == BRANCHED else None


def _given_up(entry: Entry, dropped: Json) -> dict[str, Json]:
    return {"line": entry.subject, "problem": note_said(entry), "dropped": dropped}
