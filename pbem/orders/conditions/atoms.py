"""What a game gives for its conditions: its places, its people, what is counted, and conditions of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.rules import State
from pbem.orders.words.lexicon import Lexicon

S = TypeVar("S", bound=State)
WE, THEY, IT = "we", "they", "it"
"""Our people, theirs, and the one whom the question names first."""


class Judged(NamedTuple):
    """Whether a condition holds (None: the seat cannot see it), and by what."""

    holds: bool | None
    why: str = ""


class Circumstances(NamedTuple):
    """What a question is about, as its seat can see it: a place ("": none), the own people there, or on their way there, the
    others', those that the question names, and at which of a game's moments it is put.
    """

    place: str
    ours: tuple[str, ...] = ()
    theirs: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    moment: str = ""


@dataclass(frozen=True)
class Atoms(Generic[S]):
    """The conditions that only the game itself knows.

    `around(s, seat, decision, answer)` tells what a question is about. `people(s)` are the ids of those who have things and
    are somewhere, `own(s, seat, person)` whose they are. `countable(s)` are the ids of what is counted of people, `figures`
    of what is counted in the whole game, `offered` are some of both, for who names none. `units(s, person)` is how many
    units somebody has, `count(s, person, what)` how many of something: both are asked only of those whom the seat
    `may_see`. `figure(s, seat, what)` is a figure of the whole game.

    `place(s, how, text)` reads what stands behind "at", "in" or "near"; `read(s, seat, text, about)` reads every other
    condition (one with "before" or "after" may stand without "if"), or gives None; `write` and `judge` are for both of
    these. `reworded(text)` puts the plain words of what the game itself knows in the terms that it reads. With `acting` its
    questions name somebody who acts, and what is counted without saying of whom is theirs. `refuse(s, seat, condition)`
    raises Illegal for what the seat can never judge. `forms` are an example of each kind of condition, and what it means.
    """

    lexicon: Callable[[S], Lexicon]
    around: Callable[[S, Seat, Decision | None, Json], Circumstances]
    people: Callable[[S], Sequence[str]]
    own: Callable[[S, Seat, str], bool]
    may_see: Callable[[S, Seat, str], bool]
    units: Callable[[S, str], int]
    countable: Callable[[S], Sequence[str]]
    count: Callable[[S, str, str], int]
    place: Callable[[S, str, str], Json]
    read: Callable[[S, Seat, str, Sequence[str]], Json]
    write: Callable[[S, Json], str]
    judge: Callable[[S, Seat, Circumstances, Json], Judged]
    figures: tuple[str, ...] = ()
    figure: Callable[[S, Seat, str], int] = lambda _s, _seat, _what: 0
    offered: tuple[str, ...] = ()
    acting: bool = False
    reworded: Callable[[str], str] = lambda text: text
    refuse: Callable[[S, Seat, Json], None] = lambda _s, _seat, _condition: None
    examples: tuple[str, ...] = ()
    forms: tuple[tuple[str, str], ...] = ()
