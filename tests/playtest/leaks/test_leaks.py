"""Twin worlds of every scenario tell their readers nothing; the command; how worlds are made and compared."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

from pbem.cli.app import app
from pbem.engine.rules import Rules, Setup
from pbem.engine.table import Table
from pbem.games.plantagenet.components.box import Side
from pbem.games.plantagenet.game import RULES
from pbem.mail.letter import Attachment, Draft
from pbem.mail.writing import write_letter
from pbem.moderator.desk.scenario_files import load_setup
from pbem.playtest.leaks.compare import Sent, differences
from pbem.playtest.leaks.moments import moments
from pbem.playtest.leaks.other import other_world
from pbem.playtest.leaks.report import LeakReport
from pbem.playtest.leaks.run import leaktest
from pbem.playtest.leaks.secret import Secret
from pbem.playtest.leaks.twist import table_of
from pbem.playtest.random_play import Policy
from pbem.resources import scenarios_dir

NOON = datetime(2026, 8, 22, 12, tzinfo=UTC)
DRAFT = Draft("ann@example.test", "Your orders", "one\ntwo\n", "<p>one</p>", "<1@example.test>", "box@example.test")


def setup_of(scenario: str, **options: Any) -> Setup:
    return load_setup(RULES, scenario, scenarios_dir(), options)


def setups_of(scenario: str) -> list[Setup]:
    return [setup_of(scenario, **options) for options in RULES.trial.options]


@pytest.mark.long
@pytest.mark.parametrize("scenario", RULES.scenarios)
def test_nothing_leaks(scenario: str) -> None:
    """CI compares more with `pbem leaktest`."""
    report = leaktest(RULES, setups_of(scenario), [0], "tests", twins=3, pictures=False)
    assert report.findings == []
    assert report.twins.total() >= 3
    assert report.mails >= report.twins.total()


def test_pictures_are_compared_too() -> None:
    report = leaktest(RULES, setups_of("ia_henry_vi"), [0], "tests", twins=1)
    assert report.findings == []
    assert report.bytes > 50_000 * report.mails


def facts(report: LeakReport) -> dict[str, Any]:
    return {name: value for name, value in report.as_json().items() if "second" not in name}


@pytest.mark.long
def test_the_same_seed_compares_the_same_twins_in_any_number_of_processes() -> None:
    one = leaktest(RULES, setups_of("ib_towton"), range(2), "same", twins=2, pictures=False)
    other = leaktest(RULES, setups_of("ib_towton"), range(2), "same", twins=2, pictures=False, jobs=2)
    assert facts(one) == facts(other)


# The command


def test_the_command_tells_the_result_last() -> None:
    asked = ["leaktest", "plantagenet", "--scenario", "bosworth", "--games", "1", "--jobs", "1", "--no-pictures"]
    said = CliRunner().invoke(app, [*asked, "--twins", "2"])
    assert said.exit_code == 0
    last = said.stdout.strip().splitlines()[-1]
    assert last.startswith("2 twins, ")
    assert last.endswith("; 0 leaks")
    as_json = json.loads(CliRunner().invoke(app, [*asked, "--twins", "1", "--json", "--secret", "dice"]).stdout)
    assert (as_json["twins"], as_json["secrets"], as_json["findings"]) == (1, {"dice": 1}, [])


def test_a_leak_is_exit_code_1(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.playtest.leaks.twin.differences", lambda *_: ["mail 1: Subject: 'a' or 'b'"])
    said = CliRunner().invoke(app, ["leaktest", "--scenario", "bosworth", "--games", "1", "--twins", "1", "--jobs", "1"])
    assert said.exit_code == 1
    assert "LEAK seed 1/0/0 (bosworth, entry " in said.stdout
    assert said.stdout.strip().endswith("1 leaks")


# Worlds


@pytest.fixture(scope="module")
def tables() -> list[Table[Any]]:
    """Moments of games, early and late."""
    setups = setups_of("ia_henry_vi")
    played = [moments(RULES, setups[n % 2], f"worlds/{n}", list(Policy)[n // 2], 8) for n in range(4)]
    return [moment.table for each in played for moment in each]


def others(tables: list[Table[Any]], secret: Secret) -> list[tuple[Table[Any], Table[Any]]]:
    """Pairs of worlds for York, those in which Lancaster has something to hide."""
    found = []
    for number, table in enumerate(tables):
        other = other_world(table, "york", secret, Random(number))  # noqa: S311 - play, not secrets
        if other.secret is secret:
            rules: Rules[Any] = other.rules
            found.append((table, table_of(rules, table.setup, table.chance, other.log)))
    return found


@pytest.mark.parametrize("secret", [Secret.HAND, Secret.DRAWS])
def test_another_hand_is_all_that_differs(tables: list[Table[Any]], secret: Secret) -> None:
    pairs = others(tables, secret)
    assert len(pairs) >= 4
    for one, other in pairs:
        hands = [set(world.state.held[Side.LANCASTER]) for world in (one, other)]
        assert hands[0] != hands[1]
        assert len(hands[0]) == len(hands[1])
        assert RULES.trial.in_the_open(one.state, "york") == RULES.trial.in_the_open(other.state, "york")


def test_cards_drawn_otherwise_have_been_told_otherwise_to_their_owner(tables: list[Table[Any]]) -> None:
    for one, other in others(tables, Secret.DRAWS):
        drawn = [
            [n.event.data["card"] for n in world.news if n.event.name == "held_drawn" and n.event.visible_to("lancaster")]
            for world in (one, other)
        ]
        assert drawn[0] != drawn[1]


def test_another_plan_begins_with_what_has_been_turned_up(tables: list[Table[Any]]) -> None:
    pairs = others(tables, Secret.LAYOUT)
    assert len(pairs) >= 2
    for one, other in pairs:
        plans = [world.state.plans[Side.LANCASTER] for world in (one, other)]
        assert plans[0] != plans[1]
        assert sorted(plans[0]) == sorted(plans[1])


def test_a_changed_world_is_the_same_whenever_it_is_restored(tables: list[Table[Any]]) -> None:
    one, other = others(tables, Secret.HAND)[0]
    again = other.fork()
    assert again.state.held == other.state.held != one.state.held
    assert [d.key for d in again.open()] == [d.key for d in one.open()]


# What is compared


def sent(**changes: Any) -> Sent:
    draft = Draft(**{**vars(DRAFT), **changes})
    return Sent(draft.message_id, draft.to, "report", NOON, NOON, write_letter(draft, "box@example.test", NOON))


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"subject": "Your order"}, "Subject: 'Your orders' or 'Your order'"),
        ({"text": "one\nthree\n"}, "(text/plain), line 2: 'two' or 'three'"),
        ({"html": "<p>one </p>"}, "(text/html), line 1: '<p>one</p>' or '<p>one </p>'"),
        ({"attachments": (Attachment("a.bin", "application/gzip", b"\xff"),)}, "application/gzip a.bin"),
        ({"references": ("<0@example.test>",)}, "References: "),
    ],
)
def test_what_differs_is_named(changes: dict[str, Any], told: str) -> None:
    assert told in "\n".join(differences([sent()], [sent(**changes)]))


def test_the_same_bytes_are_no_difference_and_the_number_and_time_are_one() -> None:
    assert differences([sent()], [sent()]) == []
    assert differences([sent()], [sent(), sent()]) == ["1 mails or 2: Your orders or Your orders; Your orders"]
    late = Sent("<1@example.test>", DRAFT.to, "report", NOON, NOON + timedelta(minutes=1), sent().raw)
    assert "sent at: " in differences([sent()], [late])[0]
