"""Options of a game that are chosen at its opening: Hidden Mats, and a handicap."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.games.plantagenet.components.reading_options import Doubled
from pbem.games.plantagenet.game import RULES
from pbem.moderator.core.setups import load_setup
from pbem.moderator.joining.opening import BadOpening, checked_options, open_game
from pbem.resources import scenarios_dir
from tests.support.conversation import PLAYERS, Conversation, to


def influence(scenario: str, **options: str) -> int:
    """Lancaster's lead at the start; below 0 York leads."""
    return int(RULES.new_state(load_setup(RULES, scenario, scenarios_dir(), dict(options))).influence)


@pytest.mark.parametrize("scenario", ["ia", "ib", "ic", "ii", "iii"])
@pytest.mark.parametrize(("given", "more"), [("york 3", -3), ("lancaster 10", 10)])
def test_a_handicap_moves_the_influence_marker(scenario: str, given: str, more: int) -> None:
    """2.1 (R245)."""
    assert influence(scenario, handicap=given) == influence(scenario) + more


def test_a_handicap_needs_an_influence_track(tmp_path: Path) -> None:
    game = Conversation(tmp_path)
    with pytest.raises(BadOpening, match="no Influence track"):
        open_game(game.desk, "plantagenet", "bosworth", PLAYERS, options={"handicap": "york 3"})


@pytest.mark.parametrize("text", ["york 11", "scotland 1", "york 0", "yes"])
def test_a_handicap_is_of_a_side_and_some_points(text: str) -> None:
    with pytest.raises(BadOpening, match="york 1, york 2"):
        checked_options(RULES, [("handicap", text)])


@pytest.mark.parametrize(("option", "value"), [("tax_collectors", "table"), ("off_calendar", "stays")])
def test_a_reading_of_cards_needs_a_board(tmp_path: Path, option: str, value: str) -> None:
    game = Conversation(tmp_path)
    with pytest.raises(BadOpening, match="needs no"):
        open_game(game.desk, "plantagenet", "bosworth", PLAYERS, options={option: value})


def test_a_game_is_read_as_its_players_have_chosen() -> None:
    chosen = {"off_calendar": "stays", "tax_collectors": "table"}
    read = RULES.new_state(load_setup(RULES, "ia", scenarios_dir(), chosen)).readings
    assert (read.off_calendar_reached, read.collectors_double) == (False, Doubled.TABLE)


def test_the_first_letter_tells_both_sides_how_cards_are_read(tmp_path: Path) -> None:
    game = Conversation(tmp_path, scenario="ia", options={"tax_collectors": "table", "off_calendar": "stays"})
    for seat in PLAYERS:
        told = to(seat, game.opening).flat
        assert "Tax Collectors double the Strongholds table alone" in told
        assert "No card that names Lords on the Calendar reaches those off its ends" in told


def test_the_first_letter_tells_both_sides_of_the_options(tmp_path: Path) -> None:
    game = Conversation(tmp_path, scenario="ia", options={"handicap": "lancaster 4", "hidden_mats": True})
    for seat in PLAYERS:
        told = to(seat, game.opening).flat
        assert "Handicap: Lancaster begins with 4 Influence more" in told
        assert "neither side sees the Forces" in told
