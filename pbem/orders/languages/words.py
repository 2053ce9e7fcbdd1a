"""The words of the languages, from their files: en.toml says what each list is for."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache, cached_property
from importlib.resources import files
from typing import Any, TypeAlias

from pbem.orders.words.lexicon import SMALL_WORDS, plain_words

Run: TypeAlias = tuple[str, ...]
"""Words one behind the other, folded."""
LANGUAGES = ("en", "de")
LONGEST_RUN = 4


@dataclass(frozen=True)
class Around:
    """The runs of words by what they tell of a line. What several lists tell together is put together once: it is asked for
    every few words of a line.
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
    titles: frozenset[Run]
    away: frozenset[Run]
    within: frozenset[Run]
    joints: frozenset[Run]
    requests: frozenset[Run]
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
    def doubts(self) -> frozenset[Run]:
        """Those that say a doubt, a report, or that it is not for now."""
        return self.later | self.hedges | self.reports

    @cached_property
    def answers(self) -> frozenset[Run]:
        """Those that answer a question by themselves."""
        return self.none | self.no | self.yes | self.all

    @cached_property
    def denials(self) -> frozenset[Run]:
        """Those that say no."""
        return self.negations | self.none | self.no

    @cached_property
    def idle(self) -> frozenset[Run]:
        """Those that fill a line up."""
        return self.fillers | self.doing

    @cached_property
    def polite(self) -> frozenset[Run]:
        """Those that may stand about any order."""
        return self.plain | self.courtesy

    @cached_property
    def whole(self) -> frozenset[Run]:
        """Those of several words that say something else than their words."""
        return self.fillers | self.courtesy | self.answers

    @cached_property
    def weighty(self) -> frozenset[Run]:
        """Those that can turn a line round, or answer."""
        return self.hedges | self.negations | self.later | self.answers


@cache
def around() -> Around:
    """Those of all languages together: a writer may mix them."""
    tables = [
        tomllib.loads(files("pbem.orders.languages").joinpath(f"{name}.toml").read_text("utf-8")) for name in LANGUAGES
    ]
    kinds = [field.name for field in fields(Around) if field.name != "ranks"]
    ranks = zip(*(table["words"]["ranks"] for table in tables), strict=True)
    return Around(
        **{kind: frozenset(run for each in tables for run in _runs(each, kind)) for kind in kinds},
        ranks=tuple(frozenset(word for each in rank for word in plain_words(each)) for rank in ranks),
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
def everyday() -> frozenset[str]:
    """Single words of sentences, but for those that every line may have. None of them is an order word cut short:
    "In March" is no "intercept March".
    """
    runs = around().fillers | around().doing | around().ways | around().between | around().negations | not_ordered()
    return frozenset(run[0] for run in runs if len(run) == 1) - SMALL_WORDS


def _runs(table: Mapping[str, Any], kind: str) -> Iterator[Run]:
    yield from ((word,) for word in plain_words(table["words"].get(kind, "")))
    yield from (tuple(plain_words(run)) for run in table["runs"].get(kind, ()))
