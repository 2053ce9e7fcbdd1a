"""What guests and strangers write: accept, decline, join."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import Enum

from pbem.engine.decision import Seat
from pbem.figures import has_digit
from pbem.orders.words.lexicon import plain_words

ACCEPT = frozenset({"accept", "accepted", "yes", "join", "play", "in", "ja", "annehmen", "zusage", "dabei"})
DECLINE = frozenset({"decline", "declined", "no", "leave", "out", "nein", "ablehnen", "absage"})
JOIN, TABLES = "join", "tables"
_COURTESY = """
i we will would like love want to the with pleasure please thanks thank you gladly of course sorry hello hi dear all
im am count me sure ok okay great fine be bin moderator ich wir gern gerne bitte danke leider hallo invitation a game
"""
COURTESY = frozenset(_COURTESY.split())
"""What stands beside and tells nothing."""
BEFORE_SEAT = frozenset({"as", "play", "als", "side"})
ORDER_WORDS = tuple(sorted(ACCEPT | DECLINE | {TABLES}))
"""What a line of a letter can begin with that is meant for a table."""


class Said(Enum):
    """What a guest has answered."""

    ACCEPT = "accept"
    DECLINE = "decline"
    UNCLEAR = "unclear"


@dataclass(frozen=True)
class Reply:
    """A guest's answer: `wish` is the seat they ask for ("": none)."""

    said: Said
    wish: Seat = ""


def reply_in(lines: Sequence[str], seats: Collection[Seat]) -> Reply:
    """What a guest's lines answer. Lines that are no answer do not count; of two different answers neither does."""
    found = {reply for line in lines if (reply := _reply(line, seats)) is not None}
    return found.pop() if len(found) == 1 else Reply(Said.UNCLEAR)


def _reply(line: str, seats: Collection[Seat]) -> Reply | None:
    words = [word for word in plain_words(line) if word not in COURTESY]
    if not words or len(words) != len(set(words)):
        return None
    told = set(words)
    wished = [seat for seat in seats if set(plain_words(seat)) <= told]
    left = told - ACCEPT - BEFORE_SEAT - {word for seat in wished for word in plain_words(seat)}
    if told & ACCEPT and not left and len(wished) <= 1:
        return Reply(Said.ACCEPT, wished[0] if wished else "")
    return Reply(Said.DECLINE) if told <= DECLINE else None


@dataclass(frozen=True)
class Asked:
    """What a stranger asks: the list of tables, or to join the one called `table` ("": they do not say which)."""

    table: str
    wish: str = ""


def asked_in(lines: Sequence[str], is_table: Callable[[str], bool]) -> Asked | None:
    """What a stranger's lines, or their Subject, ask; None: nothing. The first that says so counts."""
    return next((asked for line in lines if (asked := _asked(line, is_table)) is not None), None)


def _asked(line: str, is_table: Callable[[str], bool]) -> Asked | None:
    words = [word.strip(".,!?;\"'()") for word in line.casefold().split()]
    told = [word for word in words if word and word not in COURTESY | BEFORE_SEAT]
    if told in ([TABLES], [JOIN]):
        return Asked("")
    if told[:1] != [JOIN] or not 2 <= len(told) <= 3:
        return None
    named = next((word for word in told[1:] if is_table(word)), told[1])
    if not (is_table(named) or has_digit(named)):  # "join us tomorrow"
        return None
    return Asked(named, next((word for word in told[1:] if word != named), ""))
