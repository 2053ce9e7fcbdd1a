"""What players have proposed to each other and is still open, as the log tells it.

The lines that say it become entries of kind OFFER. An entry's key is OFFERED, AGREED, REFUSED or ENDED, its subject what it
is about; HANDED_OVER ends all that a seat has offered or agreed to, RESIGNED what it has offered. A draw that is offered
stands until each other player has agreed who has not resigned, one of them refuses or gives an order of their own, or the
offer is withdrawn. The wish to resign stands until it is confirmed, or the player gives an order. The wish to take an order
back stands until anything is done.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from pbem.effort import spend
from pbem.engine.decision import Seat
from pbem.engine.entry import NOT_OF_THE_GAME, Entry, EntryKind
from pbem.engine.table import Table
from pbem.moderator.talk.deal_words import DRAW, PAUSE, RESIGN, TAKE_BACK

OFFERED, AGREED, REFUSED, ENDED = "offered", "agreed", "refused", "ended"
HANDED_OVER = "handed_over"
"""The key of an entry that says that a seat is another player's from now on."""
RESIGNED = "resigned"
"""The key of an entry that says that a seat has given the game up and others play on, and of an end by that."""
BY_A_PLAYER = (EntryKind.ANSWER, EntryKind.WAITED, EntryKind.ACT)
ENTRIES_A_STEP = 25
"""Entries looked through for offers in a step of work (pbem.effort)."""


@dataclass
class Offer:
    """What a seat has proposed: the `number` of its entry, how many `seconds` a pause is to last, who has agreed."""

    thing: str
    seat: Seat
    number: int
    seconds: int = 0
    agreed: set[Seat] = field(default_factory=set)


def offers_of(table: Table[Any]) -> list[Offer]:
    """What stands open, in the order it was proposed."""
    return _offers_in(table, table.entries)


def _offers_in(table: Table[Any], entries: Sequence[Entry]) -> list[Offer]:
    spend(len(entries) // ENTRIES_A_STEP)
    found: list[Offer] = []
    resigned: list[Seat] = []
    for entry in entries:
        _pass_over(found, resigned, entry)
    return [] if table.over else found


def played_on(table: Table[Any], first: int) -> Iterator[tuple[Offer, Seat]]:
    """The draws that an order has declined since entry `first`, each with whose order it was."""
    found: list[Offer] = []
    resigned: list[Seat] = []
    for entry in table.entries:
        for offer in _pass_over(found, resigned, entry):
            if offer.thing == DRAW and entry.number >= first:
                yield offer, entry.seat


def _pass_over(found: list[Offer], resigned: list[Seat], entry: Entry) -> list[Offer]:
    """Bring what stands open behind an entry, and who has resigned, and give back what ends with what the entry has done in
    the game.
    """
    if entry.kind is EntryKind.OFFER:
        _take(found, entry)
        _resign(resigned, entry)
    elif entry.kind not in NOT_OF_THE_GAME:
        dead = [offer for offer in found if _dies(offer, resigned, entry)]
        found[:] = [offer for offer in found if offer not in dead]
        return dead
    return []


def _take(found: list[Offer], entry: Entry) -> None:
    if entry.key in (HANDED_OVER, RESIGNED):
        found[:] = [offer for offer in found if offer.seat != entry.seat]
        for offer in found:
            offer.agreed.discard(entry.seat)
    if entry.key == OFFERED:
        found.append(Offer(entry.subject, entry.seat, entry.number, entry.answer.get("seconds") or 0))
    for offer in [each for each in found if each.thing == entry.subject]:
        if entry.key == AGREED and offer.seat != entry.seat:
            offer.agreed.add(entry.seat)
        elif (entry.key == REFUSED and offer.seat != entry.seat) or (entry.key == ENDED and offer.seat == entry.seat):
            found.remove(offer)


def _dies(offer: Offer, resigned: Collection[Seat], entry: Entry) -> bool:
    """Whether an offer ends with what an entry has done in the game."""
    if offer.thing == PAUSE:
        return False
    if offer.thing == TAKE_BACK:
        return _ends_wishes(entry)
    mine = entry.seat == offer.seat
    declines = not mine and entry.seat not in offer.agreed and entry.seat not in resigned
    return entry.kind in BY_A_PLAYER and (mine if offer.thing == RESIGN else declines)


def is_agreed_back(table: Table[Any]) -> Offer | None:
    """The wish to take an order back to which everybody has agreed, if there is one."""
    since = takewhile(lambda entry: not _ends_wishes(entry), reversed(table.entries))  # it is asked before each order
    offers = _offers_in(table, [*since][::-1])
    return next((offer for offer in offers if offer.thing == TAKE_BACK and all_agree(table, offer)), None)


def _ends_wishes(entry: Entry) -> bool:
    """Whether no wish to take an order back stands behind an entry."""
    return entry.kind not in NOT_OF_THE_GAME and entry.kind is not EntryKind.SALT


def all_agree(table: Table[Any], offer: Offer) -> bool:
    """Whether all others have agreed to an offer: those who have resigned are not asked."""
    return offer.agreed >= set(table.seats) - {offer.seat, *resigned_seats(table)}


def resigned_seats(table: Table[Any]) -> list[Seat]:
    """The seats that have given the game up while others play on, and have not been handed over since."""
    resigned: list[Seat] = []
    for entry in table.entries:
        if entry.kind is EntryKind.OFFER:
            _resign(resigned, entry)
    return resigned


def _resign(resigned: list[Seat], entry: Entry) -> None:
    """Bring the seats that have given the game up behind an entry of kind OFFER."""
    if entry.key in (RESIGNED, HANDED_OVER):
        resigned[:] = [seat for seat in resigned if seat != entry.seat] + [entry.seat] * (entry.key == RESIGNED)


def offer_by(table: Table[Any], seat: Seat, thing: str) -> Offer | None:
    """What a seat has proposed of a thing, if that is open."""
    return next((offer for offer in offers_of(table) if (offer.thing, offer.seat) == (thing, seat)), None)
