"""The offers of players to each other, as recorded in a game's log.

They are entries of kind OFFER. The key says what was done, the subject what it is about: a draw, taking back an order, a
pause, resigning, or ("deal 7") an agreement that the game allows. HANDED_OVER ends everything that a seat has offered or
agreed to, RESIGNED what it has offered; an agreement of the game then ends for all its parties.

When an offer ends: a draw when every other player who has not resigned has agreed, one refuses or gives an order of their
own, or it is withdrawn; a wish to resign when it is confirmed, or the player gives an order; a wish to take back an order
when anything is done; an agreement of the game when its end has come, a party refuses, or it is withdrawn, carried out or
found impossible; its promises when their time has come; an acceptance in advance (`ahead`) when it is withdrawn or used up,
or its seat changes hands.

Only the parties may know of an agreement. Its number reveals nothing else: they can compute it themselves.
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
"""The things that can be proposed. DEAL is also the key of the entry that carries out an agreement."""
OFFERED, AGREED, REFUSED, ENDED = "offered", "agreed", "refused", "ended"
BY_WORD = (OFFERED, AGREED, REFUSED, ENDED, ACCEPTS, ACCEPTS_NOT)
"""The keys of what a player says in a line."""
LAPSED, FAILED, CAME_DUE = "lapsed", "failed", "came_due"
"""Keys: an offer's end has come; an agreement could not be carried out; the time of a promise has come."""
HANDED_OVER = "handed_over"
"""The key of the entry by which a seat gets another player."""
RESIGNED = "resigned"
"""The key of the entry by which a seat has resigned while others play on, and of an end by resignation."""
BY_A_PLAYER = (EntryKind.ANSWER, EntryKind.WAITED, EntryKind.ACT)


@dataclass(frozen=True, slots=True)
class Offer:
    """A seat's proposal to its `parties`, which include itself: the `entry` that made it, its `number`, the length of a
    pause in `seconds`, who has `agreed`, and, once all have, the entry of the last signature (`signed`).

    An agreement of the game has `clauses` and an `end` (`deals`); `instead` is the number of the offer that it replaces (0:
    none).
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
        """The subject of entries about it."""
        return about_deal(self.number) if self.thing == DEAL else self.thing

    @property
    def others(self) -> tuple[Seat, ...]:
        """The parties that are asked to agree."""
        return tuple(seat for seat in self.parties if seat != self.seat)


@dataclass(frozen=True, slots=True)
class Promise:
    """A clause that binds nobody: the agreement's `number`, the `place` of the clause in it, the `parties` who know of it,
    and the `entry` that carried the agreement out.
    """

    entry: int
    number: int
    place: int
    clause: Json
    parties: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Declined:
    """A draw that an order of `seat` has declined, with the number of that entry."""

    entry: int
    offer: Offer
    seat: Seat


def about_deal(number: int) -> str:
    """The subject of entries about an agreement of the game."""
    return f"{DEAL} {number}"


def deal_number(subject: str) -> int:
    """The number of the agreement that an entry is about; 0 for other entries."""
    thing, _, number = subject.partition(" ")
    return int(number) if thing == DEAL and is_number(number) else 0


def is_done(entry: Entry) -> bool:
    """Whether an entry carries out an agreement of the game."""
    return entry.kind is EntryKind.ACT and entry.key == DEAL


def is_of_deal(entry: Entry) -> bool:
    """Whether an entry is about an agreement of the game."""
    return is_done(entry) or (entry.kind is EntryKind.OFFER and deal_number(entry.subject) > 0) or is_ahead(entry)


def is_ahead(entry: Entry) -> bool:
    """Whether an entry gives an acceptance in advance, or withdraws one."""
    return entry.kind is EntryKind.OFFER and entry.key in (ACCEPTS, ACCEPTS_NOT)


def is_signature(entry: Entry) -> bool:
    """Whether an entry gives an acceptance in advance."""
    return is_of_deal(entry) and entry.key in BY_WORD


@dataclass(slots=True)
class OfferBook:
    """The offers of one game: those `open` between its `seats`, in order; the `promises` made; the seats that have
    `resigned` and were not handed over since; the draws `declined` by an order; the acceptances in advance (`ahead`).
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
        """An independent copy."""
        lists = list(self.open), list(self.promises), list(self.resigned), list(self.declined), list(self.ahead)
        return OfferBook(self.seats, *lists, dict(self._made), dict(self._given))

    def known_to(self, seat: Seat) -> OfferBook:
        """A copy with only what this seat knows: what it is a party to, and its own acceptances."""
        known = self.copy()
        known.open = [*self.with_party(seat)]
        known.promises = [promise for promise in self.promises if seat in promise.parties]
        known.ahead = self.ahead_of(seat)
        return known

    # Numbers

    def next_number(self, parties: Collection[Seat]) -> int:
        """The number of the next offer among these parties, unique in the game. It depends only on who they are and how many
        offers there were among exactly them, so it reveals no other offer.
        """
        groups = self._groups()
        return 1 + groups.index(frozenset(parties)) + len(groups) * self._made.get(frozenset(parties), 0)

    def _groups(self) -> list[frozenset[Seat]]:
        sizes = range(2, len(self.seats) + 1)
        return [frozenset(group) for size in sizes for group in combinations(self.seats, size)]

    def next_acceptance(self, seat: Seat) -> int:
        """The number of a seat's next acceptance in advance; each seat has its own count."""
        return 1 + self._given.get(seat, 0)

    def is_known(self, number: int, seat: Seat) -> bool:
        """Whether an offer of this number was made to or by a seat, open or not."""
        groups = self._groups()
        made, place = divmod(number - 1, len(groups))
        return number > 0 and seat in groups[place] and made < self._made.get(groups[place], 0)

    def parties_of(self, number: int) -> tuple[Seat, ...]:
        """The parties of an offer of this number, open or not."""
        group = self._groups()[(number - 1) % len(self._groups())]
        return tuple(seat for seat in self.seats if seat in group)

    def _count(self, parties: Collection[Seat], number: int) -> None:
        made = 1 + (number - 1) // len(self._groups())
        self._made[frozenset(parties)] = max(made, self._made.get(frozenset(parties), 0))

    # The log

    def take(self, entry: Entry) -> None:
        """Takes in any entry of the log."""
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
        """An offer after an OFFER entry about it; None if it is over."""
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
        """A seat changes hands, or its player resigns. Agreements that all have signed stay."""
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
        """Ends the offers that end with what an entry has done in the game."""
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
        """A seat's acceptances in advance."""
        return [each for each in self.ahead if each.seat == seat]

    def by(self, seat: Seat, thing: str) -> Offer | None:
        """A seat's open proposal of a kind, if there is one."""
        return next((offer for offer in self.open if (offer.thing, offer.seat) == (thing, seat)), None)

    def named(self, number: int) -> Offer | None:
        """The open offer of this number."""
        return next((offer for offer in self.open if number and offer.number == number), None)

    def with_party(self, seat: Seat) -> Iterator[Offer]:
        """The open offers that concern a seat."""
        return (offer for offer in self.open if seat in offer.parties)

    def all_agree(self, offer: Offer) -> bool:
        """Whether all others have agreed to an offer; seats that have resigned are not asked."""
        return offer.agreed >= {*offer.others} - {*self.resigned}

    def agreed_back(self) -> Offer | None:
        """The wish to take back an order that everybody has agreed to, if there is one."""
        return next((offer for offer in self.open if offer.thing == TAKE_BACK and self.all_agree(offer)), None)

    def signed(self) -> Sequence[Offer]:
        """The agreements that all have signed and that are still to be carried out, in the order of their last
        signatures.
        """
        return sorted((offer for offer in self.open if offer.signed), key=lambda offer: offer.signed)

    def unsigned(self) -> Iterable[Offer]:
        """The agreements of the game that still need a signature."""
        return (offer for offer in self.open if offer.thing == DEAL and not offer.signed)
