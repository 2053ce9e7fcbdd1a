"""What a game gives for questions about it: its map in words, its cards as printed, and where its Turns begin."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from pbem.engine.decision import Seat

S = TypeVar("S")


class Leaf(NamedTuple):
    """A part of a map in words: a title, and lines below it."""

    title: str
    lines: tuple[str, ...]


class Handout(NamedTuple):
    """Components that belong together, in words."""

    title: str
    leaves: tuple[Leaf, ...]


class TurnLabel(NamedTuple):
    """A Turn as people count it: what the game calls it, and its number ("Turn", 3); in a game whose numbers begin again,
    the part in which it has that number ("War IIY").
    """

    word: str
    number: int
    part: str = ""

    @property
    def written(self) -> str:
        """What a player or game master writes for it: "3", "IIY 3"."""
        return f"{self.part.rpartition(' ')[2]} {self.number}".strip()


@dataclass(frozen=True)
class Atlas(Generic[S]):
    """The board in words, as one seat may see it.

    `places(s)` are the ids that can be looked at one by one (none: there is no map), `whole(s, seat)` is the board,
    `place(s, seat, id)` one of them with its neighbours.
    """

    places: Callable[[S], Sequence[str]]
    whole: Callable[[S, Seat], tuple[Leaf, ...]]
    place: Callable[[S, Seat, str], tuple[Leaf, ...]]


def no_map() -> Atlas[Any]:
    """For games without a board."""
    return Atlas(lambda _s: (), lambda _s, _seat: (), lambda _s, _seat, _place: ())


@dataclass(frozen=True)
class CardBook(Generic[S]):
    """The printed cards of a scenario, which everybody may read: never where a card is that some cannot see.

    `names(s)` tells what each can be called, by its id: first how it is listed, then everything else. `card(s, id)` is what
    stands on one of them. `shown(s)` are those that lie open on the table at this moment, before all: of several with one
    name these are meant.
    """

    names: Callable[[S], Mapping[str, tuple[str, ...]]]
    card: Callable[[S, str], tuple[Leaf, ...]]
    shown: Callable[[S], Sequence[str]] = lambda _s: ()


def no_cards() -> CardBook[Any]:
    """For games without cards."""
    return CardBook(lambda _s: {}, lambda _s, _card: ())
