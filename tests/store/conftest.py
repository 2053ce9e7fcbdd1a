"""A fresh database on disk for each test, and a game in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.store.database import Database
from pbem.store.tables.games import GameRow
from tests.support.empty import empty_database

from .sample import open_game


@pytest.fixture
def db(tmp_path: Path) -> Iterator[Database]:
    database = Database.open(empty_database(tmp_path / "games.sqlite"))
    yield database
    database.close()


@pytest.fixture
def game(db: Database) -> GameRow:
    with db.writing() as session:
        return open_game(session, "bosworth-1")
