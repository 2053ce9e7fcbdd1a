"""2.1, 2.2 Printed facts: areas and borders, and both sides of each Noble's counter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NewType

from pbem.engine.game.picture import Coast, GlobePoint
from pbem.engine.log.entry import Fixed

Area = NewType("Area", str)
NobleId = NewType("NobleId", str)
LONDON, HENRY_VI, CROWN, NOWHERE = Area("london"), NobleId("henry_vi"), Area("crown"), Area("")
ROYAL = 3
"""2.2.1 The number of stars of a royal heir."""


class Side(StrEnum):
    """The two factions."""

    LANCASTER = "lancaster"
    YORK = "york"

    @property
    def enemy(self) -> Side:
        """The other faction."""
        return Side.YORK if self is Side.LANCASTER else Side.LANCASTER


class Colour(StrEnum):
    """2.2.1 The colour of a counter's side: red, white or green."""

    RED = "lancaster"
    WHITE = "york"
    GREEN = "neutral"


class Border(StrEnum):
    """6.1 The kind of border between two areas."""

    CLEAR = "clear"
    OBSTRUCTED = "obstructed"
    SEA = "sea"

    @property
    def limit(self) -> int:
        """6.1 How many Nobles may cross in one campaign."""
        return 2 if self is Border.CLEAR else 1


@dataclass(frozen=True)
class Place:
    """2.1 A region, or with a `faction` a Foreign Area. `points` are its VP; for a Foreign Area, the cost of each Noble
    there.
    """

    name: str
    abbr: str
    points: int
    at: GlobePoint
    faction: Side | None
    levies: bool
    royal: bool
    reconstructed: bool


@dataclass(frozen=True)
class CounterSide:
    """2.2.1 One side of a counter."""

    name: str
    title: str
    colour: Colour
    stars: int
    battle: int
    leadership: int


@dataclass(frozen=True)
class Counter:
    """2.2.1 A Noble's counter: both sides, his home (CROWN: none), and where he starts, if he is part of the set-up."""

    face: CounterSide
    reverse: CounterSide
    home: Area
    setup: Mapping[str, Any] | None
    reconstructed: bool


class Board(Fixed):
    """The map, and all Nobles."""

    def __init__(self, files: Mapping[str, Any]) -> None:
        board, nobles = files["map"], files["nobles"]
        self.turns: int = board["meta"]["turns"]
        self.winning: int = board["meta"]["auto_victory"]
        self.per_star: int = nobles["meta"]["max_troops_per_star"]
        self.draft: Mapping[str, Any] = nobles["meta"]["setup_draft"]
        self.regions: dict[Area, Place] = {Area(each["id"]): _region(each) for each in board["region"]}
        self.foreign: dict[Area, Place] = {Area(each["id"]): _foreign(each) for each in board["foreign"]}
        self.areas: dict[Area, Place] = self.regions | self.foreign
        self.borders: dict[Area, dict[Area, Border]] = {area: {} for area in self.areas}
        for each in board["border"]:
            one, other = Area(each["a"]), Area(each["b"])
            self.borders[one][other] = self.borders[other][one] = Border(each["kind"])
        self.corners: tuple[GlobePoint, GlobePoint] = (
            GlobePoint(*files["coast"]["south_west"]),
            GlobePoint(*files["coast"]["north_east"]),
        )
        self.coasts = tuple(_coast(each) for each in files["coast"]["coast"])
        self.boxes: dict[Side, GlobePoint] = {
            Side(side): GlobePoint(*spot) for side, spot in files["coast"].get("covert_boxes", {}).items()
        }
        self.nobles: dict[NobleId, Counter] = {NobleId(each["id"]): _counter(each) for each in nobles["noble"]}

    def abroad(self, side: Side) -> list[Area]:
        """2.1 The Friendly Foreign Areas of a faction."""
        return [area for area, facts in self.foreign.items() if facts.faction is side]

    def worth(self, areas: Iterable[Area]) -> int:
        """12.0 The total VP of regions."""
        return sum(self.regions[area].points for area in areas)


def _coast(facts: Mapping[str, Any]) -> Coast:
    return Coast(facts["name"], tuple(GlobePoint(*point) for point in facts["outline"]))


def _region(facts: Mapping[str, Any]) -> Place:
    spot = GlobePoint(facts["lat"], facts["lon"])
    royal = facts["three_star_only"]
    return Place(facts["name"], facts["abbr"], facts["vp"], spot, None, facts["levy"], royal, facts["reconstructed"])


def _foreign(facts: Mapping[str, Any]) -> Place:
    spot = GlobePoint(facts["lat"], facts["lon"])
    faction = Side(facts["faction"])
    return Place(facts["name"], "", facts["penalty"], spot, faction, facts["levy"], False, facts["reconstructed"])


def _counter(facts: Mapping[str, Any]) -> Counter:
    face, reverse = _side(facts), _side({**facts, **facts["reverse"]})
    return Counter(face, reverse, Area(facts["home"]), facts.get("setup"), facts["reconstructed"])


def _side(facts: Mapping[str, Any]) -> CounterSide:
    colour = Colour(facts["faction"])
    return CounterSide(facts["name"], facts["title"], colour, facts["stars"], facts["battle"], facts["leadership"])
