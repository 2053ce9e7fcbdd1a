"""1, 5 Printed facts of the board: Regions, Areas, places, roads and seas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from pbem.engine.log.entry import Fixed
from pbem.games.kingmaker.components.cards import Cards
from pbem.games.kingmaker.components.chart import chart_of
from pbem.games.kingmaker.components.ids import (
    ABOARD,
    AT_SEA,
    FIELD,
    Area,
    Kind,
    Place,
    Region,
    Sea,
    Spot,
    Water,
    at_sea,
    harbour,
    place_in,
    port_of,
    sea_of,
)

MAINLAND = "mainland"


@dataclass(frozen=True)
class Location:
    """1.6 A place: its Area, kind and position, the sea Area that its port opens on, and whether it has a cathedral."""

    name: str
    area: Area
    kind: Kind
    lat: float
    lon: float
    port: Sea | None
    cathedral: bool

    @property
    def fortified(self) -> bool:
        """1.6 Whether the place is fortified: every kind but an unfortified town, which is part of the open field."""
        return self.kind is not Kind.UNFORTIFIED


@dataclass(frozen=True)
class Stop:
    """5.3 A node of the road net: its Area, and the place on the road there, if any."""

    area: Area
    place: Place | None


class Board(Fixed):
    """The map, and the printed facts of cards and pieces."""

    def __init__(self, files: Mapping[str, Any]) -> None:
        board = files["map"]
        self.cards = Cards(files)
        self.chart = chart_of(files)
        kinds = {Kind(each["location_type"]): each for each in board["terrain"]}
        self.garrison: dict[Kind, int] = {kind: each["garrison"] for kind, each in kinds.items()}
        self.capacity: dict[Kind, int] = {kind: each["capacity"] for kind, each in kinds.items()}
        self.plague: dict[Kind, bool] = {kind: each["plague"] for kind, each in kinds.items()}
        self.beside = {Region(each["id"]): tuple(map(Region, each["adjacent"])) for each in board["region"]}
        self.mainland = {Region(each["id"]): each["kind"] == MAINLAND for each in board["region"]}
        self.region = {Area(each["id"]): Region(each["region"]) for each in board["area"]}
        self.near = {
            region: [area for area, of in self.region.items() if of in (region, *beside)]
            for region, beside in self.beside.items()
        }
        self.places = {Place(each["id"]): _location(each) for each in board["location"]}
        self.within: dict[Area, list[Place]] = {area: [] for area in self.region}
        for place, facts in self.places.items():
            self.within[facts.area].append(place)
        self.seas = {Sea(each["id"]): tuple(map(Sea, each["adjacent"])) for each in board["sea_area"]}
        self.ports = [place for place, facts in self.places.items() if facts.port is not None]
        named = [board[kind] for kind in ("region", "area", "location", "sea_area")]
        self.names: dict[str, str] = {each["id"]: each["name"] for entries in named for each in entries} | self.cards.names()
        self.stops = {each["id"]: _stop(each) for each in board["road_node"]}
        self.stops_in: dict[Area, list[str]] = {area: [] for area in self.region}
        for stop, node in self.stops.items():
            self.stops_in[node.area].append(stop)
        self.roads: dict[str, list[str]] = {stop: [] for stop in self.stops}
        for road in board["road"]:
            self._join(road["nodes"])

    def _join(self, stops: list[str]) -> None:
        for one, other in pairwise(stops):
            self.roads[one].append(other)
            self.roads[other].append(one)

    def area(self, spot: Spot) -> Area | None:
        """The Area of a spot on land; None for any other string."""
        place = place_in(spot)
        if place is not None:
            return self.places[place].area if place in self.places else None
        area = Area(spot.removeprefix(FIELD))
        return area if spot.startswith(FIELD) and area in self.region else None

    def is_spot(self, spot: Spot) -> bool:
        """1.5 Whether a string is a spot on land: an open field, or the inside of a fortified place."""
        place = place_in(spot)
        if place is not None:
            return place in self.places and self.places[place].fortified
        return spot.startswith(FIELD) and spot.removeprefix(FIELD) in self.region

    def overseas(self, spot: Spot) -> bool:
        """4.2 Whether a spot is at sea, on an island or in Calais: not on the mainland."""
        area = None if spot.startswith(ABOARD) else self.area(spot)
        return area is None or not self.mainland[self.region[area]]

    def landmass(self, place: Place) -> Region | None:
        """1 (l. 85) The island or Calais that a place lies on; None for the mainland."""
        region = self.region[self.places[place].area]
        return None if self.mainland[region] else region

    def fortified(self, area: Area) -> list[Place]:
        """1.6 The fortified places of an Area."""
        return [place for place in self.within[area] if self.places[place].fortified]

    def next_waters(self, water: Water) -> list[Water]:
        """5.4 Where a ship can go for one movement point: from a port to its own sea Area, from there to the next, or into a
        port.
        """
        place = harbour(water)
        if place is not None:
            sea = self.places[place].port
            return [] if sea is None else [at_sea(sea)]
        sea = sea_of(water)
        if sea is None or sea not in self.seas:
            return []
        ports = [port_of(each) for each in self.ports if self.places[each].port == sea]
        return [*map(at_sea, self.seas[sea]), *ports]

    def named(self, water: Water) -> bool:
        """5.4 Whether a port or sea Area exists."""
        place = harbour(water)
        if place is not None:
            return place in self.places and self.places[place].port is not None
        return water.startswith(AT_SEA) and sea_of(water) in self.seas

    def distances(self, start: Water, most: int) -> dict[Water, int]:
        """5.4 The fewest movement points to each port and sea Area, up to `most`; the start costs a round trip (Ruling:
        R26).
        """
        distances: dict[Water, int] = {}
        edge = [start]
        for points in range(1, most + 1):
            edge = list(
                dict.fromkeys(each for water in edge for each in self._onward(water, start) if each not in distances)
            )
            distances.update(dict.fromkeys(edge, points))
        return distances

    def route(self, start: Water, goal: Water, most: int) -> tuple[Water, ...]:
        """5.4 A shortest route of a ship to a port or sea Area, without its start; empty if it is farther than `most`."""
        ways: dict[Water, tuple[Water, ...]] = {}
        edge: dict[Water, tuple[Water, ...]] = {start: ()}
        for _ in range(most):
            onward = [(each, (*way, each)) for water, way in edge.items() for each in self._onward(water, start)]
            edge = {}
            for water, way in onward:
                if water not in ways:
                    ways[water] = edge[water] = way
        return ways.get(goal, ())

    def _onward(self, water: Water, start: Water) -> Iterable[Water]:
        return self.next_waters(water) if harbour(water) is None or water == start else ()


def _location(facts: Mapping[str, Any]) -> Location:
    port = Sea(facts["port_sea"]) if "port_sea" in facts else None
    kind, cathedral = Kind(facts["type"]), facts.get("cathedral", False)
    return Location(facts["name"], Area(facts["area"]), kind, facts["lat"], facts["lon"], port, cathedral)


def _stop(facts: Mapping[str, Any]) -> Stop:
    return Stop(Area(facts["area"]), Place(facts["location"]) if "location" in facts else None)
