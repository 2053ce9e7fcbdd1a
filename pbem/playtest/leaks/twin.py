"""One twin: two worlds that differ in secrets only, the same letters and hours in both, and one reader's mails compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from pbem.engine.atlas import TurnLabel
from pbem.engine.decision import DICE, Seat
from pbem.engine.dice import Fate
from pbem.engine.entry import NOT_ANSWERS, Entry, EntryKind
from pbem.engine.event import Event
from pbem.engine.rules import Rules
from pbem.engine.table import Table
from pbem.moderator.reports.past import OBSERVER
from pbem.orders.parse.branches import is_case
from pbem.playtest.leaks import writing
from pbem.playtest.leaks.compare import Sent, differences
from pbem.playtest.leaks.moments import Moment
from pbem.playtest.leaks.other import other_world
from pbem.playtest.leaks.secret import Secret
from pbem.playtest.leaks.twist import table_of
from pbem.playtest.leaks.world import DATABASES, Ground, World
from pbem.playtest.random_play import DeadEnd, RandomPlayer

LEAST_STEPS, MOST_STEPS = 2, 4
ORDERS_STEPS = 2
"""Worlds of other orders go so many steps on: the first only gives these."""
STRIDES = (1, 24, 47, 49, 73, 120)
"""Hours that pass at once: before, at and behind reminders, deadlines and graces."""
AWAY_SHARE, TIME_SHARE = 0.2, 0.3
TEMPER = 0.3
"""How often a player gives the default answer."""


GOES_ON = (Secret.HAND, Secret.DRAWS, Secret.LAYOUT, Secret.ORDERS, Secret.SCREENED)
"""With these the game itself may go on: until they come to light they change nothing that happens."""
UNTIL_A_ROLL = (*GOES_ON, Secret.DICE)
"""With other dice it may go on too, until something is rolled or shuffled."""


FAULT = "could not be dealt with"
BY_ORDER = (EntryKind.STANDING, EntryKind.WAITED)
KINDS = ("standing", "standing", "harmless", "ahead", "ahead", "questions", "preview")
"""What the enemy may write in one world only, those drawn more often twice."""
IN_ONE_WORLD = {
    "standing": "the enemy's standing orders in one world",
    "harmless": "the enemy's orders for later and slips in one world",
    "ahead": "the enemy's orders written ahead in one world",
    "questions": "the enemy's questions in one world",
    "preview": "the enemy's previews in one world",
}


@dataclass(frozen=True, slots=True)
class Step:
    """What happens in both worlds, or otherwise in the `other`; `kind` is what it is counted as, `look` gives what is
    compared besides the outbox.
    """

    kind: str
    what: str
    act: Callable[[World], None]
    other: Callable[[World], None] | None = None
    look: Callable[[World], Sequence[Sent]] = lambda _: ()


@dataclass(slots=True)
class Outcome:
    """What a twin has shown: steps (by kind) and mails compared, and behind which what differed. `kept` counts what the
    enemy's letters have left behind in one world only, `apart` the mails since the worlds differ.
    """

    steps: Counter[str] = field(default_factory=Counter)
    kept: Counter[str] = field(default_factory=Counter)
    mails: int = 0
    apart: int = 0
    bytes: int = 0
    ended: bool = False
    told: list[str] = field(default_factory=list)
    found: list[str] = field(default_factory=list)


class Spoilt(Exception):
    """What was secret has come to light by right, or the worlds cannot be compared any more."""


class Twin:
    """Two worlds for one reader, who has `seat`. `rng` decides what happens; no world changes what it is asked."""

    def __init__(self, folder: Path, ground: Ground, moment: Moment, secret: Secret, rng: Random) -> None:
        table, self.next = moment.table, moment.next
        self.seat, self.setup = ground.reader, table.setup
        self.rng = rng
        self.enemy = _one_of([other for other in table.seats if other != self.seat], rng)
        self.others = [other for other in table.seats if other not in (self.seat, self.enemy)]
        self.player = RandomPlayer(rng, TEMPER)
        self.ground = ground
        self.letters = 0
        self.orders_differ = self.answers_differ = False
        self.outcome = Outcome()
        other = other_world(table, self.seat, secret, rng)
        self.secret, rules, key = other.secret, table.rules, _fate_of(table).key
        self.apart = self.secret is not Secret.ORDERS
        one_file, other_file = (folder / name for name in DATABASES)
        self.one = self._world(one_file, rules, table.entries, key)
        self.other = self._world(other_file, other.rules, other.log, key if self.secret in GOES_ON else sha256(key).digest())

    def _world(self, path: Path, rules: Rules[Any], log: Sequence[Entry], key: bytes) -> World:
        return World(path, self.ground, rules, table_of(rules, self.setup, Fate(key), log), key)

    def close(self) -> None:
        """Done with it."""
        self.one.close()
        self.other.close()

    def run(self) -> Outcome:
        """Go through a few steps, as long as nothing is found and nothing has come to light."""
        try:
            self._compare(Step("the report", "the report as it would be sent now", lambda _: None))
            more = ORDERS_STEPS if self.secret is Secret.ORDERS else 0
            for _ in range(self.rng.randint(LEAST_STEPS, MOST_STEPS) + more):
                if self.outcome.found or self._stopped():
                    break
                self._take(self._next())
        except DeadEnd:  # chance finds no answer: there are other twins
            pass
        except Spoilt:
            self.outcome.ended = True
        return self.outcome

    def _stopped(self) -> bool:
        return self.one.row().status != "playing"

    def _take(self, step: Step) -> None:
        began = self.one.table.next_number, self.other.table.next_number
        step.act(self.one)
        (step.other or step.act)(self.other)
        self._look_at_light(*began)
        if step.kind in IN_ONE_WORLD.values():
            one, other = (Counter(kept_by(world.table, self.enemy)) for world in (self.one, self.other))
            self.outcome.kept += Counter(kind for _, kind in ((one - other) + (other - one)).elements())
        self._compare(step)
        faults = [row.held_because for row in (self.one.row(), self.other.row()) if row.status == "held"]
        self.outcome.found += [f"the game is held: {fault}" for fault in faults if FAULT in fault]

    def _compare(self, step: Step) -> None:
        one, other = ([*world.new_mails(), *step.look(world)] for world in (self.one, self.other))
        self.outcome.steps[step.kind] += 1
        self.outcome.mails += len(one)
        self.outcome.apart += len(one) if self.apart else 0
        self.outcome.bytes += sum(len(mail.raw) for mail in one)
        self.outcome.told.append(step.what)
        self.outcome.found = differences(one, other)

    # What has come to light

    def _look_at_light(self, began: int, other_began: int) -> None:
        """Raise Spoilt where something was shown by right, in either world."""
        worlds = ((self.one, began), (self.other, other_began))
        fresh = [(world, [e for e in world.table.entries if e.number >= first]) for world, first in worlds]
        answers = _answers(fresh[0][1])
        if self.secret is Secret.DICE:
            answers = [entry for _, entries in fresh for entry in entries if entry.seat == DICE]
        if self.secret not in GOES_ON and answers:
            raise Spoilt("the game has gone on")
        if any(self._is_lit(world, entries) for world, entries in fresh):
            raise Spoilt("what was secret has come to light")
        if self.secret is Secret.SCREENED and _asked(self.one.table) != _asked(self.other.table):
            raise Spoilt("what was secret has led to something else")

    def _is_lit(self, world: World, fresh: list[Entry]) -> bool:
        """Whether new entries show what was secret: a card played, the deck, an order of the enemy's that answered."""
        numbers = {entry.number for entry in fresh}
        names = {entry.key for entry in _answers(fresh)}
        names |= {news.event.name for news in world.table.news if news.number in numbers}
        by_order = self.orders_differ and any(e.seat == self.enemy and e.kind in BY_ORDER for e in fresh)
        revealed = self.answers_differ and not world.table.given_by(self.enemy)
        return world.table.over or by_order or revealed or bool(names & self._revealing(world))

    def _revealing(self, world: World) -> frozenset[str]:
        """What brings to light that the worlds differ in."""
        trial = world.table.rules.trial
        by_right = trial.revealing | trial.showing
        shown = {
            Secret.HAND: trial.revealing,
            Secret.DRAWS: trial.revealing,
            Secret.ORDERS: frozenset[str](),
            Secret.SCREENED: by_right | trial.unscreening,
        }
        return shown.get(self.secret, by_right)

    # What happens

    def _next(self) -> Step:
        """A step that makes sense now; worlds of other orders begin with the letter that gives them, those in which the game
        may go on most often with the answer with which it has.
        """
        if self.secret is Secret.ORDERS and not self.orders_differ and (step := self._enemy_writes()) is not None:
            return step
        if self.secret is Secret.SCREENED and not self.letters and (step := self._enemy_plays_on()) is not None:
            return step
        if self.secret in UNTIL_A_ROLL and not self.letters and (step := self._answers()) is not None:
            return step
        steps: list[Callable[[], Step | None]] = [
            self._asks,
            self._looks,
            self._writes,
            self._enemy_writes,
            self._time,
            self._shows,
            self._is_taken_back,
        ]
        if self.secret in UNTIL_A_ROLL:
            steps += [self._answers, self._enemy_answers] * 4 + [self._enemy_answers_otherwise]
            steps += [partial(self._enemy_answers, other) for other in self.others]
        while True:
            if (step := self.rng.choice(steps)()) is not None:
                return step

    def _letter(self, kind: str, seat: Seat, lines: Sequence[str], other: Sequence[str] | None = None) -> Step | None:
        """A letter, or two different ones of the enemy's; None without lines."""
        if not lines:
            return None
        self.letters += 1
        what = f"{seat} writes {'; '.join(lines)!r}"
        if other is None:
            return Step(kind, what, partial(_write, seat, lines, self.letters))
        what += f" or {'; '.join(other)!r}" if other else " in one world only"
        pair = [partial(_write, seat, each, self.letters) for each in (lines, other)]
        self.rng.shuffle(pair)
        return Step(kind, what, pair[0], pair[1])

    def _asks(self) -> Step | None:
        return self._letter("questions", self.seat, writing.questions(self.one.table, self.rng))

    def _looks(self) -> Step | None:
        return self._letter("previews", self.seat, writing.preview(self.one.table, self.seat, self.rng))

    def _writes(self) -> Step | None:
        """Orders that answer nothing, slips, and lines about time."""
        if self.ground.terms and self.rng.random() < TIME_SHARE:
            return self._letter("lines about time", self.seat, writing.about_time(self.rng))
        return self._letter("slips and orders for later", self.seat, writing.harmless(self.one.table, self.seat, self.rng))

    def _enemy_writes(self) -> Step | None:
        """The enemy writes in one world what nobody else may notice: orders for later, questions, slips, a preview."""
        kind, table = self.rng.choice(KINDS), self.other.table
        match kind:
            case "standing":
                lines = writing.standing(table, self.enemy, self.rng)
            case "harmless":
                lines = writing.harmless(table, self.enemy, self.rng)
            case "ahead":
                lines = writing.written_ahead(table, self.enemy, self.rng)
            case "questions":
                lines = writing.questions(table, self.rng)
            case _:
                lines = writing.preview(table, self.enemy, self.rng)
        self.apart = self.apart or bool(lines)
        self.orders_differ = self.orders_differ or (bool(lines) and kind in ("standing", "harmless", "ahead"))
        return self._letter(IN_ONE_WORLD[kind], self.enemy, lines, ())

    def _answers(self) -> Step | None:
        """The answer with which the game has been played on, while that fits, or another."""
        played = writing.played(self.one.table, self.seat, self.next)
        return self._letter("orders", self.seat, played or writing.answer(self.one.table, self.seat, self.player))

    def _enemy_answers(self, seat: Seat = "") -> Step | None:
        """The enemy, or another seat, lets a question pass, whatever they hold."""
        lines = writing.answer(self.one.table, seat or self.enemy, self.player, default=True)
        return self._letter("the enemy's answers", seat or self.enemy, lines)

    def _enemy_plays_on(self) -> Step | None:
        """The enemy gives the answer with which the game has been played on, where that is legal in both worlds, and the
        reader looks at what it has come to.
        """
        one, other = (writing.played(world.table, self.enemy, self.next) for world in (self.one, self.other))
        step = self._letter("the enemy's answers", self.enemy, one) if one == other else None
        return None if step is None else replace(step, look=lambda world: [world.shown(self.seat, None)])

    def _enemy_answers_otherwise(self) -> Step | None:
        """The enemy answers in secret, and otherwise in the other world."""
        lines, others = writing.other_answers(self.one.table, self.enemy, self.player)
        self.answers_differ = self.answers_differ or bool(lines and others)
        return self._letter("the enemy's secret answers", self.enemy, lines, others) if lines and others else None

    def _shows(self) -> Step:
        """What the moderator is shown of a seat or an observer, now or as it was."""
        who = self.rng.choice((self.seat, OBSERVER))
        turns = [stamp.written for news in self.one.table.news if (stamp := self._stamp(news.event)) is not None]
        turn = self.rng.choice([None, None, *turns])
        what = f"{who} is shown{'' if turn is None else f' in Turn {turn}'}"
        return Step("pbem show", what, lambda _: None, look=lambda world: [world.shown(who, turn)])

    def _stamp(self, event: Event) -> TurnLabel | None:
        return self.one.table.rules.reports.stamp(self.one.table.state, event)

    def _time(self) -> Step:
        hours, away = self.rng.choice(STRIDES), self.rng.random() < AWAY_SHARE
        what = f"{hours} hours pass{', the moderator being away' if away else ''}"
        return Step("the clock", what, lambda world: world.wait(timedelta(hours=hours), away=away))

    def _is_taken_back(self) -> Step | None:
        """The reader's last answer is taken back, if it is the same in both worlds, with all that has followed."""
        answers = [world.last_answer(self.seat) for world in (self.one, self.other)]
        said = [None if entry is None else (entry.key, entry.subject, entry.answer) for entry in answers]
        if answers[0] is None or said[0] != said[1]:
            return None
        what = f"the moderator takes back {self.seat}'s answer to {answers[0].key}"
        return Step("moves taken back", what, lambda world: world.take_back(self.seat))


def _write(seat: Seat, lines: Sequence[str], number: int, world: World) -> None:
    if lines:
        world.write(seat, lines, number)


def _one_of(seats: Sequence[Seat], rng: Random) -> Seat:
    """The seat that writes otherwise in the other world; where there is no choice chance is not asked."""
    return seats[0] if len(seats) == 1 else rng.choice(seats)


def kept_by(table: Table[Any], seat: Seat) -> Iterator[tuple[str, str]]:
    """What a seat's orders have left for later, each with its kind: standing orders, lines that wait, branches, drafts."""
    yield from ((str(order), "standing orders") for order in table.book.of(seat))
    yield from (
        (str(line), "branches" if is_branch(line.text) else "lines that wait") for line in table.waiting.get(seat, [])
    )
    yield from ((str(about), "answers begun") for about in table.drafts.items() if about[0][0] == seat)


def is_branch(line: str) -> bool:
    """Whether a line that waits is a case, has one behind it, or is repeated until something."""
    return is_case(line) or " else " in line or " until " in line


def _asked(table: Table[Any]) -> list[tuple[str, str, str]]:
    """Who is asked what."""
    return [(decision.seat, decision.key, decision.subject) for decision in table.open()]


def _answers(entries: Sequence[Entry]) -> list[Entry]:
    return [entry for entry in entries if entry.kind not in NOT_ANSWERS]


def commitment_of(table: Table[Any]) -> str:
    """The hash of the key to a game's dice."""
    return _fate_of(table).commitment


def _fate_of(table: Table[Any]) -> Fate:
    assert isinstance(table.chance, Fate)
    return table.chance
