"""Automatic consequences after every operation: Cities, expulsions, sieges lifted, ships, Forces, both houses, victory."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.engine.decision import Seat
from pbem.engine.event import tell
from pbem.games.kingmaker.components.cards import Sort
from pbem.games.kingmaker.components.ids import Card, Kind, NobleId, Place, Spot, harbour, inside, place_in, port_of
from pbem.games.kingmaker.components.nobles import (
    allied,
    are_friends,
    at,
    holders_of,
    in_field,
    men_here,
    of_sort,
    royals_of,
    step_outside,
)
from pbem.games.kingmaker.components.state import Ship, State
from pbem.games.kingmaker.control import defence, is_empty_town, is_friendly, owner
from pbem.games.kingmaker.prestige import has_target, heads, houses
from pbem.games.kingmaker.victory import look_for_victory


def settle(s: State) -> None:
    """Applies all automatic consequences of an operation.

    Ruling: R130 in a combat, where only Royals are reallocated, they wait until it is over: no defender is expelled before.
    """
    if s.fight is not None and not s.readings.as_outside_combat:
        return
    holders = holders_of(s)
    grant_cities(s, holders)
    drop_conquests(s)
    end_gifts(s, holders)
    expel(s, holders)
    tell_lost_places(s, holders)
    lift_sieges(s)
    launch(s, holders)
    lose_ships(s, holders)
    trim_forces(s)
    end_loans(s)
    count_houses(s)
    s.head_claimed = s.head_claimed or any(s.royals[royal].noble is not None for royal in heads(s))
    return_claim(s)
    look_for_victory(s)


# Places


def grant_cities(s: State, holders: dict[Card, NobleId]) -> None:
    """12.1 (l. 613) Gives a City card in the display to the Noble with the card that grants it, if the City is free."""
    for card in of_sort(s, s.display, Sort.CITY):
        place = s.facts(card).places[0]
        holder = holders.get(s.board.cards.granting[card])
        if holder is not None and place not in s.unplayed:
            s.display.remove(card)
            s.nobles[holder].cards.append(card)
            holders[card] = holder
            tell(s, "12.1", "city", noble=holder, place=place)


def drop_conquests(s: State) -> None:
    """9.1 Ends a conquest when the Noble is lost through whom it is held (Ruling: R8); capture alone does not end it."""
    for place, conquest in list(s.conquered.items()):
        holder = s.nobles.get(conquest.noble) or s.captives.get(conquest.noble)
        if holder is None or holder.owner != conquest.player:
            del s.conquered[place]
            if s.readings.causes_untold:
                tell(s, "9.1", "lost_place", place=place, seat=conquest.player)


def tell_lost_places(s: State, holders: Mapping[Card, NobleId]) -> None:
    """1.7, 9.1 Reports each place that a Faction has lost since the last operation, with whatever was the cause: a Noble, a
    card, a Royal, a gift, or an Open Town that everybody left. Conquests are reported by the conquest itself (6.4).
    """
    if s.readings.causes_untold:
        return
    now = owners(s, holders)
    lost: dict[Seat, list[Place]] = {}
    conquests = {place: each.player for place, each in s.conquered.items()}
    for place, seat in s.held_places.items():
        if seat in s.players and now.get(place) not in (seat, conquests.get(place, seat)):
            lost.setdefault(seat, []).append(place)
    s.held_places = now
    for seat, places in lost.items():
        tell(s, "9.1", "lost_places", seat=seat, places=places)


def end_gifts(s: State, holders: Mapping[Card, NobleId]) -> None:
    """12.4 (l. 628) Ends a gift when no Noble, in play or captive, has the card that names it."""
    for item, gift in list(s.gifts.items()):
        if not is_kept(s, gift.card, holders):
            del s.gifts[item]
            tell(s, "12.4", "gift_over", item=item)


def is_kept(s: State, card: Card, holders: Mapping[Card, NobleId]) -> bool:
    """Whether a card is with a Noble in play (all these are in `holders`), or with a captive."""
    return card in holders or any(card in (noble, *each.cards) for noble, each in s.captives.items())


def expel(s: State, holders: Mapping[Card, NobleId]) -> None:
    """9.1, R12 Nobles in places that are no longer friendly step into the open field.

    Ruling: K22 former allies inside one Open Town stay there.
    """
    friendly: dict[tuple[Spot, Seat], bool] = {}
    for noble, unit in list(s.nobles.items()):
        place = place_in(unit.at)
        if place is None or s.board.places[place].kind is Kind.OPEN_TOWN:
            continue
        position = unit.at, unit.owner
        if position not in friendly:
            friendly[position] = is_friendly(s, unit.owner, place, holders)
        if not friendly[position]:
            step_outside(s, noble)
            tell(s, "9.1", "expelled", noble=noble, place=place)


# Sieges


def besiegers(s: State, place: Place) -> list[NobleId]:
    """6.5 The Nobles who besiege a place. Ruling: K2 all Nobles of the besieging Faction and its allies in that open
    field.
    """
    return in_field(s, s.board.places[place].area, *allied(s, s.besieged[place]))


def lift_sieges(s: State) -> None:
    """6.5 (l. 480) Lifts sieges whose besiegers are too weak, or whose place is friendly to them or empty.

    Ruling: R72 all men count, those of traded cards too.
    """
    for place, seat in list(s.besieged.items()):
        held = defence(s, place) + sum(men_here(s, noble) for noble in at(s, inside(place)))
        strength = sum(men_here(s, noble) for noble in besiegers(s, place))
        if strength < held or is_friendly(s, seat, place) or is_empty_town(s, place):
            del s.besieged[place]
            tell(s, "6.5", "siege_lifted", place=place)


# Ships


def launch(s: State, holders: Mapping[Card, NobleId]) -> None:
    """2.4, 12.1 Places the ships of new cards in play in the ports that the cards name."""
    for ship, facts in s.board.cards.ships.items():
        if ship not in s.ships and facts.card in holders:
            s.ships[ship] = Ship(port_of(facts.port))


def lose_ships(s: State, holders: Mapping[Card, NobleId]) -> None:
    """5.9 (l. 388) Removes a ship whose card is lost; one with passengers at its next port.

    Ruling: K1 an empty ship at sea is removed at once.
    """
    for ship, piece in list(s.ships.items()):
        if is_kept(s, s.board.cards.ships[ship].card, holders) or (piece.group is not None and harbour(piece.at) is None):
            continue
        del s.ships[ship]
        s.loans.pop(ship, None)
        tell(s, "5.9", "ship_lost", ship=ship)


def end_loans(s: State) -> None:
    """5.9 (l. 390) Ends loans of ships that are no longer in play. (`sail` ends a loan when the ship reaches a port.)"""
    for ship in [ship for ship in s.loans if ship not in s.ships]:
        del s.loans[ship]


# Alliances


def trim_forces(s: State) -> None:
    """13.2 (l. 656; Ruling: R54) Nobles who are not in the commander's spot, or not allied, leave his Force. A Force without
    a commander, or with Nobles of one Faction only, ends.
    """
    for force in list(s.forces):
        commander = s.nobles.get(force.commander)
        force.nobles = [] if commander is None else [noble for noble in force.nobles if _serves(s, noble, force.commander)]
        if len({s.nobles[noble].owner for noble in force.nobles}) < 2:
            s.forces.remove(force)


def _serves(s: State, noble: NobleId, commander: NobleId) -> bool:
    unit, chief = s.nobles.get(noble), s.nobles[commander]
    return unit is not None and unit.at == chief.at and are_friends(s, unit.owner, chief.owner)


def count_houses(s: State) -> None:
    """10.6 Records since when a player holds Royals of both houses, and since when an ally must settle those of the
    Alliance.
    """
    with_royals = {s.nobles[piece.noble].owner for piece in s.royals.values() if piece.noble is not None}
    for seat in s.seats:
        if seat in with_royals and len(houses(s, royals_of(s, seat))) > 1:
            s.both.setdefault(seat, s.turn)
        else:
            s.both.pop(seat, None)
    for seat in s.seats if s.alliances or s.both_allied else ():
        members = allied(s, seat)
        if len(members) == 1 or len(houses(s, royals_of(s, *members))) < 2:
            s.both_allied.pop(seat, None)
        elif any(s.held.get(royal) != seat for royal in royals_of(s, seat)):
            s.both_allied.setdefault(seat, s.turn)
    note_holders(s)


def note_holders(s: State) -> None:
    """10.6 Records who controls each Royal."""
    s.held = {royal: s.nobles[piece.noble].owner for royal, piece in s.royals.items() if piece.noble is not None}


def return_claim(s: State) -> None:
    """13.3 Returns the Prestige Victory card when its holder falls below the number (Ruling: R34).

    In games in which captives keep what they hold (R27e), this waits while the holder has a Noble in captivity.
    """
    if s.claim is None or (s.settings.captives_hold and any(each.owner == s.claim.player for each in s.captives.values())):
        return
    if not has_target(s, s.claim.player):
        give_back_claim(s)


def give_back_claim(s: State) -> None:
    """13.3 Puts the Prestige Victory card back into the display."""
    s.claim = None
    tell(s, "13.3", "claim_returned")


def owners(s: State, holders: Mapping[Card, NobleId] | None = None) -> dict[Place, Seat]:
    """1.7 Who controls each place; places that nobody controls are left out."""
    holders = holders_of(s) if holders is None else holders
    owner_by_place = ((place, owner(s, place, holders)) for place in s.board.places)
    return {place: seat for place, seat in owner_by_place if seat is not None}
