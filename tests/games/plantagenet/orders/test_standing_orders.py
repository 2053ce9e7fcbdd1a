"""Standing orders at their questions: which they answer, how, and what is said of it."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.decision import Assign, Decision, Json, Pick, PickSome, Sequence, Split, YesNo
from pbem.engine.refusal import BadLine, Illegal
from pbem.engine.table import Table
from pbem.games.plantagenet.campaign import approach
from pbem.games.plantagenet.campaign.march import March, march
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.held import plays
from pbem.games.plantagenet.components.state import State
from pbem.orders.carry.execute import execute
from tests.games.plantagenet.build import YORK
from tests.games.plantagenet.ordering import SOMERSET, answered, answers, asking, campaign, notes, played, table_of
from tests.games.plantagenet.scene import IA, acting, hold, position, put

# In words


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("standing intercept with york at oxford if they are fewer", "intercept York at Oxford if they are fewer"),
        ("approach: exile if outnumbered 2 to 1 else battle", "approach exile if outnumbered 2 to 1 else battle"),
        (
            "hits: militia, then longbowmen, retinue last",
            "absorb Militia, Longbowmen, Mercenaries, Handgunners, Men-at-Arms, Vassal, Retinue",
        ),
        ("valour: retinue only", "reroll Retinue"),
        ("pay: from york first", "pay from York first"),
        ("feed: from york first", "feed from York first"),
        ("pillage york at london", "pillage York at London"),
        ("never pillage london", "pillage never London"),
        ("never pillage", "pillage never"),
        ("standing pillage none", "pillage never"),
        ("never pillage york", "pillage never York"),
        ("never pillage with york, ely", "pillage never with York, Ely"),
        ("never pillage in wales", "pillage never in Wales"),
        ("never pillage london if influence under 5", "pillage never London if influence under 5"),
        ("hold blocked ford for henry", "hold Blocked Ford (y11) for Henry VI"),
        ("never disband warwick", "disband never Warwick"),
        ("always pay hastings", "pay always Hastings"),
        ("never intercept", "intercept none"),
        ("array: centre warwick, left york for this battle", None),
        ("standing array: centre warwick, left york", "array centre Warwick, left York"),
        ("flee if outnumbered 3 to 1", "flee all if outnumbered 3 to 1"),
        ("flee if outnumbered three to one", "flee all if outnumbered 3 to 1"),
        ("flee york if troops fewer than five", "flee York if troops under 5"),
        (
            "flee york if he has fewer than 5 troops, march if valour < one",
            "flee York if York has under 5 troops, March if valour under 1",
        ),
        ("flee york unless ely is friendly and they are fewer", "flee York unless Ely is friendly and they are fewer"),
        ("never flee with york", "flee never York"),
        ("never flee", "flee none"),
        ("flee york if troops under 3, march if they are more", "flee York if troops under 3, March if they are more"),
        ("spoils: all to york", "spoils to York first"),
        ("spoils: equally", "spoils equally"),
        ("drop: from warwick first", "drop from Warwick first"),
        ("standing waste: york, then warwick", "waste York, Warwick"),
        ("gain: to york first", "gain to York first"),
        ("lose militia first then the rest", "lose Militia first, the others"),
        ("caltrops centre first", "caltrops to centre first"),
        ("cancel if influence over 10 else no", "cancel yes if influence over 10 else no"),
        ("standing parley yes at london", "parley yes at London"),
        ("standing land dover once", "land Dover once"),
        ("never reroll militia", "reroll never Militia"),
        ("intercept none for this game", "intercept none"),
        ("exile if ely is not friendly", "exile all unless Ely is friendly"),
        ("exile york unless at ely and exhausted", "exile York unless at Ely and exhausted"),
        ("exile unless we outnumber them 3 to 2", "exile all unless we outnumber them 3 to 2"),
        ("play flank attack for somerset", "play Flank Attack (y2) for Somerset"),
        ("regroup york if he has at least 3 routed troops", "regroup York if York has at least 3 Routed"),
        ("regroup york when losses over two", "regroup York if York has over 2 Routed"),
        ("standing regroup york before lord rout", "regroup York before Lord Rout"),
        ("regroup york if before melee and troops under 3", "regroup York if before Melee and York has under 3 troops"),
        ("regroup ask after flee", "regroup ask after Flee"),
        ("deaths march, then york", "deaths March, York"),
        ("regroup ask if round over 1", "regroup ask if round over 1"),
        ("advance york centre, york left", "advance York centre, York left"),
    ],
)
def test_an_order_in_words_is_said_back_and_reads_back_the_same(line: str, said: str | None) -> None:
    table = table_of(campaign(), asking())
    if said is None:
        with pytest.raises(Illegal, match="there is no battle now"):
            execute(table, YORK, line)
        return
    assert execute(table, YORK, line).removeprefix("standing ").partition(" (kept for")[0] == said
    (order,) = table.orders_of(YORK)
    again = table_of(campaign(), asking())
    execute(again, YORK, f"standing {order.scope.name} {said}")
    assert again.orders_of(YORK) == [order]


@pytest.mark.parametrize(
    ("line", "problem", "near"),
    [
        ("standing intercept somerset", "Somerset is not one of your Lords", None),
        ("standing land ely", "Ely is not a Port", None),
        ("standing return york", "York is not one of your Exile boxes", None),
        ("never pillage scotland", "Scotland is not a Stronghold", None),
        ("always pillage london", "I do not know what", None),
        ("always play none", '"always" does not go with "play none"', "standing play none"),
        ("intercept all", "name the Lord first", None),
        ("standing land none", "must be answered with a name", None),
        ("standing intercept york at yrok", "I do not know what", "standing intercept york at York"),
        ("standing intercept york if they are fwer", "is not a condition", "standing intercept york if they are fewer"),
        ("standing intercept none else york", '"else" needs a condition', None),
        ("never play blocked ford", "tell the Enemy", None),
        ("never charity york", "tell the Enemy", None),
        ("standing hold blocked ford", "needs to be told when", None),
        ("standing battle flee none", "there is no battle now", None),
        ("standing array centre york, left york", "a Lord or a position stands there twice", None),
        ("standing array centre somerset", "not one of your Lords", None),
        ("standing drop 2 york", "numbers are for the question", None),
    ],
)
def test_what_can_never_apply_is_refused_with_why(line: str, problem: str, near: str | None) -> None:
    table = table_of(campaign(), asking())
    with pytest.raises(BadLine) as caught:
        execute(table, YORK, line)
    assert problem in caught.value.problem
    assert near is None or near in caught.value.nearest
    assert table.orders_of(YORK) == []


# Intercept and Approach


def somerset_marches(*lines: str) -> Table[State]:
    """Somerset, with three units, Marches from Wells to Salisbury, next to York and March."""
    s = campaign()
    put(s, "york", "winchester", men_at_arms=2, militia=3)

    async def flow(state: State) -> None:
        await march(state, SOMERSET, March(Locale("salisbury")))

    return played(s, flow, *lines)


@pytest.mark.parametrize(
    ("line", "answer", "note"),
    [
        (
            "intercept york at salisbury if they are fewer",
            "york",
            "1. intercept York at Salisbury if they are fewer (they have 2 units, you have 6): intercept York",
        ),
        ("intercept york if they are more", None, None),
        ("intercept york if they are more else none", "none", None),
        ("intercept york at london", None, None),
        ("intercept york near winchester", "york", "1. intercept York near Winchester: intercept York"),
        ("intercept york for somerset", "york", "1. intercept York for Somerset: intercept York"),
        ("intercept york for henry", None, None),
        ("intercept march", None, None),
        ("intercept march, york", "york", "intercept York"),
        ("intercept none once", "none", "1. intercept none once: intercept none"),
        ("never intercept with york", "none", "intercept none"),
    ],
)
def test_4_3_4_orders_to_intercept(line: str, answer: str | None, note: str | None) -> None:
    table = somerset_marches(line)
    assert answers(table) == ([answer] if answer else [])
    assert note is None or notes(table)[0] == note
    if answer is None:
        assert [d.key for d in table.open()] == ["4.3.4 intercept"]


def test_the_bound_order_comes_before_the_general_one() -> None:
    lines = ("intercept none", "intercept york at salisbury if they are fewer")
    assert answers(somerset_marches(*lines)) == ["york"]
    assert answers(somerset_marches(*reversed(lines))) == ["york"]


def test_its_owner_alone_is_told_what_it_did() -> None:
    table = somerset_marches("intercept york if they are fewer")
    told = [news.event for news in table.news if news.event.name == "standing_order"]
    assert [event.seen_by for event in told] == [frozenset({YORK})]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("approach: exile if outnumbered 2 to 1 else battle", []),
        ("approach: exile if we outnumber them 2 to 1 else battle", ["york", "march"]),
        ("exile all if they are fewer", ["york", "march"]),
        ("always exile march", "asked"),
        ("never exile york, march", []),
        ("approach battle", []),
        ("exile march", ["march"]),
    ],
)
def test_4_3_5_orders_for_an_approach(line: str, answer: Json) -> None:
    s = campaign()
    put(s, "somerset_1", "oxford", men_at_arms=1)
    shape = PickSome(lambda: ["york", "march"], 0, 2)
    assert answered(approach.EXILE, shape, line, s=s) == answer


def test_habits_of_one_kind_add_up() -> None:
    shape = PickSome(lambda: ["york", "march"], 0, 2)
    table = played(
        campaign(), asking(Decision(YORK, approach.EXILE, "oxford", "", shape)), "always exile march", "never exile york"
    )
    assert answers(table) == [["march"]]


# What is shared out


@pytest.mark.parametrize(
    ("key", "shape", "line", "answer"),
    [
        ("4.4.3 spoils", Split(lambda: {"york": 4, "march": 4}, 4), "spoils: all to york", {"york": 4}),
        ("4.4.3 spoils", Split(lambda: {"york": 5, "march": 5}, 5), "spoils: equally", {"york": 3, "march": 2}),
        ("4.3.2 drop", Split(lambda: {"york": 1, "march": 4}, 3), "drop: from york first", {"york": 1, "march": 2}),
        ("4.6.1 drop", Split(lambda: {"york": 1, "march": 4}, 3), "drop: from york first", {"york": 1, "march": 2}),
        ("4.3.2 drop", Split(lambda: {"york": 1, "march": 4, "rutland": 4}, 3), "drop: from york first", "asked"),
        (
            "4.3.2 drop",
            Split(lambda: {"york": 1, "march": 4, "rutland": 4}, 3),
            "drop: from york first, then the others",
            {"york": 1, "march": 2},
        ),
        ("3.1.3 depot", Split(lambda: {"march": 4, "york": 4}, 4), "depot to york first", {"york": 4}),
        ("4.4.2 caltrops", Split(lambda: {"left": 2, "centre": 2}, 2), "caltrops centre", {"centre": 2}),
        ("4.8.5 waste", Sequence(lambda: ["york", "march"]), "standing waste march", ["march", "york"]),
        ("4.8.5 waste", Sequence(lambda: ["york", "march", "rutland"]), "standing waste march", "asked"),
        ("4.7 share", Pick(lambda: ["york rutland", "march rutland"]), "feed: from march first", "march rutland"),
        ("4.7 share", Pick(lambda: ["york rutland", "york march"]), "feed: from york first", "asked"),
        ("4.2 clear", PickSome(lambda: ["ely", "york", "bath"], 2, 2), "standing restore york, ely", ["york", "ely"]),
        ("4.2 clear", PickSome(lambda: ["ely", "york", "lynn"], 2, 2), "standing restore york", "asked"),
        ("3.2.1 pillage", Pick(lambda: ["york", "march"]), "never pillage with york", "march"),
        ("3.2.1 pillage", Pick(lambda: ["york", "march"]), "pillage march at oxford", "march"),
        ("3.2.1 pillage", Pick(lambda: ["york", "march"]), "pillage march at london", "asked"),
        ("4.4.2 advance", Pick(lambda: ["york left", "york right"]), "advance york right", "york right"),
    ],
)
def test_orders_for_what_is_shared_out(key: str, shape: Any, line: str, answer: Json) -> None:
    assert answered(key, shape, line) == answer


def positions(count: int) -> Assign:
    columns = {1: ["centre"], 2: ["centre", "left", "right"], 3: ["left", "centre", "right"]}[count]

    def objection(column: str, lord: str, so_far: Any) -> str | None:
        if lord in so_far.values():
            return "twice"
        return "centre" if len(so_far) == count - 1 and "centre" not in (column, *so_far) else None

    return Assign(lambda: columns, lambda: ["york", "march", "rutland"], count, objection)


@pytest.mark.parametrize(
    ("count", "line", "answer"),
    [
        (2, "array: centre york, left march", {"centre": "york", "left": "march"}),
        (3, "array: centre york, left march", "asked"),
        (3, "array: centre york, left march, right rutland", {"centre": "york", "left": "march", "right": "rutland"}),
        (1, "array: left march, centre york", {"centre": "york"}),
    ],
)
def test_4_4_1_an_array_beforehand_must_be_whole(count: int, line: str, answer: Json) -> None:
    assert answered("4.4.1 array", positions(count), f"standing {line}", "battle 1 at oxford") == answer


# Held Events


@pytest.mark.parametrize(
    ("able", "group", "answer"),
    [
        (["y11"], "henry_vi", "event_y11"),
        (["y11"], "somerset_1", "none"),
        ([], "somerset_1", "none"),
        (["y2"], "somerset_1", "none"),
        ([], "henry_vi", "asked"),
    ],
)
def test_3_1_3_what_is_held_for_somebody_is_played_for_him_only_and_passes_whatever_is_held(
    able: list[Any], group: str, answer: str
) -> None:
    """Elsewhere the order passes whether it could play anything or not: its haste tells nothing of the hand."""
    s = campaign()
    hold(s, "y11")
    window = plays(lambda: able)
    assert answered("3.1.3 play", window, "hold blocked ford for henry", f"{group} at wells, Approach", s) == answer


def test_3_1_3_an_order_in_the_levy_for_a_campaigns_window_is_kept_for_it() -> None:
    table = table_of(position(IA), asking())
    assert execute(table, YORK, "play blocked ford").endswith("(kept for the campaign to come)")
    assert execute(table, YORK, "play none").endswith("(kept for this levy)")


# How long


def test_an_order_is_kept_for_the_phase_that_asks_it() -> None:
    levy = table_of(position(IA), asking())
    assert execute(levy, YORK, "standing intercept none").endswith("(kept for the campaign to come)")
    assert execute(levy, YORK, "standing cancel no").endswith("(kept for this levy)")
    later = table_of(campaign(), asking())
    assert execute(later, YORK, "standing intercept none").endswith("(kept for this campaign)")
    assert execute(later, YORK, "standing pay all").endswith("(kept for the levy to come)")
    assert execute(later, YORK, "standing game pay all").endswith("(kept for this game)")


def test_3_2_an_order_for_pay_is_kept_for_a_levy_that_asks_it() -> None:
    first = table_of(position(IA), asking())
    for line in ("pay all", "standing pay all", "disband none for this levy", "standing levy share others"):
        assert "(kept for the levy to come" in execute(first, YORK, line)
    assert execute(first, YORK, "never pillage london").endswith("(kept for the campaign to come)")
    s = position(IA)
    s.turn += 1
    assert execute(table_of(s, asking()), YORK, "pay all").endswith("(kept for this levy)")
    acting(s, "york")
    assert execute(table_of(s, asking()), YORK, "pay all").endswith("(kept for the levy to come)")


def test_who_spares_everything_spares_the_rest() -> None:
    table = table_of(campaign(), asking())
    for line in ("never pillage london", "never pillage ely", "never pillage"):
        execute(table, YORK, line)
    assert [order.policy for order in table.orders_of(YORK)] == [{"never": ["all"]}]


def test_other_hits_than_those_named_are_asked() -> None:
    subject = "york militia melee"
    assert answered("4.4.2 reroll", YesNo(), "never reroll militia", subject) is False
    assert answered("4.4.2 reroll", YesNo(), "never reroll retinue", subject) == "asked"
    assert answered("4.4.2 reroll", YesNo(), "reroll retinue", subject) is False


@pytest.mark.parametrize("place", ["oxford", "wells"])
def test_a_yes_or_no_may_have_only_a_condition(place: str) -> None:
    expected = True if place == "oxford" else "asked"
    assert answered("4.3.5 parley", YesNo(), "standing parley at oxford", Locale(place)) == expected
