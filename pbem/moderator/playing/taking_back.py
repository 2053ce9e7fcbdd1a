"""Moves taken back: entries struck, the game loaded anew, and everybody told."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile
from typing import Any

from pbem.engine.log.cause import Cause, CauseKind
from pbem.engine.log.entry import Entry, EntryKind
from pbem.engine.log.shares import SALTED
from pbem.engine.table import Table
from pbem.moderator.core.context import GameContext
from pbem.moderator.core.games import entry_of, load_table, save
from pbem.moderator.deadlines.clock import open_clock, set_clocks
from pbem.moderator.reports.notify import tell_all
from pbem.moderator.reports.observers import take_back
from pbem.moderator.reports.occasion import AnsweredLetter, Change, Occasion, retracted_lines
from pbem.moderator.talk.agreements import end_offers
from pbem.moderator.talk.seat_log import leave_again, seats_left
from pbem.orders.carry.waiting import stop_outrun
from pbem.store.games import journal, lobby
from pbem.store.tables.games import SeatRow
from pbem.store.tables.log import StrikeRow


def strike_from(
    context: GameContext, first: int, reason: str, about: AnsweredLetter | None = None, kept: Iterable[Entry] = ()
) -> StrikeRow:
    """Strike the log from entry `first` on, and write to all players. Orders of a player who has left since then do not
    hold again, orders for later that are `kept` do.

    What players have offered each other meanwhile, and is not kept, is over: no other offer gets its number. What is written
    to the sender of the letter that wants it is `about` that letter. Raises NotFound where there is nothing
    to strike. All is written to the database at once.
    """
    session, game, now = context.session, context.game, context.desk.now()
    first = behind_first_shares(context, first)
    gone_by = [entry_of(line) for line in journal.read(session, game.id, first - 1)]
    left = seats_left(gone_by)
    before = journal.events_since(session, game.id, first - 1)
    strike = journal.strike(session, game.id, first, reason, now)
    rolls = journal.read_kind(session, game.id, EntryKind.ROLL)
    had_rolls = any(strike.first <= line.number <= strike.last for line, _ in rolls)
    if game.status == "over":
        lobby.reopen(session, game.id)
    table = load_table(context)
    with table.because(Cause(CauseKind.UNDO)):
        keep_salts(table, lobby.seats(session, game.id))
        leave_again(table, left)
        stay = list(kept)
        end_offers(table, (entry for entry in gone_by if entry not in stay))
        for entry in stay:
            with table.because(Cause(CauseKind.AGAIN, entry=entry.number)):
                table.note_again(entry)
        table.settle()
        stop_outrun(table, "moves have been taken back")
    set_clocks(open_clock(session, game.id, now), table, anew=True)
    save(session, game, table, strike.last + 1, None, now)
    at_table, gone = context.at(table), dict[str, tuple[str, ...]]()
    for seat in lobby.seats(session, game.id):
        gone[seat.name] = retracted_lines(at_table, seat.name, seat.told, before)
        seat.told = min(seat.told, first - 1)
    # Not the numbers of the entries: they count secret ones too, and Message-IDs are seen by all.
    id_ = f"undo-{len(journal.strikes(session, game.id))}"
    change = Change(taken_back=reason, fall_anew=had_rolls, retracted=gone)
    tell_all(at_table, Occasion(id_, about or AnsweredLetter(), change))
    take_back(at_table, first, reason, id_, before)
    return strike


def behind_first_shares(context: GameContext, first: int) -> int:
    """`first`, or the entry behind the shares in the dice that the players have given by taking part: these always stand, or
    the key alone would tell what is dealt when the game begins anew.
    """
    given = takewhile(
        lambda line: line.kind == EntryKind.SALT and line.letter_id is None, journal.read(context.session, context.game.id)
    )
    return max(first, *(line.number + 1 for line in given), 1)


def keep_salts(table: Table[Any], seats: Iterable[SeatRow]) -> None:
    """In games without a pool a salt once given stays, or a struck roll would fall otherwise when it is made again."""
    for seat in seats:
        if seat.salt is not None and table.shares.scheme == SALTED:
            table.salt(seat.name, seat.salt)
