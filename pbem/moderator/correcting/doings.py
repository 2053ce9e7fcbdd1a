"""A log as a row of doings: what each letter, the clock and the game master have done at a stretch."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby

from sqlmodel import Session

from pbem.engine.changes import whole_log
from pbem.engine.decision import Seat
from pbem.engine.entry import NOT_OF_THE_GAME, Entry, EntryKind
from pbem.moderator.deals.leaving import ONCE_MORE, says_left, seats_left
from pbem.moderator.desk.tables import entry_of
from pbem.store import journal
from pbem.store.errors import NotFound
from pbem.store.journal import LogLine

SOMEBODYS = (EntryKind.ANSWER, EntryKind.TIMEOUT, EntryKind.INSTRUCTION, EntryKind.RULING, EntryKind.ENDED)


@dataclass(frozen=True)
class Doing:
    """Entries that one letter has made (`letter_id`; None: the clock or the game master), and when."""

    letter_id: int | None
    entries: tuple[Entry, ...]
    written: datetime

    @property
    def first(self) -> int:
        """The number of its first entry."""
        return self.entries[0].number

    @property
    def counts(self) -> bool:
        """Whether it has done anything in the game."""
        return any(entry.kind not in NOT_OF_THE_GAME for entry in self.entries)

    @property
    def is_somebodys(self) -> bool:
        """Whether it is more than what follows by itself: a letter's, the clock's answers, a ruling. Orders that end because
        a seat is handed over are nobody's.
        """
        left = seats_left(self.entries)
        ended = [entry for entry in self.entries if entry.kind is EntryKind.INSTRUCTION and entry.seat in left]
        return any(entry.kind in SOMEBODYS and entry not in ended for entry in self.entries)

    @property
    def hands_over(self) -> list[Seat]:
        """The seats that another player has been given by it."""
        return seats_left(entry for entry in self.entries if says_left(entry) and entry.note != ONCE_MORE)


def whole_lines(session: Session, game_id: int) -> list[tuple[LogLine, bool]]:
    """The log of a game in order, each line with whether it is struck. What they say of lines that wait and answers begun is
    whole: it can be done again where others wait.
    """
    lines = journal.read_all(session, game_id)
    strikes = [(strike.first, strike.last) for strike in journal.strikes(session, game_id)]
    whole = whole_log((entry_of(line) for line, _ in lines), strikes)
    return [(replace(line, answer=entry.answer), struck) for (line, struck), entry in zip(lines, whole, strict=True)]


def live_lines(session: Session, game_id: int) -> list[LogLine]:
    """The lines that count of those."""
    return [line for line, struck in whole_lines(session, game_id) if not struck]


def doings_of(lines: Iterable[LogLine]) -> list[Doing]:
    """The doings that whole lines of a log are, in their order. What nobody's letter did at different times are several."""
    grouped = groupby(lines, key=lambda line: (line.letter_id, line.written if line.letter_id is None else None))
    runs = [(letter_id, list(run)) for (letter_id, _), run in grouped]
    return [Doing(letter_id, tuple(map(entry_of, run)), run[0].written) for letter_id, run in runs]


def begins(doings: Sequence[Doing], letter_id: int) -> int:
    """The number of the first entry of a letter. Raises NotFound where it has changed nothing that stands."""
    for doing in doings:
        if doing.letter_id == letter_id:
            return doing.first
    known = ", ".join(str(doing.letter_id) for doing in doings if doing.letter_id is not None and doing.counts)
    raise NotFound(f"letter {letter_id} has done nothing that still stands; those that have: {known or 'none'}")
