"""6.0-6.2 What was written for one War, or of a Lord whose card is replaced: never carried out in another, nor lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.engine.standing import order_text
from tests.support.conversation import Conversation, to
from tests.support.wars import PLAN, PLAYERS, campaign, dull_letter, ruled, to_question, win_war

MUSTER, COMMAND = "3.4 muster", "4.2 command"
FIELD = "cambridge"


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Conversation]:
    talk = campaign(tmp_path)
    yield talk
    talk.db.close()


@pytest.fixture
def kingmaker(tmp_path: Path) -> Iterator[Conversation]:
    talk = Conversation(tmp_path, scenario="iiy_the_kingmaker")
    yield talk
    talk.db.close()


def orders(talk: Conversation, seat: str) -> list[str]:
    table = talk.table()
    return [order_text(table.rules, table.state, order) for order in table.orders_of(seat)]


# From War to War


@pytest.mark.parametrize("line", ["culverins all", "flee all", "flee all if troops under 3", "flee all if they are more"])
def test_all_lords_of_an_order_for_the_campaign_are_those_of_the_next_war_too(talk: Conversation, line: str) -> None:
    to_question(talk, PLAN)
    talk.write("york", f"standing game {line}")
    assert orders(talk, "york") == [line]
    win_war(talk, "lancaster")
    assert orders(talk, "york") == [line]


# A Lord card replaced in place (6.2.2)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("flee March if troops under 3", "flee Edward IV if troops under 3"),
        ("flee March if they are more", "flee Edward IV if they are more"),
        ("absorb March Militia, Retinue", "absorb Edward IV Militia, Retinue"),
        ("culverins March", "culverins Edward IV"),
        ("disband never March", "disband never Edward IV"),
        ("intercept March if London is friendly", "intercept Edward IV if London is Friendly"),
        ("flee March if troops under 3, Edward IV", "flee March if troops under 3, Edward IV"),
        ("culverins all", "culverins all"),
    ],
)
def test_standing_orders_for_a_lord_are_for_the_card_that_takes_his_place(
    kingmaker: Conversation, line: str, said: str
) -> None:
    to_question(kingmaker, PLAN)
    kingmaker.write("york", f"standing war {line}")
    ruled(kingmaker, "york dead")
    assert [each.casefold() for each in orders(kingmaker, "york")] == [said.casefold()]


@pytest.mark.parametrize(
    "line",
    [
        "flee Somerset if troops under 3",
        "culverins Somerset",
        "intercept Somerset if Somerset is alone",
        "absorb Somerset Militia, Retinue",
        "disband never Somerset",
        "pay from Somerset first",
    ],
)
def test_somerset_is_the_one_in_play(talk: Conversation, line: str) -> None:
    to_question(talk, PLAN)
    talk.write("lancaster", f"standing war {line}")
    assert orders(talk, "lancaster") == [line]
    (first,) = talk.table().orders_of("lancaster")
    assert "somerset_1" in str((first.policy, first.condition))
    ruled(talk, "somerset dead", "somerset at wells")
    assert orders(talk, "lancaster") == [line]
    (order,) = talk.table().orders_of("lancaster")
    assert "somerset_1" not in str((order.policy, order.condition))
    talk.write("lancaster", f"standing war {line}")
    assert {*orders(talk, "lancaster")} == {line}
    assert "somerset_1" not in str([(each.policy, each.condition) for each in talk.table().orders_of("lancaster")])


def test_such_an_order_answers_for_him(kingmaker: Conversation) -> None:
    to_question(kingmaker, PLAN)
    kingmaker.write("york", "standing war flee March if troops under 9\nplan pass, pass, pass, pass")
    ruled(kingmaker, "york dead", f"edward iv at {FIELD}", "warwick at ely")
    kingmaker.write("lancaster", "plan Warwick, Warwick, pass, pass")
    to_question(kingmaker, COMMAND)
    mails = kingmaker.write("lancaster", f"march {FIELD}")
    for _ in range(6):
        if any(news.event.name == "flees" for news in kingmaker.table().news):
            break
        mails = dull_letter(kingmaker)
    told = [news.event.data for news in kingmaker.table().news if news.event.name == "flees"]
    assert [each["lord"] for each in told] == ["edward_iv"], to("york", mails).flat


def test_lines_for_his_card_that_are_given_up_say_who_he_is_now(kingmaker: Conversation) -> None:
    to_question(kingmaker, PLAN)
    kingmaker.write("york", "plan March, pass, pass, pass\ncard 1: tax ludlow")
    kingmaker.write("lancaster", "plan Warwick, pass, pass, pass")
    ruled(kingmaker, "york dead")
    kingmaker.see_again()
    dull_letter(kingmaker)
    kingmaker.see_again()
    told = " ".join(mail.flat for mail in kingmaker.new_mails() if mail.to == PLAYERS["york"].address)
    assert "which is over: March is Edward IV now" in told


@pytest.mark.parametrize(
    ("scenario", "plan", "ruling", "cards"),
    [
        ("iiy_the_kingmaker", "March, York, March, pass", "york dead", ["edward_iv", "york", "edward_iv", "pass"]),
        ("iil_legitimacy_fades", "Somerset, Henry VI, pass, pass", "somerset dead", ["somerset_2", "henry_vi"]),
    ],
)
def test_a_plan_given_in_secret_before_a_succession_is_his_who_succeeds(
    tmp_path: Path, scenario: str, plan: str, ruling: str, cards: list[str]
) -> None:
    talk = Conversation(tmp_path, scenario=scenario)
    to_question(talk, PLAN)
    table = talk.table()
    king, rebel = table.state.king, table.state.rebel
    talk.write(king, f"plan {plan}")
    ruled(talk, ruling)
    talk.write(rebel, "plan Warwick, pass, pass, pass")
    assert talk.table().state.plans[king][: len(cards)] == cards
    talk.db.close()


@pytest.mark.parametrize(
    ("scenario", "ruling"),
    [
        ("ia_henry_vi", "somerset calendar 9"),
        ("iiy_the_kingmaker", "york dead"),
        ("iil_legitimacy_fades", "henry vi dead"),
    ],
)
def test_a_lord_of_the_king_whom_a_ruling_takes_away_while_the_rebels_muster_does_not_muster(
    tmp_path: Path, scenario: str, ruling: str
) -> None:
    talk = Conversation(tmp_path, scenario=scenario)
    to_question(talk, MUSTER)
    state = talk.table().state
    assert state.muster.side is state.rebel
    ruled(talk, ruling)
    talk.write(state.rebel, "done")
    assert talk.letter(talk._written).status == "done"
    after = talk.table().state
    assert after.muster.side is after.king
    assert {*after.muster.able} == {lord for lord in after.mats if after.box.lords[lord].side is after.king}
    talk.db.close()
