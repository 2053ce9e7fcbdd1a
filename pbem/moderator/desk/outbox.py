"""Sending from the outbox: which mails are handed to the server now, and what happens to one that it does not take.

Who waits depends on whose fault a refusal is (`mail.replies`). While our own server takes nothing, one mail is tried after
each pause and all others keep their place. The game master is told of the queue once a day, not of each mail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

from pbem.mail.replies import Whose
from pbem.mail.smtp import NotTaken, Refused
from pbem.moderator.core.context import Context
from pbem.moderator.desk.watching import Subject, tell_subject
from pbem.moderator.intake.set_aside import note_refused
from pbem.store.claims import WAY_OUT, of_reader
from pbem.store.database import Session
from pbem.store.games import lobby
from pbem.store.games.timekeeping import is_sure
from pbem.store.mail import outbox, services, way_out
from pbem.store.tables.mail import OutgoingRow, WayOutRow

MAX_UNCLEAR = 3
"""After so many mails in a row refused without a clear reason, the server counts as one that takes none."""
MAX_TRIED = timedelta(days=5)
"""How long a mail is tried again that is refused for a reason of its own (RFC 5321 4.5.4.1)."""
TOLD_AFTER = timedelta(minutes=10)
"""The game master is told of a server that has taken no mail for this long; at once of one that refuses for good."""
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
URGENT = 2
"""The notice that mails wait goes before all of them."""
MAX_LOOKED_AT = 100
"""Mails that are due among which those are looked for that no other process is sending."""
_PERMANENT = 500


def next_mails(context: Context, most: int, claim: Callable[[str], bool]) -> list[OutgoingRow]:
    """The mails to be handed over now, at most `most`, those that ask a player something first. Notes that they are tried.

    `claim` says whether a piece of work (store.claims) is ours: only one process at a time writes to a reader, and only one
    writes at all while mails are limited or tried one by one. A claim lasts until the outcomes are noted.
    """
    session, now = context.session, context.desk.now()
    way, urgent = way_out.closed_and_urgent(session, now, MAX_LOOKED_AT)
    if (way is not None or _limits(context)) and not claim(WAY_OUT):
        return []
    if way is None:
        return _claimed(session, urgent, min(most, _room(context, now)), claim)
    # A pause longer than the longest was written by a clock that was wrong.
    if now < way.next_attempt <= now + way_out.MAX_PAUSE:
        return []
    untried = outbox.least_tried(session, now, MAX_LOOKED_AT)
    return _claimed(session, untried, min(1, _room(context, now)), claim)


def _claimed(session: Session, due: Iterable[outbox.DueMail], most: int, claim: Callable[[str], bool]) -> list[OutgoingRow]:
    is_ours, chosen = dict[str, bool](), list[outbox.DueMail]()
    for mail in due:
        if len(chosen) == most:
            break
        work = of_reader(mail.reader)
        if work not in is_ours:
            is_ours[work] = claim(work)
        if is_ours[work]:
            chosen.append(mail)
            if mail.seat is not None and mail.game is not None:
                lobby.know_seat_and_game(session, mail.seat, mail.game)  # for its address (ready_to_send)
    return outbox.take(session, chosen)


def _limits(context: Context) -> list[tuple[int, timedelta]]:
    desk = context.desk
    return [(most, span) for most, span in ((desk.mails.mails_per_hour, HOUR), (desk.mails.mails_per_day, DAY)) if most]


def _room(context: Context, now: datetime) -> int:
    """How many more mails the limits of the configuration allow now."""
    left = (most - way_out.sent_within(context.session, now - span, now) for most, span in _limits(context))
    return max(min(left, default=outbox.MANY), 0)


def tell_of_limits(context: Context) -> bool:
    """Tell the game master that more mails are due than the limits of the configuration allow, once a day. Gives whether
    they are told now.
    """
    now = context.desk.now()
    if not _limits(context) or way_out.closed(context.session) is not None:
        return False
    room, due = _room(context, now), outbox.count_due(context.session, now)
    if due <= room:
        return False
    limits_text = " and ".join(f"{most} in {'an hour' if span == HOUR else 'a day'}" for most, span in _limits(context))
    why = f"The configuration allows {limits_text} (mails_per_hour, mails_per_day in [smtp])."
    return _tell(context, due - room, why)


def note_outcomes(context: Context, results: list[tuple[OutgoingRow, NotTaken | None]]) -> int:
    """Store what became of mails, in the order they were tried. Gives how many are due after that."""
    session, now = context.session, context.desk.now()
    if all(problem is None for _, problem in results):
        outbox.mark_sent(session, [mail.id for mail, _ in results], now)
        _, due = way_out.closed_and_due(session, now)
        way_out.open_again(session)
        return due
    for was_sent, run in groupby(results, key=lambda result: result[1] is None):
        if was_sent:
            outbox.mark_sent(session, [mail.id for mail, _ in run], now)
            way_out.open_again(session)
        else:
            _note_refusals(context, [(mail, problem) for mail, problem in run if problem is not None])
    return outbox.count_due(session, now)


def _note_refusals(context: Context, refusals: list[tuple[OutgoingRow, NotTaken]]) -> None:
    """The same of mails in a row that were not taken."""
    unclear = 0
    for mail, problem in refusals:
        unclear = unclear + 1 if problem.whose is Whose.UNCLEAR else 0
        if problem.whose is Whose.SERVER:
            _all_wait(context, mail, problem)
        else:
            _one_waits(context, mail, problem)
            if unclear >= MAX_UNCLEAR or (unclear and way_out.closed(context.session) is not None):
                _close(context, problem)


def note_probe(context: Context, problem: NotTaken | None) -> None:
    """Note whether our server could be reached while no mail waits for it."""
    if problem is not None:
        _close(context, problem)
    else:
        way_out.open_again(context.session)


def is_enough(problems: list[NotTaken | None]) -> bool:
    """Whether the outcomes so far show that no other mail need be tried now."""
    last = problems[-MAX_UNCLEAR:]
    if last and last[-1] is not None and last[-1].whose is Whose.SERVER:
        return True
    return len(last) == MAX_UNCLEAR and all(each is not None and each.whose is Whose.UNCLEAR for each in last)


def _all_wait(context: Context, mail: OutgoingRow, problem: NotTaken) -> None:
    """Make all mails wait. Others go before this one at the next attempt: it may be the reason after all."""
    way = _close(context, problem)
    now = context.desk.now()
    outbox.put_off(context.session, mail.id, now, 2 * (way.next_attempt - now), str(problem))


def _close(context: Context, problem: NotTaken) -> WayOutRow:
    now = context.desk.now()
    way = way_out.close(context.session, now, str(problem))
    waits = way_out.count_waiting(context.session)
    if waits and (problem.code >= _PERMANENT or now - way.since >= TOLD_AFTER):
        words = f"The mail server said: {problem}"
        if _tell(context, waits, words):
            services.note_reported(context.session, services.SMTP, now)
    return way


def _one_waits(context: Context, mail: OutgoingRow, problem: NotTaken) -> None:
    """Make one mail wait, or give it up: it is refused for a reason of its own, for good or for too long."""
    now = context.desk.now()
    since = mail.refused_since or now
    too_long = now - since >= MAX_TRIED and not isinstance(problem, Refused) and is_sure(context.session, now)
    given_up = too_long or isinstance(problem, Refused)
    words = f"given up after {MAX_TRIED.days} days: {problem}" if too_long else str(problem)
    outbox.mark_failed(context.session, mail.id, now, words, given_up)
    if given_up and problem.whose is Whose.RECIPIENT:
        note_refused(context, mail, words)


def _tell(context: Context, count: int, why: str) -> bool:
    """Once a day, and not again before the last such notice has got out."""
    now = context.desk.now()
    if outbox.is_announced(context.session, URGENT, now - DAY, now):
        return False
    lines = (
        f"{count} mails wait to be sent. {why}",
        "All are kept and sent as soon as they are taken, those first whose readers must decide something.",
        "You hear of this once a day. `pbem status` shows what waits.",
    )
    facts: dict[str, Any] = {"urgency": URGENT}
    return tell_subject(context, Subject("queue", f"mails wait to be sent: {count}", lines), **facts)
