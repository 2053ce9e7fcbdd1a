"""`mend slips`: a letter that allows it has its slips put right, and every line that was is said back as it was read.

`always mend slips` says so for all letters of a seat's player, until `never mend slips`. It is an entry of kind CLOCK, as
the other choices of a player that last.

Without such a line nothing is mended: a line with a slip is refused, and the line meant is shown.
"""

from __future__ import annotations

from typing import Any

from rapidfuzz.distance import OSA

from pbem.engine.decision import Seat
from pbem.engine.table import Table
from pbem.moderator.clock import state
from pbem.moderator.clock.clock import Clock, note
from pbem.moderator.clock.words import time_word
from pbem.moderator.deals.leaving import says_left
from pbem.orders.reading.slips import Slips
from pbem.orders.words.lexicon import plain_words

SLIPS = "slips"
USAGE = "mend slips"
ABOUT = "anywhere in a letter: corrects slips that can mean one line only, and shows each correction"
UNDERSTOOD = "slips in this letter that can mean one line only are corrected"
ALWAYS, NEVER = f"always {USAGE}", f"never {USAGE}"
ABOUT_ALWAYS = f'corrects the slips of all your letters so, from now on; "{NEVER}" ends it'
ALWAYS_UNDERSTOOD = f'slips in all your letters that can mean one line only are corrected from now on; "{NEVER}" ends it'
NEVER_UNDERSTOOD = f'slips in your letters are not corrected any more, but where a letter says "{USAGE}"'
WRITTEN = (
    *(USAGE, "mend slip", "mend typos", "mend all slips", "mend my slips"),
    *("tippfehler verbessern", "tippfehler korrigieren", "verbessere tippfehler", "korrigiere tippfehler"),
)
_LASTING = {
    **dict.fromkeys(("always", "immer"), ALWAYS),
    **dict.fromkeys(("never", "nie", "niemals", "withdraw", "withdraw always"), NEVER),
}
_SAID = {said: line for when, line in _LASTING.items() for what in WRITTEN for said in (f"{when} {what}", f"{what} {when}")}
_LONGEST = 60
MOST_SLIPS = 2
"""So many may the line itself have."""


def is_mend(text: str) -> bool:
    """Whether a line asks for slips to be mended; it may have some itself."""
    written = " ".join(plain_words(text))
    return written in WRITTEN or OSA.distance(written, USAGE, score_cutoff=MOST_SLIPS) <= MOST_SLIPS


def lasting_mend(text: str) -> str:
    """Which of ALWAYS and NEVER a line says, "" for any other; it may have slips itself."""
    written = " ".join(plain_words(text[:_LONGEST]))
    near = (line for line in (ALWAYS, NEVER) if OSA.distance(written, line, score_cutoff=MOST_SLIPS) <= MOST_SLIPS)
    return _SAID.get(written) or next(near, "")


def set_lasting(table: Table[Any], seat: Seat, line: str) -> str:
    """Note that a seat's player has all their slips corrected from now on, or not any more; gives what was understood."""
    note(table, seat, state.SLIPS, line == ALWAYS)
    return ALWAYS_UNDERSTOOD if line == ALWAYS else NEVER_UNDERSTOOD


def always_mends(clock: Clock, table: Table[Any], seat: Seat) -> bool:
    """Whether a seat's player has the slips of all their letters corrected: it ends where they leave the seat."""
    since = clock.mends(table, seat)
    left = (entry.number for entry in table.entries if says_left(entry) and entry.seat == seat)
    return since is not None and max(left, default=0) < since


def mended(slips: Slips, text: str) -> str:
    """A line with the only words meant, or as it is where none or several can be meant, or it is about time."""
    return text if time_word(text) else slips.plainly_meant(text) or text
