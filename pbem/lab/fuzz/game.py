"""One random game under watch."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any

from pbem.doctor.random_play import DeadEnd, PlayPolicy, RandomPlayer
from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.game.rules import Rules
from pbem.engine.game.setup import Setup
from pbem.engine.played_log import Diverged
from pbem.engine.refusal import BadLine
from pbem.engine.table import Table
from pbem.lab.fuzz.lines import questions_to, random_order
from pbem.lab.fuzz.offering import some_line
from pbem.lab.fuzz.proofs import (
    GameFault,
    Letters,
    Previews,
    all_options,
    check_visible_events,
    compare_course,
    compare_futures,
    compare_json,
    compare_known,
    compare_lines,
    compare_previews,
    compare_restored,
    compare_views,
    compare_worlds,
)
from pbem.lab.fuzz.reach import Reach
from pbem.lab.fuzz.report import Failure, FuzzReport
from pbem.lab.fuzz.standing import give_order
from pbem.lab.games import lab_of
from pbem.lab.trial import Lasting
from pbem.moderator.playing.order_lines import carry_out
from pbem.moderator.talk.agreements import PROMISED_ALREADY, STAYS_OPEN
from pbem.orders.carry.execute import execute
from pbem.orders.carry.waiting import carry_on
from pbem.orders.place.segments import Cursor
from pbem.orders.words.lines import lines_for
from pbem.orders.words.vocabulary import STANDING

LINES_SHARE = 0.05  # of the decisions, the answer is also given as a line on a fork
ORDERS_SHARE = 0.03  # of the decisions, a seat first gives a standing order
SOUGHT_SHARE = 0.4  # of the decisions, an option is chosen that is seldom open, where the game names some
SOUGHT_ACT_SHARE = 0.15  # of the decisions, a seat first does so unasked
LASTING_SHARE = 0.3  # of the decisions, a seat first gives standing orders that the game names
MORE_OFFERS_SHARE = 0.6  # and so on
OFFERS_SHARE = 0.2  # of the decisions, somebody first offers something, or answers that, where players can agree on things
STINT_SHARE = 0.05  # of the decisions, the seat first writes a line of its reply form
REVISE_SHARE = 0.2  # of the decisions in a secret round, an answer given is revised
HANDS_SHARE = 0.04  # of the decisions, the same answer is given in a game whose other seats hold something else
WORLDS_SHARE = 0.02  # of the decisions, a seat is written to in two worlds that differ in secrets only
PREVIEWS_SHARE = 0.02  # of the decisions, a seat looks at a few lines in two such worlds
RESTORED_SHARE = 0.01  # of the decisions, the game is restored from its log
BEGINNING_SHARE = 0.25  # of the games begin elsewhere, where the game has another position for that
TWIN_SHARE = 1.0  # of the decisions in a secret round, the seat answers otherwise in a second game
TWIN_TRIES = 10
COURSE_EVERY = 4  # decisions, the Events so far are compared with the position, where the game can tell
LONG = 100  # entries: what needs a fork becomes rarer beyond, so that a long game does not cost its length squared


@dataclass(frozen=True, slots=True)
class FuzzGame:
    """What one game is played by."""

    rules: Rules[Any]
    setup: Setup
    policy: PlayPolicy
    seed: str
    most: int
    letters: Letters
    previews: Previews
    thorough: bool = False


def other_beginning(rules: Rules[Any], seed: str) -> Rules[Any]:
    """Now and then the rules with another position to begin from, the same whenever the game is restored."""
    begin, rng = lab_of(rules).trial.beginning, partial(Random, f"{seed} beginning")
    if begin is None or rng().random() >= BEGINNING_SHARE:
        return rules
    return replace(rules, new_state=lambda setup: begin(setup, rng().shuffle))


Do = Callable[[Table[Any], Decision, Json], None]
"""Answers a question at a Table, or does what is open to a seat unasked."""


def _answer(table: Table[Any], decision: Decision, answer: Json) -> None:
    table.answer(decision.seat, decision.key, answer, subject=decision.subject)


def _act(table: Table[Any], act: Decision, answer: Json) -> None:
    table.act(act.seat, act.key, answer, subject=act.subject)


class Game:
    """One random game under watch."""

    def __init__(self, trial: FuzzGame, report: FuzzReport) -> None:
        self.trial = trial
        self.rules = other_beginning(trial.rules, trial.seed)
        self.player = RandomPlayer.of_policy(trial.seed, trial.policy, trial.rules)
        self.report = report
        self.reach = report.reaches.setdefault(trial.setup.scenario, Reach())
        self.table: Table[Any] | None = None
        self.things: set[str] = set()
        self.seen = 0
        self.looks = 0

    def play(self) -> None:
        """Play it, and add what it shows to the report."""
        problem = self.problem()
        entries = tuple(self.table.entries) if self.table else ()
        self.report.games += 1
        self.report.note_length(len(entries), self.trial.seed)
        if self.table is not None:
            self.reach.note_game(self.table, self.things)
        if problem is not None:
            setup = self.trial.setup
            options = " ".join(f"{name}={value}" for name, value in setup.options.items())
            self.report.failures.append(
                Failure(self.trial.seed, setup.scenario, self.trial.policy, problem, entries, options)
            )

    def problem(self) -> str | None:
        """Play to the end; what went wrong, or None."""
        try:
            self._play()
        except (GameFault, DeadEnd, Diverged) as fault:
            return f"{type(fault).__name__}: {fault}"
        except Exception:  # the rules may fail in any way, and every way is a finding
            return f"crash: {traceback.format_exc()}"
        return None

    def _play(self) -> None:
        self.table = table = self.player.open_table(self.rules, self.trial.setup)
        for seat in table.seats:
            table.salt(seat, self.player.rng.randbytes(4).hex())
        self._look(table)
        for _ in range(self.trial.most):
            if table.over:
                break
            self._write_ahead(table)
            if not table.over:
                self._act(table)
            if not table.over:
                self._offer(table)
            if not table.over:
                self._decide(table)
            self._look(table)
        if not table.over:
            raise GameFault(f"not over after {self.trial.most} decisions")
        self.report.restored += 1
        compare_restored(table)
        compare_json(table)
        compare_course(table)
        check_visible_events(table)

    def _look(self, table: Table[Any]) -> None:
        """What must hold after every answer, and what has been reached by it."""
        if wrong := self.rules.checks(table.state):
            raise GameFault(f"checks: {'; '.join(wrong)}")
        events = [news.event for news in table.news[self.seen :]]
        self.seen += len(events)
        self.things.update(lab_of(self.rules).trial.reached(table.state, events))
        if self._chance(table, WORLDS_SHARE):
            seat = self.player.rng.choice(table.seats)
            self.report.worlds += compare_worlds(table, seat, self.player.rng, self.trial.letters)
        if not table.over and self._chance(table, PREVIEWS_SHARE):
            seat = self.player.rng.choice(table.seats)
            self.report.previews += compare_previews(table, seat, self.player.rng, self.trial.previews)
        if self.trial.thorough or self._chance(table, RESTORED_SHARE):
            self.report.restored += 1
            compare_restored(table)
        self.looks += 1
        if self.trial.thorough or self.looks % COURSE_EVERY == 0:
            compare_course(table)

    def _chance(self, table: Table[Any], share: float) -> bool:
        """Whether a costly proof comes now."""
        return self.player.rng.random() * max(1.0, len(table.entries) / LONG) < share

    def _decide(self, table: Table[Any]) -> None:
        """One answer, with the proofs that go with it."""
        decision = self._question(table)
        answer = self._sought(table, decision) or self.player.answer(decision, table.state)
        self.report.decisions += 1
        self.reach.note_answer(decision, answer)
        twin = self._twin(table, decision, answer)
        self._do(table, decision, answer, _answer)
        if twin is not None:
            self.report.twins += 1
            compare_views(table, twin, decision)
        carry_on(table)

    def _do(self, table: Table[Any], decision: Decision, answer: Json, do: Do) -> None:
        """Answer, or act unasked. Lines do the same, and so it is whatever the other seats hold."""
        (other, lit_by), begun = self._other_secret(table, decision), len(table.news)
        fork = table.fork() if self._chance(table, LINES_SHARE) else None
        do(table, decision, answer)
        if fork is not None:
            self.report.lines += 1
            compare_lines(table, fork, decision, answer)
        if other is not None:
            self.report.hands += 1
            do(other, decision, answer)
            compare_futures(table, other, decision.seat, begun, lit_by)

    def _act(self, table: Table[Any]) -> None:
        """Now and then somebody acts unasked."""
        if (act := self._act_sought(table) or self.player.act(table)) is not None:
            self.report.acts += 1
            self.reach.note_answer(*act)
            twin, seats = self._other_act(table, *act)
            self._do(table, *act, _act)
            if twin is not None:
                compare_known(table, twin, seats, act[0].seat)
            carry_on(table)

    def _sought(self, table: Table[Any], decision: Decision) -> Json:
        """Often an option that is seldom open; None where there is none, or not now."""
        if self.player.rng.random() >= SOUGHT_SHARE:
            return None
        return self._one_of(lab_of(self.rules).trial.sought(table.state, decision))

    def _act_sought(self, table: Table[Any]) -> tuple[Decision, Json] | None:
        """Now and then an act that is seldom open."""
        if not table.rules.acts.exist or self.player.rng.random() >= SOUGHT_ACT_SHARE:
            return None
        acts = [act for seat in table.seats for act in table.acts_of(seat)]
        choices = [(act, each) for act in acts if (each := self._one_of(lab_of(self.rules).trial.sought(table.state, act)))]
        return self.player.rng.choice(choices) if choices else None

    def _one_of(self, options: Sequence[Json]) -> Json:
        return self.player.rng.choice(options) if options else None

    def _offer(self, table: Table[Any]) -> None:
        """Now and then somebody offers another something, or answers that; often more than once in a row."""
        trial = lab_of(self.rules).trial
        share = MORE_OFFERS_SHARE if trial.passes_soon(table.state) else OFFERS_SHARE
        while trial.offers is not None and not table.over and self.player.rng.random() < share:
            self._offer_once(table)
            share = MORE_OFFERS_SHARE

    def _offer_once(self, table: Table[Any]) -> None:
        """One line of an offer or an answer."""
        seat, lines = some_line(table, self.player.rng)
        for result in carry_out(table, seat, list(enumerate(lines, 1))):
            known = (PROMISED_ALREADY.partition("{")[0], STAYS_OPEN.partition("}")[2])
            if not (result.accepted or any(each in result.problem for each in known)):
                raise GameFault(f'"{result.text}" of {seat} is refused: {result.problem}')
            self.report.offers += result.accepted

    def _other_act(self, table: Table[Any], act: Decision, answer: Json) -> tuple[Table[Any] | None, list[Seat]]:
        """A game in which a seat acts otherwise, and those who may know the same of both acts."""
        shown = lab_of(self.rules).trial.shown_of_act
        other = self.player.rng.choice(all_options(act))
        seats = [seat for seat in table.seats if seat != act.seat and shown(act, answer, seat) == shown(act, other, seat)]
        if other == answer or not seats:
            return None, []
        twin = table.fork()
        _act(twin, act, other)
        return twin, seats

    def _question(self, table: Table[Any]) -> Decision:
        """An open one, or now and then one whose answer can still be revised."""
        given = [decision for seat in table.seats for decision, _ in table.given_by(seat)]
        return (
            self.player.rng.choice(given)
            if given and self.player.rng.random() < REVISE_SHARE
            else self.player.question(table)
        )

    def _twin(self, table: Table[Any], decision: Decision, answer: Json) -> Table[Any] | None:
        """A game in which a seat answers otherwise while several are asked in secret; None if it is not so."""
        secret = any(questions_to(table, seat) for seat in table.seats if seat != decision.seat)
        if not (secret and self._chance(table, TWIN_SHARE)):
            return None
        others = (self.player.answer(decision) for _ in range(TWIN_TRIES))
        other = next((o for o in others if o != answer), None)
        if other is None:
            return None
        twin = table.fork()
        twin.answer(decision.seat, decision.key, other, subject=decision.subject)
        return twin

    def _other_secret(self, table: Table[Any], decision: Decision) -> tuple[Table[Any] | None, frozenset[str]]:
        """Now and then a game in which the other seats hide something else, and by what that comes to light."""
        secrets = lab_of(self.rules).trial.alike()
        if not (secrets and self._chance(table, HANDS_SHARE)):
            return None, frozenset()
        other, secret = table.fork(), self.player.rng.choice(secrets)
        assert secret.vary is not None
        varied = secret.vary(other.state, frozenset({decision.seat}), self.player.rng.shuffle)
        return (other if varied else None), secret.lit_by

    def _write_ahead(self, table: Table[Any]) -> None:
        """Now and then a standing order, a line of the reply form, as it is or for long, and what the forms of the other
        seats suggest for later."""
        if self._chance(table, ORDERS_SHARE) and (line := random_order(table, self.player.rng)):
            self.report.orders += give_order(table, self.player.rng.choice(table.seats), line)
            carry_on(table)
        if (lasting := lab_of(self.rules).trial.lasting) is not None and self.player.rng.random() < LASTING_SHARE:
            self._give_lasting(table, lasting)
        if table.over or not self._chance(table, STINT_SHARE):
            return
        seat, chance = self.player.question(table).seat, self.player.rng
        if lines := self.rules.orders.form(table.state, seat):
            line = chance.choice(lines)
            lasts = any(word.verb == line.split(" ")[0] and word.policy for word in self.rules.vocabulary)
            before = [] if lasts else [each for decision in table.open_to(seat) for each in lines_for(table, decision)]
            self._write(table, seat, [*before, chance.choice([line, f"{STANDING} {line}"]) if lasts else line])
        for other in table.seats:
            if not (table.open_to(other) or table.waiting.get(other)):
                self._write(table, other, self.rules.orders.ahead(table.state, other))

    def _give_lasting(self, table: Table[Any], lasting: Lasting) -> None:
        """Standing orders of the game's own for one seat. All of them must be good ones."""
        chance = self.player.rng
        seat = chance.choice(table.seats)
        for line in lasting(table.state, seat, chance.shuffle):
            if table.over:
                break
            if not give_order(table, seat, line):
                raise GameFault(f'"{line}" of {seat} is no standing order')
            self.report.orders += 1
            carry_on(table)

    def _write(self, table: Table[Any], seat: Seat, lines: Sequence[str]) -> None:
        """A letter of lines that the reply form offers."""
        cursor = Cursor(table, seat)
        for line in lines:
            try:
                execute(table, seat, line, cursor=cursor)
            except BadLine as bad:
                raise GameFault(f'the reply form offers {seat} "{line}", which is refused: {bad}') from bad
            carry_on(table)
