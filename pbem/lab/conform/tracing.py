"""Finds the field of a record at which reading it, or running it, breaks down."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from pbem.lab.conform.conformance import OperationRecord

PARTS = ("actor", "args", "outcome", "script", "before", "after")


class Traced(dict[str, Any]):
    """A part of a record that notes each of its fields that is asked for, by its path."""

    def __init__(self, data: dict[str, Any], path: str, asked: list[str]) -> None:
        super().__init__({field: traced(value, f"{path}.{field}", asked) for field, value in data.items()})
        self.path, self.asked = path, asked

    def __getitem__(self, field: str) -> Any:
        """The value of a field, whose path is noted."""
        self.asked.append(f"{self.path}.{field}")
        return super().__getitem__(field)

    def get(self, field: str, default: Any = None) -> Any:
        """The value of a field or the default; the path is noted."""
        self.asked.append(f"{self.path}.{field}")
        return super().get(field, default)

    def __deepcopy__(self, _memo: object) -> Traced:
        """The same part: what is read of a record is not changed."""
        return self


def traced(data: Any, path: str, asked: list[str]) -> Any:
    """The same data, that notes the fields asked for."""
    if isinstance(data, dict):
        return Traced(data, path, asked)
    if isinstance(data, list):
        return [traced(each, f"{path}.{number}", asked) for number, each in enumerate(data, 1)]
    return data


def last_field(record: OperationRecord, run: Callable[[OperationRecord], object]) -> str:
    """The field of a record that was asked for last when running it raises; empty where none was."""
    asked: list[str] = []
    parts = {part: traced(getattr(record, part), part, asked) for part in PARTS}
    with suppress(Exception):
        run(replace(record, **parts))
    return asked[-1] if asked else ""
