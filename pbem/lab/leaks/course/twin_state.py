"""What happens in both worlds of a twin, and how far they are known to differ."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from pbem.doctor.random_play import RandomPlayer
from pbem.engine.decision import Seat
from pbem.engine.log.entry import Entry, EntryKind
from pbem.lab.leaks.compare import SentMail
from pbem.lab.leaks.world import GameFacts, World
from pbem.lab.trial import Hidden

ANSWERED = ("orders", "the enemy's answers")


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


@dataclass
class TwinState:
    """The two worlds, and who writes: the `readers`, the first of whom (`seat`) is asked most; the `enemy`, who writes
    otherwise in the `other` world; and all `others`. What differs there: positions (`hidden`: what no reader knows of them),
    orders, answers, what the enemy's answers have led to; `apart` says that anything does. `coming` are the entries by which
    the game was played on.
    """

    one: World
    other: World
    ground: GameFacts
    enemy: Seat
    others: list[Seat]
    secret: str
    hidden: Sequence[Hidden]
    offers_hidden: bool
    coming: list[Entry]
    soon: bool
    rng: Random
    player: RandomPlayer
    apart: bool
    orders_differ: bool = False
    answers_differ: bool = False
    led_apart: bool = False
    letters: int = 0

    @property
    def readers(self) -> tuple[Seat, ...]:
        """Those who compare notes."""
        return self.ground.readers

    @property
    def seat(self) -> Seat:
        """The first of them."""
        return self.readers[0]

    def reader(self) -> Seat:
        """One of those who compare notes."""
        return one_of(self.readers, self.rng)

    def letter(self, kind: str, seat: Seat, lines: Sequence[str], other: Sequence[str] | None = None) -> TwinStep | None:
        """A letter, or two different ones of the enemy's; None without lines."""
        if not lines:
            return None
        if kind in ANSWERED:
            given = next((n for n, e in enumerate(self.coming) if e.seat == seat and e.kind is EntryKind.ANSWER), None)
            self.coming = self.coming if given is None else self.coming[given + 1 :]
        self.letters += 1
        what = f"{seat} writes {'; '.join(lines)!r}"
        if other is None:
            return TwinStep(kind, what, partial(write, seat, lines, self.letters))
        what += f" or {'; '.join(other)!r}" if other else " in one world only"
        pair = [partial(write, seat, each, self.letters) for each in (lines, other)]
        self.rng.shuffle(pair)
        return TwinStep(kind, what, pair[0], pair[1])


def write(seat: Seat, lines: Sequence[str], number: int, world: World) -> None:
    """A letter to one world, if it has lines."""
    if lines:
        world.write(seat, lines, number)


def one_of(seats: Sequence[Seat], rng: Random) -> Seat:
    """The seat that writes otherwise in the other world; where there is no choice chance is not asked."""
    return seats[0] if len(seats) == 1 else rng.choice(seats)
