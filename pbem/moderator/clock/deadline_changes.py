"""What changes deadlines besides players' letters: new terms, more time for a seat, the moderator's own absence, a game on
hold because nobody plays it any more.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from enum import Enum
from functools import partial
from gettext import NullTranslations
from typing import Any

from pbem import values
from pbem.engine.decision import CLOCK, Seat
from pbem.engine.log.cause import Cause, CauseKind
from pbem.engine.table import Table
from pbem.i18n import Text
from pbem.moderator.core.context import Context, TableContext
from pbem.moderator.core.desk import Desk
from pbem.moderator.core.games import load_table, save
from pbem.moderator.deadlines import clock_state
from pbem.moderator.deadlines.clock import (
    Clock,
    check_terms,
    extend,
    is_abandoned,
    note,
    open_clock,
    pause,
    progress_of,
    set_clocks,
    stamp,
    until_when,
)
from pbem.moderator.deadlines.clock_state import TOLD_FROM
from pbem.moderator.deadlines.time_sentences import absence_lines, length_in, topic_of, written
from pbem.moderator.reports.notices import tell_gamemaster, time_notice
from pbem.store.database import Session
from pbem.store.games import lobby, timekeeping
from pbem.store.games.timekeeping import Beat
from pbem.store.tables.games import GameRow
from pbem.timing.duration import NONE, in_words
from pbem.timing.steady import CONFIRMED_AFTER, MAX_DRIFT
from pbem.timing.terms import STANDARD, Terms, described, read_terms, usual_terms
from pbem.timing.zones import UTC_ZONE, local_time

log = logging.getLogger(__name__)

MAX_SILENCE = timedelta(minutes=15)
"""Downtime longer than this postpones all deadlines."""
MAX_UNCONFIRMED = timedelta(days=14)
"""A clock that has advanced by more than this since the last look is believed only when it says so again."""
MAX_DIFFERENCE = timedelta(minutes=15)
"""The mail server's clock may differ from ours by this much: its minutes, and ours, can be a little wrong."""
MAX_CONTRADICTED = timedelta(days=1)
"""After this time a clock that differs from the mail server's is believed; the game master has long been told."""
ABANDONED = "no player writes any more: all seats are regencies, or have resigned"


class NoDeadline(Exception):
    """There is nothing to change about this game's time; the message says why."""


def set_terms(desk: Desk, name: str, changes: Mapping[str, str], standard: Mapping[str, str] | None = None) -> Terms:
    """Change a game's terms, or those of `standard` if it has none yet. All players are told, and deadlines begin again. If
    the days and hours of deadlines stay the same, no deadline becomes earlier.

    Raises NotFound, NoDeadline for a game that is over, BadTime naming the term that cannot be read.
    """
    with desk.db.writing() as session:
        game = lobby.find_game(session, name)
        if game.status == "over":
            raise NoDeadline(f"{game.name} is over")
        former = timekeeping.terms(session, game.id)
        context = Context(session, desk).of(game)
        check_terms(desk.rules_of(game), changes)
        table = load_table(context)
        texts = {**(former or standard or STANDARD), **changes}
        has_had = former is not None and former.get("deadline", NONE) != NONE
        usual = partial(usual_terms, len(table.seats), has_windows=table.rules.has_terms)
        terms = read_terms(texts if has_had else usual(texts))
        first = table.next_number
        timekeeping.set_terms(session, game.id, terms.as_json())
        with table.because(Cause(CauseKind.MASTER)):
            note(table, CLOCK, clock_state.TERMS, terms.as_json())
        same_days = former is not None and read_terms(former).schedule == terms.schedule
        set_clocks(open_clock(session, game.id, desk.now()), table, anew=True, never_sooner=same_days)
        save(session, game, table, first, None, desk.now())
        tell_new_deadlines(context.at(table), _terms_changed, described(terms))
    return terms


def extend_seat(desk: Desk, name: str, seat: Seat, length: timedelta, because: str = "") -> str:
    """Give a seat more time than its player may take; gives its new deadline. All players are told so, with the reason
    (`because`).

    Raises NotFound, NoDeadline and BadValue.
    """
    because = values.reason(because)
    with desk.db.writing() as session:
        game = lobby.find_game(session, name)
        lobby.seat(session, game.id, seat)
        context = Context(session, desk).of(game)
        table, clock = load_table(context), open_clock(session, game.id, desk.now())
        if not clock.runs or game.status != "playing":
            why = "has no deadlines" if not clock.runs else f"is {game.status}"
            raise NoDeadline(f"{game.name} {why}: there is nothing to extend")
        first = table.next_number
        with table.because(Cause(CauseKind.MASTER)):
            extend(clock, table, seat, length, "moderator")
        save(session, game, table, first, None, desk.now())
        tell_new_deadlines(context.at(table), lambda say: _given(say, seat, length, because))
        clocks = clock.clocks(table)
        if not clock.is_running(clocks, table, seat):
            return "set with their next decision"
        return clock.local_time(clocks, seat, clock.due(clocks, seat))


def _terms_changed(say: NullTranslations) -> str:
    return say.gettext("The terms of this game have changed.")


def _given(say: NullTranslations, seat: Seat, length: timedelta, because: str) -> str:
    facts = {"seat": written(seat), "time": length_in(say, length)}
    sentence = say.gettext("The game master gives %(seat)s %(time)s more.") % facts
    reason = say.gettext("The reason: %s") % because
    return f"{sentence} {reason}" if because else sentence


def restart(context: TableContext) -> bool:
    """Give every seat that is asked something a new deadline, never an earlier one, and write it to the log. Gives whether
    there is one.
    """
    table, first = context.table, context.table.next_number
    set_clocks(context.clock, table, anew=True, never_sooner=True)
    if table.next_number == first:
        return False
    save(context.session, context.game, table, first, None, context.desk.now())
    return True


def tell_new_deadlines(context: TableContext, why: Callable[[NullTranslations], str], more: Sequence[str] = ()) -> None:
    """Tell all players the new deadline of each seat that is asked something, and `why` it has changed (a function that says
    it in a reader's language); `more` gives further sentences about it.
    """
    table, clock = context.table, context.clock
    clocks = clock.clocks(table)
    running = [seat for seat in table.seats if clock.is_running(clocks, table, seat)]
    for seat in lobby.seats(context.session, context.game.id):
        say = context.page_for(seat.name).words
        lines = [why(say), *more]
        for one in sorted(running, key=lambda one: one != seat.name):
            due = clock.speaking(say).local_time(clocks, seat.name, clock.due(clocks, one))
            if one == seat.name:
                lines.append(say.gettext("Your orders are due by %s.") % due)
            else:
                lines.append(say.gettext("%s's orders are due by %s.") % (written(one), due))
        occasion = f"deadlines-{stamp(clock.now)}"
        time_notice(context, seat, "time", occasion, table=table, topic=topic_of(lines), lines=lines)


# The terms as they are


def standing_lines(context: TableContext) -> list[str]:
    """The terms of a game, and each seat's deadline, extensions and absences, for the game master."""
    table, clock = context.table, context.clock
    terms = [f"  {name}: {text}" for name, text in clock.terms.as_json().items() if clock.runs or name == "deadline"]
    return ["terms:", *terms, *(line for seat in table.seats for line in _seat_lines(clock, table, seat))]


def _seat_lines(clock: Clock, table: Table[Any], seat: Seat) -> list[str]:
    clocks = clock.clocks(table)
    lines = [f"{seat}: {deadline_of(clock, table, seat) or 'no deadline runs'}"]
    if clock.runs:
        lines.append(f"  extensions taken: {clocks.used[seat]} of {clock.terms.extensions}")
        lines.append(f"  days of absence taken: {clock_state.days_away(clocks, seat)} of {clock.terms.absence_days}")
    if seat in clocks.regencies:
        lines.append(f"  a regency since {clock.local_time(clocks, '', clocks.regencies[seat])}")
    elif clocks.unplayed[seat]:
        lines.append(f"  own turns missed in a row: {clocks.unplayed[seat]} of {clock.terms.regency}")
    return [*lines, *(f"  {line}" for line in absence_lines(clock, clocks, "", seat))]


def deadline_of(clock: Clock, table: Table[Any], seat: Seat) -> str:
    """A seat's deadline in brief, in the game's zone; "" where none runs."""
    progress = progress_of(clock, table)
    return next((until_when(progress, wait, clock.now) for wait in progress.waits if wait[0] == seat), "")


def deadlines(session: Session, game: GameRow, table: Table[Any], now: datetime) -> dict[Seat, str]:
    """The deadlines of a game in brief, by seat; those that do not run are missing."""
    clock = open_clock(session, game.id, now)
    by_seat = {seat: deadline_of(clock, table, seat) for seat in table.seats} if game.status == "playing" else {}
    return {seat: text for seat, text in by_seat.items() if text}


def credit_downtime(
    desk: Desk,
    now: datetime,
    patience: timedelta = MAX_SILENCE,
    server_ahead: Callable[[], timedelta | None] = lambda: None,
) -> list[str]:
    """Note that the moderator is at work; if it was down for longer than `patience`, postpone all deadlines by that time.

    Players are told once the letters that came meanwhile have been dealt with (tick); the game master at once. A clock that
    says something unlikely is believed, and does anything, only when it still says so after CONFIRMED_AFTER. One that has
    gone on while the machine was off is compared with another: `server_ahead` gives by how much the mail server's clock is
    ahead of this one (None: it does not say). Where the two differ nothing is due until they agree, or MAX_CONTRADICTED is
    over: the server's can be the wrong one.
    """
    with desk.db.reading() as session:
        last = timekeeping.heartbeat(session)
    if timekeeping.is_fresh(last, now):
        return []
    uptime = desk.machine.uptime()
    fresh = Beat(now) if uptime is None else Beat(now, uptime.boot, uptime.length)
    proof = Proof.CERTAIN if last is None else _proof_of(last, fresh)
    ahead = server_ahead() if proof is not Proof.CERTAIN else None
    with desk.db.writing() as session:
        return _credit_downtime(Context(session, desk), fresh, patience, ahead)


class Proof(Enum):
    """What is known of the time since the last heartbeat: it equals the time the machine has run; nobody can tell; it cannot
    be right.
    """

    CERTAIN = "certain"
    OPEN = "open"
    UNLIKELY = "unlikely"


def _credit_downtime(context: Context, fresh: Beat, patience: timedelta, ahead: timedelta | None) -> list[str]:
    session, last, now = context.session, timekeeping.heartbeat(context.session), fresh.at
    if last is not None and _is_doubtful(last, fresh, ahead):
        if last.doubt is None or not timedelta(0) <= now - last.doubt <= MAX_UNCONFIRMED:
            timekeeping.beat(session, replace(last, doubt=now))
            return [_doubted(context, last, now, ahead)]
        if now - last.doubt < (MAX_CONTRADICTED if _differs(ahead) else CONFIRMED_AFTER):
            return []
    timekeeping.beat(session, fresh)
    if last is None or now - last.at <= patience:
        return _correct_heartbeat(context, last, now) if last is not None and last.at - now > MAX_DRIFT else []
    games = [lobby.game(session, game_id) for game_id in timekeeping.games_with_terms(session)]
    put_off = [g.name for g in games if _put_off(Context(session, context.desk), g, last.at, now)]
    if put_off and now - last.at > TOLD_FROM:
        _tell_of_downtime(context, last.at, now, put_off)
    return [f"{name}: deadlines are put off, the moderator was away for {in_words(now - last.at)!s}" for name in put_off]


def _proof_of(last: Beat, fresh: Beat) -> Proof:
    """A clock is unlikely that has gone back, has advanced by another time than the machine has run, or by very much. While
    the machine is off only the clock says how long.
    """
    gap = fresh.at - last.at
    if gap < -MAX_DRIFT or gap > MAX_UNCONFIRMED:
        return Proof.UNLIKELY
    if fresh.boot and fresh.boot == last.boot:
        return Proof.UNLIKELY if abs(gap - (fresh.uptime - last.uptime)) > MAX_DRIFT else Proof.CERTAIN
    return Proof.OPEN if gap > MAX_SILENCE else Proof.CERTAIN


def _is_doubtful(last: Beat, fresh: Beat, ahead: timedelta | None) -> bool:
    """Whether nothing may be due yet. Where no other clock can be asked, a machine that was off for up to a day is believed,
    and so is one that cannot tell whether it was off.
    """
    proof = _proof_of(last, fresh)
    if proof is not Proof.OPEN:
        return proof is Proof.UNLIKELY
    if ahead is not None:
        return _differs(ahead)
    return bool(fresh.boot) and fresh.at - last.at > timekeeping.SURE


def _differs(ahead: timedelta | None) -> bool:
    return ahead is not None and abs(ahead) > MAX_DIFFERENCE


def _doubted(context: Context, last: Beat, now: datetime, ahead: timedelta | None) -> str:
    """The clock is in doubt from now on. Where the server's clock differs the game master is told."""
    clock, before = local_time(now, UTC_ZONE), local_time(last.at, UTC_ZONE)
    if ahead is None or not _differs(ahead):
        return f"the clock says {clock}, after {before}: nothing is due until it is sure"
    server, until = local_time(now + ahead, UTC_ZONE), local_time(now + MAX_CONTRADICTED, UTC_ZONE)
    facts: dict[str, Any] = {"now": clock, "since": before, "server": server, "until": until}
    tell_gamemaster(context, None, "clock_differs", f"clock-differs-{stamp(now)}", **facts)
    return f"the clock says {clock}, after {before}, and the mail server's {server}: nothing is due until they agree"


def _correct_heartbeat(context: Context, last: Beat, now: datetime) -> list[str]:
    """The last heartbeat lies in the future, so the clock was fast then. The game master is told."""
    since, until, ahead = local_time(last.at, UTC_ZONE), local_time(now, UTC_ZONE), in_words(last.at - now)
    tell_gamemaster(context, None, "clock_back", f"clock-back-{stamp(now)}", since=since, until=until, ahead=ahead)
    return [f"the clock was {ahead!s} ahead when the moderator was last at work: that is corrected"]


def _put_off(context: Context, game: GameRow, last: datetime, now: datetime) -> bool:
    clock = open_clock(context.session, game.id, now)
    if not clock.runs:
        return False
    try:
        table = load_table(context.of(game))
    except Exception:  # told with the game's next letter or deadline; the other games' clocks must go on
        log.exception("deadlines of %s", game.name)
        return False
    first = table.next_number
    pause(table, last, now)
    save(context.session, game, table, first, None, now)
    return True


def _tell_of_downtime(context: Context, last: datetime, now: datetime, games: list[str]) -> None:
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


def hold_if_abandoned(context: TableContext) -> list[str]:
    """Put a game on hold that nobody plays any more; its players and its game master are told. Gives a line if it was."""
    game, clock = context.game, context.clock
    if game.status != "playing" or not is_abandoned(clock.clocks(context.table), context.table):
        return []
    lobby.hold(context.session, game.id, ABANDONED)
    occasion = f"abandoned-{stamp(clock.now)}"
    for seat in lobby.seats(context.session, game.id):
        say = context.page_for(seat.name).words.gettext
        lines = [
            say(Text("The game is on hold: no player has written for some time. The game master decides how it goes on.")),
            say(Text("You can still write: your letter is kept, and read when the game goes on.")),
        ]
        time_notice(context, seat, "time", occasion, topic=say(Text("The game is on hold")), lines=lines)
    tell_gamemaster(context, game, "abandoned", occasion)
    return [f"{game.name}: held, no player writes any more"]
