"""The messages of a letter on their way to their readers, in a mail of their own or with a report."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pbem.engine.decision import Seat
from pbem.moderator.desk.letter_context import LetterContext
from pbem.moderator.reports.notices import name_of, queue_message, tell_gamemaster
from pbem.moderator.talk.messages import (
    Spoken,
    comes_at_once,
    fresh_for,
    has_said_much,
    keep,
    mark_told,
    question_ids,
    said_to,
    terms_of,
)
from pbem.store import lobby, press
from pbem.store.tables import MessageRow


def deliver(context: LetterContext, spoken: Spoken, reported: Iterable[Seat] = ()) -> None:
    """Send the signed messages of a letter in a mail of their own, where they are to come at once, to those who have not got
    a report with them; and keep the others until there is one.
    """
    _ask_gamemaster(context, spoken)
    if comes_at_once(context, terms_of(context)) and not has_said_much(context):
        for seat in lobby.seats(context.session, context.game.id):
            mine = fresh_for(spoken.signed, seat.name)
            if mine and seat.name not in reported:
                said = [said_to(context.page_for(seat.name).words, message, seat.name) for message in mine]
                queue_message(context, seat, said, name_of(context.desk, context.row, "message"), context.row.id)
                mark_told(context, seat.name, [message.key for message in mine])
    keep(context, [message for message in spoken.sent if message.unsigned])


def _ask_gamemaster(context: LetterContext, spoken: Spoken) -> None:
    """Write to the game master what a letter asks of them."""
    known = sum(id_.rpartition("-")[0] == context.seat.name for id_ in question_ids(_others(context)))
    for number, message in enumerate((each for each in spoken.sent if each.asks), known + 1):
        facts: dict[str, Any] = {"seat": context.seat.name, "id": f"{context.seat.name}-{number}", "question": message.text}
        occasion = f"{name_of(context.desk, context.row, 'question')}-{number}"
        tell_gamemaster(context, context.game, "question", occasion, letter_id=context.row.id, **facts)


def _others(context: LetterContext) -> list[MessageRow]:
    """The messages of the game, without those of this letter, which may be written already."""
    return [row for row in press.all_of(context.session, context.game.id) if row.letter_id != context.row.id]
