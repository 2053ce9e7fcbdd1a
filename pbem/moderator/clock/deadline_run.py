"""What the clock does: reminders, and what follows when a deadline has passed, such as the rules' safe defaults.

Each game has a transaction of its own. Letters come first: the clock does nothing to a game whose letters still wait.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from gettext import NullTranslations
from typing import Any

from pbem import effort
from pbem.effort import TooMuchWork, limited
from pbem.engine.decision import CLOCK, Seat
from pbem.engine.game.terms import AWAY, NO_ORDERS, Term
from pbem.engine.log.cause import LATE, Cause, CauseKind
from pbem.engine.log.entry import EntryKind
from pbem.engine.refusal import Fault
from pbem.engine.table import Table
from pbem.moderator.clock.deadline_changes import hold_if_abandoned, tell_new_deadlines
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Desk
from pbem.moderator.core.games import load_table, save
from pbem.moderator.deadlines import clock_state
from pbem.moderator.deadlines.clock import (
    Clock,
    consent_for_silent,
    is_abandoned,
    is_attended,
    iso,
    note,
    open_clock,
    stamp,
    term_of,
)
from pbem.moderator.deadlines.clock_state import Clocks, ClockStep
from pbem.moderator.deadlines.time_sentences import late_in_words, length_in, whose
from pbem.moderator.deadlines.time_words import ABSENT
from pbem.moderator.reports.notices import report_line_faults, tell_gamemaster, time_notice
from pbem.moderator.reports.notify import tell_all
from pbem.moderator.reports.occasion import Occasion
from pbem.moderator.talk.deals import conclude_agreed
from pbem.orders.carry.waiting import carry_on
from pbem.orders.words.lines import default_answer, line_of
from pbem.store.database import Session
from pbem.store.errors import NotNow
from pbem.store.games import lobby, progress, timekeeping
from pbem.store.mail import inbox
from pbem.store.tables.games import SeatRow
from pbem.timing.duration import DAY, short
from pbem.timing.terms import DEFAULT, HOLD, usual_extension

MAX_DEFAULTS = 100


def give_defaults(table: Table[Any], seat: Seat, why: str) -> list[str]:
    """Answer for a seat with the rules' safe defaults; gives the lines of these answers.

    It goes on until somebody else is asked something, the turn changes, a question has no default, or one has a heavier term
    than the first: whoever is away for one question is away for the next too, and one mail tells it all.
    """
    with table.because(Cause(CauseKind.CLOCK, standard=LATE)):
        return _defaults(table, seat, why)


def _defaults(table: Table[Any], seat: Seat, why: str) -> list[str]:
    turn, lines, term = table.rules.turn(table.state), list[str](), term_of(table, seat)
    for place in range(MAX_DEFAULTS):
        asked = table.open_to(seat)
        others = any(decision.seat != seat for decision in table.open())
        if not asked or asked[0].default is None or (place and (others or table.rules.turn(table.state) != turn)):
            return lines
        if term_of(table, seat).weight > term.weight:
            return lines
        for decision in asked if not place else asked[:1]:
            answer = default_answer(table, decision)
            lines += line_of(table, decision, answer)
            table.answer(seat, decision.key, answer, EntryKind.TIMEOUT, subject=decision.subject, note=why)
        carry_on(table)
    return lines


# Reminders, and what comes when time is up

log = logging.getLogger(__name__)

GAMES_AT_ONCE = 50
"""Games whose next look is stored in one transaction: others write between two of these."""


def tick(desk: Desk, as_of: datetime, most_steps: int = effort.MAX_STEPS_OF_STAFF) -> list[str]:
    """Do what was due at `as_of`: every letter that came before that moment has been read. Gives a line for each thing done.
    A game in which this takes more than `most_steps` of work (pbem.effort) is put on hold.
    """
    return [line for lines in tick_each(desk, as_of, most_steps) for line in lines]


def tick_each(desk: Desk, as_of: datetime, most_steps: int = effort.MAX_STEPS_OF_STAFF) -> Iterator[list[str]]:
    """The same game by game, for callers with other work in between.

    Only those games are looked at whose clocks may have something to do (store.games.progress). While the machine's clock is
    in doubt nothing is due.
    """
    with desk.db.reading() as session:
        if timekeeping.is_in_doubt(session):
            return
        due_games = {game_id: _something_is_due(session, game_id, as_of) for game_id in progress.due_games(session, as_of)}
    _store_next_looks(desk, [game_id for game_id, is_due in due_games.items() if not is_due], as_of)
    for game_id in (each for each, is_due in due_games.items() if is_due):
        yield _run_deadlines(desk, game_id, as_of, most_steps)


def _something_is_due(session: Session, game_id: int, as_of: datetime) -> bool:
    """Whether any clock of the game has to do something: a look without restoring the game.

    True as well if that cannot be told: it shows when the clock of the game runs, and other games' clocks go on.
    """
    try:
        look = _next_look(session, game_id, as_of)
    except Exception:
        log.exception("clock of game %s", game_id)
        return True
    return look is not None and look <= as_of


def _next_look(session: Session, game_id: int, since: datetime) -> datetime | None:
    clock = open_clock(session, game_id, since)
    return clock_state.next_look(clock_state.read_clocks(clock.stored), clock.terms, since)


def _store_next_looks(desk: Desk, games: Sequence[int], as_of: datetime) -> None:
    """Store when these games, which have nothing due, must be looked at next; a few in each transaction."""
    for first in range(0, len(games), GAMES_AT_ONCE):
        try:
            with desk.db.writing() as session:
                for game_id in games[first : first + GAMES_AT_ONCE]:
                    progress.set_look(session, game_id, _next_look(session, game_id, as_of))
        except NotNow:  # they are looked at again
            return


def _run_deadlines(desk: Desk, game_id: int, as_of: datetime, most_steps: int) -> list[str]:
    try:
        with limited(most_steps), desk.db.writing() as session:
            minding = _DeadlineRun(Context(session, desk), game_id, as_of)
            return [*minding.run(), *minding.tell_faults()]
    except NotNow as later:  # it is as due in a minute
        return [f"clock: {later}"]
    except (TooMuchWork, Exception) as fault:  # whatever a rule or a template does wrong, the other games' clocks must go on
        log.exception("clock of game %s", game_id)
        return [_held_for(desk, game_id, fault)]


def _held_for(desk: Desk, game_id: int, fault: BaseException) -> str:
    fault_text = f"{type(fault).__name__}: {fault}"
    with desk.db.writing() as session:
        context, game = Context(session, desk), lobby.game(session, game_id)
        lobby.hold(session, game.id, "the clock could not do its work")
        tell_gamemaster(context, game, "clock_fault", f"clock-fault-{stamp(desk.now())}", fault=fault_text)
    return f"{game.name}: held, the clock could not do its work: {fault_text}"


class _DeadlineRun:
    """The deadlines of one game, looked at once."""

    def __init__(self, context: Context, game_id: int, as_of: datetime) -> None:
        self.session = context.session
        self.desk = context.desk
        self.as_of = as_of
        self.game = lobby.game(context.session, game_id)
        self.context = context.of(self.game)
        self.reports: list[str] = []
        self.faults: list[Fault] = []
        self.overrun: dict[Seat, list[str]] = {}
        self.delegated: dict[Seat, list[str]] = {}
        self.passed: list[Seat] = []

    def run(self) -> list[str]:
        """Do what is due, unless a letter waits or another process has done it meanwhile."""
        if self.game.status != "playing" or inbox.is_pending(self.session, self.game.id):
            return []
        self.table = load_table(self.context)
        self.faults = self.table.faults
        self.clock = open_clock(self.session, self.game.id, self.desk.now())
        self.seats = lobby.seats(self.session, self.game.id)
        self._tell_of_absence()
        for seat in self._with(ClockStep.REMIND):
            self._remind(seat)
        self._tell_late(self._with(ClockStep.MISS))
        for seat in self._with(ClockStep.END):
            if self.game.status == "playing" and self._step(seat) is ClockStep.END:
                self._end(seat)
        self._tell_defaults()
        self.reports += hold_if_abandoned(self.context.at(self.table))
        return self.reports

    def tell_faults(self) -> list[str]:
        """Tell the game master of waiting lines and standing orders that the program has failed at."""
        faults = self.faults
        if not faults:
            return []
        for fault in faults:
            log.error("%s: %s", self.game.name, fault)
        report_line_faults(self.context, "the clock", f"line-faults-{stamp(self.desk.now())}", faults)
        return [f"{self.game.name}: the program failed at {len(faults)} lines, first at {faults[0]}"]

    def _with(self, step: ClockStep) -> list[SeatRow]:
        return [seat for seat in self.seats if self._step(seat) is step]

    def _step(self, seat: SeatRow) -> ClockStep | None:
        clocks = self.clock.clocks(self.table)
        if not self.clock.is_running(clocks, self.table, seat.name):
            return None
        step = clock_state.next_step(clocks, self.clock.terms, seat.name, self.as_of)
        if step is ClockStep.END and self.as_of < self.clock.due(clocks, seat.name):
            return step if is_attended(clocks, self.table, self.as_of) else None  # when all are away, deadlines run on
        return step

    # Telling

    def _tell_of_absence(self) -> None:
        """Tell the players that the moderator was away, and their new deadlines."""
        if untold := self.clock.clocks(self.table).untold:
            first, away = self.table.next_number, sum((span.end - span.start for span in untold), timedelta(0))
            note(self.table, CLOCK, clock_state.TOLD, None)
            self._save(first)
            tell_new_deadlines(self.context.at(self.table), lambda say: _was_down(say, away))
            self._say("the players are told that the moderator was away")

    def _remind(self, seat: SeatRow) -> None:
        clocks, first = self.clock.clocks(self.table), self.table.next_number
        due = self.clock.due(clocks, seat.name)
        note(self.table, seat.name, clock_state.REMINDER, {"asked": clocks.running[seat.name].asked, "due": iso(due)})
        self._save(first)
        facts = self._asked(seat) | {"left": length_in(self._words(seat), due - self.clock.now)}
        self._notice(seat, "reminder", self._occasion("clock", seat), facts, calendar=True)
        self._say(f"{seat.name} is reminded")

    def _tell_late(self, late: list[SeatRow]) -> None:
        """Tell all players once that deadlines have passed, and what happens when."""
        first = self.table.next_number
        for seat in late:
            clocks = self.clock.clocks(self.table)
            due = self.clock.due(clocks, seat.name)
            answer = {"asked": clocks.running[seat.name].asked, "due": iso(due), "at": iso(self.clock.now)}
            note(self.table, seat.name, clock_state.MISSED, answer)
            self._say(f"{seat.name} is late")
        if late:
            self._save(first)
        for seat in late:
            self._tell_one_late(seat, [other.name for other in late if other.name != seat.name])

    def _tell_one_late(self, seat: SeatRow, too: list[Seat]) -> None:
        """Tell a seat and the others that it is late; those who are late `too` hear of it in a mail of their own."""
        clocks, occasion = self.clock.clocks(self.table), self._occasion("clock", seat)
        facts = self._asked(seat) | {"then": late_in_words(self._clock_for(seat), clocks, seat.name, seat.name), "too": too}
        self._notice(seat, "late", occasion, facts, calendar=True)
        for reader in self.seats:
            if reader.name not in (seat.name, *too):
                due = self.clock.local_time(clocks, reader.name, self.clock.due(clocks, seat.name))
                then = late_in_words(self._clock_for(reader), clocks, seat.name, reader.name)
                self._notice(reader, "late_other", occasion, {"late": seat.name, "due": due, "then": then})

    def _asked(self, seat: SeatRow) -> dict[str, Any]:
        clocks, terms = self.clock.clocks(self.table), self.clock.terms
        left = max(terms.extensions - clocks.used[seat.name], 0)
        say = self.desk.page_for(self.game, seat.name).say
        return {
            "due": self.clock.local_time(clocks, seat.name, self.clock.due(clocks, seat.name)),
            "asked": _numbered([say(decision.prompt) for decision in self.table.open_to(seat.name)]),
            "absent": self._absence_to_write(seat) if clock_state.days_away(clocks, seat.name) < terms.absence_days else "",
            "extensions": left,
            "extension": length_in(self._words(seat), terms.extension),
            "usual": short(usual_extension(terms)),
        }

    def _words(self, seat: SeatRow) -> NullTranslations:
        return self.desk.page_for(self.game, seat.name).words

    def _clock_for(self, reader: SeatRow) -> Clock:
        """The clock in the words of a reader."""
        return self.clock.speaking(self._words(reader))

    def _absence_to_write(self, seat: SeatRow) -> str:
        """How a player says that they are away: from tomorrow on, for three days."""
        zone = self.clock.zone(self.clock.clocks(self.table), seat.name)
        today = self.clock.now.astimezone(zone).date()
        return f"{ABSENT} {today + DAY} to {today + 3 * DAY}"

    # When time is up

    def _end(self, seat: SeatRow) -> None:
        no_show, clocks = self.clock.terms.no_show, self.clock.clocks(self.table)
        has_defaults = all(decision.default is not None for decision in self.table.open_to(seat.name))
        if is_abandoned(clocks, self.table):
            self.reports += hold_if_abandoned(self.context.at(self.table))
        elif has_defaults and (why := self._silence(seat, clocks)):
            self._pass_for(seat, why)
        elif no_show == DEFAULT and has_defaults:
            self._answer_for(seat)
        elif no_show == DEFAULT:
            self._hold([seat], agreed=False)
        elif no_show == HOLD:
            self._hold(self._with(ClockStep.END), agreed=True)
        else:
            self._wait_for(seat)

    def _silence(self, seat: SeatRow, clocks: Clocks) -> str:
        """The note of the answers for a seat that is not late though it has not written ("": it is late)."""
        due = self.clock.due(clocks, seat.name)
        if due <= self.as_of and (clocks.running[seat.name].term is Term.WINDOW or clocks.delegates(seat.name, due)):
            return f"{NO_ORDERS}{iso(due)}"
        return f"{AWAY}{iso(self.as_of)}" if due > self.as_of else ""

    def _pass_for(self, seat: SeatRow, why: str) -> None:
        """Let the default answer: a window is over, or its player is away and wants it so."""
        first, clocks = self.table.next_number, self.clock.clocks(self.table)
        is_away = why.startswith(AWAY) or clocks.delegates(seat.name, self.clock.due(clocks, seat.name))
        lines = give_defaults(self.table, seat.name, why)
        if is_away:
            self.delegated[seat.name] = lines
        else:
            self.passed.append(seat.name)
        carry_on(self.table)
        self._save(first)
        self._say(f"{seat.name} {'is away' if is_away else 'has passed'}, the rules' default has answered")

    def _answer_for(self, seat: SeatRow) -> None:
        """Let the rules' safe default answer until somebody else is asked, the turn ends or there is no default."""
        clocks, first = self.clock.clocks(self.table), self.table.next_number
        why = f"{NO_ORDERS}{iso(self.clock.due(clocks, seat.name))}"
        is_turn = clocks.running[seat.name].term is Term.TURN
        self.overrun[seat.name] = give_defaults(self.table, seat.name, why)
        if is_turn and self.clock.terms.regency:
            self._miss_turn(seat)
        carry_on(self.table)
        self._save(first)
        self._say(f"{seat.name} did not write in time, the rules' default has answered")

    def _miss_turn(self, seat: SeatRow) -> None:
        """Note that a turn of the seat's own has passed without a letter of its player. After as many as the terms say the
        seat becomes a regency.
        """
        at = {"at": iso(self.clock.now)}
        if seat.name in (clocks := self.clock.clocks(self.table)).regencies or self.table.over:
            return
        note(self.table, seat.name, clock_state.UNPLAYED, at)
        if clocks.unplayed[seat.name] + 1 >= self.clock.terms.regency:
            note(self.table, seat.name, clock_state.REGENCY, at)
            consent_for_silent(self.clock, self.table)
            conclude_agreed(self.clock, self.table, seat.name)
            facts: dict[str, Any] = {"seat": seat.name, "player": seat.player, "turns": clocks.unplayed[seat.name] + 1}
            tell_gamemaster(self.context, self.game, "regency", self._occasion("regency", seat), **facts)
            self._say(f"{seat.name} is a regency")

    def _tell_defaults(self) -> None:
        """All that the default has answered, for each seat that was late or away, in one report for each reader; after a
        window those get one who are asked something now.
        """
        if seats := [*self.overrun, *self.delegated, *self.passed]:
            name = f"clock-{'-'.join(seats)}-{stamp(self.clock.now)}"
            tell_all(self.context.at(self.table), Occasion(name, overrun=self.overrun, delegated=self.delegated))

    def _hold(self, late: list[SeatRow], *, agreed: bool) -> None:
        """Put the game on hold: the terms say so (`agreed`), or the rules have no default."""
        names = [seat.name for seat in late]
        due = self._due_for(*names)
        lobby.hold(self.session, self.game.id, f"{whose(self.clock.words, names)} orders did not come by {due('')}")
        for reader in self.seats:
            say = self._words(reader)
            because = (
                say.gettext("As agreed for this game") if agreed else say.gettext("As the rules have no safe default here")
            )
            facts = {"late": names, "whose": whose(say, names, reader.name), "due": due(reader.name), "because": because}
            self._notice(reader, "no_show_held", self._occasion("clock", late[0]), facts)
        self._tell_gamemaster(late, "the game is on hold", held=True)

    def _wait_for(self, seat: SeatRow) -> None:
        """Wait for a late seat: all are told, and the clock stops."""
        first, due = self.table.next_number, self._due_for(seat.name)
        asked = self.clock.clocks(self.table).running[seat.name].asked
        occasion = self._occasion("clock", seat)
        note(self.table, seat.name, clock_state.WAITS, {"asked": asked})
        self._save(first)
        for reader in self.seats:
            facts = {
                "late": seat.name,
                "whose": whose(self._words(reader), [seat.name], reader.name),
                "due": due(reader.name),
            }
            self._notice(reader, "no_show_waits", occasion, facts)
        self._tell_gamemaster([seat], "the game waits", held=False)

    def _due_for(self, *seats: Seat) -> Callable[[Seat], str]:
        """A function that tells a reader, or ("") anybody in the game's zone, when the last of these orders were due."""
        clocks = self.clock.clocks(self.table)
        moment = max(self.clock.due(clocks, seat) for seat in seats)
        return lambda reader: self.clock.local_time(clocks, reader, moment)

    def _tell_gamemaster(self, late: list[SeatRow], what: str, *, held: bool) -> None:
        names = [seat.name for seat in late]
        due = self._due_for(*names)("")
        facts: dict[str, Any] = {
            "late": names,
            "whose": whose(self.clock.words, names),
            "due": due,
            "what": what,
            "held": held,
        }
        tell_gamemaster(self.context, self.game, "no_show", self._occasion("no-show", late[0]), **facts)
        self._say(f"{' and '.join(names)} did not write in time, {what}")

    def _occasion(self, what: str, seat: SeatRow) -> str:
        return f"{what}-{seat.name}-{stamp(self.clock.now)}"

    def _notice(self, reader: SeatRow, kind: str, occasion: str, facts: dict[str, Any], *, calendar: bool = False) -> None:
        table = self.table if calendar else None
        time_notice(self.context, reader, kind, occasion, table=table, **facts)

    def _save(self, first: int) -> None:
        save(self.session, self.game, self.table, first, None, self.clock.now)

    def _say(self, what: str) -> None:
        self.reports.append(f"{self.game.name}: {what}")


def _was_down(say: NullTranslations, length: timedelta) -> str:
    sentence = say.gettext("The program was down for %s. All deadlines are extended by that time.")
    return sentence % length_in(say, length)


def _numbered(prompts: list[str]) -> str:
    """What is asked, on one line."""
    return prompts[0] if len(prompts) == 1 else " ".join(f"{n}. {prompt}" for n, prompt in enumerate(prompts, 1))
