"""2.1 The board for a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.decision import Seat
from pbem.engine.event import Event
from pbem.engine.game.picture import (
    Arrow,
    Going,
    Haven,
    MapPlace,
    MapWay,
    Note,
    Party,
    Picture,
    Piece,
    PlaceShape,
    Ring,
    SignNames,
    Stroke,
    Track,
    Worn,
)
from pbem.games.warriors_of_england.components.board import LONDON, Area, Border, NobleId, Side
from pbem.games.warriors_of_england.components.board import Place as Facts
from pbem.games.warriors_of_england.components.names import names
from pbem.games.warriors_of_england.components.nobles import in_box, is_infirm, side_up, stars
from pbem.games.warriors_of_england.components.state import TOWER, State, covert
from pbem.i18n import Text

PARTIES = (Party(Side.YORK, "York", "Y"), Party(Side.LANCASTER, "Lancaster", "L"))
COLOURS = {Side.LANCASTER.value: "#b8391a", Side.YORK.value: "#1d4380"}
"""Red for Lancaster, blue for York, as on the map."""
STROKES = {Border.CLEAR: Stroke.BROAD, Border.OBSTRUCTED: Stroke.PLAIN, Border.SEA: Stroke.DASHED}
RINGS = {1: Ring.NONE, 2: Ring.SILVER, 3: Ring.GOLD}
SHAPES = {1: PlaceShape.FORTRESS, 2: PlaceShape.TOWN, 3: PlaceShape.CITY}
SHORT = 3
"""The maximum VP of a region with a shape of its own; London has a crown."""
WHERE = ("area", "at", "to")
"""The fields of Events that name a place."""
WORDS = SignNames(
    shapes=(
        (PlaceShape.FORTRESS, "Region, 1 VP"),
        (PlaceShape.TOWN, "Region, 2 VP"),
        (PlaceShape.CITY, "Region, 3 VP"),
        (PlaceShape.CROWNED, "London"),
    ),
    strokes=(
        (Stroke.BROAD, Text("Clear, two Nobles")),
        (Stroke.PLAIN, Text("Obstructed, one")),
        (Stroke.DASHED, Text("Sea route, one")),
    ),
    rings=((Ring.GOLD, "3 stars"), (Ring.SILVER, "2 stars")),
    wears=((Worn.NONE, ""),),
    goings=((Going.LAND, "Campaign"), (Going.FLIGHT, "Withdrawal")),
    piece=Text("Noble with Troops, Battle-Leadership"),
    home="",
    waiting="",
    moved="disgraced",
    active="commands",
    battle="Battle",
    port="",
    goal="15 VP win",
)


def picture(s: State, _seat: Seat, events: Sequence[Event]) -> Picture:
    """The map, with the Covert Boxes and the Tower beside it, and the moves since the newest turn began."""
    begun = [place for place, event in enumerate(events) if event.name == "turn_begins"]
    recent = events[begun[-1] if begun else 0 :]
    fought = {event.data["at"] for event in recent if event.name == "battle_begins"}
    return Picture(
        title="Warriors of England",
        subtitle=Text("Turn {turn} of {turns}, {phase}", turn=s.turn, turns=s.board.turns, phase=s.phase.value.title()),
        parties=PARTIES,
        corners=s.board.corners,
        coasts=s.board.coasts,
        waters=(),
        places=tuple(_place(s, area, facts, area in fought) for area, facts in s.board.regions.items()),
        havens=(*(_haven(area, facts) for area, facts in s.board.foreign.items()), *_boxes(s)),
        ways=tuple(_ways(s)),
        pieces=tuple(_pieces(s)),
        arrows=tuple(dict.fromkeys(_arrows(recent))),
        tracks=(Track("VP", s.vp, s.board.winning, s.board.winning),),
        years=(),
        words=WORDS,
        scenes=tuple(dict.fromkeys(area for area in _scenes(events) if area in s.board.areas)),
    )


def _place(s: State, area: Area, facts: Facts, fought: bool) -> MapPlace:
    aggressor = s.aggressor.get(area)
    notes = (Note("Aggressor", aggressor),) if aggressor is not None else ()
    shape = PlaceShape.CROWNED if area == LONDON else SHAPES[min(facts.points, SHORT)]
    name = f"{facts.name} {facts.points}"
    return MapPlace(area, name, facts.at, shape, s.control.get(area, ""), notes=(*notes, *_boxed(s, area)), battle=fought)


def _boxed(s: State, area: Area) -> tuple[Note, ...]:
    """Beside London, the Nobles in the Tower."""
    captives = [names(s, noble)[0] for noble, each in s.nobles.items() if each.at == TOWER]
    return (Note(f"Tower: {', '.join(captives)}"),) if area == LONDON and captives else ()


def _haven(area: Area, facts: Facts) -> Haven:
    assert facts.faction is not None
    return Haven(area, facts.name, facts.at, facts.faction, Text("-{points} VP a Noble", points=facts.points))


def _boxes(s: State) -> Iterator[Haven]:
    """The Covert Boxes that are not empty."""
    for side, spot in s.board.boxes.items():
        if in_box(s, side):
            yield Haven(covert(side), "Covert Box", spot, side)


def _ways(s: State) -> Iterator[MapWay]:
    for start, ends in s.board.borders.items():
        yield from (MapWay(start, end, STROKES[kind]) for end, kind in ends.items() if start < end)


def _pieces(s: State) -> Iterator[Piece]:
    commanders = set(s.battle.commander.values()) if s.battle is not None else set[NobleId]()
    boxes = {covert(side): side for side in Side}
    for noble, each in s.nobles.items():
        side = each.by if each.at in s.board.areas else boxes.get(each.at)
        if side is not None:
            active, ring = noble in commanders, RINGS[stars(s, noble)]
            yield Piece(noble, _counter(s, noble), side, each.at, str(each.troops), ring, each.disgraced, active)


def _counter(s: State, noble: NobleId) -> str:
    """A name with Battle and Leadership."""
    up = side_up(s, noble)
    return f"{names(s, noble)[0]} {up.battle}-{up.leadership}{' (infirm)' if is_infirm(s, noble) else ''}"


def _arrows(events: Sequence[Event]) -> Iterator[Arrow]:
    for event in events:
        if event.name == "campaigns":
            yield Arrow(event.data["side"], event.data["group"]["start"], event.data["group"]["to"], Going.LAND)
        if event.name == "withdraws":
            yield Arrow(event.data["side"], event.data["at"], event.data["to"], Going.FLIGHT)


def _scenes(events: Sequence[Event]) -> Iterator[str]:
    """The places where Events happen."""
    for event in events:
        yield from (str(event.data[key]) for key in WHERE if key in event.data)
        yield from (event.data["group"][key] for key in ("start", "to") if event.name == "campaigns")
