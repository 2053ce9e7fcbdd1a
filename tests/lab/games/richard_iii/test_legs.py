"""How many letters a Turn of Richard III takes."""

from __future__ import annotations

from pbem.engine.dice import Fate
from pbem.engine.table import Table
from pbem.games.richard_iii.game import RULES
from pbem.lab.games.richard_iii.trial import PLAIN
from pbem.lab.legs.bot import standing_lines
from pbem.lab.legs.kinds import Leg
from pbem.lab.legs.profile import Profile
from pbem.lab.legs.run import Tour, play_game
from pbem.moderator.core.setups import load_setup
from pbem.resources import scenarios_dir

SCENARIO = "1460"


def test_who_delegates_writes_little_more_than_one_letter_a_side_and_turn() -> None:
    count = play_game(Tour(RULES, SCENARIO, Profile.DELEGATOR, turns=3), 0)
    assert count.turns == 3
    assert count.per_turn(count.legs.total()) <= 2.5  # whole games come to 2.2: docs/legs.md
    assert count.legs[Leg.CONFIRMATION] == count.legs[Leg.REACTION] == 0


def test_every_standing_order_of_who_delegates_is_understood() -> None:
    table = Table.open_new(RULES, load_setup(RULES, SCENARIO, scenarios_dir()), Fate(b"\x02" * 32))
    for seat in table.seats:
        assert standing_lines(table, seat) == [f"standing game {order}" for order in PLAIN]
