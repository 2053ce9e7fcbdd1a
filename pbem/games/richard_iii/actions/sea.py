"""5.3 Sea moves: one block, or two from port to port."""

from __future__ import annotations

from pbem.engine.event import tell
from pbem.games.richard_iii.actions.land import enter, may_leave, note_move
from pbem.games.richard_iii.components.blocks import areas_of, is_barred, is_open, of_side, side_of
from pbem.games.richard_iii.components.board import Area, BlockId, Side, Zone
from pbem.games.richard_iii.components.card_ids import Cards
from pbem.games.richard_iii.components.options import Sail
from pbem.games.richard_iii.components.state import State

RULE = "5.3"
BY_SEA_TOO = (Cards.PIRACY, Cards.SURPRISE, Cards.TREASON)
"""5.1 The event cards whose AP can pay for a sea move (ruling R4)."""


def may_sail(s: State, side: Side) -> bool:
    """5.1 Whether the card played allows sea moves."""
    card = s.cards[side]
    return not s.board.cards[card].is_event or card in BY_SEA_TOO


def is_paid(s: State, start: Area, to: Area) -> bool:
    """5.31 Whether another block may sail between these ports without AP."""
    return (start, to) in s.pairs


def destinations(s: State, block: BlockId) -> list[tuple[Zone, Area]]:
    """5.3 Where a block can sail now, and over which sea: friendly or vacant areas, with Piracy also others, as AP allow."""
    side, start = side_of(s, block), s.blocks[block].at
    if not (s.board.blocks[block].sails and may_sail(s, side) and may_leave(s, block)):
        return []
    pirates, closed = s.cards[side] == Cards.PIRACY, areas_of(s, side.enemy)
    open_ways = []
    for zone in s.board.areas[start].coast:
        for to, place in s.board.areas.items():
            if to == start or zone not in place.coast or is_barred(s, to, side):
                continue
            is_calm = to not in closed
            if (is_calm or pirates) and (s.ap or (is_calm and is_paid(s, start, to))):
                open_ways.append((zone, to))
    return open_ways


def sail_options(s: State, side: Side) -> list[Sail]:
    """5.3 A Sail for each block and destination. The sea is named only for an attack that could come over two."""
    options: list[Sail] = []
    for block in of_side(s, side):
        for zone, to in destinations(s, block):
            plain = Sail(block, to)
            options += [plain] if plain not in options else []
            if len(s.board.seas_between(s.blocks[block].at, to)) > 1:
                options.append(Sail(block, to, zone))
    return options


def sail(s: State, block: BlockId, to: Area, zone: str = "") -> str:
    """5.3, 5.31 A block sails; the second of two between the same major ports is free. With Piracy it may attack. Returns
    how it entered.

    Ruling: R10, R11, R61.
    """
    side, start = side_of(s, block), s.blocks[block].at
    zone = zone or s.board.seas_between(start, to)[0]
    attacks = not is_open(s, to, side)
    if not attacks and is_paid(s, start, to):
        s.pairs.remove((start, to))
    else:
        s.ap -= 1
        if not attacks and s.board.areas[start].port and s.board.areas[to].port:
            s.pairs.append((start, to))
    came = enter(s, block, zone, to)
    if attacks:
        s.by_sea[block] = zone
    s.blocks[block].at, s.blocks[block].moved = to, True
    note_move(s, f"{start} {zone} {to}")
    tell(s, RULE, "sails", seen_by=frozenset({side.value}), side=side, block=block, start=start, to=to, zone=zone)
    return came
