"""The words that people write in lines about time, from `words.toml` and the CLDR."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from babel.dates import get_day_names, get_month_names

MIN_DAY_LETTERS, MIN_MONTH_LETTERS = 2, 3
"""The fewest letters that name a day, and a month."""


@cache
def table() -> Mapping[str, Any]:
    """What `words.toml` has."""
    return tomllib.loads(files("pbem.timing").joinpath("words.toml").read_text("utf-8"))


@cache
def word_of(section: str, name: str) -> tuple[str, ...]:
    """The words of one row, the longest first."""
    return tuple(sorted(table()[section][name], key=len, reverse=True))


def one_of(words: Iterable[str]) -> str:
    """A pattern for one of these words or runs of words, whole."""
    return rf"(?<!\w)(?:{'|'.join(re.escape(word) for word in words)})(?!\w)"


@cache
def weekday_of(word: str) -> int | None:
    """The day of the week (0 is Monday) that a word of at least two letters begins, in any language."""
    if len(word) < MIN_DAY_LETTERS:
        return None
    return next((day for day, name in _day_names() if name.startswith(word)), None)


@cache
def every_weekday_of(word: str) -> int | None:
    """The day of the week (0 is Monday) that a word means each week: as `weekday_of`, or in the plural, `Mondays`."""
    weekday = weekday_of(word)
    return next((day for day, name in _day_names() if word == f"{name}s"), None) if weekday is None else weekday


def _day_names() -> Iterator[tuple[int, str]]:
    return ((day, name) for names in _names(get_day_names, "read") for day, name in names.items())


@cache
def month_of(word: str) -> int | None:
    """The month (1 to 12) that a word of at least three letters begins, in any language."""
    if len(word) < MIN_MONTH_LETTERS:
        return None
    for month, names in table()["months"].items():
        if word in names:
            return int(month)
    months = {month for names in _names(get_month_names, "months") for month, name in names.items() if name.startswith(word)}
    return months.pop() if len(months) == 1 else None


@cache
def number_of(word: str) -> int | None:
    """A number in words or in up to five figures."""
    if re.fullmatch(r"[0-9]{1,5}", word):
        return int(word)
    return next((int(number) for number, words in table()["numbers"].items() if word in words), None)


@cache
def _names(names: Any, row: str) -> tuple[dict[int, str], ...]:
    """The names of days or months, in full, in each language of a row."""
    languages = table()["languages"][row]
    return tuple({n: str(name).casefold() for n, name in names("wide", locale=code).items()} for code in languages)
