"""Reports and maps of a game at an earlier Turn: what a reader was told then, or would have been told."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from email import message_from_bytes, policy
from email.message import EmailMessage, MIMEPart
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.game.atlas import TurnLabel
from pbem.engine.game.picture import Picture
from pbem.engine.table import Table
from pbem.mail.address import read_message_id
from pbem.moderator.core.context import GameContext, TableContext
from pbem.moderator.core.games import load_table
from pbem.moderator.reports.occasion import ONLY_SHOWN, Occasion
from pbem.moderator.reports.public_report import write_public_report
from pbem.moderator.reports.report_building import build_report, write_whole
from pbem.moderator.reports.report_parts import picture_for
from pbem.render.content import Content, MailPicture
from pbem.render.final_words import FinalWords
from pbem.render.picture.draw import draw, draw_svg
from pbem.render.report import ClockPart
from pbem.replay.turns import find_turn
from pbem.store.errors import NotFound
from pbem.store.games import lobby
from pbem.store.mail import outbox
from pbem.store.tables.games import SeatRow

OBSERVER, MODERATOR = "observer", "moderator"
"""Readers without a seat: an observer sees what everybody may know, the game master everything."""


def report_of(context: GameContext, reader: Seat, turn: str | None = None) -> Content:
    """What a seat, or "observer", would be mailed now; of a `turn` ("3", "IIY 3") the last report that was mailed in it, if
    its text is kept, or the one that would have been mailed at its end. Raises NotFound, Diverged.
    """
    if reader == OBSERVER:
        return _public(context, turn)
    row = lobby.seat(context.session, context.game.id, reader)
    if turn is not None and (mailed := _mailed(context, row, _label(context, turn))) is not None:
        return mailed
    at_table, began = table_at(context, turn)
    last_entry = row.told if turn is None else began - 1
    then = SeatRow(**row.model_dump() | {"told": last_entry})
    occasion = Occasion(ONLY_SHOWN)
    report = build_report(at_table, then, occasion)
    if turn is not None:  # not today's deadlines
        report = replace(report, clock=ClockPart(waiting_for=report.clock.waiting_for))
    return write_whole(at_table, report, occasion)


def _public(context: GameContext, turn: str | None) -> Content:
    at_table, began = table_at(context, turn)
    return write_public_report(at_table, None if turn is None else began - 1)


def table_at(context: GameContext, turn: str | None) -> tuple[TableContext, int]:
    """The game at the end of a Turn (None: now), and the entry with which that Turn began. Raises NotFound, Diverged."""
    table = load_table(context)
    begins = _begins(table)
    if turn is None:
        return context.at(table), begins[-1][1] if begins else 0
    place = _place_of(context, begins, turn)
    after = begins[place + 1][1] if place + 1 < len(begins) else None
    return context.at(table if after is None else load_table(context, until=after)), begins[place][1]


def _begins(table: Table[Any]) -> list[tuple[TurnLabel, int]]:
    """The Turns of a game, each with the entry with which it began."""
    stamps = ((table.rules.reports.stamp(table.state, news.event), news.number) for news in table.news)
    return [(stamp, number) for stamp, number in stamps if stamp is not None]


def _place_of(context: GameContext, begins: Sequence[tuple[TurnLabel, int]], turn: str) -> int:
    labels = [label for label, _ in begins]
    place = find_turn(labels, turn)
    if place is None:
        page = context.desk.page
        there = page.surely(lambda sure: FinalWords(sure, context.game.rules)).spans(labels) or "none yet"
        raise NotFound(f"{context.game.name} has no Turn {turn}; it has {there}")
    return place


def _label(context: GameContext, turn: str) -> TurnLabel:
    begins = _begins(load_table(context))
    return begins[_place_of(context, begins, turn)][0]


def _mailed(context: GameContext, row: SeatRow, turn: TurnLabel) -> Content | None:
    """The last report of a Turn as it was mailed; None where there was none, or its text is kept no more."""
    named = ", ".join(filter(None, (turn.part, f"turn {turn.number}")))
    for mail in outbox.mails_to(context.session, context.game.id, row.name, "report"):
        parts = read_message_id(context.desk.secret, mail.message_id) or ()
        if mail.raw and len(parts) > 3 and re.fullmatch(rf"{re.escape(named)}\b.*", parts[3]):
            return content_of(mail.raw)
    return None


def content_of(raw: bytes) -> Content:
    """What one of our own mails says."""
    mail = message_from_bytes(raw, policy=policy.default)
    assert isinstance(mail, EmailMessage)
    text, html = (mail.get_body((kind,)) for kind in ("plain", "html"))
    shown = [part for part in mail.walk() if isinstance(part, EmailMessage) and part.get_content_maintype() == "image"]
    pictures = tuple(MailPicture(str(part.get_filename()), part.get_content(), alt="") for part in shown)
    return Content(str(mail["Subject"]), _words(text), _words(html), pictures)


def _words(part: MIMEPart | None) -> str:
    return "" if part is None else str(part.get_content())


# A map as a file


def _as_svg(picture: Picture) -> bytes:
    return draw_svg(picture).encode()


FORMS: Mapping[str, Callable[[Picture], bytes]] = {".png": draw, ".svg": _as_svg}
"""Writes a map as a file, by the ending of its name."""


def map_file(context: GameContext, reader: Seat, turn: str | None, form: str) -> bytes:
    """The map as a seat, an "observer" or the "moderator" (who sees all) may see it, at the end of a Turn or (None) now.

    `form` is one of FORMS. Raises NotFound, Diverged.
    """
    if reader not in (OBSERVER, MODERATOR):
        lobby.seat(context.session, context.game.id, reader)
    table = table_at(context, turn)[0].table
    picture = whole_picture(table) if reader == MODERATOR else picture_for(table, "" if reader == OBSERVER else reader)
    if picture is None:
        raise NotFound(f"{context.game.name} has no map: {table.rules.scenarios[context.game.scenario]!s}")
    return FORMS[form](picture)


def whole_picture(table: Table[Any]) -> Picture | None:
    """The board with nothing hidden: each piece as its own side sees it, all that has moved."""
    all_events = [news.event for news in table.news]
    pictures = {seat: table.rules.reports.picture(table.state, seat, all_events) for seat in table.seats}
    first = next(iter(pictures.values()))
    if first is None:
        return None
    pieces = [(seat, piece) for seat, picture in pictures.items() if picture for piece in picture.pieces]
    own_pieces = {piece.id: piece for seat, piece in pieces if piece.side == seat}
    return replace(first, pieces=tuple(own_pieces[piece.id] for piece in first.pieces))
