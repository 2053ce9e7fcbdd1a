"""Where Nobles are, their ratings, and how they leave the map."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.engine.event import tell
from pbem.games.warriors_of_england.components.board import HENRY_VI, LONDON, ROYAL, Area, Colour, CounterSide, NobleId, Side
from pbem.games.warriors_of_england.components.state import OUT, TOWER, Shown, State, covert


def side_up(s: State, noble: NobleId) -> CounterSide:
    """2.2.1 The side of a Noble's counter that is up."""
    counter = s.board.nobles[noble]
    return counter.face if s.nobles[noble].shown is Shown.FACE else counter.reverse


def stars(s: State, noble: NobleId) -> int:
    """2.2.1 His rank."""
    return side_up(s, noble).stars


def is_infirm(s: State, noble: NobleId) -> bool:
    """14.0 Whether this Noble is Henry VI and infirm."""
    return noble == HENRY_VI and s.nobles[noble].shown is Shown.REVERSE


def useful_stars(s: State, noble: NobleId) -> int:
    """14.0 His rank for his own intrigue, control, Levy and London: 0 while Henry VI is infirm."""
    return 0 if is_infirm(s, noble) else stars(s, noble)


def at(s: State, area: Area, side: Side) -> list[NobleId]:
    """A side's Nobles in an area."""
    return [noble for noble, each in s.nobles.items() if each.at == area and each.by is side]


def in_box(s: State, side: Side) -> list[NobleId]:
    """2.1 The Nobles in a side's Covert Box."""
    return [noble for noble, each in s.nobles.items() if each.at == covert(side)]


def of_side(s: State, side: Side) -> list[NobleId]:
    """A side's Nobles on the map."""
    return [noble for noble, each in s.nobles.items() if each.by is side and each.at in s.board.areas]


def strength(s: State, nobles: Iterable[NobleId]) -> int:
    """2.2.2 The number of Nobles and of their Troops."""
    return sum(1 + s.nobles[noble].troops for noble in nobles)


def room(s: State, noble: NobleId) -> int:
    """2.2.2 How many more Troops a Noble can lead."""
    return s.board.per_star * stars(s, noble) - s.nobles[noble].troops


def is_mixed(s: State, area: Area) -> bool:
    """7.0 Whether Nobles of both sides are in an area."""
    return all(at(s, area, side) for side in Side)


def highest(s: State, nobles: Iterable[NobleId]) -> list[NobleId]:
    """7.1 The Nobles of the highest rank."""
    ranks = {noble: stars(s, noble) for noble in nobles}
    most = max(ranks.values(), default=0)
    return [noble for noble, rank in ranks.items() if rank == most]


def box_for(s: State, noble: NobleId, other: Side) -> Side:
    """7.5.5, 10.0 The side whose Covert Box a Noble goes to, by the colour he shows; for a green one, `other`."""
    colour = side_up(s, noble).colour
    return other if colour is Colour.GREEN else Side(colour.value)


# Leaving the map


def to_box(s: State, noble: NobleId, side: Side) -> None:
    """Moves a Noble to a side's Covert Box, without Troops."""
    _leaves(s, noble, covert(side), side)


def to_tower(s: State, noble: NobleId) -> None:
    """7.5.6, 14.0 Moves a Noble to the Tower Box; Henry VI becomes infirm."""
    _leaves(s, noble, TOWER, None)
    if noble == HENRY_VI:
        s.nobles[noble].shown = Shown.REVERSE


def to_area(s: State, noble: NobleId, area: Area, side: Side, troops: int) -> None:
    """Moves a Noble to an area of the map, with this number of Troops."""
    _leaves(s, noble, area, side)
    s.nobles[noble].troops = troops


def dies(s: State, noble: NobleId, side: Side) -> None:
    """7.5.5, 10.0 A Noble is flipped and goes to the Covert Box of his colour (a green one: of `side`). If he is flipped
    already, or Henry VI, he is out of the game.
    """
    if noble == HENRY_VI or s.nobles[noble].shown is Shown.REVERSE:
        _leaves(s, noble, OUT, None)
        return
    s.nobles[noble].shown = Shown.REVERSE
    to_box(s, noble, box_for(s, noble, side))


def _leaves(s: State, noble: NobleId, where: Area, side: Side | None) -> None:
    piece = s.nobles[noble]
    piece.at, piece.by, piece.troops, piece.disgraced = where, side, 0, False


def check_london(s: State) -> None:
    """8.0.8 A side without a 3-star Noble in London loses it at once; an infirm Henry VI does not count."""
    holder = s.control.get(LONDON)
    if holder is not None and not any(useful_stars(s, noble) >= ROYAL for noble in at(s, LONDON, holder)):
        del s.control[LONDON]
        tell(s, "8.0.8", "london_lost", side=holder)
