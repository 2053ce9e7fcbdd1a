"""1 The position: Factions, Nobles, Royals, ships, places, card piles, and what has been done in this turn and round."""

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
    """1.1 A Faction: its hand, and the Event cards face up before it (Free Moves and Chancellors)."""

    hand: list[Card] = field(default_factory=list)
    free: list[EventCard] = field(default_factory=list)
    chancellors: list[EventCard] = field(default_factory=list)


@dataclass
class Noble:
    """1.3 A Noble in play: his owner, his spot, and the cards awarded to him."""

    owner: Seat
    at: Spot
    cards: list[Card] = field(default_factory=list)


@dataclass
class Captive:
    """9.2 A Noble who is captured, and not ransomed or executed yet. `force`: an allied Force captured him (R56).

    Ruling: R27e he counts for nothing and holds no place.
    """

    owner: Seat
    captor: Seat
    area: Area
    cards: list[Card]
    force: bool = False


@dataclass
class Royal:
    """10 A Royal piece: its spot, its Noble (None: uncontrolled), and whether it is crowned."""

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
    """6.4 A place held by conquest without a Town or City card, through a Noble (R8)."""

    player: Seat
    noble: NobleId


@dataclass
class Peace:
    """7.6 The King's Peace: in which Area, and who called it."""

    area: Area
    player: Seat


@dataclass
class Parliament:
    """7 A Parliament in session: its caller, its Area, who attends, and the cards still to be awarded."""

    player: Seat
    area: Area
    attending: list[NobleId]
    cards: list[Card]


@dataclass
class Claim:
    """13.3 Who holds the Prestige Victory card, and since which round."""

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
    """12.4 A place or ship given by marker: its new owner, and the card that names it."""

    player: Seat
    card: Card


@dataclass
class Fight:
    """6.2, 6.3 A battle, or with a `place` a siege.

    - `leader` attacks (for a Force, its commander's player).
    - `against` is the player named as the enemy.
    - `inside` are attackers who sally, `ships` is the lead ship of an assault from the sea.
    - `attack` and `defence` (men), `major` (an Office on each side) and `card` are set when the Event card is drawn.
    - `added`: somebody has added something.
    - `guard` commands the Force of the attacked Nobles (Ruling: R112).
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
    """R27, R53 What has been done. In this turn: `moved`, `freed` (by Free Move), `attacked`, `targets`, `traded`, and
    houses `crowned`. In earlier turns of the round: `earlier_moved`, `earlier_attacked`. In the round: the turn in which
    each card moved, and the cards that took part in an attack.
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
    """House rules that players choose at the opening (Ruling: R86). `captives_hold`: a captive keeps his places until he is
    executed (R27e); `clockwise`: attendance of a Parliament is decided in turn (R28); `one_pile`: Major cards are one
    pile (R27c).
    """

    captives_hold: bool = False
    clockwise: bool = False
    one_pile: bool = False


@dataclass(frozen=True)
class Readings:
    """Rules of older versions, for games that began under them. Events are hashed into a game's Record, so their form is
    kept.

    - `as_outside_combat`: in a combat Royals change Nobles as elsewhere, across a wall too, and consequences apply at once
      (R103, R130).
    - `no_time_for_offices`: a Parliament that can award nothing is over at once (R90).
    - `told_as_before`: the Rally is reported like any draw, awards in the order written, and reports on promises mention
      places whose names are part of another name.
    - `told_briefly`: the end of a loan is not reported, and reports on promises mention places only.
    - `causes_untold`: reports of an Event card name its calls and towns but not who is affected; of lost places only
      conquests are reported.
    - `first_port_when_left`: ships with rivals aboard enter the first of the nearest ports when an Alliance is left (R61).
    - `open_while_taking_effect`: cards can be played while players choose for an Event (R134).

    All of this follows from the Setup, so it is left out of the fingerprint.
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
    """`taking_effect`: the active player has let an Event card take effect, and the players concerned choose; or ships are
    being driven into port because an Alliance was left.

    It follows from the question asked, so it is left out of the fingerprint.
    """

    taking_effect: bool = field(default=False, compare=False)


@dataclass
class State:
    """The position.

    - `clamours` has the top card first; all other piles have the next card to draw first.

    - `tile_above` is the number of Event cards above the Prestige tile (None: it has shown).
    - `both`: since which turn a player holds Royals of both houses.
    - `both_allied`: since when an ally must settle the Royals of the Alliance (10.6).
    - `held`: who controlled each Royal after the last operation.
    - `held_places`: who controlled each place then (derived, for reports only).
    - `unplayed`: the places of the non-player Faction (2.7).
    - `rounds`: the time limit (None: no limit).
    - `dealt`: Factions are dealt by controlled chance (2.3).
    - `showing`: an Event card that is turned up and has not taken effect.
    - `fight`: the combat under way.
    - `summoned`: who must come to a Parliament whose attendance is being decided.
    - `passages`: enemy places that let the active player pass in this turn (5.3).
    - `declined`: attacks that commanders' players have refused in this turn (13.2).
    - `watching`: the players who are asked before an Event of another's turn takes effect (R110).
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
