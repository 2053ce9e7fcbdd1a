"""What a game gives to the engine."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.event import Event
from pbem.engine.forecast import Forecast
from pbem.engine.trial import Trial


class State(Protocol):
    """A game's position: a dataclass of plain data."""

    events: list[Event]


S = TypeVar("S", bound=State)


@dataclass(frozen=True, slots=True)
class Setup:
    """What a game starts from: its scenario's name, what it unpacked from the data files, and the options chosen."""

    scenario: str
    data: Mapping[str, Any]
    options: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Scope:
    """How long a standing order can hold: while `token` stays what it was when the order was given."""

    name: str
    token: str


@dataclass(frozen=True, slots=True)
class Stint:
    """A run of questions to one seat that are its own to answer: a Levy, a card. Lines are written for one of them.

    `name` tells it from every other of the game; `keys` are the questions that only it can bring.
    """

    name: str
    keys: frozenset[str]


@dataclass(frozen=True)
class Policy(Generic[S]):
    """How a kind of standing order is read, written and applied.

    `read(s, seat, text)` gives its plain-data form or raises a BadLine (NotAsked where the seat can never be asked);
    `write(s, policy)` gives the text again; `answer(s, decision, policy)` gives the answer, or None to leave the question to
    the player. `closed(s, decision, policy)` gives what the policy names that is not open now: given while its question is
    open, such an order is refused. `done(s, answer)` is what the order has done, where its own words do not say that.
    """

    read: Callable[[S, Seat, str], Json]
    write: Callable[[S, Json], str]
    answer: Callable[[S, Decision, Json], Json]
    closed: Callable[[S, Decision, Json], list[str]] = lambda _s, _decision, _policy: []
    done: Callable[[S, Json], str] | None = None


@dataclass(frozen=True)
class Situations(Generic[S]):
    """Conditions in a player's words, for standing orders ("if they are fewer") and branches ("until friendly").

    `read(s, seat, text, about)` gives a condition's plain-data form or raises a BadLine; `about` are the ids that its order
    names, for a condition that does not say what it speaks of. `write(s, condition)` gives the words again. `holds(s, seat,
    decision, condition)` gives in words why it holds now ("3 units to 8"), or None; the question is None outside one. It may
    look at nothing that the seat may not see.
    """

    read: Callable[[S, Seat, str, Sequence[str]], Json]
    write: Callable[[S, Json], str]
    holds: Callable[[S, Seat, Decision | None, Json], str | None]


@dataclass(frozen=True)
class Word(Generic[S]):
    """An order word: the question it answers, how it is written, and what it does.

    With a `policy` the same line can be given before its question opens, and holds for the first of the scopes named in
    `holds` that runs (none: the narrowest). `answers` is False for a word that only ever gives a standing order. `once`: the
    question is asked of a seat once in the narrowest scope at most. `waits`: a line written before the question opens is
    kept until it does. `own`: so is this one, for the Stint that the question belongs to. `closes`: it ends its Stint.
    Several Words can share a key: those of a Menu. `synonyms` are other order words for the same; `example` is a line as a
    player may write it, for the reference of order words.
    """

    verb: str
    key: str
    usage: str
    about: str
    policy: Policy[S] | None = None
    answers: bool = True
    once: bool = False
    waits: bool = False
    own: bool = False
    closes: bool = False
    holds: tuple[str, ...] = ()
    synonyms: tuple[str, ...] = ()
    example: str = ""


@dataclass(frozen=True)
class Rehearsal(Generic[S]):
    """How the stints of a seat would go if nobody else did anything.

    `play` goes on from any position, through all stints that the seat can tell, and asks the seat what they ask. Where
    somebody else is asked one of the questions `let_pass`, the default is taken for his answer.
    """

    play: Callable[[S, Seat], Coroutine[Any, Any, None]]
    let_pass: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Rules(Generic[S]):
    """A game, for the engine and those around it.

    `scopes` names the narrowest scope first: a line given early holds for that one, a standing order for the second (or
    only) one. `names` gives an id's name first and then what else a player may write for it. `view` is all of the State
    that leaves for a seat.
    """

    name: str
    title: str
    version: int
    seats: tuple[Seat, ...]
    scenarios: Mapping[str, str]
    new_state: Callable[[Setup], S]
    play: Callable[[S], Coroutine[Any, Any, None]]
    view: Callable[[S, Seat], Any]
    checks: Callable[[S], list[str]]
    turn: Callable[[S], str]
    scopes: Callable[[S], tuple[Scope, ...]]
    names: Callable[[S, str], tuple[str, ...]]
    result: Callable[[S], Json]
    vocabulary: tuple[Word[S], ...]
    stint: Callable[[S, Seat], tuple[str, ...]]
    """The lines a reply form offers `seat` beyond the open questions, so that one letter carries as far as it can."""
    ahead: Callable[[S, Seat], tuple[str, ...]] = lambda _s, _seat: ()
    """Lines of its next stint that `seat` may want to write now: a reply form shows them as comments."""
    known: Callable[[S], Iterable[str]] = lambda _s: ()
    """All ids that a line which waits can name, so that a slip is told at once (none: nothing is checked)."""
    unpack: Callable[[Mapping[str, Any]], Mapping[str, Any]] = lambda files: files
    """What `new_state` needs of a scenario's parsed files (by name): done once a run, so of printed facts alone."""
    trial: Trial = field(default_factory=Trial)
    """For games played at random."""
    speaks: Callable[[S, Word[S]], bool] = lambda _s, _word: True
    """Whether an order word has any use in this game's scenario."""

    stints: Callable[[S, Seat], tuple[Stint, ...]] = lambda _s, _seat: ()
    """The stints of a seat that can be told, in their order: the one under way, or the next, first."""
    why_not: Callable[[S, Decision, str, list[str]], str | None] = lambda _s, _decision, _verb, _ids: None
    """Why a line with this order word that names these ids is not open, where the game can tell."""

    situations: Situations[S] | None = None
    """Conditions that orders can be bound to."""
    verdict: Callable[[Sequence[Event]], bool | None] = lambda _events: None
    """Whether what an order tried has come true, by the Events that followed it; None while, or where, no die decides."""
    forecast: Callable[[S, Seat, Decision, Json], Forecast] = lambda _s, _seat, _decision, _answer: Forecast()
    """What an answer would cost its seat and the odds of its rolls, by what the seat can see."""
    rehearsal: Rehearsal[S] | None = None
    """How the stints of a seat are played ahead, for a preview (None: there are none)."""

    def words(self, state: S) -> tuple[Word[S], ...]:
        """The order words of a game's scenario."""
        return tuple(word for word in self.vocabulary if self.speaks(state, word))
