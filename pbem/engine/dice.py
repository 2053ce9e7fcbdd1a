"""Dice and shuffles: questions put to the seat DICE, and how live play answers them.

A result is derived from the game's secret key, the roll's identity (turn, key, subject, and how often that triple has been
rolled before) and what the players have given to it (engine/log/shares.py), never from a running sequence: a change to one
question leaves every other die alone. Decks use a key of their own.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Protocol

from pbem.engine.decision import DICE, Decision, Die, Json, Seat, Shape, Shuffle


async def roll(key: str, subject: str) -> int:
    """Roll one six-sided die for what `key` and `subject` name."""
    return int(await Decision(DICE, key, subject, "", Die()))


async def shuffle(key: str, subject: str, items: tuple[str, ...]) -> list[str]:
    """The `items` in a random order."""
    return list(await Decision(DICE, key, subject, "", Shuffle(items)))


@dataclass(frozen=True, slots=True)
class RollId:
    """What a random result is bound to. `occurrence` counts from 1."""

    turn: str
    key: str
    subject: str
    occurrence: int

    def __str__(self) -> str:
        return f"{self.turn!s}|{self.key}|{self.subject!s}|{self.occurrence}"


@dataclass(frozen=True, slots=True)
class Mixed:
    """The shares of the players in a roll, in hex: their `salts` by seat, in games begun before there was a pool, or the
    `pool` of all their shares.
    """

    salts: Mapping[Seat, str] = field(default_factory=dict)
    pool: str = ""

    def of_die(self) -> str:
        """As it goes into a die."""
        return self.pool or "|".join(f"{seat}={self.salts[seat]}" for seat in sorted(self.salts))

    def of_deck(self) -> str:
        """As it goes into the order of a deck, with the bar behind it: salts did not."""
        return self.pool and f"{self.pool}|"


NOTHING_MIXED = Mixed()
SEAL_DIGITS = 32


class Chance(Protocol):
    """Where live play takes a random result from."""

    def __call__(self, roll: RollId, shape: Shape, mixed: Mixed) -> Json:
        """The result for `roll`; `mixed` is what the players have given to it."""


@dataclass(frozen=True, slots=True)
class Fate:
    """The Chance of a real game: everything follows from its 32-byte `key`."""

    key: bytes

    @property
    def commitment(self) -> str:
        """The SHA-256 of the key, in hex: stands in the opening letter, binds the moderator, tells nothing."""
        return sha256(self.key).hexdigest()

    def __call__(self, roll: RollId, shape: Shape, mixed: Mixed) -> Json:
        """The die or the order of the cards for `roll`. Raises TypeError for a shape that is neither."""
        match shape:
            case Die():
                return self.die(roll, mixed)
            case Shuffle(items):
                return self.order(roll, items, mixed)
        raise TypeError(f"no random result has the shape {shape!r}")

    def die(self, roll: RollId, mixed: Mixed = NOTHING_MIXED) -> int:
        """One face, 1 to 6: HMAC-SHA-256 under the dice key over identity, what the players have given, and a counter.

        A byte of 252 or more would favour the low faces and is passed over.
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
        """The items sorted by their HMAC-SHA-256 under the deck key over identity, what the players have given, and item."""
        key, mix_text = self._key_for("decks"), mixed.of_deck()
        return sorted(items, key=lambda item: hmac.digest(key, f"{roll}|{mix_text}{item}".encode(), "sha256"))

    def seal_salt(self, about: str) -> str:
        """What is hashed together with a secret choice, so that nobody can guess it from the hash: 32 hex digits."""
        return hmac.digest(self._key_for("seals"), about.encode(), "sha256").hex()[:32]

    def seal(self, text: str) -> str:
        """What binds the moderator to a text that is still secret: the first 32 hex digits of its SHA-256."""
        return sha256(text.encode()).hexdigest()[:SEAL_DIGITS]

    def _key_for(self, purpose: str) -> bytes:
        return hmac.digest(self.key, purpose.encode(), "sha256")
