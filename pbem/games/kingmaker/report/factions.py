"""The public facts of a Faction: Nobles with cards and men, Royals, ships, places, prestige, and the size of its hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pbem.engine.decision import Seat
from pbem.games.kingmaker.components.cards import Sort
from pbem.games.kingmaker.components.ids import Card, Kind, NobleId, Place, RoyalId, ShipId, Spot
from pbem.games.kingmaker.components.nobles import (
    allied,
    area_of,
    card_men,
    is_besieged,
    men_here,
    nobles_of,
    of_sort,
    plain_men,
    royals_of,
    royals_with,
)
from pbem.games.kingmaker.components.nobles import unit as unit_of
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.housekeeping import owners
from pbem.games.kingmaker.movement.ships import ship_owner
from pbem.games.kingmaker.prestige import dominion, kings, prestige, royal_points, target
from pbem.games.kingmaker.report.where import are_placed, label, named, spot_text, water_text
from pbem.i18n import Text

NOT_PLACED = Text("not on the board yet")
"""2.4 Where Nobles are until all players have placed theirs."""
PLACE_ORDER = (Kind.CITY, Kind.TOWN, Kind.OPEN_TOWN, Kind.ROYAL_CASTLE, Kind.CASTLE)


@dataclass(frozen=True)
class CardLine:
    """An awarded card: its name, its men, and `called`, its name with the bonus it has here (1.4)."""

    id: str
    name: str
    men: int
    sort: Sort
    called: str


@dataclass(frozen=True)
class NobleView:
    """A Noble with his cards. `men` are without bonuses, `here` with those of the Region he is in; `bonus` names the cards
    that bring them ("": none).
    """

    id: NobleId
    name: str
    title: str
    men: int
    here: int
    bonus: str
    at: Spot
    where: str
    cards: tuple[CardLine, ...]
    royals: tuple[str, ...]
    besieged: bool
    moved: bool
    freed: bool
    attacked: bool


@dataclass(frozen=True)
class ShipView:
    """A ship: where it is, how many men it can carry, and to whom it is lent ("": nobody)."""

    id: ShipId
    name: str
    where: str
    capacity: int
    lent: Seat


@dataclass(frozen=True)
class Points:
    """13.5 A component of a Faction's prestige, with its reason."""

    what: str
    points: int


@dataclass(frozen=True)
class FactionView:
    """A Faction.

    - `prestige` is its own, `shared` its Alliance's.
    - `target` is what it needs to win (None: it cannot win by points).
    - `parts` and `shared_parts` are the components.
    - `free`: the number of its Free Moves.
    - `chancellors`: of its Chancellor cards.
    """

    seat: Seat
    nobles: tuple[NobleView, ...]
    men: int
    hand: int
    free: int
    chancellors: int
    ships: tuple[ShipView, ...]
    places: tuple[str, ...]
    royals: tuple[str, ...]
    allies: tuple[Seat, ...]
    prestige: int
    shared: int
    target: int | None
    parts: tuple[Points, ...]
    shared_parts: tuple[Points, ...]
    has_king: bool

    @property
    def missing(self) -> int:
        """13.3 The number of points still needed; 0 without a target."""
        return 0 if self.target is None else max(0, self.target - self.shared)


def faction_view(s: State, seat: Seat, held: Mapping[Place, Seat] | None = None) -> FactionView:
    """A Faction as everybody sees it. Pass `held` (who controls each place) to view several Factions."""
    player, members = s.players[seat], allied(s, seat)
    nobles = tuple(noble_view(s, noble) for noble in nobles_of(s, seat))
    return FactionView(
        seat=seat,
        nobles=nobles,
        men=sum(noble.men for noble in nobles),
        hand=len(player.hand),
        free=len(player.free),
        chancellors=len(player.chancellors),
        ships=tuple(ship_view(s, ship) for ship in s.ships if ship_owner(s, ship) == seat),
        places=tuple(label(s, place) for place in places_of(s, seat, owners(s) if held is None else held)),
        royals=tuple(royal_name(s, royal) for royal in royals_of(s, seat)),
        allies=tuple(other for other in members if other != seat),
        prestige=prestige(s, seat),
        shared=prestige(s, *members),
        target=target(s, seat),
        parts=tuple(prestige_parts(s, seat)),
        shared_parts=tuple(prestige_parts(s, *members)),
        has_king=any(royal in kings(s) for royal in royals_of(s, *members)),
    )


def places_of(s: State, seat: Seat, held: Mapping[Place, Seat]) -> list[Place]:
    """1.7 The places that a Faction controls, Cities and towns first."""
    held_by = [place for place, holder in held.items() if holder == seat]
    return sorted(held_by, key=lambda place: PLACE_ORDER.index(s.board.places[place].kind))


def noble_view(s: State, noble: NobleId) -> NobleView:
    """One Noble."""
    unit = s.nobles[noble]
    return NobleView(
        noble,
        label(s, noble),
        s.facts(noble).title,
        plain_men(s, noble),
        men_here(s, noble) if are_placed(s) else plain_men(s, noble),
        bonus_text(s, noble) if are_placed(s) else "",
        unit.at,
        spot_text(s, unit.at) if are_placed(s) else NOT_PLACED,
        tuple(card_line(s, card) for card in unit.cards),
        tuple(royal_name(s, royal) for royal in royals_with(s, noble)),
        is_besieged(s, unit.at),
        noble in s.stamps.moved,
        noble in s.stamps.freed,
        noble in s.stamps.attacked,
    )


def bonus_text(s: State, noble: NobleId) -> str:
    """1.4 A Noble's men where he is, and the cards that count more there; "" if none does."""
    area = area_of(s, noble)
    more = [card for card in unit_of(s, noble) if card_men(s, card, area) != s.facts(card).strength]
    if not more:
        return ""
    return Text("{men} here with the bonus of {cards}", men=men_here(s, noble), cards=named(s, more))


def card_line(s: State, card: Card) -> CardLine:
    """1.3 An awarded card."""
    name, facts = label(s, card), s.facts(card)
    called = Text("{card} ({men} more men in: {zone})", card=name, men=facts.bonus, zone=facts.zone) if facts.bonus else name
    return CardLine(card, name, facts.strength, facts.sort, called)


def ship_view(s: State, ship: ShipId) -> ShipView:
    """5.4 One ship."""
    where = water_text(s, s.ships[ship].at)
    return ShipView(ship, label(s, ship), where, s.board.cards.ships[ship].capacity, s.loans.get(ship, ""))


def royal_name(s: State, royal: RoyalId) -> str:
    """10 A Royal's name, with a remark if crowned. Margaret is Queen Regent."""
    name = label(s, royal)
    if not s.royals[royal].crowned:
        return name
    return Text("{name}, Queen Regent", name=name) if royal == "margaret_of_anjou" else Text("{name}, King", name=name)


def prestige_parts(s: State, *seats: Seat) -> Iterator[Points]:
    """13.5 The components of a Faction's or Alliance's prestige."""
    nobles = nobles_of(s, *seats)
    cards = [card for noble in nobles for card in s.nobles[noble].cards]
    if royals := royals_of(s, *seats):
        best = max(royals, key=lambda royal: royal_points(s, royal))
        if points := royal_points(s, best):
            yield Points(royal_name(s, best), points)
    for what, sorts in PARTS:
        if points := sum(s.facts(card).prestige for card in of_sort(s, cards, *sorts)):
            yield Points(what, points)
    if bonus := dominion(s, cards):
        yield Points(Text("dominion"), bonus)


PARTS = (
    (Text("Offices"), (Sort.OFFICE,)),
    (Text("Archbishops"), (Sort.SEE,)),
    (Text("Cities"), (Sort.CITY,)),
    (Text("major battles and sieges"), (Sort.MAJOR_BATTLE, Sort.MAJOR_SIEGE)),
)
