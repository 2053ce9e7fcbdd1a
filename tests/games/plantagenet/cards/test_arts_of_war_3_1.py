"""3.1 Arts of War: shuffle, the first Turn's Capabilities, later Turns' Events."""

from typing import Any

from pbem.engine.decision import DICE
from pbem.games.plantagenet.cards.arts_of_war import IMMEDIATE_EVENTS, arts_of_war, draw_capabilities, draw_events
from pbem.games.plantagenet.components.box import COIN, Card, Lord, Side
from pbem.games.plantagenet.components.held import offer_splendour
from pbem.games.plantagenet.components.readings import BEFORE
from pbem.games.plantagenet.components.state import State
from pbem.games.plantagenet.orders.words import segment
from tests.games.plantagenet.build import LANCASTER, YORK, run, told
from tests.games.plantagenet.scene import IA, II, capability, favour, hold, lead, on_calendar, position, put


def top(s: State, side: Side, *cards: str) -> Any:
    """The deck as shuffled, with these cards on top."""
    return [*cards, *(card for card in s.decks[side] if card not in cards)]


def cards_of(s: State, side: Side) -> list[Card]:
    """The cards of a side wherever they are, but for mats."""
    lying = [*s.decks[side], *s.held[side], *s.drawn, *s.this_levy, *s.this_campaign, *s.next_levy]
    return sorted(card for card in lying if s.box.cards[card].side is side)


# 3.1.1


def test_3_1_1_each_side_shuffles_what_is_in_its_deck() -> None:
    s = position(IA, turn=2)
    capability(s, "york", "y5")
    hold(s, "y1")
    question = draw_events(s, YORK).send(None)[0]
    assert (question.seat, question.key, question.subject) == (DICE, "3.1.1 shuffle", "york")
    assert question.shape.refusal(list(s.decks[YORK])) is None
    assert not {"y1", "y5"} & set(s.decks[YORK])


def test_3_1_1_a_deck_of_one_card_or_none_gives_what_it_has() -> None:
    s = position(IA, turn=2)
    s.decks[YORK] = [Card("y17")]
    run(draw_events(s, YORK), dice=[top(s, YORK)])
    assert s.decks[YORK] == ["y17"]
    s.decks[YORK] = []
    run(draw_events(s, YORK), dice=[top(s, YORK)])
    assert s.decks[YORK] == []


# 3.1.2


def test_3_1_2_in_the_first_turn_rebels_then_king_draw_two_capabilities() -> None:
    s = position(IA)
    orders = [top(s, YORK, "y5", "y12"), top(s, LANCASTER, "l13", "l1")]
    lines = [(YORK, "assign", "york"), (YORK, "assign", "march")]
    lines += [(LANCASTER, "assign", "henry_vi"), (LANCASTER, "assign", "henry_vi")]
    run(arts_of_war(s), *lines, dice=orders)
    assert s.mats[Lord("york")].capabilities == ["y5"]
    assert s.mats[Lord("march")].capabilities == ["y12"]
    assert s.mats[Lord("henry_vi")].capabilities == ["l13", "l1"]
    assert not {"y5", "y12"} & set(s.decks[YORK])
    assert s.drawn == []


def test_3_1_2_only_a_lord_with_the_badge_may_get_it() -> None:
    s = position(IA)
    run(draw_capabilities(s, LANCASTER), dice=[top(s, LANCASTER, "l17", "l20")])
    assert s.mats[Lord("henry_vi")].capabilities == ["l17"]
    assert s.mats[Lord("somerset_1")].capabilities == ["l20"]


def test_3_1_2_a_card_no_mustered_lord_may_have_goes_back() -> None:
    s = position(IA)
    run(draw_capabilities(s, YORK), (YORK, "assign", "york"), dice=[top(s, YORK, "y15", "y4")])
    assert [event.data["card"] for event in told(s, "not_assigned")] == ["y15"]
    assert "y15" in s.decks[YORK]
    assert s.decks[YORK] == sorted(s.decks[YORK], key=s.box.card_order.__getitem__)


def test_3_1_2_two_cards_of_one_title_need_two_lords() -> None:
    s = position(IA)
    run(draw_capabilities(s, YORK), (YORK, "assign", "york"), dice=[top(s, YORK, "y1", "y2")])
    assert s.mats[Lord("march")].capabilities == ["y2"]


def test_3_1_2_its_special_vassal_comes_at_once() -> None:
    s = position(IA)
    run(draw_capabilities(s, LANCASTER), (LANCASTER, "assign", "henry_vi"), dice=[top(s, LANCASTER, "l21", "l19")])
    assert s.mats[Lord("henry_vi")].vassals == ["clifford"]
    assert s.mats[Lord("somerset_1")].vassals == ["trollope"]


def test_3_1_2_each_card_is_in_one_place_when_it_is_asked_about() -> None:
    s = position(IA)
    before, flow = cards_of(s, YORK), draw_capabilities(s, YORK)
    flow.send(None)
    question = flow.send((top(s, YORK, "y5", "y12"),))[0]
    assert question.key == "3.1.2 assign"
    assert s.drawn == ["y5", "y12"]
    assert cards_of(s, YORK) == before


def test_3_1_2_with_hidden_mats_the_enemy_does_not_see_the_cards() -> None:
    s = position(IA, hidden_mats=True)
    run(draw_capabilities(s, YORK), (YORK, "assign", "none"), (YORK, "assign", "york"), dice=[top(s, YORK, "y15", "y4")])
    assert not [event for event in s.events if event.visible_to(LANCASTER)]


def test_3_1_2_with_hidden_mats_who_is_asked_does_not_tell_the_enemy_what_was_drawn() -> None:
    """y15 is for nobody on the map, y20 for March alone, y19 and y4 for both Yorkists."""
    for cards in (("y15", "y20"), ("y19", "y4")):
        s = position(IA, hidden_mats=True)
        flow = draw_capabilities(s, YORK)
        flow.send(None)
        question = flow.send((top(s, YORK, *cards),))[0]
        assert (question.seat, question.key, question.shape.forced()) == (YORK, "3.1.2 assign", None)


# 3.1.3


def test_3_1_3_later_turns_draw_events_rebels_first() -> None:
    s = position(IA, turn=2)
    run(arts_of_war(s), dice=[top(s, YORK, "y7", "y6"), top(s, LANCASTER, "l9", "l8")])
    assert s.this_levy == ["y7", "l9"]
    assert s.this_campaign == ["y6", "l8"]
    assert not {"y7", "y6"} & set(s.decks[YORK])
    assert [event.data["card"] for event in told(s, "event_drawn")] == ["y7", "y6", "l9", "l8"]


def test_3_1_3_a_hold_event_is_known_to_its_owner_only() -> None:
    s = position(IA, turn=2)
    run(draw_events(s, YORK), dice=[top(s, YORK, "y5", "y7")])
    assert s.held[YORK] == ["y5"]
    assert not any("y5" in str(event.data) for event in s.events if event.visible_to(LANCASTER))
    assert [event.data["card"] for event in told(s, "held_drawn") if event.visible_to(YORK)] == ["y5"]
    assert len(told(s, "held_drawn_hidden")) == 1


def test_3_1_3_an_immediate_event_returns_when_both_are_done() -> None:
    """R42, R135: both cards are out of the deck meanwhile, each in one place."""
    s = position(IA, turn=2)
    before, flow = cards_of(s, LANCASTER), draw_events(s, LANCASTER)
    flow.send(None)
    question = flow.send((top(s, LANCASTER, "l14", "l9"),))[0]
    assert question.key == "3.1.3 troops"
    assert s.drawn == ["l14", "l9"]
    assert s.this_levy == []
    assert cards_of(s, LANCASTER) == before
    run(
        draw_events(s, LANCASTER),
        (LANCASTER, "troops", {"henry_vi": "none", "somerset_1": "none"}),
        dice=[top(s, LANCASTER, "l14", "l6")],
    )
    assert "l14" in s.decks[LANCASTER]
    assert s.drawn == []


def test_3_1_3_the_first_event_is_done_before_the_second_is_seen() -> None:
    s = position(IA, turn=2)
    favour(s, YORK, "london")
    run(draw_events(s, YORK), dice=[top(s, YORK, "y15", "y21")])
    assert [event.name for event in s.events] == ["event_drawn", "london_for_york", "event_drawn"]


def test_3_1_3_sun_in_splendour_can_be_played_straight_from_the_draw() -> None:
    s = position(II, turn=3)
    on_calendar(s, "edward_iv", 9, exile=True)
    lines = [(YORK, "play", "event_y24"), (YORK, "place", "ely")]
    run(draw_events(s, YORK), *lines, dice=[top(s, YORK, "y24", "y23")])
    assert s.lords[Lord("edward_iv")].where == "ely"
    assert "y24" in s.decks[YORK]
    assert s.mats[Lord("edward_iv")].assets[COIN] > s.box.lords[Lord("edward_iv")].assets[COIN]


def test_3_1_3_the_question_about_sun_in_splendour_does_not_tell_who_holds_it() -> None:
    s = position(II, turn=3)
    on_calendar(s, "edward_iv", 9)
    run(draw_events(s, YORK), (YORK, "play", "none"), dice=[top(s, YORK, "y5", "y7")])
    run(offer_splendour(s, "as the Muster opens"), (YORK, "play", "none"))
    s = position(II, turn=3)
    run(draw_events(s, YORK), dice=[top(s, YORK, "y24", "y7")])
    assert s.held[YORK] == ["y24"]


def test_3_1_3_in_games_begun_before_sun_in_splendour_is_asked_about_after_the_last_card_too() -> None:
    s = position(II, turn=3)
    s.readings = BEFORE
    on_calendar(s, "edward_iv", 9)
    run(draw_events(s, YORK), (YORK, "play", "none"), (YORK, "play", "none"), dice=[top(s, YORK, "y5", "y7")])
    assert s.held[YORK] == ["y5"]


def parading(*cards: str) -> State:
    """London is Friendly, and York is there; he can Tax it after a check."""
    s = position(IA, turn=2)
    favour(s, YORK, "london")
    put(s, "henry_vi", "wells")
    put(s, "somerset_1", "wells")
    put(s, "york", "london")
    hold(s, *cards)
    return s


def test_3_1_3_yorkist_parade_may_be_played_before_the_checks_of_tax_collectors() -> None:
    s = parading("y20")
    lines = [(YORK, "play", "event_y20"), (YORK, "tax", "york london"), (YORK, "tax", "none")]
    run(IMMEDIATE_EVENTS[Card("y10")](s), *lines, dice=[5])
    assert (s.this_levy, s.held[YORK]) == (["y20"], [])
    assert [event.data["passed"] for event in told(s, "check")] == [True]


def test_3_1_3_the_question_about_yorkist_parade_does_not_tell_who_holds_it() -> None:
    s = parading("y13")
    run(IMMEDIATE_EVENTS[Card("y10")](s), (YORK, "play", "none"), (YORK, "tax", "none"))
    s = parading()
    run(IMMEDIATE_EVENTS[Card("y10")](s), (YORK, "tax", "none"))
    s = parading("y20")
    favour(s, None, "london")
    run(IMMEDIATE_EVENTS[Card("y10")](s), (YORK, "tax", "none"))
    s = parading("y20")
    s.readings = BEFORE
    run(IMMEDIATE_EVENTS[Card("y10")](s), (YORK, "tax", "none"))
    assert s.held[YORK] == ["y20"]


def test_3_1_3_what_lay_out_for_this_levy_is_in_force_from_its_start() -> None:
    """y20 Yorkist Parade, played in the Campaign before."""
    s = position(IA, turn=2)
    hold(s, "y20")
    s.held[YORK].remove(Card("y20"))
    s.next_levy.append(Card("y20"))
    run(arts_of_war(s), dice=[top(s, YORK, "y7", "y6"), top(s, LANCASTER, "l9", "l8")])
    assert s.this_levy == ["y20", "y7", "l9"]
    assert s.next_levy == []


def test_3_1_3_an_event_may_have_no_effect() -> None:
    s = position(IA, turn=2)
    lead(s, YORK, 3)
    put(s, "york", "ely")
    run(draw_events(s, LANCASTER), dice=[top(s, LANCASTER, "l15", "l19")])
    assert s.influence == -3


# The reply form


def drawn(s: State, *cards: str) -> State:
    s.drawn = [Card(card) for card in cards]
    s.decks[YORK] = [card for card in s.decks[YORK] if card not in s.drawn]
    return s


def test_3_1_2_the_form_gives_the_second_card_to_a_lord_who_may_have_both() -> None:
    assert segment(drawn(position(IA), "y3", "y7"), YORK) == ("assign York",)
    assert segment(drawn(position(IA), "y3", "y7"), LANCASTER) == ()


def test_3_4_6_the_form_gives_no_lord_one_title_twice() -> None:
    s = position(IA, hidden_mats=True)
    assert segment(drawn(s, "y1", "y2"), YORK) == ("assign March",)
    assert segment(drawn(position(IA), "y1", "y2"), YORK) == (), "the other Lord gets it, whoever has the first"


def test_1_5_3_with_hidden_mats_the_form_answers_for_a_card_that_nobody_may_have() -> None:
    assert segment(drawn(position(IA, hidden_mats=True), "y3", "y17"), YORK) == ("assign none",)
    assert segment(drawn(position(IA), "y3", "y17"), YORK) == ()
