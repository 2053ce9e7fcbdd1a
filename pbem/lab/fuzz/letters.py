"""The letters that the seats of a random game would get, as the moderator writes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.game.rules import Rules
from pbem.engine.game.setup import Setup
from pbem.engine.table import Table
from pbem.lab.play.stage import MODERATOR, Files, players_of
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Desk
from pbem.moderator.joining.opening import open_game
from pbem.moderator.playing.previews import preview_letter
from pbem.moderator.reports.report_building import render_for
from pbem.store.database import Database
from pbem.store.games import lobby
from pbem.store.tables.games import GameRow, SeatRow

NEWEST = 100
"""A letter reports what has happened in this number of entries."""


@contextmanager
def writing_room(rules: Rules[Any], files: Files | None = None) -> Iterator[WritingRoom]:
    """A desk with a database of its own, for as long as it is needed."""
    with TemporaryDirectory(prefix="pbem-fuzz-") as folder:
        room = WritingRoom(rules, Path(folder), files)
        try:
            yield room
        finally:
            room.close()


class WritingRoom:
    """Where letters are written that nobody gets. Its database is made when the first is wanted."""

    def __init__(self, rules: Rules[Any], folder: Path, files: Files | None = None) -> None:
        self.rules = rules
        self.folder = folder
        self.files = files or Files.delivered()
        self._desk: Desk | None = None
        self._games: dict[str, GameRow] = {}

    def close(self) -> None:
        """Done with it."""
        if self._desk is not None:
            self._desk.db.close()

    def letters(self, table: Table[Any], seat: Seat) -> tuple[str, ...]:
        """Subject, text and HTML of what the seat would be written now."""
        desk = self._open()
        game = self._game(desk, table.setup)
        with desk.db.reading() as session:
            row = next(each for each in lobby.seats(session, game.id) if each.name == seat)
            last_entry = max(0, len(table.entries) - NEWEST)
            content = render_for(
                Context(session, desk).of(game).at(table), SeatRow(**row.model_dump() | {"told": last_entry})
            )
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
                scenarios=self.files.scenarios,
                page=self.files.page,
                mailbox=MODERATOR,
                secret=b"fuzz",
                now=lambda: datetime.now(UTC),
            )
        return self._desk

    def _game(self, desk: Desk, setup: Setup) -> GameRow:
        """One for each scenario and choice of seats: no report tells of other options."""
        players = players_of(self.rules, setup)
        wanted = f"{setup.scenario} {' '.join(players)}"
        if wanted not in self._games:
            options = dict(setup.options)
            self._games[wanted] = open_game(desk, self.rules.name, setup.scenario, players, options=options)
        return self._games[wanted]
