"""One line of a game's log, and the fingerprint of a State."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from hashlib import blake2b
from typing import Any, Self

from pbem.engine.decision import Json, Seat
from pbem.engine.log.cause import Cause


class EntryKind(StrEnum):
    """How an Entry came about. The last eleven answer no question."""

    ANSWER = "answer"  # a player's line
    WAITED = "waited"  # a player's line that was kept until its question opened
    STANDING = "standing"  # a standing order answered
    SILENT = "silent"  # nobody had given an order for a question that is never put to the player
    FORCED = "forced"  # there was one legal answer
    TIMEOUT = "timeout"  # the clock answered
    ROLL = "roll"  # a die or a shuffle
    DRAFT = "draft"  # what is added to the beginning of an answer, kept until the rest arrives
    INSTRUCTION = "instruction"  # a standing order given or withdrawn
    SALT = "salt"  # a player's share in the dice
    WAITING = "waiting"  # what changes of the lines that wait for their questions (engine/log/changes.py)
    CLOCK = "clock"  # what the clock, or a player's word about time or their slips, has done
    RECEIPT = "receipt"  # what a letter ordered, in the words it was understood in
    OFFER = "offer"  # what a player has proposed to the others, or answered to that
    ENDED = "ended"  # the players have ended the game before its end
    RULING = "ruling"  # the game master has changed the position by hand
    ACT = "act"  # what a player does without being asked (engine/game/acts.py); a note is the line that waited for it
    CHOICE = "choice"  # what a player wants to be told, and when


NOT_ANSWERS = frozenset(
    {
        EntryKind.DRAFT,
        EntryKind.INSTRUCTION,
        EntryKind.SALT,
        EntryKind.WAITING,
        EntryKind.CLOCK,
        EntryKind.RECEIPT,
        EntryKind.OFFER,
        EntryKind.ENDED,
        EntryKind.RULING,
        EntryKind.ACT,
        EntryKind.CHOICE,
    }
)
NOT_OF_THE_GAME = frozenset({EntryKind.CLOCK, EntryKind.RECEIPT, EntryKind.OFFER, EntryKind.CHOICE})
"""Entries that the rules and the Table only carry: what they mean is the moderator's."""

OF_THE_RULES = frozenset({EntryKind.ROLL, EntryKind.FORCED, EntryKind.SILENT})
"""Entries that nobody orders: they follow from others."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log: which question was answered how.

    `after` is the fingerprint of the State after it: of the last entry before the game stops for a player; "" for others.
    `turn` is the game's own name for the time; `note` is the order that answered, or why waiting lines were given up.
    `cause` is why it stands there (None: it is of a log that did not say); nothing follows from it.
    """

    number: int
    kind: EntryKind
    seat: Seat
    key: str
    subject: str
    answer: Json
    after: str
    turn: str = ""
    note: str = ""
    cause: Cause | None = None


class Fixed:
    """Base of printed facts (maps, cards, pieces) that a State refers to and never changes: no part of its fingerprint.

    Copies of a State share them.
    """

    def __deepcopy__(self, _memo: dict[int, object]) -> Self:
        return self


LATER = "LATER"
"""Where a class of a State keeps the fields that it has got since games began with it, and what each is at first."""


def _plain(value: Any) -> Any:
    if isinstance(value, Fixed):
        return None
    later = getattr(value, LATER, None)
    return vars(value) if later is None else {k: v for k, v in vars(value).items() if k not in later or v != later[k]}


_encode = json.JSONEncoder(default=_plain, separators=(",", ":"), check_circular=False).encode


def fingerprint(state: object) -> str:
    """Sixteen hex digits that differ when anything in `state` differs (dataclasses of plain data; key order counts).

    A field that a class names in LATER counts only once it has another value than at first, so that games begun before the
    field was there keep their fingerprints.
    """
    return blake2b(_encode(state).encode(), digest_size=8).hexdigest()
