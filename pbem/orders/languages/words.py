"""The words of the languages, from their files: en.toml says what each list is for.

Lines in the standard form have English words, and what is written in another language is read as the same.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache, cached_property
from importlib.resources import files
from typing import Any, Final, TypeAlias

Run: TypeAlias = tuple[str, ...]
"""Words one behind the other, folded."""
LANGUAGES = ("en", "de")
MAX_RUN_LENGTH = 4
LETTERS: Final = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})
"""Letters that are no others with an accent."""
WORD: Final = re.compile(r"[^\W_]+")
_LEFT_OUT: Final = re.compile("[\u0300-\u036f]|[^\\w\n]|_")
"""Accents, and what is no part of a word."""


def folded(text: str) -> Run:
    """The words of `text` in lower case, without accents and punctuation; those of other scripts as they are."""
    bare = text.casefold().replace("'", "")
    if not bare.isascii():  # most texts are
        plain = unicodedata.normalize("NFKD", bare.translate(LETTERS).replace("’", ""))
        bare = "".join(c for c in plain if not unicodedata.combining(c))
    return tuple(WORD.findall(bare))


def folded_lines(lines: Sequence[str]) -> list[str]:
    """Each of these lines without blanks, in lower case, without accents and punctuation: the words of `folded` in one.

    Whole lists of words are folded so: what each sign becomes is looked up once, and all of one are replaced together.
    """
    text = "\n".join(lines).casefold()
    for sign in set(text).intersection(map(chr, LETTERS)):
        text = text.replace(sign, LETTERS[ord(sign)])
    plain = unicodedata.normalize("NFKD", text)
    for sign in filter(_LEFT_OUT.fullmatch, set(plain)):
        plain = plain.replace(sign, "")
    return plain.split("\n")


@cache
def tables() -> tuple[dict[str, Any], ...]:
    """Those of all languages together: a writer may mix them."""
    here = files("pbem.orders.languages")
    return tuple(tomllib.loads(here.joinpath(f"{name}.toml").read_text("utf-8")) for name in LANGUAGES)


# What stands around the words of a game


@dataclass(frozen=True)
class SurroundingWords:
    """Runs of words that are no words of a game, by what they say of a line. Lists that are looked up together are joined
    once, for they are looked up every few words of a line.
    """

    fillers: frozenset[Run]
    ways: frozenset[Run]
    doing: frozenset[Run]
    courtesy: frozenset[Run]
    chatter: frozenset[Run]
    plain: frozenset[Run]
    plain_behind: frozenset[Run]
    hedges: frozenset[Run]
    retracts: frozenset[Run]
    beside: frozenset[Run]
    between: frozenset[Run]
    reports: frozenset[Run]
    later: frozenset[Run]
    negations: frozenset[Run]
    none: frozenset[Run]
    no: frozenset[Run]
    yes: frozenset[Run]
    all: frozenset[Run]
    degrees: frozenset[Run]
    reasons: frozenset[Run]
    reasons_of: frozenset[Run]
    purposes_of: frozenset[Run]
    purposes: frozenset[Run]
    states: frozenset[Run]
    sharing: frozenset[Run]
    plain_joints: frozenset[Run]
    unreasoned: frozenset[Run]
    speakers: frozenset[Run]
    circumstances: frozenset[Run]
    titles: frozenset[Run]
    away: frozenset[Run]
    within: frozenset[Run]
    joints: frozenset[Run]
    particles: frozenset[Run]
    stand_ins: frozenset[Run]
    again: frozenset[Run]
    asides: frozenset[Run]
    descriptions: frozenset[Run]
    subjects: frozenset[Run]
    self: frozenset[Run]
    abilities: frozenset[Run]
    ranks: tuple[frozenset[str], ...]
    """First, second and so on; the last of them all is the last."""

    @cached_property
    def quiet(self) -> frozenset[Run]:
        """Those that tell nothing beside an order."""
        return self.fillers | self.ways | self.courtesy | self.doing

    @cached_property
    def answers(self) -> frozenset[Run]:
        """Those that answer a question by themselves."""
        return self.none | self.no | self.yes | self.all

    @cached_property
    def denials(self) -> frozenset[Run]:
        """Those that say no."""
        return self.negations | self.none | self.no

    @cached_property
    def whole(self) -> frozenset[Run]:
        """Those of several words that say something else than their words."""
        return self.fillers | self.courtesy | self.answers


@cache
def around() -> SurroundingWords:
    """Those of all languages."""
    kinds = [field.name for field in fields(SurroundingWords) if field.name != "ranks"]
    ranks = zip(*(table["words"]["ranks"] for table in tables()), strict=True)
    return SurroundingWords(
        **{kind: frozenset(run for each in tables() for run in _runs(each, kind)) for kind in kinds},
        ranks=tuple(frozenset(word for each in rank for word in folded(each)) for rank in ranks),
    )


@cache
def doubtful() -> frozenset[Run]:
    """Those with which a line orders nothing, or nothing now, wherever they stand in it."""
    return around().later | around().hedges | around().retracts


@cache
def not_ordered() -> frozenset[Run]:
    """Those with which the words around them order nothing, or nothing now."""
    return doubtful() | around().reports


@cache
def several_words_of_doubt() -> frozenset[Run]:
    """Those of them that are said in several words: each word may tell something else."""
    return frozenset(run for run in not_ordered() if len(run) > 1)


@cache
def everyday() -> frozenset[str]:
    """Single words of sentences, but for those that every line may have. None of them is an order word cut short:
    "In March" is no "intercept March".
    """
    runs = around().fillers | around().doing | around().ways | around().between | around().negations | not_ordered()
    return frozenset(run[0] for run in runs if len(run) == 1).difference(listed("small"))


@cache
def is_common(word: str) -> bool:
    """Whether a word, folded, stands in sentences of all kinds, and is none that somebody takes for an order word."""
    around_ = around()
    runs = around_.chatter | around_.courtesy | around_.answers | around_.titles | around_.subjects | around_.speakers
    return word in everyday() or word in listed("small") or (word,) in runs


def _runs(table: Mapping[str, Any], kind: str) -> Iterator[Run]:
    yield from ((word,) for word in folded(table["words"].get(kind, "")))
    yield from (folded(run) for run in table["runs"].get(kind, ()))


@cache
def _harmless_words() -> dict[str, dict[str, str]]:
    here = files("pbem.orders.languages")
    return tomllib.loads(here.joinpath("harmless.toml").read_text("utf-8"))


@cache
def harmless(kind: str) -> frozenset[str]:
    """Words of all languages that order nothing and take nothing back, of one kind (harmless.toml says which there are).
    None of them doubts or denies. Raises KeyError for no kind.
    """
    said = frozenset(word for by_kind in _harmless_words().values() for word in by_kind[kind].split())
    doubts = {run[0] for run in not_ordered() | around().denials | around().degrees if len(run) == 1}
    return said - doubts


# The words of one reader


@cache
def listed(kind: str) -> tuple[str, ...]:
    """The words of a list, in their order. Raises KeyError where no language has it."""
    lists = [table["lists"][kind].split() for table in tables() if kind in table["lists"]]
    if not lists:
        raise KeyError(kind)
    return tuple(word for words in lists for word in words)


@cache
def listed_words(kind: str) -> frozenset[str]:
    """The words of a list, folded. Raises KeyError as `listed`."""
    return frozenset(word for each in listed(kind) for word in folded(each))


@cache
def meanings(kind: str) -> dict[str, str]:
    """By what is written, a word or several, what it means in the standard form. Raises KeyError as `listed`."""
    by_word: dict[str, str] = {}
    for table in tables():
        for meant, ways in table["meanings"].get(kind, {}).items():
            variants: Sequence[str] = ways.split() if isinstance(ways, str) else ways
            by_word |= dict.fromkeys(variants, meant)
    if not by_word:
        raise KeyError(kind)
    return by_word


@cache
def alternatives(kind: str) -> str:
    """A pattern for any of the patterns of a list, without a group. Raises KeyError where no language has it."""
    return f"(?:{'|'.join(patterns(kind))})"


@cache
def patterns(kind: str) -> tuple[str, ...]:
    """The patterns of a list, in their order. Raises KeyError where no language has it."""
    all_patterns = [each for table in tables() for each in table["patterns"].get(kind, ())]
    if not all_patterns:
        raise KeyError(kind)
    return tuple(all_patterns)


@cache
def turned(kind: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Patterns in a language, each with what it is turned into, in their order."""
    return tuple(
        (re.compile(pattern), meant) for table in tables() for pattern, meant in table.get("turned", {}).get(kind, ())
    )
