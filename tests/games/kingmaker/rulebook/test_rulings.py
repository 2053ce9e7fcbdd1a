"""What the code says of its readings is written in the rulings, and the printed facts keep their marks."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.games.kingmaker.scene import files

ROOT = Path(__file__).parents[4]
NUMBER = re.compile(r"\b[RK]\d+[a-h]?\b")
RULINGS = (ROOT / "docs" / "rulings" / "kingmaker.md").read_text(encoding="utf-8")


def test_every_ruling_that_the_code_names_is_written_down() -> None:
    written = set(re.findall(r"^\*\*(R\d+[a-h]?)\*\*|^\| (K\d+) \|", RULINGS, re.M))
    known = {ruling or reading for ruling, reading in written}
    sources = sorted((ROOT / "pbem" / "games" / "kingmaker").rglob("*.py"))
    named = {number for path in sources for number in NUMBER.findall(path.read_text(encoding="utf-8"))}
    assert sorted(named - known) == []
    assert len(known) > 130


def entries() -> list[dict[str, Any]]:
    """All records of the data files."""
    return [
        each
        for file in files().values()
        for rows in file.values()
        if isinstance(rows, list)
        for each in rows
        if isinstance(each, dict)
    ]


def test_every_printed_fact_says_where_it_comes_from() -> None:
    assert [each["id"] for each in entries() if "id" in each and not each.get("source")] == []


@pytest.mark.parametrize("key", ["rulebook", "classic_js", "dev_notes", "blog", "ref_sheet", "reconstruction"])
def test_the_keys_of_sources_are_explained(key: str) -> None:
    assert any(key in str(each.get("source", "")).split("+") for each in entries())
    assert f"`{key}`" in RULINGS


def test_what_is_reconstructed_names_its_fields() -> None:
    marked = [each for each in entries() if each.get("reconstructed")]
    assert len(marked) > 400
    assert [
        each["id"] for each in marked if each["source"] != "reconstruction" and not each.get("reconstructed_fields")
    ] == []
