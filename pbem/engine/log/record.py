"""Commitments of the moderator: to what readers have been told, and to secret choices.

A record is one hash over all Events that a reader may know, in order. Two readers who compare it know that they were told
the same game; and an archive shows whether it contains the game that a mail reported. A seal is a hash of a secret choice
that everybody is told at once; it is opened when the choice is revealed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256

from pbem.engine.decision import Json, Seat
from pbem.engine.dice import Fate
from pbem.engine.event import Event

SHOWN = 16
PUBLIC: Seat = ""
"""The reader for public records."""


@dataclass(frozen=True, slots=True)
class Record:
    """The number of Events told, and the hash over them (hex); for none it is the game's commitment."""

    count: int
    digest: str

    def and_then(self, event: Event) -> Record:
        """The record after another Event: the SHA-256 of the hash so far, a newline, and the Event's rule, name and data as
        JSON.
        """
        event_text = json.dumps([event.rule, event.name, event.data], sort_keys=True, separators=(",", ":"))
        return Record(self.count + 1, sha256(f"{self.digest}\n{event_text}".encode()).hexdigest())

    def __str__(self) -> str:
        return f"{self.count}-{self.digest[:SHOWN]}"


class Records:
    """The records of the public and of each seat, over the Events so far."""

    def __init__(self, commitment: str, seats: Iterable[Seat]) -> None:
        self.taken = 0
        self.of: dict[Seat, Record] = {reader: Record(0, commitment) for reader in (PUBLIC, *seats)}

    def take(self, events: Sequence[Event]) -> None:
        """Adds Events."""
        for event in events:
            for reader, record in self.of.items():
                if event.visible_to(reader or None):
                    self.of[reader] = record.and_then(event)
        self.taken += len(events)


# Seals


@dataclass(frozen=True, slots=True)
class Sealed:
    """A secret choice: the entry that completed it, its seat, the question, the time of the game, and the answer.

    `share` is the newest share in the dice when it was made; `opened` is the entry that revealed it (0: still secret).
    """

    number: int
    seat: Seat
    key: str
    turn: str
    answer: Json
    share: str
    opened: int = 0

    def seal(self, fate: Fate) -> Seal:
        """Its seal. The same letters carried out again give the same seal."""
        chosen = json.dumps(self.answer, sort_keys=True, separators=(",", ":"))
        sealed_text = f"{self.turn}|{self.seat}|{self.key}|{chosen}"
        text = f"{fate.seal_salt(f'{self.share}|{sealed_text}')}|{sealed_text}"
        return Seal(fate.seal(text), text)


@dataclass(frozen=True, slots=True)
class Seal:
    """The first hex digits of the SHA-256 of a text, and that text, which begins with its salt."""

    digest: str
    text: str
