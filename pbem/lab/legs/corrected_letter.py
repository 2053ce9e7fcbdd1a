"""A letter with slips, corrected by the answer it got: what of it must be sent again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import dropwhile, takewhile
from typing import Any, NamedTuple

from pbem.engine.decision import Seat
from pbem.engine.refusal import BadLine
from pbem.engine.table import Table
from pbem.lab.legs.follower import own_segment
from pbem.orders.carry.execute import execute
from pbem.orders.parse.branches import is_case
from pbem.orders.place.segments import Cursor, segments_of
from pbem.orders.words.lines import verbs_for
from pbem.orders.words.vocabulary import STANDING
from pbem.render.report import Outcome


class TypedLine(NamedTuple):
    """An order as it is meant, and as it is typed; `worded` is what the bot's hand should have typed ("": what is meant)."""

    meant: str
    typed: str
    worded: str = ""

    @property
    def misspelt(self) -> bool:
        """Whether it is typed otherwise than it should be."""
        return self.typed != (self.worded or self.meant)

    @property
    def slipped(self) -> bool:
        """Whether the two differ."""
        return self.meant != self.typed


def mended(
    table: Table[Any], seat: Seat, lines: Sequence[TypedLine], outcomes: Mapping[int, Outcome], began: str
) -> list[TypedLine]:
    """The lines of a letter to send again; `began` is the segment that was under way, or next, when it was written.

    For the segment under way these are the lines that came to nothing; for one to come all of its lines, as new ones take
    the place of those that wait. What was refused for another reason than a slip is let go, with the lines after it for the
    same segment; so is what was for a segment that is over.
    """
    typed_lines: list[TypedLine] = []
    for heading, numbers in _blocks(lines).items():
        refused = [number for number in numbers if outcomes.get(number) is Outcome.REFUSED]
        hopeless = next((number for number in refused if not lines[number - 1].slipped), len(lines) + 1)
        left = [number for number in numbers if number < hopeless]
        undone = [number for number in left if outcomes.get(number) is not Outcome.DONE]
        if not undone:
            continue
        again = left if _is_to_come(table, seat, heading) else undone
        block = [TypedLine(line.meant, line.meant) if n in refused else line for n in again for line in (lines[n - 1],)]
        if again is undone:
            block = _without_cases(block) if _is_under_way(table, seat, heading, began) else _standing(block)
        typed_lines += [TypedLine(heading, heading)] * bool(heading and block) + block
    return typed_lines


def is_closed(table: Table[Any], seat: Seat, lines: Sequence[TypedLine], line: TypedLine) -> bool:
    """Whether a line that was refused is refused in the standard form too: the position has closed it, whatever its words.

    `table` is the game as the letter has left it: no line after the refused one was carried out.
    """
    trial = table.fork()
    cursor = Cursor(trial, seat)
    heading = headings_of([each.meant for each in lines])[lines.index(line)]
    try:
        for text in (heading, line.meant) if heading else (line.meant,):
            execute(trial, seat, text, cursor=cursor)
    except BadLine:
        return True
    return False


def _blocks(lines: Sequence[TypedLine]) -> dict[str, list[int]]:
    """The numbers of the lines under each heading, but for the headings themselves."""
    blocks: dict[str, list[int]] = {}
    for number, heading in enumerate(headings_of([line.meant for line in lines]), 1):
        blocks.setdefault(heading, [])
        if lines[number - 1].meant != heading:
            blocks[heading].append(number)
    return blocks


def headings_of(lines: Sequence[str]) -> list[str]:
    """The heading that each line is under; a heading is a line that ends with a colon ("": there is none)."""
    heading, headings = "", []
    for line in lines:
        heading = line if line.endswith(":") else heading
        headings.append(heading)
    return headings


def _is_under_way(table: Table[Any], seat: Seat, heading: str, began: str) -> bool:
    """Whether lines under a heading are for the segment that is asked for now."""
    now = next(iter(segments_of(table, seat)), None)
    if now is None:
        return heading == ""
    return now.name == began if heading == "" else f"{now.heading}:" == heading and _asks(table, seat)


def _is_to_come(table: Table[Any], seat: Seat, heading: str) -> bool:
    """Whether a heading names a segment that is still to begin."""
    segments = segments_of(table, seat)[1 if _asks(table, seat) else 0 :]
    return heading in [f"{segment.heading}:" for segment in segments]


def _asks(table: Table[Any], seat: Seat) -> bool:
    """Whether the first of the seat's segments is under way."""
    return any(own_segment(table, decision) for decision in table.open_to(seat))


def _without_cases(block: Sequence[TypedLine]) -> list[TypedLine]:
    """Without the branches in front, behind standing orders at most: their order has been carried out."""
    orders = [line for line in block if not line.meant.startswith(STANDING)]
    return [*_standing(block), *dropwhile(lambda line: is_case(line.meant), orders)]


def _standing(block: Sequence[TypedLine]) -> list[TypedLine]:
    return [line for line in block if line.meant.startswith(STANDING)]


def answers_now(table: Table[Any], seat: Seat, lines: Sequence[str]) -> bool:
    """Whether one of a letter's lines is for a question that is open to the seat, and not for a segment to come: those
    after the heading of one are.
    """
    verbs = {verb for decision in table.open_to(seat) for verb in verbs_for(table, decision)}
    here = {"", *(f"{segment.heading}:" for segment in segments_of(table, seat)[:1])}
    under = takewhile(lambda each: each[0] in here, zip(headings_of(lines), lines, strict=True))
    return any(line.partition(" ")[0] in verbs for _, line in under)
