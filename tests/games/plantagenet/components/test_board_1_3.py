"""1.3 Game board and map: what the data file must hold, and the questions asked of it."""

import pytest

from pbem.games.plantagenet.components.board import SPECIAL, Locale, StrongholdKind, Way
from pbem.games.plantagenet.components.box import Side
from pbem.games.plantagenet.components.locales import (
    deplete,
    enemy_adjacent,
    exhaust,
    favour_everywhere,
    net_strongholds,
    routes,
    set_favour,
    shift_favour,
)
from pbem.games.plantagenet.components.state import Depletion, favour_of
from tests.games.plantagenet.scene import IA, IB, IC, II, III, favour, position, put

BOARD = position(IA).board
YORK, LANCASTER = Side.YORK, Side.LANCASTER
PORTS = "bristol harlech pembroke calais dorchester dover exeter hastings plymouth southampton truro ipswich lynn newcastle"
LONDON, ELY, OXFORD = Locale("london"), Locale("ely"), Locale("oxford")


def test_1_3_1_the_map_has_54_strongholds_and_4_exile_boxes() -> None:
    kinds = [facts.kind for facts in BOARD.locales.values()]
    counted = {kind: kinds.count(kind) for kind in StrongholdKind}
    assert [counted[kind] for kind in ("city", "town", "fortress", "exile_box")] == [25, 21, 5, 4]
    assert [counted[kind] for kind in SPECIAL] == [1, 1, 1]


def test_1_3_1_there_are_81_ways_and_two_paths_out_of_scotland() -> None:
    both = [(a, b, way) for a, ends in BOARD.ways.items() for b, way in ends.items() if a != "scotland"]
    assert [sum(way is kind for _, _, way in both) // 2 for kind in Way] == [23, 52, 6]
    assert dict(BOARD.ways[Locale("scotland")]) == {"bamburgh": Way.PATH, "carlisle": Way.PATH}


def test_1_3_1_areas_and_ports() -> None:
    assert {area: len(places) for area, places in BOARD.areas.items()} == {"north": 6, "south": 9, "wales": 6}
    assert {facts.id for facts in BOARD.locales.values() if facts.port} == {*PORTS.split(), "ravenspur", "scarborough"}
    assert all(
        facts.area == area for area, places in BOARD.areas.items() for facts in map(BOARD.locales.get, places) if facts
    )


def test_1_3_1_scotland_is_adjacent_both_ways_though_nobody_marches_there() -> None:
    """R31."""
    assert "scotland" in BOARD.adjacent[Locale("carlisle")]
    assert "scotland" not in BOARD.ways[Locale("carlisle")]


def test_1_3_1_burgundy_opens_on_the_north_sea() -> None:
    assert BOARD.locales[Locale("burgundy")].sea == "north_sea"
    assert not BOARD.locales[Locale("burgundy")].port


@pytest.mark.parametrize(("box", "cards"), [(1, 4), (2, 6), (3, 7), (4, 6), (5, 4), (13, 7), (15, 4)])
def test_1_3_2_the_calendar_says_how_many_command_cards(box: int, cards: int) -> None:
    assert BOARD.calendar[box].plan_cards == cards


def test_1_3_2_the_calendar_marks_grow_waste_and_gain() -> None:
    boxes = BOARD.calendar.values()
    assert [box.number for box in boxes if box.grow] == [4, 9, 14]
    assert [box.number for box in boxes if box.waste] == [5, 10]
    assert [box.number for box in boxes if box.gain_lords_influence] == [1, 4, 6, 9, 11, 14]


# Favour


def test_1_3_1_favour_moves_one_level_at_a_time() -> None:
    s = position(IA)
    shift_favour(s, LONDON, YORK, "1.3.1")
    assert favour_of(s, LONDON) is None
    shift_favour(s, LONDON, YORK, "1.3.1")
    assert favour_of(s, LONDON) is YORK
    shift_favour(s, LONDON, YORK, "1.3.1")
    assert [event.data["side"] for event in s.events] == [None, YORK]


def test_1_3_1_a_change_at_london_takes_both_yorkist_markers() -> None:
    s = position(IA)
    favour(s, YORK, "london")
    s.london_for_york = True
    set_favour(s, LONDON, None, "1.3.1")
    assert not s.london_for_york


def test_1_3_1_net_stronghold_favour() -> None:
    s = position(IA)
    favour(s, None, *s.favour)
    favour(s, YORK, "york", "ely", "wells")
    favour(s, LANCASTER, "exeter", "norwich", "salisbury", "winchester", "lincoln")
    assert net_strongholds(s, StrongholdKind.CITY) == 2


def test_1_3_1_a_side_dominates_an_area_with_favour_at_all_its_strongholds() -> None:
    s = position(IB)
    assert (favour_everywhere(s, YORK, "south"), favour_everywhere(s, LANCASTER, "north")) == (True, True)
    favour(s, None, "hexham")
    assert not favour_everywhere(s, LANCASTER, "north")


def test_1_3_1_exile_boxes_are_friendly_for_good() -> None:
    assert favour_of(position(II), Locale("france")) is LANCASTER
    assert favour_of(position(IB), Locale("france")) is None


def test_1_3_1_depleted_then_exhausted_and_pillage_exhausts_at_once() -> None:
    s = position(IA)
    deplete(s, ELY, "1.3.1")
    assert s.wear[ELY] is Depletion.DEPLETED
    deplete(s, ELY, "1.3.1")
    assert s.wear[ELY] is Depletion.EXHAUSTED
    exhaust(s, OXFORD, "1.3.1")
    assert s.wear[OXFORD] is Depletion.EXHAUSTED


# Routes


def test_1_3_1_a_route_is_of_friendly_locales_but_for_its_end() -> None:
    """R40: York at Ely reaches its neighbours, and nothing beyond them while they are Neutral."""
    s = position(IA)
    lengths = routes(s, YORK, ELY)
    assert lengths == {ELY: 0, "cambridge": 1, "peterborough": 1, "bury_st_edmunds": 1, "lynn": 1}
    favour(s, YORK, "cambridge")
    assert routes(s, YORK, ELY)[Locale("st_albans")] == 2


def test_1_3_1_no_route_goes_through_an_enemy_lord() -> None:
    s = position(IA)
    favour(s, YORK, "cambridge")
    put(s, "somerset_1", "cambridge")
    assert "cambridge" not in routes(s, YORK, ELY)
    assert "st_albans" not in routes(s, YORK, ELY)


def test_1_3_1_ships_make_the_ports_of_a_sea_one_way_apart() -> None:
    """R33: also as a middle leg."""
    s = position(IA)
    favour(s, YORK, "lynn")
    sea = [BOARD.locales[Locale("lynn")].sea]
    by_ship = routes(s, YORK, ELY, [each for each in sea if each])
    assert (by_ship[Locale("newcastle")], by_ship[Locale("ipswich")]) == (2, 2)
    assert "dover" not in by_ship


def test_1_3_1_great_ships_make_the_ports_of_all_seas_one_way_apart() -> None:
    """R35."""
    s = position(IA)
    favour(s, YORK, "lynn")
    assert routes(s, YORK, ELY, tuple(BOARD.seas), all_seas_one=True)[Locale("dover")] == 2


def test_1_3_1_an_exile_box_is_in_a_route_as_its_start_only() -> None:
    """R32."""
    s = position(III)
    seas = tuple(BOARD.seas)
    assert routes(s, LANCASTER, Locale("france"), seas)[Locale("dover")] == 1
    assert "france" not in routes(s, LANCASTER, Locale("harlech"), seas)


def test_1_3_1_an_enemy_lord_is_adjacent_by_any_kind_of_way() -> None:
    s = position(IC)
    put(s, "march", "newcastle")
    assert enemy_adjacent(s, YORK, Locale("newcastle"))
    assert not enemy_adjacent(s, YORK, Locale("newcastle"), Way.ROAD)
