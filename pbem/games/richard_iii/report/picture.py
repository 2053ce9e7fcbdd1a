"""2.0 The board for a picture: own blocks by name and strength, the enemy's as one back with their number."""

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
    Worn,
)
from pbem.games.richard_iii.components.blocks import at, holders
from pbem.games.richard_iii.components.board import Area, Colour, Side
from pbem.games.richard_iii.components.board import Place as Facts
from pbem.games.richard_iii.components.names import names
from pbem.games.richard_iii.components.state import State
from pbem.i18n import Text

PARTIES = (Party(Side.YORK, "York", "Y"), Party(Side.LANCASTER, "Lancaster", "L"))
COLOURS = {Side.LANCASTER.value: "#b8391a", Side.YORK.value: "#1d4380"}
"""Red for Lancaster, blue for York."""
STROKES = {Colour.YELLOW: Stroke.BROAD, Colour.BLUE: Stroke.BLUE, Colour.RED: Stroke.RED}
WORDS = SignNames(
    shapes=(
        (PlaceShape.FORTRESS, Text("Area without a city")),
        (PlaceShape.CITY, Text("Area with a city")),
        (PlaceShape.CROWNED, Text("Area with a crown")),
    ),
    strokes=(
        (Stroke.BROAD, Text("Yellow border, 4")),
        (Stroke.BLUE, Text("Blue border, 3")),
        (Stroke.RED, Text("Red border, 2 and stop")),
    ),
    rings=((Ring.GOLD, Text("King or Pretender")),),
    wears=((Worn.NONE, ""),),
    goings=((Going.LAND, Text("Land move")), (Going.SEA, Text("Sea move")), (Going.FLIGHT, Text("Retreat of a block"))),
    piece=Text("Own block with strength, or enemies by number"),
    home=Text("Shield of a noble or heir"),
    waiting="",
    moved="",
    active="",
    battle=Text("Battle this turn"),
    port=Text("Major port"),
    goal="",
)


def picture(s: State, seat: Seat, events: Sequence[Event]) -> Picture:
    """The map as a seat may see it, with the moves since the newest turn began."""
    begun = [place for place, event in enumerate(events) if event.name == "turn_begins"]
    before = begun[-2] if len(begun) > 1 and begun[-1] == len(events) - 1 else begun[-1] if begun else 0
    recent = events[before:]
    fought = {event.data["area"] for event in recent if event.name == "battle_begins"}
    side = Side(seat) if seat else None
    areas = s.board.areas.items()
    return Picture(
        title="Richard III",
        subtitle=Text("Campaign {campaign}, turn {turn}", campaign=s.campaign, turn=s.turn),
        parties=PARTIES,
        corners=s.board.corners,
        coasts=s.board.coasts,
        waters=s.board.waters,
        places=tuple(_place(s, area, facts, area in fought) for area, facts in areas if facts.exile is None),
        havens=tuple(Haven(area, facts.name, facts.at, facts.exile) for area, facts in areas if facts.exile is not None),
        ways=tuple(_ways(s)),
        pieces=tuple(_pieces(s, side)),
        arrows=tuple(dict.fromkeys(_arrows(s, recent))),
        tracks=(),
        years=(),
        words=WORDS,
        scenes=(),
    )


def _place(s: State, area: Area, facts: Facts, fought: bool) -> MapPlace:
    shape = PlaceShape.CROWNED if facts.crown else PlaceShape.CITY if facts.city else PlaceShape.FORTRESS
    here = holders(s, area)
    side = next(iter(here)) if len(here) == 1 else ""
    notes = tuple(map(Note, _notes(facts)))
    homes = tuple(_shields(s, area))
    return MapPlace(area, facts.name, facts.at, shape, side, port=facts.port, homes=homes, notes=notes, battle=fought)


def _notes(facts: Facts) -> Iterator[str]:
    """2.3, 2.4 Cities and cathedrals."""
    if facts.city:
        yield facts.city.title()
    if facts.cathedral:
        yield Text("{cathedral} cathedral", cathedral=facts.cathedral.title())


def _shields(s: State, area: Area) -> Iterator[Note]:
    """2.2 The shields of an area, in the colour of those who use them."""
    here = [shield for shield in s.board.shields if area in shield.areas]
    for side in (*Side, None):
        if shields := [shield.name for shield in here if shield.side is side]:
            yield Note(", ".join(shields), side or "")


def _ways(s: State) -> Iterator[MapWay]:
    for start, ends in s.board.borders.items():
        yield from (MapWay(start, end, STROKES[facts.colour]) for end, facts in ends.items() if start < end)


def _pieces(s: State, own: Side | None) -> Iterator[Piece]:
    """Own blocks, and one back for all enemies in an area, with their number; their names only after the game."""
    for area in s.board.areas:
        for side in Side:
            here = at(s, area, side)
            if side is own or s.result is not None:
                for block in here:
                    ring = Ring.GOLD if block in (s.king, s.pretender) else Ring.NONE
                    yield Piece(block, names(s, block)[0], side, area, str(s.blocks[block].steps), ring)
            elif here:
                number = len(here)
                yield Piece(f"{side}-{area}", "Block" if number == 1 else "Blocks", side, area, str(number))


def _arrows(s: State, events: Sequence[Event]) -> Iterator[Arrow]:
    for event in events:
        if event.name == "actions":
            for way, _ in event.data["moves"]:
                if way[0] in s.board.areas:
                    by_sea = any(stop in s.board.zones for stop in way)
                    yield Arrow(event.data["side"], way[0], way[-1], Going.SEA if by_sea else Going.LAND)
        if event.name == "retreats":
            yield Arrow(event.data["side"], event.data["start"], event.data["to"], Going.FLIGHT)
