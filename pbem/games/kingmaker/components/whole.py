"""A choice is carried out as a whole, or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import is_dataclass
from functools import cache
from typing import Any

from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.components.state import State


@contextmanager
def all_or_nothing(s: State) -> Iterator[None]:
    """1 Where a step of what is done is refused, the position is as before. For operations of several steps."""
    before = copied(s)
    try:
        yield
    except Illegal:
        vars(s).update(vars(before))
        raise


def copied(part: Any) -> Any:
    """A position, or a part of one, to go back to: what can change in it is another, the rest the same.

    `copy.deepcopy` takes much longer, and a replay copies the position at each agreement and each combat.
    """
    kind: Any = type(part)
    if kind is dict:
        return {key: copied(value) for key, value in part.items()}
    if kind is list:
        return [copied(each) for each in part]
    if _can_change(kind):
        other = kind.__new__(kind)
        vars(other).update({name: copied(value) for name, value in vars(part).items()})
        return other
    return part


@cache
def _can_change(kind: type) -> bool:
    """Whether the fields of a class can be set: printed facts and Events are fixed, and can be hashed."""
    return is_dataclass(kind) and kind.__hash__ is None
