"""Programs that answer our letters and do not say that they are programs: their third letter gets no answer."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta

from sqlmodel import Session

from pbem.mail.letter import Letter
from pbem.mail.reading import read_letter
from pbem.moderator.desk import Desk
from pbem.store import reach
from pbem.store.tables import LetterRow

SPAN = timedelta(hours=1)
ANSWERED = 2
"""So many letters of a loop are answered."""
_TELLING = 3


def is_loop(session: Session, desk: Desk, letter: Letter, row: LetterRow) -> bool:
    """Whether a seat's letter goes in a circle: the third in a row within an hour that orders and asks nothing.

    Such a letter has no line that begins with an order word, or three letters of one, and says what those before said. A
    person who tries one wording after the other is answered each time.
    """
    words = desk.order_words
    if _orders(letter, words):
        return False
    before = reach.letters_before(session, row, SPAN, ANSWERED)
    return len(before) == ANSWERED and all(_is_same(read_letter(each.raw, words), letter) for each in before)


def _is_same(before: Letter, letter: Letter) -> bool:
    return [line.text for line in before.lines] == [line.text for line in letter.lines]


def _orders(letter: Letter, words: Collection[str]) -> bool:
    """Whether a line of a letter begins as an order or a question does."""
    starts = {line.text.split()[0].casefold().strip(".,:;!?") for line in letter.lines if line.text.split()}
    return any(known == start or (len(start) >= _TELLING and known.startswith(start)) for start in starts for known in words)
