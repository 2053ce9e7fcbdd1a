"""Phrases of many languages that stand around the words of a letter, from phrases.toml."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def _tables() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("phrases.toml").read_text("utf-8"))


def phrases(name: str) -> str:
    """The alternatives of a regular expression for what has this `name` there, of all languages. Raises KeyError."""
    return "|".join(phrase for of_language in _tables()[name].values() for phrase in of_language)
