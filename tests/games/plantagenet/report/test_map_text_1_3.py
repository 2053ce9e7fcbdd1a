"""1.3 The map in words: every Locale with its markers and Ways, and nothing of what lies on a hidden mat."""

from __future__ import annotations

import re

import pytest

from pbem.engine.event import Event
from pbem.engine.game.atlas import Leaf, TurnLabel, no_map
from pbem.games.plantagenet.components.box import Side
from pbem.games.plantagenet.components.state import Depletion, State, Status
from pbem.games.plantagenet.game import RULES, stamp
from pbem.games.plantagenet.report.map_text import ATLAS
from pbem.games.plantagenet.report.view import BoardView, view
from tests.games.plantagenet.build import LANCASTER, YORK, army
from tests.games.plantagenet.scene import IA, IC, II, III, capability, favour, gone, on_calendar, position, put, vassal, worn


def line_of(s: State, name: str, seat: str = "york") -> str:
    """The line of a Locale or box on the whole map."""
    (line,) = [line for leaf in ATLAS.whole(s, seat) for line in leaf.lines if re.match(rf"{name}\b.*?:", line)]
    return line


def place(s: State, locale: str, seat: str = "york") -> str:
    """All that is said about a Locale."""
    return "\n".join(line for leaf in ATLAS.place(s, seat, locale) for line in leaf.lines)


def test_1_3_1_every_locale_and_sea_stands_on_the_map_once() -> None:
    s = position(IA)
    lines = [line for leaf in ATLAS.whole(s, "york") if leaf.title != "Calendar" for line in leaf.lines]
    names = [facts.name for facts in s.board.locales.values()] + [facts.name for facts in s.board.seas.values()]
    assert sorted(line.partition(":")[0] for line in lines) == sorted(names)


def test_1_3_1_every_way_stands_on_the_map_from_both_its_ends() -> None:
    s = position(IA)
    for at, facts in s.board.locales.items():
        line = line_of(s, facts.name)
        for near in s.board.adjacent[at]:
            assert s.board.locales[near].name in line.partition(".")[2]


def test_1_3_1_a_locale_with_its_ways_by_type_its_favour_wear_and_lords() -> None:
    s = position(IA)
    put(s, "warwick_y", "ely")
    worn(s, Depletion.EXHAUSTED, "ely")
    assert line_of(s, "Ely") == (
        "Ely: City, Yorkist, Exhausted; here: YORK (York), WARWICK (York). "
        "Highways to Cambridge, Peterborough; Roads to Bury St Edmunds, Lynn"
    )
    s.mats["york"].moved = True
    assert "YORK (York, moved or fought)" in line_of(s, "Ely")


def test_1_3_1_favour_as_it_is_now() -> None:
    s = position(IA)
    favour(s, LANCASTER, "lynn")
    favour(s, None, "ely")
    assert line_of(s, "Lynn").startswith("Lynn: Fortress, Lancastrian. ")
    assert line_of(s, "Ely").startswith("Ely: City, Neutral;")
    assert line_of(s, "Burgundy").startswith("Burgundy: Exile box, Yorkist. Opens on the North Sea")


def test_1_3_1_a_one_way_path_says_from_where_nobody_marches() -> None:
    s = position(IA)
    assert "Paths to Scotland (no March from here)" in line_of(s, "Bamburgh")
    assert line_of(s, "Scotland").count("no March") == 0
    assert "Path: Scotland: Exile box, Lancastrian (no March from here)" in place(s, "bamburgh")


def test_1_3_1_lords_at_sea_stand_with_their_sea() -> None:
    s = position(IA)
    put(s, "york", "north_sea")
    assert line_of(s, "North Sea").endswith("; here: YORK (York)")


def test_1_3_2_the_calendar_and_who_is_out() -> None:
    s = position(IA)
    on_calendar(s, "rutland", 16, exile=True)
    gone(s, "warwick_y", Status.DEAD)
    calendar = next(leaf for leaf in ATLAS.whole(s, "york") if leaf.title == "Calendar").lines
    assert "box 1 (now): empty" in calendar
    assert "beyond 15: Rutland (Exile)" in calendar
    assert "out of the game or captive: Warwick (dead)" in calendar


def test_1_3_1_one_locale_with_its_neighbours_in_the_order_of_their_ways() -> None:
    s = position(IA)
    about, neighbours = ATLAS.place(s, "york", "ely")
    assert about.title == "Ely"
    assert "As printed: Levy Troops 1 Longbowmen, 1 Militia; Supply 2; Tax 2" in about.lines
    assert neighbours == Leaf(
        "Neighbours",
        (
            "Highway: Cambridge: Town, Neutral",
            "Highway: Peterborough: City, Neutral",
            "Road: Bury St Edmunds: Town, Neutral",
            "Road: Lynn: Fortress, Neutral",
        ),
    )


@pytest.mark.parametrize("hidden_mats", [False, True])
@pytest.mark.parametrize("reader", [YORK, LANCASTER])
def test_1_5_3_what_is_on_a_hidden_mat_is_shown_to_its_side_only(reader: Side, hidden_mats: bool) -> None:
    s = position(IA, hidden_mats=hidden_mats)
    seat = next(at for at, facts in s.board.locales.items() if "fauconberg" in facts.vassal_seats)
    capability(s, "york", "y1")
    vassal(s, "fauconberg", "york", 5)
    shown = reader is YORK or not hidden_mats
    assert ("Men-at-Arms" in place(s, "ely", reader).partition("YORK: ")[2]) is shown
    assert ("(y1)" in place(s, "ely", reader)) is shown
    assert ("his mat is hidden" in place(s, "ely", reader)) is not shown
    assert ("Mustered with York" in place(s, seat, reader)) is shown
    assert "Vassal Fauconberg, who is Mustered" in place(s, seat, reader)


def test_1_5_3_the_map_is_the_same_in_worlds_that_differ_on_hidden_mats() -> None:
    one, other = position(IA, hidden_mats=True), position(IA, hidden_mats=True)
    capability(other, "york", "y1", "y4")
    put(other, "york", "ely", militia=6, coin=5)
    other.held[YORK].append(other.decks[YORK].pop())
    other.plans[YORK] = ["york", "pass"]
    assert ATLAS.whole(one, "lancaster") == ATLAS.whole(other, "lancaster")
    for locale in ATLAS.places(one):
        assert ATLAS.place(one, "lancaster", locale) == ATLAS.place(other, "lancaster", locale)
    assert ATLAS.place(one, "york", "ely") != ATLAS.place(other, "york", "ely")


def test_6_0_bosworth_has_no_map() -> None:
    assert ATLAS.places(army()) == ()
    assert no_map().places(army()) == ()


def test_2_2_a_turn_begins_with_its_levy_and_at_bosworth_a_round() -> None:
    levy, battle_round = Event("3.0", "levy_begins", {"turn": 4}, None), Event("4.4.2", "round_begins", {"round": 2}, None)
    board, bosworth = position(IA), army()
    assert (stamp(board, levy), stamp(board, battle_round)) == (TurnLabel("Turn", 4), None)
    assert (stamp(bosworth, levy), stamp(bosworth, battle_round)) == (None, TurnLabel("Round", 2))
    assert RULES.reports.stamp(board, levy) == TurnLabel("Turn", 4)


def test_y15_the_second_marker_at_london_stands_on_the_map_and_in_the_report() -> None:
    s = position(IA)
    favour(s, YORK, "london")

    def in_report() -> str:
        seen = view(s, "lancaster")
        assert isinstance(seen, BoardView)
        return next(name for line in seen.favour for name in line.york if name.startswith("London"))

    assert "two markers" not in line_of(s, "London") + in_report()
    s.london_for_york = True
    assert "Yorkist, two markers" in line_of(s, "London")
    assert in_report() == "London (two markers)"


@pytest.mark.parametrize(("scenario", "changes"), [(IA, True), (II, True), (IC, False), (III, False)])
def test_5_2_a_threshold_is_said_to_change_where_it_does(scenario: str, changes: bool) -> None:
    s = position(scenario)
    seen = view(s, "york")
    assert isinstance(seen, BoardView)
    thresholds = {s.sheet.thresholds[turn] for turn in range(s.sheet.first_turn, s.sheet.last_turn + 1)}
    assert seen.threshold_changes == changes == (len(thresholds) > 1)
