"""5.1-5.3, 5.8 Regional and Road movement."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from math import inf

from pbem.engine.decision import Seat
from pbem.engine.event import tell
from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.components.ids import Area, NobleId, Phase, Place, Spot, place_in
from pbem.games.kingmaker.components.names import name_of
from pbem.games.kingmaker.components.nobles import area_of, is_besieged, move_to, plain_men, room_in
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.control import can_end_at, is_enemy, open_spots, spots_in
from pbem.games.kingmaker.forces import check_own, leader_of
from pbem.games.kingmaker.housekeeping import settle
from pbem.games.kingmaker.movement.stamps import check_cards, check_free, check_pieces, pieces_of, stamp, stamp_cards
from pbem.i18n import Text

REGIONAL, ROAD = "regional", "road"


@dataclass(frozen=True)
class Move:
    """5.1 Nobles move by land to a spot. `passage`: enemy places whose owners let them pass; `free`: the pieces for which a
    Free Move is spent; `force`: the commander, if they are a Force; `by`: who orders it.
    """

    nobles: tuple[NobleId, ...]
    kind: str
    to: Spot
    passage: tuple[Place, ...] = ()
    free: tuple[str, ...] = ()
    force: NobleId | None = None
    by: Seat | None = None


def move(s: State, choice: Move) -> None:
    """5.1-5.3 Moves Nobles together; each is checked by himself. Raises Illegal."""
    check_phase(s)
    if not choice.nobles:
        raise Illegal(Text("nobody moves"))
    leader = leader_of(s, choice.force, choice.by, choice.nobles)
    check_own(s, choice.nobles, leader, choice.force is not None)
    pieces = pieces_of(s, choice.nobles)
    check_pieces(s, pieces, choice.free)
    check_cards(s, choice.nobles)
    check_free(s, leader, len(choice.free))
    for noble in choice.nobles:
        _check_goal(s, noble, choice)
    _check_room(s, choice)
    starts = {noble: s.nobles[noble].at for noble in choice.nobles}
    stamp(s, leader, pieces, choice.free, len(choice.free))
    stamp_cards(s, choice.nobles)
    for noble in choice.nobles:
        move_to(s, noble, choice.to)
    road, free = choice.kind == ROAD, len(choice.free)
    force = choice.force or ""
    tell(s, "5.3" if road else "5.2", "moved", seat=leader, starts=starts, to=choice.to, road=road, free=free, force=force)
    settle(s)


def check_phase(s: State) -> None:
    """5 Raises Illegal outside the Movement phase."""
    if s.phase is not Phase.MOVEMENT:
        raise Illegal(Text("it is not the Movement phase"))


def _check_goal(s: State, noble: NobleId, choice: Move) -> None:
    if choice.kind not in (REGIONAL, ROAD):
        raise Illegal(
            Text("{text} is not a kind of movement: {regional} or {road}", text=choice.kind, regional=REGIONAL, road=ROAD)
        )
    area = s.board.area(choice.to)
    if area is None or not _reaches(s, noble, area, choice):
        raise Illegal(Text("{noble} cannot reach {place}", noble=name_of(s, noble), place=name_of(s, choice.to)))
    if s.nobles[noble].at == choice.to or not can_end_at(s, noble, choice.to):
        raise Illegal(Text("{noble} cannot end his move in {place}", noble=name_of(s, noble), place=name_of(s, choice.to)))


def _reaches(s: State, noble: NobleId, area: Area, choice: Move) -> bool:
    if choice.kind == ROAD:
        return area in road_areas(s, noble, choice.passage)
    return area in regional_areas(s, noble)


def _check_room(s: State, choice: Move) -> None:
    """1.6 Raises Illegal unless all who go inside fit together."""
    if place_in(choice.to) is not None and sum(plain_men(s, n) for n in choice.nobles) > room_in(
        s, choice.to, *choice.nobles
    ):
        raise Illegal(Text("there is no room for all of them in {place}", place=name_of(s, choice.to)))


def regional_areas(s: State, noble: NobleId) -> list[Area]:
    """5.2 The Areas of the Noble's Region and of adjacent Regions; none if he is besieged or at sea."""
    here = area_of(s, noble)
    if here is None or is_besieged(s, s.nobles[noble].at):
        return []
    return list(s.board.near[s.board.region[here]])


def regional_spots(s: State, noble: NobleId) -> list[Spot]:
    """5.2 The spots that a Noble can reach by Regional movement."""
    spots = [spot for area in regional_areas(s, noble) for spot in spots_in(s, noble, area)]
    return [spot for spot in spots if spot != s.nobles[noble].at]


class Ground:
    """5.1-5.3 The land as one Faction finds it, while the position does not change: what bars roads (`passage`: enemy places
    that let it pass) and what is open to it. Each place is computed once.
    """

    def __init__(self, s: State, seat: Seat, passage: Collection[Place]) -> None:
        self.s = s
        self.seat = seat
        self.passage = passage
        self._barring: dict[Place | None, bool] = {None: False}
        self._rooms: dict[Area, dict[Spot, float]] = {}
        self._met: dict[Area, list[tuple[str, bool]]] = {}

    def blocks(self, place: Place | None) -> bool:
        """5.3 Whether a place on the road stops the Faction: it is besieged, or an enemy's who does not let it pass."""
        if place is not None and place not in self._barring:
            enemy = place not in self.passage and is_enemy(self.s, self.seat, place)
            self._barring[place] = enemy or place in self.s.besieged
        return self._barring[place]

    def along_roads(self, here: Area) -> list[tuple[str, bool]]:
        """5.3 The nodes of the road net that can be reached from an Area, nearest first, each with whether it bars the way
        on.
        """
        if here not in self._met:
            self._met[here] = list(self._walk(here))
        return self._met[here]

    def _walk(self, here: Area) -> Iterator[tuple[str, bool]]:
        stops, roads = self.s.board.stops, self.s.board.roads
        edge = [stop for stop in self.s.board.stops_in[here] if not self.blocks(stops[stop].place)]
        met = set(edge)
        yield from ((stop, False) for stop in edge)
        while edge:
            after: list[str] = []
            for stop in dict.fromkeys(each for one in edge for each in roads[one] if each not in met):
                bars = self.blocks(stops[stop].place)
                met.add(stop)
                yield stop, bars
                if not bars:
                    after.append(stop)
            edge = after

    def rooms(self, area: Area) -> dict[Spot, float]:
        """5.1, 1.6 The spots of an Area that are open to the Faction, with the room there, in men."""
        if area not in self._rooms:
            spots = open_spots(self.s, self.seat, area)
            self._rooms[area] = {spot: inf if place_in(spot) is None else room_in(self.s, spot) for spot in spots}
        return self._rooms[area]


def road_areas(s: State, noble: NobleId, passage: Collection[Place], ground: Ground | None = None) -> dict[Area, bool]:
    """5.3 The Areas that a Noble can reach by road, his own too, each with whether a place there bars the way on.

    He enters the net at any node of his Area that does not block; an Area is reached when any of its nodes is (R23). Pass
    his Faction's `ground` to look up many.
    """
    met = _along_roads(s, noble, ground or Ground(s, s.nobles[noble].owner, passage))
    barred = {s.board.stops[stop].area for stop, bars in met if bars}
    areas = dict.fromkeys(s.board.stops[stop].area for stop, bars in met if not bars)
    return {area: area in barred for area in areas}


def barriers(s: State, noble: NobleId, ground: Ground) -> list[Place]:
    """5.3 The places that bar the way on for a Noble."""
    places = (s.board.stops[stop].place for stop, bars in _along_roads(s, noble, ground) if bars)
    return list(dict.fromkeys(place for place in places if place is not None))


def _along_roads(s: State, noble: NobleId, ground: Ground) -> list[tuple[str, bool]]:
    """5.3 Ground.along_roads for a Noble; nothing if he is besieged or at sea."""
    here = area_of(s, noble)
    return [] if here is None or is_besieged(s, s.nobles[noble].at) else ground.along_roads(here)
