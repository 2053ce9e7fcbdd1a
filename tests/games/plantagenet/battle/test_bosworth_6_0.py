"""6.0 Bosworth: the blind choice of cards and Arrays, the reveal, whole Battles, and what nobody may know before."""

import re
from dataclasses import asdict
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.engine.decision import Assign, Decision, Json, Pick, PickSome, Sequence, YesNo
from pbem.engine.log.entry import fingerprint
from pbem.engine.refusal import BadLine, Illegal
from pbem.engine.table import Table
from pbem.games.plantagenet.components.box import Side
from pbem.games.plantagenet.components.state import State
from pbem.games.plantagenet.game import RULES
from pbem.orders.carry.execute import execute
from pbem.orders.words.lines import lines_for
from tests.games.plantagenet.build import (
    HENRY,
    JASPER,
    LANCASTER,
    NORFOLK,
    NORTHUMBERLAND,
    OXFORD,
    RICHARD,
    YORK,
    fight,
    open_bosworth,
)

CAPABILITIES, ARRAY = "6.0 capabilities", "6.0 array"
YORK_CARDS = {"y32": RICHARD, "y36": NORFOLK, "y1": NORTHUMBERLAND, "y2": RICHARD}
LANCASTER_CARDS = {"l34": OXFORD, "l35": HENRY, "l36": JASPER, "l13": HENRY}
YORK_ARRAY = {"left": NORTHUMBERLAND, "centre": RICHARD, "right": NORFOLK}
LANCASTER_ARRAY = {"left": JASPER, "centre": OXFORD, "right": HENRY}


def revealed() -> Table[State]:
    """Both sides have chosen."""
    table = open_bosworth()
    table.answer(YORK, CAPABILITIES, YORK_CARDS)
    table.answer(YORK, ARRAY, YORK_ARRAY)
    table.answer(LANCASTER, CAPABILITIES, LANCASTER_CARDS)
    table.answer(LANCASTER, ARRAY, LANCASTER_ARRAY)
    return table


def test_6_0_both_are_asked_at_once() -> None:
    table = open_bosworth()
    assert [(d.seat, d.key) for d in table.open()] == [
        (LANCASTER, CAPABILITIES),
        (LANCASTER, ARRAY),
        (YORK, CAPABILITIES),
        (YORK, ARRAY),
    ]


def test_6_0_the_lords_stand_on_full_mats_before_the_choice() -> None:
    s = open_bosworth().state
    assert list(s.mats) == [RICHARD, NORTHUMBERLAND, NORFOLK, HENRY, JASPER, OXFORD]
    assert s.mats[JASPER].forces == {"retinue": 1, "men_at_arms": 3, "longbowmen": 3, "militia": 0}
    assert all(len(deck) == 19 for deck in s.decks.values())


def test_6_0_the_reveal_shows_cards_array_and_valour() -> None:
    s = revealed().state
    assert s.mats[RICHARD].capabilities == ["y2", "y32"]
    assert s.mats[HENRY].capabilities == ["l13", "l35"]
    assert s.mats[HENRY].vassals == ["thomas_stanley"]
    assert fight(s).front == {YORK: [NORTHUMBERLAND, RICHARD, NORFOLK], LANCASTER: [JASPER, OXFORD, HENRY]}
    assert [s.mats[lord].valour for lord in (RICHARD, NORTHUMBERLAND, NORFOLK, HENRY, JASPER, OXFORD)] == [2, 1, 2, 3, 2, 2]
    assert [len(deck) for deck in s.decks.values()] == [15, 15]


def test_6_0_lancaster_attacks_on_neutral_ground() -> None:
    table = revealed()
    assert (fight(table.state).attacker, fight(table.state).favour) == (LANCASTER, None)
    assert [(d.seat, d.key) for d in table.open()] == [(YORK, "4.4.1 culverins")]


def test_6_0_left_faces_left() -> None:
    table = revealed()
    table.answer(YORK, "4.4.1 culverins", [])
    for side in (YORK, LANCASTER):
        table.answer(side, "4.4.2 flee", [])
    assert fight(table.state).engagements == [[NORTHUMBERLAND, JASPER], [RICHARD, OXFORD], [NORFOLK, HENRY]]


@pytest.mark.parametrize(
    ("cards", "problem"),
    [
        ({"y32": NORFOLK, "y36": NORFOLK, "y1": RICHARD, "y2": NORTHUMBERLAND}, "does not show Norfolk's badge"),
        ({"y1": NORFOLK, "y2": NORFOLK, "y32": RICHARD, "y9": RICHARD}, "Norfolk would have Culverins and Falconets twice"),
        ({"y36": NORFOLK, "y1": NORFOLK, "y9": NORFOLK, "y32": RICHARD}, "Norfolk would have more than 2 Capabilities"),
        ({"y36": NORFOLK, "y1": NORFOLK, "y32": RICHARD}, "4 are needed, not 3"),
        ({"l5": NORFOLK, "y1": NORFOLK, "y32": RICHARD, "y2": RICHARD}, "'l5' is not yours to give"),
        ({"y14": NORFOLK, "y1": NORFOLK, "y32": RICHARD, "y2": RICHARD}, "'y14' is not yours to give"),
        ({"y1": OXFORD, "y36": NORFOLK, "y32": RICHARD, "y2": RICHARD}, "nothing can be given to 'oxford'"),
    ],
)
def test_6_0_badges_two_a_lord_and_no_title_twice_bind(cards: dict[str, str], problem: str) -> None:
    with pytest.raises(Illegal, match=problem):
        open_bosworth().answer(YORK, CAPABILITIES, cards)


def test_6_0_two_lords_may_each_hold_one_of_a_doubled_title() -> None:
    table = open_bosworth()
    table.answer(YORK, CAPABILITIES, YORK_CARDS)
    assert len(table.given_by(YORK)) == 1


def test_6_0_each_lord_stands_in_one_place() -> None:
    with pytest.raises(Illegal, match="Norfolk already stands left"):
        open_bosworth().answer(YORK, ARRAY, {"left": NORFOLK, "centre": RICHARD, "right": NORFOLK})


def test_6_0_the_forms_defaults_are_legal() -> None:
    table = open_bosworth()
    while table.open() and table.state.battle is None:
        decision = table.open()[0]
        for line in lines_for(table, decision):
            execute(table, decision.seat, line)
    assert table.state.battle is not None


def test_6_0_the_winner_of_the_battle_wins_the_scenario() -> None:
    table = revealed()
    table.answer(YORK, "4.4.1 culverins", [])
    table.answer(YORK, "4.4.2 flee", [RICHARD, NORTHUMBERLAND, NORFOLK])
    assert table.over
    assert table.state.result == {"winner": LANCASTER}
    assert table.news[-1].event.name == "game_won"


@pytest.mark.parametrize("side", list(Side))
def test_6_0_what_a_card_offered_does_is_told_without_looking_at_another(side: Side) -> None:
    offered = RULES.view(open_bosworth().state, side).offered
    assert offered
    assert not [line.id for line in offered if re.search(r"\bcard [yl]\d", line.effect)]


# Twin worlds: whatever the enemy chooses before the reveal, nothing a seat can get hold of differs


def known_to(table: Table[State], seat: Side) -> str:
    """All that may reach a seat, to the byte."""
    return repr((
        asdict(RULES.view(table.state, seat)),
        [news for news in table.news if news.event.visible_to(seat)],
        table.open_to(seat) and [(d.key, d.subject, d.prompt) for d in table.open_to(seat)],
        [(d.key, answer) for d, answer in table.given_by(seat)],
        table.standing_orders(seat),
        RULES.orders.form(table.state, seat),
        [lines_for(table, d) for d in table.open_to(seat)],
        RULES.turn(table.state),
        fingerprint(table.state),
    ))  # fmt: skip


SECRETS: dict[Side, list[list[str]]] = {
    LANCASTER: [
        [],
        ["give l34 oxford"],
        ["give l34 oxford, l35 henry, l36 jasper, l13 henry"],
        ["give l1 oxford, l2 henry, l5 jasper, l13 henry"],
        ["array left henry, centre oxford, right jasper"],
        ["array left oxford, centre jasper, right henry", "give l1 oxford"],
        ["array left oxford, centre jasper, right henry", "flee oxford if troops under 3"],
        ["standing reroll all", "order right, left, centre"],
    ],
    YORK: [
        [],
        ["give y36 norfolk, y32 richard, y1 northumberland, y2 richard"],
        ["array left norfolk, centre richard, right northumberland"],
        ["array left richard", "vanguard yes"],
    ],
}


@pytest.mark.parametrize("enemy", list(Side))
def test_1_5_3_nothing_of_the_enemys_choice_is_known_before_the_reveal(enemy: Side) -> None:
    worlds = []
    for lines in SECRETS[enemy]:
        table = open_bosworth()
        for line in lines:
            execute(table, enemy, line)
        worlds.append(known_to(table, enemy.enemy))
    assert len(set(worlds)) == 1


@pytest.mark.parametrize("enemy", list(Side))
def test_1_5_3_nor_when_ones_own_choice_is_in(enemy: Side) -> None:
    own = {YORK: (YORK_CARDS, YORK_ARRAY), LANCASTER: (LANCASTER_CARDS, LANCASTER_ARRAY)}[enemy.enemy]
    worlds = []
    for lines in SECRETS[enemy]:
        table = open_bosworth()
        table.answer(enemy.enemy, CAPABILITIES, own[0])
        table.answer(enemy.enemy, ARRAY, own[1])
        for line in lines:
            execute(table, enemy, line)
        worlds.append(known_to(table, enemy.enemy))
    assert len(set(worlds)) == 1


def test_what_is_refused_before_the_reveal_tells_nothing_either() -> None:
    problems = set()
    for lines in SECRETS[LANCASTER]:
        table = open_bosworth()
        for line in lines:
            execute(table, LANCASTER, line)
        for line in ("give y14 norfolk", "hit norfolk militia", "array left oxford", "advance norfolk left"):
            with pytest.raises(BadLine) as caught:
                execute(table, YORK, line)
            problems.add((line, caught.value.problem, caught.value.nearest))
    assert len(problems) == 4


def test_standing_orders_stay_with_their_owner_during_the_battle() -> None:
    worlds = []
    for policy in ("reroll all", "reroll none", "absorb retinue"):
        table = revealed()
        execute(table, LANCASTER, f"standing {policy}")
        worlds.append(known_to(table, YORK))
    assert len(set(worlds)) == 1


# Whole games


def any_answer(data: st.DataObject, decision: Decision) -> Json:
    """A legal answer; Flight is rare."""
    match decision.shape:
        case YesNo():
            return data.draw(st.booleans())
        case Pick(options):
            return data.draw(st.sampled_from(list(options())))
        case PickSome(options):
            flees = decision.key.endswith("flee") and data.draw(st.integers(0, 9)) > 0
            return [] if flees else data.draw(st.lists(st.sampled_from(list(options())), unique=True))
        case Sequence(options):
            return data.draw(st.permutations(list(options())))
        case Assign() as shape:
            return any_pairs(data, shape)
    raise AssertionError(decision.shape)


def any_pairs(data: st.DataObject, shape: Assign) -> dict[str, str]:
    """Pairs given one after another among those that fit."""
    pairs: dict[str, str] = {}
    while len(pairs) < shape.count:
        fitting = [
            (i, b) for i in shape.items() if i not in pairs for b in shape.bins() if shape.pair_refusal(i, b, pairs) is None
        ]
        item, bin_ = data.draw(st.sampled_from(fitting))
        pairs[item] = bin_
    return pairs


def picture(table: Table[State]) -> Any:
    """What both seats see, and the position."""
    return [asdict(RULES.view(table.state, side)) for side in Side], fingerprint(table.state)


@settings(max_examples=30, deadline=None)
@given(st.data(), st.binary(min_size=32, max_size=32))
def test_any_battle_ends_keeps_its_invariants_and_is_restored(data: st.DataObject, key: bytes) -> None:
    table = open_bosworth(key)
    while not table.over:
        decision = data.draw(st.sampled_from(table.open()))
        table.answer(decision.seat, decision.key, any_answer(data, decision))
        assert RULES.checks(table.state) == []
        assert len(table.entries) < 3000
    other = Table.restore(RULES, table.setup, table.chance, table.entries)
    assert picture(other) == picture(table)
    assert other.news == table.news
    assert table.state.result["winner"] in (YORK, LANCASTER, None)


@settings(max_examples=10, deadline=None)
@given(st.binary(min_size=32, max_size=32))
def test_a_battle_by_standing_orders_asks_nothing_more(key: bytes) -> None:
    table = open_bosworth(key)
    for seat in Side:
        for line in RULES.orders.form(table.state, seat):
            execute(table, seat, f"standing battle {line}")
        for decision in table.open_to(seat):
            for line in lines_for(table, decision):
                execute(table, seat, line)
    assert table.over
    assert RULES.checks(table.state) == []
