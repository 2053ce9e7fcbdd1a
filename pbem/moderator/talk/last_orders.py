"""Which order of a player's can be taken back, if the others agree."""

from __future__ import annotations

from typing import Any

from pbem.effort import spend
from pbem.engine.agreements.offers import BY_A_PLAYER, DEAL, is_done
from pbem.engine.decision import Seat
from pbem.engine.log.entry import NOT_OF_THE_GAME, Entry, EntryKind
from pbem.engine.log.waiting import WAITING
from pbem.engine.played_log import TOLD_TO_OWNER
from pbem.engine.refusal import Illegal
from pbem.engine.table import Table
from pbem.i18n import Text


def last_order(table: Table[Any], seat: Seat) -> int:
    """The number of the entry of a seat's last order, if it can be taken back. Raises Illegal.

    Never behind a die or a shuffle, behind anything of another player's or of the clock's, or behind what its player has
    been told alone; nor, where things lie hidden on the table, when others were asked at the same time, or are asked now:
    then something hidden may have been shown.
    """
    mine = [entry.number for entry in table.entries if _is_order(entry) and entry.seat == seat]
    if not mine:
        raise Illegal(Text("you have given no order yet"))
    first = mine[-1]
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
    return entry.kind in BY_A_PLAYER and not is_done(entry)


def given_ahead(entry: Entry, seat: Seat) -> bool:
    """Whether an entry is an order of another seat for later, of which `seat` must not learn: it bars nothing, and stays."""
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
