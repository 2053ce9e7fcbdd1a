"""The position: blocks with their strength, hands, roles, moves, and a battle under way."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from pbem.engine.decision import Json
from pbem.engine.event import Event
from pbem.games.richard_iii.components.board import Area, BlockId, Board, CardId, Side
from pbem.i18n import Text

POOL, MINOR, AWAY, REMOVED = map(Area, ("pool", "minor", "enemy", "removed"))
"""Places off the map: in the pool, not yet of age, replaced by its twin, out of the game."""


class Phase(StrEnum):
    """1.0 The phases of a game turn, and the Political Turn."""

    CARD = "card"
    ACTION = "action"
    BATTLE = "battle"
    SUPPLY = "supply"
    POLITICAL = "political"
    OVER = "over"


PHASES = {
    Phase.CARD: Text("card phase"),
    Phase.ACTION: Text("action phase"),
    Phase.BATTLE: Text("battle phase"),
    Phase.SUPPLY: Text("supply phase"),
    Phase.POLITICAL: Text("Political Turn"),
    Phase.OVER: Text("end of the game"),
}
"""1.0 The names of phases for players."""


class Role(StrEnum):
    """6.9 The roles that allow a treachery roll, each once in a battle."""

    KING = "king"
    PRETENDER = "pretender"
    WARWICK = "warwick"


@dataclass
class Block:
    """A block in the game. `moved`: it cannot move again in this action phase."""

    at: Area
    steps: int
    face_down: bool = False
    moved: bool = False


class BorderEntry(NamedTuple):
    """5.22 A border, or a sea, over which a side has entered an enemy or contested area in this turn."""

    side: Side
    start: str
    to: Area


@dataclass
class Battle:
    """6.0 A battle under way. `used`: the roles that have made their treachery roll; `late`: blocks that do not act in round
    1.
    """

    where: Area
    attacker: Side
    round: int = 0
    engaged: dict[Side, list[BlockId]] = field(default_factory=lambda: {side: [] for side in Side})
    reserve: dict[Side, list[BlockId]] = field(default_factory=lambda: {side: [] for side in Side})
    acted: list[BlockId] = field(default_factory=list)
    used: list[Role] = field(default_factory=list)
    defected: list[BlockId] = field(default_factory=list)
    late: list[BlockId] = field(default_factory=list)

    @property
    def defender(self) -> Side:
        """The side that defends now. (It can change in round 1.)"""
        return self.attacker.enemy

    def drop(self, block: BlockId) -> None:
        """A block fights no more: it is neither engaged nor in Reserve."""
        for group in (*self.engaged.values(), *self.reserve.values()):
            if block in group:
                group.remove(block)


@dataclass
class State:
    """The position. `king` is NOBODY while the throne is vacant; `crossed`: the blocks that crossed each border, reset as
    5.21 says.

    `came`: the border (or sea) by which a block entered its battle; `main`: the border of each main attack.
    """

    board: Board
    blocks: dict[BlockId, Block]
    king: BlockId
    pretender: BlockId
    king_side: Side
    campaigns: int = 3
    campaign: int = 1
    turn: int = 1
    phase: Phase = Phase.CARD
    hands: dict[Side, list[CardId]] = field(default_factory=lambda: {side: [] for side in Side})
    cards: dict[Side, CardId] = field(default_factory=dict)
    played: dict[Side, list[CardId]] = field(default_factory=lambda: {side: [] for side in Side})
    redealt: bool = False
    p1: Side | None = None
    acting: Side | None = None
    due: dict[Side, int] = field(default_factory=lambda: dict.fromkeys(Side, 0))
    ap: int = 0
    active: list[Area] = field(default_factory=list)
    recruiting: bool = False
    pairs: list[tuple[Area, Area]] = field(default_factory=list)
    crossed: dict[str, int] = field(default_factory=dict)
    moves: dict[str, int] = field(default_factory=dict)
    attacker: dict[Area, Side] = field(default_factory=dict)
    main: dict[Area, Area] = field(default_factory=dict)
    entered: list[BorderEntry] = field(default_factory=list)
    came: dict[BlockId, str] = field(default_factory=dict)
    reserves: list[BlockId] = field(default_factory=list)
    by_sea: dict[BlockId, str] = field(default_factory=dict)
    treason: Side | None = None
    battle: Battle | None = None
    result: Json = None
    events: list[Event] = field(default_factory=list)

    @property
    def pretender_side(self) -> Side:
        """The side of the Pretender."""
        return self.king_side.enemy


class GameOver(Exception):
    """9.0 A side has won at once."""


def battle_of(s: State) -> Battle:
    """The battle under way."""
    assert s.battle is not None
    return s.battle


def first_player(s: State) -> Side:
    """1.1 P1 of this turn."""
    assert s.p1 is not None
    return s.p1


def border(one: str, other: str) -> str:
    """The name of a border, the same in both directions."""
    return "/".join(sorted((one, other)))
