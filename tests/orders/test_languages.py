"""The words of the languages: in their files, and none of them in the code."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.orders.languages.ordinary import MIN_COUNT, counts
from pbem.orders.languages.words import alternatives, folded, folded_lines, listed, meanings

ROOMS = ("pbem/orders", "pbem/moderator/reading", "pbem/moderator/playing", "pbem/moderator/talk")
READERS = (*ROOMS, "pbem/mail/reading", "pbem/mail/typed", "pbem/games")
"""Those who read what a player has typed; what mail programs write is not for them."""
MOST = 7
"""So many words a literal of the code may have."""
WORD = re.compile(r"[a-zäöüß]+")
ONE_OF = re.compile(r"(?:[(|:]|^)([a-zäöüß]+)(?=\|)|(?<=\|)[a-zäöüß]+")
COLLECTION = (ast.Set, ast.Tuple, ast.List, ast.Dict)


def word_lists(source: str) -> Iterator[tuple[int, int]]:
    """The lines of a text of Python where a list of words stands, each with their number."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, COLLECTION):
            texts = [each.value for each in ast.walk(node) if isinstance(each, ast.Constant) and isinstance(each.value, str)]
            found = len({text for text in texts if WORD.fullmatch(text)})
        elif isinstance(node, ast.Attribute) and node.attr == "split" and isinstance(node.value, ast.Constant):
            found = len(str(node.value.value).split())
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            lines = [line for line in node.value.splitlines() if line.strip()]
            plain = [line for line in lines if all(map(WORD.fullmatch, line.split()))]
            block = sum(len(line.split()) for line in plain) if len(lines) > 1 and plain == lines else 0
            found = max(block, len(ONE_OF.findall(node.value)))
        else:
            continue
        if found > MOST:
            yield node.lineno, found


@pytest.mark.parametrize("room", [*ROOMS, "pbem/mail/typed/orders.py"])
def test_no_list_of_words_stands_in_the_code(room: str) -> None:
    files = [Path(room)] if room.endswith(".py") else [*Path(room).rglob("*.py")]
    found = [f"{file}:{line}: {many} words" for file in files for line, many in word_lists(file.read_text("utf-8"))]
    assert not found, "write them into pbem/orders/languages/*.toml"


@pytest.mark.parametrize(
    "source",
    [
        'A = {"the", "a", "an", "my", "our", "his", "her", "its"}',
        'A = "the a an my our his her its".split()',
        'A = """\nthe a an my\nour his her its\n"""',
        'A = re.compile(r"(?:the|a|an|my|our|his|her|its)")',
        'A = {"der": "the", "ein": "a", "mein": "my", "unser": "our", "sein": "his"}',
    ],
)
def test_a_list_of_words_is_found(source: str) -> None:
    assert list(word_lists(source))


@pytest.mark.parametrize("read", [listed, meanings, alternatives])
def test_what_no_language_has_is_an_error(read: Any) -> None:
    with pytest.raises(KeyError):
        read("unknown")


def test_each_list_is_read_by_somebody() -> None:
    source = "".join(file.read_text("utf-8") for room in READERS for file in Path(room).rglob("*.py"))
    tables = [tomllib.loads(file.read_text("utf-8")) for file in Path("pbem/orders/languages").glob("*.toml")]
    kinds = {
        kind for table in tables for part in ("lists", "meanings", "patterns", "turned") for kind in table.get(part, {})
    }
    assert {kind for kind in kinds if not re.search(rf"[\"']{kind}[\"']", source)} == set()


def test_a_list_is_folded_as_its_words_are() -> None:
    words = ["Über", "straße", "smørrebrød", "d'or", "naïve-x_y", "l’œuvre", "Łódź", "plain"]
    assert folded_lines(words) == ["".join(folded(word)) for word in words]
    assert counts("de")["uber"] >= MIN_COUNT


def test_words_are_written_as_they_are_compared() -> None:
    written = [*listed("small"), *listed("heads"), *meanings("prepositions"), *meanings("answers"), *meanings("outcomes")]
    assert all(re.fullmatch(r"[a-z ]+", each) for each in written)
