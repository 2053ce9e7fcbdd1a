"""Letters that the program writes to itself to see whether its servers do what it needs. They are no player's."""

from __future__ import annotations

import secrets
from datetime import datetime

from pbem.mail.address import new_message_id, read_message_id
from pbem.mail.imap import Heading
from pbem.mail.letter import Draft
from pbem.mail.reading import read_header
from pbem.mail.writing import write_letter

THREAD = "trial"
_TEXT = (
    "pbem doctor has written this letter to see whether it arrives, and can be moved and deleted. It can be thrown away.\n"
)


def trial_letter(secret: bytes, mailbox: str, now: datetime) -> tuple[str, bytes]:
    """A letter from a mailbox to itself: its Message-ID, and its bytes."""
    message_id = new_message_id(secret, mailbox.rpartition("@")[2], "", THREAD, secrets.token_hex(8))
    draft = Draft(mailbox, "pbem doctor: a trial", _TEXT, None, message_id, reply_to=mailbox)
    return message_id, write_letter(draft, mailbox, now)


def is_trial(secret: bytes, heading: Heading) -> bool:
    """Whether a letter is one of ours to ourselves: nobody else can make its Message-ID."""
    if f".{THREAD}.".encode() not in heading.header:
        return False
    parts = read_message_id(secret, read_header(heading.header).message_id)
    return parts is not None and parts[:2] == ("", THREAD)
