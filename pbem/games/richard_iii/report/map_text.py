"""The map in words, as a seat may see it."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.atlas import Atlas, Leaf
from pbem.engine.decision import Seat
from pbem.games.richard_iii.components.blocks import at, people
from pbem.games.richard_iii.components.board import Area, BlockId, Colour, Kind, Side
from pbem.games.richard_iii.components.names import names
from pbem.games.richard_iii.components.state import State
from pbem.i18n import N_

BORDERS = {Colour.YELLOW: "yellow border", Colour.BLUE: "blue border", Colour.RED: "red border"}
KINDS = {
    Kind.HEIR: "Heir of {0}",
    Kind.NOBLE: "Noble of {0}",
    Kind.CHURCH: "Church of {0}",
    Kind.LEVY: "Levy of {0}",
    Kind.BOMBARD: "Bombard of {0}",
    Kind.MERCENARY: "Mercenary of {0}",
    Kind.REBEL: "Rebel of the Pretender",
}
"""What a block is, in whole words: a line of the map is said piece by piece in the reader's language."""


def places(s: State) -> Sequence[str]:
    """All areas, and all people as they are printed."""
    return (*s.board.areas, *people(s))


def whole(s: State, seat: Seat) -> tuple[Leaf, ...]:
    """Every area with how many stand there, then the seas."""
    seas = tuple(
        f"{name}: {', '.join(s.board.areas[a].name for a in s.board.areas if zone in s.board.areas[a].coast)}"
        for zone, name in s.board.zones.items()
    )
    return Leaf(N_("Areas"), tuple(_line(s, seat, area) for area in s.board.areas)), Leaf(N_("Seas"), seas)


def place(s: State, seat: Seat, option: str) -> tuple[Leaf, ...]:
    """One area with its borders; or one block as it is printed."""
    if option in s.board.blocks:
        return (about(s, BlockId(option)),)
    area = Area(option)
    ways = [
        f"{s.board.areas[to].name}, {BORDERS[facts.colour]}, up to {facts.limit} blocks"
        for to, facts in s.board.borders[area].items()
    ]
    homes = [names(s, block)[0] for block, facts in s.board.blocks.items() if area in facts.homes]
    shields = [f"Home of: {', '.join(dict.fromkeys(homes))}"] if homes else []
    borders = Leaf(N_("Borders"), tuple(ways) or ("no border by land",))
    return Leaf(names(s, area)[0], (_line(s, seat, area), *shields)), borders


def _line(s: State, seat: Seat, area: Area) -> str:
    """2.0 What an area is, how many blocks it feeds and who stands there: semicolons part what is said apart."""
    facts = s.board.areas[area]
    marks = {"crown area": facts.crown, "major port": facts.port, "in Wales": facts.wales}
    told = [facts.name, *(word for word, holds in marks.items() if holds)]
    told += [f"city of {facts.city.title()}"] if facts.city else []
    told += [f"cathedral of {facts.cathedral.title()}"] if facts.cathedral else []
    told += [f"exile of {facts.exile.title()}"] if facts.exile else []
    told += [f"feeds {facts.limit} blocks"]
    told += [f"{side.value.title()} {len(at(s, area, side))}" for side in Side if at(s, area, side)]
    mine = [names(s, block)[0] for block in at(s, area, Side(seat))] if seat else []
    return "; ".join(told) + (f" ({', '.join(mine)})" if mine else "")


def about(s: State, block: BlockId) -> Leaf:
    """3.1 One block as it is printed."""
    facts = s.board.blocks[block]
    kind = KINDS[facts.kind].format(facts.side.title() if facts.side else "")
    rank = [f"number {facts.rank} of its heirs"] if facts.kind is Kind.HEIR else []
    combat, strength = f"{facts.initiative}{facts.firepower}", f"full strength {facts.strength}"
    loyalty = f"loyalty number {facts.loyalty}" if facts.loyalty else "never defects"
    homes = ", ".join(s.board.areas[area].name for area in facts.homes)
    told = (f"at home in {homes}" if homes else "no home of its own",)
    return Leaf(names(s, block)[0], ("; ".join((kind, *rank, combat, strength, loyalty)), *told))


ATLAS: Atlas[State] = Atlas(places, whole, place)
