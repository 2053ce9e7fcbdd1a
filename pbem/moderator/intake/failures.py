"""Letters that could not be dealt with: kept with the fault, told, and the next letter is dealt with."""

from __future__ import annotations

import logging

from pbem.mail.reading import read_letter
from pbem.moderator.core.context import Context, LetterContext, Writer, from_writer
from pbem.moderator.core.desk import Desk
from pbem.moderator.intake.admission import FAULT, storable
from pbem.moderator.intake.identify import identify, refused, unproved
from pbem.moderator.reports.notices import held_for, notice, report_fault
from pbem.store.errors import NotNow
from pbem.store.games import lobby
from pbem.store.mail import inbox

log = logging.getLogger(__name__)


def set_aside(desk: Desk, letter_id: int, fault: BaseException, *, holds: bool = True) -> str:
    """Keep a letter that has met a fault, hold its game and tell the game master. Gives one line; raises nothing.

    Where the fault is the letter's own (not `holds`) its game goes on, and its writer is told that nothing of it is carried
    out.

    Where that fails too the letter is dead, and its game goes on; where nothing can be written it stays new.
    """
    told = storable(f"{type(fault).__name__}: {fault}")
    for attempt in (_with_its_game if holds else _by_itself, _alone):
        try:
            with desk.db.writing() as session:
                return attempt(Context(session, desk), letter_id, told)
        except NotNow as later:
            return f"letter {letter_id}: {told}; {later}"
        except Exception:  # the letter may break whatever looks at it
            log.exception("setting letter %s aside", letter_id)
    return f"letter {letter_id}: {told}; it stays for the next look"


def _with_its_game(context: Context, letter_id: int, told: str) -> str:
    letter = _proved(context, letter_id)
    if letter is None:
        return _alone(context, letter_id, told)
    if letter.game.status == "playing":
        lobby.hold(letter.session, letter.game.id, held_for(letter_id))
    inbox.settle(letter.session, letter_id, "held", told, game_id=letter.game.id, seat=letter.seat.name)
    report_fault(letter, told)
    return f"letter {letter_id}: {letter.game.name} is held: {told}"


def _by_itself(context: Context, letter_id: int, told: str) -> str:
    letter = _proved(context, letter_id)
    if letter is None:
        return _alone(context, letter_id, told)
    inbox.settle(letter.session, letter_id, "dead", f"set aside: {told}", game_id=letter.game.id, seat=letter.seat.name)
    notice(letter, "set_aside")
    report_fault(letter, told, kind="set_aside_fault")
    return f"letter {letter_id}: set aside: {told}"


def _proved(context: Context, letter_id: int) -> LetterContext | None:
    """A letter as one from its game and seat; None where it is not certain who wrote it."""
    row = inbox.letter(context.session, letter_id)
    letter = read_letter(row.raw)
    writer = identify(context, letter)
    if not isinstance(writer, Writer) or refused(writer, letter) or unproved(writer, row.raw):
        return None
    return from_writer(context, writer, letter, row)


def _alone(context: Context, letter_id: int, told: str) -> str:
    inbox.settle(context.session, letter_id, "dead", f"{FAULT}{told}")
    return f"letter {letter_id}: {told}"
