"""The clauses that players can agree on. Each names giver and taker, and holds everything its signers were shown."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import Any, ClassVar

from pbem.engine.decision import Json, Seat
from pbem.games.kingmaker.components.ids import NO_CARD, Card, NobleId, Place, RoyalId, ShipId

HAND, CARD, OFFICE, ROYAL, MARKER, LOAN = "hand", "card", "office", "royal", "marker", "loan"
SORT = "sort"
ALLIANCE, FORCE, RANSOM, PASSAGE, PROMISE = "alliance", "force", "ransom", "passage", "promise"


@dataclass(frozen=True, slots=True)
class Clause:
    """One item of an agreement. `kind` is its name in the log."""

    kind: ClassVar[str] = ""

    @property
    def signers(self) -> tuple[Seat, ...]:
        """The players who must consent."""
        return ()

    def as_json(self) -> Json:
        """Its form in the log."""
        return [self.kind, *_plain(astuple(self))]


@dataclass(frozen=True, slots=True)
class Gift(Clause):
    """Something passes from one Faction to another."""

    giver: Seat
    taker: Seat

    @property
    def signers(self) -> tuple[Seat, ...]:
        return self.giver, self.taker


@dataclass(frozen=True, slots=True)
class HandCard(Gift):
    """12.5 A card passes from hand to hand."""

    kind: ClassVar[str] = HAND
    card: Card


@dataclass(frozen=True, slots=True)
class CardTo(Gift):
    """12.2 An awarded card passes to a Noble of another Faction; `lost` is the see that the Noble was shown to lose by it
    ("": none).
    """

    kind: ClassVar[str] = CARD
    card: Card
    noble: NobleId
    lost: Card = NO_CARD

    def as_json(self) -> Json:
        """Its form in the log; `lost` is left out if it is empty."""
        fields = [self.kind, self.giver, self.taker, self.card, self.noble]
        return [*fields, self.lost] if self.lost else fields


@dataclass(frozen=True, slots=True)
class OfficeTo(Gift):
    """7.5 An Office passes to a Noble of another Faction in a Parliament; the `caller` of the Parliament consents too."""

    kind: ClassVar[str] = OFFICE
    caller: Seat
    card: Card
    noble: NobleId

    @property
    def signers(self) -> tuple[Seat, ...]:
        return self.giver, self.taker, self.caller


@dataclass(frozen=True, slots=True)
class RoyalTo(Gift):
    """10.4, 10.6 A Royal passes to a Noble of another Faction."""

    kind: ClassVar[str] = ROYAL
    royal: RoyalId
    noble: NobleId


@dataclass(frozen=True, slots=True)
class MarkerOn(Gift):
    """12.4 A place or ship without a card of its own gets another Faction's marker."""

    kind: ClassVar[str] = MARKER
    item: str


@dataclass(frozen=True, slots=True)
class Loan(Gift):
    """5.9 A ship is lent."""

    kind: ClassVar[str] = LOAN
    ship: ShipId


@dataclass(frozen=True, slots=True)
class CardOfSort(Gift):
    """12 Any card of a sort passes. Only for limits, which are agreed to in advance. A seat of "" stands for anybody
    else.
    """

    kind: ClassVar[str] = SORT
    sort: str

    @property
    def signers(self) -> tuple[Seat, ...]:
        """The players named."""
        return tuple(filter(None, (self.giver, self.taker)))


@dataclass(frozen=True, slots=True)
class Allied(Clause):
    """13.1 An Alliance. If its `members` hold Royals of both houses, the Royals of `house` die."""

    kind: ClassVar[str] = ALLIANCE
    members: tuple[Seat, ...]
    house: str = ""

    @property
    def signers(self) -> tuple[Seat, ...]:
        return self.members


@dataclass(frozen=True, slots=True)
class ForceOf(Clause):
    """13.2 An allied Force. `agreed` are the allied Factions with a Noble in that spot when it was offered (K30).

    `renewed`: it is formed again when a round begins (R117).
    """

    kind: ClassVar[str] = FORCE
    commander: NobleId
    nobles: tuple[NobleId, ...]
    agreed: tuple[Seat, ...]
    renewed: bool = False

    @property
    def signers(self) -> tuple[Seat, ...]:
        """All allied Factions there."""
        return self.agreed


@dataclass(frozen=True, slots=True)
class Ransom(Clause):
    """9.2 A captive returns to a home castle. `keep`: cards of his that the captor keeps, each for a Noble; `gain`: cards of
    the captor's in the Area that he gets; `lost`: the sees that Nobles were shown to lose by it.
    """

    kind: ClassVar[str] = RANSOM
    captor: Seat
    owner: Seat
    noble: NobleId
    castle: Place
    keep: tuple[tuple[Card, NobleId], ...] = ()
    lost: tuple[Card, ...] = ()
    gain: tuple[Card, ...] = ()

    @property
    def signers(self) -> tuple[Seat, ...]:
        return self.captor, self.owner

    def as_json(self) -> Json:
        """Its form in the log; `lost` and `gain` are left out if they are empty."""
        fields = [self.captor, self.owner, self.noble, self.castle, _plain(self.keep)]
        more = [_plain(self.lost), _plain(self.gain)] if self.gain else [_plain(self.lost)] if self.lost else []
        return [self.kind, *fields, *more]


@dataclass(frozen=True, slots=True)
class Passage(Clause):
    """5.3 (l. 364) A place lets somebody pass. It cannot be enforced, so it is a promise."""

    kind: ClassVar[str] = PASSAGE
    owner: Seat
    player: Seat
    place: Place
    round: int

    @property
    def signers(self) -> tuple[Seat, ...]:
        """Who grants it."""
        return (self.owner,)


@dataclass(frozen=True, slots=True)
class Promised(Clause):
    """A promise in free words, until a round."""

    kind: ClassVar[str] = PROMISE
    seat: Seat
    words: str
    round: int

    @property
    def signers(self) -> tuple[Seat, ...]:
        """Who makes it."""
        return (self.seat,)


KINDS: dict[str, type[Clause]] = {
    each.kind: each
    for each in (HandCard, CardTo, OfficeTo, RoyalTo, MarkerOn, Loan, CardOfSort, Allied, ForceOf, Ransom, Passage, Promised)
}


def clause_of(data: Any) -> Clause:
    """The clause with this form in the log."""
    kind, *fields = data
    return KINDS[kind](*map(_fixed, fields))


def _plain(value: Any) -> Any:
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


def _fixed(value: Any) -> Any:
    return tuple(_fixed(each) for each in value) if isinstance(value, list) else value
