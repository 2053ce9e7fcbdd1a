"""The rulebook on ships at sea (l. 369-400), as they part, meet and carry Nobles of several players."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap, arg-type"

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbem.engine.refusal import Illegal
from pbem.engine.table import Table
from pbem.games.kingmaker.alliances import ally
from pbem.games.kingmaker.asking.event import event_phase
from pbem.games.kingmaker.asking.fighting import assault_options
from pbem.games.kingmaker.components.cards import Happening
from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.components.state import Ship, State
from pbem.games.kingmaker.forces import form_force
from pbem.games.kingmaker.hands.gifts import give_place
from pbem.games.kingmaker.turn_end import end_turn
from pbem.games.kingmaker.turns import at_phase
from tests.games.kingmaker.asked import at_table, options, write
from tests.games.kingmaker.questions.test_asked_turn_5 import own_turn, turn
from tests.games.kingmaker.rulebook.test_rulebook_moving import free_moves
from tests.games.kingmaker.scene import BOARD, on_top, put, table


def fleet(*others: str) -> State:
    """p1's Pole and Roos are aboard both ships of p1's Admiral in the Dover Strait, with Nobles of p1's allies."""
    s = table(players=5)
    s.head_claimed = True
    ally(s, ["p1", "p2", "p3"])
    put(s, "p1", "field:london_area", "neville", "admiral_of_england")
    for ship in ("admiral_ship_1", "admiral_ship_2"):
        s.ships[ship] = Ship("sea:dover_strait", "admiral_ship_1")
    for noble in ("pole", "roos"):
        put(s, "p1", "aboard:admiral_ship_1", noble)
    for number, noble in enumerate(others):
        put(s, f"p{number + 2}", "aboard:admiral_ship_1", noble)
    return s


def test_372_ships_part_and_each_sails_with_those_whom_it_took() -> None:
    """R65, R101. It is no move: both may sail afterwards, each by itself."""
    s = fleet()
    game = turn(s)
    assert set(options(game, "p1", "detach admiral_ship_2")) == {
        "detach admiral_ship_2",
        "detach admiral_ship_2 with pole",
        "detach admiral_ship_2 with roos",
        "detach admiral_ship_2 with pole roos",
    }
    write(game, "p1", "detach Admiral 2 with Roos")
    assert (s.nobles["roos"].at, s.nobles["pole"].at) == ("aboard:admiral_ship_2", "aboard:admiral_ship_1")
    assert not options(game, "p1", "detach")
    write(game, "p1", "sail Admiral 2 Shoreham", "sail Admiral 1 Beachy Sea")
    assert (s.nobles["roos"].at, s.ships["admiral_ship_1"].at) == ("field:bramber_area", "sea:beachy_sea")


def test_396_parted_ships_take_free_moves_one_by_one() -> None:
    s = fleet()
    free_moves(s, "p1", 1)
    game = turn(s)
    assert not options(game, "p1", "again admiral")
    write(game, "p1", "detach Admiral 2", "again Admiral 2 Selsey Sea", "sail Admiral 2 Beachy Sea")
    assert (s.players["p1"].free, s.ships["admiral_ship_2"].at) == ([], "sea:beachy_sea")


def test_376_no_ship_parts_with_more_men_than_it_carries() -> None:
    s = fleet()
    assert s.board.cards.ships["admiral_ship_2"].capacity == 150
    s.nobles["roos"].cards += ["marshal_of_england", "burgundian_crossbowmen_1"]
    assert options(turn(s), "p1", "detach admiral_ship_2") == [
        "detach admiral_ship_2 with pole",
        "detach admiral_ship_2 with roos",
    ]
    s.nobles["roos"].cards += ["landsknechts_1"]
    assert options(turn(s), "p1", "detach") == []


@pytest.mark.parametrize(("line", "parts"), [("", True), ("share no", False)])
def test_648_nobles_of_three_factions_aboard_part_if_their_players_do_not_refuse(line: str, parts: bool) -> None:
    """R95. Each is sailed by whose Nobles it carries then (l. 390)."""
    s = fleet("grey", "holland")
    game = turn(s)
    write(game, "p3", *([line] if line else []))
    write(game, "p1", "detach Admiral 2 with Grey Holland")
    assert (s.nobles["grey"].at == "aboard:admiral_ship_2") is parts
    assert [bool(options(game, "p1", f"sail admiral_ship_{n}")) for n in (1, 2)] == [True, False]


def test_657_a_force_formed_in_this_phase_keeps_together_at_sea() -> None:
    s = fleet("grey")
    for noble in ("pole", "roos", "grey"):
        s.nobles[noble].at = "field:dover_area"
    put(s, "p1", "field:london_area", "beaufort", "constable_of_dover_castle")
    for ship in ("admiral_ship_1", "admiral_ship_2"):
        s.ships[ship] = Ship("port:dover")
    form_force(s, "p1", ["pole", "roos", "grey"], "pole", ["p2"])
    game = turn(s)
    write(game, "p1", "lead Pole aboard fleet at Dover Dover Strait")
    with pytest.raises(Illegal, match="a Force aboard was formed in this phase"):
        write(game, "p1", "detach Admiral 2 with Roos")
    s.forces[0].turn -= 1
    game = turn(s)
    write(game, "p1", "detach Admiral 2 with Roos")
    assert s.forces[0].nobles == ["grey", "pole"]


def test_375_ships_that_meet_at_sea_sail_apart_and_nobody_changes_ships() -> None:
    """R102."""
    s = fleet()
    put(s, "p1", "aboard:le_rose_piece", "stanley", "le_rose")
    s.ships["le_rose_piece"] = Ship("sea:dover_strait", "le_rose_piece")
    game = turn(s)
    assert not [each for each in options(game, "p1", "sail le_rose") if "pole" in each or "roos" in each]
    assert not options(game, "p1", "detach le_rose")
    write(game, "p1", "sail Le Rose Shoreham")
    assert (s.ships["admiral_ship_1"].at, s.nobles["pole"].at) == ("sea:dover_strait", "aboard:admiral_ship_1")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("detach Le Rose", "Le Rose sails alone"),
        ("detach Admiral 2 with Neville", "is not aboard"),
    ],
)
def test_why_ships_do_not_part(line: str, why: str) -> None:
    s = fleet()
    put(s, "p1", "aboard:le_rose_piece", "stanley", "le_rose")
    s.ships["le_rose_piece"] = Ship("sea:dover_strait", "le_rose_piece")
    with pytest.raises(Illegal, match=why):
        write(turn(s), "p1", line)


def test_382_ships_that_came_to_besiege_a_port_do_not_part_before_it() -> None:
    """All the Nobles transported besiege."""
    s = fleet()
    s.nobles["pole"].cards += ["marshal_of_england"]
    s.nobles["roos"].cards += ["steward_of_the_royal_household"]
    game = turn(s)
    write(game, "p1", "assault Sandwich Admiral 1")
    with pytest.raises(Illegal, match="all those aboard besiege"):
        write(game, "p1", "detach Admiral 2 with Roos")
    assert s.assaults == {"admiral_ship_1": "sandwich"}


@pytest.mark.parametrize(("owner", "moves"), [("p1", True), ("p2", False)])
def test_388_a_ship_with_a_new_owner_in_port_by_a_storm_is_not_moved_in_that_round(owner: str, moves: bool) -> None:
    """R116. Pole of p1 is aboard Le Rose, whose card is p1's still, or has passed to p2; it is the owner's turn."""
    s = table(Phase.EVENT)
    put(s, "p1", "aboard:le_rose_piece", "pole")
    put(s, owner, "field:london_area", "grey", "le_rose")
    s.ships["le_rose_piece"] = Ship("sea:dover_strait", "le_rose_piece")
    s.active, s.events_left = owner, 1
    on_top(s, BOARD.cards.of_kind(Happening.STORMS)[0])
    write(at_table(s, event_phase), owner, "port Sandwich, Dover", "proceed")
    assert s.ships["le_rose_piece"].at.startswith("port:")
    assert s.phase is Phase.MOVEMENT
    assert bool(options(turn(s), owner, "sail le_rose_piece")) is moves
    s.phase = Phase.NO_DISCARD
    for _ in s.seats:
        end_turn(s)
        s.phase = Phase.NO_DISCARD
    s.active, s.phase = owner, Phase.MOVEMENT
    assert options(turn(s), owner, "sail le_rose_piece")


def at_sandwich() -> Table[State]:
    """p1's Percy has come from the sea to besiege Sandwich of p2."""
    s = table()
    s.head_claimed = True
    put(s, "p1", "field:london_area", "neville", "admiral_of_england")
    put(s, "p2", "field:london_area", "howard", "warden_of_the_cinque_ports")
    put(
        s,
        "p1",
        "aboard:admiral_ship_1",
        "percy",
        "marshal_of_england",
        "burgundian_crossbowmen_1",
        "burgundian_crossbowmen_2",
    )
    s.ships["admiral_ship_1"] = Ship("sea:dover_strait", "admiral_ship_1")
    game = turn(s)
    write(game, "p1", "assault Sandwich")
    return game


def test_382_nobody_besieges_from_the_sea_a_port_that_has_become_friendly() -> None:
    """R135."""
    assert list(assault_options(at_phase(at_sandwich().state, Phase.COMBAT))) == ["besiege sandwich"]
    changes: list[Callable[[State], object]] = [
        lambda s: ally(s, ["p1", "p2"]),
        lambda s: give_place(s, "p2", "sandwich", "p1", True),
    ]
    for change in changes:
        s = at_sandwich().state
        change(s)
        game = at_table(s, own_turn)
        assert options(game, "p1", "besiege") == []
        write(game, "p1", "done")
        assert (s.assaults, s.nobles["percy"].at) == ({}, "aboard:admiral_ship_1")
