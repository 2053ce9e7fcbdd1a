"""A game between database and Table: loaded from its log, and saved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from itertools import groupby
from typing import Any

from pbem.engine.log.cause import Cause
from pbem.engine.log.entry import Entry, EntryKind, fingerprint
from pbem.engine.log.shares import SALTED, Made, rolls_made, scheme_of
from pbem.engine.table import Table
from pbem.moderator.core.context import GameContext, TableContext
from pbem.moderator.core.desk import CachedGame, Version
from pbem.moderator.deadlines.clock import Clock, keep_progress, open_clock, set_clocks
from pbem.render.report import Status
from pbem.store.database import Session
from pbem.store.games import journal, lobby
from pbem.store.tables.games import GameRow


def load_table(context: GameContext, until: int | None = None) -> Table[Any]:
    """The game as its live log left it, or after entry `until`. Raises Diverged when the rules no longer lead there."""
    session, desk, game = context.session, context.desk, context.game
    log = journal.read(session, game.id)
    entries = (entry_of(line) for line in log if until is None or line.number <= until)
    fate = desk.machine.fate(bytes.fromhex(game.key))
    table = Table.restore(desk.rules_of(game), desk.setup_of(game), fate, entries, made=rolls_taken_back(context))
    table.next_number = journal.next_number(session, game.id)
    return table


def rolls_taken_back(context: GameContext) -> dict[Made, str]:
    """The pools of the rolls that were taken back in a game: when such a roll is made again, it gives the same die."""
    session, game = context.session, context.game
    strikes = [(strike.first, strike.last) for strike in journal.strikes(session, game.id)]
    scheme = scheme_of(game.options)
    if not strikes or scheme == SALTED:
        return {}
    return rolls_made(scheme, (entry_of(line) for line, _ in journal.read_all(session, game.id)), strikes)


def take_table(context: GameContext) -> Table[Any]:
    """The game as its live log left it, for one letter: from memory where it fits the log, else loaded. Raises Diverged.

    This takes it out of the cache, whatever becomes of the letter, until it is put back (cacheable).
    """
    cached = context.desk.tables.take(context.game.id)
    if cached is not None and cached.version == _version(context, cached.table):
        if cached.notes is not None:
            journal.know_notes(context.session, context.game.id, cached.notes)
        return cached.table
    return load_table(context)


def cacheable(context: TableContext) -> CachedGame | None:
    """The game with the version of its log, for the cache; None if the Table does not match that log, and must be loaded
    again.

    Call it after the last write, and cache the result after the commit.
    """
    table = context.table
    version = _version(context, table)
    newest = table.entries[-1] if table.entries else None
    if (version.log.newest, version.log.next) != (newest.number if newest else 0, table.next_number):
        return None
    if newest is not None and newest.after != fingerprint(table.state):
        return None
    return CachedGame(context.game.id, table, version, journal.notes_read(context.session, context.game.id))


def _version(context: GameContext, table: Table[Any]) -> Version:
    """What a Table depends on, as it is now. Raises KeyError if these rules no longer exist."""
    game, desk = context.game, context.desk
    same = table.rules is desk.rules_of(game) and table.setup == desk.setup_of(game)
    versions = (game.rules_version, game.scenario_version, game.code_version)
    return Version(same, game.key, versions, journal.mark(context.session, game.id))


def status_of(game: GameRow, table: Table[Any]) -> Status:
    """The status of a game at a Table. At a Table of its past it was being played."""
    status = Status(game.status)
    return Status.PLAYING if status is Status.OVER and not table.over else status


def entry_of(line: journal.LogLine) -> Entry:
    """A stored line as the engine knows it."""
    return Entry(
        line.number,
        EntryKind(line.kind),
        line.seat,
        line.key,
        line.subject,
        line.answer,
        line.after,
        line.turn,
        line.note,
        Cause.from_json(line.cause),
    )


def line_of_log(e: Entry) -> journal.JournalLine:
    """An entry as the store knows it."""
    return journal.JournalLine(
        number=e.number,
        kind=e.kind,
        seat=e.seat,
        key=e.key,
        subject=e.subject,
        answer=e.answer,
        after=e.after,
        turn=e.turn,
        note=e.note,
        cause=e.cause.as_json() if e.cause is not None else None,
    )


def save(session: Session, game: GameRow, table: Table[Any], first: int, letter_id: int | None, now: datetime) -> None:
    """Write what has happened from entry `first` on: entries, Events, salts, and the end of the game.

    In a game with deadlines, the clock of a seat that is asked something new starts now. The game's progress, and when its
    clock is due, are stored too.
    """
    clock = open_clock(session, game.id, now)
    set_clocks(clock, table)
    write_log(session, game, table, first, letter_id, clock)


def write_log(
    session: Session,
    game: GameRow,
    table: Table[Any],
    first: int,
    letter_id: int | Mapping[int, int] | None,
    clock: Clock,
) -> None:
    """Write what has happened from entry `first` on. The caller has started the clocks of those who are asked (set_clocks).

    `letter_id` is the letter that caused all of it, or a letter for each number of an entry (without those that no letter
    caused).
    """
    fresh = [e for e in table.entries if e.number >= first]
    letters = letter_id if isinstance(letter_id, Mapping) else dict.fromkeys((e.number for e in fresh), letter_id)
    for letter, run in groupby(fresh, key=lambda e: letters.get(e.number)):
        journal.append(session, game.id, [line_of_log(e) for e in run], letter, clock.now, is_followed=True)
    save_events(session, game, table, first)
    seats = {row.name: row for row in lobby.seats(session, game.id)}
    for seat, salt in table.salts.items():
        if seats[seat].salt is None:
            lobby.set_salt(session, seats[seat].id, salt)
    if table.over and game.status != "over":
        lobby.finish(session, game.id, table.result(), clock.now)
    keep_progress(session, game.id, clock, table)


def save_events(session: Session, game: GameRow, table: Table[Any], first: int) -> None:
    """Write the Events of the entries from `first` on (0: those of the opening too)."""
    places: Counter[int] = Counter()
    lines = []
    for news in table.news:
        if news.number >= first:
            e = news.event
            lines.append(
                journal.EventLine(
                    entry_number=news.number,
                    place=places[news.number],
                    rule=e.rule,
                    name=e.name,
                    data=e.data,
                    seen_by=e.seen_by,
                )
            )
            places[news.number] += 1
    journal.append_events(session, game.id, lines)
