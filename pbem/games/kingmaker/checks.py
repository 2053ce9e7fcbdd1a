"""Contradictions in a position that no sequence of legal actions can produce."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pbem.engine.decision import Seat
from pbem.games.kingmaker.components.cards import Sort
from pbem.games.kingmaker.components.ids import ABOARD, DEAD, Card, Kind, NobleId, Place, aboard, harbour, place_in, ship_in
from pbem.games.kingmaker.components.nobles import are_friends, fits, holders_of
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.control import is_friendly
from pbem.games.kingmaker.housekeeping import is_kept
from pbem.games.kingmaker.prestige import house_of, living


def checks(s: State) -> list[str]:
    """1 Everything in the position that contradicts the rules, a sentence each."""
    findings = [*wrong_cards(s), *wrong_events(s)]
    for noble in s.nobles:
        findings += [*wrong_unit(s, noble), *wrong_spot(s, noble)]
    return [*findings, *wrong_royals(s), *wrong_ships(s), *wrong_dealings(s)]


def wrong_cards(s: State) -> Iterator[str]:
    """1.2 Every Crown, City and Major card is in one place."""
    piles = [s.display, s.chancery, s.crown_deck, s.crown_discard, *(player.hand for player in s.players.values())]
    piles += [[Card(noble), *unit.cards] for noble, unit in s.nobles.items()]
    piles += [[Card(noble), *captive.cards] for noble, captive in s.captives.items()]
    piles.append(s.parliament.cards if s.parliament is not None else [])
    count = Counter(card for pile in piles for card in pile)
    for card in s.board.cards.all:
        if count[card] != 1:
            yield f"{card} is in {count[card]} places"
    if posts := [card for card in s.chancery if not s.facts(card).sort.is_post]:
        yield f"{posts[0]} lies in Chancery"


def wrong_events(s: State) -> Iterator[str]:
    """1.2 Every Event card is in one place."""
    single = [card for card in (s.turned, s.showing) if card is not None]
    piles = [s.event_deck, s.event_discard, s.event_aside, s.clamours, single]
    piles += [pile for player in s.players.values() for pile in (player.free, player.chancellors)]
    count = Counter(card for pile in piles for card in pile)
    for card in s.board.cards.events:
        if count[card] != 1:
            yield f"{card} is in {count[card]} places"
    if s.tile_above is not None and not 0 < s.tile_above <= len(s.event_deck):
        yield f"{s.tile_above} cards lie above the tile, in a deck of {len(s.event_deck)}"


def wrong_unit(s: State, noble: NobleId) -> Iterator[str]:
    """1.3 What each Noble holds is within the limits."""
    cards = sorted(s.nobles[noble].cards, key=lambda card: s.facts(card).sort is Sort.OFFICE)
    for number, card in enumerate(cards):
        if not fits(s, noble, cards[:number], s.facts(card).sort):
            yield f"{noble} holds {card}"


def wrong_spot(s: State, noble: NobleId) -> Iterator[str]:
    """1.5, 1.7 Each Noble is in the field, in a place open to him, or at sea.

    During a combat a see that replaces another can cost a place its owner; the Nobles inside leave it after the combat.
    """
    spot, owner = s.nobles[noble].at, s.nobles[noble].owner
    place, ship = place_in(spot), ship_in(spot)
    if ship is not None:
        if ship not in s.ships or s.ships[ship].group != ship or harbour(s.ships[ship].at) is not None:
            yield f"{noble} is aboard {ship}, which is not at sea with passengers"
    elif not s.board.is_spot(spot):
        yield f"{noble} is at {spot}"
    elif place is not None and s.fight is None and not _is_open(s, owner, place):
        yield f"{noble} is in {place}, which is not friendly"


def _is_open(s: State, seat: Seat, place: Place) -> bool:
    return s.board.places[place].kind is Kind.OPEN_TOWN or is_friendly(s, seat, place)


def wrong_royals(s: State) -> Iterator[str]:
    """10.2, 8 Each Royal is where its Noble is; no Royal alive is senior to a crowned one of the same house."""
    for royal, piece in s.royals.items():
        if piece.noble is not None and (piece.noble not in s.nobles or s.nobles[piece.noble].at != piece.at):
            yield f"{royal} does not stand with {piece.noble}"
        if piece.noble is None and piece.at.startswith(ABOARD):
            yield f"{royal} is alone aboard"
        if piece.crowned and piece.at != DEAD:
            succession = s.board.cards.royals[royal].succession
            house = [other for other in living(s) if house_of(s, other) == house_of(s, royal)]
            if any(s.board.cards.royals[other].succession < succession for other in house):
                yield f"{royal} is crowned before a senior"


def wrong_ships(s: State) -> Iterator[str]:
    """5.4, 5.9 Ships are in existing waters and have a card or passengers; those that sail in a group have passengers."""
    holders = holders_of(s)
    for ship, piece in s.ships.items():
        if not s.board.named(piece.at):
            yield f"{ship} is at {piece.at}"
        if piece.group is None and not is_kept(s, s.board.cards.ships[ship].card, holders):
            yield f"{ship} has lost its card"
        if piece.group is not None and not any(unit.at == aboard(piece.group) for unit in s.nobles.values()):
            yield f"{ship} carries nobody"


def wrong_dealings(s: State) -> Iterator[str]:
    """6.5, 13.1, 13.2 Sieges, Alliances and Forces satisfy their conditions."""
    for place, seat in s.besieged.items():
        if is_friendly(s, seat, place):
            yield f"{seat} besieges {place}, which is friendly"
    if twice := [seat for seat, number in Counter(seat for each in s.alliances for seat in each).items() if number > 1]:
        yield f"{twice[0]} is in two Alliances"
    for force in s.forces:
        chief = s.nobles[force.commander]
        others = [s.nobles[noble] for noble in force.nobles]
        if any(unit.at != chief.at or not are_friends(s, unit.owner, chief.owner) for unit in others):
            yield f"the Force of {force.commander} is not together"
