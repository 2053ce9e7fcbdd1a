"""One letter, one transaction: read -> identify -> parse -> carry out -> tell.

`take_in` keeps the raw letter; only then may the mailbox forget it. `moderate` does all that the letter causes, entries,
Events and outgoing mails, or nothing. A fault in the rules holds the game and keeps the letter for later.

A letter is worked out first: its game carried on at a Table, the reports written and drawn. Only then is anything written to
the database, which nobody else has to wait for until then (Database.reading_first). If somebody else has written meanwhile
the letter is worked out anew, and the third time nobody else may write.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from functools import partial

from sqlmodel import Session

from pbem.engine.table import Diverged
from pbem.mail.dkim import NO_KEY, claims_of
from pbem.mail.letter import Letter
from pbem.mail.reading import read_letter
from pbem.moderator.desk.context import Context, Writes
from pbem.moderator.desk.desk import Desk
from pbem.moderator.desk.identify import Nobody, Unclear, Writer, identify, refused, unproved, written_for
from pbem.moderator.desk.letter_context import LetterContext, from_writer
from pbem.moderator.desk.tables import keepable, take_table
from pbem.moderator.joining.asking import answer_stranger, guest_again
from pbem.moderator.joining.guest_mail import guest_of
from pbem.moderator.joining.replying import answer_guest
from pbem.moderator.letters.addresses import confirmed, move_to
from pbem.moderator.letters.admission import HOUR, settle_refused, take_in, tell_of_faults
from pbem.moderator.letters.bounces import note_absence, note_bounce
from pbem.moderator.letters.desk_address import (
    DKIM,
    FOR_THE_DESK,
    is_theirs,
    master_of_desk,
    tell_desk_waits,
    why_not_master,
)
from pbem.moderator.letters.keys import hold, keep, look_up_keys, why_held
from pbem.moderator.letters.loops import is_loop
from pbem.moderator.letters.parsed import Parsed, Verdict
from pbem.moderator.letters.playing import deal_with
from pbem.moderator.letters.reading import read_for_seat
from pbem.moderator.letters.set_aside import set_aside
from pbem.moderator.letters.watching import answer_observer
from pbem.moderator.reports.notices import notice
from pbem.store import post, reach
from pbem.store.errors import Changed, NotNow
from pbem.store.tables import LetterRow

__all__ = ["moderate", "moderate_all", "moderate_in_turn", "take_in"]

log = logging.getLogger(__name__)

LOOKS = 2
"""So often a letter is worked out before others may not write meanwhile."""
LOOP = "third identical letter in a row without orders: not answered"


def moderate_all(desk: Desk) -> list[str]:
    """Deal with every letter that waits, oldest first. Gives one line a letter; a fault of one stops none of the others."""
    try:
        look_up_keys(desk)
    except Exception:  # NotNow is one: looked at again with the next letters
        log.exception("looking up the keys that letters wait for")
    with desk.db.reading() as session:
        waiting = post.pending_ids(session)
    outcomes = moderate_in_turn(desk, waiting)
    try:
        tell_of_faults(desk)
    except Exception:  # told with the next letters
        log.exception("telling of letters that could not be read")
    return outcomes


def moderate_in_turn(desk: Desk, letter_ids: Iterable[int]) -> list[str]:
    """Deal with these letters, and say in a line each what became of it.

    While nothing can be written the rest is left for the next look: letters keep their order.
    """
    outcomes = []
    for letter_id in letter_ids:
        try:
            outcomes.append(moderate(desk, letter_id))
        except NotNow as later:
            return [*outcomes, f"letter {letter_id}: {later}"]
    return outcomes


def moderate(desk: Desk, letter_id: int) -> str:
    """Deal with one letter, and say in a line what became of it.

    Raises NotNow while nothing can be written: nothing is wrong with letter or game, it stays new for the next look.
    """
    try:
        return f"letter {letter_id}: {_in_one_transaction(desk, letter_id)}"
    except NotNow:
        raise
    except Exception as fault:  # whatever a rule or a template does wrong, the letter must not be lost
        log.exception("letter %s", letter_id)
        return set_aside(desk, letter_id, fault)


def _in_one_transaction(desk: Desk, letter_id: int) -> str:
    for _ in range(LOOKS):
        try:
            return _transact(desk, letter_id, desk.db.reading_first, held=True)
        except Changed:
            log.info("letter %s: the database has changed in the meantime; starting again", letter_id)
    return _transact(desk, letter_id, desk.db.writing, held=False)


def _transact(desk: Desk, letter_id: int, begin: Callable[[], AbstractContextManager[Session]], *, held: bool) -> str:
    """Work a letter out and write what has come of it. Its Table is kept for the next one when all is on the disk."""
    with begin() as session:
        context = Context(session, desk, writes=Writes(held=held))
        row = post.letter(session, letter_id)
        if row.status != "new":
            return "dealt with already"  # by another process of ours
        verdict = _read(context, row)
        context.writes.release()
        if verdict.status is not None:
            post.settle(session, row.id, verdict.status, verdict.outcome)
        kept = keepable(verdict.at_table) if verdict.at_table is not None else None
    if kept is not None:
        desk.tables.keep(kept)
    return verdict.outcome


# Read


def _read(context: Context, row: LetterRow) -> Verdict:
    letter = read_letter(row.raw)
    if letter.bounce_of:
        return Verdict("done", note_bounce(context, letter))
    if letter.vacation:
        return Verdict("done", note_absence(context, letter))
    if letter.automatic:
        return Verdict("done", f"automatic mail ({letter.automatic}), not answered")
    return _identify(context, letter, row)


# Identify


def _identify(context: Context, letter: Letter, row: LetterRow) -> Verdict:
    """Whose letter it is. Only one from a seat is read for what it orders."""
    if (master := master_of_desk(context.desk, letter)) is not None:
        if is_theirs(master, letter) and context.desk.by_mail == DKIM and (why := why_held(context, row, None, None)):
            tell_desk_waits(context, master)
            return keep(context, row, why, "to the desk")
        if why := why_not_master(context, master, letter, row.raw):
            return Verdict("dead", f"to the desk: {why}")
        return Verdict("held", FOR_THE_DESK)
    if (meant := written_for(context, row)) is not None:
        return read_as(context, meant, letter, row)
    if (moved := confirmed(context, letter)) is not None:
        who, address = moved
        move_to(context.of(who.game), who.seat, address)
        return Verdict("done", f"{who.game.name} {who.seat.name}: letters go to {address} now")
    writer = identify(context, letter)
    if isinstance(writer, Nobody) and (guest := guest_of(context, letter) or guest_again(context, letter)) is not None:
        return Verdict("done", answer_guest(context, guest, letter, row))
    if not isinstance(writer, Writer):
        return _refuse(context, writer, letter, row)
    if refused(writer, letter):
        return _turn_away(context, writer, letter, row)
    mine = from_writer(context, writer, letter, row)
    if writer.game.auth == DKIM and claims_of(row.raw):
        return hold(mine, NO_KEY)
    if why := unproved(writer, row.raw):
        return _turn_away(context, writer, letter, row, why)
    row.game_id, row.seat = writer.game.id, writer.seat.name
    if post.seat_letters_since(context.session, row, context.desk.now() - HOUR) > context.desk.letters_per_hour:
        notice(mine, "flood", unproved=True, limit=str(context.desk.letters_per_hour))
        return _flood(context)
    if writer.game.auth == DKIM and (why := why_held(context, row, writer.game.id, writer.seat.name)):
        return hold(mine, why)
    context.writes.do(partial(reach.has_written, context.session, writer.seat))
    return _parse(mine)


def read_as(context: Context, writer: Writer, letter: Letter, row: LetterRow) -> Verdict:
    """Deal with a letter as one from this seat, whoever has sent it: the game master says so."""
    row.game_id, row.seat = writer.game.id, writer.seat.name
    return _parse(from_writer(context, writer, letter, row))


def _flood(context: Context) -> Verdict:
    """Letters beyond the limit wait for `pbem letters retry`."""
    return Verdict("dead", f"more than {context.desk.letters_per_hour} letters in an hour, not read")


def _turn_away(
    context: Context, writer: Writer | Nobody | Unclear, letter: Letter, row: LetterRow, why: str = ""
) -> Verdict:
    return Verdict(None, settle_refused(context, letter, row, writer, why))


def _refuse(context: Context, nobody: Nobody | Unclear, letter: Letter, row: LetterRow) -> Verdict:
    """Strangers get no answer unless they ask to join an open game; a player we know is told how to write, at the registered
    address only.

    An observer is told that they have no orders to give, or get no more letters.
    """
    if post.letters_since(context.session, row, context.desk.now() - HOUR) > context.desk.letters_per_hour:
        return _flood(context)
    if isinstance(nobody, Nobody) and (outcome := answer_stranger(context, letter, row)):
        return Verdict("done", outcome)
    is_player = bool(nobody.known)
    if isinstance(nobody, Nobody) and (outcome := answer_observer(context, letter, row, player=is_player)):
        return Verdict("done", outcome)
    for writer in nobody.told:
        mine, seats = from_writer(context, writer, letter, row), nobody.seats_of(writer)
        notice(mine, nobody.kind, unproved=True, because=nobody.because, seats=seats)
    return _turn_away(context, nobody, letter, row)


# Parse


def _parse(context: LetterContext) -> Verdict:
    """Read a letter as an answer to what was written to its seat, and do what it says."""
    try:
        at_table, diverged = context.at(take_table(context)), None
    except Diverged as differs:
        at_table, diverged = None, differs
    read = read_for_seat(context, at_table.table if at_table is not None else None)
    row = context.row
    row.answers, row.typed = read.answered.message_id if read.answered is not None else "", read.typed
    if not (read.typed_lines or read.passages) and is_loop(context.session, row):
        return Verdict("dead", LOOP, at_table)
    return deal_with(Parsed(context, read, at_table, diverged))
