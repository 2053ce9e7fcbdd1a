"""Letters that are not played: those of programs, those that met a fault, and those that wait for a key.

Bounces and absence notes are counted for each seat, and never answered; of a program that answers our letters the third
letter gets no answer. A letter that could not be dealt with is kept with the fault, its game and its game master are told,
and the next letter is dealt with.

A letter whose signature cannot be judged yet, as its key cannot be looked up (RFC 6376 6.1, TEMPFAIL), is held, and its
writer is told once. The key is looked up again after growing pauses; after MAX_KEY_WAIT the letter is refused. What its
writer sends meanwhile waits for it; letters of others do not.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Collection
from datetime import datetime, timedelta
from functools import partial

from pbem.mail.address import read_message_id
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
from pbem.mail.letter import Letter
from pbem.mail.reading import read_letter
from pbem.mail.replies import tells_of_limit
from pbem.moderator.core.context import Context, LetterContext, Writer, from_writer
from pbem.moderator.core.context import LetterOutcome as Outcome
from pbem.moderator.core.desk import Desk
from pbem.moderator.intake.admission import FAULT, GIVEN_UP, MAX_KEY_WAIT, storable
from pbem.moderator.intake.identify import identify, refused, unproved
from pbem.moderator.reports.notices import MasterMail, held_for, notice, report_fault, tell_gamemaster
from pbem.store.database import Session
from pbem.store.errors import NotFound, NotNow
from pbem.store.games import lobby
from pbem.store.games.timekeeping import is_sure
from pbem.store.mail import inbox, outbox, reach
from pbem.store.tables.games import SeatRow
from pbem.store.tables.mail import LetterRow, OutgoingRow

log = logging.getLogger(__name__)

SPAN = timedelta(hours=1)
ANSWERED = 2
"""Letters of a loop that are answered."""


def is_loop(session: Session, row: LetterRow) -> bool:
    """Whether a letter without orders is part of a mail loop: the third in a row within an hour that says the same.

    A person who tries one wording after the other is answered each time.
    """
    before = reach.letters_before(session, row, SPAN, ANSWERED)
    return len(before) == ANSWERED and all(each.typed == row.typed for each in before)


# Bounces and absence

SENT_AGAIN_AFTER, MAX_SENT_AGAIN = timedelta(hours=6), timedelta(days=5)
"""When a mail that our own server took and did not send is sent again, and how old it may be."""


def note_bounce(context: Context, letter: Letter) -> str:
    """Count a mail that came back for the seat it was written to. Returns a line for the log.

    Our own Message-ID in what is returned names the seat, and its hash cannot be forged. Without one the address that failed
    does; anybody could claim that, so it has no effect but a count and a notice.
    """
    if tells_of_limit(letter.diagnosis):
        return _send_again(context, letter)
    seats = _seats_of(context, letter)
    because = f"undeliverable at {', '.join(letter.bounce_of)}"
    for seat in seats:
        _count(context, seat, because, unproved=not _ours(context, letter))
    whose = ", ".join(f"{lobby.game(context.session, seat.game_id).name} {seat.name}" for seat in seats) or "no seat"
    return f"a bounce of {', '.join(letter.bounce_of)}: {whose}"


def _send_again(context: Context, letter: Letter) -> str:
    """Put mails back into the outbox that our own server took and then did not send, because of its limit. Our Message-IDs
    in the bounce name them. Returns a line for the log.
    """
    now, again = context.desk.now(), 0
    for message_id in dict.fromkeys((*letter.bounced_ids, *letter.references)):
        mail = outbox.outgoing_by_message_id(context.session, message_id)
        if mail is None or mail.status != "sent" or not mail.raw or mail.queued < now - MAX_SENT_AGAIN:
            continue
        context.writes.do(partial(outbox.send_again, context.session, mail.id, now, SENT_AGAIN_AFTER, letter.diagnosis))
        again += 1
    return f"our server has not sent {again} mails ({letter.diagnosis}): they wait and are sent again"


def note_refused(context: Context, mail: OutgoingRow, words: str) -> None:
    """Count a mail that our server refused for good, in its own `words`; one that was written to no seat is left alone."""
    if mail.game_id is not None and mail.seat is not None:
        _count(context, lobby.seat(context.session, mail.game_id, mail.seat), words)


def note_absence(context: Context, letter: Letter) -> str:
    """Note that a program answers for a player. Returns a line for the log; nobody is written to."""
    writer = identify(context, letter)
    if not isinstance(writer, Writer) or letter.sender != writer.seat.address.lower():
        return f"automatic mail ({letter.automatic}), not answered"
    reach.note_auto_reply(context.session, writer.seat, context.desk.now())
    return f"{writer.game.name} {writer.seat.name}: a program answers ({letter.automatic}), not answered"


def reach_lines(session: Session, games: Collection[int] | None = None) -> dict[int, list[str]]:
    """Lines about the seats whose mail does not arrive, by the ids of their games (`games`, or all under way)."""
    by_game = defaultdict[int, list[str]](list)
    for seat in reach.unreached(session, games):
        by_game[seat.game_id] += _lines(seat)
    return by_game


def _lines(seat: SeatRow) -> list[str]:
    bounces = f"{seat.name}'s mail bounces since {_day(seat.bounced)} ({seat.bounces})" if seat.bounces else ""
    absent = f"{seat.name}: a program answers since {_day(seat.auto_replied)}" if seat.auto_replied else ""
    return [line for line in (bounces, absent) if line]


def _day(moment: datetime | None) -> str:
    return f"{moment.day} {moment:%b}" if moment else "never"


def _seats_of(context: Context, letter: Letter) -> list[SeatRow]:
    """The seats that a returned mail was written to; none if it was written to an observer or the game master."""
    if not (ours := _ours(context, letter)):
        return reach.seats_at(context.session, letter.bounce_of)
    return [seat for game, name in sorted(ours) if (seat := _seat(context.session, game, name)) is not None]


def _ours(context: Context, letter: Letter) -> set[tuple[str, ...]]:
    """Game and seat of our own mails in a bounce."""
    returned = (read_message_id(context.desk.secret, each) for each in (*letter.bounced_ids, *letter.references))
    return {parts[:2] for parts in returned if parts is not None and len(parts) >= 2}


def _seat(session: Session, game: str, name: str) -> SeatRow | None:
    try:
        return lobby.seat(session, lobby.find_game(session, game).id, name)
    except NotFound:
        return None


def _count(context: Context, seat: SeatRow, because: str, *, unproved: bool = False) -> None:
    """Count a bounce and tell the game master, at most once a day. `unproved`: anybody could have written it."""
    now = context.desk.now()
    reach.count_bounce(context.session, seat, now)
    tell_gamemaster(
        context,
        lobby.game(context.session, seat.game_id),
        "bounced",
        f"bounced-{seat.name}-{now:%F}",
        MasterMail(unproved=unproved),
        seat=seat.name,
        player=seat.player,
        address=seat.address,
        count=seat.bounces,
        since=_day(seat.bounced),
        because=because,
    )


# Faults


def set_aside(desk: Desk, letter_id: int, fault: BaseException, *, holds: bool = True) -> str:
    """Set a letter aside that met a fault, hold its game and tell the game master. Gives one line; raises nothing.

    Unless the fault `holds` the game, the game goes on, and the writer is told that nothing of the letter is carried out.

    If that fails too the letter is rejected and its game goes on; while nothing can be written it stays new.
    """
    fault_text = storable(f"{type(fault).__name__}: {fault}")
    for attempt in (_with_its_game if holds else _by_itself, _alone):
        try:
            with desk.db.writing() as session:
                return attempt(Context(session, desk), letter_id, fault_text)
        except NotNow as later:
            return f"letter {letter_id}: {fault_text}; {later}"
        except Exception:  # the letter may break whatever looks at it
            log.exception("setting letter %s aside", letter_id)
    return f"letter {letter_id}: {fault_text}; it stays for the next look"


def _with_its_game(context: Context, letter_id: int, fault: str) -> str:
    letter = _proved(context, letter_id)
    if letter is None:
        return _alone(context, letter_id, fault)
    if letter.game.status == "playing":
        lobby.hold(letter.session, letter.game.id, held_for(letter_id))
    inbox.settle(letter.session, letter_id, "held", fault, game_id=letter.game.id, seat=letter.seat.name)
    report_fault(letter, fault)
    return f"letter {letter_id}: {letter.game.name} is held: {fault}"


def _by_itself(context: Context, letter_id: int, fault: str) -> str:
    letter = _proved(context, letter_id)
    if letter is None:
        return _alone(context, letter_id, fault)
    inbox.settle(letter.session, letter_id, "dead", f"set aside: {fault}", game_id=letter.game.id, seat=letter.seat.name)
    notice(letter, "set_aside")
    report_fault(letter, fault, kind="set_aside_fault")
    return f"letter {letter_id}: set aside: {fault}"


def _proved(context: Context, letter_id: int) -> LetterContext | None:
    """A letter as one from its game and seat; None where it is not certain who wrote it."""
    row = inbox.letter(context.session, letter_id)
    letter = read_letter(row.raw)
    writer = identify(context, letter)
    if not isinstance(writer, Writer) or refused(writer, letter) or unproved(writer, row.raw):
        return None
    return from_writer(context, writer, letter, row)


def _alone(context: Context, letter_id: int, fault: str) -> str:
    inbox.settle(context.session, letter_id, "dead", f"{FAULT}{fault}")
    return f"letter {letter_id}: {fault}"


# Letters that wait for a key

FIRST_PAUSE, MAX_PAUSE = timedelta(minutes=1), timedelta(hours=1)
MAX_SILENT = 2
"""A look ends after this many keys that cannot be looked up: each takes a while."""


def why_held(context: Context, row: LetterRow, game_id: int | None, seat: str | None) -> str:
    """Why a letter that needs a valid signature is held: for its key, or until an earlier letter is done; "": it is not."""
    if claims_of(row.raw):
        return NO_KEY
    before = inbox.waits_behind(context.session, row, game_id, seat)
    return f"it waits behind letter {before.id}" if before is not None else ""


def hold(context: LetterContext, why: str) -> Outcome:
    """Hold a letter of a seat, and tell its player once."""
    row, game, seat = context.row, context.game, context.seat
    notice(context, "key_waits", unproved=True, days=MAX_KEY_WAIT.days, behind=why != NO_KEY)
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

    It waits for the DNS: call it from a thread of its own. A look-up that fails is tried again the next time.
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
        elif sure and now - row.received > MAX_KEY_WAIT:
            made_new += _make_new(desk, row, GIVEN_UP)
        else:
            waiting.add(whose)
            if _is_due(row, now):
                _put_off(desk, row, now)
    return made_new


def _look_up(desk: Desk, claims: tuple[Claim, ...], silent: set[str]) -> Verdict:
    """The verdict by the keys. A domain that has just not answered is not asked again."""

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
