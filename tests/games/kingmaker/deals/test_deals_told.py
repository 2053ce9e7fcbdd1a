"""What the texts about agreements say of what can be agreed on, and of what has come of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.engine.agreements.deals import Parties
from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.deals.agreements import DEALS
from pbem.games.kingmaker.deals.clauses import Loan, MarkerOn, Passage, RoyalTo
from pbem.games.kingmaker.deals.doing import do, objection
from pbem.games.kingmaker.deals.reading import read
from pbem.games.kingmaker.movement.loans import recall
from pbem.games.kingmaker.movement.ships import ship_owner
from tests.games.kingmaker.by_letter import of, three, written
from tests.games.kingmaker.reports.test_ends_told import with_a_ship
from tests.games.kingmaker.scene import hand, put

SHIP = "cinque_ports_ship_1"
PARTIES = Parties("red", ("red", "blue"), {("anna",): "red", ("beth",): "blue"})


@pytest.mark.parametrize(("borrower", "passes"), [("red", True), ("green", False)])
def test_r145_a_ship_that_is_lent_is_given_to_its_borrower_alone(borrower: str, *, passes: bool) -> None:
    s = with_a_ship()
    put(s, "green", "field:york_area", "percy")
    do(s, [Loan("blue", borrower, SHIP).as_json()])
    gift = MarkerOn("blue", "red", SHIP).as_json()
    why = objection(s, [gift])
    if passes:
        do(s, [gift])
        assert (ship_owner(s, SHIP), s.loans) == ("red", {})
        return
    assert why == 'Cinque Ports Ship 1 is lent to Green; in a port its owner takes it back by "recall Cinque Ports Ship 1"'
    recall(s, "blue", SHIP)
    assert objection(s, [gift]) == ""


def test_5_9_help_and_news_say_when_a_loan_is_over(tmp_path: Path) -> None:
    talk = written(tmp_path, with_a_ship)
    assert "A loan is over when the ship reaches a port, or lies in one at the end of the borrower" in of(
        "red", talk.write("red", "help loan")
    )
    talk.write("blue", "offer Anna: I lend Le Rose to Anna")
    mails = talk.write("red", "accept")
    assert "Blue lends Le Rose to Red, until it reaches a port or Red's turn ends with it in one." in of("red", mails)


def traders() -> State:
    """Red's turn: Red and Blue have cards in hand, of which one is a company of two with one name."""
    s = three()
    put(s, "red", "field:london_area", "neville")
    put(s, "blue", "field:york_area", "grey", "warden_of_the_cinque_ports")
    hand(s, "red", "flemish_crossbowmen_2")
    hand(s, "blue", "scots_archers_1")
    return s


def test_12_5_what_passes_from_a_hand_is_said_without_what_does_not(tmp_path: Path) -> None:
    talk = written(tmp_path, traders)
    talk.write("red", "offer Beth: I give Flemish Crossbowmen 2 to Beth; Blue gives Cinque Ports Ship 1 to me")
    mails = of("blue", talk.write("blue", "accept"))
    assert "Red gives Flemish Crossbowmen 2 to Blue." in mails
    assert "gives nothing" not in mails


def test_12_5_a_trade_of_hand_cards_says_both(tmp_path: Path) -> None:
    talk = written(tmp_path, traders)
    talk.write("red", "offer Beth: I give Flemish Crossbowmen 2 to Beth; Blue gives Scots Archers 1 to me")
    mails = of("blue", talk.write("blue", "accept"))
    assert "Red gives Flemish Crossbowmen 2 to Blue and gets Scots Archers 1." in mails


def test_12_5_a_card_that_is_in_no_hand_is_said_with_its_number(tmp_path: Path) -> None:
    talk = written(tmp_path, traders)
    talk.write("blue", "offer Anna: Red gives Flemish Crossbowmen 1 to me")
    assert "Flemish Crossbowmen 1 is not in Red's hand" in of("red", talk.write("red", "status"))


@pytest.mark.parametrize(
    "clause",
    ["Blue gives Free Move to me", "I give my free move to Blue", "Beth lends me a Free Move", "ich gebe Free Move an Beth"],
)
def test_12_5_a_free_move_is_not_traded(clause: str) -> None:
    with pytest.raises(Illegal, match="a Free Move cannot be traded"):
        read(traders(), "red", PARTIES, clause)


def test_12_5_a_free_move_can_be_promised() -> None:
    clause = read(traders(), "red", PARTIES, "Blue promises to use a Free Move for Neville until round 5")
    assert clause == ["promise", "blue", "to use a Free Move for Neville", 5]


def test_10_4_a_royal_passes_in_the_same_spot_and_elsewhere_only_where_both_houses_are_held() -> None:
    s = three()
    put(s, "red", "field:london_area", "neville")
    put(s, "blue", "field:london_area", "grey")
    put(s, "blue", "inside:london", "percy")
    s.royals["henry_vi"].noble, s.royals["henry_vi"].at = "neville", s.nobles["neville"].at
    assert objection(s, [RoyalTo("red", "blue", "henry_vi", "grey").as_json()]) == ""
    told = objection(s, [RoyalTo("red", "blue", "henry_vi", "percy").as_json()])
    assert told == (
        "Henry VI passes to a Noble in the same open field or place; elsewhere in the Area only while the giver or their "
        "Alliance hold both houses"
    )


def without_a_head() -> State:
    """Nobody has controlled the head of a house."""
    s = traders()
    s.head_claimed = False
    return s


def test_10_an_offer_that_its_last_signer_knows_cannot_be_done_yet_stays_open(tmp_path: Path) -> None:
    """R47: it is refused by name, and nothing of it is done."""
    talk = written(tmp_path, without_a_head)
    mails = of("blue", talk.write("red", "offer Beth: Alliance of Red and Blue; I promise peace until round 6"))
    assert "As things stand this cannot be carried out: no head of a house" in mails
    number = talk.table().open_offers[0].number
    told = of("blue", talk.write("blue", f"accept {number}"))
    assert "no head of a house has been claimed yet. Nothing is agreed to, and the offer stays open" in told
    assert [offer.number for offer in talk.table().open_offers] == [number]
    assert f"refuse {number}" in told


def test_13_1_help_says_how_an_alliance_is_agreed_on_before_it_can_be_made(tmp_path: Path) -> None:
    talk = written(tmp_path, without_a_head)
    assert "I promise an Alliance as soon as one of us holds the head of a house until round 6" in of(
        "red", talk.write("red", "help alliance")
    )
    talk.write("red", "offer Blue: I promise an Alliance as soon as one of us holds the head of a house until round 6")
    assert len(talk.table().open_offers) == 1


@pytest.mark.parametrize("quote", ['"{}"', "“{}”", "„{}“", "«{}»"])
def test_a_semicolon_within_quotation_marks_parts_no_clauses(tmp_path: Path, quote: str) -> None:
    talk = written(tmp_path, traders)
    words = "not to attack Beth; I go to Wales; in return nothing"
    mails = talk.write(
        "red", f"offer Beth: I promise {quote.format(words)} until round 4; I give Flemish Crossbowmen 2 to Beth"
    )
    (offer,) = talk.table().open_offers
    assert offer.clauses[0] == ["promise", "red", words, 4]
    assert len(offer.clauses) == 2
    assert f'Red promises "{words}" until round 4' in of("blue", mails)


@pytest.mark.parametrize(
    ("clause", "words"),
    [
        (
            "I promise to spare Edward if you do not attack Neville until round 5",
            "to spare Edward if you do not attack Neville",
        ),
        (
            "I promise, as long as you stay away, to keep out of York until round 5",
            "as long as you stay away, to keep out of York",
        ),
        ("ich verspreche Ruhe, wenn du abziehst, bis Runde 5", "Ruhe, wenn du abziehst"),
        ("I promise not to attack you until round 5", "not to attack Blue"),
        ("Blue promises to pay me if I hold Richard until round 5", "to pay Red if Red hold Richard"),
    ],
)
def test_what_a_promise_says_that_another_does_stays_as_it_was_typed(clause: str, words: str) -> None:
    assert read(traders(), "red", PARTIES, clause) == ["promise", "blue" if clause.startswith("Blue") else "red", words, 5]


def test_promises_without_a_round_keep_the_rest_of_the_offer_in_what_is_nearest(tmp_path: Path) -> None:
    talk = written(tmp_path, traders)
    told = of(
        "red", talk.write("red", "offer Beth: I promise peace; I give Flemish Crossbowmen 2 to Beth; Blue promises peace")
    )
    assert 'say until which round a promise holds: "until round ..." behind it' in told
    whole = "I promise peace until round 4; I give Flemish Crossbowmen 2 to Beth; Blue promises peace until round 4"
    assert f"Nearest: offer Beth: {whole}" in told


def test_5_3_who_does_not_hold_a_place_lets_nobody_pass_it() -> None:
    s = traders()
    clause = Passage("red", "blue", "york", 5).as_json()
    assert DEALS.so_far(s, clause) == "York is nobody's"
