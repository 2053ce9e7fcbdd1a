"""Odd lines, and lines that sign over and over, through the whole path of a game of three."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from pbem.effort import Effort
from pbem.moderator.intake import moderating
from pbem.moderator.reading import signatures
from pbem.orders.words import lexicon
from tests.games.kingmaker.by_letter import PLAYERS, three, written
from tests.letters.odd_lines import NUMBERS, QUOTES, SPACES, _signs, odd_line, words_of
from tests.moderator.intake.test_work import counted
from tests.support.conversation import Conversation
from tests.support.noting import noting

LINES_A_LETTER = 50
ALL = 5_000
HEADS = (
    *("offer blue: ", "offer all: ", "accept ", "accept offer ", "accept ahead ", "limits ", "refuse ", "counter "),
    *("withdraw ", "standing accept blue: ", "agree to ", "confirm "),
)
CLAUSES = (
    *("peace until round {d}", "until round {d}", "for {d} rounds", "at most {d}", "{d} cards", "ransom {d} for Neville"),
    *("{q}{d}{q}", "1{d}", "-{d}", "round{s}{d}", "if you {q}leave{q}", "no attack until round {d}"),
)


def agreement(seed: int) -> str:
    """A line about agreements with odd digits, quotes and spaces in it."""
    chance = random.Random(seed)  # noqa: S311 - for tests
    signs = {"d": NUMBERS, "q": QUOTES, "s": SPACES}
    clauses = [
        chance.choice(CLAUSES).format(**{name: chance.choice(_signs(kinds)) for name, kinds in signs.items()})
        for _ in range(chance.randint(1, 3))
    ]
    return chance.choice(HEADS) + chance.choice((*_signs(NUMBERS)[:50], "1 ", "")) + "; ".join(clauses)


def send(talk: Conversation, lines: Sequence[str]) -> None:
    for sent, first in enumerate(range(0, len(lines), LINES_A_LETTER), 1):
        talk.write([*PLAYERS][sent % 3], "\n".join(lines[first : first + LINES_A_LETTER]))
        letter = talk.letter(sent)
        assert letter.status == "done", (first, letter.outcome)
        assert "failed" not in letter.outcome, (first, letter.outcome)
    assert talk.game().status == "playing"
    assert not any("offered" in entry.key for entry in talk.table().entries)


@pytest.mark.parametrize("step", [397, pytest.param(1, marks=pytest.mark.long)])
def test_odd_lines_are_refused_by_name(tmp_path: Path, step: int) -> None:
    talk = written(tmp_path, three)
    words = words_of(talk.table())
    send(talk, [line for seed in range(0, ALL, step) for line in (odd_line(seed, words), agreement(seed))])


def test_lines_that_sign_are_looked_at_once_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """500 of them cost 3.8 seconds when each looked at all the others."""
    looked: list[str] = []
    says_doubt = signatures._says_doubt
    monkeypatch.setattr(signatures, "_says_doubt", noting(looked, lambda text: text, says_doubt))
    talk = written(tmp_path, three)
    talk.write("red", "accept offer 1\nMy dear old friend\n" * 200)
    assert 0 < len(looked) <= 3 * 400


def test_names_are_counted_as_work_where_they_are_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of many names, which have many spellings: words of them by chance cost more time than steps."""
    compared: list[object] = []
    fit = lexicon.fit
    monkeypatch.setattr(lexicon, "fit", noting(compared, lambda _, words: words, fit))
    talk = written(tmp_path, three)
    chance, words = random.Random(5), words_of(talk.table())  # noqa: S311 - for tests
    text = "".join(f"{' '.join(chance.choices(words, k=6))}\n" for _ in range(20))
    efforts: list[Effort] = []
    monkeypatch.setattr(moderating, "limited", lambda _most: counted(efforts))
    talk.desk.tables.take(talk.game().id)  # it is loaded again, and knows nothing of its words
    talk.write("red", f"preview\n{text}")
    steps = efforts[-1].spent
    assert len(compared) < 6 * steps
