"""Forecasts: costs and odds are what the rules make of the answer, whatever the dice show; nothing hidden enters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from pbem.doctor.random_play import PlayPolicy, RandomPlayer
from pbem.engine.decision import Decision, Die, Json, Menu, PickSome, Seat, Shape
from pbem.engine.dice import Fate, RollId
from pbem.engine.event import Event
from pbem.engine.game.forecast import Forecast, costs_in_words, faces, odds
from pbem.engine.table import Table
from pbem.games.plantagenet.battle.battle import FLEE
from pbem.games.plantagenet.battle.strike import HIT, REROLL
from pbem.games.plantagenet.campaign.approach import EXILE
from pbem.games.plantagenet.campaign.command import COMMAND
from pbem.games.plantagenet.campaign.forage import Forage, forage
from pbem.games.plantagenet.campaign.intercept import INTERCEPT
from pbem.games.plantagenet.components.assets import own
from pbem.games.plantagenet.components.blockade import PASSES
from pbem.games.plantagenet.components.box import PROVENDER, Lord, Side
from pbem.games.plantagenet.components.influence import RAISE
from pbem.games.plantagenet.components.replacing import replace_lord
from pbem.games.plantagenet.components.state import Cylinder, Phase, State, Status
from pbem.games.plantagenet.game import RULES
from pbem.games.plantagenet.levy.muster import MUSTER
from pbem.games.plantagenet.levy.pay import DISBAND
from pbem.games.plantagenet.preview.facts import facts
from pbem.games.plantagenet.preview.forecast_command import command_forecast
from pbem.games.plantagenet.preview.forecast_words import UNITS
from pbem.lab.games import lab_of
from pbem.lab.games.plantagenet.gathering import gathering
from pbem.moderator.core.setups import load_setup
from pbem.resources import scenarios_dir
from tests.games.plantagenet.build import NORFOLK, OXFORD, field, run
from tests.games.plantagenet.scene import IA, II, III, active, battle_joined, capability, favour, position, put

FATE = Fate(b"\x05" * 32)
ROLLS = {
    "check": "passed",
    "check_seen": "passed",
    "forages": "found",
    "intercept_roll": "passed",
    "intercept_seen": "passed",
    "blockade": "passed",
}
ACTION_RULES = ("1.4.2", "3.4.1", "3.4.3", "4.6.4")
"""What Influence is spent by in an action; what follows it in the same answer may cost more."""
ROLLING = ("parley", "levy lord", "levy vassal", "levy ship", "tax", "forage", "heralds", "merchants", "sail", "supply")


def showing(face: int) -> Callable[[RollId, Shape, Mapping[Seat, str]], Json]:
    """A Chance whose dice all show one face."""
    return lambda roll, shape, salts: face if isinstance(shape, Die) else FATE(roll, shape, salts)


def outcomes(table: Table[Any], decision: Decision, answer: Json) -> Iterator[tuple[int, Table[Any], list[Event]]]:
    """The answer given with each of the six faces, and what is told of it."""
    for face in range(1, 7):
        fork = table.fork()
        fork.chance = showing(face)
        begun = len(fork.news)
        fork.answer(decision.seat, decision.key, answer, subject=decision.subject)
        yield face, fork, [news.event for news in fork.news[begun:]]


def positions(scenario: str, seed: str, most: int) -> Iterator[tuple[Table[Any], Decision]]:
    """Random play, question by question."""
    options: dict[str, Json] = {"hidden_mats": True} if seed.endswith("hidden") else {}
    table = Table.open_new(RULES, load_setup(RULES, scenario, scenarios_dir(), options), FATE)
    player = RandomPlayer.of_policy(seed, PlayPolicy.SURVIVE, RULES)
    for _ in range(most):
        if table.over:
            return
        decision = player.question(table)
        yield table, decision
        table.answer(decision.seat, decision.key, player.answer(decision), subject=decision.subject)


def answers_with_rolls(decision: Decision, rng: Random) -> list[Json]:
    """Of each kind of order that rolls a die one that is open, and of a raise or an Intercept any."""
    options = list(decision.shape.options()) if isinstance(decision.shape, Menu) else []
    kinds = [[o for o in options if o.startswith(kind)] for kind in ROLLING]
    if decision.key in (RAISE, INTERCEPT):
        kinds = [[o for o in decision.shape.options() if o != "none"]]  # type: ignore[attr-defined]
    return [rng.choice(kind) for kind in kinds if kind]


def judge(told: Forecast, results: list[tuple[int, list[Event]]]) -> str:
    """Which kind of roll came first with every face, checked against what was foretold; "" where none did."""
    first = [next((e for e in events if e.name in ROLLS), None) for _, events in results]
    if any(event is None for event in first) or len({event.name for event in first if event}) != 1:
        return ""
    kind = str(first[0].name if first[0] else "")
    passed = [face for (face, _), event in zip(results, first, strict=True) if event and event.data[ROLLS[kind]]]
    assert passed == list(range(1, len(passed) + 1))
    if kind == "blockade":
        assert len(passed) == PASSES
        assert any(f"goes ahead on {faces(PASSES)}" in line for line in told.words)
    else:
        assert ("succeeds without a roll" if len(passed) == len(results) else odds(len(passed))) in told.words
    return kind


@pytest.mark.long
@pytest.mark.parametrize("scenario", ["ia_henry_vi", "ii_warwicks_rebellion", "iii_my_kingdom_for_a_horse"])
@pytest.mark.parametrize("seed", ["one", "two hidden"])
def test_1_4_2_odds_and_costs_are_those_of_all_six_faces(scenario: str, seed: str) -> None:
    rng, kinds = Random(seed), Counter[str]()  # noqa: S311 - a test
    for table, decision in positions(scenario, seed, 110):
        if decision.key not in (MUSTER, COMMAND, RAISE, INTERCEPT) or rng.random() < 0.5:
            continue
        for answer in answers_with_rolls(decision, rng)[:4]:
            told = RULES.previews.forecast(table.state, decision.seat, decision, answer)
            played = list(outcomes(table, decision, answer))
            kinds[judge(told, [(face, events) for face, _, events in played])] += 1
            for _, fork, events in played:
                check_costs(table.state, fork.state, decision, told, events)
    assert kinds["check"] + kinds["check_seen"] > 10
    assert kinds["forages"] + kinds["intercept_roll"] + kinds["intercept_seen"] > 0


def check_costs(s: State, after: State, decision: Decision, told: Forecast, events: list[Event]) -> None:
    """Influence, Coin and actions go as foretold, whatever the die. A blockaded action costs no Influence (y15)."""
    blocked = any(e.name == "blockade" and not e.data["passed"] for e in events)
    mine = [e for e in events if e.name == "influence" and e.data["side"] == decision.seat and e.rule in ACTION_RULES]
    spent = -sum(e.data["points"] for e in mine)
    if decision.key in (MUSTER, COMMAND) and not blocked:
        assert spent == told.costs.get("Influence", 0)
    if s.command is not None and after.command is not None and s.cards_played == after.cards_played:
        assert after.command.spent - s.command.spent == told.costs.get("Command action", 0)
    if decision.key == MUSTER and s.muster and after.muster and s.muster.lord == after.muster.lord:
        assert after.muster.spent - s.muster.spent == told.costs.get("Levy action", 0)


def test_odds_are_said_in_faces_and_percent() -> None:
    assert odds(4) == "succeeds on 1-4 (4 in 6, 67 %)"
    assert odds(1) == "succeeds on 1 (1 in 6, 17 %)"
    assert odds(0) == "cannot succeed"
    assert (
        costs_in_words({"Influence": 2, "Levy action": 1, "Command action": 2}, UNITS)
        == "2 Influence, 1 Levy action, 2 Command actions"
    )


@pytest.mark.parametrize("hidden", [False, True])
def test_1_5_3_forecasts_are_the_same_in_worlds_that_differ_in_secrets_only(hidden: bool) -> None:
    rng, compared = Random(f"worlds {hidden}"), 0  # noqa: S311
    for table, decision in positions("ia_henry_vi", "worlds hidden" if hidden else "worlds", 200):
        if not isinstance(decision.shape, Menu) or rng.random() < 0.6:
            continue
        twin = table.fork()
        if not lab_of(RULES).trial.other_world(twin.state, frozenset({decision.seat}), rng.shuffle):
            continue  # nothing is hidden there
        for answer in rng.sample(list(decision.shape.options()), min(5, len(decision.shape.options()))):
            one, other = (RULES.previews.forecast(s, decision.seat, decision, answer) for s in (table.state, twin.state))
            assert one == other, answer
            compared += 1
    assert compared > 100


def gathered(seeds: int, most: int) -> Iterator[tuple[Table[Any], Decision, Json]]:
    """Random play where all Lords begin near each other, so that Battles, Approaches and Intercepts come."""
    for seed in range(seeds):
        setup = load_setup(RULES, "ia_henry_vi", scenarios_dir(), {})

        def begin(setup: Any, seed: int = seed) -> State:
            return gathering(setup, Random(seed).shuffle)  # noqa: S311

        table = Table.open_new(replace(RULES, new_state=begin), setup, FATE)
        player = RandomPlayer.of_policy(str(seed), PlayPolicy.SURVIVE, RULES)
        for _ in range(most):
            if table.over:
                break
            decision = player.question(table)
            answer = player.answer(decision)
            yield table, decision, answer
            table.answer(decision.seat, decision.key, answer, subject=decision.subject)


def test_forecasts_of_every_kind_are_told_in_gathered_positions() -> None:
    keys = Counter[str]()
    for table, decision, answer in gathered(seeds=6, most=200):
        told = RULES.previews.forecast(table.state, decision.seat, decision, answer)
        assert all(number > 0 for number in told.costs.values())
        keys[decision.key] += bool(told.lines(UNITS))
    assert all(keys[key] for key in (INTERCEPT, REROLL, EXILE, MUSTER, COMMAND, HIT, DISBAND)), keys


def test_4_4_2_who_flees_is_told_the_odds_of_his_death() -> None:
    table, decision, _ = next(found for found in gathered(seeds=3, most=150) if found[1].key == FLEE)
    lord = decision.shape.options()[0]  # type: ignore[attr-defined]
    fled, stayed = RULES.previews.forecast(table.state, decision.seat, decision, [lord]).words
    assert fled.endswith("is Routed, and Dies on 5-6 (2 in 6, 33 %) when the Battle ends")
    assert fled.chance == pytest.approx(4 / 6)  # type: ignore[attr-defined]
    assert stayed == "Routed otherwise, a Lord Dies on 3-6 (4 in 6, 67 %)"
    assert RULES.previews.forecast(table.state, decision.seat, decision, []).lines(UNITS) == ()


@pytest.mark.long
def test_4_4_2_the_odds_of_a_hit_are_those_of_all_six_faces() -> None:
    compared = Counter[int]()
    for table, decision, answer in gathered(seeds=3, most=150):
        if decision.key == HIT and sum(compared.values()) < 60:
            told = RULES.previews.forecast(table.state, decision.seat, decision, answer)
            saved = [face for face, _, events in outcomes(table, decision, answer) if rolled(events, "protection", "saved")]
            expected = f"absorbed on {faces(len(saved))}, else it Routs" if saved else "no roll absorbs it: it Routs"
            assert told.words == (expected,)
            assert told.chance == len(saved) / 6
            compared[len(saved)] += 1
    assert len(compared) > 1
    assert sum(compared.values()) > 30


def rolled(events: list[Event], name: str, what: str) -> bool:
    """What the first Event of this name says."""
    return bool(next(event for event in events if event.name == name).data[what])


def test_3_2_2_what_the_lords_who_stay_cost_is_what_is_lost() -> None:
    compared = 0
    for table, decision, answer in gathered(seeds=2, most=200):
        if decision.key == DISBAND:
            (told,) = RULES.previews.forecast(table.state, decision.seat, decision, answer).words
            fork, begun = table.fork(), len(table.news)
            while not (paid := paid_for_lords(fork, begun, decision.seat)) and fork.open()[0].key == DISBAND:
                asked = fork.open()[0]
                fork.answer(asked.seat, asked.key, answer if asked.seat == decision.seat else [], subject=asked.subject)
            assert told == f"the Lords who stay cost {paid} Influence"
            compared += 1
    assert compared > 1


def paid_for_lords(table: Table[Any], begun: int, seat: Seat) -> int:
    """What the seat has lost for its Lords since then (3.2.2)."""
    events = [news.event for news in table.news[begun:] if news.event.name == "influence" and news.event.rule == "3.2.2"]
    return -sum(int(event.data["points"]) for event in events if event.data["side"] == seat)


def test_4_8_2_who_sails_to_sea_is_told_what_that_can_cost() -> None:
    for table, decision in positions("ia_henry_vi", "to sea", 200):
        if decision.key == COMMAND:
            for answer in decision.shape.options():  # type: ignore[attr-defined]
                words = RULES.previews.forecast(table.state, decision.seat, decision, answer).words
                to_sea = answer.startswith("sail ") and answer.split()[1] in table.state.board.seas
                assert any("Shipwrecked on 1-4 (4 in 6, 67 %)" in line for line in words) is to_sea
                if to_sea:
                    return
    raise AssertionError("nobody could sail")


# What a card makes of it


def test_4_6_2_scourers_are_counted_where_forage_succeeds_and_where_it_fails() -> None:
    s = position(IA)
    put(s, "york", "leicester", provender=0)
    favour(s, None, "leicester")
    capability(s, "york", "y13")
    active(s, "york")
    told = command_forecast(s, "forage").words
    assert any("then it brings 2 Provender" in line for line in told)
    assert "if it fails, 1 Provender" in told
    for die, brought in ((1, 2), (6, 1)):
        fork = deepcopy(s)
        run(forage(fork, Lord("york"), Forage()), dice=[die])
        assert own(fork, Lord("york"), PROVENDER) == brought


@pytest.mark.parametrize("scourers", [True, False])
def test_4_6_2_a_forage_that_cannot_fail_tells_of_no_failure(scourers: bool) -> None:
    s = position(IA)
    favour(s, Side.YORK, "ely")
    put(s, "york", "ely")
    if scourers:
        capability(s, "york", "y13")
    active(s, "york")
    told = command_forecast(s, "forage").words
    assert f"then it brings {1 + scourers} Provender and Depletes Ely" in told
    assert not any("if it fails" in line for line in told)


@pytest.mark.parametrize("whose", [Side.YORK, Side.LANCASTER, None])
def test_4_3_5_exile_tells_what_is_given_up_as_spoils(whose: Side | None) -> None:
    s = position(IA, turn=2, phase=Phase.CAMPAIGN)
    favour(s, whose, "leicester")
    put(s, "york", "leicester", provender=3, carts=1)
    put(s, "march", "leicester", provender=0, carts=1)
    put(s, "henry_vi", "leicester")
    capability(s, "march", "y8")
    lords = [Lord("york"), Lord("march")]
    decision = Decision(Side.YORK, EXILE, "leicester", "?", PickSome(lambda: lords, 0, 2), list)
    told = RULES.previews.forecast(s, Side.YORK, decision, ["york"])
    given = {Side.LANCASTER: "3 Provender, 1 Cart", None: "2 Provender, 1 Cart"}
    assert told.words == ((f"gives up as Spoils: {given[whose]}",) if whose in given else ())
    assert RULES.previews.forecast(s, Side.YORK, decision, ["march"]) == Forecast()


def test_6_0_that_the_king_goes_free_is_told_of_exile_and_disband() -> None:
    s = position(IA, turn=2, phase=Phase.CAMPAIGN)
    put(s, "york", "leicester", provender=0, carts=0)
    put(s, "somerset_1", "leicester")
    s.mats.pop(Lord("henry_vi"))
    s.lords[Lord("henry_vi")] = Cylinder(Status.CAPTIVE, "york")
    free = "Henry VI is free, and Lancaster gains 10 Influence"
    shape = PickSome(lambda: [Lord("york")], 0, 1)
    told = RULES.previews.forecast(s, Side.YORK, Decision(Side.YORK, EXILE, "leicester", "?", shape, list), ["york"])
    assert free in told.words
    assert any(free in line for line in facts(s, Decision(Side.YORK, DISBAND, "york", "?", shape, list)))


def test_4_4_3_what_stands_in_for_death_checks_is_told_who_flees() -> None:
    s = position(III, phase=Phase.CAMPAIGN)
    replace_lord(s, Lord("gloucester_2"), Lord("richard_iii"))
    put(s, "richard_iii", "oxford")
    put(s, "oxford", "oxford")
    shape = PickSome(lambda: [Lord("oxford")], 0, 1)
    asked = Decision(Side.LANCASTER, FLEE, "round 1", "?", shape, list)
    battle_joined(s, "oxford", Side.YORK)
    assert not any("Bloody" in line for line in facts(s, asked))
    capability(s, "richard_iii", "y33")
    assert any("each Routed Lancastrian Lord Dies" in line for line in facts(s, asked))
    assert any(
        "each Routed Lancastrian Lord Dies" in line
        for line in RULES.previews.forecast(s, Side.LANCASTER, asked, ["oxford"]).words
    )


@pytest.mark.parametrize(
    ("scenario", "lord", "enemy", "told"),
    [
        (IA, "henry_vi", "york", "Henry VI does not check for Death"),
        (II, "edward_iv", "warwick_l", "Edward IV, Routed, can"),
    ],
)
def test_6_0_who_makes_no_death_check_is_told_so(scenario: str, lord: str, enemy: str, told: str) -> None:
    s = position(scenario, turn=2, phase=Phase.CAMPAIGN)
    for each in (lord, enemy):
        put(s, each, "leicester")
    side = s.box.lords[Lord(lord)].side
    battle_joined(s, "leicester", side.enemy)
    asked = Decision(side, FLEE, "round 1", "?", PickSome(lambda: [Lord(lord)], 0, 1), list)
    assert any(told in line for line in facts(s, asked))
    if scenario == II:
        put(s, "margaret", "exeter")
        assert not any(told in line for line in facts(s, asked))


def test_6_0_at_bosworth_nobody_is_told_of_death_checks() -> None:
    s = field((None, NORFOLK, None), (None, OXFORD, None))
    asked = Decision(Side.YORK, FLEE, "round 1", "?", PickSome(lambda: [NORFOLK], 0, 1), list)
    told = [*facts(s, asked), *RULES.previews.forecast(s, Side.YORK, asked, ["norfolk"]).words]
    assert told
    assert not any("Dies" in line for line in told)


@pytest.mark.parametrize("fleeing", [["henry_vi"], ["henry_vi", "somerset_1"]])
def test_4_4_2_a_side_that_flees_as_a_whole_has_lost(fleeing: list[str]) -> None:
    s = position(IA, turn=2, phase=Phase.CAMPAIGN)
    for lord in ("york", "henry_vi", "somerset_1"):
        put(s, lord, "leicester")
    battle_joined(s, "leicester", Side.YORK)
    asked = Decision(Side.LANCASTER, FLEE, "round 1", "?", PickSome(lambda: fleeing, 0, 2), list)
    told = "; ".join(map(str, RULES.previews.forecast(s, Side.LANCASTER, asked, fleeing).words))
    assert ("Henry VI is Routed, and captured" in told) == (len(fleeing) == 2)
    assert ("Henry VI is Routed, and Dies on 5-6" in told) == (len(fleeing) == 1)


def test_y33_who_leaves_the_field_to_richard_iii_dies() -> None:
    s = position(III, phase=Phase.CAMPAIGN)
    replace_lord(s, Lord("gloucester_2"), Lord("richard_iii"))
    put(s, "richard_iii", "ely")
    put(s, "oxford", "ely")
    capability(s, "richard_iii", "y33")
    battle_joined(s, "ely", Side.YORK)
    asked = Decision(Side.LANCASTER, FLEE, "round 1", "?", PickSome(lambda: [Lord("oxford")], 0, 1), list)
    told = RULES.previews.forecast(s, Side.LANCASTER, asked, ["oxford"])
    assert (told.chance, told.words[0]) == (0, "Oxford is Routed, and Dies as the Battle ends")
