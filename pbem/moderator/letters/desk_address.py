"""Whether a letter is for the game master's desk: to its own address, from the game master's, with a signature if wanted."""

from __future__ import annotations

from pbem.mail.address import hash_of, hashes_in
from pbem.mail.dkim import verdict_of
from pbem.mail.letter import Letter
from pbem.moderator.desk.context import Context
from pbem.moderator.desk.desk import Desk
from pbem.moderator.desk.tokens import OFF, desk_token_of
from pbem.moderator.reports.notices import tell_gamemaster

FOR_THE_DESK = "for the game master's desk"
DKIM = "dkim"


def is_to_desk(desk: Desk, letter: Letter) -> bool:
    """Whether a letter came to the address of the desk, and that is in use."""
    if desk.by_mail == OFF or not desk.gamemaster:
        return False
    return hash_of(desk_token_of(desk.secret, desk.gamemaster)) in hashes_in(letter.recipients, desk.mailbox)


def why_not_master(context: Context, letter: Letter, raw: bytes) -> str:
    """Why a letter to the desk is not the game master's, "" where it is. They are told once a day: somebody else has the
    address of the desk.
    """
    desk, why = context.desk, ""
    if letter.sender != desk.gamemaster.lower() or letter.doubt:
        why = f"from {letter.sender or 'nobody'}, who is not the game master"
    elif desk.by_mail == DKIM:
        why = verdict_of(raw)
    if why:
        lines = (f"A letter to the desk was not carried out: {why}.", '"pbem doctor" and the handbook tell what to do.')
        occasion = f"watch-desk-{desk.now():%F}"
        tell_gamemaster(context, None, "watch", occasion, heading="a letter to the desk was refused", lines=lines, more=0)
    return why
