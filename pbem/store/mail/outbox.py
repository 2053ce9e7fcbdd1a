"""Mails: they wait here until the server took them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, bindparam, func, or_, select, text, union_all, update
from sqlalchemy.orm import defer
from sqlalchemy.orm.attributes import set_committed_value
from sqlmodel import Session, col

from pbem.store.dialect.sql import Upsert
from pbem.store.errors import Duplicate, NotFound
from pbem.store.once import once
from pbem.store.tables.games import GameRow, SeatRow
from pbem.store.tables.mail import IS_URGENT, OutgoingRow

BEING_SENT = "was being handed to the server when the program ended"
"""The error of a mail of which nobody knows whether the server took it: it is sent again."""
FIRST_WAIT = timedelta(minutes=1)
MAX_WAIT, MAX_DELAY = timedelta(hours=4), timedelta(hours=1)
FARTHEST = timedelta(days=1)
"""No mail is delayed for longer than this."""
MANY = 1_000_000_000
"""More mails than there are."""

# What every letter asks is put together once: that takes SQLAlchemy longer than SQLite takes to answer.
_MAIL_BY_MESSAGE_ID = select(OutgoingRow).where(col(OutgoingRow.message_id) == bindparam("message"))
_QUEUE = Upsert(OutgoingRow, lambda insert: insert.on_conflict_do_nothing(index_elements=["message_id"]))
_MAILS_BY_MESSAGE_ID = select(OutgoingRow).where(col(OutgoingRow.message_id).in_(bindparam("messages", expanding=True)))
_TO_SEAT = (col(OutgoingRow.game_id) == bindparam("game"), col(OutgoingRow.seat) == bindparam("seat"))
_OF_KIND = col(OutgoingRow.kind) == bindparam("kind")
_NEWEST_MAIL = select(OutgoingRow).where(*_TO_SEAT, _OF_KIND).order_by(col(OutgoingRow.id).desc())
_NEWEST_NOTICE = (
    select(OutgoingRow)
    .where(
        col(OutgoingRow.game_id).is_(None),
        col(OutgoingRow.seat).is_(None),
        _OF_KIND,
        col(OutgoingRow.queued) <= bindparam("now"),
    )
    .order_by(col(OutgoingRow.id).desc())
)
_TO_SEATS = (col(OutgoingRow.game_id) == bindparam("game"), col(OutgoingRow.seat).in_(bindparam("seats", expanding=True)))
_LATELY_COLUMNS = (col(OutgoingRow.seat), col(OutgoingRow.kind), col(OutgoingRow.message_id), col(OutgoingRow.asked))
_NEWEST_REPORTS = (
    select(func.max(col(OutgoingRow.id)))
    .where(*_TO_SEATS, col(OutgoingRow.kind) == "report")
    .group_by(col(OutgoingRow.seat))
)
_LATELY = union_all(
    select(*_LATELY_COLUMNS).where(col(OutgoingRow.id).in_(_NEWEST_REPORTS)),
    select(*_LATELY_COLUMNS).where(
        *_TO_SEATS, col(OutgoingRow.kind) == "notice", col(OutgoingRow.queued) >= bindparam("since")
    ),
)
IS_DUE = (
    col(OutgoingRow.status) == "waiting",
    or_(col(OutgoingRow.next_attempt) <= bindparam("now"), col(OutgoingRow.next_attempt) > bindparam("farthest")),
)
"""A mail's time has come; an attempt farther away than any pause was put there by a clock that was wrong."""
DUE_MAIL = (col(OutgoingRow.id), col(OutgoingRow.envelope_to), col(OutgoingRow.last_error))
"""The columns of a DueMail."""
URGENT_FIRST = (
    func.max(col(OutgoingRow.urgency)).over(partition_by=(col(OutgoingRow.envelope_to), col(OutgoingRow.game_id))).desc()
)
"""Orders mails: first those that ask their reader something, with older mails that must go before them."""
_DUE = select(OutgoingRow).where(*IS_DUE)
_SENT = (
    update(OutgoingRow)
    .where(col(OutgoingRow.id).in_(bindparam("numbers", expanding=True)))
    .values(status="sent", sent=bindparam("now"), last_error="", attempts=col(OutgoingRow.attempts) + 1)
)
_TRIED = (
    update(OutgoingRow)
    .where(col(OutgoingRow.id).in_(bindparam("numbers", expanding=True)))
    .values(last_error=BEING_SENT)
    .returning(OutgoingRow)
    .execution_options(synchronize_session=False)
)
COUNT_DUE = select(func.count()).select_from(OutgoingRow).where(*IS_DUE)
"""How many mails are due, given their moment."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMail:
    """A mail to be put into the outbox, with the marks of what it `asked` if it is a report, and its `urgency`
    (way_out.closed_and_urgent).
    """

    message_id: str
    envelope_to: str
    raw: bytes = field(repr=False)
    kind: str
    now: datetime
    game_id: int | None = None
    seat: str | None = None
    letter_id: int | None = None
    asked: object = None
    urgency: int = 0
    not_before: datetime | None = None

    def row(self) -> dict[str, Any]:
        """Its row."""
        values = {each.name: getattr(self, each.name) for each in fields(self) if each.name not in ("now", "not_before")}
        return values | {
            "queued": self.now,
            "next_attempt": self.not_before or self.now,
            "status": "waiting",
            "attempts": 0,
            "last_error": "",
        }


def queue(session: Session, *mails: NewMail) -> None:
    """Put mails into the outbox, all by one statement. Raises Duplicate for a known Message-ID."""
    if not mails:
        return
    result = session.connection().execute(_QUEUE.of(session), [mail.row() for mail in mails])
    if result.rowcount != len(mails):
        known = ", ".join(sorted(mail.message_id for mail in mails))
        raise Duplicate(f"one of these mails is in the outbox already: {known}")


def outgoing_by_message_id(session: Session, message_id: str) -> OutgoingRow | None:
    """The mail we wrote under this Message-ID: what a player's In-Reply-To or a bounce speaks of."""
    return session.scalars(_MAIL_BY_MESSAGE_ID, {"message": message_id}).first()


def mails_by_message_id(session: Session, message_ids: Sequence[str]) -> list[OutgoingRow]:
    """The mails of ours with these Message-IDs, in their order. Those that a letter names are read once in a transaction:
    they were there before it.
    """
    wanted = list(dict.fromkeys(message_ids))
    if not wanted:
        return []
    named = {"messages": wanted}
    read = once(session, f"mails {wanted}", 0, lambda: session.scalars(_MAILS_BY_MESSAGE_ID, named).all())
    found = {row.message_id: row for row in read}
    return [found[each] for each in wanted if each in found]


def newest_notice(session: Session, kind: str, now: datetime) -> OutgoingRow | None:
    """The last mail of a kind that was about no game; not one from a time to come, when the clock was wrong."""
    return session.scalars(_NEWEST_NOTICE.limit(1), {"kind": kind, "now": now}).first()


def newest_mail(session: Session, game_id: int, seat: str, kind: str) -> OutgoingRow | None:
    """The last mail of a kind that was written to a seat, sent or not."""
    return session.scalars(_NEWEST_MAIL.limit(1), {"game": game_id, "seat": seat, "kind": kind}).first()


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


@dataclass(frozen=True, slots=True)
class Lately:
    """What was lately written to the seats of a game: the marks of what the newest report to each has asked, by seat, and
    the seats and Message-IDs of the notices of a time.
    """

    asked: dict[str, object]
    notices: tuple[tuple[str, str], ...]


def lately(session: Session, game_id: int, seats: Iterable[str], since: datetime) -> Lately:
    """The newest report to each of these seats, and the notices that were queued to them at `since` or later."""
    rows = session.connection().execute(_LATELY, {"game": game_id, "seats": list(seats), "since": since}).all()
    asked = {row.seat: row.asked for row in rows if row.kind == "report"}
    return Lately(asked, tuple((row.seat, row.message_id) for row in rows if row.kind == "notice"))


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
    """The marks of a mail's questions (of the newest report before it, if it is none); None if none are stored."""
    if mail.asked is not None or mail.game_id is None or mail.seat is None:
        return mail.asked
    before = newest_reports(session, mail.game_id, mail.seat, mail.queued, 1)
    return before[0].asked if before else None


def due(session: Session, now: datetime, limit: int) -> list[OutgoingRow]:
    """At most `limit` waiting mails whose time has come, in the order they were queued."""
    return list(session.scalars(_DUE.order_by(col(OutgoingRow.id)).limit(limit), moment(now)))


class DueMail(NamedTuple):
    """A mail whose time has come: its number, its reader, what was said of it when it was last tried, and the seat and game
    that it is to, if these were read with it.
    """

    number: int
    reader: str
    last_error: str
    seat: SeatRow | None = None
    game: GameRow | None = None


def least_tried(session: Session, now: datetime, limit: int) -> list[DueMail]:
    """The same, without their text, with those first that were tried least, of these the most urgent (way_out)."""
    wanted = select(*DUE_MAIL).where(*IS_DUE).order_by(col(OutgoingRow.attempts), URGENT_FIRST, col(OutgoingRow.id))
    return [DueMail(*row) for row in session.connection().execute(wanted.limit(limit), moment(now))]


def take(session: Session, mails: Sequence[DueMail]) -> list[OutgoingRow]:
    """These mails, in their order, as they are; and note that they are handed to the server now: what cannot note that could
    not note either that they are sent, and would send them again and again.
    """
    if not mails:
        return []
    rows = {row.id: row for row in session.scalars(_TRIED, {"numbers": [mail.number for mail in mails]})}
    for mail in mails:
        set_committed_value(rows[mail.number], "last_error", mail.last_error)
    return [rows[mail.number] for mail in mails]


def is_announced(session: Session, urgency: int, since: datetime, until: datetime) -> bool:
    """Whether a mail that is so urgent, above those to players, still waits, or was queued later than `since` and not later
    than `until`.
    """
    fresh = or_(col(OutgoingRow.status) == "waiting", col(OutgoingRow.queued).between(since, until))
    same = select(col(OutgoingRow.id)).where(text(IS_URGENT), col(OutgoingRow.urgency) == urgency, fresh)
    return session.scalars(same.order_by(col(OutgoingRow.id).desc()).limit(1)).first() is not None


def count_due(session: Session, now: datetime) -> int:
    """How many waiting mails have their time come."""
    return session.connection().execute(COUNT_DUE, moment(now)).scalar_one()


def moment(now: datetime) -> dict[str, Any]:
    """What the statements about waiting mails are given."""
    return {"now": now, "farthest": now + FARTHEST}


def waiting_mails_of(session: Session, game_id: int) -> list[OutgoingRow]:
    """The mails of a game that have not gone out."""
    mine = select(OutgoingRow).where(col(OutgoingRow.game_id) == game_id, col(OutgoingRow.status) == "waiting")
    return list(session.scalars(mine))


def waiting_mails(session: Session) -> list[OutgoingRow]:
    """The mails that are still to be sent, without their text, in the order they were queued."""
    return _without_text(session, col(OutgoingRow.status) == "waiting")


def delayed_mails(session: Session, before: datetime) -> list[OutgoingRow]:
    """Those of them that a server has not taken since then or longer, for a reason of their own."""
    return _without_text(session, col(OutgoingRow.status) == "waiting", col(OutgoingRow.refused_since) < before)


def _without_text(session: Session, *where: ColumnElement[bool]) -> list[OutgoingRow]:
    wanted = select(OutgoingRow).where(*where).options(defer(OutgoingRow.raw))  # type: ignore[arg-type]
    return list(session.scalars(wanted.order_by(col(OutgoingRow.id))))


def mails_of_game(session: Session, game_id: int) -> list[OutgoingRow]:
    """All mails about a game, without their text, oldest first."""
    return _without_text(session, col(OutgoingRow.game_id) == game_id)


def refused_mails(session: Session, since: datetime | None = None) -> list[OutgoingRow]:
    """The mails a server refused for good, or those that were queued after a time, without their text, oldest first."""
    refused = col(OutgoingRow.status) == "refused"
    if since is None:
        return _without_text(session, refused)
    # None is tried before it is queued: the index has the last attempts.
    return _without_text(session, refused, col(OutgoingRow.next_attempt) > since, col(OutgoingRow.queued) > since)


def mark_untried(session: Session, mails: Iterable[OutgoingRow]) -> None:
    """Note that these mails were not handed over after all: what was said of them, as these rows have it, holds again."""
    for mail in mails:
        untried = update(OutgoingRow).where(col(OutgoingRow.id) == mail.id).values(last_error=mail.last_error)
        session.connection().execute(untried)


def mark_sent(session: Session, outgoing_ids: Sequence[int], now: datetime) -> None:
    """The server took these mails, which are not read for that. Raises NotFound where one of them is not there."""
    if not outgoing_ids:
        return
    if session.connection().execute(_SENT, {"numbers": list(outgoing_ids), "now": now}).rowcount != len(outgoing_ids):
        raise NotFound(_no_mail(" or ".join(map(str, outgoing_ids))))


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


def _wait(attempts: int) -> timedelta:
    doublings = min(attempts - 1, 8)  # 2^8 minutes are more than four hours already
    return min(FIRST_WAIT * (1 << doublings), MAX_WAIT)


def _outgoing(session: Session, outgoing_id: int) -> OutgoingRow:
    row = session.get(OutgoingRow, outgoing_id)
    if row is None:
        raise NotFound(_no_mail(outgoing_id))
    return row


def _no_mail(outgoing_id: int | str) -> str:
    return f"there is no mail {outgoing_id} in the outbox"
