"""Answers to messages as people write them: a reply in their own words, with no word of whom it is for.

Such a reply goes to nobody. It is offered as a message to whoever wrote the one that it answers, and `ok` sends it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.mail.letter import OrderLine
from pbem.mail.typed.passages import Opening, Passage
from pbem.moderator.core.context import LetterContext
from pbem.moderator.talk.message_headers import MessageHeaders
from pbem.moderator.talk.messages import MAX_LENGTH, answering
from pbem.store.games import press
from pbem.store.tables.mail import OutgoingRow

MESSAGE = "message"
"""The kind of a mail with nothing but the messages of one letter."""


def as_message(
    context: LetterContext, answered: OutgoingRow | None, talk: Sequence[OrderLine], heads: MessageHeaders
) -> str:
    """The line that would send what a letter says to the writer of the message that it answers ("": it answers none, or is
    too long). An unsigned message has no writer, and comes in no mail of its own.
    """
    if answered is None or answered.kind != MESSAGE or answered.message_id not in context.letter.references[:1]:
        return ""
    rows = press.by_letter(context.session, context.game.id, answered.letter_id) if answered.letter_id is not None else []
    signed = [row for row in rows if not row.unsigned and (row.readers is None or context.seat.name in row.readers)]
    text = " ".join(line.text for line in talk)
    if not signed or len(text) > MAX_LENGTH:
        return ""
    line = f"{answering(signed[0])}: {text}"
    return line if _is_message(line, heads) else ""


def messages_in(lines: Iterable[OrderLine], heads: MessageHeaders) -> tuple[tuple[OrderLine, ...], tuple[Passage, ...]]:
    """The lines of a form without those that are messages, and these."""
    orders, passages = list[OrderLine](), list[Passage]()
    for line in lines:
        if _is_message(line.text, heads):
            passages.append(Passage(line.text, (), ended=True, places=(), number=line.number))
        else:
            orders.append(line)
    return tuple(orders), tuple(passages)


def _is_message(line: str, heads: MessageHeaders) -> bool:
    return heads.opens(line) is Opening.LINE and heads.read(line).is_understood
