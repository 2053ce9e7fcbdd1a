"""What players offer each other in the worlds of a twin, and what two others do of which no reader may know."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random

from pbem.engine.agreements.offers import DEAL
from pbem.engine.decision import Seat
from pbem.lab.fuzz import offering
from pbem.lab.leaks.course import writing
from pbem.lab.leaks.course.twin_state import TwinState, TwinStep, write
from pbem.lab.leaks.world import World
from pbem.moderator.deadlines.time_sentences import written

ALL_SHARE, AHEAD_SHARE, LOOK_SHARE, ODD_SHARE, FIRST_SHARE = 0.3, 0.4, 0.3, 0.3, 0.3
MAX_NUMBER = 40
"""Numbers of offers that a reader tries are smaller."""
OFFERED, ACCEPTED = "offers of two others in one world", "what two others agree to in advance, in one world"
ANSWERED_OFFER, AGREED = "answers of others to each other", "agreements of two others, otherwise in each world"
MESSAGES, ACTED = "messages of two others in one world", "acts that only others may know of, in one world"
UNSEEN = frozenset({OFFERED, ACCEPTED, ANSWERED_OFFER, AGREED, MESSAGES, ACTED})
"""Of these steps nothing may come to light, by right or not."""


class DealSteps:
    """Chooses at random what players agree on next."""

    def __init__(self, twin: TwinState) -> None:
        self.twin = twin

    def offers(self) -> TwinStep | None:
        """Somebody offers something, answers that, or does what only some may know of; most often the first, without which
        there is nothing to answer.
        """
        steps = [self._answers_apart, self._agree_otherwise, self._offers_reader, self._reader_answers, self._agrees_ahead]
        steps += [self._tells_apart, self._acts_apart, self.reader_offers]
        return (self._offers_apart if self.twin.rng.random() < FIRST_SHARE else self.twin.rng.choice(steps))()

    def begins_apart(self) -> TwinStep | None:
        """The first of what two others do in one world only, or in each otherwise."""
        steps = [self._offers_apart, self._agrees_ahead, self._tells_apart, self._acts_apart, self._agree_otherwise]
        return self.twin.rng.choice(steps)()

    def _two(self) -> list[Seat]:
        """The enemy and a third, in any order."""
        return self.twin.rng.sample([self.twin.enemy, self.twin.rng.choice(self.twin.others)], 2)

    def _offers_apart(self) -> TwinStep | None:
        """In one world only the enemy offers something to a third, or they to the enemy; now and then to all who are no
        readers.
        """
        one, other = self._two()
        rest = [each for each in (self.twin.enemy, *self.twin.others) if each not in (one, other)]
        also = rest if self.twin.rng.random() < ALL_SHARE else []
        self.twin.apart = True
        lines = offering.offering(self.twin.one.table, one, other, self.twin.rng, also)
        return self.twin.letter(OFFERED, one, [] if self._binds(one, lines) else lines, ())

    def _agrees_ahead(self) -> TwinStep | None:
        """In one world only the enemy agrees in advance to offers of a third, or they to the enemy's: no offer of the
        reader's is within that.
        """
        one, other = self._two()
        self.twin.apart = True
        lines = offering.ahead(self.twin.one.table, one, other, self.twin.rng)
        return self.twin.letter(ACCEPTED, one, [] if self._binds(one, lines) else lines, ())

    def _binds(self, seat: Seat, lines: Sequence[str]) -> bool:
        """Whether something that all see would come of these lines in one of the worlds."""
        return any(offering.binds(world.table, seat, lines) for world in (self.twin.one, self.twin.other))

    def _tells_apart(self) -> TwinStep | None:
        """In one world only the enemy writes to a third, or they to the enemy."""
        one, other = self._two()
        self.twin.apart = True
        return self.twin.letter(MESSAGES, one, writing.message(other, self.twin.rng), ())

    def _acts_apart(self) -> TwinStep | None:
        """In one world only somebody does what no reader may know of."""
        one, _ = self._two()
        lines = writing.act_apart(self.twin.one.table, one, self.twin.readers, self.twin.rng)
        self.twin.apart = self.twin.apart or bool(lines)
        return self.twin.letter(ACTED, one, lines, ())

    def _answers_apart(self) -> TwinStep | None:
        """Whatever is open between others is answered, in the world where it is."""
        how, seats = self.twin.rng.choice(offering.ANSWERS), (self.twin.enemy, *self.twin.others)
        if not any(offering.among(world.table, seats) for world in (self.twin.one, self.twin.other)):
            return None
        self.twin.letters += 1
        number = self.twin.letters

        def answer(world: World) -> None:
            seat, lines = offering.answering(world.table, seats, how)
            write(seat, lines, number, world)

        return TwinStep(ANSWERED_OFFER, f"one of {', '.join(seats)} writes {how!r}", answer)

    def _agree_otherwise(self) -> TwinStep | None:
        """The enemy and a third agree, in each world on another thing of which the reader may know the same: it is
        offered, and accepted then or in advance.
        """
        third, is_ahead = self.twin.rng.choice(self.twin.others), self.twin.rng.random() < AHEAD_SHARE
        if (
            clauses := offering.alike(self.twin.one.table, self.twin.other.table, self.twin.enemy, third, self.twin.rng)
        ) is None:
            return None
        self.twin.letters += 2
        number, self.twin.apart = self.twin.letters, True

        def agree(world: World, clause: str) -> None:
            offer = [f"offer {written(third)}: {clause}"]
            if is_ahead:
                write(third, [f"standing accept {written(self.twin.enemy)}: {clause}"], number - 1, world)
                write(self.twin.enemy, offer, number, world)
            else:
                named = world.table.offers.next_number((self.twin.enemy, third))
                write(self.twin.enemy, offer, number - 1, world)
                write(third, [f"accept {named}"], number, world)

        how = "has agreed in advance" if is_ahead else "accepts"
        what = f"{self.twin.enemy} offers {third} {clauses[0]!r} or {clauses[1]!r}, and {third} {how}"
        here, there = (partial(agree, clause=each) for each in clauses)
        return TwinStep(AGREED, what, here, there)

    def _offers_reader(self) -> TwinStep | None:
        """Somebody offers the reader the same in both worlds, themselves alone or with all others."""
        seat = self.twin.rng.choice([self.twin.enemy, *self.twin.others])
        worlds = self.twin.one, self.twin.other
        here, there = (offering.groups(world.table, seat, self.twin.seat, Random(0)) for world in worlds)  # noqa: S311
        both = [clause for group in here for clause in group if any(clause in each for each in there)]
        whom = self.twin.rng.choice([written(self.twin.seat), "all"])
        return (
            self.twin.letter("offers to the reader", seat, [f"offer {whom}: {self.twin.rng.choice(both)}"]) if both else None
        )

    def reader_offers(self) -> TwinStep | None:
        """A reader offers somebody what that one could offer them in one of the worlds: the other may have no such thing."""
        reader, whom = self.twin.reader(), self.twin.rng.choice([self.twin.enemy, *self.twin.others])
        fits = [clause for group in offering.groups(self.twin.one.table, whom, reader, self.twin.rng) for clause in group]
        if not fits:
            return None
        verb = self.twin.rng.choice(("offer", "offer", "standing accept"))
        lines = [f"{verb} {written(whom)}: {self.twin.rng.choice(fits)}"]
        previews = [writing.PREVIEW] if self.twin.rng.random() < LOOK_SHARE else []
        return self.twin.letter("offers of the reader", reader, [*previews, *lines])

    def _reader_answers(self) -> TwinStep | None:
        """A reader answers what has been offered in both worlds; now and then what has not."""
        reader = self.twin.reader()
        open_ = [
            {each.number for each in world.table.offers.with_party(reader) if each.thing == DEAL}
            for world in (self.twin.one, self.twin.other)
        ]
        numbers = sorted(open_[0] & open_[1])
        if not numbers or self.twin.rng.random() < ODD_SHARE:
            numbers = list(range(1, MAX_NUMBER))
        how = self.twin.rng.choice(("accept", "refuse", "refuse", "withdraw offer"))
        return self.twin.letter("answers to offers", reader, [f"{how} {self.twin.rng.choice(numbers)}"])
