"""What the game master does in a game by hand: orders for a seat, changes of the position, games held and released.

Letters that they write for a seat are stored and carried out like any other, and marked as theirs. Each of their lines that
is no order is named.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from email.message import EmailMessage
from gettext import NullTranslations
from typing import Any, TypeVar

from pbem import values
from pbem.engine.decision import Seat
from pbem.engine.log.cause import Cause, CauseKind
from pbem.engine.log.entry import EntryKind
from pbem.engine.refusal import BadLine
from pbem.engine.table import Table
from pbem.mail.address import new_message_id
from pbem.mail.reading import read_letter
from pbem.mail.writing import WHOLE_LINES
from pbem.moderator.clock.deadline_changes import restart, tell_new_deadlines
from pbem.moderator.core.context import Context, GameContext, LetterContext, transaction
from pbem.moderator.core.desk import Desk
from pbem.moderator.core.games import load_table, save
from pbem.moderator.core.line_results import LineResult
from pbem.moderator.correcting.aftermath import CorrectionReport, PositionBefore, compare
from pbem.moderator.deadlines.clock import open_clock, stamp
from pbem.moderator.intake.identify import BY_GAMEMASTER
from pbem.moderator.intake.moderating import moderate, moderate_waiting
from pbem.moderator.playing.order_lines import carry_out_lines
from pbem.moderator.reading.line_kinds import sort_orders
from pbem.moderator.reading.seat_letter import Read, read_for_seat
from pbem.moderator.reports.notices import time_notice
from pbem.moderator.reports.notify import tell_all
from pbem.moderator.reports.occasion import Occasion
from pbem.orders.carry.waiting import carry_on
from pbem.orders.words.lines import example_lines
from pbem.store.errors import DatabaseError, StoreError
from pbem.store.games import lobby
from pbem.store.mail import inbox
from pbem.store.tables.games import GameRow
from pbem.store.tables.mail import LetterRow

T = TypeVar("T")


class CannotCorrect(StoreError):
    """Nothing was changed; the message says why."""


def give_orders(desk: Desk, name: str, seat: Seat, lines: str) -> str:
    """Carry out order lines for a seat, as a letter that is marked as the game master's; gives what became of it.

    Raises NotFound, and CannotCorrect where a line would be refused: then nothing has happened.
    """
    with transaction(desk, commit=False) as session:
        context = Context(session, desk).of(_played(lobby.find_game(session, name)))
        letter = written_letter(context, seat, lines.encode())
        row = lobby.seat(session, context.game.id, seat)
        table = load_table(context)
        letter_context = LetterContext(session, desk, context.game, row, read_letter(letter.raw), letter)
        clock = open_clock(session, context.game.id, desk.now())
        read = read_for_seat(letter_context, table)
        unread = unread_lines(table, seat, read, is_mail=False)
        results = played("these orders", table, lambda: carry_out_lines(table, seat, read.lines, clock))
    if unread:
        raise CannotCorrect(f"{unread[0]}: nothing is done")
    if not results:
        raise CannotCorrect("there are no orders in it")
    for result in results:
        if not result.accepted:
            raise CannotCorrect(f'"{result.text}" is refused: {why_refused(result)}')
    with desk.db.writing() as session:
        letter = written_letter(Context(session, desk).of(lobby.find_game(session, name)), seat, lines.encode())
    return moderate(desk, letter.id)


def rule(desk: Desk, name: str, line: str, reason: str, *, commit: bool = True) -> CorrectionReport:
    """Change a position by hand (Rules.rulings), as an entry that every replay repeats, and tell all readers why. Raises
    NotFound, BadValue, and CannotCorrect for a line that cannot be read or leads to an impossible position.
    """
    reason = values.reason(reason)
    with transaction(desk, commit=commit) as session:
        context = Context(session, desk).of(_played(lobby.find_game(session, name)))
        table = load_table(context)
        first = table.next_number
        before = PositionBefore.of(context, first, load_table(context))
        with table.because(Cause(CauseKind.MASTER)):
            _change(table, line, reason)
            carry_on(table)
        save(session, context.game, table, first, None, desk.now())
        tell_all(context.at(table), Occasion(_occasion(context, table), everybody=True))
        return CorrectionReport(context.game.name, commit, None, **compare(context, before, table, first))


def ruling_forms(desk: Desk, name: str) -> list[tuple[str, str]]:
    """The lines by which a position of this game can be changed, with what they mean. Raises NotFound."""
    with desk.db.reading() as session:
        return list(desk.rules_of(lobby.find_game(session, name)).rulings.forms)


def _change(table: Table[Any], line: str, reason: str) -> None:
    try:
        table.rule(" ".join(line.split()), reason)
    except BadLine as bad:
        nearest = f" (nearest: {'; '.join(bad.nearest)})" if bad.nearest else ""
        raise CannotCorrect(f"{bad.problem}{nearest}") from bad


def _played(game: GameRow) -> GameRow:
    if game.status == "over":
        raise CannotCorrect(f"{game.name} is over")
    return game


def _occasion(context: GameContext, table: Table[Any]) -> str:
    """A name of its own for each ruling, even for several at the same moment: all readers know of each."""
    number = sum(entry.kind is EntryKind.RULING for entry in table.entries)
    return f"ruling-{number}-{stamp(context.desk.now())}"


def hold(desk: Desk, name: str, because: str) -> GameRow:
    """Stop a game: letters are kept, nothing is moderated. All players are told why. Raises NotFound, BadValue."""
    because = values.reason(because)
    with desk.db.writing() as session:
        game = lobby.hold(session, lobby.find_game(session, name).id, because)
        context = Context(session, desk).of(game)
        for seat in lobby.seats(session, game.id):
            time_notice(context, seat, "on_hold", f"hold-{stamp(desk.now())}", because=because)
        return game


def release(desk: Desk, name: str, because: str = "") -> list[str]:
    """Let a held game go on with new deadlines, tell all players (with the reason, `because`), and deal with the letters
    that waited. Gives a line for each.

    Raises BadValue, and Diverged, and the game stays held, when the rules do not lead where its log does.
    """
    because = values.reason(because)
    with desk.db.writing() as session:
        game = lobby.find_game(session, name)
        context = Context(session, desk).of(game)
        context_at = context.at(load_table(context))
        lobby.release(session, game.id)
        restart(context_at)
        letter_ids = [row.id for row in inbox.held_letters(session) if row.game_id == game.id]
        for letter_id in letter_ids:
            inbox.retry(session, letter_id)
    dealt_with = moderate_waiting(desk, letter_ids).lines
    _tell_going_on(desk, name, because)
    return dealt_with


def _tell_going_on(desk: Desk, name: str, because: str) -> None:
    """Tell all players that the game goes on, and the deadlines, unless the letters that waited have stopped or ended it."""
    with desk.db.writing() as session:
        game = lobby.find_game(session, name)
        if game.status == "playing":
            context = Context(session, desk).of(game)
            tell_new_deadlines(context.at(load_table(context)), lambda say: _going_on(say, because))


def _going_on(say: NullTranslations, because: str) -> str:
    return say.gettext("The game goes on: %s") % because if because else say.gettext("The game goes on.")


# Letters of the game master's

NONCE_BYTES = 8


def written_letter(context: GameContext, seat: Seat, content: bytes, *, is_mail: bool = False) -> LetterRow:
    """Store a letter of the game master's for a seat: order lines in UTF-8, or a whole mail (`is_mail`). Raises NotFound. It
    is not dealt with here. Its Message-ID shows that it is theirs; nobody else can make one.
    """
    session, desk, game = context.session, context.desk, context.game
    name, sender = lobby.seat(session, game.id, seat).name, desk.gamemaster_of(game) or desk.mailbox
    nonce = secrets.token_hex(NONCE_BYTES)
    message_id = new_message_id(desk.secret, desk.host, game.name, name, BY_GAMEMASTER, nonce)
    raw = content if is_mail else _mail(sender, desk.mailbox, content, message_id)
    letter, _ = inbox.accept(session, raw, message_id, sender, desk.now())
    letter.game_id, letter.seat = game.id, name
    session.flush()
    return letter


def _mail(sender: str, to: str, lines: bytes, message_id: str) -> bytes:
    mail = EmailMessage(policy=WHOLE_LINES)
    mail["From"], mail["To"], mail["Subject"], mail["Message-ID"] = sender, to, "orders", message_id
    mail.set_content(lines.decode("utf-8", "replace").replace("\r\n", "\n"))
    return bytes(mail)


# Lines left out

SUBJECT = "subject"
"""The source of a letter without lines: its Subject is ours."""
NEAREST = 3
"""How many legal lines are suggested."""


def unread_lines(table: Table[Any], seat: Seat, read: Read, *, is_mail: bool) -> tuple[str, ...]:
    """The lines of a letter that are no orders, each with the nearest legal lines, or some that answer what is asked. Of a
    whole mail only those that may have been meant as orders. `table` is the position before the letter, and is not changed.
    """
    lines = read.worth_telling if is_mail else read.left_out if read.source != SUBJECT else ()
    return tuple(f'"{line.text}" is {line.why}{_nearest(table, seat, line.text)}' for line in lines if _says(line.text))


def _says(text: str) -> bool:
    return any(map(str.isalnum, text))


def _nearest(table: Table[Any], seat: Seat, text: str) -> str:
    trial = table.fork()
    results = carry_out_lines(trial, seat, sort_orders(trial, seat, [(1, text)]))
    near = dict.fromkeys(near for result in results for near in result.nearest)
    near = near or dict.fromkeys(line for asked in table.open_to(seat) for line in example_lines(table, asked, NEAREST))
    return f" (nearest: {'; '.join([*near][:NEAREST])})" if near else ""


# Faults


def played(what: str, table: Table[Any], play: Callable[[], T]) -> T:
    """The result of `play`, which plays on at a Table. Raises CannotCorrect if the rules fail, even at a single line."""
    known = len(table.faults)
    try:
        done = play()
        if len(table.faults) > known:
            raise table.faults[known].raised
        return done
    except (StoreError, DatabaseError):
        raise
    except Exception as fault:
        raise CannotCorrect(f"the present rules fail at {what}: {type(fault).__name__}: {fault}") from fault


def why_refused(result: LineResult) -> str:
    """Why a line was not carried out, with the nearest lines that would be."""
    problem = result.problem or "it stands behind a line that is refused"
    return f"{problem} (nearest: {'; '.join(result.nearest)})" if result.nearest else problem
