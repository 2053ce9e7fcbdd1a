"""The letters that answer questions: a brief one with the answers alone, and the newest report once more."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sqlmodel import Session

from pbem.engine.table import Table
from pbem.mail.address import new_message_id, read_message_id
from pbem.mail.writing import copy_letter
from pbem.moderator.desk.desk import Desk
from pbem.moderator.desk.identify import Writer
from pbem.moderator.lines.asking import REPORT
from pbem.moderator.reports.final import with_final
from pbem.moderator.reports.notices import keep_raw, name_of, queue_letter
from pbem.moderator.reports.notify import Occasion, build_report, render_for, with_map
from pbem.render.report import write_report
from pbem.store import post
from pbem.store.tables import LetterRow


def answer_questions(
    session: Session, desk: Desk, writer: Writer, table: Table[Any], row: LetterRow, occasion: Occasion
) -> None:
    """Queue a brief letter with the answers to the questions of `occasion`, once for each letter.

    It is no report: what its reader has not been told yet stays news.
    """
    game, seat = writer.game, writer.seat
    whole = any(result.asks == REPORT for result in occasion.results)
    report = replace(build_report(session, desk, game, table, seat, occasion), brief=not whole)
    parts = (name_of(desk, row, "answers"), report.turn)
    if post.outgoing_by_message_id(session, new_message_id(desk.secret, desk.host, game.name, seat.name, *parts)) is None:
        report = with_final(session, desk, game, table, report)
        content = write_report(desk.page_for(game, seat.name), with_map(desk, table, report))
        queue_letter(session, desk, game, seat, content, parts, occasion.message_id, row.id, "answers")


def send_again(session: Session, desk: Desk, writer: Writer, table: Table[Any], row: LetterRow) -> None:
    """Queue the seat's newest report once more, as it was, or anew where its text is forgotten. Nothing counts as told."""
    game, seat = writer.game, writer.seat
    newest = post.newest_mail(session, game.id, seat.name, "report")
    kept = read_message_id(desk.secret, newest.message_id) if newest is not None else None
    turn = (kept or ())[3:]
    parts = (name_of(desk, row, "again"), *turn)
    message_id = new_message_id(desk.secret, desk.host, game.name, seat.name, *parts)
    if post.outgoing_by_message_id(session, message_id) is not None:
        return
    if newest is None or not newest.raw:
        content = render_for(session, desk, game, table, seat)
        queue_letter(session, desk, game, seat, content, parts, "", row.id)
    else:
        raw = copy_letter(newest.raw, seat.address, message_id, desk.now())
        about = {"game_id": game.id, "seat": seat.name, "letter_id": row.id, "asked": newest.asked}
        keep_raw(session, desk, message_id, seat.address, raw, "report", **about)
