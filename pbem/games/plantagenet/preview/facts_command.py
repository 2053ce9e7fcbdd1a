"""4.2-4.6 Facts about the Commands of a Lord, Intercepts, and Exile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from pbem.engine.decision import Decision, Pick, PickSome
from pbem.engine.game.forecast import faces_from
from pbem.engine.phrase import NONE, Phrase, read_one
from pbem.games.plantagenet.battle.death_check import DIES_FROM, FLED_BENEFIT
from pbem.games.plantagenet.campaign.command import FORMS, Pass, command_options, whole_card
from pbem.games.plantagenet.campaign.forage import Forage
from pbem.games.plantagenet.campaign.intercept import Band
from pbem.games.plantagenet.campaign.march import March, marching, price, way_for
from pbem.games.plantagenet.campaign.sail import Sail
from pbem.games.plantagenet.campaign.tax import Tax
from pbem.games.plantagenet.components.board import Way
from pbem.games.plantagenet.components.box import Lord, Side
from pbem.games.plantagenet.components.group import group_from, too_much
from pbem.games.plantagenet.components.held import Play, playable
from pbem.games.plantagenet.components.state import State, battle_of, command_of, lords_at, sea_of
from pbem.games.plantagenet.components.subjects import Coming
from pbem.games.plantagenet.components.supply import Supply
from pbem.games.plantagenet.components.war_book import SECOND_WARS
from pbem.games.plantagenet.levy.parley import Parley
from pbem.games.plantagenet.orders.reasons_command import why_not_commanding
from pbem.games.plantagenet.preview.facts_cards import held_now, in_force_on_command
from pbem.games.plantagenet.preview.facts_levy import how_to_spend, parleys
from pbem.games.plantagenet.preview.facts_upkeep import tides_now, to_feed, to_pay
from pbem.games.plantagenet.preview.forecast import forecast
from pbem.games.plantagenet.preview.forecast_battle import otherwise
from pbem.games.plantagenet.preview.forecast_command import arrival_words, command_forecast, loses_lords_influence
from pbem.games.plantagenet.preview.forecast_words import UNITS, lords_in_words, name, order_words, valour_words
from pbem.games.plantagenet.wars.ending import possible_heirs
from pbem.games.plantagenet.wars.heirs import book_of, lord_called, wars_of
from pbem.i18n import Text

WAY_NAMES = {Way.HIGHWAY: "Highway", Way.ROAD: "Road", Way.PATH: Text("Path, an entire card")}
APART = (March, Sail, Parley, Play, Pass)
"""Commands that are described together, not each by its forecast."""
MAX_LISTED = 6
"""The maximum number of orders of one kind described one by one."""


def of_command(s: State, decision: Decision) -> Iterator[str]:
    """4.2.2 The Commands possible for the Lord, then what is coming."""
    side, lord = Side(decision.seat), command_of(s).lord
    yield from in_force_on_command(s)
    yield from held_now(s, side, playable(s, side))
    orders = [read_one(FORMS, option) for option in command_options(s, lord)]
    ways = [order for order in orders if isinstance(order, March)]
    yield from marches(s, lord, ways)
    yield from sails(s, lord, [order for order in orders if isinstance(order, Sail)])
    yield from parleys(s, lord, [order for order in orders if isinstance(order, Parley)], campaign=True)
    if any(isinstance(order, Parley) for order in orders) and whole_card(s, lord, "parley"):
        yield Text("A Parley takes the entire card.")
    yield from others(s, [order for order in orders if not isinstance(order, APART)])
    yield from of_drawing(s, lord, orders)
    yield from how_to_spend(s, orders)
    if any(not isinstance(order, Pass | Play) for order in orders):
        yield Text('"pass" ends the card: what is left of it is lost.')
    yield from to_feed(s, side, ways)
    yield from to_pay(s, side)
    yield from tides_now(s, side)


def of_drawing(s: State, lord: Lord, orders: Sequence[Phrase]) -> Iterator[str]:
    """4.5, 4.6 What Supply, Forage and Tax do to a place, and why one of them is missing where another is open."""
    drawing = {Supply: "supply", Forage: "forage", Tax: "tax"}
    open_ = [kind for kind in drawing if any(isinstance(order, kind) for order in orders)]
    if not open_:
        return
    yield Text(
        "A place that gives something is Depleted; if it was Depleted already, it is Exhausted and gives nothing more."
    )
    if any(isinstance(order, Supply) and order.ships for order in orders):
        yield Text("Supply by Ships from a Port works all the same, and changes nothing there.")
    for verb in (verb for kind, verb in drawing.items() if kind not in open_):
        reasons = (why_not_commanding(s, lord, verb, places) for places in ([], [str(s.box.lords[lord].seat)]))
        if reason := next(filter(None, reasons), None):
            yield Text("No {verb}: {reason}.", verb=verb.title(), reason=reason)


def marches(s: State, lord: Lord, orders: Sequence[March]) -> Iterator[str]:
    """4.3 Where the Lord can March, by which Way; who may Intercept and where Enemies are."""
    first = {order.to: order for order in reversed(orders)}
    ways = {to: way_for(s, group_from(s, lord, order.group, marching(s)), to) for to, order in first.items()}
    if ways:
        places = Text(", ").join(
            (Text("{to} ({way_names})", to=name(s, to), way_names=WAY_NAMES[way]) for to, way in reversed(ways.items()))
        )
        free = [
            name(s, to) for to, order in first.items() if not price(s, group_from(s, lord, order.group, marching(s)), to)
        ]
        if free:
            yield Text(
                "March to {places}. Now this takes no action: {reversed}.",
                places=places,
                reversed=Text(", ").join(reversed(free)),
            )
        elif Way.HIGHWAY in ways.values():
            yield (
                Text(
                    "March to {places}. A Road or a Highway takes one action; a second Highway at once, with the same "
                    "Lords or fewer, takes none.",
                    places=places,
                )
            )
        else:
            yield Text("March to {places}. A Road takes one action.", places=places)
    if ways and (left := too_much(s, [lord])) > 0:
        yield Text("If he Marches alone, he leaves {left} Provender behind, for want of Carts.", left=left)
    for to in reversed(ways):
        if arrival := arrival_words(s, group_from(s, lord, first[to].group, marching(s)), to):
            yield Text("March to {to}: {told}.", to=name(s, to), told=Text("; ").join(arrival))


def sails(s: State, lord: Lord, orders: Sequence[Sail]) -> Iterator[str]:
    """4.6.1 What a Sail needs, and Shipwreck for Lords who stay at Sea."""
    if not orders:
        return
    card = Text("the entire card") if whole_card(s, lord, "sail") else Text("one action")
    at_sea = any(order.where in s.board.seas for order in orders) or sea_of(s, lord) is not None
    wreck = Text(" Who is at Sea when the Campaign ends is Shipwrecked on 1-4: he is lost for good.") if at_sea else ""
    yield Text("Sail takes {card}.{wreck}", card=card, wreck=wreck)
    if at_sea and loses_lords_influence(s):
        yield Text("Who is at Sea when this Campaign ends does not count for Gain Lords Influence.")


def others(s: State, orders: Sequence[Phrase]) -> Iterator[str]:
    """4.5, 4.6 Supply, Forage, Tax and actions of cards, each without a raise; costs and needs equal to those of the order
    before it of its kind are not repeated.
    """
    before: tuple[type[Phrase], Sequence[str]] | None = None
    for order in _first_of_each_kind(orders):
        lines = list(command_forecast(s, order).lines(UNITS))
        if isinstance(order, Tax) and "Influence" in lines[0]:
            lines[0] += Text(" whether or not it succeeds")
        same = (type(order), lines[:-1])
        told = Text("likewise; {last}", last=lines[-1]) if same == before and len(lines) > 2 else Text("; ").join(lines)
        yield Text("{order_words}: {told}.", order_words=order_words(s, order), told=told)
        before = same


def _first_of_each_kind(orders: Sequence[Phrase]) -> Iterator[Phrase]:
    """The orders without a raise, at most MAX_LISTED of each kind."""
    kinds: Counter[type[Phrase]] = Counter()
    for order in orders:
        if not getattr(order, "spend", 0) and kinds[type(order)] < MAX_LISTED:
            kinds[type(order)] += 1
            yield order


def of_intercept(s: State, decision: Decision) -> Iterator[str]:
    """4.3.4 The odds of each Lord who could Intercept, and what follows."""
    assert isinstance(decision.shape, Pick)
    bands = [Band.read(option) for option in decision.shape.options() if option != NONE]
    for lord in dict.fromkeys(band.lord for band in bands):
        yield Text(
            "{lord} at {where}: {valour_words}.",
            lord=name(s, lord),
            where=name(s, s.lords[lord].where),
            valour_words=valour_words(s, lord),
        )
    where = Coming.read(decision.subject).place
    yield (
        Text(
            "One Lord may try, once. If he fails, he stays where he is, and nothing is lost. If he succeeds, "
            "he is at {where} first, counts as having moved (he must Feed), and the Enemy Approaches him: "
            "Exile or Battle.",
            where=name(s, where),
        )
    )


def of_exile(s: State, decision: Decision) -> Iterator[str]:
    """4.3.5 The cost of Exile for each Lord, and the Battle as the alternative."""
    assert isinstance(decision.shape, PickSome)
    side, where = Side(decision.seat), decision.subject
    for lord in decision.shape.options():
        costs = forecast(s, side, decision, [lord]).lines(UNITS) or (Text("costs nothing"),)
        yield Text("{lord} into Exile: {told}.", lord=name(s, lord), told=Text("; ").join(costs))
    enemies = lords_at(s, where, side.enemy)
    yield Text(
        "Else they give Battle to {lords_in_words}. {death_words}",
        lords_in_words=lords_in_words(s, enemies),
        death_words=death_words(),
    )
    yield from otherwise(s, side, lords_at(s, where))


def of_surrender(s: State, decision: Decision) -> Iterator[str]:
    """6.1.1 What conceding the War means, and the odds of the Death check that comes otherwise."""
    side, lord, wars = Side(decision.seat), Lord(decision.subject), wars_of(s)
    enemy, called = side.enemy.title(), lord_called(s, lord)
    worse = faces_from(DIES_FROM + FLED_BENEFIT * (lord in battle_of(s).fled))
    if wars.alone:
        yield Text("Yes: {enemy} wins the game.", enemy=enemy)
    else:
        coming = book_of(s).wars[book_of(s).next_war[wars.war][side.enemy]]
        yield Text(
            "Yes: {called} lives; {enemy} wins War {war}, and War {code} follows ({page}).",
            called=called,
            enemy=enemy,
            war=wars.war,
            code=coming.code,
            page=coming.page["name"],
        )
    yield Text("No: {called} Dies on {worse}; else he Disbands, and the War goes on.", called=called, worse=worse)
    yield _if_the_last_dies(s, side, called)


def _if_the_last_dies(s: State, side: Side, called: str) -> str:
    """6.0, 6.2.2 The consequences of the Death of a side's last Heir."""
    wars, enemy = wars_of(s), side.enemy.title()
    if wars.alone:
        return Text("If {called} Dies, {enemy} wins the game all the same.", called=called, enemy=enemy)
    if wars.war in SECOND_WARS and len(possible_heirs(s, side)) == 1:
        return Text(
            "If {called} Dies, you have no possible Heir left, and {enemy} wins the Wars of the Roses.",
            called=called,
            enemy=enemy,
        )
    points = book_of(s).lost_heir_points
    return Text(
        "If {called} Dies, {enemy} wins War {war} all the same, and you begin the third War {points} Influence worse.",
        called=called,
        enemy=enemy,
        war=wars.war,
        points=points,
    )


def death_words() -> str:
    """4.4.3 Death checks in words."""
    worse, better = faces_from(DIES_FROM), faces_from(DIES_FROM + FLED_BENEFIT)
    return Text(
        "After a Battle a Routed Lord Dies on {worse}, one who Fled on {better}; who does not Die Disbands.",
        worse=worse,
        better=better,
    )
