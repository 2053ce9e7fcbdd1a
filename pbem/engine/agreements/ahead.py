"""Signatures in advance: a seat accepts offers within limits without being asked.

Such an acceptance is an entry of kind OFFER, known to its seat alone. It signs an offer by the players it names, made to
exactly these, if its clauses and the limits match one to one: each clause within a limit, and no limit without a clause.
Every other offer is asked as usual. If a clause is binding, the acceptance signs one offer and is used up.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Self

from pbem.engine.decision import Json, Seat
from pbem.engine.log.entry import Entry
from pbem.figures import is_number

ACCEPTS, ACCEPTS_NOT = "accepts_ahead", "accepts_not"
"""The keys of entries that give an acceptance, and withdraw it."""
AGREED_AHEAD = "agreed_ahead"
"""The key of the entry by which an acceptance has signed an offer."""
_ABOUT = "ahead"


@dataclass(frozen=True, slots=True)
class Acceptance:
    """A signature that a seat has given in advance, by its `entry` and `number`. It is for offers between the seat and
    `whom`, with clauses within `limits` (in the game's form), until `end` (None: until it is withdrawn), for one offer
    (`once`) or for all.
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
        """Whether it is for an offer by this seat to these parties."""
        return offerer in self.whom and self.seat in parties and {*parties} <= {self.seat, *self.whom}


def about_acceptance(number: int) -> str:
    """The subject of entries about this acceptance."""
    return f"{_ABOUT} {number}"


def acceptance_number(subject: str) -> int:
    """The number of the acceptance that an entry is about; 0 for other entries."""
    thing, _, number = subject.partition(" ")
    return int(number) if thing == _ABOUT and is_number(number) else 0
