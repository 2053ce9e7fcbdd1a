"""Notices of what others have said about time, and have asked and answered, to seats that get no report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.table import Table
from pbem.mail.address import read_message_id
from pbem.moderator.core.context import GameContext, TableContext
from pbem.moderator.deadlines.clock import Clock
from pbem.moderator.deadlines.time_sentences import news_for, topic_of
from pbem.moderator.reports.notices import (
    time_notice,
)
from pbem.moderator.talk.deal_sentences import deal_news
from pbem.store import post
from pbem.store.tables import SeatRow
from pbem.timing.duration import DAY

NEWS, MAX_NEWS = "time", 3
"""The kind of the notices of what others say about time, and ask and answer, and how many a seat is sent in a day."""


def tell_news(context: TableContext, seat: SeatRow, occasion: str, news: Sequence[str]) -> None:
    """Tell a seat in a notice what others have said about time, and have asked and answered: MAX_NEWS a day, for whoever
    offers a draw and withdraws it fills the other's mailbox. What is held back comes with the next report.
    """
    if count_news(context, seat) < MAX_NEWS:
        time_notice(context, seat, NEWS, occasion, topic=topic_of(news), lines=news)


def count_news(context: GameContext, seat: SeatRow) -> int:
    """How many such notices a seat was sent within a day."""
    since = context.desk.now() - DAY
    ids = post.ids_of_mails(context.session, context.game.id, seat.name, "notice", since)
    occasions = [(read_message_id(context.desk.secret, each) or ())[2:3] for each in ids]
    return sum(f"-{NEWS}" in occasion[0] for occasion in occasions if occasion)


def news_of_others(clock: Clock, table: Table[Any], seat: Seat, first: int) -> tuple[str, ...]:
    """What others have said about time, and have asked and answered, since entry `first`."""
    return (*deal_news(clock, table, seat, first), *news_for(clock, table, seat, first))
