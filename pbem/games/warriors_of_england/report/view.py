"""What leaves the State. Everything is public but the order of the cup, which is not part of it."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.engine.decision import Seat
from pbem.games.warriors_of_england.components.board import CROWN, Area, NobleId, Side
from pbem.games.warriors_of_england.components.names import names
from pbem.games.warriors_of_england.components.nobles import in_box, is_infirm, side_up
from pbem.games.warriors_of_england.components.state import CUP, DRAWN, OUT, TOWER, State
from pbem.games.warriors_of_england.victory import exiles, held_points


@dataclass(frozen=True)
class NobleView:
    """A Noble for reports. `colour` is R, W or G, of the side that is up; a Noble with a `crown` has no home."""

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
    crown: bool
    at_home: bool
    flipped: bool
    infirm: bool
    disgraced: bool


@dataclass(frozen=True)
class AreaView:
    """An area with the Nobles there. `points`: its VP, or for a Foreign Area the cost of each Noble there."""

    id: Area
    name: str
    points: int
    foreign: bool
    control: Side | None
    aggressor: Side | None
    nobles: tuple[NobleView, ...]
    reconstructed: bool


@dataclass(frozen=True)
class BattleView:
    """7.0 The battle under way: where, its round, the commanders, and the Aggressor's consecutive misses."""

    name: str
    round: int
    aggressor: Side
    commanders: dict[Side, str]
    missed: int

    @property
    def commanders_told(self) -> list[str]:
        """Each commander with the side."""
        return [f"{name} ({side.title()})" for side, name in self.commanders.items()]


@dataclass(frozen=True)
class View:
    """The whole position. `points` and `exiles`: what the turn would bring and cost each side if it ended now."""

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
    drawn: tuple[NobleView, ...]
    cup: int
    points: dict[Side, int]
    exiles: dict[Side, int]
    battle: BattleView | None


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
        _at(s, DRAWN),
        sum(each.at == CUP for each in s.nobles.values()),
        {side: held_points(s, side) for side in Side},
        {side: exiles(s, side) for side in Side},
        battle_view(s),
    )


def battle_view(s: State) -> BattleView | None:
    """The battle under way, if there is one."""
    if s.battle is None:
        return None
    commanders = {side: names(s, noble)[0] for side, noble in s.battle.commander.items()}
    return BattleView(names(s, s.battle.at)[0], s.battle.round, s.battle.aggressor, commanders, s.battle.missed)


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
    home = s.board.nobles[noble].home
    return NobleView(
        noble,
        names(s, noble)[0],
        up.name,
        piece.by,
        up.colour.name[0],
        up.stars,
        up.battle,
        up.leadership,
        piece.troops,
        names(s, home)[0],
        home == CROWN,
        piece.at == home,
        piece.shown.value == "reverse",
        is_infirm(s, noble),
        piece.disgraced,
    )
