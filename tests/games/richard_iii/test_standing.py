"""Standing orders for battles, and why lines are not open."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pbem.engine.decision import Decision, Pick, PickSome
from pbem.engine.game.standing import Scope
from pbem.engine.log.entry import Entry, EntryKind
from pbem.engine.standing import StandingOrder, answering
from pbem.games.richard_iii.battle.battle import ACT, begin, begin_round, options, usual
from pbem.games.richard_iii.battle.combat import HIT
from pbem.games.richard_iii.cards.cards import CARD
from pbem.games.richard_iii.components.blocks import people
from pbem.games.richard_iii.components.board import Area, BlockId, CardId
from pbem.games.richard_iii.components.options import Fire, Turn
from pbem.games.richard_iii.components.state import State
from pbem.games.richard_iii.game import RULES
from pbem.games.richard_iii.orders.policies import first_of, spared
from pbem.games.richard_iii.orders.reasons import why_not
from pbem.games.richard_iii.political.home import HOME
from tests.games.richard_iii.scene import YORK, attack, empty, put, set_up
from tests.support.conversation import Conversation

BATTLE, GAME = Scope("battle", "kent"), Scope("game", "")


@pytest.fixture
def fight() -> State:
    """Warwick and the Duke of York attack Henry VI, Buckingham and Stanley in Kent."""
    s = empty()
    s.king, s.pretender = BlockId("henry_vi_l"), BlockId("york_y")
    put(s, "kent", "henry_vi_l", "buckingham_l", "stanley_l", "york_y", "warwick_y")
    attack(s, "kent", YORK, "sussex")
    begin(s, Area("kent"))
    begin_round(s)
    return s


def asked(s: State, *able: str) -> Decision:
    """What York is asked when these blocks are in turn."""
    blocks = [BlockId(each) for each in able]
    return Decision("york", ACT, "kent 1", "", Pick(lambda: options(s, blocks)), lambda: usual(s, blocks))


def order(verb: str, *plan: str, scope: Scope = BATTLE) -> StandingOrder:
    return StandingOrder("york", ACT, verb, list(plan), scope, beside=True)


def answer(s: State, decision: Decision, *orders: StandingOrder) -> Any:
    """What these orders, the first consulted first, come to."""
    found = answering(RULES, s, orders, decision)
    return None if found is None else found[1]


def test_nobody_is_tried_unasked(fight: State) -> None:
    decision = asked(fight, "warwick_y")
    assert Turn(BlockId("warwick_y"), BlockId("stanley_l")) in options(fight, [BlockId("warwick_y")])
    assert decision.default is not None
    assert decision.default() == Fire(BlockId("warwick_y"))


def test_no_roll_is_made_where_a_nearer_order_says_none(fight: State) -> None:
    decision, wide = asked(fight, "warwick_y"), order("turn", "stanley_l", scope=GAME)
    assert answer(fight, decision, wide) == Turn(BlockId("warwick_y"), BlockId("stanley_l"))
    assert answer(fight, decision, order("turn", "none"), wide) is None
    assert answer(fight, decision, order("turn", "stanley_l"), order("turn", "none", scope=GAME)) is not None


def test_orders_of_different_words_stand_beside_each_other() -> None:
    hold, charge, none = order("hold", "york_y"), order("charge", "henry_vi_l"), order("turn", "none")
    assert not any(one.replaces(other) for one in (hold, charge, none) for other in (hold, charge, none) if one != other)
    assert order("hold", "warwick_y").replaces(hold)
    assert StandingOrder.from_entry(entry_of(hold)) == hold


def entry_of(given: StandingOrder) -> Any:
    """Its line in the log."""
    kind, subject = EntryKind.INSTRUCTION, given.verb
    return Entry(
        number=1, turn="", kind=kind, seat=given.seat, key=given.key, subject=subject, answer=given.as_answer(), after=""
    )


def test_the_king_is_not_hit_for_somebody_who_is_spared(fight: State) -> None:
    blocks = ["henry_vi_l", "buckingham_l", "stanley_l"]
    decision = Decision("lancaster", HIT, "kent 1", "", Pick(lambda: blocks))
    assert spared(fight, decision, ["stanley_l"]) == "buckingham_l"
    assert spared(fight, decision, ["buckingham_l", "stanley_l"]) == "henry_vi_l"
    assert spared(fight, decision, ["oxford_l"]) is None


def test_the_others_who_starve_are_those_of_the_default(fight: State) -> None:
    blocks = ["henry_vi_l", "buckingham_l", "stanley_l"]
    shape = PickSome(lambda: blocks, 2, 2)
    decision = Decision("lancaster", "7.1 starve", "kent", "", shape, lambda: ["stanley_l", "buckingham_l"])
    assert first_of(fight, decision, ["buckingham_l"]) == ["buckingham_l", "stanley_l"]
    assert first_of(fight, decision, ["oxford_l"]) is None


def test_twins_are_one_person_in_conditions(fight: State) -> None:
    names = [RULES.names(fight, block)[0] for block in people(fight)]
    assert len(names) == len(set(names))


def test_battle_orders_of_one_letter_are_all_kept(tmp_path: Path) -> None:
    talk = Conversation(tmp_path, scenario="1460", game="richard_iii")
    talk.write("lancaster", "standing charge duke of york\nstanding hold henry\nstanding turn none\nstanding retreat calais")
    verbs = [each.verb for each in talk.table().orders_of("lancaster")]
    assert verbs == ["charge", "hold", "turn", "retreat"]


def test_a_condition_names_who_has_a_twin(tmp_path: Path) -> None:
    talk = Conversation(tmp_path, scenario="1460", game="richard_iii")
    (mail,) = talk.write("york", "standing retreat sussex if buckingham is there")
    assert "retreat Sussex if Duke of Buckingham is there" in mail.flat


@pytest.mark.parametrize(
    ("key", "verb", "ids", "why"),
    [
        (CARD, "card", ["mulligan"], "your hand has 15 AP: only one of 13 or less can be replaced"),
        (HOME, "home", ["march_y", "calais"], "Earl of March does not go home"),
        ("5.0 act", "march", ["oxford_l", "kent", "kent_l", "kent_y"], "Earl of Oxford fights for the enemy"),
    ],
)
def test_what_is_not_open_says_why(key: str, verb: str, ids: list[str], why: str) -> None:
    s = set_up()
    s.cards[YORK] = CardId("ap_4")
    s.turn, s.hands[YORK] = 1, [*["ap_4"] * 3, "ap_3"]  # type: ignore[list-item]
    decision = Decision("york", key, "", "", Pick(tuple))
    assert (why_not(s, decision, verb, ids) or "").startswith(why)


def test_a_refused_mulligan_says_why_in_the_letter(tmp_path: Path) -> None:
    talk = Conversation(tmp_path, scenario="1460", game="richard_iii")
    talk.write("york", "card 4")
    talk.write("lancaster", "card 4")
    talk.write("york", "done")
    talk.write("lancaster", "done")
    (mail,) = talk.write("york", "card mulligan")
    assert "can be replaced" in mail.flat
