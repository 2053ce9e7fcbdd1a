"""A Battle as one seat may see it, and Bosworth before its Battle."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.engine.decision import Seat
from pbem.games.plantagenet.components.board import Unit
from pbem.games.plantagenet.components.box import Card, Lord, Side
from pbem.games.plantagenet.components.ratings import valour_of
from pbem.games.plantagenet.components.state import COLUMNS, State, battle_of, lords_of
from pbem.games.plantagenet.components.units import unit_type, vassal_unit


@dataclass(frozen=True)
class UnitLine:
    """A kind of unit on a mat. `unrouted` and `routed` count pieces."""

    id: Unit
    name: str
    unrouted: int
    routed: int


@dataclass(frozen=True)
class CardLine:
    """A Capability: its id, title and effect."""

    id: Card
    title: str
    effect: str


@dataclass(frozen=True)
class LordLine:
    """A Lord and his mat. `place` is left, centre, right, reserve, or "" before the Array is revealed."""

    id: Lord
    name: str
    side: Side
    units: tuple[UnitLine, ...]
    capabilities: tuple[CardLine, ...]
    valour: int
    place: str
    routed: bool
    fled: bool


@dataclass(frozen=True)
class BattleView:
    """The position as a seat, or ("") an observer, sees it.

    `lords` are those of both sides, the reader's own first; `offered` are the cards that the seat can choose from, those
    that have an effect in this Battle, and only before the reveal. Choices not yet revealed are not part of the position, so
    no View can show them to the other seat.
    """

    seat: Seat
    enemy: Seat
    round: int | None
    attacker: Side | None
    lords: tuple[LordLine, ...]
    offered: tuple[CardLine, ...]
    engagements: tuple[tuple[Lord, ...], ...]
    winner: Side | None
    over: bool

    def at(self, side: str, place: str) -> LordLine | None:
        """The Lord of `side` at a Front position."""
        return next((line for line in self.lords if line.side == side and line.place == place), None)

    @property
    def in_play(self) -> tuple[CardLine, ...]:
        """The Capabilities at the mats of Lords who have not Routed, of both sides."""
        return tuple(card for line in self.lords if not line.routed for card in line.capabilities)

    def of(self, side: str) -> tuple[LordLine, ...]:
        """The Lords of `side`."""
        return tuple(line for line in self.lords if line.side == side)


def battle_view(s: State, seat: Seat) -> BattleView:
    """1.5.3, 6.0 In Battle all mats are open; secret choices are not in the State before the reveal."""
    side = Side(seat) if seat else s.king
    fighters = lords_of(s, side) + lords_of(s, side.enemy) if s.battle is None else arrayed(s, side) + arrayed(s, side.enemy)
    return BattleView(
        seat=seat,
        enemy=side.enemy if seat else "",
        round=None if s.battle is None else s.battle.round,
        attacker=None if s.battle is None else s.battle.attacker,
        lords=tuple(lord_line(s, lord) for lord in fighters),
        offered=() if s.battle is not None or not seat else offered(s, side),
        engagements=() if s.battle is None else tuple(tuple(e) for e in s.battle.engagements),
        winner=None if s.result is None else s.result["winner"],
        over=s.result is not None,
    )


def arrayed(s: State, side: Side) -> list[Lord]:
    """The side's Lords in the Battle who still have a mat, including Routed ones."""
    battle = battle_of(s)
    there = [*battle.front[side], *battle.reserve[side], *battle.routed]
    return [lord for lord in lords_of(s, side) if lord in there]


def offered(s: State, side: Side) -> tuple[CardLine, ...]:
    """The side's cards that have an effect in any Battle."""
    return tuple(card_line(s, card) for card in s.decks[side] if s.box.cards[card].in_any_battle)


def card_line(s: State, card: Card) -> CardLine:
    """A card in words."""
    return CardLine(card, s.box.cards[card].title, s.box.cards[card].effect)


def lord_line(s: State, lord: Lord) -> LordLine:
    """A Lord in words."""
    mat, facts = s.mats[lord], s.box.lords[lord]
    return LordLine(
        id=lord,
        name=facts.name,
        side=facts.side,
        units=unit_lines(s, lord),
        capabilities=tuple(card_line(s, card) for card in mat.capabilities),
        valour=valour_of(s, lord) if s.battle is None else mat.valour,
        place=place_of(s, lord),
        routed=s.battle is not None and lord in s.battle.routed,
        fled=s.battle is not None and lord in s.battle.fled,
    )


def unit_lines(s: State, lord: Lord) -> tuple[UnitLine, ...]:
    """The mat's units, Retinue first, Vassals last."""
    mat = s.mats[lord]
    kinds = [u for u in s.box.units if mat.forces.get(u) or mat.routed.get(u)]
    lines = [UnitLine(u, unit_type(s, u).name, mat.forces.get(u, 0), mat.routed.get(u, 0)) for u in kinds]
    for vassal in [*mat.vassals, *mat.routed_vassals]:
        up = int(vassal in mat.vassals)
        lines.append(UnitLine(vassal_unit(vassal), f"Vassal {s.box.vassals[vassal].name}", up, 1 - up))
    return tuple(lines)


def place_of(s: State, lord: Lord) -> str:
    """Where the Lord stands in the Array."""
    if s.battle is None:
        return ""
    front = s.battle.front[s.box.lords[lord].side]
    if lord in front:
        return COLUMNS[front.index(lord)]
    return "reserve" if lord in s.battle.reserve[s.box.lords[lord].side] else ""
