"""Guests: who gets which seat of a game whose players are asked first, and the mails to them.

Seats kept for somebody are theirs until they decline; the others go to those who have accepted, in the order in which they
did: as they wish, or by a lot that the game's key draws, which is fixed before anybody has answered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.dice import Fate, RollId
from pbem.mail.address import SEAT, hash_of, hashes_in, new_message_id, seat_address
from pbem.mail.letter import Draft, Letter
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Desk
from pbem.moderator.core.setups import OTHERS, language_of, load_setup
from pbem.moderator.reports.notices import ASKED, Dispatch, queue_draft
from pbem.moderator.seats.addresses import GUEST, guest_in, guest_token_of
from pbem.render.notice import render_notice
from pbem.store.games import gatherings
from pbem.store.tables.joining import GatheringRow, GuestRow
from pbem.timing.terms import described, read_terms

LOT = RollId("opening", "seats", "", 1)
"""What the lot of seats is bound to, as a roll of the game is."""


def seats_of(desk: Desk, row: GatheringRow) -> Sequence[Seat]:
    """The seats of the game to come. Raises NoScenario where its file is gone."""
    rules = desk.games[row.rules]
    return rules.seats(load_setup(rules, row.scenario, desk.scenarios, row.options))


def key_of(row: GatheringRow) -> Fate:
    """What the game's dice, and the lot, will follow from."""
    return Fate(bytes.fromhex(row.key))


@dataclass(frozen=True)
class Seating:
    """Who has joined: the `seats` of the game to come, and its `guests` in the order they were asked."""

    row: GatheringRow
    seats: Sequence[Seat]
    guests: Sequence[GuestRow]

    @property
    def accepted(self) -> list[GuestRow]:
        """Those who will play, or wait, in the order in which they have accepted."""
        will = (guest for guest in self.guests if guest.status == "accepted")
        return sorted(will, key=lambda guest: (guest.since, guest.id))

    @property
    def kept(self) -> dict[Seat, GuestRow]:
        """The seats that are kept, and for whom."""
        return {guest.seat: guest for guest in self.guests if guest.seat and guest.status in ("invited", "accepted")}

    @property
    def free(self) -> list[Seat]:
        """The seats that are kept for nobody."""
        return [seat for seat in self.seats if seat not in self.kept]

    @property
    def takers(self) -> list[GuestRow]:
        """Those who have accepted and will have one of the free seats."""
        return [guest for guest in self.accepted if not guest.seat][: len(self.free)]

    @property
    def waiting(self) -> list[GuestRow]:
        """Those who have accepted and will play only if somebody else does not."""
        playing = self.takers
        return [guest for guest in self.accepted if not guest.seat and guest not in playing]

    @property
    def missing(self) -> int:
        """How many players must still accept before the game begins."""
        to_come = sum(guest.status != "accepted" for guest in self.kept.values())
        return to_come + len(self.free) - len(self.takers)

    def players(self) -> dict[Seat, GuestRow]:
        """Who plays what, once nobody is missing."""
        seated = self.kept | self._given()
        return {seat: seated[seat] for seat in self.seats}

    def _given(self) -> dict[Seat, GuestRow]:
        """The free seats, by lot or as their takers wish."""
        if self.row.by_lot:
            return dict(zip(key_of(self.row).order(LOT, tuple(self.free)), self.takers, strict=True))
        wished = {guest.wish: guest for guest in reversed(self.takers) if guest.wish in self.free}
        content = [guest.id for guest in wished.values()]
        others = (guest for guest in self.takers if guest.id not in content)
        left = (seat for seat in self.free if seat not in wished)
        return wished | dict(zip(left, others, strict=True))


# Mails to guests

KIND = "invitation"
"""The kind of all mails to guests."""


def guest_of(context: Context, letter: Letter) -> GuestRow | None:
    """The guest whose token a letter was sent to, or whose mail of ours it answers."""
    for each in hashes_in(letter.recipients, context.desk.mailbox):
        if (guest := gatherings.by_token_hash(context.session, each)) is not None:
            return guest
    guests = (guest_in(context, reference) for reference in letter.references)
    return next((guest for guest in guests if guest is not None), None)


def asked_for(context: Context, letter: Letter) -> GatheringRow | None:
    """The open game that a letter's sender has asked to join and is no guest of any more, by the token that they were sent:
    it follows from their address, so that nothing need be kept of those who only ask.
    """
    given = set(hashes_in(letter.recipients, context.desk.mailbox))
    if not given or not letter.sender or not context.desk.letters.open_tables:
        return None
    for row in gatherings.open_to_strangers(context.session):
        token = guest_token_of(context.desk.secret, key_of(row).commitment, letter.sender)
        if hash_of(token) in given and gatherings.guest_at(context.session, row.id, letter.sender) is None:
            return row
    return None


@dataclass(frozen=True, slots=True)
class LetterRef:
    """A letter that a mail answers: its number, and its Message-ID as its writer's program gave it ("": none)."""

    id: int
    message_id: str


def tell_guest(
    context: Context,
    row: GatheringRow,
    guest: GuestRow,
    kind: str,
    occasion: str,
    *,
    to: LetterRef | None = None,
    not_before: datetime | None = None,
    **facts: Any,
) -> None:
    """Queue a mail to a guest at the address we know, once for each `occasion`, in answer `to` a letter of theirs if there
    is one.
    """
    desk = context.desk
    message_id = guest_message_id(context, row, guest, occasion)
    if is_told(context, row, guest, occasion):
        return
    root, answered = guest_message_id(context, row, guest, "invitation"), to.message_id if to else ""
    page = desk.page.speaking(language_of(row.options, guest.seat or OTHERS))
    subject, text, html = render_notice(page, kind, **_facts_of(context, row, guest), **facts)
    draft = Draft(
        to=guest.address,
        subject=subject,
        text=text,
        html=html,
        message_id=message_id,
        reply_to=seat_address(desk.mailbox, SEAT),
        in_reply_to=answered or None,
        references=tuple(each for each in (root, answered) if each and each != message_id),
        auto_submitted="auto-replied" if answered else "auto-generated",
    )
    # As urgent as a game's first letter, which may follow at once and must not overtake it.
    queue_draft(context, draft, Dispatch(KIND, to.id if to else None, not_before=not_before, urgency=ASKED))


def is_told(context: Context, row: GatheringRow, guest: GuestRow, occasion: str) -> bool:
    """Whether a guest has been written to on this occasion."""
    return context.is_queued(guest_message_id(context, row, guest, occasion))


def guest_message_id(context: Context, row: GatheringRow, guest: GuestRow, occasion: str) -> str:
    """The Message-ID of a mail to a guest."""
    return new_message_id(context.desk.secret, context.desk.host, row.name, f"{GUEST}{guest.id}", occasion)


def _facts_of(context: Context, row: GatheringRow, guest: GuestRow) -> dict[str, Any]:
    """What every mail to a guest can tell: the game, its seats, the names of those who have a seat."""
    rules, terms = context.desk.games[row.rules], read_terms(row.terms)
    guests = gatherings.guests(context.session, row.id)
    setup = load_setup(rules, row.scenario, context.desk.scenarios, row.options)
    return {
        "game": row.name,
        "player": guest.name,
        "title": rules.title,
        "scenario": rules.scenarios[row.scenario],
        "kept": guest.seat,
        "wish": guest.wish,
        "seats": Seating(row, rules.seats(setup), guests).free,
        "by_lot": row.by_lot,
        "others": [each.name for each in guests if each.status == "accepted" and each.id != guest.id],
        "played": list(rules.told_options(setup)),
        "terms": list(described(terms)),
        "commitment": key_of(row).commitment,
    }
