"""Random moments of random games: positions in which a player is asked something."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from random import Random
from typing import Any

from pbem.doctor.random_play import DeadEnd, PlayPolicy, RandomPlayer
from pbem.engine.decision import DICE, Seat
from pbem.engine.game.rules import Rules
from pbem.engine.game.setup import Setup
from pbem.engine.log.entry import Entry, EntryKind
from pbem.engine.refusal import BadLine
from pbem.engine.table import Table
from pbem.lab.fuzz.lines import random_order
from pbem.lab.fuzz.offering import some_line
from pbem.lab.games import lab_of
from pbem.lab.leaks.dice import Unmixed
from pbem.moderator.playing.order_lines import carry_out
from pbem.orders.carry.execute import execute
from pbem.orders.carry.waiting import carry_on
from pbem.orders.place.segments import Cursor

MOST = 20_000
ORDERS_SHARE, AHEAD_SHARE, OFFERS_SHARE = 0.02, 0.05, 0.1
SALT_BYTES = 16
BEFORE = 3
"""How many stops before a decision that matters a moment may be."""
ASKED_KINDS = (EntryKind.ANSWER, EntryKind.ROLL, EntryKind.STANDING, EntryKind.WAITED, EntryKind.ACT)
MATTERS_SHARE, TURNING_SHARE = 0.7, 0.5
ACTOR_SHARE = 0.9
LATE_SHARE, LAST = 0.15, 12
"""A moment near the end is one of the last twelfth."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A game that is at a question for a player, the entries with which it has been played on, who should be the reader
    ("": anybody), and whether something that matters comes soon.
    """

    table: Table[Any]
    coming: Sequence[Entry]
    reader: Seat = ""
    bears: bool = False


class AskedMoment(StrEnum):
    """What is asked at a moment."""

    ANYTHING = "anything"
    SEVERAL = "several seats at once"
    IN_PIECES = "what can be answered piece by piece"


class Course:
    """A random game played to its end, and its moments: `stops` are the places of its log at which a player was asked. It is
    `without` what was looked for and not found.
    """

    def __init__(self, rules: Rules[Any], setup: Setup, seed: str, policy: PlayPolicy) -> None:
        self.whole, self.together = _play_to_the_end(rules, setup, seed, policy)
        self.without: set[str] = set()
        entries = self.whole.entries
        self.stops = [place for place, entry in enumerate(entries[:-1], 1) if entry.after]
        self._known = frozenset(self.stops)
        self._turning = _by_question(entries, self.stops)

    def moment(
        self, rng: Random, bears_on: Collection[str] = (), *, only: bool = False, asked: AskedMoment = AskedMoment.ANYTHING
    ) -> Moment | None:
        """A moment: most often one soon after which something with a key among `bears_on` comes (with `only`: always), the
        more often the less often it comes in the game; else, half of the time, one where somebody's answer asks another side
        something: what is asked seldom then comes as often as what is asked all the time; else any. Now and then, without
        `only`, one near the end. With `asked`, one at which that is asked. None: there is none.
        """
        if self.stops and not only and asked is AskedMoment.ANYTHING and rng.random() < LATE_SHARE:
            return self._at(rng.choice(self.stops[-max(1, len(self.stops) // LAST) :]))
        by_key = self._by_key(bears_on)
        if by_key and (only or rng.random() < MATTERS_SHARE):
            keys = sorted(by_key)
            (key,) = rng.choices(keys, [1 / len(by_key[key]) for key in keys])
            place = rng.choice(by_key[key])
            return self._at(_stop_before(self.stops, place, rng), self._not_of(place), bears=True)
        if only or not self.stops:
            return None
        if asked is AskedMoment.SEVERAL:
            fit = [place for place in self.together if place in self._known]
            return self._at(rng.choice(fit)) if fit else None
        if asked is AskedMoment.IN_PIECES:
            fit = [place for place in self.stops if in_pieces(self.whole.entries[place])]
            return self._at(place := rng.choice(fit), self._not_of(place)) if fit else None
        if self._turning and rng.random() < TURNING_SHARE:
            stop = rng.choice(self._turning[rng.choice(sorted(self._turning))])
            return self._at(stop, self.whole.entries[stop].seat if rng.random() < ACTOR_SHARE else "")
        return self._at(rng.choice(self.stops))

    def _by_key(self, keys: Collection[str]) -> Mapping[str, Sequence[int]]:
        """Where questions and rolls with these keys were answered, after a stop."""
        by_key: dict[str, list[int]] = {}
        for place, entry in enumerate(self.whole.entries):
            if entry.key in keys and entry.kind in ASKED_KINDS and self.stops and place > self.stops[0]:
                by_key.setdefault(entry.key, []).append(place)
        return by_key

    def _not_of(self, place: int) -> Seat:
        """Somebody who was not asked that, or who did not make the answer that led to the roll."""
        entries = self.whole.entries
        if entries[place].seat != DICE:
            asked = entries[place].seat
        else:
            asked = next((e.seat for e in reversed(entries[:place]) if e.seat != DICE and e.kind is EntryKind.ANSWER), "")
        return next((seat for seat in self.whole.seats if seat != asked), "")

    def _at(self, stop: int, reader: Seat = "", *, bears: bool = False) -> Moment | None:
        """The game as it was there with what followed by itself; None if nobody is asked anything."""
        whole = self.whole
        table = Table.restore(whole.rules, whole.setup, whole.chance, whole.entries[:stop])
        table.settle()
        carry_on(table)
        return Moment(table, whole.entries[stop:], reader, bears) if table.open() else None


def in_pieces(entry: Entry) -> bool:
    """Whether an answer gives something to one thing after another, and so can be begun."""
    given = entry.answer if entry.kind is EntryKind.ANSWER else None
    return isinstance(given, dict) and len(given) > 1 and all(isinstance(each, str) for each in given.values())


def _stop_before(stops: Sequence[int], place: int, rng: Random) -> int:
    """One of the last stops before a place of the log, most often the last."""
    before = [stop for stop in stops if stop < place][-BEFORE:]
    return rng.choice([*before, before[-1], before[-1]])


def _by_question(entries: list[Entry], stops: list[int]) -> dict[str, list[int]]:
    """The stops behind which a player's answer is followed by one of another side's, by what that is asked."""
    answers = [place for place, entry in enumerate(entries) if entry.kind is EntryKind.ANSWER]
    known = set(stops)
    by_question: dict[str, list[int]] = {}
    for place, following in pairwise(answers):
        if place in known and entries[place].seat != entries[following].seat:
            by_question.setdefault(entries[following].key, []).append(place)
    return by_question


def _play_to_the_end(rules: Rules[Any], setup: Setup, seed: str, policy: PlayPolicy) -> tuple[Table[Any], list[int]]:
    """A random game in which all sides give standing orders now and then, write ahead, and offer each other what the game
    lets them agree on; and the places of its log at which several were asked at once.
    """
    player = RandomPlayer.of_policy(seed, policy, rules)
    table = player.open_table(rules, setup, Unmixed)
    together = []
    for seat in table.seats:
        table.salt(seat, player.rng.randbytes(SALT_BYTES).hex())
    with suppress(DeadEnd):
        for _ in range(MOST):
            if not table.over:
                _write_ahead(table, player.rng)
                _offer(table, player.rng)
            if table.over:
                break
            if len({decision.seat for decision in table.open()}) > 1:
                together.append(len(table.entries))
            player.go_on(table)
            carry_on(table)
    return table, together


def _write_ahead(table: Table[Any], rng: Random) -> None:
    seat = rng.choice(table.seats)
    if rng.random() < ORDERS_SHARE:
        _write(table, seat, random_order(table, rng))
    if rng.random() < AHEAD_SHARE and not table.over and not (table.open_to(seat) or table.waiting.get(seat)):
        _write(table, seat, *table.rules.orders.ahead(table.state, seat))


def _offer(table: Table[Any], rng: Random) -> None:
    """Now and then somebody offers another something, or answers that; in a game without offers chance is not asked."""
    if lab_of(table.rules).trial.offers is not None and not table.over and rng.random() < OFFERS_SHARE:
        seat, lines = some_line(table, rng)
        carry_out(table, seat, list(enumerate(lines, 1)))


def _write(table: Table[Any], seat: Seat, *lines: str) -> None:
    """A letter of a careless player: what makes no sense is let go."""
    cursor = Cursor(table, seat)
    for line in lines:
        with suppress(BadLine):
            execute(table, seat, line, cursor=cursor)
        carry_on(table)
