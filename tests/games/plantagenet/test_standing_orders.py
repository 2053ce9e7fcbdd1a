"""Standing orders at their questions: which they answer, how, and what is said of it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from pbem.engine.decision import Assign, Decision, Json, Pick, PickSome, Sequence, Split, YesNo
from pbem.engine.dice import Fate
from pbem.engine.entry import Kind
from pbem.engine.obey import obey
from pbem.engine.order import BadLine, Illegal
from pbem.engine.rules import Word
from pbem.engine.table import Table
from pbem.games.plantagenet import approach, bosworth
from pbem.games.plantagenet.board import Locale
from pbem.games.plantagenet.box import Lord, Side
from pbem.games.plantagenet.game import RULES
from pbem.games.plantagenet.held import plays
from pbem.games.plantagenet.march import march
from pbem.games.plantagenet.pay import pay_troops
from pbem.games.plantagenet.state import State, Wear
from pbem.games.plantagenet.words import VOCABULARY
from tests.games.plantagenet.build import LANCASTER, YORK
from tests.games.plantagenet.scene import IA, active, hold, position, put, setup_of

Flow = Callable[[State], Coroutine[Any, Any, None]]
SOMERSET = Lord("somerset_1")


def table_of(s: State, flow: Flow) -> Table[State]:
    """A table at a position; the other side is asked something first, so that orders can be given before."""

    async def play(state: State) -> None:
        await Decision(LANCASTER, "4.2 command", "", "Go on?", YesNo())
        await flow(state)

    return Table.open_new(replace(RULES, new_state=lambda _setup: s, play=play), setup_of(IA), Fate(bytes(32)))


def asking(*decisions: Decision) -> Flow:
    async def flow(s: State) -> None:
        s.result = [await decision for decision in decisions]

    return flow


def played(s: State, flow: Flow, *lines: str) -> Table[State]:
    """The table once York has given these lines and Lancaster goes on."""
    table = table_of(s, flow)
    for line in lines:
        obey(table, YORK, line)
    table.answer(LANCASTER, "4.2 command", True)
    return table


def answers(table: Table[State]) -> list[Json]:
    return [entry.answer for entry in table.entries if entry.kind is Kind.STANDING]


def notes(table: Table[State]) -> list[str]:
    return [entry.note for entry in table.entries if entry.kind is Kind.STANDING]


def answered(key: str, shape: Any, line: str, subject: str = "oxford", s: State | None = None) -> Json:
    """What one line answers to one question; "asked" if it leaves it to York."""
    if s is None:
        s = campaign()
    table = played(s, asking(Decision(YORK, key, subject, "", shape)), line)
    return answers(table)[0] if answers(table) else "asked"


def campaign() -> State:
    """Somerset alone at Wells is about to March; York and March are at Gloucester, Warwick at Calais."""
    s = position(IA)
    put(s, "york", "oxford", men_at_arms=2, militia=3)
    put(s, "march", "oxford", militia=2)
    put(s, "somerset_1", "wells", men_at_arms=1)
    put(s, "henry_vi", "london", militia=2)
    active(s, "somerset_1")
    return s


# Every question has its order


def is_covered(key: str) -> bool:
    words = [word for word in VOCABULARY if word.key == key]
    return any(word.policy is not None or word.own for word in words)


def test_every_question_outside_ones_own_stints_can_be_answered_beforehand() -> None:
    before_the_battle = {bosworth.CAPABILITIES, bosworth.ARRAY}
    assert {word.key for word in VOCABULARY if not is_covered(word.key)} == before_the_battle


@pytest.mark.parametrize("word", [w for w in VOCABULARY if w.policy is not None], ids=lambda w: f"{w.verb} {w.key}")
def test_an_order_can_stand_until_its_question_can_come(word: Word[State]) -> None:
    assert word.holds or word.within or word.key in ("6.0 crown", "1.4.2 spend")


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
        ("advance york centre, york left", "advance York centre, York left"),
    ],
)
def test_an_order_in_words_is_said_back_and_reads_back_the_same(line: str, said: str | None) -> None:
    table = table_of(campaign(), asking())
    if said is None:
        with pytest.raises(Illegal, match="there is no battle now"):
            obey(table, YORK, line)
        return
    assert obey(table, YORK, line).removeprefix("standing ").partition(" (kept for")[0] == said
    (order,) = table.orders_of(YORK)
    again = table_of(campaign(), asking())
    obey(again, YORK, f"standing {order.scope.name} {said}")
    assert again.orders_of(YORK) == [order]


@pytest.mark.parametrize(
    ("line", "problem", "near"),
    [
        ("standing intercept somerset", "Somerset is not your Lord", None),
        ("standing land ely", "Ely is no Port", None),
        ("standing return york", "York is no Exile box of yours", None),
        ("never pillage scotland", "Scotland is no Stronghold", None),
        ("always pillage london", "not known here", None),
        ("intercept all", "name the Lord first", None),
        ("standing land none", "must be answered with a name", None),
        ("standing intercept york at yrok", "not known here", "standing intercept york at York"),
        ("standing intercept york if they are fwer", "no condition", "standing intercept york if they are fewer"),
        ("standing intercept none else york", '"else" needs a condition', None),
        ("never play blocked ford", "show the Enemy", None),
        ("never charity york", "show the Enemy", None),
        ("standing hold blocked ford", "needs to be told when", None),
        ("standing battle flee none", "there is no battle now", None),
        ("standing array centre york, left york", "named twice", None),
        ("standing array centre somerset", "not your Lord", None),
        ("standing drop 2 york", "numbers are for the question", None),
    ],
)
def test_what_can_never_apply_is_refused_with_why(line: str, problem: str, near: str | None) -> None:
    table = table_of(campaign(), asking())
    with pytest.raises(BadLine) as caught:
        obey(table, YORK, line)
    assert problem in caught.value.problem
    assert near is None or near in caught.value.nearest
    assert table.orders_of(YORK) == []


# Intercept and Approach


def somerset_marches(*lines: str) -> Table[State]:
    """Somerset, with three units, Marches from Wells to Salisbury, next to York and March."""
    s = campaign()
    put(s, "york", "winchester", men_at_arms=2, militia=3)

    async def flow(state: State) -> None:
        await march(state, SOMERSET, ["salisbury"])

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


# Never


def upkeep(*short: str, place: str = "london") -> tuple[State, Flow]:
    """These Lords are at one place without Coin, and Pay their Troops."""
    s = campaign()
    for lord in short:
        put(s, lord, place, militia=3, coin=0)

    async def flow(state: State) -> None:
        await pay_troops(state, Side.YORK)

    return s, flow


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (("pillage york",), "york"),
        (("never pillage london",), None),
        (("never pillage",), None),
        (("pillage york", "never pillage london"), None),
        (("standing levy pillage york", "standing game never pillage london"), None),
        (("pillage york once", "never pillage london"), None),
        (("pillage york", "never pillage ely"), "york"),
        (("pillage york", "never pillage in wales"), "york"),
        (("pillage york", "never pillage near st albans"), None),
        (("never pillage with york",), "march"),
        (("pillage york, march", "never pillage with york"), "march"),
        (("pillage york, march", "never pillage with york at london"), "march"),
        (("pillage york", "never pillage london if influence over 40"), "york"),
    ],
)
def test_3_2_1_what_is_never_pillaged_no_order_pillages(lines: tuple[str, ...], answer: str | None) -> None:
    s, flow = upkeep("york", "march")
    table = played(s, flow, *lines)
    assert answers(table) == ([answer] if answer else [])
    assert [d.key for d in table.open()] == ([] if answer else ["3.2.1 pillage"])


def test_3_2_1_the_question_that_is_left_says_why() -> None:
    s, flow = upkeep("york", "march")
    table = played(s, flow, "pillage york", "never pillage london")
    (question,) = table.open()
    why = "a Lord short of Coin or Provender must Pillage where he can (3.2.1)"
    assert table.withheld(question) == f'"2. pillage never London" leaves this to you: {why}'
    table.answer(YORK, question.key, "march")
    assert table.state.wear[Locale("london")] is Wear.EXHAUSTED


def test_3_2_1_who_has_no_choice_is_told_that_his_order_is_not_kept() -> None:
    s, flow = upkeep("york")
    table = played(s, flow, "never pillage london")
    (told,) = [news.event for news in table.news if news.event.name == "order_not_kept"]
    assert told.seen_by == frozenset({YORK})
    assert told.data["order"].startswith('"1. pillage never London" cannot be kept here: a Lord short of Coin')
    s, flow = upkeep("york")
    assert not [news for news in played(s, flow, "never pillage ely").news if news.event.name == "order_not_kept"]


def test_4_3_4_who_never_intercepts_is_in_no_band() -> None:
    s = campaign()
    put(s, "york", "winchester", men_at_arms=2, militia=3)
    put(s, "march", "winchester", militia=2)

    async def flow(state: State) -> None:
        await march(state, SOMERSET, ["salisbury"])

    assert answers(played(deepcopy(s), flow, "intercept york with all")) == ["york all"]
    for line in ("never intercept with march once", "never intercept with march at salisbury"):
        table = played(deepcopy(s), flow, "intercept york with all", line)
        assert [d.key for d in table.open()] == ["4.3.4 intercept"]


@pytest.mark.parametrize(
    ("line", "answer"),
    [("exile all", "asked"), ("exile none", []), ("exile march", ["march"])],
)
def test_the_general_order_does_nothing_that_another_says_never(line: str, answer: Json) -> None:
    shape = PickSome(lambda: ["york", "march"], 0, 2)
    question = Decision(YORK, approach.EXILE, "oxford", "", shape)
    table = played(campaign(), asking(question), line, "never exile york at oxford")
    assert answers(table) == ([] if answer == "asked" else [answer])


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
    able: list[str], group: str, answer: str
) -> None:
    """Elsewhere the order passes whether it could play anything or not: its haste tells nothing of the hand."""
    s = campaign()
    hold(s, "y11")
    window = plays(lambda: able)  # type: ignore[arg-type, return-value]
    assert answered("3.1.3 play", window, "hold blocked ford for henry", f"{group} at wells, Approach", s) == answer


def test_3_1_3_an_order_in_the_levy_for_a_campaigns_window_is_kept_for_it() -> None:
    table = table_of(position(IA), asking())
    assert obey(table, YORK, "play blocked ford").endswith("(kept for the campaign to come)")
    assert obey(table, YORK, "play none").endswith("(kept for this levy)")


# A slip of an answer

LORDS = PickSome(lambda: ["york", "march"], 0, 2)
EVENTS = PickSome(lambda: ["event_y1", "event_y9"], 0, 2)
BANDS = Pick(lambda: ["none", "york alone", "york all", "march"])


@pytest.mark.parametrize(
    ("key", "shape", "line", "near"),
    [
        ("4.8.6 discard", EVENTS, "discard Leeward Battle Lien (y9)", ""),
        ("4.8.6 discard", EVENTS, "discard y2", "discard none"),
        ("4.3.4 intercept", BANDS, "intercept york", "intercept York alone"),
        ("4.3.4 intercept", BANDS, "intercept rutland", "standing intercept rutland"),
        ("4.3.4 intercept", BANDS, "intercept york, rutland", "standing intercept york, rutland"),
        ("4.3.5 exile", LORDS, "exile york rutland", "exile York"),
        ("4.3.5 exile", LORDS, "exile york, nobody", ""),
        ("4.3.5 parley", YesNo(), "parley yse", "parley yes"),
        ("4.4.2 reroll", YesNo(), "reroll lo", "reroll no"),
        ("4.4.2 reroll", YesNo(), "reroll yse", "reroll yes"),
        ("4.4.2 flank", Pick(lambda: ["left", "right"]), "flank centre", "flank left"),
    ],
)
def test_a_slip_of_an_answer_is_no_order(key: str, shape: Any, line: str, near: str) -> None:
    table = at_a_question(key, shape)
    with pytest.raises(BadLine) as caught:
        obey(table, YORK, line)
    assert not near or near in caught.value.nearest
    assert table.orders_of(YORK) == []
    assert [d.key for d in table.open()] == [key]


@pytest.mark.parametrize(
    ("key", "shape", "line", "left"),
    [
        ("4.3.4 intercept", BANDS, "intercept march, none", []),
        ("4.3.4 intercept", BANDS, "intercept rutland, march", []),
        ("4.3.4 intercept", BANDS, "standing intercept rutland", ["4.3.4 intercept"]),
        ("4.3.4 intercept", BANDS, "intercept rutland at ely", ["4.3.4 intercept"]),
        ("4.3.4 intercept", BANDS, "intercept rutland for this campaign", ["4.3.4 intercept"]),
        ("4.3.4 intercept", BANDS, "intercept rutland once", ["4.3.4 intercept"]),
        ("4.3.4 intercept", BANDS, "intercept rutland if they are fewer", ["4.3.4 intercept"]),
        ("4.3.5 exile", LORDS, "exile never york", ["4.3.5 exile"]),
        ("4.4.2 reroll", YesNo(), "reroll retinue, men-at-arms", []),
        ("4.4.2 reroll", YesNo(), "reroll LB", []),
        ("4.4.2 flank", Pick(lambda: ["left", "right"]), "flank right, left", []),
    ],
)
def test_an_order_at_its_open_question_is_kept(key: str, shape: Any, line: str, left: list[str]) -> None:
    table = at_a_question(key, shape)
    obey(table, YORK, line)
    assert len(table.orders_of(YORK)) == 1
    assert [d.key for d in table.open()] == left


def at_a_question(key: str, shape: Any) -> Table[State]:
    subjects = {"4.4.2 reroll": "york militia melee", "4.3.4 intercept": "somerset_1 at salisbury"}
    return played(campaign(), asking(Decision(YORK, key, subjects.get(key, "oxford"), "", shape)))


# How long


def test_an_order_is_kept_for_the_phase_that_asks_it() -> None:
    levy = table_of(position(IA), asking())
    assert obey(levy, YORK, "standing intercept none").endswith("(kept for the campaign to come)")
    assert obey(levy, YORK, "standing pay all").endswith("(kept for this levy)")
    later = table_of(campaign(), asking())
    assert obey(later, YORK, "standing intercept none").endswith("(kept for this campaign)")
    assert obey(later, YORK, "standing pay all").endswith("(kept for the levy to come)")
    assert obey(later, YORK, "standing game pay all").endswith("(kept for this game)")


def test_other_hits_than_those_named_are_asked() -> None:
    subject = "york militia melee"
    assert answered("4.4.2 reroll", YesNo(), "never reroll militia", subject) is False
    assert answered("4.4.2 reroll", YesNo(), "never reroll retinue", subject) == "asked"
    assert answered("4.4.2 reroll", YesNo(), "reroll retinue", subject) is False


@pytest.mark.parametrize("place", ["oxford", "wells"])
def test_a_yes_or_no_may_have_only_a_condition(place: str) -> None:
    expected = True if place == "oxford" else "asked"
    assert answered("4.3.5 parley", YesNo(), "standing parley at oxford", Locale(place)) == expected
