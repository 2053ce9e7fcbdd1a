"""Adapters: a War set up (6.1.2), Heirs removed (6.2.2), Death checks (4.4.3) and Disembark (4.8.2)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from pbem.engine.decision import Decision, Json
from pbem.games.plantagenet.battle.array import begin_battle, remove_routed
from pbem.games.plantagenet.battle.death_check import DEATH, DEATHS, SURRENDER_KEY, death_check
from pbem.games.plantagenet.campaign.end_campaign import DISEMBARK, LAND, disembark, shipwreck
from pbem.games.plantagenet.components.box import PROVENDER, Lord, Side
from pbem.games.plantagenet.components.lords import disband_lord
from pbem.games.plantagenet.components.state import State, Status, Wars, battle_of, lords_at, place_of, side_of
from pbem.games.plantagenet.wars.heirs import book_of, now
from pbem.games.plantagenet.wars.respite import next_war
from pbem.games.plantagenet.wars.set_up import set_up
from pbem.lab.conform.driver import Mismatch, NotScripted
from pbem.lab.games.plantagenet.conformance.script import Answer, Script
from pbem.lab.games.plantagenet.conformance.wars.case import WarAdapter, WarCase
from pbem.lab.games.plantagenet.conformance.wars.snapshot import result_of

PLENTY = 1000

Row: TypeAlias = dict[str, Any]


# 6.1.2


def war_set_up(case: WarCase) -> None:
    """6.1.2 The War after each that can lead here; the first is as the campaign begins."""
    winner = case.args["winner_of_last"]
    if winner is None:
        return
    for war in [war for war, following in book_of(case.s).next_war.items() if case.record.scenario == following[winner]]:
        passed = {"removed": list(case.args["removed_heirs"]), "gloucester_as_heir": case.args["y28_happened"]}
        case.s.wars = Wars(war, won=[{"war": war, "winner": winner}], **passed)
        set_up(case.s, next_war(case.s))
        case.s.wars.won = []


# 6.2.2 A Lord leaves


def lord_leaves(case: WarCase) -> None:
    """6.2.2 An Heir Dies or is Shipwrecked, or only Disbands or goes into Exile."""
    lord = Lord(case.args["lord"])
    match case.args["how"]:
        case "death":
            join_battle(case.s, side_of(case.s, lord), [lord])
            answers = {DEATHS: as_arrayed, DEATH: lambda *_: 6, SURRENDER_KEY: lambda *_: False}
            case.play(death_check(case.s, None), answers)
        case "shipwreck":
            case.end_with(lambda: shipwreck(case.s, lord))
        case "disband" | "exile" as how:
            disband_lord(case.s, lord, "3.2.4", exile=how == "exile")
        case how:
            raise Mismatch(f"no rule for a Lord who leaves by {how!r}")


def join_battle(s: State, attacker: Side, routed: Sequence[Lord], fled: Collection[Lord] = ()) -> None:
    """4.4.3 A Battle at its end: these Lords of the side attacked, and then those of the Attackers, have Routed."""
    place = place_of(s, routed[0])
    begin_battle(s, place, attacker, frozenset())
    battle = battle_of(s)
    battle.fighters = [*routed, *(lord for lord in lords_at(s, place) if lord not in routed)]
    battle.routed, battle.fled = list(routed), list(fled)
    for side in Side:
        remove_routed(s, side)


# Death checks, Disembark


def rolls_made(case: WarCase) -> None:
    """4.4.3, 4.8.2 One roll after another, with what each brings at once."""
    match case.args["kind"]:
        case "death_check":
            steps = deaths(case)
        case "disembark":
            steps = landings(case)
        case kind:
            raise Mismatch(f"no rule for a sequence of the kind {kind!r}")
    if steps:
        steps[-1] |= {"result": result_of(case.s)} if "conceded" not in steps[-1] else {}
    recorded = case.record.outcome["steps"]
    case.expect("steps", [{"result": None, **step} for step in recorded], [{"result": None, **step} for step in steps])


def deaths(case: WarCase) -> list[Row]:
    """4.4.3 A Death check, with Surrender (6.1.1) where it is open; its steps."""
    rolls = [(Lord(lord), die, fled) for lord, die, fled in case.args["rolls"]]
    offered: list[str] = []

    def concede(decision: Decision, _: Script) -> Json:
        offered.append(decision.subject)
        return decision.seat in (case.args.get("concede") or ())

    attacker = side_of(case.s, rolls[0][0]).enemy
    join_battle(case.s, attacker, [lord for lord, _, _ in rolls], [lord for lord, _, fled in rolls if fled])
    answers = {DEATHS: as_arrayed, DEATH: dice(die for _, die, _ in rolls), SURRENDER_KEY: concede}
    case.play(death_check(case.s, None), answers)
    checks = [event.data for event in case.s.events if event.name == "death_check"]
    steps = [_death_step(row, row["lord"] in offered) for row in checks]
    conceded = [lord for lord in offered if lord not in [row["lord"] for row in checks]]
    return [*steps, *({"lord": lord, "surrender_open": True, "conceded": True} for lord in conceded)]


def as_arrayed(decision: Decision, _: Script) -> Json:
    """4.4.3 The order of Death rolls: the record's, in which the Lords have been Arrayed."""
    assert decision.default is not None
    return decision.default()


def _death_step(check: Row, offered: bool) -> Row:
    """A step as the Event tells it."""
    return {**{name: check[name] for name in ("lord", "die", "fled")}, "dies": check["dead"], "surrender_open": offered}


def landings(case: WarCase) -> list[Row]:
    """4.8.2 Disembark of all Lords at Sea, in the order recorded; its steps.

    They need not Feed, and no card brings them Troops.
    """
    s, rolls = case.s, case.args["rolls"]
    s.handgunners_given = True
    s.mats = {lord: s.mats[lord] for lord in dict.fromkeys([*(Lord(row[0]) for row in rolls), *s.mats])}
    left, provender = dice(die for _, die, _ in rolls), {Lord(row[0]): s.mats[row[0]].assets[PROVENDER] for row in rolls}
    steps: list[Row] = []

    def disembarks(decision: Decision, script: Script) -> Json:
        steps.append({"lord": decision.subject, "die": left(decision, script), "surrender_open": False})
        return steps[-1]["die"]

    for lord in provender:
        s.mats[lord].assets[PROVENDER] = PLENTY
    case.play(disembark(s), {DISEMBARK: disembarks, LAND: lambda *_: rolls[len(steps) - 1][2]})
    for lord, number in provender.items():
        if (landed := now(s, lord)) in s.mats:
            s.mats[landed].assets[PROVENDER] = number
    return [{**step, "shipwreck": s.lords[step["lord"]].status is Status.SHIPWRECKED} for step in steps]


def dice(numbers: Iterable[int]) -> Answer:
    """The dice of a sequence, one after another."""
    left = iter(numbers)

    def die(_: Decision, __: Script) -> Json:
        number = next(left, None)
        if number is None:
            raise NotScripted("a die")
        return number

    return die


WAR_ADAPTERS: Mapping[str, WarAdapter] = {"setup_war": war_set_up, "succession": lord_leaves, "sequence": rolls_made}
