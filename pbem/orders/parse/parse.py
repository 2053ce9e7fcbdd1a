"""One order of a letter, from text to its parts: a heading, an order word and its arguments, branches, repetitions.

Parsing knows the words of the game, and nothing of its position. It never fails: what cannot be read is Unreadable, and is
refused when its turn comes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from pbem.engine.refusal import BadLine, Misread
from pbem.orders.languages.words import alternatives, listed
from pbem.orders.parse.branches import Case, Loop, case_of, loop_of
from pbem.orders.words.headings import Heading, cut_heading
from pbem.orders.words.lexicon import SMALL_WORDS, plain_words
from pbem.orders.words.vocabulary import HABITS, WITHDRAW, Vocabulary

LONGEST_LINE = 1000
MOST_HEADINGS = 2
"""So many stand in front of one order at most: a plan for a card has two."""
ACTOR = re.compile(r"\s*([^\W\d_][^:;]{0,60}?)\s*:\s*([^:;]*)")

NEGATIVE = re.compile(r"(?<=[\s<>=:,;(])[-−–][0-9]+\b%?")
"""A number with a minus sign; none in 2-3, nor behind the dash of a list."""

DENIED = re.compile(rf"\s*(?:i |we )?(?:please )?{alternatives('denials')}\s+(?P<order>.+)", re.IGNORECASE)
"""What is not to be done."""
CLAUSE = re.compile(rf"\b(?:{alternatives('conditions')}|{alternatives('else')}|until)\b", re.IGNORECASE)
"""What begins a condition."""
NOT = frozenset(listed("denied"))
"""Denies an order wherever it stands in it."""


@dataclass(frozen=True, slots=True)
class Order:
    """An order word and its arguments. `line` is what was written."""

    verb: str
    arguments: str
    line: str


@dataclass(frozen=True, slots=True)
class Special:
    """A line that begins with one of the words that every game has: `word` is standing, withdraw, clear, never or always."""

    word: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A line that cannot be read, and why."""

    why: BadLine


@dataclass(frozen=True, slots=True)
class Headed:
    """A heading, and what stands behind it (None: nothing)."""

    heading: Heading
    order: Parsed | None


@dataclass(frozen=True, slots=True)
class By:
    """An order with who is to act in front ("York: march Ely"), as written."""

    actor: str
    order: Order


Parsed: TypeAlias = Order | Special | Case | Loop | Headed | By | Unreadable
"""What one line can be."""


def parse(line: str, vocabulary: Vocabulary, *, headings: int = 0) -> Parsed:
    """The parts of a line, which stands behind so many `headings`."""
    if len(line) > LONGEST_LINE:
        return Unreadable(Misread(f"this line is too long, no order has more than {LONGEST_LINE} characters"))
    try:
        _refuse_negative(line)
        _refuse_question(line, vocabulary)
        heading, rest = split_heading(line, vocabulary)
        if heading is not None:
            if headings >= MOST_HEADINGS:
                raise Misread("an order has one heading in front", [rest])
            return Headed(heading, parse(rest, vocabulary, headings=headings + 1) if rest else None)
        actor, rest = cut_actor(line, vocabulary)
        if actor:
            order = _order(rest, vocabulary)
            return By(actor, order) if isinstance(order, Order) else order
        if is_denied(line):
            raise Misread("only what is to be done is ordered")
        return case_of(line) or loop_of(line) or _order(line, vocabulary)
    except BadLine as bad:
        return Unreadable(bad)


def is_denied(line: str) -> bool:
    """Whether a line says what is not to be done, behind a heading or not; a condition can say "not"."""
    order = line.rpartition(":")[2]
    return DENIED.fullmatch(order) is not None or bool(NOT & {*plain_words(CLAUSE.split(order)[0])})


def _refuse_negative(line: str) -> None:
    """No number of an order is below zero: -1 is never read as 1. Raises Misread."""
    if found := NEGATIVE.search(line):
        raise Misread(f"{found[0]} is below zero, and no order takes such a number")


def _refuse_question(line: str, vocabulary: Vocabulary) -> None:
    """What is asked is not ordered. Raises Misread."""
    bare = line.rstrip(" .!\"'")
    if bare.endswith("?") and len(plain_words(bare)) > 1 and vocabulary.begins(bare):
        raise Misread("this is a question; an order is written without a question mark", [bare.rstrip("? ")])


def split_heading(line: str, vocabulary: Vocabulary) -> tuple[Heading | None, str]:
    """The heading of a line, if it has one, and its order. Behind a heading that is an order word itself (`plan:`) that need
    not be said again. Raises Misread.
    """
    heading, rest = cut_heading(line, vocabulary.headings)
    if heading is None or heading.number or not rest or heading.kind not in vocabulary.closing_kinds:
        return heading, rest
    return heading, rest if vocabulary.cut(rest)[0] == heading.kind else f"{heading.kind} {rest}"


def cut_actor(line: str, vocabulary: Vocabulary) -> tuple[str, str]:
    """Who is to act by a line without a heading ("": it does not say), and its order."""
    parted = ACTOR.fullmatch(line)
    if (
        parted is None
        or not vocabulary.begins(parted[2])
        or (vocabulary.begins(parted[1]) and not vocabulary.is_name(parted[1]))
    ):
        return "", line
    names_somebody = all(word in vocabulary.name_words or word in SMALL_WORDS for word in plain_words(parted[1]))
    if not names_somebody or not vocabulary.named_in(parted[1]):
        return "", line
    return parted[1], parted[2]


def _order(line: str, vocabulary: Vocabulary) -> Order | Special:
    verb, arguments = vocabulary.cut(line)
    if not verb:
        raise Misread("there is no order on this line")
    special = verb if verb in (WITHDRAW, *HABITS) else vocabulary.special(verb)
    return Special(special, arguments) if special else Order(verb, arguments, line)
