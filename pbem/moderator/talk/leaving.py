"""Seats that are handed over, as the log says it.

What a player leaves behind who plays a seat no longer does not hold, and no correction brings it back. Where the entry that
says so is struck, or orders from before it are carried out again, it is said once more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from pbem.engine.agreements.offers import HANDED_OVER
from pbem.engine.decision import Seat
from pbem.engine.log.entry import Entry, EntryKind
from pbem.engine.standing import order_text
from pbem.engine.table import Table
from pbem.i18n import Text
from pbem.orders.place.segments import heading_of, segments_of
from pbem.orders.words.grammar import Grammar
from pbem.orders.words.vocabulary import STANDING

ONCE_MORE = Text("once more")
"""The note of an entry that says again what a struck one has said."""


def leave(table: Table[Any], seat: Seat, note: str = "") -> list[str]:
    """Say that a seat is handed over, and withdraw its standing orders and waiting lines; gives them as lines that give them
    again.
    """
    table.remark(EntryKind.OFFER, seat, HANDED_OVER, seat, {}, note)
    lines: list[str] = []
    if table.over:
        return lines
    for order in table.orders_of(seat):
        lines.append(f"{STANDING} {order_text(table.rules, table.state, order)}")
        table.withdraw(seat, order.key, order.verb, order.number)
    lexicon = Grammar(table.rules, table.state).lexicon
    headings = {segment.name: heading_of(segment, lexicon) for segment in segments_of(table, seat)}
    if waiting := table.waiting.get(seat, []):
        for line in waiting:
            heading = headings.get(line.segment, "")
            lines.append(f"{heading}: {line.text}" if heading else line.text)
        table.wait(seat, [])
    return lines


def says_left(entry: Entry) -> bool:
    """Whether an entry says that its seat has been handed over."""
    return entry.kind is EntryKind.OFFER and entry.key == HANDED_OVER


def seats_left(entries: Iterable[Entry]) -> list[Seat]:
    """The seats that have been handed over by these entries, each once."""
    return list(dict.fromkeys(entry.seat for entry in entries if says_left(entry)))


def leave_again(table: Table[Any], seats: Collection[Seat]) -> None:
    """Say once more that seats were handed over: what stands of them now is from before."""
    for seat in seats:
        leave(table, seat, ONCE_MORE)
