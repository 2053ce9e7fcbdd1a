"""The words of a line, its clauses, and whether they doubt what they stand beside. Pure: no game is known here."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from pbem.orders.languages.words import MAX_RUN_LENGTH, Run, around, not_ordered, turned
from pbem.orders.words.lexicon import plain_words

POSSESSIVE: Final = re.compile(r"['’]s\b")
SIGNS: Final = (
    (re.compile(r"&|(?<=\s)\+(?=\s)|(?<=[^\W\d_])\+(?=[^\W\d_])"), " and "),
    (re.compile(r"(?<=[\s\w])[-=]*>|→"), " to "),
    (re.compile(r"\bw/(?=\s|\w)"), "with "),
    (re.compile(r"(?<=\w)\s+(?:[-–—]{1,2})(?=\s)"), ","),
)
TOKEN: Final = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*['’]?|[,:;]")
COLON: Final = ":"


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a line, folded; `bare` is the owner of what it is ("somersets", "somerset"). Of a comma it is the sign."""

    word: str
    bare: str

    def is_(self, word: str) -> bool:
        """Whether it stands for a word."""
        return word in (self.word, self.bare)


def spelt_out(text: str) -> str:
    """A text with words for the signs that stand for some."""
    for sign, word in (*SIGNS, *turned("spelt_out")):
        text = sign.sub(word, text)
    return text


def tokens_of(text: str) -> list[Token]:
    """The words of a line; what parts them is a token without a word."""
    found: list[Token] = []
    for typed in TOKEN.findall(spelt_out(text)):
        words, bare = plain_words(typed), plain_words(POSSESSIVE.sub("", typed))
        if not words:
            found.append(Token("", typed))
        found += [Token(word, other) for word, other in zip(words, bare if len(bare) == len(words) else words, strict=True)]
    return found


def clauses_of(tokens: Sequence[Token]) -> list[int]:
    """For each word the number of its clause: what commas, "and" and "then" part, but not "i.e."."""
    clauses, number = [], 0
    words = [token.word for token in tokens]
    for at, token in enumerate(tokens):
        if not token.word or (token.word,) in around().joints:
            number += not any(tuple(words[at + 1 : at + 1 + len(run)]) == run for run in around().again)
        clauses.append(number)
    return clauses


class Words:
    """What is the same of a line's words for all candidates they are held against."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self.places: dict[str, list[int]] = {}
        """Where each word stands, in order."""
        for at, token in enumerate(tokens):
            for word in {token.word, token.bare}:
                self.places.setdefault(word, []).append(at)
        self.all = frozenset(self.places)
        self.clauses = clauses_of(tokens)
        self._possible: dict[int, tuple[Sequence[Run], list[Run]]] = {}

    def beginnings(self, way: Run) -> list[int]:
        """Where a word of a run stands, in order."""
        if self.all.isdisjoint(way):
            return []
        found = [self.places[word] for word in {*way} if word in self.places]
        return found[0] if len(found) == 1 else sorted({at for places in found for at in places})

    def possible(self, ways: Sequence[Run]) -> list[Run]:
        """The runs that can stand in the line, the longest first, and the first of all behind the others of its length."""
        if id(ways) not in self._possible:  # they are many, and the same object for all candidates of an order word
            able = sorted((way for way in ways if way[0] in self.all), key=lambda way: (-len(way), way == ways[0]))
            self._possible[id(ways)] = ways, able
        return self._possible[id(ways)][1]


def doubts(tokens: Sequence[Token], runs: frozenset[Run] | None = None, but: Collection[str] = ()) -> bool:
    """Whether a line says a doubt, a report, or that it is not for now; or one of these runs; `but` are no such words."""
    around_, runs = around(), not_ordered() if runs is None else runs
    at = 0
    while at < len(tokens):
        for length in range(min(MAX_RUN_LENGTH, len(tokens) - at), 0, -1):
            run = tuple(token.word for token in tokens[at : at + length])
            if run in runs and not (length == 1 and run[0] in but):
                return True
            if length > 1 and (run in around_.whole or run in around_.joints):
                break
        at += length
    return False


def turns_round(tokens: Sequence[Token]) -> bool:
    """Whether words that stand apart may turn round what they stand beside: they take it back, doubt it, put it off, deny
    it, or say whose words it is ("he said").
    """
    return doubts(tokens) or any((token.word,) in around().negations for token in tokens)
