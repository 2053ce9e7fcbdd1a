"""13.1, 13.2 Alliances and allied Forces."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap"

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.alliances import ally, join_alliance, leave
from pbem.games.kingmaker.combat.battle import Battle, battle
from pbem.games.kingmaker.components.ids import DEAD, Phase
from pbem.games.kingmaker.components.state import Claim, Ship, State
from pbem.games.kingmaker.forces import end_force, form_force
from pbem.games.kingmaker.movement.land import Move, move
from pbem.games.kingmaker.prestige import prestige
from pbem.games.kingmaker.turn_end import end_turn
from pbem.games.kingmaker.victory import agree_end
from tests.games.kingmaker.scene import BOARD, DECKS, by_rule, on_top, put, table


def test_13_1_alliances_wait_for_the_head_of_a_house() -> None:
    """L. 638: with Henry dead, Margaret is head."""
    s = table(Phase.POLITICS)
    put(s, "p1", "field:york_area", "neville", "margaret_of_anjou")
    with pytest.raises(Illegal, match="no head of a house"):
        ally(s, ["p1", "p2"])
    s.royals["henry_vi"].at = DEAD
    put(s, "p3", "field:york_area", "grey")
    assert ally(s, ["p1", "p2"]) == []
    with pytest.raises(Illegal, match="allied already"):
        ally(s, ["p1", "p3"])


def test_13_1_one_house_of_two_dies_when_an_alliance_is_made() -> None:
    """L. 641."""
    s = table(Phase.POLITICS)
    put(s, "p1", "field:york_area", "neville", "henry_vi")
    put(s, "p2", "field:london_area", "grey", "richard_duke_of_york")
    with pytest.raises(Illegal, match="name one"):
        ally(s, ["p1", "p2"])
    assert ally(s, ["p1", "p2"], "house_of_york") == ["richard_duke_of_york"]


@pytest.mark.parametrize(("players", "members"), [(2, 2), (3, 3), (4, 3)])
def test_13_1_how_many_can_be_allied(players: int, members: int) -> None:
    """L. 561-567."""
    s = table(Phase.POLITICS, players)
    s.head_claimed = True
    with pytest.raises(Illegal, match="at most"):
        ally(s, [f"p{number + 1}" for number in range(members)])


def test_13_1_a_third_joins_two_if_all_agree_and_a_claim_goes_back() -> None:
    """L. 538."""
    s = table(Phase.POLITICS, 5)
    s.head_claimed, s.alliances, s.claim = True, [["p1", "p3"]], Claim("p3", 2)
    with pytest.raises(Illegal, match="must agree: p3"):
        join_alliance(s, "p2", ["p1", "p3"], ["p1", "p2"])
    join_alliance(s, "p2", ["p1", "p3"], ["p1", "p2", "p3"])
    assert (s.alliances, s.claim) == ([["p1", "p2", "p3"]], None)


def test_13_5_an_alliance_counts_one_royal_and_all_cities() -> None:
    """L. 560: 8 for the four Cities, the Factions 2 each."""
    s = table()
    put(s, "p1", "field:york_area", "neville", "city_of_london", "city_of_york")
    put(s, "p2", "field:york_area", "grey", "city_of_bristol", "city_of_norwich")
    assert (prestige(s, "p1"), prestige(s, "p2"), prestige(s, "p1", "p2")) == (2, 2, 8)


def allies() -> State:
    """p1 and p2 are allied: Percy and Roos of p1, Grey of p2 at York; p3's Pole too."""
    s = table(Phase.EVENT)
    s.alliances = [["p1", "p2"]]
    put(s, "p1", "field:york_area", "percy")
    put(s, "p1", "field:york_area", "roos")
    put(s, "p2", "field:york_area", "grey")
    put(s, "p3", "field:york_area", "pole")
    return s


@pytest.mark.parametrize(
    ("nobles", "commander", "agreed", "why"),
    [
        (("percy", "roos"), "percy", ("p2",), "two Factions"),
        (("percy", "grey"), "roos", ("p2",), "one of the Force"),
        (("percy", "pole"), "percy", ("p2", "p3"), "allied Nobles only"),
        (("percy", "grey"), "percy", (), "must agree: p2"),
    ],
)
def test_13_2_what_is_no_force(nobles: Any, commander: str, agreed: Any, why: str) -> None:
    """L. 648-650."""
    with pytest.raises(Illegal, match=why):
        form_force(allies(), "p1", nobles, commander, agreed)


def forced(phase: Phase) -> State:
    """Grey of p2 commands Percy of p1; p1's turn has come to a phase."""
    s = allies()
    assert form_force(s, "p1", ["percy", "grey"], "grey", ["p2"]) == ["p1", "p2"]
    s.phase = phase
    return s


def test_13_2_a_force_moves_as_a_whole_in_an_allys_turn_and_then_not_again() -> None:
    """L. 651-653."""
    s = forced(Phase.MOVEMENT)
    with pytest.raises(Illegal, match="whole Force"):
        move(s, Move(("grey",), "regional", "field:wressle_area", force="grey", by="p2"))
    with pytest.raises(Illegal, match="leads the Force"):
        move(s, Move(("grey", "percy"), "regional", "field:wressle_area", force="grey", by="p1"))
    move(s, Move(("grey", "percy"), "regional", "field:wressle_area", force="grey", by="p2"))
    s.phase = Phase.NO_DISCARD
    end_turn(s)
    s.phase = Phase.MOVEMENT
    with pytest.raises(Illegal, match="earlier turn"):
        move(s, Move(("grey",), "regional", "field:york_area"))


def test_13_2_a_force_binds_its_nobles_for_the_phase_in_which_it_is_formed() -> None:
    """K31."""
    s = allies()
    s.phase = Phase.MOVEMENT
    form_force(s, "p1", ["percy", "grey"], "grey", ["p2"])
    with pytest.raises(Illegal, match="bound"):
        move(s, Move(("percy",), "regional", "field:wressle_area"))
    with pytest.raises(Illegal, match="a phase at least"):
        end_force(s, "p1", "grey")
    s.phase = Phase.COMBAT
    end_force(s, "p1", "grey")
    assert s.forces == []


def test_13_2_the_commander_leads_the_attack_and_his_player_captures() -> None:
    """L. 659-661."""
    s = forced(Phase.COMBAT)
    card = next(n for n, e in BOARD.cards.events.items() if e.black and e.black.odds == 2 and "grey" not in e.black.killed)
    on_top(s, card)
    with pytest.raises(Illegal, match="not one of your Nobles"):
        by_rule(battle(s, Battle("york_area", ("percy", "grey"), "p3"), DECKS))
    outcome = by_rule(battle(s, Battle("york_area", ("percy", "grey"), "p3", force="grey", by="p2"), DECKS))
    assert outcome.attack == 120
    if "pole" in s.captives:
        assert (s.captives["pole"].captor, s.captives["pole"].force) == ("p2", True)
    assert s.stamps.cards_attacked == []


def test_13_2_who_leaves_the_spot_drops_out_and_all_forces_end_with_the_round() -> None:
    """R54, K32."""
    s = forced(Phase.MOVEMENT)
    move(s, Move(("percy",), "regional", "field:wressle_area"))
    assert s.forces == []
    t = forced(Phase.NO_DISCARD)
    t.active = "p3"
    end_turn(t)
    assert (t.round, t.forces) == (3, [])


def test_13_2_leaving_expels_and_drives_ships_with_rivals_to_port() -> None:
    """L. 664-668: not before the End of Turn."""
    s = allies()
    put(s, "p1", "in:wressle", "stanley")
    put(s, "p2", "in:alnwick", "audley")
    put(s, "p1", "aboard:le_rose_piece", "howard", "le_rose")
    put(s, "p2", "aboard:le_rose_piece", "scrope")
    s.ships["le_rose_piece"] = Ship("sea:severn_sea", "le_rose_piece")
    with pytest.raises(Illegal, match="End of Turn"):
        leave(s)
    s.phase, s.claim = Phase.POLITICS, Claim("p2", 2)
    assert leave(s) == [[["le_rose_piece"], "bridgwater", ["howard", "scrope"]]]
    assert (s.alliances, s.claim, s.nobles["audley"].at) == ([], None, "field:alnwick_area")


@pytest.mark.parametrize(("agreed", "left"), [(("p2", "p3"), [["p2", "p3"]]), (("p2",), None)])
def test_13_2_the_two_others_stay_allied_if_both_agree(agreed: Any, left: Any) -> None:
    s = table(Phase.POLITICS, 5)
    s.alliances = [["p1", "p2", "p3"]]
    if left is None:
        with pytest.raises(Illegal, match="must agree"):
            leave(s, True, agreed)
    else:
        leave(s, True, agreed)
        assert s.alliances == left


def test_2_8_a_timed_game_ends_by_agreement_at_the_end_of_a_round() -> None:
    """L. 292."""
    s = table(Phase.EVENT)
    s.events_left = 1
    with pytest.raises(Illegal, match="no time limit"):
        agree_end(s, s.seats)
    s.rounds = 9
    with pytest.raises(Illegal, match="p3"):
        agree_end(s, ["p1", "p2"])
    agree_end(s, s.seats)
    assert s.result["kind"] == "minor"
