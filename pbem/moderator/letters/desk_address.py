"""Whether a letter is for the game master's desk: to its own address, from the game master's, with a signature if wanted."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from pbem.mail.address import hash_of, hashes_in
from pbem.mail.dkim import verdict_of
from pbem.mail.letter import Letter
from pbem.moderator.desk.context import Context
from pbem.moderator.desk.desk import Desk
from pbem.moderator.desk.masters import OFF, Master
from pbem.moderator.desk.tokens import desk_token_of
from pbem.moderator.reports.notices import tell_gamemaster
from pbem.store import post
from pbem.store.tables import LetterRow

FOR_THE_DESK = "for the game master's desk"
DONE = "for the desk: "
"""What the outcome of a letter begins with whose lines are done."""
HOUR = timedelta(hours=1)
DKIM = "dkim"


def master_of_desk(desk: Desk, letter: Letter) -> Master | None:
    """The game master to the address of whose desk a letter came, if desks are in use; of several the one who wrote it."""
    if desk.by_mail == OFF:
        return None
    given = hashes_in(letter.recipients, desk.mailbox)
    meant = [each for each in desk.masters if hash_of(desk_token_of(desk.secret, each.address)) in given]
    return next((each for each in meant if each.address.lower() == letter.sender), meant[0] if meant else None)


def is_theirs(master: Master, letter: Letter) -> bool:
    """Whether a letter says that the game master at this desk has written it."""
    return letter.sender == master.address.lower() and not letter.doubt


def tell_desk_waits(context: Context, master: Master) -> None:
    """Tell a game master, once a day, that the key of their letter's signature cannot be looked up."""
    why = "The DNS does not give the key of its DKIM signature. The letter is read as soon as it does."
    _tell(context, master, "desk-key", "a letter to the desk waits", why)


def is_flood(context: Context, master: Master, row: LetterRow) -> bool:
    """Whether more letters to the desk came from a game master within an hour than are read. They are told once a day: where
    a program answers each answer with a command, that goes on for ever.
    """
    limit, since = context.desk.letters_per_hour, context.desk.now() - HOUR
    if post.letters_with(context.session, row, (FOR_THE_DESK, DONE), since) < limit:
        return False
    lines = (
        f"More than {limit} letters to the desk have come from {master.address} in an hour: the others are not read.",
        "If a program answers these mails, switch it off.",
    )
    _tell(context, master, "desk-flood", "letters to the desk are not read", *lines)
    return True


def why_not_master(context: Context, master: Master, letter: Letter, raw: bytes) -> str:
    """Why a letter to a game master's desk is not theirs, "" where it is. They are told once a day: somebody else has the
    address of the desk.
    """
    desk, why = context.desk, ""
    if not is_theirs(master, letter):
        why = f"from {letter.sender or 'nobody'}, who is not the game master"
    elif desk.by_mail == DKIM:
        why = verdict_of(raw)
    if why:
        advice = f"If you wrote it, write from {master.address}. If not, somebody else knows the address of your desk."
        told = f"A letter to the desk was not carried out: {why}."
        _tell(context, master, "desk", "a letter to the desk was refused", told, advice)
    return why


def _tell(context: Context, master: Master, occasion: str, heading: str, *lines: str) -> None:
    """Tell a game master something about letters to their desk, once a day."""
    facts: dict[str, Any] = {"heading": heading, "lines": lines, "more": 0, "daily": True}
    name = f"watch-{occasion}-{context.desk.now():%F}"
    tell_gamemaster(context, None, "watch", name, to=master.address, unproved=True, **facts)
