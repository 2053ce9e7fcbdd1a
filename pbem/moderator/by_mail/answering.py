"""Letters to the desk: each line carried out in its own transaction, and one mail with what became of them."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import timedelta
from hashlib import sha256
from html import escape

from sqlmodel import Session

from pbem.engine.table import Diverged
from pbem.mail.address import new_message_id
from pbem.mail.letter import Draft
from pbem.mail.reading import read_letter
from pbem.mail.reading.orders import read_lines
from pbem.mail.reading.sent import LateSent
from pbem.moderator.by_mail.commands import COMMANDS, CONFIRM, carry_out, code_of, help_text, read_command
from pbem.moderator.control.gm import KeyIsOut
from pbem.moderator.control.press import NoAnswer
from pbem.moderator.control.terms import NoDeadline
from pbem.moderator.desk.context import Context
from pbem.moderator.desk.desk import Desk
from pbem.moderator.desk.masters import Master
from pbem.moderator.letters.admission import FAULT, storable
from pbem.moderator.letters.desk_address import FOR_THE_DESK, master_of_desk
from pbem.moderator.reports.notices import gamemasters_reply_to, name_of, queue_draft
from pbem.store import post
from pbem.store.errors import NotNow, StoreError
from pbem.store.tables import LetterRow
from pbem.timing.errors import BadTime

log = logging.getLogger(__name__)

KIND = "desk"
MOST_LINES = 20
MOST_LETTERS_BACK = 50
"""So many letters to the desk are looked through for the line that a code confirms."""
MOST_MAILS = 20
"""So many of our mails are compared with a letter, which quotes one of them, besides those that it answers."""
SPAN, MOST_IN_A_ROW = timedelta(hours=1), 2
"""So many letters in a row that say the same, and hold no command, are answered: programs say no more than people do."""
LONGEST_ANSWER = 60_000


def deal_with_desk_letters(desk: Desk) -> list[str]:
    """Carry out the letters to the desk that came, and answer them; gives a line for each.

    A letter counts as dealt with before its lines are carried out: whatever comes, none is carried out twice.
    """
    with desk.db.reading() as session:
        numbers = [row.id for row in post.held_letters(session) if row.outcome == FOR_THE_DESK]
    return [_deal_with(desk, number) for number in numbers]


def _deal_with(desk: Desk, number: int) -> str:
    """Deal with one letter; whatever is wrong with it, the next one is dealt with."""
    try:
        return _carry_out_letter(desk, number)
    except NotNow:
        raise
    except Exception as fault:
        log.exception("letter %s to the desk", number)
        told = storable(f"{FAULT}{type(fault).__name__}: {fault}")
        with desk.db.writing() as session:
            if post.letter(session, number).status == "held":
                post.settle(session, number, "dead", told)
        return f"letter {number}: for the desk, {told}"


def _carry_out_letter(desk: Desk, number: int) -> str:
    with desk.db.writing() as session:
        row = post.letter(session, number)
        if row.outcome != FOR_THE_DESK:
            return f"letter {number}: dealt with already"
        master = master_of_desk(desk, read_letter(row.raw))
        if master is None:
            post.settle(session, number, "done", f"from {row.sender}, who is no longer a game master")
            return f"letter {number}: from nobody who is a game master"
        lines = _lines_of(Context(session, desk), master, row)
        row.typed = sha256("\n".join(lines).encode("utf-8", "backslashreplace")).hexdigest()
        is_loop = not any(map(_is_command, lines)) and _has_said(session, row)
        post.settle(session, number, "done", f"for the desk: {len(lines)} lines")
    if is_loop:
        return f"letter {number}: for the desk, the third in a row that says the same: not answered"
    told = [(line, _answer(desk, master, line)) for line in lines[:MOST_LINES]]
    if len(lines) > MOST_LINES:
        told.append((lines[MOST_LINES], f"a letter can have {MOST_LINES} lines; this one and those after it are not read"))
    if not told:
        told = [("help", help_text(master))]
    with desk.db.writing() as session:
        _mail(Context(session, desk), master, post.letter(session, number), told)
    return f"letter {number}: for the desk, {len(lines)} lines"


def _lines_of(context: Context, master: Master, row: LetterRow) -> list[str]:
    """The lines that were typed, without what they quote of ours."""
    letter = read_letter(row.raw)
    named = (post.outgoing_by_message_id(context.session, each) for each in letter.references)
    answered = [mail for mail in named if mail is not None and mail.envelope_to.lower() == master.address.lower()]
    mails = [*answered[:MOST_MAILS], *post.newest_for(context.session, master.address, MOST_MAILS)]
    sent = [LateSent(mail.raw) for mail in {mail.id: mail for mail in mails}.values() if mail.raw]
    return [line.text for line in read_lines(letter, sent, (*COMMANDS, CONFIRM, "help")).lines]


def _is_command(line: str) -> bool:
    return line.split(maxsplit=1)[0].casefold() in (*COMMANDS, CONFIRM, "help")


def _has_said(session: Session, row: LetterRow) -> bool:
    """Whether the last letters to this desk said the same as this one, and came just before."""
    before = post.letters_from(session, row, row.received - SPAN, MOST_IN_A_ROW)
    return len(before) == MOST_IN_A_ROW and all(each.typed == row.typed for each in before)


def _answer(desk: Desk, master: Master, line: str) -> str:
    """What is told of a line; whatever goes wrong with it, the next one is carried out."""
    try:
        word = line.split(maxsplit=1)[0].casefold()
        if word == "help":
            return help_text(master)
        if word == CONFIRM:
            return carry_out(desk, master, _confirmed(desk, master, line.split()[1:]), commit=True)
        return carry_out(desk, master, line)
    except (StoreError, BadTime, Diverged, NoAnswer, NoDeadline, KeyIsOut, ValueError) as problem:
        return f"NOT DONE: {problem}"
    except Exception as fault:
        log.exception("a line to the desk")
        return f"NOT DONE: {type(fault).__name__}: {fault}"


def _confirmed(desk: Desk, master: Master, words: Sequence[str]) -> str:
    """The line of theirs that a code confirms. Raises StoreError."""
    if not words:
        raise StoreError(f"write it so: {CONFIRM} CODE")
    wanted = words[0].casefold()
    with desk.db.reading() as session:
        letters = [row for row in post.letters_like(session, "for the desk: ", MOST_LETTERS_BACK) if row.raw]
        theirs = [row for row in letters if master_of_desk(desk, read_letter(row.raw)) == master]
        lines = [line for row in theirs for line in _lines_of(Context(session, desk), master, row)]
    for line in lines:
        try:
            command, _ = read_command(line)
            if command.changes and code_of(desk, line) == wanted:
                return line
        except (StoreError, IndexError):
            continue
    why = "none of your lines has it, or its game has changed since"
    raise StoreError(f'nothing waits for the code "{wanted}": {why}. Send the line again')


def _mail(context: Context, master: Master, row: LetterRow, told: Sequence[tuple[str, str]]) -> None:
    desk, letter = context.desk, read_letter(row.raw)
    text = "\n\n".join(f"> {line}\n{answer}" for line, answer in told)
    text = text if len(text) <= LONGEST_ANSWER else f"{text[:LONGEST_ANSWER]}\n(the rest is left out)"
    html = f"<!DOCTYPE html><html><body><pre>{escape(text)}</pre></body></html>"
    message_id = new_message_id(desk.secret, desk.host, "", "gamemaster", name_of(desk, row, KIND))
    draft = Draft(
        master.address,
        f"[pbem] {told[0][0][:60]}",
        f"{text}\n",
        html,
        message_id,
        gamemasters_reply_to(desk),
        in_reply_to=letter.message_id,
        auto_submitted="auto-replied",
    )
    queue_draft(context, draft, KIND, letter_id=row.id)
