"""Which database owns the mailbox: two that read one mailbox would take each other's letters.

A mark in the mailbox (a folder with a name, Mailbox.own) names the owner. The service does not start on a database with
another mark. A database that was copied elsewhere gets another mark, so a test instance or a restored copy does not read the
mailbox of the original. And a letter that answers a mail of ours which this database never sent shows that another database
is at work, or that this one has lost data.

The program also writes letters to itself, to test its servers. These belong to no player.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta

from pbem.mail.address import new_message_id, read_message_id
from pbem.mail.imap.errors import MailboxError
from pbem.mail.imap.letters import FetchedHeader
from pbem.mail.imap.mailbox import Mailbox
from pbem.mail.imap.owner_marks import OWNER
from pbem.mail.letter import Draft, Letter
from pbem.mail.reading import read_header
from pbem.mail.writing import write_letter
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Desk
from pbem.moderator.intake.identify import BY_GAMEMASTER, LetterHeader
from pbem.moderator.reports.notices import message_id_of
from pbem.store.errors import NotFound
from pbem.store.games import gatherings, lobby
from pbem.store.mail import mailbox as kept
from pbem.store.mail import outbox

THREAD = "trial"
_TEXT = "pbem has written this letter to itself, to see what its servers do with it. It can be thrown away.\n"


def trial_letter(secret: bytes, mailbox: str, now: datetime) -> tuple[str, bytes]:
    """A letter from a mailbox to itself: its Message-ID, and its bytes."""
    message_id = new_message_id(secret, mailbox.rpartition("@")[2], "", THREAD, secrets.token_hex(8))
    draft = Draft(mailbox, "pbem: a trial", _TEXT, None, message_id, reply_to=mailbox)
    return message_id, write_letter(draft, mailbox, now)


def is_trial(secret: bytes, heading: FetchedHeader) -> bool:
    """Whether a letter is one of ours to ourselves: nobody else can make its Message-ID."""
    if f".{THREAD}.".encode() not in heading.header:
        return False
    parts = read_message_id(secret, read_header(heading.header).message_id)
    return parts is not None and parts[:2] == ("", THREAD)


def server_time(desk: Desk, mailbox: Mailbox) -> datetime | None:
    """The time by the mail server's clock, by a letter to ourselves; None if it does not say. Raises MailboxError."""
    message_id, letter = trial_letter(desk.secret, desk.mailbox, desk.now())
    return mailbox.server_time(letter, message_id)


# The owner

MARK_BYTES = 4
AFTER_CLAIM = timedelta(days=60)
"""For this long after `pbem claim`, answers to unknown mails are accepted: to mails sent after the backup that was restored.
"""
_MAY_ANSWER = re.compile(rb"(?s)(?=.*^in-reply-to:|.*^references:)(?=.*[0-9a-f]{32}@|.*=\?)", re.IGNORECASE | re.MULTILINE)
"""Headers of letters that answer something, perhaps a mail of ours; some programs write its Message-ID in encoded words."""


class NotOurs(MailboxError):
    """The mailbox belongs to another database, or another one has written from it; the message says what to do."""


def mark_of(desk: Desk) -> str:
    """This database's mark in its mailbox. It is made at the first call, and made anew in a copy.

    A file with another inode is a copy if it is also in another folder or on another machine; a file restored to the old
    place is not.
    """
    host, path, inode = place = desk.db.place
    with desk.db.writing() as session:
        row = kept.identity(session)
        if row is None:
            row = kept.set_identity(session, _new_mark(), place)
        elif row.inode != inode and (row.host, row.path) != (host, path):
            row = kept.set_identity(session, _new_mark(), place, copied_from=row.mark)
        elif (row.host, row.path, row.inode) != place:
            row = kept.set_identity(session, row.mark, place, copied_from=row.copied_from)
        return row.mark


def be_owner(desk: Desk, mailbox: Mailbox) -> None:
    """Leave our mark in a mailbox that has none. Raises NotOurs if it has another's, and MailboxError."""
    mark = mark_of(desk)
    owners = mailbox.owners()
    if not owners and mailbox.own(mark):
        owners = mailbox.owners()
        # Two that begin at the same moment see each other here, and both choose the same one to stop.
        if min(owners, default=mark) != mark:
            mailbox.disown(mark)
    if others := owners - {mark}:
        raise NotOurs(_told(desk, mailbox, min(others)))


def take_over(desk: Desk, mailbox: Mailbox) -> list[str]:
    """Make the mailbox this database's. Gives the marks that it had before. Raises MailboxError."""
    mark = mark_of(desk)
    others = sorted(mailbox.owners() - {mark})
    for other in others:
        mailbox.disown(other)
    if mark not in mailbox.owners():
        mailbox.own(mark)
    with desk.db.writing() as session:
        if (row := kept.identity(session)) is not None:
            row.claimed = desk.now()
            session.add(row)
    return others


def refuse_what_we_never_sent(context: Context, headers: Iterable[LetterHeader]) -> None:
    """Raise NotOurs where a letter answers a mail with our keyed hash that this database has not written."""
    answering = [header for header in headers if _MAY_ANSWER.match(header.fetched.header)]
    unknown = [header for header in answering if header.letter.references and _is_unknown(context, header.letter)]
    if not unknown:
        return
    identity = kept.identity(context.session)
    if identity is None or identity.claimed is None or context.desk.now() - identity.claimed >= AFTER_CLAIM:
        letter = unknown[0].letter
        raise NotOurs(_told_of_unknown(context.desk, unknown[0].fetched.uid, letter.sender, letter.references[0]))


def _is_unknown(context: Context, letter: Letter) -> bool:
    """Whether a letter answers a mail made with our secret that is not stored here. Mails to observers, guests and game
    masters are not examined.
    """
    session, desk, message_id = context.session, context.desk, letter.references[0]
    parts = read_message_id(desk.secret, message_id)
    if parts is None or len(parts) < 3 or BY_GAMEMASTER in parts or not message_id.strip("<> ").endswith(f"@{desk.host}"):
        return False
    if any(mail.message_id == message_id for mail in outbox.mails_by_message_id(session, letter.references)):
        return False
    name, thread = parts[:2]
    if not name or lobby.was_deleted(session, name) or gatherings.is_known(session, name):
        return False
    try:
        game = lobby.find_game(session, name)
        lobby.seat(session, game.id, thread)
    except NotFound:
        return not lobby.is_game(session, name) and thread != "gamemaster"
    # A game that came from elsewhere without its mails has not even its first one.
    root = message_id_of(context.of(game), thread, "open")
    return not game.is_sandbox and outbox.outgoing_by_message_id(session, root) is not None


def _told(desk: Desk, mailbox: Mailbox, other: str) -> str:
    with desk.db.reading() as session:
        row = kept.identity(session)
    is_copy = row is not None and row.copied_from == other
    whose = "the database that this one is a copy of" if is_copy else "another database of pbem"
    return (
        f"folder {mailbox.folder} of {desk.mailbox} belongs to {whose}: there is the folder {OWNER}...-{other} in it. "
        "Nothing was read, and nothing was sent. If the other one is in service, leave it the mailbox and give this one an "
        "account of its own. If this one takes its place, stop the other one and run `pbem claim`"
    )


def _told_of_unknown(desk: Desk, uid: int, sender: str, message_id: str) -> str:
    return (
        f"the letter with UID {uid} from {sender or 'nobody'} answers the mail {message_id}, which has the signature of "
        f"{desk.mailbox} and was never sent from this database. Another copy of pbem is at work with the same secret, or "
        "this database is an older one that was restored. pbem has stopped before it did anything wrong: the letter is "
        "still in the mailbox. Stop the other copy; after a restored backup see GAMEMASTER.md, Backup and restore. Then run "
        "`pbem claim`"
    )


def _new_mark() -> str:
    return secrets.token_hex(MARK_BYTES)
