"""The options that questions offer, as typed values."""

from __future__ import annotations

from pbem.engine.decision import Seat
from pbem.engine.phrase import Phrase
from pbem.games.kingmaker.components.ids import (
    Area,
    Card,
    NobleId,
    Place,
    RoyalId,
    ShipId,
    Spot,
    Water,
    harbour,
    port_of,
    sea_of,
)

DONE, PROCEED, PASS, CALL_OFF, PART, FINISH = "done", "proceed", "pass", "abandon", "part", "finish"
ENCAMP, FORBEAR = "encamp", "forbear"
"""5-8 What ends the Movement phase, and what ends the Combat phase, with no order of a later one (R83)."""
STAYS = Spot("")
"""Said of a landing where nothing is said: in the open field, or still aboard."""


class Move(Phrase, form="move {who} {to}"):
    """5.2, 5.3 A Noble goes by land, or all of one's own in a spot."""

    who: str
    to: Spot


class Sail(Phrase, form="sail {ship} {to}[ with {crew}][ landing {spot}]"):
    """5.4-5.6 A ship sails, or the fleet of a port, with those aboard and Nobles, or all, who board; passengers land in a
    spot of the port's Area.
    """

    ship: str
    to: Water
    crew: tuple[str, ...] = ()
    spot: Spot = STAYS


class Assault(Phrase, form="assault {place} {ship}[ with {crew}]"):
    """5.6 Ships come to a port, whose passengers are to besiege it."""

    place: Place
    ship: str
    crew: tuple[str, ...] = ()


class Detach(Phrase, form="detach {ship}[ with {crew}]"):
    """5.5 A ship parts at sea from those that carry passengers with it, and these go with it; nobody without a word."""

    ship: ShipId
    crew: tuple[NobleId, ...] = ()


class Again(Phrase, form="again {piece} {to}[ with {crew}][ landing {spot}][ {assault}]"):
    """5.8 Nobles go by land, or a ship by sea, with a Free Move card for each piece that has moved."""

    piece: str
    to: str
    crew: tuple[str, ...] = ()
    spot: Spot = STAYS
    assault: bool = False

    @property
    def order(self) -> Move | Sail | Assault:
        """The same as a first move."""
        place = harbour(Water(self.to))
        if self.assault and place is not None:
            return Assault(place, self.piece, self.crew)
        if place is not None or sea_of(Water(self.to)) is not None:
            return Sail(self.piece, Water(self.to), self.crew, self.spot)
        return Move(self.piece, Spot(self.to))


def again(order: Move | Sail | Assault) -> Again:
    """5.8 A move as a Free Move."""
    match order:
        case Move(who=who, to=to):
            return Again(who, to)
        case Sail(ship=ship, to=water, crew=crew, spot=spot):
            return Again(ship, water, crew, spot)
    return Again(order.ship, port_of(order.place), order.crew, assault=True)


class Passage(Phrase, form="passage {place}"):
    """5.3 Nobles may go through an enemy place on a road, if a standing order of its owner lets them."""

    place: Place


class Passing(Phrase, form="{seat} {place}"):
    """5.3 Who wants to pass where: the subject of a question."""

    seat: Seat
    place: Place


class Lead(Phrase, form="lead {commander} {to}[ {free}]"):
    """13.2 An allied Force goes by land, with Free Move cards if it says so."""

    commander: NobleId
    to: Spot
    free: bool = False


class LeadOut(Phrase, form="lead {commander} aboard {ship} {to}[ landing {spot}][ {assault}][ {free}]"):
    """13.2, 5.4-5.6 An allied Force sails, boarding first if it is ashore."""

    commander: NobleId
    ship: str
    to: Water
    spot: Spot = STAYS
    assault: bool = False
    free: bool = False


class LeadAgainst(Phrase, form="lead {commander} against {target}"):
    """13.2 An allied Force attacks the stack of a player in its field, or besieges a place there."""

    commander: NobleId
    target: str


class Attack(Phrase, form="attack {seat} {area}[ with {nobles}]"):
    """6.2 A battle against the stack of a player in an open field; without a word all attack who can."""

    seat: Seat
    area: Area
    nobles: tuple[NobleId, ...] = ()


class Besiege(Phrase, form="besiege {place}[ with {nobles}]"):
    """6.3 A siege; without a word by all who can, from the sea by all passengers."""

    place: Place
    nobles: tuple[NobleId, ...] = ()


class Sally(Phrase, form="sally {place}[ by {nobles}][ with {relief}]"):
    """6.5 One's Nobles in a besieged place come out, with those of the open field who relieve them: all of them, or those
    who are named.
    """

    place: Place
    nobles: tuple[NobleId, ...] = ()
    relief: bool = False


class Summon(Phrase, form="summon {noble}"):
    """7.3 A Parliament is called, to which this Noble must come."""

    noble: NobleId


class Crown(Phrase, form="crown {royal}"):
    """8 A Royal is crowned."""

    royal: RoyalId


class Add(Phrase, form="add {card} {noble}"):
    """6.2.4 A hand card is awarded to a Noble in the combat."""

    card: Card
    noble: NobleId


class Execute(Phrase, form="execute {royal}"):
    """6.2.4, 10.5 A Royal is killed."""

    royal: RoyalId


class Join(Phrase, form="join {noble}"):
    """6.3 A Noble joins a siege."""

    noble: NobleId


class Attend(Phrase, form="{noble}[ unless {unless}][ with {following}]"):
    """7.3 A Noble comes to a Parliament: anyway, unless a player sends anybody, or only if one does."""

    noble: NobleId
    unless: Seat = ""
    following: Seat = ""


class Award(Phrase, form="award {card} {noble}"):
    """2.3, 7.4, 9.2 A card goes to a Noble."""

    card: Card
    noble: NobleId


class Drop(Phrase, form="drop {card}"):
    """2.3f A card of the Faction is discarded at the set-up."""

    card: Card


class Outside(Phrase, form="outside {noble}"):
    """11.3 A Noble steps into the open field."""

    noble: NobleId


class Discard(Phrase, form="discard {card}"):
    """11.5 A hand card is discarded, and the turn is over."""

    card: Card


class Condemn(Phrase, form="condemn {who}"):
    """9.2 A captive is not to be ransomed, or none of one's captives."""

    who: str


# Unasked


class Play(Phrase, form="play {card} {to}"):
    """12.1 A hand card is awarded to a Noble, or a Noble enters in a spot."""

    card: Card
    to: str


class Command(Phrase, form="command {commander} {to}[ {free}]"):
    """13.2 An allied Force goes by land in the turn of an ally."""

    commander: NobleId
    to: Spot
    free: bool = False


class CommandOut(Phrase, form="command {commander} aboard {ship} {to}[ landing {spot}][ {assault}][ {free}]"):
    """13.2 An allied Force sails in the turn of an ally."""

    commander: NobleId
    ship: str
    to: Water
    spot: Spot = STAYS
    assault: bool = False
    free: bool = False


class Transfer(Phrase, form="transfer {card} {noble}"):
    """12.2 An awarded card passes to another Noble of one's own in the same spot."""

    card: Card
    noble: NobleId


class Entrust(Phrase, form="entrust {royal} {noble}"):
    """10.4 A Royal passes to another Noble of one's own in the same spot."""

    royal: RoyalId
    noble: NobleId


class Watch(Phrase, form="heed {what}"):
    """4.1 Who watches "events" is asked before they take effect; or "nothing" any more."""

    what: str


class Lift(Phrase, form="lift {place}"):
    """6.5 A siege is given up."""

    place: Place


class Recall(Phrase, form="recall {ship}"):
    """5.9 A ship that was lent and not used is taken back."""

    ship: ShipId


class Disband(Phrase, form="disband {noble}"):
    """13.2 The allied Force of a commander is ended."""

    noble: NobleId


class Show(Phrase, form="show {card} {seat}"):
    """12.6 A hand card is shown to a player."""

    card: Card
    seat: Seat
