"""Random moments of random games: positions in which a player is asked something."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

from pbem.engine.decision import DICE, Seat
from pbem.engine.entry import Entry, EntryKind
from pbem.engine.refusal import BadLine
from pbem.engine.rules import Rules, Setup
from pbem.engine.table import Table
from pbem.orders.carry.execute import execute
from pbem.orders.carry.waiting import carry_on
from pbem.orders.place.cursor import Cursor
from pbem.playtest.fuzz.lines import random_order
from pbem.playtest.random_play import DeadEnd, Policy, RandomPlayer

MOST = 20_000
ORDERS_SHARE, AHEAD_SHARE = 0.02, 0.05
SALT_BYTES = 16
ROLLING = 4
"""Where rolls matter, one moment in so many leads to one."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A game that stands at a question for a player, the entry with which it has been played on, and whether that leads to a
    question for another side (`hands_over`), or to a roll (`rolls`).
    """

    table: Table[Any]
    next: Entry
    hands_over: bool
    rolls: bool


def moments(
    rules: Rules[Any],
    setup: Setup,
    seed: str,
    policy: Policy,
    number: int,
    about: Collection[str] = (),
    *,
    rolls: Collection[str] = (),
) -> Iterator[Moment]:
    """So many moments of the game of that seed, half of them where somebody's answer asks another side something: what is
    asked seldom then comes as often as what is asked all the time. With `about`, those only that ask one of these keys; with
    `rolls`, a quarter of them where somebody's answer leads to a roll with one of these keys.
    """
    whole = play_to_the_end(rules, setup, seed, policy)
    stops = [place for place, entry in enumerate(whole.entries[:-1], 1) if entry.after]
    turning = {key: at for key, at in _by_question(whole.entries, stops).items() if not about or key in about}
    rng = Random(f"{seed} moments")  # noqa: S311 - play, not secrets
    chosen = [rng.choice(rng.choice(list(turning.values()))) for _ in range(number if about else number // 2) if turning]
    chosen += [] if about else rng.sample(stops, min(number, len(stops)))
    rolling = _by_roll(whole.entries, stops, rolls)
    if rolling and not about:
        chosen = [*(rng.choice(rng.choice(list(rolling.values()))) for _ in range(-(-number // ROLLING))), *chosen]
    for stop in sorted(list(dict.fromkeys(chosen))[:number]):
        if (table := _at(whole, whole.entries[:stop])) is not None:
            hands_over, leads_to_roll = (any(stop in each for each in found.values()) for found in (turning, rolling))
            yield Moment(table, whole.entries[stop], hands_over, leads_to_roll)


def _by_question(entries: list[Entry], stops: list[int]) -> dict[str, list[int]]:
    """The stops behind which a player's answer is followed by one of another side's, by what that is asked."""
    found: dict[str, list[int]] = {}
    for stop in stops:
        answers = (entry for entry in entries[stop:] if entry.kind is EntryKind.ANSWER)
        first, second = next(answers, None), next(answers, None)
        if first is entries[stop] and second is not None and first.seat != second.seat:
            found.setdefault(second.key, []).append(stop)
    return found


def _by_roll(entries: list[Entry], stops: list[int], keys: Collection[str]) -> dict[str, list[int]]:
    """The stops behind which a player's answer is followed by a roll with one of these keys, by what that is for."""
    found: dict[str, list[int]] = {}
    for stop in stops:
        given, after = entries[stop], entries[min(stop + 1, len(entries) - 1)]
        if given.kind is EntryKind.ANSWER and after.seat == DICE and after.key in keys:
            found.setdefault(after.key, []).append(stop)
    return found


def _at(whole: Table[Any], entries: list[Entry]) -> Table[Any] | None:
    """The game as it stood behind these entries and what followed by itself; None if nobody is asked anything."""
    table = Table.restore(whole.rules, whole.setup, whole.chance, entries)
    table.settle()
    carry_on(table)
    return table if table.open() else None


def play_to_the_end(rules: Rules[Any], setup: Setup, seed: str, policy: Policy) -> Table[Any]:
    """A random game in which all sides give standing orders now and then, and write ahead."""
    player = RandomPlayer.of_policy(seed, policy, rules)
    table = player.open_table(rules, setup)
    for seat in table.seats:
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
    seat = rng.choice(table.seats)
    if rng.random() < ORDERS_SHARE:
        _write(table, seat, random_order(table, rng))
    if rng.random() < AHEAD_SHARE and not table.over and not (table.open_to(seat) or table.waiting.get(seat)):
        _write(table, seat, *table.rules.orders.ahead(table.state, seat))


def _write(table: Table[Any], seat: Seat, *lines: str) -> None:
    """A letter of a careless player: what makes no sense is let go."""
    cursor = Cursor(table, seat)
    for line in lines:
        with suppress(BadLine):
            execute(table, seat, line, cursor=cursor)
        carry_on(table)
