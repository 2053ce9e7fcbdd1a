"""Adapters: what a Lord may do at a menu, our options against the recorded ones."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from pbem.games.plantagenet.campaign.command import can_act, command_options
from pbem.games.plantagenet.campaign.command_cards import ExilePact
from pbem.games.plantagenet.campaign.forage import SURE, Forage, forage_succeeds_on
from pbem.games.plantagenet.campaign.march import March
from pbem.games.plantagenet.campaign.sail import Sail
from pbem.games.plantagenet.campaign.tax import Tax
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import PROVENDER
from pbem.games.plantagenet.components.state import place_of, side_of
from pbem.games.plantagenet.components.supply import Supply
from pbem.games.plantagenet.conformance.case import Adapter, Case
from pbem.games.plantagenet.conformance.command import by_group
from pbem.games.plantagenet.conformance.deviations import FOUR_BITS
from pbem.games.plantagenet.conformance.snapshot import vassal_id
from pbem.games.plantagenet.levy.levy import LevyCapability, LevyCarts, LevyLord, LevyShip, LevyVassal, seats_for
from pbem.games.plantagenet.levy.levy_troops import LevyTroops
from pbem.games.plantagenet.levy.muster import muster_options
from pbem.games.plantagenet.levy.parley import Parley


def compare(case: Case, what: str, recorded: Iterable[str], found: Iterable[str]) -> None:
    """Which of a kind are open."""
    case.expect(what, sorted(set(recorded)), sorted(set(found)))


def targets(rows: Collection[Mapping[str, str]], field: str = "target") -> set[str]:
    """What the rows name."""
    return {row[field] for row in rows}


# Levy


def levy(case: Case) -> None:
    """3.4 The Levy actions open to the acting Lord."""
    legal, options = case.record.outcome["legal"], muster_options(case.s)
    compare(case, "parley", targets(legal["parley"]), {order.locale for order in Parley.among(options)})
    vassals = {order.vassal for order in LevyVassal.among(options)}
    compare(case, "levy_vassal", map(vassal_id, targets(legal["levy_vassal"])), vassals)
    compare(case, "levy_lord", targets(legal["levy_lord"]), {order.other for order in LevyLord.among(options)})
    for row in legal["levy_lord"]:
        compare(case, f"seats.{row['target']}", row["seats"], seats_for(case.s, row["target"]))
    compare(case, "levy_troops", targets(legal["levy_troops"], "mode"), troops_modes(LevyTroops.among(options)))
    compare(case, "levy_capability", legal["levy_capability"], {order.card for order in LevyCapability.among(options)})
    case.expect("levy_carts", legal["levy_carts"], LevyCarts() in options)
    case.expect("levy_ship", legal["levy_ship"], LevyShip() in options)


def troops_modes(orders: Iterable[LevyTroops]) -> set[str]:
    """3.4.4 The recorded names of the ways to Levy Troops."""
    return {troops_mode(order) for order in orders}


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
    acts = lord in s.mats and can_act(s, lord)
    options = command_options(s, lord) if acts else []
    group = case.record.start["command"]["group"]
    words = by_group(s, lord, group) if acts else ()
    compare(case, "march", targets(legal["march"], "to"), {o.to for o in March.among(options) if o.group == words})
    compare(case, "sail", legal["sail"], {o.where for o in Sail.among(options) if o.group == words})
    full = s.mats[lord].assets[PROVENDER] >= FOUR_BITS if acts else False
    compare(case, "supply", supplies(legal["supply"], full), Supply.among(options))
    compare(case, "tax", targets(legal["tax"], "where"), {order.locale for order in Tax.among(options)})
    compare(case, "parley", targets(legal["parley"]), {order.locale for order in Parley.among(options)})
    compare(
        case,
        "exile_pact",
        legal.get("exile_pact", ()),
        {order.box for order in ExilePact.among(options)} if len(group) == 1 else (),
    )
    case.expect("forage", legal["forage"] or None, forage(case) if Forage() in options else None)


def supplies(rows: Collection[Mapping[str, int | str]], full: bool) -> Iterable[Supply]:
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


ADAPTERS: Mapping[str, Adapter] = {"legal_levy": levy, "legal_command": command}
