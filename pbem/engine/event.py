"""Events: what a rule reports, each with the seats that may see it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from pbem.engine.decision import Json, Seat


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened.

    `rule` is the number in the rulebook, `name` selects the phrase that reports it, `data` holds what the phrase needs, and
    `seen_by` names the seats that may know of it (None: everyone).
    """

    rule: str
    name: str
    data: dict[str, Json] = field(default_factory=dict)
    seen_by: frozenset[Seat] | None = None

    def visible_to(self, seat: Seat | None) -> bool:
        """Whether `seat` may know of this; None asks for the public."""
        return self.seen_by is None or (seat is not None and seat in self.seen_by)


class Tells(Protocol):
    """A State with the Events of the current step, until the Table takes them."""

    events: list[Event]


def tell(s: Tells, rule: str, name: str, *, seen_by: frozenset[Seat] | None = None, **data: Json) -> None:
    """Reports that something happened under `rule`."""
    s.events.append(Event(rule, name, data, seen_by))
