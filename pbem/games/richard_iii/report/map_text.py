"""The map in words, as a seat may see it."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.decision import Seat
from pbem.engine.game.atlas import Atlas, Leaf
from pbem.games.richard_iii.components.blocks import at, people
from pbem.games.richard_iii.components.board import Area, BlockId, Colour, Facts, Kind, Side
from pbem.games.richard_iii.components.names import names
from pbem.games.richard_iii.components.state import State
from pbem.i18n import Text

BORDERS = {Colour.YELLOW: Text("yellow border"), Colour.BLUE: Text("blue border"), Colour.RED: Text("red border")}
KINDS = {
    Kind.HEIR: Text("Heir of {side}"),
    Kind.NOBLE: Text("Noble of {side}"),
    Kind.CHURCH: Text("Church of {side}"),
    Kind.LEVY: Text("Levy of {side}"),
    Kind.BOMBARD: Text("Bombard of {side}"),
    Kind.MERCENARY: Text("Mercenary of {side}"),
    Kind.REBEL: Text("Rebel of the Pretender"),
}
"""Kinds of blocks in full words: a map line is translated piece by piece."""


def places(s: State) -> Sequence[str]:
    """All areas, and all persons as printed."""
    return (*s.board.areas, *people(s))


def whole(s: State, seat: Seat) -> tuple[Leaf, ...]:
    """Every area with the number of blocks there, then the seas."""
    seas = tuple(
        Text(
            "{name}: {areas}",
            name=name,
            areas=", ".join(s.board.areas[a].name for a in s.board.areas if zone in s.board.areas[a].coast),
        )
        for zone, name in s.board.zones.items()
    )
    return Leaf(Text("Areas"), tuple(_line(s, seat, area) for area in s.board.areas)), Leaf(Text("Seas"), seas)


def place(s: State, seat: Seat, option: str) -> tuple[Leaf, ...]:
    """One area with its borders; or one block as printed."""
    if option in s.board.blocks:
        return (about(s, BlockId(option)),)
    area = Area(option)
    ways = [
        Text(
            "{areas}, {borders}, up to {limit} blocks",
            areas=s.board.areas[to].name,
            borders=BORDERS[facts.colour],
            limit=facts.limit,
        )
        for to, facts in s.board.borders[area].items()
    ]
    homes = [names(s, block)[0] for block, facts in s.board.blocks.items() if area in facts.homes]
    shields = [Text("Home of: {fromkeys}", fromkeys=Text(", ").join(dict.fromkeys(homes)))] if homes else []
    borders = Leaf(Text("Borders"), tuple(ways) or (Text("no border by land"),))
    return Leaf(names(s, area)[0], (_line(s, seat, area), *shields)), borders


def _line(s: State, seat: Seat, area: Area) -> str:
    """2.0 An area in one line: its kind, how many blocks it feeds, and who is there, separated by semicolons."""
    facts = s.board.areas[area]
    marks = {Text("crown area"): facts.crown, Text("major port"): facts.port, "in Wales": facts.wales}
    features = [facts.name, *(word for word, holds in marks.items() if holds)]
    features += [Text("city of {city}", city=facts.city.title())] if facts.city else []
    features += [Text("cathedral of {cathedral}", cathedral=facts.cathedral.title())] if facts.cathedral else []
    features += [Text("exile of {exile}", exile=facts.exile.title())] if facts.exile else []
    features += [Text("feeds {limit} blocks", limit=facts.limit)]
    features += [
        Text("{side} {at}", side=side.value.title(), at=len(at(s, area, side))) for side in Side if at(s, area, side)
    ]
    own_blocks = [names(s, block)[0] for block in at(s, area, Side(seat))] if seat else []
    return Text("; ").join(features) + (Text(" ({mine})", mine=Text(", ").join(own_blocks)) if own_blocks else "")


def about(s: State, block: BlockId) -> Leaf:
    """3.1 A block as printed."""
    facts = s.board.blocks[block]
    kind = KINDS[facts.kind].filled(side=facts.side.title() if facts.side else "")
    rank = [Text("number {rank} of its heirs", rank=facts.rank)] if facts.kind is Kind.HEIR else []
    strength = Text("full strength {strength}", strength=facts.strength)
    combat = f"{facts.initiative}{facts.firepower}"
    if facts.kind is Kind.BOMBARD:
        combat = Text("{combat}, in round 1 A{power} unless it comes from Reserve", combat=combat, power=facts.firepower)
    homes = ", ".join(s.board.areas[area].name for area in facts.homes)
    homes_line = (Text("at home in {homes}", homes=homes) if homes else Text("no home of its own"),)
    return Leaf(names(s, block)[0], (Text("; ").join((kind, *rank, combat, strength, _loyalty(s, facts))), *homes_line))


def _loyalty(s: State, facts: Facts) -> str:
    """3.13, 6.91 The number of dice that turn a block; by side, if it differs."""
    if not facts.loyalty:
        return Text("never defects")
    if facts.is_neville:
        return Text("loyalty number {loyalty}, 1 where Warwick tries", loyalty=facts.loyalty)
    twin = s.board.blocks[facts.twin]
    if facts.side is None or twin.side is None or twin.loyalty == facts.loyalty:
        return Text("loyalty number {loyalty}", loyalty=facts.loyalty)
    number = {facts.side: facts.loyalty, twin.side: twin.loyalty}
    return Text(
        "loyalty number {lancaster} as Lancastrian, {york} as Yorkist",
        lancaster=number[Side.LANCASTER],
        york=number[Side.YORK],
    )


ATLAS: Atlas[State] = Atlas(places, whole, place)
