"""1.3 The game board: Locales, Ways, Seas, Areas, Stronghold kinds and Calendar boxes, read from the data files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NewType

from pbem.engine.log.entry import Fixed

Locale = NewType("Locale", str)
Sea = NewType("Sea", str)
Unit = NewType("Unit", str)
Vassal = NewType("Vassal", str)

LONDON = Locale("london")
YORK_CITY = Locale("york")
CARLISLE = Locale("carlisle")
EXETER = Locale("exeter")
FRANCE = Locale("france")
IRELAND = Locale("ireland")
ENGLISH_CHANNEL = Sea("english_channel")
IRISH_SEA = Sea("irish_sea")
NORTH, SOUTH, WALES = "north", "south", "wales"
LAST_BOX = 15


class StrongholdKind(StrEnum):
    """What a Locale is (1.3.1): a type of Stronghold, one of the Special Strongholds, or an Exile box."""

    CITY = "city"
    TOWN = "town"
    FORTRESS = "fortress"
    LONDON = "london"
    CALAIS = "calais"
    HARLECH = "harlech"
    EXILE_BOX = "exile_box"


ORDINARY = (StrongholdKind.CITY, StrongholdKind.TOWN, StrongholdKind.FORTRESS)
SPECIAL = (StrongholdKind.LONDON, StrongholdKind.CALAIS, StrongholdKind.HARLECH)


class Way(StrEnum):
    """The three types of Ways (1.3.1)."""

    HIGHWAY = "highway"
    ROAD = "road"
    PATH = "path"


@dataclass(frozen=True, slots=True)
class LocaleFacts:
    """A Locale as printed. `sea` is the Sea of its anchor; for an Exile box, the Sea its arrow points to."""

    id: Locale
    name: str
    kind: StrongholdKind
    area: str | None
    sea: Sea | None
    vassal_seats: tuple[Vassal, ...]

    @property
    def stronghold(self) -> bool:
        """1.3.1 Exile boxes are Locales but not Strongholds."""
        return self.kind is not StrongholdKind.EXILE_BOX

    @property
    def port(self) -> bool:
        """1.3.1 Strongholds with an anchor are Ports; Exile boxes are not."""
        return self.stronghold and self.sea is not None


@dataclass(frozen=True, slots=True)
class SeaFacts:
    """A Sea: its Ports, the Exile boxes that open on it, and the Seas a Lord can Sail to from it."""

    id: Sea
    name: str
    ports: tuple[Locale, ...]
    exile_boxes: tuple[Locale, ...]
    adjacent: tuple[Sea, ...]


@dataclass(frozen=True, slots=True)
class StrongholdRow:
    """A row of the Strongholds table: the yields of a kind of Stronghold."""

    kind: StrongholdKind
    levy_troops: Mapping[Unit, int]
    supply: int
    tax: int
    pillage_provender: int
    pillage_coin: int
    tides_points: int


@dataclass(frozen=True, slots=True)
class CalendarBox:
    """A box of the Calendar (1.3.2)."""

    number: int
    months: tuple[str, ...]
    plan_cards: int
    grow: bool
    waste: bool
    gain_lords_influence: bool


@dataclass(frozen=True)
class Board(Fixed):
    """The printed board.

    `ways` are those that a March may take (from Scotland out only); `adjacent` has both directions (ruling R31). Both map a
    Locale to its neighbours with the type of the Way.
    """

    locales: Mapping[Locale, LocaleFacts]
    seas: Mapping[Sea, SeaFacts]
    ways: Mapping[Locale, Mapping[Locale, Way]]
    adjacent: Mapping[Locale, Mapping[Locale, Way]]
    areas: Mapping[str, tuple[Locale, ...]]
    strongholds: Mapping[StrongholdKind, StrongholdRow]
    calendar: Mapping[int, CalendarBox]

    def row(self, locale: Locale) -> StrongholdRow:
        """The Strongholds table for a Stronghold."""
        return self.strongholds[self.locales[locale].kind]


def open_board(data: Mapping[str, Any]) -> Board:
    """1.3.1, 1.3.2 The Board from the parsed files map, strongholds and calendar."""
    rows = [row for row in data["map"]["locale"] if row["kind"] != "sea"]
    ways, adjacent = _links(data["map"], [Locale(row["id"]) for row in rows])
    lists = ("ports", "exile_boxes", "adjacent")
    seas = [SeaFacts(row["id"], row["name"], *(tuple(row[k]) for k in lists)) for row in data["map"]["sea"]]
    return Board(
        locales={row["id"]: _locale(row) for row in rows},
        seas={sea.id: sea for sea in seas},
        ways=ways,
        adjacent=adjacent,
        areas={row["id"]: tuple(row["strongholds"]) for row in data["map"]["area"]},
        strongholds={StrongholdKind(row["kind"]): _stronghold(row) for row in data["strongholds"]["stronghold"]},
        calendar={row["number"]: _box(row) for row in data["calendar"]["box"]},
    )


Links = dict[Locale, dict[Locale, Way]]


def _links(data: Mapping[str, Any], locales: list[Locale]) -> tuple[Links, Links]:
    """The Ways for Marches, and those for adjacency."""
    ways: Links = {locale: {} for locale in locales}
    adjacent: Links = {locale: {} for locale in locales}
    for one, other, kind in data["ways"]:
        for links in (ways, adjacent):
            links[one][other] = links[other][one] = Way(kind)
    for start, end in data["one_way_paths"]:
        ways[start][end] = adjacent[start][end] = adjacent[end][start] = Way.PATH
    return ways, adjacent


def _locale(row: Mapping[str, Any]) -> LocaleFacts:
    sea = row.get("exit_sea", row["port_sea"])
    area = row["area"]
    seats = tuple(row["vassal_seats"])
    kind = StrongholdKind(row["kind"])
    return LocaleFacts(row["id"], row["name"], kind, _or_none(area), _or_none(sea), seats)


def _or_none(value: Any) -> Any:
    return None if value == "none" else value


def _stronghold(row: Mapping[str, Any]) -> StrongholdRow:
    yields = (row[k] for k in ("supply", "tax", "pillage_provender", "pillage_coin", "tides_points"))
    return StrongholdRow(StrongholdKind(row["kind"]), dict(row["levy_troops"]), *yields)


def _box(row: Mapping[str, Any]) -> CalendarBox:
    flags = (row[k] for k in ("plan_cards", "grow", "waste", "gain_lords_influence"))
    return CalendarBox(row["number"], tuple(row["months"]), *flags)
