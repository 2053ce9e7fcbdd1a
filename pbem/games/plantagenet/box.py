"""What lies in the box: the printed facts of Lords, units, cards and Vassals, read from the data files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NewType

from pbem.engine.entry import Fixed

Lord = NewType("Lord", str)
Card = NewType("Card", str)
Vassal = NewType("Vassal", str)
Unit = NewType("Unit", str)

RETINUE = Unit("retinue")
VASSAL = Unit("vassal")
MEN_AT_ARMS = Unit("men_at_arms")
LONGBOWMEN = Unit("longbowmen")
MILITIA = Unit("militia")

# Hooks of cards.toml that take effect in a Battle whatever the place.
ANY_BATTLE = frozenset({"battle_round_1", "melee_hits", "engagements", "protection", "valour", "special_vassal"})


class Side(StrEnum):
    """The two sides; their names are also the seats."""

    YORK = "york"
    LANCASTER = "lancaster"

    @property
    def enemy(self) -> Side:
        """The other side."""
        return Side.LANCASTER if self is Side.YORK else Side.YORK


class Strike(StrEnum):
    """The two steps of a Strike (4.4.2)."""

    MISSILES = "missiles"
    MELEE = "melee"


@dataclass(frozen=True, slots=True)
class LordCard:
    """A Lord card (1.5.1-1.5.2). `forces` are the starting Forces, one Retinue included."""

    id: Lord
    name: str
    side: Side
    badge: str
    rank: str
    influence: int
    lordship: int
    command: int
    valour: int
    forces: Mapping[Unit, int]


@dataclass(frozen=True, slots=True)
class UnitType:
    """A row of the Forces table. `half_hits` are in halves of a Hit; a roll of 1 to `protection` absorbs a Hit."""

    id: Unit
    name: str
    troop: bool
    half_hits: Mapping[Strike, int]
    protection: int
    armoured: bool


@dataclass(frozen=True, slots=True)
class ArtsOfWarCard:
    """The Capability half of an Arts of War card (1.9.1).

    `badges` are printed; `lords` are those who may have it by badge and text, None when any Lord of the side may.
    `in_any_battle` tells the cards that work in a Battle wherever it is fought.
    """

    id: Card
    side: Side
    title: str
    effect: str
    notes: tuple[str, ...]
    badges: frozenset[str]
    lords: frozenset[Lord] | None
    in_any_battle: bool


@dataclass(frozen=True)
class Box(Fixed):
    """All printed facts, by id."""

    lords: Mapping[Lord, LordCard]
    units: Mapping[Unit, UnitType]
    cards: Mapping[Card, ArtsOfWarCard]
    vassals: Mapping[Vassal, str]
    special_vassals: Mapping[Card, Vassal]


def open_box(data: Mapping[str, Any]) -> Box:
    """The Box from the parsed files lords, forces, cards and vassals."""
    regular, special = data["vassals"]["vassal"], data["vassals"]["special_vassal"]
    return Box(
        lords={row["id"]: _lord(row) for row in data["lords"]["lord"]},
        units={row["id"]: _unit(row) for row in data["forces"]["unit"]},
        cards={row["id"]: _card(row) for row in data["cards"]["card"]},
        vassals={row["id"]: row["name"] for row in [*regular, *special]},
        special_vassals={row["card"]: row["id"] for row in special},
    )


def _lord(row: Mapping[str, Any]) -> LordCard:
    ratings = {rating: row[rating] for rating in ("influence", "lordship", "command", "valour")}
    side = Side(row["side"])
    return LordCard(row["id"], row["name"], side, row["badge"], row["rank"], forces=dict(row["forces"]), **ratings)


def _unit(row: Mapping[str, Any]) -> UnitType:
    hits = {Strike.MELEE: round(2 * row["melee_hits"]), Strike.MISSILES: round(2 * row["missile_hits"])}
    armoured = row["protection_kind"] == "armour"
    return UnitType(row["id"], row["name"], row["category"] == "troop", hits, row["protection_max"], armoured)


def _card(row: Mapping[str, Any]) -> ArtsOfWarCard:
    half = row["capability"]
    lords = None if half["lords"] == ["any"] else frozenset(map(Lord, half["lords"]))
    works = bool(ANY_BATTLE & set(half["hooks"])) and "friendly_stronghold" not in half["hooks"]
    words = half["title"], half["effect"], tuple(half["notes"])
    return ArtsOfWarCard(row["id"], Side(row["side"]), *words, frozenset(half["badges"]), lords, works)
