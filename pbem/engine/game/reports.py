"""What reports can show of a game beside its View and its Events; and what a game gives for its last report: figures by
Turn, the story in brief, what dice were for.

All of it is by ids, which the game's templates name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic

from pbem.engine.decision import Json, Seat
from pbem.engine.event import Event
from pbem.engine.game.atlas import Atlas, CardBook, Handout, TurnLabel, no_cards, no_map
from pbem.engine.game.defaults import empty, no_op
from pbem.engine.game.picture import Picture
from pbem.engine.game.setup import S


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
    `at_the_end(event)` are the last measures of a part of the game, if an Event has them and the next part is set up again.
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


def as_logged(turn: str) -> str:
    """For games whose readers count as the log does."""
    return turn


def private_or_named(_s: Any, seat: Seat, event: Event) -> bool:
    """For games that do not say what concerns a seat: what not everybody may see, and what names it. A table by the names of
    seats names none of them.
    """
    return event.seen_by is not None or _names(event.data, seat)


def _names(data: Json, seat: Seat) -> bool:
    if isinstance(data, dict):
        return any(_names(each, seat) for each in data.values())
    return any(_names(each, seat) for each in data) if isinstance(data, list) else data == seat


@dataclass(frozen=True)
class Reports(Generic[S]):
    """What reports can show of a game beside its View and its Events.

    `stamp(s, event)` is the turn that begins with an Event, as people count them, for the history of a game. `atlas` is
    the map in words, `cards` are the printed cards. `picture(s, seat, events)` is the board for a picture of it, as a
    seat ("": an observer) may see it; what moved comes from the Events, which must be such as it may see. `chronicle` is
    what is told of a game that is over. `headline(s, seat, events)` has what mattered most in Events that a seat may
    see: at most three Events made of them, the weightiest first, and last how the seat stands. `handout(s)` is what
    players who own no copy need of the scenario's components, such as the text of its cards, in titled groups: it goes
    into the player's aid. `score(s, seat)` is an Event that tells who leads, for the head of the page, of what everybody
    may know (None: nothing to say). `leads` has the fields of the State that count who leads, with who does above 0 and who
    below. `moment` tells a time in play, as the log has it, as readers count. `sealed` has the keys of questions whose
    answers stay secret for a time, each with whether a seat's (s, seat) has come to light. `concerns(s, seat, event)` tells
    whether a seat is written to at once of an Event that it may see, and looks at nothing that it may not. With an Event
    of which `round(s, event)` is true a round of the game ends; without it, with each stamp.
    """

    stamp: Callable[[S, Event], TurnLabel | None] = no_op
    atlas: Atlas[S] = field(default_factory=no_map)
    cards: CardBook[S] = field(default_factory=no_cards)
    picture: Callable[[S, Seat, Sequence[Event]], Picture | None] = no_op
    chronicle: Chronicle[S] = field(default_factory=no_chronicle)
    headline: Callable[[S, Seat, Sequence[Event]], Sequence[Event]] = empty
    handout: Callable[[S], Sequence[Handout]] = empty
    score: Callable[[S, Seat], Event | None] = no_op
    leads: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    moment: Callable[[str], str] = as_logged
    sealed: Mapping[str, Callable[[S, Seat], bool]] = field(default_factory=dict)
    concerns: Callable[[S, Seat, Event], bool] = private_or_named
    round: Callable[[S, Event], bool] | None = None

    def ends_round(self, s: S, event: Event) -> bool:
        """Whether a round of the game is over with an Event."""
        return self.stamp(s, event) is not None if self.round is None else self.round(s, event)
