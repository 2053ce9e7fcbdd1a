"""A scenario's name may be cut short."""

import pytest

from pbem.games import GAMES
from pbem.moderator.desk.scenario_files import NoScenario, find_scenario

RULES = GAMES["plantagenet"]


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("Ia", "ia_henry_vi"),
        ("ib", "ib_towton"),
        ("IB Towton", "ib_towton"),
        ("towton", "ib_towton"),
        ("ic", "ic_somersets_return"),
        ("II", "ii_warwicks_rebellion"),
        ("iii", "iii_my_kingdom_for_a_horse"),
        ("bos", "bosworth"),
        ("iii_my_kingdom_for_a_horse", "iii_my_kingdom_for_a_horse"),
    ],
)
def test_a_scenario_is_found_by_its_number_or_a_beginning(name: str, meant: str) -> None:
    assert find_scenario(RULES, name) == meant


@pytest.mark.parametrize("name", ["i", "", "owton", "iv"])
def test_a_name_that_fits_none_or_several_is_refused(name: str) -> None:
    with pytest.raises(NoScenario, match="it has bosworth, ia_henry_vi"):
        find_scenario(RULES, name)
