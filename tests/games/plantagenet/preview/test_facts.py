"""Facts under questions: costs and odds are those of the rules, what is coming is told, nothing hidden enters."""

from __future__ import annotations

import re
from copy import deepcopy

import pytest

from pbem.engine.decision import Decision, Pick, PickSome
from pbem.engine.game.forecast import faces
from pbem.games.plantagenet.campaign.command import COMMAND, command_menu, command_prompt
from pbem.games.plantagenet.campaign.intercept import INTERCEPT, Band, prompt_for, valour_roll
from pbem.games.plantagenet.campaign.tides import awards
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import Card, Lord, Side
from pbem.games.plantagenet.components.held import PLAY, menu, plays
from pbem.games.plantagenet.components.lords import disband_lord
from pbem.games.plantagenet.components.ratings import valour_of
from pbem.games.plantagenet.components.state import State
from pbem.games.plantagenet.components.subjects import Coming
from pbem.games.plantagenet.levy.muster import MUSTER, muster_options, open_muster
from pbem.games.plantagenet.levy.muster import prompt_for as muster_prompt
from pbem.games.plantagenet.levy.pay import DISBAND, price_of_lords
from pbem.games.plantagenet.levy.pillage import price_of
from pbem.games.plantagenet.preview.facts import facts
from pbem.games.plantagenet.preview.facts_upkeep import to_pay
from tests.games.plantagenet.build import run
from tests.games.plantagenet.preview.test_forecast import positions
from tests.games.plantagenet.scene import (
    IA,
    II,
    III,
    acting,
    active,
    capability,
    favour,
    hold,
    in_effect,
    position,
    put,
    vassal,
)

YORK, LANCASTER = Side.YORK, Side.LANCASTER


def of_muster(s: State) -> str:
    """What is told of a Muster, as one text."""
    assert s.muster is not None
    side = s.muster.side
    shape = menu(s, side, lambda: muster_options(s))
    return "\n".join(facts(s, Decision(side, MUSTER, s.muster.lord or side, muster_prompt(s), shape, lambda: "done")))


def of_command(s: State) -> str:
    """What is told of a Command card, as one text."""
    assert s.command is not None
    side, lord = s.command.side, s.command.lord
    shape = command_menu(s, side, lord)
    return "\n".join(facts(s, Decision(side, COMMAND, lord, command_prompt(s, lord), shape, lambda: "pass")))


def mustering(*events: str) -> State:
    """York acts at Ely, in a Levy of the second Turn."""
    s = position(IA, turn=2)
    put(s, "york", "ely", men_at_arms=2, militia=4, coin=0, provender=0)
    favour(s, YORK, "ely", "bury_st_edmunds")
    favour(s, None, "cambridge")
    in_effect(s, *events)
    acting(s, "york")
    return s


def test_a_muster_tells_what_parleys_cost_and_their_odds() -> None:
    told = of_muster(mustering())
    assert "Cambridge (1 Way, 2 Influence)" in told
    rating = position(IA).box.lords[Lord("york")].influence
    assert f"The check of a Parley: succeeds on {faces(rating)}" in told
    assert "whether or not it succeeds" in told


def test_3_4_the_choice_of_a_lord_says_what_follows_it() -> None:
    s = mustering()
    assert s.muster is not None
    assert 'After each Lord you are asked who acts next, until "done" ends your whole Muster.' not in of_muster(s)
    s.muster.lord = None
    assert 'After each Lord you are asked who acts next, until "done" ends your whole Muster.' in of_muster(s)


def test_a_vote_is_told_with_the_line_that_uses_it() -> None:
    told = of_muster(mustering("y18"))
    assert "Succession (y18) is in force: one Parley of York" in told
    assert "parley PLACE with Succession" in told
    assert "Succession" not in of_muster(mustering())


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ("y14", "Influence +1 in Parleys"),
        ("y16", "levy troops 1 militia"),
        ("y20", "Influence +2"),
        ("y22", "loyalty LORD"),
        ("y35", "Influence +1"),
        ("l9", "costs 1 Coin first"),
        ("l34", "costs 2 Influence more"),
    ],
)
def test_events_in_force_are_told_where_they_bear(event: str, said: str) -> None:
    assert said in of_muster(mustering(event))


@pytest.mark.parametrize(
    ("event", "said"), [("y8", "exile BOX"), ("y6", "one action"), ("l21", "may Sail"), ("l10", "entire card")]
)
def test_events_in_force_are_told_on_a_card(event: str, said: str) -> None:
    s = position(IA, turn=2)
    put(s, "york", "ely")
    in_effect(s, event)
    active(s, "york")
    assert said in of_command(s)


def test_capabilities_are_named_in_half_a_line_and_held_cards_in_full() -> None:
    s = mustering()
    told = of_muster(s)
    assert "Harbingers (y7): each Supply yields double" in told
    assert "Fair Arbiter" not in told  # Salisbury's
    hold(s, "y13")
    assert f"play Aspielles (y13): {s.box.cards[Card('y13')].event.effect}" in of_muster(s)


def test_who_cannot_be_paid_is_told_with_what_it_costs() -> None:
    s = mustering()
    cost = price_of(s.board.row(Locale("ely")))
    assert "At the next Pay (Turn 3) York at Ely owes 1 Coin and has 0" in of_muster(s)
    assert f"Unpaid, he Pillages, which costs {cost} Influence" in of_muster(s)
    put(s, "york", "ely", coin=1)
    assert "owes" not in of_muster(s)


def test_vassals_due_at_the_next_pay_are_told() -> None:
    s = mustering()
    name = next(iter(s.ready))
    vassal(s, name, "york", 3)
    assert f"these Vassals are due: {s.box.vassals[name].name}" in of_muster(s)


def test_the_last_turn_threatens_with_no_pay() -> None:
    s = mustering()
    s.turn = s.sheet.last_turn
    assert "next Pay" not in of_muster(s)


def test_a_card_tells_ways_tax_and_feed() -> None:
    s = position(IA, turn=2)
    put(s, "york", "ely", men_at_arms=8, provender=1, coin=9)
    favour(s, YORK, "ely")
    active(s, "york")
    told = of_command(s)
    assert "March to " in told
    assert "If York Marches, at Feed after this card York owes 2 Provender (here he has 1)" in told
    assert "Tides of War, as things stand" in told


def test_4_6_4_a_parley_at_ones_own_place_is_told_without_a_check() -> None:
    s = position(IA, turn=2)
    put(s, "york", "cambridge")
    favour(s, None, "cambridge", "ely", "bury_st_edmunds", "bedford", "st_albans")
    active(s, "york")
    told = of_command(s)
    assert "Parley Cambridge (0 Influence, succeeds without a roll)" in told
    assert "The check of a Parley" not in told


def test_4_3_3_a_card_tells_of_the_free_second_highway_before_and_after_the_first() -> None:
    s = position(IA, turn=2)
    put(s, "york", "cambridge")
    active(s, "york")
    assert "a second Highway at once, with the same Lords or fewer, takes none" in of_command(s)
    assert s.command is not None
    s.command.spent, s.command.second_leg = 2, [Lord("york")]
    assert "Now this takes no action: " in of_command(s)
    s.command.spent, s.command.second_leg = 1, [Lord("york")]
    told = of_command(s)
    assert "Ely (Highway)" in told
    assert "Ely" in told.partition("Now this takes no action: ")[2].partition(".")[0]


def test_a_check_for_tax_says_that_it_costs_in_any_case() -> None:
    s = position(IA, turn=2)
    put(s, "york", "london")
    favour(s, YORK, "london")
    active(s, "york")
    assert "Tax London: costs 1 Influence, 1 Command action whether or not it succeeds" in of_command(s)


def test_the_tides_are_those_of_the_rules() -> None:
    s = position(II)
    active(s, "warwick_l")
    ours, theirs = (sum(award.points for award in awards(s, side)) for side in (LANCASTER, YORK))
    assert f"Tides of War, as things stand: {ours} Influence to you, {theirs} to the Enemy" in of_command(s)


def test_one_lord_is_asked_by_name_with_his_odds() -> None:
    s = position(IA)
    put(s, "york", "ely")
    capability(s, "york")
    assert prompt_for(s, [Lord("york")], "Somerset at Ely").startswith(
        "Will York try to Intercept Somerset at Ely (succeeds on 1"
    )
    assert prompt_for(s, [Lord("york"), Lord("march")], "Somerset at Ely") == "Who tries to Intercept Somerset at Ely?"
    shape = Pick(lambda: ["none", Band(Lord("york"))])
    coming = Coming((Lord("somerset_1"),), Locale("cambridge"))
    told = facts(s, Decision(YORK, INTERCEPT, coming, "", shape, lambda: "none"))
    assert "York at Ely: succeeds on" in told[0]


@pytest.mark.parametrize("cards", [(), ("l13",)])
def test_4_3_4_a_lord_without_valour_is_not_told_that_a_1_succeeds(cards: tuple[str, ...]) -> None:
    s = position(IA)
    put(s, "henry_vi", "ely")
    capability(s, "henry_vi", *cards)
    valour = valour_of(s, Lord("henry_vi"))
    passed = [die for die in range(1, 7) if run(valour_roll(s, Lord("henry_vi"), Locale("cambridge")), dice=[die])]
    told = prompt_for(s, [Lord("henry_vi")], "York at Cambridge")
    assert passed == list(range(1, valour + 1))
    assert (f"(succeeds on 1-{valour})" if cards else "(no roll succeeds)") in told


def test_3_2_a_lord_at_sea_is_told_of_no_pay_there() -> None:
    """4.8.2 Nobody is at Sea in a Levy."""
    s = position(IA, turn=2)
    put(s, "york", "north_sea", coin=0)
    assert not any("York" in line for line in to_pay(s, YORK))


@pytest.mark.parametrize(("scenario", "seed"), [("ia_henry_vi", "facts"), (II, "facts hidden")])
def test_no_fact_depends_on_what_its_reader_cannot_see(scenario: str, seed: str) -> None:
    told = 0
    for table, decision in positions(scenario, seed, 250):
        side = Side(decision.seat)
        other = deepcopy(table.state)
        before = facts(other, decision)
        other.held[side.enemy] = other.held[side.enemy][1:]
        other.decks[side.enemy] = []
        other.plans[side.enemy] = ["pass"] * len(other.plans[side.enemy])
        if other.hidden_mats and other.battle is None:
            for lord, mat in other.mats.items():
                if other.box.lords[lord].side is not side:
                    mat.capabilities, mat.assets = [], dict.fromkeys(mat.assets, 0)
        assert facts(other, decision) == before
        told += bool(before)
    assert told > 100


def test_3_1_3_who_can_play_none_of_the_held_events_is_told_why_the_question_comes() -> None:
    s = position(IA)
    hold(s, "y9", "y2")
    asked = Decision(YORK, PLAY, "", "", plays(list))
    assert "You are asked all the same, or the Enemy could tell" in " ".join(facts(s, asked))
    asked = Decision(YORK, PLAY, "", "", plays(lambda: [Card("y2")]))
    assert "asked all the same" not in " ".join(facts(s, asked))


def test_4_3_2_what_a_march_leaves_behind_is_told_before_it() -> None:
    s = mustering()
    active(s, "york")
    assert "behind, for want of Carts" not in of_command(s)
    put(s, "york", "ely", provender=5, carts=2)
    assert "If he Marches alone, he leaves 3 Provender behind, for want of Carts." in of_command(s)


def test_1_4_2_how_a_raise_is_written_is_shown_by_an_order_that_can_have_it() -> None:
    s = mustering()
    assert "What you spend on a check" not in of_muster(s)  # York's rating is as high as can be
    put(s, "rutland", "ely")
    acting(s, "rutland")
    assert re.search(
        r"What you spend on a check beside its cost, 1[^:]*, stands behind the order: parley [A-Z].* spend 1\.", of_muster(s)
    )
    put(s, "rutland", "london")
    favour(s, YORK, "london")
    active(s, "rutland")
    assert re.search(
        r"What you spend on a check beside its cost, 1[^:]*, stands behind the order: .* spend 1\.", of_command(s)
    )


def test_3_2_2_who_is_excused_by_percys_power_is_told_so() -> None:
    s = position(IA, turn=2)
    for lord, where in (("northumberland_l", "carlisle"), ("somerset_1", "newcastle"), ("henry_vi", "london")):
        put(s, lord, where)
    capability(s, "northumberland_l", "l14")
    name = next(iter(s.ready))
    vassal(s, name, "somerset_1", 3)
    lords = [Lord("northumberland_l"), Lord("somerset_1"), Lord("henry_vi")]
    asked = Decision(LANCASTER, DISBAND, LANCASTER, "?", PickSome(lambda: lords, 0, 3), list)
    prices = [int(line.split(": ")[1].split()[0]) for line in facts(s, asked)]
    assert prices == [0, 0, 1]
    assert sum(prices) == price_of_lords(s, LANCASTER)
    assert not any("are due" in line for line in to_pay(s, LANCASTER))
    put(s, "northumberland_l", "london")
    assert any("are due" in line for line in to_pay(s, LANCASTER))


def test_3_2_4_who_disbands_from_an_exile_box_is_not_told_of_levy() -> None:
    s = position(IA, turn=2)
    put(s, "york", "ireland")
    asked = Decision(YORK, DISBAND, YORK, "?", PickSome(lambda: [Lord("york")], 0, 1), list)
    (told,) = facts(s, asked)
    disband_lord(s, Lord("york"), "3.2.2")
    assert s.lords[Lord("york")].exile
    assert f"can come back from Exile from Turn {s.lords[Lord('york')].box}" in told
    assert "Levied" not in told


@pytest.mark.parametrize("event", ["", "l35"])
def test_3_4_henry_tudor_under_margaret_beaufort_is_told_what_he_can_levy(event: str) -> None:
    s = position(III)
    put(s, "henry_tudor", "ely")
    favour(s, None, "ely")
    if event:
        in_effect(s, event)
    open_muster(s, LANCASTER)
    told = next(line for line in of_muster(s).splitlines() if line.startswith("Henry Tudor at Ely"))
    assert ("and Levy Vassals" in told) == bool(event)
