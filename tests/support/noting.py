"""Functions that note what they are called with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def noting(notes: list[Any], note: Callable[..., Any], then: Callable[..., Any]) -> Callable[..., Any]:
    """`then`, which adds to the `notes` what `note` makes of its arguments first."""

    def call(*given: Any, **named: Any) -> Any:
        notes.append(note(*given, **named))
        return then(*given, **named)

    return call
