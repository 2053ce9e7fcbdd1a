"""The questions to a seat as its report puts them: what can be chosen, with a code for each, and what the form offers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from pbem.codes import code_of
from pbem.engine.decision import Decision, Menu
from pbem.engine.table import Table
from pbem.moderator.lines.form_lines import gives_up
from pbem.orders.words.grammar import Grammar
from pbem.orders.words.lines import example_lines, line_of, lines_for, verb_for
from pbem.orders.words.menu import choices
from pbem.render.report import Choice, Question


def questions_for(table: Table[Any], decisions: Sequence[Decision]) -> tuple[Question, ...]:
    """All that are open to a seat, in their order."""
    return tuple(question_for(table, decision, place) for place, decision in enumerate(decisions))


def question_for(table: Table[Any], decision: Decision, place: int = 0) -> Question:
    """A question as a report has it, the one at `place` among those of its reader."""
    question = _asked(table, decision)
    off = tuple(line for line in question.lines if gives_up(table, line))
    lines = tuple(line for line in question.lines if line not in off)
    facts = table.rules.orders.facts(table.state, decision)
    return with_codes(replace(question, lines=lines, off=off, facts=facts), place)


def with_codes(question: Question, place: int) -> Question:
    """A question with a code for each choice that it lists and that makes a whole line."""
    numbers = count()

    def coded(choice: Choice) -> Choice:
        return replace(choice, code=code_of(place, next(numbers))) if choice.line else choice

    choices = tuple((words, tuple(map(coded, listed))) for words, listed in question.choices)
    shown = () if choices else tuple(Choice(line, line, code_of(place, next(numbers))) for line in question.examples)
    return replace(question, choices=choices, shown=shown)


def _asked(table: Table[Any], decision: Decision) -> Question:
    lines = tuple(lines_for(table, decision))
    prompt = decision.prompt
    if withheld := table.withheld(decision):
        prompt = f"{prompt} (Your standing order {withheld}.)"
    if isinstance(decision.shape, Menu):
        return replace(_menu(table, decision, decision.shape, lines), prompt=prompt)
    verb = verb_for(table, decision)
    word = next(w for w in table.rules.vocabulary if (w.verb, w.key) == (verb, decision.key))
    if draft := table.draft_of(decision):
        return Question(prompt, lines, word.usage, word.about, lines, tuple(line_of(table, decision, draft)))
    return Question(prompt, lines, word.usage, word.about, tuple(example_lines(table, decision)))


def _menu(table: Table[Any], decision: Decision, shape: Menu, lines: tuple[str, ...]) -> Question:
    """A choice among many order words: which there are, what can follow each, and a line for each.

    Nothing that ends the segment is prefilled: the player must choose it.
    """
    lexicon = Grammar(table.rules, table.state).lexicon
    open_ = choices(lexicon, shape.options())
    examples = tuple(example_lines(table, decision, len(open_) + 1))
    told = tuple((words, tuple(Choice(name, line) for name, line in listed)) for words, listed in open_.items())
    closing = {word.verb for word in table.rules.vocabulary if word.closes and word.key == decision.key}
    chosen = tuple(line for line in lines if line.partition(" ")[0] not in closing)
    return Question(decision.prompt, chosen, "", "", examples, choices=told)
