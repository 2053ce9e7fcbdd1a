"""What each reader is shown: the View, the map in words and as a picture, the figures of the last report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.event import Event
from pbem.engine.game.atlas import Atlas, Leaf, TurnLabel
from pbem.engine.game.picture import (
    Arrow,
    Coast,
    GlobePoint,
    Going,
    MapPlace,
    MapWay,
    Party,
    Picture,
    Piece,
    PlaceShape,
    Ring,
    SignNames,
    Stroke,
    Water,
    Worn,
)
from pbem.engine.game.picture import Track as Scale
from pbem.engine.game.reports import Chart, Chronicle, Series, private_or_named
from tests.toys.border_war.play import BATTLE, HITS
from tests.toys.border_war.position import SEA, State, at

COLOURS = {"percy": "#274b8f", "scotland": "#0b6b3a"}
GOAL = 20
NO_SIGN = ""
FIGHTS = ("strikes", "retreats", "scattered")
WORDS = SignNames(
    shapes=((PlaceShape.TOWN, "Area"),),
    strokes=((Stroke.PLAIN, "Way"),),
    rings=((Ring.NONE, NO_SIGN),),
    wears=((Worn.NONE, NO_SIGN),),
    goings=((Going.LAND, "marched"), (Going.SEA, "sailed")),
    piece="Band, riders",
    home=NO_SIGN,
    waiting=NO_SIGN,
    moved="has moved",
    active=NO_SIGN,
    battle=NO_SIGN,
    port="Port",
    goal="far ahead",
)


@dataclass(frozen=True, slots=True)
class View:
    """What a seat may know: its own cards, and how many the others have."""

    turn: int
    impulse: int
    hand: tuple[str, ...]
    hands: Mapping[Seat, int]
    allies: tuple[Seat, ...]
    points: Mapping[Seat, int]
    areas: Mapping[str, tuple[tuple[str, Seat, int], ...]]
    holders: Mapping[str, Seat]


def view(s: State, seat: Seat) -> View:
    """The board is open, hands are not."""
    areas = {
        area: tuple((name, s.bands[name].side, s.bands[name].strength) for name in at(s, area))
        for area in (*s.board.areas, SEA)
    }
    hand, hands = tuple(sorted(s.hands.get(seat, ()))), {each: len(cards) for each, cards in s.hands.items()}
    return View(s.turn, s.impulse, hand, hands, tuple(s.allies), dict(s.points), areas, dict(s.holders))


def lines_of(s: State, area: str) -> tuple[str, ...]:
    """An area in words."""
    here = [f"{s.board.names[name]}, {s.bands[name].side.title()}, {s.bands[name].strength} riders" for name in at(s, area)]
    held = [f"held by {s.holders[area].title()}"] if area in s.holders else []
    return (*held, *(here or ["nobody there"]))


def whole(s: State, _seat: Seat) -> tuple[Leaf, ...]:
    return tuple(Leaf(s.board.names[area], lines_of(s, area)) for area in (*s.board.areas, SEA))


def place(s: State, _seat: Seat, area: str) -> tuple[Leaf, ...]:
    near = s.board.ports() if area == SEA else s.board.near(area)
    return (Leaf(s.board.names[area], (*lines_of(s, area), f"ways to {', '.join(s.board.names[each] for each in near)}")),)


ATLAS: Atlas[State] = Atlas(lambda s: (*s.board.areas, SEA), whole, place)


def picture(s: State, _seat: Seat, events: Sequence[Event]) -> Picture | None:
    """The border as a picture, with a scale of points for each house."""
    begun = [n for n, event in enumerate(events) if event.name == "impulse_begins"]
    moves = [event.data for event in events[begun[-1] if begun else 0 :] if event.name == "moves"]
    spots = {area: GlobePoint(*facts["at"]) for area, facts in s.board.areas.items()}
    return Picture(
        title="Border War",
        subtitle=f"Turn {s.turn}",
        parties=tuple(Party(seat, seat.title(), seat[0].upper(), COLOURS.get(seat, "")) for seat in s.seats),
        corners=(GlobePoint(54.4, -3.4), GlobePoint(56.1, -0.9)),
        coasts=(
            Coast(
                "Britain",
                (
                    GlobePoint(54, -4),
                    GlobePoint(54, -1.1),
                    GlobePoint(55, -1.4),
                    GlobePoint(55.8, -1.9),
                    GlobePoint(56.3, -2.6),
                    GlobePoint(56.3, -4),
                ),
            ),
        ),
        waters=(Water(SEA, s.board.names[SEA], GlobePoint(55.2, -1.2)),),
        places=tuple(
            MapPlace(area, s.board.names[area], spots[area], PlaceShape.TOWN, s.holders.get(area, ""), port=facts["port"])
            for area, facts in s.board.areas.items()
        ),
        havens=(),
        ways=tuple(MapWay(one, other, Stroke.PLAIN) for one, other in s.board.ways),
        pieces=tuple(
            Piece(name, s.board.names[name], band.side, band.where, str(band.strength), moved=band.moved)
            for name, band in s.bands.items()
        ),
        arrows=tuple(
            Arrow(move["side"], move["start"], move["to"], Going.SEA if move["verb"] == "sail" else Going.LAND)
            for move in moves
        ),
        tracks=tuple(Scale(seat.title(), s.points[seat], max(GOAL, *s.points.values()), GOAL, seat) for seat in s.seats),
        years=(),
        words=WORDS,
    )


def stamp(_s: State, event: Event) -> TurnLabel | None:
    return TurnLabel("Turn", event.data["turn"]) if event.name == "turn_begins" else None


def concerns(s: State, seat: Seat, event: Event) -> bool:
    """What a house is written to of at once: its fights, what it is given, its alliances; no marches."""
    if event.name in FIGHTS:
        return event.data["band"] in s.board.bands[seat]
    return event.name != "moves" and private_or_named(s, seat, event)


def brief(_s: Any, turns: Sequence[Sequence[Event]]) -> list[list[Event]]:
    """Of each Turn the alliance, who was scattered, and the points."""
    return [[event for event in turn if event.name in ("courted", "scattered", "counted", "game_over")] for turn in turns]


ANNALS: Chronicle[State] = Chronicle(
    charts=lambda s: (Chart("points", tuple(Series(f"points {seat}", seat) for seat in s.seats)),),
    measures=lambda s: {f"points {seat}": points for seat, points in s.points.items()},
    brief=brief,
    dice={BATTLE: HITS},
    roller=lambda s, _key, subject: next((seat for seat in s.seats if subject.partition(" ")[0] in s.board.bands[seat]), ""),
    attempt=lambda _event: None,
)
