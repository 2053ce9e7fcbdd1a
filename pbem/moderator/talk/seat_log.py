"""A seat in the log: whether it was handed over, and which order of its player can be taken back.

Orders of a former player do not count any more, and no correction brings them back: if the entry of the hand-over is struck,
or orders from before it are carried out again, the entry is written again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from pbem.effort import spend
from pbem.engine.agreements.offers import BY_A_PLAYER, DEAL, HANDED_OVER, is_done
from pbem.engine.decision import Seat
from pbem.engine.log.entry import NOT_OF_THE_GAME, Entry, EntryKind
from pbem.engine.log.waiting import WAITING
from pbem.engine.played_log import TOLD_TO_OWNER
from pbem.engine.refusal import Illegal
from pbem.engine.standing import order_text
from pbem.engine.table import Table
from pbem.i18n import Text
from pbem.orders.carry.consents import follows_from_silence
from pbem.orders.place.segments import heading_of, segments_of
from pbem.orders.words.vocabulary import STANDING, vocabulary_of

ONCE_MORE = Text("once more")
"""The note of an entry that repeats a struck one."""
SAME_PLAYER = Text("the same player")
"""The note of an entry for a seat whose player only has another name."""


def leave(table: Table[Any], seat: Seat, note: str = "") -> list[str]:
    """Write that a seat is handed over, and withdraw its standing orders and waiting lines; gives the lines that would give
    them again.
    """
    table.remark(EntryKind.OFFER, seat, HANDED_OVER, seat, {}, note)
    lines: list[str] = []
    if table.over:
        return lines
    for order in table.orders_of(seat):
        if not order.consents:
            lines.append(f"{STANDING} {order_text(table.rules, table.state, order)}")
        table.withdraw(seat, order.key, order.verb, order.number)
    lexicon = vocabulary_of(table).grammar.lexicon
    headings = {segment.name: heading_of(segment, lexicon) for segment in segments_of(table, seat)}
    if waiting := table.waiting.get(seat, []):
        for line in waiting:
            heading = headings.get(line.segment, "")
            lines.append(f"{heading}: {line.text}" if heading else line.text)
        table.wait(seat, [])
    return lines


def is_handover(entry: Entry) -> bool:
    """Whether an entry says that its seat has been handed over."""
    return entry.kind is EntryKind.OFFER and entry.key == HANDED_OVER


def seats_left(entries: Iterable[Entry]) -> list[Seat]:
    """The seats that have been handed over by these entries, each once."""
    return list(dict.fromkeys(entry.seat for entry in entries if is_handover(entry)))


def leave_again(table: Table[Any], seats: Collection[Seat]) -> None:
    """Write again that seats were handed over: their present orders are from before."""
    for seat in seats:
        leave(table, seat, ONCE_MORE)


def last_order(table: Table[Any], seat: Seat) -> int:
    """The number of the entry of a seat's last order, if it can be taken back. Raises Illegal.

    Never after a die or a shuffle, an act of another player or of the clock, or something that only its player was told;
    nor, in games with hidden things, if others were asked at the same time or are asked now: then something hidden may have
    been shown.
    """
    own_numbers = [entry.number for entry in table.entries if _is_order(entry) and entry.seat == seat]
    if not own_numbers:
        raise Illegal(Text("you have given no order yet"))
    first = own_numbers[-1]
    for entry in table.entries:
        if entry.number < first or entry.kind in (*NOT_OF_THE_GAME, EntryKind.SALT) or given_ahead(entry, seat):
            continue
        if is_done(entry):  # its signatures stay, so it is done again
            continue
        if entry.kind is EntryKind.ROLL:
            raise Illegal(Text("a die has been rolled or a card drawn since your last order"))
        if entry.seat != seat:
            raise Illegal(Text("somebody else has acted since your last order"))
    done = {entry.number for entry in table.entries if entry.number >= first and is_done(entry)}
    alone = [news for news in table.news if news.number >= first and _told_alone(news.event.name, news.event.seen_by)]
    if any(news.number not in done or news.event.visible_to(seat) for news in alone if news.event.rule != DEAL):
        raise Illegal(Text("you have seen something hidden since your last order"))
    if table.rules.is_open:
        return first
    asked = {decision.seat for decision in table.open()} | {decision.seat for decision in _asked_at(table, first)}
    if asked != {seat}:
        raise Illegal(Text("others are asked something since your last order, or were asked with you"))
    return first


def _is_order(entry: Entry) -> bool:
    return entry.kind in BY_A_PLAYER and not is_done(entry) and not follows_from_silence(entry)


def given_ahead(entry: Entry, seat: Seat) -> bool:
    """Whether an entry is another seat's order for later, which must stay secret from `seat`: it prevents nothing, and is
    not struck.
    """
    return entry.seat != seat and (
        entry.kind is EntryKind.INSTRUCTION or (entry.kind is EntryKind.WAITING and entry.key == WAITING)
    )


def _told_alone(name: str, seen_by: frozenset[str] | None) -> bool:
    return seen_by is not None and name not in TOLD_TO_OWNER.values()


def _asked_at(table: Table[Any], number: int) -> list[Any]:
    """The questions that were open when an entry was written."""
    before = [entry for entry in table.entries if entry.number < number]
    spend(len(before))
    past = Table.restore(table.rules, table.setup, table.chance, before)
    return [*past.open(), *(decision for seat in past.seats for decision, _ in past.given_by(seat))]
