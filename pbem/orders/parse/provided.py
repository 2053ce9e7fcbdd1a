"""An order with a condition behind it: "march Ely if they are fewer", "march Wales, only if Wales is empty".

It is kept as it is written, and its condition is judged when its turn has come, where the order goes.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from pbem.engine.refusal import Misread
from pbem.i18n import Text
from pbem.orders.languages.words import alternatives
from pbem.orders.parse.branches import GO_ON
from pbem.orders.parse.even import cut_even
from pbem.orders.parse.parse import IF, cut_clauses

ONLY = re.compile(rf"[\s,]*\b{alternatives('but_only')}[\s,]*$", re.IGNORECASE)


class Provided(NamedTuple):
    """An order that is carried out if a condition holds, or `unless` it does."""

    order: str
    condition: str
    unless: bool = False

    def __str__(self) -> str:
        return f"{self.order} {self.clause}"

    @property
    def clause(self) -> str:
        """The condition as it is written after the order."""
        return f"{'unless' if self.unless else 'if'} {self.condition!s}"


def provided_of(line: str) -> Provided | None:
    """The order with a condition that a line is; None for another. Raises Misread for one that says more than that."""
    line, _ = cut_even(line)
    if IF.search(line) is None:
        return None
    parts = cut_clauses(line, (), conditions=False)
    order = ONLY.sub("", parts.what).strip(" ,")
    if not order:
        return None
    if parts.once:
        raise Misread(
            Text('an order with a condition is given once: leave "once" out'),
            [str(Provided(order, parts.if_, parts.unless))],
        )
    provided = Provided(order, parts.if_, parts.unless)
    if parts.otherwise is not None:
        raise Misread(
            Text('"else" stands on a line of its own behind it'), [f"{provided}; else: {parts.otherwise or GO_ON}"]
        )
    return provided
