"""Lines of a letter that the game master writes or puts in which are read as no orders: each is told by name."""

from __future__ import annotations

from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.table import Table
from pbem.moderator.letters.reading import Read
from pbem.moderator.lines.kinds import sort_orders
from pbem.moderator.lines.play import carry_out_lines
from pbem.orders.words.lines import example_lines

SUBJECT = "subject"
"""Where a letter without lines is read: what stands there is ours."""
NEAREST = 3
"""So many lines are named that would do."""


def unread_lines(table: Table[Any], seat: Seat, read: Read, *, is_mail: bool) -> tuple[str, ...]:
    """What is left out of a letter, with the nearest lines that would do, or some that answer what is asked: of a whole
    mail what its writer may have meant, else every line. `table` is as it was before the letter, and stays so.
    """
    lines = read.worth_telling if is_mail else read.left_out if read.source != SUBJECT else ()
    return tuple(f'"{line.text}" is {line.why}{_nearest(table, seat, line.text)}' for line in lines if _says(line.text))


def _says(text: str) -> bool:
    return any(map(str.isalnum, text))


def _nearest(table: Table[Any], seat: Seat, text: str) -> str:
    trial = table.fork()
    results = carry_out_lines(trial, seat, sort_orders(trial, seat, [(1, text)]))
    near = dict.fromkeys(near for result in results for near in result.nearest)
    near = near or dict.fromkeys(line for asked in table.open_to(seat) for line in example_lines(table, asked, NEAREST))
    return f" (nearest: {'; '.join([*near][:NEAREST])})" if near else ""
