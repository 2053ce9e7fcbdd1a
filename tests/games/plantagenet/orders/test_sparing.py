"""Standing orders that say never; slips of answers that must not become orders."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from pbem.engine.decision import Decision, Json, Pick, PickSome, YesNo
from pbem.engine.refusal import BadLine
from pbem.engine.table import Table
from pbem.games.plantagenet.campaign import approach
from pbem.games.plantagenet.campaign.march import March, march
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import Side
from pbem.games.plantagenet.components.state import Depletion, State
from pbem.games.plantagenet.levy.pay import pay_troops
from pbem.orders.carry.execute import execute
from tests.games.plantagenet.build import YORK
from tests.games.plantagenet.ordering import SOMERSET, Flow, answers, asking, campaign, played
from tests.games.plantagenet.scene import put

# Never


def upkeep(*short: str, place: str = "london") -> tuple[State, Flow]:
    """These Lords are at one place without Coin, and Pay their Troops."""
    s = campaign()
    for lord in short:
        put(s, lord, place, militia=3, coin=0)

    async def flow(state: State) -> None:
        await pay_troops(state, Side.YORK)

    return s, flow


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (("pillage york",), "york"),
        (("never pillage london",), None),
        (("never pillage",), None),
        (("pillage york", "never pillage london"), None),
        (("standing levy pillage york", "standing game never pillage london"), None),
        (("pillage york once", "never pillage london"), None),
        (("pillage york", "never pillage ely"), "york"),
        (("pillage york", "never pillage in wales"), "york"),
        (("pillage york", "never pillage near st albans"), None),
        (("never pillage with york",), "march"),
        (("pillage york, march", "never pillage with york"), "march"),
        (("pillage york, march", "never pillage with york at london"), "march"),
        (("pillage york", "never pillage london if influence over 40"), "york"),
    ],
)
def test_3_2_1_what_is_never_pillaged_no_order_pillages(lines: tuple[str, ...], answer: str | None) -> None:
    s, flow = upkeep("york", "march")
    table = played(s, flow, *lines)
    assert answers(table) == ([answer] if answer else [])
    assert [d.key for d in table.open()] == ([] if answer else ["3.2.1 pillage"])


def test_3_2_1_the_question_that_is_left_says_why() -> None:
    s, flow = upkeep("york", "march")
    table = played(s, flow, "pillage york", "never pillage london")
    (question,) = table.open()
    why = "an Unpaid or Unfed Lord must Pillage if possible (3.2.1)"
    assert table.withheld(question) == f'"2. pillage never London" leaves this to you: {why}'
    table.answer(YORK, question.key, "march")
    assert table.state.wear[Locale("london")] is Depletion.EXHAUSTED


def test_3_2_1_who_has_no_choice_is_told_that_his_order_is_not_kept() -> None:
    s, flow = upkeep("york")
    table = played(s, flow, "never pillage london")
    (told,) = [news.event for news in table.news if news.event.name == "order_not_kept"]
    assert told.seen_by == frozenset({YORK})
    assert told.data["order"].startswith('"1. pillage never London" cannot be kept here: an Unpaid or Unfed Lord')
    s, flow = upkeep("york")
    assert not [news for news in played(s, flow, "never pillage ely").news if news.event.name == "order_not_kept"]


def test_4_3_4_who_never_intercepts_is_in_no_band() -> None:
    s = campaign()
    put(s, "york", "winchester", men_at_arms=2, militia=3)
    put(s, "march", "winchester", militia=2)

    async def flow(state: State) -> None:
        await march(state, SOMERSET, March(Locale("salisbury")))

    assert answers(played(deepcopy(s), flow, "intercept york with all")) == ["york all"]
    for line in ("never intercept with march once", "never intercept with march at salisbury"):
        table = played(deepcopy(s), flow, "intercept york with all", line)
        assert [d.key for d in table.open()] == ["4.3.4 intercept"]


@pytest.mark.parametrize(
    ("line", "answer"),
    [("exile all", "asked"), ("exile none", []), ("exile march", ["march"])],
)
def test_the_general_order_does_nothing_that_another_says_never(line: str, answer: Json) -> None:
    shape = PickSome(lambda: ["york", "march"], 0, 2)
    question = Decision(YORK, approach.EXILE, "oxford", "", shape)
    table = played(campaign(), asking(question), line, "never exile york at oxford")
    assert answers(table) == ([] if answer == "asked" else [answer])


# A slip of an answer

TWO_LORDS = PickSome(lambda: ["york", "march"], 0, 2)
EVENTS = PickSome(lambda: ["event_y1", "event_y9"], 0, 2)
BANDS = Pick(lambda: ["none", "york alone", "york all", "march"])


@pytest.mark.parametrize(
    ("key", "shape", "line", "near"),
    [
        ("4.8.6 discard", EVENTS, "discard Leeward Battle Lien (y9)", ""),
        ("4.8.6 discard", EVENTS, "discard y2", "discard none"),
        ("4.3.4 intercept", BANDS, "intercept york", "intercept York alone"),
        ("4.3.4 intercept", BANDS, "intercept rutland", "standing intercept rutland"),
        ("4.3.4 intercept", BANDS, "intercept york, rutland", "standing intercept york, rutland"),
        ("4.3.5 exile", TWO_LORDS, "exile york rutland", "exile York"),
        ("4.3.5 exile", TWO_LORDS, "exile york, nobody", ""),
        ("4.3.5 parley", YesNo(), "parley yse", "parley yes"),
        ("4.4.2 reroll", YesNo(), "reroll lo", "reroll no"),
        ("4.4.2 reroll", YesNo(), "reroll yse", "reroll yes"),
        ("4.4.2 flank", Pick(lambda: ["left", "right"]), "flank centre", "flank left"),
    ],
)
def test_a_slip_of_an_answer_is_no_order(key: str, shape: Any, line: str, near: str) -> None:
    table = at_a_question(key, shape)
    with pytest.raises(BadLine) as caught:
        execute(table, YORK, line)
    assert not near or near in caught.value.nearest
    assert table.orders_of(YORK) == []
    assert [d.key for d in table.open()] == [key]


@pytest.mark.parametrize(
    ("key", "shape", "line", "left"),
    [
        ("4.3.4 intercept", BANDS, "intercept march, none", []),
        ("4.3.4 intercept", BANDS, "intercept rutland, march", []),
        ("4.3.4 intercept", BANDS, "standing intercept rutland", ["4.3.4 intercept"]),
        ("4.3.4 intercept", BANDS, "intercept rutland at ely", ["4.3.4 intercept"]),
        ("4.3.4 intercept", BANDS, "intercept rutland for this campaign", ["4.3.4 intercept"]),
        ("4.3.4 intercept", BANDS, "intercept rutland once", ["4.3.4 intercept"]),
        ("4.3.4 intercept", BANDS, "intercept rutland if they are fewer", ["4.3.4 intercept"]),
        ("4.3.5 exile", TWO_LORDS, "exile never york", ["4.3.5 exile"]),
        ("4.4.2 reroll", YesNo(), "reroll retinue, men-at-arms", []),
        ("4.4.2 reroll", YesNo(), "reroll LB", []),
        ("4.4.2 flank", Pick(lambda: ["left", "right"]), "flank right, left", []),
    ],
)
def test_an_order_at_its_open_question_is_kept(key: str, shape: Any, line: str, left: list[str]) -> None:
    table = at_a_question(key, shape)
    execute(table, YORK, line)
    assert len(table.orders_of(YORK)) == 1
    assert [d.key for d in table.open()] == left


def at_a_question(key: str, shape: Any) -> Table[State]:
    subjects = {"4.4.2 reroll": "york militia melee", "4.3.4 intercept": "somerset_1 at salisbury"}
    return played(campaign(), asking(Decision(YORK, key, subjects.get(key, "oxford"), "", shape)))
