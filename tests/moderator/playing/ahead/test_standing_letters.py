"""Standing orders by mail: echoed, told when one answers or its time is over, and nothing of them to the other side."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path

import pytest

from pbem.engine.log.shares import SALTED, SCHEME
from pbem.games.plantagenet.components.state import State
from tests.games.plantagenet.scene import hold, put
from tests.support.board import ASSIGN, DONE, opened, to_the_plan, to_turn
from tests.support.conversation import PLAYERS, Conversation, Mail, to

ORDERS = "standing intercept with york at ely if they are fewer else none\nstanding game flee if outnumbered 3 to 1\n"


@pytest.fixture(autouse=True)
def tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same tokens in every game: they are in the addresses."""
    letters = cycle("abcdefghijkmnpqr" + "stuvwxyz23456789")
    monkeypatch.setattr("pbem.moderator.joining.opening.secrets.choice", lambda _: next(letters))


def somerset_near_ely(s: State) -> None:
    """Somerset, who has two units, is next to Ely; York at Lynn, March and Rutland are elsewhere."""
    put(s, "somerset_1", "cambridge", men_at_arms=1)
    put(s, "york", "lynn", men_at_arms=3)


def somerset_comes(talk: Conversation) -> list[Mail]:
    """Somerset Marches to Ely with his first card; York's cards are Pass."""
    talk.write("york", "plan york, pass x3")
    talk.write("lancaster", "plan somerset, pass x3")
    talk.write("york", "pass")
    return talk.write("lancaster", "march ely")


def test_orders_are_echoed_with_their_numbers_and_answer_with_the_reason(tmp_path: Path) -> None:
    with opened(tmp_path, somerset_near_ely) as talk:
        to_the_plan(talk)
        echoed = to("york", talk.write("york", ORDERS))
        assert "1. intercept York at Ely if they are fewer else none (for this campaign)" in echoed.flat
        assert "2. flee all if outnumbered 3 to 1 (for this game)" in echoed.flat
        mails = somerset_comes(talk)
        reason = "1. intercept York at Ely if they are fewer else none (they have 2 units, you have 4): intercept York"
        mails += talk.write("york", "report") + talk.write("lancaster", "report")
        for seat in PLAYERS:
            mine = [mail.flat for mail in mails if mail.to == PLAYERS[seat].address]
            assert any(reason in text for text in mine) is (seat == "york")
            assert any("they are fewer" in text for text in mine) is (seat == "york")


def test_orders_below_those_for_a_card_stand(tmp_path: Path) -> None:
    with opened(tmp_path) as talk:
        to_the_plan(talk)
        lines = (
            "plan york, march, york, march",
            "card 1: forage",
            "hits: militia, then longbowmen, retinue last",
            "never pillage london",
            "approach: exile if outnumbered 2 to 1 else battle",
            "valour: retinue only",
            "pay: from york first",
            "hold blocked ford for henry",
            "forage",
        )
        to("york", talk.write("york", "\n".join(lines)))
        assert [order.verb for order in talk.table().orders_of("york")] == [
            *("absorb", "pillage", "approach", "reroll", "pay", "hold"),
        ]
        assert [line.text for line in talk.table().waiting["york"]] == ["forage", "forage"]


def test_the_numbers_withdraw(tmp_path: Path) -> None:
    with opened(tmp_path, somerset_near_ely) as talk:
        talk.write("york", ORDERS)
        gone = to("york", talk.write("york", "withdraw standing 1"))
        assert "withdraw intercept York at Ely if they are fewer else none" in gone.flat
        assert [o.verb for o in talk.table().orders_of("york")] == ["flee"]
        listed = to("york", talk.write("york", "standing"))
        assert "standing (2. flee all if outnumbered 3 to 1 (game))" in listed.flat
        to("york", talk.write("york", "withdraw standing all"))
        assert talk.table().orders_of("york") == []


def test_an_order_whose_time_is_over_is_told_once(tmp_path: Path) -> None:
    with opened(tmp_path, somerset_near_ely, key=bytes([15]) * 32) as talk:
        talk.write("york", "standing cancel no\nstanding intercept none\n")
        talk.write("york", ASSIGN["york"] + DONE["york"])
        told = to("york", talk.write("lancaster", ASSIGN["lancaster"] + DONE["lancaster"])).flat
        assert "No longer in force, as its levy is over: cancel no" in told
        assert "intercept none (for this campaign)" in told
        assert "No longer in force" not in to("york", talk.write("york", "report")).flat
        assert [ended.order.verb for ended in talk.table().ended] == ["cancel"]


@pytest.mark.parametrize("orders", [ORDERS, ORDERS + "never disband march\nstanding hold blocked ford for henry\n"])
def test_the_other_side_is_written_the_same_whatever_stands(tmp_path: Path, orders: str) -> None:
    """Lancaster's mails, and when they come, do not tell of York's orders before one answers."""

    def lancasters(folder: str, lines: str) -> list[bytes]:
        # In other games each letter of York's goes into the dice.
        with opened(tmp_path / folder, lambda s: hold(s, "y11"), options={SCHEME: SALTED}) as talk:
            mails = talk.write("york", "report\n")
            mails += talk.write("york", lines) if lines else talk.write("york", "report\n")
            to_the_plan(talk)
            mails += talk.write("lancaster", "report\n")
            return [mail.lasting for mail in mails if mail.to == "bob@example.test"]

    assert lancasters("with", orders) == lancasters("without", "")


def both_poor_at_ely(s: State) -> None:
    """York and March are at Ely without Coin."""
    put(s, "york", "ely", coin=0)
    put(s, "march", "ely", coin=0)


def poor_at_ely(s: State) -> None:
    """York is at Ely without Coin, March at Ludlow has some."""
    put(s, "york", "ely", coin=0)


def test_3_2_1_who_never_pillages_a_place_is_asked_who_must(tmp_path: Path) -> None:
    """Ely is spared although another order says who Pillages; the question says why it is put all the same."""
    with opened(tmp_path, both_poor_at_ely, key=bytes([1]) * 32) as talk:
        kept = to("york", talk.write("york", "standing game pillage york\nstanding game never pillage ely\n"))
        assert "standing pillage never Ely (kept for this game)" in kept.flat
        to_turn(talk, 2)
        asked = to("york", talk.write("york", "tax none"))
        assert [d.key for d in talk.table().open()] == ["3.2.1 pillage"]
        why = "an Unpaid or Unfed Lord must Pillage if possible (3.2.1)"
        assert f'(Your standing order "2. pillage never Ely" leaves this to you: {why}.)' in asked.flat
        assert "York Pillages Ely" in to("york", talk.write("york", "pillage york")).flat


def test_3_2_1_who_alone_must_pillage_is_told_and_the_other_side_is_not(tmp_path: Path) -> None:
    with opened(tmp_path, poor_at_ely, key=bytes([20]) * 32) as talk:
        talk.write("york", "standing game never pillage ely\n")
        to_turn(talk, 2)
        mails = talk.write("york", "tax none") + talk.write("lancaster", "report")
        assert 'Your standing order "1. pillage never Ely" cannot be kept here' in to("york", mails[:1]).flat
        mine = [mail.flat for mail in mails if mail.to == PLAYERS["lancaster"].address]
        assert "York Pillages Ely" in mine[-1]
        assert not [text for text in mine if 'standing order "' in text]
