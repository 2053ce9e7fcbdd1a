"""How a bot thinks ahead without knowing more than a player does.

It plays on in a copy of the game in which everything that its seat cannot know is made up: the dice and draws to come, the
other seats' hands and whatever else they hide, what they have answered in secret, and the orders they have given for later.
"""

from __future__ import annotations

from random import Random
from typing import Any

from pbem.doctor.random_play import DeadEnd, RandomPlayer
from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.dice import Fate
from pbem.engine.table import Table
from pbem.lab.games import lab_of
from pbem.lab.trial import Mix


def imagine(table: Table[Any], seat: Seat, rng: Random) -> Table[Any]:
    """A game that `seat` must think just as possible as the one at `table`, to play on in."""
    world = table.fork()
    world.chance = Fate(rng.randbytes(32))
    world.book.orders = [order for order in world.book.orders if order.seat == seat]
    world.waiting.clear()
    for other in (other for other in table.seats if other != seat):
        for decision, _ in world.given_by(other):
            world.answer(other, decision.key, usual_answer(decision, rng), subject=decision.subject)
    lab_of(table.rules).trial.other_world(world.state, frozenset({seat}), _mixer(rng))
    return world


def _mixer(rng: Random) -> Mix:
    """Puts lists into a random order that has nothing of the one they were in."""

    def mix(items: list[Any]) -> None:
        items.sort(key=str)
        rng.shuffle(items)

    return mix


def usual_answer(decision: Decision, rng: Random) -> Json:
    """The default answer, or any where there is none. Raises DeadEnd."""
    return decision.default() if decision.default is not None else RandomPlayer(rng, 0.0).answer(decision)


def sensible_answer(player: RandomPlayer, decision: Decision, s: Any) -> Json:
    """An answer to the player's taste, or as the game advises in the position `s`; the default where chance finds none.
    Raises DeadEnd.
    """
    try:
        return player.answer(decision, s)
    except DeadEnd:
        if decision.default is None:
            raise
        return decision.default()
