"""What is over is told: a loan to all, a promise to its parties, with where the cards are that it names."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.deals.clauses import Promised
from pbem.games.kingmaker.deals.writing import facts, so_far
from pbem.games.kingmaker.game import RULES
from pbem.games.kingmaker.movement.ships import end_loan
from pbem.games.kingmaker.setup.options import new_state
from pbem.moderator.core.setups import load_setup
from pbem.resources import scenarios_dir
from tests.games.kingmaker.by_letter import of, three, written
from tests.games.kingmaker.scene import hand, put


def with_a_ship() -> State:
    """Red's turn: Blue has a ship at Plymouth."""
    s = three()
    put(s, "red", "field:london_area", "neville")
    put(s, "blue", "field:york_area", "grey", "le_rose", "earl_of_kent", "warden_of_the_cinque_ports")
    hand(s, "green", "scots_archers_1")
    return s


def test_r63_a_loan_that_ends_in_a_port_is_told(tmp_path: Path) -> None:
    talk = written(tmp_path, with_a_ship)
    talk.write("blue", "offer Anna: I lend Le Rose to Anna")
    talk.write("red", "accept")
    mails = talk.write("red", "sail Le Rose Dartmouth")
    assert "The loan of Le Rose of Blue to Red is over." in of("red", mails)
    assert "The loan of Le Rose of Blue to Red is over." in of("blue", mails)


def test_r63_a_loan_that_is_not_used_is_told_when_the_turn_is_over(tmp_path: Path) -> None:
    talk = written(tmp_path, with_a_ship)
    talk.write("blue", "offer Anna: I lend Le Rose to Anna")
    talk.write("red", "accept")
    talk.write("red", "done")
    talk.write("red", "ok")
    assert talk.table().state.phase is Phase.POLITICS
    first = next(iter(talk.table().state.players["red"].hand))
    mails = talk.write("red", f"discard {first.replace('_', ' ')}")
    assert "The loan of Le Rose of Blue to Red is over." in of("blue", mails)


@pytest.mark.parametrize(("version", "brief"), [(0, False), (3, True), (4, False)])
def test_games_that_began_before_go_on_as_they_were_told(version: int, brief: bool) -> None:
    s = new_state(replace(load_setup(RULES, "three_players", scenarios_dir()), version=version))
    assert s.readings.told_briefly is brief
    put(s, "blue", "field:york_area", "grey", "le_rose", "earl_of_kent", "warden_of_the_cinque_ports")
    ship = next(ship for ship, each in s.board.cards.ships.items() if each.card == "le_rose")
    s.loans[ship] = "red"
    s.events.clear()
    end_loan(s, ship)
    assert [event.name for event in s.events] == ([] if brief else ["loan_over"])
    s.round = 3
    told = facts(s, Promised("red", "to award the Cinque Ports to Neville", 3).as_json())
    assert ("Warden" in told) is not brief


def test_a_promise_about_a_card_says_where_that_is() -> None:
    s = with_a_ship()
    clause = Promised("red", "to award the Cinque Ports to Neville", 3).as_json()
    told = str(so_far(s, clause))
    assert "Warden of the Cinque Ports is with Grey of Blue" in told
    assert "Neville is in the open field of London" in told
    assert facts(s, clause) == ""
    s.round = 3
    assert str(facts(s, clause)).startswith("round 3 has begun; Warden of the Cinque Ports is with Grey of Blue")


def test_of_hidden_cards_and_of_places_that_cards_are_named_for_nothing_is_said() -> None:
    s = with_a_ship()
    s.round = 3
    assert facts(s, Promised("red", "to give the Scots Archers 1 to Blue", 3).as_json()) == "round 3 has begun"
    assert facts(s, Promised("red", "peace", 3).as_json()) == "round 3 has begun"
    assert "Bishop" not in facts(s, Promised("red", "not to attack Norwich", 3).as_json())
