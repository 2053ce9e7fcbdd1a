"""The map in words, as a seat may see it."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.atlas import Atlas, Leaf
from pbem.engine.decision import Seat
from pbem.games.richard_iii.components.blocks import at, people
from pbem.games.richard_iii.components.board import Area, BlockId, Kind, Side
from pbem.games.richard_iii.components.names import names
from pbem.games.richard_iii.components.state import State


def places(s: State) -> Sequence[str]:
    """All areas, and all people as they are printed."""
    return (*s.board.areas, *people(s))


def whole(s: State, seat: Seat) -> tuple[Leaf, ...]:
    """Every area with how many stand there, then the seas."""
    seas = tuple(
        f"{name}: {', '.join(s.board.areas[a].name for a in s.board.areas if zone in s.board.areas[a].coast)}"
        for zone, name in s.board.zones.items()
    )
    return Leaf("Areas", tuple(_line(s, seat, area) for area in s.board.areas)), Leaf("Seas", seas)


def place(s: State, seat: Seat, option: str) -> tuple[Leaf, ...]:
    """One area with its borders; or one block as it is printed."""
    if option in s.board.blocks:
        return (about(s, BlockId(option)),)
    area = Area(option)
    ways = [f"{s.board.areas[to].name}: {facts.colour}, {facts.limit} blocks" for to, facts in s.board.borders[area].items()]
    homes = [names(s, block)[0] for block, facts in s.board.blocks.items() if area in facts.homes]
    shields = [f"Home of: {', '.join(dict.fromkeys(homes))}"] if homes else []
    return Leaf(names(s, area)[0], (_line(s, seat, area), *shields)), Leaf("Borders", tuple(ways) or ("none",))


def _line(s: State, seat: Seat, area: Area) -> str:
    facts = s.board.areas[area]
    told = [word for word, holds in {"crown": facts.crown, "major port": facts.port, "Wales": facts.wales}.items() if holds]
    told += [facts.city.title()] if facts.city else []
    told += [f"{facts.cathedral.title()} cathedral"] if facts.cathedral else []
    told += [f"exile of {facts.exile.title()}"] if facts.exile else []
    there = [f"{side.value.title()} {len(at(s, area, side))}" for side in Side if at(s, area, side)]
    mine = [names(s, block)[0] for block in at(s, area, Side(seat))] if seat else []
    said = f" ({', '.join(told)})" if told else ""
    numbers = f"; {', '.join(there)}" if there else ""
    people = f" ({', '.join(mine)})" if mine else ""
    return f"{facts.name}{said}: feeds {facts.limit}{numbers}{people}"


def about(s: State, block: BlockId) -> Leaf:
    """3.1 One block as it is printed."""
    facts = s.board.blocks[block]
    loyalty = "never defects" if not facts.loyalty else f"loyalty {facts.loyalty}"
    rank = f", heir {facts.rank}" if facts.kind is Kind.HEIR else ""
    homes = ", ".join(s.board.areas[area].name for area in facts.homes) or "none"
    side = facts.side.title() if facts.side else "the Pretender"
    combat = f"{facts.initiative}{facts.firepower}"
    lines = (
        f"{facts.kind.value.title()} of {side}{rank}: {combat}, strength {facts.strength}, {loyalty}",
        f"Home: {homes}",
    )
    return Leaf(names(s, block)[0], lines)


ATLAS: Atlas[State] = Atlas(places, whole, place)
