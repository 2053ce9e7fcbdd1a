"""Letters to the desk: each line is carried out once, and one mail answers them all.

The lines are stored before the first is carried out. A line, its effects and its answer are one transaction; so are the mail
and the end of the letter. If the program is stopped between two of them, the letter goes on with the first line that is not
done. A letter that causes too much work is set aside at that line, and its writer is told.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import timedelta
from hashlib import sha256
from html import escape
from typing import Final

from rapidfuzz import process
from rapidfuzz.distance import OSA

from pbem import effort
from pbem.effort import TooMuchWork, limited, spend
from pbem.engine.played_log import Diverged
from pbem.mail.address import new_message_id
from pbem.mail.letter import Draft, OrderLine
from pbem.mail.reading import read_letter
from pbem.mail.typed.orders import LineSigns, read_lines
from pbem.mail.typed.sent import LateSent
from pbem.mail.typed.text import TextLine, split_lines
from pbem.moderator.clock.deadline_changes import NoDeadline
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Desk, Master
from pbem.moderator.correcting.correction import KeyIsOut
from pbem.moderator.desk.mail_commands import COMMANDS, CONFIRM, BadForm, carry_out, code_of, help_text, read_command
from pbem.moderator.desk.press import CannotAnswer
from pbem.moderator.intake.admission import FAULT, storable
from pbem.moderator.intake.identify import DONE, FOR_THE_DESK, master_of_desk
from pbem.moderator.reading.seat_letter import talk_words
from pbem.moderator.reports.notices import Dispatch, gamemasters_reply_to, name_of, queue_draft
from pbem.store.claims import DESK
from pbem.store.database import Session
from pbem.store.errors import NotNow, StoreError
from pbem.store.mail import desk_lines, inbox, outbox
from pbem.store.mail.services import count_failed_lines
from pbem.store.tables.mail import LetterRow
from pbem.timing.errors import BadTime

log = logging.getLogger(__name__)

KIND, ASIDE = "desk", "desk_aside"
MAX_LINES = 20
MAX_LETTERS_BACK = 50
"""How many letters to the desk are searched for the line that a code confirms."""
MAX_MAILS = 20
"""How many of our mails a letter is compared with, besides those it answers, to find what it quotes."""
SPAN, MAX_IN_A_ROW = timedelta(hours=1), 2
"""How many letters without a command that say the same are answered in a row: only a program sends more."""
MAX_ANSWER_LENGTH = 60_000
TOO_MANY = f"a letter can have {MAX_LINES} lines; this one and those after it are not read"
STEPS_A_LINE, STEPS_TO_READ = 5000, 2000
"""The work of a line, which can show a report or all games, and of reading a letter (pbem.effort)."""
TOO_MUCH = "Not done: it takes more work than a letter may cause. At the machine of pbem: pbem letters retry {0}"
BEHIND = "Not done: it comes after one that was not"
BROKEN_OFF = (
    'below it stands "{}", which is no command. Write the whole text in one piece, without an empty line, or send what does '
    "not belong to it in a letter of its own"
)
MAX_SHOWN = 60


def deal_with_desk_letters(desk: Desk, most_steps: int = effort.MAX_STEPS_OF_STAFF) -> list[str]:
    """Carry out the letters to the desk that came, and answer them; gives a line for each. Each may cause `most_steps` of
    work (pbem.effort).

    While nothing can be written they wait for the next look, each with its remaining lines; those that another process deals
    with are left to it.
    """
    with desk.db.reading() as session:
        numbers = inbox.held_as(session, FOR_THE_DESK)
    if not numbers:
        return []
    with desk.db.claim(DESK) as is_ours:
        return _deal_with(desk, numbers, most_steps) if is_ours else []


def _deal_with(desk: Desk, numbers: Sequence[int], most_steps: int) -> list[str]:
    outcomes = []
    for number in numbers:
        try:
            outcomes.append(deal_with_desk_letter(desk, number, most_steps))
        except NotNow as later:
            return [*outcomes, f"letter {number}: for the desk, {later}"]
    return outcomes


def deal_with_desk_letter(desk: Desk, number: int, most_steps: int) -> str:
    """Deal with one letter; whatever is wrong with it, the next one is dealt with. Raises NotNow: not done yet."""
    try:
        with limited(most_steps):
            return _carry_out_letter(desk, number)
    except NotNow:
        raise
    except TooMuchWork as fault:
        log.warning("letter %s to the desk: %s", number, fault)
        return _set_aside(desk, number, fault)
    except Exception as fault:
        log.exception("letter %s to the desk", number)
        outcome = storable(f"{FAULT}{type(fault).__name__}: {fault}")
        with desk.db.writing() as session:
            if inbox.letter(session, number).status == "held":
                inbox.settle(session, number, "dead", outcome)  # its lines stay: tried again, it goes on
        return f"letter {number}: for the desk, {outcome}"


def _carry_out_letter(desk: Desk, number: int) -> str:
    with desk.db.writing() as session:
        row = inbox.letter(session, number)
        if row.outcome != FOR_THE_DESK:
            return f"letter {number}: dealt with already"
        master = master_of_desk(desk, read_letter(row.raw))
        if master is None:
            inbox.settle(session, number, "done", f"from {row.sender}, who is no longer a game master")
            desk_lines.forget(session, number)
            return f"letter {number}: from nobody who is a game master"
        if not row.typed and not _keep_lines(Context(session, desk), master, row):
            return f"letter {number}: for the desk, the third in a row that says the same: not answered"
        left = [(each.place, each.line) for each in desk_lines.of_letter(session, number) if each.told is None]
    for place, line in left:
        _carry_out_line(desk, master, number, place, line)
    return _finish(desk, master, number)


def _keep_lines(context: Context, master: Master, row: LetterRow) -> bool:
    """Store the lines of a letter before any is carried out. A letter that only repeats an earlier one is closed instead."""
    lines = _lines_of(context, master, row)
    commands = any(map(is_command, lines))
    texts = lines if commands else [" ".join(talk_words(line)) for line in lines]
    row.typed = sha256("\n".join(texts).encode("utf-8", "backslashreplace")).hexdigest()
    if not commands and _has_said(context.session, row):
        inbox.settle(context.session, row.id, "done", f"{DONE}{len(lines)} lines")
        return False
    desk_lines.keep(context.session, row.id, lines)
    return True


def _carry_out_line(desk: Desk, master: Master, number: int, place: int, line: str) -> None:
    """Carry out a line with all its effects and store its answer, or nothing."""
    spend(STEPS_A_LINE)
    with desk.db.together():
        with desk.db.reading() as session:
            if all(each.told is not None for each in desk_lines.of_letter(session, number) if each.place == place):
                return  # by another process of ours
        answer = TOO_MANY if place >= MAX_LINES else _answer(desk, master, line)
        with desk.db.writing() as session:
            desk_lines.note(session, number, place, storable(answer))


def _finish(desk: Desk, master: Master, number: int) -> str:
    """Answer a letter whose lines are done, and settle it."""
    with desk.db.writing() as session:
        rows = desk_lines.of_letter(session, number)
        answers = [(each.line, each.told or "") for each in rows[: MAX_LINES + 1]] or [("help", help_text(master))]
        _mail(Context(session, desk), master, inbox.letter(session, number), answers)
        inbox.settle(session, number, "done", f"{DONE}{len(rows)} lines")
        desk_lines.forget(session, number)
    return f"letter {number}: for the desk, {len(rows)} lines"


def _set_aside(desk: Desk, number: int, fault: TooMuchWork) -> str:
    """Answer a letter that has caused too much work: what of it is done stays done, and its other lines are kept."""
    outcome = f"set aside: {type(fault).__name__}: {fault}"
    with desk.db.writing() as session:
        row = inbox.letter(session, number)
        lines = desk_lines.of_letter(session, number)
        left = [TOO_MUCH.format(number), *(BEHIND for _ in lines)]
        answers = [(each.line, each.told if each.told is not None else left.pop(0)) for each in lines]
        if (master := master_of_desk(desk, read_letter(row.raw))) is not None:
            _mail(Context(session, desk), master, row, answers[: MAX_LINES + 1] or [("", left[0])], ASIDE)
        inbox.settle(session, number, "dead", outcome)
    return f"letter {number}: for the desk, {outcome}"


def _lines_of(context: Context, master: Master, row: LetterRow) -> list[str]:
    """The lines that were typed, without what they quote of ours."""
    spend(STEPS_TO_READ)
    letter = read_letter(row.raw)
    named = (outbox.outgoing_by_message_id(context.session, each) for each in letter.references)
    answered = [mail for mail in named if mail is not None and mail.envelope_to.lower() == master.address.lower()]
    mails = [*answered[:MAX_MAILS], *outbox.newest_for(context.session, master.address, MAX_MAILS)]
    sent = [LateSent(mail.raw) for mail in {mail.id: mail for mail in mails}.values() if mail.raw]
    return with_texts(read_lines(letter, sent, LineSigns(_WORDS)).lines, split_lines(letter.text))


def _has_said(session: Session, row: LetterRow) -> bool:
    """Whether the last letters to this desk said the same as this one, and came just before."""
    before = inbox.letters_from(session, row, row.received - SPAN, MAX_IN_A_ROW)
    return len(before) == MAX_IN_A_ROW and all(each.typed == row.typed for each in before)


def _answer(desk: Desk, master: Master, line: str) -> str:
    """The answer to a line. Whatever goes wrong with it, the next one is carried out. Raises NotNow: not done yet."""
    try:
        if PARAGRAPH in line:
            raise StoreError(BROKEN_OFF.format(line.partition(PARAGRAPH)[2][:MAX_SHOWN]))
        word = line.split(maxsplit=1)[0].casefold()
        if word == "help":
            return help_text(master)
        if word == CONFIRM:
            return carry_out(desk, master, _confirmed(desk, master, line.split()[1:]), commit=True)
        return carry_out(desk, master, line)
    except NotNow:
        raise
    except BadForm as form:
        return f"Not done. The form is: {form}"
    except (StoreError, BadTime, Diverged, CannotAnswer, NoDeadline, KeyIsOut, ValueError) as problem:
        return f"Not done: {problem}"
    except Exception as fault:
        log.exception("a line to the desk")
        with desk.db.writing() as session:
            count_failed_lines(session, 1)
        return f"Not done: {type(fault).__name__}: {fault}"


def _confirmed(desk: Desk, master: Master, words: Sequence[str]) -> str:
    """The line of theirs that a code confirms. Raises StoreError."""
    if not words:
        raise BadForm(f"{CONFIRM} CODE")
    wanted = words[0].casefold()
    with desk.db.reading() as session:
        for row in inbox.letters_like(session, master.address.lower(), DONE, MAX_LETTERS_BACK):
            if row.raw and master_of_desk(desk, read_letter(row.raw)) == master:
                for line in _lines_of(Context(session, desk), master, row):
                    if _has_code(desk, line, wanted):
                        return line
    why = "none of your lines has it, or its game has changed since"
    raise StoreError(f'nothing waits for the code "{wanted}": {why}. Send the line again')


def _has_code(desk: Desk, line: str, wanted: str) -> bool:
    try:
        command, _ = read_command(line)
        return command.changes and code_of(desk, line) == wanted
    except (StoreError, IndexError):
        return False


def _mail(
    context: Context, master: Master, row: LetterRow, answered_lines: Sequence[tuple[str, str]], occasion: str = KIND
) -> None:
    desk, letter = context.desk, read_letter(row.raw)
    text = "\n\n".join(f"> {line.partition(PARAGRAPH)[0]}\n{answer}" for line, answer in answered_lines)
    text = text if len(text) <= MAX_ANSWER_LENGTH else f"{text[:MAX_ANSWER_LENGTH]}\n(the rest is left out)"
    html = f"<!DOCTYPE html><html><body><pre>{escape(text)}</pre></body></html>"
    message_id = new_message_id(desk.secret, desk.host, "", "gamemaster", name_of(desk, row, occasion))
    draft = Draft(
        master.address,
        f"[pbem] {answered_lines[0][0][:60]}",
        f"{text}\n",
        html,
        message_id,
        gamemasters_reply_to(desk),
        in_reply_to=letter.message_id,
        auto_submitted="auto-replied",
    )
    queue_draft(context, draft, Dispatch(KIND, row.id))


# Texts and reasons, which mail programs break into several lines: what is right below a command with a text belongs to it.
# Half a text is passed on to nobody. Where an empty line is in it, nobody knows whether what comes below belongs to it.

PARAGRAPH: Final = "\n\n"
"""Joins a text and what is below an empty line under it."""
_WORDS: Final = (*COMMANDS, CONFIRM, "help")
_FOR_READERS: Final = frozenset({"tell", "answer"})
"""Commands whose text is passed on to others as it is."""
_WITHOUT_TEXT = frozenset({"seat"})
"""Commands of any number of words that end with an address."""
_MIN_LENGTH, _LONG = 4, 7
"""The least letters of a word that may have one slip, and of one that may have two."""


def is_command(line: str) -> bool:
    """Whether a line begins with a command."""
    return _first(line) in _WORDS


def with_texts(lines: Sequence[OrderLine], typed: Sequence[TextLine]) -> list[str]:
    """The lines that were read of a letter, each command with all of its text, `typed` being all lines of the letter."""
    found: list[str] = []
    first = _place_of(lines[0], typed) if lines else 0
    done = 0
    for line in lines:
        if line.number <= done:
            continue
        above = _first(found[-1]) if found else ""
        if _has_text(_first(line.text)):
            rest = _right_below(typed[first + line.number :])
            found.append(_with_rest(line.text, rest))
            done = line.number + len(rest)
        elif is_command(line.text) or not (above in _FOR_READERS or (_has_text(above) and line.number == done + 1)):
            found.append(line.text)
        else:
            found[-1] += f" {line.text}" if PARAGRAPH in found[-1] else f"{PARAGRAPH}{line.text}"
    return found


def _has_text(word: str) -> bool:
    command = COMMANDS.get(word)
    return command is not None and command.most is None and word not in _WITHOUT_TEXT


def _first(line: str) -> str:
    return (line.split(maxsplit=1) or [""])[0].casefold()


def _place_of(line: OrderLine, typed: Sequence[TextLine]) -> int:
    """The index of the line numbered 1 among those typed, by the first that was read."""
    begin = next((at for at, each in enumerate(typed) if not each.depth and _first(each.text) == _first(line.text)), 0)
    return begin + 1 - line.number


def _right_below(typed: Sequence[TextLine]) -> list[str]:
    """The rest of a text: down to an empty line, a quote, a command, or what may be one with a slip."""
    rest = []
    for line in typed:
        if not line.text or line.depth or _may_be_command(line.text) or not any(map(str.isalnum, line.text)):
            break
        rest.append(" ".join(line.text.split()))
    return rest


def _with_rest(text: str, rest: Sequence[str]) -> str:
    """A text with the lines below it, except those already joined to it."""
    joined = max((end for end in range(len(rest) + 1) if text.endswith(" ".join(rest[:end]))), default=0)
    return " ".join([text, *rest[joined:]])


def _may_be_command(line: str) -> bool:
    """Whether a line begins with a command, or with a word that is nearly one and may have been meant so."""
    word = _first(line).strip(".,:;!")
    slips = 1 if len(word) < _LONG else 2
    near = len(word) >= _MIN_LENGTH and process.extractOne(word, _WORDS, scorer=OSA.distance, score_cutoff=slips)
    return word in _WORDS or bool(near)
