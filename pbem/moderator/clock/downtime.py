"""The moderator's own absence: no deadline runs while nobody reads letters."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import datetime, timedelta

from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Desk
from pbem.moderator.core.games import load_table, save
from pbem.moderator.deadlines.clock import open_clock, pause, stamp
from pbem.moderator.deadlines.clock_state import TOLD_FROM
from pbem.moderator.reports.notices import tell_gamemaster
from pbem.store.games import lobby, timekeeping
from pbem.store.games.timekeeping import Beat
from pbem.store.tables.games import GameRow
from pbem.timing.duration import in_words
from pbem.timing.steady import CONFIRMED_AFTER, MAX_DRIFT
from pbem.timing.zones import UTC_ZONE, local_time

log = logging.getLogger(__name__)

MAX_SILENCE = timedelta(minutes=15)
"""Not being at work for longer than this puts all deadlines off."""
MAX_UNCONFIRMED = timedelta(days=14)
"""A clock that has gone on by more since the last look is believed when it says so again."""


def credit_downtime(desk: Desk, now: datetime, patience: timedelta = MAX_SILENCE) -> list[str]:
    """Note that the moderator is at work; where they were not for longer than `patience`, put all deadlines off by that.

    Players are told once the letters that came meanwhile have been dealt with (tick); the game master at once. A clock that
    says something unlikely is believed, and does anything, only when it still says so after CONFIRMED_AFTER.
    """
    with desk.db.reading() as session:
        last = timekeeping.heartbeat(session)
    if last is not None and last.doubt is None and timedelta(0) <= now - last.at < timekeeping.EVERY:
        return []
    with desk.db.writing() as session:
        return _credit_downtime(Context(session, desk), now, patience)


def _credit_downtime(context: Context, now: datetime, patience: timedelta) -> list[str]:
    session, last, uptime = context.session, timekeeping.heartbeat(context.session), context.desk.machine.uptime()
    fresh = Beat(now) if uptime is None else Beat(now, uptime.boot, uptime.length)
    if last is not None and _is_unlikely(last, fresh):
        if last.doubt is None or not timedelta(0) <= now - last.doubt <= MAX_UNCONFIRMED:
            timekeeping.beat(session, replace(last, doubt=now))
            clock, before = local_time(now, UTC_ZONE), local_time(last.at, UTC_ZONE)
            return [f"the clock says {clock}, after {before}: nothing is due until it is sure"]
        if now - last.doubt < CONFIRMED_AFTER:
            return []
    timekeeping.beat(session, fresh)
    if last is None or now - last.at <= patience:
        return _put_right(context, last, now) if last is not None and last.at - now > MAX_DRIFT else []
    games = [lobby.game(session, game_id) for game_id in timekeeping.games_with_terms(session)]
    put_off = [g.name for g in games if _put_off(Context(session, context.desk), g, last.at, now)]
    if put_off and now - last.at > TOLD_FROM:
        _tell(context, last.at, now, put_off)
    return [f"{name}: deadlines are put off, the moderator was away for {in_words(now - last.at)!s}" for name in put_off]


def _is_unlikely(last: Beat, fresh: Beat) -> bool:
    """Whether the clock has gone back, or on by other than the machine has run, or by very much."""
    gap = fresh.at - last.at
    if gap < -MAX_DRIFT or gap > MAX_UNCONFIRMED:
        return True
    return bool(fresh.boot) and fresh.boot == last.boot and abs(gap - (fresh.uptime - last.uptime)) > MAX_DRIFT


def _put_right(context: Context, last: Beat, now: datetime) -> list[str]:
    """The stamp lies in the future: the clock went ahead then. The game master is told."""
    since, until, ahead = local_time(last.at, UTC_ZONE), local_time(now, UTC_ZONE), in_words(last.at - now)
    tell_gamemaster(context, None, "clock_back", f"clock-back-{stamp(now)}", since=since, until=until, ahead=ahead)
    return [f"the clock was {ahead!s} ahead when the moderator was last at work: that is put right"]


def _put_off(context: Context, game: GameRow, last: datetime, now: datetime) -> bool:
    clock = open_clock(context.session, game.id, now)
    if not clock.runs:
        return False
    try:
        table = load_table(context.of(game))
    except Exception:  # told when its next letter comes, or its next deadline; the other games' clocks must go on
        log.exception("deadlines of %s", game.name)
        return False
    first = table.next_number
    pause(table, last, now)
    save(context.session, game, table, first, None, now)
    return True


def _tell(context: Context, last: datetime, now: datetime, games: list[str]) -> None:
    tell_gamemaster(
        context,
        None,
        "away",
        f"away-{stamp(now)}",
        since=local_time(last, UTC_ZONE),
        until=local_time(now, UTC_ZONE),
        away=in_words(now - last),
        games=games,
    )
