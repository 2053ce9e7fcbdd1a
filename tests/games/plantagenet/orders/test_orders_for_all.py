"""Every question that can come up outside one's own segments, and every choice of upkeep, has a standing order."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil

import pytest

from pbem.engine.game.orders import Word
from pbem.games import plantagenet
from pbem.games.plantagenet.battle import battle_events, bosworth
from pbem.games.plantagenet.campaign import end_campaign, sail
from pbem.games.plantagenet.components import group
from pbem.games.plantagenet.components.state import State
from pbem.games.plantagenet.levy import pay, pillage
from pbem.games.plantagenet.orders.words import VOCABULARY

UPKEEP = {
    *(upkeep.share for upkeep in (pillage.PAY, pillage.FEED)),
    *(pillage.PILLAGE, pay.DISBAND, pay.VASSALS, end_campaign.WASTE, end_campaign.DISCARD, group.DROP, sail.DROP),
}
BEFORE_THE_BATTLE = {bosworth.CAPABILITIES, bosworth.ARRAY}
"""6.0 What opens the mini-scenario: nothing comes before it."""


def asked_in_code() -> set[str]:
    """The keys of all questions to a player that the rules can ask, from their source."""
    found: set[str] = set()
    for found_in in pkgutil.walk_packages(plantagenet.__path__, f"{plantagenet.__name__}."):
        module = importlib.import_module(found_in.name)
        for call in ast.walk(ast.parse(inspect.getsource(module))):
            if isinstance(call, ast.Call) and ast.unparse(call.func) in ASKING and len(call.args) > 2:
                key = ast.unparse(call.args[ASKING[ast.unparse(call.func)]])
                if key not in ("key", "upkeep.share") and ast.unparse(call.args[0]) != "DICE":
                    found.add(eval(key, vars(module)))  # noqa: S307 - our own source
    return found


ASKED_BY_ORDER = {battle_events.REGROUP_ASKED}
"""Questions that are put because an order asks for it."""
ASKING = {"Decision": 1, "_pick_one": 1, "choose_strongholds": 0}
"""What puts a question to a player, and which of its arguments is the question's key."""


def is_covered(key: str) -> bool:
    words = [word for word in VOCABULARY if word.key == key]
    return any(word.policy is not None for word in words) or (bool(words) and all(word.own for word in words))


def test_every_question_outside_ones_own_stints_can_be_answered_beforehand() -> None:
    keys = asked_in_code() | UPKEEP
    assert len(keys) > 50
    assert {word.key for word in VOCABULARY} == keys
    assert {key for key in keys if not is_covered(key)} == BEFORE_THE_BATTLE | ASKED_BY_ORDER


def test_every_choice_of_upkeep_has_an_order_of_its_own() -> None:
    assert {word.key for word in VOCABULARY if word.policy is not None} >= UPKEEP


@pytest.mark.parametrize("word", [w for w in VOCABULARY if w.policy is not None], ids=lambda w: f"{w.verb} {w.key}")
def test_an_order_can_stand_until_its_question_can_come(word: Word[State]) -> None:
    assert word.holds or word.within or word.key in ("6.0 crown", "1.4.2 spend")
