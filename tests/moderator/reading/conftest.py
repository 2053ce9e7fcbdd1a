"""Lines of York in Ia, and which of those that are open come nearest to what was typed."""

import pytest

from pbem.doctor.random_play import RandomPlayer
from pbem.games.plantagenet.game import RULES
from pbem.moderator.core.setups import load_setup
from pbem.orders.carry.nearest import Nearest
from pbem.resources import scenarios_dir


@pytest.fixture(scope="module")
def nearest() -> Nearest:
    setup = load_setup(RULES, "ia_henry_vi", scenarios_dir())
    return Nearest(RandomPlayer.from_seed("spelling").open_table(RULES, setup), "york")
