"""A player who writes letters: one answer at a time, whole segments, or segments with standing orders.

They answer by chance and to a taste, and think ahead in games they make up (`imagine`): neither the dice to come nor
what the other seats hide can help them.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from pbem.doctor.random_play import RandomPlayer
from pbem.engine.decision import Decision, Seat
from pbem.engine.refusal import BadLine
from pbem.engine.table import Table
from pbem.lab.games import lab_of
from pbem.lab.legs.draft import LetterDraft
from pbem.lab.legs.follower import own_segment
from pbem.lab.legs.imagine import sensible_answer
from pbem.lab.legs.profile import Profile
from pbem.orders.carry.execute import execute
from pbem.orders.words.lines import line_of, verbs_for
from pbem.orders.words.vocabulary import STANDING

MAX_ACTS = 12
"""The most lines about what a bot does unasked."""


class Bot:
    """One player of a game by mail."""

    def __init__(self, seat: Seat, profile: Profile, player: RandomPlayer) -> None:
        self.seat = seat
        self.profile = profile
        self.player = player
        self._has_delegated = False

    def letter(self, table: Table[Any], *, plain: bool = False) -> list[str]:
        """The lines of their next letter, a `plain` one only answers. The game asks them something."""
        if plain:
            return answer_lines(table, table.open_to(self.seat)[0], self.player)
        acts, after = acted(table, self.seat, self.player)
        asked = after.open_to(self.seat)
        if not asked:
            return acts
        if self.profile is Profile.NAIVE:
            return [*acts, *answer_lines(after, asked[0], self.player)]
        return [*self._orders_for_the_game(table), *acts, *self._stints_or_reaction(after, asked[0])]

    def _orders_for_the_game(self, table: Table[Any]) -> list[str]:
        """Their standing orders, once."""
        if self.profile is not Profile.DELEGATOR or self._has_delegated:
            return []
        self._has_delegated = True
        return standing_lines(table, self.seat)

    def _stints_or_reaction(self, table: Table[Any], asked: Decision) -> list[str]:
        if own_segment(table, asked):
            return LetterDraft(table, self.seat, self.player, branches=self.profile is Profile.DELEGATOR).lines()
        answers = [line for each in table.open_to(self.seat) for line in answer_lines(table, each, self.player)]
        return [*answers, *self._rest_of_the_form(table, asked)]

    def _rest_of_the_form(self, table: Table[Any], asked: Decision) -> list[str]:
        """What the reply form offers besides: in a Battle, orders for the Round."""
        verbs_given = {order.verb for order in table.standing_orders(self.seat)} | set(verbs_for(table, asked))
        lines = table.rules.orders.form(table.state, self.seat) if len(table.scopes()) > 1 else ()
        return [line for line in lines if line.partition(" ")[0] not in verbs_given]


def standing_lines(table: Table[Any], seat: Seat) -> list[str]:
    """Of the standing orders that the game suggests to a player who delegates, those that are understood here."""
    trial, lines = table.fork(), list[str]()
    for order in lab_of(table.rules).trial.delegated(table.state, seat):
        line = f"{STANDING} game {order}"
        with suppress(BadLine):
            execute(trial, seat, line)
            lines.append(line)
    return lines


def acted(table: Table[Any], seat: Seat, player: RandomPlayer) -> tuple[list[str], Table[Any]]:
    """The lines of what a seat does unasked, as the game advises, and the game after that."""
    lines, after = list[str](), table.fork()
    while len(lines) < MAX_ACTS and not after.over and (act := player.advised_act(after, seat)) is not None:
        lines += line_of(after, *act)
        after.act(seat, act[0].key, act[1], subject=act[0].subject)
    return lines, after


def answer_lines(table: Table[Any], decision: Decision, player: RandomPlayer) -> list[str]:
    """The lines of an answer to the player's taste."""
    return line_of(table, decision, sensible_answer(player, decision, table.state))
