"""Where a game stands and when its clock is due, as it is kept with the entries that it follows from (store.progress)."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlmodel import Session

from pbem.engine.decision import Seat
from pbem.engine.table import Table
from pbem.moderator.clock.clock import Clock
from pbem.moderator.clock.state import next_look
from pbem.store import progress
from pbem.store.progress import Progress, Wait
from pbem.timing.zones import find_zone, local_time, zone_name

OVER = "over"


def keep_progress(session: Session, game_id: int, clock: Clock, table: Table[Any]) -> None:
    """Keep what follows from a game's log, all of which is written: in the transaction that writes it."""
    progress.keep(session, game_id, progress_of(clock, table))
    progress.set_look(session, game_id, next_look(clock.clocks(table), clock.terms))


def progress_of(clock: Clock, table: Table[Any]) -> Progress:
    """Where a game stands at a Table."""
    turn = OVER if table.over else table.rules.turn(table.state)
    waits = tuple(_wait(clock, table, seat) for seat in table.seats if table.open_to(seat))
    return Progress(table.rules.version, turn, waits, zone_name(clock.terms.zone))


def _wait(clock: Clock, table: Table[Any], seat: Seat) -> Wait:
    clocks = clock.clocks(table)
    if not clock.is_running(clocks, table, seat):
        return seat, None, False
    return seat, clock.due(clocks, seat), clocks.running[seat].waits


def until_when(stands: Progress, wait: Wait, now: datetime) -> str:
    """A seat's deadline in brief, in the game's zone; "" where none runs."""
    _, due, is_waited_for = wait
    if due is None:
        return ""
    waits = ", the game waits" if is_waited_for else ""
    return f"{'late since' if now >= due else 'until'} {local_time(due, find_zone(stands.zone))}{waits}"
