"""What a seat can write about at this moment: its questions, its segments, and the lines it keeps."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from typing import Any, NoReturn

from pbem.engine.decision import Assign, Decision, Menu, Seat
from pbem.engine.game.orders import Word
from pbem.engine.game.segments import Segment
from pbem.engine.refusal import Ambiguous, Illegal, Misread, WaitingLine
from pbem.engine.table import Table
from pbem.i18n import Text, mapped
from pbem.orders.languages.words import alternatives, everyday, folded, is_common
from pbem.orders.parse.parse import Order, run_together
from pbem.orders.place.segments import segments_of
from pbem.orders.words.lexicon import alike, either, plain_words, telling
from pbem.orders.words.lines import example_lines, lines_for, verbs_for
from pbem.orders.words.menu import MAX_NEAR
from pbem.orders.words.vocabulary import vocabulary_of, written_for

NAME_IN_FRONT = re.compile(rf"\W*\w+(?:\s*[,&]|\s+{alternatives('joints')}\b)", re.IGNORECASE)
"""The first word of a line that is the first of several names: March and Warwick to Kent."""


class Position:
    """One seat at a Table, as long as nothing is carried out there."""

    def __init__(self, table: Table[Any], seat: Seat) -> None:
        self.table = table
        self.seat = seat
        self.rules = table.rules
        self.state = table.state
        self.vocabulary = vocabulary_of(table)
        self.grammar = self.vocabulary.grammar.at(table.state)
        self.lexicon = self.grammar.lexicon

    @cached_property
    def open(self) -> tuple[Decision, ...]:
        """The questions that wait for the seat."""
        return self.table.open_to(self.seat)

    @cached_property
    def open_keys(self) -> frozenset[str]:
        """The keys of the questions that wait for the seat."""
        return frozenset(decision.key for decision in self.open)

    @cached_property
    def questions(self) -> list[Decision]:
        """The questions that the seat can answer, those without an answer first."""
        return [*self.open, *(decision for decision, _ in self.table.given_by(self.seat))]

    @cached_property
    def acts(self) -> tuple[Decision, ...]:
        """What the seat may do now without being asked."""
        return self.table.acts_of(self.seat)

    @cached_property
    def segments(self) -> tuple[Segment, ...]:
        """The seat's segments that can be told now."""
        return segments_of(self.table, self.seat)

    @property
    def now(self) -> Segment | None:
        """The segment under way, or the next."""
        return next(iter(self.segments), None)

    def segment(self, name: str) -> Segment | None:
        """The segment of that name, if it is not over."""
        return next((each for each in self.segments if each.name == name), None)

    @property
    def waiting(self) -> list[WaitingLine]:
        """The seat's lines that wait."""
        return self.table.waiting.get(self.seat, [])

    # Order words

    def words(self, verb: str) -> list[Word[Any]]:
        """The Words that `verb` stands for; what is open may settle an abbreviation, or a synonym of several.

        Raises Misread or Ambiguous.
        """
        named = self.vocabulary.named(verb)
        if verb in everyday():
            named = [w for w in named if verb in (w.verb, *written_for(w.synonyms))]
        # The beginning of a synonym counts only for what is asked: else a slip would be an order.
        fitting = [
            w
            for w in named
            if w.verb.startswith(verb) or verb in written_for(w.synonyms) or self.asking(w) or self.acts_by(w)
        ]
        verbs = sorted({w.verb for w in fitting})
        if len(verbs) < 2:
            return fitting or self._no_such(verb)
        asked = [w for w in fitting if self.asking(w)]
        asked = asked or [w for w in fitting if self.acts_by(w)]
        if len({w.verb for w in asked}) == 1:
            return asked
        raise Ambiguous(
            Text('"{verb}" can mean {either}', verb=verb, either=either(verbs)),
            list(dict.fromkeys(w.usage for w in fitting)),
        )

    def no_order(self, verb: str) -> str:
        """What whoever writes a word is told that begins no order of the game; "" for other words."""
        no_orders = {folded(word): reason for word, reason in self.rules.orders.synonyms.no_orders.items()}
        reason = no_orders.get((verb,), "")
        return Text('"{verb}" is not an order: {told}', verb=verb, told=reason) if reason else ""

    def _no_such(self, verb: str) -> NoReturn:
        if reason := self.no_order(verb):
            raise Misread(reason)
        meant = self.vocabulary.usages
        near = dict.fromkeys(meant[near] for _, near in alike(verb, meant))
        if is_common(verb):  # it was not meant as one: "id like", "well"
            raise Misread(Text("there is no order in it that I know"), list(near))
        if self.vocabulary.can_be_name(verb):
            raise Misread(Text('"{verb}" is a name: write what is done, by the order word', verb=verb), list(near))
        raise Misread(Text('"{verb}" is not an order', verb=verb), list(near))

    def words_of(self, order: Order) -> list[Word[Any]]:
        """The Words of an order.

        Raises Misread, also where commas part several orders on its line, Ambiguous, and Illegal where its first word can
        only be a name.
        """
        words = self.words(order.verb)
        if self.vocabulary.can_be_name(order.verb) and NAME_IN_FRONT.match(order.line):
            problem = Text('"{verb}" is an order word here, not a name: write a line for each who acts', verb=order.verb)
            raise Illegal(problem, list(dict.fromkeys(word.usage for word in words)))
        if all(word.own and not word.closes for word in words):
            orders = run_together(order.line, self._begins_own)
            if len(orders) > 1:
                raise Misread(Text("several orders on a line need a ; between them"), ["; ".join(orders)])
        return words

    def _begins_own(self, piece: str) -> bool:
        """Whether a piece of a line begins an order of a segment, and is no name ("march", the Lord)."""
        verb, text = self.vocabulary.cut(piece)
        words = [w for w in self.vocabulary.words if w.own and verb in (w.verb, *written_for(w.synonyms))]
        closes = not text and any(word.closes for word in words)
        return bool(words) and (closes or not self.lexicon.matches(telling(plain_words(piece)), self.grammar.known()))

    def is_named(self, text: str, option: str) -> bool:
        """Whether a text can name an id, alone or among several."""
        words = telling(plain_words(text))
        return bool(words) and any(
            self.lexicon.fit(words[at:end], option) for at in range(len(words)) for end in range(at + 1, len(words) + 1)
        )

    def asking(self, word: Word[Any]) -> list[Decision]:
        """The questions that a line with this order word can answer now, those without an answer first."""
        questions = [d for d in self.questions if d.key == word.key and word.answers]
        return [d for d in questions if not isinstance(d.shape, Menu) or word.verb in verbs_for(self.table, d)]

    def acts_by(self, word: Word[Any]) -> list[Decision]:
        """What the seat may do now, unasked, by a line with this order word."""
        return [d for d in self.acts if word.act and d.key == word.key and word.verb in verbs_for(self.table, d)]

    # What to say

    def open_lines(self) -> list[str]:
        """Lines that answer what is asked; last those that end a segment: copied in haste, they would end it unplayed."""
        lines: list[str] = []
        for decision in self.open:
            if isinstance(decision.shape, Assign):
                lines += lines_for(self.table, decision)[:2]
            else:
                lines += example_lines(self.table, decision, MAX_NEAR if isinstance(decision.shape, Menu) else 2)
        closing = {word.verb for word in self.vocabulary.words if word.closes}
        return sorted(lines, key=closing.__contains__)

    def in_words(self, problem: str) -> str:
        """A shape speaks of option ids in quotes; people read names."""
        return mapped(problem, self._named)

    def _named(self, words: str) -> str:
        return re.sub(r"'([a-z0-9_ ]+)'", lambda m: self.lexicon.name(m[1]), words)

    def with_reason(self, decision: Decision, word: Word[Any], text: str, problem: str) -> str:
        """The problem, with what the game can say about it."""
        reason = self.rules.orders.why_not(self.state, decision, word.verb, self.vocabulary.meant_in(text))
        return Text("{problem}: {reason}", problem=problem, reason=reason) if reason else problem


class Unasked(Position):
    """The same seat, as if it was asked what it may do without being asked."""

    @cached_property
    def questions(self) -> list[Decision]:
        """What the seat may do unasked."""
        return list(self.acts)


def keys_of(words: Iterable[Word[Any]]) -> set[str]:
    """The questions that an order with these Words is for."""
    return {word.key for word in words}
