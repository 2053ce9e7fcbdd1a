"""Lines that wait for their question, each for its stint."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from pbem.engine.course import Course, is_over, stints_of
from pbem.engine.entry import Kind
from pbem.engine.lexicon import plain_words
from pbem.engine.menu import strange_words
from pbem.engine.order import Illegal, Misread, NotAsked, WaitingLine
from pbem.engine.reader import Deed, Reader
from pbem.engine.rules import Word


class StintLines:
    """Keeps the lines of one seat for the stints they were written for. `kind` is WAITED for a line that has waited."""

    def __init__(self, reader: Reader, kind: Kind, course: Course) -> None:
        self.reader = reader
        self.kind = kind
        self.course = course

    def may_wait(self, words: list[Word[Any]]) -> bool:
        """Whether a line can be kept: nothing is asked of the seat, and its question can still come.

        Behind a line that waits every other one waits, or they would change places.
        """
        if self.kind is Kind.WAITED or self.reader.table.over or self.reader.table.open_to(self.reader.seat):
            return False
        return any(word.waits or word.own for word in words) or bool(self.reader.table.waiting.get(self.reader.seat))

    def wait(self, words: list[Word[Any]], text: str) -> Deed:
        """Keep a line until its question opens."""
        line = f"{words[0].verb} {text}".strip()
        self._check_names(words, text)
        stint = self._stint_to_wait_for(words)
        waiting = [*self.reader.table.waiting.get(self.reader.seat, []), WaitingLine(line, stint)]
        said = f"kept for {stint}: {line}" if stint else f"kept until it is asked: {line}"
        return Deed(said, partial(self.reader.table.wait, self.reader.seat, waiting), stint=stint)

    # Stints

    def _stint_to_wait_for(self, words: list[Word[Any]]) -> str:
        """The stint a line is kept for. One that no stint can bring goes with those before it."""
        own = [word for word in words if word.own]
        if not own:
            return self.course.here if self.reader.table.waiting.get(self.reader.seat) else ""
        stints = [stint.name for word in own if (stint := self.course.stint_of(word)) is not None]
        if not stints:
            raise NotAsked(f'"{own[0].verb}" is not asked of you now, and cannot wait yet')
        if is_over(self.reader.table, self.reader.seat, stints[0]):
            raise Illegal(f"this line was for {stints[0]}, which is over")
        return stints[0]

    def check_stint(self, word: Word[Any]) -> None:
        """Refuse an order that answers the question, but was written for another stint."""
        stint = self.course.stint_of(word) if word.own and self.kind is not Kind.WAITED else None
        now = stints_of(self.reader.table, self.reader.seat)
        if stint is not None and stint.name != now[0].name:
            over = is_over(self.reader.table, self.reader.seat, stint.name)
            raise Illegal(f"this line was for {stint.name}, which is {'over' if over else 'still to come'}")

    def too_late_to_close(self, words: list[Word[Any]]) -> Deed | None:
        """What to say to a line that only ends a stint which is over already."""
        closing = next((word for word in words if word.closes), None)
        stint = self.course.stint_of(closing) if closing is not None and self.kind is not Kind.WAITED else None
        if closing is None or stint is None or not is_over(self.reader.table, self.reader.seat, stint.name):
            return None
        return Deed(f"{closing.verb} ({stint.name} is over already)", lambda: None)

    def _check_names(self, words: list[Word[Any]], text: str) -> None:
        """Refuse a slip at once. What the line's words are used with is no slip."""
        known = list(self.reader.grammar.known())
        usual = {word for w in words for word in plain_words(w.usage)}
        for token, near in strange_words(self.reader.grammar.lexicon, text, known).items() if known else ():
            if token not in usual:
                verb = words[0].verb
                lines = [f"{verb} {re.sub(rf'(?i){token}', name, text)}" for name in near]
                raise Misread(f'"{token}" is not known here', lines or [w.usage for w in words])
