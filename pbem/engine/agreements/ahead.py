"""Offers that a player accepts without being asked: a signature given in advance, with limits.

It is an entry of kind OFFER, as offers are, and known to its seat alone. What it signs is an offer of the players it names,
to its seat and to none but these, of what its limits say: each clause within one of them, and none of them without its
clause. All else is asked of its seat as ever. Where anything of it binds, it signs one offer, and is used up.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Self

from pbem.engine.decision import Json, Seat
from pbem.engine.log.entry import Entry
from pbem.figures import is_number

ACCEPTS, ACCEPTS_NOT = "accepts_ahead", "accepts_not"
"""The keys of the entries that give a signature in advance, and withdraw it."""
AGREED_AHEAD = "agreed_ahead"
"""That of the entry by which one has signed."""
_ABOUT = "ahead"


@dataclass(frozen=True, slots=True)
class Acceptance:
    """A signature that a seat has given in advance, by its `entry` and `number`: for offers of these others (`whom`), of
    clauses within these `limits` (as the game reads them), until `end` has come (None: until it is withdrawn), for one offer
    or for each (`once`).
    """

    seat: Seat
    entry: int
    number: int
    whom: tuple[Seat, ...]
    limits: tuple[Json, ...]
    end: Json = None
    once: bool = True

    @classmethod
    def from_entry(cls, entry: Entry) -> Self:
        """Read it back from the log."""
        answer = entry.answer
        limits = tuple(answer["limits"])
        number = acceptance_number(entry.subject)
        return cls(entry.seat, entry.number, number, tuple(answer["whom"]), limits, answer["end"], answer["once"])

    def as_answer(self) -> Json:
        """Its form in the log."""
        return {"whom": list(self.whom), "limits": list(self.limits), "end": self.end, "once": self.once}

    def is_for(self, offerer: Seat, parties: Collection[Seat]) -> bool:
        """Whether it is for offers of this seat among these."""
        return offerer in self.whom and self.seat in parties and {*parties} <= {self.seat, *self.whom}


def about_acceptance(number: int) -> str:
    """The subject of the entries about it."""
    return f"{_ABOUT} {number}"


def acceptance_number(subject: str) -> int:
    """The number of the acceptance that an entry is about; 0 for one about anything else."""
    thing, _, number = subject.partition(" ")
    return int(number) if thing == _ABOUT and is_number(number) else 0
