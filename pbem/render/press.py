"""Messages between players, as their readers see them: each line behind a bar, which no order and no heading begins with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.engine.decision import Seat
from pbem.render.content import Content
from pbem.render.templates.page import COMMON, Page


@dataclass(frozen=True, slots=True)
class PressMessage:
    """A message: whose it is and whom it is for, in words, its lines, and the words with which an answer begins."""

    whose: str
    whom: str
    lines: tuple[str, ...]
    answer: str


def write_messages(page: Page, game: str, seat: Seat, messages: Sequence[PressMessage]) -> Content:
    """A mail with nothing but messages."""

    def write(sure: Page) -> Content:
        facts = {"game": game, "seat": seat, "messages": messages}
        parts = ("message_subject.txt", "message.txt", "message.html")
        subject, text, html = (sure.fill(f"{COMMON}/{part}.j2", **facts) for part in parts)
        return Content(" ".join(subject.split()), text, html)

    return page.surely(write)
