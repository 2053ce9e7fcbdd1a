"""Branches on one's own dice: an order repeated "until" something, and the cases behind an order.

    parley ely until friendly, at most 3, spend 1
    if it fails: levy troops        if it succeeds: ...     if it cannot be done: ...     if ely is friendly: ...
    else: pass                      else go on

There is nothing else: no variables, no cases inside a case, no repetition without a limit.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from pbem.engine.prospect import Worsening, even_in_words
from pbem.engine.refusal import Misread
from pbem.figures import is_number
from pbem.i18n import Text
from pbem.orders.languages.words import alternatives, listed, meanings, tables
from pbem.orders.words.lexicon import NUMBERS, plain_words

MAX_TIMES = 9
GO_ON = "go on"
FAILS, SUCCEEDS, CANNOT, ELSE = "it fails", "it succeeds", "it cannot be done", ""
OUTCOMES = (FAILS, SUCCEEDS, CANNOT)
SAID = meanings("outcomes")
"""Each way to say an outcome."""
TIMES = {word: int(figure) for word, figure in NUMBERS.items() if int(figure) <= MAX_TIMES}
LIMIT = re.compile(
    r"[\s,]*\b(?:(?:at\s+(?:the\s+)?most|up\s+to|no\s+more\s+than|max(?:imum)?\.?)\s+(\w+)(?:\s+times)?|(\w+)\s+times(?:\s+at\s+most)?)\b",
    re.IGNORECASE,
)
LOOP = re.compile(r"(.*?)[\s,]*\buntil\b[\s,]*(.*)", re.IGNORECASE | re.DOTALL)
UNTIL_TIME = re.compile(
    rf"[\s,]*\b(?:{'|'.join(listed('until'))})\s+(?P<time>{'|'.join(listed('times'))})\s+(?P<number>[0-9]{{1,4}})[\s.]*$",
    re.I,
)
"""Until when an order stands: nothing is repeated until then."""
RAISE = re.compile(r"[\s,]*(\bspend\s*\+?\s*\w+|\+\s*[0-9]+)\s*$", re.IGNORECASE)
CONDITION = re.compile(r"\b(?:if|unless)\b", re.IGNORECASE)
IF = re.compile(rf"\s*{alternatives('case')}(.*)", re.IGNORECASE | re.DOTALL)
OTHERWISE = re.compile(rf"\s*{alternatives('otherwise')}\b\s*[:,]?\s*(.*)", re.IGNORECASE | re.DOTALL)


class Loop(NamedTuple):
    """An order that is repeated until its `goal` is reached: an outcome, or a condition in words."""

    order: str
    goal: str
    most: int

    def __str__(self) -> str:
        return f"{self.order} until {self.goal}, at most {times(self.most)}"


class Case(NamedTuple):
    """The orders for a case: `when` is an outcome of the order before, a condition, or anything else ("")."""

    when: str
    body: str

    def __str__(self) -> str:
        return f"{self.head}: {self.body}"

    @property
    def head(self) -> str:
        """What stands before the orders."""
        return f"if {self.when!s}" if self.when else "else"


def is_case(line: str) -> bool:
    """Whether a line is meant as a branch."""
    return IF.fullmatch(line) is not None or is_else(line)


def is_else(line: str) -> bool:
    """Whether a line says what is done where none of the cases above it has come."""
    return OTHERWISE.fullmatch(line) is not None


def lacks_order(line: str) -> bool:
    """Whether a line is the head of a branch alone, with its colon or without: "if it fails:"."""
    if (otherwise := OTHERWISE.fullmatch(line)) is not None:
        return not plain_words(otherwise[1])
    _, _, body = line.partition(":")
    return IF.fullmatch(line) is not None and not plain_words(body)


def case_of(line: str) -> Case | None:
    """The branch that a line is; None for another line. Raises Misread, with the line that was probably meant."""
    if (otherwise := OTHERWISE.fullmatch(line)) is not None:
        return Case(ELSE, _body("else", otherwise[1]))
    match = IF.fullmatch(line)
    if match is None:
        return None
    when, colon, body = match[1].partition(":")
    if not colon:
        raise Misread(Text('a colon belongs between "if ..." and its orders'), _with_colon(match[1]))
    if not plain_words(when):
        raise Misread(Text('"if" needs a case before the colon'), [f"if {outcome}: {body.strip()}" for outcome in OUTCOMES])
    case_name = outcome_of(when) or " ".join(when.split())
    return Case(case_name, _body(f"if {case_name}", body))


def outcome_of(text: str) -> str | None:
    """The outcome that is said, if it is one."""
    return SAID.get(" ".join(plain_words(text)))


def _with_colon(text: str) -> list[str]:
    words = text.split()
    for count in range(min(len(words), 5), 0, -1):
        if (outcome := outcome_of(" ".join(words[:count]))) is not None:
            return [f"if {outcome}: {' '.join(words[count:]) or GO_ON}"]
    when, comma, body = " ".join(words).partition(",")
    if comma and body.strip():
        return [f"if {when}:{body}"]
    return [f"if {outcome}: {GO_ON}" for outcome in OUTCOMES]


def _body(head: str, text: str) -> str:
    body = " ".join(text.split())
    if not body:
        raise Misread(Text('"{head}" needs an order behind it, on the same line', head=head), [f"{head}: {GO_ON}"])
    if is_case(body):
        raise Misread(Text("a case cannot stand inside another"), [f"{head}: {GO_ON}", body])
    return GO_ON if is_going_on(body) else body


def is_going_on(body: str) -> bool:
    """Whether the body of a case is no order: the segment goes on with its next line."""
    return plain_words(body) in (["go", "on"], ["continue"])


def loop_of(line: str) -> Loop | None:
    """The repetition that a line is; None for another line. Raises Misread, with the line that was probably meant."""
    limits = list(LIMIT.finditer(line))
    bare = LIMIT.sub("", line)
    match = LOOP.fullmatch(bare)
    if match is None or UNTIL_TIME.search(bare) is not None:
        if limits and not CONDITION.search(line) and _figure(limits[0]).casefold() in (*TIMES, *map(str, range(100))):
            raise Misread(
                Text('"at most" stands with "until"'), [f"{bare.strip()} until {SUCCEEDS}, {_limit_in(limits[0])}"]
            )
        return None
    order, goal = match[1].strip(" ,"), match[2].strip(" ,")
    if spent := RAISE.search(goal):
        order, goal = f"{order} {spent[1]}", goal[: spent.start()].strip(" ,")
    goal = outcome_of(goal) or " ".join(goal.split())
    if not order:
        raise Misread(Text('"until" needs an order before it'), ["ORDER until it succeeds, at most 3"])
    if not goal:
        raise Misread(Text('"until" needs a goal behind it'), [f"{order} until {SUCCEEDS}, at most 3"])
    if goal in (FAILS, CANNOT):
        raise Misread(Text('nothing is repeated until "{goal}"', goal=goal), [f"{order} until {SUCCEEDS}, at most 3"])
    if len(limits) != 1:
        raise Misread(Text('"until" needs one limit, from 1 to 9'), [f"{order} until {goal}, at most 3"])
    return Loop(order, goal, _number(limits[0], order, goal))


def _figure(limit: re.Match[str]) -> str:
    return str(limit[1] or limit[2])


def _limit_in(limit: re.Match[str]) -> str:
    return limit[0].strip(" ,")


def _number(limit: re.Match[str], order: str, goal: str) -> int:
    word = _figure(limit).casefold()
    number = int(word) if is_number(word) else TIMES.get(word, 0)
    if not 1 <= number <= MAX_TIMES:
        raise Misread(
            Text("{limit_in}: from 1 to {most_times} times", limit_in=_limit_in(limit), most_times=MAX_TIMES),
            [f"{order} until {goal}, at most {MAX_TIMES}"],
        )
    return number


def times(number: int) -> str:
    """ "3 times"."""
    return "once" if number == 1 else f"{number} times"


def tries(number: int) -> str:
    """ "3 tries"."""
    return Text("1 try") if number == 1 else Text("{number} tries", number=number)


# In what an order may be worse than it was shown: "march Ely even if it is an attack", "march Ely, attack"


Kinds = frozenset[Worsening]
CONDITION_WORD = re.compile(rf"\b{alternatives('conditions')}\b", re.IGNORECASE)
NOTHING: Kinds = frozenset()
ALL: Kinds = frozenset(Worsening)
IN_AN_ATTACK: Kinds = frozenset({Worsening.MEETS})


def cut_even(line: str) -> tuple[str, Kinds]:
    """A line without that clause, and in what its order may be worse than it was shown. Raises Misread for a clause that
    says nothing known.
    """
    if match := _pattern("any", r"[\s,]+(?:{})[\s.!]*").search(line):
        return line[: match.start()], ALL
    if match := _pattern("attack", r"(?:\s*,\s*(?:and\s+|und\s+)?|\s+(?:and|und|to)\s+)(?:{})[\s.!]*").search(line):
        return line[: match.start()], IN_AN_ATTACK
    match = _pattern("leads", r"[\s,]+(?:{})\b(?P<what>[^:;]*)").search(line)
    if match is None or not line[: match.start()].strip():
        return line, NOTHING
    order, what = line[: match.start()], match["what"]
    behind = CONDITION_WORD.search(what)
    words = set(plain_words(what if behind is None else what[: behind.start()]))
    kinds = frozenset(kind for kind in Worsening if words & _words()[kind.value])
    if not kinds:
        near = [f"{order}{even_in_words(frozenset({kind}))}" for kind in Worsening]
        raise Misread(Text('"{found}" says nothing that an order can be worse in', found=match[0].strip(" ,")), near)
    if behind is not None:  # it would be left out
        raise Misread(
            Text('a condition stands before "even if"'), [f"{order} {what[behind.start() :]}{even_in_words(kinds)}"]
        )
    return line[: match.start()], kinds


def attacks(line: str) -> bool:
    """Whether the order word of a line says that it is an attack."""
    return bool(set(plain_words(line)[:1]) & _words()["attack"])


@cache
def _words() -> Mapping[str, frozenset[str]]:
    """The single words of each kind, those of all languages together: a writer may mix them."""
    kinds = [*Worsening, "attack"]
    return {str(kind): frozenset(word for table in tables() for word in plain_words(table["even"][kind])) for kind in kinds}


@cache
def _pattern(kind: str, form: str) -> re.Pattern[str]:
    """What stands at the end of a line, with the ways to say it that the files have under this name."""
    ways = [way.strip() for table in tables() for way in table["even"][kind].split(",") if way.strip()]
    alternatives = "|".join(re.escape(way).replace(r"\ ", r"\s+") for way in sorted(ways, key=len, reverse=True))
    return re.compile(f"{form.format(alternatives)}$", re.IGNORECASE)
