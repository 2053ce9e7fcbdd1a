"""13.5 Prestige points of Factions and Alliances, Kings, and the succession."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.engine.decision import Seat
from pbem.games.kingmaker.components.cards import Sort
from pbem.games.kingmaker.components.ids import CHANCELLOR, DEAD, Card, RoyalId
from pbem.games.kingmaker.components.nobles import allied, nobles_of, of_sort, royals_of
from pbem.games.kingmaker.components.state import State

SEES, OFFICES, WITH_CHANCELLOR, CITIES = 4, 8, 7, 4
"""13.5 (l. 555-557) What the dominion bonuses need: an Archbishop and 3 other sees; 8 Offices, or the Chancellor of England
and 6; all Cities.
"""
SHARES = {1: "faction", 2: "alliance_of_two", 3: "alliance_of_three"}


def living(s: State) -> list[RoyalId]:
    """The Royal pieces that are alive."""
    return [royal for royal, piece in s.royals.items() if piece.at != DEAD]


def kings(s: State) -> list[RoyalId]:
    """8 The crowned Royals."""
    return [royal for royal in living(s) if s.royals[royal].crowned]


def house_of(s: State, royal: RoyalId) -> str:
    """The house of a Royal piece."""
    return s.board.cards.royals[royal].house


def houses(s: State, royals: Iterable[RoyalId]) -> list[str]:
    """The houses of some Royal pieces, each once."""
    return list(dict.fromkeys(house_of(s, royal) for royal in royals))


def senior(s: State, house: str) -> RoyalId | None:
    """8 The senior living member of a house."""
    return next((royal for royal in s.board.cards.succession[house] if s.royals[royal].at != DEAD), None)


def heads(s: State) -> list[RoyalId]:
    """13.1 The heads of both houses."""
    seniors = (senior(s, house) for house in s.board.cards.succession)
    return [royal for royal in seniors if royal is not None]


def royal_points(s: State, royal: RoyalId) -> int:
    """13.5 The points for a controlled Royal; none off the mainland (Ruling: R36)."""
    if s.board.overseas(s.royals[royal].at):
        return 0
    points = s.board.cards.points
    if not s.royals[royal].crowned:
        return points["other_royal"]
    return points["sole_king"] if len(kings(s)) == 1 else points["one_of_two_kings"]


def dominion(s: State, cards: Iterable[Card]) -> int:
    """13.5 The points of the three dominion bonuses (l. 555-557)."""
    cards = list(cards)
    sees, offices, cities = (of_sort(s, cards, sort) for sort in (Sort.SEE, Sort.OFFICE, Sort.CITY))
    religion = len(sees) >= SEES and any(s.facts(see).archbishop for see in sees)
    government = len(offices) >= (WITH_CHANCELLOR if CHANCELLOR in offices else OFFICES)
    points, held = s.board.cards.points, len(cities) >= CITIES
    earned = {"dominion_religion": religion, "dominion_cities": held, "dominion_government": government}
    return sum(points[reason] for reason, has in earned.items() if has)


def prestige(s: State, *seats: Seat) -> int:
    """13.5 The points of a Faction, or of an Alliance as a whole: its best Royal, its cards, and the bonuses."""
    cards = [card for noble in nobles_of(s, *seats) for card in s.nobles[noble].cards]
    best = max((royal_points(s, royal) for royal in royals_of(s, *seats)), default=0)
    return best + sum(s.facts(card).prestige for card in cards) + dominion(s, cards)


def target(s: State, seat: Seat) -> int | None:
    """13.3 The points that a Faction, or its Alliance, needs to win; None if it cannot win by points."""
    needed = s.board.cards.targets[len(s.seats)].get(SHARES[len(allied(s, seat))])
    return None if needed is None else int(needed)


def has_target(s: State, seat: Seat) -> bool:
    """13.3 Whether a Faction, with its allies, has the points that it needs."""
    needed = target(s, seat)
    return needed is not None and prestige(s, *allied(s, seat)) >= needed


def may_claim(s: State, seat: Seat) -> bool:
    """13.3 Whether a Faction may take the Prestige Victory card: the tile has shown, a King, the points, no King's Peace."""
    has_king = any(royal in kings(s) for royal in royals_of(s, *allied(s, seat)))
    return s.tile_above is None and s.claim is None and s.peace is None and has_king and has_target(s, seat)
