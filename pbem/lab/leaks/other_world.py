"""The other world of a twin: how it differs, and how it was made."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from pbem.engine.decision import Json, Seat
from pbem.engine.event import Event
from pbem.engine.game.rules import Rules
from pbem.engine.log.entry import Entry, EntryKind
from pbem.engine.refusal import BadLine
from pbem.engine.table import Table
from pbem.lab.games import lab_of
from pbem.lab.leaks.changed_position import table_of, twisted_at
from pbem.lab.leaks.moments import Moment
from pbem.lab.leaks.secret import hidden_in
from pbem.lab.trial import Hidden, OtherPast, Readers
from pbem.orders.carry.waiting import carry_on

AHEAD = 4
"""The number of answers that are played on to see what matters."""


@dataclass(frozen=True, slots=True)
class Other:
    """The rules and the log that lead to the other world, and what is `hidden` in it that is otherwise.

    Its position is either changed at the moment of the comparison, by `rules`, or its log has been another all along.
    """

    rules: Rules[Any]
    log: Sequence[Entry]
    hidden: Sequence[Hidden] = ()


def other_world(table: Table[Any], readers: Readers, secret: str, rng: Random) -> Other | None:
    """A world with another `secret` than the game at `table`; None where nothing of that kind is hidden from all `readers`.

    Dice and orders differ by what is done with the worlds: these begin alike.
    """
    hidden = hidden_in(lab_of(table.rules).trial, secret)
    if not hidden:
        return Other(table.rules, table.entries)
    past = hidden[0].past if len(hidden) == 1 else None
    world = _with_other_past(table, readers, hidden, past, rng) if past else None
    return world or _changed(table, readers, hidden, rng.random())


def _changed(table: Table[Any], readers: Readers, hidden: Sequence[Hidden], seed: float) -> Other | None:
    """The position is exchanged for one that the readers must think just as possible. What bears on a question that another
    seat has been asked stays: that question has been put because of it.
    """
    others = [each for each in table.seats if each not in readers]
    asked = {decision.key for each in others for decision in table.open_to(each)}
    asked |= {decision.key for each in others for decision, _ in table.given_by(each)}
    hidden = [each for each in hidden if not each.bears_on & asked]

    def change(s: Any) -> bool:
        mix = Random(seed).shuffle  # noqa: S311 - play, not secrets
        varied = [each.vary(s, readers, mix) for each in hidden if each.vary is not None]
        return any(varied)

    if not change(table.fork().state):
        return None
    return Other(twisted_at(table, change), table.entries, hidden)


def _with_other_past(
    table: Table[Any], readers: Readers, hidden: Sequence[Hidden], change: OtherPast, rng: Random
) -> Other | None:
    """The log is another, and has led to what looks the same to each of the readers."""
    log = change(table.state, readers, table.entries, rng.shuffle)
    if log is None:
        return None
    try:
        other = table_of(table.rules, table.setup, table.chance, log)
    except Exception:  # a log that leads nowhere can make the rules fail in any way
        return None
    trial, exchanged = lab_of(table.rules).trial, _exchanged(table.entries, log)
    one, two = (
        [(trial.in_the_open(each.state, seat), _shown(each, seat, exchanged)) for seat in sorted(readers)]
        for each in (table, other)
    )
    return Other(table.rules, log, hidden) if one == two else None


def _shown(table: Table[Any], seat: Seat, exchanged: Collection[str]) -> list[Event]:
    """What the seat has been shown by right: of two pasts in which it has seen different things none is a secret. What names
    something that was exchanged it should not have seen, if nothing is lit by it.
    """
    lit_by = frozenset[str]().union(*(each.lit_by for each in lab_of(table.rules).trial.secrets))
    seen = (news.event for news in table.news if news.event.visible_to(seat))
    return [event for event in seen if event.name in lit_by or not words_in(event.data) & set(exchanged)]


def _exchanged(log: Iterable[Entry], other: Iterable[Entry]) -> set[str]:
    """The words in which two logs differ."""
    pairs = [([a.subject, a.answer], [b.subject, b.answer]) for a, b in zip(log, other, strict=False)]
    return set[str]().union(*(_differing(*pair) for pair in pairs))


def _differing(one: Json, two: Json) -> set[str]:
    if one == two:
        return set()
    if isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        return set[str]().union(*map(_differing, one, two))
    return words_in(one) ^ words_in(two)


def words_in(data: Json) -> set[str]:
    """Every word in JSON."""
    if isinstance(data, str):
        return set(data.split())
    if isinstance(data, dict):
        data = [*data, *data.values()]
    return set[str]().union(*map(words_in, data)) if isinstance(data, list) else set()


class Unfit(Exception):
    """The other world cannot be played on: its position was changed during something that relied on it."""


def matters(moment: Moment, other: Other) -> bool:
    """Whether something is another in the other world, for whoever knows all, when the game is played on for a little as it
    was: an Event, or what somebody is asked. Only that can show in what a reader is told on the way. Raises Unfit.
    """
    one = moment.table.fork()
    two = table_of(other.rules, one.setup, one.chance, other.log)
    worlds = (one, two)
    begun = [len(world.news) for world in worlds]
    for entry in [entry for entry in moment.coming if entry.kind is EntryKind.ANSWER][:AHEAD]:
        try:
            for world in worlds:
                if not world.over:
                    world.answer(entry.seat, entry.key, entry.answer, subject=entry.subject)
                    carry_on(world)
        except BadLine:
            break
        except Exception as error:  # rules can fail in any way
            raise Unfit from error
        events = [[news.event for news in world.news[first:]] for world, first in zip(worlds, begun, strict=True)]
        asked = [[(d.seat, d.key) for d in world.open()] for world in worlds]
        if events[0] != events[1] or asked[0] != asked[1]:
            return True
    return False
