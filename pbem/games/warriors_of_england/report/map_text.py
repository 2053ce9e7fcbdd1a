"""The map in words."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.atlas import Atlas, Leaf
from pbem.engine.decision import Seat
from pbem.games.warriors_of_england.components.board import CROWN, Area, CounterSide, NobleId, Side
from pbem.games.warriors_of_england.components.names import names
from pbem.games.warriors_of_england.components.nobles import at, is_infirm, side_up
from pbem.games.warriors_of_england.components.state import State
from pbem.games.warriors_of_england.orders.reasons import whereabouts

KINDS = {"clear": "clear, two Nobles", "obstructed": "obstructed, one Noble", "sea": "sea route, one Noble"}


def places(s: State) -> Sequence[str]:
    """All areas, and all Nobles."""
    return (*s.board.areas, *s.board.nobles)


def whole(s: State, _seat: Seat) -> tuple[Leaf, ...]:
    """The regions with their VP and control, then the Foreign Areas."""
    regions = tuple(_line(s, area) for area in s.board.regions)
    abroad = tuple(_line(s, area) for area in s.board.foreign)
    return Leaf("Regions", regions), Leaf("Foreign Areas", abroad)


def place(s: State, _seat: Seat, area: str) -> tuple[Leaf, ...]:
    """One area: what it is worth, who stands there, its borders. Or one Noble."""
    if area in s.board.nobles:
        return (about(s, NobleId(area)),)
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
    piece = s.nobles[noble]
    told = [f"{names(s, noble)[0]} {_ratings(side_up(s, noble))}", *([_troops(piece.troops)] if piece.troops else [])]
    said = {"at home": piece.at == s.board.nobles[noble].home, "infirm": is_infirm(s, noble), "disgraced": piece.disgraced}
    return ", ".join([*told, *(word for word, holds in said.items() if holds)])


def about(s: State, noble: NobleId) -> Leaf:
    """2.2 One Noble: both sides of the counter, home, and where it is, as everybody can see."""
    counter, piece = s.board.nobles[noble], s.nobles[noble]
    crown = "none but a crown: placed with any Noble of the same side, or abroad"
    home = crown if counter.home == CROWN else names(s, counter.home)[0]
    up = side_up(s, noble)
    sides = [f"{side.name}: {_ratings(side)}{' (up)' if side == up else ''}" for side in (counter.face, counter.reverse)]
    by = f", fights for {piece.by.title()}" if piece.by is not None and piece.at in s.board.areas else ""
    led = f", leads {_troops(piece.troops)}" if piece.troops else ""
    doubt = ["This counter is reconstructed: the printed one may differ."] if counter.reconstructed else []
    return Leaf(names(s, noble)[0], (*sides, f"Home: {home}", f"{whereabouts(s, noble)}{by}{led}", *doubt))


def _ratings(side: CounterSide) -> str:
    return f"{'*' * side.stars} {side.battle}-{side.leadership} {side.colour.name.lower()}"


def _troops(number: int) -> str:
    return f"{number} Troop{'s' * (number > 1)}"


ATLAS: Atlas[State] = Atlas(places, whole, place)
