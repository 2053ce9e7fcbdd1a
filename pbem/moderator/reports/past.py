"""What a reader was told of a Turn, or would have been told: the reports of games as they once stood."""

from __future__ import annotations

import re
from dataclasses import replace
from email import message_from_bytes, policy
from email.message import EmailMessage, MIMEPart

from pbem.engine.decision import Seat
from pbem.mail.address import read_message_id
from pbem.moderator.desk.context import GameContext, TableContext
from pbem.moderator.desk.tables import load_table
from pbem.moderator.reports.final import with_final
from pbem.moderator.reports.notify import Occasion, build_report, with_map
from pbem.moderator.reports.observers import write_public_report
from pbem.render.content import Content, Shown
from pbem.render.report import write_report
from pbem.store import lobby, post
from pbem.store.errors import NotFound
from pbem.store.tables import SeatRow

OBSERVER, MODERATOR = "observer", "moderator"
"""Readers who are no seat: one is told what everybody may know, the other everything."""


def report_of(context: GameContext, reader: Seat, turn: int | None = None) -> Content:
    """What a seat, or "observer", would be mailed now; of a `turn` the last report that was mailed in it, if its text is
    kept, or the one that would have been mailed at its end. Raises NotFound, Diverged.
    """
    if reader == OBSERVER:
        return _public(context, turn)
    row = lobby.seat(context.session, context.game.id, reader)
    if turn is not None and (mailed := _mailed(context, row, turn)) is not None:
        return mailed
    at_table, began = table_at(context, turn)
    told = row.told if turn is None else began - 1
    then = SeatRow(**row.model_dump() | {"told": told})
    report = build_report(at_table, then, Occasion("preview"))
    if turn is not None:  # not today's deadlines
        report = replace(report, due="", late="", until={})
    report = with_final(at_table, report)
    return write_report(context.page_for(row.name), with_map(at_table, report))


def _public(context: GameContext, turn: int | None) -> Content:
    at_table, began = table_at(context, turn)
    return write_public_report(at_table, None if turn is None else began - 1)


def table_at(context: GameContext, turn: int | None) -> tuple[TableContext, int]:
    """The game at the end of a Turn (None: now), and the entry with which that Turn began. Raises NotFound, Diverged."""
    table = load_table(context)
    begins = [
        (stamp.number, news.number)
        for news in table.news
        if (stamp := table.rules.reports.stamp(table.state, news.event)) is not None
    ]
    if turn is None:
        return context.at(table), begins[-1][1] if begins else 0
    if turn not in dict(begins):
        there = f"Turns {begins[0][0]} to {begins[-1][0]}" if begins else "no Turns yet"
        raise NotFound(f"{context.game.name} has no Turn {turn}; it has {there}")
    began = dict(begins)[turn]
    after = next((number for other, number in begins if other > turn), None)
    return context.at(table if after is None else load_table(context, until=after)), began


def _mailed(context: GameContext, row: SeatRow, turn: int) -> Content | None:
    """The last report of a Turn as it was mailed; None where there was none, or its text is kept no more."""
    for mail in post.mails_to(context.session, context.game.id, row.name, "report"):
        parts = read_message_id(context.desk.secret, mail.message_id) or ()
        if mail.raw and len(parts) > 3 and re.fullmatch(rf"turn {turn}\b.*", parts[3]):
            return content_of(mail.raw)
    return None


def content_of(raw: bytes) -> Content:
    """What one of our own mails says."""
    mail = message_from_bytes(raw, policy=policy.default)
    assert isinstance(mail, EmailMessage)
    text, html = (mail.get_body((kind,)) for kind in ("plain", "html"))
    shown = [part for part in mail.walk() if isinstance(part, EmailMessage) and part.get_content_maintype() == "image"]
    pictures = tuple(Shown(str(part.get_filename()), part.get_content(), alt="") for part in shown)
    return Content(str(mail["Subject"]), _words(text), _words(html), pictures)


def _words(part: MIMEPart | None) -> str:
    return "" if part is None else str(part.get_content())
