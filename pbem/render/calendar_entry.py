"""A deadline as a calendar entry (RFC 5545), which later ones of the same game and seat replace."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from icalendar import Calendar, Event, vCalAddress

PRODUCT = "-//pbem//deadlines//EN"
PUBLISH, CANCEL = "PUBLISH", "CANCEL"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeadlineEntry:
    """One deadline of one seat.

    One `uid` names the deadline of one seat for good; a higher `sequence` replaces what stood there. `stamp` is when it was
    written, `organizer` the moderator's address; `over` takes the deadline out of the calendar.
    """

    uid: str
    sequence: int
    due: datetime
    stamp: datetime
    organizer: str
    summary: str
    description: str
    over: bool = False

    @property
    def method(self) -> str:
        """What the calendar is to do with it (RFC 5546 3.2.1, 3.2.5)."""
        return CANCEL if self.over else PUBLISH

    def text(self) -> str:
        """An .ics file; all its moments are UTC."""
        event = Event()
        event.add("uid", self.uid)
        event.add("sequence", self.sequence)
        event.add("dtstamp", self.stamp)
        event.add("dtstart", self.due)
        event.add("organizer", vCalAddress(f"mailto:{self.organizer}"))
        event.add("summary", self.summary)
        event.add("description", self.description)
        event.add("status", "CANCELLED" if self.over else "CONFIRMED")
        event.add("transp", "TRANSPARENT")
        calendar = Calendar()
        calendar.add("prodid", PRODUCT)
        calendar.add("version", "2.0")
        calendar.add("method", self.method)
        calendar.add_component(event)
        return bytes(calendar.to_ical()).decode("utf-8")
