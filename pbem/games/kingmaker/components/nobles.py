"""1.3-1.5, 1.8 Owners and positions of Nobles, what they hold, and how many men they have."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.engine.decision import Seat
from pbem.games.kingmaker.components.cards import CardFacts, Sort
from pbem.games.kingmaker.components.ids import Area, Card, NobleId, RoyalId, Spot, field, inside, place_in
from pbem.games.kingmaker.components.state import Fight, Noble, State


def allied(s: State, seat: Seat) -> list[Seat]:
    """1.8 A Faction and its allies."""
    return next((members for members in s.alliances if seat in members), [seat])


def are_friends(s: State, one: Seat, other: Seat) -> bool:
    """1.8 Whether two Factions are the same or allied."""
    return other in allied(s, one)


def in_turn(s: State, start: Seat) -> list[Seat]:
    """1.1 All Factions clockwise, starting with the given one."""
    at = s.seats.index(start)
    return s.seats[at:] + s.seats[:at]


def nobles_of(s: State, *seats: Seat) -> list[NobleId]:
    """The Nobles in play of these Factions."""
    return [noble for noble, unit in s.nobles.items() if unit.owner in seats]


def at(s: State, spot: Spot, *seats: Seat) -> list[NobleId]:
    """1.5 The Nobles in a spot, of these Factions (none given: of all)."""
    return [noble for noble, unit in s.nobles.items() if unit.at == spot and (not seats or unit.owner in seats)]


def spot_of(s: State, noble: NobleId, fight: Fight | None) -> Spot:
    """6.5 Where a Noble is, also in a combat: if he has sallied, he is in the open field until it is over (l. 477)."""
    return field(fight.area) if fight is not None and noble in fight.inside else s.nobles[noble].at


def fight_for_royals(s: State) -> Fight | None:
    """10.4 (R103) The combat that decides where Royals are; None outside a combat, and in games under an older version of
    the rules.
    """
    return None if s.readings.as_outside_combat else s.fight


def area_of(s: State, noble: NobleId) -> Area | None:
    """1.5 The Area of a Noble; None at sea."""
    return s.board.area(s.nobles[noble].at)


def in_field(s: State, area: Area, *seats: Seat) -> list[NobleId]:
    """1.5 The Nobles in the open field of an Area, of these Factions (none given: of all)."""
    return at(s, field(area), *seats)


def in_area(s: State, area: Area, *seats: Seat) -> list[NobleId]:
    """The Nobles of these Factions in an Area, in the open field or inside a place."""
    return [noble for noble in nobles_of(s, *seats) if area_of(s, noble) == area]


def is_besieged(s: State, spot: Spot) -> bool:
    """6.5 Whether a spot is inside a besieged place."""
    return place_in(spot) in s.besieged


def cannot_answer(s: State, spot: Spot) -> bool:
    """4.2 Besieged, at sea, on an island or in Calais."""
    return is_besieged(s, spot) or s.board.overseas(spot)


# What a Noble has


def unit(s: State, noble: NobleId) -> list[Card]:
    """1.3 A Noble's own card and those awarded to him."""
    return [Card(noble), *s.nobles[noble].cards]


def of_sort(s: State, cards: Iterable[Card], *sorts: Sort) -> list[Card]:
    """The cards among these that have one of these sorts."""
    return [card for card in cards if s.facts(card).sort in sorts]


def held(s: State, noble: NobleId, *sorts: Sort) -> list[Card]:
    """The cards of these sorts that a Noble holds."""
    return of_sort(s, s.nobles[noble].cards, *sorts)


def holder_of(s: State, card: Card | NobleId) -> NobleId | None:
    """The Noble in play who is a card, or holds it. Written without calls: it is asked very often."""
    own = NobleId(card)
    if own in s.nobles:
        return own
    for noble, each in s.nobles.items():
        if card in each.cards:
            return noble
    return None


def holders_of(s: State) -> dict[Card, NobleId]:
    """The Noble in play who is or holds each card; for callers that look up many (see holder_of)."""
    return {card: noble for noble, each in s.nobles.items() for card in (Card(noble), *each.cards)}


def keeper_of(s: State, card: Card | NobleId) -> Noble | None:
    """The unit in play that has a card."""
    holder = holder_of(s, card)
    return None if holder is None else s.nobles[holder]


def has_office(s: State, noble: NobleId) -> bool:
    """6.2.6 Whether a Noble holds an Office."""
    return bool(held(s, noble, Sort.OFFICE))


def can_hold(s: State, noble: NobleId, card: Card, replacing: bool = True) -> bool:
    """1.3 Whether a card fits a Noble. A see fits if it is `replacing` another one (12.3)."""
    return fits(s, noble, s.nobles[noble].cards, s.facts(card).sort, replacing)


def replaced_by(s: State, noble: NobleId, card: Card) -> list[Card]:
    """12.3 The see that a Noble loses to a new one."""
    return held(s, noble, Sort.SEE) if s.facts(card).sort is Sort.SEE and noble in s.nobles else []


def fits(s: State, noble: NobleId, cards: Iterable[Card], sort: Sort, replacing: bool = False) -> bool:
    """1.3 Whether a card of a sort fits a Noble who has these cards."""
    sorts = [s.facts(card).sort for card in cards]
    titled = s.facts(noble).sort is Sort.TITLED
    match sort:
        case Sort.TITLE:
            return not titled and Sort.TITLE not in sorts
        case Sort.OFFICE:
            return Sort.OFFICE not in sorts and (titled or Sort.TITLE in sorts)
        case Sort.SEE:
            return replacing or Sort.SEE not in sorts
    return not sort.is_noble


# Royals


def royals_with(s: State, *nobles: NobleId) -> list[RoyalId]:
    """10 The Royal pieces with these Nobles."""
    return [royal for royal, piece in s.royals.items() if piece.noble in nobles]


def royals_of(s: State, *seats: Seat) -> list[RoyalId]:
    """10 The Royal pieces that these Factions control."""
    return [royal for royal, piece in s.royals.items() if piece.noble is not None and s.nobles[piece.noble].owner in seats]


def loose_royals(s: State, spot: Spot) -> list[RoyalId]:
    """10.1 The uncontrolled Royal pieces in a spot."""
    return [royal for royal, piece in s.royals.items() if piece.noble is None and piece.at == spot]


def move_to(s: State, noble: NobleId, spot: Spot) -> None:
    """10.2 Moves a Noble, and the Royals with him, to a spot."""
    s.nobles[noble].at = spot
    for royal in royals_with(s, noble):
        s.royals[royal].at = spot


def attach(s: State, royal: RoyalId, noble: NobleId) -> None:
    """10.1 A Royal piece joins a Noble."""
    s.royals[royal].noble, s.royals[royal].at = noble, s.nobles[noble].at


def step_outside(s: State, noble: NobleId) -> None:
    """R12 Moves a Noble from inside a place into the open field of its Area."""
    area = area_of(s, noble)
    if area is not None:
        move_to(s, noble, field(area))


# Men


def plain_men(s: State, noble: NobleId) -> int:
    """1.4 A Noble's men without bonuses."""
    return sum(s.facts(card).strength for card in unit(s, noble))


def men_here(s: State, noble: NobleId) -> int:
    """1.4 A Noble's men where he is, with the bonuses of that Region."""
    return sum(card_men(s, card, area_of(s, noble)) for card in unit(s, noble))


def fighting_men(s: State, noble: NobleId, attacks: bool, bonuses: bool = True) -> int:
    """6.2.3 The men that a Noble brings to a combat.

    Cards traded this turn count nothing (l. 426; Ruling: R68); in an attack, so do cards that have attacked before in this
    round (Ruling: R55).
    """
    spent = [*s.stamps.traded, *(s.stamps.cards_attacked if attacks else ())]
    area = area_of(s, noble) if bonuses else None
    return sum(card_men(s, card, area) for card in unit(s, noble) if card not in spent)


def card_men(s: State, card: Card, area: Area | None) -> int:
    """1.4 The men of a card in an Area, with the bonus of its Region; with None, without bonuses."""
    facts: CardFacts = s.facts(card)
    here = area is not None and s.board.region[area] in facts.regions
    return facts.strength + (facts.bonus if here else 0)


def strongest(s: State, nobles: Iterable[NobleId]) -> list[NobleId]:
    """4.6 The Nobles among these with the most men, without bonuses."""
    nobles = list(nobles)
    most = max((plain_men(s, noble) for noble in nobles), default=0)
    return [noble for noble in nobles if plain_men(s, noble) == most]


def room_in(s: State, spot: Spot, *leaving: NobleId) -> int:
    """1.6 How many more men fit inside a place once the Nobles in `leaving` are gone. Ruling: R4 men without bonuses are
    counted.
    """
    place = place_in(spot)
    if place is None:
        return 0
    within = [noble for noble in at(s, inside(place)) if noble not in leaving]
    return s.board.capacity[s.board.places[place].kind] - sum(plain_men(s, noble) for noble in within)
