"""4 The Event phase."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.games.kingmaker.events.event import Response, event
from pbem.lab.games.kingmaker.conformance.case import Case


def _event(case: Case) -> None:
    args = case.args
    response = Response(
        args.get("royals") or {},
        tuple(args.get("agreed") or ()),
        args.get("choice") or {},
        tuple(args.get("companions") or ()),
        args.get("ports") or {},
        args.get("land") or {},
        args.get("sacrifice") or {},
    )
    case.told(case.run(event(case.s, response, case.draws)))


EVENTS: Mapping[str, Callable[[Case], None]] = {"event": _event}
