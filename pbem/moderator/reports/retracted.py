"""What a reader was told that counts no longer, when moves have been taken back or a game has been corrected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial

from pbem.engine.decision import Seat
from pbem.engine.event import Event
from pbem.moderator.core.context import TableContext
from pbem.orders.words.lexicon import Lexicon
from pbem.replay.transcript import event_line
from pbem.store.journal import EventLine

MAX_LINES = 10


def retracted_lines(context: TableContext, seat: Seat | None, told: int, before: Sequence[EventLine]) -> tuple[str, ...]:
    """In words of the reader's language, what no longer counts of the Events `before`: those that `seat` (None: an observer)
    was told, by a mail that told all up to entry `told`, and that have not come again. The first MAX_LINES, and how many
    more there are.

    `before` begins where the game was changed, so all that the table has made since then has the number of its first or a
    higher one.
    """
    if not before:
        return ()
    table, page = context.table, context.page_for(seat or "")
    first = before[0].entry_number
    again = Counter(event_line(news.event) for news in table.news if news.number >= first and news.event.visible_to(seat))
    gone = list[Event]()
    for line in before:
        event = Event(line.rule, line.name, line.data, line.seen_by)
        if line.entry_number > told or not event.visible_to(seat):
            continue
        if again[event_line(event)]:
            again[event_line(event)] -= 1
        else:
            gone.append(event)
    rules = table.rules
    names = Lexicon(partial(rules.names, table.state)).name
    lines = [line for line in page.tell(rules.name, gone, names) if line.strip()]
    more = len(lines) - MAX_LINES
    return (*lines[:MAX_LINES], page.words.gettext("and %d more") % more) if more > 0 else tuple(lines)
