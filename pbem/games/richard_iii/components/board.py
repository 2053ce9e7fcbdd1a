"""2.0, 3.0 Printed facts: areas and borders, seas, blocks, cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NewType

from pbem.engine.game.picture import Coast, GlobePoint, Water
from pbem.engine.log.entry import Fixed

Area = NewType("Area", str)
BlockId = NewType("BlockId", str)
Zone = NewType("Zone", str)
CardId = NewType("CardId", str)
NOWHERE, NOBODY = Area(""), BlockId("")
PRETENDER = "pretender"
"""The name of the Rebel's side in the file."""
REBEL = BlockId("rebel")


class Side(StrEnum):
    """The two houses."""

    LANCASTER = "lancaster"
    YORK = "york"

    @property
    def enemy(self) -> Side:
        """The other house."""
        return Side.YORK if self is Side.LANCASTER else Side.LANCASTER


class Kind(StrEnum):
    """3.2 The kind of a block."""

    HEIR = "heir"
    NOBLE = "noble"
    CHURCH = "church"
    LEVY = "levy"
    BOMBARD = "bombard"
    MERCENARY = "mercenary"
    REBEL = "rebel"


class Fate(StrEnum):
    """6.8 Where a block goes when it is eliminated."""

    REMOVED = "removed"
    POOL = "pool_face_down"
    HOME = "home_face_down"
    PRETENDER = "pretender_pool_face_down"


class Colour(StrEnum):
    """5.21 The colour of a border."""

    YELLOW = "yellow"
    BLUE = "blue"
    RED = "red"


@dataclass(frozen=True)
class Place:
    """2.1-2.8 An area. `coast`: its seas; `exile`: the side whose exile it is; `limit`: how many blocks it feeds."""

    name: str
    coast: tuple[Zone, ...]
    port: bool
    city: str
    cathedral: str
    crown: bool
    exile: Side | None
    wales: bool
    limit: int
    locals_free: bool
    at: GlobePoint


@dataclass(frozen=True)
class Shield:
    """2.2 A coat of arms. `side` is None if nobles of both sides use it."""

    name: str
    areas: tuple[Area, ...]
    side: Side | None


@dataclass(frozen=True)
class Border:
    """5.21 The colour of a border, and how many blocks of a player may cross it."""

    colour: Colour
    limit: int


@dataclass(frozen=True)
class Facts:
    """3.1 The printed facts of a block. `side` is None for the Rebel; `homes` are the areas of its shields, cathedral or
    city, or its home area.
    """

    name: str
    title: str
    side: Side | None
    kind: Kind
    rank: int
    strength: int
    initiative: str
    firepower: int
    loyalty: int
    is_neville: bool
    shields: tuple[str, ...]
    homes: tuple[Area, ...]
    twin: BlockId
    start: str
    sails: bool
    fate: Fate


@dataclass(frozen=True)
class Card:
    """5.1 A kind of card, and the number of copies."""

    name: str
    ap: int
    is_event: bool
    count: int


class Board(Fixed):
    """The map, all blocks, and the deck."""

    def __init__(self, files: Mapping[str, Any]) -> None:
        board, blocks, cards = files["map"], files["blocks"], files["cards"]
        self.areas: dict[Area, Place] = {Area(each["id"]): _place(each, board["supply_class"]) for each in board["area"]}
        self.zones: dict[Zone, str] = {Zone(each["id"]): each["name"] for each in board["sea_zone"]}
        self.borders: dict[Area, dict[Area, Border]] = {area: {} for area in self.areas}
        for each in board["border"]:
            one, other = Area(each["a"]), Area(each["b"])
            self.borders[one][other] = self.borders[other][one] = Border(Colour(each["color"]), each["limit"])
        self.blocks: dict[BlockId, Facts] = {BlockId(each["id"]): _block(each) for each in blocks["block"]}
        self.cards: dict[CardId, Card] = {
            CardId(each["id"]): Card(each["name"], each["ap"], kind == "event_card", each["count"])
            for kind in ("action_card", "event_card")
            for each in cards[kind]
        }
        self.shields: tuple[Shield, ...] = tuple(_shield(each, self.blocks) for each in board["shield"])
        coast = files["coast"]
        self.corners: tuple[GlobePoint, GlobePoint] = GlobePoint(*coast["south_west"]), GlobePoint(*coast["north_east"])
        self.coasts = tuple(Coast(each["name"], tuple(GlobePoint(*at) for at in each["outline"])) for each in coast["coast"])
        self.waters = tuple(
            Water(each["id"], each["name"], GlobePoint(each["lat"], each["lon"])) for each in board["sea_zone"]
        )
        self.hand: int = cards["meta"]["hand_size"]
        self.mulligan: int = cards["meta"]["mulligan_max_ap"]

    def exiles(self, side: Side) -> list[Area]:
        """2.7 The exile areas of a side."""
        return [area for area, place in self.areas.items() if place.exile is side]

    def deck(self) -> tuple[str, ...]:
        """5.1 All cards, with a number to distinguish copies."""
        return tuple(f"{card}.{number}" for card, facts in self.cards.items() for number in range(1, facts.count + 1))

    def seas_between(self, one: Area, other: Area) -> list[Zone]:
        """2.81 The seas that touch both areas."""
        return [zone for zone in self.areas[one].coast if zone in self.areas[other].coast]


def _place(each: Mapping[str, Any], classes: Mapping[str, Mapping[str, Any]]) -> Place:
    supply = classes[each["supply_class"]]
    return Place(
        name=each["name"],
        coast=tuple(map(Zone, each["coast"])),
        port=each["major_port"],
        city=each["city"],
        cathedral=each["cathedral"],
        crown=each["crown"],
        exile=Side(each["exile"]) if each["exile"] else None,
        wales=each["wales"],
        limit=supply["limit"],
        locals_free=supply["local_mercenaries_free"],
        at=GlobePoint(each["lat"], each["lon"]),
    )


def _shield(each: Mapping[str, Any], blocks: Mapping[BlockId, Facts]) -> Shield:
    sides = {blocks[BlockId(block)].side for block in each["blocks"]}
    return Shield(each["id"].title(), tuple(map(Area, each["areas"])), sides.pop() if len(sides) == 1 else None)


def _block(each: Mapping[str, Any]) -> Facts:
    return Facts(
        name=each["name"],
        title=each["title"],
        side=None if each["side"] == PRETENDER else Side(each["side"]),
        kind=Kind(each["kind"]),
        rank=each.get("heir_rank", 0),
        strength=each["max_strength"],
        initiative=each["initiative"],
        firepower=each["firepower"],
        loyalty=each["loyalty"],
        is_neville=each["loyalty_mark"] == "neville",
        shields=tuple(each.get("shields", ())),
        homes=tuple(map(Area, each["homes"])),
        twin=BlockId(each.get("twin", "")),
        start=each["start"],
        sails=each["sea_move"],
        fate=Fate(each["on_elimination"]),
    )
