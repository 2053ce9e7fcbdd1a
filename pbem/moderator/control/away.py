"""The moderator's own absence: no deadline runs while nobody reads letters."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from pbem.moderator.clock.clock import open_clock, pause, stamp
from pbem.moderator.clock.state import TOLD_FROM
from pbem.moderator.desk.context import Context
from pbem.moderator.desk.desk import Desk
from pbem.moderator.desk.tables import load_table, save
from pbem.moderator.reports.notices import tell_gamemaster
from pbem.store import lobby, timekeeping
from pbem.store.tables import GameRow
from pbem.timing.duration import in_words
from pbem.timing.zones import UTC_ZONE, told

log = logging.getLogger(__name__)

AWAY = timedelta(minutes=15)
"""Not being at work for longer than this puts all deadlines off."""


def clock_in(desk: Desk, now: datetime, patience: timedelta = AWAY) -> list[str]:
    """Note that the moderator is at work; where they were not for longer than `patience`, put all deadlines off by that.

    Players are told once the letters that came meanwhile have been dealt with (tick); the game master at once.
    """
    with desk.db.reading() as session:
        last = timekeeping.last_beat(session)
    if last is not None and now - last < timekeeping.EVERY:
        return []
    with desk.db.writing() as session:
        last = timekeeping.last_beat(session)
        timekeeping.beat(session, now)
        if last is None or now - last <= patience:
            return []
        games = [lobby.game(session, game_id) for game_id in timekeeping.games_with_terms(session)]
        put_off = [g.name for g in games if g.status == "playing" and _put_off(Context(session, desk), g, last, now)]
        if put_off and now - last > TOLD_FROM:
            _tell(Context(session, desk), last, now, put_off)
    return [f"{name}: deadlines are put off, the moderator was away for {in_words(now - last)}" for name in put_off]


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
        since=told(last, UTC_ZONE),
        until=told(now, UTC_ZONE),
        away=in_words(now - last),
        games=games,
    )
