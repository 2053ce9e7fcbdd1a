"""Programs that answer our letters and do not say that they are programs: their third letter gets no answer."""

from __future__ import annotations

from datetime import timedelta

from sqlmodel import Session

from pbem.figures import has_digit
from pbem.orders.words.lexicon import plain_words
from pbem.store import reach
from pbem.store.tables import LetterRow

SPAN = timedelta(hours=1)
ANSWERED = 2
"""So many letters of a loop are answered."""


def talk_of(text: str) -> list[str]:
    """The words of what is no order, without those with a digit: programs number their letters, and write when they came."""
    return [word for word in plain_words(text) if not has_digit(word)]


def is_loop(session: Session, row: LetterRow) -> bool:
    """Whether a letter without orders goes in a circle: the third in a row within an hour that says the same.

    A person who tries one wording after the other is answered each time.
    """
    before = reach.letters_before(session, row, SPAN, ANSWERED)
    return len(before) == ANSWERED and all(each.typed == row.typed for each in before)
