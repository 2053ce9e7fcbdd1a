"""The position: Nobles with their Troops, control, markers, tracks, and a battle under way."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from pbem.engine.decision import Json
from pbem.engine.event import Event
from pbem.games.warriors_of_england.components.board import NOWHERE, Area, Board, NobleId, Side

TOWER, CUP, OUT, DRAWN, ASIDE, OFF = map(Area, ("tower", "cup", "out", "drawn", "aside", "off"))
"""Boxes off the map. `DRAWN`: face up beside the map. `ASIDE`: drawn and put back, in the cup again after the draw. `OUT`:
out of the game. `OFF`: not in the game yet.
"""


def covert(side: Side) -> Area:
    """2.1 A player's Covert Box."""
    return Area(f"covert_{side}")


class Shown(StrEnum):
    """2.2.1 The side of a counter that is up."""

    FACE = "face"
    REVERSE = "reverse"


class Phase(StrEnum):
    """4.0 The phases of a turn."""

    SETUP = "setup"
    INITIATIVE = "initiative"
    CAMPAIGNS = "campaigns"
    BATTLES = "battles"
    CONTROL = "control"
    LEVY = "levy"
    TOWER = "tower"
    DRAFT = "draft"
    PLACING = "placing"
    SCORE = "score"
    HENRY = "henry"
    END = "end"


@dataclass
class Noble:
    """A counter in play: in an area, in a box, or off the map. `by`: the side that controls it (None: nobody)."""

    at: Area
    shown: Shown = Shown.FACE
    by: Side | None = None
    troops: int = 0
    disgraced: bool = False


@dataclass
class Battle:
    """7.0 A battle under way.

    - `missed`: the state of the Missed marker.
    - `third_miss`: the Aggressor missed with its second side up.

    - `hits`: still to be taken by each side.
    - `london`: who controlled London when the losses of the round began.
    - `retreating`: the Nobles who withdraw.
    - `to`: where they go.
    """

    at: Area
    aggressor: Side
    round: int = 0
    missed: int = 0
    third_miss: bool = False
    commander: dict[Side, NobleId] = field(default_factory=dict)
    hits: dict[Side, int] = field(default_factory=lambda: dict.fromkeys(Side, 0))
    london: Side | None = None
    retreating: list[NobleId] = field(default_factory=list)
    to: Area = NOWHERE


@dataclass
class State:
    """The position. `initiative`: the side that had it last; `vp`: positive for Lancaster, negative for York."""

    board: Board
    nobles: dict[NobleId, Noble]
    turn: int = 1
    phase: Phase = Phase.SETUP
    vp: int = 0
    initiative: Side | None = None
    value: int = 0
    impulses: dict[Side, int] = field(default_factory=lambda: dict.fromkeys(Side, 0))
    plays: dict[Side, int] = field(default_factory=lambda: dict.fromkeys(Side, 0))
    control: dict[Area, Side] = field(default_factory=dict)
    aggressor: dict[Area, Side] = field(default_factory=dict)
    tried: list[NobleId] = field(default_factory=list)
    battle: Battle | None = None
    fought: int = 0
    result: Json = None
    events: list[Event] = field(default_factory=list)


def first_side(s: State) -> Side:
    """5.0 The side with the Initiative."""
    assert s.initiative is not None
    return s.initiative


def battle_of(s: State) -> Battle:
    """The battle under way."""
    assert s.battle is not None
    return s.battle
