"""Figures of a moderator with many games: what a look at the clock, the list of games, the doctor and forgetting take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Column, ColumnElement, String, Table, func, insert, literal, select

from pbem.bench import ROUND, SETUP, letters_for
from pbem.moderator.desk import Desk
from pbem.moderator.opening import Player, open_game
from pbem.moderator.receive import moderate_all, take_in
from pbem.moderator.watching import add_observer
from pbem.stage import PLAYERS
from pbem.store import post
from pbem.store.database import Database
from pbem.store.tables import Row

LONG, SOON = {"deadline": "30d"}, {"deadline": "72h"}
OBSERVER = Player("Clio", "clio@pbem.test")
LEVY = {"york": "assign york\nmuster york\nparley bury\nlevy troops\ndone", "lancaster": "status"}
ROUNDS_TO_THE_END = 30
COPIED = ("game", "seat", "observer", "terms", "letter", "entry", "strike", "event", "outgoing")


# Filling a database


def fill(desk: Desk, games: int, soon: int) -> None:
    """Fill an empty database with `games` games or a few more: in a Battle, in a Levy, over; of `soon` of them the orders are
    due long before those of all others. One of each kind is played by letter, the others are its copies."""
    _play(desk, "bosworth", SOON, [SETUP])
    first = _largest_ids(desk.db)
    _copy(desk.db, soon - 1, dict.fromkeys(COPIED, 0))
    first = _largest_ids(desk.db)
    _play(desk, "bosworth", LONG, [SETUP, ROUND])
    _play(desk, "ia_henry_vi", LONG, [LEVY])
    _play(desk, "bosworth", LONG, [SETUP, *[ROUND] * ROUNDS_TO_THE_END])
    _copy(desk.db, -(-(games - soon) // 3) - 1, first)


def _play(desk: Desk, scenario: str, terms: dict[str, str], waves: Sequence[dict[str, str]]) -> None:
    """A game with an observer, after these letters; all its mails are sent."""
    name = open_game(desk, "plantagenet", scenario, PLAYERS, terms=terms).name
    add_observer(desk, name, OBSERVER)
    for wave in waves:
        for _, _, raw in list(letters_for(desk, name, wave)):
            take_in(desk, raw)
        moderate_all(desk)
    with desk.db.writing() as session:
        for mail in post.due(session, desk.now(), 10_000):
            post.mark_sent(session, mail.id, desk.now())


def _largest_ids(db: Database) -> dict[str, int]:
    with db.reading() as session:
        run = session.connection().execute
        return {name: run(select(func.max(_table(name).c.id))).scalar_one() or 0 for name in COPIED}


def _table(name: str) -> Table:
    return Row.metadata.tables[name]


def _copy(db: Database, times: int, above: Mapping[str, int]) -> None:
    """Copy the games with ids above these, and all that is theirs, so many times."""
    steps = {name: last - above[name] for name, last in _largest_ids(db).items()}
    with db.writing() as session:
        for name in COPIED:
            number = _numbers(times)
            table = _table(name)
            wanted = [_copied(table, each, number, steps) for each in table.columns]
            rows = select(*wanted).select_from(table).join(number, literal(value=True)).where(table.c.id > above[name])
            session.connection().execute(insert(table).from_select([each.name for each in table.columns], rows))


def _numbers(most: int) -> Any:
    """A table of the numbers from 1 to `most`, which is named n."""
    numbers = select(literal(1).label("n")).where(literal(most) >= 1).cte("numbers", recursive=True)
    return numbers.union_all(select(numbers.c.n + 1).where(numbers.c.n < most))


def _copied(table: Table, each: Column[Any], number: Any, steps: Mapping[str, int]) -> ColumnElement[Any]:
    """A column as the copies have it: ids follow those that are there, and what may be there once is numbered."""
    if each.primary_key:
        return each + number.c.n * steps[table.name]
    for key in each.foreign_keys:
        return each + number.c.n * steps[key.column.table.name]
    alone = any(each is only for index in table.constraints if len(index.columns) == 1 for only in index.columns)
    return each + literal("-") + number.c.n.cast(String) if alone else each
