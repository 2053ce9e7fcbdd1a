"""The words of a line as they are typed, and several orders on one line: "York marches to Ely, then he parleys"; "Warwick
and March to Kent".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from pbem.engine.table import Table
from pbem.orders.languages.words import around, listed, meanings
from pbem.orders.parse.even import attacks
from pbem.orders.parse.parse import CLAUSE, MAX_LINE_LENGTH
from pbem.orders.place.position import Position
from pbem.orders.reading.match import Fit, Token, doubts, tokens_of
from pbem.orders.reading.read import MAX_TOKENS, fits_of, is_doubtful
from pbem.orders.reading.reasons import without_reasons
from pbem.orders.reading.sayings import Sayings, sayings_of
from pbem.orders.words.lexicon import plain_words

TOKEN: Final = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*|\+[0-9]+|,")
PIECE_AND_PLACE: Final = 2
NEAR: Final = 4
"""So many words at most stand between two orders and the order word of the second."""
IN_FRONT: Final = frozenset(listed("in_front"))
"""What may stand beside a name in front of the order word."""
PREPOSITIONS: Final = meanings("prepositions")


class Word(NamedTuple):
    """A word as written, and folded ("": a comma)."""

    written: str
    folded: str

    @property
    def joins(self) -> bool:
        """Whether it stands between two things, or two orders."""
        return not self.folded or (self.folded,) in around().joints

    @property
    def means(self) -> str:
        """What it means before a place, or before those who come along; "" for other words."""
        return PREPOSITIONS.get(self.folded, "")


COMMA: Final = Word(",", "")


def together(position: Position, line: str) -> list[str]:
    """The orders of a line that lets several pieces go to one place, in the standard form; [] where it does not."""
    moves = position.rules.orders.synonyms.moves
    tokens = tokens_of(line[:MAX_LINE_LENGTH])
    if not moves or CLAUSE.search(line) or ":" in line or is_doubtful(position.table, line) or doubts(tokens):
        return []
    if len(tokens) > MAX_TOKENS or any((token.word,) in around().negations for token in tokens):
        return []
    groups: dict[tuple[str, tuple[int, ...]], list[Fit]] = {}
    for each in fits_of(position, tokens, sayings_of(position.table)):
        verb = each.candidate.line.partition(" ")[0]
        if each.complete and len(each.taken) == PIECE_AND_PLACE and verb in moves:
            groups.setdefault((verb, each.taken[1]), []).append(each)
    all_go = {at for at, token in enumerate(tokens) if (token.word,) in around().all}
    found = [lines for group in groups.values() if (lines := _all_of(tokens, group, all_go))]
    return found[0] if len(found) == 1 else []


def _all_of(tokens: Sequence[Token], group: Sequence[Fit], all_go: set[int]) -> list[str]:
    """The lines of these orders, if each is for another piece, these stand in a list, and nothing else is said."""
    pieces = sorted({each.taken[0] for each in group})
    between = [tokens[first[-1] + 1 : second[0]] for first, second in pairwise(pieces)]
    goal = group[0].taken[1]
    if len({piece < goal for piece in pieces}) > 1:
        return []  # "Warwick to Kent, March" may be two orders
    if not all(any(not token.word or (token.word,) in around().joints for token in words) for words in between):
        return []
    said = {at for piece in pieces for at in piece} | all_go
    if not 1 < len(pieces) == len(group) or not all(each.left <= said for each in group):
        return []
    return [each.candidate.line for each in sorted(group, key=lambda each: each.taken[0])]


def apart(table: Table[Any], line: str) -> list[str]:
    """The orders of a line, as typed; the line itself where it has one, or cannot be parted."""
    if len(line) > MAX_LINE_LENGTH or CLAUSE.search(line) or ":" in line or "?" in line:
        return [line]
    sayings = sayings_of(table)
    if doubts(without_reasons(tokens_of(line), sayings)):
        return [line]
    found = list(TOKEN.finditer(line))
    words = [word_of(each[0]) for each in found]
    parts, begins = list[str](), 0
    for at in (at for at in range(1, len(words)) if words[at].joins and not words[at - 1].joins):
        behind = next((place for place in range(at, len(words)) if not words[place].joins), len(words) - 1)
        first = _order_word_in(words[begins:at], sayings)
        if first in sayings.whole:
            break
        follows = any(_is_order_word(word, sayings) for word in words[behind : behind + NEAR])
        ends = behind == len(words) - 1 and attacks(words[behind].folded)  # "march Ely, attack" is one
        if first and not ends and (follows or _is_form(words[behind], sayings)):
            parts.append(line[found[begins].start() : found[at].start()].strip())
            begins = behind
    return [*parts, line[found[begins].start() if begins else 0 :].strip()]


def _order_word_in(words: Sequence[Word], sayings: Sayings) -> str:
    """The first order word there ("": none). One that is a name as well is inflected, or begins what it orders: "we march to
    London".
    """
    at = next((at for at, word in enumerate(words) if not is_in_front(word)), 0)
    is_begun = at < len(words) - 1 and words[at].folded in sayings.sense.verbs
    begun = words[at : at + 1] if is_begun and (at > 0 or words[at].folded in sayings.sense.called) else []
    told = [*begun, *(word for word in words if _is_order_word(word, sayings) or _is_form(word, sayings))]
    return told[0].folded if told else ""


def _is_order_word(word: Word, sayings: Sayings) -> bool:
    """Whether a word is an order word, and no name."""
    is_verb = word.folded in sayings.sense.verbs and word.folded not in sayings.behind
    is_free = word.folded not in sayings.sense.names or word.folded in sayings.final
    return is_verb and is_free and (word.folded,) not in around().quiet


def _is_form(word: Word, sayings: Sayings) -> bool:
    """Whether a word is an order word in another form than names have."""
    return (word.folded,) in sayings.forms and word.folded not in sayings.behind and (word.folded,) not in around().quiet


def is_in_front(word: Word) -> bool:
    """Whether a word tells nothing beside a name in front of the order word."""
    return word.folded in IN_FRONT or (word.folded,) in around().titles


def word_of(typed: str) -> Word:
    return Word(typed, " ".join(plain_words(typed)))
