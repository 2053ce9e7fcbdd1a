"""Lines as players could write them: answers, standing orders, orders for later, repeated ones, branches, and slips."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, TypeVar

from pbem.engine.decision import Decision, Pick, Seat
from pbem.engine.table import Table
from pbem.lab.games import lab_of
from pbem.orders.parse.branches import FAILS, OUTCOMES, SUCCEEDS
from pbem.orders.place.segments import heading_of, segments_of
from pbem.orders.words.grammar import Grammar
from pbem.orders.words.lexicon import ELSE
from pbem.orders.words.lines import line_of, lines_for
from pbem.orders.words.vocabulary import HABITS, STANDING

T = TypeVar("T")
MAX_TRIED = 6
BOUND_SHARE, LOOP_SHARE, ELSE_SHARE, SCOPE_SHARE, ONCE_SHARE, HABIT_SHARE = 0.6, 0.6, 0.3, 0.2, 0.2, 0.2


def random_order(table: Table[Any], rng: Random) -> str:
    """A line that may give a standing order; what it names need not fit. "" where the game knows none."""
    words = [word for word in table.rules.words(table.state) if word.policy is not None and word.example]
    if not words:
        return ""
    parts = [STANDING, *([rng.choice(table.scopes()).name] if rng.random() < SCOPE_SHARE else [])]
    parts += [*([rng.choice(HABITS)] if rng.random() < HABIT_SHARE else []), rng.choice(words).example]
    if lab_of(table.rules).trial.conditions and rng.random() < BOUND_SHARE:
        parts += [rng.choice(("if", "unless")), rng.choice(lab_of(table.rules).trial.conditions)]
        parts += ["else none"] if rng.random() < ELSE_SHARE else []
    return " ".join([*parts, *(["once"] if rng.random() < ONCE_SHARE else [])])


def questions_to(table: Table[Any], seat: Seat) -> list[Decision]:
    """What the seat is asked at this moment, answered or not."""
    return [*table.open_to(seat), *(decision for decision, _ in table.given_by(seat))]


def lines_to_try(table: Table[Any], seat: Seat, rng: Random) -> list[str]:
    """What a player may want to look at: answers to what they are asked, lines of their form, orders for later, and
    slips.
    """
    lines = [line for decision in questions_to(table, seat) for line in _some_answers(table, decision, rng)]
    lines += [*table.rules.orders.form(table.state, seat), *table.rules.orders.ahead(table.state, seat)]
    lines += [line for act in table.acts_of(seat) for line in _some_answers(table, act, rng)]
    lines += [word.example for word in _some(table.rules.words(table.state), 3, rng) if word.example]
    tried = rng.sample(lines, min(len(lines), MAX_TRIED))
    standing = random_order(table, rng)
    return [*tried, *_ahead(table, seat, rng, lines), *([standing] if standing else []), rng.choice(lines)[:-1]]


def _some(words: Sequence[T], most: int, rng: Random) -> list[T]:
    return rng.sample(words, min(len(words), most))


def _ahead(table: Table[Any], seat: Seat, rng: Random, lines: list[str]) -> list[str]:
    """Orders for one of the seat's segments: one repeated, with a branch for a case and one for the others."""
    lexicon, segments = Grammar(table.rules, table.state).lexicon, segments_of(table, seat)
    heading = f"{heading_of(rng.choice(segments), lexicon)}: " if segments else ""
    repeated, branch, other = (rng.choice(lines) for _ in range(3))
    goal = f" until {SUCCEEDS}, at most 2" if rng.random() < LOOP_SHARE else ""
    return [f"{heading}{repeated}{goal}", f"if {rng.choice(OUTCOMES) if goal else FAILS}: {branch}", f"{ELSE[0]}: {other}"]


def _some_answers(table: Table[Any], decision: Decision, rng: Random) -> list[str]:
    if not isinstance(decision.shape, Pick):
        return lines_for(table, decision)
    options = list(decision.shape.options())
    chosen = rng.sample(options, min(len(options), MAX_TRIED))
    return [line for option in chosen for line in line_of(table, decision, option)]
