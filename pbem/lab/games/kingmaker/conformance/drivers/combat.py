"""6, 9.2 The Combat phase."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.games.kingmaker.combat.battle import Battle, battle
from pbem.games.kingmaker.combat.captives import captive_of, execute, ransom
from pbem.games.kingmaker.combat.end import end_combat
from pbem.games.kingmaker.combat.fight import After, Go, Outcome
from pbem.games.kingmaker.combat.siege import Siege, give_up_siege, siege
from pbem.lab.games.kingmaker.conformance.case import Case


def _after(args: Mapping[str, Any]) -> After:
    return After(
        args.get("sacrifice") or {},
        args.get("heirs") or {},
        args.get("royals") or {},
        args.get("major_to"),
        tuple(args.get("occupy") or ()),
        args.get("holder"),
    )


def _adding(args: Mapping[str, Any]) -> list[Go]:
    return [(seat, actions) for seat, actions in args.get("adding") or ()]


def _told(outcome: Outcome) -> dict[str, Any]:
    pairs = {"major": outcome.major, "fetched": outcome.fetched}
    return {**vars(outcome), **{name: None if pair is None else list(pair) for name, pair in pairs.items()}}


def _attack(args: Mapping[str, Any]) -> dict[str, Any]:
    """What battles and sieges have in common."""
    return {
        "adding": _adding(args),
        "call_off": args.get("call_off", False),
        "after": _after(args),
        "force": args.get("force"),
        "by": args.get("by"),
        "agreed": tuple(args.get("agreed") or ()),
    }


def _battle(case: Case) -> None:
    args = case.args
    attackers, sally = tuple(args.get("attackers") or ()), tuple(args.get("sally") or ())
    choice = Battle(args["area"], attackers, args["against"], sally, **_attack(args))
    case.told(_told(case.run(battle(case.s, choice, case.draws))))


def _siege(case: Case) -> None:
    args = case.args
    choice = Siege(args["loc"], tuple(args.get("attackers") or ()), args.get("ships"), **_attack(args))
    case.told(_told(case.run(siege(case.s, choice, case.draws))))


def _execute(case: Case) -> None:
    nobles = case.args["nobles"]
    captive = captive_of(case.s, nobles[0])
    drawn = case.run(execute(case.s, nobles, case.args.get("give") or {}, case.draws))
    case.told({"loser": captive.owner, "victor": captive.captor, "rally": drawn})


def _ransom(case: Case) -> None:
    ransom(case.s, case.args["noble"], case.args["castle"], case.args.get("keep") or {})


COMBAT: Mapping[str, Callable[[Case], None]] = {
    "battle": _battle,
    "siege": _siege,
    "ransom": _ransom,
    "execute": _execute,
    "give_up_siege": lambda case: give_up_siege(case.s, case.args["player"], case.args["loc"]),
    "end_combat": lambda case: end_combat(case.s),
}
