"""The options of questions, as typed values."""

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
"""5-8 End the Movement phase, or the Combat phase, without an order of a later phase (R83)."""
STAYS = Spot("")
"""Where passengers land if the order names no spot: in the open field; or they stay aboard."""


class Move(Phrase, form="move {who} {to}"):
    """5.2, 5.3 A Noble, or all of one's own in a spot, go by land."""

    who: str
    to: Spot


class Sail(Phrase, form="sail {ship} {to}[ with {crew}][ landing {spot}]"):
    """5.4-5.6 A ship, or the fleet of a port, sails with those aboard and with the `crew` who board; passengers may land in
    a spot of the port's Area.
    """

    ship: str
    to: Water
    crew: tuple[str, ...] = ()
    spot: Spot = STAYS


class Assault(Phrase, form="assault {place} {ship}[ with {crew}]"):
    """5.6 Ships come to a port that their passengers will besiege."""

    place: Place
    ship: str
    crew: tuple[str, ...] = ()


class Detach(Phrase, form="detach {ship}[ with {crew}]"):
    """5.5 A ship parts at sea from those it sails with; the Nobles named go with it (none named: nobody)."""

    ship: ShipId
    crew: tuple[NobleId, ...] = ()


class Again(Phrase, form="again {piece} {to}[ with {crew}][ landing {spot}][ {assault}]"):
    """5.8 A move by land or sea with a Free Move card for each piece that has moved already."""

    piece: str
    to: str
    crew: tuple[str, ...] = ()
    spot: Spot = STAYS
    assault: bool = False

    @property
    def order(self) -> Move | Sail | Assault:
        """The move itself."""
        place = harbour(Water(self.to))
        if self.assault and place is not None:
            return Assault(place, self.piece, self.crew)
        if place is not None or sea_of(Water(self.to)) is not None:
            return Sail(self.piece, Water(self.to), self.crew, self.spot)
        return Move(self.piece, Spot(self.to))


def again(order: Move | Sail | Assault) -> Again:
    """5.8 A move as one by Free Move."""
    match order:
        case Move(who=who, to=to):
            return Again(who, to)
        case Sail(ship=ship, to=water, crew=crew, spot=spot):
            return Again(ship, water, crew, spot)
    return Again(order.ship, port_of(order.place), order.crew, assault=True)


class Passage(Phrase, form="passage {place}"):
    """5.3 Nobles ask to pass an enemy place on a road; a standing order of its owner decides."""

    place: Place


class Passing(Phrase, form="{seat} {place}"):
    """5.3 Who wants to pass which place: the subject of a question."""

    seat: Seat
    place: Place


class Lead(Phrase, form="lead {commander} {to}[ {free}]"):
    """13.2 An allied Force goes by land; `free`: with Free Move cards."""

    commander: NobleId
    to: Spot
    free: bool = False


class LeadOut(Phrase, form="lead {commander} aboard {ship} {to}[ landing {spot}][ {assault}][ {free}]"):
    """13.2, 5.4-5.6 An allied Force sails; if it is ashore, it boards first."""

    commander: NobleId
    ship: str
    to: Water
    spot: Spot = STAYS
    assault: bool = False
    free: bool = False


class LeadAgainst(Phrase, form="lead {commander} against {target}"):
    """13.2 An allied Force attacks a player's stack in its field, or besieges a place there."""

    commander: NobleId
    target: str


class Attack(Phrase, form="attack {seat} {area}[ with {nobles}]"):
    """6.2 A battle against a player's stack in an open field; without Nobles named, all who can attack."""

    seat: Seat
    area: Area
    nobles: tuple[NobleId, ...] = ()


class Besiege(Phrase, form="besiege {place}[ with {nobles}]"):
    """6.3 A siege; without Nobles named, by all who can, or from the sea by all passengers."""

    place: Place
    nobles: tuple[NobleId, ...] = ()


class Sally(Phrase, form="sally {place}[ by {nobles}][ with {relief}]"):
    """6.5 One's Nobles in a besieged place sally, with or without Nobles in the open field (`relief`): all, or those
    named.
    """

    place: Place
    nobles: tuple[NobleId, ...] = ()
    relief: bool = False


class Summon(Phrase, form="summon {noble}"):
    """7.3 A Parliament is called, and this Noble must come."""

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
    """7.3 A Noble comes to a Parliament: in any case, unless a player sends anybody, or only if a player does."""

    noble: NobleId
    unless: Seat = ""
    following: Seat = ""


class Award(Phrase, form="award {card} {noble}"):
    """2.3, 7.4, 9.2 A card goes to a Noble."""

    card: Card
    noble: NobleId


class Drop(Phrase, form="drop {card}"):
    """2.3f A card of a Faction that is too strong is discarded at the set-up."""

    card: Card


class Outside(Phrase, form="outside {noble}"):
    """11.3 A Noble steps into the open field."""

    noble: NobleId


class Discard(Phrase, form="discard {card}"):
    """11.5 A hand card is discarded, and the turn is over."""

    card: Card


class Condemn(Phrase, form="condemn {who}"):
    """9.2 A captive, or every captive one holds, will be executed and not ransomed."""

    who: str


# Unasked


class Play(Phrase, form="play {card} {to}"):
    """12.1 A hand card is awarded to a Noble, or a Noble enters play in a spot."""

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
    """4.1 Starts ("events") or stops ("nothing") being asked before Events take effect."""

    what: str


class Lift(Phrase, form="lift {place}"):
    """6.5 A siege is given up."""

    place: Place


class Recall(Phrase, form="recall {ship}"):
    """5.9 A ship is taken back that was lent and not used."""

    ship: ShipId


class Disband(Phrase, form="disband {noble}"):
    """13.2 A commander's allied Force is ended."""

    noble: NobleId


class Show(Phrase, form="show {card} {seat}"):
    """12.6 A hand card is shown to a player."""

    card: Card
    seat: Seat
