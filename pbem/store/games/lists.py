"""Games among many: pages of the list, and games of some kind. Each is found by an index, and none reads all games."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from sqlalchemy import func, select, text
from sqlmodel import Session, col

from pbem.store.dialect.sql import unindexed
from pbem.store.tables.games import GameRow
from pbem.store.tables.mail import IS_SIGNED

GOING_ON = ("playing", "held")
IDS_AT_ONCE = 500


def count_games(session: Session, status: str) -> int:
    """How many games have this status."""
    counted = select(func.count()).select_from(GameRow).where(col(GameRow.status) == status)
    return session.connection().execute(counted).scalar_one()


def count_going_on(session: Session) -> int:
    """How many games are not over."""
    return sum(count_games(session, status) for status in GOING_ON)


@dataclass(frozen=True, slots=True, kw_only=True)
class GamesPage:
    """Which games of a long list are wanted: at most `most`, the newest of those opened `before` the game with this id (0:
    of all). Only those of the game master at an address, in lower case (`moderators`), those that go on (`going_on`), or
    the `archived` ones too.
    """

    most: int
    before: int = 0
    moderators: str | None = None
    going_on: bool = False
    archived: bool = False


def page_of_games(session: Session, page: GamesPage) -> list[GameRow]:
    """The games of a page, in the order they were opened. Each status is asked for by itself: then all are found at once by
    an index in the order of their ids.
    """
    wanted = select(GameRow).order_by(col(GameRow.id).desc()).limit(page.most)
    if page.before:
        wanted = wanted.where(col(GameRow.id) < page.before)
    if page.moderators is not None:
        wanted = wanted.where(func.lower(col(GameRow.moderator)) == page.moderators)
    if not page.archived and page.moderators is None and not page.going_on:
        wanted = wanted.where(~col(GameRow.is_archived))
    elif not page.archived:
        wanted = wanted.where(~unindexed(col(GameRow.is_archived)))
    if not page.going_on:
        return list(session.scalars(wanted))[::-1]
    status = unindexed(col(GameRow.status)) if page.moderators is not None else col(GameRow.status)
    rows = [row for each in GOING_ON for row in session.scalars(wanted.where(status == each))]
    return sorted(rows, key=lambda row: row.id)[-page.most :]


def games_by_id(session: Session, ids: Iterable[int]) -> dict[int, GameRow]:
    """The games with these ids, by them and in their order; those that are not there are missing."""
    rows = dict[int, GameRow]()
    wanted = sorted(set(ids))
    for at in range(0, len(wanted), IDS_AT_ONCE):
        few = select(GameRow).where(col(GameRow.id).in_(wanted[at : at + IDS_AT_ONCE])).order_by(col(GameRow.id))
        rows |= {row.id: row for row in session.scalars(few)}
    return rows


def signed_games(session: Session, most: int) -> list[GameRow]:
    """The first games that go on and ask for signatures."""
    going_on = text(IS_SIGNED), col(GameRow.status).in_(GOING_ON)
    return list(session.scalars(select(GameRow).where(*going_on).order_by(col(GameRow.id)).limit(most)))


def games_without_master(session: Session, masters: Iterable[str], most: int) -> list[GameRow]:
    """Some games whose game master is none of these, each named by their address; those of the owner have one."""
    known, games = ["", *sorted({each.lower() for each in masters} - {""})], list[GameRow]()
    address = func.lower(col(GameRow.moderator))
    for low, high in zip(known, [*known[1:], None], strict=True):  # each gap between two is found by the index
        between = select(GameRow).where(address > low, *(() if high is None else (address < high,)))
        games += session.scalars(between.order_by(address, col(GameRow.id)).limit(most))
    return sorted(games, key=lambda row: row.id)[:most]


def other_versions(session: Session, rules: str, scenario: str, version: str, most: int) -> list[GameRow]:
    """Some games that go on and began with another version of a scenario's files."""
    same = (col(GameRow.rules) == rules, col(GameRow.scenario) == scenario)
    column = col(GameRow.scenario_version)
    asked = [
        select(GameRow).where(col(GameRow.status) == status, *same, other).order_by(column, col(GameRow.id)).limit(most)
        for status in GOING_ON
        for other in (column < version, column > version)
    ]
    return sorted((row for each in asked for row in session.scalars(each)), key=lambda row: row.id)[:most]


def some_going_on(session: Session, most: int, chance: Callable[[int], int]) -> list[GameRow]:
    """The games that go on, of many some by `chance`, which gives a number below another."""
    first = page_of_games(session, GamesPage(most=most + 1, going_on=True, archived=True))
    if len(first) <= most:
        return first
    found, last = dict[int, GameRow](), first[-1].id
    while len(found) < most:
        row = _going_on_from(session, chance(last) + 1)
        found[row.id] = row
    return sorted(found.values(), key=lambda row: row.id)


def _going_on_from(session: Session, game_id: int) -> GameRow:
    """The first game that goes on with this id or a higher one."""
    rows = (
        session.scalars(
            select(GameRow)
            .where(col(GameRow.status) == status, col(GameRow.id) >= game_id)
            .order_by(col(GameRow.id))
            .limit(1)
        ).first()
        for status in GOING_ON
    )
    return min((row for row in rows if row is not None), key=lambda row: row.id)
