"""1 The board for a picture: places by owner, Nobles with their men, Royals, ships, and recent moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby

from pbem.engine.decision import Seat
from pbem.engine.event import Event
from pbem.engine.game.picture import (
    Arrow,
    GlobePoint,
    Going,
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
    Water,
    Worn,
)
from pbem.games.kingmaker.components.board import Board
from pbem.games.kingmaker.components.ids import DEAD, NON_PLAYER, Kind, NobleId, ShipId, place_in
from pbem.games.kingmaker.components.ids import Place as PlaceId
from pbem.games.kingmaker.components.nobles import men_here, royals_with
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.housekeeping import owners
from pbem.games.kingmaker.movement.ships import ship_owner
from pbem.games.kingmaker.prestige import house_of, prestige, target
from pbem.games.kingmaker.report.sites import main_place, site, site_of, water_site
from pbem.games.kingmaker.report.where import PHASES, are_placed, faction, label
from pbem.i18n import Text

SHAPES = {
    Kind.CITY: PlaceShape.CITY,
    Kind.TOWN: PlaceShape.TOWN,
    Kind.OPEN_TOWN: PlaceShape.TOWN,
    Kind.ROYAL_CASTLE: PlaceShape.CROWNED,
    Kind.CASTLE: PlaceShape.FORTRESS,
    Kind.UNFORTIFIED: PlaceShape.VILLAGE,
}
HOUSE = {"house_of_lancaster": "L", "house_of_york": "Y"}
COLOURS = {"red": "#b3261e", "blue": "#274b8f", "green": "#0b6b3a", "yellow": "#b98900", "purple": "#6a3d9a"}
"""1.1 The colours of the pieces."""
BEGINS = "turn_begins"
TENS = 10
"""Men are shown in tens: a disc has room for two figures."""
WHERE = {
    "besieged": "place",
    "called_off": "area",
    "crowned": "place",
    "entered": "at",
    "expelled": "place",
    "parliament": "area",
    "ransomed": "castle",
    "taken": "place",
}
"""Events that are marked on the map: the field with the place, and the label."""
WORDS = SignNames(
    shapes=(
        (PlaceShape.CITY, Text("City")),
        (PlaceShape.TOWN, Text("fortified or Open Town")),
        (PlaceShape.CROWNED, Text("royal castle")),
        (PlaceShape.FORTRESS, Text("castle")),
        (PlaceShape.VILLAGE, Text("unfortified town")),
    ),
    strokes=((Stroke.BROAD, Text("Road")),),
    rings=((Ring.SILVER, Text("Noble inside the place")), (Ring.GOLD, Text("Royal whom nobody controls"))),
    wears=((Worn.NONE, ""),),
    goings=((Going.LAND, Text("move by land")), (Going.SEA, Text("by sea")), (Going.FLIGHT, Text("called or driven"))),
    piece=Text("Noble or ship, men in tens"),
    home="",
    waiting="",
    moved=Text("has moved"),
    active=Text("in combat"),
    battle=Text("battle or siege"),
    port=Text("port"),
    goal=Text("prestige to win"),
    border=Text("Region"),
)


def picture(s: State, _seat: Seat, events: Sequence[Event]) -> Picture:
    """The map as everybody sees it, with the moves since the newest turn began."""
    begun = [place for place, event in enumerate(events) if event.name == BEGINS]
    recent = events[begun[-1] if begun else 0 :]
    held = owners(s)
    fought = {site(s, each) for each in _fought(recent)}
    pieces = (*_nobles(s), *_royals(s), *_ships(s))
    scenes = tuple(dict.fromkeys(_scenes(s, events)))
    busy = {*fought, *(piece.where for piece in pieces)}
    return Picture(
        title="Kingmaker II",
        subtitle=_subtitle(s),
        parties=tuple(_parties(s)),
        corners=s.board.chart.corners,
        coasts=s.board.chart.coasts,
        waters=tuple(Water(sea, label(s, sea), at, minor=True) for sea, at in s.board.chart.seas.items()),
        places=tuple(_place(s, place, held.get(place, ""), place in fought, place in busy) for place in s.board.places),
        havens=(),
        ways=ways(s.board),
        pieces=pieces,
        arrows=tuple(dict.fromkeys(_arrows(s, recent))),
        tracks=tuple(_tracks(s)),
        years=(),
        words=WORDS,
        scenes=scenes,
        borders=s.board.chart.borders,
    )


def _subtitle(s: State) -> str:
    """3 The time of the game; during the set-up it is nobody's turn."""
    if not are_placed(s):
        return Text("Round {round}: {phase}", round=s.round, phase=PHASES[s.phase])
    return Text("Round {round}, {seat}: {phase}", round=s.round, seat=faction(s.active), phase=PHASES[s.phase])


def _parties(s: State) -> Iterator[Party]:
    """Each Faction with its letter."""
    taken: set[str] = set()
    for seat in s.seats:
        name = str(faction(seat))
        letter = next((each for each in name.upper() if each.isalpha() and each not in taken), name[0])
        taken.add(letter)
        yield Party(seat, name, letter, COLOURS.get(seat, ""))


def _place(s: State, place: PlaceId, holder: Seat, fought: bool, busy: bool) -> MapPlace:
    facts = s.board.places[place]
    notes = tuple(_notes(s, place))
    side = "" if holder == NON_PLAYER else holder
    town = facts.kind in (Kind.TOWN, Kind.OPEN_TOWN) and side
    minor = not (town or busy or notes or facts.kind is Kind.CITY)
    return MapPlace(
        place,
        facts.name,
        GlobePoint(facts.lat, facts.lon),
        SHAPES[facts.kind],
        side,
        port=facts.port is not None,
        notes=notes,
        battle=fought,
        minor=minor,
    )


def _notes(s: State, place: PlaceId) -> Iterator[Note]:
    """Markers: sieges, and what else lies on the Area."""
    if place in s.besieged:
        yield Note(Text("besieged"), s.besieged[place])
    if place in s.unplayed:
        yield Note(Text("nobody plays its Faction"))
    if s.peace is not None and place == main_place(s.board, s.peace.area):
        yield Note(Text("King's Peace"), s.peace.player)


@lru_cache(maxsize=4)
def ways(board: Board) -> tuple[MapWay, ...]:
    """5.3 The roads between places; in an Area where a road passes no place, it is drawn to the Area's main place."""
    links: dict[frozenset[PlaceId], None] = {}
    for start, ends in board.roads.items():
        for end in ends:
            links[frozenset((_stop(board, start), _stop(board, end)))] = None
    pairs = (tuple(sorted(pair)) for pair in links)
    return tuple(MapWay(pair[0], pair[1], Stroke.BROAD) for pair in pairs if len(pair) > 1)


def _stop(board: Board, stop: str) -> PlaceId:
    """Where a node of the road net is drawn: at the place on the road, if there is one."""
    area = board.stops[stop].area
    on_road = [each.place for each in board.stops.values() if each.area == area and each.place is not None]
    return board.stops[stop].place or (on_road[0] if on_road else main_place(board, area))


# Pieces


def _nobles(s: State) -> Iterator[Piece]:
    fighting = [] if s.fight is None else [*s.fight.attackers, *s.fight.defenders]
    moved = {*s.stamps.moved, *s.stamps.freed}
    for noble, unit in s.nobles.items() if are_placed(s) else ():
        where = site_of(s, unit.at)
        if where:
            ring = Ring.SILVER if place_in(unit.at) is not None else Ring.NONE
            men = str(men_here(s, noble) // TENS)
            yield Piece(noble, _with_royals(s, noble), unit.owner, where, men, ring, noble in moved, noble in fighting)


def _with_royals(s: State, noble: NobleId) -> str:
    """A Noble and the Royal with him; several Royals are counted, because their names would not fit."""
    royals = royals_with(s, noble)
    if len(royals) > 1:
        return Text("{noble} + {number} Royals", noble=label(s, noble), number=len(royals))
    return " + ".join([label(s, noble), *(label(s, royal) for royal in royals)])


def _royals(s: State) -> Iterator[Piece]:
    """10 The uncontrolled Royals."""
    for royal, piece in s.royals.items():
        if piece.noble is None and piece.at != DEAD:
            yield Piece(royal, label(s, royal), "", site_of(s, piece.at), HOUSE[house_of(s, royal)], Ring.GOLD)


def _ships(s: State) -> Iterator[Piece]:
    for ship, piece in s.ships.items():
        men = str(s.board.cards.ships[ship].capacity // TENS)
        yield Piece(ship, label(s, ship), ship_owner(s, ship) or "", water_site(piece.at), men, moved=_has_sailed(s, ship))


def _has_sailed(s: State, ship: ShipId) -> bool:
    return ship in (*s.stamps.moved, *s.stamps.freed)


# What has happened


def _fought(events: Sequence[Event]) -> Iterator[str]:
    for event in events:
        if event.name == "attacks":
            yield event.data["where"]["place"] or event.data["where"]["area"]


def _arrows(s: State, events: Sequence[Event]) -> Iterator[Arrow]:
    """Arrows for moves from one place to another."""
    for side, start, end, going in _courses(events):
        ends = site(s, start), site(s, end)
        if all(ends) and ends[0] != ends[1]:
            yield Arrow(side if side in s.seats else s.seats[0], *ends, going)


def _courses(events: Sequence[Event]) -> Iterator[tuple[Seat, str, str, Going]]:
    for event in events:
        data = event.data
        if event.name == "moved":
            for start, _ in groupby(data["starts"].values()):
                yield data["seat"], start, data["to"], Going.LAND
        elif event.name == "sailed":
            yield data["seat"], data["course"]["start"], data["course"]["to"], Going.SEA
        elif event.name == "called":
            yield data["seat"], data["start"], data["at"], Going.FLIGHT
        elif event.name == "driven":
            yield data["seat"], data["start"], data["port"], Going.FLIGHT


def _scenes(s: State, events: Sequence[Event]) -> Iterator[str]:
    """Places where something other than a move or combat happened."""
    for event in events:
        if event.name in WHERE and (where := site(s, event.data[WHERE[event.name]])):
            yield where


def _tracks(s: State) -> Iterator[Track]:
    """13.5 A track of each Faction's prestige, with the points needed to win."""
    for seat in s.seats:
        goal = target(s, seat)
        yield Track(str(faction(seat)), prestige(s, seat), max(goal or 0, HIGHEST_TARGET), goal, seat)


HIGHEST_TARGET = 18
"""13.3 The highest target in a game without an Alliance of three."""
