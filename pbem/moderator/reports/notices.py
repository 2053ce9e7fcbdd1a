"""Mails to players and to the game master: notices, which are no reports, and the outbox that all of them wait in."""

from __future__ import annotations

import hmac
import logging
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from gettext import NullTranslations
from hashlib import sha256
from itertools import count
from typing import Any, Protocol, TypeVar

from pbem.engine.decision import Seat
from pbem.engine.refusal import Fault
from pbem.engine.table import Table
from pbem.mail.address import SEAT, new_message_id, seat_address
from pbem.mail.letter import Attachment, Draft, Inline
from pbem.mail.writing import write_letter
from pbem.moderator.core.context import Context, GameContext, LetterContext, TableContext
from pbem.moderator.core.desk import OFF, Desk
from pbem.moderator.deadlines.clock import Clock
from pbem.moderator.deadlines.time_sentences import TimeNotice, time_notice_of, written
from pbem.moderator.reading.letter_lines import OPEN
from pbem.render.calendar_entry import PUBLISH, DeadlineEntry
from pbem.render.content import Content
from pbem.render.notice import render_notice
from pbem.render.press import PressMessage, write_messages
from pbem.store.errors import DatabaseError, NotNow
from pbem.store.games import lobby
from pbem.store.mail import outbox, warned
from pbem.store.mail.services import count_failed_lines
from pbem.store.tables.games import GameRow, ObserverRow, SeatRow
from pbem.store.tables.mail import LetterRow
from pbem.values import fitted_address


def held_for(letter_id: int) -> str:
    """Why a game is on hold: this letter could not be dealt with. The fault itself may reveal a player's secret, so it is
    not named.
    """
    return f"letter {letter_id} could not be dealt with"


def told_to_players(words: NullTranslations, because: str) -> str:
    """The same for a player, without the letter's number, which would reveal how many letters others write."""
    sentence = words.gettext("a letter could not be dealt with")
    return sentence if re.fullmatch(r"letter [0-9]+ could not be dealt with", because) else because


MAX_FAULTS_TOLD = 20
# Notices

log = logging.getLogger(__name__)

T = TypeVar("T")
LATER, USUAL, ASKED = -1, 0, 1
"""How urgent mails are: to observers, to others, and to a player who must decide something."""


def name_of(desk: Desk, row: LetterRow, what: str) -> str:
    """The occasion of a letter for Message-IDs, which all players see.

    It is not the letter's number, which changes when a game moves to another database, nor computed from its text, as that
    would prove a guess at what another player has written.
    """
    return f"{what}-{hmac.digest(desk.secret, row.message_id.encode(), 'sha256').hex()[:16]}"


def name_of_repetition(desk: Desk) -> str:
    """The occasion of a report that is sent once more, which is done once an hour by the clock."""
    return f"again-{desk.now().astimezone(UTC):%Y%m%d%H}"


def local_time(clock: Clock, game: GameRow, table: Table[Any], seat: Seat) -> TimeNotice:
    """What the clock shows; nothing while the game is held, and after its end."""
    return time_notice_of(clock, table, seat) if game.status == "playing" and not table.over else TimeNotice()


def may_warn(context: Context, address: str, *, wait: bool = False) -> datetime | None:
    """When a notice about a letter without a proved writer may go to an address; None: not at all. Notes that it goes.

    Whoever knows an address, a token or a thread can cause such mails, so all kinds of them together are limited to one an
    hour for each address. A notice that must not be lost can `wait` until the hour is over.
    """
    mark = f"warned {address.lower()}"
    when = None
    if not context.writes.holds(mark):
        when = warned.when_to_warn(context.session, address, context.desk.now(), wait=wait)
    if when is not None:
        noted = partial(warned.note_warned, context.session, address, when, context.desk.now())
        context.writes.do_once(mark, noted)
    return when


def notice(context: LetterContext, kind: str, *, unproved: bool = False, wait: bool = False, **facts: Any) -> bool:
    """Queue a notice of `kind` to the registered player of the seat: never to the sender, who may be anybody. `unproved`:
    anybody can cause it, `wait`: it is not left out for that (may_warn).

    A letter dealt with again says nothing twice. Gives whether it was queued.
    """
    game, seat = context.game, context.seat
    if context.is_queued(message_id_of(context, seat.name, name_of(context.desk, context.row, kind))):
        return False
    when = may_warn(context, seat.address, wait=wait) if unproved else context.desk.now()
    if when is None:
        return False
    page = context.page_for(seat.name)
    because = told_to_players(page.words, game.held_because)
    notice_facts = {"game": game.name, "seat": seat.name, "player": seat.player, "held_because": because} | facts
    answer_letter(context, kind, render_notice(page, kind, **notice_facts), when)
    return True


def answer_letter(
    context: LetterContext, kind: str, content: tuple[str, str, str], not_before: datetime | None = None
) -> None:
    """Queue a short letter (subject, text, HTML) of `kind` to the seat's registered player, once for each letter."""
    occasion = name_of(context.desk, context.row, kind)
    if not context.is_queued(message_id_of(context, context.seat.name, occasion)):
        answered, dispatch = context.letter.message_id, Dispatch("notice", context.row.id, not_before=not_before)
        queue_letter(context, context.seat, Content(*content), (occasion,), dispatch, answered=answered)


@dataclass(frozen=True)
class Dispatch:
    """How a mail is sent: its `kind`, the letter that caused it, its game and seat, the questions it has `asked` (see
    outbox.queue), its urgency, and the earliest time.
    """

    kind: str
    letter_id: int | None = None
    game_id: int | None = None
    seat: Seat | None = None
    asked: object = None
    urgency: int = USUAL
    not_before: datetime | None = None


def queue_message(
    context: GameContext, seat: SeatRow, messages: Sequence[PressMessage], occasion: str, letter_id: int | None
) -> None:
    """Queue a mail with nothing but messages to a seat's player, once for each `occasion`."""
    if not context.is_queued(message_id_of(context, seat.name, occasion)):
        content = write_messages(context.page_for(seat.name), context.game.name, seat.name, messages)
        queue_letter(context, seat, content, (occasion,), Dispatch("message", letter_id))


def message_id_of(context: GameContext, thread: str, *occasion: str) -> str:
    """The Message-ID of a mail of a game: `thread` is a seat, or what an observer's letters are called."""
    return new_message_id(context.desk.secret, context.desk.host, context.game.name, thread, *occasion)


def time_notice(
    context: GameContext,
    seat: SeatRow,
    kind: str,
    occasion: str,
    *,
    table: Table[Any] | None = None,
    **facts: Any,
) -> None:
    """Queue a notice about time to a seat's player, with their deadline for their calendar where the `table` is given.

    `occasion` goes into its Message-ID, so it must tell nothing: no number of an entry, which counts secret ones too.
    """
    notice_facts = {"game": context.game.name, "seat": seat.name} | facts
    content = Content(*render_notice(context.page_for(seat.name), kind, **notice_facts))
    calendar = None if table is None else calendar_for(context.at(table), seat)
    names = (f"{occasion}-{kind}{f'-{n}' if n else ''}" for n in count())
    name = next(name for name in names if not context.is_queued(message_id_of(context, seat.name, name)))
    queue_letter(context, seat, content, (name,), Dispatch("notice"), calendar=calendar)


def calendar_for(context: TableContext, seat: SeatRow) -> DeadlineEntry | None:
    """The seat's deadline as a calendar entry, or the end of one since its last report; None where there is neither, or it
    cannot be written.
    """
    return forgiving(context)("the entry for a calendar", lambda: _calendar_for(context, seat))


def _calendar_for(context: TableContext, seat: SeatRow) -> DeadlineEntry | None:
    desk, game, table, clock = context.desk, context.game, context.table, context.clock
    face, mark = local_time(clock, game, table, seat.name), clock.clocks(table).marks.get(seat.name)
    over = face.deadline is None
    if mark is None or (over and mark.taken_out <= seat.told):
        return None
    entry = DeadlineEntry(
        uid=f"{game.commitment[:32]}.{seat.name}@pbem",  # the same under another moderator, and another name
        sequence=clock.entries_about(table, seat.name),
        due=face.deadline or mark.due,
        stamp=desk.now(),
        organizer=desk.mailbox,
        summary=f"{game.name}: orders of {written(seat.name)} are due",
        description=f"Reply to the latest letter of {game.name}.",
        over=over,
    )
    entry.text()  # it is written here once, where it may fail
    return entry


@dataclass(frozen=True, slots=True)
class MasterMail:
    """A mail to a game master: about which letter, to which address ("": that of the game's own), how urgent. `unproved`:
    anybody can cause it (may_warn).
    """

    letter_id: int | None = None
    to: str = ""
    urgency: int = USUAL
    unproved: bool = False


USUAL_MAIL, UNPROVED = MasterMail(), MasterMail(unproved=True)


def tell_gamemaster(
    context: Context, game: GameRow | None, kind: str, occasion: str, mail: MasterMail = USUAL_MAIL, **facts: Any
) -> None:
    """Queue a notice of `kind` about one game or (None) all to its game master, or the one that the `mail` is for, if there
    is one; none is said twice.
    """
    desk = context.desk
    to = mail.to or desk.gamemaster_of(game)
    if not to:
        return
    game_id, name = (game.id, game.name) if game else (None, "")
    subject, text, html = render_notice(desk.page, kind, game=name, **facts)
    occasion = occasion if to == desk.gamemaster else f"{occasion}-for-{to}"
    message_id = new_message_id(desk.secret, desk.host, name, "gamemaster", occasion)
    draft = Draft(to, subject, text, html, message_id, gamemasters_reply_to(desk))
    if not context.is_queued(message_id) and (not mail.unproved or may_warn(context, to) is not None):
        queue_draft(context, draft, Dispatch(kind, mail.letter_id, game_id, urgency=mail.urgency))


class Spare(Protocol):
    """A function that makes an extra of a letter, or gives None."""

    def __call__(self, what: str, make: Callable[[], T], /) -> T | None:
        """What `make` gives; `what` says what it is, for the game master."""


def strictly(what: str, make: Callable[[], T], /) -> T | None:
    """Make it, and let faults through: for reports that are shown and not mailed."""
    del what
    return make()


def forgiving(context: GameContext) -> Spare:
    """Makes the extras of a game's mails: pictures, charts, the story, the archive, the player's aid, a calendar entry. An
    extra that cannot be made is left out, and the game master is told once a day: no move waits for a picture.
    """

    def spare(what: str, make: Callable[[], T], /) -> T | None:
        try:
            return make()
        except (NotNow, DatabaseError):  # the database has failed: nothing of this letter can be done now
            raise
        except Exception as fault:
            log.exception("%s of %s", what, context.game.name)
            occasion = f"without-{context.desk.now():%Y%m%d}-{what.replace(' ', '-')}"
            fault_text = f"{type(fault).__name__}: {fault}"
            tell_gamemaster(context, context.game, "nicety_fault", occasion, what=what, fault=fault_text)
            return None

    return spare


def gamemasters_reply_to(desk: Desk) -> str:
    """The Reply-To of mails to the game master: their desk if it takes letters. Its token is added when a mail is sent."""
    return desk.mailbox if desk.letters.by_mail == OFF else seat_address(desk.mailbox, SEAT)


def queue_draft(context: Context, draft: Draft, dispatch: Dispatch) -> None:
    """Queue a mail to somebody without a seat, or to an address that belongs to no seat."""
    draft = replace(draft, to=fitted_address(draft.to))
    raw = write_letter(draft, context.desk.mailbox, context.desk.now())
    keep_raw(context, draft.message_id, draft.to, raw, dispatch)
    for fault in context.desk.page.take_faults():  # of this mail, or of one that was written and not sent
        log.warning("one of the moderator's own templates: %s", fault)
        occasion = f"template-{sha256(f'{context.desk.now():%F} {fault}'.encode()).hexdigest()[:16]}"
        tell_gamemaster(context, None, "template_fault", occasion, fault=str(fault))


def report_fault(context: LetterContext, fault: str, kind: str = "fault") -> None:
    """Tell the game master that a letter could not be dealt with: its game is held, or ("preview_fault") goes on."""
    row = context.row
    facts: dict[str, Any] = {"seat": context.seat.name, "letter": str(row.id), "fault": fault}
    tell_gamemaster(context, context.game, kind, name_of(context.desk, row, kind), MasterMail(row.id), **facts)


def report_line_faults(context: GameContext, where: str, occasion: str, faults: Sequence[Fault]) -> None:
    """Count lines and standing orders at which the program failed, and tell the game master; `where` names the letter or
    other cause. The game goes on.
    """
    context.writes.do(partial(count_failed_lines, context.session, len(faults)))
    fault_lines = "\n".join(str(fault) for fault in faults[:MAX_FAULTS_TOLD])
    tell_gamemaster(context, context.game, "line_faults", occasion, where=where, count=len(faults), fault=fault_lines)


def queue_letter(
    context: GameContext,
    reader: SeatRow | ObserverRow,
    content: Content,
    occasion: tuple[str, ...],
    dispatch: Dispatch,
    *,
    answered: str = "",
    calendar: DeadlineEntry | None = None,
) -> None:
    """A mail to a player or an observer, threaded below their game's first letter and their own (`answered`)."""
    thread, seat, reply_to = _correspondence(context.desk, reader)
    root = message_id_of(context, thread, "open")
    message_id = message_id_of(context, thread, *occasion)
    references = tuple(r for r in (root, answered) if r and r != message_id)
    draft = Draft(
        to=reader.address,
        subject=content.subject,
        text=content.text,
        html=content.html,
        message_id=message_id,
        reply_to=reply_to,
        in_reply_to=answered or (root if root != message_id else None),
        references=references,
        auto_submitted="auto-replied" if answered else "auto-generated",
        calendar=calendar.text() if calendar else None,
        calendar_method=calendar.method if calendar else PUBLISH,
        pictures=tuple(Inline(picture.cid, picture.name, picture.png) for picture in content.pictures),
        attachments=tuple(Attachment(*each) for each in content.enclosed),
    )
    urgency = LATER if isinstance(reader, ObserverRow) else USUAL
    queue_draft(context, draft, replace(dispatch, game_id=context.game.id, seat=seat, urgency=urgency))


def _correspondence(desk: Desk, reader: SeatRow | ObserverRow) -> tuple[str, Seat | None, str]:
    """A reader's name in Message-IDs, their seat, and their Reply-To. An observer has no token, and a seat's is added when a
    mail is sent (addresses.ready_to_send).
    """
    if isinstance(reader, ObserverRow):
        return reader.thread, None, desk.mailbox
    return reader.name, reader.name, seat_address(desk.mailbox, SEAT)


def keep_raw(context: Context, message_id: str, to: str, raw: bytes, dispatch: Dispatch) -> None:
    """Put a mail as it is into the outbox. One that asks its reader something is sent before others."""
    asks = isinstance(dispatch.asked, dict) and bool(dispatch.asked.get(OPEN))
    about = vars(replace(dispatch, urgency=max(dispatch.urgency, ASKED)) if asks else dispatch)
    if not _is_in_sandbox(context, dispatch.game_id):
        mail = outbox.NewMail(message_id=message_id, envelope_to=to, raw=raw, now=context.desk.now(), **about)
        context.writes.queue(context.session, mail)


def _is_in_sandbox(context: Context, game_id: int | None) -> bool:
    """Whether a mail is about a game that is there to try things with: of those nothing is ever sent."""
    return game_id is not None and lobby.game(context.session, game_id).is_sandbox
