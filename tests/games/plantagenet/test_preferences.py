"""Standing orders that prefer: read from a line."""

import pytest

from pbem.engine.decision import Decision
from pbem.engine.menu import read_menu
from pbem.engine.order import BadLine, Illegal
from pbem.games.plantagenet import preferences
from pbem.games.plantagenet.box import Card
from pbem.games.plantagenet.held import plays
from pbem.games.plantagenet.muster import muster_options
from pbem.games.plantagenet.policies import lexicon

from .build import LANCASTER, YORK
from .scene import IA, acting, in_effect, position


def test_3_1_3_an_event_of_both_sides_is_ones_own() -> None:
    s = position(IA)
    assert preferences.PREFER.read(s, YORK, "Leeward") == ["event_y1"]
    assert preferences.PREFER.read(s, LANCASTER, "Leeward, Escape Ship") == ["event_l1", "event_l3"]


def test_3_1_3_two_cards_of_one_title_are_told_apart() -> None:
    with pytest.raises(BadLine, match="y3"):
        preferences.PREFER.read(position(IA), YORK, "Escape Ship")
    assert preferences.PREFER.read(position(IA), YORK, "y9, y3") == ["event_y9", "event_y3"]


@pytest.mark.parametrize(("able", "answer"), [(["y1", "y5"], "event_y5"), (["y1"], None), ([], None)])
def test_3_1_3_an_order_to_play_a_card_does_not_tell_by_passing_that_nothing_else_could_be_played(
    able: list[str], answer: str | None
) -> None:
    window = Decision(YORK, "3.1.3 play", "battle 1", "", plays(lambda: [Card(card) for card in able]), lambda: "none")
    assert preferences.first_open(position(IA), window, ["event_y5"]) == answer
    assert preferences.first_open(position(IA), window, ["event_y5", "none"]) == (answer or "none")


def test_a_lord_and_a_place_of_one_name_are_told_apart_by_the_order() -> None:
    s = position(IA)
    assert preferences.PREFER.read(s, YORK, "Salisbury Exeter, none") == ["salisbury exeter_1", "none"]
    assert preferences.PREFER_PLACE.read(s, YORK, "Exeter, stay") == ["exeter", "stay"]
    assert preferences.SPEND.read(s, YORK, "1") == ["1"]


def test_what_cannot_be_levied_now_is_no_slip() -> None:
    s = position(IA)
    in_effect(s, "y7")
    acting(s, "somerset_1")
    with pytest.raises(Illegal, match='"levy vassal essex" is not open to you now'):
        read_menu(lexicon(s), muster_options(s), "levy vassal essex", preferences.known(s))
