"""1 The position: Factions, Nobles, Royals, ships, places held, card piles, and the stamps of a turn and a round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from pbem.engine.decision import Json, Seat
from pbem.engine.event import Event
from pbem.games.kingmaker.components.board import Board
from pbem.games.kingmaker.components.cards import CardFacts
from pbem.games.kingmaker.components.ids import (
    Area,
    Card,
    EventCard,
    NobleId,
    Phase,
    Place,
    RoyalId,
    ShipId,
    Spot,
    Water,
)


@dataclass
class Player:
    """1.1 A Faction: its hand, and the Event cards that lie face up before it."""

    hand: list[Card] = field(default_factory=list)
    free: list[EventCard] = field(default_factory=list)
    chancellors: list[EventCard] = field(default_factory=list)


@dataclass
class Noble:
    """1.3 A Noble unit in play: whose, where, and the cards awarded to him."""

    owner: Seat
    at: Spot
    cards: list[Card] = field(default_factory=list)


@dataclass
class Captive:
    """9.2 A Noble who is captured, neither ransomed nor executed yet. `force`: an allied Force took him (R56).

    Ruling: R27e he counts for nothing and holds no place.
    """

    owner: Seat
    captor: Seat
    area: Area
    cards: list[Card]
    force: bool = False


@dataclass
class Royal:
    """10 A Royal piece: where it is, with whom (None: uncontrolled), whether it is crowned."""

    at: Spot
    noble: NobleId | None = None
    crowned: bool = False


@dataclass
class Ship:
    """5.4 A ship in play. `group` is the lead ship of those that carry passengers together (None: it is empty)."""

    at: Water
    group: ShipId | None = None


@dataclass
class Conquest:
    """6.4 A place held by conquest where no Town or City card shows it, through a Noble (R8)."""

    player: Seat
    noble: NobleId


@dataclass
class Peace:
    """7.6 The King's Peace: where, and called by whom."""

    area: Area
    player: Seat


@dataclass
class Parliament:
    """7 A Parliament that sits: its caller, its Area, who attends, the cards still to be awarded."""

    player: Seat
    area: Area
    attending: list[NobleId]
    cards: list[Card]


@dataclass
class Claim:
    """13.3 The Prestige Victory card: who holds it, and since which round."""

    player: Seat
    round: int


@dataclass
class Force:
    """13.2 An allied Force: its commander, its Nobles in order, and the turn and phase in which it was formed.

    `renewed`: it is formed again when a round begins (Ruling: R117).
    """

    LATER: ClassVar[Mapping[str, object]] = {"renewed": False}
    commander: NobleId
    nobles: list[NobleId]
    turn: int
    phase: Phase
    renewed: bool = False


@dataclass
class Gift:
    """12.4 A place or ship given by marker: who has it, and the card that names it."""

    player: Seat
    card: Card


@dataclass
class Fight:
    """6.2, 6.3 A battle, or with a `place` a siege. `leader` attacks, with a Force its commander's player; `against` was
    named as the enemy. `inside` are attackers who sally, `ships` the lead ship of an assault from the sea. The men of both
    sides, whether there is an Office on each, and the card that decides are known once that is drawn. `added`: somebody has
    added something. `guard` commands the Force that attacked Nobles are in (Ruling: R112).
    """

    LATER: ClassVar[Mapping[str, object]] = {"guard": None}
    area: Area
    leader: Seat
    attackers: list[NobleId]
    defenders: list[NobleId]
    against: Seat | None
    place: Place | None = None
    inside: tuple[NobleId, ...] = ()
    ships: ShipId | None = None
    force: NobleId | None = None
    agreed: tuple[Seat, ...] = ()
    called_off: bool = False
    added: bool = False
    attack: int = 0
    defence: int = 0
    major: bool = False
    card: EventCard | None = None
    guard: NobleId | None = None


@dataclass
class Stamps:
    """R27, R53 What has been done. In this turn: `moved`, `freed`, `attacked`, `targets`, `traded`, and houses `crowned`; in
    earlier turns of the round: `earlier_moved`, `earlier_attacked`; cards that moved, with the turn, and cards that took
    part in an attack.
    """

    moved: list[str] = field(default_factory=list)
    freed: list[str] = field(default_factory=list)
    attacked: list[NobleId] = field(default_factory=list)
    targets: list[str] = field(default_factory=list)
    traded: list[Card] = field(default_factory=list)
    crowned: list[str] = field(default_factory=list)
    earlier_moved: list[str] = field(default_factory=list)
    earlier_attacked: list[NobleId] = field(default_factory=list)
    cards_moved: dict[Card, int] = field(default_factory=dict)
    cards_attacked: list[Card] = field(default_factory=list)


@dataclass
class Settings:
    """How a game is played where its players can choose (Ruling: R86). `captives_hold`: a captive holds his places until he
    is executed (R27e); `clockwise`: who attends a Parliament is decided in turn (R28); `one_pile`: Major cards are one pile
    (R27c).
    """

    captives_hold: bool = False
    clockwise: bool = False
    one_pile: bool = False


@dataclass(frozen=True)
class Readings:
    """How the rules of a game are read that began with older ones. `as_outside_combat`: Royals change Nobles in a combat as
    they do elsewhere, across a wall too, and what follows of itself comes at once (R103, R130). `no_time_for_offices`: a
    Parliament that can award nothing is over at once (R90). `told_as_before`: the Rally is told as any draw, awards in
    the order in which they were written, and promises tell of places that stand in names of something else; `told_briefly`:
    the end of a loan is not told, and promises tell of places only; `causes_untold`: what an Event card calls or strikes is
    told by the names on it only, and of lost places those that were held by conquest. `first_port_when_left`: ships with
    rivals aboard are driven into the first of the nearest ports when an Alliance is left (R61).
    `open_while_taking_effect`: cards are played while those choose whom an Event concerns (R134). Events are part of the
    Record of a game.

    It follows from the Setup, so all are alike to a fingerprint.
    """

    as_outside_combat: bool = field(default=False, compare=False)
    no_time_for_offices: bool = field(default=False, compare=False)
    told_as_before: bool = field(default=False, compare=False)
    told_briefly: bool = field(default=False, compare=False)
    causes_untold: bool = field(default=False, compare=False)
    first_port_when_left: bool = field(default=False, compare=False)
    open_while_taking_effect: bool = field(default=False, compare=False)


@dataclass
class Progress:
    """How far an Event card is: `taking_effect` once the active player has gone on, while those whom it concerns choose; so
    too while ships are driven into port because an Alliance is left.

    It follows from what is asked, so all are alike to a fingerprint.
    """

    taking_effect: bool = field(default=False, compare=False)


@dataclass
class State:
    """The position. `clamours` lie with the top card first, all other piles with the next card to draw first.

    `tile_above` counts the Event cards above the Prestige tile (None: it has shown). `both` has since which turn a player
    holds Royals of both houses, `both_allied` since when an ally must settle those of his Alliance (10.6); `held` has who
    controlled each Royal when the last operation ended, `held_places` who controlled each place (it follows from the rest,
    and is for telling only). `unplayed` are the places of the Faction without a player (2.7).
    `rounds` is the time limit (None: there is none), `dealt` whether Factions are dealt by controlled chance (2.3).
    `showing` is an Event card that has been turned up and has not taken effect yet, `fight` a combat under way, `summoned`
    who must come to a Parliament whose attendance is being decided. `passages` are enemy places that let the active player
    pass in this turn (5.3), `declined` the attacks that commanders' players have refused to lead in it (13.2). Who is
    `watching` is asked before an Event of another's turn takes effect (R110).
    """

    LATER: ClassVar[Mapping[str, object]] = {
        "watching": [],
        "readings": Readings(),
        "held_places": {},
        "progress": Progress(),
    }
    board: Board
    seats: list[Seat]
    first: Seat
    active: Seat
    players: dict[Seat, Player]
    royals: dict[RoyalId, Royal]
    round: int = 1
    turn: int = 1
    phase: Phase = Phase.SETUP
    events_left: int = 0
    nobles: dict[NobleId, Noble] = field(default_factory=dict)
    captives: dict[NobleId, Captive] = field(default_factory=dict)
    ships: dict[ShipId, Ship] = field(default_factory=dict)
    alliances: list[list[Seat]] = field(default_factory=list)
    conquered: dict[Place, Conquest] = field(default_factory=dict)
    besieged: dict[Place, Seat] = field(default_factory=dict)
    assaults: dict[ShipId, Place] = field(default_factory=dict)
    unplayed: list[Place] = field(default_factory=list)
    display: list[Card] = field(default_factory=list)
    chancery: list[Card] = field(default_factory=list)
    crown_deck: list[Card] = field(default_factory=list)
    crown_discard: list[Card] = field(default_factory=list)
    event_deck: list[EventCard] = field(default_factory=list)
    event_discard: list[EventCard] = field(default_factory=list)
    event_aside: list[EventCard] = field(default_factory=list)
    clamours: list[EventCard] = field(default_factory=list)
    turned: EventCard | None = None
    tile_above: int | None = None
    peace: Peace | None = None
    parliament: Parliament | None = None
    claim: Claim | None = None
    stamps: Stamps = field(default_factory=Stamps)
    both: dict[Seat, int] = field(default_factory=dict)
    both_allied: dict[Seat, int] = field(default_factory=dict)
    held: dict[RoyalId, Seat] = field(default_factory=dict)
    held_places: dict[Place, Seat] = field(default_factory=dict)
    head_claimed: bool = False
    forces: list[Force] = field(default_factory=list)
    loans: dict[ShipId, Seat] = field(default_factory=dict)
    gifts: dict[str, Gift] = field(default_factory=dict)
    rounds: int | None = None
    dealt: bool = False
    settings: Settings = field(default_factory=Settings)
    readings: Readings = field(default_factory=Readings)
    showing: EventCard | None = None
    progress: Progress = field(default_factory=Progress)
    fight: Fight | None = None
    summoned: NobleId | None = None
    passages: list[Place] = field(default_factory=list)
    watching: list[Seat] = field(default_factory=list)
    declined: list[str] = field(default_factory=list)
    result: Json = None
    events: list[Event] = field(default_factory=list)

    def facts(self, card: Card | NobleId) -> CardFacts:
        """The printed facts of a Crown, City or Major card."""
        return self.board.cards.all[Card(card)]
