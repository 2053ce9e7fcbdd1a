"""What each report shows that binds the moderator: the record of what was told, and what was chosen in secret, sealed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from weakref import WeakKeyDictionary

from pbem.engine.decision import Seat
from pbem.engine.record import PUBLIC, Record, Records
from pbem.engine.shares import POOLED
from pbem.engine.table import Table
from pbem.moderator.desk.context import TableContext
from pbem.render.report import Proof, SealLine

_kept: WeakKeyDictionary[Table[Any], Records] = WeakKeyDictionary()
"""The records of Tables in memory as far as they are known: Events are only ever added to a Table."""


def records_of(table: Table[Any], commitment: str) -> dict[Seat, Record]:
    """The record of each seat, and (PUBLIC) of what everybody may know, up to the newest Event."""
    records = _kept.get(table)
    if records is None:
        records = _kept[table] = Records(commitment, table.seats)
    records.take([news.event for news in table.news[records.taken :]])
    return records.of


def proof_for(context: TableContext, reader: Seat, told: int) -> Proof | None:
    """What a report to `reader` shows (PUBLIC: an observer), who was told last what entry `told` has brought. None in games
    that were begun before there was any of it.
    """
    table = context.table
    if table.shares.scheme != POOLED:
        return None
    of = records_of(table, context.game.commitment)
    own = str(of[reader]) if reader != PUBLIC else ""
    return Proof(str(of[PUBLIC]), own, tuple(_seals(context, reader, told)))


def _seals(context: TableContext, reader: Seat, told: int) -> Iterator[SealLine]:
    table, fate = context.table, context.desk.fate(bytes.fromhex(context.game.key))
    words = {word.key: word.verb for word in table.rules.vocabulary if word.answers}
    for sealed in table.sealed:
        if sealed.seat != reader and max(sealed.number, sealed.opened) > told:
            seal = sealed.seal(fate)
            when = table.rules.reports.moment(sealed.turn)
            text = seal.text if sealed.opened else ""
            yield SealLine(sealed.seat, words.get(sealed.key, sealed.key), when, seal.digest, text)
