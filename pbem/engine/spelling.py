"""Slips of the pen: words of a line that nothing is called by, and the line with the words that were meant.

A slip is never corrected in silence: the line stays refused, and the line meant is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property, partial
from itertools import chain, islice, product
from typing import Any

from rapidfuzz import process
from rapidfuzz.distance import OSA

from pbem.engine.branches import SAID, TIMES
from pbem.engine.clauses import ALWAYS, NEVER
from pbem.engine.course import Course
from pbem.engine.decision import Seat
from pbem.engine.grammar import Grammar
from pbem.engine.headings import CARD, NEXT, NUMBERS
from pbem.engine.lexicon import SMALL_WORDS, plain_words
from pbem.engine.obey import LONGEST_LINE, understand
from pbem.engine.order import BadLine
from pbem.engine.reader import CLEAR, STANDING, WITHDRAW
from pbem.engine.table import Table

CLAUSES = "if unless when while else otherwise until at most up to times once for this whole rest go on continue in near"
"""What joins the parts of a line."""
SHORTEST = 3
"""Shorter words are like too many others."""
MOST_MEANT = 3
MOST_TRIED = 12


class Spelling:
    """The words that a line of a seat can be made of, as the game stands now."""

    def __init__(self, table: Table[Any], seat: Seat) -> None:
        self.table = table
        self.seat = seat

    @cached_property
    def words(self) -> frozenset[str]:
        """Order words, names, and those of headings, branches and conditions, all in lower case."""
        rules, state = self.table.rules, self.table.state
        said = [text for word in rules.words(state) for text in (word.verb, *word.synonyms, word.usage)]
        forms = [form for form, _ in rules.situations.forms] if rules.situations is not None else []
        ways = chain.from_iterable(SAID.values())
        fixed = (CLAUSES, STANDING, WITHDRAW, CLEAR, CARD, NEXT, ALWAYS, NEVER, *NUMBERS, *TIMES, *SMALL_WORDS)
        texts = [*said, *forms, *ways, *fixed, *rules.scope_names, *rules.stint_kinds]
        return frozenset(word for text in texts for word in plain_words(text)) | self._names

    @cached_property
    def _names(self) -> frozenset[str]:
        grammar = Grammar(self.table.rules, self.table.state)
        spellings = [names for option in grammar.known() for names in grammar.lexicon.spellings(option)]
        return frozenset(word for names in spellings for word in (*names, "".join(names)))

    def slips(self, line: str) -> dict[str, list[str]]:
        """The words of a line that are not known, nor the beginning of one that is, with those one slip away.

        A word that is like none is no slip.
        """
        if len(line) > LONGEST_LINE:
            return {}
        told = [word for word in dict.fromkeys(plain_words(line)) if len(word) >= SHORTEST and word.isalpha()]
        return {word: near for word in told if not self._is_known(word) and (near := self._near(word))}

    def _is_known(self, word: str) -> bool:
        return any(known.startswith(word) for known in self.words)

    def _near(self, word: str) -> list[str]:
        found = process.extract(word, sorted(self.words), scorer=OSA.distance, score_cutoff=1, limit=MOST_MEANT)
        return [known for known, _, _ in found if len(known) >= SHORTEST]

    def meant(self, line: str) -> list[str]:
        """The lines that can have been meant: every slip put right (none: there is no slip, or it cannot be found)."""
        slips = self.slips(line)
        ways = islice(product(*slips.values()), MOST_TRIED) if slips else ()
        mended = [_with_words(line, dict(zip(slips, way, strict=True))) for way in ways]
        return [each for each in dict.fromkeys(mended) if each != line]

    def nearest(self, line: str, course: Course, refused: BadLine) -> tuple[str, ...]:
        """The nearest lines for one refused: those meant that would do, before what the refusal has found."""
        meant = [each for each in self.meant(line) if self.understood(each, course)][:MOST_MEANT]
        if not meant:
            return refused.nearest
        slips = self.slips(line)
        others = [near for near in refused.nearest if not slips.keys() & set(plain_words(near))]
        in_full = {tuple(plain_words(near)): near for near in reversed(others)}
        mine = [in_full.get(tuple(plain_words(each)), each) for each in meant]
        return tuple(dict.fromkeys([*mine, *others]))

    def understood(self, line: str, course: Course) -> bool:
        """Whether a line would do, behind those that the course has come from."""
        try:
            understand(self.table, self.seat, line, course=course)
        except BadLine:
            return False
        return True


def _with_words(line: str, meant: dict[str, str]) -> str:
    """A line with words put in the place of others, each with a capital where the other had one."""
    for word, known in meant.items():
        line = re.sub(rf"\b{word}\b", partial(_like, known), line, flags=re.IGNORECASE)
    return line


def _like(known: str, typed: re.Match[str]) -> str:
    return known.capitalize() if typed[0][:1].isupper() else known


def in_quotes(words: Iterable[str]) -> str:
    """ "mrach" and "eyl"."""
    return " and ".join(f'"{word}"' for word in words)
