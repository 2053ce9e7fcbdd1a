"""The printed facts of Lords, units, cards and Vassals, from the data files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NewType

from pbem.engine.log.entry import Fixed
from pbem.games.plantagenet.components.board import Board, Locale, Unit, Vassal, open_board
from pbem.games.plantagenet.components.chart import Geography, open_chart

Lord = NewType("Lord", str)
Card = NewType("Card", str)
Asset = NewType("Asset", str)

EDWARD_IV, CLARENCE, GLOUCESTER, RICHARD_III = map(Lord, ("edward_iv", "clarence", "gloucester_2", "richard_iii"))
HENRY_VI, MARGARET, WARWICK_L, HENRY_TUDOR = map(Lord, ("henry_vi", "margaret", "warwick_l", "henry_tudor"))

PROVENDER, COIN, CARTS, SHIPS = map(Asset, ("provender", "coin", "carts", "ships"))
ASSETS = (PROVENDER, COIN, CARTS, SHIPS)
RETINUE = Unit("retinue")
VASSAL = Unit("vassal")
MEN_AT_ARMS = Unit("men_at_arms")
LONGBOWMEN = Unit("longbowmen")
MILITIA = Unit("militia")
MERCENARIES = Unit("mercenaries")
HANDGUNNERS = Unit("handgunners")

NUMERAL = re.compile(r"^[0-9]+(?:st|nd|rd|th) ")
"""The "16th" of a title."""

# Hooks of cards.toml that take effect in a Battle at any place.
ANY_BATTLE = frozenset({"battle_round_1", "melee_hits", "engagements", "protection", "valour", "special_vassal"})


class Side(StrEnum):
    """The two sides; their names are also the seats."""

    YORK = "york"
    LANCASTER = "lancaster"

    @property
    def enemy(self) -> Side:
        """The other side."""
        return Side.LANCASTER if self is Side.YORK else Side.YORK


class Timing(StrEnum):
    """When an Event works (3.1.3)."""

    HOLD = "hold"
    IMMEDIATE = "immediate"
    THIS_LEVY = "this_levy"
    THIS_CAMPAIGN = "this_campaign"


class Rank(StrEnum):
    """Whether a Lord can lead others (1.5.1)."""

    MARSHAL = "marshal"
    LIEUTENANT = "lieutenant"
    NONE = "none"


class Strike(StrEnum):
    """The two steps of a Strike (4.4.2)."""

    MISSILES = "missiles"
    MELEE = "melee"


@dataclass(frozen=True, slots=True)
class LordCard:
    """A Lord card (1.5.1-1.5.2). `forces` are the starting Forces, with one Retinue; `seat` is his Seat's Locale.

    `called` are his other names in history: his own name, his title.
    """

    id: Lord
    name: str
    called: tuple[str, ...]
    side: Side
    badge: str
    rank: Rank
    seat: Locale
    influence: int
    lordship: int
    command: int
    valour: int
    forces: Mapping[Unit, int]
    assets: Mapping[Asset, int]


@dataclass(frozen=True, slots=True)
class UnitType:
    """A row of the Forces table.

    `half_hits` are in halves of a Hit; a roll of 1 to `protection` absorbs a Hit; `pool` is the number of wooden pieces (-1:
    none); `wasted`: Waste sets this type to the number on the Lord card (4.8.5).
    """

    id: Unit
    name: str
    troop: bool
    half_hits: Mapping[Strike, int]
    protection: int
    armoured: bool
    pool: int
    wasted: bool


@dataclass(frozen=True, slots=True)
class VassalFacts:
    """A Vassal (1.5.4). `seat` is None for a Special Vassal; `loyalty` is 0 without a numeral."""

    id: Vassal
    name: str
    seat: Locale | None
    service: int
    loyalty: int
    loyalty_side: Side | None


@dataclass(frozen=True, slots=True)
class EventHalf:
    """The Event half of an Arts of War card (1.9.1, 3.1.3)."""

    title: str
    timing: Timing
    window: str
    optional: bool
    effect: str
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ArtsOfWarCard:
    """An Arts of War card (1.9.1): its Event and its Capability.

    - `title`, `effect` and `notes` are the Capability's.
    - `short` is its effect in half a line.
    - `lost` is an unusual way to lose it ("": none).
    - `badges` are printed.
    - `lords` are those who may have it by badge and text (None: any Lord of the side).
    - `in_any_battle`: it has an effect in a Battle at any place.
    """

    id: Card
    side: Side
    title: str
    effect: str
    notes: tuple[str, ...]
    badges: frozenset[str]
    lords: frozenset[Lord] | None
    in_any_battle: bool
    event: EventHalf
    short: str
    lost: str


@dataclass(frozen=True)
class Box(Fixed):
    """All printed facts, by id. `windows` has the Events by the steps at which they can be played or have their effect."""

    lords: Mapping[Lord, LordCard]
    units: Mapping[Unit, UnitType]
    cards: Mapping[Card, ArtsOfWarCard]
    vassals: Mapping[Vassal, VassalFacts]
    special_vassals: Mapping[Card, Vassal]
    board: Board
    card_order: Mapping[Card, int]
    windows: Mapping[str, frozenset[Card]]
    chart: Geography


def open_box(data: Mapping[str, Any]) -> Box:
    """The Box from the parsed files lords, forces, cards, vassals, map, coast, strongholds and calendar."""
    cards = {row["id"]: _card(row) for row in data["cards"]["card"]}
    regular, special = data["vassals"]["vassal"], data["vassals"]["special_vassal"]
    return Box(
        lords={row["id"]: _lord(row) for row in data["lords"]["lord"]},
        units={row["id"]: _unit(row) for row in data["forces"]["unit"]},
        cards=cards,
        vassals={row["id"]: _vassal(row) for row in [*regular, *special]},
        special_vassals={row["card"]: row["id"] for row in special},
        board=open_board(data),
        card_order={row["id"]: place for place, row in enumerate(data["cards"]["card"])},
        windows=_windows(cards.values()),
        chart=open_chart(data),
    )


def _lord(row: Mapping[str, Any]) -> LordCard:
    ratings = {rating: row[rating] for rating in ("influence", "lordship", "command", "valour")}
    side = Side(row["side"])
    seat, rank, assets = Locale(row["seat"]), Rank(row["rank"]), {asset: row[asset] for asset in ASSETS}
    words = row["id"], row["name"], (row["full_name"], NUMERAL.sub("", row["title"])), side, row["badge"], rank, seat
    return LordCard(*words, forces=dict(row["forces"]), assets=assets, **ratings)


def _unit(row: Mapping[str, Any]) -> UnitType:
    hits = {Strike.MELEE: round(2 * row["melee_hits"]), Strike.MISSILES: round(2 * row["missile_hits"])}
    armoured = row["protection_kind"] == "armour"
    printed = row["id"], row["name"], row["category"] == "troop", hits, row["protection_max"], armoured
    return UnitType(*printed, row["pool"], row["wasted"])


def _vassal(row: Mapping[str, Any]) -> VassalFacts:
    side = row.get("loyalty_side", "none")
    loyal_to = None if side == "none" else Side(side)
    return VassalFacts(row["id"], row["name"], row.get("seat"), row.get("service", 0), row.get("loyalty", 0), loyal_to)


def _card(row: Mapping[str, Any]) -> ArtsOfWarCard:
    half = row["capability"]
    lords = None if half["lords"] == ["any"] else frozenset(map(Lord, half["lords"]))
    works = bool(ANY_BATTLE & set(half["hooks"])) and "friendly_stronghold" not in half["hooks"]
    words = half["title"], half["effect"], tuple(half["notes"])
    lost = "" if half["lost"] == "standard" else half["lost"]
    shown = frozenset(half["badges"]), lords, works
    return ArtsOfWarCard(row["id"], Side(row["side"]), *words, *shown, _event(row["event"]), half["short"], lost)


def _windows(cards: Iterable[ArtsOfWarCard]) -> dict[str, frozenset[Card]]:
    """The Events of each window (see scenarios/plantagenet/cards.toml)."""
    windows: dict[str, frozenset[Card]] = {}
    for card in cards:
        windows[card.event.window] = windows.get(card.event.window, frozenset()) | {card.id}
    return windows


def _event(row: Mapping[str, Any]) -> EventHalf:
    timing = Timing(row["timing"])
    return EventHalf(row["title"], timing, row["window"], row["optional"], row["effect"], tuple(row["notes"]))
