"""The rulebook on allied Forces and shared ships (l. 389-390, 647-668), as they are offered and carried out."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap, arg-type"

from __future__ import annotations

import pytest

from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.alliances import ally
from pbem.games.kingmaker.asking.event import event_phase
from pbem.games.kingmaker.components.cards import Happening
from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.components.state import Ship, State
from pbem.games.kingmaker.forces import form_force
from tests.games.kingmaker.asked import at_table, options, write
from tests.games.kingmaker.scene import BOARD, on_top, put, table
from tests.games.kingmaker.test_asked_assembly_7 import ending
from tests.games.kingmaker.test_asked_turn_5 import turn
from tests.games.kingmaker.test_combat_6 import black
from tests.games.kingmaker.test_rulebook_moving import free_moves

CREW = ("roos", "grey", "holland")


def three_allies(*cards: str) -> State:
    """Roos of p1 commands a Force at Dover with Grey of p2 and Holland of p3; p3's Le Rose and p2's Le Michael lie there."""
    s = table(players=5)
    s.head_claimed = True
    ally(s, ["p1", "p2", "p3"])
    put(s, "p1", "field:dover_area", "roos", *cards)
    put(s, "p2", "field:dover_area", "grey", "le_michael")
    put(s, "p3", "field:dover_area", "holland", "le_rose")
    put(s, "p1", "field:london_area", "pole", "constable_of_dover_castle")
    s.ships["le_rose_piece"], s.ships["le_michael_piece"] = Ship("port:dover"), Ship("port:dover")
    form_force(s, "p1", list(CREW), "roos", ["p2", "p3"])
    return s


def spots(s: State) -> set[str]:
    """Where the Force is."""
    return {s.nobles[noble].at for noble in CREW}


def test_648_three_factions_sail_in_a_ship_of_any_of_them() -> None:
    """K39. Each Noble and the ship have moved then, also for their own turns of the round (l. 653)."""
    s = three_allies()
    game = turn(s)
    assert "lead roos aboard le_rose_piece port:shoreham" in options(game, "p1", "lead")
    write(game, "p1", "lead Roos aboard Le Rose Shoreham")
    assert (spots(s), s.ships["le_rose_piece"].at) == ({"field:bramber_area"}, "port:shoreham")
    assert {*CREW, "le_rose_piece"} <= set(s.stamps.moved)
    assert not options(game, "p1", "lead")


def test_654_the_commanders_free_moves_serve_any_piece_of_the_force() -> None:
    s = three_allies()
    free_moves(s, "p1", 1)
    game = turn(s)
    write(game, "p1", "lead Roos aboard Le Rose Dover Strait", "lead Roos aboard Le Rose Shoreham free")
    assert (spots(s), s.players["p1"].free) == ({"field:bramber_area"}, [])
    s = three_allies()
    free_moves(s, "p2", 3)
    game = turn(s)
    write(game, "p1", "lead Roos Canterbury")
    assert not options(game, "p1", "lead")
    s = three_allies()
    free_moves(s, "p1", 3)
    game = turn(s)
    write(game, "p1", "lead Roos Canterbury", "lead Roos Rochester free")
    assert (spots(s), s.players["p1"].free) == ({"field:rochester_area"}, [])


def test_382_a_force_besieges_from_the_sea() -> None:
    s = three_allies("earl_of_kent", "marshal_of_england", "burgundian_crossbowmen_1", "burgundian_crossbowmen_2")
    put(s, "p2", "field:london_area", "neville", "admiral_of_england")
    for ship in ("admiral_ship_1", "admiral_ship_2"):
        s.ships[ship] = Ship("port:dover")
    on_top(s, black("majority", lists=CREW))
    game = turn(s)
    write(game, "p1", "lead Roos aboard fleet at Dover Sandwich assault")
    assert s.assaults
    write(game, "p1", "lead Roos against Sandwich")
    assert (s.conquered["sandwich"].player, spots(s), s.assaults) == ("p1", {"field:sandwich_area"}, {})


def test_390_after_the_round_any_of_those_aboard_sails_unless_another_says_no() -> None:
    """R64, R90."""
    for line, spot in (("share yes", "field:bramber_area"), ("share no", "aboard:le_rose_piece")):
        s = three_allies()
        game = turn(s)
        write(game, "p1", "lead Roos aboard Le Rose Dover Strait", "done")
        s.active, s.phase, s.forces = "p2", Phase.MOVEMENT, []
        s.stamps.moved = []
        s.stamps.cards_moved = {}
        game = turn(s)
        write(game, "p3", line)
        write(game, "p2", "sail Le Rose Shoreham")
        assert spots(s) == {spot}


def test_656_an_embassy_takes_the_king_out_of_a_force() -> None:
    s = three_allies("henry_vi")
    s.royals["henry_vi"].at, s.royals["henry_vi"].noble = "field:dover_area", "roos"
    s.phase, s.events_left = Phase.EVENT, 1
    on_top(s, next(card for card in BOARD.cards.of_kind(Happening.EMBASSY) if BOARD.cards.events[card].to != "dover"))
    write(at_table(s, event_phase), "p1", "proceed")
    assert s.nobles["roos"].at != "field:dover_area"
    assert s.forces == []
    assert {s.nobles[noble].at for noble in ("grey", "holland")} == {"field:dover_area"}


def test_667_rivals_at_sea_are_driven_into_port_when_one_leaves() -> None:
    s = three_allies()
    game = turn(s)
    write(game, "p1", "lead Roos aboard Le Rose Dover Strait", "done")
    game = ending(s)
    write(game, "p1", "part")
    assert not any(s.nobles[noble].at.startswith("aboard") for noble in CREW)
    assert s.alliances == [["p2", "p3"]]


def test_651_a_force_moves_in_the_turn_of_any_ally_in_it_as_its_commanders_player_says() -> None:
    """R52"""
    s = three_allies()
    s.active = "p2"
    game = turn(s)
    assert not options(game, "p2", "lead")
    with pytest.raises(Illegal, match="command no Force"):
        write(game, "p3", "command Roos Canterbury")
    write(game, "p1", "command Roos aboard Le Rose Shoreham")
    assert spots(s) == {"field:bramber_area"}
    assert not options(game, "p2", "move grey")


def test_651_not_in_the_turn_of_an_ally_with_no_noble_in_it() -> None:
    s = three_allies()
    s.forces = []
    form_force(s, "p1", ["roos", "grey"], "roos", ["p2", "p3"])
    s.active = "p3"
    game = turn(s)
    with pytest.raises(Illegal, match="command no Force"):
        write(game, "p1", "command Roos Canterbury")
