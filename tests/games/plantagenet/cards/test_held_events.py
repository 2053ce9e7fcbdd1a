"""3.1.3 Held Events: their windows, what is offered in them, and those that wait for no step."""

from functools import partial

import pytest

from pbem.engine.decision import Decision
from pbem.games.plantagenet.components.box import Card, Lord, Side
from pbem.games.plantagenet.components.held import (
    any_moment,
    any_time_options,
    menu,
    offer,
    play_any_time,
    spend_held,
    take_held,
    truce,
)
from pbem.games.plantagenet.components.names import names
from pbem.games.plantagenet.components.ratings import influence_of
from pbem.games.plantagenet.components.state import Command, Phase, State, Status
from pbem.orders.words.lexicon import Lexicon
from pbem.render.templates.page import Page
from pbem.resources import templates_dir
from tests.games.plantagenet.build import LANCASTER, YORK, run, told
from tests.games.plantagenet.scene import IA, II, III, capability, favour, gone, hold, on_calendar, position, put, vassal

WINDOWS = [
    ("intercept", "y2", "l2"),
    ("truce", "y12", "l20"),
    ("approach", "y11", "l11"),
    ("approach", "y12", "l20"),
    ("battle_events", "y5", "l7"),
    ("death_check", "y9", "l16"),
]


def asked(s: State, side: Side, window: str) -> Decision | None:
    """The question an offer puts, if any."""
    try:
        question: Decision = offer(s, side, window, "here").send(None)[0]
        return question
    except StopIteration:
        return None


def options(question: Decision | None) -> list[str]:
    """What the question offers; a Held Event by its card's id alone."""
    offered = question.shape.options() if question is not None else []  # type: ignore[attr-defined]
    return [getattr(option, "card", option) for option in offered]


# Windows


@pytest.mark.parametrize(("window", "york", "lancaster"), WINDOWS)
def test_3_1_3_each_window_offers_its_cards(window: str, york: str, lancaster: str) -> None:
    s = position(IA, phase=Phase.CAMPAIGN)
    hold(s, york, lancaster)
    assert options(asked(s, YORK, window)) == ["none", york]
    assert options(asked(s, LANCASTER, window)) == ["none", lancaster]
    assert run(offer(s, YORK, window, "here"), (YORK, "play", york)) == york
    assert s.held[YORK] == [york]


def test_3_1_3_who_holds_anything_is_asked_even_if_nothing_fits() -> None:
    s = position(IA, phase=Phase.CAMPAIGN)
    hold(s, "y11")
    question = asked(s, YORK, "battle_events")
    assert question is not None
    assert options(question) == ["none"]
    assert question.shape.forced() is None
    assert question.default is not None
    assert question.default() == "none"
    assert run(offer(s, YORK, "battle_events", "here"), (YORK, "play", "none")) is None


def test_y13_may_be_played_in_a_battle_before_another_event() -> None:
    s = position(IA, phase=Phase.CAMPAIGN)
    hold(s, "y13", "y1")
    assert options(asked(s, YORK, "battle_events")) == ["none", "y1", "y13"]
    flow = offer(s, YORK, "battle_events", "here")
    assert run(flow, (YORK, "play", "event_y13"), (YORK, "play", "event_y1")) == "y1"
    assert s.held[YORK] == ["y1"]


def test_y13_alone_leaves_nothing_to_ask() -> None:
    s = position(IA, phase=Phase.CAMPAIGN)
    hold(s, "y13")
    assert run(offer(s, YORK, "battle_events", "here"), (YORK, "play", "event_y13")) is None
    assert s.held[YORK] == []


def test_3_1_3_who_holds_nothing_is_not_asked() -> None:
    s = position(IA, phase=Phase.CAMPAIGN)
    assert asked(s, YORK, "battle_events") is None


def test_3_1_3_who_holds_any_card_is_asked_in_his_own_action_too() -> None:
    """The other side has just answered, and would see that nothing is asked."""
    s = position(IA, phase=Phase.CAMPAIGN)
    s.command = Command(LANCASTER, Lord("henry_vi"), 2)
    hold(s, "l1", "y1")
    assert options(asked(s, LANCASTER, "approach")) == ["none"]
    assert options(asked(s, YORK, "approach")) == ["none"]
    hold(s, "l11")
    assert options(asked(s, LANCASTER, "approach")) == ["none", "l11"]


def test_3_1_3_who_holds_any_card_is_asked_even_where_his_menu_has_one_option() -> None:
    """Else the Enemy would see that none of his cards can be played now."""
    s = position(IA)
    hold(s, "l1")
    assert menu(s, LANCASTER, lambda: ["done"]).forced() is None
    assert menu(s, YORK, lambda: ["done"]).forced() == ("done",)


def test_3_1_3_nobody_is_asked_about_cards_that_all_see_elsewhere() -> None:
    s = position(II, phase=Phase.CAMPAIGN)
    hold(s, "l1")
    assert options(asked(s, LANCASTER, "after_march_or_sail")) == ["none"]
    put(s, "oxford", "wells")
    capability(s, "oxford", "l28")
    assert asked(s, LANCASTER, "after_march_or_sail") is None
    assert asked(position(IA, phase=Phase.CAMPAIGN), LANCASTER, "after_march_or_sail") is None


@pytest.mark.parametrize(("where", "asks"), [("held", True), ("mat", True), ("open mat", False)])
def test_1_5_3_with_hidden_mats_whether_a_side_is_asked_does_not_tell_what_lies_at_its_mats(where: str, asks: bool) -> None:
    """Two Capabilities hidden and a hand of one, or the other way round: the Enemy must not see which."""
    s = position(IA, phase=Phase.CAMPAIGN, hidden_mats=where != "open mat")
    hold(s, "y11" if where == "held" else "y1")
    capability(s, "york", "y1" if where == "held" else "y11")
    capability(s, "march", "y12")
    assert (asked(s, YORK, "approach") is not None) is asks


@pytest.mark.parametrize(("window", "card", "scenario"), [("after_sail", "l33", III), ("after_march_or_sail", "l28", II)])
def test_3_1_3_after_ones_own_move(window: str, card: str, scenario: str) -> None:
    s = position(scenario, phase=Phase.CAMPAIGN)
    s.command = Command(LANCASTER, Lord("oxford"), 2)
    hold(s, card)
    assert options(asked(s, LANCASTER, window)) == ["none", card]


def test_3_1_3_a_caller_may_narrow_what_is_offered() -> None:
    s = position(IA, phase=Phase.CAMPAIGN)
    hold(s, "y11", "y12")
    flow = offer(s, YORK, "approach", "here", ["y11"])
    assert options(flow.send(None)[0]) == ["none", "y11"]


@pytest.mark.parametrize("window", ["intercept", "approach"])
def test_3_1_3_under_the_truce_nothing_can_be_played_at_an_approach_or_intercept(window: str) -> None:
    """R77: it overrides Flank Attack."""
    s = position(IA, phase=Phase.CAMPAIGN)
    hold(s, "y2", "y11", "y12", "l2", "l11")
    run(play_any_time(s, YORK, Card("y12")))
    assert options(asked(s, YORK, window)) == options(asked(s, LANCASTER, window)) == ["none"]


def test_3_1_4_a_card_goes_back_once_used() -> None:
    s = position(IA, phase=Phase.CAMPAIGN)
    hold(s, "y5", "y12")
    spend_held(s, Card("y5"))
    take_held(s, Card("y12"))
    assert s.held[YORK] == []
    assert "y5" in s.decks[YORK]
    assert "y12" not in s.decks[YORK]
    assert [event.data["card"] for event in told(s, "event_played")] == ["y5", "y12"]


# At any moment


def test_3_1_3_at_any_moment_only_standing_orders_are_asked() -> None:
    s = position(IA, phase=Phase.CAMPAIGN)
    hold(s, "y12", "l13")
    flow = any_moment(s)
    question = flow.send(None)[0]
    assert (question.seat, question.automatic, question.key) == (YORK, True, "3.1.3 play")
    assert options(question) == ["none", "y12"]


def test_3_1_3_several_may_be_played_at_one_moment() -> None:
    s = position(IA, phase=Phase.CAMPAIGN)
    hold(s, "y12", "y13", "y5")
    run(any_moment(s), (YORK, "play", "event_y13"), (YORK, "play", "event_y12"), (YORK, "play", "none"))
    assert s.held[YORK] == ["y5"]
    assert truce(s)


def test_3_1_3_nobody_who_holds_nothing_is_asked_at_any_moment() -> None:
    s = position(IA, phase=Phase.CAMPAIGN)
    run(any_moment(s))
    assert s.events == []


# y12 l20


@pytest.mark.parametrize(("side", "card"), [(YORK, "y12"), (LANCASTER, "l20")])
def test_y12_l20_the_truce_is_for_a_campaign_and_lies_out(side: Side, card: str) -> None:
    s = position(IA)
    hold(s, card)
    assert any_time_options(s, side) == []
    s.phase = Phase.CAMPAIGN
    assert any_time_options(s, side) == [f"play event_{card}"]
    assert not truce(s)
    run(play_any_time(s, side, Card(card)))
    assert truce(s)
    assert s.this_campaign == [card]
    assert card not in s.decks[side]


def test_y12_l20_a_second_truce_is_of_no_use() -> None:
    s = position(IA, phase=Phase.CAMPAIGN)
    hold(s, "y12", "l20")
    run(play_any_time(s, YORK, Card("y12")))
    assert any_time_options(s, LANCASTER) == []


# y13 l13


@pytest.mark.parametrize(("side", "card"), [(YORK, "y13"), (LANCASTER, "l13")])
@pytest.mark.parametrize("phase", list(Phase))
def test_y13_l13_aspielles_shows_its_player_the_enemys_held_events(side: Side, card: str, phase: Phase) -> None:
    s = position(IA, phase=phase)
    hold(s, card, "y1" if side is LANCASTER else "l1")
    assert any_time_options(s, side) == [f"play event_{card}"]
    run(play_any_time(s, side, Card(card)))
    (seen,) = told(s, "held_seen")
    assert seen.data["cards"] == s.held[side.enemy]
    assert seen.visible_to(side)
    assert not seen.visible_to(side.enemy)
    assert card in s.decks[side]


def test_y13_with_hidden_mats_aspielles_shows_one_mat() -> None:
    s = position(IA, hidden_mats=True)
    hold(s, "y13")
    run(play_any_time(s, YORK, Card("y13")), (YORK, "mat", "somerset_1"))
    (seen,) = told(s, "mat_seen")
    assert seen.data["lord"] == "somerset_1"
    assert seen.data["forces"] == {"retinue": 1, "men_at_arms": 2, "longbowmen": 2}
    assert not seen.visible_to(LANCASTER)


def test_y13_what_was_seen_reads_like_this() -> None:
    s = position(IA, hidden_mats=True)
    hold(s, "y13", "l1", "l5")
    capability(s, "somerset_1", "l13")
    vassal(s, "dudley", "somerset_1", 4)
    run(play_any_time(s, YORK, Card("y13")), (YORK, "mat", "somerset_1"))
    phrases = Page(templates_dir()).phrases("plantagenet")
    assert [phrases.tell(event, Lexicon(partial(names, s)).name) for event in s.events[1:]] == [
        "The Lancastrians Hold Leeward Battle Line (l1), Suspicion (l5).",
        "Somerset's mat: 1 Retinue, 2 Men-at-Arms, 2 Longbowmen, Vassal Dudley, 2 Provender, 1 Coin, 2 Carts, "
        "Capabilities Expert Counsellors (l13).",
    ]


def test_y13_with_hidden_mats_and_no_enemy_lord_there_is_no_mat_to_see() -> None:
    s = position(IA, hidden_mats=True)
    hold(s, "y13")
    for lord in ("henry_vi", "somerset_1"):
        gone(s, lord)
    run(play_any_time(s, YORK, Card("y13")))
    assert told(s, "mat_seen") == []


# y20


def test_y20_the_parade_needs_york_or_warwick_in_a_friendly_london() -> None:
    s = position(IA)
    hold(s, "y20")
    favour(s, YORK, "london")
    for lord in ("henry_vi", "somerset_1"):
        on_calendar(s, lord, 2)
    assert any_time_options(s, YORK) == []
    put(s, "march", "london")
    assert any_time_options(s, YORK) == []
    put(s, "warwick_y", "london")
    assert any_time_options(s, YORK) == ["play event_y20"]
    favour(s, None, "london")
    assert any_time_options(s, YORK) == []


def test_y20_played_in_a_levy_it_serves_the_rest_of_that_levy() -> None:
    s = position(IA)
    hold(s, "y20")
    before = influence_of(s, Lord("york"))
    run(play_any_time(s, YORK, Card("y20")))
    assert s.this_levy == ["y20"]
    assert influence_of(s, Lord("york")) == before + 2


def test_y20_played_in_a_campaign_it_serves_the_next_levy_only() -> None:
    """R139."""
    s = position(IA, phase=Phase.CAMPAIGN)
    hold(s, "y20")
    before = influence_of(s, Lord("york"))
    run(play_any_time(s, YORK, Card("y20")))
    assert s.next_levy == ["y20"]
    assert influence_of(s, Lord("york")) == before


# y24


def splendid(phase: Phase = Phase.LEVY, exile: bool = False) -> State:
    """Edward IV on the Calendar, his card held."""
    s = position(II, phase=phase)
    on_calendar(s, "edward_iv", 9, exile)
    hold(s, "y24")
    return s


@pytest.mark.parametrize("exile", [False, True])
def test_y24_edward_comes_from_the_calendar_exile_or_not(exile: bool) -> None:
    s = splendid(exile=exile)
    assert any_time_options(s, YORK) == ["play event_y24"]
    run(play_any_time(s, YORK, Card("y24")), (YORK, "place", "burgundy"))
    assert (s.lords[Lord("edward_iv")].status, s.lords[Lord("edward_iv")].where) == (Status.MAP, "burgundy")
    assert not s.lords[Lord("edward_iv")].exile
    assert s.mats[Lord("edward_iv")].forces == dict(s.box.lords[Lord("edward_iv")].forces)
    assert "y24" in s.decks[YORK]


def test_y24_only_friendly_places_without_lancastrian_lords() -> None:
    s = splendid()
    put(s, "clarence", "london")
    flow = play_any_time(s, YORK, Card("y24"))
    question = flow.send(None)[0]
    assert sorted(options(question)) == ["burgundy", "carlisle", "ely", "exeter", "ludlow", "pembroke"]


def test_y24_not_in_a_campaign_nor_while_he_is_on_the_map_nor_when_he_is_dead() -> None:
    assert any_time_options(splendid(Phase.CAMPAIGN), YORK) == []
    s = splendid()
    put(s, "edward_iv", "london")
    assert any_time_options(s, YORK) == []
    gone(s, "edward_iv")
    assert any_time_options(s, YORK) == []
