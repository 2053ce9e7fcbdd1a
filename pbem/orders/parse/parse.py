"""One order of a letter, from text to its parts: a heading, an order word and its arguments, branches, repetitions.

Parsing knows the words of the game, and nothing of its position. It never fails: what cannot be read is Unreadable, and is
refused when its turn comes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from pbem.engine.refusal import BadLine, Misread
from pbem.i18n import Text
from pbem.orders.languages.words import alternatives, listed
from pbem.orders.parse.branches import (
    GO_ON,
    IN_AN_ATTACK,
    UNTIL_TIME,
    Case,
    Kinds,
    Loop,
    attacks,
    case_of,
    cut_even,
    loop_of,
)
from pbem.orders.words.headings import Heading, HeadingWords, cut_heading
from pbem.orders.words.lexicon import SMALL_WORDS, plain_words
from pbem.orders.words.vocabulary import HABITS, WITHDRAW, Vocabulary

MAX_LINE_LENGTH = 1000
"""The most characters of one order: the work of reading it can grow with their square."""
MAX_HEADINGS = 2
"""The most headings in front of one order: a plan for a card has two."""
ATTACK = "attack"
MAX_JOINED = 2
"""The words of "and attack"."""
ACTOR = re.compile(r"\s*([^\W\d_][^:;]{0,60}?)\s*:\s*([^:;]*)")

NEGATIVE = re.compile(r"(?<=[\s<>=:,;(])[-−–][0-9]+\b%?")
"""A number with a minus sign; none in 2-3, nor behind the dash of a list."""

DENIED = re.compile(rf"\s*(?:i |we )?(?:please )?{alternatives('denials')}\s+(?P<order>.+)", re.IGNORECASE)
"""What is not to be done."""
CLAUSE = re.compile(rf"\b(?:{alternatives('conditions')}|{alternatives('else')}|until)\b", re.IGNORECASE)
"""What begins a condition."""
QUESTION = re.compile(r"\?(?=[?\s.!\"'”’)]|$)")
"""The mark of a question, and no letter that a mail program could not write."""
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


@dataclass(frozen=True, slots=True)
class Even:
    """An order that is carried out even if it is worse than it was shown, in these kinds."""

    order: Parsed
    kinds: Kinds


Parsed: TypeAlias = Even | Order | Special | Case | Loop | Headed | By | Unreadable
"""What one line can be."""


def parse(line: str, vocabulary: Vocabulary, *, headings: int = 0) -> Parsed:
    """The parts of a line that follows this number of `headings`."""
    if len(line) > MAX_LINE_LENGTH:
        return Unreadable(
            Misread(
                Text("this line is too long, no order has more than {longest_line} characters", longest_line=MAX_LINE_LENGTH)
            )
        )
    try:
        _refuse_negative(line)
        _refuse_question(line, vocabulary)
        heading, rest = split_heading(line, vocabulary)
        if heading is not None:
            if headings >= MAX_HEADINGS:
                raise Misread(Text("an order has one heading in front"), [rest])
            return Headed(heading, parse(rest, vocabulary, headings=headings + 1) if rest else None)
        bare, kinds = cut_even(line)
        if kinds:
            _refuse_order_behind(line, bare, vocabulary)
            return Even(parse(bare, vocabulary, headings=headings), kinds)
        actor, rest = cut_actor(line, vocabulary)
        if actor:
            order = _order(rest, vocabulary)
            if isinstance(order, Special) and order.word == WITHDRAW and vocabulary.named(WITHDRAW):
                order = Order(WITHDRAW, order.arguments, rest)  # an order of the game by that word
            return By(actor, order) if isinstance(order, Order) else order
        if is_denied(line):
            raise Misread(Text("write what is to be done, not what is not"))
        whole = case_of(line) or loop_of(line) or _order(line, vocabulary)
        return Even(whole, IN_AN_ATTACK) if isinstance(whole, Order) and attacks(whole.line) else whole
    except BadLine as bad:
        return Unreadable(bad)


def is_denied(line: str) -> bool:
    """Whether a line says what is not to be done, behind a heading or not; a condition can say "not"."""
    order = line.rpartition(":")[2]
    return DENIED.fullmatch(order) is not None or bool(NOT & {*plain_words(CLAUSE.split(order)[0])})


def _refuse_negative(line: str) -> None:
    """No number of an order is below zero: -1 is never read as 1. Raises Misread."""
    if match := NEGATIVE.search(line):
        raise Misread(Text("{found} is below zero, and no order takes such a number", found=match[0]))


def _refuse_question(line: str, vocabulary: Vocabulary) -> None:
    """What is asked is not ordered, whatever is said behind it. Raises Misread."""
    asked = QUESTION.search(line)
    if asked is not None and vocabulary.begins(line):
        raise Misread(
            Text("that looks like a question, so nothing is done: write an order without a question mark"),
            [line[: asked.start()].strip()],
        )


def _refuse_order_behind(line: str, bare: str, vocabulary: Vocabulary) -> None:
    """Where an attack is an order of its own, "attack" behind an order does not say what that may be. Raises Misread."""
    behind = plain_words(line[len(bare) :])
    if behind and len(behind) <= MAX_JOINED and attacks(behind[-1]) and ATTACK in vocabulary.with_verb:
        raise Misread(Text("several orders on a line need a ; between them"), [bare])


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
        raise Misread(Text("there is no order on this line"))
    special = verb if verb in (WITHDRAW, *HABITS) else vocabulary.special(verb)
    return Special(special, arguments) if special else Order(verb, arguments, line)


# What an order given in advance says besides its answer: how long it holds, on what condition, and what else is done


ONCE = re.compile(r"[\s,]*\bonce\b(?:\s+only\b)?[\s,.]*", re.I)
ELSE = re.compile(rf"[\s,]*\b{alternatives('otherwise')}\b[\s,:]*", re.I)
IF = re.compile(rf"[\s,]*\b({alternatives('conditions')})\b[\s,:]*", re.I)
UNLESS = re.compile(alternatives("unless"), re.I)


@dataclass(frozen=True, slots=True)
class Clauses:
    """The parts of a line: `what` is done `if_` a condition holds (`unless`: if it does not), or else `otherwise`.

    `scope` is how long the order holds, where the line says that.
    """

    what: str
    if_: str = ""
    unless: bool = False
    otherwise: str | None = None
    scope: str = ""
    once: bool = False

    @property
    def stand(self) -> bool:
        """Whether they say that the order stands: when, how often or how long."""
        return bool(self.if_ or self.scope or self.once)


def cut_clauses(text: str, scopes: Sequence[str], *, conditions: bool) -> Clauses:
    """The clauses of `text`. With `conditions` the words themselves may hold some: only how long it holds is cut off.

    Raises Misread where a clause is empty or there are several.
    """
    text, end = cut_end(text)
    text, scope = cut_scope(text, scopes)
    rest, times = ONCE.subn(" ", text)
    if conditions:
        return Clauses(rest.strip(), if_=end, scope=scope, once=bool(times))
    what, *others = ELSE.split(rest)
    if len(others) > 1:
        raise Misread(Text('only one "else" can be read'))
    what, *if_ = IF.split(what)
    if len(if_) > 2:
        raise Misread(Text('only one "if" can be read; join conditions by "and" or "or"'))
    if if_ and not if_[1].strip():
        raise Misread(Text('"{if_}" needs a condition after it', if_=if_[0]))
    if others and not (if_ and others[0].strip()):
        raise Misread(Text('"else" needs a condition before it and an order after it'))
    otherwise = others[0].strip() if others else None
    if end:
        if_ = _with_end(if_, end)
    unless = bool(if_) and UNLESS.fullmatch(if_[0]) is not None
    return Clauses(what.strip(" ,"), if_[1].strip() if if_ else "", unless, otherwise, scope, bool(times))


def cut_end(text: str) -> tuple[str, str]:
    """The text without "until round 6" at its end, and that as a condition: "round under 6". ("" where there is none.)"""
    match = UNTIL_TIME.search(text)
    return (text, "") if match is None else (text[: match.start()], f"{match['time']} under {match['number']}")


def _with_end(if_: Sequence[str], end: str) -> list[str]:
    """The word and the condition of a clause that holds until a time as well. Raises Misread where that cannot be said."""
    if not if_:
        return ["if", end]
    if UNLESS.fullmatch(if_[0]) is not None:
        raise Misread(Text('say until when in the condition: "if ... and {end}"', end=end))
    return [if_[0], f"{if_[1]} and {end}"]


def cut_scope(text: str, scopes: Sequence[str]) -> tuple[str, str]:
    """The text without "for this campaign", and that scope."""
    if not scopes:
        return text, ""
    names = "|".join(map(re.escape, scopes))
    match = re.search(rf"[\s,]*\b{alternatives('scopes')}({names})\b[\s,.]*", text, re.I)
    if match is None:
        return text, ""
    return f"{text[: match.start()]} {text[match.end() :]}".strip(), match[1].casefold()


# The orders on one line of a letter: a semicolon stands between them, and a heading in front belongs to all behind it


MAX_LINES = 500
"""The most orders that are read of a letter."""
_COMMAS = re.compile(r",(?:\s?,)+")
COMMENT = re.compile(r"(?:^|(?<=[\s;]))#.*", re.DOTALL)
PREVIEW = re.compile(rf"[^\w:;]*(?:pre(?:v(?:i(?:ew?)?)?)?|{alternatives('preview')})\b\s*:?", re.IGNORECASE)
BRANCH = re.compile(rf"[^\w:;]*(?:{alternatives('case')}[^:;]*:|{alternatives('otherwise')}\b\s*[:,]?)", re.IGNORECASE)
BARE_CONDITION = re.compile(rf"(?:{alternatives('but_only')}\s+)?{alternatives('conditions')}\b[^:]*", re.IGNORECASE)
"""What can only be a condition of the order in front of it."""
I_WILL = r"I(?:'ll|[’]ll|\s+will)?(?=\s+\w{3})"
COURTESY = rf"(?:{alternatives('leads')}|{I_WILL})\b(?!\s*:),?"
LEADS = re.compile(rf"(?:[^\w;:?]*(?:\(?[0-9]{{1,2}}[.)](?=\s)|{COURTESY}))+\s*(?=\S)", re.IGNORECASE)
"""What a list or a courteous writer puts in front of an order: "2.", "please", "then", "I will"."""
BETWEEN = re.compile(r"(\s*[,.]\s*(?:and\s+)?(?:then\s+)?|\s+(?:and\s+)?then\s+|\s+and\s+)", re.IGNORECASE)
"""What people write between two orders."""

_WINK = re.compile(r"(?<=\s);-?[()](?=\s|$)")
"""No order begins with that semicolon."""


def parts_of(line: str, headings: HeadingWords) -> list[str]:
    """The orders of `line`, without comments; [] where there is none.

    A heading (`preview`, `card 2:`, `levy:`, `if it fails:`, `else`) is repeated before each order up to the end of the
    line, or to the next heading of its level or a wider one. Of more orders than a letter can have the rest is left out, of
    a heading that is longer than an order can be what is too much. A condition by itself belongs to the order in front of
    it. A run of spaces or commas is one: what reads them would begin at each of them anew.
    """
    levels = (PREVIEW, headings.front, BRANCH)
    leading, parts = [""] * len(levels), list[str]()
    for part in _COMMAS.sub(",", " ".join(_WINK.sub(" ", COMMENT.sub("", line)).split())).split(";"):
        rest = _bare(part)
        for level, heading in enumerate(levels):
            if match := heading.match(rest):
                leading[level:] = [match[0].strip()[: MAX_LINE_LENGTH + 1]] + [""] * (len(levels) - level - 1)
                rest = rest[match.end() :]
        if parts and BARE_CONDITION.fullmatch(rest.strip()):
            parts[-1] += f" {rest.strip()}"
        elif part.strip():
            parts.append(" ".join(" ".join([*leading, _bare(rest)]).split()))
        if len(parts) > MAX_LINES:
            break
    return parts


def _bare(order: str) -> str:
    """An order without what leads to it."""
    lead = LEADS.match(order)
    return order[lead.end() :] if lead else order


def run_together(order: str, begins: Callable[[str], bool]) -> list[str]:
    """The orders that commas or "then" part on what should be one; `begins` tells whether a piece begins an order."""
    first, *rest = BETWEEN.split(order)
    orders = [first]
    for between, piece in zip(rest[::2], rest[1::2], strict=True):
        if begins(piece):
            orders.append(piece)
        else:
            orders[-1] += between + piece
    return orders


def numbered_parts(lines: Iterable[tuple[int, str]], headings: HeadingWords) -> list[tuple[int, str]]:
    """The orders of a letter's lines, each with the number of its line. A line without any stays as it is."""
    return [(number, part) for number, line in lines for part in parts_of(line, headings) or [line]]


# An order with a condition behind it: "march Ely if they are fewer", "march Wales, only if Wales is empty"


ONLY = re.compile(rf"[\s,]*\b{alternatives('but_only')}[\s,]*$", re.IGNORECASE)


class Provided(NamedTuple):
    """An order that is carried out if a condition holds, or `unless` it does."""

    order: str
    condition: str
    unless: bool = False

    def __str__(self) -> str:
        return f"{self.order} {self.clause}"

    @property
    def clause(self) -> str:
        """The condition as it is written after the order."""
        return f"{'unless' if self.unless else 'if'} {self.condition!s}"


def provided_of(line: str) -> Provided | None:
    """The order with a condition that a line is; None for another. Raises Misread for one that says more than that."""
    line, _ = cut_even(line)
    if IF.search(line) is None:
        return None
    parts = cut_clauses(line, (), conditions=False)
    order = ONLY.sub("", parts.what).strip(" ,")
    if not order:
        return None
    if parts.once:
        raise Misread(
            Text('an order with a condition is given once: leave "once" out'),
            [str(Provided(order, parts.if_, parts.unless))],
        )
    provided = Provided(order, parts.if_, parts.unless)
    if parts.otherwise is not None:
        raise Misread(
            Text('"else" stands on a line of its own behind it'), [f"{provided}; else: {parts.otherwise or GO_ON}"]
        )
    return provided
