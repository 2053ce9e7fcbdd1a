"""The letters that the seats of a random game would get, as the moderator writes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.rules import Rules
from pbem.engine.table import Table
from pbem.moderator.control.opening import open_game
from pbem.moderator.desk.context import Context
from pbem.moderator.desk.desk import Desk
from pbem.moderator.lines.previews import preview_letter
from pbem.moderator.reports.notify import render_for
from pbem.playtest.stage import MODERATOR, PLAYERS
from pbem.render.page import Page
from pbem.resources import scenarios_dir, templates_dir
from pbem.store import lobby
from pbem.store.database import Database
from pbem.store.tables import GameRow, SeatRow

NEWEST = 100
"""A letter tells what has happened since so many entries."""


@contextmanager
def writing_room(rules: Rules[Any]) -> Iterator[WritingRoom]:
    """A desk with a database of its own, for as long as it is needed."""
    with TemporaryDirectory(prefix="pbem-fuzz-") as folder:
        room = WritingRoom(rules, Path(folder))
        try:
            yield room
        finally:
            room.close()


class WritingRoom:
    """Where letters are written that nobody gets. Its database is made when the first is wanted."""

    def __init__(self, rules: Rules[Any], folder: Path) -> None:
        self.rules = rules
        self.folder = folder
        self._desk: Desk | None = None
        self._games: dict[str, GameRow] = {}

    def close(self) -> None:
        """Done with it."""
        if self._desk is not None:
            self._desk.db.close()

    def letters(self, table: Table[Any], seat: Seat) -> tuple[str, ...]:
        """Subject, text and HTML of what the seat would be written now."""
        desk = self._open()
        game = self._game(desk, table.setup.scenario)
        with desk.db.reading() as session:
            row = next(each for each in lobby.seats(session, game.id) if each.name == seat)
            told = max(0, len(table.entries) - NEWEST)
            content = render_for(Context(session, desk).of(game).at(table), SeatRow(**row.model_dump() | {"told": told}))
            return content.subject, content.text, content.html

    def previews(self, table: Table[Any], seat: Seat, lines: Sequence[str]) -> tuple[str, ...]:
        """Subject, text and HTML of the answer to a preview."""
        return preview_letter(self._open().page, table.setup.scenario, table, seat, list(enumerate(lines, 1)))

    def _open(self) -> Desk:
        if self._desk is None:
            self.folder.mkdir(exist_ok=True)
            self._desk = Desk(
                db=Database.open(self.folder / "fuzz.sqlite"),
                games={self.rules.name: self.rules},
                scenarios=scenarios_dir(),
                page=Page(templates_dir()),
                mailbox=MODERATOR,
                secret=b"fuzz",
                now=lambda: datetime.now(UTC),
            )
        return self._desk

    def _game(self, desk: Desk, scenario: str) -> GameRow:
        if scenario not in self._games:
            self._games[scenario] = open_game(desk, self.rules.name, scenario, PLAYERS)
        return self._games[scenario]
