"""One letter, one transaction: identified -> read -> played -> told.

`take_in` stores the raw letter; only then may the mailbox lose it. `moderate` does everything that the letter causes
(entries, Events, mails) or nothing. A fault in the rules puts the game on hold, and the letter waits.

A letter is played at a Table and its reports are written and drawn before anything is written to the database, so others can
write meanwhile (Database.reading_first). If somebody does, the letter is started again; at the third attempt it has the
write lock from the beginning.

The game master can assign a letter that was not dealt with to a seat (`assign`).
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from itertools import islice

from pbem import effort
from pbem.effort import TooMuchWork, limited
from pbem.engine.decision import Seat
from pbem.engine.log.entry import EntryKind
from pbem.faults import note_fault
from pbem.mail.dkim import NO_KEY, claims_of
from pbem.mail.letter import Letter
from pbem.mail.reading import read_letter
from pbem.moderator.core.context import Context, DeferredWrites, LetterContext, LetterOutcome, Writer, from_writer
from pbem.moderator.core.desk import Desk
from pbem.moderator.core.games import cacheable
from pbem.moderator.intake.admission import (
    DAY,
    FAULT,
    HEARD_OF,
    HOUR,
    settle_refused,
    storable,
    take_in,
    tell_of_faults,
)
from pbem.moderator.intake.identify import (
    DKIM,
    FOR_THE_DESK,
    Nobody,
    Unclear,
    identify,
    is_flood,
    is_theirs,
    master_of_desk,
    refused,
    tell_desk_waits,
    unproved,
    why_not_master,
    written_for,
)
from pbem.moderator.intake.set_aside import hold, is_loop, keep, look_up_keys, note_absence, note_bounce, set_aside, why_held
from pbem.moderator.joining.gathering import guest_of
from pbem.moderator.joining.guest_letters import answer_guest, answer_stranger, guest_again
from pbem.moderator.playing.play_letter import play
from pbem.moderator.reading.seat_letter import NotRead, read_at_table
from pbem.moderator.reports.notices import name_of, notice, report_line_faults
from pbem.moderator.reports.notify import bring_again
from pbem.moderator.seats.addresses import confirmed, move_to
from pbem.moderator.seats.observers import answer_observer
from pbem.store import claims
from pbem.store.database import be_about
from pbem.store.errors import Changed, NotNow, StoreError
from pbem.store.games import journal, lobby
from pbem.store.mail import inbox, reach
from pbem.store.tables.mail import LetterRow

__all__ = ["leftovers", "moderate", "moderate_all", "moderate_waiting", "take_in", "tell_what_failed"]

log = logging.getLogger(__name__)

MAX_STEPS = effort.MAX_STEPS
OPTIMISTIC_ATTEMPTS = 2
"""Attempts before the write lock is taken."""
MAX_KEPT_A_DAY = 3000
"""Lines of a seat in a day that are no moves but entries of the log: each makes every later letter of its game a little
slower.
"""
KEPT = (EntryKind.INSTRUCTION, EntryKind.WAITING, EntryKind.CLOCK, EntryKind.OFFER, EntryKind.CHOICE)
MAX_BROUGHT = 5
"""Reports that are sent again to a player whose letter was for no seat."""
LOOP = "third identical letter in a row without orders: not answered"


def moderate_all(desk: Desk) -> list[str]:
    """Deal with every letter that waits, including those whose key can be looked up now, and tell the game master of those
    that met a fault.
    """
    look_up_keys(desk)
    outcomes = moderate_waiting(desk)
    tell_what_failed(desk)
    return outcomes.lines


@dataclass
class Outcomes:
    """What became of letters, a line for each. `left` is what is left to do; None: unknown, as one of them was not done."""

    lines: list[str] = field(default_factory=list)
    left: inbox.Leftovers | None = None


def moderate_waiting(
    desk: Desk, letter_ids: Iterable[int] | None = None, most_steps: int = MAX_STEPS, *, most: int | None = None
) -> Outcomes:
    """Deal with the letters that wait, the oldest first and at most `most`, or with those given. Gives a line for each; a
    fault in one stops none of the others. Each may cause `most_steps` of work (pbem.effort).

    While nothing can be written the rest is left for the next look: letters keep their order.
    """
    outcomes, has_left = Outcomes(), False
    for letter_id in islice(_waiting(desk, outcomes) if letter_ids is None else letter_ids, most):
        try:
            outcome = deal_with(desk, letter_id, most_steps)
        except NotNow as later:
            outcomes.lines.append(f"letter {letter_id}: {later}")
            break
        outcomes.lines.append(outcome.outcome)
        has_left = has_left or outcome.status != "done"
    if has_left:
        outcomes.left = None
    return outcomes


def _waiting(desk: Desk, outcomes: Outcomes) -> Iterator[int]:
    """Each letter that waits, with its game claimed while it is dealt with. If another process has claimed the game, its
    letters are left to that process, so they keep their order.
    """
    letter_id, elsewhere, has_more = 0, set[int](), True
    while has_more:
        with desk.db.reading() as session:
            oldest, outcomes.left = inbox.next_letters(session, letter_id, elsewhere, *_what_is_left(desk))
        if not oldest:
            return
        (letter_id, game_id), has_more = oldest[0], len(oldest) > 1
        with desk.db.claim(claims.of_game(game_id)) as is_ours:
            if is_ours:
                yield letter_id
            else:
                elsewhere.add(game_id)


def leftovers(desk: Desk) -> inbox.Leftovers:
    """Whether letters to the desk wait, and whether letters that belong to no seat have met a fault lately."""
    with desk.db.reading() as session:
        return inbox.leftovers(session, *_what_is_left(desk))


def _what_is_left(desk: Desk) -> tuple[str, datetime, str]:
    return FOR_THE_DESK, desk.now() - HEARD_OF, FAULT


def tell_what_failed(desk: Desk) -> bool:
    """Tell the game master of letters that belong to no seat and have met a fault. Gives whether there are any."""
    try:
        return tell_of_faults(desk)
    except Exception:  # told with the next letters
        log.exception("telling of letters that could not be read")
        return False


def moderate(desk: Desk, letter_id: int, most_steps: int = MAX_STEPS) -> str:
    """Deal with one letter, and say in a line what became of it (deal_with)."""
    return deal_with(desk, letter_id, most_steps).outcome


def deal_with(desk: Desk, letter_id: int, most_steps: int = MAX_STEPS) -> LetterOutcome:
    """Deal with one letter. One that causes more than `most_steps` of work is set aside, and nothing of it is carried out.

    Raises NotNow while nothing can be written: nothing is wrong with letter or game, it stays new for the next look.
    """
    try:
        with limited(most_steps):
            for held in (*[True] * OPTIMISTIC_ATTEMPTS, False):
                try:
                    with _letter_at_hand(desk, letter_id, held=held) as at_hand:
                        at_hand.verdict = dealt_with(identified(at_hand.context, at_hand.row))
                    break
                except Changed:
                    if not held:
                        raise
                    log.info("letter %s: the database has changed in the meantime; starting again", letter_id)
            return LetterOutcome(at_hand.verdict.status, f"letter {letter_id}: {at_hand.verdict.outcome}")
    except NotNow:
        raise
    except (TooMuchWork, NotRead) as fault:
        log.warning("letter %s: %s", letter_id, fault, exc_info=fault.__cause__)
        return LetterOutcome(None, set_aside(desk, letter_id, fault, holds=False))
    except Exception as fault:  # whatever a rule or a template does wrong, the letter must not be lost
        note_fault(fault, f"letter {letter_id}")
        return LetterOutcome(None, set_aside(desk, letter_id, fault))


@dataclass
class _AtHand:
    """A letter that is being dealt with, in a transaction of its own, and what became of it."""

    context: Context
    row: LetterRow
    verdict: LetterOutcome


@contextmanager
def _letter_at_hand(desk: Desk, letter_id: int, *, held: bool) -> Iterator[_AtHand]:
    """A letter in a transaction that writes everything the letter causes at its end. Nobody else may write meanwhile, unless
    the writes are `held` until then. After the commit its Table is cached for the next letter.

    Raises Changed where somebody else has written meanwhile.
    """
    with desk.db.reading_first() if held else desk.db.writing() as session:
        row = lobby.letter_and_game(session, letter_id)
        at_hand = _AtHand(Context(session, desk, writes=DeferredWrites(held=held)), row, LetterOutcome(None, ""))
        yield at_hand
        verdict = at_hand.verdict
        at_hand.context.writes.flush(session)
        if verdict.status is not None:
            inbox.settle(session, row.id, verdict.status, verdict.outcome)
        cached = cacheable(verdict.at_table) if verdict.at_table is not None else None
    if cached is not None:
        desk.tables.keep(cached)


def dealt_with(letter: LetterContext | LetterOutcome) -> LetterOutcome:
    """Read a letter from a seat as an answer to our mails, and do what it says. Any other letter is done already."""
    if isinstance(letter, LetterOutcome):
        return letter
    read = read_at_table(letter)
    if not (read.read.typed_lines or read.read.message_blocks) and is_loop(letter.session, letter.row):
        return read.settled("dead", LOOP)
    return _with_faults(letter, play(read))


# Identified


def identified(context: Context, row: LetterRow) -> LetterContext | LetterOutcome:
    """Whose letter it is; or what became of it, if it is not one from a seat."""
    if row.status != "new":
        return LetterOutcome(None, "dealt with already")  # by another process of ours
    letter = read_letter(row.raw)
    if (verdict := _by_program(context, letter) or _to_desk(context, letter, row)) is not None:
        return verdict
    if (meant := written_for(context, row)) is not None:
        return assigned(context, meant, letter, row)
    if (moved := confirmed(context, letter)) is not None:
        who, address = moved
        move_to(context.of(who.game), who.seat, address)
        return LetterOutcome("done", f"{who.game.name} {who.seat.name}: letters go to {address} now")
    writer = identify(context, letter)
    if isinstance(writer, Nobody) and (guest := guest_of(context, letter) or guest_again(context, letter)) is not None:
        return LetterOutcome("done", answer_guest(context, guest, letter, row))
    if not isinstance(writer, Writer):
        return _refuse(context, writer, letter, row)
    if refused(writer, letter):
        return _turn_away(context, writer, letter, row)
    return _from_seat(from_writer(context, writer, letter, row), writer)


def assigned(context: Context, writer: Writer, letter: Letter, row: LetterRow) -> LetterContext:
    """A letter as one from this seat, whoever sent it: the game master has assigned it."""
    row.game_id, row.seat = writer.game.id, writer.seat.name
    by_gamemaster = written_for(context, row) is not None
    return replace(from_writer(context, writer, letter, row), by_gamemaster=by_gamemaster)


def _by_program(context: Context, letter: Letter) -> LetterOutcome | None:
    """What became of a letter that no person has written."""
    if letter.bounce_of:
        return LetterOutcome("done", note_bounce(context, letter))
    if letter.vacation:
        return LetterOutcome("done", note_absence(context, letter))
    if letter.automatic:
        return LetterOutcome("done", f"automatic mail ({letter.automatic}), not answered")
    return None


def _to_desk(context: Context, letter: Letter, row: LetterRow) -> LetterOutcome | None:
    """What became of a letter to the game master's desk."""
    if (master := master_of_desk(context.desk, letter)) is None:
        return None
    if is_theirs(master, letter) and context.desk.letters.by_mail == DKIM and (why := why_held(context, row, None, None)):
        tell_desk_waits(context, master)
        return keep(context, row, why, "to the desk")
    if why := why_not_master(context, master, letter, row.raw):
        return LetterOutcome("dead", f"to the desk: {why}")
    if is_flood(context, master, row):
        return _flood(context)
    return LetterOutcome("held", FOR_THE_DESK)


def _from_seat(context: LetterContext, writer: Writer) -> LetterContext | LetterOutcome:
    """A letter from a seat, if its signature is valid and the seat has not sent too many; else what became of it."""
    desk, session, game, seat, row = context.desk, context.session, context.game, context.seat, context.row
    if game.auth == DKIM and claims_of(row.raw):
        return hold(context, NO_KEY)
    if why := unproved(writer, row.raw):
        return _turn_away(context, writer, context.letter, row, why)
    row.game_id, row.seat = game.id, seat.name
    letters, lines = journal.letters_and_lines(session, row, desk.now() - HOUR, KEPT, desk.now() - DAY)
    if letters > desk.letters.letters_per_hour:
        notice(context, "flood", unproved=True, limit=str(desk.letters.letters_per_hour))
        return _flood(context)
    if lines > MAX_KEPT_A_DAY:
        notice(context, "lines_flood", unproved=True, limit=str(MAX_KEPT_A_DAY))
        return LetterOutcome("dead", f"more than {MAX_KEPT_A_DAY} lines that are no moves in a day, not read")
    if game.auth == DKIM and (why := why_held(context, row, game.id, seat.name)):
        return hold(context, why)
    context.writes.do(partial(reach.has_written, session, seat))
    be_about(session, game.id)
    return context


def _flood(context: Context) -> LetterOutcome:
    """Letters beyond the limit wait for `pbem letters retry`."""
    return LetterOutcome("dead", f"more than {context.desk.letters.letters_per_hour} letters in an hour, not read")


def _turn_away(
    context: Context, writer: Writer | Nobody | Unclear, letter: Letter, row: LetterRow, why: str = ""
) -> LetterOutcome:
    return LetterOutcome(None, settle_refused(context, letter, row, writer, why))


def _refuse(context: Context, nobody: Nobody | Unclear, letter: Letter, row: LetterRow) -> LetterOutcome:
    """Strangers get no answer unless they ask to join an open game; a player we know is told how to write, at the registered
    address only, and gets the newest reports of their games again, to reply to.

    An observer is told that they have no orders to give, or get no more letters.
    """
    if inbox.letters_since(context.session, row, context.desk.now() - HOUR) > context.desk.letters.letters_per_hour:
        return _flood(context)
    if isinstance(nobody, Nobody) and (outcome := answer_stranger(context, letter, row)):
        return LetterOutcome("done", outcome)
    is_player = bool(nobody.known)
    if isinstance(nobody, Nobody) and (outcome := answer_observer(context, letter, row, player=is_player)):
        return LetterOutcome("done", outcome)
    for writer in nobody.told:
        letter_context, seats = from_writer(context, writer, letter, row), nobody.seats_of(writer)
        is_told = notice(letter_context, nobody.kind, unproved=True, because=nobody.because, seats=seats)
        if is_told and nobody.kind == Nobody.kind:
            for meant in _meant(nobody, writer, letter):
                bring_again(from_writer(context, meant, letter, row))
    return _turn_away(context, nobody, letter, row)


def _meant(nobody: Nobody | Unclear, reader: Writer, letter: Letter) -> list[Writer]:
    """The reader's own seats that a letter without a seat may be for: those of the game in its Subject, else all."""
    own_writers = [each for each in nobody.known if each.address == reader.address and each.game.status != "over"]
    named = [each for each in own_writers if f"[{each.game.name} " in letter.subject]
    return (named or own_writers)[-MAX_BROUGHT:]


def _with_faults(context: LetterContext, verdict: LetterOutcome) -> LetterOutcome:
    """What became of a letter, with the lines at which the program failed; the game master is told of them."""
    if verdict.at_table is None or not (faults := verdict.at_table.table.faults):
        return verdict
    for fault in faults:
        log.error("letter %s: %s", context.row.id, fault)
    report_line_faults(context, f"letter {context.row.id}", name_of(context.desk, context.row, "line_faults"), faults)
    sentence = f"the program failed at {len(faults)} lines, first at {faults[0]}"
    faults.clear()
    return replace(verdict, outcome=storable(f"{verdict.outcome}; {sentence}"))


# Assigned


class CannotAssign(StoreError):
    """A letter cannot be read as one from that seat; the message says why."""


def assign(desk: Desk, number: int, name: str, seat: Seat, *, force: bool = False) -> str:
    """Read a held or rejected letter as one from a seat, whoever sent it; gives what became of it. The seat's player is
    answered at the registered address, as usual.

    Raises NotFound, and CannotAssign for a letter that opens another seat (unless by `force`), or was read already; and for
    a game on hold: its letters are identified again when it goes on.
    """
    with desk.db.writing() as session:
        row = inbox.letter(session, number)
        before = row.status
        if before not in ("held", "dead"):
            raise CannotAssign(f"letter {number} is {before}: only one that is held or dead can be assigned")
        context, game = Context(session, desk), lobby.find_game(session, name)
        if game.status == "held":
            raise CannotAssign(f"{game.name} is on hold: release it first (`pbem release {game.name}`)")
        writer = Writer(game, lobby.seat(session, game.id, seat))
        letter = read_letter(row.raw)
        other = identify(context, letter)
        if isinstance(other, Writer) and other.seat.id != writer.seat.id and not force:
            raise CannotAssign(
                f"letter {number} opens {other.seat.name} of {other.game.name}; --force reads it all the same"
            )
        inbox.retry(session, number)
        verdict = dealt_with(assigned(context, writer, letter, row))
        outcome = f"assigned to {name} {seat} by the game master: {verdict.outcome}"
        if verdict.status is not None:
            inbox.settle(session, number, verdict.status, outcome)
    return f"letter {number}: {outcome}"
