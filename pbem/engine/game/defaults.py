"""What stands in a game's Rules for what it has none of."""

from __future__ import annotations

from typing import Any


def none_of_them(*_: Any) -> tuple[Any, ...]:
    """For what a game has none of."""
    return ()


def for_all(*_: Any) -> bool:
    """For what holds of all."""
    return True


def nothing(*_: Any) -> None:
    """For what a game has nothing to say of."""
    return


def no_objection(*_: Any) -> str:
    """For games in which nothing of this kind can be wrong."""
    return ""
