"""Inbox and outbox. Letters come in once and are settled; mails wait here until the server took them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, Literal

from sqlalchemy import ColumnElement, Select, bindparam, delete, exists, func, or_, select, text, update
from sqlalchemy.orm import defer
from sqlmodel import Session, col

from pbem import values
from pbem.store.errors import Duplicate, NotFound
from pbem.store.tables import HAS_TEXT, DeskLineRow, EntryRow, LetterRow, OutgoingRow

Settled = Literal["done", "held", "dead"]
DISCARDED = "discarded at the desk"

BEING_SENT = "was being handed to the server when the program ended"
"""The error of a mail of which nobody knows whether the server took it: it is sent again."""

FIRST_WAIT = timedelta(minutes=1)
MAX_WAIT, MAX_DELAY = timedelta(hours=4), timedelta(hours=1)
FARTHEST = timedelta(days=1)
"""No mail is delayed for longer than this."""
MANY = 1_000_000_000
"""More mails than there are."""

# What every letter asks is put together once: that takes SQLAlchemy longer than SQLite takes to answer.
_LETTER_BY_MESSAGE_ID = select(LetterRow).where(col(LetterRow.message_id) == bindparam("message"))
_PENDING = select(col(LetterRow.id)).where(col(LetterRow.status) == "new").order_by(col(LetterRow.id))
_LOOKED_AT_LATER = (
    select(LetterRow).where(col(LetterRow.status) == "held", col(LetterRow.look_at).is_not(None)).order_by(col(LetterRow.id))
)
_EARLIER_OF_SEAT = (
    col(LetterRow.game_id) == bindparam("game"),
    col(LetterRow.seat) == bindparam("seat"),
    col(LetterRow.status) != "dead",
    col(LetterRow.id) < bindparam("letter"),
)
_SEAT_LETTERS = (
    select(func.count()).select_from(LetterRow).where(*_EARLIER_OF_SEAT, col(LetterRow.received) >= bindparam("since"))
)
_SAME_LETTER = (
    select(LetterRow)
    .where(*_EARLIER_OF_SEAT, col(LetterRow.answers) == bindparam("answers"), col(LetterRow.typed) == bindparam("typed"))
    .order_by(col(LetterRow.id))
)
_MAIL_BY_MESSAGE_ID = select(OutgoingRow).where(col(OutgoingRow.message_id) == bindparam("message"))
_TO_SEAT = (col(OutgoingRow.game_id) == bindparam("game"), col(OutgoingRow.seat) == bindparam("seat"))
_OF_KIND = col(OutgoingRow.kind) == bindparam("kind")
_NEWEST_MAIL = select(OutgoingRow).where(*_TO_SEAT, _OF_KIND).order_by(col(OutgoingRow.id).desc())
_NEWEST_NOTICE = (
    select(OutgoingRow)
    .where(col(OutgoingRow.game_id).is_(None), _OF_KIND, col(OutgoingRow.queued) <= bindparam("now"))
    .order_by(col(OutgoingRow.id).desc())
)
_IDS_OF_MAILS = select(col(OutgoingRow.message_id)).where(*_TO_SEAT, _OF_KIND, col(OutgoingRow.queued) >= bindparam("since"))
_IS_DUE = (
    col(OutgoingRow.status) == "waiting",
    or_(col(OutgoingRow.next_attempt) <= bindparam("now"), col(OutgoingRow.next_attempt) > bindparam("farthest")),
)
"""A mail's time has come; an attempt farther away than any pause was put there by a clock that was wrong."""
_DUE = select(OutgoingRow).where(*_IS_DUE)
_COUNT_DUE = select(func.count()).select_from(OutgoingRow).where(*_IS_DUE)


def accept(
    session: Session, raw: bytes, message_id: str, sender: str, now: datetime, *, size: int = 0
) -> tuple[LetterRow, bool]:
    """Keep a letter as "new" and say whether it is: the same letter may be there already, and stays as it was.

    `size` is that of the whole letter in bytes where `raw` is only its header. A letter of another sender, or with another
    text, under a Message-ID that is known is a letter of its own, and is kept under a Message-ID made of what it says.
    """
    size = max(size, len(raw))
    known = letter_by_message_id(session, message_id)
    if known is not None and not _is_copy(known, raw, sender, size):
        message_id = _message_id_of(message_id, sender, _content(raw, size))
        known = letter_by_message_id(session, message_id)
    if known is not None:
        return known, False
    digest = sha256(raw).hexdigest()
    row = LetterRow(message_id=message_id, raw=raw, received=now, sender=sender, digest=digest, size=size)
    session.add(row)
    session.flush()
    return row, True


def header_of(raw: bytes) -> bytes:
    """The header of a letter with the blank line after it (RFC 5322 2.1)."""
    end = _HEADER_END.search(raw)
    return raw if end is None else raw[: end.end()]


_HEADER_END = re.compile(rb"\r?\n\r?\n")
_OWN_FIELDS = re.compile(rb"^(?:date|subject|to):[^\n]*(?:\n[ \t][^\n]*)*", re.IGNORECASE | re.MULTILINE)
"""What a letter's writer has written into its header: a second delivery changes the others (RFC 5321 4.4)."""


def _is_copy(known: LetterRow, raw: bytes, sender: str, size: int) -> bool:
    """Whether a letter is the one that is known. Of one whose text is forgotten only the sender can be compared."""
    if known.sender != sender:
        return False
    if not known.raw:
        return True
    known_size = max(known.size, len(known.raw))
    return is_cut(known) == (size > len(raw)) and _content(known.raw, known_size) == _content(raw, size)


def _content(raw: bytes, size: int) -> bytes:
    """The content of a letter: its body, or a part of its header if only that was stored."""
    if size > len(raw):
        return b"\n".join(_OWN_FIELDS.findall(raw.replace(b"\r\n", b"\n")))
    return raw[len(header_of(raw)) :].replace(b"\r\n", b"\n").strip()


def _message_id_of(message_id: str, sender: str, said: bytes) -> str:
    parts = [message_id.encode(), sender.encode(), said]
    return f"<{sha256(b''.join(sha256(part).digest() for part in parts)).hexdigest()}@again>"


def is_cut(row: LetterRow) -> bool:
    """Whether only a part of a letter was stored."""
    return row.size > len(row.raw)


def keep_header_only(session: Session, letter_id: int, most: int) -> None:
    """Delete all of a letter but the first bytes of its header. Raises NotFound."""
    row = letter(session, letter_id)
    row.raw = header_of(row.raw)[:most]
    row.digest = sha256(row.raw).hexdigest()
    session.flush()


def letter(session: Session, letter_id: int) -> LetterRow:
    """The letter with this number. Raises NotFound."""
    row = session.get(LetterRow, letter_id)
    if row is None:
        raise NotFound(f"there is no letter {letter_id}")
    return row


def letter_by_message_id(session: Session, message_id: str) -> LetterRow | None:
    """The letter with this Message-ID, if it came."""
    return session.scalars(_LETTER_BY_MESSAGE_ID, {"message": message_id}).first()


def pending_ids(session: Session) -> list[int]:
    """The numbers of the letters nobody has settled, oldest first."""
    return list(session.scalars(_PENDING))


def pending_letters(session: Session) -> list[LetterRow]:
    """The letters nobody has settled, oldest first."""
    return list(session.scalars(_with_status("new", None)))[::-1]


def held_letters(session: Session) -> list[LetterRow]:
    """The letters that wait for the moderator, oldest first; their raw text can be asked for while `session` is open."""
    return _without_text(session, "held", None)


def dead_letters(session: Session, most: int | None = None) -> list[LetterRow]:
    """The letters that could not be dealt with, or the newest `most` of them, else like held_letters."""
    return _without_text(session, "dead", most)


def count_letters(session: Session, status: str) -> int:
    """How many letters have this status."""
    return _count(session, col(LetterRow.status) == status)


def letters_since(session: Session, letter: LetterRow, since: datetime) -> int:
    """How many letters came from the sender of `letter` at `since` or later, up to and with it."""
    return _count(
        session,
        col(LetterRow.sender) == letter.sender,
        col(LetterRow.received) >= since,
        col(LetterRow.id) <= letter.id,
    )


def letters_from(session: Session, letter: LetterRow, since: datetime, most: int) -> list[LetterRow]:
    """The last letters from the sender of `letter` before it, that came at `since` or later, the newest first."""
    same = (col(LetterRow.sender) == letter.sender, col(LetterRow.received) >= since, col(LetterRow.id) < letter.id)
    return list(session.scalars(select(LetterRow).where(*same).order_by(col(LetterRow.id).desc()).limit(most)))


def seat_letters_since(session: Session, letter: LetterRow, since: datetime) -> int:
    """How many letters of the seat of `letter` came at `since` or later, up to and with it; those refused do not count.

    It counts itself, and need not be written down as one of that seat yet.
    """
    given = {"game": letter.game_id, "seat": letter.seat, "since": since, "letter": letter.id}
    return session.connection().execute(_SEAT_LETTERS, given).scalar_one() + (letter.received >= since)


def refused_letters_since(session: Session, game_id: int, seat: str, since: datetime) -> int:
    """How many letters for a seat were kept at `since` or later that were not read."""
    whose = (col(LetterRow.game_id) == game_id, col(LetterRow.seat) == seat, col(LetterRow.status) == "dead")
    return _count(session, *whose, col(LetterRow.received) >= since)


def nobodys_letters_since(session: Session, since: datetime) -> int:
    """How many letters that belong to no seat were kept at `since` or later."""
    return _count(session, *_NOBODYS, col(LetterRow.received) >= since)


def faulty_letters_since(session: Session, since: datetime, mark: str) -> int:
    """How many dead letters that belong to no seat came later than `since` and have an outcome that begins with `mark`."""
    faulty = (col(LetterRow.status) == "dead", col(LetterRow.outcome).startswith(mark, autoescape=True))
    return _count(session, *_NOBODYS, col(LetterRow.received) > since, *faulty)


def newest_faulty_letter(session: Session, mark: str) -> LetterRow | None:
    """The last of the letters that faulty_letters_since counts."""
    wanted = select(LetterRow).where(*_NOBODYS, col(LetterRow.outcome).startswith(mark, autoescape=True))
    return session.scalars(wanted.order_by(col(LetterRow.received).desc()).limit(1)).first()


_NOBODYS = (col(LetterRow.game_id).is_(None), col(LetterRow.seat).is_(None))


def settle(
    session: Session,
    letter_id: int,
    status: Settled,
    outcome: str,
    *,
    game_id: int | None = None,
    seat: str | None = None,
    look_at: datetime | None = None,
) -> LetterRow:
    """Say what became of a letter: a status, one line why, whose it was if that is known, and when a held one is looked at
    again by itself. Raises NotFound.
    """
    row = letter(session, letter_id)
    row.status, row.outcome, row.look_at = status, outcome, look_at
    row.game_id = row.game_id if game_id is None else game_id
    row.seat = row.seat if seat is None else seat
    session.flush()
    return row


def looked_at_later(session: Session) -> list[LetterRow]:
    """The held letters that are looked at again by themselves, oldest first."""
    return list(session.scalars(_LOOKED_AT_LATER))


def waits_behind(session: Session, row: LetterRow, game_id: int | None, seat: str | None) -> LetterRow | None:
    """The newest letter of the same writer before this one that is looked at later, so that this one waits as well."""
    held = (col(LetterRow.status) == "held", col(LetterRow.look_at).is_not(None), col(LetterRow.id) < row.id)
    same = (col(LetterRow.game_id).is_(game_id), col(LetterRow.seat).is_(seat), col(LetterRow.sender) == row.sender)
    return session.scalars(select(LetterRow).where(*held, *same).order_by(col(LetterRow.id).desc()).limit(1)).first()


def put_in_again(session: Session, letter_id: int, raw: bytes) -> LetterRow:
    """Make a letter new again, with another text. Raises NotFound."""
    row = letter(session, letter_id)
    row.raw, row.digest, row.size = raw, sha256(raw).hexdigest(), len(raw)
    row.status, row.outcome, row.look_at = "new", "", None
    session.flush()
    return row


def retry(session: Session, letter_id: int) -> LetterRow:
    """Make a held or dead letter new again. Raises NotFound when it is neither, or its text is forgotten."""
    row = letter(session, letter_id)
    if row.status not in ("held", "dead") or not row.raw:
        raise NotFound(f"letter {letter_id} is {row.status} and cannot be read again")
    # A held letter of which only the header was kept is too long, and its writer is told so when it is dealt with.
    if row.status == "dead" and is_cut(row):
        raise NotFound(f"of letter {letter_id} only the header was kept; have it sent again")
    row.status, row.outcome, row.look_at = "new", "", None
    session.flush()
    return row


def discard(session: Session, letter_id: int, because: str) -> LetterRow:
    """Settle a held or dead letter as done with. Raises NotFound when it is neither, and BadValue."""
    because = values.reason(because)
    row = letter(session, letter_id)
    if row.status not in ("held", "dead"):
        raise NotFound(f"letter {letter_id} is {row.status}: only one that is held or dead can be discarded")
    row.status, row.outcome, row.look_at = "done", f"{DISCARDED}: {because}", None
    session.flush()
    return row


def queue(
    session: Session,
    *,
    message_id: str,
    envelope_to: str,
    raw: bytes,
    kind: str,
    now: datetime,
    game_id: int | None = None,
    seat: str | None = None,
    letter_id: int | None = None,
    asked: object = None,
    urgency: int = 0,
    not_before: datetime | None = None,
) -> OutgoingRow:
    """Put a mail into the outbox, with the marks of what it `asked` if it is a report, and its `urgency` (most_urgent).

    Raises Duplicate for a known Message-ID.
    """
    if outgoing_by_message_id(session, message_id) is not None:
        raise Duplicate(f"a mail {message_id} is in the outbox already")
    row = OutgoingRow(
        game_id=game_id,
        seat=seat,
        message_id=message_id,
        envelope_to=envelope_to,
        raw=raw,
        kind=kind,
        queued=now,
        next_attempt=not_before or now,
        letter_id=letter_id,
        asked=asked,
        urgency=urgency,
    )
    session.add(row)
    session.flush()
    return row


def outgoing_by_message_id(session: Session, message_id: str) -> OutgoingRow | None:
    """The mail we wrote under this Message-ID: what a player's In-Reply-To or a bounce speaks of."""
    return session.scalars(_MAIL_BY_MESSAGE_ID, {"message": message_id}).first()


def newest_notice(session: Session, kind: str, now: datetime) -> OutgoingRow | None:
    """The last mail of a kind that was about no game; not one from a time to come, when the clock was wrong."""
    return session.scalars(_NEWEST_NOTICE, {"kind": kind, "now": now}).first()


def newest_mail(session: Session, game_id: int, seat: str, kind: str) -> OutgoingRow | None:
    """The last mail of a kind that was written to a seat, sent or not."""
    return session.scalars(_NEWEST_MAIL, {"game": game_id, "seat": seat, "kind": kind}).first()


def mails_to(session: Session, game_id: int, seat: str, kind: str) -> list[OutgoingRow]:
    """All mails of a kind that were written to a seat, sent or not, the newest first."""
    same = (col(OutgoingRow.game_id) == game_id, col(OutgoingRow.seat) == seat, col(OutgoingRow.kind) == kind)
    return list(session.scalars(select(OutgoingRow).where(*same).order_by(col(OutgoingRow.id).desc())))


def newest_mail_number(session: Session) -> int:
    """The number of the newest mail in the outbox, of any game (0: there is none)."""
    return int(session.connection().execute(select(func.max(col(OutgoingRow.id)))).scalar_one() or 0)


def mails_after(session: Session, game_id: int, number: int) -> list[OutgoingRow]:
    """The mails of a game with a higher number, in the order they were queued."""
    wanted = select(OutgoingRow).where(col(OutgoingRow.game_id) == game_id, col(OutgoingRow.id) > number)
    return list(session.scalars(wanted.order_by(col(OutgoingRow.id))))


def ids_of_mails(session: Session, game_id: int, seat: str, kind: str, since: datetime) -> list[str]:
    """The Message-IDs of the mails of a kind that were queued to a seat at `since` or later."""
    return list(session.scalars(_IDS_OF_MAILS, {"game": game_id, "seat": seat, "kind": kind, "since": since}))


def count_mails(session: Session, game_id: int, kind: str, since: datetime) -> int:
    """How many mails of a kind were queued about a game at `since` or later."""
    same = (col(OutgoingRow.game_id) == game_id, col(OutgoingRow.kind) == kind, col(OutgoingRow.queued) >= since)
    return session.connection().execute(select(func.count()).select_from(OutgoingRow).where(*same)).scalar_one()


def newest_reports(
    session: Session, game_id: int, seat: str, before: datetime, limit: int, letter_id: int | None = None
) -> list[OutgoingRow]:
    """The last reports that were written to a seat by a certain time, sent or not, the newest first.

    Of those written at that very time the ones that this letter, or a later one, has caused are not among them.
    """
    return _newest(session, limit, *_written_to(game_id, seat, before, letter_id), col(OutgoingRow.kind) == "report")


def newest_mails(
    session: Session, game_id: int, seat: str, before: datetime, limit: int, letter_id: int | None = None
) -> list[OutgoingRow]:
    """The same of mails of all kinds."""
    return _newest(session, limit, *_written_to(game_id, seat, before, letter_id))


def newest_to(session: Session, address: str, limit: int) -> list[OutgoingRow]:
    """The last mails to somebody who had no seat when they were written, the newest first."""
    return _newest(session, limit, col(OutgoingRow.envelope_to) == address, col(OutgoingRow.game_id).is_(None))


def newest_for(session: Session, address: str, limit: int) -> list[OutgoingRow]:
    """The last mails to an address, whatever they are about, the newest first."""
    return _newest(session, limit, col(OutgoingRow.envelope_to) == address)


def _written_to(game_id: int, seat: str, before: datetime, letter_id: int | None) -> tuple[ColumnElement[bool], ...]:
    to_seat = col(OutgoingRow.game_id) == game_id, col(OutgoingRow.seat) == seat, col(OutgoingRow.queued) <= before
    if letter_id is None:
        return to_seat
    return *to_seat, func.coalesce(col(OutgoingRow.letter_id), 0) < letter_id


def _newest(session: Session, limit: int, *where: ColumnElement[bool]) -> list[OutgoingRow]:
    return list(session.scalars(select(OutgoingRow).where(*where).order_by(col(OutgoingRow.id).desc()).limit(limit)))


def asked_by(session: Session, mail: OutgoingRow) -> object:
    """The marks of what a mail asked, or of the newest report before it where it is none; None if nobody kept them."""
    if mail.asked is not None or mail.game_id is None or mail.seat is None:
        return mail.asked
    before = newest_reports(session, mail.game_id, mail.seat, mail.queued, 1)
    return before[0].asked if before else None


def same_letter(session: Session, letter: LetterRow) -> LetterRow | None:
    """An earlier letter of the same seat with the same typed lines, in answer to the same mail of ours, if there is one."""
    if not letter.typed or not letter.answers:
        return None
    given = {"game": letter.game_id, "seat": letter.seat, "answers": letter.answers, "typed": letter.typed}
    return session.scalars(_SAME_LETTER, given | {"letter": letter.id}).first()


def due(session: Session, now: datetime, limit: int) -> list[OutgoingRow]:
    """At most `limit` waiting mails whose time has come, in the order they were queued."""
    return _due(session, now, limit)


def most_urgent(session: Session, now: datetime, limit: int, *, untried: bool = False) -> list[OutgoingRow]:
    """The same with the most urgent first, or those first that were tried least.

    No mail overtakes another of its game to its address: what an urgent one waits behind is as urgent.
    """
    urgent = (
        func.max(col(OutgoingRow.urgency)).over(partition_by=(col(OutgoingRow.envelope_to), col(OutgoingRow.game_id))).desc()
    )
    return _due(session, now, limit, *((col(OutgoingRow.attempts), urgent) if untried else (urgent,)))


def _due(session: Session, now: datetime, limit: int, *first: ColumnElement[Any]) -> list[OutgoingRow]:
    wanted = _DUE.order_by(*first, col(OutgoingRow.id)).limit(limit)
    return list(session.scalars(wanted, _moment(now)))


def is_announced(session: Session, urgency: int, since: datetime, until: datetime) -> bool:
    """Whether a mail that is so urgent still waits, or was queued later than `since` and not later than `until`."""
    fresh = or_(col(OutgoingRow.status) == "waiting", col(OutgoingRow.queued).between(since, until))
    same = select(col(OutgoingRow.id)).where(col(OutgoingRow.urgency) == urgency, fresh)
    return session.scalars(same.order_by(col(OutgoingRow.id).desc()).limit(1)).first() is not None


def count_due(session: Session, now: datetime) -> int:
    """How many waiting mails have their time come."""
    return session.connection().execute(_COUNT_DUE, _moment(now)).scalar_one()


def _moment(now: datetime) -> dict[str, Any]:
    """What the statements about waiting mails are given."""
    return {"now": now, "farthest": now + FARTHEST}


def waiting_mails_of(session: Session, game_id: int) -> list[OutgoingRow]:
    """The mails of a game that have not gone out."""
    mine = select(OutgoingRow).where(col(OutgoingRow.game_id) == game_id, col(OutgoingRow.status) == "waiting")
    return list(session.scalars(mine))


def waiting_mails(session: Session) -> list[OutgoingRow]:
    """The mails that are still to be sent, without their text, in the order they were queued."""
    waiting = select(OutgoingRow).where(col(OutgoingRow.status) == "waiting").options(defer(OutgoingRow.raw))  # type: ignore[arg-type]
    return list(session.scalars(waiting.order_by(col(OutgoingRow.id))))


def undone_letters(session: Session) -> list[LetterRow]:
    """The letters that are new or held, without their text, oldest first."""
    undone = select(LetterRow).where(col(LetterRow.status).in_(("new", "held"))).options(defer(LetterRow.raw))  # type: ignore[arg-type]
    return list(session.scalars(undone.order_by(col(LetterRow.id))))


def letters_of_game(session: Session, game_id: int) -> list[LetterRow]:
    """All letters that were for a game, without their text, oldest first."""
    wanted = select(LetterRow).where(col(LetterRow.game_id) == game_id).options(defer(LetterRow.raw))  # type: ignore[arg-type]
    return list(session.scalars(wanted.order_by(col(LetterRow.id))))


def mails_of_game(session: Session, game_id: int) -> list[OutgoingRow]:
    """All mails about a game, without their text, oldest first."""
    wanted = select(OutgoingRow).where(col(OutgoingRow.game_id) == game_id).options(defer(OutgoingRow.raw))  # type: ignore[arg-type]
    return list(session.scalars(wanted.order_by(col(OutgoingRow.id))))


def letters_like(session: Session, outcome: str, most: int) -> list[LetterRow]:
    """The newest letters that are done with and have an outcome that begins so, the newest first."""
    same = (col(LetterRow.status) == "done", col(LetterRow.outcome).startswith(outcome, autoescape=True))
    return list(session.scalars(select(LetterRow).where(*same).order_by(col(LetterRow.id).desc()).limit(most)))


def letters_with(session: Session, letter: LetterRow, outcomes: Iterable[str], since: datetime) -> int:
    """How many letters from the sender of `letter` came at `since` or later whose outcome begins with one of these."""
    begins = [col(LetterRow.outcome).startswith(outcome, autoescape=True) for outcome in outcomes]
    return _count(session, col(LetterRow.sender) == letter.sender, col(LetterRow.received) >= since, or_(*begins))


def refused_mails(session: Session) -> list[OutgoingRow]:
    """The mails a server refused for good, oldest first."""
    refused = select(OutgoingRow).where(col(OutgoingRow.status) == "refused")
    return list(session.scalars(refused.order_by(col(OutgoingRow.id))))


def mark_tried(session: Session, outgoing_ids: Iterable[int]) -> None:
    """Note that these mails are handed to the server now: what cannot note that could not note either that they are sent,
    and would send them again and again.
    """
    tried = update(OutgoingRow).where(col(OutgoingRow.id).in_(list(outgoing_ids))).values(last_error=BEING_SENT)
    session.connection().execute(tried)


def mark_untried(session: Session, mails: Iterable[OutgoingRow]) -> None:
    """Note that these mails were not handed over after all: what was said of them, as these rows have it, holds again."""
    for mail in mails:
        untried = update(OutgoingRow).where(col(OutgoingRow.id) == mail.id).values(last_error=mail.last_error)
        session.connection().execute(untried)


def mark_sent(session: Session, outgoing_id: int, now: datetime) -> OutgoingRow:
    """The server took the mail. Raises NotFound."""
    row = _outgoing(session, outgoing_id)
    row.status, row.sent, row.last_error = "sent", now, ""
    row.attempts += 1
    session.flush()
    return row


def mark_failed(session: Session, outgoing_id: int, now: datetime, error: str, permanent: bool) -> OutgoingRow:
    """The mail was not taken: for good, or to be tried again after one minute, then two, four, up to four hours.

    Raises NotFound.
    """
    row = _outgoing(session, outgoing_id)
    row.attempts += 1
    row.last_error = error
    row.refused_since = min(row.refused_since or now, now)
    if permanent:
        row.status = "refused"
    else:
        row.next_attempt = now + _wait(row.attempts)
    session.flush()
    return row


def put_off(session: Session, outgoing_id: int, now: datetime, least: timedelta, error: str) -> OutgoingRow:
    """The mail was not taken, and it is not its own fault: it is tried again, not before a pause of the `least` length, and
    after an hour at most where that is longer. Raises NotFound.
    """
    row = _outgoing(session, outgoing_id)
    row.attempts += 1
    row.last_error = error
    row.next_attempt = now + max(least, min(_wait(row.attempts), MAX_DELAY))
    session.flush()
    return row


def send_again(session: Session, outgoing_id: int, now: datetime, pause: timedelta, error: str) -> OutgoingRow:
    """A mail that was sent, and that our own server could not pass on, waits again. Raises NotFound."""
    row = put_off(session, outgoing_id, now, pause, error)
    row.status, row.refused_since, row.sent = "waiting", row.refused_since or row.sent, None
    session.flush()
    return row


def forget_raw(session: Session, before: datetime, most: int) -> int:
    """Let go what is done with and older than `before`: `most` rows of each kind at once. Returns how many rows that were.

    The raw text of letters done or dead and of mails sent or refused is emptied. Letters that belong to no seat, of which
    nothing else speaks, are deleted. What is new, held or waits to be sent stays.
    """
    settled = (col(LetterRow.status).in_(("done", "dead")), col(LetterRow.received) < before)
    strangers = select(col(LetterRow.id)).where(*settled, *_NOBODYS, ~_is_spoken_of()).limit(most)
    gone = session.connection().execute(delete(LetterRow).where(col(LetterRow.id).in_(strangers))).rowcount
    letters = select(col(LetterRow.id)).where(col(LetterRow.received) < before, _SETTLED, _WITH_TEXT)
    mails = select(col(OutgoingRow.id)).where(
        col(OutgoingRow.queued) < before,
        _SENT_OR_REFUSED,
        func.coalesce(col(OutgoingRow.sent), col(OutgoingRow.queued)) < before,
        _WITH_TEXT,
    )
    return gone + sum(
        session.connection().execute(update(table).where(col(table.id).in_(ids.limit(most))).values(raw=b"")).rowcount
        for table, ids in ((LetterRow, letters), (OutgoingRow, mails))
    )


# With a + before it SQLite does not look for the status by its index, which has every letter of years.
_SETTLED, _SENT_OR_REFUSED = text("+status IN ('done', 'dead')"), text("+status IN ('sent', 'refused')")
_WITH_TEXT = text(HAS_TEXT)


def _is_spoken_of() -> ColumnElement[bool]:
    """Whether an entry, a mail or a line to the desk names a letter."""
    named = (exists().where(col(table.letter_id) == col(LetterRow.id)) for table in (EntryRow, OutgoingRow, DeskLineRow))
    return or_(*named)


def _wait(attempts: int) -> timedelta:
    doublings = min(attempts - 1, 8)  # 2^8 minutes are more than four hours already
    return min(FIRST_WAIT * (1 << doublings), MAX_WAIT)


def _without_text(session: Session, status: str, most: int | None) -> list[LetterRow]:
    return list(session.scalars(_with_status(status, most).options(defer(LetterRow.raw))))[::-1]  # type: ignore[arg-type]


def _with_status(status: str, most: int | None) -> Select[LetterRow]:
    """The newest `most` letters of a status, newest first."""
    return select(LetterRow).where(col(LetterRow.status) == status).order_by(col(LetterRow.id).desc()).limit(most)


def _count(session: Session, *conditions: ColumnElement[bool]) -> int:
    return session.connection().execute(select(func.count()).select_from(LetterRow).where(*conditions)).scalar_one()


def _outgoing(session: Session, outgoing_id: int) -> OutgoingRow:
    row = session.get(OutgoingRow, outgoing_id)
    if row is None:
        raise NotFound(f"there is no mail {outgoing_id} in the outbox")
    return row
