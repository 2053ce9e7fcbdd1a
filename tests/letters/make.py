"""Writes the corpus of answers: `python -m tests.letters.make`; with `--reports` its reports anew.

The same code writes the same bytes: there is no clock in it and no chance.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.letters.reports import make_reports
from tests.letters.shapes.base import ALL, Answer, Report, read_report
from tests.letters.shapes.every import SHAPES

ANSWERS = Path(__file__).parent / "answers"
REPORTS = ANSWERS / "reports"
HEADING = (
    "# What is to be read from each letter beside this file. Written by tests/letters/make.py: change the sha"
    "pes, not this.\n"
)


def reports() -> list[Report]:
    """The reports in the corpus."""
    return [read_report(name, (REPORTS / f"{name}.eml").read_bytes()) for name in ALL]


def answers(report: Report) -> Iterator[tuple[str, str, Answer]]:
    """Name, reason and letter of all that answers a report."""
    for shape in SHAPES.values():
        if report.name in shape.reports:
            yield shape.name, shape.why, shape.answer(report)


def entry(name: str, why: str, answer: Answer) -> str:
    """One letter's table in expected.toml."""
    found = {"why": why, "kind": answer.kind, "lines": answer.lines}
    if answer.talk:
        found["talk"] = answer.talk
    # A JSON string or array of strings is one of TOML too.
    return f"\n[{name}]\n" + "".join(f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in found.items())


def write_reports() -> None:
    """Play the games and keep their reports."""
    REPORTS.mkdir(parents=True, exist_ok=True)
    for name, raw in make_reports().items():
        (REPORTS / f"{name}.eml").write_bytes(raw)


def expected_toml(made: list[tuple[str, str, Answer]]) -> str:
    """What is expected of all letters that answer a report."""
    return HEADING + "".join(entry(name, why, answer) for name, why, answer in made)


def write_letters() -> int:
    """Write all letters and what is expected of them; gives how many there are."""
    count = 0
    for report in reports():
        folder = ANSWERS / report.name
        folder.mkdir(exist_ok=True)
        for old in folder.glob("*.eml"):
            old.unlink()
        made = list(answers(report))
        for name, _, answer in made:
            (folder / f"{name}.eml").write_bytes(answer.raw)
        (folder / "expected.toml").write_text(expected_toml(made), encoding="utf-8")
        count += len(made)
    return count


if __name__ == "__main__":
    if "--reports" in sys.argv or not REPORTS.is_dir():
        write_reports()
    sys.stdout.write(f"{write_letters()} letters\n")
