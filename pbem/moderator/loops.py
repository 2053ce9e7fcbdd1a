"""Programs that answer our letters and do not say that they are programs: their third letter gets no answer."""

from __future__ import annotations

from datetime import timedelta

from sqlmodel import Session

from pbem.store import reach
from pbem.store.tables import LetterRow

SPAN = timedelta(hours=1)
ANSWERED = 2
"""So many letters of a loop are answered."""


def is_loop(session: Session, row: LetterRow, *, asks: bool) -> bool:
    """Whether a seat's letter goes in a circle: the third in a row within an hour that says the same and changed nothing.

    A person who tries one wording after the other is answered each time, and so is one who `asks` the same again.
    """
    if asks:
        return False
    before = reach.letters_before(session, row, SPAN, ANSWERED)
    same = len(before) == ANSWERED and all(each.typed == row.typed for each in before)
    return same and not reach.have_changed_anything(session, before)
