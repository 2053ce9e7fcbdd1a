"""5 The Movement phase."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap"

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.components.ids import Water
from pbem.games.kingmaker.components.state import Ship, State
from pbem.games.kingmaker.movement.end import end_movement
from pbem.games.kingmaker.movement.land import Move, move, regional_spots, road_areas
from pbem.games.kingmaker.movement.loans import lend, recall, split_ships
from pbem.games.kingmaker.movement.sail import POINTS, Sail, sail
from pbem.games.kingmaker.turn_end import end_turn
from pbem.i18n import said
from pbem.render.templates.page import Page
from pbem.resources import templates_dir
from tests.games.kingmaker.scene import BOARD, conquer, put, table


def held_by(s: State, seat: str, *places: str) -> None:
    """Places that a Faction holds by conquest."""
    holder = put(s, seat, "field:calais_area", "stanley")
    for place in places:
        conquer(s, place, holder)


def test_5_3_newark_of_an_enemy_cannot_be_entered_by_road_from_the_south() -> None:
    """L. 360; the roads round to its north are barred too."""
    s = table()
    pole = put(s, "p1", "field:stamford_area", "pole")
    held_by(s, "p2", "newark", "nottingham", "tutbury", "york", "pontefract")
    assert "newark_area" not in road_areas(s, pole, ())
    assert "newark_area" in road_areas(s, pole, ("newark",))
    s.nobles[pole].at = "field:doncaster_area"
    assert road_areas(s, pole, ())["newark_area"]


def test_5_3_the_road_south_west_of_norwich_passes_four_areas() -> None:
    """L. 361."""
    s = table()
    reached = road_areas(s, put(s, "p1", "field:norwich_area", "pole"), ())
    assert {"bury_area", "framlingham_area", "thetford_area", "wingfield_area"} <= reached.keys()


def test_5_3_an_army_goes_through_shrewsbury_only_with_passage() -> None:
    """L. 364-366: else it stops in the open field there."""
    s = table()
    talbot = put(s, "p1", "field:welshpool_area", "talbot")
    held_by(s, "p2", "shrewsbury")
    with pytest.raises(Illegal, match="cannot reach"):
        move(s, Move((talbot,), "road", "field:york_area"))
    assert road_areas(s, talbot, ()) == {"welshpool_area": False, "shrewsbury_area": True}
    move(s, Move((talbot,), "road", "field:york_area", passage=("shrewsbury",)))
    assert s.nobles[talbot].at == "field:york_area"


def test_5_3_a_besieged_place_lets_nobody_pass() -> None:
    """L. 362, ones own siege too."""
    s = table()
    talbot = put(s, "p1", "field:welshpool_area", "talbot")
    put(s, "p1", "field:shrewsbury_area", "percy", "marshal_of_england", "landsknechts_1")
    s.besieged["shrewsbury"] = "p1"
    assert "stafford_area" not in road_areas(s, talbot, ("shrewsbury",))


def test_5_2_regional_movement_stays_off_islands_and_calais() -> None:
    s = table()
    areas = {spot.partition(":")[2] for spot in regional_spots(s, put(s, "p1", "field:dover_area", "pole"))}
    assert "canterbury_area" in areas
    assert "calais_area" not in areas
    assert regional_spots(s, put(s, "p1", "field:calais_area", "roos")) == []


@pytest.mark.parametrize(("port", "points"), [("pevensey", 4), ("chichester", 5), ("corfe", None)])
def test_5_4_by_sea_to_london(port: str, points: int | None) -> None:
    """L. 383."""
    assert BOARD.distances(f"port:{port}", POINTS).get(Water("port:london")) == points


def with_ship(s: State, at: str, noble: str, spot: str, *cards: str) -> str:
    """A Noble with Le Rose, which lies somewhere."""
    put(s, "p1", spot, noble, "le_rose", *cards)
    s.ships["le_rose_piece"] = Ship(at)
    return noble


def test_5_5_cromwell_boards_at_boston_and_pole_does_not_at_caister() -> None:
    """L. 380."""
    s = table()
    cromwell = with_ship(s, "port:boston", "cromwell", "in:tattershall")
    assert sail(s, Sail(("le_rose_piece",), ("sea:the_wash",), (cromwell,))) == 1
    assert s.nobles[cromwell].at == "aboard:le_rose_piece"
    t = table()
    pole = with_ship(t, "port:caister", "pole", "in:wingfield")
    put(t, "p1", "field:york_area", "mowbray")
    with pytest.raises(Illegal, match="Area of the port"):
        sail(t, Sail(("le_rose_piece",), ("sea:yarmouth_sea",), (pole,)))


@pytest.mark.parametrize(
    ("path", "why"),
    [
        (("sea:beachy_sea", "port:dover"), "own sea Area"),
        (
            ("sea:beachy_sea", "sea:selsey_sea", "sea:portland_sea", "sea:lyme_bay", "sea:eddystone_sea", "port:plymouth"),
            "5 points",
        ),
        ((), "puts to sea"),
    ],
)
def test_5_4_what_a_ship_cannot_do(path: tuple[str, ...], why: str) -> None:
    s = table()
    with_ship(s, "port:pevensey", "pole", "field:york_area")
    with pytest.raises(Illegal, match=why):
        sail(s, Sail(("le_rose_piece",), path))


def test_5_5_regional_bonuses_do_not_weigh_but_men_do() -> None:
    """L. 377."""
    s = table()
    percy = with_ship(s, "port:newcastle", "percy", "field:newcastle_area", "bishop_of_durham", "town_of_newcastle")
    choice = Sail(("le_rose_piece",), ("sea:tyne_sea",), (percy,))
    s.nobles[percy].cards.append("landsknechts_1")
    with pytest.raises(Illegal, match="carry 100 men, not 110"):
        sail(s, choice)
    s.nobles[percy].cards.remove("landsknechts_1")
    assert sail(s, choice) == 1


def assault(men: tuple[str, ...]) -> State:
    """Percy comes by sea to besiege Caister, which nobody holds."""
    s = table()
    percy = with_ship(s, "sea:yarmouth_sea", "percy", "aboard:le_rose_piece", *men)
    s.ships["le_rose_piece"].group = "le_rose_piece"
    assert percy
    sail(s, Sail(("le_rose_piece",), ("port:caister",), assault=True))
    return s


def test_5_6_an_assault_waits_in_the_sea_area_and_takes_enough_men() -> None:
    s = assault(())
    assert s.assaults == {"le_rose_piece": "caister"}
    assert s.ships["le_rose_piece"].at == "sea:yarmouth_sea"
    t = table()
    with_ship(t, "sea:yarmouth_sea", "pole", "aboard:le_rose_piece")
    t.ships["le_rose_piece"].group = "le_rose_piece"
    with pytest.raises(Illegal, match="too weak"):
        sail(t, Sail(("le_rose_piece",), ("port:caister",), assault=True))
    with pytest.raises(Illegal, match="neither friendly nor unfortified"):
        sail(t, Sail(("le_rose_piece",), ("port:caister",)))


def test_5_6_a_refusal_is_said_in_german_with_its_facts() -> None:
    s = table()
    with_ship(s, "sea:yarmouth_sea", "pole", "aboard:le_rose_piece")
    s.ships["le_rose_piece"].group = "le_rose_piece"
    with pytest.raises(Illegal) as bad:
        sail(s, Sail(("le_rose_piece",), ("port:caister",), assault=True))
    assert bad.value.problem == "those aboard are too weak to besiege Caister: it takes 100 men"
    german = said(bad.value.problem, Page(templates_dir(), language="de").words.gettext)
    assert german == "die an Bord sind zu schwach, um Caister zu belagern: Es braucht 100 Männer"


def free(s: State, *cards: str) -> None:
    """Free Move cards of the active player."""
    for card in cards:
        s.event_deck.remove(card)
    s.players[s.active].free += cards


def test_5_8_a_noble_and_a_royal_who_have_moved_take_two_free_moves() -> None:
    """L. 394."""
    s = table()
    pole = put(s, "p1", "field:york_area", "pole", "richard_duke_of_york")
    move(s, Move((pole,), "regional", "field:wressle_area"))
    with pytest.raises(Illegal, match="has moved already"):
        move(s, Move((pole,), "regional", "field:york_area"))
    free(s, "E074", "E073")
    move(s, Move((pole,), "regional", "field:york_area", free=(pole, "richard_duke_of_york")))
    assert s.players["p1"].free == []
    assert s.stamps.freed == [pole, "richard_duke_of_york"]
    with pytest.raises(Illegal, match="has had a Free Move"):
        move(s, Move((pole,), "regional", "field:wressle_area", free=(pole,)))


def test_5_8_no_two_free_moves_for_one_piece() -> None:
    """L. 397-399: Cromwell by a Free Move to the port, then not by one for the ship."""
    s = table()
    cromwell = with_ship(s, "port:boston", "cromwell", "field:lincoln_area")
    free(s, "E073", "E074")
    move(s, Move((cromwell,), "regional", "field:tattershall_area", free=(cromwell,)))
    with pytest.raises(Illegal, match="has had a Free Move"):
        sail(s, Sail(("le_rose_piece",), ("sea:the_wash",), (cromwell,), free=True))
    sail(s, Sail(("le_rose_piece",), ("sea:the_wash",), (cromwell,)))
    assert s.nobles[cromwell].at == "aboard:le_rose_piece"


def test_5_1_nobody_ends_in_a_place_that_is_not_friendly_or_full() -> None:
    s = table()
    put(s, "p1", "field:framlingham_area", "mowbray", "treasurer_of_england")
    percy = put(s, "p1", "field:framlingham_area", "percy", "marshal_of_england")
    move(s, Move(("mowbray",), "regional", "in:framlingham"))
    for spot in ("in:framlingham", "in:norwich"):
        with pytest.raises(Illegal, match="cannot end"):
            move(s, Move((percy,), "regional", spot))


def test_5_10_an_uncontrolled_royal_in_the_very_spot_is_gained() -> None:
    """10.1."""
    s = table()
    put(s, "p1", "in:london", "pole", "constable_of_the_tower")
    put(s, "p2", "in:harlech", "roos")
    assert end_movement(s, {}) == {"henry_vi": "pole"}
    assert s.head_claimed


def lent() -> State:
    """p2's Le Rose at Boston, lent to p1."""
    s = table()
    put(s, "p2", "field:york_area", "roos", "le_rose")
    put(s, "p1", "field:tattershall_area", "cromwell")
    s.ships["le_rose_piece"] = Ship("port:boston")
    lend(s, "p2", "le_rose_piece", "p1", True)
    return s


def test_5_9_a_lent_ship_is_the_borrowers_until_a_port() -> None:
    """L. 389-390."""
    s = lent()
    sail(s, Sail(("le_rose_piece",), ("sea:the_wash", "port:lynn")))
    assert s.loans == {}
    with pytest.raises(Illegal, match="not your ship"):
        sail(s, Sail(("le_rose_piece",), ("sea:the_wash",)))


@pytest.mark.parametrize("recalls", [True, False])
def test_5_9_a_loan_that_is_not_used_lapses(recalls: bool) -> None:
    """R63."""
    s = lent()
    if recalls:
        recall(s, "p2", "le_rose_piece")
    else:
        s.phase = "politics_no_discard"
        end_turn(s)
    assert s.loans == {}


def test_5_5_ships_part_at_sea_if_each_carries_its_own() -> None:
    """R65."""
    s = table()
    put(s, "p1", "aboard:admiral_ship_1", "pole", "admiral_of_england")
    put(s, "p1", "aboard:admiral_ship_1", "roos")
    for ship in ("admiral_ship_1", "admiral_ship_2"):
        s.ships[ship] = Ship("sea:lyme_bay", "admiral_ship_1")
    parts: Any = [(["admiral_ship_1"], ["pole"]), (["admiral_ship_2"], ["roos"])]
    split_ships(s, "p1", "admiral_ship_1", parts, ())
    assert s.nobles["roos"].at == "aboard:admiral_ship_2"
    assert [s.ships[ship].group for ship in ("admiral_ship_1", "admiral_ship_2")] == ["admiral_ship_1", "admiral_ship_2"]
