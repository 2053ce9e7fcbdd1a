"""Options of games on the command line: in the help, refused, and how a game is read by them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.games import GAMES
from pbem.postoffice import PostOffice
from tests.support.owner import ANN, BOB, MASTER, MODERATOR, PLAYERS, Owner


@pytest.fixture
def owner(tmp_path: Path) -> Iterator[Owner]:
    """An owner with a game of Ia in which nobody Intercepts into Enemies."""
    with PostOffice(dict.fromkeys([MODERATOR, ANN, BOB, MASTER], "rose")) as office:
        owner = Owner.at(tmp_path, office)
        owner.pbem("new", "ia", "--at-once", *PLAYERS, "--option", "intercept-into-enemies=no")
        yield owner


def flat(text: str) -> str:
    return " ".join(text.replace("│", " ").split())


@pytest.mark.parametrize("command", ["new", "invite"])
def test_the_help_tells_all_options_of_all_games(owner: Owner, command: str) -> None:
    told = flat(owner.pbem(command, "--help").output)
    for rules in GAMES.values():
        assert [name for name in rules.options if name not in told] == []
        assert [about for about in rules.about_options.values() if about not in told] == []
        assert set(rules.about_options) == set(rules.options)


@pytest.mark.parametrize("command", ["new", "invite"])
def test_the_help_lists_all_games_and_their_scenarios(owner: Owner, command: str) -> None:
    help_page = flat(owner.pbem(command, "--help").output)
    for name, rules in GAMES.items():
        assert f" {name} {', '.join(rules.scenarios)}" in help_page


@pytest.mark.parametrize("command", ["new", "invite"])
def test_a_wrong_value_is_refused_with_the_nearest(owner: Owner, command: str) -> None:
    told = flat(owner.pbem(command, "ia", *PLAYERS, "--option", "lords_at_sea=on a map", code=1).output)
    assert "the option lords_at_sea cannot be 'on a map' (is it on the map?); it can be off the map, on the map" in told


def test_rules_prints_one_ruling_and_how_a_game_reads_it(owner: Owner) -> None:
    told = flat(owner.pbem("rules", "plantagenet", "R72", "--table", "ia-henry-vi-1").output)
    assert told.startswith("**R72**")
    assert "`intercept_into_enemies`" in told
    assert "In ia-henry-vi-1: Nobody Intercepts where other Lords of the Marching side already stand (R72)." in told
    assert "Lords at Sea" not in told


def test_rules_tells_how_a_game_reads_a_section(owner: Owner) -> None:
    told = flat(owner.pbem("rules", "plantagenet", "4.3.4", "--table", "ia-henry-vi-1").output)
    assert "In ia-henry-vi-1: Nobody Intercepts where" in told
    told = flat(owner.pbem("rules", "plantagenet", "r26", "--table", "ia-henry-vi-1").output)
    assert "No option of ia-henry-vi-1 is about this." in told


def test_rules_tells_of_the_linked_wars(owner: Owner) -> None:
    told = flat(owner.pbem("rules", "plantagenet", "6.2.2").output)
    assert told.startswith("6.2.2 Succession")
    assert "**R262**" in told
    told = flat(owner.pbem("rules", "plantagenet", "6").output)
    assert all(title in told for title in ("6.0 Scenarios", "6.1.1 Surrender", "6.2.1 Heirs", "6.3 The Wars"))


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("R999",), "plantagenet has no ruling R999; the nearest are "),
        (("R72", "--table", "ia-9"), "ia-9"),
    ],
)
def test_rules_says_what_there_is(owner: Owner, arguments: tuple[str, ...], problem: str) -> None:
    assert problem in flat(owner.pbem("rules", "plantagenet", *arguments, code=1).output)


def test_random_games_are_played_with_the_options_that_a_scenario_has_a_use_for(owner: Owner) -> None:
    given = ("--option", "lords_at_sea=on the map", "--option", "hidden_mats=true", "--jobs", "1", "--games", "1")
    told = owner.pbem("lab", "fuzz", "plantagenet", "--scenario", "bosworth", "--scenario", "ib", *given).output
    assert "2 games" in flat(told)
    assert "0 failures" in flat(told)
    told = owner.pbem("lab", "fuzz", "plantagenet", "--option", "lords_at_sea=on a map", code=1).output
    assert "is it on the map?" in flat(told)
