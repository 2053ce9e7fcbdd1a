"""Letters whose signature cannot be judged yet, as its key cannot be looked up (RFC 6376 6.1, TEMPFAIL).

Such a letter is held, and its writer is told once. Its key is looked up again after growing pauses; after MAX_WAIT it is
refused. The letters that its writer sends meanwhile wait behind it; those of others do not.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from functools import partial

from pbem.mail.dkim import (
    NO_KEY,
    Claim,
    NoAnswer,
    Verdict,
    claims_of,
    settle_claims,
    verdict_of,
    with_verdict,
    without_verdict,
)
from pbem.moderator.core.context import Context, LetterContext
from pbem.moderator.core.context import LetterOutcome as Outcome
from pbem.moderator.core.desk import Desk
from pbem.moderator.reports.notices import notice
from pbem.store.games.timekeeping import is_sure
from pbem.store.mail import inbox
from pbem.store.tables.mail import LetterRow

log = logging.getLogger(__name__)

MAX_WAIT = timedelta(days=3)
FIRST_PAUSE, MAX_PAUSE = timedelta(minutes=1), timedelta(hours=1)
MAX_SILENT = 2
"""Keys that cannot be looked up, each of which takes a while, after which a look ends."""
GIVEN_UP = f"{NO_KEY}, for {MAX_WAIT.days} days"


def why_held(context: Context, row: LetterRow, game_id: int | None, seat: str | None) -> str:
    """Why a letter of a writer who must prove that it is theirs is held: for its key, or behind another; "": it is not."""
    if claims_of(row.raw):
        return NO_KEY
    before = inbox.waits_behind(context.session, row, game_id, seat)
    return f"it waits behind letter {before.id}" if before is not None else ""


def hold(context: LetterContext, why: str) -> Outcome:
    """Hold a letter of a seat, and tell its player once."""
    row, game, seat = context.row, context.game, context.seat
    notice(context, "key_waits", unproved=True, days=MAX_WAIT.days, behind=why != NO_KEY)
    return keep(context, row, why, f"{game.name} {seat.name}", game.id, seat.name)


def keep(
    context: Context, row: LetterRow, why: str, whose: str, game_id: int | None = None, seat: str | None = None
) -> Outcome:
    """Hold a letter until it is looked at again."""
    outcome, look_at = f"{whose}: {why}; it is looked at again", context.desk.now() + FIRST_PAUSE
    held = partial(inbox.settle, context.session, row.id, "held", outcome, game_id=game_id, seat=seat, look_at=look_at)
    context.writes.do(held)
    return Outcome(None, outcome)


def look_up_keys(desk: Desk) -> int:
    """Look up the keys that are due, and make the letters new that need wait no longer. Gives how many.

    It waits for the DNS: call it from a thread of its own. What goes wrong is looked at again the next time.
    """
    try:
        return _look_up_all(desk)
    except Exception:  # NotNow is one
        log.exception("looking up the keys that letters wait for")
        return 0


def _look_up_all(desk: Desk) -> int:
    made_new = 0
    with desk.db.reading() as session:
        rows = inbox.looked_at_later(session)
        sure = bool(rows) and is_sure(session, desk.now())
    waiting, silent = set[tuple[int | None, str | None, str]](), set[str]()
    for row in rows:
        whose, claims, now = (row.game_id, row.seat, row.sender), claims_of(row.raw), desk.now()
        if whose in waiting:
            continue
        if not claims:
            verdict = Verdict(verdict_of(row.raw))
        elif not _is_due(row, now) or len(silent) >= MAX_SILENT:
            verdict = Verdict(NO_KEY, claims)
        else:
            verdict = _look_up(desk, claims, silent)
        if not verdict.claims:
            made_new += _make_new(desk, row, verdict.why)
        elif sure and now - row.received > MAX_WAIT:
            made_new += _make_new(desk, row, GIVEN_UP)
        else:
            waiting.add(whose)
            if _is_due(row, now):
                _put_off(desk, row, now)
    return made_new


def _look_up(desk: Desk, claims: tuple[Claim, ...], silent: set[str]) -> Verdict:
    """What the keys say. Of a domain that has not answered just now none is asked for."""

    def resolver(name: bytes) -> bytes | None:
        domain = name.decode().rpartition("._domainkey.")[2]
        if domain in silent:
            raise NoAnswer(domain)
        return desk.letters.resolver(name)

    verdict = settle_claims(claims, resolver)
    silent.update(claim.name.rpartition("._domainkey.")[2] for claim in verdict.claims[:1])
    return verdict


def _is_due(row: LetterRow, now: datetime) -> bool:
    """Whether it is time for a look; also where the time was noted by a clock that was wrong."""
    return row.look_at is None or not now < row.look_at <= now + MAX_PAUSE


def _put_off(desk: Desk, row: LetterRow, now: datetime) -> None:
    pause = min(max((now - row.received) / 2, FIRST_PAUSE), MAX_PAUSE)
    with desk.db.writing() as session:
        known = inbox.letter(session, row.id)
        if known.status == "held" and known.look_at is not None:
            inbox.settle(session, row.id, "held", known.outcome, look_at=now + pause)


def _make_new(desk: Desk, row: LetterRow, why: str) -> bool:
    with desk.db.writing() as session:
        known = inbox.letter(session, row.id)
        waits = known.status == "held" and known.look_at is not None
        if waits:
            log.info("letter %s: %s", row.id, why or "its key has been looked up")
            inbox.put_in_again(session, row.id, with_verdict(without_verdict(known.raw), why))
    return waits


def came_again(context: Context, row: LetterRow, raw: bytes) -> bool:
    """A letter that waits for its key, or has waited in vain, is delivered again, with the verdict of now in front. Gives
    whether it is dealt with again.
    """
    waits = row.status == "held" and row.look_at is not None
    given_up = row.status == "dead" and GIVEN_UP in row.outcome
    is_settled = not claims_of(raw) and bool(claims_of(row.raw) or given_up)
    if (waits or given_up) and is_settled:
        inbox.put_in_again(context.session, row.id, raw)
        return True
    return False
