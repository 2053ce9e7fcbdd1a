"""Letters: they come in once, and are settled."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from functools import cache
from hashlib import sha256
from typing import Any, Literal, NamedTuple

from sqlalchemy import ColumnElement, Select, bindparam, exists, func, or_, select, true
from sqlalchemy.orm import defer, make_transient_to_detached
from sqlmodel import Session, col

from pbem import values
from pbem.store.dialect.sql import SINGLE, Upsert
from pbem.store.errors import NotFound
from pbem.store.tables.mail import LetterRow

Settled = Literal["done", "held", "dead"]
DISCARDED = "discarded at the desk"

# What every letter asks is put together once: that takes SQLAlchemy longer than SQLite takes to answer.
_ACCEPT = Upsert(
    LetterRow,
    lambda insert: insert.on_conflict_do_nothing(index_elements=["message_id"]).returning(col(LetterRow.id)),
)
_LETTER_BY_MESSAGE_ID = select(LetterRow).where(col(LetterRow.message_id) == bindparam("message"))
_GAME = func.coalesce(col(LetterRow.game_id), col(LetterRow.for_game))
"""The game that a new letter seems to be for; 0: none is known."""
_IS_NEW = col(LetterRow.status) == "new"
_NEXT = (
    select(col(LetterRow.id), _GAME)
    .where(
        _IS_NEW,
        col(LetterRow.id) > bindparam("after"),
        _GAME.not_in(bindparam("games", expanding=True)),
    )
    .order_by(col(LetterRow.id))
    .limit(2)
    .subquery("next_letters")
)
_PENDING = select(col(LetterRow.id)).where(_IS_NEW, _GAME.in_(bindparam("games", expanding=True))).limit(1)
_COUNT_NEW = select(func.count()).select_from(LetterRow).where(_IS_NEW)
LOOKED_AT_LATER = (
    select(LetterRow).where(col(LetterRow.status) == "held", col(LetterRow.look_at).is_not(None)).order_by(col(LetterRow.id))
)
_HELD_AS = (
    select(col(LetterRow.id))
    .where(col(LetterRow.status) == "held", col(LetterRow.outcome) == bindparam("outcome"))
    .order_by(col(LetterRow.id))
)
EARLIER_OF_SEAT = (
    col(LetterRow.game_id) == bindparam("game"),
    col(LetterRow.seat) == bindparam("seat"),
    col(LetterRow.status) != "dead",
    col(LetterRow.id) < bindparam("letter"),
)
"""Letters of a seat before one, without those refused."""
_SAME_LETTER = (
    select(LetterRow)
    .where(*EARLIER_OF_SEAT, col(LetterRow.answers) == bindparam("answers"), col(LetterRow.typed) == bindparam("typed"))
    .order_by(col(LetterRow.id))
)


def accept(
    session: Session, raw: bytes, message_id: str, sender: str, now: datetime, *, size: int = 0, for_game: int = 0
) -> tuple[LetterRow, bool]:
    """Store a letter as "new", and say whether it is: if the same letter is stored already, that one stays as it is.

    `size` is that of the whole letter in bytes where `raw` is only its header, `for_game` the game it seems to be for. A
    letter of another sender, or with another text, under a Message-ID that is known is a letter of its own, and is kept
    under a Message-ID made of what it says.
    """
    size = max(size, len(raw))
    digest = sha256(raw).hexdigest()
    row = LetterRow(message_id=message_id, raw=raw, received=now, sender=sender, digest=digest, size=size, for_game=for_game)
    known = _insert(session, row)
    if known is not None and not _is_copy(known, raw, sender, size):
        row.message_id = _message_id_of(message_id, sender, _content(raw, size))
        known = _insert(session, row)
    return (row, True) if known is None else (known, False)


def _insert(session: Session, row: LetterRow) -> LetterRow | None:
    """Store a letter, unless there is one under its Message-ID: gives that."""
    values = row.model_dump(exclude={"id"})
    number = session.connection().execute(_ACCEPT.of(session), values).scalar_one_or_none()
    if number is None:
        return letter_by_message_id(session, row.message_id)
    row.id = number
    make_transient_to_detached(row)
    session.add(row)
    return None


def header_of(raw: bytes) -> bytes:
    """The header of a letter with the blank line after it (RFC 5322 2.1)."""
    end = _HEADER_END.search(raw)
    return raw if end is None else raw[: end.end()]


_HEADER_END = re.compile(rb"\r?\n\r?\n")
_OWN_FIELDS = re.compile(rb"^(?:date|subject|to):[^\n]*(?:\n[ \t][^\n]*)*", re.IGNORECASE | re.MULTILINE)
"""The header fields that the writer wrote: a second delivery changes the others (RFC 5321 4.4)."""


def _is_copy(known: LetterRow, raw: bytes, sender: str, size: int) -> bool:
    """Whether a letter is the stored one. If the text of that is deleted only the sender can be compared."""
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


class Leftovers(NamedTuple):
    """Whether letters are held with some outcome, and whether there are any that faulty_letters_since counts."""

    held: bool
    faulty: bool


def next_letters(
    session: Session, after: int, without: Collection[int], outcome: str, since: datetime, mark: str
) -> tuple[list[tuple[int, int]], Leftovers]:
    """The oldest two letters that nobody has settled, of those with a number above `after` and `without` those for these
    games: their numbers, and the game that each seems to be for (0: none is known). And, asked at once, the leftovers.
    """
    given = {"after": after, "games": list(without), "outcome": outcome, "since": since}
    rows = session.connection().execute(_next_and_left(mark), given).all()
    return [(row[0], row[1]) for row in rows if row[0] is not None], Leftovers(*map(bool, rows[0][2:]))


def is_pending(session: Session, game_id: int) -> bool:
    """Whether there is a letter that nobody has settled, and that seems to be for this game, or for none that is known."""
    return session.connection().execute(_PENDING, {"games": [0, game_id]}).first() is not None


def count_pending(session: Session) -> int:
    """How many letters nobody has settled."""
    return session.connection().execute(_COUNT_NEW).scalar_one()


def pending_letters(session: Session) -> list[LetterRow]:
    """The letters nobody has settled, oldest first."""
    return list(session.scalars(_with_status("new", None)))[::-1]


def held_letters(session: Session) -> list[LetterRow]:
    """The letters that wait for the moderator, oldest first; their raw text can be asked for while `session` is open."""
    return _without_text(session, "held", None)


def held_as(session: Session, outcome: str) -> list[int]:
    """The numbers of the held letters with this outcome, oldest first."""
    return list(session.connection().execute(_HELD_AS, {"outcome": outcome}).scalars())


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


def refused_letters_since(session: Session, game_id: int, seat: str, since: datetime) -> int:
    """How many letters for a seat were kept at `since` or later that were not read."""
    whose = (col(LetterRow.game_id) == game_id, col(LetterRow.seat) == seat, col(LetterRow.status) == "dead")
    return _count(session, *whose, col(LetterRow.received) >= since)


def nobodys_letters_since(session: Session, since: datetime) -> int:
    """How many letters that belong to no seat were kept at `since` or later."""
    return _count(session, *NOBODYS, col(LetterRow.received) >= since)


def faulty_letters_since(session: Session, since: datetime, mark: str) -> int:
    """How many dead letters that belong to no seat came later than `since` and have an outcome that begins with `mark`."""
    return _count(session, *_faulty(mark), given={"since": since})


def newest_faulty_letter(session: Session, since: datetime, mark: str) -> LetterRow | None:
    """The last of the letters that faulty_letters_since counts."""
    wanted = select(LetterRow).where(*_faulty(mark)).order_by(col(LetterRow.received).desc(), col(LetterRow.id).desc())
    return session.scalars(wanted.limit(1), {"since": since}).first()


@cache
def _next_and_left(mark: str) -> Select[Any]:
    found = select(*_NEXT.c, *_are_left(mark)).select_from(SINGLE)
    return found.outerjoin(_NEXT, true()).order_by(_NEXT.c.id)


def leftovers(session: Session, outcome: str, since: datetime, mark: str) -> Leftovers:
    """Both asked at once."""
    row = session.connection().execute(select(*_are_left(mark)), {"outcome": outcome, "since": since}).one()
    return Leftovers(*map(bool, row))


@cache
def _are_left(mark: str) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return _HELD_AS.order_by(None).exists(), exists().where(*_faulty(mark))


def _faulty(mark: str) -> tuple[ColumnElement[bool], ...]:
    failed = (col(LetterRow.status) == "dead", col(LetterRow.outcome).startswith(mark, autoescape=True))
    return *NOBODYS, col(LetterRow.received) > bindparam("since"), *failed


NOBODYS = (col(LetterRow.game_id).is_(None), col(LetterRow.seat).is_(None))
"""Letters of no seat."""


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
    return list(session.scalars(LOOKED_AT_LATER))


def waits_behind(session: Session, row: LetterRow, game_id: int | None, seat: str | None) -> LetterRow | None:
    """The newest letter of the same writer before this one that is looked at later, so that this one waits as well."""
    held = (col(LetterRow.status) == "held", col(LetterRow.look_at).is_not(None), col(LetterRow.id) < row.id)
    same = (col(LetterRow.game_id).is_not_distinct_from(game_id), col(LetterRow.seat).is_not_distinct_from(seat))
    wanted = select(LetterRow).where(*held, *same, col(LetterRow.sender) == row.sender)
    return session.scalars(wanted.order_by(col(LetterRow.id).desc()).limit(1)).first()


def put_in_again(session: Session, letter_id: int, raw: bytes) -> LetterRow:
    """Make a letter new again, with another text. Raises NotFound."""
    row = letter(session, letter_id)
    row.raw, row.digest, row.size = raw, sha256(raw).hexdigest(), len(raw)
    row.status, row.outcome, row.look_at = "new", "", None
    session.flush()
    return row


def retry(session: Session, letter_id: int) -> LetterRow:
    """Make a held or rejected letter new again. Raises NotFound if it is neither, or its text is deleted."""
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
    """Close a held or rejected letter. Raises NotFound if it is neither, and BadValue."""
    because = values.reason(because)
    row = letter(session, letter_id)
    if row.status not in ("held", "dead"):
        raise NotFound(f"letter {letter_id} is {row.status}: only one that is held or dead can be discarded")
    row.status, row.outcome, row.look_at = "done", f"{DISCARDED}: {because}", None
    session.flush()
    return row


def same_letter(session: Session, letter: LetterRow) -> LetterRow | None:
    """An earlier letter of the same seat with the same typed lines, in answer to the same mail of ours, if there is one."""
    if not letter.typed or not letter.answers:
        return None
    given = {"game": letter.game_id, "seat": letter.seat, "answers": letter.answers, "typed": letter.typed}
    return session.scalars(_SAME_LETTER, given | {"letter": letter.id}).first()


def letters_of_game(session: Session, game_id: int) -> list[LetterRow]:
    """All letters that were for a game, without their text, oldest first."""
    wanted = select(LetterRow).where(col(LetterRow.game_id) == game_id).options(defer(LetterRow.raw))  # type: ignore[arg-type]
    return list(session.scalars(wanted.order_by(col(LetterRow.id))))


def letters_like(session: Session, sender: str, outcome: str, most: int) -> list[LetterRow]:
    """The newest letters of a sender that are done with and have an outcome that begins so, the newest first."""
    same = (col(LetterRow.sender) == sender, col(LetterRow.status) == "done")
    begins = col(LetterRow.outcome).startswith(outcome, autoescape=True)
    newest = select(LetterRow).where(*same, begins).order_by(col(LetterRow.received).desc(), col(LetterRow.id).desc())
    return list(session.scalars(newest.limit(most)))


def letters_with(session: Session, letter: LetterRow, outcomes: Iterable[str], since: datetime) -> int:
    """How many letters from the sender of `letter` came at `since` or later whose outcome begins with one of these."""
    begins = [col(LetterRow.outcome).startswith(outcome, autoescape=True) for outcome in outcomes]
    return _count(session, col(LetterRow.sender) == letter.sender, col(LetterRow.received) >= since, or_(*begins))


def _without_text(session: Session, status: str, most: int | None) -> list[LetterRow]:
    return list(session.scalars(_with_status(status, most).options(defer(LetterRow.raw))))[::-1]  # type: ignore[arg-type]


def _with_status(status: str, most: int | None) -> Select[LetterRow]:
    """The newest `most` letters of a status, newest first."""
    return select(LetterRow).where(col(LetterRow.status) == status).order_by(col(LetterRow.id).desc()).limit(most)


def _count(session: Session, *conditions: ColumnElement[bool], given: Mapping[str, Any] | None = None) -> int:
    return session.connection().execute(select(func.count()).select_from(LetterRow).where(*conditions), given).scalar_one()
