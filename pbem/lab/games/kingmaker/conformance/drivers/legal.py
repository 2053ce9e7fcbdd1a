"""Lists of choices."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.games.kingmaker.coronation import crowns
from pbem.games.kingmaker.events.storms import nearest_ports
from pbem.games.kingmaker.hands.award import awards, entries
from pbem.games.kingmaker.legal.attacks import battles, sieges
from pbem.games.kingmaker.legal.score import score
from pbem.games.kingmaker.movement.land import regional_spots, road_areas
from pbem.games.kingmaker.movement.sail import POINTS
from pbem.games.kingmaker.parliament import must_award, summons
from pbem.lab.games.kingmaker.conformance.case import Case
from pbem.lab.games.kingmaker.conformance.records import DERIVED, LEGAL
from pbem.lab.games.kingmaker.conformance.snapshot import derived, derived_in_order, unlike


def _list(found: Callable[[Case], Any]) -> Callable[[Case], None]:
    """Compare a list of ours with the recorded one, and what is derived of the position."""

    def run_it(case: Case) -> None:
        case.more += unlike(LEGAL, _in_order(case.args[LEGAL]), _in_order(found(case)))
        if DERIVED in case.record.after:
            case.more += unlike(DERIVED, derived_in_order(case.record.after[DERIVED]), derived(case.s))

    return run_it


def _in_order(value: Any) -> Any:
    """A list of choices, in any order the same."""
    if isinstance(value, dict) and "alliance_prestige" in value:
        return derived_in_order(value)
    return sorted(value, key=str) if isinstance(value, list) else value


def _roads(case: Case) -> dict[str, bool]:
    found = road_areas(case.s, case.args["noble"], case.args.get("passage") or ())
    return {area: barred for area, barred in found.items() if area != case.board.area(case.s.nobles[case.args["noble"]].at)}


def _ports(case: Case) -> dict[str, int]:
    start = case.args["from"] if "from" in case.args else case.s.ships[case.args["ship"]].at
    return {water: points for water, points in case.board.distances(start, POINTS).items() if points}


def _score(case: Case) -> dict[str, Any]:
    found = score(case.s)
    return {
        "prestige": found.prestige,
        "alliance_prestige": [list(each) for each in sorted(found.alliances)],
        "strength": {noble: list(men) for noble, men in found.strength.items()},
        "may_claim": found.may_claim,
    }


LEGAL_LISTS: Mapping[str, Callable[[Case], None]] = {
    "legal_regional_moves": _list(lambda case: sorted(regional_spots(case.s, case.args["noble"]))),
    "legal_road_moves": _list(_roads),
    "legal_sail_ports": _list(_ports),
    "legal_storm": _list(lambda case: sorted(nearest_ports(case.s, case.args["ship"]))),
    "legal_sieges": _list(lambda case: {place: list(men) for place, men in sieges(case.s).items()}),
    "legal_battles": _list(lambda case: sorted(list(each) for each in battles(case.s))),
    "legal_entries": _list(lambda case: sorted(entries(case.s, case.args["player"], case.args["card"]))),
    "legal_awards": _list(lambda case: awards(case.s, case.args["player"], case.args["card"])),
    "legal_summons": _list(lambda case: summons(case.s)),
    "legal_crowns": _list(lambda case: crowns(case.s)),
    "legal_parliament_awards": _list(lambda case: {"must_award": must_award(case.s)}),
    "legal_score": _list(_score),
}
