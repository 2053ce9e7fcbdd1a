"""A bot at its desk: it types what it means, with slips, and mends a letter by the answer it gets."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from pbem.engine.table import Table
from pbem.lab.legs.bot import Bot
from pbem.lab.legs.by_mail import MailedReport
from pbem.lab.legs.corrected_letter import TypedLine, answers_now, is_closed, mended
from pbem.lab.legs.kinds import LastLetter
from pbem.lab.legs.slips import SlipTyper
from pbem.lab.legs.wording import LegsWording, Style
from pbem.moderator.reading.letter_words import MENDING
from pbem.orders.place.segments import segments_of
from pbem.orders.words.lexicon import plain_words, telling
from pbem.orders.words.vocabulary import STANDING
from pbem.render.report import Outcome

NEAREST = re.compile(r"^ +(?:Nearest|or): (.+)$", re.MULTILINE)


@dataclass(slots=True)
class LegsWriter:
    """A bot at one seat, its pen, and what it remembers of its letters.

    `began` is the segment that was under way, or next, when they wrote. `refused` counts letters of which a line was
    refused, `marred` the lines refused for a slip, `shown` those of them that were answered with the line meant, among the
    nearest.
    """

    bot: Bot
    slips: SlipTyper
    asks_to_mend: bool = False
    style: Style = Style.STANDARD
    last: LastLetter | None = None
    lines: list[TypedLine] = field(default_factory=list)
    to_mend: list[TypedLine] = field(default_factory=list)
    began: str = ""
    refused: int = 0
    marred: int = 0
    shown: int = 0

    def write(self, table: Table[Any]) -> list[TypedLine]:
        """Their next letter: what a slip has kept from being read, mended, or what they decide now.

        Where the lines to mend leave open what they are asked, they write again, but for standing orders. Where their last
        letter has changed nothing, they only answer.
        """
        again, self.to_mend = self.to_mend, []
        seat = self.bot.seat
        self.began = next((segment.name for segment in segments_of(table, seat)), "")
        if again and (not table.open_to(seat) or answers_now(table, seat, [line.meant for line in again])):
            self.lines = again
        else:
            in_vain = self.last is not None and self.last.first == self.last.after
            standing = [line for line in again if line.meant.startswith(STANDING)]
            wording = LegsWording(table, seat, self.style, self.slips.rng)
            meant = [(line, wording.word(line)) for line in self.bot.letter(table, plain=in_vain)]
            fresh = [TypedLine(line, self.slips.type(worded), worded) for line, worded in meant]
            self.lines = [*standing, *fresh]
        return self.lines

    def postscript(self) -> list[str]:
        """The last line of each letter of theirs, if they ask for their slips to be mended; typed like the others."""
        return [self.slips.type(MENDING)] if self.asks_to_mend else []

    def hear(self, report: MailedReport, table: Table[Any]) -> None:
        """Read the answer: whether lines were refused, and which for a slip; these must be corrected.

        A line that was mended to what was meant has no slip any more.
        """
        outcomes, read = report.outcomes, report.mended
        self.lines = [
            TypedLine(line.meant, line.meant) if said(read.get(number, line.typed)) == said(line.meant) else line
            for number, line in enumerate(self.lines, 1)
        ]
        came_to = list(zip(self.lines, map(outcomes.get, range(1, len(self.lines) + 1)), strict=True))
        refused = [line for line, came in came_to if came is Outcome.REFUSED]
        if not refused:
            return
        assert self.last is not None
        self.refused += 1
        self.last.refused = True
        slipped = [line for line in refused if line.slipped]
        marred = [line for line in slipped if line.misspelt or not is_closed(table, self.bot.seat, self.lines, line)]
        self.marred += len(marred)
        self.shown += sum(shows(report, line.meant) for line in marred)
        self.to_mend = mended(table, self.bot.seat, self.lines, outcomes, self.began) if marred else []
        self.last.slipped = bool(self.to_mend)

    def misspelt(self, line: str) -> bool:
        """Whether a line of theirs that has waited had a slip, its order word written out meanwhile."""
        tail = plain_words(line)[1:]
        return any(tail and plain_words(each.typed)[-len(tail) :] == tail for each in self.lines if each.misspelt)


def said(line: str) -> tuple[str, ...]:
    """What a line says, without small words and without whom it names first."""
    actor, _, rest = line.rpartition(": ")
    return telling(plain_words(line if len(actor.split()) > 1 else rest))


def shows(report: MailedReport, meant: str) -> bool:
    """Whether the line meant is among the nearest ones that a report names, with its heading or without."""
    words = plain_words(meant)
    nearest = [plain_words(near) for near in NEAREST.findall(report.text.replace("\r", ""))]
    return any(near and words[-len(near) :] == near for near in nearest)
