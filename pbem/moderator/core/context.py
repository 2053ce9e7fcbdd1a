"""What the moderator's functions are handed: one transaction at the desk, and the game or the letter it is about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar, cast

from pbem.engine.decision import Seat
from pbem.engine.table import Table
from pbem.mail.letter import Letter
from pbem.moderator.core.desk import Desk
from pbem.moderator.deadlines.clock import Clock, open_clock
from pbem.render.templates.page import Page
from pbem.store.database import Session
from pbem.store.mail import inbox, outbox
from pbem.store.tables.games import GameRow, SeatRow
from pbem.store.tables.mail import LetterRow

T = TypeVar("T")


class DeferredWrites:
    """Writes to the database, made at once or (`held`) together by `flush`.

    SQLite has one writer at a time: nobody waits while reports are computed and rendered before the first write.
    """

    def __init__(self, *, held: bool = False) -> None:
        self._held: list[Callable[[], object]] | None = [] if held else None
        self._marks: set[str] = set()
        self._mails: list[outbox.NewMail] = []

    def do(self, change: Callable[[], object]) -> None:
        """Make a change now, or hold it for `flush`."""
        if self._held is None:
            change()
        else:
            self._held.append(change)

    def do_once(self, mark: str, change: Callable[[], object]) -> None:
        """The same for a change that `holds` finds by its mark."""
        if self._held is not None:
            self._marks.add(mark)
        self.do(change)

    def queue(self, session: Session, mail: outbox.NewMail) -> None:
        """Put a mail into the outbox now, or hold it: `flush` queues held mails after the other changes."""
        if self._held is None:
            outbox.queue(session, mail)
        else:
            self._marks.add(mail.message_id)
            self._mails.append(mail)

    def holds(self, mark: str) -> bool:
        """Whether a mail with this Message-ID is held, or a change of this mark."""
        return mark in self._marks

    def flush(self, session: Session) -> None:
        """Make the held changes in their order, then queue the held mails. Later changes are made at once."""
        held, self._held = self._held or [], None
        mails, self._mails = self._mails, []
        self._marks.clear()
        for change in held:
            change()
        outbox.queue(session, *mails)


@dataclass(frozen=True)
class Context:
    """One transaction at a desk. Everything is written through `writes`, which may hold it back."""

    session: Session
    desk: Desk
    writes: DeferredWrites = field(default_factory=DeferredWrites, kw_only=True)

    def of(self, game: GameRow) -> GameContext:
        """The same, about one game."""
        return GameContext(self.session, self.desk, game, writes=self.writes)

    def is_queued(self, message_id: str) -> bool:
        """Whether a mail of ours with this Message-ID is in the outbox, or on its way there."""
        return self.writes.holds(message_id) or outbox.outgoing_by_message_id(self.session, message_id) is not None


@dataclass(frozen=True)
class GameContext(Context):
    """One game in one transaction."""

    game: GameRow

    def at(self, table: Table[Any]) -> TableContext:
        """The same, with the game at a Table."""
        return TableContext(self.session, self.desk, self.game, table, writes=self.writes)

    def page_for(self, seat: Seat) -> Page:
        """The templates in the language of a seat ("" for an observer)."""
        return self.desk.page_for(self.game, seat)


@dataclass(frozen=True)
class TableContext(GameContext):
    """One game at a Table, in one transaction."""

    table: Table[Any]
    known: dict[str, Any] = field(default_factory=dict, kw_only=True, repr=False, compare=False)
    """What has been worked out for one reader and is the same for all."""

    def once(self, name: str, work_out: Callable[[], T]) -> T:
        """A value that is the same for all readers, computed when it is first asked for."""
        if name not in self.known:
            self.known[name] = work_out()
        return cast("T", self.known[name])

    @cached_property
    def clock(self) -> Clock:
        """The clock of the game, read once: what is noted at the Table later is found there."""
        return open_clock(self.session, self.game.id, self.desk.now())


@dataclass(frozen=True)
class LetterOutcome:
    """What became of a letter: its new status (None: it has one already), and one line why. `at_table` is its game, if that
    was loaded.
    """

    status: inbox.Settled | None
    outcome: str
    at_table: TableContext | None = None


class _OnlyTried(Exception):
    """Ends the transaction of a dry run."""


@contextmanager
def transaction(desk: Desk, *, commit: bool) -> Iterator[Session]:
    """A transaction at the desk that is undone at its end, unless `commit` is set."""
    try:
        with desk.db.writing() as session:
            yield session
            if not commit:
                raise _OnlyTried
    except _OnlyTried:
        pass


@dataclass(frozen=True, slots=True)
class Writer:
    """A letter's game and seat."""

    game: GameRow
    seat: SeatRow

    @property
    def address(self) -> str:
        """The address registered for the seat, lower-cased."""
        return self.seat.address.lower()


# A letter


@dataclass(frozen=True)
class LetterContext(GameContext):
    """A letter as it came (`letter`), as it is stored (`row`), and the seat that it is from."""

    seat: SeatRow
    letter: Letter
    row: LetterRow
    by_gamemaster: bool = field(default=False, kw_only=True)
    """Whether the game master has written it for the seat."""


def from_writer(context: Context, writer: Writer, letter: Letter, row: LetterRow) -> LetterContext:
    """A letter as one from this game and seat."""
    return LetterContext(context.session, context.desk, writer.game, writer.seat, letter, row, writes=context.writes)
