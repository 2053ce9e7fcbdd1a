"""10, 12 Royals and Crown cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.games.kingmaker.hands.award import award_card, play_noble
from pbem.games.kingmaker.hands.exchange import show, trade, transfer
from pbem.games.kingmaker.hands.gifts import give_place
from pbem.games.kingmaker.royals import execute_royal, hand_over, reallocate
from pbem.lab.games.kingmaker.conformance.case import Case


def _trade(case: Case) -> None:
    args = case.args
    trade(case.s, args["a"], args["b"], args.get("from_a") or (), args.get("from_b") or (), args.get("agreed", True))


def _play(case: Case) -> None:
    play_noble(case.s, case.args["player"], case.args["card"], case.args.get("to"))


def _give(case: Case) -> None:
    args = case.args
    case.told({"card": give_place(case.s, args["player"], args["item"], args["to"], args.get("agreed", False))})


def _hand_over(case: Case) -> None:
    args = case.args
    hand_over(case.s, args["player"], args["royal"], args["to"], args.get("agreed", False))


def _show(case: Case) -> None:
    seen = show(case.s, case.args["player"], case.args["cards"], case.args["to"])
    case.told({"seen": {seat: sorted(cards) for seat, cards in seen.items()}})


HANDS: Mapping[str, Callable[[Case], None]] = {
    "play_noble": _play,
    "award_card": lambda case: award_card(case.s, case.args["player"], case.args["card"], case.args["noble"]),
    "transfer": lambda case: transfer(case.s, case.args["card"], case.args["to"], case.args.get("agreed", False)),
    "reallocate": lambda case: reallocate(case.s, case.args["royal"], case.args["to"], case.args.get("agreed", False)),
    "execute_royal": lambda case: execute_royal(case.s, case.args["player"], case.args["royal"]),
    "hand_over": _hand_over,
    "trade": _trade,
    "show": _show,
    "give_place": _give,
}
