"""Random standing orders are given, and must be written as they are read."""

from __future__ import annotations

from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.refusal import BadLine
from pbem.engine.standing import StandingOrder, order_text
from pbem.engine.table import Table
from pbem.lab.fuzz.proofs import GameFault
from pbem.orders.carry.execute import carry_out, understand
from pbem.orders.words.vocabulary import STANDING


def give_order(table: Table[Any], seat: Seat, line: str) -> bool:
    """Give the order, if it makes sense; written again it must be read as the same. Raises Fault."""
    try:
        placed = understand(table, seat, line)
    except BadLine:
        return False
    if placed.order is None:
        return False
    if (again := _written_again(table, seat, placed.order)) != placed.order:
        raise GameFault(f'{seat} gives "{line}", which is written as {again} and kept as {placed.order}')
    carry_out(table, seat, placed)
    return True


def _written_again(table: Table[Any], seat: Seat, order: StandingOrder) -> StandingOrder | None:
    text = f"{STANDING} {order.scope.name} {order_text(table.rules, table.state, order)}"
    try:
        return understand(table, seat, text).order
    except BadLine as bad:
        raise GameFault(f'the standing order "{text}" of {seat} is refused as it is written: {bad}') from bad
