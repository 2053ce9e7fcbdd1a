"""Players who write a whole segment in one letter: they try their lines on a fork of the game, by chance and to their taste.

A fork rolls the dice that the game will roll, so a letter goes as far as nobody else is asked, and none of its lines can be
refused. What a player decides follows from their seed alone.
"""

from __future__ import annotations

from typing import Any

from pbem.doctor.random_play import DeadEnd, RandomPlayer
from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.game.sample import BotStyle
from pbem.engine.table import Table
from pbem.orders.carry.execute import execute
from pbem.orders.carry.waiting import carry_on
from pbem.orders.place.segments import Cursor, segments_of
from pbem.orders.words.lines import line_of

MAX_LINES = 60


class Correspondent:
    """One player of a game by mail."""

    def __init__(self, seat: Seat, taste: BotStyle, seed: str) -> None:
        self.seat = seat
        self.letters = 0
        self.lines = 0
        self._player = RandomPlayer.from_seed(f"{seed} {seat}", (taste,))

    def letter(self, table: Table[Any]) -> list[str]:
        """Their next letter: every order up to the first question that is not theirs, or to their next card. The first
        letter of all answers one question, for their share in the dice follows from what it says.
        """
        fork, lines = table.fork(), list[str]()
        cursor, first_of = Cursor(fork, self.seat), dict[str, str]()
        while (asked := fork.open_to(self.seat)) and len(lines) < MAX_LINES:
            key = asked[0].key
            if first_of.setdefault(key, self._segment(fork, key)) != self._segment(fork, key):
                break
            for line in self._order(fork, asked[0]):
                execute(fork, self.seat, line, cursor=cursor)
                lines.append(line)
            carry_on(fork)
            if self.seat not in table.salts:
                break
        self.letters += 1
        self.lines += len(lines)
        return lines

    def _segment(self, fork: Table[Any], key: str) -> str:
        """The segment that a question belongs to, if it is one's own."""
        return next((segment.name for segment in segments_of(fork, self.seat)[:1] if key in segment.keys), "")

    def _order(self, fork: Table[Any], decision: Decision) -> list[str]:
        return line_of(fork, decision, self._answer(decision)) or ["none"]

    def _answer(self, decision: Decision) -> Json:
        try:
            return self._player.answer(decision)
        except DeadEnd:
            assert decision.default is not None
            return decision.default()
