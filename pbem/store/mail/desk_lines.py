"""The lines of letters to the game master's desk: kept before the first is carried out, with what became of each, until the
letter is answered. So a letter that was broken off goes on where it was.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import delete, distinct, func, select
from sqlmodel import Session, col

from pbem.store.errors import NotFound
from pbem.store.tables.mail import DeskLineRow


def keep(session: Session, letter_id: int, lines: Sequence[str]) -> None:
    """Store the lines of a letter before any is carried out."""
    session.add_all(DeskLineRow(letter_id=letter_id, place=place, line=line) for place, line in enumerate(lines))
    session.flush()


def of_letter(session: Session, letter_id: int) -> list[DeskLineRow]:
    """The stored lines of a letter in their order; none before they are stored and after the letter is answered."""
    wanted = select(DeskLineRow).where(col(DeskLineRow.letter_id) == letter_id)
    return list(session.scalars(wanted.order_by(col(DeskLineRow.place))))


def note(session: Session, letter_id: int, place: int, answer: str) -> None:
    """Store the answer to a line that has been carried out or refused. Raises NotFound."""
    wanted = select(DeskLineRow).where(col(DeskLineRow.letter_id) == letter_id, col(DeskLineRow.place) == place)
    row = session.scalars(wanted).first()
    if row is None:
        raise NotFound(f"letter {letter_id} has no line {place}")
    row.told = answer
    session.flush()


def letters_begun(session: Session) -> int:
    """How many letters have lines here: those that are being carried out, or were broken off."""
    wanted = select(func.count(distinct(col(DeskLineRow.letter_id))))
    return int(session.connection().execute(wanted).scalar_one())


def forget(session: Session, letter_id: int) -> None:
    """Remove the lines of a letter that is answered."""
    session.connection().execute(delete(DeskLineRow).where(col(DeskLineRow.letter_id) == letter_id))
