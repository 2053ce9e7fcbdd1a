"""A deadline as a calendar entry (RFC 5545), which later ones of the same game and seat replace."""

from __future__ import annotations

from datetime import datetime

from icalendar import Calendar, Event

PRODUCT = "-//pbem//deadlines//EN"


def deadline_entry(uid: str, sequence: int, due: datetime, stamp: datetime, *, summary: str, description: str) -> str:
    """The text of an .ics file with one deadline, METHOD:PUBLISH (RFC 5546 3.2.1).

    One `uid` names the deadline of one seat for good; a higher `sequence` replaces what stood there.
    """
    event = Event()
    event.add("uid", uid)
    event.add("sequence", sequence)
    event.add("dtstamp", stamp)
    event.add("dtstart", due)
    event.add("summary", summary)
    event.add("description", description)
    event.add("transp", "TRANSPARENT")
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add_component(event)
    return bytes(calendar.to_ical()).decode("utf-8")
