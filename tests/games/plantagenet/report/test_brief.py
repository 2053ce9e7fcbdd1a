"""The story of a Turn in brief: what Events come to, and nothing that they do not say."""

from typing import Any

from pbem.engine.event import Event
from pbem.engine.table import Table
from pbem.games import GAMES
from pbem.games.plantagenet.components.state import State
from pbem.games.plantagenet.report.brief import brief, fates
from pbem.lab.play.random_games import play_at_random
from pbem.moderator.core.setups import load_setup
from pbem.resources import scenarios_dir

RULES = GAMES["plantagenet"]


def start(scenario: str = "ib_towton") -> State:
    state = RULES.new_state(load_setup(RULES, scenario, scenarios_dir()))
    assert isinstance(state, State)
    return state


def favour(locale: str, side: str | None) -> Event:
    return Event("1.3.1", "favour", {"locale": locale, "side": side})


def influence(side: str, points: int, why: str) -> Event:
    return Event("1.4.1", "influence", {"side": side, "points": points, "why": why, "total": 0})


def disbands(lord: str, rule: str = "4.4.3", exile: bool = False) -> Event:
    return Event(rule, "disbands", {"side": "york", "lord": lord, "box": 5, "exile": exile})


def removed(lord: str, status: str) -> Event:
    return Event("4.4.3", "lord_removed", {"side": "york", "lord": lord, "status": status})


def told(*events: Event) -> dict[str, dict[str, Any]]:
    (turn,) = brief(start(), [events])
    return {event.name: event.data for event in turn}


# Favour and Influence


def test_1_3_1_a_stronghold_that_comes_back_has_not_changed() -> None:
    back = (favour("dover", None), favour("dover", "york"))
    assert told(*back, favour("oxford", None), favour("ely", "lancaster"))["brief_favour"] == {
        "york": [],
        "lancaster": ["ely"],
        "neutral": ["oxford"],
    }


def test_1_3_1_a_turn_is_compared_with_the_one_before_it() -> None:
    first, second = brief(start(), [[favour("ely", "lancaster")], [favour("ely", "york")]])
    assert [event.data["lancaster"] for event in first] == [["ely"]]
    assert [event.data["york"] for event in second] == [["ely"]]


def test_1_4_1_influence_is_summed_by_side_and_reason_the_greatest_first() -> None:
    (turn,) = brief(
        start(),
        [[influence("york", -1, "check"), influence("york", 4, "Battle won"), influence("york", -4, "check")]],
    )
    assert [event.data for event in turn] == [{"side": "york", "reasons": [["check", -5], ["Battle won", 4]], "sum": -1}]


def test_a_turn_in_which_nothing_is_told_is_empty() -> None:
    assert brief(start(), [[Event("3.0", "levy_begins", {"turn": 1})]]) == [[]]


# Battles and Lords

FOUGHT = (
    Event("4.4", "battle_begins", {"place": "ely", "attacker": "york", "york": ["march"], "lancaster": ["exeter_1"]}),
    Event("4.4.2", "round_begins", {"round": 1}),
    Event("4.4.2", "flees", {"side": "lancaster", "lord": "exeter_1"}),
    Event("4.4.2", "unit_routs", {"side": "york", "lord": "march", "unit": "militia"}),
    Event("4.4.2", "round_begins", {"round": 2}),
    Event("4.4.3", "battle_ends", {"place": "ely", "winner": "york"}),
    Event("4.4.3", "losses", {"side": "york", "lord": "march", "unit": "militia", "die": 6, "top": 1, "saved": False}),
    disbands("exeter_1"),
)


def test_4_4_a_battle_is_told_with_its_rounds_its_winner_and_what_it_cost() -> None:
    assert told(*FOUGHT)["brief_battle"] == {
        "place": "ely",
        "attacker": "york",
        "york": ["march"],
        "lancaster": ["exeter_1"],
        "rounds": 2,
        "winner": "york",
        "routed": {"york": 1, "lancaster": 0},
        "lost": 1,
        "fled": ["exeter_1"],
        "fates": {"disbanded": ["exeter_1"]},
    }


def test_4_7_who_disbands_for_want_of_provender_after_a_battle_is_no_loss_of_it() -> None:
    done = told(*FOUGHT, disbands("march", "4.7"))
    assert done["brief_battle"]["fates"] == {"disbanded": ["exeter_1"]}
    assert done["brief_lords"]["fates"] == {"disbanded": ["march"]}


def test_two_battles_of_a_turn_are_told_apart() -> None:
    (turn,) = brief(start(), [[*FOUGHT, *FOUGHT]])
    assert [event.data["rounds"] for event in turn if event.name == "brief_battle"] == [2, 2]


def test_of_two_fates_of_a_lord_the_graver_is_told() -> None:
    assert fates([disbands("march"), removed("march", "dead")]) == {"dead": ["march"]}
    assert fates([removed("march", "shipwrecked"), disbands("march")]) == {"shipwrecked": ["march"]}
    assert fates([disbands("march", exile=True)]) == {"exile": ["march"]}
    assert fates([removed("gloucester_1", "replaced")]) == {}


# Whole games


def test_every_turn_of_a_random_game_can_be_told_and_the_balance_is_that_of_the_track() -> None:
    table = play_at_random(RULES, load_setup(RULES, "ia_henry_vi", scenarios_dir()), "in brief")
    turns = by_turn(table)
    assert len(turns) > 1
    at = start("ia_henry_vi").influence
    for events, short in zip(turns, brief(start("ia_henry_vi"), turns), strict=True):
        sums = {event.data["side"]: event.data["sum"] for event in short if event.name == "brief_influence"}
        at += sums.get("lancaster", 0) - sums.get("york", 0)
        totals = [event.data["total"] for event in events if event.name == "influence"]
        assert not totals or at == totals[-1]
        assert len(short) <= 12
    assert short[-1].name in ("game_won", "game_drawn")


def test_6_0_the_rounds_of_bosworth_count_the_routed() -> None:
    table = play_at_random(RULES, load_setup(RULES, "bosworth", scenarios_dir()), "in brief")
    turns = by_turn(table)
    short = brief(start("bosworth"), turns)
    routed = [event for events in turns for event in events if event.name == "unit_routs"]
    assert routed
    rounds = [event.data for events in short for event in events if event.name == "brief_round"]
    assert sum(each["york"] + each["lancaster"] for each in rounds) == len(routed)


def by_turn(table: Table[Any]) -> list[list[Event]]:
    turns: list[list[Event]] = []
    for news in table.news:
        if RULES.reports.stamp(table.state, news.event) is not None:
            turns.append([])
        if turns:
            turns[-1].append(news.event)
    return turns
