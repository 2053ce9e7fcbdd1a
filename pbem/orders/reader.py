"""What the parts of reading a line share: the Table and its seat, the order words, and what is open now."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import dropwhile
from typing import Any, NoReturn

from pbem.engine.decision import Assign, Decision, Json, Menu, Seat
from pbem.engine.order import Ambiguous, Misread
from pbem.engine.rules import Word
from pbem.engine.standing import StandingOrder
from pbem.engine.table import Table
from pbem.orders.course import NOWHERE, Place
from pbem.orders.grammar import Grammar
from pbem.orders.lexicon import alike, either, plain_words, telling
from pbem.orders.lines import example_lines, lines_for, verbs_for
from pbem.orders.menu import MOST_NEAR
from pbem.orders.parts import run_together

STANDING = "standing"
WITHDRAW = "withdraw"
CLEAR = "clear"


@dataclass(frozen=True, slots=True)
class Deed:
    """What a line means: `text` says it back, `do` carries it out at the Table that it was read for.

    `decision` and `answer` are the question it answers and how, `order` is the standing order it gives, `stint` the stint it
    waits for; a line is one of these or none. `closes`: it ends its stint; `branches`: it is repeated, or a case. `heading`
    is the stint that a heading in front of it names, `place` what the line means for those behind it.
    """

    text: str
    do: Callable[[], None]
    decision: Decision | None = None
    answer: Json = None
    order: StandingOrder | None = None
    stint: str | None = None
    closes: bool = False
    branches: bool = False
    heading: str = ""
    place: Place = NOWHERE


class Reader:
    """Order words and open questions of one seat."""

    def __init__(self, table: Table[Any], seat: Seat) -> None:
        self.table = table
        self.seat = seat
        self.grammar = Grammar(table.rules, table.state)

    def cut(self, line: str) -> tuple[str, str]:
        """The order word that `line` begins with, folded, and the rest as written; a synonym of several words is one."""
        verb, text = cut_verb(line)
        vocabulary = self.table.rules.words(self.table.state)
        longest = {s.count(" ") for w in vocabulary for s in w.synonyms if " " in s and s.startswith(f"{verb} ")}
        for more in sorted(longest, reverse=True):
            long, rest = verb, text
            for _ in range(more):
                word, rest = cut_verb(rest)
                long = f"{long} {word}"
            if any(long in w.synonyms for w in vocabulary):
                return long, rest
        return verb, text

    def words(self, verb: str) -> list[Word[Any]]:
        """The Words that `verb` stands for; what is open may settle an abbreviation, or a synonym of several."""
        fitting = self._fitting(verb)
        verbs = sorted({w.verb for w in fitting})
        if len(verbs) < 2:
            return fitting or self._no_such(verb)
        asked = [w for w in fitting if self.asking(w)]
        if len({w.verb for w in asked}) == 1:
            return asked
        raise Ambiguous(f'"{verb}" can mean {either(verbs)}', list(dict.fromkeys(w.usage for w in fitting)))

    def _fitting(self, verb: str) -> list[Word[Any]]:
        """Of what `verb` can stand for by the beginning of a synonym, only what is asked: else a slip would be an order."""
        found = standing_for(verb, self.table.rules.words(self.table.state))
        return [w for w in found if w.verb.startswith(verb) or verb in w.synonyms or self.asking(w)]

    def _no_such(self, verb: str) -> NoReturn:
        raise Misread(f'"{verb}" is not an order', self._nearest_verbs(verb))

    def _nearest_verbs(self, verb: str) -> list[str]:
        meant = {v: v for v in (STANDING, WITHDRAW, CLEAR)}
        for word in reversed(self.table.rules.words(self.table.state)):
            meant |= dict.fromkeys((*word.synonyms, word.verb), word.usage)
        close = dict.fromkeys(meant[near] for _, near in alike(verb, meant))
        return list(close)

    def refuse_several(self, words: Iterable[Word[Any]], line: str) -> None:
        """Raises Misread where commas part several orders, with the line that has them parted by `;`."""
        if all(word.own and not word.closes for word in words) and len(orders := run_together(line, self._begins_own)) > 1:
            raise Misread("several orders on a line need a ; between them", ["; ".join(orders)])

    def _begins_own(self, piece: str) -> bool:
        """Whether a piece of a line begins an order of a stint, and is no name ("march", the Lord)."""
        verb, text = self.cut(piece)
        words = [w for w in self.table.rules.words(self.table.state) if w.own and verb in (w.verb, *w.synonyms)]
        closes = not text and any(word.closes for word in words)
        names = self.grammar.lexicon.matches(telling(plain_words(piece)), self.grammar.known())
        return bool(words) and (closes or not names)

    def questions(self) -> list[Decision]:
        return [*self.table.open_to(self.seat), *(d for d, _ in self.table.given_by(self.seat))]

    def asking(self, word: Word[Any]) -> list[Decision]:
        """The questions that a line with this order word can answer now, those without an answer first."""
        mine = [d for d in self.questions() if d.key == word.key and word.answers]
        return [d for d in mine if not isinstance(d.shape, Menu) or word.verb in verbs_for(self.table, d)]

    def open_lines(self) -> list[str]:
        lines: list[str] = []
        for decision in self.table.open_to(self.seat):
            if isinstance(decision.shape, Assign):
                lines += lines_for(self.table, decision)[:2]
            else:
                lines += example_lines(self.table, decision, MOST_NEAR if isinstance(decision.shape, Menu) else 2)
        return lines

    def in_words(self, problem: str) -> str:
        """A shape speaks of option ids in quotes; people read names."""
        return re.sub(r"'([a-z0-9_ ]+)'", lambda m: self.grammar.lexicon.name(m[1]), problem)

    def with_reason(self, decision: Decision, word: Word[Any], text: str, problem: str) -> str:
        """The problem, with what the game can say about it."""
        ids = self.grammar.lexicon.named_in(text, list(self.grammar.known()))
        reason = self.table.rules.why_not(self.table.state, decision, word.verb, ids)
        return f"{problem}: {reason}" if reason else problem


def standing_for(verb: str, words: Iterable[Word[Any]]) -> list[Word[Any]]:
    """The Words that `verb` stands for: a whole order word, else a whole synonym, else the beginning of either."""
    able = list(words)
    beginning = [w for w in able if verb and any(known.startswith(verb) for known in (w.verb, *w.synonyms))]
    return [w for w in able if w.verb == verb] or [w for w in able if verb in w.synonyms] or beginning


def cut_verb(line: str) -> tuple[str, str]:
    """The first word of a line, folded, and the rest as written; bullets and other signs before it do not count."""
    told = list(dropwhile(lambda token: not plain_words(token), line.split()))
    words = plain_words(told[0]) if told else []
    return (words[0], " ".join([*words[1:], *told[1:]])) if words else ("", "")
