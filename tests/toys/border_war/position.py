"""1 What stands where, who holds what, and who is allied with whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pbem.engine.decision import Json, Seat
from pbem.engine.event import Event
from pbem.engine.game.setup import Setup
from pbem.engine.log.entry import Fixed

SEA = "north_sea"
SHORT = "players"


class Board(Fixed):
    """The printed facts: areas with their places and ways, ports of the sea, names, bands by house, cards, Turns."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        board, scenario = data["board"], data["scenario"]
        self.areas: dict[str, dict[str, Any]] = board["area"]
        self.ways: list[list[str]] = board["ways"]
        self.names: dict[str, str] = board["names"]
        self.cards: list[str] = board["cards"]
        self.bands: dict[Seat, dict[str, str]] = board["bands"]
        self.turns: int = scenario["turns"]
        self.impulses: int = scenario["impulses"]
        self.watches: bool = scenario.get("watches", False)

    def near(self, area: str) -> list[str]:
        """The areas with a way to this one."""
        return [other for way in self.ways if area in way for other in way if other != area]

    def ports(self) -> list[str]:
        """The areas on the sea."""
        return [area for area, facts in self.areas.items() if facts["port"]]


@dataclass
class Band:
    """Some riders of a house."""

    side: Seat
    where: str
    strength: int = 3
    moved: bool = False


@dataclass
class State:
    """The position. `allies` are two houses, or nobody; `aims` are secret no longer once all have chosen."""

    board: Board
    seats: tuple[Seat, ...]
    turn: int = 0
    impulse: int = 0
    done: list[Seat] = field(default_factory=list)
    bands: dict[str, Band] = field(default_factory=dict)
    holders: dict[str, Seat] = field(default_factory=dict)
    hands: dict[Seat, list[str]] = field(default_factory=dict)
    deck: list[str] = field(default_factory=list)
    allies: list[Seat] = field(default_factory=list)
    aims: dict[Seat, str] = field(default_factory=dict)
    points: dict[Seat, int] = field(default_factory=dict)
    watch: list[str] = field(default_factory=list)
    """The bands that keep watch in this impulse."""
    underway: str = ""
    """The band on whose march or voyage its house waits."""
    result: Json = None
    events: list[Event] = field(default_factory=list)


def seats(setup: Setup) -> tuple[Seat, ...]:
    """The houses of a scenario, or the first of them where fewer players were chosen."""
    found = setup.data["scenario"]["seats"]
    return tuple(found[: setup.options.get(SHORT, len(found))])


def new_state(setup: Setup) -> State:
    """Two bands a house."""
    board, houses = Board(setup.data), seats(setup)
    bands = {band: Band(seat, where) for seat in houses for band, where in board.bands[seat].items()}
    held = {band.where: band.side for band in bands.values()}
    return State(board, houses, bands=bands, holders=held, hands={s: [] for s in houses}, points=dict.fromkeys(houses, 0))


def friends(s: State, one: Seat, other: Seat) -> bool:
    """Whether two houses are the same or allied."""
    return one == other or {one, other} == set(s.allies)


def at(s: State, where: str) -> list[str]:
    """The bands in an area."""
    return [name for name, band in s.bands.items() if band.where == where]


def own(s: State, seat: Seat) -> list[str]:
    """The bands of a house."""
    return [name for name, band in s.bands.items() if band.side == seat]
