"""A game of three Turns in letters as people write them, by somebody who had not seen the grammar.

`ia.json` has the letters: what was asked, the lines in the standard form, the same in a person's words, and whether these
are understood. Each of those that are does what its standard form does; each of the others changes nothing, and is answered.
`nothing.txt` has lines that order nothing.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.log.shares import SALTED, SCHEME
from tests.support.conversation import Conversation, to

HERE = Path(__file__).parent
LETTERS: list[dict[str, Any]] = json.loads((HERE / "ia.json").read_text(encoding="utf-8"))
NOTHING = [line for line in (HERE / "nothing.txt").read_text(encoding="utf-8").splitlines() if line]
LEAST = 140
"""So many letters in a person's own words are understood."""
KEY = b"\x05" * 32
FIRST = 3
"""Among so many letters is the first of each side, its share in the dice: both games have the same."""


def log_of(game: Conversation) -> list[tuple[str, str, str, Any]]:
    """What was decided and rolled; how it was written is told by receipts alone, which hash the standard form."""
    return [(str(e.kind), e.seat, e.key, e.answer) for e in game.table().entries]


def test_most_letters_in_a_persons_own_words_are_understood() -> None:
    own = [each for each in LETTERS if each["natural"] != each["standard"]]
    assert sum(each["understood"] for each in own[FIRST:]) >= LEAST


@pytest.mark.long
def test_the_game_comes_out_the_same(tmp_path: Path) -> None:
    standard, natural = (folder(tmp_path, name) for name in ("standard", "natural"))
    log = log_of(natural)
    for number, letter in enumerate(LETTERS):
        seat, lines = letter["seat"], {style: "\n".join(letter[style]) + "\n" for style in ("standard", "natural")}
        if number >= FIRST:
            mails = natural.write(seat, lines["natural"])
            answer = to(seat, mails).flat[:600]
            assert letter["understood"] or log_of(natural) == log, f"{letter['natural']} is no order\n{answer}"
        if number < FIRST or not letter["understood"]:
            natural.write(seat, lines["standard"])
        standard.write(seat, lines["standard"])
        log = log_of(natural)
        assert log == log_of(standard), f"letter {number}: {letter['natural']} for {letter['standard']}"


def folder(at: Path, name: str) -> Conversation:
    (at / name).mkdir()
    # Other letters would have other shares in the dice.
    return Conversation(at / name, scenario="ia", key=KEY, options={SCHEME: SALTED})


@pytest.mark.parametrize("line", NOTHING)
def test_what_orders_nothing_changes_nothing(line: str, tmp_path: Path) -> None:
    game = Conversation(tmp_path, scenario="ia")
    before = len(game.table().entries)
    game.write("york", f"{line}\n")
    assert len(game.table().entries) == before
    game.db.close()
