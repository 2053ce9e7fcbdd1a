"""One twin: two worlds that differ in secrets only, the same letters and hours in both, and one reader's mails compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from random import Random
from typing import Any

from pbem.doctor.random_play import DeadEnd, RandomPlayer
from pbem.engine.decision import DICE as DICE_SEAT
from pbem.engine.game.rules import Rules
from pbem.engine.game.setup import Setup
from pbem.engine.log.entry import Entry, EntryKind
from pbem.engine.table import Table
from pbem.lab.games import lab_of
from pbem.lab.leaks.asked import fate_of, kept_by, keys_for, questions_of, who_is_asked
from pbem.lab.leaks.changed_position import table_of
from pbem.lab.leaks.compare import differences
from pbem.lab.leaks.course.deal_steps import UNSEEN
from pbem.lab.leaks.course.steps import IN_ONE_WORLD, LOOKS, StepMaker
from pbem.lab.leaks.course.twin_state import TwinState, TwinStep, one_of
from pbem.lab.leaks.dice import Unmixed
from pbem.lab.leaks.light import Fresh, is_lit, will_show
from pbem.lab.leaks.moments import Moment
from pbem.lab.leaks.other_world import Other
from pbem.lab.leaks.secret import ANSWERS, BEGUN, DICE, OFFERS, ORDERS
from pbem.lab.leaks.world import DatabasePair, GameFacts, World
from pbem.store.archive.form import OTHER_KEY

ROUNDS, OFFER_ROUNDS = 3, 6
"""How often the worlds go on, oftener where others talk; between two rounds the reader asks and looks."""
SOON = (False, False, False, True, False)
"""Where a decision that matters comes soon they go on, and the reader looks once on the way."""
TEMPER = 0.3
"""How often a player gives the default answer."""
FAULT = "could not be dealt with"
BY_ORDER = (EntryKind.STANDING, EntryKind.WAITED)


@dataclass(slots=True)
class TwinOutcome:
    """What a twin has shown: the number of steps by kind and of mails compared, the `steps_taken` in words and the `leaks`
    after the last of them. `kept` counts what the enemy's letters have left in one world only, `apart` the mails since the
    worlds differ.
    """

    steps: Counter[str] = field(default_factory=Counter)
    kept: Counter[str] = field(default_factory=Counter)
    mails: int = 0
    apart: int = 0
    bytes: int = 0
    ended: bool = False
    steps_taken: list[str] = field(default_factory=list)
    leaks: list[str] = field(default_factory=list)


class Inconclusive(Exception):
    """What was secret has come to light by right, or the worlds cannot be compared any more."""


class Twin:
    """Two worlds for a reader, or several who compare notes. `rng` decides what happens; no world changes what it is
    asked.
    """

    def __init__(
        self, pair: DatabasePair, ground: GameFacts, moment: Moment, secret: str, other: Other, rng: Random
    ) -> None:
        table, trial = moment.table, lab_of(moment.table.rules).trial
        enemy = one_of([each for each in table.seats if each not in ground.readers], rng)
        key = fate_of(table).key
        other_key = sha256(key).digest() if secret == DICE else key
        pair.clear()
        table_with = partial(_table, table.setup)
        self.state = TwinState(
            one=World(pair.databases[0], ground, table.rules, table_with(table.rules, key, table.entries), key),
            other=World(pair.databases[1], ground, other.rules, table_with(other.rules, other_key, other.log), other_key),
            ground=ground,
            enemy=enemy,
            others=[each for each in table.seats if each not in (*ground.readers, enemy)],
            secret=secret,
            hidden=trial.secrets if secret == OFFERS else other.hidden,
            offers_hidden=trial.offers is not None and bool(other.hidden),
            coming=list(moment.coming),
            soon=moment.bears,
            rng=rng,
            player=RandomPlayer(rng, TEMPER),
            apart=secret not in (ORDERS, BEGUN, ANSWERS, OFFERS),
        )
        self.steps, self.outcome = StepMaker(self.state), TwinOutcome()
        self.parted = False

    def run(self) -> TwinOutcome:
        """Go through a few rounds, as long as nothing is found and nothing has come to light."""
        try:
            self._compare(TwinStep("the report", "the report as it would be sent now", lambda _: None))
            rounds = OFFER_ROUNDS if self.state.secret == OFFERS else ROUNDS
            for number, polls in enumerate(SOON if self.state.soon else (True,) * rounds):
                if polls and not self._stopped():
                    self._take(self.steps.poll())
                if not self._stopped():
                    self._take(self.steps.go_on(number))
            for last in (self.steps.shows, self.steps.writes_ahead, self.steps.asks_or_looks):
                if not self._stopped() and (step := last()) is not None:
                    self._take(step)
        except DeadEnd:  # chance finds no answer: there are other twins
            pass
        except Inconclusive:
            self.outcome.ended = True
        return self.outcome

    def _stopped(self) -> bool:
        return bool(self.outcome.leaks) or self.state.one.row().status != "playing"

    def _take(self, step: TwinStep) -> None:
        if self.parted and step.kind not in LOOKS:
            raise Inconclusive("the worlds have gone different ways")
        began = self.state.one.table.next_number, self.state.other.table.next_number
        step.act(self.state.one)
        (step.other or step.act)(self.state.other)
        opened = self._look_at_light(*began, unseen=step.kind in UNSEEN)
        if step.kind in IN_ONE_WORLD.values():
            one, other = (Counter(kept_by(world.table, self.state.enemy)) for world in (self.state.one, self.state.other))
            self.outcome.kept += Counter(kind for _, kind in ((one - other) + (other - one)).elements())
        self._compare(step)
        if opened and self.outcome.leaks:
            self.outcome.leaks = []
            raise Inconclusive("what has been opened differs")
        faults = [row.held_because for row in (self.state.one.row(), self.state.other.row()) if row.status == "held"]
        if any(OTHER_KEY in fault for fault in faults):  # the last report has the key, which is another one here
            raise Inconclusive("the game is over")
        self.outcome.leaks += [f"the game is held: {fault}" for fault in faults if FAULT in fault]
        self.parted = questions_of(self.state.one.table) != questions_of(self.state.other.table)

    def _compare(self, step: TwinStep) -> None:
        one, other = ([*world.new_mails(), *step.look(world)] for world in (self.state.one, self.state.other))
        self.outcome.steps[step.kind] += 1
        self.outcome.mails += len(one)
        self.outcome.apart += len(one) if self.state.apart else 0
        self.outcome.bytes += sum(len(mail.raw) for mail in one)
        self.outcome.steps_taken.append(step.what)
        self.outcome.leaks = differences(one, other)

    def _look_at_light(self, began: int, other_began: int, *, unseen: bool) -> bool:
        """Raise Inconclusive where something was shown by right, or has led on otherwise by right; of a step `unseen`
        nothing is. Gives whether something has been opened, alike in both worlds as far as Events tell: the position may
        differ then.
        """
        one, other = (
            Fresh.of(self.state.one.table, began, self.state.readers),
            Fresh.of(self.state.other.table, other_began, self.state.readers),
        )
        given_now = [[e.answer for e in fresh.answers if e.seat == self.state.enemy] for fresh in (one, other)]
        if self.state.orders_differ and given_now[0] != given_now[1]:
            raise Inconclusive("what was begun or written ahead has become part of an answer")
        if self.state.secret == DICE and any(entry.seat == DICE_SEAT for entry in (*one.answers, *other.answers)):
            raise Inconclusive("something has been rolled")
        if self.state.one.table.over or self.state.other.table.over:
            raise Inconclusive("the game is over")
        if self.state.orders_differ and any(
            e.seat == self.state.enemy and e.kind in BY_ORDER for e in (*one.answers, *other.answers)
        ):
            raise Inconclusive("an order of the enemy's has answered")
        given = [
            [(d.key, d.subject, answer) for d, answer in t.given_by(self.state.enemy)]
            for t in (self.state.one.table, self.state.other.table)
        ]
        self.state.answers_differ = self.state.answers_differ or given[0] != given[1]
        if self.state.answers_differ and not all(given):
            raise Inconclusive("the secret answers are known")
        if self.state.answers_differ and who_is_asked(self.state.one.table) != who_is_asked(self.state.other.table):
            raise Inconclusive("the enemy has answered all in one world only, which everybody may know")
        asked_alike = questions_of(self.state.one.table) == questions_of(self.state.other.table)
        if self.state.led_apart and not asked_alike:
            raise Inconclusive("what the enemy could answer has led on otherwise")
        if will_show(
            self.state.hidden, *(keys_for(world.table, self.state.enemy) for world in (self.state.one, self.state.other))
        ):
            raise Inconclusive("the enemy is asked something in one world only, which everybody will see")
        if unseen:
            return False
        if is_lit(self.state.hidden, one, other, self.state.readers, asked_alike=asked_alike):
            raise Inconclusive("what was secret has come to light")
        lit_by = frozenset[str]().union(*(each.lit_by for each in self.state.hidden))
        return any(event.name in lit_by for event in one.seen)


def _table(setup: Setup, rules: Rules[Any], key: bytes, log: Sequence[Entry]) -> Table[Any]:
    return table_of(rules, setup, Unmixed(key), log)
