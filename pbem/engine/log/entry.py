"""The entries of a game's log, and the fingerprint of a State."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from hashlib import blake2b
from typing import Any, Self

from pbem.engine.decision import Json, Seat
from pbem.engine.log.cause import Cause


class EntryKind(StrEnum):
    """How an Entry came about. The last eleven kinds answer no question."""

    ANSWER = "answer"  # a player's line
    WAITED = "waited"  # a player's line that waited until its question opened
    STANDING = "standing"  # a standing order answered
    SILENT = "silent"  # no order for a question that is never put to the player: its default
    FORCED = "forced"  # there was one legal answer
    TIMEOUT = "timeout"  # the clock answered
    ROLL = "roll"  # a die or a shuffle
    DRAFT = "draft"  # additions to a partial answer
    INSTRUCTION = "instruction"  # a standing order given or withdrawn
    SALT = "salt"  # a player's share in the dice
    WAITING = "waiting"  # changes of waiting lines (engine/log/changes.py)
    CLOCK = "clock"  # an action of the clock, or a player's line about time or their slips
    RECEIPT = "receipt"  # the orders of a letter, as they were understood
    OFFER = "offer"  # a player's offer to others, or a reply to one
    ENDED = "ended"  # the players have ended the game before its end
    RULING = "ruling"  # the game master has corrected the position
    ACT = "act"  # an act of a player without a question (engine/game/acts.py); a note is the line that waited for it
    CHOICE = "choice"  # what a player wants to be informed of, and when


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
"""Entries that the rules and the Table only carry; the moderator interprets them."""

OF_THE_RULES = frozenset({EntryKind.ROLL, EntryKind.FORCED, EntryKind.SILENT})
"""Entries that nobody orders: they follow from others."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the log: which question was answered how.

    `after` is the fingerprint of the State after it, if the game then stopped for a player; otherwise "". `turn` is the
    game's own name for the time; `note` is the order that answered, or why waiting lines were given up. `cause` is why it
    was written (None: an older log without causes); nothing depends on it.
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
    """Base class of printed facts (maps, cards, pieces) that a State refers to and never changes. They are left out of its
    fingerprint, and copies of a State share them.
    """

    def __deepcopy__(self, _memo: dict[int, object]) -> Self:
        return self


LATER = "LATER"
"""The attribute where a State's class lists fields added since games began, with their initial values."""


def _plain(value: Any) -> Any:
    if isinstance(value, Fixed):
        return None
    later = getattr(value, LATER, None)
    return vars(value) if later is None else {k: v for k, v in vars(value).items() if k not in later or v != later[k]}


_encode = json.JSONEncoder(default=_plain, separators=(",", ":"), check_circular=False).encode


def fingerprint(state: object) -> str:
    """Sixteen hex digits that differ if anything in `state` differs (dataclasses of plain data; the order of keys counts).

    A field listed in LATER counts only when it differs from its initial value, so that games begun before it was added keep
    their fingerprints.
    """
    return blake2b(_encode(state).encode(), digest_size=8).hexdigest()
