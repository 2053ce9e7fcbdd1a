"""What players have proposed to each other, as the log of a game tells it.

The lines that say it become entries of kind OFFER. An entry's key is what was done, its subject what it is about: a draw, an
order taken back, a pause, the wish to resign, or ("deal 7") what the game itself lets players agree on. HANDED_OVER ends
all that a seat has offered or agreed to, RESIGNED what it has offered; what the game lets players agree on ends for all of
its parties.

A draw that is offered stands until each other player has agreed who has not resigned, one of them refuses or gives an order
of their own, or the offer is withdrawn. The wish to resign stands until it is confirmed, or the player gives an order. The
wish to take an order back stands until anything is done. An agreement of the game's stands until its end has come, one of
its parties refuses, it is withdrawn, carried out or found to be impossible; its promises until their time has come. A
signature that a seat has given in advance (`ahead`) stands until it is withdrawn or used up, or its seat is left.

Of such an agreement only its parties may know, and its number tells them no more: they can reckon it themselves.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from pbem.engine.agreements.ahead import ACCEPTS, ACCEPTS_NOT, AGREED_AHEAD, Acceptance, acceptance_number
from pbem.engine.decision import Json, Seat
from pbem.engine.log.entry import NOT_OF_THE_GAME, Entry, EntryKind
from pbem.figures import is_number

RESIGN, DRAW, TAKE_BACK, PAUSE, DEAL = "resign", "draw", "take_back", "pause", "deal"
"""What can be proposed. DEAL is the key, too, of the entry that carries such an agreement out."""
OFFERED, AGREED, REFUSED, ENDED = "offered", "agreed", "refused", "ended"
BY_WORD = (OFFERED, AGREED, REFUSED, ENDED, ACCEPTS, ACCEPTS_NOT)
"""What a player says in a line."""
LAPSED, FAILED, CAME_DUE = "lapsed", "failed", "came_due"
"""An offer's end has come, or its parties' agreement could not be carried out; the time of a promise has come."""
HANDED_OVER = "handed_over"
"""The key of an entry that says that a seat is another player's from now on."""
RESIGNED = "resigned"
"""The key of an entry that says that a seat has given the game up and others play on, and of an end by that."""
BY_A_PLAYER = (EntryKind.ANSWER, EntryKind.WAITED, EntryKind.ACT)


@dataclass(frozen=True, slots=True)
class Offer:
    """What a seat has proposed to its `parties`, itself among them: the `entry` that says so, what it is called by
    (`number`), how many `seconds` a pause is to last, who has `agreed`, and once all have, the entry of the last signature
    (`signed`).

    An agreement of the game's has `clauses`, and an `end` (`deals`); `instead` is the number of the offer that it takes the
    place of (0: none).
    """

    thing: str
    seat: Seat
    entry: int
    number: int
    parties: tuple[Seat, ...]
    seconds: int = 0
    clauses: tuple[Json, ...] = ()
    end: Json = None
    instead: int = 0
    agreed: frozenset[Seat] = frozenset()
    signed: int = 0

    @property
    def about(self) -> str:
        """The subject of the entries about it."""
        return about_deal(self.number) if self.thing == DEAL else self.thing

    @property
    def others(self) -> tuple[Seat, ...]:
        """Those who are asked to agree."""
        return tuple(seat for seat in self.parties if seat != self.seat)


@dataclass(frozen=True, slots=True)
class Promise:
    """A clause of an agreement that binds nobody: the agreement's `number`, the `place` of the clause in it, who knows of
    it, and the `entry` that carried the agreement out.
    """

    entry: int
    number: int
    place: int
    clause: Json
    parties: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Declined:
    """A draw that an order of `seat` has declined, with the number of the entry that did."""

    entry: int
    offer: Offer
    seat: Seat


def about_deal(number: int) -> str:
    """The subject of the entries about an agreement of the game's."""
    return f"{DEAL} {number}"


def deal_number(subject: str) -> int:
    """The number of the agreement that an entry is about; 0 for one about anything else."""
    thing, _, number = subject.partition(" ")
    return int(number) if thing == DEAL and is_number(number) else 0


def is_done(entry: Entry) -> bool:
    """Whether an entry carries out what players have agreed on in the game."""
    return entry.kind is EntryKind.ACT and entry.key == DEAL


def is_of_deal(entry: Entry) -> bool:
    """Whether an entry is about what players offer each other in the game."""
    return is_done(entry) or (entry.kind is EntryKind.OFFER and deal_number(entry.subject) > 0) or is_ahead(entry)


def is_ahead(entry: Entry) -> bool:
    """Whether an entry gives a signature in advance, or withdraws one."""
    return entry.kind is EntryKind.OFFER and entry.key in (ACCEPTS, ACCEPTS_NOT)


def is_signature(entry: Entry) -> bool:
    """Whether it is that by their own word."""
    return is_of_deal(entry) and entry.key in BY_WORD


@dataclass(slots=True)
class OfferBook:
    """What is `open` between the `seats` of one game, in the order it was proposed; the `promises` made; who has `resigned`
    and was not handed over since; the draws that an order has `declined`; the signatures given in advance (`ahead`).
    """

    seats: tuple[Seat, ...]
    open: list[Offer] = field(default_factory=list)
    promises: list[Promise] = field(default_factory=list)
    resigned: list[Seat] = field(default_factory=list)
    declined: list[Declined] = field(default_factory=list)
    ahead: list[Acceptance] = field(default_factory=list)
    _made: dict[frozenset[Seat], int] = field(default_factory=dict)
    _given: dict[Seat, int] = field(default_factory=dict)

    def copy(self) -> OfferBook:
        """The same, to go on from by itself."""
        lists = list(self.open), list(self.promises), list(self.resigned), list(self.declined), list(self.ahead)
        return OfferBook(self.seats, *lists, dict(self._made), dict(self._given))

    def known_to(self, seat: Seat) -> OfferBook:
        """The same with what this seat knows of only: what it is a party to, and what it has signed in advance."""
        known = self.copy()
        known.open = [*self.with_party(seat)]
        known.promises = [promise for promise in self.promises if seat in promise.parties]
        known.ahead = self.ahead_of(seat)
        return known

    # Numbers

    def next_number(self, parties: Collection[Seat]) -> int:
        """What the next offer among these parties is called, and no other of this game. It follows from who they are and how
        many there have been among just these, so it tells none of them of an offer that they do not know.
        """
        groups = self._groups()
        return 1 + groups.index(frozenset(parties)) + len(groups) * self._made.get(frozenset(parties), 0)

    def _groups(self) -> list[frozenset[Seat]]:
        sizes = range(2, len(self.seats) + 1)
        return [frozenset(group) for size in sizes for group in combinations(self.seats, size)]

    def next_acceptance(self, seat: Seat) -> int:
        """What the next signature is called that a seat gives in advance: each counts its own."""
        return 1 + self._given.get(seat, 0)

    def is_known(self, number: int, seat: Seat) -> bool:
        """Whether an offer of this number has been made to a seat, or by it, open or not."""
        groups = self._groups()
        made, place = divmod(number - 1, len(groups))
        return number > 0 and seat in groups[place] and made < self._made.get(groups[place], 0)

    def parties_of(self, number: int) -> tuple[Seat, ...]:
        """Among whom an offer of this number is made, or was."""
        group = self._groups()[(number - 1) % len(self._groups())]
        return tuple(seat for seat in self.seats if seat in group)

    def _count(self, parties: Collection[Seat], number: int) -> None:
        made = 1 + (number - 1) // len(self._groups())
        self._made[frozenset(parties)] = max(made, self._made.get(frozenset(parties), 0))

    # The log

    def take(self, entry: Entry) -> None:
        """Take in any entry of the log."""
        if entry.kind is EntryKind.OFFER:
            self._take_offer(entry)
        elif is_done(entry):
            self._take_done(entry)
        elif entry.kind is EntryKind.ENDED:
            self.open, self.promises, self.ahead = [], [], []
        elif self.open and entry.kind not in NOT_OF_THE_GAME:
            self._pass_over(entry)

    def _take_offer(self, entry: Entry) -> None:
        if entry.key in (HANDED_OVER, RESIGNED):
            self._take_leaving(entry)
        elif entry.key == OFFERED:
            self._take_new(entry)
        elif is_ahead(entry):
            self._take_ahead(entry)
        elif entry.key == CAME_DUE:
            about = deal_number(entry.subject), entry.answer["place"]
            self.promises = [promise for promise in self.promises if (promise.number, promise.place) != about]
        else:
            self.open = [left for offer in self.open if (left := self._after(offer, entry)) is not None]
            if entry.key == AGREED_AHEAD:
                used = entry.seat, entry.answer["acceptance"]
                self.ahead = [each for each in self.ahead if (each.seat, each.number) != used or not each.once]

    def _take_ahead(self, entry: Entry) -> None:
        number = acceptance_number(entry.subject)
        self.ahead = [each for each in self.ahead if (each.seat, each.number) != (entry.seat, number)]
        if entry.key == ACCEPTS:
            self._given[entry.seat] = max(number, self._given.get(entry.seat, 0))
            self.ahead.append(Acceptance.from_entry(entry))

    def _take_new(self, entry: Entry) -> None:
        terms, number = entry.answer, deal_number(entry.subject)
        if not number:
            parties = (entry.seat,) if entry.subject == RESIGN else self.seats
            number = 0 if entry.subject == RESIGN else self.next_number(parties)
            new = Offer(entry.subject, entry.seat, entry.number, number, parties, terms.get("seconds") or 0)
        else:
            parties, clauses = tuple(terms["parties"]), tuple(terms["clauses"])
            new = Offer(DEAL, entry.seat, entry.number, number, parties, 0, clauses, terms["end"], terms.get("instead", 0))
        if number:
            self._count(parties, number)
        self.open.append(new)

    def _after(self, offer: Offer, entry: Entry) -> Offer | None:
        """An offer after an entry of kind OFFER about it (None: it is over)."""
        if entry.subject != offer.about:
            return offer
        is_mine = entry.seat == offer.seat
        if entry.key in (AGREED, AGREED_AHEAD) and not is_mine:
            offer = replace(offer, agreed=offer.agreed | {entry.seat})
            is_signed = offer.thing == DEAL and offer.agreed >= {*offer.others}
            return replace(offer, signed=entry.number) if is_signed else offer
        ends = entry.key in (LAPSED, FAILED) or (entry.key == REFUSED and not is_mine) or (entry.key == ENDED and is_mine)
        return None if ends else offer

    def _take_leaving(self, entry: Entry) -> None:
        """A seat is another player's, or its player has given up. What all have signed is not undone by that."""
        self.resigned = [seat for seat in self.resigned if seat != entry.seat]
        self.ahead = [each for each in self.ahead if each.seat != entry.seat]
        if entry.key == RESIGNED:
            self.resigned.append(entry.seat)
        self.open = [
            replace(offer, agreed=offer.agreed - {entry.seat}) if not offer.signed else offer
            for offer in self.open
            if offer.signed or (offer.seat != entry.seat and not (offer.thing == DEAL and entry.seat in offer.parties))
        ]

    def _take_done(self, entry: Entry) -> None:
        done = self.named(deal_number(entry.subject))
        self.open = [offer for offer in self.open if offer is not done]
        for place, signed in enumerate(entry.answer if done is not None else ()):
            if done is not None and signed["promise"]:
                self.promises.append(Promise(entry.number, done.number, place, signed["clause"], done.parties))

    def _pass_over(self, entry: Entry) -> None:
        """End what ends with what an entry has done in the game."""
        over = [offer for offer in self.open if self._dies(offer, entry)]
        self.open = [offer for offer in self.open if offer not in over]
        self.declined += [Declined(entry.number, offer, entry.seat) for offer in over if offer.thing == DRAW]

    def _dies(self, offer: Offer, entry: Entry) -> bool:
        if offer.thing in (PAUSE, DEAL):
            return False
        if offer.thing == TAKE_BACK:
            return entry.kind is not EntryKind.SALT
        is_offerers = entry.seat == offer.seat
        declines = not is_offerers and entry.seat not in offer.agreed and entry.seat not in self.resigned
        return entry.kind in BY_A_PLAYER and (is_offerers if offer.thing == RESIGN else declines)

    # Looked up

    def ahead_of(self, seat: Seat) -> list[Acceptance]:
        """The signatures that a seat has given in advance."""
        return [each for each in self.ahead if each.seat == seat]

    def by(self, seat: Seat, thing: str) -> Offer | None:
        """What a seat has proposed of a thing, if that is open."""
        return next((offer for offer in self.open if (offer.thing, offer.seat) == (thing, seat)), None)

    def named(self, number: int) -> Offer | None:
        """The open offer of this number."""
        return next((offer for offer in self.open if number and offer.number == number), None)

    def with_party(self, seat: Seat) -> Iterator[Offer]:
        """The open offers that concern a seat."""
        return (offer for offer in self.open if seat in offer.parties)

    def all_agree(self, offer: Offer) -> bool:
        """Whether all others have agreed to an offer: those who have resigned are not asked."""
        return offer.agreed >= {*offer.others} - {*self.resigned}

    def agreed_back(self) -> Offer | None:
        """The wish to take an order back to which everybody has agreed, if there is one."""
        return next((offer for offer in self.open if offer.thing == TAKE_BACK and self.all_agree(offer)), None)

    def signed(self) -> Sequence[Offer]:
        """The agreements of the game's that all have signed and that are still to be carried out, in the order of the last
        signatures.
        """
        return sorted((offer for offer in self.open if offer.signed), key=lambda offer: offer.signed)

    def unsigned(self) -> Iterable[Offer]:
        """The offers of the game's that are still to be agreed to."""
        return (offer for offer in self.open if offer.thing == DEAL and not offer.signed)
