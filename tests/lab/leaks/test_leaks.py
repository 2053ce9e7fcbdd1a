"""Twin worlds of every scenario tell their readers nothing; the command; how worlds are made and compared."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

from pbem.cli.app import app
from pbem.doctor.random_play import PlayPolicy
from pbem.engine.decision import DICE as DICE_SEAT
from pbem.engine.event import Event
from pbem.engine.game.setup import Setup
from pbem.engine.log.entry import Entry, EntryKind
from pbem.engine.table import Table
from pbem.games.plantagenet.components.box import Side
from pbem.games.plantagenet.components.influence import CHECK
from pbem.games.plantagenet.components.state import State, lords_of
from pbem.games.plantagenet.game import RULES
from pbem.games.plantagenet.report.view import board_view
from pbem.lab.games import lab_of
from pbem.lab.leaks.changed_position import table_of
from pbem.lab.leaks.compare import SentMail, differences
from pbem.lab.leaks.light import Fresh, is_lit, will_show
from pbem.lab.leaks.moments import AskedMoment, Course, Moment
from pbem.lab.leaks.other_world import other_world
from pbem.lab.leaks.report import LeakReport
from pbem.lab.leaks.run import HuntSettings, leaktest
from pbem.lab.leaks.secret import ALL, ANSWERS, BEGUN, DICE, ORDERS, secrets_of
from pbem.lab.trial import Hidden, Trial
from pbem.mail.letter import Attachment, Draft
from pbem.mail.writing import write_letter
from pbem.moderator.core.setups import load_setup
from pbem.resources import scenarios_dir

NOON = datetime(2026, 8, 22, 12, tzinfo=UTC)
DRAFT = Draft("ann@example.test", "Your orders", "one\ntwo\n", "<p>one</p>", "<1@example.test>", "box@example.test")


def setup_of(scenario: str, **options: Any) -> Setup:
    return load_setup(RULES, scenario, scenarios_dir(), options)


def setups_of(scenario: str) -> list[Setup]:
    return [setup_of(scenario, **options) for options in RULES.sample.options]


@pytest.mark.long
@pytest.mark.parametrize("scenario", RULES.scenarios)
def test_nothing_leaks(scenario: str) -> None:
    """CI compares more with `pbem lab leaks`."""
    report = leaktest(RULES, setups_of(scenario), [0], "tests", HuntSettings(twins=3, pictures=False))
    assert report.findings == []
    assert report.twins.total() >= 3
    assert report.mails >= report.twins.total()


def test_pictures_are_compared_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.lab.leaks.run.PICTURES_SHARE", 1)
    report = leaktest(RULES, setups_of("ia_henry_vi"), [0], "tests", HuntSettings(twins=1))
    assert report.findings == []
    assert report.bytes > 50_000 * report.mails


def facts(report: LeakReport) -> dict[str, Any]:
    return {name: value for name, value in report.as_json().items() if "second" not in name}


@pytest.mark.long
def test_the_same_seed_compares_the_same_twins_in_any_number_of_processes() -> None:
    one = leaktest(RULES, setups_of("ib_towton"), range(2), "same", HuntSettings(twins=2, pictures=False))
    other = leaktest(RULES, setups_of("ib_towton"), range(2), "same", HuntSettings(twins=2, pictures=False), jobs=2)
    assert facts(one) == facts(other)


# The command


def test_the_command_tells_the_result_last() -> None:
    asked = ["lab", "leaks", "plantagenet", "--scenario", "bosworth", "--games", "1", "--jobs", "1", "--no-pictures"]
    said = CliRunner().invoke(app, [*asked, "--twins", "2"])
    assert said.exit_code == 0
    last = said.stdout.strip().splitlines()[-1]
    assert last.startswith("2 twins, ")
    assert last.endswith("; 0 leaks")
    as_json = json.loads(CliRunner().invoke(app, [*asked, "--twins", "1", "--json", "--secret", "dice"]).stdout)
    assert (as_json["twins"], as_json["secrets"], as_json["findings"]) == (1, {"dice": 1}, [])
    unknown = CliRunner().invoke(app, [*asked, "--secret", "wages"])
    assert unknown.exit_code == 2
    assert "has no secret" in unknown.output


def test_a_leak_is_exit_code_1(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.lab.leaks.twin.differences", lambda *_: ["mail 1: Subject: 'a' or 'b'"])
    said = CliRunner().invoke(app, ["lab", "leaks", "--scenario", "bosworth", "--games", "1", "--twins", "1", "--jobs", "1"])
    assert said.exit_code == 1
    assert "LEAK seed 1/0/0 (bosworth, entry " in said.stdout
    assert said.stdout.strip().endswith("1 leaks")


# Worlds


@pytest.fixture(scope="module")
def courses() -> list[Course]:
    """Games with and without Hidden Mats."""
    setups = setups_of("ia_henry_vi")
    return [Course(RULES, setups[n % 2], f"worlds/{n}", list(PlayPolicy)[n // 2]) for n in range(4)]


@pytest.fixture(scope="module")
def found(courses: list[Course]) -> list[Moment]:
    """Moments of these games, early and late."""
    rng = Random(1)  # noqa: S311 - play, not secrets
    return [moment for course in courses for _ in range(8) if (moment := course.moment(rng)) is not None]


def others(found: list[Moment], secret: str) -> list[tuple[Table[Any], Table[Any]]]:
    """Pairs of worlds for York, those in which Lancaster has something to hide."""
    pairs = []
    for number, table in enumerate(moment.table for moment in found):
        other = other_world(table, frozenset({"york"}), secret, Random(number))  # noqa: S311 - play, not secrets
        if other is not None:
            pairs.append((table, table_of(other.rules, table.setup, table.chance, other.log)))
    return pairs


def test_every_game_has_orders_answers_and_dice() -> None:
    assert secrets_of(lab_of(RULES).trial) == [
        "plan",
        "hand",
        "draws",
        "mats",
        "capabilities",
        ALL,
        ORDERS,
        BEGUN,
        ANSWERS,
        DICE,
    ]
    assert secrets_of(Trial()) == [ORDERS, BEGUN, ANSWERS, DICE]


@pytest.mark.parametrize("secret", ["hand", "draws"])
def test_another_hand_is_all_that_differs(found: list[Moment], secret: str) -> None:
    pairs = others(found, secret)
    assert len(pairs) >= 4
    for one, other in pairs:
        hands = [set(world.state.held[Side.LANCASTER]) for world in (one, other)]
        assert hands[0] != hands[1]
        assert len(hands[0]) == len(hands[1])
        assert lab_of(RULES).trial.in_the_open(one.state, "york") == lab_of(RULES).trial.in_the_open(other.state, "york")


def test_cards_drawn_otherwise_have_been_told_otherwise_to_their_owner(found: list[Moment]) -> None:
    for one, other in others(found, "draws"):
        drawn = [
            [n.event.data["card"] for n in world.news if n.event.name == "held_drawn" and n.event.visible_to("lancaster")]
            for world in (one, other)
        ]
        assert drawn[0] != drawn[1]


def test_another_plan_begins_with_what_has_been_turned_up(found: list[Moment]) -> None:
    pairs = others(found, "plan")
    assert len(pairs) >= 2
    for one, other in pairs:
        plans = [world.state.plans[Side.LANCASTER] for world in (one, other)]
        assert plans[0] != plans[1]
        assert sorted(plans[0]) == sorted(plans[1])


def test_hidden_mats_have_other_totals(found: list[Moment]) -> None:
    """1.5.3 Not only who has what, but how much there is."""
    pairs = others(found, "mats")
    assert len(pairs) >= 4
    totals = [[total_of(world.state) for world in pair] for pair in pairs]
    assert any(one != other for one, other in totals)
    assert all(board_view(one.state, Side.YORK) == board_view(other.state, Side.YORK) for one, other in pairs)


def total_of(s: State) -> int:
    """All that lies on Lancaster's mats."""
    return sum(number for lord in lords_of(s, Side.LANCASTER) for number in s.mats[lord].assets.values())


def test_a_changed_world_is_the_same_whenever_it_is_restored(found: list[Moment]) -> None:
    one, other = others(found, "hand")[0]
    again = other.fork()
    assert again.state.held == other.state.held != one.state.held
    assert [d.key for d in again.open()] == [d.key for d in one.open()]


def test_moments_at_which_something_is_of_account_are_looked_for(courses: list[Course]) -> None:
    rng = Random(2)  # noqa: S311 - play, not secrets
    for course in courses:
        moment = course.moment(rng, [CHECK], only=True)
        assert moment is not None
        answered = [entry for entry in moment.coming if entry.kind is EntryKind.ANSWER or entry.seat == DICE_SEAT]
        assert CHECK in [entry.key for entry in answered[:40]]
        assert moment.reader in moment.table.seats


def test_several_are_asked_at_once_where_secret_answers_differ(courses: list[Course]) -> None:
    rng = Random(3)  # noqa: S311 - play, not secrets
    asked = [moment for course in courses if (moment := course.moment(rng, asked=AskedMoment.SEVERAL)) is not None]
    assert asked
    assert all(len({decision.seat for decision in moment.table.open()}) > 1 for moment in asked)


# What has come to light


HIDDEN = Hidden("mats", lit_by=frozenset({"declares", "shuffled"}), leads_on=frozenset({"command"}))


def fresh(*names: str, number: int = 1, key: str = "", rolled: str = "", at_once: bool = False) -> Fresh:
    """What a step of the other side's has brought: Events that the reader sees, each by its entry or all by one, an answer,
    a roll.
    """
    given = [Entry(1, EntryKind.ANSWER, "lancaster", key, "", "pass", "")] if key else []
    thrown = [Entry(2, EntryKind.ROLL, DICE_SEAT, "shuffled", "", rolled, "")] if rolled else []
    by = [3 if at_once else place for place in range(len(names))]
    return Fresh([*given, *thrown], [Event("1", name, {"number": number}) for name in names], by)


@pytest.mark.parametrize(
    ("one", "other", "lit"),
    [
        (fresh("declares"), fresh("declares"), False),
        (fresh("declares"), fresh("declares", number=2), True),
        (fresh("marches", "check"), fresh("marches", "check", number=2), False),
        (fresh("declares", "check"), fresh("declares", "battle"), False),
        (fresh("marches", "check", at_once=True), fresh("marches", "declares", at_once=True), True),
        (fresh("check", "declares"), fresh("battle", "declares"), False),
        (fresh("marches"), fresh("marches", "turn"), False),
        (fresh("marches", key="command"), fresh("marches", "turn", key="command"), True),
        (fresh("marches", key="other"), fresh("marches", "turn", key="other"), False),
        (fresh(rolled="a"), fresh(rolled="b"), True),
        (fresh(rolled="a"), fresh(rolled="a"), False),
    ],
)
def test_what_differs_first_tells_whether_it_came_to_light_by_right(one: Fresh, other: Fresh, lit: bool) -> None:
    assert is_lit([HIDDEN], one, other, ("york",), asked_alike=True) is lit


def test_a_question_in_one_world_whose_answer_everybody_sees_is_by_right() -> None:
    hidden = [Hidden("mats", asks=frozenset({"pillage"}))]
    assert will_show(hidden, {"pillage"}, {"assign"})
    assert not will_show(hidden, {"pillage"}, {"pillage", "assign"})


def test_another_question_after_an_answer_that_can_lead_on_otherwise_is_by_right() -> None:
    one = fresh("marches", key="command")
    assert is_lit([HIDDEN], one, one, ("york",), asked_alike=False)
    assert not is_lit([HIDDEN], fresh("marches"), fresh("marches"), ("york",), asked_alike=False)


# What is compared


def sent(**changes: Any) -> SentMail:
    draft = Draft(**{**vars(DRAFT), **changes})
    return SentMail(draft.message_id, draft.to, "report", NOON, NOON, write_letter(draft, "box@example.test", NOON))


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
    late = SentMail("<1@example.test>", DRAFT.to, "report", NOON, NOON + timedelta(minutes=1), sent().raw)
    assert "sent at: " in differences([sent()], [late])[0]
