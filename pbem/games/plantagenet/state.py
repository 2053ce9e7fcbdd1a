"""The position: plain data, with the questions everybody asks of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from pbem.engine.decision import Json
from pbem.engine.event import Event
from pbem.games.plantagenet.box import Box, Card, Lord, Side, Unit, Vassal

COLUMNS = ("left", "centre", "right")
LEFT, CENTRE, RIGHT = range(3)


@dataclass
class Mat:
    """A Mustered Lord's mat (1.5.3): units above the line, units in the Routed section, cards, Valour markers."""

    forces: dict[Unit, int]
    vassals: list[Vassal] = field(default_factory=list)
    routed: dict[Unit, int] = field(default_factory=dict)
    routed_vassals: list[Vassal] = field(default_factory=list)
    capabilities: list[Card] = field(default_factory=list)
    valour: int = 0


@dataclass
class Battle:
    """A Battle in progress (4.4).

    `front` has a side's left, centre and right; column for column they face each other. `favour` is the side that the
    Stronghold Favours (None: Neutral). `engagements` are this Round's, each a list of Lords.
    """

    attacker: Side
    favour: Side | None
    front: dict[Side, list[Lord | None]]
    reserve: dict[Side, list[Lord]]
    round: int = 1
    routed: list[Lord] = field(default_factory=list)
    fled: list[Lord] = field(default_factory=list)
    culverins: list[Lord] = field(default_factory=list)
    engagements: list[list[Lord]] = field(default_factory=list)


@dataclass
class State:
    """A game of Plantagenet. `decks` are the Arts of War cards not on a mat, in printed order."""

    box: Box
    scenario: str
    king: Side
    rebel: Side
    mats: dict[Lord, Mat]
    decks: dict[Side, list[Card]]
    battle: Battle | None = None
    result: Json = None
    events: list[Event] = field(default_factory=list)


def side_of(s: State, lord: Lord) -> Side:
    """The side a Lord fights for."""
    return s.box.lords[lord].side


def lords_of(s: State, side: Side) -> list[Lord]:
    """A side's Mustered Lords, in the scenario's order."""
    return [lord for lord in s.mats if side_of(s, lord) is side]


def battle_of(s: State) -> Battle:
    """The Battle being fought."""
    assert s.battle is not None
    return s.battle


def has_capability(s: State, lord: Lord, *cards: str) -> bool:
    """Whether one of `cards` lies at the Lord's mat."""
    return any(card in cards for card in s.mats[lord].capabilities)
