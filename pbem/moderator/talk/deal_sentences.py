"""What stands open between players, and what has come of it, in words for each of them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.entry import EntryKind
from pbem.engine.table import Table
from pbem.i18n import Text
from pbem.moderator.deadlines import clock_state
from pbem.moderator.deadlines.clock import Clock, fresh_entries
from pbem.moderator.deadlines.time_sentences import written
from pbem.moderator.talk.deal_words import DRAW, PAUSE, RESIGN, TAKE_BACK
from pbem.moderator.talk.offers import REFUSED, RESIGNED, Offer, offers_of, played_on, resigned_seats
from pbem.timing.duration import in_words


def open_lines(clock: Clock, table: Table[Any], reader: Seat) -> Iterator[str]:
    """What stands open for a reader, each with the words that answer it; and the pause, while there is one."""
    resigned = resigned_seats(table)
    for offer in () if reader in resigned else offers_of(table):
        if line := _own(clock, offer) if offer.seat == reader else _of_another(clock, offer, reader):
            yield line
    yield from () if table.over else (_resigned(clock, seat, reader) for seat in resigned)
    clocks = clock.clocks(table)
    if not table.over and (pause := clocks.pause_at(clock.now)) is not None:
        told = clock.words.gettext('The game pauses until %s: no deadline runs. "resume" ends the pause.')
        yield told % clock.local_time(clocks, reader, pause.end)


def deal_news(clock: Clock, table: Table[Any], reader: Seat, first: int) -> tuple[str, ...]:
    """What the entries from number `first` on mean for a reader who has not written them: offers and answers, who has
    resigned, a pause.
    """
    fresh = [e for e in table.entries if e.number >= first and e.kind is EntryKind.OFFER and e.seat != reader]
    new = {entry.number for entry in fresh}
    lines = [_resigned(clock, entry.seat, reader) for entry in fresh if entry.key == RESIGNED and not table.over]
    lines += answer_lines(clock, table, reader, first)
    offers = [] if reader in resigned_seats(table) else offers_of(table)
    lines += [line for o in offers if o.number in new and (line := _of_another(clock, o, reader))]
    if fresh_entries(table, first, (clock_state.BREAK,)):
        lines += [line for line in open_lines(clock, table, reader) if "resume" in line]
    return (*lines, *resumed_lines(clock, table, reader, first))


def _resigned(clock: Clock, seat: Seat, reader: Seat) -> str:
    """That a seat's player has given the game up, and others play on."""
    if seat == reader:
        return clock.words.gettext("You have resigned. The game master decides what becomes of your seat.")
    told = clock.words.gettext("%s has resigned. The game goes on, and the game master decides what becomes of the seat.")
    return told % written(seat)


def resumed_lines(clock: Clock, table: Table[Any], reader: Seat, first: int) -> Iterator[str]:
    """Who else has ended a pause since entry `first`."""
    for fact in fresh_entries(table, first, (clock_state.RESUMED,)):
        if fact.seat != reader:
            yield clock.words.gettext("%s has ended the pause.") % written(fact.seat)


def played_on_lines(clock: Clock, table: Table[Any], reader: Seat, first: int) -> Iterator[str]:
    """Whose order has declined the reader's draw since entry `first`; for reports alone: a mail of its own would tell of an
    order of which the reader learns nothing else.
    """
    for offer, seat in () if table.over else played_on(table, first):
        if offer.seat == reader:
            yield clock.words.gettext("%s plays on: your offer of a draw holds no longer.") % written(seat)


def answer_lines(clock: Clock, table: Table[Any], reader: Seat, first: int) -> Iterator[str]:
    """What others have refused since entry `first`."""
    say = clock.words.gettext
    told = {
        DRAW: say(Text("%s declines a draw.")),
        TAKE_BACK: say(Text("%s does not agree to take an order back.")),
        PAUSE: say(Text("%s does not agree to a pause.")),
    }
    for entry in table.entries:
        if entry.number >= first and entry.kind is EntryKind.OFFER and entry.key == REFUSED and entry.seat != reader:
            yield told[entry.subject] % written(entry.seat)


def _own(clock: Clock, offer: Offer) -> str:
    say = clock.words.gettext
    told = {
        RESIGN: say(Text('You have written "resign". Write "resign yes" to give the game up, or "resign no" to play on.')),
        DRAW: say(Text('You have offered a draw. "offer no draw" withdraws the offer.')),
        TAKE_BACK: say(Text('You have asked to take your last order back. "ask not to take back" withdraws that.')),
        PAUSE: say(Text('You have asked for a pause. "no pause" withdraws that.')),
    }
    return told[offer.thing]


def _of_another(clock: Clock, offer: Offer, reader: Seat) -> str:
    """Nothing of a wish to resign, which is its player's secret until it is confirmed."""
    if offer.thing == RESIGN or reader in offer.agreed:
        return ""
    say, who = clock.words.gettext, written(offer.seat)
    told = {
        DRAW: say(
            Text('%s offers a draw. Write "accept draw", which ends the game, or "decline draw"; an order declines it too.')
        ),
        TAKE_BACK: say(Text('%s asks to take their last order back. Write "agree take back" or "refuse take back".')),
        PAUSE: say(Text('%s asks for a pause. Write "agree pause" or "refuse pause".')),
    }
    length = say(Text(" It lasts %s.")) % in_words(timedelta(seconds=offer.seconds)) if offer.thing == PAUSE else ""
    return told[offer.thing] % who + length
