"""Times of a moderator with many games: a letter, a look at the clock, the list of games, the status, the hourly watch, the
doctor, and the deletion of old mail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, TypeAlias

from sqlalchemy import (
    Column,
    ColumnElement,
    LargeBinary,
    String,
    Table,
    UniqueConstraint,
    func,
    insert,
    literal,
    select,
)

from pbem.engine.decision import Seat
from pbem.engine.game.rules import Rules
from pbem.lab.bench.bench import Measured, Texts, letters_for, ready
from pbem.lab.games import lab_of
from pbem.lab.play.stage import DATABASE, Files, desk_over, players_of
from pbem.moderator.clock.deadline_run import tick
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Desk, Player
from pbem.moderator.core.setups import load_setup
from pbem.moderator.desk.overview import forget, list_games, page_before
from pbem.moderator.desk.plain_data import status_facts
from pbem.moderator.desk.watching import watch
from pbem.moderator.intake.moderating import moderate_all, take_in
from pbem.moderator.joining.opening import open_game
from pbem.moderator.seats.observers import add_observer
from pbem.store.database import Database, Session
from pbem.store.mail import outbox
from pbem.store.tables.games import GameRow
from pbem.store.tables.row import Row

SOON, LATER = {"deadline": "72h"}, {"deadline": "30d"}
AFTER_SOON, AFTER_RETENTION = timedelta(hours=73), timedelta(days=100)
OBSERVER = Player("Clio", "clio@pbem.test")
WAVES_TO_THE_END = 31
DUE = 10
LETTERS = 10
"""Letters of each seat that are timed."""
WITH_TEXT = 1000
"""Games whose mails have their text: those of the others are old, and it is forgotten."""
A_PIECE = 1000
"""Games that are copied in one transaction: of more the log that is written ahead gets longer than the database."""
Examine: TypeAlias = Callable[[Desk, datetime], Iterable[object]]
COPIED = (
    *("game", "seat", "observer", "terms", "letter", "entry", "strike", "event", "outgoing", "progress"),
    *("message", "delivery"),
)
NUMBERED = {"seat": "address", "observer": "address", "letter": "sender", "outgoing": "envelope_to"}
"""Columns that have an address of a player: those of each copy are other players."""


def bench_games(games: int, examine: Examine, rules: Rules[Any]) -> dict[str, float]:
    """What is done for all games at once, and for one letter, with this number of games of these rules, or a few
    more, in a database of its own.

    `examine` is what the doctor does with a database.
    """
    with TemporaryDirectory(prefix="pbem-bench-") as folder:
        db = _Timed.open(Path(folder) / DATABASE, lasting=False)
        try:
            return _measure(db, games, examine, Measured.of(rules, Files.delivered()))
        finally:
            db.close()


class _Timed(Database):
    """A database that keeps for how many seconds at most it was written by one."""

    longest = 0.0

    @contextmanager
    def writing(self) -> Iterator[Session]:
        with super().writing() as session:
            begun = perf_counter()
            yield session
        self.longest = max(self.longest, perf_counter() - begun)


@dataclass
class _Clock:
    time: datetime

    def __call__(self) -> datetime:
        return self.time


def _measure(db: _Timed, games: int, examine: Examine, measured: Measured) -> dict[str, float]:
    clock = _Clock(datetime.now(UTC))
    desk = replace(desk_over(db, {measured.rules.name: measured.rules}, measured.files), now=clock)
    filled = _seconds(lambda: fill(desk, games, DUE, measured))
    letter = _milliseconds_a_letter(desk, measured)
    idle = min(_seconds(lambda: tick(desk, clock())) for _ in range(3))
    listed, status = _seconds(lambda: _list(desk)), _seconds(lambda: _status(desk))
    watched, examined = _seconds(lambda: watch(desk)), _seconds(lambda: list(examine(desk, clock())))
    clock.time += AFTER_SOON
    busy = _seconds(lambda: tick(desk, clock()))
    clock.time += AFTER_RETENTION
    db.longest = 0.0
    forgotten = _seconds(lambda: forget(desk))
    return {
        "games": _largest_ids(db)["game"],
        "database_mebibytes": db.size() / (1 << 20),
        "seconds_to_fill_the_database": filled,
        "median_milliseconds_per_letter": letter,
        "milliseconds_per_tick_with_nothing_due": idle * 1e3,
        f"milliseconds_per_tick_with_{DUE}_due": busy * 1e3,
        "seconds_to_list_the_games": listed,
        "seconds_to_show_the_status": status,
        "seconds_of_the_hourly_watch": watched,
        "seconds_of_the_doctor_on_the_database": examined,
        "seconds_to_forget_old_letters": forgotten,
        "longest_milliseconds_of_writing_while_forgetting": db.longest * 1e3,
    }


def _seconds(work: Callable[[], object]) -> float:
    begun = perf_counter()
    work()
    return perf_counter() - begun


def _list(desk: Desk) -> None:
    with desk.db.reading() as session:
        list_games(Context(session, desk), page_before(session))


def _status(desk: Desk) -> None:
    with desk.db.reading() as session:
        status_facts(Context(session, desk), page_before(session, going_on=True))


def _milliseconds_a_letter(desk: Desk, measured: Measured) -> float:
    """The median time of letters to a game that is opened last, all of whose tables are full: from the raw letter to the
    mails in the outbox. A letter asks for a report, and says something to all.
    """
    name = open_game(desk, measured.rules.name, measured.setup.scenario, measured.players, terms=LATER).name
    seconds = []
    for number in range(LETTERS):
        for _, _, raw in list(letters_for(desk, name, lambda *_: f"report\ntell all: Letter {number}.")):  # noqa: B023
            seconds.append(_seconds(lambda: (take_in(desk, raw), moderate_all(desk))))  # noqa: B023
    return median(seconds) * 1e3


# Filling a database


def fill(desk: Desk, games: int, soon: int, measured: Measured) -> None:
    """Fill an empty database with `games` games or a few more: just begun, in a Turn of another scenario, played to the end.

    Of `soon` of them the orders are due within 72 hours, of the others within 30 days. One of each kind is played by letter,
    with messages, the others are its copies with other players.
    """
    scenario, waves = measured.setup.scenario, list(islice(measured.waves(), WAVES_TO_THE_END))
    other, turn = lab_of(measured.rules).showcase.turn
    _play(desk, measured.rules, scenario, SOON, waves[:1])
    _copy(desk.db, range(1, soon), dict.fromkeys(COPIED, 0))
    above = _largest_ids(desk.db)
    _play(desk, measured.rules, scenario, LATER, waves[:2])
    _play(desk, measured.rules, other or scenario, LATER, [ready(turn)])
    _play(desk, measured.rules, scenario, LATER, waves)
    times = -(-(games - soon) // 3)
    last = _largest_ids(desk.db)
    for first in range(1, times, A_PIECE):
        piece = range(first, min(first + A_PIECE, times))
        _copy(desk.db, piece, above, last, with_text=first < WITH_TEXT)


def _play(desk: Desk, rules: Rules[Any], scenario: str, terms: dict[str, str], waves: Sequence[Texts]) -> None:
    """A game with an observer, after these letters; all its mails are sent."""
    players = players_of(rules, load_setup(rules, scenario, desk.scenarios))
    name = open_game(desk, rules.name, scenario, players, terms=terms).name
    add_observer(desk, name, OBSERVER)
    for wave in waves:
        for _, _, raw in list(letters_for(desk, name, partial(_with_message, wave))):
            take_in(desk, raw)
        moderate_all(desk)
    with desk.db.writing() as session:
        for mail in outbox.due(session, desk.now(), 10_000):
            outbox.mark_sent(session, [mail.id], desk.now())


def _with_message(wave: Texts, desk: Desk, game: GameRow, seat: Seat) -> str:
    """A letter with a message to everybody."""
    orders = wave(desk, game, seat)
    return orders and f"tell all: {seat.capitalize()} wishes all well.\n{orders}"


def _largest_ids(db: Database) -> dict[str, int]:
    with db.reading() as session:
        run = session.connection().execute
        return {name: run(select(func.max(_id(_table(name))))).scalar_one() or 0 for name in COPIED}


def _table(name: str) -> Table:
    return Row.metadata.tables[name]


def _id(table: Table) -> Column[Any]:
    (id_,) = table.primary_key.columns
    return id_


def _copy(
    db: Database, numbers: range, above: Mapping[str, int], last: Mapping[str, int] | None = None, *, with_text: bool = True
) -> None:
    """Copy the games with ids above these, up to the `last`, and all that is theirs, once for each of these numbers."""
    last = last or _largest_ids(db)
    steps = {name: last[name] - above[name] for name in last}
    if not numbers:
        return
    counted = select(literal(numbers.start).label("n")).cte("numbers", recursive=True)
    counted = counted.union_all(select(counted.c.n + 1).where(counted.c.n < numbers.stop - 1))
    with db.writing() as session:
        for table in map(_table, COPIED):
            wanted = [_copied(table, each, counted.c.n, steps, with_text=with_text) for each in table.columns]
            rows = select(*wanted).select_from(table).join(counted, literal(value=True))
            rows = rows.where(_id(table) > above[table.name], _id(table) <= last[table.name])
            session.connection().execute(insert(table).from_select([each.name for each in table.columns], rows))


def _copied(
    table: Table, each: Column[Any], number: ColumnElement[int], steps: Mapping[str, int], *, with_text: bool
) -> ColumnElement[Any]:
    """A column as the copies have it: ids follow those that are there, what may be there once is numbered, and so are
    addresses.
    """
    for key in each.foreign_keys:
        return each.op("+")(number * steps[key.column.table.name])
    if each.primary_key:
        return each.op("+")(number * steps[table.name])
    if isinstance(each.type, LargeBinary) and not with_text:
        return literal(b"")
    if NUMBERED.get(table.name) == each.name:
        return number.cast(String).op("||")(literal(".")).op("||")(each)
    unique = (rule for rule in table.constraints if isinstance(rule, UniqueConstraint))
    alone = any(list(rule.columns) == [each] for rule in unique)
    return each.op("||")(literal("-") + number.cast(String)) if alone else each
