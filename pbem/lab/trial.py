"""What a game gives to those who try its rules by playing at random."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from collections.abc import Sequence as Seq
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.event import Event
from pbem.engine.log.entry import Entry, fingerprint

T = TypeVar("T")
Mix = Callable[[list[Any]], None]
"""Puts a list into a random order."""
Readers = frozenset[Seat]
"""Seats whose players compare notes: what one of them knows all know."""
OtherPast = Callable[[Any, Readers, Seq[Entry], Mix], list[Entry] | None]
"""Makes another log of a game's."""
Vary = Callable[[Any, Readers, Mix], bool]
"""Changes a position into another, and tells whether there was anything to change."""
Lasting = Callable[[Any, Seat, Mix], Iterable[str]]
"""Names standing orders that a player may give now."""
Put = Callable[[Any, str, Any], None]
"""Sets an attribute for a while, as `setattr` does for good."""


def _no_things(_s: Any, _seat: Seat) -> Iterable[str]:
    return ()


def _all_of_it(s: Any, _seat: Seat) -> str:
    return fingerprint(s)


def _nothing_named(*_: Any) -> Iterable[str]:
    return ()


def _nothing_sought(_s: Any, _decision: Decision) -> Seq[Json]:
    return ()


def _never(_s: Any) -> bool:
    """For games without such moments."""
    return False


def _all_of_an_act(_act: Decision, answer: Json, _seat: Seat) -> str:
    return str(answer)


def for_one(change: Callable[..., T]) -> Callable[..., T]:
    """For games of two, in which nobody can compare notes: what `change(s, seat, ...)` does of one reader."""

    def of_readers(s: Any, readers: Readers, *rest: Any) -> T:
        (seat,) = readers
        return change(s, seat, *rest)

    return of_readers


@dataclass(frozen=True, slots=True)
class Hidden:
    """One thing that a game hides from a seat, and how it could be otherwise.

    `vary(s, readers, mix)` changes at random what none of the `readers` knows into something else that they must think just
    as possible, and tells whether there was anything to change. Where the past must be another too, `past(s, readers, log,
    mix)` gives another log instead, or None.
    It comes to light by Events that the seat may see, and by rolls, if their names or keys are among `lit_by`. Until then
    all that the seat is told must be the same; if `asked_alike`, all seats must be asked the same too. Else an answer of
    its owner's to a question among `leads_on` can go another way by right, and so does all where its owner is asked one
    among `asks`, for what they answer everybody sees.
    It matters (`bears_on`) where a question or roll with one of these keys comes: such moments are looked for.
    What only some games have, because of their options, has its turn the more `often`.
    `things(s, seat)` names what of it there is now: planted leaks tell that.
    """

    name: str
    vary: Vary | None = None
    past: OtherPast | None = None
    lit_by: frozenset[str] = frozenset()
    asked_alike: bool = True
    leads_on: frozenset[str] = frozenset()
    asks: frozenset[str] = frozenset()
    bears_on: frozenset[str] = frozenset()
    often: int = 1
    things: Callable[[Any, Seat], Iterable[str]] = _no_things


@dataclass(frozen=True, slots=True)
class Plant:
    """A leak on trial, to see whether it is found: its name, where it is and what it tells.

    `grow(rules, put)` gives the rules with the leak in them. What is patched is set with `put`, which is undone.
    """

    name: str
    where: str
    what: str
    grow: Callable[[Any, Put], Any]


@dataclass(frozen=True, slots=True)
class Trial:
    """What random games need to know of a game.

    `reached(s, events)` names what a position, and the Events told since the last one, show of the game: cards in play,
    Turns, ends. `reachable(s)` names, of a new game, all there is.
    `secrets` are what the game hides from a seat, each with how it could be otherwise: dice, decks to come and orders are
    known without. `in_the_open(s, seat)` is a fingerprint of all that is not hidden from the seat, which must be the same
    where the past is another. `plants` are leaks of the game's own on trial.
    `leaked(s, seat, events)` names what these Events, which `seat` can see, tell them of what the position hides.
    `beginning(setup, mix)` gives another position than the scenario's to begin from.
    `delegated(s, seat)` are the standing orders of a player who wants to be asked about their own segments only; those that
    the scenario or the seat has no use for are refused. `conditions` are some that such orders can be bound to. `between`
    begins the keys of questions that belong to nobody's segment, `drawn_for` are those of a segment that hang on what is
    drawn just before: nobody answers them ahead. `repeated` gives, by order word, the goal until which an order is worth
    repeating. `lasting(s, seat, mix)` are standing orders that a player may give now, some at random: without
    them a game whose questions are never put to players shows its defaults only. `course(begun, s, events)` names what is
    wrong with all Events of a game that began at one position and is at `s` now. `shown_of_act(act, answer, seat)` is
    what `seat` may know of what another does unasked: acts of which that is the same must look the same, and one of which
    it is "" as if nothing had been done. `offers(s, seat,
    other, mix)` are clauses that a seat may offer another to agree on, those together of which, agreed on, nobody else may
    know which it was; `sought(s, decision)` are options of a question or act that are seldom open: they are often chosen.
    `passes_soon(s)` is whether now is a moment in which they agree at once or not at all.
    """

    reached: Callable[[Any, Seq[Event]], Iterable[str]] = _nothing_named
    reachable: Callable[[Any], Iterable[str]] = _nothing_named
    secrets: tuple[Hidden, ...] = ()
    leaked: Callable[[Any, Seat, Seq[Event]], Iterable[str]] = _nothing_named
    in_the_open: Callable[[Any, Seat], str] = _all_of_it
    plants: tuple[Plant, ...] = ()
    beginning: Callable[[Any, Mix], Any] | None = None
    delegated: Callable[[Any, Seat], Iterable[str]] = _nothing_named
    conditions: tuple[str, ...] = ()
    between: tuple[str, ...] = ()
    drawn_for: tuple[str, ...] = ()
    repeated: Mapping[str, str] = field(default_factory=dict)
    lasting: Lasting | None = None
    course: Callable[[Any, Any, Seq[Event]], Iterable[str]] = _nothing_named
    shown_of_act: Callable[[Decision, Json, Seat], str] = _all_of_an_act
    sought: Callable[[Any, Decision], Seq[Json]] = _nothing_sought
    offers: Callable[[Any, Seat, Seat, Mix], Seq[Seq[str]]] | None = None
    passes_soon: Callable[[Any], bool] = _never

    def other_world(self, s: Any, readers: Readers, mix: Mix) -> bool:
        """Vary all that is hidden in the position from all of the readers; tells whether there was anything."""
        varied = [each.vary(s, readers, mix) for each in self.secrets if each.vary is not None]
        return any(varied)

    def alike(self) -> list[Hidden]:
        """What can be varied in the position so that all seats must be asked the same until it comes to light."""
        return [each for each in self.secrets if each.vary is not None and each.asked_alike]

    def things(self, s: Any, seat: Seat) -> list[str]:
        """All that is hidden from the seat, by name."""
        return [thing for each in self.secrets for thing in each.things(s, seat)]
