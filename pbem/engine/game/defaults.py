"""Default functions for Rules."""

from __future__ import annotations

from typing import Any


def empty(*_: Any) -> tuple[Any, ...]:
    return ()


def always_true(*_: Any) -> bool:
    return True


def no_op(*_: Any) -> None:
    """Does nothing; returns None."""


def no_objection(*_: Any) -> str:
    """For games in which nothing of this kind can be wrong."""
    return ""
