"""The letters that answer questions: a brief one with the answers alone, and the newest report once more."""

from __future__ import annotations

from pbem.mail.address import read_message_id
from pbem.mail.writing import copy_letter
from pbem.moderator.core.context import LetterContext, TableContext
from pbem.moderator.reading.query_words import REPORT
from pbem.moderator.reports.notices import Dispatch, forgiving, hourly_name, keep_raw, message_id_of, name_of, queue_letter
from pbem.moderator.reports.notify import asked_in
from pbem.moderator.reports.occasion import ONLY_SHOWN, Occasion
from pbem.moderator.reports.report_building import build_report, write_whole
from pbem.store.mail import outbox
from pbem.store.tables.mail import OutgoingRow


def answer_questions(context: LetterContext, at_table: TableContext, occasion: Occasion) -> None:
    """Queue a brief letter with the answers to the questions of `occasion`, once for each letter.

    It is no report: what its reader has not been told yet stays news.
    """
    seat, row = context.seat, context.row
    whole = any(result.asks == REPORT for result in occasion.letter.results)
    report = build_report(at_table, seat, occasion, brief=not whole)
    table = at_table.table
    parts = (name_of(context.desk, row, "answers"), table.rules.turn(table.state))
    if not context.is_queued(message_id_of(context, seat.name, *parts)):
        content = write_whole(at_table, report, occasion, forgiving(at_table))
        asked = asked_in(table, report) if whole else None
        dispatch = Dispatch("answers", row.id, asked=asked)
        queue_letter(context, seat, content, parts, dispatch, answered=occasion.letter.message_id)


def send_again(context: LetterContext, at_table: TableContext) -> None:
    """Queue the seat's newest report once more, as it was, or anew where its text is forgotten. Nothing counts as told."""
    desk, game, seat, row = context.desk, context.game, context.seat, context.row
    newest = outbox.newest_mail(context.session, game.id, seat.name, "report")
    kept = read_message_id(desk.secret, newest.message_id) if newest is not None else None
    turn = (kept or ())[3:]
    parts = (name_of(desk, row, "again"), *turn)
    message_id = message_id_of(context, seat.name, *parts)
    if context.is_queued(message_id):
        return
    if newest is None or not newest.raw:
        occasion = Occasion(ONLY_SHOWN)
        report = build_report(at_table, seat, occasion)
        content = write_whole(at_table, report, occasion, forgiving(at_table))
        queue_letter(context, seat, content, parts, Dispatch("report", row.id, asked=asked_in(at_table.table, report)))
    else:
        _copy(context, newest, message_id)


def bring_again(context: LetterContext) -> None:
    """Queue the seat's newest report once more for a player whose letter was for no seat, once an hour by the clock.

    Nothing is queued where its text is forgotten.
    """
    game, seat = context.game, context.seat
    newest = outbox.newest_mail(context.session, game.id, seat.name, "report")
    if newest is None or not newest.raw:
        return
    turn = (read_message_id(context.desk.secret, newest.message_id) or ())[3:]
    message_id = message_id_of(context, seat.name, hourly_name(context.desk, "again"), *turn)
    if not context.is_queued(message_id):
        _copy(context, newest, message_id)


def _copy(context: LetterContext, mail: OutgoingRow, message_id: str) -> None:
    game, seat = context.game, context.seat
    raw = copy_letter(mail.raw, seat.address, message_id, context.desk.now())
    keep_raw(context, message_id, seat.address, raw, Dispatch("report", context.row.id, game.id, seat.name, mail.asked))
