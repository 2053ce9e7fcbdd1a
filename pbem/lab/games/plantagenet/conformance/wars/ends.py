"""Adapters: how a War ends (4.8.3, 5.0, 6.0, 6.1), and Natural Causes (6.3)."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.engine.decision import Decision, Json
from pbem.games.plantagenet.battle.death_check import SURRENDER_KEY, may_surrender
from pbem.games.plantagenet.components.box import Side
from pbem.games.plantagenet.components.lords import OFF_RIGHT
from pbem.games.plantagenet.components.state import Cylinder, State, Status, side_of
from pbem.games.plantagenet.components.subjects import OfLord
from pbem.games.plantagenet.components.war_book import Person
from pbem.games.plantagenet.victory import victory_check
from pbem.games.plantagenet.wars.ending import check_heirs
from pbem.games.plantagenet.wars.heirs import book_of, wars_of
from pbem.games.plantagenet.wars.respite import NATURAL_CAUSES, natural_causes, next_war
from pbem.games.plantagenet.wars.succession import remove_heir
from pbem.lab.conform.driver import Mismatch, NotScripted
from pbem.lab.games.plantagenet.conformance.script import Script
from pbem.lab.games.plantagenet.conformance.wars.case import WarAdapter, WarCase
from pbem.lab.games.plantagenet.conformance.wars.snapshot import laid_out, person_with, result_of

# 4.8.3, 5.0


def victory(case: WarCase) -> None:
    """5.0, 6.0, 6.1 Whether a War is over, and what follows."""
    kind = case.args["kind"]
    if kind not in KINDS:
        raise Mismatch(f"no rule for a victory of the kind {kind!r}")
    KINDS[kind](case)


def checked(case: WarCase) -> None:
    """4.8.3 Victory Check."""
    s = case.s
    s.turn, s.influence = case.args["turn"], case.args["influence"]
    for side in Side:
        spread(s, side, on_map=case.args["on_map"][side], exile=case.args["exile_next"][side])
    case.end_with(lambda: victory_check(s))
    case.expect_result(result_of(s))


def spread(s: State, side: Side, *, on_map: bool, exile: bool) -> None:
    """5.1 A side with a Lord on the map or without, with another in Exile in the next box or without."""
    lords = sorted((lord for lord in s.lords if side_of(s, lord) is side), key=lambda lord: lord not in s.mats)
    for lord in lords[on_map:]:
        s.mats.pop(lord, None)
        s.lords[lord] = Cylinder(Status.CALENDAR, box=OFF_RIGHT)
    if exile:
        s.lords[lords[-1]] = Cylinder(Status.CALENDAR, box=s.turn + 1, exile=True)


# 6.0 Heirs


def heirs_lost(case: WarCase) -> None:
    """6.0 A side has lost an Heir of those who are gone now."""
    for person in case.args["removed_heirs"]:
        remove_heir(case.s, Person(person))
    case.end_with(lambda: check_heirs(case.s, Side(case.args["side_that_just_lost_one"])))
    case.expect_result(result_of(case.s))


def heirs_lost_in_third_war(case: WarCase) -> None:
    """6.0 The same in a third War, where the set-up has found the Heirs."""
    s, wars = case.s, wars_of(case.s)
    wars.listed = {side: [person_with(s, lord) for lord in case.args["heirs_at_setup"][side]] for side in Side}
    wars.heirs = {side: list(wars.listed[side]) for side in Side}
    for lord in case.args["lost"]:
        remove_heir(s, person_with(s, lord))
    case.end_with(lambda: check_heirs(s, Side(case.args["side"])))
    case.expect_result(result_of(s))


# 6.1


def surrender_offered(case: WarCase) -> None:
    """6.1.1 Surrender before a Death roll, conceded if it is open."""
    s, asked = case.s, []

    def concede(decision: Decision, _: Script) -> Json:
        asked.append(decision.key)
        return True

    for person in case.args["removed_heirs"]:
        remove_heir(s, Person(person))
    lord = book_of(s).heirs[Person(case.args["about_to_roll"])].lords[0]
    case.play(may_surrender(s, lord), {SURRENDER_KEY: concede})
    follow = "natural_causes" in s.sheet.special_rules
    case.expect_result({"open": bool(asked), "if_conceded": result_of(s), "natural_causes_follow": follow})


def war_follows(case: WarCase) -> None:
    """6.1.2 Which War is next."""
    wars_of(case.s).won = [{"winner": case.args["war_winner"]}]
    case.expect_result({"next_war": next_war(case.s)})


KINDS: Mapping[str, WarAdapter] = {
    "check": checked,
    "heirs": heirs_lost,
    "heirs_third_war": heirs_lost_in_third_war,
    "surrender": surrender_offered,
    "next_war": war_follows,
}

# 6.3 Natural Causes


def aged(case: WarCase) -> None:
    """6.3 Natural Causes after a War with these Heirs lost in it or before."""
    lost, left = case.args["removed_heirs"], {lord: list(dice) for lord, dice in case.args["dice"].items()}
    case.s = s = laid_out(case.first, case.record.scenario, lost)
    s.turn, wars = case.args["last_turn"], wars_of(s)
    wars.won = [{"winner": case.args["war_winner"]}]
    rolled: list[str] = []

    def die(decision: Decision, _: Script) -> Json:
        lord = OfLord.read(decision.subject).lord
        if not left.get(lord):
            raise NotScripted(f"a die for {lord}")
        rolled.append(lord)
        return left[lord].pop(0)

    case.play(natural_causes(s), {NATURAL_CAUSES: die})
    newly_lost = [person for person in wars.removed if person not in lost]
    winner, following = (None, next_war(s)) if s.result is None else (s.result["winner"], None)
    actual = {"rolls": list(dict.fromkeys(rolled)), "removed": newly_lost, "removed_heirs": sorted(wars.removed)}
    case.expect_result(actual | {"campaign_winner": winner, "next_war": following})


WAR_ADAPTERS: Mapping[str, WarAdapter] = {"victory": victory, "natural_causes": aged}
