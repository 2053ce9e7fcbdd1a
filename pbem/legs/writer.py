"""A bot at its desk: it types what it means, with slips, and mends a letter by the answer it gets."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pbem.engine.branches import is_case
from pbem.engine.lexicon import plain_words
from pbem.engine.table import Table
from pbem.legs.bot import Bot
from pbem.legs.by_mail import Report
from pbem.legs.kinds import LastLetter
from pbem.legs.slips import Slips
from pbem.render.report import Outcome

NEAREST = re.compile(r"^ +(?:Nearest|or): (.+)$", re.MULTILINE)


class Line(NamedTuple):
    """An order as it is meant, and as it is typed."""

    meant: str
    typed: str

    @property
    def slipped(self) -> bool:
        """Whether the two differ."""
        return self.meant != self.typed


@dataclass(slots=True)
class Writer:
    """A bot at one seat, its pen, and what it remembers of its letters.

    `refused` counts letters of which a line was refused; `shown` how many of the slips refused were answered with the line
    that was meant, among the nearest.
    """

    bot: Bot
    slips: Slips
    last: LastLetter | None = None
    lines: list[Line] = field(default_factory=list)
    to_mend: list[Line] = field(default_factory=list)
    refused: int = 0
    shown: int = 0

    def write(self, table: Table[Any]) -> list[Line]:
        """His next letter: what a slip has kept from being read, mended, or what he decides now.

        Where his last one has changed nothing, he only answers.
        """
        if self.to_mend:
            self.lines, self.to_mend = self.to_mend, []
        else:
            in_vain = self.last is not None and self.last.first == self.last.after
            self.lines = [Line(line, self.slips.type(line)) for line in self.bot.letter(table, plain=in_vain)]
        return self.lines

    def hear(self, report: Report) -> None:
        """Read the answer: whether lines were refused, and which for a slip; these are to be mended.

        The form gives back the lines that came to nothing: he puts right those refused, and sends the others as they were.
        What was refused for another reason he lets go, with the lines behind it for the same stint.
        """
        outcomes = report.outcomes
        refused = {number: self.lines[number - 1] for number, came in outcomes.items() if came is Outcome.REFUSED}
        if not refused:
            return
        assert self.last is not None
        self.refused += 1
        self.last.refused = True
        slips = [line for line in refused.values() if line.slipped]
        self.last.slipped = bool(slips)
        self.shown += sum(shows(report, line.meant) for line in slips)
        given_up = {heading_of(line.meant) for line in refused.values() if not line.slipped}
        back = [(number, self.lines[number - 1]) for number, came in outcomes.items() if came is not Outcome.DONE]
        back = [(number, line) for number, line in back if heading_of(line.meant) not in given_up]
        self.to_mend = [Line(line.meant, line.meant) if number in refused else line for number, line in back if slips]

    def misspelt(self, line: str) -> bool:
        """Whether a line of his that has waited had a slip, its order word written out meanwhile."""
        tail = plain_words(line)[1:]
        return any(tail and plain_words(each.typed)[-len(tail) :] == tail for each in self.lines if each.slipped)


def heading_of(line: str) -> str:
    """What stands before the colon of a line that has one ("": it has none, or it is a branch)."""
    head, colon, _ = line.partition(":")
    return head if colon and not is_case(line) else ""


def shows(report: Report, meant: str) -> bool:
    """Whether the line meant is among the nearest ones that a report names, with its heading or without."""
    words = plain_words(meant)
    found = [plain_words(near) for near in NEAREST.findall(report.text.replace("\r", ""))]
    return any(near and words[-len(near) :] == near for near in found)
