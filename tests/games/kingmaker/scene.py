"""Positions made by hand, and rules run with the cards they draw."""

from __future__ import annotations

import tomllib
from collections.abc import Coroutine
from typing import Any, TypeVar

from pbem.games.kingmaker.components.board import Board
from pbem.resources import scenarios_dir

T = TypeVar("T")


def files() -> dict[str, Any]:
    """The files of the map and the cards."""
    return {path.stem: tomllib.loads(path.read_text()) for path in sorted((scenarios_dir() / "kingmaker").glob("*.toml"))}


BOARD = Board(files())


def by_rule(flow: Coroutine[Any, Any, T]) -> T:
    """Run a rule that asks nobody."""
    try:
        asked = flow.send(None)
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]
    raise AssertionError(f"{asked} is asked")
