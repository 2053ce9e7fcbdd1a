"""Why a line of a Levy or a Command card is not open, as far as the position tells it in a few words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from pbem.engine.decision import Decision
from pbem.games.plantagenet.campaign.command import COMMAND, actions_left, affordable
from pbem.games.plantagenet.campaign.tax import taxable
from pbem.games.plantagenet.components.assets import shared, ships_allowed
from pbem.games.plantagenet.components.board import Locale, Vassal
from pbem.games.plantagenet.components.box import SHIPS, Card, Lord, Side
from pbem.games.plantagenet.components.capabilities import objection_to
from pbem.games.plantagenet.components.held import playable
from pbem.games.plantagenet.components.influence import loyalty, useful_raises
from pbem.games.plantagenet.components.lordship import lordship_left, may_levy
from pbem.games.plantagenet.components.names import cards_in, names
from pbem.games.plantagenet.components.options import EventOf, Spend
from pbem.games.plantagenet.components.ratings import influence_of
from pbem.games.plantagenet.components.state import (
    State,
    Status,
    at_port,
    enemy_there,
    exhausted,
    friendly,
    in_exile_box,
    lord_with,
    place_of,
    sea_of,
    side_of,
)
from pbem.games.plantagenet.levy.levy import parliament_is_blocked, seats_for
from pbem.games.plantagenet.levy.muster import MUSTER

AT_SEA = ("sail", "pass", "play")
WHOLE_CARD = ("sail", "heralds", "parley")

Ids = list[str]
Reason = Callable[[State, Lord, Ids], "str | None"]


def why_not(s: State, decision: Decision, verb: str, ids: Ids) -> str | None:
    """Why the line with this order word that names these ids is not open in the Muster or on a Command card."""
    side = Side(decision.seat)
    if verb == "play":
        return why_not_played(s, side, ids)
    if decision.key == MUSTER:
        return why_not_mustering(s, side, verb, ids)
    if decision.key == COMMAND and s.command is not None:
        return why_not_commanding(s, s.command.lord, verb, ids)
    return None


def name(s: State, option: str) -> str:
    """The written name."""
    return names(s, option)[0]


def why_not_played(s: State, side: Side, ids: Ids) -> str | None:
    """3.1.3 A Held Event that the side has not, or that waits for something else."""
    cards = [card for card in cards_in(s, ids) if s.box.cards[card].side is side]
    mine = [card for card in cards if card in s.held[side]]
    if not mine:
        return f"you do not hold {name(s, EventOf(cards[0]))}" if cards else None
    return None if mine[0] in playable(s, side) else f"{name(s, EventOf(mine[0]))} cannot be played at this moment"


# 3.4 Muster


def why_not_mustering(s: State, side: Side, verb: str, ids: Ids) -> str | None:
    """3.4 Levy actions are those of the Lord who acts, as long as he has any left."""
    if verb == "muster":
        return next((why for lord in lords_in(s, ids) if (why := why_not_acting(s, side, lord))), None)
    lord = None if s.muster is None else s.muster.lord
    if lord is None:
        return "first name the Lord who takes his Levy actions (muster LORD)"
    if verb == "done":
        return "Jack Cade demands a Parley first"
    if not lordship_left(s, lord):
        return f"{name(s, lord)} has no Levy actions left"
    reasons: Mapping[str, Reason] = {"parley": why_no_parley, "levy": why_not_levied}
    return reasons[verb](s, lord, ids) if verb in reasons else None


def why_not_acting(s: State, side: Side, lord: Lord) -> str | None:
    """3.4 Only Lords on the map when the Muster opened, each once."""
    if side_of(s, lord) is not side:
        return f"{name(s, lord)} is an Enemy Lord"
    if s.lords[lord].status is not Status.MAP:
        return f"{name(s, lord)} is not on the map"
    if s.muster is not None and lord == s.muster.lord:
        return f"{name(s, lord)} is acting already"
    return f"{name(s, lord)} has acted in this Muster, or has come only in it"


def why_not_levied(s: State, lord: Lord, ids: Ids) -> str | None:
    """3.4 Levy needs a Friendly Locale; then each kind has its own terms."""
    here = place_of(s, lord)
    if not may_levy(s, lord):
        return f"{name(s, here)} is not Friendly: only Parley is open to {name(s, lord)} there"
    kinds: Mapping[str, Reason] = {
        "lord": why_no_lord,
        "vassal": why_no_vassal,
        "troops": why_no_troops,
        "ship": why_no_ship,
        "capability": why_no_capability,
    }
    kind = next((each for each in ids if each in kinds), "")
    return (kinds[kind](s, lord, ids) if kind else None) or why_nothing_helps(s, lord, ids)


def why_no_lord(s: State, lord: Lord, ids: Ids) -> str | None:
    """3.4.2 The Lord named is not Ready, or has no Seat to come to."""
    for other in lords_in(s, ids):
        cylinder, called = s.lords[other], name(s, other)
        if side_of(s, other) is not side_of(s, lord):
            return f"{called} is an Enemy Lord"
        if cylinder.status is not Status.CALENDAR:
            return f"{called} is not on the Calendar"
        if cylinder.exile:
            return f"{called} is in Exile"
        if cylinder.box > s.turn:
            return f"{called} is not Ready before Turn {cylinder.box}"
        if not seats_for(s, other):
            return f"{called} has no Seat where he can Muster"
    return None


def why_no_vassal(s: State, lord: Lord, ids: Ids) -> str | None:
    """3.4.3 The Vassal is not at his Seat, or that is not Friendly and free of Enemy Lords."""
    side = side_of(s, lord)
    if parliament_is_blocked(s, side):
        return "Yorkists Block Parliament: no Vassals this Levy"
    for vassal in (Vassal(one) for one in ids if one in s.box.vassals):
        seat = s.box.vassals[vassal].seat
        if (served := lord_with(s, vassal)) is not None:
            return f"{name(s, vassal)} serves {name(s, served)}"
        if vassal not in s.ready or seat is None:
            return f"{name(s, vassal)} is not at his Seat"
        if not friendly(s, side, seat):
            return f"{name(s, seat)}, the Seat of {name(s, vassal)}, is not Friendly"
        if enemy_there(s, side, seat):
            return f"an Enemy Lord is at {name(s, seat)}, the Seat of {name(s, vassal)}"
        if why := why_nothing_helps(s, lord, ids, loyalty(s, vassal, side)):
            return why
    return None


def why_no_troops(s: State, lord: Lord, _ids: Ids) -> str | None:
    """3.4.4 An Exhausted Stronghold gives none."""
    here = place_of(s, lord)
    return f"{name(s, here)} is Exhausted" if exhausted(s, here) else None


def why_no_ship(s: State, lord: Lord, _ids: Ids) -> str | None:
    """3.4.5 Ships are Levied at Ports and in Exile boxes."""
    if not at_port(s, lord) and not in_exile_box(s, lord):
        return f"{name(s, place_of(s, lord))} is no Port"
    return None if ships_allowed(s, lord) > 0 else "no more Ships are to be had"


def why_no_capability(s: State, lord: Lord, ids: Ids) -> str | None:
    """3.4.6 The card is not for this Lord, or not in the deck."""
    side = side_of(s, lord)
    for card in (Card(one) for one in ids if one in s.box.cards and s.box.cards[Card(one)].side is side):
        if card not in s.decks[side]:
            return f"{name(s, card)} is not among your unused cards"
        if why := objection_to(s, card, lord, s.mats[lord].capabilities):
            return why
    return None


def why_nothing_helps(s: State, lord: Lord, ids: Ids, modifier: int = 0) -> str | None:
    """1.4.2 Influence beyond a rating of 5 is not to be spent."""
    rating = influence_of(s, lord) + modifier
    spent = Spend.among(ids)
    if not spent or spent[0].spend in useful_raises(rating):
        return None
    return f"{name(s, lord)} checks on a rating of {rating}, and {name(s, spent[0])} would raise it beyond 5"


# 4.2 Command


def why_not_commanding(s: State, lord: Lord, verb: str, ids: Ids) -> str | None:
    """4.2.1 Actions, the entire card, a Lord at Sea; then what the action itself asks for."""
    if verb == "muster":
        return "Lords Muster in the Levy"
    if not actions_left(s):
        return f"{name(s, lord)} has no actions left"
    if sea_of(s, lord) is not None:
        return None if verb in AT_SEA else f"{name(s, lord)} is at Sea, where he can only Sail or pass"
    if verb in WHOLE_CARD and not affordable(s, lord, verb):
        return f"{verb} takes an entire card, and {name(s, lord)} has spent some of it"
    reasons: Mapping[str, Reason] = {
        "march": why_no_march,
        "sail": why_no_sail,
        "supply": why_no_supply,
        "forage": why_no_forage,
        "tax": why_no_tax,
        "parley": why_no_parley,
    }
    return reasons[verb](s, lord, ids) if verb in reasons else None


def why_no_march(s: State, lord: Lord, ids: Ids) -> str | None:
    """4.3 One Way at a time."""
    here = place_of(s, lord)
    far = [to for to in locales_in(s, ids) if to not in s.board.ways[here]]
    return f"no Way leads from {name(s, here)} to {name(s, far[0])}" if far else None


def why_no_sail(s: State, lord: Lord, ids: Ids) -> str | None:
    """4.6.1 From a Port, with Ships, to a Port without Enemy Lords."""
    here = place_of(s, lord)
    if s.board.locales[here].sea is None:
        return f"{name(s, here)} is no Port"
    if not shared(s, lord, SHIPS):
        return f"{name(s, lord)} has no Ship"
    held = [to for to in locales_in(s, ids) if enemy_there(s, side_of(s, lord), to)]
    return f"an Enemy Lord is at {name(s, held[0])}" if held else None


def why_no_supply(s: State, lord: Lord, ids: Ids) -> str | None:
    """4.5 From a Friendly Locale, out of a Friendly Stronghold not Exhausted."""
    here = place_of(s, lord)
    if not friendly(s, side_of(s, lord), here):
        return f"{name(s, here)} is not Friendly"
    return next(_spent_or_strange(s, lord, ids), None) or f"no Route with Carts or Ships enough for {name(s, lord)}"


def why_no_forage(s: State, lord: Lord, _ids: Ids) -> str | None:
    """4.6.2 Anywhere not Exhausted."""
    here = place_of(s, lord)
    return f"{name(s, here)} is Exhausted" if exhausted(s, here) else None


def why_no_tax(s: State, lord: Lord, ids: Ids) -> str | None:
    """4.6.3 His own Seat, his Vassals' Seats and the Special Strongholds, along a Route."""
    here = place_of(s, lord)
    if not friendly(s, side_of(s, lord), here):
        return f"{name(s, here)} is not Friendly"
    for locale in locales_in(s, ids):
        if locale not in taxable(s, lord):
            return f"{name(s, locale)} is not for {name(s, lord)} to Tax"
    return next(_spent_or_strange(s, lord, ids), None) or why_nothing_helps(s, lord, ids)


def why_no_parley(s: State, lord: Lord, ids: Ids) -> str | None:
    """3.4.1, 4.6.4 A Stronghold not yet Friendly, at the end of a Route."""
    for locale in locales_in(s, ids):
        if friendly(s, side_of(s, lord), locale):
            return f"{name(s, locale)} is Friendly already"
        if why := why_nothing_helps(s, lord, ids):
            return why
        return f"no Route of Friendly Strongholds leads {name(s, lord)} to {name(s, locale)}"
    return None


def _spent_or_strange(s: State, lord: Lord, ids: Ids) -> Iterator[str]:
    for locale in locales_in(s, ids):
        if exhausted(s, locale):
            yield f"{name(s, locale)} is Exhausted"
        if not friendly(s, side_of(s, lord), locale):
            yield f"{name(s, locale)} is not Friendly"


def lords_in(s: State, ids: Iterable[str]) -> list[Lord]:
    """The Lords named."""
    return [Lord(one) for one in ids if one in s.lords]


def locales_in(s: State, ids: Iterable[str]) -> list[Locale]:
    """The Locales named."""
    return [Locale(one) for one in ids if one in s.board.locales]
