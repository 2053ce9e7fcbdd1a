"""Trouble is told: a mailbox that cannot be read, a server that takes no mails, work that fails; and that it is over.

The game master hears of trouble that lasts, once a day, and once that it is over. While no mails get out nobody can be told
by mail: then `pbem status`, the health file and the metrics say it, and a mail says afterwards how long it was.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from pbem.moderator.clock.clock import stamp
from pbem.moderator.desk.context import Context
from pbem.moderator.desk.desk import Desk
from pbem.moderator.reports.notices import tell_gamemaster
from pbem.store import services
from pbem.store.services import IMAP, SERVICES, SMTP, WORK
from pbem.store.tables import ServiceRow
from pbem.store.timekeeping import EVERY
from pbem.timing.duration import in_words
from pbem.timing.zones import UTC_ZONE, local_time

TOLD_AFTER = timedelta(minutes=5)
"""Trouble that is over sooner is nobody's trouble: servers are restarted, lines break."""
PAUSE = timedelta(hours=1)
"""Trouble that comes and goes is told no more often."""
AGAIN = timedelta(days=1)
URGENT = 2
"""These mails go before all others."""


@dataclass(frozen=True, slots=True)
class _Wording:
    """What is said of a service."""

    fails: str
    works: str
    while_it_fails: str
    after_it: str


_WORDINGS: Mapping[str, _Wording] = {
    IMAP: _Wording(
        "letters cannot be fetched",
        "letters are fetched again",
        "Players' letters wait in the mailbox, and no deadline comes due before they are read.",
        "All letters that came meanwhile are read before any deadline comes due.",
    ),
    SMTP: _Wording("no mails get out", "mails get out again", "", "All mails were kept, and are sent now."),
    WORK: _Wording(
        "the moderator's work fails",
        "the moderator works again",
        "The log of the service says where it fails. Letters are kept, and the work is tried again every few minutes.",
        "Nothing that was kept is lost.",
    ),
}


def note_works(desk: Desk, name: str) -> list[str]:
    """Note that a service does what it is for, once a minute at most; tell that its trouble is over if that was told, or
    nobody could be told. Gives a line for the log if somebody is told.
    """
    now = desk.now()
    with desk.db.reading() as session:
        row = services.service(session, name)
        if row.failing_since is None and row.last_ok is not None and timedelta(0) <= now - row.last_ok < EVERY:
            return []
    with desk.db.writing() as session:
        row = services.service(session, name)
        since, error = row.failing_since, row.error
        owed = row.told is not None if name != SMTP else _is_owed_afterwards(row, now)
        services.note_works(session, name, now)
        if since is None or not owed:
            return []
        lines = [
            f"From {local_time(since, UTC_ZONE)} on, for {in_words(now - since)}, it was: {error}",
            _WORDINGS[name].after_it,
        ]
        if name == SMTP:
            services.note_reported(session, name, now, over=True)
        return [_tell(Context(session, desk), f"{name}-works", _WORDINGS[name].works, lines)]


def note_fails(desk: Desk, name: str, error: str) -> None:
    """Note that a service fails, with what it said."""
    with desk.db.writing() as session:
        services.note_fails(session, name, desk.now(), error)


def tell_trouble(desk: Desk) -> list[str]:
    """Tell the game master of each trouble that lasts. Gives a line for the log for each."""
    now = desk.now()
    with desk.db.reading() as session:
        due = [name for name in (IMAP, WORK) if _is_due(services.service(session, name), now)]
    said = []
    for name in due:
        with desk.db.writing() as session:
            row = services.service(session, name)
            if not _is_due(row, now) or row.failing_since is None:
                continue
            wording = _WORDINGS[name]
            lines = [
                f"Since {local_time(row.failing_since, UTC_ZONE)}: {row.error}",
                wording.while_it_fails,
                "You hear of this once a day, and when it is over.",
            ]
            services.note_reported(session, name, now)
            said.append(_tell(Context(session, desk), f"{name}-fails", wording.fails, lines))
    return said


def _is_owed_afterwards(row: ServiceRow, now: datetime) -> bool:
    """Whether the game master is told that mails get out again: once a day, for a provider's limits can come every day. Who
    was told that mails wait has it in that mail.
    """
    if row.failing_since is None or row.told is not None or now - row.failing_since < TOLD_AFTER:
        return False
    return row.last_told is None or not timedelta(0) <= now - row.last_told < AGAIN


def _is_due(row: ServiceRow, now: datetime) -> bool:
    if row.failing_since is None or now - row.failing_since < TOLD_AFTER:
        return False
    if row.told is not None:
        return not timedelta(0) <= now - row.told < AGAIN
    return row.last_told is None or not timedelta(0) <= now - row.last_told < PAUSE


def _tell(context: Context, what: str, heading: str, lines: list[str]) -> str:
    facts: dict[str, Any] = {"heading": heading, "lines": lines, "more": 0, "daily": False}
    occasion = f"trouble-{what}-{stamp(context.desk.now())}"
    tell_gamemaster(context, None, "watch", occasion, urgency=URGENT, **facts)
    return f"the game master is told: {heading}"


def service_facts(context: Context) -> dict[str, dict[str, Any]]:
    """How each service does, by its name: `ok`, `last_ok`, `failing_since`, `error` the last one, `error_at`."""
    found = {name: services.service(context.session, name) for name in SERVICES}
    return {
        name: {
            "ok": row.failing_since is None,
            "last_ok": row.last_ok,
            "failing_since": row.failing_since,
            "error": row.error,
            "error_at": row.error_at,
        }
        for name, row in found.items()
    }
