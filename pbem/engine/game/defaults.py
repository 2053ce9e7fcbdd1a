"""Defaults of Rules, for games that have nothing of the kind."""

from __future__ import annotations

from typing import Any


def empty(*_: Any) -> tuple[Any, ...]:
    """An empty tuple."""
    return ()


def always_true(*_: Any) -> bool:
    """A predicate that holds of everything."""
    return True


def no_op(*_: Any) -> None:
    """Nothing: None."""


def no_objection(*_: Any) -> str:
    """For games in which nothing of this kind can be wrong."""
    return ""
