"""A bot at its desk: it types what it means, with slips, and mends a letter by the answer it gets."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pbem.engine.course import stints_of
from pbem.engine.decision import Seat
from pbem.engine.lexicon import plain_words
from pbem.engine.lines import verbs_for
from pbem.engine.reader import STANDING
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

    `refused` counts letters of which a line was refused, `marred` the lines refused for a slip, `shown` those of them that
    were answered with the line meant, among the nearest.
    """

    bot: Bot
    slips: Slips
    last: LastLetter | None = None
    lines: list[Line] = field(default_factory=list)
    to_mend: list[Line] = field(default_factory=list)
    refused: int = 0
    marred: int = 0
    shown: int = 0

    def write(self, table: Table[Any]) -> list[Line]:
        """His next letter: what a slip has kept from being read, mended, or what he decides now.

        Where the lines to mend leave open what he is asked, he writes anew, but for standing orders. Where his last
        letter has changed nothing, he only answers.
        """
        mended, self.to_mend = self.to_mend, []
        seat = self.bot.seat
        if mended and (not table.open_to(seat) or answers_now(table, seat, [line.meant for line in mended])):
            self.lines = mended
        else:
            in_vain = self.last is not None and self.last.first == self.last.after
            standing = [line for line in mended if line.meant.startswith(STANDING)]
            fresh = [Line(line, self.slips.type(line)) for line in self.bot.letter(table, plain=in_vain)]
            self.lines = [*standing, *fresh]
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
        marred = [line for line in refused.values() if line.slipped]
        self.last.slipped = bool(marred)
        self.marred += len(marred)
        self.shown += sum(shows(report, line.meant) for line in marred)
        self.to_mend = self._mended(refused, outcomes) if self.last.slipped else []

    def _mended(self, refused: Mapping[int, Line], outcomes: Mapping[int, Outcome]) -> list[Line]:
        """The lines that have come to nothing, under their headings."""
        headings = headings_of([line.meant for line in self.lines])
        given_up = {headings[number - 1]: number for number, line in refused.items() if not line.slipped}
        found, above = list[Line](), ""
        for number, (line, heading) in enumerate(zip(self.lines, headings, strict=True), 1):
            if outcomes.get(number) is Outcome.DONE or line.meant == heading:
                continue
            if number >= given_up.get(heading, number + 1):
                continue
            if heading != above:
                found.append(Line(heading, heading))
                above = heading
            found.append(line._replace(typed=line.meant) if number in refused else line)
        return found

    def misspelt(self, line: str) -> bool:
        """Whether a line of his that has waited had a slip, its order word written out meanwhile."""
        tail = plain_words(line)[1:]
        return any(tail and plain_words(each.typed)[-len(tail) :] == tail for each in self.lines if each.slipped)


def headings_of(lines: Sequence[str]) -> list[str]:
    """The heading that each line stands under; a heading is a line that ends with a colon ("": there is none)."""
    heading, found = "", []
    for line in lines:
        heading = line if line.endswith(":") else heading
        found.append(heading)
    return found


def answers_now(table: Table[Any], seat: Seat, lines: Sequence[str]) -> bool:
    """Whether one of a letter's lines is for a question that is open to the seat, and not for a stint to come."""
    verbs = {verb for decision in table.open_to(seat) for verb in verbs_for(table, decision)}
    here = {"", *(f"{stint.heading}:" for stint in stints_of(table, seat)[:1])}
    under = zip(headings_of(lines), lines, strict=True)
    return any(heading in here and line.partition(" ")[0] in verbs for heading, line in under)


def shows(report: Report, meant: str) -> bool:
    """Whether the line meant is among the nearest ones that a report names, with its heading or without."""
    words = plain_words(meant)
    found = [plain_words(near) for near in NEAREST.findall(report.text.replace("\r", ""))]
    return any(near and words[-len(near) :] == near for near in found)
