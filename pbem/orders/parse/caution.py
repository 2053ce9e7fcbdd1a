"""What a line says with caution (if, unless, only, not): no suggestion leaves that out.

The words stand in the files of `orders/languages`, under `[caution]`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from pbem.orders.languages.words import LANGUAGES
from pbem.orders.words.lexicon import plain_words
from pbem.orders.words.vocabulary import STANDING, WITHDRAW


def as_cautious(line: str, nearest: Iterable[str]) -> tuple[str, ...]:
    """Those of the suggestions for a line that have each word of caution which it has; how an order is written ("march
    AREA") is none, nor is a line that ends orders, or lists those that can be ended.
    """
    said, lines = _cautions().intersection(plain_words(line)), tuple(nearest)
    ending = {near for near in lines if near.startswith(f"{WITHDRAW} ")}
    kept = ending | {STANDING} if ending else ending
    return tuple(near for near in lines if said <= {*plain_words(near)} or _is_usage(near) or near in kept)


def _is_usage(near: str) -> bool:
    return any(len(word) > 1 and word.isupper() for word in near.split())


@cache
def _cautions() -> frozenset[str]:
    folder = files("pbem.orders.languages")
    tables = [tomllib.loads(folder.joinpath(f"{name}.toml").read_text("utf-8"))["caution"] for name in LANGUAGES]
    return frozenset(word for table in tables for word in plain_words(table["words"]))
