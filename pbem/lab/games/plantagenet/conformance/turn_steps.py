"""Adapters: setup, Lords coming and going, Pay, Exiles and Vassals, Plan, Feed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pbem.engine.decision import Decision, Json, PickSome
from pbem.games.plantagenet.battle.death_check import die
from pbem.games.plantagenet.campaign.command import command_action, open_command
from pbem.games.plantagenet.campaign.feed import feed_lord, feed_side
from pbem.games.plantagenet.campaign.plan import begin_campaign, plan
from pbem.games.plantagenet.components.board import FRANCE
from pbem.games.plantagenet.components.box import MARGARET, Lord, Side
from pbem.games.plantagenet.components.lords import disband_lord, disband_vassal, remove_lord, shaky_allies
from pbem.games.plantagenet.components.state import Phase, Status, command_of, place_of, side_of
from pbem.games.plantagenet.levy.exiles import muster_exile, ready_vassals
from pbem.games.plantagenet.levy.pay import disband_at_will, madame_la_grande, pay_lords, pay_troops, pay_vassals
from pbem.games.plantagenet.levy.pillage import FEED, PAY, disband_short, take_by_force
from pbem.lab.conform.driver import Mismatch, NotScripted
from pbem.lab.games.plantagenet.conformance.case import Adapter, Case, options_of, said_or_argued
from pbem.lab.games.plantagenet.conformance.script import Script
from pbem.lab.games.plantagenet.conformance.snapshot import vassal_id

# Setup; Lords and Vassals leaving


def setup(_: Case) -> None:
    """6.0 The State is the scenario as set up; there is nothing to run."""


def lord_leaves(status: Status) -> Adapter:
    """4.4.3, 4.8.2, 6.0 A Lord out of the game."""
    return lambda case: remove_lord(case.s, case.lord, status, case.record.op)


def lord_dies(case: Case) -> None:
    """4.4.3 Death, in a Battle."""
    die(case.s, case.lord)


def disband(case: Case) -> None:
    """3.2.4 Disband."""
    disband_lord(case.s, case.lord, "3.2.4")


def vassal_disbands(case: Case) -> None:
    """3.2.4 Disband Vassal."""
    disband_vassal(case.s, vassal_id(case.record.args["vassal"]), "3.2.4")


def margaret_in_france(case: Case) -> None:
    """6.0 Shaky Allies."""
    shaky_allies(case.s, MARGARET, FRANCE)
    case.script.take_all("remove_lord")


# Pay and Feed


def share(decision: Decision, script: Script) -> Json:
    """Who gives a Coin or Provender to whom."""
    options = options_of(decision)
    for entry in script.choices:
        if entry["c"] in ("pay_shared_coin", "feed_shared") and f"{entry['lord']} {entry['to']}" in options:
            script.remove(entry)
            return f"{entry['lord']} {entry['to']}"
    raise NotScripted("feed_shared")


def pillager(decision: Decision, script: Script) -> Json:
    """Who Pillages a place."""
    options = options_of(decision)
    return next((e["lord"] for e in script.choices if e["c"] == "pillage" and e["lord"] in options), None)


LANDING = "disembark"
UPKEEP = {"3.2.1 share": share, "4.7 share": share, "3.2.1 pillage": pillager}
OWN_DUES = (
    *("pay_own_coin", "resolve_unpaid", "pay_shared_coin", "feed_own", "feed_shared", "resolve_unfed"),
    *("pillage", "disband"),
)


def troops_paid(case: Case) -> None:
    """3.2.1 Pay Troops."""
    if case.side is Side.LANCASTER:
        madame_la_grande(case.s)
    case.play(pay_troops(case.s, case.side), UPKEEP, OWN_DUES)


def fed(case: Case) -> None:
    """4.7 Feed of one side: the Moved-Fought markers of those who Feed are removed, after the second side all of them.

    Which is the second is not told: the markers of all are cleared without an operation.
    """
    if LANDING in case.record.nested_in:
        case.play(feed_lord(case.s, landed(case)), UPKEEP, OWN_DUES)
        return
    case.play(feed_side(case.s, case.side), UPKEEP, OWN_DUES)
    excused = case.s.command.depot if case.s.command is not None else []
    second = not any(row.get("moved_fought") for row in case.record.after["lords"].values())
    for lord, mat in case.s.mats.items():
        if second or (side_of(case.s, lord) is case.side and lord not in excused):
            mat.moved = False


def landed(case: Case) -> Lord:
    """4.8.2 The Lord who has landed: the one who acts, or, where none is named, who Feeds or fails to. Raises Mismatch."""
    named = [case.record.actor.get("lord"), *(entry["lord"] for entry in case.record.choices(*OWN_DUES, "feed_shared"))]
    lord = next((entry for entry in named if entry in case.s.mats), None)
    if lord is None:
        raise Mismatch("nobody is named who has landed")
    return Lord(lord)


def pillaged(case: Case) -> None:
    """3.2.1 Pillage."""
    take_by_force(case.s, case.lord, place_of(case.s, case.lord))


def unpaid(case: Case) -> None:
    """3.2.1 Unpaid Disband."""
    disband_short(case.s, PAY, [case.lord])


def unfed(case: Case) -> None:
    """4.7 Unfed Disband."""
    disband_short(case.s, FEED, [case.lord])


def lords_paid(case: Case) -> None:
    """3.2.2 Pay Lords: those named Disband, the others are Paid."""
    disbanding = {"3.2.2 disband": lambda _, script: [e["lord"] for e in script.take_all("disband")]}
    case.play(disband_at_will(case.s, case.side), disbanding, ("select", "pay", "pay_all"))
    pay_lords(case.s, case.side)


def vassals_paid(case: Case) -> None:
    """3.2.3 Pay Vassals: those named Disband, the others are Paid."""
    case.play(pay_vassals(case.s, case.side), {"3.2.3 pay": kept_vassals}, ("select", "pay", "pay_all", "disband"))


def kept_vassals(decision: Decision, script: Script) -> Json:
    """All Vassals due but those that Disband."""
    assert isinstance(decision.shape, PickSome)
    disbanded = [vassal_id(e["vassal"]) for e in script.take_all("disband")]
    return [vassal for vassal in decision.shape.options() if vassal not in disbanded]


# Exiles and Vassals, Plan, Command card


def exile_returns(case: Case) -> None:
    """3.3.1 Muster Exiles, one Lord; what Shaky Allies (6.0) then takes away is a record of its own."""
    case.s.sheet = replace(case.s.sheet, special_rules=case.s.sheet.special_rules - {"shaky_allies"})
    box = {"3.3.1 exiles": said_or_argued(case, "exile_box", "where", "exile_box")}
    case.play(muster_exile(case.s, case.lord), box, ("muster_exile",))


def vassals_ready(case: Case) -> None:
    """3.3.2 Ready Vassals."""
    ready_vassals(case.s)


def planned(case: Case) -> None:
    """4.1 Plan."""
    case.s.phase = Phase.CAMPAIGN
    stacks: Mapping[str, Any] = case.record.args
    case.play(plan(case.s), {"4.1 plan": lambda decision, _: stacks[decision.seat]}, ("plan_card",))


def campaign_begins(case: Case) -> None:
    """4.0 What the start of a Campaign brings."""
    case.play(begin_campaign(case.s))


def revealed(case: Case) -> None:
    """4.2 A Command card turned up."""
    outcome = case.record.outcome
    card = case.s.plans[Side(outcome["side"])].pop(0)
    case.expect("outcome.card", outcome["card"], card)
    case.expect("outcome.pass", outcome.get("pass", False), "lord" not in outcome)
    case.expect("outcome.lord", outcome.get("lord"), card if card in case.s.mats else None)
    case.s.command = None
    if "lord" in outcome:
        open_command(case.s, outcome["lord"])
        case.expect("command.actions", outcome["actions"], command_of(case.s).actions)


def passed(case: Case) -> None:
    """4.6.5 Pass."""
    case.play(command_action(case.s, case.lord, "pass"), idle=("pass",))


ADAPTERS: Mapping[str, Adapter] = {
    "setup": setup,
    "lord_death": lord_dies,
    "lord_shipwreck": lord_leaves(Status.SHIPWRECKED),
    "lord_removed": lord_leaves(Status.REMOVED),
    "disband_lord": disband,
    "disband_vassal": vassal_disbands,
    "shaky_allies": margaret_in_france,
    "pay_troops": troops_paid,
    "feed": fed,
    "pillage": pillaged,
    "unpaid_disband": unpaid,
    "unfed_disband": unfed,
    "pay_lords": lords_paid,
    "pay_vassals": vassals_paid,
    "muster_exile": exile_returns,
    "ready_vassals": vassals_ready,
    "plan": planned,
    "campaign_begin": campaign_begins,
    "reveal_command": revealed,
    "pass_command": passed,
}
