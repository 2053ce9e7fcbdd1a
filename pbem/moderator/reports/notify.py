"""Decides who is told what has happened: reports, notices to those who get none, and the outbox they wait in.

A letter that only asks is answered with the answers alone, or with the newest report once more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from pbem.engine.agreements.dealing import BY_ONE, CAN_WAIT
from pbem.engine.agreements.offers import DEAL, is_done
from pbem.engine.decision import Json, Seat
from pbem.engine.event import Event
from pbem.engine.log.entry import EntryKind
from pbem.engine.log.waiting import BRANCH_TAKEN, WAITING_STOPPED
from pbem.engine.played_log import ORDER_FAILED, TOLD_TO_OWNER, Diverged
from pbem.engine.table import Table
from pbem.mail.address import read_message_id
from pbem.mail.writing import copy_letter
from pbem.moderator.core.context import GameContext, LetterContext, TableContext
from pbem.moderator.core.games import load_table
from pbem.moderator.deadlines.clock import Clock
from pbem.moderator.deadlines.time_sentences import moved_lines, news_for, topic_of
from pbem.moderator.reading.letter_lines import TOLD, open_questions
from pbem.moderator.reading.letter_words import EVERY_ROUND, EVERY_TURN, TWO, news_chosen
from pbem.moderator.reading.query_words import (
    REPORT,
)
from pbem.moderator.reading.report_questions import CODES, shown_codes
from pbem.moderator.reports.notices import (
    Dispatch,
    MasterMail,
    calendar_for,
    forgiving,
    keep_raw,
    message_id_of,
    name_of,
    name_of_repetition,
    queue_letter,
    queue_message,
    tell_gamemaster,
    time_notice,
)
from pbem.moderator.reports.occasion import ONLY_SHOWN, Occasion
from pbem.moderator.reports.public_report import last_number, tell_observers
from pbem.moderator.reports.report_building import (
    AGREEMENTS,
    NEWS,
    POSITION,
    TOLD_OF_MENDING,
    build_report,
    is_told_enough,
    knows_of_mending,
    shown_position,
    tells_of_mending,
    write_whole,
)
from pbem.moderator.talk.deal_sentences import deal_news, new_agreements
from pbem.moderator.talk.messages import (
    Messages,
    comes_at_once,
    fresh_for,
    keep,
    mark_told,
    question_ids,
    said_to,
    terms_of,
    told_enough,
    waiting_for,
)
from pbem.orders.words.lexicon import Lexicon
from pbem.render.report import Report
from pbem.store.games import lobby, press
from pbem.store.mail import outbox
from pbem.store.tables.games import SeatRow
from pbem.store.tables.mail import MessageRow, OutgoingRow

ORDERS_FAILED = frozenset({TOLD_TO_OWNER[EntryKind.FORCED], ORDER_FAILED, WAITING_STOPPED})
OWN_ORDERS = ORDERS_FAILED | {*TOLD_TO_OWNER.values(), BRANCH_TAKEN}
"""Events that say what became of a player's own orders, including those that were not carried out."""


def tell_all(context: TableContext, occasion: Occasion) -> list[Seat]:
    """Queue a report for the letter's sender and for every other seat with something to do or to learn; gives these seats.

    A seat without a report gets a notice if another takes more time or goes away. Observers get theirs at the end of a Turn,
    and a mail of its own about what is taken back.
    """
    table, reported = context.table, list[Seat]()
    for seat in lobby.seats(context.session, context.game.id):
        if seat.acting_turn and (table.over or turn_of(table) != seat.acting_turn):
            seat_is_back(context, seat, "" if table.over else occasion.id)
        if occasion.answers(seat.name) or occasion.for_everybody or is_due(table, seat, news_chosen(context, seat.name)):
            mail_report(context, seat, occasion)
            reported.append(seat.name)
        elif occasion.began:
            clock = context.clock.speaking(context.page_for(seat.name).words)
            news, moved = (
                news_of_others(clock, table, seat.name, occasion.began),
                moved_lines(clock, table, seat.name, occasion.began),
            )
            if moved:  # a changed deadline is never held back
                time_notice(
                    context, seat, NEWS, occasion.id, table=table, topic=topic_of(news or moved), lines=[*news, *moved]
                )
            elif news:
                tell_news(context, seat, occasion.id, news)
            if news := agreement_news(context, seat.name, occasion.began):
                tell_news(context, seat, occasion.id, news, AGREEMENTS)
    if not occasion.is_change:
        tell_observers(context, occasion.id, occasion.letter.id)
    return reported


def tell_news(context: TableContext, seat: SeatRow, occasion: str, news: Sequence[str], kind: str = NEWS) -> None:
    """Tell a seat in a notice what others have said about time, asked and answered, or (kind AGREEMENTS) what has become of
    offers that concern it. MAX_NEWS limits these a day for each other player, because somebody who offers a draw and
    withdraws it again and again would fill a mailbox. The rest comes with the next report.
    """
    if not is_told_enough(context, seat, kind):
        time_notice(context, seat, kind, occasion, topic=topic_of(news), lines=news)


def agreement_news(context: TableContext, seat: Seat, first: int) -> tuple[str, ...]:
    """The news in the entries from number `first` on about offers that concern a seat. An offer whose time is over can wait
    for the next report.
    """
    table, page = context.table, context.page_for(seat)
    fresh = [news.event for news in table.news if news.number >= first and news.event.visible_to(seat)]
    deal_events = [event for event in fresh if event.rule == DEAL and event.name not in CAN_WAIT]
    deal_events = [event for event in deal_events if event.name not in BY_ONE or event.data["seat"] != seat]
    names = Lexicon(partial(table.rules.names, table.state)).name
    lines = page.tell(table.rules.name, deal_events, names) if deal_events else ()
    return (*lines, *new_agreements(context.clock.speaking(page.words), table, seat, first))


def seat_is_back(context: GameContext, seat: SeatRow, occasion: str) -> None:
    """Give a seat back to its player, after the game master has acted for them, and tell all players, with this `occasion`
    ("": the game is over, and nobody is told).
    """
    player, seat.address = seat.kept_player, seat.kept_address  # what is written from now on goes to them
    context.writes.do(partial(lobby.seat_is_back, context.session, seat))
    for each in lobby.seats(context.session, context.game.id) if occasion else ():
        time_notice(context, each, "acted", occasion, whose=seat.name, player=player)


def turn_of(table: Table[Any]) -> str:
    """The Turn without its phase: it shows when somebody has acted for a player long enough."""
    return table.rules.turn(table.state).partition(",")[0]


def news_of_others(clock: Clock, table: Table[Any], seat: Seat, first: int) -> tuple[str, ...]:
    """What others have said about time, and have asked and answered, since entry `first`."""
    return (*deal_news(clock, table, seat, first), *news_for(clock, table, seat, first))


def is_due(table: Table[Any], seat: SeatRow, news: str) -> bool:
    """Whether a seat gets a report: it has been asked something since the last one, an act of others concerns it, or
    something has happened that its player wants to hear at once (`news`, one of CHOICES). Everything else waits for its next
    report.

    It depends on nothing that the seat may not see, so the time of a mail reveals no more than its text.
    """
    if table.open_to(seat.name) and table.asked_at > seat.told:
        return True
    if _was_acted_on(table, seat):
        return True
    fresh = [each.event for each in table.news if each.number > seat.told and each.event.visible_to(seat.name)]
    if table.over or not fresh:
        return bool(fresh)
    if news == EVERY_TURN and _turn_passed(table, seat):
        return True
    if len(table.seats) > TWO and any(_concerns(table, seat.name, event) for event in _not_agreed(table, seat)):
        return True
    return news == EVERY_ROUND and any(table.rules.reports.ends_round(table.state, event) for event in fresh)


def _not_agreed(table: Table[Any], seat: SeatRow) -> list[Event]:
    """The Events since a seat's last report that do not come from agreements: the parties of an agreement get a notice, the
    others no mail of its own.
    """
    agreed = {entry.number for entry in table.entries if entry.number > seat.told and is_done(entry)}
    fresh = (each for each in table.news if each.number > seat.told and each.number not in agreed)
    return [each.event for each in fresh if each.event.visible_to(seat.name) and each.event.rule != DEAL]


def _turn_passed(table: Table[Any], seat: SeatRow) -> bool:
    """Whether the turn has changed since a seat's last report. With two players the events of a turn wait for its end: else
    somebody who answers Hit by Hit would fill the other's mailbox.
    """
    turn_told = next((entry.turn for entry in table.entries if entry.number > seat.told), "")
    return turn_told != table.rules.turn(table.state)


def _concerns(table: Table[Any], seat: Seat, event: Event) -> bool:
    """Whether a seat is told of an Event at once. Answers by its own orders can wait, unless these have failed."""
    if event.name in OWN_ORDERS and event.seen_by is not None:
        return event.name in ORDERS_FAILED
    return table.rules.reports.concerns(table.state, seat, event)


def _was_acted_on(table: Table[Any], seat: SeatRow) -> bool:
    """Whether others have acted unasked since a seat's last report, so that it alone is told, or its question is at another
    position now. The time of a mail must not reveal an agreement between others.
    """
    acts = [entry for entry in table.entries if entry.kind is EntryKind.ACT and entry.number > seat.told]
    agreed = {entry.number for entry in acts if is_done(entry)}
    new = {entry.number for entry in acts if entry.number in agreed or entry.seat != seat.name}
    seen = [news for news in table.news if news.number in new and news.event.visible_to(seat.name)]
    deal_entries = {news.number for news in seen if news.event.rule == DEAL}
    events = [news.event for news in seen if news.number in deal_entries or news.number not in agreed]
    return bool(events and table.open_to(seat.name)) or any(event.seen_by is not None for event in events)


def mail_report(context: TableContext, seat: SeatRow, occasion: Occasion) -> None:
    """Queue one seat's report, and note what it has been told."""
    is_answer = occasion.answers(seat.name)
    table, spare = context.table, forgiving(context)
    messages, keys = waiting_for(context, seat.name, fresh_for(occasion.letter.messages, seat.name))
    report = build_report(context, seat, occasion, messages)
    content = write_whole(context, report, occasion, spare)
    mark_told(context, seat.name, keys)
    answered = occasion.letter.message_id if is_answer else ""
    # The turn distinguishes a late answer from one to the newest report.
    parts = (occasion.id,) if occasion.opening else (occasion.id, table.rules.turn(table.state))
    calendar = calendar_for(context, seat)
    asked = asked_in(table, report) | {POSITION: shown_position(context, seat, report)}
    if tells_of_mending(context, seat, occasion) or (not occasion.newcomer and knows_of_mending(context, seat)):
        asked[TOLD_OF_MENDING] = True
    dispatch = Dispatch("report", occasion.letter.id, asked=asked)
    queue_letter(context, seat, content, parts, dispatch, answered=answered, calendar=calendar)
    context.writes.do(partial(lobby.set_reported, context.session, seat.id, last_number(table)))


def asked_in(table: Table[Any], report: Report) -> dict[str, Json]:
    """The marks of a report's questions, and the codes of the choices that it shows."""
    marks: dict[str, Json] = {**open_questions(table, report.seat)}
    if report.brief:
        return marks
    numbers = {TOLD: last_number(table)} if table.rules.acts.exist else {}
    return marks | numbers | {CODES: shown_codes(table, report)}


def answer_questions(context: LetterContext, at_table: TableContext, occasion: Occasion) -> None:
    """Queue a brief letter with the answers to the questions of `occasion`, once for each letter.

    It is no report: unreported news stays unreported.
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
    """Queue the seat's newest report again, or write another where its text is deleted. Nothing counts as reported."""
    desk, game, seat, row = context.desk, context.game, context.seat, context.row
    newest = outbox.newest_mail(context.session, game.id, seat.name, "report")
    parts = (name_of(desk, row, "again"), *_turn_of(context, newest))
    message_id = message_id_of(context, seat.name, *parts)
    if context.is_queued(message_id):
        return
    if newest is None or not newest.raw:
        _write_anew(context, at_table, parts)
    else:
        _copy(context, newest, message_id)


def bring_again(context: LetterContext) -> None:
    """Queue a report of the game as it is now for a player whose letter was for no seat, once an hour by the clock; where
    the game cannot be restored the newest one again.

    It is always written anew: a copy would reveal whether others have done something that its reader does not see.
    """
    game, seat = context.game, context.seat
    reports = outbox.mails_to(context.session, game.id, seat.name, "report")
    if not reports:
        return
    parts = (name_of_repetition(context.desk), *_turn_of(context, reports[0]))
    message_id = message_id_of(context, seat.name, *parts)
    if context.is_queued(message_id):
        return
    try:
        at_table = context.at(load_table(context))
    except Diverged:
        if reports[0].raw:
            _copy(context, reports[0], message_id)
    else:
        _write_anew(context, at_table, parts, opening=len(reports) == 1)


def _turn_of(context: LetterContext, report: OutgoingRow | None) -> tuple[str, ...]:
    """The turn in the Message-ID of a report."""
    parts = read_message_id(context.desk.secret, report.message_id) if report is not None else None
    return tuple(parts or ())[3:]


def _write_anew(context: LetterContext, at_table: TableContext, parts: tuple[str, ...], *, opening: bool = False) -> None:
    """Queue a report of the game as it is. Nothing counts as reported."""
    occasion = Occasion(ONLY_SHOWN, opening=opening)
    report = build_report(at_table, context.seat, occasion)
    content = write_whole(at_table, report, occasion, forgiving(at_table))
    dispatch = Dispatch("report", context.row.id, asked=asked_in(at_table.table, report))
    queue_letter(context, context.seat, content, parts, dispatch)


def _copy(context: LetterContext, mail: OutgoingRow, message_id: str) -> None:
    game, seat = context.game, context.seat
    raw = copy_letter(mail.raw, seat.address, message_id, context.desk.now())
    keep_raw(context, message_id, seat.address, raw, Dispatch("report", context.row.id, game.id, seat.name, mail.asked))


def deliver(context: LetterContext, spoken: Messages, reported: Iterable[Seat] = ()) -> None:
    """Send the signed messages of a letter that must come at once in a mail of their own to readers who get no report with
    them. The others wait for a report.
    """
    _ask_gamemaster(context, spoken)
    if spoken.signed and comes_at_once(context, terms_of(context)):
        waiting = {*reported, *told_enough(context)}
        for seat in lobby.seats(context.session, context.game.id):
            messages = fresh_for(spoken.signed, seat.name)
            if messages and seat.name not in waiting:
                press_messages = [said_to(context.page_for(seat.name).words, message, seat.name) for message in messages]
                queue_message(context, seat, press_messages, name_of(context.desk, context.row, "message"), context.row.id)
                mark_told(context, seat.name, [message.key for message in messages])
    keep(context, [message for message in spoken.sent if message.unsigned])


def _ask_gamemaster(context: LetterContext, spoken: Messages) -> None:
    """Write to the game master what a letter asks of them."""
    asking = [each for each in spoken.sent if each.asks]
    if not asking:
        return
    known = sum(id_.rpartition("-")[0] == context.seat.name for id_ in question_ids(_others(context)))
    for number, message in enumerate(asking, known + 1):
        facts: dict[str, Any] = {"seat": context.seat.name, "id": f"{context.seat.name}-{number}", "question": message.text}
        occasion = f"{name_of(context.desk, context.row, 'question')}-{number}"
        tell_gamemaster(context, context.game, "question", occasion, MasterMail(context.row.id), **facts)


def _others(context: LetterContext) -> list[MessageRow]:
    """The messages of the game, without those of this letter, which may be written already."""
    return [row for row in press.all_of(context.session, context.game.id) if row.letter_id != context.row.id]
