"""Random standing orders: an order word's example, now and then bound to a condition, for once, with something else."""

from __future__ import annotations

from random import Random
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.obey import understand
from pbem.engine.order import BadLine
from pbem.engine.reader import STANDING
from pbem.engine.standing import StandingOrder, order_text
from pbem.engine.table import Table
from pbem.fuzz.proofs import Fault

BOUND_SHARE, ELSE_SHARE, SCOPE_SHARE, ONCE_SHARE = 0.6, 0.3, 0.2, 0.2


def random_order(table: Table[Any], rng: Random) -> str:
    """A line that may give a standing order; what it names need not fit. "" where the game knows none."""
    words = [word for word in table.rules.words(table.state) if word.policy is not None and word.example]
    if not words:
        return ""
    parts = [STANDING, *([rng.choice(table.scopes()).name] if rng.random() < SCOPE_SHARE else [])]
    parts.append(rng.choice(words).example)
    if table.rules.trial.conditions and rng.random() < BOUND_SHARE:
        parts += [rng.choice(("if", "unless")), rng.choice(table.rules.trial.conditions)]
        parts += ["else none"] if rng.random() < ELSE_SHARE else []
    return " ".join([*parts, *(["once"] if rng.random() < ONCE_SHARE else [])])


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
