"""6.1 A standing order for all Lords, given in one War of the campaign, is for those of the next War too."""

import pytest

from pbem.engine.decision import Decision, Json, PickSome
from pbem.engine.game.standing import Policy
from pbem.games.plantagenet.components.state import State
from pbem.games.plantagenet.orders import policies
from pbem.games.plantagenet.orders.fleeing import FLEE
from tests.games.plantagenet.build import YORK
from tests.games.plantagenet.wars.war import war

NEW = "gloucester_1"
"""A Lord of the second War who is not in the first."""


def asked(*lords: str) -> Decision:
    return Decision(YORK, "4.4", "", "Who?", PickSome(lambda: list(lords), 0, len(lords)))


@pytest.mark.parametrize(
    ("policy", "text"),
    [
        (policies.LORDS, "all"),
        (policies.LORDS, "always"),
        (FLEE, "all"),
        (FLEE, "if influence under 41"),
    ],
)
def test_all_lords_are_those_of_the_war_that_goes_on(policy: Policy[State], text: str) -> None:
    plan: Json = policy.read(war("I"), YORK, text)
    later = war("IIY")
    assert policy.answer(later, asked(NEW), plan) == [NEW]
    assert policy.write(later, plan).startswith("all")
    assert policy.closed is None or policy.closed(later, asked("york"), plan) == []


def test_so_is_what_each_of_them_flees_at() -> None:
    assert FLEE.write(war("IIY"), FLEE.read(war("I"), YORK, "all if troops under 3")) == "all if troops under 3"


@pytest.mark.parametrize(("policy", "text"), [(policies.LORDS, "york, march"), (FLEE, "york, march")])
def test_who_is_named_is_meant_alone(policy: Policy[State], text: str) -> None:
    plan: Json = policy.read(war("I"), YORK, text)
    assert policy.answer(war("IIY"), asked("york", NEW), plan) == ["york"]
    assert policy.write(war("IIY"), plan) == "York, March"
