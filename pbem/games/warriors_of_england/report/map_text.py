"""The map in words."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.decision import Seat
from pbem.engine.game.atlas import Atlas, Leaf
from pbem.games.warriors_of_england.components.board import CROWN, Area, CounterSide, NobleId, Side
from pbem.games.warriors_of_england.components.names import names
from pbem.games.warriors_of_england.components.nobles import at, is_infirm, side_up
from pbem.games.warriors_of_england.components.state import State
from pbem.games.warriors_of_england.orders.reasons import whereabouts
from pbem.i18n import Text

KINDS = {
    "clear": Text("clear, two Nobles"),
    "obstructed": Text("obstructed, one Noble"),
    "sea": Text("sea route, one Noble"),
}


def places(s: State) -> Sequence[str]:
    """All areas, and all Nobles."""
    return (*s.board.areas, *s.board.nobles)


def whole(s: State, _seat: Seat) -> tuple[Leaf, ...]:
    """The regions with their VP and control, then the Foreign Areas."""
    regions = tuple(_line(s, area) for area in s.board.regions)
    abroad = tuple(_line(s, area) for area in s.board.foreign)
    return Leaf(Text("Regions"), regions), Leaf(Text("Foreign Areas"), abroad)


def place(s: State, _seat: Seat, area: str) -> tuple[Leaf, ...]:
    """One area: its value, the Nobles there, its borders. Or one Noble."""
    if area in s.board.nobles:
        return (about(s, NobleId(area)),)
    here = Area(area)
    people = [
        Text("{side}: {nobles}", side=side.value.title(), nobles=Text(", ").join(_noble(s, noble) for noble in nobles))
        for side in Side
        if (nobles := at(s, here, side))
    ]
    ways = [Text("{to}: {kinds}", to=names(s, to)[0], kinds=KINDS[border]) for to, border in s.board.borders[here].items()]
    doubt = [Text("This area is reconstructed: the printed map may differ.")] if s.board.areas[here].reconstructed else []
    return Leaf(names(s, here)[0], (_line(s, here), *people, *doubt)), Leaf(Text("Borders"), tuple(ways))


def _line(s: State, area: Area) -> str:
    facts = s.board.areas[area]
    if facts.faction is not None:
        return Text(
            "{facts}: of {faction}; each Noble there costs {points} VP",
            facts=facts.name,
            faction=facts.faction.value.title(),
            points=facts.points,
        )
    holder = s.control.get(area)
    control = Text("controlled by {holder}", holder=holder.value.title()) if holder else "uncontrolled"
    return Text(
        "{facts} ({abbr}): {points} VP, {control}", facts=facts.name, abbr=facts.abbr, points=facts.points, control=control
    )


def _noble(s: State, noble: NobleId) -> str:
    piece = s.nobles[noble]
    features = [
        Text("{noble} {ratings}", noble=names(s, noble)[0], ratings=_ratings(side_up(s, noble))),
        *([_troops(piece.troops)] if piece.troops else []),
    ]
    states = {
        Text("at home"): piece.at == s.board.nobles[noble].home,
        "infirm": is_infirm(s, noble),
        "disgraced": piece.disgraced,
    }
    return Text(", ").join([*features, *(word for word, holds in states.items() if holds)])


def about(s: State, noble: NobleId) -> Leaf:
    """2.2 One Noble: both sides of the counter, home, and where it is; all public."""
    counter, piece = s.board.nobles[noble], s.nobles[noble]
    crown = Text("none but a crown: placed with any Noble of the same side, or abroad")
    home = crown if counter.home == CROWN else names(s, counter.home)[0]
    up = side_up(s, noble)
    sides = [
        Text("{side}: {ratings}{up}", side=side.name, ratings=_ratings(side), up=" (up)" if side == up else "")
        for side in (counter.face, counter.reverse)
    ]
    by = Text(", fights for {by}", by=piece.by.title()) if piece.by is not None and piece.at in s.board.areas else ""
    led = Text(", leads {troops}", troops=_troops(piece.troops)) if piece.troops else ""
    doubt = [Text("This counter is reconstructed: the printed one may differ.")] if counter.reconstructed else []
    return Leaf(names(s, noble)[0], (*sides, Text("Home: {home}", home=home), whereabouts(s, noble) + by + led, *doubt))


def _ratings(side: CounterSide) -> str:
    return Text(
        "{what} {battle}-{leadership} {colour}",
        what="*" * side.stars,
        battle=side.battle,
        leadership=side.leadership,
        colour=side.colour.name.lower(),
    )


def _troops(number: int) -> str:
    return Text("{number} Troop{what}", number=number, what="s" * (number > 1))


ATLAS: Atlas[State] = Atlas(places, whole, place)
