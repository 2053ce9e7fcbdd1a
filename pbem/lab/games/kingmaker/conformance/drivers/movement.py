"""5 The Movement phase."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.games.kingmaker.movement.end import end_movement
from pbem.games.kingmaker.movement.land import Move, move
from pbem.games.kingmaker.movement.loans import lend, recall, split_ships
from pbem.games.kingmaker.movement.sail import Sail, sail
from pbem.lab.games.kingmaker.conformance.case import Case


def _move(case: Case) -> None:
    args = case.args
    passage, free = tuple(args.get("passage") or ()), tuple(args.get("free") or ())
    nobles, to = tuple(args.get("nobles") or ()), args["to"]
    move(case.s, Move(nobles, args["kind"], to, passage, free, args.get("force"), args.get("by")))


def _sail(case: Case) -> None:
    args = case.args
    choice = Sail(
        tuple(args.get("ships") or ()),
        tuple(args.get("path") or ()),
        tuple(args.get("board") or ()),
        args.get("land") or {},
        args.get("assault", False),
        args.get("free", False),
        args.get("force"),
        args.get("by"),
        tuple(args.get("agreed") or ()),
    )
    case.told({"cost": sail(case.s, choice)})


def _end(case: Case) -> None:
    case.told({"gained": end_movement(case.s, case.args.get("royals") or {})})


def _lend(case: Case) -> None:
    args = case.args
    lend(case.s, args["player"], args["ship"], args["to"], args.get("agreed", False))


def _split(case: Case) -> None:
    args = case.args
    parts = [(ships, nobles) for ships, nobles in args["parts"]]
    split_ships(case.s, args["by"], args["lead"], parts, args.get("agreed") or ())


MOVEMENT: Mapping[str, Callable[[Case], None]] = {
    "move": _move,
    "sail": _sail,
    "end_movement": _end,
    "lend": _lend,
    "recall": lambda case: recall(case.s, case.args["player"], case.args["ship"]),
    "split_ships": _split,
}
