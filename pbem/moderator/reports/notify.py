"""Who is written to about what has happened: reports, notices to those who get none, and the outbox they wait in."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from pbem.engine.decision import Json, Seat
from pbem.engine.entry import EntryKind
from pbem.engine.table import Table
from pbem.moderator.core.context import GameContext, TableContext
from pbem.moderator.deadlines.clock import Clock
from pbem.moderator.deadlines.time_sentences import news_for, topic_of
from pbem.moderator.reading.older_reports import TOLD, open_questions
from pbem.moderator.reading.report_questions import CODES, shown_codes
from pbem.moderator.reports.notices import (
    Dispatch,
    calendar_for,
    forgiving,
    queue_letter,
    time_notice,
)
from pbem.moderator.reports.observers import last_number, tell_observers
from pbem.moderator.reports.occasion import Occasion
from pbem.moderator.reports.report_building import (
    MAX_NEWS,
    NEWS,
    TOLD_OF_MENDING,
    build_report,
    count_news,
    knows_of_mending,
    tells_of_mending,
    write_whole,
)
from pbem.moderator.talk.deal_sentences import deal_news
from pbem.moderator.talk.messages import fresh_for, mark_told, waiting_for
from pbem.render.report import (
    Report,
)
from pbem.store import lobby
from pbem.store.tables import SeatRow


def tell_all(context: TableContext, occasion: Occasion) -> list[Seat]:
    """Queue a report for the letter's sender, and for every other seat that has something to do or to learn; gives them.

    A seat that gets none is told in a notice where another has taken more time or goes away. Observers are told at the end
    of a Turn; what is taken back is told them apart.
    """
    table, reported = context.table, list[Seat]()
    for seat in lobby.seats(context.session, context.game.id):
        if seat.acting_turn and (table.over or turn_of(table) != seat.acting_turn):
            seat_is_back(context, seat, "" if table.over else occasion.id)
        if occasion.answers(seat.name) or occasion.for_everybody or is_due(table, seat):
            mail_report(context, seat, occasion)
            reported.append(seat.name)
        elif occasion.began and (
            news := news_of_others(
                context.clock.speaking(context.page_for(seat.name).words), table, seat.name, occasion.began
            )
        ):
            tell_news(context, seat, occasion.id, news)
    if not occasion.is_change:
        tell_observers(context, occasion.id, occasion.letter.id)
    return reported


def tell_news(context: TableContext, seat: SeatRow, occasion: str, news: Sequence[str]) -> None:
    """Tell a seat in a notice what others have said about time, and have asked and answered: MAX_NEWS a day, for whoever
    offers a draw and withdraws it fills the other's mailbox. What is held back comes with the next report.
    """
    if count_news(context, seat) < MAX_NEWS:
        time_notice(context, seat, NEWS, occasion, topic=topic_of(news), lines=news)


def seat_is_back(context: GameContext, seat: SeatRow, occasion: str) -> None:
    """A seat's player plays it again, for whom the game master has acted: all players are told, by this `occasion` ("": the
    game is over, and nobody plays on).
    """
    player, seat.address = seat.kept_player, seat.kept_address  # what is written from now on goes to them
    context.writes.do(partial(lobby.seat_is_back, context.session, seat))
    for each in lobby.seats(context.session, context.game.id) if occasion else ():
        time_notice(context, each, "acted", occasion, whose=seat.name, player=player)


def turn_of(table: Table[Any]) -> str:
    """The Turn, without what is done in it, by which it is told when somebody has acted for a player long enough."""
    return table.rules.turn(table.state).partition(",")[0]


def news_of_others(clock: Clock, table: Table[Any], seat: Seat, first: int) -> tuple[str, ...]:
    """What others have said about time, and have asked and answered, since entry `first`."""
    return (*deal_news(clock, table, seat, first), *news_for(clock, table, seat, first))


def is_due(table: Table[Any], seat: SeatRow) -> bool:
    """Whether a seat has been asked something since its last report, an act of others concerns it, or a turn has passed of
    which it may know something.

    What happens within a turn waits for its end: else a player who answers Hit by Hit fills the other's mailbox.
    """
    if table.open_to(seat.name) and table.asked_at > seat.told:
        return True
    if _was_acted_on(table, seat):
        return True
    turn_told = next((e.turn for e in table.entries if e.number > seat.told), "")
    turn_passed = table.over or turn_told != table.rules.turn(table.state)
    return turn_passed and any(n.number > seat.told and n.event.visible_to(seat.name) for n in table.news)


def _was_acted_on(table: Table[Any], seat: SeatRow) -> bool:
    """Whether others have acted unasked since a seat's last report, and it is told so alone, or what it is asked stands in
    another position now.
    """
    new = {e.number for e in table.entries if e.kind is EntryKind.ACT and e.number > seat.told and e.seat != seat.name}
    events = [news.event for news in table.news if news.number in new and news.event.visible_to(seat.name)]
    return bool(events and table.open_to(seat.name)) or any(event.seen_by is not None for event in events)


def mail_report(context: TableContext, seat: SeatRow, occasion: Occasion) -> None:
    """Queue one seat's report, and note what it has been told."""
    mine = occasion.answers(seat.name)
    table, spare = context.table, forgiving(context)
    messages, keys = waiting_for(context, seat.name, fresh_for(occasion.letter.messages, seat.name))
    report = build_report(context, seat, occasion, messages)
    content = write_whole(context, report, occasion, spare)
    mark_told(context, seat.name, keys)
    answered = occasion.letter.message_id if mine else ""
    # The turn lets a late answer be told from one to the newest report.
    parts = (occasion.id,) if occasion.opening else (occasion.id, table.rules.turn(table.state))
    calendar = calendar_for(context, seat)
    asked = asked_in(table, report)
    if tells_of_mending(context, seat, occasion) or (not occasion.newcomer and knows_of_mending(context, seat)):
        asked[TOLD_OF_MENDING] = True
    dispatch = Dispatch("report", occasion.letter.id, asked=asked)
    queue_letter(context, seat, content, parts, dispatch, answered=answered, calendar=calendar)
    context.writes.do(partial(lobby.set_reported, context.session, seat.id, last_number(table)))


def asked_in(table: Table[Any], report: Report) -> dict[str, Json]:
    """The marks of what a report asks of its reader, and the codes of the choices that it shows."""
    marks: dict[str, Json] = {**open_questions(table, report.seat)}
    if report.brief:
        return marks
    told = {TOLD: last_number(table)} if table.rules.acts.exist else {}
    return marks | told | {CODES: shown_codes(table, report)}
