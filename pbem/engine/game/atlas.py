"""What a game gives for questions about it: its map in words, its cards as printed, and the labels of its Turns."""

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
    """A Turn as people count it: the game's word for it, and its number ("Turn", 3). If numbers start again, the part of the
    game that it belongs to ("War IIY").
    """

    word: str
    number: int
    part: str = ""

    @property
    def written(self) -> str:
        """What people type for it: "3", "IIY 3"."""
        return f"{self.part.rpartition(' ')[2]} {self.number}".strip()


@dataclass(frozen=True)
class Atlas(Generic[S]):
    """The board in words, as one seat may see it.

    `places(s)` are the ids that can be looked at singly (none: there is no map), `whole(s, seat)` is the whole board,
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
    """The printed cards of a scenario, which everybody may read; never where a hidden card is.

    `names(s)` gives the names of each card by its id: first the listed one, then alternatives. `card(s, id)` is its printed
    text. `shown(s)` are the cards that lie open now; if several have one name, these are meant.
    """

    names: Callable[[S], Mapping[str, tuple[str, ...]]]
    card: Callable[[S, str], tuple[Leaf, ...]]
    shown: Callable[[S], Sequence[str]] = lambda _s: ()


def no_cards() -> CardBook[Any]:
    """For games without cards."""
    return CardBook(lambda _s: {}, lambda _s, _card: ())
