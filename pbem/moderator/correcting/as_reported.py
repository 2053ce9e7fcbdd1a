"""Positions compared by what the reports showed of them, where the rules no longer lead to the one that was."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher

from pbem.engine.decision import Seat
from pbem.moderator.desk.context import GameContext
from pbem.moderator.reports.past import content_of
from pbem.store import lobby, post

HEADING = "== {} =="
POSITION = "The position"

Shown = Mapping[Seat, tuple[str, ...]]
"""The lines by which the newest report of each seat shows the position, each with the heading above it."""


def shown_now(context: GameContext) -> Shown:
    """What the newest report of each seat shows, as far as its text is kept."""
    found: dict[Seat, tuple[str, ...]] = {}
    for row in lobby.seats(context.session, context.game.id):
        reports = post.mails_to(context.session, context.game.id, row.name, "report")
        heading = HEADING.format(context.page_for(row.name).words.gettext(POSITION))
        texts = (content_of(mail.raw).text for mail in reports if mail.raw)
        if (text := next((text for text in texts if heading in text), None)) is not None:
            found[row.name] = tuple(_lines(text, heading))
    return found


def compare_shown(before: Shown, after: Shown) -> list[str]:
    """What reports show otherwise, a line each: "- York's report: ..." no longer, "+ York's report: ..." now."""
    told: list[str] = []
    for seat in before:
        old, new = before[seat], after.get(seat, ())
        for kind, first, last, begin, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
            if kind != "equal":
                told += [f"- {seat}'s report: {line}" for line in old[first:last]]
                told += [f"+ {seat}'s report: {line}" for line in new[begin:end]]
    return told


def _lines(text: str, heading: str) -> Iterator[str]:
    """The lines of the position, those that are indented with the line above them that is not."""
    above = ""
    for line in text.partition(heading)[2].strip().splitlines():
        if line.startswith("=="):
            return
        if line.startswith(" ") and above:
            yield f"{above}: {line.strip()}"
        elif line.strip():
            above = line.strip()
            yield above
