"""What happens to the agreements of a game's players without an order: they are carried out, found impossible, or end.

All of it is written into the log before it counts, so that whatever ends the program it is done once, or tried again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from pbem.engine.agreements.ahead import AGREED_AHEAD, Acceptance
from pbem.engine.agreements.deals import Deals
from pbem.engine.agreements.offers import (
    AGREED,
    CAME_DUE,
    DEAL,
    ENDED,
    FAILED,
    LAPSED,
    OFFERED,
    REFUSED,
    Offer,
    OfferBook,
    Promise,
    about_deal,
    deal_number,
    is_done,
)
from pbem.engine.decision import Json, Seat
from pbem.engine.event import Event
from pbem.engine.log.cause import Cause, CauseKind
from pbem.engine.log.changes import note_said, with_said
from pbem.engine.log.entry import Entry, EntryKind
from pbem.engine.refusal import Illegal
from pbem.i18n import Text

ITS_END = Text("it was open until {end}")
ITS_END_HAS_COME = Text("its time is over")
BINDS_NOBODY = Text("{clause} (a promise, which binds nobody)")
EVENT_NAMES = {
    AGREED: "deal_agreed",
    AGREED_AHEAD: "deal_agreed_ahead",
    REFUSED: "deal_refused",
    ENDED: "deal_withdrawn",
    LAPSED: "deal_lapsed",
    FAILED: "deal_failed",
}
"""The Events by which the parties of an offer learn its outcome."""
DONE, PROMISED, DUE = "deal_done", "deal_promised", "promise_due"
"""Those that tell that an agreement was carried out, or made where it has promises alone, and that the time of a promise has
come.
"""
BY_ONE = frozenset(EVENT_NAMES[key] for key in (AGREED, REFUSED, ENDED))
"""Those of what one of the parties has said."""
CAN_WAIT = frozenset({EVENT_NAMES[LAPSED], DUE})
"""Those that time alone brings: they are no reason for a mail of their own."""


@dataclass(frozen=True, slots=True)
class DueEntry:
    """What is to be written now: an entry of this kind, key and so on, which follows from entry `since`, or is what the
    order that stands there does, which is called `ordered`.
    """

    kind: EntryKind
    seat: Seat
    key: str
    subject: str
    answer: Json
    note: str
    since: int
    ordered: str = ""

    @property
    def cause(self) -> Cause:
        """Why it is written."""
        if self.ordered:
            return Cause(CauseKind.STANDING, standard=self.ordered, entry=self.since)
        return Cause(CauseKind.FOLLOWS, entry=self.since)


def next_signed(deals: Deals[Any], s: Any, book: OfferBook, waiting: Collection[int]) -> Offer | None:
    """The agreement to carry out now: the first for which the position is safe. Those with these numbers are
    `waiting` for another moment.
    """
    signed = (offer for offer in book.signed() if offer.number not in waiting)
    return next((offer for offer in signed if deals.is_safe(s, binding(deals, s, offer.clauses))), None)


def carried_out(deals: Deals[Any], s: Any, offer: Offer) -> DueEntry:
    """What is written of an agreement that all have signed. Raises Illegal where it cannot be carried out as a whole."""
    if problem := deals.objection(s, binding(deals, s, offer.clauses)):
        raise Illegal(problem)
    clauses = [deals.signed(s, clause).as_json() for clause in offer.clauses]
    return DueEntry(EntryKind.ACT, offer.seat, DEAL, offer.about, clauses, "", offer.signed)


def failed(offer: Offer, problem: str) -> DueEntry:
    """What is written of an agreement that cannot be carried out."""
    return DueEntry(EntryKind.OFFER, offer.seat, FAILED, offer.about, with_said({}, problem), str(problem), offer.signed)


def binding(deals: Deals[Any], s: Any, clauses: Sequence[Json]) -> list[Json]:
    """The clauses that are carried out: all but promises."""
    return [clause for clause in clauses if not deals.is_promise(s, clause)]


def known_objection(deals: Deals[Any], s: Any, seat: Seat, offer: Offer) -> str:
    """Why an offer cannot be carried out as things stand, as far as one of its parties knows ("": nothing is known)."""
    bound = binding(deals, s, offer.clauses)
    return deals.known_objection(s, seat, bound) if bound else ""


def over_entries(deals: Deals[Any], s: Any, book: OfferBook) -> Iterator[DueEntry]:
    """What is written of offers whose end has come, and of promises whose time has come."""
    for offer in book.unsigned():
        if deals.ends.has_come(s, offer.seat, offer.end):
            end = deals.ends.write(s, offer.end)
            why = ITS_END.filled(end=end) if end else ITS_END_HAS_COME
            yield DueEntry(EntryKind.OFFER, offer.seat, LAPSED, offer.about, with_said({}, why), str(why), offer.entry)
    for promise in book.promises:
        if facts := deals.facts(s, promise.clause):
            about, answer = about_deal(promise.number), with_said({"place": promise.place}, facts)
            yield DueEntry(EntryKind.OFFER, promise.parties[0], CAME_DUE, about, answer, str(facts), promise.entry)


# In advance


def is_in_force(deals: Deals[Any], s: Any, given: Acceptance) -> bool:
    """Whether a signature given in advance can still sign anything."""
    if given.end is not None and deals.ends.has_come(s, given.seat, given.end):
        return False
    return not any(deals.limits.is_over(s, limit) for limit in given.limits)


def in_force(deals: Deals[Any], s: Any, book: OfferBook, seat: Seat) -> list[Acceptance]:
    """The signatures that a seat has given in advance and that hold, oldest first."""
    return [given for given in book.ahead_of(seat) if is_in_force(deals, s, given)]


def is_within(deals: Deals[Any], s: Any, given: Acceptance, offer: Offer) -> bool:
    """Whether an offer is exactly what a seat has agreed to in advance: each of its clauses within a limit of its own, and
    each limit with its clause. What is more, or other, or lacks something, is not.
    """
    if not given.is_for(offer.seat, offer.parties) or not is_in_force(deals, s, given):
        return False
    return _pairs_up(partial(deals.limits.covers, s), given.limits, offer.clauses)


def _pairs_up(covers: Callable[[Json, Json], bool], limits: Sequence[Json], clauses: Sequence[Json]) -> bool:
    """Whether each clause can be given a limit of its own that covers it, so that none is left."""
    if len(limits) != len(clauses):
        return False
    of: dict[int, int] = {}

    def finds(clause: int, seen: set[int]) -> bool:
        for limit in range(len(limits)):
            if limit not in seen and covers(limits[limit], clauses[clause]):
                seen.add(limit)
                if limit not in of or finds(of[limit], seen):
                    of[limit] = clause
                    return True
        return False

    return all(finds(clause, set()) for clause in range(len(clauses)))


def ahead_entries(deals: Deals[Any], s: Any, book: OfferBook) -> Iterator[DueEntry]:
    """What is written of offers to which all who have not answered have agreed in advance, and that can be carried out now.

    An offer to which somebody has still to answer, or that cannot be carried out, must not tell who has agreed to it, and
    uses up nothing.
    """
    for offer in book.unsigned():
        missing = [seat for seat in offer.others if seat not in offer.agreed]
        acceptances = [
            next((each for each in book.ahead_of(seat) if is_within(deals, s, each, offer)), None) for seat in missing
        ]
        given = acceptances[0] if acceptances else None
        if given is not None and None not in acceptances and _can_be_signed(deals, s, book, offer):
            answer: Json = {"acceptance": given.number}
            ordered = f"acceptance {given.number}"
            yield DueEntry(EntryKind.OFFER, given.seat, AGREED_AHEAD, offer.about, answer, "", given.entry, ordered)


def _can_be_signed(deals: Deals[Any], s: Any, book: OfferBook, offer: Offer) -> bool:
    """Whether what an offer binds to can be done here and now; one of promises alone must say something new."""
    bound = binding(deals, s, offer.clauses)
    if bound:
        return deals.is_safe(s, bound) and not deals.objection(s, bound)
    made = [promise.clause for promise in book.promises if {*promise.parties} == {*offer.parties}]
    return any(clause not in made for clause in offer.clauses)


def has_signed_ahead(deals: Deals[Any], s: Any, book: OfferBook, entry: Entry) -> bool:
    """Whether an entry that says so has a signature in advance and an offer within it."""
    offer, number = book.named(deal_number(entry.subject)), entry.answer["acceptance"]
    given = next((each for each in book.ahead_of(entry.seat) if each.number == number), None)
    return offer is not None and given is not None and is_within(deals, s, given, offer)


def carry_out(deals: Deals[Any], s: Any, entry: Entry) -> None:
    """Carry out what an entry says that was agreed on. Raises Illegal, and has changed nothing."""
    if clauses := [signed["clause"] for signed in entry.answer if not signed["promise"]]:
        deals.do(s, clauses)


# In words


def clause_in_words(deals: Deals[Any], s: Any, clause: Json) -> str:
    """A clause as its parties are told it."""
    clause_text = deals.write(s, clause)
    return BINDS_NOBODY.filled(clause=clause_text) if deals.is_promise(s, clause) else clause_text


def in_words(deals: Deals[Any], s: Any, clauses: Sequence[Json]) -> str:
    """Clauses as their parties are told them."""
    return Text("; ").join(map(partial(clause_in_words, deals, s), clauses))


def head_in_words(deals: Deals[Any], s: Any, clauses: Sequence[Json]) -> str:
    """What tells an agreement that its parties have been told in full: its first clause, and how many more there are."""
    first, more = clause_in_words(deals, s, clauses[0]) if clauses else "", len(clauses) - 1
    return Text("{clause}; and {more} more", clause=first, more=more) if more > 0 else first


def told_of(deals: Deals[Any], s: Any, book: OfferBook, entry: Entry) -> list[Event]:
    """The Events for the parties of what an entry about an agreement says, by the position and what was open before it."""
    number = deal_number(entry.subject)
    if entry.key == CAME_DUE:
        made = [promise for promise in book.promises if (promise.number, promise.place) == (number, entry.answer["place"])]
        return [_due(deals, s, promise, entry) for promise in made]
    offer = book.named(number)
    if offer is None or entry.key == OFFERED:
        return []
    clauses = sorted(offer.clauses, key=partial(deals.is_promise, s)) if is_done(entry) else offer.clauses
    data: dict[str, Json] = {"number": number, "seat": entry.seat, "clauses": head_in_words(deals, s, clauses)}
    if entry.note:
        data["problem"] = note_said(entry)
    name = EVENT_NAMES[entry.key] if not is_done(entry) else DONE if binding(deals, s, clauses) else PROMISED
    return [Event(DEAL, name, data, frozenset(offer.parties))]


def _due(deals: Deals[Any], s: Any, promise: Promise, entry: Entry) -> Event:
    data: dict[str, Json] = {
        "number": promise.number,
        "clause": deals.write(s, promise.clause),
        "facts": note_said(entry),
    }
    return Event(DEAL, DUE, data, frozenset(promise.parties))
