"""Standing orders that nobody has typed: what a seat agrees to for which nobody writes.

The rules name them (Standing.consents). They hold as long as nobody writes for the seat, so its player never agrees by them.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.log.cause import Cause, CauseKind
from pbem.engine.log.entry import Entry, EntryKind
from pbem.engine.standing import StandingOrder
from pbem.engine.table import Table
from pbem.orders.carry.execute import understand
from pbem.orders.place.placed import Stand
from pbem.orders.words.vocabulary import STANDING


def keep_consents(table: Table[Any], silent: Collection[Seat]) -> None:
    """Give the orders to the seats that are `silent`, and those whose players have resigned; end those of all others. A
    silent player's own orders for the same question stay, and theirs is not given.
    """
    resigned = table.offers.resigned
    if table.over or not (silent or resigned or any(order.consents for order in table.book.orders)):
        return
    with table.because(Cause(CauseKind.CLOCK)):
        for seat in table.seats:
            own = table.orders_of(seat)
            consents = [order for order in own if order.consents]
            if seat not in silent and seat not in resigned:
                _end(table, consents)
            elif not consents:
                _give(table, seat, own)


def follows_from_silence(entry: Entry) -> bool:
    """Whether an entry gives or ends an order because nobody writes for its seat, or somebody does again."""
    return entry.kind is EntryKind.INSTRUCTION and entry.cause is not None and entry.cause.kind is CauseKind.CLOCK


def consents_of(table: Table[Any], seat: Seat) -> list[StandingOrder]:
    """The orders that the rules have for a seat for which nobody writes."""
    actions = (understand(table, seat, f"{STANDING} {line}").action for line in table.rules.standing.consents)
    return [replace(action.order, consents=True) for action in actions if isinstance(action, Stand)]


def _give(table: Table[Any], seat: Seat, own: Collection[StandingOrder]) -> None:
    """Give a seat what the rules have for it; what a player has left who has resigned bars nothing."""
    for order in consents_of(table, seat):
        bars = [each for each in own if each.key == order.key]
        if seat in table.offers.resigned:
            _end(table, bars)
        if seat in table.offers.resigned or not bars:
            table.instruct(order)


def _end(table: Table[Any], orders: Collection[StandingOrder]) -> None:
    for order in orders:
        table.withdraw(order.seat, order.key, order.verb, order.number)
