"""What a game answers to letters."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tests.begun.program import Game


def answers(file: Path, document: dict[str, Any], letters: Iterable[tuple[str, str]]) -> list[dict[str, Any]]:
    """Of each letter, the mails it caused and the entries that it has added to the log, of a game taken in anew."""
    game = Game(file)
    game.take_in(document)
    told, known = [], len(game.table().entries)
    for seat, text in letters:
        game.write(seat, text)
        entries = [[e.kind, e.seat, e.key, e.subject, e.answer, e.turn, e.note, e.after] for e in game.table().entries]
        told.append({"mails": game.new_mails(), "entries": entries[known:]})
        known = len(entries)
    return told
