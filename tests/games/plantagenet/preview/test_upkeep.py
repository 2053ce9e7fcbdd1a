"""What Pay and Feed will cost is told before it is paid, as the rules play it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace

import pytest

from pbem.engine.dice import Fate
from pbem.engine.table import Table
from pbem.games.plantagenet.campaign.command import COMMAND, commands
from pbem.games.plantagenet.campaign.end_campaign import waste
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import Side
from pbem.games.plantagenet.components.influence import lead_of
from pbem.games.plantagenet.components.state import PASS, Depletion, Phase, State
from pbem.games.plantagenet.game import RULES
from pbem.games.plantagenet.levy.pillage import PILLAGE
from pbem.games.plantagenet.preview.facts import facts
from pbem.games.plantagenet.preview.facts_upkeep import at_next_pay, to_pay
from pbem.moderator.playing.order_lines import carry_out_lines
from pbem.moderator.reading.line_kinds import sort_orders
from pbem.orders.carry.execute import execute
from pbem.orders.carry.preview import preview
from tests.games.plantagenet.build import run
from tests.games.plantagenet.scene import IA, favour, position, put, setup_of

YORK = Side.YORK
ELSEWHERE = "truro"


def campaign(*plan: str, lords: Sequence[str] = ("york",), where: str = "cambridge", **figures: int) -> State:
    """York's Lords are together, each with these Troops and Assets; this is York's Plan."""
    s = position(IA, turn=2, phase=Phase.CAMPAIGN)
    for lord in [lord for lord in s.mats if s.box.lords[lord].side is YORK]:
        put(s, lord, where if lord in lords else ELSEWHERE, **(figures if lord in lords else {}))
    s.plans = {side: [PASS] * len(plan) for side in Side}
    s.plans[YORK] = list(plan)
    favour(s, None, "cambridge", "bury_st_edmunds")
    return s


def table_of(s: State) -> Table[State]:
    """The Campaign, from the first card on."""
    rules = replace(RULES, new_state=lambda _setup: deepcopy(s), play=commands)
    return Table.open_new(rules, setup_of(IA), Fate(bytes(32)))


def foretold(table: Table[State], *lines: str) -> tuple[str, int]:
    """What a preview says, and what it counts for certain of Influence."""
    told = preview(table, YORK, list(enumerate(lines, 1)))
    assert not [line.problem for line in told.lines if line.problem]
    return "\n".join(words for line in told.lines for words in line.words), told.costs.get("Influence", 0)


def paid(table: Table[State], *lines: str) -> int:
    """What the same lines cost when they are sent."""
    before = lead_of(table.state, YORK)
    for line in lines:
        execute(table, YORK, line)
    return before - lead_of(table.state, YORK)


@pytest.mark.parametrize("lines", [["march bury st edmunds", "pass"], ["march bury st edmunds", "march cambridge"]])
def test_4_7_what_feed_costs_when_the_card_ends_is_foretold(lines: list[str]) -> None:
    s = campaign("york", men_at_arms=8, provender=0)
    told, costs = foretold(table_of(s), *lines)
    where = "Cambridge" if "march cambridge" in lines else "Bury St Edmunds"
    assert "at Feed York is Unfed and Pillages, which costs 4 Influence" in told
    assert f"{where} is Exhausted" in told
    assert "at Feed York is Unfed and Disbands" in told
    assert costs == paid(table_of(s), *lines) > 4


def test_4_7_a_march_warns_of_feed_as_long_as_the_card_goes_on() -> None:
    told, costs = foretold(table_of(campaign("york", men_at_arms=8, provender=0)), "march bury st edmunds")
    assert "At Feed after this card York at Bury St Edmunds owes 2 Provender and has 0. Unfed, he Pillages" in told
    assert "Unfed even so, York Disbands: " in told
    assert costs == 0


def test_4_7_what_a_card_says_of_a_march_is_what_it_costs_at_each_place() -> None:
    s = campaign("york", men_at_arms=8, provender=0)
    s.wear[Locale("ely")] = Depletion.EXHAUSTED
    table = table_of(s)
    [decision] = table.open_to(YORK)
    told = next(line for line in facts(table.state, decision) if line.startswith("If York Marches, at Feed"))
    for to in ("Bury St Edmunds", "Ely"):
        cost = paid(table_of(s), f"march {to}", "pass")
        assert f"which costs {cost} Influence" in told.partition(to)[2].partition(".")[0], told
    assert "he Pillages and even so Disbands" in told
    assert "Unfed at Ely, he Disbands" in told


def test_3_2_1_who_pillages_is_told_who_disbands_even_so() -> None:
    s = campaign("york", lords=["york", "march"], men_at_arms=2, provender=0)
    told, costs = foretold(table_of(s), "march bury st edmunds all", "pass")
    assert "at Feed: If York Pillages: Unfed even so, March Disbands" in told
    assert costs == min(
        paid(table_of(s), "march bury st edmunds all", "pass", f"pillage {lord}") for lord in ("york", "march")
    )
    for lord in ("york", "march"):
        table = table_of(s)
        spent = paid(table, "march bury st edmunds all", "pass")
        assert table.open_to(YORK)[0].key == PILLAGE
        told, costs = foretold(table, f"pillage {lord}")
        assert "Unfed even so" in told
        assert costs == paid(table, f"pillage {lord}") > 4
        whole = ("march bury st edmunds all", "pass", f"pillage {lord}")
        assert foretold(table_of(s), *whole)[1] == costs + spent


def test_4_7_a_line_that_is_kept_warns_in_its_receipt() -> None:
    table = table_of(campaign("york", "york", men_at_arms=2, provender=0))
    results = carry_out_lines(table, YORK, sort_orders(table, YORK, [(1, "card 6: march bury st edmunds")]))
    (kept,) = results
    assert any("at Bury St Edmunds owes 1 Provender and has 0. Unfed, he Pillages" in told for told in kept.notes.warns)
    assert table.open_to(YORK)[0].key == COMMAND


@pytest.mark.parametrize("worn", [Depletion.EXHAUSTED, Depletion.DEPLETED])
def test_3_2_what_pay_is_told_to_cost_is_reckoned_after_grow(worn: Depletion) -> None:
    """Exhausted, a place grows Depleted before the next Pay: who is Unpaid Pillages it, and need not Disband."""
    s = campaign("york", men_at_arms=2, coin=0, provender=9)
    s.turn = next(turn for turn in range(1, s.sheet.last_turn) if s.board.calendar[turn].grow)
    s.wear[Locale("cambridge")] = worn
    told = "\n".join(to_pay(s, YORK))
    assert at_next_pay(s).wear.get(Locale("cambridge")) == (Depletion.DEPLETED if worn is Depletion.EXHAUSTED else None)
    assert "York at Cambridge owes 1 Coin and has 0. Unpaid, he Pillages" in told
    s.turn = next(turn for turn in range(1, s.sheet.last_turn) if not s.board.calendar[turn].grow)
    assert ("Unpaid, York Disbands" in "\n".join(to_pay(s, YORK))) == (worn is Depletion.EXHAUSTED)


@pytest.mark.parametrize("has", [0, 9])
def test_3_2_what_pay_is_told_to_cost_is_reckoned_after_waste(has: int) -> None:
    """Waste sets Coin and Troops to the Lord card (4.8.5): neither what is short before it nor what is hoarded counts."""
    s = campaign("york", men_at_arms=13, coin=has, provender=9)
    told = {turn: "\n".join(to_pay(replace(s, turn=turn), YORK)) for turn in (4, 5)}
    assert ("York at Cambridge owes 3 Coin and has 0" in told[4]) == (has == 0)
    assert "York at Cambridge" not in told[5]
    s.turn = 5
    foreseen = at_next_pay(s)
    run(waste(s))
    for lord, mat in s.mats.items():
        assert mat.assets == foreseen.mats[lord].assets
        assert +Counter(mat.forces) == +Counter(foreseen.mats[lord].forces)
