"""1.3 Printed facts of cards and pieces: the Crown deck, ships, Royals, Event cards, Factions, prestige."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from pbem.games.kingmaker.components.ids import Card, EventCard, NobleId, Place, Region, RoyalId, ShipId

STRONG = frozenset(
    map(Card, ("archbishop_of_york", "percy", "constable_of_the_tower", "marshal_of_england", "lord_of_the_isle_of_wight"))
)
"""2.3 (l. 270) The five strong cards that are set aside and never dealt."""
NON_PLAYER_PLACES = (Place("london"), Place("northampton"), Place("shrewsbury"), Place("york"))
"""2.7 (l. 267) The places of the non-player Faction."""


class Sort(StrEnum):
    """1.3 The sorts of Crown cards and display cards."""

    UNTITLED = "untitled_noble"
    TITLED = "titled_noble"
    TITLE = "title"
    OFFICE = "office"
    SEE = "bishop"
    MERCENARY = "mercenary"
    SHIP = "ship"
    TOWN = "town"
    CITY = "city"
    MAJOR_BATTLE = "major_battle"
    MAJOR_SIEGE = "major_siege"

    @property
    def is_noble(self) -> bool:
        return self in (Sort.UNTITLED, Sort.TITLED)

    @property
    def is_post(self) -> bool:
        """Whether it is a Title or an Office; lost ones go to Chancery."""
        return self in (Sort.TITLE, Sort.OFFICE)

    @property
    def is_major(self) -> bool:
        """Whether it is earned by a major battle or siege."""
        return self in (Sort.MAJOR_BATTLE, Sort.MAJOR_SIEGE)

    @property
    def is_displayed(self) -> bool:
        """Whether it is kept in the display and is not a Crown card."""
        return self.is_major or self is Sort.CITY

    @property
    def is_transferable(self) -> bool:
        """12.2 Whether it can pass between Nobles in the same spot."""
        return self in (Sort.SEE, Sort.CITY, Sort.MERCENARY, Sort.TOWN, Sort.SHIP)


NAMING = (Sort.TITLED, Sort.UNTITLED, Sort.TITLE, Sort.OFFICE, Sort.SEE)
"""12.4 Sorts of cards that name places without a card of their own."""


@dataclass(frozen=True)
class CardFacts:
    """1.3, 1.4 A card: its men, the bonus in its Regions, the places it names, the City it grants, the ships it brings.

    `zone` is the common name of the bonus Regions. `places` are a Noble's home castles; for a Town or City card, the place
    itself.
    """

    sort: Sort
    name: str
    title: str = ""
    strength: int = 0
    bonus: int = 0
    regions: tuple[Region, ...] = ()
    places: tuple[Place, ...] = ()
    city: Card | None = None
    ships: tuple[ShipId, ...] = ()
    seniority: int = 0
    archbishop: bool = False
    company: str = ""
    prestige: int = 0
    zone: str = ""


@dataclass(frozen=True)
class ShipFacts:
    """5.4 A ship: the card that brings it, its first port, and how many men it can carry."""

    card: Card
    port: Place
    capacity: int


@dataclass(frozen=True)
class RoyalFacts:
    """10 A Royal piece: its house, its place in the succession, where it starts, and the castles of its card."""

    name: str
    house: str
    succession: int
    start: Place
    crowned: bool
    castles: tuple[Place, ...]


@dataclass(frozen=True)
class Call:
    """4.2 A call to a place. The first `ships` of a called Office's ships go too."""

    who: Card
    to: Place
    ships: int


@dataclass(frozen=True)
class Black:
    """6.2.5 The black half of an Event card. `odds` is the lowest ratio at which the larger side wins; None: any majority
    wins.
    """

    bad_weather: bool
    odds: Fraction | None
    killed: tuple[NobleId, ...]


class Happening(StrEnum):
    """4 Kinds of Event cards."""

    RAID = "raid_or_revolt"
    EMBASSY = "embassy"
    STORMS = "storms_at_sea"
    MERCENARIES = "mercenaries_go_home"
    PLAGUE = "plague"
    FREE_MOVE = "free_move"
    CLAMOUR = "clamour_for_parliament"
    CHANCELLOR = "chancellor"


@dataclass(frozen=True)
class EventFacts:
    """4 An Event card; a Free Move and a Clamour have no black half."""

    kind: Happening
    name: str
    calls: tuple[Call, ...]
    to: Place | None
    companies: tuple[str, ...]
    towns: tuple[Place, ...]
    black: Black | None


@dataclass(frozen=True)
class FactionFacts:
    """2.2 A pre-set Faction, and the number of players that it is for."""

    name: str
    players: int
    cards: tuple[Card, ...]


class Cards:
    """The printed facts of all cards and pieces, by id (Event cards and Factions by number)."""

    def __init__(self, files: Mapping[str, Any]) -> None:
        crown = files["crown_cards"]
        zones = {zone["id"]: (zone["name"], tuple(map(Region, zone["regions"]))) for zone in crown["bonus_zone"]}
        cities = {each["location"]: Card(each["id"]) for each in crown["city_card"]}
        self.crown = {Card(each["id"]): _crown(each, zones, cities) for each in crown["card"]}
        self.cities = {Card(each["id"]): _city(each) for each in crown["city_card"]}
        self.majors = {Card(each["id"]): _major(each) for each in crown["major_card"]}
        self.all: dict[Card, CardFacts] = {**self.crown, **self.cities, **self.majors}
        self.granting = {Card(each["id"]): Card(each["granted_by"]) for each in crown["city_card"]}
        self.nobles = tuple(NobleId(card) for card, facts in self.crown.items() if facts.sort.is_noble)
        self.own_card = {facts.places[0]: card for card, facts in self.all.items() if facts.sort in (Sort.TOWN, Sort.CITY)}
        named = ((place, card) for card, facts in self.crown.items() if facts.sort in NAMING for place in facts.places)
        self.naming = dict(reversed(list(named)))
        self.ships = {ShipId(each["id"]): _ship(each) for each in crown["ship"]}
        self.points: dict[str, int] = {each["reason"]: each["points"] for each in crown["prestige"]}
        self.targets: dict[int, Mapping[str, int]] = {each["players"]: each for each in crown["prestige_target"]}
        self.royals = {RoyalId(each["id"]): _royal(each) for each in files["royals"]["royal"]}
        lines = sorted(self.royals, key=lambda royal: self.royals[royal].succession)
        self.succession = {
            house: [royal for royal in lines if self.royals[royal].house == house]
            for house in dict.fromkeys(facts.house for facts in self.royals.values())
        }
        self.events = {EventCard(each["number"]): _event(each) for each in files["event_cards"]["card"]}
        self.factions = {each["number"]: _faction(each) for each in files["factions"]["faction"]}
        rows = [*crown["card"], *crown["city_card"], *files["royals"]["royal"]]
        self.reconstructed = {each["id"]: tuple(each.get("reconstructed_fields", ())) for each in rows}
        self.older = {each["id"]: tuple(each.get("older_edition_fields", ())) for each in rows}

    def names(self) -> dict[str, str]:
        """The printed names of cards and pieces, by id."""
        names: dict[str, str] = {card: facts.name for card, facts in self.all.items()}
        names.update({royal: facts.name for royal, facts in self.royals.items()})
        names.update({event: facts.name for event, facts in self.events.items()})
        names.update({ship: _ship_name(ship) for ship in self.ships})
        return names

    def of_kind(self, kind: Happening) -> list[EventCard]:
        """The numbers of the Event cards of a kind."""
        return [card for card, facts in self.events.items() if facts.kind is kind]

    def of_sort(self, *sorts: Sort) -> list[Card]:
        """The cards of these sorts."""
        return [card for card, facts in self.all.items() if facts.sort in sorts]


def _ship_name(ship: ShipId) -> str:
    """A ship's name: Ship of Newcastle, Le Rose, Admiral Ship 1."""
    words = ship.removesuffix("_piece").split("_")
    return " ".join(word if word == "of" else word.capitalize() for word in words)


def _places(names: list[str]) -> tuple[Place, ...]:
    return tuple(map(Place, names))


def _crown(
    facts: Mapping[str, Any], zones: Mapping[str, tuple[str, tuple[Region, ...]]], cities: Mapping[str, Card]
) -> CardFacts:
    zone, regions = zones[facts["bonus_zone"]] if "bonus_zone" in facts else ("", ())
    return CardFacts(
        Sort(facts["kind"]),
        facts["name"],
        facts.get("title", ""),
        facts["strength"],
        facts.get("bonus", 0),
        regions,
        _places([*facts.get("castles", ()), *facts.get("locations", ())]),
        cities[facts["city"]] if "city" in facts else None,
        tuple(map(ShipId, facts.get("ships", ()))),
        facts.get("seniority", 0),
        facts.get("archbishop", False),
        facts.get("company", ""),
        facts.get("prestige", 0),
        zone,
    )


def _city(facts: Mapping[str, Any]) -> CardFacts:
    name = f"City of {facts['location'].title()}"
    return CardFacts(Sort.CITY, name, places=_places([facts["location"]]), prestige=facts["prestige"])


def _major(facts: Mapping[str, Any]) -> CardFacts:
    return CardFacts(Sort(facts["kind"]), facts["kind"].replace("_", " ").title(), prestige=facts["prestige"])


def _ship(facts: Mapping[str, Any]) -> ShipFacts:
    return ShipFacts(Card(facts["card"]), Place(facts["start_port"]), facts["capacity"])


def _royal(facts: Mapping[str, Any]) -> RoyalFacts:
    castles, start = _places(facts.get("castles", [])), Place(facts["start"])
    return RoyalFacts(facts["name"], facts["house"], facts["succession"], start, facts["crowned_at_start"], castles)


def _event(facts: Mapping[str, Any]) -> EventFacts:
    calls = tuple(Call(Card(each["who"]), Place(each["to"]), each.get("ships", 0)) for each in facts.get("calls", ()))
    to = Place(facts["to"]) if "to" in facts else None
    companies, towns = tuple(facts.get("companies", ())), _places(facts.get("towns", []))
    return EventFacts(Happening(facts["kind"]), facts["name"], calls, to, companies, towns, _black(facts.get("battle")))


def _black(facts: Mapping[str, Any] | None) -> Black | None:
    if facts is None:
        return None
    return Black(facts["bad_weather"], _odds(facts.get("odds", "majority")), tuple(map(NobleId, facts.get("killed", ()))))


def _odds(text: str) -> Fraction | None:
    """R5 "3-2" as a fraction; a majority has none."""
    return None if text == "majority" else Fraction(text.replace("-", "/"))


def _faction(facts: Mapping[str, Any]) -> FactionFacts:
    return FactionFacts(facts["name"], facts["players"], tuple(map(Card, facts["cards"])))
