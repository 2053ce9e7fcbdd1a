"""The other world of a twin: what it has otherwise, and how it has come about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.entry import Entry
from pbem.engine.event import Event
from pbem.engine.rules import Rules
from pbem.engine.table import Table
from pbem.playtest.leaks.secret import Secret
from pbem.playtest.leaks.twist import questions_put, table_of, twisted


@dataclass(frozen=True, slots=True)
class Other:
    """The rules and the log that lead to the other world, and what is otherwise in it.

    Its position is either changed at the moment of the comparison, by `rules`, or its log has been another all along.
    """

    secret: Secret
    rules: Rules[Any]
    log: Sequence[Entry]


def other_world(table: Table[Any], seat: Seat, secret: Secret, rng: Random) -> Other:
    """A world with another `secret` than the game at `table`; where the enemy of `seat` has none of that kind, one with
    something else that they hide, or in which other dice are to come, or they give other orders.
    """
    if secret in (Secret.ORDERS, Secret.DICE):
        return Other(secret, table.rules, table.entries)
    hidden = [Secret.HAND, Secret.DRAWS, Secret.LAYOUT, Secret.ALL]
    rng.shuffle(hidden)
    for kind in dict.fromkeys([secret, *hidden]):
        if (found := _with_other(table, seat, kind, rng)) is not None:
            return found
    return Other(rng.choice((Secret.ORDERS, Secret.DICE)), table.rules, table.entries)


def _with_other(table: Table[Any], seat: Seat, secret: Secret, rng: Random) -> Other | None:
    if secret in (Secret.DRAWS, Secret.LAYOUT):
        return _with_other_past(table, seat, secret, rng)
    return _changed(table, seat, secret, rng.random())


def _changed(table: Table[Any], seat: Seat, secret: Secret, seed: float) -> Other | None:
    """The position is exchanged for one that the seat must think just as possible."""
    trial = table.rules.trial
    exchange = {Secret.ALL: trial.other_world, Secret.SCREENED: trial.other_screened}.get(secret, trial.other_hand)

    def change(s: Any) -> bool:
        return exchange(s, seat, Random(seed).shuffle)  # noqa: S311 - play, not secrets

    if not change(table.fork().state):
        return None
    return Other(secret, twisted(table.rules, questions_put(table), change), table.entries)


def _with_other_past(table: Table[Any], seat: Seat, secret: Secret, rng: Random) -> Other | None:
    """The log is another, and has led to what looks the same."""
    trial = table.rules.trial
    change = trial.other_draws if secret is Secret.DRAWS else trial.other_layout
    log = change(table.state, seat, table.entries, rng.shuffle)
    if log is None:
        return None
    try:
        other = table_of(table.rules, table.setup, table.chance, log)
    except Exception:  # a log that leads nowhere can make the rules fail in any way
        return None
    one, two = ((trial.in_the_open(each.state, seat), _shown(each, seat)) for each in (table, other))
    return Other(secret, table.rules, log) if one == two else None


def _shown(table: Table[Any], seat: Seat) -> list[Event]:
    """What the seat has been shown by right: of two pasts in which it has seen different things none is a secret."""
    names = table.rules.trial.revealing | table.rules.trial.showing
    return [news.event for news in table.news if news.event.name in names and news.event.visible_to(seat)]
