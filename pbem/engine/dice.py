"""Dice and shuffles: questions put to the seat DICE, and how live play answers them.

A result is derived from the game's secret key and the roll's identity (turn, key, subject, and how often that triple has
been rolled before), never from a running sequence: a question taken back gives the same die again, and a change to one
question leaves every other die alone. The players' salts go into each die; decks use a key of their own.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import dataclass
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
        return f"{self.turn}|{self.key}|{self.subject}|{self.occurrence}"


class Chance(Protocol):
    """Where live play takes a random result from."""

    def __call__(self, roll: RollId, shape: Shape, salts: Mapping[Seat, str]) -> Json:
        """The result for `roll`; `salts` are those given by the players so far, in hex."""


@dataclass(frozen=True, slots=True)
class Fate:
    """The Chance of a real game: everything follows from its 32-byte `key`."""

    key: bytes

    @property
    def commitment(self) -> str:
        """The SHA-256 of the key, in hex: stands in the opening letter, binds the moderator, tells nothing."""
        return sha256(self.key).hexdigest()

    def __call__(self, roll: RollId, shape: Shape, salts: Mapping[Seat, str]) -> Json:
        """The die or the order of the cards for `roll`. Raises TypeError for a shape that is neither."""
        match shape:
            case Die():
                return self.die(roll, salts)
            case Shuffle(items):
                return self.order(roll, items)
        raise TypeError(f"no random result has the shape {shape!r}")

    def die(self, roll: RollId, salts: Mapping[Seat, str]) -> int:
        """One face, 1 to 6: HMAC-SHA-256 under the dice key over identity, salts by seat, and a counter.

        A byte of 252 or more would favour the low faces and is passed over.
        """
        told = "|".join(f"{seat}={salts[seat]}" for seat in sorted(salts))
        key = self._key_for("dice")
        for counter in range(1 << 16):
            block = hmac.digest(key, f"{roll}|{told}|{counter}".encode(), "sha256")
            for byte in block:
                if byte < 252:
                    return byte % 6 + 1
        raise AssertionError("2**21 bytes in a row of 252 or more")

    def order(self, roll: RollId, items: tuple[str, ...]) -> list[str]:
        """The items sorted by their HMAC-SHA-256 under the deck key."""
        key = self._key_for("decks")
        return sorted(items, key=lambda item: hmac.digest(key, f"{roll}|{item}".encode(), "sha256"))

    def _key_for(self, purpose: str) -> bytes:
        return hmac.digest(self.key, purpose.encode(), "sha256")
