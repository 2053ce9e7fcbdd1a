"""2.1 Setup and 2.2 Calendar: every scenario as its page has it, Turn after Turn, the Rebels first."""

import pytest

from pbem.engine.dice import Fate
from pbem.engine.table import Table
from pbem.games.plantagenet.checks import checks
from pbem.games.plantagenet.components.board import StrongholdKind
from pbem.games.plantagenet.components.box import Side
from pbem.games.plantagenet.components.locales import net_strongholds
from pbem.games.plantagenet.components.lords import shift_box
from pbem.games.plantagenet.components.state import Phase, State, Status
from pbem.games.plantagenet.game import RULES
from pbem.lab.play.random_games import play_at_random
from tests.games.plantagenet.scene import IA, IB, IC, II, III, position, setup_of

SCENARIOS = (IA, IB, IC, II, III)
ORDINARY = ("city", "town", "fortress")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_2_1_2_each_scenario_is_laid_out_without_a_fault(scenario: str) -> None:
    assert checks(position(scenario)) == []


@pytest.mark.parametrize("scenario", [IA, IC, II, III])
def test_2_1_the_track_agrees_with_the_favour_on_the_map(scenario: str) -> None:
    """The page prints where the net Stronghold markers start."""
    s, printed = position(scenario), setup_of(scenario).data["page"]["track"]
    sign = {Side.LANCASTER: 1, Side.YORK: -1}
    for kind in ORDINARY:
        assert net_strongholds(s, StrongholdKind(kind)) == sign[Side(printed[kind]["side"])] * printed[kind]["points"]


@pytest.mark.parametrize(
    ("scenario", "turn", "influence", "rebel", "threshold"),
    [
        (IA, 1, 0, Side.YORK, 40),
        (IB, 1, 0, Side.YORK, None),
        (IC, 5, 6, Side.LANCASTER, 25),
        (II, 1, 0, Side.LANCASTER, 40),
        (III, 3, 0, Side.LANCASTER, 45),
    ],
)
def test_2_1_2_turn_influence_sides_and_threshold(
    scenario: str, turn: int, influence: int, rebel: Side, threshold: int | None
) -> None:
    s = position(scenario)
    assert (s.turn, s.influence, s.rebel, s.sheet.thresholds.get(s.turn)) == (turn, influence, rebel, threshold)


def test_2_1_2_lords_wait_on_the_calendar_or_aside() -> None:
    assert position(II).lords["margaret"].exile
    assert position(III).lords["richard_iii"].status is Status.SET_ASIDE
    assert position(III).seats.count("richard_iii") == 0


def test_2_1_2_montagu_begins_with_yorkist_warwick() -> None:
    """6.0, R115."""
    warwick = position(IC).mats["warwick_y"]
    assert (warwick.capabilities, warwick.vassals) == (["l23"], ["montagu"])


def test_2_1_2_fauconberg_begins_with_march_at_towton() -> None:
    s = position(IB)
    assert (s.mats["march"].vassals, s.service) == (["fauconberg"], {"fauconberg": 4})


@pytest.mark.parametrize(
    ("box", "by", "lands"), [(10, 1, 11), (11, -1, 10), (15, 3, 16), (16, -1, 15), (1, -2, 0), (0, 1, 1)]
)
def test_2_2_3_markers_wait_off_the_ends_of_the_calendar(box: int, by: int, lands: int) -> None:
    assert shift_box(box, by) == lands


def asked_first(s: Table[State]) -> Side:
    """The side of the first question."""
    return Side(s.open()[0].seat)


def test_2_2_4_the_rebels_go_first() -> None:
    table = Table.open_new(RULES, setup_of(IA), Fate(bytes(32)))
    shuffles = [entry.subject for entry in table.entries if entry.key == "3.1.1 shuffle"]
    assert shuffles[0] == Side.YORK
    assert asked_first(table) is Side.YORK


def test_2_2_1_and_2_2_2_a_turn_is_a_levy_and_a_campaign() -> None:
    table = play_at_random(RULES, setup_of(IC), "turns", most=100_000)
    begun = [
        (event.event.name, event.event.data["turn"])
        for event in table.news
        if event.event.name.endswith("_begins") and event.event.name in ("levy_begins", "campaign_begins")
    ]
    expected = [(name, turn) for turn in (5, 6, 7) for name in ("levy_begins", "campaign_begins")]
    assert begun == expected[: len(begun)]
    assert table.state.phase is Phase.CAMPAIGN
