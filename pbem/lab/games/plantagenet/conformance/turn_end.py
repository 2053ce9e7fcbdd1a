"""Adapters: End Campaign and the end of a Levy."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.engine.decision import Decision, Json
from pbem.engine.dice import roll
from pbem.games.plantagenet.campaign.end_campaign import DISEMBARK, SHIPWRECK, grow, land, reset, shipwreck, waste
from pbem.games.plantagenet.campaign.tides import deeds_of_charity, tides_of_war
from pbem.games.plantagenet.components.box import Lord, Side
from pbem.games.plantagenet.components.influence import gain
from pbem.games.plantagenet.components.options import EventOf
from pbem.games.plantagenet.components.state import Phase, State
from pbem.games.plantagenet.levy.muster import end_levy
from pbem.games.plantagenet.victory import victory_check
from pbem.lab.games.plantagenet.conformance.case import Adapter, Case, die, said_or_argued
from pbem.lab.games.plantagenet.conformance.script import Answer, Script
from pbem.lab.games.plantagenet.conformance.turn_steps import OWN_DUES, UPKEEP


def tides(case: Case) -> None:
    """4.8.1 Tides of War; Deeds of charity (y4) is a record of its own."""
    case.play(tides_of_war(case.s), {"4.8.1 charity": lambda *_: "none"})


def charity(case: Case) -> None:
    """y4 We done deeds of charity."""
    points = case.play(deeds_of_charity(case.s), {"4.8.1 charity": next_giver})
    gain(case.s, Side.YORK, points or 0, "4.8.1", "charity")


def next_giver(_: Decision, script: Script) -> Json:
    """y4 Who gives the next Provender."""
    return script.take("charity_provender")["lord"] if script.find("charity_provender") else "none"


def checked(case: Case) -> None:
    """4.8.3 Victory Check."""
    victory_check(case.s)
    result = case.s.result
    actual = None if result is None else result["winner"] or "draw"
    case.expect("outcome.result", case.record.outcome.get("result"), actual)


def grown(case: Case) -> None:
    """4.8.4 Grow."""
    grow(case.s)


def wasted(case: Case) -> None:
    """4.8.5 Waste."""
    case.play(waste(case.s))


def events_end(case: Case) -> None:
    """4.8.6 Reset: This Campaign Events. Held Events and the next Turn are records of their own, as this is of theirs."""
    case.play(reset(case.s), {"4.8.6 discard": discards})
    case.s.turn = case.record.start["turn"]


def discards(decision: Decision, script: Script) -> Json:
    """The Held Events that a side discards."""
    return [EventOf(entry["card"]) for entry in script.take_all("discard_held", by=decision.seat)]


def next_turn(case: Case) -> None:
    """4.8.6 Reset: the next Turn."""
    case.play(reset(case.s), {"4.8.6 discard": discards})
    case.s.phase = Phase.LEVY


def disembarked(case: Case) -> None:
    """4.8.2 Disembark, one Lord."""
    landing = said_or_argued(case, "land_at", "where", "land_at")
    answers: dict[str, Answer] = {"4.8.2 disembark": die("disembark"), "4.8.2 land": landing, **UPKEEP}
    case.play(disembark_one(case.s, case.lord), answers, ("disembark_lord", "disembark_roll", *OWN_DUES))


async def disembark_one(s: State, lord: Lord) -> None:
    """4.8.2 Disembark of a single Lord."""
    if await roll(DISEMBARK, lord) <= SHIPWRECK:
        shipwreck(s, lord)
    else:
        await land(s, lord)


def levy_over(case: Case) -> None:
    """3.4 The end of the Levy: This Levy Events go."""
    end_levy(case.s)


ADAPTERS: Mapping[str, Adapter] = {
    "tides_of_war": tides,
    "deeds_of_charity": charity,
    "victory_check": checked,
    "grow": grown,
    "waste": wasted,
    "campaign_end_discard": events_end,
    "reset": events_end,
    "advance_turn": next_turn,
    "disembark": disembarked,
    "levy_end": levy_over,
}
