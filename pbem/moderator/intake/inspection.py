"""How a letter would be read, without any effect: for the game master, and for tests with letters of all kinds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.played_log import Diverged
from pbem.engine.table import Table
from pbem.mail.letter import Letter, OrderLine
from pbem.mail.reading import read_letter
from pbem.mail.typed.orders import LeftOut, LineSigns, read_lines
from pbem.mail.typed.sent import OurMail
from pbem.moderator.core.context import GameContext, LetterContext, Writer
from pbem.moderator.core.games import load_table
from pbem.moderator.intake.identify import identify
from pbem.moderator.reading.letter_words import without_words, words_in
from pbem.moderator.reading.line_tests import OrderPrefixes, prefixes_of, prefixes_of_rules
from pbem.moderator.reading.seat_letter import TALK, Read, read_for_seat
from pbem.moderator.seats.addresses import hide
from pbem.store.games import lobby
from pbem.store.tables.games import SeatRow
from pbem.store.tables.mail import LetterRow

ORDERS, AUTOMATIC, BOUNCE, EMPTY, UNREADABLE = "orders", "automatic", "bounce", "empty", "unreadable"


@dataclass(frozen=True)
class LetterInspection:
    """What is read of a letter: its `kind` (ORDERS, or what else it is), `why` it is that, the seat and the mail of ours
    that it `answers` ("": not known); its order lines, the words that say how it is meant, and what was left out.
    """

    kind: str
    why: str
    seat: str
    answers: str
    orders: tuple[OrderLine, ...]
    words: tuple[str, ...]
    left_out: tuple[LeftOut, ...]

    def as_json(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self)


def inspect_alone(raw: bytes, words: OrderPrefixes, sent: Sequence[OurMail] = ()) -> LetterInspection:
    """Read a letter by itself, or as an answer to mails of ours (`sent`)."""
    letter = read_letter(raw)
    typed_text = read_lines(letter, sent, LineSigns(words.of_lines))
    typed = without_words(typed_text.lines)
    orders = tuple(line for line in typed if words.begin(line.text))
    talk = tuple(LeftOut(line.text, TALK) for line in typed if line not in orders)
    words_said = tuple(sorted(words_in(typed_text.lines)))
    return _look(letter, "", "", orders, words_said, (*talk, *typed_text.left_out), typed_text.form)


def inspect_letter(context: GameContext, raw: bytes) -> LetterInspection:
    """Read a letter as one to a game: compared with the mails to its seat, and with the game's own words."""
    session, desk, game = context.session, context.desk, context.game
    letter = read_letter(hide(desk, raw))
    table = _table(context)
    seat = seat_of(context, letter)
    if seat is None:
        words = prefixes_of_rules(desk.rules_of(game)) if table is None else prefixes_of(table)
        return replace(inspect_alone(raw, words), why=f"it opens no seat of {game.name}")
    row = LetterRow(message_id=letter.message_id, raw=b"", received=desk.now(), sender=letter.sender, digest="")
    read = read_for_seat(LetterContext(session, desk, game, seat, letter, row), table)
    return _look(letter, seat.name, _answered(read), read.typed_lines, tuple(sorted(read.words)), read.left_out, read.form)


def seat_of(context: GameContext, letter: Letter) -> SeatRow | None:
    """The seat of a game that a letter is for: by token or thread, else by its sender."""
    writer = identify(context, letter)
    if isinstance(writer, Writer) and writer.game.id == context.game.id:
        return writer.seat
    seats = lobby.seats(context.session, context.game.id)
    return next((seat for seat in seats if seat.address.lower() == letter.sender), None)


def _table(context: GameContext) -> Table[Any] | None:
    try:
        return load_table(context)
    except Diverged:
        return None


def _answered(read: Read) -> str:
    return read.answered.message_id if read.answered is not None else ""


def _look(
    letter: Letter,
    seat: Seat,
    answers: str,
    orders: tuple[OrderLine, ...],
    words: tuple[str, ...],
    left_out: tuple[LeftOut, ...],
    form: str = "",
) -> LetterInspection:
    kind, why = _kind(letter, bool(orders or words), form)
    read = kind == ORDERS
    return LetterInspection(kind, why, seat, answers, orders if read else (), words if read else (), left_out)


def _kind(letter: Letter, has_orders: bool, form: str) -> tuple[str, str]:
    if letter.bounce_of:
        return BOUNCE, f"it reports that mail to {', '.join(letter.bounce_of)} failed"
    if letter.automatic:
        return AUTOMATIC, letter.automatic
    if has_orders:
        return ORDERS, ""
    if letter.unreadable:
        return UNREADABLE, letter.unreadable
    if letter.attachments and not letter.text.strip():
        return UNREADABLE, "it has attachments only"
    return EMPTY, f"the form came back {form}" if form else ""
