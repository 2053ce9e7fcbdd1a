"""The words of the languages, from their files: en.toml says what each list is for.

Lines in the standard form have English words, and what is written in another language is read as the same.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from typing import Any, Final, TypeAlias

Run: TypeAlias = tuple[str, ...]
"""Words one behind the other, folded."""
LANGUAGES = ("en", "de")
LONGEST_RUN = 4
LETTERS: Final = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})
"""Letters that are no others with an accent."""


def folded(text: str) -> Run:
    """The words of `text` in lower case, without accents and punctuation; those of other scripts as they are."""
    plain = unicodedata.normalize("NFKD", text.casefold().translate(LETTERS).replace("'", "").replace("’", ""))
    bare = "".join(c for c in plain if not unicodedata.combining(c))
    return tuple(re.findall(r"[^\W_]+", bare))


@cache
def _tables() -> tuple[dict[str, Any], ...]:
    """Those of all languages together: a writer may mix them."""
    here = files("pbem.orders.languages")
    return tuple(tomllib.loads(here.joinpath(f"{name}.toml").read_text("utf-8")) for name in LANGUAGES)


# What stands around the words of a game


@dataclass(frozen=True, slots=True)
class Around:
    """The runs of words by what they tell of a line."""

    fillers: frozenset[Run]
    ways: frozenset[Run]
    doing: frozenset[Run]
    courtesy: frozenset[Run]
    plain: frozenset[Run]
    hedges: frozenset[Run]
    reports: frozenset[Run]
    later: frozenset[Run]
    negations: frozenset[Run]
    none: frozenset[Run]
    no: frozenset[Run]
    yes: frozenset[Run]
    all: frozenset[Run]
    titles: frozenset[Run]
    away: frozenset[Run]
    joints: frozenset[Run]

    @property
    def quiet(self) -> frozenset[Run]:
        """Those that tell nothing beside an order."""
        return self.fillers | self.ways | self.courtesy | self.doing


@cache
def around() -> Around:
    """Those of all languages."""
    return Around(
        **{field.name: frozenset(run for each in _tables() for run in _runs(each, field.name)) for field in fields(Around)}
    )


def _runs(table: Mapping[str, Any], kind: str) -> Iterator[Run]:
    yield from ((word,) for word in folded(table["words"].get(kind, "")))
    yield from (folded(run) for run in table["runs"].get(kind, ()))


# The words of one reader


@cache
def listed(kind: str) -> tuple[str, ...]:
    """The words of a list, in their order. Raises KeyError where no language has it."""
    found = [table["lists"][kind].split() for table in _tables() if kind in table["lists"]]
    if not found:
        raise KeyError(kind)
    return tuple(word for words in found for word in words)


@cache
def meanings(kind: str) -> dict[str, str]:
    """By what is written, a word or several, what it means in the standard form. Raises KeyError as `listed`."""
    found: dict[str, str] = {}
    for table in _tables():
        for meant, ways in table["meanings"].get(kind, {}).items():
            said: Sequence[str] = ways.split() if isinstance(ways, str) else ways
            found |= dict.fromkeys(said, meant)
    if not found:
        raise KeyError(kind)
    return found


@cache
def alternatives(kind: str) -> str:
    """A pattern for any of the patterns of a list, without a group. Raises KeyError where no language has it."""
    return f"(?:{'|'.join(patterns(kind))})"


@cache
def patterns(kind: str) -> tuple[str, ...]:
    """The patterns of a list, in their order. Raises KeyError where no language has it."""
    found = [each for table in _tables() for each in table["patterns"].get(kind, ())]
    if not found:
        raise KeyError(kind)
    return tuple(found)


@cache
def turned(kind: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Patterns in a language, each with what it is turned into, in their order."""
    return tuple((re.compile(said), meant) for table in _tables() for said, meant in table.get("turned", {}).get(kind, ()))
