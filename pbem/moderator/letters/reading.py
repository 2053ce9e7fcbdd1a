"""What is read of a letter for the seat it is for: which of our mails it answers, its order lines, and what is no order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from typing import Any

from sqlmodel import Session

from pbem.engine.decision import Seat
from pbem.engine.table import Table
from pbem.mail.letter import Letter, OrderLine
from pbem.mail.reading.orders import CUT, LeftOut, Reading, read_lines
from pbem.mail.reading.sent import Sent, sent_of
from pbem.moderator.lines.beginnings import Beginnings
from pbem.moderator.lines.letter_words import AGAIN, NOW, OK, without_words, words_in
from pbem.moderator.lines.prose import Talk
from pbem.orders.parse.parts import parts_of
from pbem.orders.spelling import Spelling
from pbem.orders.words.headings import headings_of
from pbem.orders.words.lexicon import plain_words
from pbem.store import post
from pbem.store.tables import LetterRow, OutgoingRow

MOST_MAILS = 4
MOST_UNNAMED = 12
"""So many of our mails are compared with a letter: those it answers, else the newest."""
MOST_TOLD = 8
"""So many lines that are no orders are said back."""
TALK = "not an order"
BESIDE_ORDERS = "it sends the form where no order stands beside it"
UNTOUCHED, NO_FORM = "untouched", "no form"


@dataclass(frozen=True)
class Read:
    """A letter as it was read for a seat.

    `answered` is the mail of ours that it answers, or the newest report where it names none. `lines` are its orders, `words`
    what it says of itself (letter_words), `left_out` the lines that are none. `typed` is a hash of what was typed ("":
    nothing), `form` what became of the reply form ("untouched": nothing was typed; "no form": `ok` found none), `source`
    where the lines stood ("plain", "html", "attachment", "subject").
    """

    answered: OutgoingRow | None
    lines: tuple[OrderLine, ...]
    words: frozenset[str]
    left_out: tuple[LeftOut, ...]
    typed: str
    form: str
    beginnings: Beginnings = field(repr=False)
    source: str = ""

    @property
    def worth_telling(self) -> tuple[LeftOut, ...]:
        """What the writer may have meant as an order, or typed."""
        known = (TALK, BESIDE_ORDERS, CUT)
        told = [each for each in self.left_out if each.why in known or self.beginnings.begin_in_full(each.text)]
        return tuple(told[:MOST_TOLD])

    @property
    def means_now(self) -> bool:
        """Whether it is to be carried out for what is asked now, whatever report it answers."""
        return NOW in self.words

    @property
    def means_again(self) -> bool:
        """Whether its lines are meant even if they came before."""
        return AGAIN in self.words


def read_for_seat(
    session: Session,
    game_id: int,
    seat: Seat,
    letter: Letter,
    row: LetterRow,
    table: Table[Any] | None,
    words: Beginnings,
) -> Read:
    """Read a letter for a seat; without a Table nothing is told for talk. `words` are those that orders can begin with."""
    mails = _mails_answered(session, game_id, seat, letter, row)
    sent = [_sent(mail.raw) for mail in mails if mail.raw]
    found = read_lines(letter, sent, words.whole)
    said = words_in(found.lines)
    typed = without_words(found.lines)
    lines, talk = _without_talk(typed, table, seat, words)
    form = "" if lines else found.form if found.form == UNTOUCHED else ""
    alone = False
    if OK in said and not lines:
        lines = _form_as_it_stands(found, sent)
        form = "" if lines else NO_FORM
        alone = True
    left_out = (*(LeftOut(line.text, TALK) for line in talk), *found.left_out)
    if OK in said and not alone:
        left_out = (LeftOut(OK, BESIDE_ORDERS), *left_out)
    return Read(mails[0] if mails else None, lines, said, left_out, _digest(lines or talk), form, words, found.source)


def _mails_answered(session: Session, game_id: int, seat: Seat, letter: Letter, row: LetterRow) -> list[OutgoingRow]:
    """Our mails to a seat that a letter names, the newest first; where it names none, those before it came, the newest
    report in front.
    """
    named = [mail for each in letter.references if (mail := post.outgoing_by_message_id(session, each)) is not None]
    mine = [mail for mail in named if (mail.game_id, mail.seat) == (game_id, seat)]
    if mine:
        return mine[:MOST_MAILS]
    reports = post.newest_reports(session, game_id, seat, row.received, 1)
    known = {mail.id for mail in reports}
    mails = post.newest_mails(session, game_id, seat, row.received, MOST_UNNAMED)
    return [*reports, *(mail for mail in mails if mail.id not in known)]


@lru_cache(maxsize=64)
def _sent(raw: bytes) -> Sent:
    return sent_of(raw)


def _without_talk(
    lines: Sequence[OrderLine], table: Table[Any] | None, seat: Seat, words: Beginnings
) -> tuple[tuple[OrderLine, ...], tuple[OrderLine, ...]]:
    """The lines that are orders, or were meant to be, and those that plainly are not."""
    if table is None:
        return tuple(lines), ()
    talk, headings = Talk(Spelling(table, seat), words), headings_of(table.rules)
    said = {line for line in lines if all(map(talk.is_talk, parts_of(line.text, headings) or [line.text]))}
    return tuple(line for line in lines if line not in said), tuple(line for line in lines if line in said)


def _form_as_it_stands(found: Reading, sent: Sequence[Sent]) -> tuple[OrderLine, ...]:
    """The lines of the form in the letter, or of the one it answers."""
    lines = found.form_lines if found.form_lines is not None else sent[0].orders if sent else ()
    return tuple(OrderLine(number, line) for number, line in enumerate(lines, 1))


def _digest(lines: Sequence[OrderLine]) -> str:
    """The same for the same words, whatever signs and spaces stand between them."""
    words = ["/".join(plain_words(line.text)) for line in lines]
    return sha256("\n".join(words).encode()).hexdigest() if words else ""
