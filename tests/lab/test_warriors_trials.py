"""Fuzz of Warriors of England finds what breaks: positions, courses of games, and logs that do not lead back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from pbem.engine.event import Event
from pbem.engine.refusal import BadLine
from pbem.engine.table import Table
from pbem.games.warriors_of_england.checks import checks
from pbem.games.warriors_of_england.components.board import HENRY_VI, LONDON, Area, NobleId, Side
from pbem.games.warriors_of_england.components.state import (
    ASIDE,
    CUP,
    DRAWN,
    OFF,
    OUT,
    TOWER,
    Battle,
    Phase,
    Shown,
    State,
    covert,
)
from pbem.games.warriors_of_england.game import RULES
from pbem.lab.fuzz import FuzzReport, fuzz, fuzz_game
from pbem.lab.fuzz.proofs import GameFault, compare_course, compare_restored
from pbem.lab.games.warriors_of_england.course import course_findings
from pbem.lab.play.random_games import play_at_random
from pbem.moderator.core.setups import load_setup
from pbem.orders.carry.execute import execute
from pbem.resources import scenarios_dir
from tests.games.warriors_of_england.scene import LANCASTER, YORK, position, put, set_up

SETUP = load_setup(RULES, "campaign", scenarios_dir())
MIDLANDS, WALES, FRANCE, BURGUNDY = map(Area, ("north_midlands", "wales", "france", "burgundy"))
Break = Callable[[State], object]


# Positions


def campaigns() -> State:
    """A right position: Lancaster has London, and York attacks in the North Midlands."""
    s = position(Phase.CAMPAIGNS)
    for noble, each in s.nobles.items():
        each.shown = Shown.FACE if noble == HENRY_VI else Shown.REVERSE
    put(s, LANCASTER, "london", margaret=1, henry_vi=2)
    put(s, LANCASTER, "north_midlands", roos=0, arundel=4)
    put(s, YORK, "north_midlands", york=6)
    put(s, YORK, "burgundy", warwick=0)
    s.control = {LONDON: LANCASTER, WALES: YORK}
    s.aggressor = {MIDLANDS: YORK}
    return s


def battle() -> State:
    """A right position in the third round of that battle."""
    s = campaigns()
    s.phase, s.impulses = Phase.BATTLES, dict.fromkeys(Side, 0)
    commanders = {LANCASTER: NobleId("arundel"), YORK: NobleId("york")}
    s.battle = Battle(MIDLANDS, YORK, round=3, missed=1, commander=commanders)
    return s


def later(phase: Phase) -> State:
    """A right position behind the battles, with York's Tower."""
    s = campaigns()
    s.phase, s.impulses = phase, dict.fromkeys(Side, 0)
    put(s, YORK, "wales", york=6)
    s.aggressor = {}
    return s


def noble(name: str, **facts: Any) -> Break:
    """Something about a Noble is otherwise."""

    def change(s: State) -> None:
        for fact, value in facts.items():
            setattr(s.nobles[NobleId(name)], fact, value)

    return change


def state(**facts: Any) -> Break:
    """Something about the position is otherwise."""

    def change(s: Any) -> None:
        for fact, value in facts.items():
            setattr(s, fact, value)

    return change


def fight(**facts: Any) -> Break:
    """Something about the battle is otherwise."""

    def change(s: Any) -> None:
        for fact, value in facts.items():
            setattr(s.battle, fact, value)

    return change


def gone(s: State) -> None:
    del s.nobles[NobleId("roos")]


def withdrawing(*nobles: str, to: Area) -> Break:
    return fight(to=to, retreating=list(map(NobleId, nobles)))


def ended(vp: int, how: str, winner: Side | None, turn: int = 9) -> Break:
    return state(vp=vp, turn=turn, result={"winner": winner, "how": how})


BROKEN_NOBLES: list[tuple[Break, str]] = [
    (gone, "there are "),
    (noble("roos", at=Area("nowhere")), "roos is at nowhere"),
    (noble("roos", at=DRAWN, by=None), "roos is at drawn"),
    (noble("roos", at=ASIDE, by=None), "roos is at aside"),
    (noble("roos", at=OFF, by=None), "roos is at off"),
    (noble("roos", by=None), "roos is nobody's"),
    (noble("roos", troops=-1), "roos has -1 Troops"),
    (noble("roos", troops=7), "roos has 7 Troops"),
    (noble("roos", disgraced=True), "roos is still disgraced"),
    (noble("roos", at=BURGUNDY), "roos is in the enemy's Foreign Area"),
    (noble("warwick", at=FRANCE), "warwick is in the enemy's Foreign Area"),
    (noble("roos", at=covert(YORK)), "roos is lancaster's at covert_york"),
    (noble("roos", at=TOWER), "roos is lancaster's at tower"),
    (noble("roos", at=TOWER, by=None, troops=1), "roos has Troops or disgrace off the map"),
    (noble("roos", at=OUT, by=None), "roos is out without having been flipped"),
    (noble("roos", at=CUP, by=None, shown=Shown.REVERSE), "roos is flipped at cup"),
    (noble("henry_vi", at=TOWER, by=None, troops=0), "henry_vi is healthy in the Tower"),
]
BROKEN_TRACKS: list[tuple[Break, str]] = [
    (state(control={FRANCE: YORK}), "france has a control marker"),
    (state(control={LONDON: YORK}), "York controls London without a 3-star Noble"),
    (state(aggressor={}), "both sides stand in north_midlands without an Aggressor"),
    (state(aggressor={MIDLANDS: YORK, WALES: YORK}), "an Aggressor marker lies in wales"),
    (state(aggressor={MIDLANDS: YORK, BURGUNDY: YORK}), "an Aggressor marker lies in burgundy"),
    (state(turn=10), "it is turn 10"),
    (state(value=8), "the Initiative value is 8"),
    (state(impulses={YORK: 0, LANCASTER: -1}), "0 and -1 impulses are left"),
    (state(impulses={YORK: 4, LANCASTER: 3}), "4 and 3 impulses are left of 3"),
    (state(impulses={YORK: 3, LANCASTER: 1}), "3 and 1 impulses are left of 3"),
    (state(plays={YORK: -1, LANCASTER: 0}), "-1 and 0 plays are left"),
    (state(tried=[NobleId("roos")]), "are still marked as tried"),
    (state(vp=15), "the game goes on with 15 VP"),
    (ended(14, "points", LANCASTER), "the game has ended with 14 VP"),
    (ended(15, "points", YORK), "the game has ended with 15 VP"),
    (ended(3, "most", LANCASTER, turn=8), "the game has ended with 3 VP in turn 8"),
    (ended(1, "heirs", LANCASTER), "the game has ended with 1 VP"),
]
BROKEN_BATTLES: list[tuple[Break, str]] = [
    (state(phase=Phase.CAMPAIGNS), "a battle is fought at north_midlands in the step campaigns"),
    (fight(aggressor=LANCASTER), "lancaster is the Aggressor at north_midlands against the marker"),
    (fight(missed=3), "the Missed marker is 3"),
    (fight(missed=-1), "the Missed marker is -1"),
    (fight(round=1, missed=2), "the Missed marker is 2 in round 1"),
    (fight(third_miss=True), "the Missed marker is 1"),
    (fight(hits={YORK: -1, LANCASTER: 0}), "the hits are"),
    (fight(commander={LANCASTER: "roos"}), "roos commands lancaster and is not of the highest rank"),
    (fight(commander={LANCASTER: "margaret"}), "margaret commands lancaster and is not there"),
    (fight(commander={LANCASTER: "york"}), "york commands lancaster and is not there"),
    (withdrawing("roos", "arundel", to=Area("northwest")), "2 Nobles withdraw from north_midlands to northwest"),
    (withdrawing("roos", to=Area("ireland")), "1 Nobles withdraw from north_midlands to ireland"),
    (state(impulses={YORK: 1, LANCASTER: 0}), "impulses are left behind the campaigns"),
]


def broken(base: Callable[[], State], change: Break) -> str:
    """What is found once the right position is broken."""
    s = base()
    assert checks(s) == []
    change(s)
    return "; ".join(checks(s))


@pytest.mark.parametrize(("change", "found"), [*BROKEN_NOBLES, *BROKEN_TRACKS])
def test_a_broken_position_is_found(change: Break, found: str) -> None:
    assert found in broken(campaigns, change)


@pytest.mark.parametrize(("change", "found"), BROKEN_BATTLES)
def test_a_broken_battle_is_found(change: Break, found: str) -> None:
    assert found in broken(battle, change)


@pytest.mark.parametrize("phase", [Phase.LEVY, Phase.TOWER, Phase.DRAFT])
def test_behind_the_battles_nobody_stands_with_an_enemy(phase: Phase) -> None:
    assert "both sides stand in wales" in broken(lambda: later(phase), noble("roos", at=WALES))


@pytest.mark.parametrize(("name", "box"), [("roos", CUP), ("york", DRAWN), ("rivers", OFF), ("york", CUP)])
def test_a_noble_of_the_wrong_colour_before_the_first_turn_is_found(name: str, box: Area) -> None:
    assert f"{name} has the wrong colour for {box}" in broken(set_up, noble(name, at=box, by=None, troops=0))


def test_a_withdrawal_to_enemies_is_found() -> None:
    def change(s: State) -> None:
        put(s, YORK, "west_midlands", stanley=0)
        withdrawing("roos", "arundel", to=Area("west_midlands"))(s)

    assert "they withdraw to their enemies in west_midlands" in broken(battle, change)


@pytest.mark.parametrize(
    ("tried", "value"), [(["roos", "roos"], 6), (["roos", "arundel"], 3), (["roos"], 2)], ids=["twice", "many", "none"]
)
def test_too_many_trials_are_found(tried: list[str], value: int) -> None:
    assert "have been tried with the value" in broken(lambda: later(Phase.TOWER), state(tried=tried, value=value))


def test_an_infirm_king_does_not_hold_london() -> None:
    def change(s: State) -> None:
        s.nobles[HENRY_VI].shown = Shown.REVERSE
        s.nobles[NobleId("margaret")].at = WALES
        s.nobles[NobleId("margaret")].by = YORK

    assert "Lancaster controls London without a 3-star Noble" in broken(campaigns, change)


# Courses


@pytest.fixture(scope="module")
def wars() -> list[Table[State]]:
    """Whole games, with executions among their Events."""
    return [play_at_random(RULES, SETUP, f"course/{number}") for number in range(8)]


def test_the_course_of_a_game_is_right(wars: Sequence[Table[State]]) -> None:
    assert sum(len(table.news) for table in wars) > 1000
    for table in wars:
        compare_course(table)


def first(events: list[Event], name: str, **fits: Any) -> Event:
    return next(e for e in events if e.name == name and all(e.data.get(fact) == value for fact, value in fits.items()))


def more_points(events: list[Event]) -> None:
    first(events, "scores").data["gained"][LANCASTER] += 1


def moved_too_far(events: list[Event]) -> None:
    first(events, "scores").data["vp"] += 1


def wrong_end(events: list[Event]) -> None:
    first(events, "game_over").data["vp"] += 2


def unearned_award(events: list[Event]) -> None:
    place = events.index(first(events, "trial"))
    events.insert(place, Event("10.0", "award", {"side": YORK, "points": 2, "vp": 0}))


def control_untold(events: list[Event]) -> None:
    events.remove(first(events, "gains"))


def control_of_nobody(events: list[Event]) -> None:
    gains = first(events, "gains")
    gains.data["side"] = Side(gains.data["side"]).enemy


def lost_twice(events: list[Event]) -> None:
    events.append(Event("8.0.8", "london_lost", {"side": YORK}))
    events.append(Event("8.0.8", "london_lost", {"side": YORK}))


def wrong_value(events: list[Event]) -> None:
    first(events, "initiative").data["value"] += 1


def too_many_impulses(events: list[Event]) -> None:
    place = events.index(first(events, "passes"))
    events.insert(place, deepcopy(events[place]))


def from_elsewhere(events: list[Event]) -> None:
    first(events, "campaigns").data["group"]["start"] = "ireland"


def dead_again(events: list[Event]) -> None:
    out = next(e for e in events if e.name == "flight" and e.data["to"] == OUT)
    events.append(Event("11.1", "selects", {"side": YORK, "noble": out.data["noble"], "to": covert(YORK)}))


def out_at_once(events: list[Event]) -> None:
    first(events, "flight", outcome="box").data["to"] = OUT


def never_flipped(events: list[Event]) -> None:
    killed = next(e for e in events if e.name == "flight" and e.data["outcome"] == "killed" and e.data["to"] == OUT)
    killed.data["to"] = covert(killed.data["side"])


def turned_own(events: list[Event]) -> None:
    intrigue = first(events, "intrigue", turned=True)
    intrigue.data["side"] = Side(intrigue.data["side"]).enemy


def drawn_again(events: list[Event]) -> None:
    events.append(Event("11.1", "drawn", {"nobles": [first(events, "placed").data["noble"]]}))


def placed_from_the_map(events: list[Event]) -> None:
    place = events.index(first(events, "placed", troops=1))
    events.insert(place + 1, events[place])


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (more_points, "the sides score "),
        (moved_too_far, "the VP marker is moved to "),
        (wrong_end, "the VP marker is moved to "),
        (unearned_award, "VP that are due to "),
        (control_untold, "the sides score "),
        (control_of_nobody, "without a Noble there"),
        (lost_twice, "london is lost by nobody"),
        (wrong_value, "give the value "),
        (too_many_impulses, "impulses left, and should have "),
        (from_elsewhere, "do not stand in ireland"),
        (dead_again, "is dead, and in selects"),
        (out_at_once, "is out without dying"),
        (never_flipped, "dies and comes to covert_"),
        (turned_own, "who is no enemy"),
        (drawn_again, "is drawn from "),
        (placed_from_the_map, "is placed from "),
    ],
)
def test_a_broken_course_is_found(wars: Sequence[Table[State]], change: Callable[[list[Event]], None], found: str) -> None:
    told = []
    for table in wars:
        events = [Event(n.event.rule, n.event.name, deepcopy(n.event.data)) for n in table.news]
        try:
            change(events)
        except StopIteration:  # it has not happened in this game
            continue
        told.append("; ".join(course_findings(table.rules.new_state(table.setup), table.state, events)))
    assert told
    assert all(found in each for each in told), told


def test_a_position_that_no_event_tells_of_is_found(wars: Sequence[Table[State]]) -> None:
    table, events = wars[0], [news.event for news in wars[0].news]
    s = deepcopy(table.state)
    s.vp += 2
    someone = next(each for each in s.nobles.values() if each.at in s.board.regions)
    assert someone.by is not None
    someone.by, someone.at = someone.by.enemy, Area("ireland" if someone.at != "ireland" else "wales")
    s.control[Area("ireland")] = someone.by
    found = "; ".join(course_findings(table.rules.new_state(table.setup), s, events))
    for what in ("the VP marker is at", "by the Events at", "control is"):
        assert what in found


def test_fuzz_finds_a_score_that_does_not_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.games.warriors_of_england.victory.exiles", lambda _s, _side: 0)
    report = fuzz(RULES, [SETUP], 6, "exiles")
    assert any("course: the sides score" in failure.problem for failure in report.failures)


# Logs that do not lead back


def test_games_are_restored_with_their_standing_orders() -> None:
    report = fuzz(RULES, [SETUP], 5, "back")
    assert report.clean, report.summary()
    assert report.restored > 4
    assert report.orders > 0


def test_a_field_that_is_not_restored_is_found() -> None:
    """What a State begins with comes from somewhere else than the log."""
    battles = count()

    def new_state(setup: Any) -> State:
        s = RULES.new_state(setup)
        s.aggressor[Area(f"battle_{next(battles)}")] = YORK
        return s

    report = FuzzReport()
    rules = replace(RULES, new_state=new_state, checks=lambda _s: [])
    fuzz_game(rules, SETUP, "field", 2000, report)
    assert "restored from its log" in report.failures[0].problem or "the log says" in report.failures[0].problem


def standing_table() -> Table[State]:
    """A game in which York has orders for the game, and lines that wait."""
    table = play_at_random(RULES, SETUP, "standing", 12)
    for line in ("standing game withdraw usual", "standing game intrigue none", "placing: place none"):
        execute(table, "york", line)
    return table


def test_a_standing_order_that_is_not_restored_is_found() -> None:
    table = standing_table()
    compare_restored(table)
    table.book.orders.pop()
    with pytest.raises(GameFault, match="other standing orders"):
        compare_restored(table)


def test_a_line_that_waits_and_is_not_restored_is_found() -> None:
    table = standing_table()
    assert table.waiting["york"]
    table.waiting["york"].pop()
    with pytest.raises(GameFault, match="other lines that wait"):
        compare_restored(table)


def test_orders_that_make_no_sense_leave_nothing() -> None:
    table = standing_table()
    with pytest.raises(BadLine):
        execute(table, "york", "standing game withdraw nowhere at all")
    compare_restored(table)
