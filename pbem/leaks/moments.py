"""Random moments of random games: positions in which a player is asked something."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

from pbem.engine.course import Course
from pbem.engine.decision import Seat
from pbem.engine.entry import Entry
from pbem.engine.obey import obey
from pbem.engine.order import BadLine
from pbem.engine.rules import Rules, Setup
from pbem.engine.table import Table
from pbem.engine.waiting import carry_on
from pbem.fuzz.lines import random_order
from pbem.moderator.random_play import DeadEnd, Policy, RandomPlayer

MOST = 20_000
ORDERS_SHARE, AHEAD_SHARE = 0.02, 0.05
SALT_BYTES = 16


def moments(rules: Rules[Any], setup: Setup, seed: str, policy: Policy, number: int) -> Iterator[Table[Any]]:
    """The game of that seed at so many moments, each a Table of its own that stands at a question for a player."""
    whole = play_to_the_end(rules, setup, seed, policy)
    stops = [place for place, entry in enumerate(whole.entries[:-1], 1) if entry.after]
    rng = Random(f"{seed} moments")  # noqa: S311 - play, not secrets
    for stop in sorted(rng.sample(stops, min(number, len(stops)))):
        if (table := _at(whole, whole.entries[:stop])) is not None:
            yield table


def _at(whole: Table[Any], entries: list[Entry]) -> Table[Any] | None:
    """The game as it stood behind these entries and what followed by itself; None if nobody is asked anything."""
    table = Table.restore(whole.rules, whole.setup, whole.chance, entries)
    table.settle()
    carry_on(table)
    return table if table.open() else None


def play_to_the_end(rules: Rules[Any], setup: Setup, seed: str, policy: Policy) -> Table[Any]:
    """A random game in which both sides give standing orders now and then, and write ahead."""
    player = RandomPlayer.of_policy(seed, policy, rules)
    table = player.open_table(rules, setup)
    for seat in rules.seats:
        table.salt(seat, player.rng.randbytes(SALT_BYTES).hex())
    with suppress(DeadEnd):
        for _ in range(MOST):
            if not table.over:
                _write_ahead(table, player.rng)
            if table.over:
                break
            decision = player.question(table)
            table.answer(decision.seat, decision.key, player.answer(decision), subject=decision.subject)
            carry_on(table)
    return table


def _write_ahead(table: Table[Any], rng: Random) -> None:
    seat = rng.choice(table.rules.seats)
    if rng.random() < ORDERS_SHARE:
        _write(table, seat, random_order(table, rng))
    if rng.random() < AHEAD_SHARE and not table.over and not (table.open_to(seat) or table.waiting.get(seat)):
        _write(table, seat, *table.rules.ahead(table.state, seat))


def _write(table: Table[Any], seat: Seat, *lines: str) -> None:
    """A letter of a careless player: what makes no sense is let go."""
    course = Course(table, seat)
    for line in lines:
        with suppress(BadLine):
            obey(table, seat, line, course=course)
        carry_on(table)
