"""Games by chance and by mail, and what the orders of players come to."""

from __future__ import annotations

import pytest

from pbem.engine.dice import Fate
from pbem.engine.refusal import Illegal
from pbem.engine.table import Table
from pbem.games.warriors_of_england.components.state import State
from pbem.games.warriors_of_england.game import RULES
from pbem.lab.fuzz.run import fuzz
from pbem.lab.legs.kinds import Leg
from pbem.lab.legs.profile import Profile
from pbem.lab.legs.run import Tour, count_legs
from pbem.moderator.core.setups import load_setup
from pbem.orders.carry.execute import execute
from pbem.render.picture.draw import draw
from pbem.resources import scenarios_dir

SETUP = load_setup(RULES, "campaign", scenarios_dir())


def test_games_by_chance_are_clean() -> None:
    report = fuzz(RULES, [SETUP], 3, "wars")
    assert report.clean, report.summary()


def test_who_delegates_writes_at_most_four_letters_a_turn() -> None:
    count = count_legs(Tour(RULES, "campaign", Profile.DELEGATOR, turns=3), 1)
    assert count.turns == 3
    assert count.legs.total() <= 4 * count.turns
    assert count.legs[Leg.ERROR] == 0


@pytest.fixture
def table() -> Table[State]:
    """After the set-up, York with the first campaign."""
    table: Table[State] = Table.open_new(RULES, SETUP, Fate(b"1" * 32))
    while (asked := table.open()[0]).key.startswith("3.0"):
        assert asked.default is not None
        execute(table, asked.seat, str(asked.default()))
    return table


def test_two_nobles_march_in_either_order(table: Table[State]) -> None:
    execute(table, "york", "pass")
    assert execute(table, "lancaster", "march buckingham + somerset to east") == "march Buckingham Somerset East"
    with pytest.raises(Illegal, match="march needs an area"):
        execute(table, "lancaster", "campaigns: march somerset")


def test_an_order_stands_on_a_condition_or_leaves_it_to_the_form(table: Table[State]) -> None:
    said = execute(table, "york", "standing game withdraw wales if outnumbered 2 to 1 else stay")
    assert said == "standing withdraw Wales if outnumbered 2 to 1 else none (kept for this game)"
    assert execute(table, "york", "standing game lose usual") == "standing lose usual (kept for this game)"


def test_the_picture_is_drawn(table: Table[State]) -> None:
    picture = RULES.reports.picture(table.state, "york", [news.event for news in table.news])
    assert picture is not None
    assert draw(picture).startswith(b"\x89PNG")
