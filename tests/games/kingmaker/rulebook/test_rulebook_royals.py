"""The rulebook on Royals in combat (l. 425-469, 570-583): who has them when it is over."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap, arg-type"

from __future__ import annotations

import pytest

from pbem.engine.table import Table
from pbem.games.kingmaker.alliances import ally
from pbem.games.kingmaker.asking.joining_in import ADD
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.forces import form_force
from tests.games.kingmaker.asked import asked, events, write
from tests.games.kingmaker.chapters.test_combat_6 import BAD_WEATHER, black
from tests.games.kingmaker.questions.test_asked_turn_5 import MIGHTY, turn
from tests.games.kingmaker.scene import conquer, hand, on_top, put, table

KING = "henry_vi"


def fought(game: Table[State], seat: str, *lines: str) -> None:
    """An attack to which nobody adds anything."""
    write(game, seat, *lines)
    while asked(game)[0][1] == ADD:
        write(game, asked(game)[0][0], "pass")


def losing(*, lists: tuple[str, ...] = ("roos", "mowbray"), defenders: str = "p2") -> State:
    """p1's Roos, who has the King, attacks Mowbray at York, who has 170 men; p1's Grey and Scrope stand by."""
    s = table(players=4)
    put(s, "p1", "field:york_area", "roos", KING, "burgundian_crossbowmen_1", "flemish_crossbowmen_1")
    put(s, defenders, "field:york_area", "mowbray", "marshal_of_england", "flemish_crossbowmen_2")
    for noble in ("grey", "scrope"):
        put(s, "p1", "field:york_area", noble)
    on_top(s, black("majority", lists=lists))
    return s


@pytest.mark.parametrize(("lines", "keeper"), [([], "grey"), (["keeper Scrope"], "scrope"), (["keeper none"], "mowbray")])
def test_428_the_royal_of_a_beaten_attacker_passes_to_who_stands_by(lines: list[str], keeper: str) -> None:
    """R103."""
    s = losing()
    game = turn(s)
    fought(game, "p1", *lines, "attack p2 York with Roos")
    assert "roos" in s.captives
    assert s.royals[KING].noble == keeper


def test_434_with_nobody_standing_by_the_victor_has_the_royal() -> None:
    s = losing()
    s.nobles["roos"].cards += ["steward_of_the_royal_household"]
    game = turn(s)
    fought(game, "p1", "attack p2 York")
    assert {"roos", "grey", "scrope"} <= set(s.captives)
    assert s.royals[KING].noble == "mowbray"


def test_445_a_very_weak_attacker_is_captured_and_who_stands_by_keeps_the_royal() -> None:
    s = losing()
    s.nobles["roos"].cards = []
    game = turn(s)
    fought(game, "p1", "attack p2 York with Roos")
    assert ("roos" in s.captives, s.royals[KING].noble) == (True, "grey")


def test_431_in_bad_weather_a_royal_stays() -> None:
    s = losing()
    on_top(s, BAD_WEATHER)
    fought(turn(s), "p1", "attack p2 York with Roos")
    assert s.royals[KING].noble == "roos"


def test_581_an_execution_written_in_a_combat_waits_for_its_end_and_is_no_battle_order() -> None:
    """R105. Grey's Royal is not in the combat; p1 is not on the go."""
    s = losing()
    put(s, "p1", "field:london_area", "holland", "george_duke_of_clarence")
    hand(s, "p2", "scots_archers_1")
    game = turn(s)
    write(game, "p1", "attack p2 York with Roos")
    assert asked(game) == [("p2", ADD)]
    write(game, "p1", "execute George")
    assert s.royals["george_duke_of_clarence"].at == "field:london_area"
    write(game, "p2", "pass")
    write(game, "p1", "pass")
    assert (s.fight, s.royals["george_duke_of_clarence"].at, game.book.of("p1")) == (None, "dead", [])


def killed_alone(result: str = "majority") -> State:
    """Roos of p1 attacks Mowbray of p2, who has the King; the card kills Mowbray, and Roos wins or not."""
    s = table()
    put(s, "p1", "field:york_area", "roos", *MIGHTY)
    put(s, "p2", "field:york_area", "mowbray", KING)
    on_top(s, black(result, "mowbray", lists=("roos", "mowbray")))
    return s


def test_434_the_victor_gains_the_royals_of_the_fallen_too() -> None:
    s = killed_alone("majority")
    fought(turn(s), "p1", "attack p2 York")
    assert ("mowbray" in s.nobles, s.royals[KING].noble) == (False, "roos")


def test_578_a_royal_whose_noble_falls_undefeated_stays_alone_and_is_gained_later() -> None:
    """At the end of whose Movement phase a Noble stands there (l. 572)."""
    s = killed_alone("majority")
    s.nobles["roos"].cards, s.nobles["mowbray"].cards = [], []
    s.nobles["mowbray"].cards = ["burgundian_crossbowmen_2"]
    s.nobles["roos"].cards = [*MIGHTY[1:2], "earl_of_kent"]
    game = turn(s)
    fought(game, "p1", "attack p2 York")
    assert ("mowbray" in s.nobles, s.royals[KING].noble, s.royals[KING].at) == (False, None, "field:york_area")


def test_435_a_lone_winner_who_falls_leaves_the_royals_where_they_are() -> None:
    s = table()
    put(s, "p1", "field:york_area", "roos", *MIGHTY, "george_duke_of_clarence")
    put(s, "p2", "field:york_area", "mowbray", KING)
    on_top(s, black("majority", "roos", lists=("roos", "mowbray")))
    fought(turn(s), "p1", "attack p2 York")
    assert (s.captives, s.royals[KING].noble) == ({}, "mowbray")
    assert (s.royals["george_duke_of_clarence"].noble, s.royals["george_duke_of_clarence"].at) == (None, "field:york_area")


def test_461_a_siege_whose_one_attacker_falls_leaves_the_royals_inside() -> None:
    s = table()
    put(s, "p2", "field:london_area", "neville")
    conquer(s, "helmsley", "neville")
    put(s, "p2", "in:helmsley", "mowbray", KING)
    area = s.board.places["helmsley"].area
    put(s, "p1", f"field:{area}", "percy", *MIGHTY)
    on_top(s, black("majority", "percy", lists=("percy", "mowbray")))
    fought(turn(s), "p1", "besiege Helmsley")
    assert (s.royals[KING].noble, s.captives, "percy" in s.nobles) == ("mowbray", {}, False)


def test_469_575_who_takes_a_royal_in_a_siege_stands_inside_with_it() -> None:
    """Of the attackers, not of those who did not attack; the Royal of a defender, and one that stood there alone."""
    s = table()
    put(s, "p2", "field:london_area", "neville")
    conquer(s, "helmsley", "neville")
    put(s, "p2", "in:helmsley", "mowbray", KING)
    s.royals["george_duke_of_clarence"].at = "in:helmsley"
    area = s.board.places["helmsley"].area
    put(s, "p1", f"field:{area}", "percy", *MIGHTY)
    put(s, "p1", f"field:{area}", "grey")
    on_top(s, black("majority", lists=("percy", "mowbray")))
    fought(turn(s), "p1", "keeper Grey", "besiege Helmsley with Percy")
    assert {s.royals[royal].noble for royal in (KING, "george_duke_of_clarence")} == {"percy"}
    assert (s.nobles["percy"].at, s.nobles["grey"].at) == ("in:helmsley", f"field:{area}")


def test_434_of_allied_defenders_the_one_who_was_attacked_takes_the_royals() -> None:
    """K13. Who attacks names one of them."""
    for captor, keeper in (("p2", "mowbray"), ("p3", "percy")):
        s = losing()
        s.head_claimed = True
        ally(s, ["p2", "p3"])
        put(s, "p3", "field:york_area", "percy")
        for noble in ("grey", "scrope"):
            s.nobles[noble].at = "field:london_area"
        on_top(s, black("majority", lists=("roos", "mowbray", "percy")))
        game = turn(s)
        fought(game, "p1", f"attack {captor} York")
        assert s.captives["roos"].captor == captor
        assert s.royals[KING].noble == keeper


def test_659_a_royal_lost_by_a_force_passes_to_its_owners_noble_who_stands_by_or_to_the_victor() -> None:
    s = losing(defenders="p3")
    s.head_claimed = True
    ally(s, ["p1", "p2"])
    put(s, "p2", "field:york_area", "holland")
    for noble in ("grey", "scrope"):
        s.nobles[noble].at = "field:london_area"
    form_force(s, "p1", ["roos", "holland"], "holland", ["p2"])
    s.active = "p2"
    on_top(s, black("majority", lists=("roos", "mowbray", "holland")))
    s.nobles["grey"].at = "field:york_area"
    fought(turn(s), "p2", "lead Holland against p3")
    assert ({"roos", "holland"} <= set(s.captives), s.royals[KING].noble) == (True, "grey")


@pytest.mark.parametrize(
    ("lines", "keeper", "refused"),
    [
        ((), "grey", []),
        (("shelter all",), "audley", []),
        (("shelter p1",), "audley", []),
        (("shelter p2",), "scrope", ["audley"]),
        (("shelter none",), "scrope", ["audley"]),
    ],
)
def test_579_a_royal_passes_to_another_players_noble_in_the_spot_who_agrees(
    lines: tuple[str, ...], keeper: str, refused: list[str]
) -> None:
    """R103. Audley is p3's, who is no ally; whoever names him in vain is told so, and whom they name next counts."""
    s = losing()
    put(s, "p3", "field:york_area", "audley")
    game = turn(s)
    write(game, "p3", *lines)
    write(game, "p1", *(["keeper Audley, Scrope"] if lines else []))
    fought(game, "p1", "attack p2 York with Roos")
    assert "roos" in s.captives
    assert s.royals[KING].noble == keeper
    assert [told["noble"] for told in events(game, "not_taken_in")] == refused


def test_579_nobody_takes_in_a_royal_unasked_or_is_given_one_unnamed() -> None:
    s = losing()
    for noble in ("grey", "scrope"):
        s.nobles[noble].at = "field:london_area"
    put(s, "p3", "field:york_area", "audley")
    game = turn(s)
    write(game, "p3", "shelter all")
    fought(game, "p1", "attack p2 York")
    assert s.royals[KING].noble == "mowbray"


def sallied(*inside: str) -> State:
    """Roos of p1 comes out of Helmsley with the King against Mowbray of p2, who besieges it; these stay inside. The card
    kills Roos, and nobody wins.
    """
    s = table(players=4)
    put(s, "p1", "in:helmsley", "roos", KING, "flemish_crossbowmen_1", "flemish_crossbowmen_2", "scots_archers_1")
    for noble in inside:
        put(s, "p1", "in:helmsley", noble)
    put(s, "p2", "field:helmsley_area", "mowbray", *MIGHTY)
    put(s, "p1", "field:london_area", "talbot")
    conquer(s, "helmsley", "talbot")
    s.besieged["helmsley"] = "p2"
    on_top(s, black("3-1", "roos", lists=("mowbray", "grey", "scrope")))
    return s


def test_477_the_royal_of_one_who_falls_in_a_sally_passes_to_nobody_inside() -> None:
    """R103. He stays outside, uncontrolled (l. 578), and nobody inside gains him at the end of their Movement phase."""
    s = sallied("grey")
    game = turn(s)
    write(game, "p1", "keeper Grey")
    fought(game, "p1", "sally Helmsley by Roos")
    assert "roos" not in s.nobles
    assert (s.nobles["grey"].at, s.besieged) == ("in:helmsley", {"helmsley": "p2"})
    assert (s.royals[KING].noble, s.royals[KING].at) == (None, "field:helmsley_area")


def test_477_it_passes_to_one_who_has_come_out_with_him_or_relieves_him() -> None:
    for place, line in (("in:helmsley", "sally Helmsley"), ("field:helmsley_area", "sally Helmsley with relief")):
        s = sallied()
        put(s, "p1", place, "scrope")
        game = turn(s)
        fought(game, "p1", line)
        assert "roos" not in s.nobles
        assert (s.royals[KING].noble, s.royals[KING].at, s.nobles["scrope"].at) == ("scrope", place, place)
