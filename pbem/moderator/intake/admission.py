"""Which letters are admitted, and in what order: decided from the header alone, before any body is read.

Letters that open a seat come first. Second come letters of players and observers we know, answers to our mails, bounces, and
letters that somebody else sent with the token or thread of a seat: these are refused but stored whole, up to a limit per
seat and hour. All others are strangers': they are refused by their header, and only counted beyond a limit per hour. While
strangers may ask to join a game their short letters are read, up to the same limit.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import Enum
from functools import partial
from hashlib import sha256
from typing import Any

from pbem.engine.decision import Seat
from pbem.mail.address import read_message_id
from pbem.mail.dkim import NO_KEY, TOO_LONG, Verdict, claims_of, examine, with_verdict, without_verdict
from pbem.mail.imap.letters import FetchedHeader
from pbem.mail.letter import Letter
from pbem.mail.reading import read_header
from pbem.moderator.core.context import Context, Writer, from_writer
from pbem.moderator.core.desk import Desk
from pbem.moderator.intake.identify import (
    HeaderIdentity,
    LetterHeader,
    Nobody,
    Unclear,
    header_identity,
    identify,
    master_of_desk,
    refused,
)
from pbem.moderator.intake.mailbox_owner import refuse_what_we_never_sent
from pbem.moderator.joining.gathering import asked_for, guest_of
from pbem.moderator.joining.guest_letters import MAX_ASKED_BYTES, strangers_are_read
from pbem.moderator.reports.notices import UNPROVED, notice, tell_gamemaster
from pbem.moderator.seats.addresses import hide
from pbem.store.database import Session
from pbem.store.errors import NotNow
from pbem.store.games import gatherings, lobby, watchers
from pbem.store.mail import inbox, outbox
from pbem.store.tables.mail import LetterRow

log = logging.getLogger(__name__)

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
HEARD_OF = timedelta(days=7)
"""Faults of older letters are not reported, so that the search need not read all letters that belong to no seat."""
KEPT_OF_A_HEADER = 8 * 1024
"""Bytes kept of a refused letter's header."""
FAULT = "could not be read: "
"""Begins the outcome of a letter that belongs to no seat and met a fault."""
MAX_KEY_WAIT = timedelta(days=3)
GIVEN_UP = f"{NO_KEY}, for {MAX_KEY_WAIT.days} days"
"""Why a letter is refused whose key could not be looked up for MAX_KEY_WAIT."""
_LINE_END = re.compile(rb"\r{0,2}\n|\r")
_FOLD = re.compile(rb"\n[ \t]+")
_FROM = re.compile(rb"^(?:\xef\xbb\xbf)?from[ \t]*:.*", re.MULTILINE)
# A word as a whole, as in reading.headers.
_ADDRESS = re.compile(rb"[^\s<>,;:\"()]+")
_BOUNCE = re.compile(
    rb"^return-path:[ \t]*<>|^content-type:[ \t]*multipart/report|"
    rb"^from:.*\b(?:mailer-daemon|postmaster|bounces?)\b[^\s@]{0,250}@",
    re.MULTILINE,
)
"""What a mail server may write to say that a mail of ours came back (RFC 3464, RFC 5321 4.5.5), lower-cased and unfolded."""


class QueuePlace(Enum):
    """How far forward a letter waits."""

    PLAYER = "player"
    KNOWN = "known"
    BOUNCE = "bounce"
    ELSEWHERE = "elsewhere"
    """With the token or thread of a seat, but not from its player's address: the game master can assign it."""
    ASKING = "asking"
    """A stranger's that may ask to join an open game."""
    STRANGER = "stranger"


@dataclass(frozen=True, slots=True)
class Admission:
    """A letter in the mailbox that is admitted: the game whose turn it takes (`game_id`, 0 for none), and its size in bytes.
    `seat` is the seat of a letter from elsewhere, `identity` the sender by its header (None: not examined closely).
    """

    uid: int
    size: int
    place: QueuePlace
    game_id: int = 0
    seat: Seat = ""
    identity: HeaderIdentity | None = None


def storable(text: str) -> str:
    """`text` as the database can store it: a lone surrogate is written with a backslash."""
    return text.encode("utf-8", "backslashreplace").decode()


def sort_out(desk: Desk, fetched: Iterable[FetchedHeader]) -> list[Admission]:
    """The admission of each of these letters. One whose header causes a fault counts as a stranger's.

    Raises NotOurs if one answers a mail with our keyed hash that this database has not written.
    """
    headers = [LetterHeader(desk, each) for each in fetched]
    with desk.db.reading() as session:
        known, context = _Known(session), Context(session, desk)
        refuse_what_we_never_sent(context, headers)
        sorted_ = [_place(context, known, header) for header in headers]
        return [_asking(each) for each in sorted_] if strangers_are_read(context) else sorted_


class _Known:
    """The addresses of players, observers and guests, each looked up once."""

    def __init__(self, session: Session) -> None:
        self._session, self._known = session, dict[str, bool]()

    def __contains__(self, address: str) -> bool:
        if address not in self._known:
            places = (lobby, watchers, gatherings)
            self._known[address] = any(place.is_address(self._session, address) for place in places)
        return self._known[address]


def _asking(admission: Admission) -> Admission:
    is_read = admission.place is QueuePlace.STRANGER and admission.size <= MAX_ASKED_BYTES
    return replace(admission, place=QueuePlace.ASKING) if is_read else admission


def _place(context: Context, known: _Known, header: LetterHeader) -> Admission:
    fetched = header.fetched
    stranger = Admission(fetched.uid, fetched.size, QueuePlace.STRANGER)
    try:
        if _may_matter(context.desk, known, _folded(fetched.header)):
            return _look_closely(context, known, header, stranger)
    except Exception:
        log.exception("the header of the letter with UID %s", fetched.uid)
    return stranger


def _folded(header: bytes) -> bytes:
    """A header in lower case with each field on one line (RFC 5322 2.2.3)."""
    return _FOLD.sub(b" ", _LINE_END.sub(b"\n", header)).lower()


def seat_marks(desk: Desk) -> tuple[str, str]:
    """The signs of letters that open a seat: in a recipient's address, and in a Message-ID of ours."""
    local, _, host = desk.mailbox.lower().rpartition("@")
    return f"{local}+", f"@{host}"


def _may_matter(desk: Desk, known: _Known, folded: bytes) -> bool:
    """Whether a header needs a closer look, by what can be seen at once: most letters of strangers do not."""
    local, host = (re.escape(mark.encode()) for mark in seat_marks(desk))
    if _BOUNCE.search(folded) or re.search(rb"%s|[0-9a-f]{32}%s" % (local, host), folded):
        return True
    written = b" ".join(_FROM.findall(folded))
    named = (address.decode("utf-8", "replace") for address in _ADDRESS.findall(written) if b"@" in address)
    return b"=?" in written or any(address in known for address in named)


def _look_closely(context: Context, known: _Known, header: LetterHeader, stranger: Admission) -> Admission:
    """A letter's admission; `stranger` if nothing in its header is known."""
    letter, raw = header.letter, header.fetched.header
    writer = identify(context, letter)
    let_in = replace(stranger, identity=header_identity(context, raw, letter, writer))
    if isinstance(writer, Unclear):
        return replace(let_in, place=QueuePlace.PLAYER, game_id=writer.told[0].game.id)
    if isinstance(writer, Writer):
        game_id, seat = writer.game.id, writer.seat.name
        if not refused(writer, letter):
            return replace(let_in, place=QueuePlace.PLAYER, game_id=game_id)
        whole = let_in.size <= context.desk.letters.max_letter_bytes and _room_at(context, game_id, seat) > 0
        return replace(let_in, place=QueuePlace.ELSEWHERE, game_id=game_id, seat=seat) if whole else stranger
    if _BOUNCE.search(_folded(raw)):
        return replace(let_in, place=QueuePlace.BOUNCE)
    answers_us = any(read_message_id(context.desk.secret, reference) is not None for reference in letter.references)
    answers_us = answers_us or guest_of(context, letter) is not None or asked_for(context, letter) is not None
    answers_us = answers_us or master_of_desk(context.desk, letter) is not None
    return replace(let_in, place=QueuePlace.KNOWN) if answers_us or letter.sender in known else stranger


# Kept


def take_in(desk: Desk, raw: bytes, size: int = 0, identity: HeaderIdentity | None = None) -> int | None:
    """Store a raw letter. Gives its id, None if it is stored already.

    `size` is that of the whole letter in bytes if `raw` is only a part; `identity` is what its header said in the mailbox. A
    letter that cannot be read is stored as it is, as rejected ("dead"). Raises NotNow while the database cannot be written.
    """
    came = len(raw)
    try:
        raw, letter, for_game = _as_kept(desk, raw, identity, is_cut=bool(size))
        size = size and size + len(raw) - came
        with desk.db.writing() as session:
            row, new = inbox.accept(session, raw, letter.message_id, letter.sender, desk.now(), size=size, for_game=for_game)
            new = new or (not size and _came_again(Context(session, desk), row, raw))
        return row.id if new else None
    except NotNow:
        raise
    except Exception as fault:  # whatever is wrong with this letter, it must not be lost, and the next one waits
        log.exception("a letter of %s bytes", len(raw))
        with desk.db.writing() as session:
            return keep_unread(Context(session, desk), raw, size, fault)


def _came_again(context: Context, row: LetterRow, raw: bytes) -> bool:
    """Handle the second delivery of a letter that waits for its key, or has waited in vain: store it with the present
    verdict. Gives whether it is dealt with again.
    """
    waits = row.status == "held" and row.look_at is not None
    given_up = row.status == "dead" and GIVEN_UP in row.outcome
    is_settled = not claims_of(raw) and bool(claims_of(row.raw) or given_up)
    if (waits or given_up) and is_settled:
        inbox.put_in_again(context.session, row.id, raw)
        return True
    return False


def _as_kept(desk: Desk, raw: bytes, identity: HeaderIdentity | None, *, is_cut: bool) -> tuple[bytes, Letter, int]:
    """A letter in its stored form (tokens hidden, and before it the verdict on its signature if its game asks for one), its
    sender by the header, and the game it seems to be for (0: unknown).

    The signature covers the letter as it came, so it is checked first. The sender found in the mailbox is used again, unless
    the server now gives another header.
    """
    came = without_verdict(raw)
    hidden = without_verdict(hide(desk, came))  # hiding changes signs, and could make a verdict of another line
    if identity is None or not identity.is_of(came):
        letter = read_header(hidden)
        with desk.db.reading() as session:
            context = Context(session, desk)
            identity = header_identity(context, came, letter, identify(context, letter))
    letter = identity.letter
    if identity.is_signed:
        verdict = Verdict(TOO_LONG) if is_cut else examine(came, letter.sender, desk.letters.resolver, desk.now())
        hidden = with_verdict(hidden, verdict.why, verdict.claims)
    if letter.message_id.encode() not in hidden:  # without one a letter is named by a hash of all that is kept of it
        letter = read_header(hidden)
    return hidden, letter, identity.game_id


def keep_unread(context: Context, raw: bytes, size: int, fault: Exception) -> int | None:
    """Store a letter of which only the bytes are known, as rejected. Gives its id, or None for a duplicate."""
    session = context.session
    message_id = f"<{sha256(raw).hexdigest()}@unread>"
    row, new = inbox.accept(session, raw, message_id, "", context.desk.now(), size=size)
    if new:
        inbox.settle(session, row.id, "dead", storable(f"{FAULT}{type(fault).__name__}: {fault}"))
    return row.id if new else None


# Refused


def room_for_strangers(desk: Desk) -> int:
    """How many more letters that belong to no seat can be stored in this hour."""
    return desk.letters.strangers_per_hour - _nobodys_letters(desk)


def room_for_known(desk: Desk) -> int:
    """The same for bounces and letters of people we know, who have a limit of their own."""
    return 2 * desk.letters.strangers_per_hour - _nobodys_letters(desk)


def room_at_seat(desk: Desk, game_id: int, seat: Seat) -> int:
    """How many more refused letters to a seat can be stored whole in this hour."""
    with desk.db.reading() as session:
        return _room_at(Context(session, desk), game_id, seat)


def _room_at(context: Context, game_id: int, seat: Seat) -> int:
    desk = context.desk
    return desk.letters.letters_per_hour - inbox.refused_letters_since(context.session, game_id, seat, desk.now() - HOUR)


def _nobodys_letters(desk: Desk) -> int:
    with desk.db.reading() as session:
        return inbox.nobodys_letters_since(session, desk.now() - HOUR)


def refuse(desk: Desk, headings: Iterable[FetchedHeader]) -> int:
    """Store the headers of refused letters, in one transaction. Gives how many were new. Raises NotNow."""
    with desk.db.writing() as session:
        return sum(_refuse(Context(session, desk), heading) for heading in headings)


def _refuse(context: Context, heading: FetchedHeader) -> bool:
    session, desk = context.session, context.desk
    stored_header, size = heading.header[:KEPT_OF_A_HEADER], heading.size
    try:
        with session.begin_nested():
            header = hide(desk, heading.header)
            stored_header, size = header[:KEPT_OF_A_HEADER], size + len(header) - len(heading.header)
            letter = read_header(header)
            row, new = inbox.accept(session, stored_header, letter.message_id, letter.sender, desk.now(), size=size)
            if new:
                settle_refused(context, letter, row, identify(context, letter))
            return new
    except NotNow:
        raise
    except Exception as fault:  # as in take_in
        log.exception("the header of the letter with UID %s", heading.uid)
        return keep_unread(context, stored_header, size, fault) is not None


def settle_refused(
    context: Context, letter: Letter, row: LetterRow, writer: Writer | Nobody | Unclear, why: str = ""
) -> str:
    """Reject a letter that opens no seat, or whose writer only has the token of one. Only its header stays stored, unless a
    player we know seems to have written it, or it has the token or thread of a seat that has room for it: then the game
    master can assign it.

    The registered player is told (notices.may_warn): `why` it was not proved to be theirs, or that somebody else has the
    token. Gives the outcome.
    """
    if not isinstance(writer, Writer):
        outcome = f"from {letter.sender or 'nobody'}: {writer.because}"
    else:
        letter_context = from_writer(context, writer, letter, row)
        whose = f"{writer.game.name} {writer.seat.name}: from {letter.sender or 'nobody'}"
        if why := why or letter.doubt:
            notice(letter_context, "unproved", unproved=True, wait=why.startswith(NO_KEY), why=why)
            outcome = f"{whose}, refused: {why}"
        else:
            notice(letter_context, "stranger", unproved=True, sender=letter.sender)
            outcome = f"{whose}, not the player registered"
    settle = partial(inbox.settle, context.session, row.id, "dead", outcome)
    if isinstance(writer, Writer) and _is_kept_whole(context, writer, row):
        settle = partial(settle, game_id=writer.game.id, seat=writer.seat.name)
    elif isinstance(writer, Writer) or not writer.known:
        context.writes.do(partial(inbox.keep_header_only, context.session, row.id, KEPT_OF_A_HEADER))
    context.writes.do(settle)
    return outcome


def _is_kept_whole(context: Context, writer: Writer, row: LetterRow) -> bool:
    """Whether the text of a refused letter to a seat stays stored. It does if it was stored before, and the letter is tried
    again.
    """
    whose = writer.game.id, writer.seat.name
    return not inbox.is_cut(row) and ((row.game_id, row.seat) == whose or _room_at(context, *whose) > 0)


# Told


def tell_of_strangers(desk: Desk) -> None:
    """Tell the game master, once a day at most, that letters of strangers are only counted now, not stored."""
    with desk.db.writing() as session:
        occasion = f"strangers-{desk.now():%F}"
        tell_gamemaster(Context(session, desk), None, "strangers", occasion, UNPROVED, limit=desk.letters.strangers_per_hour)


def tell_of_faults(desk: Desk) -> bool:
    """Tell the game master of letters that belong to no seat and have met a fault, once a day at most. Gives whether they
    are told now.
    """
    oldest = desk.now() - HEARD_OF
    with desk.db.reading() as session:
        if inbox.newest_faulty_letter(session, oldest, FAULT) is None:
            return False
        last_notice = outbox.newest_notice(session, "letter_faults", desk.now())
        since = desk.now() - DAY if last_notice is None else last_notice.queued
        faults = inbox.faulty_letters_since(session, since, FAULT)
    if not faults or (last_notice is not None and desk.now() - last_notice.queued < DAY):
        return False
    with desk.db.writing() as session:
        newest = inbox.newest_faulty_letter(session, oldest, FAULT)
        if newest is None:
            return False
        occasion = f"letter-faults-{desk.now():%Y%m%d%H%M%S}"
        facts: dict[str, Any] = {"count": faults, "fault": newest.outcome}
        tell_gamemaster(Context(session, desk), None, "letter_faults", occasion, UNPROVED, **facts)
    return True
