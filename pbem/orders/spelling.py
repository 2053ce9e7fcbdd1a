"""Slips of the pen: words of a line that nothing is called by, and the line with the words that were meant.

A slip is never corrected in silence: unless a letter allows mending, the line stays refused, and the line meant is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, partial
from itertools import islice, product
from typing import Any

from rapidfuzz import process
from rapidfuzz.distance import OSA

from pbem.effort import spend
from pbem.engine.decision import Seat
from pbem.engine.refusal import BadLine, Misread
from pbem.engine.table import Table
from pbem.orders.carry.execute import understand
from pbem.orders.languages.words import listed
from pbem.orders.parse.branches import SAID, TIMES, is_case, loop_of
from pbem.orders.parse.parse import LONGEST_LINE, is_denied
from pbem.orders.place.cursor import Cursor
from pbem.orders.place.placed import Keep, Leave, Placed
from pbem.orders.place.unworded import with_order_words
from pbem.orders.words.headings import NEXT, ORDINALS
from pbem.orders.words.lexicon import SMALL_WORDS, plain_words, telling
from pbem.orders.words.vocabulary import HABITS, SPECIAL, USUAL, vocabulary_of

SHORTEST, SHORTEST_TYPED = 3, 2
"""Shorter words are like too many others; one may have lost a letter."""
MOST_MEANT = 3
MOST_TRIED = 24
STEPS_A_WORD = 10
"""The work of looking for words like one (pbem.effort)."""


class Spelling:
    """The words that a line of a seat can be made of, as the game stands now."""

    def __init__(self, table: Table[Any], seat: Seat) -> None:
        self.table = table
        self.seat = seat

    @cached_property
    def words(self) -> frozenset[str]:
        """Order words, names, and those of headings, branches and conditions, all in lower case."""
        rules, state = self.table.rules, self.table.state
        known = rules.words(state)
        said = [text for word in known for text in (word.verb, *word.synonyms, word.usage)]
        bare = [word.policy.wording.alone for word in known if word.policy is not None]
        forms = [form for form, _ in rules.standing.situations.forms] if rules.standing.situations is not None else []
        told = (*SAID, *listed("clauses"), *ORDINALS, *TIMES, *SMALL_WORDS)
        fixed = (*SPECIAL, *rules.segments.numbered, NEXT, *HABITS, USUAL)
        texts = [*said, *bare, *forms, *told, *fixed, *rules.standing.scope_names, *rules.segments.plain]
        return frozenset(word for text in texts for word in plain_words(text)) | self._names

    @cached_property
    def _names(self) -> frozenset[str]:
        vocabulary = vocabulary_of(self.table)
        spellings = [names for option in vocabulary.known for names in vocabulary.grammar.lexicon.spellings(option)]
        return frozenset(word for names in spellings for word in (*names, "".join(names)))

    def slips(self, line: str, *, cut_short: bool = True) -> dict[str, list[str]]:
        """The words of a line that are not known, with those one slip away. A word that is like none is no slip.

        The beginning of a known word is known too, as long as words may be `cut_short`.
        """
        if len(line) > LONGEST_LINE:
            return {}
        told = [word for word in dict.fromkeys(plain_words(line)) if len(word) >= SHORTEST_TYPED and word.isalpha()]
        return {word: near for word in told if not self._is_known(word, cut_short) and (near := self._near(word))}

    def _is_known(self, word: str, cut_short: bool) -> bool:
        return word in self.words or (cut_short and any(known.startswith(word) for known in self.words))

    def _near(self, word: str) -> list[str]:
        spend(STEPS_A_WORD)
        found = process.extract(word, sorted(self.words), scorer=OSA.distance, score_cutoff=1, limit=MOST_MEANT)
        return [known for known, _, _ in found if len(known) >= SHORTEST]

    def meant(self, line: str) -> list[str]:
        """The lines that can have been meant: every slip put right (none: there is no slip, or it cannot be found)."""
        return _put_right(line, self.slips(line))

    def plainly_meant(self, line: str) -> str:
        """The only line that can have been meant, whatever comes before it; "" for none or several.

        Words that make a branch or a repetition of a line are taken for what they are.
        """
        meant = self.meant(line)
        return _only(list(filter(_is_branch, meant)) or meant)

    def meant_here(self, line: str, cursor: Cursor) -> str:
        """The only meaning of a line with slips that would do, behind those that the cursor has come from; "" for none or
        several. A word cut short can have been a slip as well, if nothing else is meant.
        """
        whole = _put_right(line, self._or_as_it_is(self.slips(line, cut_short=False)))
        for lines in (self.meant(line), whole):
            placed = {each: found for each in lines if (found := self._placed(each, cursor)) is not None}
            branches = [each for each, found in placed.items() if found.branches]
            told = {placed[each].said: each for each in reversed(branches or list(placed))}
            if told:
                return _only(list(told.values()))
        return ""

    def mended_here(self, line: str, cursor: Cursor) -> str:
        """A line as it is where it would do, else with the only meaning that would, or with the only meaning: the answer
        then says what is wrong with that.
        """
        return line if self.understood(line, cursor) else self.meant_here(line, cursor) or self.plainly_meant(line) or line

    def _or_as_it_is(self, slips: dict[str, list[str]]) -> dict[str, list[str]]:
        return {word: [word, *near] if self._is_known(word, cut_short=True) else near for word, near in slips.items()}

    def nearest(self, line: str, cursor: Cursor, refused: BadLine) -> tuple[str, ...]:
        """The nearest lines for one refused: those meant that would do, before what the refusal has found."""
        if is_denied(line):
            return tuple(self._worded(line, cursor))
        meant = self.would_do(line, cursor)[:MOST_MEANT]
        if not meant:
            worded = self._worded(line, cursor) if isinstance(refused, Misread) else ()
            return tuple(dict.fromkeys([*worded, *refused.nearest]))
        slips = self.slips(line)
        others = [near for near in refused.nearest if not slips.keys() & set(plain_words(near))]
        in_full = {telling(plain_words(near)): near for near in reversed(others)}
        mine = [in_full.get(telling(plain_words(each)), each) for each in meant]
        return tuple(dict.fromkeys([*mine, *others]))

    def _worded(self, line: str, cursor: Cursor) -> Iterator[str]:
        """Of the orders that a line without an order word can mean, those that would act."""
        tried = islice(with_order_words(self.table, self.seat, line), MOST_TRIED)
        yield from islice((each for each in tried if self.acts(each, cursor)), MOST_MEANT)

    def would_do(self, line: str, cursor: Cursor) -> list[str]:
        """Of the lines that can have been meant, those that are understood behind those that the cursor has come from."""
        return [each for each in self.meant(line) if self.understood(each, cursor)]

    def understood(self, line: str, cursor: Cursor) -> bool:
        """Whether a line would do, behind those that the cursor has come from."""
        return self._placed(line, cursor) is not None

    def acts(self, line: str, cursor: Cursor) -> bool:
        """Whether a line would do something now: one that is kept for later is not looked at closely enough to tell."""
        placed = self._placed(line, cursor)
        return placed is not None and not isinstance(placed.action, Keep | Leave)

    def _placed(self, line: str, cursor: Cursor) -> Placed | None:
        try:
            return understand(self.table, self.seat, line, cursor=cursor)
        except BadLine:
            return None


def _is_branch(line: str) -> bool:
    """Whether a line has branches, or is repeated."""
    try:
        return is_case(line) or loop_of(line) is not None
    except BadLine:
        return False


def _put_right(line: str, slips: dict[str, list[str]]) -> list[str]:
    """A line with every way of putting its slips right; only those that differ from it."""
    ways = islice(product(*slips.values()), MOST_TRIED) if slips else ()
    mended = [_with_words(line, dict(zip(slips, way, strict=True))) for way in ways]
    return [each for each in dict.fromkeys(mended) if each != line]


def _only(lines: Sequence[str]) -> str:
    return lines[0] if len(lines) == 1 else ""


def _with_words(line: str, meant: dict[str, str]) -> str:
    """A line with words put in the place of others, each with a capital where the other had one."""
    for word, known in meant.items():
        typed = "['’]?".join(word)
        line = re.sub(rf"\b{typed}\b", partial(_like, known), line, flags=re.IGNORECASE)
    return line


def _like(known: str, typed: re.Match[str]) -> str:
    return known.capitalize() if typed[0][:1].isupper() else known


def in_quotes(words: Iterable[str]) -> str:
    """ "mrach" and "eyl"."""
    return " and ".join(f'"{word}"' for word in words)
