"""The model of a picture of a board: what is where, but not how it is drawn. A game fills it for one seat; the code that
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
    """The shape of a place."""

    CITY = "city"
    TOWN = "town"
    FORTRESS = "fortress"
    CROWNED = "crowned"
    VILLAGE = "village"


class Stroke(StrEnum):
    """The kind of line that a way is drawn with."""

    BROAD = "broad"
    PLAIN = "plain"
    DASHED = "dashed"
    BLUE = "blue"
    RED = "red"
    """Dashed, so that it can be recognised without colours."""


class Ring(StrEnum):
    """The ring around a piece."""

    NONE = "none"
    GOLD = "gold"
    SILVER = "silver"


class Worn(StrEnum):
    """How far a place is used up."""

    NONE = "none"
    HALF = "half"
    WHOLE = "whole"


class Going(StrEnum):
    """How a piece got from one place to another."""

    LAND = "land"
    SEA = "sea"
    FLIGHT = "flight"


@dataclass(frozen=True, slots=True)
class Party:
    """One of two to five sides: its seat, its name, the letter on its pieces.

    Its shape follows from its position among the parties (the first is round, the second square). Its colour is its own
    ("#rrggbb"), or that of its position.
    """

    seat: Seat
    name: str
    letter: str
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """A short word beside a place; `side` is whose it is ("": nobody's)."""

    text: str
    side: Seat = ""


@dataclass(frozen=True, slots=True)
class MapPlace:
    """A place on land. `side` is its owner ("": none), `homes` whose Seat it is, `waiting` who waits there.

    `notes` are further remarks. `battle`: one was fought there. A `minor` place is named only where there is room, and drawn
    small if it is nobody's.
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
    """A box beside the map where pieces can be: only `side` may use it ("": anybody)."""

    id: str
    name: str
    at: GlobePoint
    side: Seat = ""
    note: str = ""
    worn: Worn = Worn.NONE


@dataclass(frozen=True, slots=True)
class Water:
    """A sea, with the position of its name; in smaller letters if it is `minor`."""

    id: str
    name: str
    at: GlobePoint
    minor: bool = False


@dataclass(frozen=True, slots=True)
class MapWay:
    """A way between two places or havens, through `bends`; `one_way`: from the first to the second only."""

    start: str
    end: str
    stroke: Stroke
    bends: tuple[GlobePoint, ...] = ()
    one_way: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece at a place, haven or sea. `strength` is written on it ("?": hidden)."""

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
    """A marker in a box of the calendar; `side` is its owner ("": nobody)."""

    name: str
    side: Seat = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Period:
    """A box of the calendar: its number, the months, the text printed below, and its markers."""

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
    """A scale that ends at `most`; `goal` wins. With a `side` it is that side's own, from 0 up. Otherwise it is a balance:
    its `net` is positive for the second party, negative for the first.
    """

    name: str
    net: int
    most: int
    goal: int | None = None
    side: Seat = ""


@dataclass(frozen=True, slots=True)
class Coast:
    """The outline of an island, or of a part of one."""

    name: str
    outline: tuple[GlobePoint, ...]


@dataclass(frozen=True, slots=True)
class SignNames:
    """The names of a picture's symbols for its legend ("": not in the picture)."""

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
    """The content of a picture. `corners` are the south-west and north-east corners of the map.

    `scenes` are the places, havens and seas where something other than movements and battles happened; `borders` divide the
    land.
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
        """Everything that a piece can be in: places, havens, seas."""
        return (*self.places, *self.havens, *self.waters)
