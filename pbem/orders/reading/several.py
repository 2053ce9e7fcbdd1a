"""Several orders on one line, as people join them: "York marches to Ely, then he parleys"; "Warwick and March to Kent"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from pbem.engine.table import Table
from pbem.orders.languages.words import around
from pbem.orders.parse.parse import CLAUSE, LONGEST_LINE
from pbem.orders.place.position import Position
from pbem.orders.reading.match import TOKEN, Fit, doubts, tokens_of
from pbem.orders.reading.read import MOST_TOKENS, fits_of, is_doubtful
from pbem.orders.reading.sayings import Sayings, sayings_of
from pbem.orders.words.lexicon import plain_words

PIECE_AND_PLACE: Final = 2
NEAR: Final = 4
"""So many words at most stand between two orders and the order word of the second."""


def together(position: Position, line: str) -> list[str]:
    """The orders of a line that lets several pieces go to one place, in the standard form; [] where it does not."""
    moves = position.rules.orders.synonyms.moves
    tokens = tokens_of(line[:LONGEST_LINE])
    if not moves or CLAUSE.search(line) or ":" in line or is_doubtful(position.table, line) or doubts(tokens):
        return []
    if len(tokens) > MOST_TOKENS or any((token.word,) in around().negations for token in tokens):
        return []
    groups: dict[tuple[str, tuple[int, ...]], list[Fit]] = {}
    for each in fits_of(position, tokens, sayings_of(position.table)):
        verb = each.candidate.line.partition(" ")[0]
        if each.complete and len(each.taken) == PIECE_AND_PLACE and verb in moves:
            groups.setdefault((verb, each.taken[1]), []).append(each)
    all_go = {at for at, token in enumerate(tokens) if (token.word,) in around().all}
    found = [lines for group in groups.values() if (lines := _all_of(group, all_go))]
    return found[0] if len(found) == 1 else []


def _all_of(group: Sequence[Fit], all_go: set[int]) -> list[str]:
    """The lines of these orders, if each is for another piece, and nothing else is said."""
    pieces = {each.taken[0] for each in group}
    said = {at for piece in pieces for at in piece} | all_go
    if not 1 < len(pieces) == len(group) or not all(each.left <= said for each in group):
        return []
    return [each.candidate.line for each in sorted(group, key=lambda each: each.taken[0])]


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    start: int
    end: int


def apart(table: Table[Any], line: str) -> list[str]:
    """The orders of a line, as typed; the line itself where it has one, or cannot be parted."""
    if len(line) > LONGEST_LINE or CLAUSE.search(line) or ":" in line or "?" in line or doubts(tokens_of(line)):
        return [line]
    sayings = sayings_of(table)
    words = [_Word(" ".join(plain_words(found[0])), found.start(), found.end()) for found in TOKEN.finditer(line)]
    first = next((at for at in range(len(words)) if _verb_at(words, at, sayings)), -1)
    if first < 0 or words[first].text in sayings.whole:
        return [line]
    cuts = [at for at in range(1, len(words)) if _joins(words[at]) and not _joins(words[at - 1])]
    parts, begins = list[str](), 0
    for at in cuts:
        behind = _behind(words, at)
        has_order = any(_verb_at(words, place, sayings) for place in range(begins, at))
        if has_order and any(_verb_at(words, place, sayings) for place in range(behind, min(len(words), behind + NEAR))):
            parts.append(line[words[begins].start : words[at].start].strip())
            begins = behind
    parts.append(line[words[begins].start if begins else 0 :].strip())
    return parts


def _joins(word: _Word) -> bool:
    return not word.text or (word.text,) in around().joints


def _behind(words: Sequence[_Word], at: int) -> int:
    while at < len(words) - 1 and _joins(words[at]):
        at += 1
    return at


def _verb_at(words: Sequence[_Word], at: int, sayings: Sayings) -> bool:
    """Whether an order word stands there, and is no name: an inflected one, or one that is no name at all."""
    word = words[at].text
    is_verb = word in sayings.sense.verbs and word not in sayings.behind
    return is_verb and (word not in sayings.sense.names or word in sayings.final) and (word,) not in around().quiet
