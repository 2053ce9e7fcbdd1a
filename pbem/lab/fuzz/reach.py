"""What random games have come to, and what there is in the game's sources to come to."""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pbem.engine.decision import DICE, Assign, Decision, Json, Menu, Pick, PickSome, Split, Stack
from pbem.engine.game.rules import Rules
from pbem.engine.log.entry import NOT_ANSWERS, EntryKind
from pbem.engine.table import Table
from pbem.orders.words.menu import verbs_in

KEY = re.compile(r"[0-9]+(\.[0-9]+)* [a-z_]+")
SECTION = re.compile(r"[0-9]+(?:\.[0-9]+)*")
TELLING = {"tell": 2, "tell_own": 3}
"""By function, the place among the arguments where an Event's name stands; its rule's number is before it."""


@dataclass(slots=True)
class Reach:
    """What came up.

    How often each question was asked (rolls apart, in `rolls`), each Event told, under each rule; which options were offered
    and chosen, of Menus their order words; in how many games each thing the game names was reached.
    """

    questions: Counter[str] = field(default_factory=Counter)
    rolls: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    things: Counter[str] = field(default_factory=Counter)
    kinds: Counter[EntryKind] = field(default_factory=Counter)
    offered: dict[str, set[str]] = field(default_factory=dict)
    chosen: dict[str, set[str]] = field(default_factory=dict)

    def note_answer(self, decision: Decision, answer: Json) -> None:
        """A question and the answer about to be given to it."""
        self.offered.setdefault(decision.key, set()).update(_options(decision))
        self.chosen.setdefault(decision.key, set()).update(_named(decision, answer))

    def note_game(self, table: Table[Any], things: Iterable[str]) -> None:
        """The log and the Events of a game, and what the game itself names."""
        answers = [entry for entry in table.entries if entry.kind not in NOT_ANSWERS or entry.kind is EntryKind.ACT]
        self.questions.update(entry.key for entry in answers if entry.seat != DICE)
        self.rolls.update(entry.key for entry in answers if entry.seat == DICE)
        self.kinds.update(entry.kind for entry in table.entries)
        self.events.update(news.event.name for news in table.news)
        self.rules.update(news.event.rule for news in table.news)
        self.rules.update(number for entry in answers if (number := _number(entry.key)))
        self.things.update(set(things))

    def add(self, other: Reach) -> None:
        """Take in what other games have reached."""
        for name in ("questions", "rolls", "events", "rules", "things", "kinds"):
            getattr(self, name).update(getattr(other, name))
        for mine, theirs in ((self.offered, other.offered), (self.chosen, other.chosen)):
            for key, options in theirs.items():
                mine.setdefault(key, set()).update(options)

    def never_chosen(self) -> dict[str, list[str]]:
        """By question, the options offered but never chosen."""
        left = {key: sorted(offered - self.chosen[key]) for key, offered in self.offered.items()}
        return {key: options for key, options in left.items() if options}


@dataclass(frozen=True, slots=True)
class Reachable:
    """All that can be reached: questions (or rolls), Events, rules' numbers, and what the game itself names."""

    questions: frozenset[str]
    events: frozenset[str]
    rules: frozenset[str]
    things: tuple[str, ...] = ()

    def with_things(self, things: Iterable[str]) -> Reachable:
        """The same for a scenario that names these things."""
        return replace(self, things=tuple(dict.fromkeys(things)))

    def never(self, reach: Reach) -> dict[str, list[str]]:
        """By kind, what was not reached."""
        asked = {*reach.questions, *reach.rolls}
        return {
            "questions": sorted(self.questions - asked),
            "events": sorted(self.events - set(reach.events)),
            "rules": sorted(self.rules - set(reach.rules), key=_by_number),
            "things": [thing for thing in self.things if thing not in reach.things],
        }


def known_of(rules: Rules[Any]) -> Reachable:
    """What a game's vocabulary and sources name."""
    questions = {word.key for word in rules.vocabulary} | keys_named(rules)
    events_known = _told(rules)
    numbers = {number for key in questions if (number := _number(key))} | {rule for rule, _ in events_known if rule}
    return Reachable(frozenset(questions), frozenset(name for _, name in events_known), frozenset(numbers))


def _number(key: str) -> str:
    """The rule's number that a key begins with."""
    number = key.partition(" ")[0]
    return number if SECTION.fullmatch(number) else ""


def _by_number(rule: str) -> list[int]:
    return [int(part) for part in SECTION.findall(rule) for part in part.split(".")]


def _options(decision: Decision) -> set[str]:
    match decision.shape:
        case Menu(options):
            return set(verbs_in(options()))
        case Pick(options) | PickSome(options):
            return set(options())
        case Assign(items, bins):
            return {*items(), *bins()}
        case Split(limits) | Stack(limits):
            return set(limits())
    return set()


def _named(decision: Decision, answer: Json) -> set[str]:
    match answer:
        case dict():
            return {str(part) for pair in answer.items() for part in pair}
        case list():
            return set(answer)
    return set(verbs_in([answer])) if isinstance(decision.shape, Menu) else {str(answer)}


# Sources


def keys_named(rules: Rules[Any]) -> frozenset[str]:
    """The keys of questions in a game's sources: module constants such as "4.3.4 intercept"."""
    return frozenset(
        constant
        for module in _modules(rules)
        for node in module.body
        if isinstance(node, ast.Assign)
        for constant in _constants(node.value)
        if KEY.fullmatch(constant)
    )


def events_named(rules: Rules[Any]) -> frozenset[str]:
    """The names of the Events that a game's sources tell, where they are there as constants."""
    return frozenset(name for _, name in _told(rules))


def _told(rules: Rules[Any]) -> list[tuple[str, str]]:
    """Rule (if it is there) and name of every Event that a game's sources tell."""
    calls = [node for module in _modules(rules) for node in ast.walk(module) if isinstance(node, ast.Call)]
    return [pair for call in calls for pair in _told_by(call)]


def _told_by(call: ast.Call) -> Iterator[tuple[str, str]]:
    place = TELLING.get(call.func.id) if isinstance(call.func, ast.Name) else None
    if place is not None and len(call.args) > place:
        rule = next(_constants(call.args[place - 1]), "")
        yield from ((rule, name) for name in _constants(call.args[place]))


def _constants(node: ast.expr) -> Iterator[str]:
    parts = [node.body, node.orelse] if isinstance(node, ast.IfExp) else [node]
    yield from (str(part.value) for part in parts if isinstance(part, ast.Constant))


def _modules(rules: Rules[Any]) -> list[ast.Module]:
    package = rules.play.__module__.rpartition(".")[0]
    names = [name for name in sorted(sys.modules) if package and name.startswith(f"{package}.")]
    files = [Path(file) for name in names if (file := sys.modules[name].__file__) is not None]
    return [ast.parse(file.read_text()) for file in files]
