"""11 End of turn, and the end of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.games.kingmaker.turn_end import claim, draw_two, end_turn, step_out
from pbem.games.kingmaker.victory import agree_end, time_out
from pbem.lab.games.kingmaker.conformance.case import Case


def _draw(case: Case) -> None:
    case.told({"drawn": case.run(draw_two(case.s, case.draws))})


TURN_END: Mapping[str, Callable[[Case], None]] = {
    "claim": lambda case: claim(case.s),
    "draw_two": _draw,
    "step_out": lambda case: step_out(case.s, case.args["nobles"]),
    "end_turn": lambda case: end_turn(case.s, case.args.get("discard")),
    "time_out": lambda case: time_out(case.s),
    "agree_end": lambda case: agree_end(case.s, case.args.get("agreed") or ()),
}
