"""Whether a line is an order from its first word to its last, even if it would be refused."""

from __future__ import annotations

from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.refusal import Ambiguous, BadLine, Misread
from pbem.engine.table import Table
from pbem.orders.carry.execute import understand
from pbem.orders.words.vocabulary import vocabulary_of


def reads_as_order(table: Table[Any], seat: Seat, text: str) -> bool:
    """Whether a line begins with an order word in full and can be read, though it may not be legal, or not be asked for."""
    if not vocabulary_of(table).begins(text):
        return False
    try:
        understand(table.for_reading(), seat, text)
    except (Misread, Ambiguous):
        return False
    except BadLine:
        return True
    return True
