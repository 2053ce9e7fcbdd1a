"""2 Set-up."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.games.kingmaker.setup.dealt import build, deal, start
from pbem.games.kingmaker.setup.preset import Preset, set_up
from pbem.lab.games.kingmaker.conformance.case import Case


def _preset(case: Case) -> None:
    args = case.args
    awards = {seat: [(card, noble) for card, noble in cards] for seat, cards in args["awards"].items()}
    choice = Preset(args["order"], args["factions"], awards, args["castles"], args.get("npf", False))
    case.s = case.run(set_up(case.board, choice, case.draws))
    case.told({"first": case.s.first})


def _deal(case: Case) -> None:
    case.s = case.run(deal(case.board, case.args["order"], case.args.get("npf", False), case.draws))
    case.told({seat: len(player.hand) for seat, player in case.s.players.items()})


def _build(case: Case) -> None:
    args = case.args
    built = case.run(build(case.s, args["player"], args.get("awards", {}), args.get("drop", ()), case.draws))
    case.told(vars(built))


def _finish(case: Case) -> None:
    case.run(start(case.s, case.args["castles"], case.args.get("first"), case.draws))
    case.told({"first": case.s.first})


SETUP: Mapping[str, Callable[[Case], None]] = {
    "setup_preset": _preset,
    "setup_deal": _deal,
    "setup_build": _build,
    "setup_finish": _finish,
}
