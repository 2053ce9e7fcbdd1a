"""Random standing orders are given, and must be written as they are read."""

from __future__ import annotations

from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.order import BadLine
from pbem.engine.standing import StandingOrder, order_text
from pbem.engine.table import Table
from pbem.orders.obey import understand
from pbem.orders.reader import STANDING
from pbem.playtest.fuzz.proofs import Fault


def give_order(table: Table[Any], seat: Seat, line: str) -> bool:
    """Give the order, if it makes sense; written again it must be read as the same. Raises Fault."""
    try:
        deed = understand(table, seat, line)
    except BadLine:
        return False
    if deed.order is None:
        return False
    if (again := _written_again(table, seat, deed.order)) != deed.order:
        raise Fault(f'{seat} gives "{line}", which is written as {again} and kept as {deed.order}')
    deed.do()
    return True


def _written_again(table: Table[Any], seat: Seat, order: StandingOrder) -> StandingOrder | None:
    text = f"{STANDING} {order.scope.name} {order_text(table.rules, table.state, order)}"
    try:
        return understand(table, seat, text).order
    except BadLine as bad:
        raise Fault(f'the standing order "{text}" of {seat} is refused as it is written: {bad}') from bad
