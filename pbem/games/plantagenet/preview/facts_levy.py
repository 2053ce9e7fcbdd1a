"""3.1-3.4 Facts about the choices of a Levy: costs, odds, and consequences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.engine.decision import Decision, Pick, PickSome
from pbem.engine.game.forecast import faces
from pbem.engine.phrase import Phrase, read_one, words_of
from pbem.games.plantagenet.campaign.plan import CARDS_PER_LORD, command_deck, plan_cards
from pbem.games.plantagenet.components.assets import per
from pbem.games.plantagenet.components.board import Locale, Vassal
from pbem.games.plantagenet.components.box import Lord, Side
from pbem.games.plantagenet.components.held import playable
from pbem.games.plantagenet.components.influence import check_succeeds_on, useful_raises
from pbem.games.plantagenet.components.lords import OFF_RIGHT, RATING_BASE
from pbem.games.plantagenet.components.lordship import may_levy
from pbem.games.plantagenet.components.ratings import influence_of, lordship_of
from pbem.games.plantagenet.components.state import PASS, State, exhausted, muster_of, place_of, troops_of
from pbem.games.plantagenet.levy.exiles import costly
from pbem.games.plantagenet.levy.levy import (
    LevyCapability,
    LevyCarts,
    LevyLord,
    LevyShip,
    LevyVassal,
    capability_options,
    levies_any_vassal,
    levy_options,
)
from pbem.games.plantagenet.levy.levy_troops import LevyTroops
from pbem.games.plantagenet.levy.muster import FORMS, KingRichard, muster_options
from pbem.games.plantagenet.levy.parley import Parley, parley_options, sure, terms_of
from pbem.games.plantagenet.levy.pay import IN_EXILE_BOX, price_of_lord
from pbem.games.plantagenet.levy.pillage import TROOPS_PER_ASSET
from pbem.games.plantagenet.preview.facts_cards import capabilities, grants_of, held_now, in_force_on_levy
from pbem.games.plantagenet.preview.facts_upkeep import disband_words, if_he_pillages, pillage_words, tides_now, to_pay
from pbem.games.plantagenet.preview.forecast_levy import KINDS, troops_forecast
from pbem.games.plantagenet.preview.forecast_words import UNITS, freed_words, lords_in_words, name, order_words
from pbem.i18n import Text

WAYS_TOLD = 12
"""The maximum number of places to Parley listed; `map` and `preview` show the others."""


def of_muster(s: State, decision: Decision) -> Iterator[str]:
    """3.4 The Lords who can act, and what is coming; for the acting Lord the cost and odds of each of his actions."""
    side, lord = Side(decision.seat), muster_of(s).lord
    yield from in_force_on_levy(s)
    yield from held_now(s, side, playable(s, side))
    if lord is None:
        yield from (acting_words(s, each) for each in muster_of(s).able)
        yield from how_to_muster(s)
    else:
        yield from grants_of(s, lord)
        yield from actions_of(s, lord)
    yield Text("The Plan of this Turn will have {plan_cards} Command cards.", plan_cards=plan_cards(s))
    yield from to_pay(s, side)


def how_to_muster(s: State) -> Iterator[str]:
    """3.4 How the Lord who acts is named, with an action of his, and how it goes on."""
    for lord in muster_of(s).able:
        if order := next(iter([*levy_options(s, lord), *parley_options(s, lord, campaign=False)]), None):
            yield Text(
                '"muster {lord}" lets him act; his Levy actions stand below it, such as "{order}", or you are asked for '
                "them (help levy).",
                lord=name(s, lord),
                order=" ".join(name(s, word) for word in words_of(order)),
            )
            break
    yield Text('After each Lord you are asked who acts next, until "done" ends your whole Muster.')


def acting_words(s: State, lord: Lord) -> str:
    """3.4 A Lord who can act: where, with how many actions, and whether he can do anything but Parley there."""
    here = place_of(s, lord)
    only = "" if may_levy(s, lord) else Text("; the place is not Friendly, so he can only Parley there")
    if only and levies_any_vassal(s, lord):
        only = Text("; the place is not Friendly, so he can only Parley there, and Levy Vassals")
    return Text(
        "{lord} at {here}: {lordship_of} Levy actions{only}.",
        lord=name(s, lord),
        here=name(s, here),
        lordship_of=lordship_of(s, lord),
        only=only,
    )


def actions_of(s: State, lord: Lord) -> Iterator[str]:
    """3.4.1-3.4.6 The actions of the Lord, each kind once, without a raise."""
    orders = [read_one(FORMS, option) for option in muster_options(s)]
    yield from parleys(s, lord, [order for order in orders if isinstance(order, Parley)], campaign=False)
    for order in orders:
        if isinstance(order, LevyLord | LevyVassal | LevyCarts | LevyShip) and not getattr(order, "spend", 0):
            lines = Text("; ").join(KINDS[type(order)](s, lord, order).lines(UNITS))
            yield Text("{order_words}: {lines}.", order_words=order_words(s, order), lines=lines)
    yield from troops_words(s, lord, [order for order in orders if isinstance(order, LevyTroops)])
    yield from how_to_spend(s, orders)
    cards = {order.card for order in orders if isinstance(order, LevyCapability)}
    yield from capabilities(s, [order for order in capability_options(s, lord) if order.card in cards])
    if KingRichard() in orders:
        yield Text(
            "King Richard: for no Levy action Gloucester becomes Richard III for good; Capabilities that Richard III cannot "
            "have are discarded."
        )
    if len(muster_of(s).able) > 1:
        yield Text(
            '"muster" goes on to another Lord, "done" ends your whole Muster: with either, the Levy actions that {lord} has '
            "left are lost.",
            lord=name(s, lord),
        )


def troops_words(s: State, lord: Lord, orders: list[LevyTroops]) -> Iterator[str]:
    """3.4.4 The Troops of a Levy, and the extra cost at the next Pay and Feed."""
    if not orders:
        return
    yield Text("Levy Troops: {lines}.", lines=Text("; ").join(troops_forecast(s, lord, orders[0]).lines(UNITS)))
    now, room = per(troops_of(s, lord), TROOPS_PER_ASSET), -troops_of(s, lord) % TROOPS_PER_ASSET
    yield (
        Text(
            "{lord} has {troops_of} Troops: each Pay costs him {now} Coin, each Feed {now} Provender, and 1 "
            "more of each with {room} Troops more.",
            lord=name(s, lord),
            troops_of=troops_of(s, lord),
            now=now,
            room=room + 1,
        )
    )


def parleys(s: State, lord: Lord, orders: list[Parley], *, campaign: bool) -> Iterator[str]:
    """3.4.1, 4.6.4 The places where the Lord can Parley, with distance and cost, and their common check."""
    plain = {order.locale: order for order in reversed(orders) if not (order.card or order.lordship or order.by_way)}
    least = [*plain.values()][::-1]
    if not least:
        return
    certain = [sure(s, lord, terms_of(s, lord, order, campaign).means, order.locale, campaign) for order in least]
    lines = [_parley_words(s, lord, order, campaign, sure=known) for order, known in zip(least, certain, strict=True)]
    lines = lines[:WAYS_TOLD]
    more = Text("; {least} more", least=len(least) - WAYS_TOLD) if len(least) > WAYS_TOLD else ""
    yield Text("Parley {told}{more}. Each moves Favour a level toward you.", told=Text("; ").join(lines), more=more)
    if all(certain):
        return
    rating = influence_of(s, lord, parley=True)
    yield Text(
        "The check of a Parley: {check_in_short}. It costs the Influence whether or not it succeeds.",
        check_in_short=check_in_short(rating),
    )


def how_to_spend(s: State, orders: Iterable[Phrase]) -> Iterator[str]:
    """1.4.2 How to write a raise, using one of the orders that can have it, and how high it can be."""
    raised = [order for order in orders if getattr(order, "spend", 0)]
    if raised:
        line = " ".join(name(s, word) for word in words_of(raised[0]))
        points = Text(" or ").join(str(spent) for spent in sorted({getattr(order, "spend", 0) for order in raised}))
        yield Text(
            "What you spend on a check beside its cost, {points}, stands behind the order: {line}.", points=points, line=line
        )


def _parley_words(s: State, lord: Lord, order: Parley, campaign: bool, *, sure: bool) -> str:
    terms = terms_of(s, lord, order, campaign)
    far = Text("{ways} {way}, ", ways=terms.ways, way="Way" if terms.ways == 1 else "Ways") if terms.ways else ""
    where, cost = name(s, order.locale), terms.cost
    return (
        Text("{where} ({far}{cost} Influence, succeeds without a roll)", where=where, far=far, cost=cost)
        if sure
        else Text("{where} ({far}{cost} Influence)", where=where, far=far, cost=cost)
    )


def check_in_short(rating: int) -> str:
    """1.4.2 The dice that pass a check against a rating, with each raise: ("1-3 (3 in 6, 50 %), spend 1: 1-4 (...)")."""
    spent = [points for points in useful_raises(rating) if points]
    raises = [
        Text(
            "with spend {points} on {check_succeeds_on}",
            points=points,
            check_succeeds_on=faces(check_succeeds_on(rating, points)),
        )
        for points in spent
    ]
    return Text("; ").join([Text("succeeds on {highest}", highest=faces(check_succeeds_on(rating))), *raises])


# 3.2 Pay


def of_pillage(s: State, decision: Decision) -> Iterator[str]:
    """3.2.1 The cost of the Pillage; who Disbands although another Pillages, and what that costs."""
    assert isinstance(decision.shape, Pick)
    where = Locale(decision.subject)
    yield Text("A Pillage of {where} {pillage_words}", where=name(s, where), pillage_words=pillage_words(s, where))
    yield Text("It cannot be declined. What it brings goes to the Lord who Pillages; who is short even then Disbands.")
    yield from (if_he_pillages(s, decision, Lord(lord)) for lord in decision.shape.options())


def of_disband(s: State, decision: Decision) -> Iterator[str]:
    """3.2.2 The cost of each Lord, and where a Lord who Disbands goes."""
    assert isinstance(decision.shape, PickSome)
    for lord in map(Lord, decision.shape.options()):
        price = price_of_lord(s, lord)
        disbanded = Text("Disbanded, he {disband_words} and loses all on his mat", disband_words=disband_words(s, lord))
        disbanded = Text("; ").join([disbanded, *freed_words(s, lord)])
        yield Text("{lord}: {price} Influence if he stays; {gone}.", lord=name(s, lord), price=price, gone=disbanded)


def of_vassals(s: State, decision: Decision) -> Iterator[str]:
    """3.2.3 The Vassals due: their cost, and when they come back."""
    assert isinstance(decision.shape, PickSome)
    fates: dict[str, list[str]] = {}
    for vassal in map(Vassal, decision.shape.options()):
        box = s.turn + RATING_BASE - s.box.vassals[vassal].service
        back = Text("does not come back") if box >= OFF_RIGHT else Text("is back at his Seat in Turn {box}", box=box)
        gone = back if s.box.vassals[vassal].seat is not None else Text("goes with his card")
        fates.setdefault(gone, []).append(name(s, vassal))
    for fate, alike in fates.items():
        yield Text("{vassal}: Paid, he is due again next Turn; Disbanded, he {gone}.", vassal=", ".join(alike), gone=fate)


def of_exiles(s: State, decision: Decision) -> Iterator[str]:
    """3.3.1 Muster of Exiles."""
    lord = Lord(decision.subject)
    yield Text("{lord} Musters with the Forces of his card, for no Influence and without a check.", lord=name(s, lord))
    yield Text(
        "In an Exile box he costs {in_exile_box} Influence at each Pay. If he stays, he may come in a later Levy.",
        in_exile_box=IN_EXILE_BOX,
    )
    if costly(s, lord):
        yield Text("Shaky Allies: with Margaret in the France box Clarence leaves the game.")


def of_shares(s: State, decision: Decision) -> Iterator[str]:
    """3.2.1, 4.7 Whose Troops go without: a Lord who is short Pillages, or Disbands."""
    assert isinstance(decision.shape, Pick)
    where = decision.subject
    if where in s.board.locales and s.board.locales[Locale(where)].stronghold and not exhausted(s, Locale(where)):
        yield Text(
            "If somebody is short in the end: a Pillage of {where} {pillage_words}",
            where=name(s, where),
            pillage_words=pillage_words(s, Locale(where)),
        )
    else:
        yield Text("Whoever is short in the end Disbands.")


def of_plan(s: State, decision: Decision) -> Iterator[str]:
    """4.1 The cards available; what the Campaign is for, and what comes after it."""
    side = Side(decision.seat)
    deck = command_deck(s, side)
    yield Text(
        "You have {number} cards of each Lord, and {passes} Pass cards; the Plan takes exactly {size}.",
        number=CARDS_PER_LORD,
        passes=deck[PASS],
        size=plan_cards(s),
    )
    if away := [Lord(card) for card in deck if card != PASS and card not in s.mats]:
        yield Text(
            "Not on the map: {away}. You can put their cards into the Plan, but these do nothing, as a Pass card.",
            away=lords_in_words(s, away),
        )
    yield from tides_now(s, side)
    yield from to_pay(s, side)
