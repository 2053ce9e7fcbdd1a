"""docs/secrets.md names every secret that the leak tests of the games know, and every ruling on Hidden Mats."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.game.rules import Rules
from pbem.games import GAMES
from pbem.lab.games import lab_of
from pbem.lab.leaks.secret import secrets_of

ROOT = Path(__file__).parent.parent
TOLD = (ROOT / "docs" / "secrets.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^### (.+?)\n(.*?)(?=^##|\Z)", TOLD, re.MULTILINE | re.DOTALL))
EVERYWHERE = "In every game"


def rows(title: str) -> list[str]:
    """The rows of the tables about a game, with its options, and of the table about all games."""
    sections = [text for name, text in SECTIONS.items() if name == EVERYWHERE or name.startswith(title)]
    return [line for text in sections for line in text.splitlines() if line.startswith("| ")]


@pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)
def test_each_secret_of_the_leak_tests_is_told(rules: Rules[Any]) -> None:
    told = "\n".join(rows(rules.title.split(":")[0]))
    missing = [secret for secret in secrets_of(lab_of(rules).trial) if f"`{secret}`" not in told]
    assert not missing


@pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)
def test_each_option_with_which_secrets_are_tried_has_a_table(rules: Rules[Any]) -> None:
    turned_on = {name for options in rules.sample.options for name, value in options.items() if value is True}
    for option in turned_on:
        assert f"{rules.title} with {option.replace('_', ' ').title()}" in SECTIONS


def test_a_secret_in_a_table_is_one_that_can_be_tried() -> None:
    named = re.findall(r"\| `([^`]+)`[^|]*\|$", TOLD, re.MULTILINE)
    assert named
    assert set(named) <= {secret for rules in GAMES.values() for secret in secrets_of(lab_of(rules).trial)}


def test_each_ruling_on_hidden_mats_is_named() -> None:
    rulings = (ROOT / "docs" / "rulings" / "plantagenet.md").read_text(encoding="utf-8")
    about = re.findall(r"^\*\*(R\d+)\*\* \*[a-z]+\*, ([^*]*?)(?=^\*\*R|^#|\Z)", rulings, re.MULTILINE | re.DOTALL)
    found = {number for number, text in about if "Hidden Mats" in text and "1.5.3" in text.split(".\n")[0]}
    assert len(found) > 5
    assert found <= set(re.findall(r"R\d+", TOLD))
    assert set(re.findall(r"R\d+", TOLD)) <= {number for number, _ in about} | found
