"""Whether a letter is for the game master's desk: to its own address, from the game master's, with a signature if wanted."""

from __future__ import annotations

from typing import Any

from pbem.mail.address import hash_of, hashes_in
from pbem.mail.dkim import verdict_of
from pbem.mail.letter import Letter
from pbem.moderator.desk.context import Context
from pbem.moderator.desk.desk import Desk
from pbem.moderator.desk.masters import Master
from pbem.moderator.desk.tokens import OFF, desk_token_of
from pbem.moderator.reports.notices import tell_gamemaster

FOR_THE_DESK = "for the game master's desk"
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
    facts: dict[str, Any] = {
        "heading": "a letter to the desk waits",
        "lines": ("The DNS does not give the key of its DKIM signature. The letter is read as soon as it does.",),
        "more": 0,
        "daily": True,
    }
    occasion = f"watch-desk-key-{context.desk.now():%F}"
    tell_gamemaster(context, None, "watch", occasion, to=master.address, unproved=True, **facts)


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
        lines = (f"A letter to the desk was not carried out: {why}.", advice)
        occasion = f"watch-desk-{desk.now():%F}"
        heading = "a letter to the desk was refused"
        facts: dict[str, Any] = {"heading": heading, "lines": lines, "more": 0, "daily": True}
        tell_gamemaster(context, None, "watch", occasion, to=master.address, unproved=True, **facts)
    return why
