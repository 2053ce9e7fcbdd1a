"""What binds the moderator to what readers have been told, and to what they have not been told yet.

A record is one hash over all Events that a reader may know of, in their order: two readers who compare a line of their mails
know by it that they were told the same game, and an archive shows whether it has the game that a mail has told. A seal is a
hash of something chosen in secret, which everybody is told at once, and which is opened when the choice has come to light.
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
"""The reader of what everybody may know."""


@dataclass(frozen=True, slots=True)
class Record:
    """How many Events have been told, and the hash over them (hex); that of none is the game's commitment."""

    count: int
    digest: str

    def and_then(self, event: Event) -> Record:
        """With one Event more: the SHA-256 over the hash so far, a newline, and the Event's rule, name and data as JSON."""
        event_text = json.dumps([event.rule, event.name, event.data], sort_keys=True, separators=(",", ":"))
        return Record(self.count + 1, sha256(f"{self.digest}\n{event_text}".encode()).hexdigest())

    def __str__(self) -> str:
        return f"{self.count}-{self.digest[:SHOWN]}"


class Records:
    """The records of the public and of each seat, over the Events taken so far."""

    def __init__(self, commitment: str, seats: Iterable[Seat]) -> None:
        self.taken = 0
        self.of: dict[Seat, Record] = {reader: Record(0, commitment) for reader in (PUBLIC, *seats)}

    def take(self, events: Sequence[Event]) -> None:
        """Go on with Events."""
        for event in events:
            for reader, record in self.of.items():
                if event.visible_to(reader or None):
                    self.of[reader] = record.and_then(event)
        self.taken += len(events)


# Seals


@dataclass(frozen=True, slots=True)
class Sealed:
    """A secret choice: the entry that completed it, whose it is, the question it answers, the time in play, and the answer.

    `share` is the share in the dice that was newest when it was given; `opened` is the entry by which the choice has come to
    light (0: it has not).
    """

    number: int
    seat: Seat
    key: str
    turn: str
    answer: Json
    share: str
    opened: int = 0

    def seal(self, fate: Fate) -> Seal:
        """Its seal. The same letters carried out again have the same one."""
        chosen = json.dumps(self.answer, sort_keys=True, separators=(",", ":"))
        sealed_text = f"{self.turn}|{self.seat}|{self.key}|{chosen}"
        text = f"{fate.seal_salt(f'{self.share}|{sealed_text}')}|{sealed_text}"
        return Seal(fate.seal(text), text)


@dataclass(frozen=True, slots=True)
class Seal:
    """The first hex digits of the SHA-256 over a text, and the text, which begins with its salt."""

    digest: str
    text: str
