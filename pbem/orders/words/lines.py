"""The lines that give an answer: what a reply form is filled with, and what is said back."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from string import ascii_lowercase
from typing import Any

from pbem.engine.decision import Assign, Decision, Json, Menu, Options
from pbem.engine.table import Table
from pbem.orders.languages.words import listed
from pbem.orders.words.menu import verbs_in
from pbem.orders.words.vocabulary import vocabulary_of


def lines_for(table: Table[Any], decision: Decision) -> list[str]:
    """The lines that give the default answer to `decision`, or what is missing of one begun; [] without a default."""
    if decision.default is None:
        return []
    answer = decision.default()
    if isinstance(decision.shape, Assign) and (draft := table.draft_of(decision)):
        answer = _completion(decision.shape, draft, answer)
    return line_of(table, decision, answer)


def default_answer(table: Table[Any], decision: Decision) -> Json:
    """The whole answer that stands in for a player who does not write: the default, or what they have begun, completed.

    None without a default.
    """
    if decision.default is None:
        return None
    answer, draft = decision.default(), table.draft_of(decision)
    if isinstance(decision.shape, Assign) and draft:
        return draft | _completion(decision.shape, draft, answer)
    return answer


def _completion(shape: Assign, draft: dict[str, str], default: dict[str, str]) -> dict[str, str]:
    """The pairs that make a whole answer of `draft`: those of the default where they fit, else the first that do."""
    whole = dict(draft)
    others = [(item, bin_) for item in shape.items() for bin_ in shape.bins()]
    for item, bin_ in [*default.items(), *others]:
        if len(whole) < shape.count and item not in whole and shape.pair_refusal(item, bin_, whole) is None:
            whole[item] = bin_
    return {item: bin_ for item, bin_ in whole.items() if item not in draft}


def line_of(table: Table[Any], decision: Decision, answer: Any) -> list[str]:
    """The lines that give `answer` to `decision`."""
    return _with_verb(table, decision, vocabulary_of(table).grammar.write(decision, answer))


def example_lines(table: Table[Any], decision: Decision, most: int = 4) -> list[str]:
    """Lines that answer `decision`, the default first; for a Menu one for each of its order words."""
    texts = vocabulary_of(table).grammar.examples(decision, most)
    return _with_verb(table, decision, texts)


def _with_verb(table: Table[Any], decision: Decision, texts: Iterable[str]) -> list[str]:
    if isinstance(decision.shape, Menu):
        return list(texts)
    verb = verb_for(table, decision)
    return [f"{verb} {text}" for text in texts]


def verb_for(table: Table[Any], decision: Decision) -> str:
    """The order word that answers `decision`, or that of the standing orders for what nobody is asked; of a Menu, whose
    options begin with theirs, what it is called.
    """
    if isinstance(decision.shape, Menu):
        return decision.key.partition(" ")[2]
    words = [word for word in table.rules.vocabulary if word.key == decision.key]
    return next((word.verb for word in words if word.answers), words[0].verb)


def verbs_for(table: Table[Any], decision: Decision) -> list[str]:
    """Every order word that answers `decision`."""
    if isinstance(decision.shape, Menu):
        return list(_verbs_of(decision.shape.options))
    return [verb_for(table, decision)]


@lru_cache(maxsize=8)
def _verbs_of(options: Options) -> tuple[str, ...]:
    """The order words of a Menu, whose options stay the same while it is open: each line is compared with them."""
    return tuple(verbs_in(options()))


# The codes of the choices in a mail: the number of the question and the letter of the choice, "1a", "1b", "2a"


_WORD = re.compile(r"[^\W_]+")
_CODE = re.compile(r"([0-9]{1,2})(?: ([a-z])|(([a-z])\4{0,3}))(?: |$)")
_WRITTEN_CODES = re.compile(r"^(?:\W*[0-9]{1,2} ?[a-z]{1,4}\b)+\W*", re.IGNORECASE)
_EITHER = re.compile(r"\b[0-9]{1,2} ?[a-z]{1,4}\s*[/|–-]\s*[0-9]", re.IGNORECASE)
"""Of two codes with a slash between them one is meant, and it is not said which."""
_AROUND = frozenset(listed("around_codes"))
_MAX_LENGTH = 200


def code_of(question: int, choice: int) -> str:
    """The code of a choice, both counted from 0."""
    times, place = divmod(choice, len(ascii_lowercase))
    return f"{question + 1}{ascii_lowercase[place] * (times + 1)}"


def codes_in(text: str) -> tuple[str, ...]:
    """The codes of a line that has nothing else but politeness; () for any other line."""
    codes, rest = split_codes(text)
    return () if rest else codes


def behind_codes(text: str) -> str:
    """What stands behind the codes that a line begins with, as typed."""
    return _WRITTEN_CODES.sub("", text)


def split_codes(text: str) -> tuple[tuple[str, ...], str]:
    """The codes that a line begins with, and its other words."""
    if len(text) > _MAX_LENGTH or _EITHER.search(text) is not None:
        return (), text
    words = " ".join(word for word in _WORD.findall(text.casefold()) if word not in _AROUND)
    codes = list[str]()
    while (match := _CODE.match(words)) is not None:
        codes.append(f"{match[1].lstrip('0')}{match[2] or match[3]}")
        words = words[match.end() :]
    return tuple(codes), words
