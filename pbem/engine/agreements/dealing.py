"""What happens to agreements without an order: they are carried out, fail, or end.

Everything is written into the log before it takes effect, so that after a crash it is done exactly once, or tried again.
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
"""The Events that inform the parties of an offer about its outcome."""
DONE, PROMISED, DUE = "deal_done", "deal_promised", "promise_due"
"""Events: an agreement was carried out; one with promises only was made; the time of a promise has come."""
BY_ONE = frozenset(EVENT_NAMES[key] for key in (AGREED, REFUSED, ENDED))
"""The Events that one party's word causes."""
CAN_WAIT = frozenset({EVENT_NAMES[LAPSED], DUE})
"""The Events that time alone causes; they are no reason for a mail of their own."""


@dataclass(frozen=True, slots=True)
class DueEntry:
    """An entry to be written now. It follows from entry `since`; or it is what the order in that entry does, which is called
    `ordered`.
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
        """The cause of the entry."""
        if self.ordered:
            return Cause(CauseKind.STANDING, standard=self.ordered, entry=self.since)
        return Cause(CauseKind.FOLLOWS, entry=self.since)


def next_signed(deals: Deals[Any], s: Any, book: OfferBook, waiting: Collection[int]) -> Offer | None:
    """The first signed agreement that can safely be carried out now. Those with the numbers in `waiting` are skipped."""
    signed = (offer for offer in book.signed() if offer.number not in waiting)
    return next((offer for offer in signed if deals.is_safe(s, binding(deals, s, offer.clauses))), None)


def carried_out(deals: Deals[Any], s: Any, offer: Offer) -> DueEntry:
    """The entry that carries out a signed agreement. Raises Illegal if it cannot be carried out as a whole."""
    if problem := deals.objection(s, binding(deals, s, offer.clauses)):
        raise Illegal(problem)
    clauses = [deals.signed(s, clause).as_json() for clause in offer.clauses]
    return DueEntry(EntryKind.ACT, offer.seat, DEAL, offer.about, clauses, "", offer.signed)


def failed(offer: Offer, problem: str) -> DueEntry:
    """The entry for an agreement that cannot be carried out."""
    return DueEntry(EntryKind.OFFER, offer.seat, FAILED, offer.about, with_said({}, problem), str(problem), offer.signed)


def binding(deals: Deals[Any], s: Any, clauses: Sequence[Json]) -> list[Json]:
    """The clauses that are carried out: all except promises."""
    return [clause for clause in clauses if not deals.is_promise(s, clause)]


def known_objection(deals: Deals[Any], s: Any, seat: Seat, offer: Offer) -> str:
    """Why an offer cannot be carried out now, as far as one of its parties knows; "" if they know no reason."""
    bound = binding(deals, s, offer.clauses)
    return deals.known_objection(s, seat, bound) if bound else ""


def expiry_entries(deals: Deals[Any], s: Any, book: OfferBook) -> Iterator[DueEntry]:
    """The entries for offers whose end has come, and for promises whose time has come."""
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
    """Whether an acceptance can still sign an offer."""
    if given.end is not None and deals.ends.has_come(s, given.seat, given.end):
        return False
    return not any(deals.limits.is_over(s, limit) for limit in given.limits)


def in_force(deals: Deals[Any], s: Any, book: OfferBook, seat: Seat) -> list[Acceptance]:
    """A seat's acceptances that are still in force, oldest first."""
    return [given for given in book.ahead_of(seat) if is_in_force(deals, s, given)]


def is_within(deals: Deals[Any], s: Any, given: Acceptance, offer: Offer) -> bool:
    """Whether an acceptance covers an offer: its clauses and the limits match one to one."""
    if not given.is_for(offer.seat, offer.parties) or not is_in_force(deals, s, given):
        return False
    return _pairs_up(partial(deals.limits.covers, s), given.limits, offer.clauses)


def _pairs_up(covers: Callable[[Json, Json], bool], limits: Sequence[Json], clauses: Sequence[Json]) -> bool:
    """Whether limits and clauses can be matched one to one, each clause with a limit that covers it."""
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
    """The entries that sign offers in advance: every party that has not answered has accepted it in advance, and it can be
    carried out now.

    An offer that still needs somebody's answer, or cannot be carried out, must not reveal who has accepted it, and uses up
    nothing.
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
    """Whether the binding part of an offer can be done now. An offer of promises only must contain a new one."""
    bound = binding(deals, s, offer.clauses)
    if bound:
        return deals.is_safe(s, bound) and not deals.objection(s, bound)
    made = [promise.clause for promise in book.promises if {*promise.parties} == {*offer.parties}]
    return any(clause not in made for clause in offer.clauses)


def has_signed_ahead(deals: Deals[Any], s: Any, book: OfferBook, entry: Entry) -> bool:
    """Whether an AGREED_AHEAD entry is backed by an acceptance that covers its offer."""
    offer, number = book.named(deal_number(entry.subject)), entry.answer["acceptance"]
    given = next((each for each in book.ahead_of(entry.seat) if each.number == number), None)
    return offer is not None and given is not None and is_within(deals, s, given, offer)


def carry_out(deals: Deals[Any], s: Any, entry: Entry) -> None:
    """Carries out the agreement in an entry. Raises Illegal, and then has changed nothing."""
    if clauses := [signed["clause"] for signed in entry.answer if not signed["promise"]]:
        deals.do(s, clauses)


# In words


def clause_in_words(deals: Deals[Any], s: Any, clause: Json) -> str:
    """A clause in words for its parties."""
    clause_text = deals.write(s, clause)
    return BINDS_NOBODY.filled(clause=clause_text) if deals.is_promise(s, clause) else clause_text


def in_words(deals: Deals[Any], s: Any, clauses: Sequence[Json]) -> str:
    """Clauses in words for their parties."""
    return Text("; ").join(map(partial(clause_in_words, deals, s), clauses))


def head_in_words(deals: Deals[Any], s: Any, clauses: Sequence[Json]) -> str:
    """A short name for an agreement that its parties know in full: its first clause, and how many more there are."""
    first, more = clause_in_words(deals, s, clauses[0]) if clauses else "", len(clauses) - 1
    return Text("{clause}; and {more} more", clause=first, more=more) if more > 0 else first


def party_events(deals: Deals[Any], s: Any, book: OfferBook, entry: Entry) -> list[Event]:
    """The Events that inform the parties about an entry, given the position and the offers that were open before it."""
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
