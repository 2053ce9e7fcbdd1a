"""Sentences in which a player tells of days away, asks for more time or names a zone, and the lines that they probably mean.
Nothing is done because of such a sentence: it may be talk.
"""

from __future__ import annotations

import re
from functools import cache

from pbem.timing.days import is_days
from pbem.timing.duration import read_duration
from pbem.timing.errors import BadTime
from pbem.timing.words import one_of, word_of

EXTEND, ABSENT, PRESENT, ZONE = "extend", "absent", "present", "zone"
MAX_LENGTH = 150
"""Letters and signs of a sentence that is looked at."""
_CLAUSE = re.compile(r"[,;!:]\s|\.\s+(?=[^\W\d_])|\s[-\u2013\u2014]\s(?=[^\W\d_])")
"""What parts the clauses of a sentence; a full stop between figures or behind them does not."""


def time_said(text: str) -> tuple[str, str] | None:
    """The word of the line about time that a sentence probably means, and what stands behind that; None: it means none."""
    if len(text) > MAX_LENGTH:
        return None
    sentence = " ".join(text.casefold().replace("\u2019", "'").split()).rstrip("?! ")
    return _absence(sentence) or _more_time(sentence) or _zone(sentence)


def _absence(sentence: str) -> tuple[str, str] | None:
    """`I am away from 24 December to 3 January`, `vom 24.12. bis 3.1. bin ich weg`, `back on Monday`."""
    for clause in dict.fromkeys((sentence, *_CLAUSE.split(sentence))):
        for pattern, is_part in ((_said("away"), False), (_words("range", "back"), True)):
            if found := pattern.search(clause):
                days = f"{_bare(clause[: found.start()])} {_bare(clause[found.end() :])}".strip()
                if is_days(days):
                    return ABSENT, f"{found[0]} {days}" if is_part else days
    return None


def _more_time(sentence: str) -> tuple[str, str] | None:
    """`more time please`, `can I have two more days`; the rest is the length, where one is named."""
    asked = _said("more_time").search(sentence)
    plain = _said("asks").sub(" ", _said("more_time").sub(" ", sentence))
    if not asked and not _said("more").search(plain):
        return None
    rest = " ".join(_said("more").sub(" ", plain).split()).strip(" ,.")
    try:
        read_duration(rest)
    except BadTime:
        return (EXTEND, "") if asked and not rest else None
    return EXTEND, rest


def _zone(sentence: str) -> tuple[str, str] | None:
    """`my time zone is Europe/London`."""
    found = _said("zone").search(sentence)
    if found is None or _bare(sentence[: found.start()]):
        return None
    name = _bare(sentence[found.end() :].strip(" :="))
    return (ZONE, name) if name and len(name.split()) == 1 else None


def _bare(text: str) -> str:
    """A part of a sentence without the words at its ends that only say who speaks."""
    words = _speaker()
    bare = re.sub(rf"^(?:{words}\s*)+|(?:\s*{words})+\s*$", "", text.strip(" ,:")).strip(" ,:")
    return re.sub(r"(?<![0-9])\.$", "", bare)


@cache
def _speaker() -> str:
    return one_of(word_of("said", "speaker"))


def _said(row: str) -> re.Pattern[str]:
    return _words("said", row)


@cache
def _words(section: str, row: str) -> re.Pattern[str]:
    return re.compile(one_of(word_of(section, row)))
