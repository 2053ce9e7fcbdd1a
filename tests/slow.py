"""The tests that take more than half a second: `make test` leaves them out, `.ci/run` runs them beside the servers.

`python -m tests.slow TIMES.xml` writes the list anew, from what `pytest --junitxml TIMES.xml` has measured while nothing
else ran. Where something is made for all tests of a file, the first of them pays for it: such files are listed whole
(WHOLE).
"""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

SECONDS = 0.6
LIST = Path(__file__).with_suffix(".txt")
ROOT = Path(__file__).parents[1]
WHOLE = (
    "tests/games/richard_iii/test_referee.py",
    "tests/toys/by_mail/test_acts_by_mail.py",
    "tests/toys/by_mail/test_by_mail.py",
    "tests/toys/by_mail/test_terms_by_mail.py",
)
ALWAYS = ("tests/begun/test_begun.py", "tests/documents/test_cards.py", "tests/documents/test_rules_coverage.py")
"""Never listed: that games go on as they began, and that written pages are fresh, is looked at with every change."""


def listed() -> frozenset[str]:
    """The files and tests of the list, as pytest names them."""
    return frozenset(LIST.read_text(encoding="utf-8").split("\n")) - {""}


def is_slow(name: str, slow: frozenset[str]) -> bool:
    """Whether the test of this name is listed, or its file."""
    return name in slow or name.partition("::")[0] in slow


def measured(times: Path) -> list[str]:
    """The names of the tests that took long, by a report of pytest's."""
    cases = ElementTree.parse(times).iter("testcase")  # noqa: S314 - what pytest has written here
    slow = {_name(case) for case in cases if float(case.get("time", "0")) > SECONDS}
    return sorted({*WHOLE, *(name for name in slow if name.partition("::")[0] not in (*WHOLE, *ALWAYS))})


def _name(case: ElementTree.Element) -> str:
    """The name of a case: its module is written with dots, and so is a class in it."""
    parts = case.get("classname", "").split(".")
    files = (Path(*parts[:many]).with_suffix(".py") for many in range(len(parts), 0, -1))
    file = next(each for each in files if (ROOT / each).is_file())
    inside = parts[len(file.parts) :]
    return "::".join([file.as_posix(), *inside, case.get("name", "")])


if __name__ == "__main__":
    LIST.write_text("".join(f"{name}\n" for name in measured(Path(sys.argv[1]))), encoding="utf-8")
