"""8.3, 8.4 The Pretender's side goes home, then the King's."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.engine.decision import Assign, Decision
from pbem.engine.event import tell
from pbem.games.richard_iii.components.blocks import (
    at,
    holders,
    is_dead,
    is_enemy,
    is_friendly,
    of_side,
    shields_of,
    side_of,
    to_pool,
)
from pbem.games.richard_iii.components.board import Area, BlockId, Kind, Side
from pbem.games.richard_iii.components.state import State
from pbem.i18n import Text

PRETENDER, KING = "8.3", "8.4"
HOME = "8.3 home"
GO_HOME = (Kind.HEIR, Kind.NOBLE, Kind.CHURCH)
NEVILLES = ("warwick", "salisbury", "kent")
CALAIS, MIDDLESEX = Area("calais"), Area("middlesex")
CLARENCE_L = BlockId("clarence_l")


def homes_of(s: State, block: BlockId) -> list[Area]:
    """8.3, 8.4, 9.1 The areas where a block can go home; none: it goes to the pool (rulings R37-R40)."""
    side, facts = side_of(s, block), s.board.blocks[block]
    if facts.kind is Kind.HEIR:
        if side is s.pretender_side:
            return s.board.exiles(side)
        crowns = [area for area, place in s.board.areas.items() if place.crown]
        return [a for a in s.board.areas if a in (*shields_of(s, block), *crowns) and not is_enemy(s, a, side)]
    if block == CLARENCE_L:
        return [area for area in facts.homes if set(at(s, area)) <= {block}]
    return [area for area in own_homes(s, block) if not is_enemy(s, area, side)]


def own_homes(s: State, block: BlockId) -> list[Area]:
    """8.3 The areas of a block's shields or cathedral. A Neville also has those of dead Nevilles of his side; a Yorkist one
    (not Warwick) has Calais if the enemy holds all his shields.

    Ruling: R16, R38.
    """
    facts, homes = s.board.blocks[block], list(s.board.blocks[block].homes)
    family = block.rpartition("_")[0]
    if family not in NEVILLES:
        return homes
    for other, theirs in s.board.blocks.items():
        if other != block and other.rpartition("_")[0] in NEVILLES and theirs.side is facts.side and is_dead(s, other):
            homes += [area for area in theirs.homes if area not in homes]
    if facts.side is Side.YORK and family != "warwick" and CALAIS not in homes:
        homes += [CALAIS] if all(is_enemy(s, area, Side.YORK) for area in facts.homes) else []
    return homes


def going(s: State, side: Side) -> list[BlockId]:
    """8.3 The heirs, nobles and church blocks of a side on the map that are not in exile."""
    blocks = [b for b in of_side(s, side) if s.board.blocks[b].kind in GO_HOME]
    return [b for b in blocks if s.board.areas[s.blocks[b].at].exile is None]


async def go_home(s: State, side: Side) -> None:
    """8.3, 8.4 All blocks of a side go home at the same time; their owner chooses among several homes."""
    homes = {block: homes_of(s, block) for block in going(s, side)}
    free = {block: areas for block, areas in homes.items() if len(areas) > 1}
    chosen: Mapping[str, str] = await home_question(s, side, free) if free else {}
    for block, areas in homes.items():
        if areas:
            s.blocks[block].at = Area(chosen[block]) if block in chosen else areas[0]
        else:
            to_pool(s, block)
    rule = PRETENDER if side is s.pretender_side else KING
    destinations = {block: str(s.blocks[block].at) for block in homes}
    tell(s, rule, "home", seen_by=frozenset({side.value}), side=side, homes=destinations)
    places: dict[str, int] = {}
    for place in destinations.values():
        places[place] = places.get(place, 0) + 1
    tell(s, rule, "gone_home", side=side, places=[[place, number] for place, number in sorted(places.items())])


def home_question(s: State, side: Side, free: Mapping[BlockId, list[Area]]) -> Decision:
    """8.3, 8.4 Where the blocks with several homes go."""

    def objection(block: str, area: str, _given: Mapping[str, str]) -> str | None:
        return (
            None
            if area in free[BlockId(block)]
            else Text("{areas} is no home for them", areas=s.board.areas[Area(area)].name)
        )

    areas = list(dict.fromkeys(area for each in free.values() for area in each))
    shape = Assign(lambda: list(free), lambda: areas, len(free), objection)
    subject = f"campaign {s.campaign} {side}"
    return Decision(side, HOME, subject, Text("Where do your blocks go home to?"), shape, lambda: usual(s, side, free))


def usual(s: State, side: Side, free: Mapping[BlockId, list[Area]]) -> dict[str, str]:
    """D25 The default: a block already at home stays; heirs of the Pretender fill the larger exile area first; the King goes
    to Middlesex.
    """
    chosen: dict[str, str] = {}
    for block, areas in free.items():
        here = s.blocks[block].at
        chosen[block] = here if here in areas else max(areas, key=lambda area: _worth(s, side, block, area, chosen))
    return chosen


def _worth(s: State, side: Side, block: BlockId, area: Area, chosen: Mapping[str, str]) -> tuple[int, int, int, str]:
    place = s.board.areas[area]
    room = place.limit - len(at(s, area, side)) - list(chosen.values()).count(area)
    royal = int(block == s.king and area == MIDDLESEX and side in (holders(s, area) or {side}))
    return royal, int(room > 0), int(is_friendly(s, area, side)) + int(bool(place.city)), area
