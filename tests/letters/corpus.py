"""The corpus of answers as it lies beside this file: letters, and what is to be read from each."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

ANSWERS = Path(__file__).parent / "answers"
KINDS = frozenset({"orders", "automatic", "bounce", "empty", "unreadable"})


@dataclass(frozen=True)
class Expected:
    """A letter, and what is to be read from it."""

    report: str
    name: str
    why: str
    kind: str
    lines: tuple[str, ...]
    talk: tuple[str, ...] = ()

    @property
    def path(self) -> Path:
        """Where the letter lies."""
        return ANSWERS / self.report / f"{self.name}.eml"

    @property
    def raw(self) -> bytes:
        """The letter."""
        return self.path.read_bytes()

    def __str__(self) -> str:
        return f"{self.report}/{self.name}"


def report_names() -> list[str]:
    """The reports that are answered."""
    return sorted(path.stem for path in (ANSWERS / "reports").glob("*.eml"))


def report_raw(name: str) -> bytes:
    """A report as it was mailed."""
    return (ANSWERS / "reports" / f"{name}.eml").read_bytes()


def corpus() -> list[Expected]:
    """All letters, report by report."""
    return [letter for name in report_names() for letter in _letters(name)]


def _letters(report: str) -> list[Expected]:
    tables = tomllib.loads((ANSWERS / report / "expected.toml").read_text(encoding="utf-8"))
    return [
        Expected(report, name, table["why"], table["kind"], tuple(table["lines"]), tuple(table.get("talk", ())))
        for name, table in tables.items()
    ]
