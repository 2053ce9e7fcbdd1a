"""What a line says with caution (if, unless, only, not): no suggestion leaves that out; and what it says so of others.

The words of the first stand in the files of `orders/languages`, under `[meanings.cautions]`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from pbem.orders.languages.words import alternatives, around, listed, meanings
from pbem.orders.words.lexicon import SMALL_WORDS, alike, plain_words
from pbem.orders.words.vocabulary import STANDING, WITHDRAW

MAX_SENTENCE_LENGTH = 12
"""A line of more words tells something, or has the order for its condition too."""
ONLY, NOT = "only", "not"
REFUSING = frozenset({"none", "no"})
"""A line that ends with one of these does nothing, as a "not" says."""
_CONDITION = re.compile(rf"{alternatives('bare_conditions')}\b")
_WITHHELD = frozenset(listed("withheld"))


def as_cautious(line: str, nearest: Iterable[str]) -> tuple[str, ...]:
    """Those of the suggestions for a line that have each word of caution which it has; how an order is written ("march
    AREA") is none, nor is a line that ends orders, or lists those that can be ended.
    """
    words, lines = plain_words(line), tuple(nearest)
    said, alone = _cautions(line), _only_named(words)
    ending = {near for near in lines if near.startswith(f"{WITHDRAW} ")}
    kept = ending | {STANDING} if ending else ending

    def leaves_out(near: str) -> frozenset[str]:
        """The words of caution that a suggestion does not have. Who is named, and nobody else, is said by their name, in a
        line that may be misspelt; and "not" by an answer that refuses.
        """
        left_out = said - _cautions(near) - ({NOT} if near.rpartition(" ")[2] in REFUSING else frozenset())
        return left_out - {ONLY} if alone and alike(alone, plain_words(near)) else left_out

    return tuple(near for near in lines if not leaves_out(near) or _is_usage(near) or near in kept)


def _only_named(words: Sequence[str]) -> str:
    """The word of a line that an "only" stands in front of, or behind at its end ("": none): "only Norfolk", "with Mowbray
    only".
    """
    at = [place for place, word in enumerate(words) if meanings("cautions").get(word) == ONLY]
    if len(at) != 1:
        return ""
    behind = (word for word in words[at[0] + 1 :] if word not in SMALL_WORDS)
    return next(behind, words[at[0] - 1] if at[0] else "")


def limits_others(line: str) -> bool:
    """Whether a line only says when, or as whose words, those below it are meant: "only if it fails", "Bob wrote:"."""
    words = plain_words(line)
    is_condition = len(words) <= MAX_SENTENCE_LENGTH and _CONDITION.match(" ".join(words)) is not None
    return is_condition or (line.rstrip().endswith(":") and not _WITHHELD.isdisjoint(words))


def _is_usage(near: str) -> bool:
    return any(len(word) > 1 and word.isupper() for word in near.split())


def _cautions(line: str) -> frozenset[str]:
    """What a line says with caution, whatever its language."""
    words = f" {' '.join(plain_words(line))} "
    for polite in around().courtesy:
        words = words.replace(f" {' '.join(polite)} ", " ") if len(polite) > 1 else words
    return frozenset(meanings("cautions")[word] for word in words.split() if word in meanings("cautions"))
