"""First letters of three people, as they came: short, long, in German. What they say is done, or refused for its reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.engine.refusal import Illegal
from pbem.moderator.core.desk import Player
from tests.games.kingmaker.asked import write
from tests.games.kingmaker.newcomers import PLAYERS, answer
from tests.games.kingmaker.questions.test_asked_turn_5 import turn
from tests.games.kingmaker.scene import put, table
from tests.support.conversation import Conversation


@pytest.mark.parametrize(
    "line",
    [
        "the Archbishop and the Landsknechts to Clifford",
        "the Landsknechts and the Archbishop to Clifford",
        "give the archbishop, the Landsknechts to Clifford",
        "give the bishop and the ship to Mowbray",
    ],
)
def test_a_title_that_is_listed_is_not_passed_over(talk: Conversation, line: str) -> None:
    assert f"-- {line}" in answer(talk, "blue", line)


@pytest.mark.parametrize("line", ["place FitzAlan in Arundel", "place FitzAlan at Arundel"])
def test_an_earl_is_placed_in_the_castle_of_his_title(talk: Conversation, line: str) -> None:
    assert "-> place FitzAlan Arundel" in answer(talk, "red", line)


@pytest.mark.parametrize(
    "line", ["place Stafford in Stafford, Clifford in Appleby", "place Clifford in Appleby, Stafford in Maxstoke"]
)
def test_a_noble_who_is_called_like_a_castle_is_placed_as_the_question_is_written(tmp_path: Path, line: str) -> None:
    players = {**PLAYERS, "yellow": Player("Dora", "dora@example.test"), "purple": Player("Emil", "emil@example.test")}
    talk = Conversation(tmp_path, game="kingmaker", scenario="five_players", key=bytes(32), players=players)
    assert f"ok {line} ->" in answer(talk, "red", line)


LONG = "I promise to support you in each Parliament with every Noble who can be there until round 6"


def test_who_may_accept_an_offer_sees_it_to_its_end(begun: Conversation) -> None:
    (mail,) = [m for m in begun.write("blue", f"offer Red: {LONG}; {LONG}; Red gives Le Rose to Mowbray") if "ann" in m.to]
    assert "Red gives the card Le Rose to Mowbray" in mail.flat
    assert 'Write "accept' in mail.flat
    assert "[...]" not in mail.text
    assert "[...]" not in answer(begun, "red", "report")


def test_a_refused_line_comes_back_to_its_end(begun: Conversation) -> None:
    said = answer(begun, "blue", f"offer Red: {LONG}; {LONG}; Red gives Nonsuch to Mowbray")
    assert "Red gives Nonsuch to Mowbray" in said.partition("--- orders ---")[2]


@pytest.mark.parametrize("below", ["hilfe bündnis", "help alliance", "map York", "karte York", "absent none"])
def test_a_question_below_a_full_message_is_not_sent(talk: Conversation, below: str) -> None:
    message = "tell all but blue: I will come to London next turn, so please hold back x"
    mails = talk.write("red", f"{message}\n{below}")
    assert [mail.to for mail in mails] == [PLAYERS["red"].address]
    assert "is not sent" in mails[0].flat


def test_a_message_of_two_lines_is_sent_once_it_is_written_to_an_end(talk: Conversation) -> None:
    message = "I will come to London next turn, so please hold back x\nhelp me there if you can, dear"
    held = talk.write("red", f"tell all but blue: {message}")
    assert not [mail for mail in held if mail.kind == "message"]
    assert "the rest of your message?" in held[0].flat
    (mail,) = [mail for mail in talk.write("red", f"tell all but blue:\n{message}\nend") if mail.kind == "message"]
    assert "hold back x | help me there if" in mail.flat


def test_a_question_about_if_ends_on_its_line(talk: Conversation) -> None:
    said = answer(talk, "red", "help if\nhelp plague")
    assert "1 ok help if -> help" in said
    assert "2 ok help plague -> help" in said


@pytest.mark.parametrize(
    "line",
    ["attack p2 York with Percy and Roos", "attack p2 York with Roos, Percy", "attack p2 at York with Percy, Roos"],
)
def test_6_2_1_who_names_all_attacks_with_all(line: str) -> None:
    s = table()
    for noble in ("percy", "roos"):
        put(s, "p1", "field:york_area", noble)
    put(s, "p2", "field:york_area", "mowbray")
    own = turn(s)
    write(own, "p1", line)
    assert "attack p2 york_area" in [entry.answer for entry in own.entries]


def test_6_2_1_who_names_one_of_two_is_not_taken_to_name_both() -> None:
    s = table()
    for noble in ("percy", "roos"):
        put(s, "p1", "field:york_area", noble)
    with pytest.raises(Illegal, match="York is held by"):
        write(turn(s), "p1", "besiege York with Percy")


@pytest.mark.parametrize(
    "line",
    [
        "move Mowbray and Clifford to Coventry",
        "move Mowbray, Clifford to Coventry",
        "ziehe Mowbray und Clifford nach Coventry",
    ],
)
def test_nobles_who_go_to_one_place_each_move(begun: Conversation, line: str) -> None:
    said = answer(begun, "blue", line)
    assert "-> move Mowbray Coventry" in said
    assert "-> move Clifford Coventry" in said


def test_who_of_several_cannot_go_is_refused_by_name(begun: Conversation) -> None:
    said = answer(begun, "blue", "move Mowbray and Scrope to Windsor")
    assert "none of these is carried out" in said
    assert "Scrope is in Masham: neither its Region nor a free road leads to Windsor" in said


def test_what_another_cannot_give_is_not_taken_for_what_is_named_like_it(begun: Conversation) -> None:
    said = answer(begun, "red", "offer Blue: Blue gives Earl of Kent to me")
    assert "Earl of Kent" in said.partition("to me: nothing is offered")[2]
    assert "Blue does not have Earl of Kent" in said or "Earl of Kent stays with" in said
    assert "can mean several" not in said


def test_a_part_of_an_offer_stands_in_no_form_as_an_order(begun: Conversation) -> None:
    said = answer(begun, "red", "offer Blue: Blue gives nothing to me")
    assert "nothing is offered" in said
    assert "# Town of" not in said
    assert "# Blue gives" not in said


def test_an_offer_is_corrected_as_a_whole_line(begun: Conversation) -> None:
    said = answer(begun, "red", "offer Blue: Blue gives Crossbowmen to me; Red promises peace until round 3")
    assert "offer Blue: Blue gives the hand card Flemish Crossbowmen 1 to Red; Red promises peace until round 3" in said


@pytest.mark.parametrize(("who", "moves"), [("Red", True), ("Blue", False), ("Green", False)])
def test_a_condition_names_the_player_who_holds_a_place(begun: Conversation, who: str, moves: bool) -> None:
    said = answer(begun, "blue", f"if {who} holds Leicester: move Mowbray Windsor")
    assert ("Mowbray of Blue moves by road" in said) is moves
    assert "not a condition" not in said


def test_a_word_that_help_does_not_know_is_said_as_it_was_typed(talk: Conversation) -> None:
    assert '"Fürst" is not a word of this game' in answer(talk, "green", "help Fürst")


def test_who_asks_about_an_alliance_is_told_how_one_is_made(talk: Conversation) -> None:
    assert 'An offer makes one: "offer Blue: Alliance of Blue and me"' in answer(talk, "green", "help alliance")


def test_a_line_that_makes_another_doubtful_is_not_cut_within_a_word(begun: Conversation) -> None:
    doubtful = "next turn: if Mowbray is at Windsor: move FitzAlan to Windsor and attack"
    said = answer(begun, "red", f"standing accept passage for Green until round 5\n{doubtful}")
    assert '"next turn: if Mowbray is at Windsor: move FitzAlan to ..." makes that doubtful' in said


@pytest.mark.parametrize(
    ("between", "is_doubtful"),
    [("counter 1: peace until round 3", False), ("standing let Green pass York", False), ("", True)],
)
def test_a_hedged_order_below_another_line_doubts_no_acceptance_above_that(
    begun: Conversation, between: str, *, is_doubtful: bool
) -> None:
    offers = ["offer Red: I promise peace until round 3", "offer Red: I promise to keep out of York until round 3"]
    begun.write("blue", "\n".join(offers))
    numbers = [offer.number for offer in begun.table().open_offers]
    lines = [
        f"accept {numbers[1]}",
        between.replace("1", str(numbers[0])),
        "Mowbray must go, so let FitzAlan attend as well",
    ]
    said = answer(begun, "red", "\n".join(lines))
    assert ("makes that doubtful" in said) is is_doubtful
    assert (f"ok accept {numbers[1]}" in said) is not is_doubtful
