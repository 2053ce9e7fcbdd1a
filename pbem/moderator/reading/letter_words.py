"""Words that say how a whole letter is meant: each is a line of its own, and no order.

`ok` sends the reply form as it stands. `now` has a letter carried out although it answers an older report, `again` although
the same lines came before.

`mend slips`: a letter that allows it has its slips corrected, and every line that was is said back as it was read. `always
mend slips` says so for all letters of a seat's player, until `never mend slips`. It is an entry of kind CLOCK, as the other
choices of a player that last. Without such a line a line with a slip is refused, and the line meant is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rapidfuzz.distance import OSA

from pbem.engine.decision import Seat
from pbem.engine.table import Table
from pbem.i18n import Text
from pbem.mail.letter import OrderLine
from pbem.moderator.deadlines import clock_state
from pbem.moderator.deadlines.clock import Clock, note
from pbem.moderator.talk.leaving import says_left
from pbem.orders.languages.words import listed
from pbem.orders.words.lexicon import plain_words

OK, NOW, AGAIN = "ok", "now", "again"
WORDS = {
    OK: Text("alone in a letter: sends the reply form as it stands"),
    NOW: Text("on a line of its own: carries out a reply to an older report for your present decision"),
    AGAIN: Text("on a line of its own: carries out lines again that you have already sent in answer to the same report"),
}
"""What each word says."""
_SYNONYMS = {"okay": OK}
_POLITE = frozenset(listed("thanks"))


def words_in(lines: Iterable[OrderLine]) -> frozenset[str]:
    """The words about the letter that stand in it."""
    return frozenset(word for line in lines for word in letter_words(line.text))


def without_words(lines: Iterable[OrderLine]) -> tuple[OrderLine, ...]:
    """The other lines."""
    return tuple(line for line in lines if not letter_words(line.text))


def letter_words(text: str) -> Sequence[str]:
    """The words of a line that has nothing else but thanks; [] for any other, and for a question ("ok?")."""
    if "?" in text:
        return ()
    words = [_SYNONYMS.get(word, word) for word in plain_words(text) if word not in _POLITE]
    return words if all(word in WORDS for word in words) else ()


# Slips

SLIPS = "slips"
MENDING = "mend slips"
ABOUT_MENDING = Text("anywhere in a letter: corrects slips that can mean one line only, and shows each correction")
MENDING_UNDERSTOOD = Text("slips in this letter that can mean one line only are corrected")
ALWAYS_MENDING, NEVER_MENDING = f"always {MENDING}", f"never {MENDING}"
ABOUT_ALWAYS_MENDING = Text(
    'corrects the slips of all your letters so, from now on; "{never_mending}" ends it', never_mending=NEVER_MENDING
)
ALWAYS_MENDING_UNDERSTOOD = Text(
    'slips in all your letters that can mean one line only are corrected from now on; "{never_mending}" ends it',
    never_mending=NEVER_MENDING,
)
NEVER_MENDING_UNDERSTOOD = Text(
    'slips in your letters are not corrected any more, but where a letter says "{mending}"', mending=MENDING
)
_MENDING_WRITTEN = (
    *(MENDING, "mend slip", "mend typos", "mend all slips", "mend my slips"),
    *("tippfehler verbessern", "tippfehler korrigieren", "verbessere tippfehler", "korrigiere tippfehler"),
)
_LASTING = {
    **dict.fromkeys(("always", "immer"), ALWAYS_MENDING),
    **dict.fromkeys(("never", "nie", "niemals", "withdraw", "withdraw always"), NEVER_MENDING),
}
_SAID = {
    said: line
    for when, line in _LASTING.items()
    for what in _MENDING_WRITTEN
    for said in (f"{when} {what}", f"{what} {when}")
}
_MAX_LENGTH = 60
MAX_SLIPS = 2
"""Slips that the line itself may have."""


def is_mend(text: str) -> bool:
    """Whether a line asks for slips to be mended; it may have some itself."""
    written = " ".join(plain_words(text))
    return written in _MENDING_WRITTEN or OSA.distance(written, MENDING, score_cutoff=MAX_SLIPS) <= MAX_SLIPS


def lasting_mend(text: str) -> str:
    """Which of ALWAYS_MENDING and NEVER_MENDING a line says, "" for any other; it may have slips itself."""
    written = " ".join(plain_words(text[:_MAX_LENGTH]))
    near = (
        line for line in (ALWAYS_MENDING, NEVER_MENDING) if OSA.distance(written, line, score_cutoff=MAX_SLIPS) <= MAX_SLIPS
    )
    return _SAID.get(written) or next(near, "")


def set_lasting(table: Table[Any], seat: Seat, line: str) -> str:
    """Note that a seat's player has all their slips corrected from now on, or not any more; gives what was understood."""
    note(table, seat, clock_state.SLIPS, line == ALWAYS_MENDING)
    return ALWAYS_MENDING_UNDERSTOOD if line == ALWAYS_MENDING else NEVER_MENDING_UNDERSTOOD


def always_mends(clock: Clock, table: Table[Any], seat: Seat) -> bool:
    """Whether a seat's player has the slips of all their letters corrected: it ends where they leave the seat."""
    since = clock.mends(table, seat)
    left = (entry.number for entry in table.entries if says_left(entry) and entry.seat == seat)
    return since is not None and max(left, default=0) < since
