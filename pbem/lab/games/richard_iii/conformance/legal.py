"""Recorded lists of all legal choices."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.games.richard_iii.actions.events import muster_areas, muster_paths, plague_areas
from pbem.games.richard_iii.actions.land import paths
from pbem.games.richard_iii.actions.recruit import in_pool, may_recruit, places_for
from pbem.games.richard_iii.actions.sea import destinations
from pbem.games.richard_iii.battle import battle as battles
from pbem.games.richard_iii.battle.combat import firepower, initiative, strongest
from pbem.games.richard_iii.battle.retreat import regroup_ways, retreats
from pbem.games.richard_iii.battle.treachery import may_try, targets
from pbem.games.richard_iii.components.blocks import at, of_side, side_of
from pbem.games.richard_iii.components.board import Area, BlockId, Side
from pbem.games.richard_iii.components.state import battle_of
from pbem.games.richard_iii.political.home import going, homes_of
from pbem.games.richard_iii.supply.succession import entry_areas
from pbem.games.richard_iii.supply.supply import counted, crowded
from pbem.lab.games.richard_iii.conformance.case import Case

LEGAL = "legal"
Legal = dict[str, Any]


def compare(case: Case, actual: Mapping[str, Any]) -> None:
    """Compare a list with ours, in any order."""
    recorded = case.record.outcome[LEGAL]
    for name in sorted({*recorded, *actual}):
        one, other = _plain(recorded.get(name)), _plain(actual.get(name))
        if one != other:
            case.more.append((f"{LEGAL}.{name}", one, other))


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    return sorted(map(str, value)) if isinstance(value, list | tuple | set) else value


def _action(case: Case) -> None:
    s, side, card = case.s, case.side, case.s.cards[case.side]
    land: Legal = {}
    sea: Legal = {}
    for block in of_side(s, side):
        ways = [">".join(path) for path in paths(s, block) if s.ap or path[0] in s.active]
        land |= {block: ways} if ways else {}
        zones: Legal = {}
        for zone, to in destinations(s, block):
            zones.setdefault(zone, []).append(to)
        sea |= {block: zones} if zones else {}
    pool = in_pool(s, side) if may_recruit(s, side) else []
    recruits = {block: areas for block in pool if (areas := places_for(s, block))}
    compare(case, {"card": card, "recruit": recruits, "land": land, "sea": sea})


def _muster(case: Case) -> None:
    s, side = case.s, case.side
    first_steps: Legal = {}
    for area in muster_areas(s, side):
        first = {block: sorted({path[1] for path in ways}) for block, ways in muster_paths(s, side, area).items() if ways}
        if first:
            first_steps[area] = first
    compare(case, {"first_step_by_area_and_block": first_steps})


def _battle(case: Case) -> None:
    s, battle = case.s, battle_of(case.s)
    side, in_turn = battles.next_in_turn(s) or (case.side, [])
    must = battles.must_retreat(s, side)
    ways = {block: [way.to for way in retreats(s, block)] for block in in_turn if battle.round > 1 or must}
    everybody = [*battle.engaged[Side.LANCASTER], *battle.engaged[Side.YORK]]
    compare(
        case,
        {
            "list": in_turn,
            "initiative": initiative(s, in_turn[0]) if in_turn else None,
            "fire": [] if must else in_turn,
            "pass": [] if must else in_turn,
            "charge": {} if must else {b: targets for b in in_turn if (targets := battles.chargeable(s, b))},
            "treachery": {} if must else {b: targets for b in in_turn if (targets := may_try(s, b))},
            "retreat": {block: areas for block, areas in ways.items() if areas or must},
            "must_retreat": must,
            "firepower": {block: firepower(s, block) for block in everybody},
        },
    )


def _hits(case: Case) -> None:
    compare(case, {"candidates": strongest(case.s, case.side), "hits_left": case.record.outcome[LEGAL]["hits_left"]})


def _regroup(case: Case) -> None:
    where = battle_of(case.s).where
    to = {b: areas for b in at(case.s, where, case.side) if (areas := [way.to for way in regroup_ways(case.s, b)])}
    compare(case, {"where": where, "to": to})


def _enter_minor(case: Case) -> None:
    block = BlockId(case.record.outcome[LEGAL]["block"])
    compare(case, {"block": block, "areas": entry_areas(case.s, side_of(case.s, block))})


def _supply_loss(case: Case) -> None:
    areas = crowded(case.s, case.side)
    compare(case, {"candidates": [block for area in areas for block in counted(case.s, area, case.side)]})


def _overflow(case: Case) -> None:
    areas: list[Area] = [area for area in crowded(case.s, case.side) if case.s.board.areas[area].exile is case.side]
    compare(case, {"candidates": [block for area in areas for block in counted(case.s, area, case.side)]})


def _home(case: Case) -> None:
    compare(case, {"homes": {block: homes_of(case.s, block) for block in going(case.s, case.side)}})


def _treason(case: Case) -> None:
    compare(case, {"targets": targets(case.s, case.side, None)})


LEGAL_OPERATIONS: Mapping[str, Callable[[Case], None]] = {
    "legal_action": _action,
    "legal_muster": _muster,
    "legal_plague": lambda case: compare(case, {"areas": plague_areas(case.s, case.side)}),
    "legal_choose_battle": lambda case: compare(case, {"areas": battles.contested(case.s)}),
    "legal_treason": _treason,
    "legal_battle": _battle,
    "legal_hits": _hits,
    "legal_regroup": _regroup,
    "legal_enter_minor": _enter_minor,
    "legal_supply_loss": _supply_loss,
    "legal_home": _home,
    "legal_exile_overflow": _overflow,
}
