"""Sentences that rules and orders make, in the language of a page: questions, refusals, facts, explanations.

The code of games and orders knows no translations: it makes plain English strings. `sentences_of` finds them in its source,
with {0}, {1} ... where something is filled in, for the file of translations; `Sentences` finds again which of them a string
was made from, and says it in the other language, with what was filled in put into it likewise.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

MAX_LENGTH = 600
"""A longer text stays as it is: it is more than a sentence."""
DEEPEST = 3
"""How deep filled-in texts are searched for sentences of their own."""
REFUSALS = frozenset({"BadLine", "BadTime", "Misread", "Ambiguous", "Illegal", "NotAsked", "NotSent"})
"""The exceptions whose messages players read."""
REMEMBERED = 4096
"""Sentences cached with their patterns."""
MARK = "N_"
QUOTE = '"'
"""What a player has typed stands between two of them, and stays as it is."""
SLOT = re.compile(r"\{[0-9]+\}")
WORD = re.compile(r"[A-Za-z]{2,}")
NO_SENTENCE = re.compile(r"[0-9]|.*(\\|\(\?|\.(md|toml|py)\b|::)", re.DOTALL)
"""Keys of questions begin with a rule's number; patterns and files are not for players."""
TWO = 2


class Pattern(NamedTuple):
    """A sentence cut at what is filled in, and its translation."""

    pieces: tuple[str, ...]
    said: str

    def filled(self, text: str) -> list[str] | None:
        """What stands in `text` where the sentence is filled in; None if it is another sentence. Linear in its length.

        Only what stands right behind a letter ("card{0}") may be nothing. No bracket is opened in one place and closed in
        another.
        """
        first, *middle, last = self.pieces
        if not (text.startswith(first) and text.endswith(last) and len(text) >= len(first) + len(last)):
            return None
        found, at, end = [], len(first), len(text) - len(last)
        for before, piece in pairwise((first, *middle)):
            next_ = text.find(piece, at + _least(before), end)
            if next_ < 0:
                return None
            found.append(text[at:next_])
            at = next_ + len(piece)
        found.append(text[at:end])
        long_enough = at + _least((first, *middle)[-1]) <= end
        return found if long_enough and all(map(_closes_its_brackets, found)) else None


def _least(before: str) -> int:
    """How many letters at least are filled in behind this piece of a sentence."""
    return 0 if before[-1:].isalpha() else 1


def _closes_its_brackets(text: str) -> bool:
    """Whether each bracket that is opened in a text is closed in it, and none before it is opened."""
    open_ = 0
    for each in text:
        open_ += (each == "(") - (each == ")")
        if open_ < 0:
            return False
    return not open_


class Sentences:
    """Says sentences in another language, by the `messages` (English: translation) of its file."""

    def __init__(self, messages: Mapping[str, str]) -> None:
        self._whole = {text: said for text, said in messages.items() if not SLOT.search(text)}
        patterns = [Pattern(tuple(SLOT.split(text)), said) for text, said in messages.items() if SLOT.search(text)]
        self._patterns = sorted(patterns, key=lambda each: -sum(map(len, each.pieces)))
        self._by_letter = {each.pieces[0][:1]: list[Pattern]() for each in self._patterns}
        for letter, fit in self._by_letter.items():
            fit += [each for each in self._patterns if each.pieces[0][:1] in ("", letter)]
        # The same sentences stand in mail after mail, and each is held against a thousand patterns.
        self._fitting = lru_cache(maxsize=REMEMBERED)(self._fit)

    def say(self, text: str, deep: int = 0) -> str:
        """The sentence in the other language, or each of several; as it is where it is not known."""
        if (said := self._whole.get(text)) or len(text) > MAX_LENGTH or deep > DEEPEST:
            return said or text
        if text.startswith(": "):
            return ": " + self.say(text[2:], deep + 1)
        for joint, first in ((". ", True), ("; ", True), (", ", False)):
            if joint in text:
                fitting = self._fitting(text)
                if fitting is not None and (not first or self._holds(joint, *fitting)):
                    break
                return joint.join(self.say(part, deep + 1) for part in text.split(joint))
        return self._filled(text, deep)

    def knows(self, text: str) -> bool:
        """Whether the sentence is one of those that can be said."""
        return text in self._whole or self._fitting(text) is not None

    def _holds(self, joint: str, pattern: Pattern, found: Iterable[str]) -> bool:
        """Whether a joint of sentences is part of this one: of itself, or of an end that it may have or not."""
        ends = (each for each in found if each.startswith(joint))
        return any(joint in piece for piece in pattern.pieces) or any(map(self.knows, ends))

    def _filled(self, text: str, deep: int) -> str:
        """The pattern that the sentence was made from, filled in with what stands in it."""
        fitting = self._fitting(text)
        if fitting is None:
            return f"{self.say(text[:-1], deep + 1)}." if text.endswith(".") else text
        pattern, found = fitting
        around = list(pairwise(pattern.pieces))
        filled = [
            each if before.endswith(QUOTE) and behind.startswith(QUOTE) else self.say(each, deep + 1)
            for each, (before, behind) in zip(found, around, strict=True)
        ]
        return SLOT.sub(lambda slot: filled[int(slot[0][1:-1])], pattern.said)

    def _fit(self, text: str) -> tuple[Pattern, list[str]] | None:
        if len(text) > MAX_LENGTH:
            return None
        patterns = self._by_letter.get(text[:1]) or self._by_letter.get("", [])
        pairs = ((pattern, pattern.filled(text)) for pattern in patterns)
        return next(((pattern, found) for pattern, found in pairs if found is not None), None)


# The sentences in the source


def sentences_of(source: str) -> Iterator[tuple[int, str]]:
    """The sentences for players in a module, each with its line: strings of two words or more that are no docstrings, keys,
    patterns, annotations, or messages of errors that players do not read; and all that are marked (i18n.N_).
    """
    tree = ast.parse(source)
    passed_over = set(_docstrings(tree)) | set(_not_for_players(tree))
    marked = set(_marked(tree))
    for node in ast.walk(tree):
        if id(node) in passed_over:
            continue
        text = _text(node)
        if text is not None and (id(node) in marked or _is_sentence(text)):
            yield getattr(node, "lineno", 1), text


def _is_sentence(text: str) -> bool:
    words = WORD.findall(SLOT.sub("", text))
    return len(words) >= TWO and " " in text.strip() and not NO_SENTENCE.match(text)


def _text(node: ast.AST) -> str | None:
    """A string, or an f-string with {0}, {1} ... for what it is filled in with."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if not isinstance(node, ast.JoinedStr):
        return None
    parts, slots = [], 0
    for value in node.values:
        if isinstance(value, ast.Constant):
            parts.append(str(value.value))
        else:
            parts.append(f"{{{slots}}}")
            slots += 1
    return "".join(parts)


def _docstrings(tree: ast.Module) -> Iterator[int]:
    owners = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for node in ast.walk(tree):
        if isinstance(node, owners):
            yield from (
                id(each.value) for each in node.body if isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant)
            )


def _not_for_players(tree: ast.Module) -> Iterator[int]:
    """Parts of f-strings, annotations, messages of other errors."""
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield from map(id, node.values)
        elif isinstance(node, ast.Raise) and _name_of(node.exc) not in REFUSALS:
            yield from _all_in([node])
        elif isinstance(node, ast.AnnAssign):
            yield from _all_in([node.annotation])
        elif isinstance(node, ast.arg):
            yield from _all_in([node.annotation] if node.annotation else [])
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _all_in([node.returns] if node.returns else [])
        elif isinstance(node, ast.Assert):
            yield from _all_in([node])


def _marked(tree: ast.Module) -> Iterator[int]:
    return (id(node.args[0]) for node in ast.walk(tree) if isinstance(node, ast.Call) and _name_of(node) == MARK)


def _all_in(nodes: Iterable[ast.AST]) -> Iterator[int]:
    return (id(each) for node in nodes for each in ast.walk(node))


def _name_of(exception: ast.expr | None) -> str:
    called = exception.func if isinstance(exception, ast.Call) else exception
    return called.id if isinstance(called, ast.Name) else ""
