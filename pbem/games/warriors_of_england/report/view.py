"""What leaves the State: nothing is hidden but the order of the cup, which is no part of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pbem.engine.decision import Seat
from pbem.games.warriors_of_england.components.board import Area, NobleId, Side
from pbem.games.warriors_of_england.components.names import names
from pbem.games.warriors_of_england.components.nobles import in_box, is_infirm, side_up
from pbem.games.warriors_of_england.components.state import CUP, OUT, TOWER, State
from pbem.games.warriors_of_england.victory import exiles, held_points


@dataclass(frozen=True)
class NobleView:
    """A Noble as reports tell them."""

    id: NobleId
    name: str
    full: str
    side: Side | None
    colour: str
    stars: int
    battle: int
    leadership: int
    troops: int
    home: str
    flipped: bool
    infirm: bool
    disgraced: bool


@dataclass(frozen=True)
class AreaView:
    """An area with who stands there. `points` are what it is worth, for a Foreign Area what each Noble there costs."""

    id: Area
    name: str
    points: int
    foreign: bool
    control: Side | None
    aggressor: Side | None
    nobles: tuple[NobleView, ...]
    reconstructed: bool


@dataclass(frozen=True)
class View:
    """The whole position. `points` and `exiles` are what the turn would bring and cost each side now."""

    seat: Seat
    turn: int
    turns: int
    phase: str
    vp: int
    winning: int
    initiative: Side | None
    value: int
    impulses: dict[Side, int]
    plays: dict[Side, int]
    areas: tuple[AreaView, ...]
    boxes: dict[Side, tuple[NobleView, ...]]
    tower: tuple[NobleView, ...]
    dead: tuple[NobleView, ...]
    cup: int
    points: dict[Side, int]
    exiles: dict[Side, int]
    battle: Any


def view(s: State, seat: Seat) -> View:
    """The position, which both sides may see."""
    areas = tuple(area_view(s, area) for area in s.board.areas)
    return View(
        seat,
        s.turn,
        s.board.turns,
        s.phase,
        s.vp,
        s.board.winning,
        s.initiative,
        s.value,
        dict(s.impulses),
        dict(s.plays),
        areas,
        {side: tuple(noble_view(s, noble) for noble in in_box(s, side)) for side in Side},
        _at(s, TOWER),
        _at(s, OUT),
        sum(each.at == CUP for each in s.nobles.values()),
        {side: held_points(s, side) for side in Side},
        {side: exiles(s, side) for side in Side},
        s.battle,
    )


def area_view(s: State, area: Area) -> AreaView:
    """One area."""
    place = s.board.areas[area]
    holder = place.faction or s.control.get(area)
    nobles = _at(s, area)
    foreign = area in s.board.foreign
    return AreaView(area, place.name, place.points, foreign, holder, s.aggressor.get(area), nobles, place.reconstructed)


def _at(s: State, where: str) -> tuple[NobleView, ...]:
    return tuple(noble_view(s, noble) for noble, each in s.nobles.items() if each.at == where)


def noble_view(s: State, noble: NobleId) -> NobleView:
    """One Noble."""
    piece, up = s.nobles[noble], side_up(s, noble)
    home = names(s, s.board.nobles[noble].home)[0]
    return NobleView(
        noble,
        names(s, noble)[0],
        up.name,
        piece.by,
        up.colour.value,
        up.stars,
        up.battle,
        up.leadership,
        piece.troops,
        home,
        piece.shown.value == "reverse",
        is_infirm(s, noble),
        piece.disgraced,
    )
