"""Inbox and outbox. Letters come in once and are settled; mails wait here until the server took them."""

from __future__ import annotations

from datetime import datetime, timedelta
from hashlib import sha256
from typing import Literal

from sqlalchemy import func, select, update
from sqlmodel import Session, col

from pbem.store.errors import Duplicate, NotFound
from pbem.store.tables import LetterRow, OutgoingRow

Settled = Literal["done", "held", "dead"]

FIRST_WAIT = timedelta(minutes=1)
LONGEST_WAIT = timedelta(hours=4)


def accept(session: Session, raw: bytes, message_id: str, sender: str, now: datetime) -> tuple[LetterRow, bool]:
    """Keep a letter as "new" and say whether it is: one with a known Message-ID is there already and stays as it was."""
    known = letter_by_message_id(session, message_id)
    if known is not None:
        return known, False
    digest = sha256(raw).hexdigest()
    row = LetterRow(message_id=message_id, raw=raw, received=now, sender=sender, digest=digest)
    session.add(row)
    session.flush()
    return row, True


def letter(session: Session, letter_id: int) -> LetterRow:
    """The letter with this number. Raises NotFound."""
    row = session.get(LetterRow, letter_id)
    if row is None:
        raise NotFound(f"there is no letter {letter_id}")
    return row


def letter_by_message_id(session: Session, message_id: str) -> LetterRow | None:
    """The letter with this Message-ID, if it came."""
    return session.scalars(select(LetterRow).where(col(LetterRow.message_id) == message_id)).first()


def pending_letters(session: Session) -> list[LetterRow]:
    """The letters nobody has settled, oldest first."""
    return _letters(session, "new")


def held_letters(session: Session) -> list[LetterRow]:
    """The letters that wait for the moderator, oldest first."""
    return _letters(session, "held")


def dead_letters(session: Session) -> list[LetterRow]:
    """The letters that could not be dealt with, oldest first."""
    return _letters(session, "dead")


def letters_since(session: Session, letter: LetterRow, since: datetime) -> int:
    """How many letters came from the sender of `letter` at `since` or later, up to and with it."""
    same = (col(LetterRow.sender) == letter.sender, col(LetterRow.received) >= since, col(LetterRow.id) <= letter.id)
    return session.connection().execute(select(func.count()).where(*same)).scalar_one()


def settle(
    session: Session,
    letter_id: int,
    status: Settled,
    outcome: str,
    *,
    game_id: int | None = None,
    seat: str | None = None,
) -> LetterRow:
    """Say what became of a letter: a status, one line why, and whose it was if that is known. Raises NotFound."""
    row = letter(session, letter_id)
    row.status, row.outcome = status, outcome
    row.game_id = row.game_id if game_id is None else game_id
    row.seat = row.seat if seat is None else seat
    session.flush()
    return row


def retry(session: Session, letter_id: int) -> LetterRow:
    """Make a held or dead letter new again. Raises NotFound when it is neither, or its text is forgotten."""
    row = letter(session, letter_id)
    if row.status not in ("held", "dead") or not row.raw:
        raise NotFound(f"letter {letter_id} is {row.status} and cannot be read again")
    row.status, row.outcome = "new", ""
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
) -> OutgoingRow:
    """Put a mail into the outbox, with the marks of what it `asked` if it is a report.

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
        next_attempt=now,
        letter_id=letter_id,
        asked=asked,
    )
    session.add(row)
    session.flush()
    return row


def outgoing_by_message_id(session: Session, message_id: str) -> OutgoingRow | None:
    """The mail we wrote under this Message-ID: what a player's In-Reply-To or a bounce speaks of."""
    return session.scalars(select(OutgoingRow).where(col(OutgoingRow.message_id) == message_id)).first()


def newest_mail(session: Session, game_id: int, seat: str, kind: str) -> OutgoingRow | None:
    """The last mail of a kind that was written to a seat, sent or not."""
    same = (col(OutgoingRow.game_id) == game_id, col(OutgoingRow.seat) == seat, col(OutgoingRow.kind) == kind)
    return session.scalars(select(OutgoingRow).where(*same).order_by(col(OutgoingRow.id).desc())).first()


def mails_to(session: Session, game_id: int, seat: str, kind: str) -> list[OutgoingRow]:
    """All mails of a kind that were written to a seat, sent or not, the newest first."""
    same = (col(OutgoingRow.game_id) == game_id, col(OutgoingRow.seat) == seat, col(OutgoingRow.kind) == kind)
    return list(session.scalars(select(OutgoingRow).where(*same).order_by(col(OutgoingRow.id).desc())))


def newest_reports(session: Session, game_id: int, seat: str, before: datetime, limit: int) -> list[OutgoingRow]:
    """The last reports that were written to a seat by a certain time, sent or not, the newest first."""
    same = (col(OutgoingRow.game_id) == game_id, col(OutgoingRow.seat) == seat, col(OutgoingRow.kind) == "report")
    found = select(OutgoingRow).where(*same, col(OutgoingRow.queued) <= before)
    return list(session.scalars(found.order_by(col(OutgoingRow.id).desc()).limit(limit)))


def asked_by(session: Session, mail: OutgoingRow) -> object:
    """The marks of what a mail asked, or of the newest report before it where it is none; None where nobody kept them."""
    if mail.asked is not None or mail.game_id is None or mail.seat is None:
        return mail.asked
    before = newest_reports(session, mail.game_id, mail.seat, mail.queued, 1)
    return before[0].asked if before else None


def same_letter(session: Session, letter: LetterRow) -> LetterRow | None:
    """An earlier letter of the same seat with the same typed lines, in answer to the same mail of ours, if there is one."""
    if not letter.typed or not letter.answers:
        return None
    same = (
        col(LetterRow.game_id) == letter.game_id,
        col(LetterRow.seat) == letter.seat,
        col(LetterRow.answers) == letter.answers,
        col(LetterRow.typed) == letter.typed,
        col(LetterRow.status) != "dead",
        col(LetterRow.id) < letter.id,
    )
    return session.scalars(select(LetterRow).where(*same).order_by(col(LetterRow.id))).first()


def due(session: Session, now: datetime, limit: int) -> list[OutgoingRow]:
    """At most `limit` waiting mails whose time has come, in the order they were queued."""
    waiting = (col(OutgoingRow.status) == "waiting") & (col(OutgoingRow.next_attempt) <= now)
    return list(session.scalars(select(OutgoingRow).where(waiting).order_by(col(OutgoingRow.id)).limit(limit)))


def refused_mails(session: Session) -> list[OutgoingRow]:
    """The mails a server refused for good, oldest first."""
    refused = select(OutgoingRow).where(col(OutgoingRow.status) == "refused")
    return list(session.scalars(refused.order_by(col(OutgoingRow.id))))


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
    if permanent:
        row.status = "refused"
    else:
        row.next_attempt = now + _wait(row.attempts)
    session.flush()
    return row


def forget_raw(session: Session, before: datetime) -> int:
    """Empty the raw text of what is done with and older than `before`: letters done, mails sent. Returns how many."""
    letters = (col(LetterRow.status) == "done", col(LetterRow.received) < before, col(LetterRow.raw) != b"")
    mails = (col(OutgoingRow.status) == "sent", col(OutgoingRow.sent) < before, col(OutgoingRow.raw) != b"")
    return sum(
        session.connection().execute(update(table).where(*which).values(raw=b"")).rowcount
        for table, which in ((LetterRow, letters), (OutgoingRow, mails))
    )


def _wait(attempts: int) -> timedelta:
    doublings = min(attempts - 1, 8)  # 2^8 minutes are more than four hours already
    return min(FIRST_WAIT * (1 << doublings), LONGEST_WAIT)


def _letters(session: Session, status: str) -> list[LetterRow]:
    wanted = select(LetterRow).where(col(LetterRow.status) == status).order_by(col(LetterRow.id))
    return list(session.scalars(wanted))


def _outgoing(session: Session, outgoing_id: int) -> OutgoingRow:
    row = session.get(OutgoingRow, outgoing_id)
    if row is None:
        raise NotFound(f"there is no mail {outgoing_id} in the outbox")
    return row
