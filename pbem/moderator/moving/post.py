"""The mails and letters that wait in an archive: which of them may be sent, and moderated, here."""

from __future__ import annotations

import re
from collections.abc import Collection
from email import message_from_bytes, policy
from email.message import Message
from email.utils import getaddresses
from typing import Final

from sqlalchemy import select
from sqlmodel import Session, col

from pbem.mail.address import read_message_id, tokens_in
from pbem.mail.reading import read_letter
from pbem.moderator.desk.context import GameContext
from pbem.moderator.desk.desk import Desk
from pbem.moderator.desk.identify import identify
from pbem.moderator.desk.letter_context import Writer
from pbem.store import lobby, post, watchers
from pbem.store.archive_format import Archive
from pbem.store.tables import LetterRow, OutgoingRow

MOST_MAIL_BYTES: Final = 5 * 2**20
OURS: Final = frozenset(
    {
        *(
            "from",
            "to",
            "reply-to",
            "subject",
            "date",
            "message-id",
            "in-reply-to",
            "references",
            "auto-submitted",
            "x-pbem",
        ),
        *("mime-version", "content-type", "content-transfer-encoding"),
    }
)
"""The fields that our mails have: none that names another reader, or where to send a mail on."""
BARE_LINE_END: Final = re.compile(rb"\r(?!\n)|(?<!\r)\n")
"""What servers disagree about (RFC 5321 2.3.8): behind it one of them could see another mail."""


def letters_here(session: Session, archive: Archive) -> frozenset[str]:
    """The Message-IDs of those letters of an archive that are in this database already."""
    names = [letter.message_id for letter in archive.letters]
    return frozenset(name for name in names if post.letter_by_message_id(session, name) is not None)


def set_mails_aside(context: GameContext) -> int:
    """Keep back the mails of a game taken in that we have not written ourselves, and say how many.

    They are listed with those that a server has refused. What is left is a mail from this mailbox to one reader of the game.
    """
    session, desk, game = context.session, context.desk, context.game
    waiting = select(OutgoingRow).where(col(OutgoingRow.game_id) == game.id, col(OutgoingRow.status) == "waiting")
    players = {row.address.lower() for row in lobby.seats(session, game.id)}
    observers = {row.address.lower() for row in watchers.observers(session, game.id)}
    readers = players | observers | {desk.gamemaster.lower(), desk.gamemaster_of(game).lower()}
    found = [(mail, _why_not(desk, mail, readers)) for mail in session.scalars(waiting)]
    aside = [(mail, why) for mail, why in found if why]
    for mail, why in aside:
        mail.status, mail.last_error = "refused", f"not sent: it came with an archive, and {why}"
    session.flush()
    return len(aside)


def _why_not(desk: Desk, mail: OutgoingRow, readers: Collection[str]) -> str:
    """Why a mail is not sent; "" where it may be."""
    if read_message_id(desk.secret, mail.message_id) is None:
        return "it was not written here"
    if mail.envelope_to.lower() not in readers:
        return "nobody of this game reads mail there"
    if len(mail.raw) > MOST_MAIL_BYTES:
        return "it is too large"
    head = mail.raw.partition(b"\r\n\r\n")[0]
    if BARE_LINE_END.search(mail.raw) or not head.isascii() or b"\0" in mail.raw:
        return "it is no mail in the form of mails"
    return _wrong_header(desk, mail, message_from_bytes(head + b"\r\n\r\n", policy=policy.compat32))


def _wrong_header(desk: Desk, mail: OutgoingRow, header: Message) -> str:
    names = [name.lower() for name in header]
    if strange := sorted({*names} - OURS) or sorted({name for name in names if names.count(name) > 1}):
        return f"its header has {strange[0]!r} where our mails have none, or one"
    due = {"From": desk.mailbox, "To": mail.envelope_to, "Message-ID": mail.message_id}
    if wrong := [name for name, value in due.items() if str(header[name]) != value]:
        return f"its {wrong[0]} is not that of our mail to this reader"
    answers = [address for _, address in getaddresses([str(header["Reply-To"])])]
    if len(answers) != 1 or not (answers == [desk.mailbox] or tokens_in(answers, desk.mailbox)):
        return "its Reply-To leads elsewhere"
    return ""


def set_letters_aside(context: GameContext, archive: Archive, here: Collection[str]) -> int:
    """Give up the letters an archive brings to be moderated that are not for its game, and say how many.

    Whoever has written the archive could write them under any name, past the mailbox and what it checks. Those that were
    `here` before are ours.
    """
    names = [each.message_id for each in archive.letters if each.status in ("new", "held") and each.message_id not in here]
    found = [row for name in names if (row := post.letter_by_message_id(context.session, name)) is not None]
    aside = [(row, why) for row in found if (why := _why_not_read(context, row))]
    for row, why in aside:
        post.settle(context.session, row.id, "dead", f"it came with the archive of {context.game.name}, and {why}")
    return len(aside)


def _why_not_read(context: GameContext, row: LetterRow) -> str:
    if len(row.raw) > context.desk.max_letter_bytes:
        return f"has {len(row.raw)} bytes, more than are read"
    letter = read_letter(row.raw)
    if letter.message_id != row.message_id:
        return "is another letter by its header"
    writer = identify(context, letter)
    return "is not for this game" if not isinstance(writer, Writer) or writer.game.id != context.game.id else ""
