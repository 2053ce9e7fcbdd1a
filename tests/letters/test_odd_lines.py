"""Odd lines through the whole path, in every game: none stops a letter, its game, or what it is answered with."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from pbem.engine.refusal import BadLine
from pbem.orders.carry.execute import understand
from tests.letters.odd_lines import odd_line, words_of
from tests.letters.whole_path import GAMES, send_all
from tests.support.conversation import Conversation

LINES_A_LETTER = 50
ALL = 5_000


@pytest.mark.parametrize("game", GAMES)
def test_odd_lines_are_refused_by_name(game: str, tmp_path: Path) -> None:
    send(tmp_path, game, range(0, ALL, 97))


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_five_thousand_odd_lines_are_refused_by_name(game: str, tmp_path: Path) -> None:
    send(tmp_path, game, range(ALL))


@pytest.mark.long
def test_odd_lines_over_and_over_stop_nothing() -> None:
    """`make fuzz-letters` sends more."""
    _, faults = send_all(range(60))
    assert faults == []


def send(folder: Path, game: str, seeds: Sequence[int]) -> None:
    """Lines read one by one, and sent in letters on a real database: as orders, and as a preview, where each is tried."""
    rules, scenario, players = GAMES[game]
    talk = Conversation(folder, scenario=scenario, game=rules, players=players, letters_per_hour=10**6)
    table, seat, sent = talk.table(), next(iter(players)), 0
    words = words_of(table)
    lines = [odd_line(seed, words) for seed in seeds]
    for line in lines:
        with suppress(BadLine):
            understand(table, seat, line)
    for first in range(0, len(lines), LINES_A_LETTER):
        some = "\n".join(lines[first : first + LINES_A_LETTER])
        for text in (some, f"preview\n{some}"):
            talk.write(seat, text)
            sent += 1
            letter = talk.letter(sent)
            assert letter.status == "done", (first, letter.outcome)
            assert "failed" not in letter.outcome, (first, letter.outcome)
    assert talk.game().status in ("playing", "over")
