"""What happens in the worlds of a twin: questions, letters, hours, moves taken back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial

from pbem.engine.decision import Seat
from pbem.engine.event import Event
from pbem.engine.game.atlas import TurnLabel
from pbem.engine.log.entry import EntryKind
from pbem.lab.leaks.course import writing
from pbem.lab.leaks.course.deal_steps import DealSteps
from pbem.lab.leaks.course.twin_state import TwinState, TwinStep
from pbem.lab.leaks.secret import ANSWERS, BEGUN, OFFERS, ORDERS
from pbem.lab.leaks.world import World
from pbem.moderator.reports.past import OBSERVER

STRIDES = (1, 24, 47, 49, 73, 120)
"""Hours that pass at once: before, at and behind reminders, deadlines and graces."""
AWAY_SHARE, TIME_SHARE, ON_SHARE = 0.2, 0.3, 0.7
ACT_SHARE, OTHER_ACT_SHARE, NEWS_SHARE, OFFER_SHARE, ASK_SHARE = 0.3, 0.5, 0.3, 0.7, 0.3
TRIES = 4
DRAFT = "draft"
KINDS = ("standing", "harmless", "ahead", "draft", "questions", "preview")
"""What the enemy may write in one world only."""
ENEMY_STEPS = ("standing", "ahead", "ahead", "harmless", "questions", "preview")
LOOKS = ("questions", "previews", "pbem show")
IN_ONE_WORLD = {
    "standing": "the enemy's standing orders in one world",
    "harmless": "the enemy's orders for later and slips in one world",
    "ahead": "the enemy's orders written ahead in one world",
    "draft": "the enemy's answers begun in one world",
    "questions": "the enemy's questions in one world",
    "preview": "the enemy's previews in one world",
}


class StepMaker:
    """Chooses at random what happens next in the worlds of a twin; each step notes what differs from then on."""

    def __init__(self, twin: TwinState) -> None:
        self.twin = twin
        self._dealing = DealSteps(twin)

    def poll(self) -> TwinStep:
        """The reader asks, looks ahead, or is shown how the game stands."""
        polls: list[Callable[[], TwinStep | None]] = [self._asks, self._looks, self._asks, self._looks, self.shows]
        while True:
            if (step := self.twin.rng.choice(polls)()) is not None:
                return step

    def go_on(self, number: int) -> TwinStep:
        """What brings the worlds on. Those of other orders and answers begin with the letter that gives them; mostly
        somebody answers, as in the game that was played, if that is possible in both worlds.
        """
        firsts: dict[str, Callable[[], TwinStep | None]] = {
            ORDERS: self._enemy_writes,
            BEGUN: partial(self._enemy_writes, DRAFT),
            ANSWERS: self._enemy_answers_otherwise,
            OFFERS: self._dealing.begins_apart,
        }
        first = firsts.get(self.twin.secret)
        if first is not None and number == 0:
            for _ in range(TRIES):
                if (step := first()) is not None:
                    return step
        if (
            self.twin.secret == OFFERS
            and self.twin.rng.random() < OFFER_SHARE
            and (step := self._dealing.offers()) is not None
        ):
            return step
        if (
            self.twin.offers_hidden
            and self.twin.rng.random() < ASK_SHARE
            and (step := self._dealing.reader_offers()) is not None
        ):
            return step
        if (
            self.twin.one.table.rules.acts.exist
            and self.twin.rng.random() < ACT_SHARE
            and (step := self._acts()) is not None
        ):
            return step
        if (self.twin.soon or self.twin.rng.random() < ON_SHARE) and (step := self._plays_on()) is not None:
            return step
        steps = [self._writes, self._enemy_writes, self._time, self._time, self._is_taken_back, self._plays_on]
        steps += [self._enemy_answers_otherwise]
        while True:
            if (step := self.twin.rng.choice(steps)()) is not None:
                return step

    def _plays_on(self) -> TwinStep | None:
        """Somebody who is asked answers, the reader or another."""
        asked = list(dict.fromkeys(decision.seat for decision in self.twin.one.table.open()))
        if not asked:
            return None
        recorded = [entry.seat for entry in self.twin.coming if entry.seat in asked and entry.kind is EntryKind.ANSWER]
        seat = recorded[0] if recorded else self.twin.rng.choice(asked)
        return self.answers_among(seat) if seat in self.twin.readers else self._enemy_answers(seat)

    def asks_or_looks(self) -> TwinStep | None:
        return self.twin.rng.choice((self._asks, self._looks))()

    def writes_ahead(self) -> TwinStep | None:
        """At last the enemy writes in one world only, whatever else these differ in: most often what is kept."""
        tried = (self._enemy_writes(self.twin.rng.choice(ENEMY_STEPS)) for _ in range(TRIES))
        return next((step for step in tried if step is not None), None)

    def _asks(self) -> TwinStep | None:
        return self.twin.letter("questions", self.twin.reader(), writing.questions(self.twin.one.table, self.twin.rng))

    def _looks(self) -> TwinStep | None:
        reader = self.twin.reader()
        return self.twin.letter("previews", reader, writing.preview(self.twin.one.table, reader, self.twin.rng))

    def _writes(self) -> TwinStep | None:
        """Orders that answer nothing, slips, and lines about time and news."""
        reader = self.twin.reader()
        if self.twin.ground.terms and self.twin.rng.random() < TIME_SHARE:
            return self.twin.letter("lines about time", reader, writing.about_time(self.twin.rng))
        if len(self.twin.one.table.seats) > 2 and self.twin.rng.random() < NEWS_SHARE:
            return self.twin.letter("lines about news", reader, writing.about_news(self.twin.rng))
        return self.twin.letter(
            "slips and orders for later", reader, writing.harmless(self.twin.one.table, reader, self.twin.rng)
        )

    def _enemy_writes(self, wanted: str = "") -> TwinStep | None:
        """The enemy writes in one world what nobody else may notice: orders for later, questions, slips, a preview."""
        kind, table = wanted or self.twin.rng.choice(KINDS), self.twin.other.table
        match kind:
            case "standing":
                lines = writing.standing(table, self.twin.enemy, self.twin.rng)
            case "harmless":
                lines = writing.harmless(table, self.twin.enemy, self.twin.rng)
            case "ahead":
                lines = writing.written_ahead(table, self.twin.enemy, self.twin.rng)
            case "draft":
                lines = writing.begun(table, self.twin.enemy, self.twin.player)
            case "questions":
                lines = writing.questions(table, self.twin.rng)
            case _:
                lines = writing.preview(table, self.twin.enemy, self.twin.rng)
        self.twin.apart = self.twin.apart or bool(lines)
        self.twin.orders_differ = self.twin.orders_differ or (
            bool(lines) and kind in ("standing", "harmless", "ahead", "draft")
        )
        return self.twin.letter(IN_ONE_WORLD[kind], self.twin.enemy, lines, ())

    def answers_among(self, reader: Seat) -> TwinStep | None:
        """The answer with which the game has been played on, while that fits, or another."""
        lines = self._recorded(self.twin.one, reader) or writing.answer(self.twin.one.table, reader, self.twin.player)
        return self.twin.letter("orders", reader, lines)

    def _enemy_answers(self, seat: Seat) -> TwinStep | None:
        """The enemy, or another seat, gives the answer with which the game has been played on, or another that is legal in
        both worlds; where there is none they let the question pass, whatever they hold.
        """
        one, other = (self._recorded(world, seat) for world in (self.twin.one, self.twin.other))
        if not one or one != other:
            one = writing.common_answer(self.twin.one.table, self.twin.other.table, seat, self.twin.player)
        if one:
            return self.twin.letter("the enemy's answers", seat, one)
        lines = [
            writing.answer(world.table, seat, self.twin.player, default=True) for world in (self.twin.one, self.twin.other)
        ]
        if not all(lines):
            return None
        self.twin.led_apart = self.twin.led_apart or lines[0] != lines[1]
        return self.twin.letter("the enemy's answers", seat, lines[0], None if lines[0] == lines[1] else lines[1])

    def _acts(self) -> TwinStep | None:
        """Somebody acts unasked, in the same way in both worlds; or the enemy, where the position is another anyhow, in two
        ways of which the reader may know the same.
        """
        if self.twin.hidden and self.twin.rng.random() < OTHER_ACT_SHARE:
            lines, others = writing.acts_alike(
                self.twin.one.table, self.twin.other.table, self.twin.enemy, self.twin.readers, self.twin.rng
            )
            if lines and others:
                return self.twin.letter("the enemy's acts, otherwise in each world", self.twin.enemy, lines, others)
        seat = self.twin.rng.choice(self.twin.one.table.seats)
        return self.twin.letter(
            "acts", seat, writing.common_act(self.twin.one.table, self.twin.other.table, seat, self.twin.rng)
        )

    def _recorded(self, world: World, seat: Seat) -> list[str]:
        """The lines that give the seat's next answer of the game as it was played, where that fits."""
        for entry in self.twin.coming:
            if entry.seat == seat and entry.kind is EntryKind.ANSWER:
                return writing.played(world.table, seat, entry)
        return []

    def _enemy_answers_otherwise(self) -> TwinStep | None:
        """The enemy answers in secret, and otherwise in the other world."""
        lines, others = writing.other_answers(self.twin.one.table, self.twin.enemy, self.twin.player)
        self.twin.answers_differ = self.twin.answers_differ or bool(lines and others)
        self.twin.apart = self.twin.apart or self.twin.answers_differ
        return self.twin.letter("the enemy's secret answers", self.twin.enemy, lines, others) if lines and others else None

    def shows(self) -> TwinStep:
        """What the moderator is shown of a seat or an observer, now or as it was."""
        who = self.twin.rng.choice((self.twin.reader(), OBSERVER))
        turns = [stamp.written for news in self.twin.one.table.news if (stamp := self._stamp(news.event)) is not None]
        turn = self.twin.rng.choice([None, None, *turns])
        what = f"{who} is shown{'' if turn is None else f' in Turn {turn}'}"
        return TwinStep("pbem show", what, lambda _: None, look=lambda world: [world.shown(who, turn)])

    def _stamp(self, event: Event) -> TurnLabel | None:
        return self.twin.one.table.rules.reports.stamp(self.twin.one.table.state, event)

    def _time(self) -> TwinStep:
        hours, away = self.twin.rng.choice(STRIDES), self.twin.rng.random() < AWAY_SHARE
        what = f"{hours} hours pass{', the moderator being away' if away else ''}"
        return TwinStep("the clock", what, lambda world: world.wait(timedelta(hours=hours), away=away))

    def _is_taken_back(self) -> TwinStep | None:
        """A reader's last answer is taken back, if it is the same in both worlds, with all that has followed."""
        reader = self.twin.reader()
        answers = [world.last_answer(reader) for world in (self.twin.one, self.twin.other)]
        answers_given = [None if entry is None else (entry.key, entry.subject, entry.answer) for entry in answers]
        if answers[0] is None or answers_given[0] != answers_given[1]:
            return None
        what = f"the moderator takes back {reader}'s answer to {answers[0].key}"
        return TwinStep("moves taken back", what, lambda world: world.take_back(reader))
