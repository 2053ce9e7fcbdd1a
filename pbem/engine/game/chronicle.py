"""What a game gives for its last report: figures by Turn, the story in brief, what dice were for.

All of it is by ids, which the game's templates name.
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
    """A figure by Turn, under its key in `measures`.

    With a `down` its sign says who leads: above zero `up`, below `down`. Without one it is `up`'s own.
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
    """A roll that could succeed: whose it was, its key, on how many of the six faces it succeeds, and whether it did."""

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
    """What the last report shows of a game that is over.

    `charts(s)` are the figures of this scenario, `measures(s)` their values now. `brief(start, turns)` gives for each of the
    `turns` (the Events that one reader may see) fewer Events; `start` is the position before the first. `dice` are the
    keys of rolls in the order of the report, each with the faces that serve the roller if those are always the same;
    `roller(s, key, subject)` is the seat that rolled a die, `attempt(event)` the roll that an Event reports.
    `at_the_end(event)` are the last measures of a part of the game, if an Event has them and the next part is set up anew.
    """

    charts: Callable[[S], tuple[Chart, ...]] = _no_charts
    measures: Callable[[S], Mapping[str, int]] = _no_measures
    brief: Callable[[S, Sequence[Sequence[Event]]], list[list[Event]]] = _all_of_it
    dice: Mapping[str, frozenset[int]] = field(default_factory=dict)
    roller: Callable[[S, str, str], Seat] = _nobodys
    attempt: Callable[[Event], Attempt | None] = _no_attempt
    at_the_end: Callable[[Event], Mapping[str, int] | None] = _no_end


def no_chronicle() -> Chronicle[Any]:
    """For games without charts and story: their last report has the dice alone."""
    return Chronicle()
