"""What the database of a game that is shown says: whose letter the game waits for, and lines that would answer."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

from pbem.doctor.random_play import DeadEnd, random_answer
from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.log.entry import NOT_ANSWERS
from pbem.engine.table import Table
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Desk
from pbem.moderator.core.games import load_table
from pbem.orders.words.lines import line_of, verb_for
from pbem.store.games import journal, lobby

USUAL_SHARE = 0.7
"""How often the default answer is given where a question has one."""
MAX_TRIES = 50


class DatabaseBoard:
    """A game in the database of a desk, by its name; lines that answer are chosen with `rng`."""

    def __init__(self, desk: Desk, game: str, rng: Random | None = None) -> None:
        self._desk = desk
        self._game = game
        self._rng = rng or Random(0)  # noqa: S311 - play

    def newest(self) -> int:
        """A number that is another one as soon as anything has happened."""
        with self._desk.db.reading() as session:
            return journal.next_number(session, lobby.find_game(session, self._game).id)

    def is_over(self) -> bool:
        """Whether the game has come to its end."""
        with self._desk.db.reading() as session:
            return lobby.find_game(session, self._game).status == "over"

    def held_because(self) -> str:
        """Why the game is on hold ("": it is not)."""
        with self._desk.db.reading() as session:
            game = lobby.find_game(session, self._game)
            return game.held_because if game.status == "held" else ""

    def table(self) -> Table[Any]:
        """The game as its log leaves it."""
        with self._desk.db.reading() as session:
            return load_table(Context(session, self._desk).of(lobby.find_game(session, self._game)))

    def answered(self) -> int:
        """How many questions have been answered so far."""
        return sum(entry.kind not in NOT_ANSWERS for entry in self.table().entries)

    def asked(self) -> dict[Seat, tuple[str, ...]]:
        """What the game asks of each seat that it waits for."""
        table = self.table()
        seats = [seat for seat in table.seats if table.open_to(seat)]
        return {seat: tuple(decision.prompt for decision in table.open_to(seat)) for seat in seats}

    def legal_lines(self, seat: Seat) -> list[str]:
        """Random lines that answer the first question to a seat; [] where nothing is asked of it."""
        table = self.table()
        decision = next(iter(table.open_to(seat)), None)
        if decision is None:
            return []
        return line_of(table, decision, self._answer(decision)) or [f"{verb_for(table, decision)} none"]

    def _answer(self, decision: Decision) -> Json:
        """A legal answer. Raises DeadEnd where none is found."""
        if decision.default is not None and self._rng.random() < USUAL_SHARE:
            return decision.default()
        for _ in range(MAX_TRIES):
            with suppress(DeadEnd):
                answer = random_answer(self._rng, decision.shape)
                if decision.shape.refusal(answer) is None:
                    return answer
        raise DeadEnd(f"no legal answer to {decision.key} was found")
