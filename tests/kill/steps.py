"""The steps of a letter from IMAP to SMTP, each a place where the moderator can be killed."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from functools import wraps
from typing import Any

from aiosmtplib import SMTP
from aiosmtplib.protocol import SMTPProtocol
from sqlalchemy import Engine, event

from pbem.daemon import Daemon
from pbem.mail.imap.mailbox import Mailbox
from pbem.moderator.core.context import DeferredWrites, LetterOutcome
from pbem.moderator.desk import mail_letters
from pbem.moderator.intake import mailbox_turns, moderating
from pbem.moderator.playing import letter_log, play_letter
from pbem.store.mail import desk_lines, inbox, outbox

Die = Callable[[], None]
"""Called each time a step is reached; at the chosen time it does not return."""


def _before(owner: Any, name: str) -> Callable[[Die], None]:
    return lambda die: _wrap(owner, name, die, None)


def _after(owner: Any, name: str) -> Callable[[Die], None]:
    return lambda die: _wrap(owner, name, None, die)


def _wrap(owner: Any, name: str, before: Die | None, after: Die | None) -> None:
    whole = getattr(owner, name)

    @wraps(whole)
    def wrapped(*arguments: Any, **named: Any) -> Any:
        if before is not None:
            before()
        result = whole(*arguments, **named)
        if after is not None:
            after()
        return result

    setattr(owner, name, wrapped)


def _after_data(die: Die) -> None:
    """The server has taken a mail, and nothing is noted."""
    whole = SMTP.data

    async def data(client: SMTP, message: str | bytes, /, **named: Any) -> Any:
        answer = await whole(client, message, **named)
        die()
        return answer

    SMTP.data = data


def _replace(owner: object, name: str, function: Any) -> None:
    """Another function in the place of one, for the rest of the process."""
    setattr(owner, name, function)


def _in_a_mail(die: Die) -> None:
    """Half of a mail has left."""
    whole = SMTPProtocol.write

    def write(protocol: SMTPProtocol, data: bytes) -> None:
        half = len(data) // 2 if data.endswith(b"\r\n.\r\n") else 0
        whole(protocol, data[:half] if half else data)
        if half:
            die()
            whole(protocol, data[half:])

    _replace(SMTPProtocol, "write", write)


def _before_commit(die: Die) -> None:
    """All that a letter causes is in the transaction, which is not committed."""
    at_work = [False]
    whole = moderating.deal_with

    def deal_with(*arguments: Any) -> LetterOutcome:
        at_work[0] = True
        try:
            return whole(*arguments)
        finally:
            at_work[0] = False

    # The daemon knows moderate_waiting, which looks this name up.
    _replace(moderating, "deal_with", deal_with)
    event.listen(Engine, "commit", lambda _connection: die() if at_work[0] else None)


STEPS: dict[str, Callable[[Die], None]] = {
    "before the mailbox is looked at": _before(Mailbox, "look"),
    "after the mailbox is looked at": _after(Mailbox, "look"),
    "before a letter is fetched": _before(Mailbox, "fetch"),
    "after a letter is fetched": _after(Mailbox, "fetch"),
    "before a letter kept is committed": _after(inbox, "accept"),
    "after a letter is kept": _after(mailbox_turns, "take_in"),
    "after a letter is marked and before it is moved": _before(Mailbox, "_move"),
    "after a letter is marked done": _after(Mailbox, "mark_done"),
    "before a letter is moderated": _before(moderating, "deal_with"),
    "after a letter is read": _after(moderating, "read_letter"),
    "after its orders are carried out": _after(play_letter, "carry_out_lines"),
    "after its reports are written": _after(play_letter, "tell_all"),
    "after its entries are written": _after(letter_log, "write_log"),
    "after its mails are queued": _after(DeferredWrites, "flush"),
    "after it is settled": _after(inbox, "settle"),
    "before all of it is committed": _before_commit,
    "after all of it is committed": _after(moderating, "deal_with"),
    "before a letter to the desk is looked at": _before(mail_letters, "_carry_out_letter"),
    "after its lines are kept and before that is committed": _after(desk_lines, "keep"),
    "before one of its lines is carried out": _before(mail_letters, "_carry_out_line"),
    "after a line is carried out and before that is committed": _after(desk_lines, "note"),
    "after one of its lines is committed": _after(mail_letters, "_carry_out_line"),
    "after the desk's answer is queued": _after(mail_letters, "_mail"),
    "after the desk's letter is settled and before that is committed": _after(desk_lines, "forget"),
    "after a letter to the desk is answered": _after(mail_letters, "_carry_out_letter"),
    "before a mail is sent": _before(SMTP, "data"),
    "in the midst of a mail": _in_a_mail,
    "after the server has taken a mail": _after_data,
    "after a mail is noted and before that is committed": _after(outbox, "mark_sent"),
    "after the first mails are noted": _after(Daemon, "_note_way_out"),
}
"""How to lay a trap at each step."""


def lay_trap(step: str, reached: int) -> None:
    """Kill this process (SIGKILL) when a step is reached for the `reached`-th time; no step: never."""
    if not step:
        return
    left = [reached]

    def die() -> None:
        left[0] -= 1
        if left[0] == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    STEPS[step](die)
