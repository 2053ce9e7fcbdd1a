"""One twin: two worlds that differ in secrets only, the same letters and hours in both, and one reader's mails compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from hashlib import sha256
from random import Random
from typing import Any

from pbem.doctor.random_play import DeadEnd, RandomPlayer
from pbem.engine.agreements.offers import DEAL
from pbem.engine.decision import DICE as DICE_SEAT
from pbem.engine.decision import Seat
from pbem.engine.event import Event
from pbem.engine.game.atlas import TurnLabel
from pbem.engine.game.rules import Rules
from pbem.engine.log.entry import Entry, EntryKind
from pbem.lab.fuzz import offering
from pbem.lab.games import lab_of
from pbem.lab.leaks import writing
from pbem.lab.leaks.asked import fate_of, kept_by, keys_for, questions_of, who_is_asked
from pbem.lab.leaks.compare import SentMail, differences
from pbem.lab.leaks.dice import Unmixed
from pbem.lab.leaks.light import Fresh, is_lit, will_show
from pbem.lab.leaks.moments import Moment
from pbem.lab.leaks.other import Other
from pbem.lab.leaks.secret import ANSWERS, BEGUN, DICE, OFFERS, ORDERS
from pbem.lab.leaks.twist import table_of
from pbem.lab.leaks.world import DatabasePair, GameFacts, World
from pbem.moderator.deadlines.time_sentences import written
from pbem.moderator.reports.past import OBSERVER
from pbem.store.archive.form import OTHER_KEY
from pbem.store.database import Database

ROUNDS, OFFER_ROUNDS = 3, 6
"""How often the worlds go on, oftener where others talk; between two rounds the reader asks and looks."""
SOON = (False, False, False, True, False)
"""Where something of account is soon to come they go on, and the reader looks once on the way."""
STRIDES = (1, 24, 47, 49, 73, 120)
"""Hours that pass at once: before, at and behind reminders, deadlines and graces."""
AWAY_SHARE, TIME_SHARE, ON_SHARE = 0.2, 0.3, 0.7
ACT_SHARE, OTHER_ACT_SHARE, NEWS_SHARE, OFFER_SHARE = 0.3, 0.5, 0.3, 0.7
ALL_SHARE, AHEAD_SHARE, LOOK_SHARE, ODD_SHARE, ASK_SHARE, FIRST_SHARE = 0.3, 0.4, 0.3, 0.3, 0.3, 0.3
MAX_NUMBER = 40
"""Numbers of offers that a reader tries are smaller."""
TEMPER = 0.3
"""How often a player gives the default answer."""
TRIES = 4
FAULT = "could not be dealt with"
BY_ORDER = (EntryKind.STANDING, EntryKind.WAITED)
DRAFT = "draft"
KINDS = ("standing", "harmless", "ahead", "draft", "questions", "preview")
"""What the enemy may write in one world only."""
KEPT = ("standing", "ahead", "ahead", "harmless", "questions", "preview")
ANSWERED = ("orders", "the enemy's answers")
LOOKS = ("questions", "previews", "pbem show")
OFFERED, ACCEPTED = "offers of two others in one world", "what two others agree to in advance, in one world"
ANSWERED_OFFER, AGREED = "answers of others to each other", "agreements of two others, otherwise in each world"
SAID, ACTED = "messages of two others in one world", "acts that only others may know of, in one world"
UNSEEN = frozenset({OFFERED, ACCEPTED, ANSWERED_OFFER, AGREED, SAID, ACTED})
"""Of these steps nothing may come to light, by right or not."""
IN_ONE_WORLD = {
    "standing": "the enemy's standing orders in one world",
    "harmless": "the enemy's orders for later and slips in one world",
    "ahead": "the enemy's orders written ahead in one world",
    "draft": "the enemy's answers begun in one world",
    "questions": "the enemy's questions in one world",
    "preview": "the enemy's previews in one world",
}


@dataclass(frozen=True, slots=True)
class TwinStep:
    """What happens in both worlds, or otherwise in the `other`; `kind` is what it is counted as, `look` gives what is
    compared besides the outbox.
    """

    kind: str
    what: str
    act: Callable[[World], None]
    other: Callable[[World], None] | None = None
    look: Callable[[World], Sequence[SentMail]] = lambda _: ()


@dataclass(slots=True)
class TwinOutcome:
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
    """Two worlds for a reader, or several who compare notes. `rng` decides what happens; no world changes what it is
    asked.
    """

    def __init__(
        self, room: DatabasePair, ground: GameFacts, moment: Moment, secret: str, other: Other, rng: Random
    ) -> None:
        table, self.coming = moment.table, list(moment.coming)
        self.readers, self.setup = ground.readers, table.setup
        self.seat, *_ = self.readers
        trial = lab_of(table.rules).trial
        secrets = trial.secrets
        self.rng, self.secret, self.hidden = rng, secret, secrets if secret == OFFERS else other.hidden
        self.enemy = _one_of([each for each in table.seats if each not in self.readers], rng)
        self.others = [each for each in table.seats if each not in (*self.readers, self.enemy)]
        self.offers_hidden = trial.offers is not None and bool(other.hidden)
        self.player = RandomPlayer(rng, TEMPER)
        self.ground, self.soon = ground, moment.bears
        self.letters = 0
        self.orders_differ = self.answers_differ = self.parted = self.led_apart = False
        self.outcome = TwinOutcome()
        self.apart = secret not in (ORDERS, BEGUN, ANSWERS, OFFERS)
        key = fate_of(table).key
        keys = key, sha256(key).digest() if secret == DICE else key
        room.clear()
        self.one = self._world(room.databases[0], table.rules, table.entries, keys[0])
        self.other = self._world(room.databases[1], other.rules, other.log, keys[1])

    def _world(self, db: Database, rules: Rules[Any], log: Sequence[Entry], key: bytes) -> World:
        return World(db, self.ground, rules, table_of(rules, self.setup, Unmixed(key), log), key)

    def run(self) -> TwinOutcome:
        """Go through a few rounds, as long as nothing is found and nothing has come to light."""
        try:
            self._compare(TwinStep("the report", "the report as it would be sent now", lambda _: None))
            rounds = OFFER_ROUNDS if self.secret == OFFERS else ROUNDS
            for number, polls in enumerate(SOON if self.soon else (True,) * rounds):
                if polls and not self._stopped():
                    self._take(self._poll())
                if not self._stopped():
                    self._take(self._go_on(number))
            for last in (self._shows, self._writes_ahead, self._asks_or_looks):
                if not self._stopped() and (step := last()) is not None:
                    self._take(step)
        except DeadEnd:  # chance finds no answer: there are other twins
            pass
        except Spoilt:
            self.outcome.ended = True
        return self.outcome

    def _stopped(self) -> bool:
        return bool(self.outcome.found) or self.one.row().status != "playing"

    def _take(self, step: TwinStep) -> None:
        if self.parted and step.kind not in LOOKS:
            raise Spoilt("the worlds have gone different ways")
        began = self.one.table.next_number, self.other.table.next_number
        step.act(self.one)
        (step.other or step.act)(self.other)
        opened = self._look_at_light(*began, unseen=step.kind in UNSEEN)
        if step.kind in IN_ONE_WORLD.values():
            one, other = (Counter(kept_by(world.table, self.enemy)) for world in (self.one, self.other))
            self.outcome.kept += Counter(kind for _, kind in ((one - other) + (other - one)).elements())
        self._compare(step)
        if opened and self.outcome.found:
            self.outcome.found = []
            raise Spoilt("what has been opened differs")
        faults = [row.held_because for row in (self.one.row(), self.other.row()) if row.status == "held"]
        if any(OTHER_KEY in fault for fault in faults):  # the last report has the key, which is another one here
            raise Spoilt("the game is over")
        self.outcome.found += [f"the game is held: {fault}" for fault in faults if FAULT in fault]
        self.parted = questions_of(self.one.table) != questions_of(self.other.table)

    def _compare(self, step: TwinStep) -> None:
        one, other = ([*world.new_mails(), *step.look(world)] for world in (self.one, self.other))
        self.outcome.steps[step.kind] += 1
        self.outcome.mails += len(one)
        self.outcome.apart += len(one) if self.apart else 0
        self.outcome.bytes += sum(len(mail.raw) for mail in one)
        self.outcome.told.append(step.what)
        self.outcome.found = differences(one, other)

    # What has come to light

    def _look_at_light(self, began: int, other_began: int, *, unseen: bool) -> bool:
        """Raise Spoilt where something was shown by right, or has led on otherwise by right; nothing is of a step `unseen`.
        Gives whether something has been opened, alike in both worlds as far as Events tell: the position may differ then.
        """
        one, other = Fresh.of(self.one.table, began, self.readers), Fresh.of(self.other.table, other_began, self.readers)
        given_now = [[e.answer for e in fresh.answers if e.seat == self.enemy] for fresh in (one, other)]
        if self.orders_differ and given_now[0] != given_now[1]:
            raise Spoilt("what was begun or written ahead has become part of an answer")
        if self.secret == DICE and any(entry.seat == DICE_SEAT for entry in (*one.answers, *other.answers)):
            raise Spoilt("something has been rolled")
        if self.one.table.over or self.other.table.over:
            raise Spoilt("the game is over")
        if self.orders_differ and any(e.seat == self.enemy and e.kind in BY_ORDER for e in (*one.answers, *other.answers)):
            raise Spoilt("an order of the enemy's has answered")
        given = [
            [(d.key, d.subject, answer) for d, answer in t.given_by(self.enemy)] for t in (self.one.table, self.other.table)
        ]
        self.answers_differ = self.answers_differ or given[0] != given[1]
        if self.answers_differ and not all(given):
            raise Spoilt("the secret answers are known")
        if self.answers_differ and who_is_asked(self.one.table) != who_is_asked(self.other.table):
            raise Spoilt("the enemy has answered all in one world only, which everybody may know")
        asked_alike = questions_of(self.one.table) == questions_of(self.other.table)
        if self.led_apart and not asked_alike:
            raise Spoilt("what the enemy could answer has led on otherwise")
        if will_show(self.hidden, *(keys_for(world.table, self.enemy) for world in (self.one, self.other))):
            raise Spoilt("the enemy is asked something in one world only, which everybody will see")
        if unseen:
            return False
        if is_lit(self.hidden, one, other, self.readers, asked_alike=asked_alike):
            raise Spoilt("what was secret has come to light")
        lit_by = frozenset[str]().union(*(each.lit_by for each in self.hidden))
        return any(event.name in lit_by for event in one.seen)

    # What happens

    def _poll(self) -> TwinStep:
        """The reader asks, looks ahead, or is shown how the game stands."""
        polls: list[Callable[[], TwinStep | None]] = [self._asks, self._looks, self._asks, self._looks, self._shows]
        while True:
            if (step := self.rng.choice(polls)()) is not None:
                return step

    def _go_on(self, number: int) -> TwinStep:
        """What brings the worlds on. Those of other orders and answers begin with the letter that gives them; mostly
        somebody answers, as in the game that was played, if that is possible in both worlds.
        """
        firsts: dict[str, Callable[[], TwinStep | None]] = {
            ORDERS: self._enemy_writes,
            BEGUN: partial(self._enemy_writes, DRAFT),
            ANSWERS: self._enemy_answers_otherwise,
            OFFERS: self._begins_apart,
        }
        first = firsts.get(self.secret)
        if first is not None and number == 0:
            for _ in range(TRIES):
                if (step := first()) is not None:
                    return step
        if self.secret == OFFERS and self.rng.random() < OFFER_SHARE and (step := self._offers()) is not None:
            return step
        if self.offers_hidden and self.rng.random() < ASK_SHARE and (step := self._reader_offers()) is not None:
            return step
        if self.one.table.rules.acts.exist and self.rng.random() < ACT_SHARE and (step := self._acts()) is not None:
            return step
        if (self.soon or self.rng.random() < ON_SHARE) and (step := self._plays_on()) is not None:
            return step
        steps = [self._writes, self._enemy_writes, self._time, self._time, self._is_taken_back, self._plays_on]
        steps += [self._enemy_answers_otherwise]
        while True:
            if (step := self.rng.choice(steps)()) is not None:
                return step

    def _plays_on(self) -> TwinStep | None:
        """Somebody who is asked answers, the reader or another."""
        asked = list(dict.fromkeys(decision.seat for decision in self.one.table.open()))
        if not asked:
            return None
        recorded = [entry.seat for entry in self.coming if entry.seat in asked and entry.kind is EntryKind.ANSWER]
        seat = recorded[0] if recorded else self.rng.choice(asked)
        return self.answers_among(seat) if seat in self.readers else self._enemy_answers(seat)

    def _letter(self, kind: str, seat: Seat, lines: Sequence[str], other: Sequence[str] | None = None) -> TwinStep | None:
        """A letter, or two different ones of the enemy's; None without lines."""
        if not lines:
            return None
        if kind in ANSWERED:
            given = next((n for n, e in enumerate(self.coming) if e.seat == seat and e.kind is EntryKind.ANSWER), None)
            self.coming = self.coming if given is None else self.coming[given + 1 :]
        self.letters += 1
        what = f"{seat} writes {'; '.join(lines)!r}"
        if other is None:
            return TwinStep(kind, what, partial(_write, seat, lines, self.letters))
        what += f" or {'; '.join(other)!r}" if other else " in one world only"
        pair = [partial(_write, seat, each, self.letters) for each in (lines, other)]
        self.rng.shuffle(pair)
        return TwinStep(kind, what, pair[0], pair[1])

    def _asks_or_looks(self) -> TwinStep | None:
        return self.rng.choice((self._asks, self._looks))()

    def _writes_ahead(self) -> TwinStep | None:
        """At last the enemy writes in one world only, whatever else these differ in: most often what is kept."""
        tried = (self._enemy_writes(self.rng.choice(KEPT)) for _ in range(TRIES))
        return next((step for step in tried if step is not None), None)

    def _asks(self) -> TwinStep | None:
        return self._letter("questions", self._reader(), writing.questions(self.one.table, self.rng))

    def _looks(self) -> TwinStep | None:
        reader = self._reader()
        return self._letter("previews", reader, writing.preview(self.one.table, reader, self.rng))

    def _writes(self) -> TwinStep | None:
        """Orders that answer nothing, slips, and lines about time and news."""
        reader = self._reader()
        if self.ground.terms and self.rng.random() < TIME_SHARE:
            return self._letter("lines about time", reader, writing.about_time(self.rng))
        if len(self.one.table.seats) > 2 and self.rng.random() < NEWS_SHARE:
            return self._letter("lines about news", reader, writing.about_news(self.rng))
        return self._letter("slips and orders for later", reader, writing.harmless(self.one.table, reader, self.rng))

    def _enemy_writes(self, wanted: str = "") -> TwinStep | None:
        """The enemy writes in one world what nobody else may notice: orders for later, questions, slips, a preview."""
        kind, table = wanted or self.rng.choice(KINDS), self.other.table
        match kind:
            case "standing":
                lines = writing.standing(table, self.enemy, self.rng)
            case "harmless":
                lines = writing.harmless(table, self.enemy, self.rng)
            case "ahead":
                lines = writing.written_ahead(table, self.enemy, self.rng)
            case "draft":
                lines = writing.begun(table, self.enemy, self.player)
            case "questions":
                lines = writing.questions(table, self.rng)
            case _:
                lines = writing.preview(table, self.enemy, self.rng)
        self.apart = self.apart or bool(lines)
        self.orders_differ = self.orders_differ or (bool(lines) and kind in ("standing", "harmless", "ahead", "draft"))
        return self._letter(IN_ONE_WORLD[kind], self.enemy, lines, ())

    def answers_among(self, reader: Seat) -> TwinStep | None:
        """The answer with which the game has been played on, while that fits, or another."""
        lines = self._recorded(self.one, reader) or writing.answer(self.one.table, reader, self.player)
        return self._letter("orders", reader, lines)

    def _enemy_answers(self, seat: Seat) -> TwinStep | None:
        """The enemy, or another seat, gives the answer with which the game has been played on, or another that is legal in
        both worlds; where there is none they let the question pass, whatever they hold.
        """
        one, other = (self._recorded(world, seat) for world in (self.one, self.other))
        if not one or one != other:
            one = writing.common_answer(self.one.table, self.other.table, seat, self.player)
        if one:
            return self._letter("the enemy's answers", seat, one)
        lines = [writing.answer(world.table, seat, self.player, default=True) for world in (self.one, self.other)]
        if not all(lines):
            return None
        self.led_apart = self.led_apart or lines[0] != lines[1]
        return self._letter("the enemy's answers", seat, lines[0], None if lines[0] == lines[1] else lines[1])

    def _acts(self) -> TwinStep | None:
        """Somebody acts unasked, in the same way in both worlds; or the enemy, where the position is another anyhow, in two
        ways of which the reader may know the same.
        """
        if self.hidden and self.rng.random() < OTHER_ACT_SHARE:
            lines, others = writing.acts_alike(self.one.table, self.other.table, self.enemy, self.readers, self.rng)
            if lines and others:
                return self._letter("the enemy's acts, otherwise in each world", self.enemy, lines, others)
        seat = self.rng.choice(self.one.table.seats)
        return self._letter("acts", seat, writing.common_act(self.one.table, self.other.table, seat, self.rng))

    def _offers(self) -> TwinStep | None:
        """Somebody offers something, answers that, or does what only some may know of; most often the first, without which
        there is nothing to answer.
        """
        steps = [self._answers_apart, self._agree_otherwise, self._offers_reader, self._reader_answers, self._agrees_ahead]
        steps += [self._tells_apart, self._acts_apart, self._reader_offers]
        return (self._offers_apart if self.rng.random() < FIRST_SHARE else self.rng.choice(steps))()

    def _begins_apart(self) -> TwinStep | None:
        """The first of what two others do in one world only, or in each otherwise."""
        steps = [self._offers_apart, self._agrees_ahead, self._tells_apart, self._acts_apart, self._agree_otherwise]
        return self.rng.choice(steps)()

    def _two(self) -> list[Seat]:
        """The enemy and a third, in any order."""
        return self.rng.sample([self.enemy, self.rng.choice(self.others)], 2)

    def _offers_apart(self) -> TwinStep | None:
        """In one world only the enemy offers something to a third, or they to the enemy; now and then to all who are no
        readers.
        """
        one, other = self._two()
        rest = [each for each in (self.enemy, *self.others) if each not in (one, other)]
        also = rest if self.rng.random() < ALL_SHARE else []
        self.apart = True
        lines = offering.offering(self.one.table, one, other, self.rng, also)
        return self._letter(OFFERED, one, [] if self._binds(one, lines) else lines, ())

    def _agrees_ahead(self) -> TwinStep | None:
        """In one world only the enemy agrees in advance to offers of a third, or they to the enemy's: no offer of the
        reader's is within that.
        """
        one, other = self._two()
        self.apart = True
        lines = offering.ahead(self.one.table, one, other, self.rng)
        return self._letter(ACCEPTED, one, [] if self._binds(one, lines) else lines, ())

    def _binds(self, seat: Seat, lines: Sequence[str]) -> bool:
        """Whether something that all see would come of these lines in one of the worlds."""
        return any(offering.binds(world.table, seat, lines) for world in (self.one, self.other))

    def _tells_apart(self) -> TwinStep | None:
        """In one world only the enemy writes to a third, or they to the enemy."""
        one, other = self._two()
        self.apart = True
        return self._letter(SAID, one, writing.message(other, self.rng), ())

    def _acts_apart(self) -> TwinStep | None:
        """In one world only somebody does what no reader may know of."""
        one, _ = self._two()
        lines = writing.act_apart(self.one.table, one, self.readers, self.rng)
        self.apart = self.apart or bool(lines)
        return self._letter(ACTED, one, lines, ())

    def _answers_apart(self) -> TwinStep | None:
        """Whatever is open between others is answered, in the world where it is."""
        how, seats = self.rng.choice(offering.ANSWERS), (self.enemy, *self.others)
        if not any(offering.among(world.table, seats) for world in (self.one, self.other)):
            return None
        self.letters += 1
        number = self.letters

        def answer(world: World) -> None:
            seat, lines = offering.answering(world.table, seats, how)
            _write(seat, lines, number, world)

        return TwinStep(ANSWERED_OFFER, f"one of {', '.join(seats)} writes {how!r}", answer)

    def _agree_otherwise(self) -> TwinStep | None:
        """The enemy and a third agree, in each world on another thing of which the reader may know the same: it is
        offered, and accepted then or in advance.
        """
        third, is_ahead = self.rng.choice(self.others), self.rng.random() < AHEAD_SHARE
        if (clauses := offering.alike(self.one.table, self.other.table, self.enemy, third, self.rng)) is None:
            return None
        self.letters += 2
        number, self.apart = self.letters, True

        def agree(world: World, clause: str) -> None:
            offer = [f"offer {written(third)}: {clause}"]
            if is_ahead:
                _write(third, [f"standing accept {written(self.enemy)}: {clause}"], number - 1, world)
                _write(self.enemy, offer, number, world)
            else:
                named = world.table.offers.next_number((self.enemy, third))
                _write(self.enemy, offer, number - 1, world)
                _write(third, [f"accept {named}"], number, world)

        how = "has agreed in advance" if is_ahead else "accepts"
        what = f"{self.enemy} offers {third} {clauses[0]!r} or {clauses[1]!r}, and {third} {how}"
        here, there = (partial(agree, clause=each) for each in clauses)
        return TwinStep(AGREED, what, here, there)

    def _offers_reader(self) -> TwinStep | None:
        """Somebody offers the reader the same in both worlds, themselves alone or with all others."""
        seat = self.rng.choice([self.enemy, *self.others])
        here, there = (offering.groups(world.table, seat, self.seat, Random(0)) for world in (self.one, self.other))  # noqa: S311
        both = [clause for group in here for clause in group if any(clause in each for each in there)]
        whom = self.rng.choice([written(self.seat), "all"])
        return self._letter("offers to the reader", seat, [f"offer {whom}: {self.rng.choice(both)}"]) if both else None

    def _reader_offers(self) -> TwinStep | None:
        """A reader offers somebody what that one could offer them in one of the worlds: the other may have no such thing."""
        reader, whom = self._reader(), self.rng.choice([self.enemy, *self.others])
        fits = [clause for group in offering.groups(self.one.table, whom, reader, self.rng) for clause in group]
        if not fits:
            return None
        verb = self.rng.choice(("offer", "offer", "standing accept"))
        lines = [f"{verb} {written(whom)}: {self.rng.choice(fits)}"]
        previews = [writing.PREVIEW] if self.rng.random() < LOOK_SHARE else []
        return self._letter("offers of the reader", reader, [*previews, *lines])

    def _reader_answers(self) -> TwinStep | None:
        """A reader answers what has been offered in both worlds; now and then what has not."""
        reader = self._reader()
        open_ = [
            {each.number for each in world.table.offers.with_party(reader) if each.thing == DEAL}
            for world in (self.one, self.other)
        ]
        numbers = sorted(open_[0] & open_[1])
        if not numbers or self.rng.random() < ODD_SHARE:
            numbers = list(range(1, MAX_NUMBER))
        how = self.rng.choice(("accept", "refuse", "refuse", "withdraw offer"))
        return self._letter("answers to offers", reader, [f"{how} {self.rng.choice(numbers)}"])

    def _recorded(self, world: World, seat: Seat) -> list[str]:
        """The lines that give the seat's next answer of the game as it was played, where that fits."""
        for entry in self.coming:
            if entry.seat == seat and entry.kind is EntryKind.ANSWER:
                return writing.played(world.table, seat, entry)
        return []

    def _enemy_answers_otherwise(self) -> TwinStep | None:
        """The enemy answers in secret, and otherwise in the other world."""
        lines, others = writing.other_answers(self.one.table, self.enemy, self.player)
        self.answers_differ = self.answers_differ or bool(lines and others)
        self.apart = self.apart or self.answers_differ
        return self._letter("the enemy's secret answers", self.enemy, lines, others) if lines and others else None

    def _shows(self) -> TwinStep:
        """What the moderator is shown of a seat or an observer, now or as it was."""
        who = self.rng.choice((self._reader(), OBSERVER))
        turns = [stamp.written for news in self.one.table.news if (stamp := self._stamp(news.event)) is not None]
        turn = self.rng.choice([None, None, *turns])
        what = f"{who} is shown{'' if turn is None else f' in Turn {turn}'}"
        return TwinStep("pbem show", what, lambda _: None, look=lambda world: [world.shown(who, turn)])

    def _stamp(self, event: Event) -> TurnLabel | None:
        return self.one.table.rules.reports.stamp(self.one.table.state, event)

    def _time(self) -> TwinStep:
        hours, away = self.rng.choice(STRIDES), self.rng.random() < AWAY_SHARE
        what = f"{hours} hours pass{', the moderator being away' if away else ''}"
        return TwinStep("the clock", what, lambda world: world.wait(timedelta(hours=hours), away=away))

    def _is_taken_back(self) -> TwinStep | None:
        """A reader's last answer is taken back, if it is the same in both worlds, with all that has followed."""
        reader = self._reader()
        answers = [world.last_answer(reader) for world in (self.one, self.other)]
        said = [None if entry is None else (entry.key, entry.subject, entry.answer) for entry in answers]
        if answers[0] is None or said[0] != said[1]:
            return None
        what = f"the moderator takes back {reader}'s answer to {answers[0].key}"
        return TwinStep("moves taken back", what, lambda world: world.take_back(reader))

    def _reader(self) -> Seat:
        """One of those who compare notes."""
        return _one_of(self.readers, self.rng)


def _write(seat: Seat, lines: Sequence[str], number: int, world: World) -> None:
    if lines:
        world.write(seat, lines, number)


def _one_of(seats: Sequence[Seat], rng: Random) -> Seat:
    """The seat that writes otherwise in the other world; where there is no choice chance is not asked."""
    return seats[0] if len(seats) == 1 else rng.choice(seats)
