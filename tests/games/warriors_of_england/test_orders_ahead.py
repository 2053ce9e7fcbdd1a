"""Orders written before their question: for how long, for which segment, and what they name."""

from pathlib import Path

import pytest

from pbem.engine.dice import Fate
from pbem.engine.refusal import BadLine
from pbem.engine.table import Table
from pbem.games import GAMES
from pbem.games.warriors_of_england.battle.battle import begin
from pbem.games.warriors_of_england.battle.withdrawal import may_withdraw
from pbem.games.warriors_of_england.components.board import Area, Side
from pbem.games.warriors_of_england.components.state import Phase, State
from pbem.games.warriors_of_england.orders import policies
from pbem.lab.play.random_games import play_at_random
from pbem.moderator.core.setups import load_setup
from pbem.orders.carry.execute import execute
from pbem.orders.carry.letter import LetterOrders
from pbem.orders.reading.standard import standard_lines
from tests.games.warriors_of_england.scene import LANCASTER, YORK, position, put

RULES = GAMES["warriors_of_england"]


@pytest.fixture
def table() -> Table[State]:
    """The first campaign of York's, the draft done."""
    table = Table.open_new(RULES, load_setup(RULES, "campaign", Path("scenarios")), Fate(b"1" * 32))
    for line in ("choose stanley", "choose arundel", "choose rivers", "choose william stanley"):
        execute(table, table.open()[0].seat, line)
    assert table.open()[0].seat == YORK
    return table


def kept(table: Table[State], line: str) -> str:
    """What is said to a line of York's."""
    return execute(table, YORK, line)


def refused(table: Table[State], line: str) -> str:
    with pytest.raises(BadLine) as caught:
        execute(table, YORK, line)
    return caught.value.problem


def test_11_2_a_play_is_kept_for_the_placing_of_its_turn_only(table: Table[State]) -> None:
    assert kept(table, "place none") == "kept for the placing of Nobles in turn 1: place none"
    assert [line.segment for line in table.waiting[Side.YORK]] == ["the placing of Nobles in turn 1"]
    assert not table.orders_of(YORK)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("place usual", "place usual (kept for this turn)"),
        ("standing place edward iv burgundy, stanley", "standing place Edward IV Burgundy, Stanley (kept for this turn)"),
        ("standing stay", "standing stay (kept for this turn)"),
        ("withdraw wales york, northwest", "withdraw Wales York, Northwest (kept for this turn)"),
        ("return percy", "return Percy (kept for this turn)"),
        ("standing game try none", "standing try none (kept for this game)"),
    ],
)
def test_an_order_says_how_long_it_holds(table: Table[State], line: str, said: str) -> None:
    assert kept(table, line) == said


def test_one_line_ends_no_other_order_than_it_names(table: Table[State]) -> None:
    kept(table, "standing game intrigue percy")
    assert "all" in refused(table, "withdraw all london")
    assert "intrigue stanley" in refused(table, "withdraw intrigue stanley")
    assert [order.verb for order in table.orders_of(YORK)] == ["intrigue"]
    assert kept(table, "withdraw intrigue percy") == "withdraw intrigue Percy"
    assert not table.orders_of(YORK)


def test_a_whole_name_is_no_beginning_of_another(table: Table[State]) -> None:
    """York is a Noble: who leaves the area out does not mean Yorkshire."""
    assert "name of York" in refused(table, "march welles york")
    execute(table, YORK, "march welles yorkshire")


def test_several_nobles_between_commas_only(table: Table[State]) -> None:
    assert "one Noble at a time" in refused(table, "standing place stanley arundel")
    assert "name one area" in refused(table, "standing withdraw wales northwest")


def test_7_6_a_standing_withdrawal_saves_the_best_who_can_go() -> None:
    s = position(Phase.BATTLES)
    put(s, LANCASTER, "north_midlands", roos=0, arundel=4)
    put(s, YORK, "north_midlands", york=6)
    begin(s, Area("north_midlands"))
    asked = may_withdraw(s, LANCASTER).send(None)[0]
    plan = policies.WITHDRAW.read(s, LANCASTER, "northwest")
    assert policies.WITHDRAW.answer(s, asked, plan) == "withdraw northwest arundel"
    plan = policies.WITHDRAW.read(s, LANCASTER, "northwest roos")
    assert policies.WITHDRAW.answer(s, asked, plan) == "withdraw northwest roos"


def test_13_0_behind_the_end_of_the_game_a_line_is_refused_with_that() -> None:
    table = play_at_random(RULES, load_setup(RULES, "campaign", Path("scenarios")), "1")
    assert refused(table, "march welles yorkshire") == "the game is over"


def test_a_heading_that_comes_again_is_for_the_turn_after(table: Table[State]) -> None:
    letter = ["campaigns:", "march welles yorkshire", "placing:", "place none", "campaigns:", "pass"]
    orders = LetterOrders(table, YORK, letter)
    told = [orders.execute(place) for place in range(len(letter))]
    assert told[4] == "the Campaign Phase of turn 2"
    assert told[5] == "kept for the Campaign Phase of turn 2: pass"


@pytest.mark.parametrize("heading", ["next campaigns", "campaigns of turn 2", "campaigns turn 2", "the next campaigns"])
def test_a_heading_that_names_a_later_turn_is_for_that(table: Table[State], heading: str) -> None:
    assert kept(table, f"{heading}: pass") == "kept for the Campaign Phase of turn 2: pass"
    assert refused(table, "campaigns turn 3: march welles yorkshire").startswith(
        'there is no "campaigns 3" of yours to come'
    )
    assert kept(table, "campaigns turn 1: march welles yorkshire") == "march Welles Yorkshire"


def test_a_heading_behind_a_later_one_is_for_this_turn_still(table: Table[State]) -> None:
    letter = ["placing:", "place none", "campaigns:", "march welles yorkshire"]
    orders = LetterOrders(table, YORK, letter)
    told = [orders.execute(place) for place in range(len(letter))]
    assert told[2] == "the Campaign Phase of turn 1"
    assert told[3] == "march Welles Yorkshire"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("place grey london", "Grey of Ruthin is always placed at home, in South Midlands: name no area"),
        ("place edward iv", "Edward IV has a crown: name the area"),
        ("place nine", "place needs a Noble, or none"),
        ("lose stanley 2, york 1", "numbers are for when the hits are known; in advance name only who loses Troops first"),
    ],
)
def test_what_can_never_be_carried_out_is_refused_at_once(table: Table[State], line: str, why: str) -> None:
    assert why in refused(table, line)


def test_a_heading_that_comes_again_is_for_the_turn_after_also_behind_a_refused_line(table: Table[State]) -> None:
    letter = ["march york scotland", "placing:", "place none", "campaigns:", "pass"]
    orders = LetterOrders(table, YORK, letter)
    with pytest.raises(BadLine):
        orders.execute(0)
    told = [orders.execute(place) for place in (1, 2, 3, 4) if orders.waits_for(place) is None]
    assert told[-1] == "kept for the Campaign Phase of turn 2: pass"


def test_what_gives_something_up_is_said_by_its_own_word(table: Table[State]) -> None:
    assert "stay" not in standard_lines(table, "we fight on")


@pytest.mark.parametrize("line", ["we pass", "I will pass", "then pass"])
def test_who_passes_needs_no_name(line: str, table: Table[State]) -> None:
    assert standard_lines(table, line) == ["pass"]
    assert standard_lines(table, f"campaigns: {line}") == ["campaigns: pass"]
