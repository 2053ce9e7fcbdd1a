"""Why a line is refused: the obstacle is named."""

from __future__ import annotations

import pytest

from pbem.engine.decision import Decision, YesNo
from pbem.games.warriors_of_england.aftermath.placing import DRAFT, PLACE
from pbem.games.warriors_of_england.aftermath.tower import TRIAL
from pbem.games.warriors_of_england.battle.battle import ORDER, begin
from pbem.games.warriors_of_england.battle.commanders import COMMANDER
from pbem.games.warriors_of_england.battle.intrigue import INTRIGUE
from pbem.games.warriors_of_england.battle.losses import NOBLES, TROOPS
from pbem.games.warriors_of_england.battle.withdrawal import WITHDRAW
from pbem.games.warriors_of_england.campaign.campaign import CAMPAIGN
from pbem.games.warriors_of_england.components.board import HENRY_VI, Area, NobleId, Side
from pbem.games.warriors_of_england.components.nobles import to_box, to_tower
from pbem.games.warriors_of_england.components.state import ASIDE, DRAWN, Noble, Phase, Shown, State
from pbem.games.warriors_of_england.orders.reasons import REASONS, why_not
from tests.games.warriors_of_england.scene import LANCASTER, YORK, in_cup, position, put


@pytest.fixture
def s() -> State:
    """York's Nobles against Talbot in Wales, others elsewhere."""
    s = position(Phase.BATTLES)
    put(s, YORK, "wales", warwick=4, hastings=2, york=1)
    put(s, LANCASTER, "wales", talbot=2, somerset=1, henry_vi=0)
    put(s, LANCASTER, "northwest", clifford=1)
    put(s, YORK, "london", norfolk=1)
    in_cup(s, "oxford")
    to_tower(s, NobleId("percy"))
    to_box(s, NobleId("audley"), YORK)
    to_box(s, NobleId("edward_iv"), YORK)
    s.nobles[NobleId("stanley")] = Noble(DRAWN)
    s.tried.append(NobleId("percy"))
    s.nobles[HENRY_VI].shown = Shown.REVERSE
    begin(s, Area("wales"))
    assert s.battle is not None
    s.battle.commander = {YORK: NobleId("warwick"), LANCASTER: NobleId("somerset")}
    return s


def told(s: State, side: Side, key: str, *ids: str) -> str | None:
    """The reason for a line of a side that names these."""
    return why_not(s, Decision(side, key, "", "?", YesNo()), "", list(ids))


@pytest.mark.parametrize(
    ("ids", "reason"),
    [
        ("oxford wales", "Oxford is not in play: his counter is in the cup or still to be drawn"),
        ("talbot wales", "Talbot fights for Lancaster"),
        ("percy wales", "Percy is in the Tower"),
        ("audley wales", "Audley is in the Covert Box of York"),
        ("warwick", "a march names one or two Nobles and one area"),
        ("warwick norfolk west_midlands", "Warwick is in Wales, Norfolk is in London"),
        ("warwick hastings york west_midlands", "two Nobles at most march in one campaign"),
        ("norfolk wales", "Norfolk is in London, which does not border on Wales"),
        ("warwick hastings ireland", "Wales to Ireland: it is a sea route: one Noble a campaign"),
        ("warwick west_midlands", "as many Nobles must stay in Wales as there are enemies (3): 0 can leave"),
        ("norfolk france", "Norfolk is in London, which does not border on France"),
        ("norfolk london", "Norfolk is in London already"),
    ],
)
def test_why_a_campaign_is_not_open(s: State, ids: str, reason: str) -> None:
    assert told(s, YORK, CAMPAIGN, *ids.split()) == reason


def test_an_infirm_king_does_not_march(s: State) -> None:
    assert told(s, LANCASTER, CAMPAIGN, "henry_vi", "northwest") == "Henry VI is infirm and cannot campaign"


@pytest.mark.parametrize(
    ("key", "ids", "reason"),
    [
        (ORDER, "london", "only one side has Nobles in London"),
        (COMMANDER, "hastings", "Hastings is not of the highest rank"),
        (INTRIGUE, "clifford", "Clifford is in Northwest"),
        (TROOPS, "norfolk", "Norfolk is in London"),
        (NOBLES, "talbot", "Talbot fights for Lancaster"),
        (WITHDRAW, "london", "Wales does not border on London"),
        (WITHDRAW, "northwest", "Lancaster has Nobles in Northwest"),
        (TRIAL, "percy", "Percy has been tried this turn"),
        (TRIAL, "warwick", "Warwick is in Wales"),
        (DRAFT, "audley", "Audley is in the Covert Box of York"),
        (PLACE, "warwick", "Warwick is in Wales"),
        (
            PLACE,
            "edward_iv northwest",
            "Edward IV has a crown: he is placed with a Noble of yours, or in a Foreign Area of yours",
        ),
        (PLACE, "edward_iv", "Edward IV has a crown: name the area"),
    ],
)
def test_why_an_answer_is_not_open(s: State, key: str, ids: str, reason: str) -> None:
    assert told(s, YORK, key, *ids.split()) == reason


def test_rank_against_rank_is_told(s: State) -> None:
    assert told(s, YORK, INTRIGUE, "somerset") == "no die would do: Warwick **, Somerset ***"


def test_7_2_2_that_the_colour_makes_an_intrigue_hopeless_is_told(s: State) -> None:
    put(s, LANCASTER, "wales", roos=1)
    assert told(s, YORK, INTRIGUE, "roos") == "no die would do: Warwick **, Roos * with 1 more for the enemy's colour"


def test_14_0_that_the_stars_of_an_infirm_king_do_not_count_is_told(s: State) -> None:
    assert s.battle is not None
    s.battle.commander[LANCASTER] = HENRY_VI
    assert told(s, LANCASTER, INTRIGUE, "hastings") == "no die would do: Henry VI is infirm, and his stars do not count"


def test_11_1_a_noble_who_is_put_back_is_as_good_as_in_the_cup(s: State) -> None:
    s.nobles[NobleId("stanley")] = Noble(ASIDE)
    assert told(s, YORK, DRAFT, "stanley") == "Stanley is not in play: his counter is in the cup or still to be drawn"


def test_every_reason_is_silent_where_nothing_is_named(s: State) -> None:
    found = {key: told(s, YORK, key) for key in REASONS if key != CAMPAIGN}
    assert set(found.values()) == {None}
