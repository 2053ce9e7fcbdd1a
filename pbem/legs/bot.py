"""A player who writes letters: one answer at a time, whole stints, or stints with standing orders.

He answers by chance and to a taste, and thinks ahead in games he makes up (pbem.legs.imagine): neither the dice to come nor
what the other side hides can help him.
"""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

from pbem.engine.course import stints_of
from pbem.engine.decision import Decision, Seat, Stack
from pbem.engine.lines import line_of, verbs_for
from pbem.engine.obey import obey
from pbem.engine.order import BadLine
from pbem.engine.reader import STANDING
from pbem.engine.rules import Stint, Word
from pbem.engine.table import Table
from pbem.legs.course import BETWEEN, own_stint
from pbem.legs.imagine import imagine, sensible_answer, usual_answer
from pbem.legs.profile import Profile
from pbem.moderator.random_play import DeadEnd, RandomPlayer

MOST_LINES = 120
MOST_QUESTIONS = 600
"""So many questions does a bot think ahead, at most."""


class Bot:
    """One player of a game by mail."""

    def __init__(self, seat: Seat, profile: Profile, player: RandomPlayer) -> None:
        self.seat = seat
        self.profile = profile
        self.player = player
        self._has_delegated = False

    def letter(self, table: Table[Any], *, plain: bool = False) -> list[str]:
        """The lines of his next letter, a `plain` one only answers. The game asks him something."""
        asked = table.open_to(self.seat)[0]
        if plain or self.profile is Profile.NAIVE:
            return answer_lines(table, asked, self.player)
        return [*self._orders_for_the_game(table), *self._stints_or_reaction(table, asked)]

    def _orders_for_the_game(self, table: Table[Any]) -> list[str]:
        """His standing orders, once."""
        if self.profile is not Profile.DELEGATOR or self._has_delegated:
            return []
        self._has_delegated = True
        return standing_lines(table, self.seat)

    def _stints_or_reaction(self, table: Table[Any], asked: Decision) -> list[str]:
        if own_stint(table, asked):
            return Draft(self, table).lines()
        return [*answer_lines(table, asked, self.player), *self._rest_of_the_form(table, asked)]

    def _rest_of_the_form(self, table: Table[Any], asked: Decision) -> list[str]:
        """What the reply form offers besides: in a Battle, orders for the Round."""
        held = {order.verb for order in table.standing_orders(self.seat)} | set(verbs_for(table, asked))
        lines = table.rules.stint(table.state, self.seat) if len(table.scopes()) > 1 else ()
        return [line for line in lines if line.partition(" ")[0] not in held]


def standing_lines(table: Table[Any], seat: Seat) -> list[str]:
    """Of the standing orders that the game suggests to a player who delegates, those that are understood here."""
    trial, lines = table.fork(), list[str]()
    for order in table.rules.trial.delegated(table.state, seat):
        line = f"{STANDING} game {order}"
        with suppress(BadLine):
            obey(trial, seat, line)
            lines.append(line)
    return lines


def answer_lines(table: Table[Any], decision: Decision, player: RandomPlayer) -> list[str]:
    """The lines of an answer to the player's taste."""
    return line_of(table, decision, sensible_answer(player, decision))


class Draft:
    """A letter of whole stints while it is written: the game is played on in a world that the player makes up."""

    def __init__(self, bot: Bot, table: Table[Any]) -> None:
        self._player, self._seat = bot.player, bot.seat
        self._rng = Random(bot.player.rng.random())  # noqa: S311 - play, not secrets
        self._world = imagine(table, bot.seat, self._rng)
        self._written: list[str] = []
        self._stint = ""
        self._told: tuple[Stint, ...] = ()
        self._closed = self._interrupted = False

    def lines(self) -> list[str]:
        """Play on to the next Plan."""
        for _ in range(MOST_QUESTIONS):
            questions = self._world.open()
            if not questions or len(self._written) >= MOST_LINES or not self._take(questions):
                break
        return self._written

    def _take(self, questions: tuple[Decision, ...]) -> bool:
        """Answer one question; False when he has come to the end of what he writes for."""
        mine = next((d for d in questions if d.seat == self._seat), None)
        if mine is None:
            self._interrupted = True
            self._pass_over(questions[0])
            return True
        if stint := own_stint(self._world, mine):
            if self._written and isinstance(mine.shape, Stack):
                return False
            self._begin(stint)
            return self._order(mine)
        if self._interrupted or mine.key.startswith(BETWEEN):
            self._pass_over(mine)
            return True
        return self._order(mine)

    def _pass_over(self, decision: Decision) -> None:
        self._answer(decision, usual_answer(decision, self._rng))

    def _order(self, decision: Decision) -> bool:
        try:
            answer = sensible_answer(self._player, decision)
        except DeadEnd:
            return False
        lines = line_of(self._world, decision, answer)
        self._written += lines
        self._closed = any(word.closes for word in self._words(decision) if word.verb == lines[0].partition(" ")[0])
        self._answer(decision, answer)
        self._interrupted = False
        return not isinstance(decision.shape, Stack)

    def _answer(self, decision: Decision, answer: Any) -> None:
        self._world.answer(decision.seat, decision.key, answer, subject=decision.subject)

    def _words(self, decision: Decision) -> list[Word[Any]]:
        return [word for word in self._world.rules.words(self._world.state) if word.key == decision.key]

    def _begin(self, stint: str) -> None:
        """Come to another stint: say that those before are over, where they have ended by themselves."""
        if stint == self._stint:
            return
        names = [told.name for told in self._told]
        for told in self._told[: names.index(stint) if stint in names else 0]:
            if told.name != self._stint or not self._closed:
                self._written += self._closing(told)
        self._stint, self._closed, self._interrupted = stint, False, False
        self._told = stints_of(self._world, self._seat)

    def _closing(self, stint: Stint) -> list[str]:
        words = self._world.rules.words(self._world.state)
        return [word.verb for word in words if word.closes and word.key in stint.keys and " " not in word.usage]
