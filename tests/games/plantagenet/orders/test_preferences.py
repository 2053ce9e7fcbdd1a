"""Standing orders that prefer: read from a line."""

import pytest

from pbem.engine.decision import Decision, Json
from pbem.engine.game.standing import Policy
from pbem.engine.refusal import BadLine, Illegal
from pbem.games.plantagenet.components.box import Card
from pbem.games.plantagenet.components.held import plays
from pbem.games.plantagenet.components.state import State
from pbem.games.plantagenet.levy.muster import muster_options
from pbem.games.plantagenet.orders import preferences, sparing
from pbem.games.plantagenet.orders.policies import lexicon
from pbem.orders.policies.preferences import first_open
from pbem.orders.words.menu import read_menu
from tests.games.plantagenet.build import LANCASTER, YORK
from tests.games.plantagenet.scene import IA, acting, in_effect, position


def test_3_1_3_an_event_of_both_sides_is_ones_own() -> None:
    s = position(IA)
    assert preferences.PLAY.read(s, YORK, "Leeward") == ["event_y1"]
    assert preferences.PLAY.read(s, LANCASTER, "Leeward, Escape Ship") == ["event_l1", "event_l3"]


def test_3_1_3_two_cards_of_one_title_are_told_apart() -> None:
    with pytest.raises(BadLine, match="y3"):
        preferences.PLAY.read(position(IA), YORK, "Escape Ship")
    assert preferences.PLAY.read(position(IA), YORK, "y9, y3") == ["event_y9", "event_y3"]


@pytest.mark.parametrize(("able", "answer"), [(["y1", "y5"], "event_y5"), (["y1"], None), ([], None)])
def test_3_1_3_an_order_to_play_a_card_does_not_tell_by_passing_that_nothing_else_could_be_played(
    able: list[str], answer: str | None
) -> None:
    window = Decision(YORK, "3.1.3 play", "battle 1", "", plays(lambda: [Card(card) for card in able]), lambda: "none")
    assert first_open(position(IA), window, ["event_y5"]) == answer
    assert first_open(position(IA), window, ["event_y5", "none"]) == (answer or "none")


def test_a_lord_and_a_place_of_one_name_are_told_apart_by_the_order() -> None:
    s = position(IA)
    assert preferences.PAIR.read(s, YORK, "Salisbury Exeter") == ["salisbury exeter_1"]
    assert preferences.STRONGHOLD.read(s, YORK, "Exeter, none") == ["exeter", "none"]
    assert preferences.EXILE_BOX.read(s, YORK, "Burgundy, stay") == ["burgundy", "stay"]
    assert preferences.SPEND.read(s, YORK, "1") == ["1"]


@pytest.mark.parametrize(
    ("order", "text", "plan"),
    [
        (preferences.SPEND, "never", ["0"]),
        (preferences.EXILE_BOX, "none", ["stay"]),
        (preferences.APPROACHED, "battle", ["none"]),
        (preferences.MY_LORDS, "york march", ["york", "march"]),
        (preferences.MY_LORDS, "always", ["all"]),
        (sparing.WHO_INTERCEPTS, "york with all, march alone, none", ["york all", "march alone", "none"]),
        (sparing.WHO_INTERCEPTS, "york with march", ["york march"]),
    ],
)
def test_each_order_has_words_of_its_own(order: Policy[State], text: str, plan: Json) -> None:
    assert order.read(position(IA), YORK, text) == plan


@pytest.mark.parametrize(
    ("order", "text"),
    [
        (preferences.MY_LORD, "always"),
        (preferences.MY_LORD, "all"),
        (preferences.MY_LORD, "stay"),
        (preferences.MY_LORD, "battle"),
        (preferences.MY_LORD, "york march"),
        (preferences.MY_LORDS, "york, none"),
        (preferences.MY_LORDS, "exile"),
        (preferences.ONE_OF_MY_LORDS, "none"),
        (preferences.PORT, "never"),
        (preferences.EVENTS, "Richard of York l2"),
        (preferences.EVENTS, "Ravine (l4)"),
        (preferences.SPEND, "2"),
    ],
)
def test_what_is_no_answer_is_no_order(order: Policy[State], text: str) -> None:
    s = position(IA)
    with pytest.raises(BadLine):
        order.read(s, LANCASTER if order is preferences.EVENTS else YORK, text)


def test_what_cannot_be_levied_now_is_no_slip() -> None:
    s = position(IA)
    in_effect(s, "y7")
    acting(s, "somerset_1")
    with pytest.raises(Illegal, match='"levy vassal essex" is not open to you now'):
        read_menu(lexicon(s), muster_options(s), "levy vassal essex", preferences.known(s))
