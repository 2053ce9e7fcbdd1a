"""Whether the secret of a pair of worlds has come to light in both."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from pbem.engine.decision import DICE as DICE_SEAT
from pbem.engine.decision import Seat
from pbem.engine.event import Event
from pbem.engine.log.entry import Entry
from pbem.engine.table import Table
from pbem.lab.leaks.asked import answers_among
from pbem.lab.trial import Hidden


@dataclass(frozen=True, slots=True)
class Fresh:
    """What a step has brought in one world: answers and rolls, the Events that any of the readers may see, and which entry
    each of these came `by`.
    """

    answers: Sequence[Entry]
    seen: Sequence[Event]
    by: Sequence[int] = ()

    @classmethod
    def of(cls, table: Table[Any], first: int, readers: Sequence[Seat]) -> Fresh:
        """What has come since entry `first`."""
        entries = [entry for entry in table.entries if entry.number >= first]
        news = [each for each in table.news if each.number >= first and any(map(each.event.visible_to, readers))]
        return cls(answers_among(entries), [each.event for each in news], [each.number for each in news])

    def with_event(self, place: int) -> set[str]:
        """The names of the Events that came by the same entry as that at `place`, or, behind the last, none."""
        if place >= len(self.seen):
            return set()
        return {event.name for event, by in zip(self.seen, self.by, strict=True) if by == self.by[place]}

    def rolls(self, keys: frozenset[str]) -> list[tuple[str, str, object]]:
        """What was rolled for these."""
        return [(e.key, e.subject, e.answer) for e in self.answers if e.seat == DICE_SEAT and e.key in keys]


def is_lit(hidden: Sequence[Hidden], one: Fresh, other: Fresh, readers: Collection[Seat], *, asked_alike: bool) -> bool:
    """Whether the first thing that differs of what the readers see shows by right what is hidden from them, or comes by the
    same entry as something that does, or follows from an answer of its owner's that leads on otherwise. What is rolled
    comes to light only where the result is another.
    """
    lit_by, leads_on = (frozenset[str]().union(*sets) for sets in ([h.lit_by for h in hidden], [h.leads_on for h in hidden]))
    if one.rolls(lit_by) != other.rolls(lit_by):
        return True
    led_on = any(entry.key in leads_on and entry.seat not in readers for entry in (*one.answers, *other.answers))
    if one.seen == other.seen:
        return led_on and not asked_alike
    pairs = list(zip_longest(one.seen, other.seen))
    first = next(place for place, pair in enumerate(pairs) if pair[0] != pair[1])
    by_right = lit_by & (one.with_event(first) | other.with_event(first))
    return bool(by_right) or (led_on and None in pairs[first])


def will_show(hidden: Sequence[Hidden], one: set[str], other: set[str]) -> bool:
    """Whether the owner is asked something in one world only whose answer everybody sees."""
    return any(each.asks & (one ^ other) for each in hidden)
