"""Dice and shuffles: questions to the seat DICE, and how live play answers them.

A result is derived from the game's secret key, the roll's identity (turn, key, subject, and how often these have been rolled
before) and the players' shares (engine/log/shares.py), not from a running sequence: a change to one question leaves every
other die as it was. Decks use a key of their own.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Protocol

from pbem.engine.decision import DICE, Decision, Die, Json, Seat, Shape, Shuffle


async def roll(key: str, subject: str) -> int:
    """Rolls one six-sided die, identified by `key` and `subject`."""
    return int(await Decision(DICE, key, subject, "", Die()))


async def shuffle(key: str, subject: str, items: tuple[str, ...]) -> list[str]:
    """The `items` in a random order."""
    return list(await Decision(DICE, key, subject, "", Shuffle(items)))


@dataclass(frozen=True, slots=True)
class RollId:
    """The identity of a random result. `occurrence` counts from 1."""

    turn: str
    key: str
    subject: str
    occurrence: int

    def __str__(self) -> str:
        return f"{self.turn!s}|{self.key}|{self.subject!s}|{self.occurrence}"


@dataclass(frozen=True, slots=True)
class Mixed:
    """The players' shares in a roll, in hex: their `salts` by seat in games that began before there was a pool, else the
    `pool` of all shares.
    """

    salts: Mapping[Seat, str] = field(default_factory=dict)
    pool: str = ""

    def of_die(self) -> str:
        """Its form in the input of a die."""
        return self.pool or "|".join(f"{seat}={self.salts[seat]}" for seat in sorted(self.salts))

    def of_deck(self) -> str:
        """Its form in the input of a deck's order, with a bar after it; salts do not enter decks."""
        return self.pool and f"{self.pool}|"


NOTHING_MIXED = Mixed()
SEAL_DIGITS = 32


class Chance(Protocol):
    """The source of random results in live play."""

    def __call__(self, roll: RollId, shape: Shape, mixed: Mixed) -> Json:
        """The result for `roll`; `mixed` are the players' shares."""


@dataclass(frozen=True, slots=True)
class Fate:
    """The Chance of a real game: everything is derived from its 32-byte `key`."""

    key: bytes

    @property
    def commitment(self) -> str:
        """The SHA-256 of the key, in hex. The opening letter has it: it commits the moderator without revealing the key."""
        return sha256(self.key).hexdigest()

    def __call__(self, roll: RollId, shape: Shape, mixed: Mixed) -> Json:
        """The die, or the order of the cards, for `roll`. Raises TypeError for any other shape."""
        match shape:
            case Die():
                return self.die(roll, mixed)
            case Shuffle(items):
                return self.order(roll, items, mixed)
        raise TypeError(f"no random result has the shape {shape!r}")

    def die(self, roll: RollId, mixed: Mixed = NOTHING_MIXED) -> int:
        """One face, 1 to 6: HMAC-SHA-256 with the dice key over identity, shares and a counter.

        Bytes of 252 or more would favour low faces and are skipped.
        """
        mix_text = mixed.of_die()
        key = self._key_for("dice")
        for counter in range(1 << 16):
            block = hmac.digest(key, f"{roll}|{mix_text}|{counter}".encode(), "sha256")
            for byte in block:
                if byte < 252:
                    return byte % 6 + 1
        raise AssertionError("2**21 bytes in a row of 252 or more")

    def order(self, roll: RollId, items: tuple[str, ...], mixed: Mixed = NOTHING_MIXED) -> list[str]:
        """The items sorted by their HMAC-SHA-256 with the deck key over identity, shares and item."""
        key, mix_text = self._key_for("decks"), mixed.of_deck()
        return sorted(items, key=lambda item: hmac.digest(key, f"{roll}|{mix_text}{item}".encode(), "sha256"))

    def seal_salt(self, about: str) -> str:
        """The salt hashed with a secret choice, so that nobody can guess the choice from the hash: 32 hex digits."""
        return hmac.digest(self._key_for("seals"), about.encode(), "sha256").hex()[:32]

    def seal(self, text: str) -> str:
        """The commitment to a text that is still secret: the first 32 hex digits of its SHA-256."""
        return sha256(text.encode()).hexdigest()[:SEAL_DIGITS]

    def _key_for(self, purpose: str) -> bytes:
        return hmac.digest(self.key, purpose.encode(), "sha256")
