"""Copies of positions, to look ahead with or to return to."""

from __future__ import annotations

from dataclasses import is_dataclass
from functools import cache
from typing import Any, TypeVar, cast

T = TypeVar("T")


def copied(part: T) -> T:
    """A copy of a position or a part of one. Parts that can change are copied, fixed parts are shared.

    `copy.deepcopy` takes four times as long, because it also looks for objects in two places of a position; no mutable one
    is.
    """
    return cast("T", _copied(part))


def _copied(part: Any) -> Any:
    kind: Any = type(part)
    if kind is dict:
        return {key: _copied(value) for key, value in part.items()}
    if kind is list:
        return [_copied(each) for each in part]
    if can_change(kind):
        other = kind.__new__(kind)
        vars(other).update({name: _copied(value) for name, value in vars(part).items()})
        return other
    return part


@cache
def can_change(kind: type) -> bool:
    """Whether the fields of a class can be set. Printed facts and Events are frozen, and can be hashed."""
    return is_dataclass(kind) and kind.__hash__ is None
