"""What the clock does: reminders, what comes when a deadline has passed, and time that the moderator was away.

Each game in a transaction of its own. Letters come first: while one is not dealt with, nothing is done.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Any

from sqlmodel import Session

from pbem.engine.decision import Seat
from pbem.engine.entry import Kind
from pbem.engine.lines import default_answer, line_of
from pbem.engine.table import Diverged, Table
from pbem.engine.waiting import carry_on
from pbem.moderator.clock import state
from pbem.moderator.clock.clock import iso, note, open_clock, pause, stamp
from pbem.moderator.clock.face import consequence, due_in_words, late_in_words, written
from pbem.moderator.clock.master import tell_new_deadlines
from pbem.moderator.clock.state import Step
from pbem.moderator.desk import Desk
from pbem.moderator.notices import tell_gamemaster, time_notice
from pbem.moderator.notify import Occasion, tell_all
from pbem.moderator.play import load_table, save
from pbem.store import lobby, post, timekeeping
from pbem.store.errors import Busy
from pbem.store.tables import GameRow, SeatRow
from pbem.timing.duration import HOUR, in_words
from pbem.timing.terms import DEFAULT, HOLD

log = logging.getLogger(__name__)

AWAY = timedelta(minutes=15)
"""Not being at work for longer than this puts all deadlines off."""
TOLD_FROM = 6 * HOUR
"""Players are told so where it was longer than this."""
MOST_DEFAULTS = 100


def tick(desk: Desk, as_of: datetime) -> list[str]:
    """Do what was due at `as_of`, the moment to which all letters are in. Gives a line for each thing done."""
    with desk.db.reading() as session:
        games = [lobby.game(session, game_id) for game_id in timekeeping.games_with_terms(session)]
        due = [game.id for game in games if game.status == "playing" and _something_is_due(session, game, as_of)]
    return [line for game_id in due for line in _mind(desk, game_id, as_of)]


def _something_is_due(session: Session, game: GameRow, as_of: datetime) -> bool:
    """Whether any clock of the game may have to do something: a look without restoring the game."""
    clock = open_clock(session, game.id, as_of)
    clocks = state.read_clocks(clock.stored)
    return any(state.next_step(clocks, clock.terms, seat, as_of) for seat in clocks.running)


def _mind(desk: Desk, game_id: int, as_of: datetime) -> list[str]:
    try:
        with desk.db.writing() as session:
            return _Minding(session, desk, game_id, as_of).run()
    except Busy as busy:  # it is as due in a minute
        return [f"clock: {busy}"]
    except Exception as fault:  # whatever a rule or a template does wrong, the other games' clocks must go on
        log.exception("clock of game %s", game_id)
        with desk.db.writing() as session:
            return [_hold_for(session, desk, lobby.game(session, game_id), fault)]


def _hold_for(session: Session, desk: Desk, game: GameRow, fault: Exception) -> str:
    told = f"{type(fault).__name__}: {fault}"
    lobby.hold(session, game.id, "the clock could not do its work")
    tell_gamemaster(session, desk, game, "clock_fault", f"clock-fault-{stamp(desk.now())}", fault=told)
    return f"{game.name}: held, the clock could not do its work: {told}"


class _Minding:
    """One game on its way through the clock's hands."""

    def __init__(self, session: Session, desk: Desk, game_id: int, as_of: datetime) -> None:
        self.session = session
        self.desk = desk
        self.as_of = as_of
        self.game = lobby.game(session, game_id)
        self.said: list[str] = []

    def run(self) -> list[str]:
        """Do what is due, unless a letter waits or another process has done it meanwhile."""
        if self.game.status != "playing" or post.pending_letters(self.session):
            return []
        self.table = load_table(self.session, self.desk, self.game)
        self.clock = open_clock(self.session, self.game.id, self.desk.now())
        self.seats = lobby.seats(self.session, self.game.id)
        for seat in self.seats:
            if self.game.status == "playing":
                self._mind_seat(seat)
        return self.said

    def _mind_seat(self, seat: SeatRow) -> None:
        clocks = self.clock.clocks(self.table)
        if not self.clock.is_running(clocks, self.table, seat.name):
            return
        match state.next_step(clocks, self.clock.terms, seat.name, self.as_of):
            case Step.REMIND:
                self._remind(seat)
            case Step.MISS:
                self._tell_late(seat)
            case Step.END:
                self._end(seat)

    # Telling

    def _remind(self, seat: SeatRow) -> None:
        clocks, first = self.clock.clocks(self.table), self.table.next_number
        due = self.clock.due(clocks, seat.name)
        note(self.table, seat.name, state.REMINDER, {"asked": self.table.asked_at, "due": iso(due)})
        self._save(first)
        facts = self._asked(seat) | {"left": in_words(due - self.clock.now)}
        self._notice(seat, "reminder", self._occasion("clock", seat), facts, calendar=True)
        self._say(f"{seat.name} is reminded")

    def _tell_late(self, seat: SeatRow) -> None:
        """The deadline has passed: both are told once, and what comes when."""
        clocks, first = self.clock.clocks(self.table), self.table.next_number
        answer = {"asked": self.table.asked_at, "due": iso(self.clock.due(clocks, seat.name)), "at": iso(self.clock.now)}
        note(self.table, seat.name, state.MISSED, answer)
        self._save(first)
        clocks, occasion = self.clock.clocks(self.table), self._occasion("clock", seat)
        for reader in self.seats:
            if reader.name == seat.name:
                facts = self._asked(seat) | {"then": late_in_words(self.clock, clocks, seat.name, "you")}
                self._notice(seat, "late", occasion, facts, calendar=True)
            else:
                due = self.clock.told(clocks, reader.name, self.clock.due(clocks, seat.name))
                then = late_in_words(self.clock, clocks, seat.name, written(seat.name), reader.name)
                told = {"enemy": seat.name, "due": due, "then": then}
                self._notice(reader, "late_enemy", occasion, told)
        self._say(f"{seat.name} is late")

    def _asked(self, seat: SeatRow) -> dict[str, Any]:
        clocks, terms = self.clock.clocks(self.table), self.clock.terms
        left = max(terms.extensions - clocks.used[seat.name], 0)
        return {
            "due": due_in_words(self.clock, clocks, seat.name).partition(", in ")[0],
            "questions": [decision.prompt for decision in self.table.open_to(seat.name)],
            "then": consequence(terms, "you"),
            "extensions": left,
            "extension": in_words(terms.extension),
        }

    # When time is up

    def _end(self, seat: SeatRow) -> None:
        terms = self.clock.terms
        questions = self.table.open_to(seat.name)
        if terms.no_show == DEFAULT and all(decision.default is not None for decision in questions):
            self._answer_for(seat)
        elif terms.no_show in (DEFAULT, HOLD):
            self._hold(seat, "the rules have no safe default" if terms.no_show == DEFAULT else "this was agreed for it")
        else:
            self._wait_for(seat)

    def _answer_for(self, seat: SeatRow) -> None:
        """The rules' safe default answers, on to where the other side is asked, the turn ends or there is no default."""
        clocks, first = self.clock.clocks(self.table), self.table.next_number
        why = f"no orders by {iso(self.clock.due(clocks, seat.name))}"
        lines = give_defaults(self.table, seat.name, why)
        carry_on(self.table)
        self._save(first)
        tell_all(
            self.session,
            self.desk,
            self.game,
            self.table,
            Occasion(self._occasion("clock", seat), overrun={seat.name: lines}),
        )
        self._say(f"{seat.name} did not write in time, the rules' default has answered")

    def _hold(self, seat: SeatRow, because: str) -> None:
        due = self._due_for(seat.name)
        lobby.hold(self.session, self.game.id, f"{written(seat.name)}'s orders did not come by {due(seat.name)}")
        for reader in self.seats:
            facts = {"late": seat.name, "due": due(reader.name), "because": because}
            self._notice(reader, "no_show_held", self._occasion("clock", seat), facts)
        self._tell_gamemaster(seat, "the game is held")

    def _wait_for(self, seat: SeatRow) -> None:
        """Nothing happens; all are told, and the clock stops."""
        first, due = self.table.next_number, self._due_for(seat.name)
        occasion = self._occasion("clock", seat)
        note(self.table, seat.name, state.WAITS, {"asked": self.table.asked_at})
        self._save(first)
        for reader in self.seats:
            facts = {"late": seat.name, "due": due(reader.name)}
            self._notice(reader, "no_show_waits", occasion, facts)
        self._tell_gamemaster(seat, "the game waits")

    def _due_for(self, seat: Seat) -> Any:
        """A function that tells a reader when the seat's orders were due."""
        clocks = self.clock.clocks(self.table)
        moment = self.clock.due(clocks, seat)
        return lambda reader: self.clock.told(clocks, reader, moment)

    def _tell_gamemaster(self, seat: SeatRow, what: str) -> None:
        facts = {"late": seat.name, "due": self._due_for(seat.name)(seat.name), "what": what}
        tell_gamemaster(self.session, self.desk, self.game, "no_show", self._occasion("no-show", seat), **facts)
        self._say(f"{seat.name} did not write in time, {what}")

    def _occasion(self, what: str, seat: SeatRow) -> str:
        return f"{what}-{seat.name}-{stamp(self.clock.now)}"

    def _notice(self, reader: SeatRow, kind: str, occasion: str, facts: dict[str, Any], *, calendar: bool = False) -> None:
        table = self.table if calendar else None
        time_notice(self.session, self.desk, self.game, reader, kind, occasion, table=table, **facts)

    def _save(self, first: int) -> None:
        save(self.session, self.game, self.table, first, None, self.clock.now)

    def _say(self, what: str) -> None:
        self.said.append(f"{self.game.name}: {what}")


def give_defaults(table: Table[Any], seat: Seat, why: str) -> list[str]:
    """Answer for a seat by the rules' safe defaults, and give the lines that this comes to.

    It goes on while nobody else is asked anything, the turn is the same and there is a default: whoever is away for a
    question is away for the next one too, and all is told in one mail.
    """
    turn, lines = table.rules.turn(table.state), list[str]()
    for place in range(MOST_DEFAULTS):
        asked = table.open_to(seat)
        others = any(decision.seat != seat for decision in table.open())
        if not asked or asked[0].default is None or (place and (others or table.rules.turn(table.state) != turn)):
            return lines
        for decision in asked if not place else asked[:1]:
            answer = default_answer(table, decision)
            lines += line_of(table, decision, answer)
            table.answer(seat, decision.key, answer, Kind.TIMEOUT, subject=decision.subject, note=why)
        carry_on(table)
    return lines


# The moderator's own absence


def clock_in(desk: Desk, now: datetime, patience: timedelta = AWAY) -> list[str]:
    """Note that the moderator is at work; where he was not for longer than `patience`, put all deadlines off by that."""
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
        return [line for game in games if game.status == "playing" for line in _put_off(session, desk, game, last, now)]


def _put_off(session: Session, desk: Desk, game: GameRow, last: datetime, now: datetime) -> list[str]:
    clock = open_clock(session, game.id, now)
    if not clock.runs:
        return []
    try:
        table = load_table(session, desk, game)
    except Diverged:  # told when its next letter comes, or its next deadline
        return []
    first = table.next_number
    pause(table, last, now)
    save(session, game, table, first, None, now)
    if now - last > TOLD_FROM:
        tell_new_deadlines(session, desk, game, table, f"The moderator was away for {in_words(now - last)}.")
    return [f"{game.name}: deadlines are put off, the moderator was away for {in_words(now - last)}"]
