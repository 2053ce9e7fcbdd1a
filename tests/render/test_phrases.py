"""Events in words."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from pbem.engine.event import Event
from pbem.games import GAMES
from pbem.render.templates.phrases import COUNTS, Chapter, NoPhrase
from tests.render.tables import ROOT, bosworth, names_at, page

NAME_PLACE = 2  # tell(s, rule, name, ...)


@cache
def trees(game: str) -> tuple[ast.Module, ...]:
    return tuple(ast.parse(path.read_text()) for path in sorted(Path(ROOT, "pbem/games", game).rglob("*.py")))


def calls(game: str, function: str) -> Iterator[tuple[ast.Call, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Every call of `function` in a game's rules, with the function it stands in."""
    for tree in trees(game):
        for outer in ast.walk(tree):
            if isinstance(outer, ast.FunctionDef | ast.AsyncFunctionDef):
                for node in ast.walk(outer):
                    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == function:
                        yield node, outer


def told(game: str, function: str = "tell", place: int = NAME_PLACE) -> set[str]:
    """The names given to `function` as its argument number `place`; a name handed on is looked up at the callers."""
    return {name for call, outer in calls(game, function) for name in literals(game, call.args[place], outer)}


def literals(game: str, node: ast.expr, outer: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    match node:
        case ast.Constant(str(name)):
            return {name}
        case ast.IfExp():
            return literals(game, node.body, outer) | literals(game, node.orelse, outer)
        case ast.Name(parameter):
            return told(game, outer.name, [a.arg for a in outer.args.args].index(parameter))
    raise AssertionError(f"{outer.name}: the name of the Event is {ast.unparse(node)}")


@pytest.mark.parametrize("game", GAMES)
def test_every_event_that_a_rule_tells_has_a_phrase(game: str) -> None:
    names = told(game)
    assert {"round_begins", "protection", "reroll", "game_drawn"} <= names or game != "plantagenet"
    assert [name for name in sorted(names) if name not in page().phrases(game)] == []


def test_an_order_that_stood_is_told_whatever_the_game() -> None:
    assert "standing_order" in page().phrases("plantagenet")


def story(*events: Event) -> list[Chapter]:
    return page().phrases("plantagenet").story(events, names_at(bosworth()))


def saving(name: str, die: int, top: int = 1, lord: str = "norfolk") -> Event:
    data = {"side": "york", "lord": lord, "unit": "militia", "die": die, "top": top, "saved": die <= top}
    return Event("4.4.2", name, data)


def routs(lord: str = "norfolk") -> Event:
    return Event("4.4.2", "unit_routs", {"side": "york", "lord": lord, "unit": "militia"})


def test_the_hits_of_one_kind_of_units_stand_on_one_line() -> None:
    events = (saving("protection", 4), saving("reroll", 5), routs(), saving("protection", 1))
    line = "Norfolk's Militia (needs 1): [4] fails, Valour reroll [5] fails, Routs; [1] holds."
    assert story(*events) == [Chapter(0, "", [line])]


def test_a_kind_met_again_goes_on_with_its_line() -> None:
    events = (
        saving("protection", 1),
        saving("protection", 2, lord="oxford"),
        routs("oxford"),
        saving("protection", 6),
        routs(),
    )
    (chapter,) = story(*events)
    assert chapter.lines == [
        "Norfolk's Militia (needs 1): [1] holds; [6] fails, Routs.",
        "Oxford's Militia (needs 1): [2] fails, Routs.",
    ]


def test_another_range_is_another_line() -> None:
    (chapter,) = story(saving("protection", 2, top=4), saving("protection", 2))
    assert chapter.lines == ["Norfolk's Militia (needs 1-4): [2] holds.", "Norfolk's Militia (needs 1): [2] fails."]


def test_a_reroll_answered_by_letter_stands_for_itself() -> None:
    (chapter,) = story(saving("reroll", 6), routs())
    assert chapter.lines == ["Norfolk's Militia (needs 1): Valour reroll [6] fails, Routs."]


def test_a_die_rolled_for_a_heading_stands_below_it() -> None:
    fire = Event("4.4.2", "culverins_fire", {"side": "york", "lord": "norfolk", "die": 3})
    hits = Event(
        "4.4.2",
        "hits",
        {"engagement": ["norfolk", "oxford"], "place": "left", "step": "missiles", "york": 1, "lancaster": 8},
    )
    chapters = story(Event("4.4.2", "round_begins", {"round": 1}), fire, hits)
    assert [(c.level, c.title) for c in chapters] == [
        (1, "Round 1"),
        (2, "Left (Norfolk and Oxford), missiles: the Yorkists take 1 Hit, the Lancastrians 8"),
    ]
    assert chapters[1].lines == ["Norfolk's Culverins fire: [3] Missile Hits, included above."]


def test_a_die_without_its_heading_yet_is_told_all_the_same() -> None:
    fire = Event("4.4.2", "culverins_fire", {"side": "york", "lord": "norfolk", "die": 1})
    assert story(fire) == [Chapter(0, "", ["Norfolk's Culverins fire: [1] Missile Hit, included above."])]


def test_standing_orders_are_counted_at_the_end() -> None:
    order = Event("4.4.2 hit", "standing_order", {"order": "absorb Militia"}, frozenset({"york"}))
    again = Event("4.4.2 flee", "standing_order", {"order": "flee none"}, frozenset({"york"}))
    chapters = story(order, saving("protection", 1), order, saving("protection", 1), again)
    assert chapters[0].lines == ["Norfolk's Militia (needs 1): [1] holds; [1] holds."]
    assert chapters[1] == Chapter(COUNTS, "", ["absorb Militia (2 times)", "flee none"])


DRAWS = Event("11.2", "draws", {"seat": "red", "number": 2})


def with_a_siege(*events: Event) -> list[tuple[int, str, int]]:
    """Level and title of what is told of a siege that begins and of other Events behind that, and the number of lines."""
    where = {"area": "york_area", "place": "york", "ships": None, "force": None}
    sides = {"attack": ["percy"], "defence": []}
    siege = Event("6.2", "attacks", {"seat": "red", "against": "", "sides": sides, "where": where})
    chapters = page().phrases("kingmaker").story([siege, *events], str.title)
    return [(each.level, each.title.partition(":")[0], len(each.lines)) for each in chapters]


def test_what_follows_a_combat_does_not_stand_below_its_heading() -> None:
    held, lifted = (
        Event("6.3", "besieged", {"place": "york", "seat": "red"}),
        Event("6.5", "siege_lifted", {"place": "york"}),
    )
    peace, crowned = Event("7.6", "peace_over"), Event("8", "crowned", {"royal": "henry", "place": "york"})
    claimed, drew = Event("13.3", "claimed", {"seat": "red"}), Event("11.2", "drew", {"cards": ["le_rose"]})
    assert with_a_siege(held, lifted, peace, crowned, claimed, DRAWS, drew) == [
        (2, "Siege of York", 2),
        (2, "End of the Combat phase", 1),
        (2, "Coronation", 1),
        (2, "End of the turn", 3),
    ]


def test_cards_drawn_for_losses_in_a_combat_stay_below_it() -> None:
    off = Event("6.2.4", "called_off", {"seat": "red"})
    assert with_a_siege(DRAWS, off) == [(2, "Siege of York", 2)]


def test_without_a_combat_a_turn_has_no_headings_within() -> None:
    (chapter,) = page().phrases("kingmaker").story([DRAWS], str.title)
    assert (chapter.level, len(chapter.lines)) == (0, 1)


def test_one_event_is_told_alone() -> None:
    phrases, names = page().phrases("plantagenet"), names_at(bosworth())
    assert phrases.tell(saving("protection", 4), names) == "Norfolk's Militia (needs 1): [4] fails."
    flees = Event("4.4.2", "flees", {"side": "york", "lord": "richard_iii"})
    assert phrases.tell(flees, names) == "Richard III (Yorkist) Flees."


def test_an_engagement_of_three_names_them_all() -> None:
    lords = [["norfolk", "oxford"], ["richard_iii", "henry_tudor", "jasper_tudor_2"]]
    (chapter,) = story(Event("4.4.2", "engagements", {"engagements": lords}))
    assert chapter.lines == ["Engagements: Norfolk against Oxford; Richard III, Henry Tudor and Jasper Tudor."]


def test_an_event_without_a_phrase_is_refused() -> None:
    with pytest.raises(NoPhrase, match=r"no phrase tells 'dances' of rule 4\.3"):
        story(Event("4.3", "dances"))


def card(number: int, lord: str) -> Event:
    side = "york" if number % 2 else "lancaster"
    return Event("4.2", "card_revealed", {"side": side, "number": number, "lord": lord})


def test_a_card_below_which_nothing_stands_before_the_next_says_that_it_was_a_pass() -> None:
    forage = Event("4.8.6", "influence", {"side": "york", "points": -1, "why": "check", "total": 3})
    chapters = story(card(1, "norfolk"), card(2, "oxford"), card(3, "norfolk"), forage, card(4, "oxford"))
    assert [chapter.lines[:1] for chapter in chapters[:2]] == [["Norfolk Passes."], ["Oxford Passes."]]
    assert chapters[2].lines != ["Norfolk Passes."]
    assert chapters[3].lines == []  # it is under way


def test_1_4_1_the_end_of_the_track_is_told_where_it_is_reached() -> None:
    spent = {"side": "york", "points": -2, "why": "check"}
    (chapter,) = story(
        Event("1.4.2", "influence", {**spent, "total": 45}), Event("1.4.2", "influence", {**spent, "total": 44})
    )
    assert [line.endswith("Lancaster leads by 45, where the track ends.") for line in chapter.lines] == [True, False]
