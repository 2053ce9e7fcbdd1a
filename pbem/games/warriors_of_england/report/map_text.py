"""The map in words."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.atlas import Atlas, Leaf
from pbem.engine.decision import Seat
from pbem.games.warriors_of_england.components.board import Area, NobleId, Side
from pbem.games.warriors_of_england.components.names import names
from pbem.games.warriors_of_england.components.nobles import at, side_up
from pbem.games.warriors_of_england.components.state import State

KINDS = {"clear": "clear, two Nobles", "obstructed": "obstructed, one Noble", "sea": "sea route, one Noble"}


def places(s: State) -> Sequence[str]:
    """All areas."""
    return tuple(s.board.areas)


def whole(s: State, _seat: Seat) -> tuple[Leaf, ...]:
    """The regions with their VP and control, then the Foreign Areas."""
    regions = tuple(_line(s, area) for area in s.board.regions)
    abroad = tuple(_line(s, area) for area in s.board.foreign)
    return Leaf("Regions", regions), Leaf("Foreign Areas", abroad)


def place(s: State, _seat: Seat, area: str) -> tuple[Leaf, ...]:
    """One area: what it is worth, who stands there, its borders."""
    here = Area(area)
    people = [
        f"{side.value.title()}: {', '.join(_noble(s, noble) for noble in nobles)}"
        for side in Side
        if (nobles := at(s, here, side))
    ]
    ways = [f"{names(s, to)[0]}: {KINDS[border]}" for to, border in s.board.borders[here].items()]
    doubt = ["This area is reconstructed: the printed map may differ."] if s.board.areas[here].reconstructed else []
    return Leaf(names(s, here)[0], (_line(s, here), *people, *doubt)), Leaf("Borders", tuple(ways))


def _line(s: State, area: Area) -> str:
    facts = s.board.areas[area]
    if facts.faction is not None:
        return f"{facts.name}: of {facts.faction.value.title()}; each Noble there costs {facts.points} VP"
    holder = s.control.get(area)
    control = f"controlled by {holder.value.title()}" if holder else "uncontrolled"
    return f"{facts.name} ({facts.abbr}): {facts.points} VP, {control}"


def _noble(s: State, noble: NobleId) -> str:
    up = side_up(s, noble)
    return f"{names(s, noble)[0]} ({up.stars} stars, {up.battle}-{up.leadership})"


ATLAS: Atlas[State] = Atlas(places, whole, place)
