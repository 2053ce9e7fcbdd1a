"""Random games in search of faults: crashes, broken invariants, dead ends, leaks, logs that do not lead back.

Every game follows from its seed, so that a finding can be played again with `fuzz_game`.
"""

from __future__ import annotations

import ast
import inspect
import json
import sys
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from pbem.engine.decision import Assign, Decision, Json, Pick, PickSome, Seat, Split, Stack
from pbem.engine.entry import NOT_ANSWERS, Entry, Kind, fingerprint
from pbem.engine.event import Event
from pbem.engine.obey import STANDING, line_of, obey
from pbem.engine.order import BadLine
from pbem.engine.rules import Rules, Setup
from pbem.engine.table import Diverged, Table
from pbem.moderator.random_play import DeadEnd, RandomPlayer

LINES_SHARE = 0.05  # of the decisions, the answer is also given as a line on a fork
STINT_SHARE = 0.05  # of the decisions, the seat first writes a line of its reply form
REVISE_SHARE = 0.2  # of the decisions in a secret round, an answer given is revised
TWIN_TRIES = 10


class Fault(Exception):
    """Something that must not be; the message says what."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A game that went wrong: its seed and setup, what was found, and the log up to there."""

    seed: str
    scenario: str
    problem: str
    log: tuple[Entry, ...]

    def log_lines(self) -> str:
        """The log, a JSON object a line."""
        return "\n".join(json.dumps(asdict(entry)) for entry in self.log)


@dataclass(slots=True)
class Reach:
    """What came up: how often each question was asked and each Event told, which options were offered and chosen."""

    questions: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    offered: dict[str, set[str]] = field(default_factory=dict)
    chosen: dict[str, set[str]] = field(default_factory=dict)
    kinds: Counter[Kind] = field(default_factory=Counter)

    def note_answer(self, decision: Decision, answer: Json) -> None:
        """A question and the answer about to be given to it."""
        self.offered.setdefault(decision.key, set()).update(_options(decision))
        self.chosen.setdefault(decision.key, set()).update(_named(answer))

    def note_game(self, table: Table[Any]) -> None:
        """The log and the Events of a game."""
        self.questions.update(entry.key for entry in table.entries if entry.kind is not Kind.SALT)
        self.kinds.update(entry.kind for entry in table.entries)
        self.events.update(news.event.name for news in table.news)

    def never_chosen(self) -> dict[str, list[str]]:
        """By question, the options offered but never chosen."""
        left = {key: sorted(offered - self.chosen[key]) for key, offered in self.offered.items()}
        return {key: options for key, options in left.items() if options}


@dataclass(slots=True)
class FuzzReport:
    """What many games showed. `never_asked` and `never_told` are the game's questions and Events that did not come up."""

    games: int = 0
    decisions: int = 0
    lines: int = 0
    twins: int = 0
    longest: int = 0
    longest_seed: str = ""
    failures: list[Failure] = field(default_factory=list)
    reach: Reach = field(default_factory=Reach)
    never_asked: tuple[str, ...] = ()
    never_told: tuple[str, ...] = ()

    @property
    def clean(self) -> bool:
        """Whether nothing was found."""
        return not self.failures

    def summary(self) -> str:
        """The report for people."""
        kinds = ", ".join(f"{number} {kind}" for kind, number in self.reach.kinds.most_common())
        lines = [
            f"{self.games} games, {self.decisions} decisions; {len(self.failures)} failures",
            f"entries: {kinds}",
            f"longest: {self.longest} entries, seed {self.longest_seed}",
            f"{self.lines} answers written as lines and read back, {self.twins} secret answers hidden from the other seat",
            *_counts("questions", self.reach.questions, self.never_asked),
            *_counts("events", self.reach.events, self.never_told),
            *(f"never chosen for {key}: {', '.join(left)}" for key, left in self.reach.never_chosen().items()),
            *(f"FAILURE seed {f.seed} ({f.scenario}), after {len(f.log)} entries: {f.problem}" for f in self.failures),
        ]
        return "\n".join(lines)


def _counts(what: str, counter: Counter[str], never: Iterable[str]) -> Iterator[str]:
    yield f"{what}: " + (", ".join(f"{name} {number}" for name, number in sorted(counter.items())) or "none")
    yield f"{what} never reached: " + (", ".join(never) or "none")


def fuzz(rules: Rules[Any], setups: Sequence[Setup], games: int, seed: str | int, max_decisions: int = 2000) -> FuzzReport:
    """Play `games` random games, the setups in turn. A game of more than `max_decisions` is a failure."""
    report = FuzzReport()
    for number in range(games):
        fuzz_game(rules, setups[number % len(setups)], f"{seed}/{number}", max_decisions, report)
    asked = {word.key for word in rules.vocabulary}
    report.never_asked = tuple(sorted(asked - set(report.reach.questions)))
    report.never_told = tuple(sorted(events_named(rules) - set(report.reach.events)))
    return report


def fuzz_game(rules: Rules[Any], setup: Setup, seed: str, max_decisions: int, report: FuzzReport) -> None:
    """Play one game and add what it shows to `report`. The same seed plays the same game."""
    game = _Game(rules, setup, RandomPlayer.from_seed(seed), report)
    problem = game.problem(max_decisions)
    report.games += 1
    entries = tuple(game.table.entries) if game.table else ()
    if problem is not None:
        report.failures.append(Failure(seed, setup.scenario, problem, entries))
    if len(entries) > report.longest:
        report.longest, report.longest_seed = len(entries), seed


class _Game:
    """One random game under watch."""

    def __init__(self, rules: Rules[Any], setup: Setup, player: RandomPlayer, report: FuzzReport) -> None:
        self.rules = rules
        self.setup = setup
        self.player = player
        self.report = report
        self.table: Table[Any] | None = None

    def problem(self, max_decisions: int) -> str | None:
        """Play to the end; what went wrong, or None."""
        try:
            self._play(max_decisions)
        except (Fault, DeadEnd, Diverged) as fault:
            return f"{type(fault).__name__}: {fault}"
        except Exception:  # the rules may fail in any way, and every way is a finding
            return f"crash: {traceback.format_exc()}"
        return None

    def _play(self, max_decisions: int) -> None:
        self.table = table = self.player.open_table(self.rules, self.setup)
        for seat in self.rules.seats:
            table.salt(seat, self.player.rng.randbytes(4).hex())
        self._check(table)
        for _ in range(max_decisions):
            if table.over:
                break
            self._write_ahead(table)
            if not table.over:
                self._decide(table)
            self._check(table)
        self.report.reach.note_game(table)
        if not table.over:
            raise Fault(f"not over after {max_decisions} decisions")
        compare_restored(table)

    def _check(self, table: Table[Any]) -> None:
        if wrong := self.rules.checks(table.state):
            raise Fault(f"checks: {'; '.join(wrong)}")

    def _decide(self, table: Table[Any]) -> None:
        """One answer, with the proofs that go with it."""
        decision = self._question(table)
        answer = self.player.answer(decision)
        self.report.decisions += 1
        self.report.reach.note_answer(decision, answer)
        twin = self._twin(table, decision, answer)
        fork = table.fork() if self.player.rng.random() < LINES_SHARE else None
        table.answer(decision.seat, decision.key, answer, subject=decision.subject)
        if fork is not None:
            self.report.lines += 1
            compare_lines(table, fork, decision, answer)
        if twin is not None:
            self.report.twins += 1
            compare_views(table, twin, decision.seat)

    def _question(self, table: Table[Any]) -> Decision:
        """An open one, or now and then one whose answer can still be revised."""
        given = [decision for seat in self.rules.seats for decision, _ in table.given_by(seat)]
        return (
            self.player.rng.choice(given)
            if given and self.player.rng.random() < REVISE_SHARE
            else self.player.question(table)
        )

    def _twin(self, table: Table[Any], decision: Decision, answer: Json) -> Table[Any] | None:
        """A game in which a seat answers otherwise while several are asked in secret; None if it is not so."""
        if not any(_questions(table, seat) for seat in self.rules.seats if seat != decision.seat):
            return None
        others = (self.player.answer(decision) for _ in range(TWIN_TRIES))
        other = next((o for o in others if o != answer), None)
        if other is None:
            return None
        twin = table.fork()
        twin.answer(decision.seat, decision.key, other, subject=decision.subject)
        return twin

    def _write_ahead(self, table: Table[Any]) -> None:
        """Now and then a line of the reply form, or all of them as standing orders: each must be taken."""
        if self.player.rng.random() >= STINT_SHARE:
            return
        seat = self.player.question(table).seat
        lines = self.rules.stint(table.state, seat)
        if lines:
            line = self.player.rng.choice(lines)
            try:
                obey(table, seat, self.player.rng.choice([line, f"{STANDING} {line}"]))
            except BadLine as bad:
                raise Fault(f'the reply form offers {seat} "{line}", which is refused: {bad}') from bad


# Proofs


def compare_restored(table: Table[Any]) -> None:
    """The game out of its log as a database keeps it must be the same. Raises Fault, Diverged."""
    log = json.loads(json.dumps([asdict(entry) for entry in table.entries]))
    entries = [Entry(**row | {"kind": Kind(row["kind"])}) for row in log]
    restored = Table.restore(table.rules, table.setup, table.chance, entries)
    same = {
        "entries": restored.entries == table.entries,
        "position": fingerprint(restored.state) == fingerprint(table.state),
        "news": restored.news == table.news,
        "questions": _asked(restored) == _asked(table) and restored.over == table.over,
        "standing orders": restored.book == table.book,
    }
    if wrong := [what for what, fits in same.items() if not fits]:
        raise Fault(f"restored from its log the game has other {', '.join(wrong)}")
    for news in table.news:
        if json.loads(json.dumps(news.event.data)) != news.event.data:
            raise Fault(f"the data of the Event {news.event.name} changes in JSON: {news.event.data}")


def _questions(table: Table[Any], seat: Seat) -> list[Decision]:
    """What the seat is asked at this moment, answered or not."""
    return [*table.open_to(seat), *(decision for decision, _ in table.given_by(seat))]


def _asked(table: Table[Any]) -> list[tuple[Seat, str, str, str]]:
    return [(d.seat, d.key, d.subject, d.prompt) for d in table.open()]


def compare_lines(table: Table[Any], fork: Table[Any], decision: Decision, answer: Json) -> None:
    """The answer given as lines on a fork must lead where the answer itself has led. Raises Fault."""
    lines = line_of(fork, decision, answer)
    try:
        for line in lines:
            obey(fork, decision.seat, line)
    except BadLine as bad:
        raise Fault(f"{lines} should answer {decision.key} with {answer}, and is refused: {bad}") from bad
    if fork.drafts or not _same_answers(table, fork):
        raise Fault(f"{lines} should answer {decision.key} with {answer}, and gives {_answers(fork)[-1:]}")


def _same_answers(table: Table[Any], fork: Table[Any]) -> bool:
    return _answers(table) == _answers(fork) and fingerprint(table.state) == fingerprint(fork.state)


def _answers(table: Table[Any]) -> list[tuple[str, str, Json]]:
    return [(e.key, e.subject, e.answer) for e in table.entries if e.kind not in NOT_ANSWERS]


def compare_views(table: Table[Any], twin: Table[Any], secret_of: Seat) -> None:
    """Two games that differ in secret answers only must look the same to everybody else. Raises Fault.

    Once the last answer is in they need not: then nothing is compared.
    """
    if not (table.given_by(secret_of) and twin.given_by(secret_of)):
        return
    for seat in (seat for seat in table.rules.seats if seat != secret_of):
        one, other = _known(table, seat), _known(twin, seat)
        if wrong := [what for what in one if one[what] != other[what]]:
            raise Fault(f"{seat} can tell from {', '.join(wrong)} what {secret_of} has answered in secret")


def _known(table: Table[Any], seat: Seat) -> dict[str, Any]:
    """All that leaves the game for a seat."""
    return {
        "the View": table.rules.view(table.state, seat),
        "the Events": _visible(table, seat),
        "the questions": [(q, d.default() if d.default else None) for q, d in zip(_asked(table), table.open(), strict=True)],
        "the reply form": table.rules.stint(table.state, seat),
    }


def _visible(table: Table[Any], seat: Seat) -> list[Event]:
    return [news.event for news in table.news if news.event.visible_to(seat)]


# Reach


def _options(decision: Decision) -> set[str]:
    match decision.shape:
        case Pick(options) | PickSome(options):
            return set(options())
        case Assign(items, bins):
            return {*items(), *bins()}
        case Split(limits) | Stack(limits):
            return set(limits())
    return set()


def _named(answer: Json) -> set[str]:
    match answer:
        case dict():
            return {str(part) for pair in answer.items() for part in pair}
        case list():
            return set(answer)
    return {str(answer)}


def events_named(rules: Rules[Any]) -> set[str]:
    """The names of the Events that a game's sources tell: the constants in third place of each `tell(...)`."""
    package = rules.play.__module__.rpartition(".")[0]
    modules = [m for name, m in sorted(sys.modules.items()) if package and name.startswith(f"{package}.")]
    calls = (node for module in modules for node in ast.walk(ast.parse(inspect.getsource(module))))
    return {name for node in calls if isinstance(node, ast.Call) for name in _told_name(node)}


def _told_name(call: ast.Call) -> Iterator[str]:
    if isinstance(call.func, ast.Name) and call.func.id == "tell" and len(call.args) > 2:
        chosen = call.args[2]
        parts = [chosen.body, chosen.orelse] if isinstance(chosen, ast.IfExp) else [chosen]
        yield from (str(part.value) for part in parts if isinstance(part, ast.Constant))
