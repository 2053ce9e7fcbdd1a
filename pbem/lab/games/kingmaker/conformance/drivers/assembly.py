"""7, 8 Parliament and coronation."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.games.kingmaker.coronation import crown
from pbem.games.kingmaker.parliament import Summons, award_parliament, next_phase, summon
from pbem.lab.games.kingmaker.conformance.case import Case


def _summon(case: Case) -> None:
    args = case.args
    choice = Summons(args["summoned"], args.get("attend") or {}, args.get("place") or {})
    found = case.run(summon(case.s, choice, case.draws))
    case.told({"area": found.area, "attending": found.attending, "drawn": list(found.cards)})


def _award(case: Case) -> None:
    args = case.args
    swaps = [["swap", *each] for each in args.get("swaps") or ()]
    awards = [["award", *each] for each in args.get("awards") or ()]
    steps = args.get("steps") or [*swaps, *awards]
    case.told({"discarded": award_parliament(case.s, steps, args.get("agreed"))})


def _crown(case: Case) -> None:
    place, kings = crown(case.s, case.args["royal"], tuple(case.args.get("enter") or ()))
    case.told({"cathedral": place, "kings": kings})


ASSEMBLY: Mapping[str, Callable[[Case], None]] = {
    "summon": _summon,
    "award_parliament": _award,
    "next_phase": lambda case: next_phase(case.s),
    "crown": _crown,
}
