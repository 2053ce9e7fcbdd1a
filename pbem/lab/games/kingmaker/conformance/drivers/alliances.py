"""13.1, 13.2 Alliances and Forces."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.games.kingmaker.alliances import ally, join_alliance, leave
from pbem.games.kingmaker.forces import end_force, form_force
from pbem.lab.games.kingmaker.conformance.case import Case


def _ally(case: Case) -> None:
    case.told({"executed": ally(case.s, case.args["players"], case.args.get("house"))})


def _join(case: Case) -> None:
    args = case.args
    agreed = args.get("agreed") or ()
    case.told({"executed": join_alliance(case.s, args["player"], args["members"], agreed, args.get("house"))})


def _leave(case: Case) -> None:
    args = case.args
    case.told({"ships": leave(case.s, args.get("stay", False), args.get("agreed"), args.get("ports"), args.get("land"))})


def _form(case: Case) -> None:
    args = case.args
    case.told({"players": form_force(case.s, args["by"], args["nobles"], args["commander"], args.get("agreed") or ())})


ALLIANCES: Mapping[str, Callable[[Case], None]] = {
    "ally": _ally,
    "join_alliance": _join,
    "leave": _leave,
    "form_force": _form,
    "end_force": lambda case: end_force(case.s, case.args["by"], case.args["force"]),
}
