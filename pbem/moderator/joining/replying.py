"""A guest's letter: they accept or decline, and the game begins when nobody is missing."""

from __future__ import annotations

from functools import partial
from typing import Any

from pbem.engine.shares import share_of
from pbem.mail.address import new_message_id
from pbem.mail.letter import Letter
from pbem.mail.reading.orders import read_lines
from pbem.mail.reading.sent import LateSent
from pbem.moderator.desk.context import Context
from pbem.moderator.desk.tokens import GAMEMASTER
from pbem.moderator.joining.gathering import begin_if_full, seating_of
from pbem.moderator.joining.guest_mail import is_told, tell_guest
from pbem.moderator.joining.seating import seats_of
from pbem.moderator.joining.words import ORDER_WORDS, Reply, Said, reply_in
from pbem.moderator.reports.notices import may_warn, name_of, tell_gamemaster
from pbem.store import gatherings, post
from pbem.store.tables import GatheringRow, GuestRow, LetterRow

MOST_A_DAY = 3
"""So often the game master hears in a day of what one guest has answered."""
MOST_MAILS = 6
"""So many of our mails to a guest are compared with their letter."""


def answer_guest(context: Context, guest: GuestRow, letter: Letter, row: LetterRow) -> str:
    """Do what a guest's letter says, and say in a line what became of it. Only their own address may answer."""
    table = gatherings.gathering(context.session, guest.gathering_id)
    told = _Telling(context, table, guest, letter, row)
    if letter.sender != guest.address.lower() or letter.doubt:
        told.tell("guest_sender", unproved=True, sender=letter.sender)
        return f"{table.name}: for the guest {guest.address}, from {letter.sender or 'nobody'}: not carried out"
    if guest.status == "dropped":
        told.tell("dropped", unproved=True)
        return f"{table.name}: from {guest.address}, who is no longer invited"
    if table.status != "gathering":
        told.tell("table_over", unproved=True, begun=table.status == "begun")
        return f"{table.name}: from the guest {guest.address}, who is told that it {_past(table)}"
    reply = _read(context, table, guest, letter)
    if reply.said is Said.UNCLEAR:
        told.tell("guest_unclear", unproved=True, accepted=guest.status == "accepted")
        return f"{table.name}: neither accepted nor declined by {guest.address}"
    return _accept(told, reply) if reply.said is Said.ACCEPT else _decline(told)


class _Telling:
    """Answers to one letter of a guest."""

    def __init__(self, context: Context, table: GatheringRow, guest: GuestRow, letter: Letter, row: LetterRow) -> None:
        self.context, self.table, self.guest, self.letter = context, table, guest, letter
        self._row = row

    def tell(self, kind: str, *, unproved: bool = False, **facts: Any) -> None:
        """Answer, once for each letter; `unproved`: anybody, or a program, can cause it (notices.may_warn)."""
        occasion = name_of(self.context.desk, self._row, kind)
        if is_told(self.context, self.table, self.guest, occasion):
            return
        if unproved and may_warn(self.context, self.guest.address) is None:
            return
        answered, letter_id = self.letter.message_id, self._row.id
        tell_guest(self.context, self.table, self.guest, kind, occasion, answered=answered, letter_id=letter_id, **facts)

    def tell_gamemaster(self, what: str) -> None:
        desk = self.context.desk
        names = [f"answered-{self.guest.id}-{desk.now():%F}-{number}" for number in range(MOST_A_DAY)]
        facts: dict[str, Any] = {
            "table": self.table.name,
            "player": self.guest.name,
            "address": self.guest.address,
            "what": what,
        }
        missing = seating_of(self.context, self.table).missing
        told = partial(new_message_id, desk.secret, desk.host, "", GAMEMASTER)
        if (occasion := next((name for name in names if not self.context.is_queued(told(name))), None)) is not None:
            facts |= {"letter_id": self._row.id, "missing": missing}
            tell_gamemaster(self.context, None, "guest_answered", occasion, **facts)

    def change(self, status: str, wish: str) -> None:
        gatherings.change_guest(self.context.session, self.guest, status, wish, self.context.desk.now())


def _past(table: GatheringRow) -> str:
    return "has begun" if table.status == "begun" else "was called off"


def _read(context: Context, table: GatheringRow, guest: GuestRow, letter: Letter) -> Reply:
    """What the guest typed; what our own mails say is none of it."""
    named = [mail for each in letter.references if (mail := post.outgoing_by_message_id(context.session, each)) is not None]
    mails = [*named, *post.newest_to(context.session, guest.address, MOST_MAILS)][:MOST_MAILS]
    found = read_lines(letter, [LateSent(mail.raw) for mail in mails if mail.raw], ORDER_WORDS)
    return reply_in([line.text for line in found.lines], seats_of(context.desk, table))


def _accept(told: _Telling, reply: Reply) -> str:
    context, table, guest = told.context, told.table, told.guest
    wish = reply.wish or guest.wish
    is_known = (guest.status, guest.wish) == ("accepted", wish)
    told.change("accepted", wish)
    gatherings.set_share(context.session, guest, share_of(told.letter.message_id))
    game = begin_if_full(context, table)
    if game is None:
        seating = seating_of(context, table)
        told.tell("guest_accepted", unproved=is_known, missing=seating.missing, waits=guest in seating.waiting)
        told.tell_gamemaster("has accepted")
        return f"{table.name}: accepted by {guest.address}"
    return f"{table.name}: accepted by {guest.address}; the game has begun"


def _decline(told: _Telling) -> str:
    """A seat kept for them is free for others; who had accepted and waits may have it now."""
    context, table, guest = told.context, told.table, told.guest
    is_known = guest.status == "declined"
    told.change("declined", "")
    told.tell("guest_declined", unproved=is_known)
    told.tell_gamemaster("has declined")
    begun = begin_if_full(context, table) is not None
    return f"{table.name}: declined by {guest.address}{'; the game has begun' if begun else ''}"
