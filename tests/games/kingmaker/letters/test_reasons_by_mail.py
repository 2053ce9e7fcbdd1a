"""Why a line is refused, where the rules have a reason that its writer cannot see."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.games.kingmaker.components.ids import NobleId, Phase, Place
from pbem.games.kingmaker.components.state import Force, State
from pbem.games.kingmaker.movement.land import road_areas
from pbem.games.kingmaker.orders.reasons_fighting import why_not_led
from pbem.games.kingmaker.orders.reasons_moving import barriers_to, why_no_move
from tests.games.kingmaker.by_letter import of, three, written
from tests.games.kingmaker.scene import conquer, hand, put

OPEN_TOWNS = ("cardigan", "hereford", "kingston")


def at_norwich() -> State:
    """Red's Neville stands at Norwich, and all places on roads are Blue's."""
    s = three()
    put(s, "red", "field:norwich_area", "neville")
    put(s, "blue", "field:london_area", "grey")
    for place in dict.fromkeys(stop.place for stop in s.board.stops.values() if stop.place is not None):
        if s.board.places[place].fortified and place not in OPEN_TOWNS:
            conquer(s, place, "grey")
    return s


@pytest.mark.parametrize("goal", ["york", "exeter", "carlisle"])
def test_a_road_that_enemy_places_bar_says_which_and_whose_they_are(goal: str) -> None:
    s = at_norwich()
    area = s.board.places[Place(goal)].area
    barred = barriers_to(s, "red", NobleId("neville"), area)
    assert barred
    told = str(why_no_move(s, "red", ["neville", area]))
    for place in barred:
        assert f"{s.board.names[place]} of Blue" in told
    assert f'"passage {s.board.names[next(iter(barred))]}" asks for the way' in told
    for place in barred:
        others = [each for each in barred if each != place]
        assert area not in road_areas(s, NobleId("neville"), others)
    assert area in road_areas(s, NobleId("neville"), list(barred))


def test_where_no_road_leads_nothing_bars_it() -> None:
    told = str(why_no_move(at_norwich(), "red", ["neville", "harlech"]))
    assert "neither its Region nor a free road leads to Harlech" in told


def ending() -> State:
    """The end of Red's turn: Clifford is in Red's hand, and Skipton is free."""
    s = three()
    put(s, "red", "field:york_area", "neville")
    put(s, "blue", "field:london_area", "grey")
    put(s, "green", "field:london_area", "pole")
    hand(s, "red", "clifford", "le_rose")
    return s


def at_the_end(folder: Path, line: str) -> str:
    """What Red is told of a line at the end of the turn, when two cards are drawn."""
    talk = written(folder, ending)
    talk.write("red", "done")
    return of("red", talk.write("red", line))


def test_a_noble_of_the_hand_says_where_he_comes_into_play(tmp_path: Path) -> None:
    told = at_the_end(tmp_path, "play Clifford in Pontefract")
    assert "Clifford comes into play in a home castle that is open to you: Skipton, Appleby" in told
    assert "Nearest: play Clifford Skipton" in told


@pytest.mark.parametrize("line", ["discard none"])
def test_who_must_discard_is_told_so(tmp_path: Path, line: str) -> None:
    told = at_the_end(tmp_path, line)
    assert "1 -- " in told
    assert "who has drawn two cards must discard one: name it" in told


def allied() -> State:
    """Neville of Red commands a Force with Pole of Green before Grey of Blue."""
    s = three()
    put(s, "red", "field:york_area", "neville")
    put(s, "green", "field:york_area", "pole")
    put(s, "blue", "field:york_area", "grey")
    s.alliances.append(["red", "green"])
    s.forces.append(Force(NobleId("neville"), [NobleId("neville"), NobleId("pole")], 3, Phase.EVENT))
    return s


def test_a_force_is_led_and_its_commander_does_not_move_alone() -> None:
    told = str(why_no_move(allied(), "red", ["neville", "lincoln"]))
    assert told == 'Neville commands a Force: "lead Neville" and where moves it as a whole'


def test_a_force_attacks_a_player_not_a_noble() -> None:
    told = str(why_not_led(allied(), "red", ["neville", "grey"]))
    assert told == 'Grey is Blue\'s, who is attacked with all there: "lead Neville against Blue"'


def test_who_can_leave_an_alliance_is_told_what_part_does(tmp_path: Path) -> None:
    talk = written(tmp_path, in_an_alliance)
    assert '"part" leaves your Alliance' in of("red", talk.write("red", "done"))


def in_an_alliance() -> State:
    """The end of Red's turn, who is allied with Green."""
    s = ending()
    s.alliances.append(["red", "green"])
    return s


def test_where_nothing_is_left_to_do_no_parliament_is_spoken_of(tmp_path: Path) -> None:
    talk = written(tmp_path, forbearing)
    assert 'Nothing is left to do in your turn: "done" ends it.' in of("red", talk.opening)


def forbearing() -> State:
    """Red's turn, at the Parliament: Red controls no King."""
    s = three(Phase.PARLIAMENT)
    put(s, "red", "field:york_area", "neville")
    put(s, "blue", "field:london_area", "grey")
    return s
