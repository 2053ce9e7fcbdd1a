"""3.4.2-3.4.6 Levy Lords, Vassals, Troops, Transport and Capabilities."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.event import tell
from pbem.engine.phrase import Phrase
from pbem.games.plantagenet.components.assets import add_asset, may_levy_ship
from pbem.games.plantagenet.components.blockade import passes_blockade
from pbem.games.plantagenet.components.board import LONDON, Locale, Vassal
from pbem.games.plantagenet.components.box import CARTS, HENRY_TUDOR, SHIPS, Card, Lord, Side
from pbem.games.plantagenet.components.capabilities import MAX_PER_LORD, give_capability, objection_to
from pbem.games.plantagenet.components.card_ids import Capabilities, Events
from pbem.games.plantagenet.components.group import shaky_meeting
from pbem.games.plantagenet.components.influence import BASE_COST, check_influence, lose, loyalty, useful_raises
from pbem.games.plantagenet.components.locales import set_favour
from pbem.games.plantagenet.components.lords import muster_lord, muster_vassal
from pbem.games.plantagenet.components.lordship import grant_of, lordship_left, may_levy, spend_lordship
from pbem.games.plantagenet.components.options import RAISE
from pbem.games.plantagenet.components.ratings import influence_of
from pbem.games.plantagenet.components.state import (
    State,
    Status,
    at_port,
    enemy_there,
    friendly,
    has_capability,
    in_exile_box,
    muster_of,
    place_of,
    side_of,
    tell_own,
)
from pbem.games.plantagenet.levy.levy_troops import LevyTroops, levy_troops, troops_options

PLOT_COST = 2
CARTS_LEVIED, SHIPS_LEVIED = 2, 1


class LevyLord(Phrase, form="levy lord {other}[ {seat}]" + RAISE):
    """3.4.2 Who Musters, where (if the owner has a choice), and the raise of the check."""

    other: Lord
    seat: Locale | None = None
    spend: int = 0


class LevyVassal(Phrase, form="levy vassal {vassal}" + RAISE):
    """3.4.3 Which Vassal, and the raise of the check."""

    vassal: Vassal
    spend: int = 0


class LevyCarts(Phrase, form="levy carts"):
    """3.4.5 Levy Transport: Carts."""


class LevyShip(Phrase, form="levy ship"):
    """3.4.5 Levy Transport: a Ship."""


class LevyCapability(Phrase, form="levy capability {card}"):
    """3.4.6 Which card."""

    card: Card


def levy_options(s: State, lord: Lord) -> Sequence[Phrase]:
    """3.4.2-3.4.6 What the Lord can Levy; nothing at an Enemy or Neutral Stronghold, except for Margaret Beaufort (l35)."""
    if not lordship_left(s, lord):
        return troops_options(s, lord)
    vassals = list(vassal_options(s, lord))
    if not may_levy(s, lord):
        return vassals
    others = (*troops_options(s, lord), *transport_options(s, lord), *capability_options(s, lord))
    return [*lord_options(s, lord), *vassals, *others]


async def levy(s: State, lord: Lord, order: Phrase) -> bool:
    """3.4.2-3.4.6 Carries out an option of the Menu. Returns whether it succeeded."""
    match order:
        case LevyLord():
            return await levy_lord(s, lord, order)
        case LevyVassal():
            return await levy_vassal(s, lord, order)
        case LevyTroops():
            return await levy_troops(s, lord, order)
        case LevyCarts():
            return levy_carts(s, lord)
        case LevyShip():
            return await levy_ship(s, lord)
    return levy_capability(s, lord, LevyCapability.read(order).card)


# 3.4.2 Levy Lord


def lord_options(s: State, lord: Lord) -> Iterator[LevyLord]:
    """3.4.2 Each Ready Lord who can Muster somewhere; with a Locale only if the owner has a choice."""
    spends = useful_raises(influence_of(s, lord))
    for other in ready_lords(s, side_of(s, lord)):
        seats = seats_for(s, other)
        places = seats if len(seats) > 1 else [None] * len(seats)
        yield from (LevyLord(other, place, spend) for place in places for spend in spends)


def ready_lords(s: State, side: Side) -> list[Lord]:
    """3.4.2 The side's Lords on the Calendar in the current or a lower box, without Exile marker (ruling R7)."""
    waiting = [lord for lord, cylinder in s.lords.items() if cylinder.status is Status.CALENDAR and not cylinder.exile]
    return [lord for lord in waiting if s.lords[lord].box <= s.turn and side_of(s, lord) is side]


def seats_for(s: State, lord: Lord) -> list[Locale]:
    """3.4.2 Where the Lord would Muster: at his Seat; if he cannot be there, at a Friendly Seat of another Lord of his side
    where he can (ruling R51).
    """
    seat, side = s.box.lords[lord].seat, side_of(s, lord)
    if can_stand(s, lord, seat):
        return [seat]
    others = dict.fromkeys(s.box.lords[other].seat for other in s.seats if side_of(s, other) is side)
    return [place for place in others if friendly(s, side, place) and can_stand(s, lord, place)]


def can_stand(s: State, lord: Lord, seat: Locale) -> bool:
    """3.4.2 Whether a Seat is free of Enemy Lords; Shaky Allies (6.0) separates Margaret and Warwick (ruling R117).

    Ruling: a Seat that Shaky Allies bars to a Lord counts for his Muster like one where an Enemy Lord is.
    """
    return not shaky_meeting(s, [lord], seat) and not enemy_there(s, side_of(s, lord), seat)


def seat_named(s: State, order: LevyLord) -> Locale:
    """3.4.2 Where the Lord Musters by an order that names the Seat, if there is a choice."""
    return order.seat or seats_for(s, order.other)[0]


async def levy_lord(s: State, lord: Lord, order: LevyLord) -> bool:
    """3.4.2 Levy Lord: on a success he Musters. His own Seat becomes Friendly; another's stays as it is, and so does London
    with the second Yorkist marker (y15, ruling R36).
    """
    other, side = order.other, side_of(s, lord)
    spend_lordship(s)
    tell(s, "3.4.2", "levies_lord", side=side, lord=lord, other=other)
    if not await check_influence(s, lord, f"levy lord {other}", spend=order.spend):
        return False
    place = seat_named(s, order)
    muster_lord(s, other, place, "3.4.2")
    if place == s.box.lords[other].seat and not (place == LONDON and s.london_for_york):
        set_favour(s, place, side, "3.4.2")
    return True


# 3.4.3 Levy Vassal


def vassal_options(s: State, lord: Lord) -> Iterator[LevyVassal]:
    """3.4.3 Each Vassal whom the Lord can try to Levy."""
    rating, certain = influence_of(s, lord), vassals_come_surely(s, lord)
    for vassal in s.ready:
        if can_levy_vassal(s, lord, vassal):
            spends = [0] if certain else useful_raises(rating + loyalty(s, vassal, side_of(s, lord)))
            yield from (LevyVassal(vassal, spend) for spend in spends)


def can_levy_vassal(s: State, lord: Lord, vassal: Vassal) -> bool:
    """3.4.3 The Lord at a Friendly Locale, the Vassal's markers at his Seat, which is Friendly and free of Enemy Lords. For
    Henry Tudor Margaret Beaufort (l35) asks for the markers only.
    """
    if levies_any_vassal(s, lord):
        return True
    side, seat = side_of(s, lord), s.box.vassals[vassal].seat
    if seat is None or not may_levy(s, lord) or parliament_is_blocked(s, side):
        return False
    return friendly(s, side, seat) and not enemy_there(s, side, seat)


def levies_any_vassal(s: State, lord: Lord) -> bool:
    """l35 Margaret Beaufort: whether the Lord is Henry Tudor, who may try to Levy any Vassal at his Seat, wherever both
    are.
    """
    return lord == HENRY_TUDOR and Events.MARGARET_BEAUFORT in s.this_levy


def parliament_is_blocked(s: State, side: Side) -> bool:
    """y7 Yorkists Block Parliament: no Vassals except by an Event (l35, l37)."""
    return (
        side is Side.LANCASTER
        and Events.YORKISTS_BLOCK_PARLIAMENT in s.this_levy
        and Events.THE_EARL_OF_RICHMOND not in s.this_levy
    )


def special_vassals_are_barred(s: State, side: Side) -> bool:
    """y7 Yorkists Block Parliament, Special Vassals: they Muster by Capability (1.5.4), which no Event permits (ruling
    R250).
    """
    if not s.readings.richmond_for_vassals_alone:
        return parliament_is_blocked(s, side)
    return side is Side.LANCASTER and Events.YORKISTS_BLOCK_PARLIAMENT in s.this_levy


def vassals_come_surely(s: State, lord: Lord) -> bool:
    """Whether Levy of a Vassal succeeds without a roll: Two Roses (l32), The Earl of Richmond (l37)."""
    richmond = side_of(s, lord) is Side.LANCASTER and Events.THE_EARL_OF_RICHMOND in s.this_levy
    return richmond or has_capability(s, lord, Capabilities.TWO_ROSES)


def vassal_cost(s: State, side: Side) -> int:
    """3.4.3 The Influence that Levy Vassal costs without a raise. Buckingham's Plot (l34) makes it cost York 2 more."""
    return BASE_COST + PLOT_COST * (side is Side.YORK and Events.BUCKINGHAMS_PLOT in s.this_levy)


async def levy_vassal(s: State, lord: Lord, order: LevyVassal) -> bool:
    """3.4.3 Levy Vassal: a check against the Lord's Influence with the Vassal's Loyalty."""
    vassal, side = order.vassal, side_of(s, lord)
    cost = vassal_cost(s, side)
    spend_lordship(s)
    tell(s, "3.4.3", "levies_vassal", side=side, lord=lord, vassal=vassal)
    if vassals_come_surely(s, lord):
        lose(s, side, cost, "3.4.3", "Levy Vassal")
    else:
        modifier = loyalty(s, vassal, side)
        subject = f"levy vassal {vassal}"
        if not await check_influence(s, lord, subject, cost=cost, spend=order.spend, modifier=modifier):
            return False
    muster_vassal(s, lord, vassal, "3.4.3")
    return True


# 3.4.5 Levy Transport


def transport_options(s: State, lord: Lord) -> list[LevyCarts | LevyShip]:
    """3.4.5 Carts; a Ship at a Port or in an Exile box, if Ships are available (1.7.3)."""
    ship = (at_port(s, lord) or in_exile_box(s, lord)) and may_levy_ship(s, lord)
    return [LevyCarts(), LevyShip()] if ship else [LevyCarts()]


def levy_carts(s: State, lord: Lord) -> bool:
    """3.4.5 Levy Transport: two Carts."""
    spend_lordship(s)
    add_asset(s, lord, CARTS, CARTS_LEVIED, "3.4.5")
    return True


async def levy_ship(s: State, lord: Lord) -> bool:
    """3.4.5 Levy Transport: one Ship; at a Port Naval Blockade (y15) may prevent it."""
    spend_lordship(s)
    sea = s.board.locales[place_of(s, lord)].sea
    if at_port(s, lord) and sea is not None and not await passes_blockade(s, lord, [sea]):
        return False
    add_asset(s, lord, SHIPS, SHIPS_LEVIED, "3.4.5")
    return True


# 3.4.6 Levy Capability


def capability_options(s: State, lord: Lord) -> list[LevyCapability]:
    """3.4.6 The unused cards of the side that the Lord may have; while Parliament is blocked (y7) none with a Vassal."""
    on_mat, side = s.mats[lord].capabilities, side_of(s, lord)
    if len(on_mat) >= MAX_PER_LORD:
        return []
    barred = s.box.special_vassals if special_vassals_are_barred(s, side) else ()
    unused = [card for card in s.decks[side] if card not in barred]
    return [LevyCapability(card) for card in unused if objection_to(s, card, lord, on_mat) is None]


def levy_capability(s: State, lord: Lord, card: Card) -> bool:
    """3.4.6 Levy Capability: the card goes to the Lord's mat. Stanley's free Levy Troops (l35) can be used in this Levy
    already.
    """
    spend_lordship(s)
    tell_own(s, lord, "3.4.6", "capability", card=card)
    give_capability(s, card, lord)
    if card == Capabilities.THOMAS_STANLEY:
        muster_of(s).free[grant_of(Capabilities.THOMAS_STANLEY, lord)] = 1
    return True
