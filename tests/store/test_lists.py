"""Pages of the list of games, and games of some kind among many."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from itertools import cycle

import pytest
from sqlmodel import Session

from pbem.store.database import Database
from pbem.store.errors import NotFound
from pbem.store.games import gatherings, lists, lobby, progress, removal
from pbem.store.games.lists import GamesPage
from pbem.store.games.progress import Progress
from pbem.store.tables.games import GameRow

from .sample import KEY, NOW, open_game


@pytest.fixture
def many(db: Database) -> Database:
    """Twelve games: every third is over, the fourth is held, the sixth archived; Eve moderates the last two."""
    with db.writing() as session:
        rows = [open_game(session, f"bosworth-{number}") for number in range(1, 13)]
        for row in rows[2::3]:
            lobby.finish(session, row.id, {}, NOW)
        lobby.hold(session, rows[3].id, "a fault")
        rows[5].is_archived = True
        rows[10].moderator = rows[11].moderator = "Eve@example.test"
    return db


def numbers(rows: list[GameRow]) -> list[int]:
    return [int(row.name.rpartition("-")[2]) for row in rows]


@pytest.mark.parametrize(
    ("page", "wanted"),
    [
        (GamesPage(most=3), [10, 11, 12]),
        (GamesPage(most=3, before=7), [3, 4, 5]),
        (GamesPage(most=3, before=7, archived=True), [4, 5, 6]),
        (GamesPage(most=4, going_on=True), [7, 8, 10, 11]),
        (GamesPage(most=4, before=8, going_on=True), [2, 4, 5, 7]),
        (GamesPage(most=9, moderators="eve@example.test"), [11, 12]),
        (GamesPage(most=9, moderators="eve@example.test", going_on=True), [11]),
        (GamesPage(most=9, before=1), []),
    ],
)
def test_a_page_has_the_newest_games_of_its_kind(many: Database, page: GamesPage, wanted: list[int]) -> None:
    with many.reading() as session:
        assert numbers(lists.page_of_games(session, page)) == wanted


def test_pages_follow_each_other_to_the_first_game(many: Database) -> None:
    with many.reading() as session:
        page, seen = GamesPage(most=5, archived=True), list[int]()
        while rows := lists.page_of_games(session, page):
            seen = [*numbers(rows), *seen]
            page = replace(page, before=rows[0].id)
    assert seen == [*range(1, 13)]


def test_games_are_counted_and_found_by_their_ids(many: Database) -> None:
    with many.reading() as session:
        assert [lists.count_games(session, status) for status in ("playing", "held", "over")] == [7, 1, 4]
        assert lists.count_going_on(session) == 8
        assert [*lists.games_by_id(session, [4, 99, 2])] == [2, 4]


def test_games_without_a_game_master_are_those_of_somebody_unknown(many: Database) -> None:
    with many.reading() as session:
        assert numbers(lists.games_without_master(session, ["gm@example.test"], 9)) == [11, 12]
        assert numbers(lists.games_without_master(session, ["gm@example.test"], 1)) == [11]
        assert lists.games_without_master(session, ["zoe@example.test", "EVE@example.test"], 9) == []


def test_games_of_other_files_and_of_signatures_are_found(many: Database) -> None:
    with many.writing() as session:
        lobby.game(session, 1).scenario_version = "aaaaaaaaaaaa"
        lobby.game(session, 3).scenario_version = "aaaaaaaaaaaa"  # it is over
        lobby.game(session, 2).auth = lobby.game(session, 3).auth = "dkim"
    with many.reading() as session:
        assert numbers(lists.other_versions(session, "plantagenet", "bosworth", "0123456789ab", 9)) == [1]
        assert numbers(lists.other_versions(session, "plantagenet", "bosworth", "aaaaaaaaaaaa", 3)) == [2, 4, 5]
        assert numbers(lists.signed_games(session, 9)) == [2]


def test_of_many_games_that_go_on_some_are_taken_by_chance(many: Database) -> None:
    drawn = cycle([11, 0, 5])  # the last that goes on is the eleventh
    with many.reading() as session:
        assert numbers(lists.some_going_on(session, 8, lambda _: 0)) == [1, 2, 4, 5, 7, 8, 10, 11]
        assert numbers(lists.some_going_on(session, 3, lambda below: min(next(drawn), below - 1))) == [1, 7, 11]


def test_only_the_newest_names_are_told_to_who_mistypes_one(many: Database) -> None:
    newest = ", ".join(f"bosworth-{number}" for number in range(3, 13))
    with many.reading() as session, pytest.raises(NotFound, match=re.escape(f"no game x; the newest are: {newest}")):
        lobby.find_game(session, "x")


def invited(session: Session, name: str) -> int:
    new = gatherings.NewGathering(
        name=name,
        rules="plantagenet",
        scenario="bosworth",
        options={},
        terms={},
        auth="token",
        by_lot=True,
        is_open=False,
        key=KEY,
    )
    return gatherings.create(session, new, NOW).id


def called_off(session: Session, name: str) -> None:
    gatherings.settle(session, gatherings.gathering(session, invited(session, name)), "off")


@pytest.mark.parametrize(
    ("prepare", "wanted"),
    [
        (lambda _: None, 13),
        (lambda session: invited(session, "Bosworth-20"), 21),
        (
            lambda session: gatherings.settle(
                session, gatherings.gathering(session, invited(session, "bosworth-20")), "off"
            ),
            13,
        ),
        (lambda session: open_game(session, "bosworth-0099"), 100),
        (lambda session: open_game(session, "bosworth-99x"), 13),
        (lambda session: removal.delete_game(session, open_game(session, "BOSWORTH-1000").id), 1001),
    ],
)
def test_a_free_name_follows_all_that_were_ever_given(
    many: Database, prepare: Callable[[Session], object], wanted: int
) -> None:
    with many.writing() as session:
        prepare(session)
        assert lobby.next_name(session, "bosworth") == f"bosworth-{wanted}"


def test_games_are_late_from_the_first_deadline_that_has_passed(many: Database) -> None:
    hour = timedelta(hours=1)
    waits = (("york", NOW + 2 * hour, False), ("lancaster", NOW + hour, False))
    with many.writing() as session:
        for game_id in (1, 3, 4):  # the third is over, the fourth held
            progress.keep(session, game_id, Progress(3, "turn 1", waits, "UTC"))
        progress.keep(session, 2, Progress(3, "turn 1", (("york", None, False),), "UTC"))
    with many.reading() as session:
        assert progress.overdue(session, NOW + hour) == {}
        assert [*progress.overdue(session, NOW + 2 * hour)] == [1]
