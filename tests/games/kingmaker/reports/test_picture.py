"""The map of Kingmaker II as a picture and in words."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap, arg-type"

from __future__ import annotations

from collections import Counter

import pytest

from pbem.engine.game.picture import Arrow, Going, Note, Picture, PlaceShape, Ring
from pbem.games.kingmaker.combat import siege
from pbem.games.kingmaker.combat.siege import Siege
from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.components.state import Peace, State
from pbem.games.kingmaker.game import RULES
from pbem.games.kingmaker.movement.land import ROAD, Move, move
from pbem.games.kingmaker.movement.sail import Sail, sail
from pbem.games.kingmaker.report.map_text import ATLAS
from pbem.games.kingmaker.report.picture import COLOURS, picture
from pbem.games.kingmaker.setup.start import new_table
from pbem.render.picture.canvas import style
from pbem.render.picture.layout import compose
from tests.games.kingmaker.random_play import Game
from tests.games.kingmaker.scene import BOARD, files, put


@pytest.fixture
def s() -> State:
    """Red's Neville in the field at York, Blue's Pole aboard, Green's Roos at home."""
    s = new_table(BOARD, ["red", "blue", "green"], non_player=False)
    s.phase, s.round, s.turn, s.event_deck = Phase.MOVEMENT, 2, 4, list(BOARD.cards.events)
    put(s, "red", "field:york_area", "neville", "richard_duke_of_york", "admiral_of_england")
    put(s, "blue", "in:wingfield", "pole", "le_rose")
    put(s, "green", "in:helmsley", "roos")
    return s


def seen(s: State) -> Picture:
    return picture(s, "red", s.events)


def piece(s: State, name: str) -> tuple[str, str, str, str, Ring]:
    (found,) = (each for each in seen(s).pieces if each.id == name)
    return found.name, found.side, found.where, found.strength, found.ring


def test_every_place_is_drawn_once_where_the_map_has_it(s: State) -> None:
    drawn = Counter(place.id for place in seen(s).places)
    assert set(drawn) == set(BOARD.places)
    assert set(drawn.values()) == {1}
    points = {place.id: place.at for place in seen(s).places}
    assert points["york"] == (BOARD.places["york"].lat, BOARD.places["york"].lon)


def test_every_place_has_its_sign_and_every_piece_its_plate_on_the_paper(s: State) -> None:
    sheet = compose(seen(s))
    assert all(sheet.map.holds(box) for box in sheet.signs.values())
    assert {plate.piece.id for plate in sheet.plates} == {each.id for each in seen(s).pieces}
    names = [label.spot.place for label in sheet.labels]
    assert len(names) == len(set(names))
    assert {place.id for place in seen(s).places if not place.minor} <= set(names)


def test_a_place_has_the_colour_of_who_holds_it_and_its_own_shape(s: State) -> None:
    places = {place.id: place for place in seen(s).places}
    assert (places["middleham"].side, places["middleham"].shape) == ("red", PlaceShape.FORTRESS)
    assert (places["london"].side, places["london"].shape) == ("", PlaceShape.CITY)
    assert places["derby"].minor
    assert not places["york"].minor


def test_nobles_stand_with_their_men_royals_and_inside_or_not(s: State) -> None:
    assert piece(s, "neville") == ("Neville + Richard of York", "red", "york", "10", Ring.NONE)
    assert piece(s, "roos") == ("Roos", "green", "helmsley", "2", Ring.SILVER)
    assert piece(s, "henry_vi") == ("Henry VI", "", "london", "L", Ring.GOLD)
    assert piece(s, "le_rose_piece") == ("Le Rose", "blue", "plymouth", "10", Ring.NONE)


def test_what_moved_is_an_arrow_by_land_and_sea(s: State) -> None:
    s.events.clear()
    move(s, Move(("neville",), ROAD, "field:durham_area"))
    sail(s, Sail(("admiral_ship_1",), ("sea:selsey_sea", "sea:portland_sea")))
    drawn = seen(s)
    assert drawn.arrows == (
        Arrow("red", "york", "durham", Going.LAND),
        Arrow("red", "southampton", "portland_sea", Going.SEA),
    )
    assert [each.id for each in drawn.pieces if each.moved] == ["neville", "admiral_ship_1"]


def test_a_siege_is_a_battle_sign_and_those_in_it_are_active(s: State) -> None:
    s.phase = Phase.COMBAT
    s.events.clear()
    put(s, "blue", "field:red_castle_area", "stanley", "marshal_of_england")
    s.active = "blue"
    siege.declare(s, Siege("red_castle", ("stanley",)))
    drawn = seen(s)
    assert [place.id for place in drawn.places if place.battle] == ["red_castle"]
    assert [each.id for each in drawn.pieces if each.active] == ["stanley"]


def test_sieges_and_the_king_s_peace_are_noted(s: State) -> None:
    s.besieged["helmsley"], s.peace = "red", Peace("york_area", "blue")
    notes = {place.id: place.notes for place in seen(s).places if place.notes}
    assert notes == {"helmsley": (Note("besieged", "red"),), "york": (Note("King's Peace", "blue"),)}


def test_the_roads_lead_from_every_area_of_the_net(s: State) -> None:
    ends = {BOARD.places[end].area for way in seen(s).ways for end in (way.start, way.end)}
    assert ends == {stop.area for stop in BOARD.stops.values()}
    assert len({frozenset((way.start, way.end)) for way in seen(s).ways}) == len(seen(s).ways)


def test_the_colours_of_factions_can_be_read() -> None:
    assert RULES.colours == COLOURS
    for colour in COLOURS.values():
        livery = style.livery_in(colour)
        assert style.contrast(livery.upon, livery.fill) >= style.LEGIBLE


def test_borders_part_regions_that_there_are() -> None:
    regions = {*BOARD.beside, "scotland"}
    rows = files()["borders"]["border"]
    assert all(set(row["between"]) <= regions and len(row["line"]) > 1 for row in rows)
    beside = {frozenset((one, other)) for one, others in BOARD.beside.items() for other in others}
    drawn = {frozenset(row["between"]) for row in rows}
    assert len(beside - drawn) < len(beside) / 4


@pytest.mark.parametrize("seed", range(3))
def test_random_games_are_drawn_turn_by_turn(seed: int) -> None:
    game = Game(seed, 2 + seed)
    for _ in range(6):
        game.turn()
        drawn = picture(game.s, "", game.s.events)
        sites = {each.id for each in drawn.sites}
        assert all(each.where in sites for each in drawn.pieces)
        assert all({arrow.start, arrow.end} <= sites for arrow in drawn.arrows)
        assert set(drawn.scenes) <= sites


# In words


def test_the_whole_map_names_every_place_every_road_and_every_sea(s: State) -> None:
    told = "\n".join(str(line) for leaf in ATLAS.whole(s, "red") for line in leaf.lines)
    assert [facts.name for facts in BOARD.places.values() if facts.name not in told] == []
    assert "London - " in told
    assert "Dover Strait: next to " in told


def test_everything_that_can_be_looked_at_is_told(s: State) -> None:
    for asked in ATLAS.places(s):
        assert all(leaf.title for leaf in ATLAS.place(s, "red", asked)), asked


def test_a_place_tells_its_kind_its_card_who_is_there_and_its_roads(s: State) -> None:
    place, roads, *_ = ATLAS.place(s, "red", "helmsley")
    assert place.lines[0] == "Helmsley (castle, Green)"
    assert "garrison 100; room inside for 200 men" in place.lines
    assert "goes with Roos, in play" in place.lines
    assert "inside: Roos of Green 20" in place.lines
    assert roads.title == "Roads"


def test_a_noble_and_a_royal_are_found(s: State) -> None:
    (neville,) = ATLAS.place(s, "blue", "neville")
    assert "of Red, in the field at York; 100 men" in neville.lines
    assert "with Richard of York" in neville.lines
    (henry,) = ATLAS.place(s, "blue", "henry_vi")
    assert "Henry VI, King: nobody's, inside London" in henry.lines
    (percy,) = ATLAS.place(s, "blue", "percy")
    assert "not in play" in percy.lines


def test_2_4_before_all_are_placed_no_noble_is_on_the_map_nor_is_it_anybody_s_turn(s: State) -> None:
    s.phase, s.round = Phase.SETUP, 1
    put(s, "red", "field:london_area", "mowbray", "duke_of_exeter", "constable_of_the_tower")
    drawn = seen(s)
    assert not {each.id for each in drawn.pieces} & {*s.nobles}
    assert "henry_vi" in {each.id for each in drawn.pieces}
    assert drawn.subtitle == "Round 1: set-up"
    assert [leaf.title for leaf in ATLAS.place(s, "red", "london")] == ["London", "Roads", "Region London and Hertford"]
    (leaf,) = ATLAS.place(s, "red", "mowbray")
    assert "of Red, not on the board yet; 120 men" in leaf.lines
    assert not any("London and Hertford" in line or " here" in line for line in leaf.lines)
    s.phase = Phase.MOVEMENT
    assert "In the field" in [leaf.title for leaf in ATLAS.place(s, "red", "london")]
