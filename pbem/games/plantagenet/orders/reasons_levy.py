"""3.4 Why a line in a Muster is not possible."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from pbem.games.plantagenet.components.assets import may_levy_ship, shared
from pbem.games.plantagenet.components.board import Vassal
from pbem.games.plantagenet.components.box import COIN, Card, Lord, Side
from pbem.games.plantagenet.components.capabilities import objection_to
from pbem.games.plantagenet.components.card_ids import Capabilities, Events
from pbem.games.plantagenet.components.influence import loyalty
from pbem.games.plantagenet.components.lordship import lordship_left, may_levy
from pbem.games.plantagenet.components.names import cards_in
from pbem.games.plantagenet.components.options import Spend
from pbem.games.plantagenet.components.state import (
    State,
    Status,
    at_port,
    enemy_there,
    exhausted,
    friendly,
    has_capability,
    in_exile_box,
    lord_with,
    place_of,
    side_of,
)
from pbem.games.plantagenet.levy.levy import (
    levies_any_vassal,
    parliament_is_blocked,
    seats_for,
    special_vassals_are_barred,
    vassals_come_surely,
)
from pbem.games.plantagenet.levy.levy_troops import may_array, sources, wages_due
from pbem.games.plantagenet.orders.reasons_shared import (
    Ids,
    Reason,
    cards_of_side,
    locales_in,
    lords_in,
    name,
    where_instead,
    why_no_parley,
    why_nothing_helps,
)
from pbem.i18n import Text


def why_not_mustering(s: State, side: Side, verb: str, ids: Ids) -> str | None:
    """3.4 Why a Levy action is not possible: only the acting Lord's, while he has any left."""
    if verb == "muster":
        return next((why for lord in lords_in(s, ids) if (why := why_not_acting(s, side, lord))), None)
    if verb == "loyalty":
        return why_no_loyalty(s, side)
    lord = None if s.muster is None else s.muster.lord
    if lord is None:
        return Text("first name the Lord who takes his Levy actions (muster LORD)")
    if verb == "done":
        return Text("Jack Cade demands a Parley first")
    if not lordship_left(s, lord):
        return Text("{lord} has no Levy actions left", lord=name(s, lord))
    reasons: Mapping[str, Reason] = {"parley": partial(why_no_parley, campaign=False), "levy": why_not_levied}
    return reasons[verb](s, lord, ids) if verb in reasons else None


def why_no_loyalty(s: State, side: Side) -> str:
    """y22 Why Loyalty and Trust is not possible: York's only, and once."""
    if side is not Side.YORK or Events.LOYALTY_AND_TRUST not in s.this_levy:
        return Text("Loyalty and Trust (y22) is not in force for you")
    return Text("Loyalty and Trust (y22) has its Lord already")


def why_not_acting(s: State, side: Side, lord: Lord) -> str | None:
    """3.4 Why a Lord cannot act: only Lords on the map when the Muster opened, each once."""
    if side_of(s, lord) is not side:
        return Text("{lord} is an Enemy Lord", lord=name(s, lord))
    if s.lords[lord].status is not Status.MAP:
        return Text("{lord} is not on the map, he {where_instead}", lord=name(s, lord), where_instead=where_instead(s, lord))
    if s.muster is not None and lord == s.muster.lord:
        return Text("{lord} is acting already", lord=name(s, lord))
    return Text("{lord} has acted in this Muster, or has come only in it", lord=name(s, lord))


def why_not_levied(s: State, lord: Lord, ids: Ids) -> str | None:
    """3.4 Why a Levy is not possible: it needs a Friendly Locale; then each kind has its own conditions. Without a word for
    the kind, the names decide it.
    """
    here = place_of(s, lord)
    kind = next((each for each in ids if each in KINDS), "") or kind_named(s, ids)
    if not may_levy(s, lord) and not (kind == "vassal" and levies_any_vassal(s, lord)):
        return (
            Text(
                "{here} is not Friendly: only Parley and Levy of Vassals are open to {lord} there",
                here=name(s, here),
                lord=name(s, lord),
            )
            if levies_any_vassal(s, lord)
            else Text("{here} is not Friendly: only Parley is open to {lord} there", here=name(s, here), lord=name(s, lord))
        )
    why = KINDS[kind](s, lord, ids) if kind in KINDS else None
    if why is None and (kind in UNCHECKED or {*UNCHECKED} & {*ids}) and Spend.among(ids):
        return Text("this Levy needs no check: spend nothing")
    return why or why_nothing_helps(s, lord, ids)


def kind_named(s: State, ids: Ids) -> str:
    """The kind of Levy for a line that only says whom or which."""
    if lords_in(s, ids):
        return "lord"
    if any(one in s.box.vassals for one in ids):
        return "vassal"
    return "capability" if cards_in(s, ids) else ""


def why_no_lord(s: State, lord: Lord, ids: Ids) -> str | None:
    """3.4.2 Why a Lord cannot be Levied: he is not Ready, or has no Seat to come to. If several have the name, the side's
    own counts.
    """
    named = sorted(lords_in(s, ids), key=lambda other: side_of(s, other) is not side_of(s, lord))
    return why_not_ready(s, lord, named[0]) if named else None


def why_not_ready(s: State, lord: Lord, other: Lord) -> str | None:
    """3.4.2 Why a Lord cannot be Levied."""
    cylinder, called = s.lords[other], name(s, other)
    if side_of(s, other) is not side_of(s, lord):
        return Text("{lord} is an Enemy Lord", lord=called)
    if cylinder.status is Status.MAP:
        return Text("{called} is on the map already, at {where}", called=called, where=name(s, cylinder.where))
    if cylinder.status is not Status.CALENDAR:
        return Text("{called} {where_instead}", called=called, where_instead=where_instead(s, other))
    if cylinder.exile:
        return Text(
            "{called} {where_instead}: Exiles come back at the start of a Levy, not by Levy Lord",
            called=called,
            where_instead=where_instead(s, other),
        )
    if cylinder.box > s.turn:
        return Text(
            "{called} is on the Calendar in box {box}: he is not Ready before Turn {box}", called=called, box=cylinder.box
        )
    return None if seats_for(s, other) else Text("{called} has no Seat where he can Muster", called=called)


def why_no_vassal(s: State, lord: Lord, ids: Ids) -> str | None:
    """3.4.3 Why a Vassal cannot be Levied: he is not at his Seat, or that is not Friendly and free of Enemy Lords."""
    side = side_of(s, lord)
    if parliament_is_blocked(s, side) and not levies_any_vassal(s, lord):
        return Text("Yorkists Block Parliament: no Vassals this Levy")
    for vassal in (Vassal(one) for one in ids if one in s.box.vassals):
        return why_not_this_vassal(s, vassal, side) or why_no_raise(s, lord, vassal, ids)
    return None


def why_not_this_vassal(s: State, vassal: Vassal, side: Side) -> str | None:
    """3.4.3 Why a Vassal is closed to a side."""
    seat, called = s.box.vassals[vassal].seat, name(s, vassal)
    if seat is None:
        return Text("{called} comes with a Capability only", called=called)
    if vassal not in s.sheet.vassals:
        return Text("Vassal {called} is not in this scenario", called=called)
    if (served := lord_with(s, vassal)) is not None:
        return Text("{vassal} serves {lord}", vassal=called, lord=name(s, served))
    if vassal in s.disbanded:
        return Text("{called} is not at his Seat before Turn {disbanded}", called=called, disbanded=s.disbanded[vassal])
    if vassal not in s.ready:
        return Text("{called} is not at his Seat", called=called)
    if not friendly(s, side, seat):
        return Text("{seat}, the Seat of {called}, is not Friendly", seat=name(s, seat), called=called)
    return (
        Text("an Enemy Lord is at {seat}, the Seat of {called}", seat=name(s, seat), called=called)
        if enemy_there(s, side, seat)
        else None
    )


def why_no_raise(s: State, lord: Lord, vassal: Vassal, ids: Ids) -> str | None:
    """1.4.2 Why a raise is useless for a Vassal, whose Loyalty is part of the rating; or that there is no check."""
    if vassals_come_surely(s, lord) and "spend_" in " ".join(ids):
        return Text("his Vassals come without a check: spend nothing")
    return why_nothing_helps(s, lord, ids, loyalty(s, vassal, side_of(s, lord)))


def why_no_troops(s: State, lord: Lord, ids: Ids) -> str | None:
    """3.4.4 Why Troops cannot be Levied: the Stronghold is Exhausted; Mercenaries, Militia and other places need their
    cards.
    """
    here = place_of(s, lord)
    if in_exile_box(s, lord) and not sources(s, lord):
        return Text("{here} is an Exile box: no Troops are Levied there", here=name(s, here))
    if shared(s, lord, COIN) < wages_due(s, lord):
        return Text("Rising Wages (l9) is in force, and nobody there has a Coin")
    if "mercenaries" in ids and not has_capability(s, lord, Capabilities.SOLDIERS_OF_FORTUNE):
        return Text(
            "Mercenaries need Soldiers of Fortune ({soldiers_of_fortune}) at {lord}'s mat",
            soldiers_of_fortune=Capabilities.SOLDIERS_OF_FORTUNE,
            lord=name(s, lord),
        )
    if "mercenaries" in ids and not shared(s, lord, COIN):
        return Text("{lord} has no Coin for Mercenaries", lord=name(s, lord))
    if {"militia_1", "militia_2"} & set(ids) and Events.THE_COMMONS not in s.this_levy:
        return Text("more Militia need The Commons ({the_commons}), which is not in force", the_commons=Events.THE_COMMONS)
    for near in [near for near in locales_in(s, ids) if near != here]:
        if not has_capability(s, lord, Capabilities.COMMISSION_OF_ARRAY):
            return Text("Troops are Levied where the Lord is, at {here}", here=name(s, here))
        if not may_array(s, lord, near):
            return Text("{near} is no Friendly neighbour that can give Troops", near=name(s, near))
    if exhausted(s, here):
        return Text("{here} is Exhausted", here=name(s, here))
    return Text("Troops come from {here} anyway: write levy troops", here=name(s, here)) if here in ids else None


def why_no_ship(s: State, lord: Lord, _ids: Ids) -> str | None:
    """3.4.5 Why a Ship cannot be Levied: only at Ports and in Exile boxes."""
    if not at_port(s, lord) and not in_exile_box(s, lord):
        return Text("{option} is not a Port", option=name(s, place_of(s, lord)))
    return None if may_levy_ship(s, lord) else Text("no more Ships are to be had")


def why_no_capability(s: State, lord: Lord, ids: Ids) -> str | None:
    """3.4.6 Why a Capability cannot be Levied: the card is not for this Lord, or not in the deck."""
    side = side_of(s, lord)
    own_cards, named = cards_of_side(s, side, ids), cards_in(s, ids)
    if named and not own_cards:
        return Text("{named} is an Enemy card", named=name(s, named[0]))
    whys = [why_not_this_card(s, lord, card) for card in own_cards]
    return next(filter(None, whys), None)


def why_not_this_card(s: State, lord: Lord, card: Card) -> str | None:
    """3.4.6 Why the Lord cannot have this card."""
    side = side_of(s, lord)
    if card not in s.sheet.cards:
        return Text("{card} is not in this scenario", card=name(s, card))
    if card not in s.decks[side]:
        return Text("{card} is not among your unused cards", card=name(s, card))
    if card in s.box.special_vassals and special_vassals_are_barred(s, side):
        return Text("Yorkists Block Parliament: no Vassals this Levy")
    return objection_to(s, card, lord, s.mats[lord].capabilities)


KINDS: Mapping[str, Reason] = {
    "lord": why_no_lord,
    "vassal": why_no_vassal,
    "troops": why_no_troops,
    "ship": why_no_ship,
    "capability": why_no_capability,
}
UNCHECKED = ("troops", "carts", "ship", "capability")
"""What is Levied without an Influence check (3.4.4-3.4.6)."""
