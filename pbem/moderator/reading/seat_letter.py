"""Reads a letter for its seat: which of our mails it answers, its order lines, and the lines that are no orders."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

from pbem.engine.agreements.offers import RESIGN
from pbem.engine.played_log import Diverged
from pbem.engine.table import Table
from pbem.faults import note_fault
from pbem.figures import has_digit
from pbem.mail.letter import SUBJECT, OrderLine
from pbem.mail.reading.machines import without_prefixes
from pbem.mail.reading.parts import DISGUISED
from pbem.mail.typed.orders import CUT, UNTICKED, LeftOut, LineSigns, Reading, read_lines
from pbem.mail.typed.passages import Opening, Passage
from pbem.mail.typed.sent import LateSent, OurMail
from pbem.moderator.core.context import LetterContext, LetterOutcome, TableContext
from pbem.moderator.core.games import take_table
from pbem.moderator.deadlines.clock import open_clock
from pbem.moderator.reading.letter_lines import LetterLine, LetterLines, LineKind, beside_messages
from pbem.moderator.reading.letter_words import AGAIN, NOW, OK, WORDS, always_mends, without_words, words_in
from pbem.moderator.reading.line_kinds import Sorter
from pbem.moderator.reading.line_tests import OrderPrefixes, prefixes_of, prefixes_of_rules
from pbem.moderator.reading.report_questions import NO_CODES, Shown, codes_of
from pbem.moderator.reading.signatures import LineSurroundings
from pbem.moderator.talk.deal_words import CONFIRM, GIVES_UP, deal_word, is_answer
from pbem.moderator.talk.message_headers import MessageHeaders
from pbem.moderator.talk.messages import MAX_LENGTH, answering, message_headers
from pbem.orders.carry.preview import PREVIEW_WORD
from pbem.orders.parse.parse import MAX_LINES
from pbem.orders.words.lexicon import plain_words
from pbem.store.errors import DatabaseError, StoreError
from pbem.store.games import press
from pbem.store.mail import inbox, outbox
from pbem.store.tables.mail import OutgoingRow

MAX_MAILS = 4
MAX_UNNAMED = 12
"""How many of our mails a letter is compared with: those it answers, else the newest."""
MAX_TOLD = 8
"""How many lines that are no orders an answer lists."""
TALK = "not an order"
OF_NO_MAIL = "codes of no mail"
"""Added to the hash of a letter with codes that names no mail: sent again as an answer to a mail it is another letter."""
BESIDE_A_FORM = (LineKind.DEAL, LineKind.QUESTION, LineKind.TIME)
"""Lines that a letter can have beside the word that sends a form: they answer nothing that the form answers."""
ENDS_THE_GAME = (GIVES_UP, RESIGN, CONFIRM)
"""Exceptions: whoever gives the game up sends no form."""
BESIDE_ORDERS = "it sends the form where no order stands beside it"
_SAYING = re.compile(r"([:;])")
UNTOUCHED, ANSWERED_IN_TALK, NO_FORM, WHICH_FORM = "untouched", "talk", "no form", "which form"


@dataclass(frozen=True)
class Read:
    """A letter as it was read for a seat.

    `answered` is the mail of ours that it answers, or the newest report if it names none. `typed_lines` are its orders as
    typed, `lines` the same sorted, `words` the words about the letter (letter_words), `left_out` the lines that are no
    orders. `typed` is a hash of what was typed ("": nothing), `form` what became of the reply form ("untouched": nothing was
    typed; "talk": nothing but talk; "no form": `ok` found none; "which form": it found several), `source` where the lines
    were ("plain", "html", "attachment", "subject"). `message_blocks` are its messages; `reply` is the line that would send
    its talk to the writer of the message that it answers ("": none).
    """

    answered: OutgoingRow | None
    typed_lines: tuple[OrderLine, ...]
    lines: LetterLines
    words: frozenset[str]
    left_out: tuple[LeftOut, ...]
    typed: str
    form: str
    beginnings: OrderPrefixes = field(repr=False)
    source: str = ""
    message_blocks: tuple[Passage, ...] = ()
    reply: str = ""

    @property
    def to_send(self) -> tuple[Passage, ...]:
        """Its messages, without those refused among its lines because they may contain an order."""
        answered = {line.number for line in self.lines.of(LineKind.FAULT)}
        return tuple(passage for passage in self.message_blocks if passage.number not in answered)

    @property
    def worth_telling(self) -> tuple[LeftOut, ...]:
        """The left-out lines that the writer may have meant as orders, or typed."""
        return tuple([each for each in self.left_out if self._is_worth_telling(each)][:MAX_TOLD])

    def _is_worth_telling(self, line: LeftOut) -> bool:
        is_known = line.why in (TALK, BESIDE_ORDERS, NO_FORM, WHICH_FORM, CUT, UNTICKED)
        return is_known or self.beginnings.begin_in_full(line.text) or bool(deal_word(" ".join(plain_words(line.text))))

    @property
    def asks_nobody(self) -> bool:
        """Whether it has a question to a person, which is no question word."""
        return not self.reply and any(each.why == TALK and each.text.rstrip().endswith("?") for each in self.left_out)

    @property
    def talks_to_nobody(self) -> bool:
        """Whether it has talk that reaches no other player and contains no question."""
        return not self.asks_nobody and any(each.why == TALK for each in self.left_out)

    @property
    def means_now(self) -> bool:
        """Whether its lines are for what is asked now, whatever report it answers."""
        return NOW in self.words

    @property
    def means_again(self) -> bool:
        """Whether its lines are meant even if they came before."""
        return AGAIN in self.words


@dataclass(frozen=True)
class ReadLetter:
    """A letter read for its seat, and its `game` at a Table, or why that cannot be restored."""

    context: LetterContext
    read: Read
    game: TableContext | Diverged

    @property
    def at_table(self) -> TableContext:
        """Its game at a Table. Raises Diverged where that cannot be restored."""
        if isinstance(self.game, Diverged):
            raise self.game
        return self.game

    @property
    def table(self) -> Table[Any]:
        """The Table of its game. Raises Diverged where that cannot be restored."""
        return self.at_table.table

    @property
    def can_be_played(self) -> bool:
        """Whether the whole letter is stored, and its game is at a Table."""
        return isinstance(self.game, TableContext) and not self.is_too_long

    @property
    def is_too_long(self) -> bool:
        """Whether a letter is too long to be read: then only its header may be stored."""
        row = self.context.row
        return max(row.size, len(row.raw)) > self.context.desk.letters.max_letter_bytes

    @property
    def lines(self) -> Sequence[LetterLine]:
        """Its lines that are answered one by one, up to the limit of a letter."""
        return self.read.lines.acted_on[:MAX_LINES]

    @property
    def asks_only(self) -> bool:
        """Whether each of its lines is a question, and it has no message."""
        return not self.read.message_blocks and all(line.kind is LineKind.QUESTION for line in self.lines)

    @property
    def whose(self) -> str:
        """Its game and seat."""
        return f"{self.context.game.name} {self.context.seat.name}"

    @property
    def oddity(self) -> str:
        """Why a letter has no order lines: the name of the note that explains it, or "" for one that has some."""
        if self.read.typed_lines or self.read.message_blocks:
            return ""
        if self.read.form:
            return self.read.form
        if self.context.letter.unreadable:
            return "disguised" if self.context.letter.unreadable == DISGUISED else "unreadable"
        return "attachment" if self.context.letter.attachments else "empty"

    def settled(self, status: inbox.Settled, outcome: str) -> LetterOutcome:
        """What became of it."""
        return LetterOutcome(status, outcome, self.game if isinstance(self.game, TableContext) else None)


class NotRead(Exception):
    """The program fails at reading a letter: the letter is set aside, and its game goes on."""


def read_at_table(context: LetterContext) -> ReadLetter:
    """Read a letter as an answer to what was written to its seat. Raises NotRead."""
    game: TableContext | Diverged
    try:
        game = context.at(take_table(context))
    except Diverged as differs:
        game = differs
    try:
        read = read_for_seat(context, game.table if isinstance(game, TableContext) else None)
    except (DatabaseError, StoreError):
        raise
    except Exception as fault:
        note_fault(fault, f"the lines of letter {context.row.id}")
        raise NotRead(f"it cannot be read: {type(fault).__name__}: {fault}") from fault
    context.row.answers, context.row.typed = read.answered.message_id if read.answered is not None else "", read.typed
    return ReadLetter(context, read, game)


def read_for_seat(context: LetterContext, table: Table[Any] | None) -> Read:
    """Read a letter for its seat. If the game cannot be restored no line is sorted, and none counts as talk."""
    mails = _mails_answered(context)
    sent = [LateSent(mail.raw) for mail in mails if mail.raw]
    words = prefixes_of_rules(context.desk.rules_of(context.game)) if table is None else prefixes_of(table)
    heads = message_headers(context)
    typed_text = read_lines(context.letter, sent, LineSigns(words.of_lines, heads.opens, is_answer))
    answered = mails[0] if mails else None
    sorter = None if table is None else _sorter(context, table, words, answered, heads)
    letter_words_said, typed, talk, lines = _sorted(typed_text, sorter)
    if table is not None:
        lines = beside_messages(table, context.seat.name, typed_text.passages, lines, heads)
    if lines.halts and typed_text.passages:  # its messages are stopped with the rest
        lines = replace(lines, previews=True)
    comes_back = typed_text.form == UNTOUCHED and bool(_form_as_it_stands(typed_text, sent))
    form = "" if typed or typed_text.passages or not comes_back else UNTOUCHED if not talk else ANSWERED_IN_TALK
    left_out = (*(LeftOut(line.text, TALK) for line in talk), *typed_text.left_out)
    passages = typed_text.passages
    talks_only = bool(talk) and not (typed or passages or lines.halts)
    reply = as_message(context, answered, talk, heads) if talks_only else ""
    if OK in letter_words_said and typed and not _are_no_orders(lines):
        left_out = (LeftOut(OK, BESIDE_ORDERS), *left_out)
    elif OK in letter_words_said:
        form, sent_lines = _form_meant(context, typed_text, mails)
        ordered, in_form = messages_in(sent_lines, heads)
        passages = (*passages, *in_form)
        if form and typed:
            left_out, form = (LeftOut(OK, form), *left_out), ""
        form_lines = LetterLines() if sorter is None else sorter.orders(_numbered(ordered))
        previews = form_lines.previews or bool(lines.halts and ordered) or (bool(typed) and lines.previews)
        lines = replace(_with_form(lines, form_lines, len(ordered)), previews=previews, halts=lines.halts)
        typed = (*ordered, *typed)
    unbound = [OrderLine(0, OF_NO_MAIL)] if not lines.shown and lines.of(LineKind.CODE) else []
    held_back = [OrderLine(0, PREVIEW_WORD)] if lines.previews else []  # without that word, or "Wait!", it is another letter
    said_apart = [*unbound, *held_back, *(line for passage in passages for line in _lines_of(passage))]
    digest = _digest([*(typed or talk), *said_apart]) if typed or said_apart else _digest(talk, talk_words)
    return Read(answered, typed, lines, letter_words_said, left_out, digest, form, words, typed_text.source, passages, reply)


def _sorter(
    context: LetterContext,
    table: Table[Any],
    words: OrderPrefixes,
    answered: OutgoingRow | None,
    heads: MessageHeaders,
) -> Sorter:
    clock, seat = open_clock(context.session, context.game.id, context.desk.now()), context.seat.name
    mends = always_mends(clock, table, seat)
    return Sorter(table, seat, words, _codes_for(context, answered), always_mends=mends, heads=heads)


def _codes_for(context: LetterContext, answered: OutgoingRow | None) -> Mapping[str, Shown]:
    """The meanings of the codes in the mail that a letter says it answers; {} if the first mail it names is none of ours."""
    if answered is None or answered.message_id not in context.letter.references[:1]:
        return NO_CODES
    return codes_of(answered.asked)


def _lines_of(passage: Passage) -> list[OrderLine]:
    return [OrderLine(passage.number, line) for line in (passage.head, *passage.lines)]


def _mails_answered(context: LetterContext) -> list[OutgoingRow]:
    """Our mails to a seat that a letter names, the newest first; if it names none, those before it came, the newest report
    first.
    """
    session, game_id, seat, received = context.session, context.game.id, context.seat.name, context.row.received
    references = context.letter.references
    named = outbox.mails_by_message_id(session, references)
    own_mails = [mail for mail in named if (mail.game_id, mail.seat) == (game_id, seat)]
    if own_mails:
        return own_mails[:MAX_MAILS]
    mails = outbox.newest_mails(session, game_id, seat, received, MAX_UNNAMED, context.row.id)
    reports = [mail for mail in mails if mail.kind == "report"][:1]
    reports = reports or outbox.newest_reports(session, game_id, seat, received, 1, context.row.id)
    known = {mail.id for mail in reports}
    return [*reports, *(mail for mail in mails if mail.id not in known)]


def _sorted(
    read: Reading, sorter: Sorter | None
) -> tuple[frozenset[str], tuple[OrderLine, ...], tuple[OrderLine, ...], LetterLines]:
    """The words about the letter, the lines that are orders or were meant to be, those that are not; and all."""
    lines = read.lines
    if sorter is None:
        return words_in(lines), without_words(lines), (), LetterLines()
    lines = sorter.with_halts(lines, read.afterthoughts)
    beside = LineSurroundings.of(lines, read.afterthoughts, read.passages, in_subject=read.source == SUBJECT)
    sorted_lines = sorter.letter(_numbered(lines), alone=not read.passages, beside=beside)
    acted_on = {*map(id, sorted_lines.acted_on)}
    apart = {(line.number, line.typed): line.kind for line in sorted_lines.all if id(line) not in acted_on}
    kinds = [(line, apart.get((line.number, line.text), LineKind.ORDER)) for line in lines]
    orders = tuple(line for line, kind in kinds if kind is LineKind.ORDER)
    return (
        sorted_lines.letter_words.intersection(WORDS),
        orders,
        tuple(line for line, kind in kinds if kind is LineKind.TALK),
        sorted_lines,
    )


def _are_no_orders(lines: LetterLines) -> bool:
    """Whether no line of a letter could be in a form: all are offers, answers to them, questions, lines about time."""
    return bool(lines.acted_on) and all(
        line.kind in BESIDE_A_FORM and line.word not in ENDS_THE_GAME for line in lines.acted_on
    )


def _with_form(lines: LetterLines, form: LetterLines, length: int) -> LetterLines:
    """The lines of a form of this `length` in the place of the `ok` that sends it, between the letter's other lines."""
    at = next((line.number for line in lines.of(LineKind.LETTER) if line.word == OK), 1)
    beside = [line for line in lines.acted_on if line.kind in BESIDE_A_FORM]
    before = [line for line in beside if line.number <= at]
    behind = [line for line in beside if line.number > at]
    first = at - 1 if beside else 0
    sent = [replace(line, number=line.number + first) for line in form.all]
    return replace(form, all=(*before, *sent, *(replace(line, number=line.number + length - 1) for line in behind)))


def _numbered(lines: Sequence[OrderLine]) -> list[tuple[int, str]]:
    """The lines with their numbers. A quoted line that would agree on something keeps its quotation marks: quoted, it says
    nothing.
    """
    return [(line.number, f'"{line.text}"' if line.quoted and deal_word(line.text) else line.text) for line in lines]


def _form_meant(context: LetterContext, reading: Reading, mails: Sequence[OutgoingRow]) -> tuple[str, tuple[OrderLine, ...]]:
    """The lines that `ok` sends, or NO_FORM or WHICH_FORM if there are none.

    A letter that names no mail of ours, as from some telephones, can answer the newest report or a later mail. If their
    forms send different lines its Subject must say which one is meant.
    """
    sent = [LateSent(mail.raw) for mail in mails if mail.raw]
    if reading.form_lines is None and mails and mails[0].message_id not in context.letter.references:
        sent = _forms_since([mail for mail in mails if mail.id >= mails[0].id], context.letter.subject)
        if len(sent) > 1:
            return WHICH_FORM, ()
    typed = _form_as_it_stands(reading, sent)
    return "" if typed else NO_FORM, typed


def _forms_since(mails: Sequence[OutgoingRow], subject: str) -> list[LateSent]:
    """The mails with a form, one for each different form; if any has this Subject, only those."""
    sent = [each for each in (LateSent(mail.raw) for mail in mails if mail.raw) if each.form]
    answered = " ".join(without_prefixes(subject).casefold().split())
    called = [each for each in sent if answered in each.facts]
    return [*{each.orders: each for each in called or sent}.values()]


def _form_as_it_stands(reading: Reading, sent: Sequence[OurMail]) -> tuple[OrderLine, ...]:
    """The lines of the form in the letter, or of the one it answers."""
    lines = reading.form_lines if reading.form_lines is not None else sent[0].orders if sent else ()
    return tuple(OrderLine(number, line) for number, line in enumerate(lines, 1))


def _digest(lines: Sequence[OrderLine], words_of: Callable[[str], list[str]] = plain_words) -> str:
    """The same for the same words, whatever signs and spaces are between them. A colon or a semicolon says something: a
    line that was refused for want of one is another line with it.
    """
    words = ["/".join(word for part in _SAYING.split(line.text) for word in [*words_of(part), ""]) for line in lines]
    return sha256("\n".join(words).encode()).hexdigest() if words else ""


def talk_words(text: str) -> list[str]:
    """The words of what is no order, without those with a digit: programs number their letters, and write when they came."""
    return [word for word in plain_words(text) if not has_digit(word)]


# Replies to messages, as people write them: in their own words, with no word of whom they are for. Such a reply goes to
# nobody. It is offered as a message to whoever wrote the one that it answers, and `ok` sends it.

MESSAGE = "message"
"""The kind of a mail with nothing but the messages of one letter."""


def as_message(
    context: LetterContext, answered: OutgoingRow | None, talk: Sequence[OrderLine], heads: MessageHeaders
) -> str:
    """The line that would send what a letter says to the writer of the message that it answers ("": it answers none, or is
    too long). An unsigned message has no writer, and comes in no mail of its own.
    """
    if answered is None or answered.kind != MESSAGE or answered.message_id not in context.letter.references[:1]:
        return ""
    rows = press.by_letter(context.session, context.game.id, answered.letter_id) if answered.letter_id is not None else []
    signed = [row for row in rows if not row.unsigned and (row.readers is None or context.seat.name in row.readers)]
    text = " ".join(line.text for line in talk)
    if not signed or len(text) > MAX_LENGTH:
        return ""
    line = f"{answering(signed[0])}: {text}"
    return line if _is_message(line, heads) else ""


def messages_in(lines: Iterable[OrderLine], heads: MessageHeaders) -> tuple[tuple[OrderLine, ...], tuple[Passage, ...]]:
    """The lines of a form without those that are messages, and these."""
    orders, passages = list[OrderLine](), list[Passage]()
    for line in lines:
        if _is_message(line.text, heads):
            passages.append(Passage(line.text, (), ended=True, places=(), number=line.number))
        else:
            orders.append(line)
    return tuple(orders), tuple(passages)


def _is_message(line: str, heads: MessageHeaders) -> bool:
    return heads.opens(line) is Opening.LINE and heads.read(line).is_understood
