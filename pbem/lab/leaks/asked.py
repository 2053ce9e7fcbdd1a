"""Who is asked what in a world, and what a seat has kept there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.dice import Fate
from pbem.engine.log.entry import NOT_ANSWERS, Entry
from pbem.engine.table import Table
from pbem.orders.parse.branches import is_case


def kept_by(table: Table[Any], seat: Seat) -> Iterator[tuple[str, str]]:
    """What a seat's orders have left for later, each with its kind: standing orders, lines that wait, branches, drafts."""
    yield from ((str(order), "standing orders") for order in table.book.of(seat))
    yield from (
        (str(line), "branches" if is_branch(line.text) else "lines that wait") for line in table.waiting.get(seat, [])
    )
    yield from ((str(about), "answers begun") for about in table.drafts.items() if about[0][0] == seat)


def is_branch(line: str) -> bool:
    """Whether a line that waits is a case, has one behind it, or is repeated until something."""
    return is_case(line) or " else " in line or " until " in line


def who_is_asked(table: Table[Any]) -> set[Seat]:
    return {decision.seat for decision in table.open()}


def keys_for(table: Table[Any], seat: Seat) -> set[str]:
    """What a seat is asked."""
    return {decision.key for decision in table.open_to(seat)}


def questions_of(table: Table[Any]) -> list[tuple[str, str]]:
    """Who is asked what."""
    return [(decision.seat, decision.key) for decision in table.open()]


def answers_among(entries: Sequence[Entry]) -> list[Entry]:
    return [entry for entry in entries if entry.kind not in NOT_ANSWERS]


def commitment_of(table: Table[Any]) -> str:
    """The hash of the key to a game's dice."""
    return fate_of(table).commitment


def fate_of(table: Table[Any]) -> Fate:
    assert isinstance(table.chance, Fate)
    return table.chance
