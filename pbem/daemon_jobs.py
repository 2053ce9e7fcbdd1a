"""What a daemon does from time to time, and again where it has failed: lines in the log, and jobs that keep their time."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

from apscheduler.schedulers.asyncio import AsyncIOScheduler  # type: ignore[import-untyped]
from tenacity import RetryCallState

from pbem.mail.imap.errors import MailboxError
from pbem.store.errors import NotNow

log = logging.getLogger(__name__)

GARBAGE = 50_000
"""New objects after which Python looks for unused ones that refer to each other."""


def spare_the_collector() -> None:
    """Nearly all objects that exist when the work begins stay: to look through them for unused ones would take a twentieth
    of the processor, or more.
    """
    gc.freeze()
    gc.set_threshold(GARBAGE)


async def in_a_line(job: Callable[[], Awaitable[None]]) -> None:
    """Do what is done from time to time. A disk that is full or cannot be written is a line in the log, no fault of ours;
    the next time comes. Nor is it one that a job is broken off where the daemon ends.
    """
    try:
        await job()
    except asyncio.CancelledError:  # only the scheduler cancels it, when it is shut down, and would log an error
        log.debug("broken off at the end")
    except (OSError, NotNow) as problem:
        log.warning("%s", problem)


async def keep_on_time(scheduler: AsyncIOScheduler, seconds: float) -> None:
    """Bring jobs forward, each time after some seconds, that a clock which went ahead, and back again, has put off: the
    scheduler counts in wall time.
    """
    while True:
        await asyncio.sleep(seconds)
        bring_forward(scheduler, datetime.now(UTC))


def bring_forward(scheduler: AsyncIOScheduler, now: datetime) -> None:
    """Do those jobs now whose next time is farther away than their interval."""
    for job in scheduler.get_jobs():
        if job.next_run_time is not None and job.next_run_time - now > 2 * job.trigger.interval:
            job.modify(next_run_time=now)


def log_retry(state: RetryCallState) -> None:
    """Say what went wrong and when it is tried again; a fault of ours with its traceback."""
    fault = state.outcome.exception() if state.outcome is not None else None
    foreseen = isinstance(fault, MailboxError | NotNow | OSError)
    log.warning(
        "Retrying in %.1f seconds: %s", state.upcoming_sleep, fault or "no outcome", exc_info=None if foreseen else fault
    )
