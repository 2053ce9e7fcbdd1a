"""Raw mail past its time is let go, a little at a time: letters that come meanwhile are dealt with in between."""

from __future__ import annotations

from datetime import datetime, timedelta
from time import sleep

from pbem.moderator.desk.desk import Desk
from pbem.store import mailbox, post
from pbem.store.timekeeping import is_sure

ROWS_AT_ONCE = 100
"""So many rows of a kind are let go before others may write."""
PAUSE_SECONDS = 0.02
"""Others that wait for the database try again within this time or a little more."""


def forget(desk: Desk) -> None:
    """Let go the text of letters and mails that are done with and past their time, and all of strangers' letters.

    While the clock is not sure nothing is. Raises NotNow while the database cannot be written; what has been let go by then
    stays so.
    """
    now = desk.now()
    with desk.db.reading() as session:
        if not is_sure(session, now):
            return
    before = now - timedelta(days=desk.retention_days)
    while _forget_some(desk, before):
        sleep(PAUSE_SECONDS)
    with desk.db.writing() as session:
        mailbox.forget_old_left(session, before)


def _forget_some(desk: Desk, before: datetime) -> int:
    with desk.db.writing() as session:
        return post.forget_raw(session, before, ROWS_AT_ONCE)
