"""What reports can show in addition to the View and the Events; and what a game gives for its last report: figures by Turn,
the story in brief, what dice were for.

Everything is by id; the game's templates have the names.
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

    With a `down` seat its sign says who leads: above zero `up`, below it `down`. Otherwise it is `up`'s own.
    """

    id: str
    up: Seat
    down: Seat = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """Series drawn together, the most important first."""

    id: str
    tracks: tuple[Series, ...]


@dataclass(frozen=True, slots=True)
class Attempt:
    """A roll that could succeed: its seat, its key, the number of faces (of six) that succeed, and whether it did."""

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
    """The last report on a finished game.

    - `charts(s)` are the charts of this scenario, `measures(s)` their values now.
    - `brief(start, turns)` shortens the story: in `turns` are the Events of each Turn that one reader may see, `start` is
      the position before the first.
    - `dice` are the keys of rolls in the order of the report, each with the faces that help the roller, if these are always
      the same.
    - `roller(s, key, subject)` is the seat that rolled a die, `attempt(event)` the roll that an Event reports.
    - `at_the_end(event)` are the final measures of a part of the game, if the Event has them and the next part starts from a
      new set-up.
    """

    charts: Callable[[S], tuple[Chart, ...]] = _no_charts
    measures: Callable[[S], Mapping[str, int]] = _no_measures
    brief: Callable[[S, Sequence[Sequence[Event]]], list[list[Event]]] = _all_of_it
    dice: Mapping[str, frozenset[int]] = field(default_factory=dict)
    roller: Callable[[S, str, str], Seat] = _nobodys
    attempt: Callable[[Event], Attempt | None] = _no_attempt
    at_the_end: Callable[[Event], Mapping[str, int] | None] = _no_end


def no_chronicle() -> Chronicle[Any]:
    """For games without charts and story: the last report has only the dice."""
    return Chronicle()


def as_logged(turn: str) -> str:
    """For games whose players count Turns as the log does."""
    return turn


def private_or_named(_s: Any, seat: Seat, event: Event) -> bool:
    """The default: an Event concerns a seat if it is not public, or names the seat. (Seats that are only keys of a table do
    not count.)
    """
    return event.seen_by is not None or _names(event.data, seat)


def _names(data: Json, seat: Seat) -> bool:
    if isinstance(data, dict):
        return any(_names(each, seat) for each in data.values())
    return any(_names(each, seat) for each in data) if isinstance(data, list) else data == seat


@dataclass(frozen=True)
class Reports(Generic[S]):
    """What reports can show in addition to the View and the Events.

    - `stamp(s, event)` is the Turn that begins with an Event, as people count, for a game's history.
    - `atlas` is the map in words, `cards` are the printed cards.
    - `picture(s, seat, events)` is the board for a picture, as a seat ("": an observer) may see it; its movements come from
      the Events, which that seat must be allowed to see.
    - `chronicle` is for the last report.
    - `headline(s, seat, events)` gives the most important of the Events a seat may see: at most three Events made from them,
      the most important first, and then the seat's score.
    - `handout(s)` is the text of components, such as cards, for players who do not own the game, in titled groups for the
      player's aid.
    - `score(s, seat)` is an Event that says who leads, from public facts, for the head of the page (None: nothing to say).
    - `leads` has the fields of the State that count who leads, with who does above and below 0.
    - `moment` turns the log's time into the one that readers count.
    - `sealed` has the keys of questions whose answers stay secret for a time, each with whether a seat's (s, seat) has been
      revealed.
    - `concerns(s, seat, event)` is whether a seat is mailed at once about an Event that it may see; it uses nothing hidden
      from the seat.
    - `round(s, event)`: the Event ends a round; without it each stamp does.
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
        """Whether an Event ends a round of the game."""
        return self.stamp(s, event) is not None if self.round is None else self.round(s, event)
