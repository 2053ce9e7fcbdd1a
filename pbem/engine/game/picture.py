"""The model of a picture of a board: what is where, without how it is drawn. A game fills it for one seat; the code that
draws it knows nothing of the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from pbem.engine.decision import Seat


class GlobePoint(NamedTuple):
    """A place on the globe, in degrees north and east."""

    lat: float
    lon: float


class PlaceShape(StrEnum):
    """How a place is drawn."""

    CITY = "city"
    TOWN = "town"
    FORTRESS = "fortress"
    CROWNED = "crowned"
    VILLAGE = "village"


class Stroke(StrEnum):
    """How a way is drawn."""

    BROAD = "broad"
    PLAIN = "plain"
    DASHED = "dashed"
    BLUE = "blue"
    RED = "red"
    """Dashed, so that nobody needs to tell it by its colour."""


class Ring(StrEnum):
    """The ring around a piece."""

    NONE = "none"
    GOLD = "gold"
    SILVER = "silver"


class Worn(StrEnum):
    """What has been taken from a place."""

    NONE = "none"
    HALF = "half"
    WHOLE = "whole"


class Going(StrEnum):
    """How somebody got from one place to another."""

    LAND = "land"
    SEA = "sea"
    FLIGHT = "flight"


@dataclass(frozen=True, slots=True)
class Party:
    """One of two to five sides: its seat, what it is called, the letter on its pieces.

    Each has a shape by its place among them (the first is drawn round, the second square) and a colour: its own ("#rrggbb"),
    or that of its place.
    """

    seat: Seat
    name: str
    letter: str
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """A short word beside a place; of a side ("": of none)."""

    text: str
    side: Seat = ""


@dataclass(frozen=True, slots=True)
class MapPlace:
    """A place on land. `side` is the one it is for ("": none), `homes` tells whose Seat it is, `waiting` who waits there.

    `notes` are what else is to be said of it. `battle`: one was fought there. A `minor` one is named only where there is
    room, and drawn small where it is nobody's.
    """

    id: str
    name: str
    at: GlobePoint
    shape: PlaceShape
    side: Seat = ""
    worn: Worn = Worn.NONE
    port: bool = False
    homes: tuple[Note, ...] = ()
    waiting: tuple[Note, ...] = ()
    notes: tuple[Note, ...] = ()
    battle: bool = False
    minor: bool = False


@dataclass(frozen=True, slots=True)
class Haven:
    """A box beside the map where pieces can stand: `side` may use it ("": nobody)."""

    id: str
    name: str
    at: GlobePoint
    side: Seat = ""
    note: str = ""
    worn: Worn = Worn.NONE


@dataclass(frozen=True, slots=True)
class Water:
    """A sea, with where its name stands; that of a `minor` one, of many, in smaller letters."""

    id: str
    name: str
    at: GlobePoint
    minor: bool = False


@dataclass(frozen=True, slots=True)
class MapWay:
    """A way between two places or havens, through `bends`; one that is `one_way` leads from the first to the second only."""

    start: str
    end: str
    stroke: Stroke
    bends: tuple[GlobePoint, ...] = ()
    one_way: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """Somebody at a place, haven or sea. `strength` is written on it ("?" where it is hidden)."""

    id: str
    name: str
    side: Seat
    where: str
    strength: str
    ring: Ring = Ring.NONE
    moved: bool = False
    active: bool = False


@dataclass(frozen=True, slots=True)
class Arrow:
    """A movement from one place, haven or sea to another."""

    side: Seat
    start: str
    end: str
    going: Going


@dataclass(frozen=True, slots=True)
class Stander:
    """What stands in a box of the calendar; `side` is whose ("": nobody's)."""

    name: str
    side: Seat = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Period:
    """A box of the calendar: its number, the months, what is printed below, what stands in it."""

    label: str
    months: str
    printed: str = ""
    now: bool = False
    played: bool = True
    standers: tuple[Stander, ...] = ()


@dataclass(frozen=True, slots=True)
class Year:
    """A row of the calendar."""

    name: str
    periods: tuple[Period, ...]


@dataclass(frozen=True, slots=True)
class Track:
    """A scale that ends at `most`; `goal` wins. With a `side` it is that one's own, from 0 on; else it is a balance: its
    `net` is positive for the second party, negative for the first.
    """

    name: str
    net: int
    most: int
    goal: int | None = None
    side: Seat = ""


@dataclass(frozen=True, slots=True)
class Coast:
    """An island or a piece of one: its outline."""

    name: str
    outline: tuple[GlobePoint, ...]


@dataclass(frozen=True, slots=True)
class SignNames:
    """What the signs of a picture are called, for its legend ("": the picture has none)."""

    shapes: tuple[tuple[PlaceShape, str], ...]
    strokes: tuple[tuple[Stroke, str], ...]
    rings: tuple[tuple[Ring, str], ...]
    wears: tuple[tuple[Worn, str], ...]
    goings: tuple[tuple[Going, str], ...]
    piece: str
    home: str
    waiting: str
    moved: str
    active: str
    battle: str
    port: str
    goal: str
    border: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """All that a picture shows. `corners` are the south-west and north-east ends of the map.

    `scenes` are the places, havens and seas where something happened besides movements and battles; `borders` part the land.
    """

    title: str
    subtitle: str
    parties: tuple[Party, ...]
    corners: tuple[GlobePoint, GlobePoint]
    coasts: tuple[Coast, ...]
    waters: tuple[Water, ...]
    places: tuple[MapPlace, ...]
    havens: tuple[Haven, ...]
    ways: tuple[MapWay, ...]
    pieces: tuple[Piece, ...]
    arrows: tuple[Arrow, ...]
    tracks: tuple[Track, ...]
    years: tuple[Year, ...]
    words: SignNames
    scenes: tuple[str, ...] = ()
    borders: tuple[tuple[GlobePoint, ...], ...] = ()

    @property
    def sites(self) -> tuple[MapPlace | Haven | Water, ...]:
        """All that a piece can stand in: places, havens, seas."""
        return (*self.places, *self.havens, *self.waters)
