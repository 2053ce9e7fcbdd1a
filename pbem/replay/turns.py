"""The Events of a game by Turn."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from pbem.engine.event import Event
from pbem.engine.game.atlas import TurnLabel
from pbem.engine.table import Table
from pbem.figures import is_number


def by_turn(table: Table[Any], events: Iterable[Event]) -> tuple[list[tuple[TurnLabel, list[Event]]], list[Event]]:
    """The Events of each Turn, as people count them, and those before the first one."""
    turns, before = list[tuple[TurnLabel, list[Event]]](), list[Event]()
    for event in events:
        stamp = table.rules.reports.stamp(table.state, event)
        if stamp is not None:
            turns.append((stamp, []))
        (turns[-1][1] if turns else before).append(event)
    return turns, before


def wanted_turn(turns: Sequence[TurnLabel], text: str) -> str:
    """What a text names of a Turn: "3", "IIY 3", also of a part that has not been; "" without a number."""
    words = re.findall(r"\w+", text.casefold())
    parts = [_short(label) for label in turns if label.part and _short(label).casefold() in words]
    numbers = [str(int(word)) for word in words if is_number(word)]
    return " ".join([*(parts or _no_part(turns, words))[:1], *numbers[:1]]) if numbers else ""


def _no_part(turns: Sequence[TurnLabel], words: Sequence[str]) -> list[str]:
    """The word before the number, or after it for a part ("War"), that names no part, but begins like one."""
    named = {label.part.split()[0].casefold() for label in turns if label.part}
    initials = {_short(label)[0].casefold() for label in turns if label.part}
    known = {*named, *(label.word.casefold() for label in turns)}
    pairs = [(before, word) for before, word in pairwise(words) if is_number(word) or before in named]
    words_shown = [before if is_number(word) else word for before, word in pairs]
    return [word.upper() for word in words_shown if word[0] in initials and word not in known]


def find_turn(turns: Sequence[TurnLabel], text: str) -> int | None:
    """Where the Turn named by a text begins, or None; without a part, the newest of that number."""
    wanted = wanted_turn(turns, text)
    fitting = [place for place, label in enumerate(turns) if wanted in (label.written, str(label.number))]
    return next(reversed(fitting), None)


def _short(label: TurnLabel) -> str:
    return label.part.rpartition(" ")[2]
