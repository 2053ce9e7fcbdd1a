"""`mend slips`: a letter that allows it has its slips put right, and every line that was is said back as it was read.

Without that line nothing is mended: a line with a slip is refused, and the line meant is shown.
"""

from __future__ import annotations

from rapidfuzz.distance import OSA

from pbem.moderator.clock.words import time_word
from pbem.orders.reading.slips import Slips
from pbem.orders.words.lexicon import plain_words

SLIPS = "slips"
USAGE = "mend slips"
ABOUT = "anywhere in a letter: corrects slips that can mean one line only, and shows each correction"
UNDERSTOOD = "slips in this letter that can mean one line only are corrected"
WRITTEN = (USAGE, "mend slip", "mend typos", "mend all slips", "mend my slips")
MOST_SLIPS = 2
"""So many may the line itself have."""


def is_mend(text: str) -> bool:
    """Whether a line asks for slips to be mended; it may have some itself."""
    written = " ".join(plain_words(text))
    return written in WRITTEN or OSA.distance(written, USAGE, score_cutoff=MOST_SLIPS) <= MOST_SLIPS


def mended(slips: Slips, text: str) -> str:
    """A line with the only words meant, or as it is where none or several can be meant, or it is about time."""
    return text if time_word(text) else slips.plainly_meant(text) or text
