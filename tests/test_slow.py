"""The list of slow tests names tests that there are, and knows a test by its name or its file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.slow import ALWAYS, ROOT, WHOLE, is_slow, listed, measured


def test_all_that_is_listed_is_there() -> None:
    missing = []
    for name in listed():
        file, _, test = name.partition("::")
        source = ROOT / file
        if not source.is_file() or f"def {test.partition('[')[0].rpartition('::')[2]}" not in source.read_text("utf-8"):
            missing.append(name)
    assert missing == []


def test_a_whole_file_can_be_slow() -> None:
    slow = frozenset({"tests/a.py", "tests/b.py::test_one[2]"})
    names = ("tests/a.py::test_any", "tests/b.py::test_one[2]", "tests/b.py::test_one[1]", "tests/b.py::test_two")
    assert [is_slow(name, slow) for name in names] == [True, True, False, False]


@pytest.mark.parametrize(("seconds", "is_listed"), [("0.4", False), ("1.6", True)])
def test_what_took_more_than_a_second_is_listed(seconds: str, is_listed: bool, tmp_path: Path) -> None:
    always = ALWAYS[0].removesuffix(".py").replace("/", ".")
    cases = [("tests.test_slow", "test_x[1-a b]", seconds), (always, "test_y", "9.9")]
    rows = "".join(f'<testcase classname="{module}" name="{name}" time="{time}"/>' for module, name, time in cases)
    times = tmp_path / "times.xml"
    times.write_text(f"<testsuites><testsuite>{rows}</testsuite></testsuites>", encoding="utf-8")
    assert measured(times) == sorted([*WHOLE, *["tests/test_slow.py::test_x[1-a b]"] * is_listed])
