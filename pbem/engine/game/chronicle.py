"""What a game gives for its last report: figures followed from Turn to Turn, the story in brief, what dice were for.

All of it goes by ids: what they are called stands in the game's templates.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from pbem.engine.decision import Seat
from pbem.engine.event import Event

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Series:
    """A figure followed from Turn to Turn, by what `measures` calls it.

    One that leans tells by its sign who is ahead: above zero it is `up`'s, below `down`'s. One that does not is `up`'s own.
    """

    id: str
    up: Seat
    down: Seat = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """Tracks that are drawn together, the one that matters most first."""

    id: str
    tracks: tuple[Series, ...]


@dataclass(frozen=True, slots=True)
class Attempt:
    """A roll that could come off: whose it was, its key, on how many of the six faces it does, and whether it did."""

    seat: Seat
    key: str
    faces: int
    succeeded: bool


def _no_charts(_s: Any) -> tuple[Chart, ...]:
    return ()


def _no_measures(_s: Any) -> Mapping[str, int]:
    return {}


def _all_of_it(_s: Any, turns: Sequence[Sequence[Event]]) -> list[list[Event]]:
    return [list(turn) for turn in turns]


def _nobodys(_s: Any, _key: str, _subject: str) -> Seat:
    return ""


def _no_end(_event: Event) -> Mapping[str, int] | None:
    return None


def _no_attempt(_event: Event) -> Attempt | None:
    return None


@dataclass(frozen=True)
class Chronicle(Generic[S]):
    """What is told of a game that is over.

    `charts(s)` are the figures of this scenario, `measures(s)` what they are now. `brief(start, turns)` tells each of the
    `turns` (its Events, all told by one seat's leave) in fewer Events; `start` is the position before the first. `dice` are
    the keys of rolls in the order they are told in, each with the faces that serve the roller where those are always the
    same; `roller(s, key, subject)` is whose a die was, `attempt(event)` what an Event tells of one.
    `at_the_end(event)` are the measures that a part of the game ended with, where an Event tells them and the next part is
    set up anew.
    """

    charts: Callable[[S], tuple[Chart, ...]] = _no_charts
    measures: Callable[[S], Mapping[str, int]] = _no_measures
    brief: Callable[[S, Sequence[Sequence[Event]]], list[list[Event]]] = _all_of_it
    dice: Mapping[str, frozenset[int]] = field(default_factory=dict)
    roller: Callable[[S, str, str], Seat] = _nobodys
    attempt: Callable[[Event], Attempt | None] = _no_attempt
    at_the_end: Callable[[Event], Mapping[str, int] | None] = _no_end


def no_chronicle() -> Chronicle[Any]:
    """For games that keep none: their final report has the dice alone."""
    return Chronicle()
