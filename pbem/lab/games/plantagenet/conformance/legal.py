"""Adapters: what a Lord may do at a menu, our options against the recorded ones."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from pbem.games.plantagenet.campaign.command import actions_left, can_act, command_options
from pbem.games.plantagenet.campaign.command_cards import Agitate, ExilePact, Heralds, Merchants
from pbem.games.plantagenet.campaign.forage import SURE, Forage, forage_succeeds_on
from pbem.games.plantagenet.campaign.march import March
from pbem.games.plantagenet.campaign.sail import CARGO, Sail, hold_of, left_over
from pbem.games.plantagenet.campaign.tax import Tax, goes_round
from pbem.games.plantagenet.campaign.tax import sure as taxed_surely
from pbem.games.plantagenet.components.blockade import blockaded_sea
from pbem.games.plantagenet.components.board import Locale, Vassal
from pbem.games.plantagenet.components.box import PROVENDER, Lord
from pbem.games.plantagenet.components.held import TRUCE, playable, truce
from pbem.games.plantagenet.components.influence import BASE_COST, check_succeeds_on, loyalty
from pbem.games.plantagenet.components.lordship import lordship_left
from pbem.games.plantagenet.components.ratings import companions, influence_of
from pbem.games.plantagenet.components.state import State, place_of, side_of
from pbem.games.plantagenet.components.supply import Supply, supplied
from pbem.games.plantagenet.levy.levy import (
    LevyCapability,
    LevyCarts,
    LevyLord,
    LevyShip,
    LevyVassal,
    seats_for,
    vassal_cost,
    vassals_come_surely,
)
from pbem.games.plantagenet.levy.levy_troops import LevyTroops
from pbem.games.plantagenet.levy.muster import Loyalty, muster_options
from pbem.games.plantagenet.levy.parley import Parley, sure, terms_of
from pbem.lab.conform.driver import Mismatch
from pbem.lab.games.plantagenet.conformance.bending import FOUR_BITS, PLENTY
from pbem.lab.games.plantagenet.conformance.case import Adapter, Case
from pbem.lab.games.plantagenet.conformance.command import by_group
from pbem.lab.games.plantagenet.conformance.snapshot import RECORDED_SPELLING

Row: TypeAlias = Mapping[str, Any]
Terms: TypeAlias = tuple[int | None, int, int, bool]
"""The rating needed (None: no roll), the Influence, the Ways, whether a Naval Blockade is rolled first."""
NOT_RECORDED = "untold"
Told: TypeAlias = tuple[int | str | None, int | str, int | str, bool]
"""The same as recorded; a row that tells of a Naval Blockade may leave open what comes after it."""


def compare(case: Case, what: str, recorded: Iterable[str], actual: Iterable[str]) -> None:
    """Which of a kind are open."""
    case.expect(what, sorted(set(recorded)), sorted(set(actual)))


def compare_terms(
    case: Case, what: str, rows: Sequence[Row], terms_by_target: Mapping[Any, Collection[Terms]], name: str = "target"
) -> None:
    """What each of a kind comes to: its rating, or that it needs no roll, its cost, and whether a Naval Blockade bars it.

    `terms_by_target` are our terms by what they concern; where a card opens another way to the same, there are several.
    """
    compare(case, what, targets(rows, name), terms_by_target)
    for row in rows:
        pairs = [(terms(case, row, barred=ours[-1]), ours) for ours in terms_by_target.get(row[name], ())]
        if pairs and not any(agree(recorded, ours) for recorded, ours in pairs):
            case.expect(f"{what}.{row[name]}", *pairs[0])


def agree(recorded: Told, ours: Terms) -> bool:
    """Whether all that is told is as it is here."""
    return all(recorded_value in (NOT_RECORDED, actual) for recorded_value, actual in zip(recorded, ours, strict=True))


def terms(case: Case, row: Row, *, barred: bool) -> Told:
    """The terms of a row. Where a Route as short leads round a blockaded Sea the records may take that over the Sea."""
    blockade = row.get("naval_blockade", False)
    if blockade and blockaded_sea(case.s, case.side) is not None:
        blockade = barred
    if row.get("naval_blockade") and "cost_ip" not in row:
        return row.get("rating", NOT_RECORDED), NOT_RECORDED, row.get("ways", NOT_RECORDED), blockade
    return row.get("rating"), row["cost_ip"], row.get("ways") or 0, blockade


def targets(rows: Collection[Row], field: str = "target") -> set[str]:
    """What the rows name."""
    return {row[field] for row in rows}


def refuse_strange(case: Case, known: Mapping[str, Collection[str]]) -> None:
    """Raises Mismatch for a list, or a field of its rows, that is not known."""
    legal = case.record.outcome["legal"]
    for name, rows in legal.items():
        fields = {field for row in rows if isinstance(row, dict) for field in row} if isinstance(rows, list) else set()
        if strange := sorted(([] if name in known else [name]) + [f"{name}.{f}" for f in fields - set(known.get(name, ()))]):
            raise Mismatch(f"unknown in the list of what is open: {strange[0]}")


# Levy


def levy(case: Case) -> None:
    """3.4 The Levy actions open to the acting Lord."""
    legal, s, lord, options = case.record.outcome["legal"], case.s, case.lord, muster_options(case.s)
    refuse_strange(case, IN_LEVY)
    compare_terms(case, "parley", legal.get("parley", ()), parleys(s, lord, Parley.among(options), campaign=False))
    vassals = {
        RECORDED_SPELLING.get(o.vassal, o.vassal): {vassal_terms(s, lord, o.vassal)} for o in LevyVassal.among(options)
    }
    compare_terms(case, "levy_vassal", legal.get("levy_vassal", ()), vassals)
    lords = {order.other: {(rating(influence_of(s, lord)), BASE_COST, 0, False)} for order in LevyLord.among(options)}
    compare_terms(case, "levy_lord", legal.get("levy_lord", ()), lords)
    for row in legal.get("levy_lord", ()):
        compare(case, f"seats.{row['target']}", row["seats"], seats_for(s, row["target"]))
    compare_troops(case, legal.get("levy_troops", ()), LevyTroops.among(options))
    compare(
        case, "levy_capability", legal.get("levy_capability", ()), {order.card for order in LevyCapability.among(options)}
    )
    case.expect("levy_carts", legal.get("levy_carts", False), LevyCarts() in options)
    case.expect("levy_ship", bool(legal.get("levy_ship", False)), LevyShip() in options)
    case.expect("actions", legal["actions"], lordship_left(s, lord))
    compare(case, "held_events", set(legal.get("held_events", ())) - set(playable(s, case.side)), ())
    case.expect("use_loyalty_and_trust", legal.get("use_loyalty_and_trust", False), Loyalty(lord) in options)


def rating(number: int) -> int:
    """1.4.2 A rating as recorded."""
    return check_succeeds_on(number)


def vassal_terms(s: State, lord: Lord, vassal: Vassal) -> Terms:
    """3.4.3 What Levy of a Vassal comes to."""
    side = side_of(s, lord)
    needed = None if vassals_come_surely(s, lord) else rating(influence_of(s, lord) + loyalty(s, vassal, side))
    return needed, vassal_cost(s, side), 0, False


def parleys(s: State, lord: Lord, orders: Iterable[Parley], *, campaign: bool) -> dict[str, set[Terms]]:
    """3.4.1, 4.6.4 What each Parley comes to without a raise."""
    terms: dict[str, set[Terms]] = {}
    for order in orders:
        if not order.spend:
            of_it = terms_of(s, lord, order, campaign)
            certain = sure(s, lord, of_it.means, order.locale, campaign)
            needed = None if certain else rating(influence_of(s, lord, parley=True))
            ways = 0 if campaign else of_it.ways
            terms.setdefault(order.locale, set()).add((needed, of_it.cost, ways, of_it.barred))
    return terms


def compare_troops(case: Case, rows: Sequence[Row], orders: Sequence[LevyTroops]) -> None:
    """3.4.4 The ways to Levy Troops, and from where, where a row tells it."""
    compare(case, "levy_troops", targets(rows, "mode"), {troops_mode(order) for order in orders})
    places_by_mode: dict[str, set[str]] = {}
    for row in rows:
        if row.get("from"):
            places_by_mode.setdefault(row["mode"], set()).update(names(row["from"]))
    for mode, places in places_by_mode.items():
        here = place_of(case.s, case.lord)
        compare(case, f"levy_troops.{mode}", places, {o.near or here for o in orders if troops_mode(o) == mode})


def names(value: str | Iterable[str]) -> set[str]:
    """The one or the several that are named."""
    return {value} if isinstance(value, str) else set(value)


def troops_mode(order: LevyTroops) -> str:
    """3.4.4 The recorded name of a way to Levy Troops."""
    hired = order.mercenaries or order.payer is not None
    if order.near is not None:
        return "commission_of_array"
    if order.by:
        return "soldiers_of_fortune_militia" if hired else {"warwick": "beloved_warwick"}.get(order.by, order.by)
    return "soldiers_of_fortune" if hired else "stronghold"


# Command


def command(case: Case) -> None:
    """4.2 The Command actions open to the Active Lord with the Group shown; none to a Lord who is gone."""
    legal, s, lord = case.record.outcome["legal"], case.s, case.lord
    refuse_strange(case, IN_COMMAND)
    acts = lord in s.mats and can_act(s, lord)
    options = command_options(s, lord) if acts else []
    group = case.record.start["command"]["group"]
    words = by_group(s, lord, group) if acts else ()
    steps = {o.to: way(s, lord, o.to) for o in March.among(options) if o.group == words}
    case.expect("march", {row["to"]: row["way"] for row in legal.get("march", ())}, steps)
    compare(case, "sail", named(legal.get("sail", ())), {o.where for o in Sail.among(options) if o.group == words})
    compare_supply(case, legal.get("supply", ()), Supply.among(options))
    taxes = {o.locale: {tax_terms(s, lord, o.locale)} for o in Tax.among(options)}
    compare_terms(case, "tax", legal.get("tax", ()), taxes, "where")
    compare_terms(case, "parley", legal.get("parley", ()), parleys(s, lord, Parley.among(options), campaign=True))
    pacts = {order.box for order in ExilePact.among(options)} if len(group) == 1 else ()
    compare(case, "exile_pact", named(legal.get("exile_pact") or ()), pacts)
    compare_by_cards(case, options)
    case.expect("forage", legal.get("forage") or None, forage(case) if Forage() in options else None)
    compare(case, "group_candidates", legal.get("group_candidates", ()), companions(s, lord) if lord in s.mats else ())
    compare_menu(case)


def named(rows: Iterable[str | Row]) -> set[str]:
    """What a list names, by itself or in rows."""
    return {row if isinstance(row, str) else next(row[field] for field in NAMING if field in row) for row in rows}


def compare_by_cards(case: Case, options: Sequence[str]) -> None:
    """4.2 The Commands that cards give (y10 l4 l30); where a list leaves one out altogether it tells nothing of it.

    The records offer Heralds (l4) the Lords of their own side alone, our rules those of both (ruling R133).
    """
    legal = case.record.outcome["legal"]
    harmed = {o.locale for o in Agitate.among(options)}
    called = {o.called for o in Heralds.among(options) if side_of(case.s, o.called) is case.side}
    cleared = bool(Merchants.among(options))
    ours: Mapping[str, Collection[str]] = {"agitators": harmed, "agitate": harmed, "heralds": called, "heralds_lord": called}
    for name, actual in ours.items():
        if isinstance(legal.get(name), list):
            compare(case, name, named(legal[name]), actual)
        elif legal.get(name) is not None:
            case.expect(name, bool(legal[name]), bool(actual))
    if legal.get("merchants") is not None:
        case.expect("merchants", bool(legal["merchants"]), cleared)


def compare_menu(case: Case) -> None:
    """4.2.1 The actions left, Pass or the end of the card, the Held Events playable, what a Sail would leave behind.

    The records offer Parliament's Truce (y12 l20) also under one, where it would change nothing, and here the Events that
    our rules ask for as soon as a Port is reached.
    """
    legal, s = case.record.outcome["legal"], case.s
    left = actions_left(s)
    case.expect("actions", legal["actions"], left)
    case.expect("pass", legal.get("pass", False), left > 0)
    case.expect("end_command", legal.get("end_command", False), not left)
    useless = {*AT_PORT, *(TRUCE if truce(s) else ())}
    recorded = [card for card in legal.get("held_events", ()) if card not in useless]
    compare(case, "held_events", recorded, playable(s, case.side))
    if legal.get("sail", ()):
        group = list(map(Lord, case.record.start["command"]["group"]))
        over = {asset: max(0, left_over(s, group, asset, hold_of(s, group))) for asset in CARGO}
        case.expect("sail_must_discard", legal.get("sail_must_discard", dict.fromkeys(CARGO, 0)), over)


def way(s: State, lord: Lord, to: Locale) -> str:
    """4.3 The Way to a neighbour."""
    return s.board.ways[place_of(s, lord)][to].value


def tax_terms(s: State, lord: Lord, locale: Locale) -> Terms:
    """4.6.3 What Tax of a Stronghold comes to."""
    barred = blockaded_sea(s, side_of(s, lord))
    blocked = barred is not None and not goes_round(s, lord, locale, barred)
    if taxed_surely(s, lord, locale):
        return None, 0, 0, blocked
    return rating(influence_of(s, lord)), BASE_COST, 0, blocked


def compare_supply(case: Case, rows: Sequence[Row], options: Sequence[Supply]) -> None:
    """4.5 The Sources that yield anything, and how much; what is added is told as far as a count of 15."""
    s, lord = case.s, case.lord
    full = s.mats[lord].assets[PROVENDER] >= FOUR_BITS if lord in s.mats else False
    barred = {row["source"] for row in rows if row.get("naval_blockade") and not row.keys() & set(AMOUNTS)}
    compare(case, "supply.naval_blockade", barred, {o.source for o in options if o.source in barred})
    compare(case, "supply", supplies(rows, full), [o for o in options if o.source not in barred])
    for row in rows:
        for order in supplies([row], full):
            amount = row["added"] if "added" in row else row["port" if order.ships else "stronghold"]
            if order in options and not (order.ships and case.ships_lent):
                room = FOUR_BITS - s.mats[lord].assets[PROVENDER] if "added" in row else PLENTY
                ours = min(supplied(s, lord, order.source, by_ship=order.ships), max(0, room))
                case.expect(f"supply.{order}", amount, ours)


def supplies(rows: Collection[Row], full: bool) -> Iterator[Supply]:
    """4.5 The Sources that yield anything; a mat that is `full` shows what it would have received as 0."""
    for row in rows:
        added = row.get("added") or ("added" in row and full)
        if row.get("stronghold") or (added and row["depletes"]):
            yield Supply(Locale(str(row["source"])))
        if row.get("port") or (added and not row["depletes"]):
            yield Supply(Locale(str(row["source"])), ships=True)


def forage(case: Case) -> str:
    """4.6.2 The range of success as recorded."""
    most = forage_succeeds_on(case.s, side_of(case.s, case.lord), place_of(case.s, case.lord))
    return "auto" if most == SURE else f"1-{most}"


NAMING = ("target", "where", "to", "lord", "exile_box")
AMOUNTS = ("stronghold", "port", "added")
AT_PORT = ("l28", "l33")
TERMS = ("target", "where", "rating", "auto", "cost_ip", "ways", "by_way", "naval_blockade")
IN_LEVY: Mapping[str, Collection[str]] = {
    "parley": TERMS,
    "levy_vassal": TERMS,
    "levy_lord": (*TERMS, "seats"),
    "levy_troops": ("mode", "from"),
    **dict.fromkeys(("actions", "levy_capability", "levy_carts", "levy_ship", "use_loyalty_and_trust", "held_events"), ()),
}
IN_COMMAND: Mapping[str, Collection[str]] = {
    "march": ("to", "way"),
    "supply": ("source", "stronghold", "port", "added", "depletes", "naval_blockade"),
    "tax": TERMS,
    "parley": TERMS,
    "sail": ("to", "where", "naval_blockade"),
    **dict.fromkeys(
        ("exile_pact", "agitators", "agitate", "heralds", "heralds_lord", "merchants"), (*TERMS, "lord", "exile_box")
    ),
    **dict.fromkeys(("actions", "sail_must_discard", "forage", "held_events"), ()),
    **dict.fromkeys(("group_candidates", "pass", "end_command"), ()),
}
"""What the lists may hold, and their rows."""

ADAPTERS: Mapping[str, Adapter] = {"legal_levy": levy, "legal_command": command}
