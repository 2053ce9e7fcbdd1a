"""What a letter says of its orders is never passed over: that they are for another time, for some case, or not meant."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.letters.natural.position import position
from tests.moderator.reading.questions.test_shown_letters import warriors
from tests.support.board import opened, to_the_first_card
from tests.support.conversation import Conversation, form, to


@pytest.fixture
def card(tmp_path: Path) -> Iterator[Conversation]:
    """York has the first Command card."""
    with opened(tmp_path) as talk:
        to_the_first_card(talk)
        yield talk


def answers(talk: Conversation, seat: str, since: int) -> list[str]:
    return [
        f"{e.kind} {e.answer}" for e in talk.table().entries if e.number >= since and e.seat == seat and e.key[:1].isdigit()
    ]


@pytest.mark.parametrize(
    "head",
    [
        *("Only if it fails:", "only if it fails", "When Somerset comes:", "unless he attacks", "After the levy:", "later:"),
        *("Maybe:", "Is this legal:", "Ideas:", "Earlier I wrote:", "Bob said:"),
        *("wenn er angreift:", "Wenn er angreift", "Zweite Karte:", "nächste Karte:"),
    ],
)
def test_a_line_above_orders_that_limits_them_is_refused_and_they_wait(card: Conversation, head: str) -> None:
    before = card.table().next_number
    told = to("york", card.write("york", f"{head}\nmarch Cambridge\n")).flat
    assert f"1 -- {head.rstrip(':')}: " in told
    assert "2 .. march Cambridge (not carried out: it depends on line 1)" in told
    assert not answers(card, "york", before)


@pytest.mark.parametrize(
    "head",
    ["Here are my orders:", "Dear moderator:", "Good morning,", "Sorry, I was not at home.", "I waited for Bob."],
)
def test_other_talk_above_orders_stops_nothing(card: Conversation, head: str) -> None:
    assert "2 ok march Cambridge -> march Cambridge" in to("york", card.write("york", f"{head}\nmarch Cambridge\n")).flat


@pytest.mark.parametrize(
    ("head", "now"),
    [
        *(("2nd impulse:", False), ("Impulse 2", False), ("Second impulse", False), ("Turn 2:", False), ("Runde 2:", False)),
        *(("Turn 1:", True), ("First impulse:", True), ("My orders for turn 1", True)),
    ],
)
def test_orders_for_another_time_are_not_carried_out_now(tmp_path: Path, head: str, now: bool) -> None:
    with warriors(tmp_path) as talk:
        told = to("york", talk.write("york", f"{head}\nmarch Stanley Northeast")).flat
        assert ("2 ok march Stanley Northeast -> march Stanley Northeast" in told) == now
        assert ("2 .. march Stanley Northeast (not carried out: it depends on line 1)" in told) != now


@pytest.mark.parametrize("head", ["2nd card", "2nd card:", "card two", "Second card", "card 2"])
def test_a_heading_is_one_however_its_number_is_written(card: Conversation, head: str) -> None:
    told = to("york", card.write("york", f"{head}\nmarch Hereford\n")).flat
    assert "2 ok march Hereford -> kept for March's card, the 2nd of Turn 1" in told


@pytest.mark.parametrize(
    "letter",
    [
        *("Wait!\nmarch Cambridge", "march Cambridge\nwait, no", "Stop\ncard 2: pass", "Not yet:\nmarch Cambridge"),
        *("DRAFT\nstanding intercept none", "do not carry out:\nmarch Cambridge", "Don't do this yet\nmarch Cambridge"),
        *("just a test\nmarch Cambridge", "nur Vorschau\nmarch Cambridge", "Noch nicht!\nmarch Cambridge"),
    ],
)
def test_a_letter_that_holds_itself_back_is_previewed(card: Conversation, letter: str) -> None:
    before = card.table().next_number
    told = to("york", card.write("york", letter))
    assert "None of your letter is carried out" in told.flat
    assert "Not read as orders:" in told.flat
    assert card.table().next_number == before


def test_a_form_that_is_sent_with_a_wait_is_previewed(card: Conversation) -> None:
    card.write("york", "mrach Cambridge if it is empty")
    before = card.table().next_number
    told = to("york", card.write("york", "ok\nWait!"))
    assert "None of your letter is carried out" in told.flat
    assert "1 ok march Cambridge" in told.flat
    assert card.table().next_number == before


def test_no_preview_tries_what_players_agree_on(card: Conversation) -> None:
    told = to("york", card.write("york", "resign yes\nno, wait!"))
    assert "resign yes -> between players: a preview does not try it" in told.flat
    assert "# resign yes" in form(told)
    assert card.game().status == "playing"


def test_a_question_beside_a_wait_is_answered(card: Conversation) -> None:
    assert "1 ok status -> status: see below" in to("york", card.write("york", "status\nWait!")).flat


def test_without_that_word_it_is_another_letter(card: Conversation) -> None:
    mail = to("york", card.write("york", "report"))

    def answer(text: str) -> str:
        return to("york", card.write("york", text, change=lambda m: m.add_header("In-Reply-To", mail.message_id))).flat

    assert "None of your letter is carried out" in answer("march Cambridge\nWait!")
    assert "1 ok march Cambridge -> march Cambridge" in answer("march Cambridge")


@pytest.mark.parametrize(
    ("name", "letter", "told"),
    [
        (
            "pay",
            "pay norfolk\npay essex",
            "Nearest: pay Norfolk, Essex 2 .. pay essex (not carried out: it depends on line 1)",
        ),
        ("pay", "pay none; pay essex", "1 -- pay none: this question takes one answer"),
        ("round", "culverins norfolk\nculverins northumberland", "Nearest: culverins Norfolk, Northumberland"),
        ("approach", "exile foobar\nexile none", "2 .. exile none (not carried out: it depends on line 1)"),
        (
            "approach",
            "exile foobar\nstanding exile none",
            "2 .. standing exile none (not carried out: it depends on line 1)",
        ),
    ],
)
def test_of_several_answers_to_one_question_none_is_carried_out(tmp_path: Path, name: str, letter: str, told: str) -> None:
    at = position("plantagenet", name)
    talk = at.conversation(tmp_path)
    talk.new_mails()
    before = talk.table().next_number
    assert told in to(at.seat, talk.write(at.seat, letter)).flat
    assert not answers(talk, at.seat, before)
    assert "would be refused" in to(at.seat, talk.write(at.seat, f"preview\n{letter}")).flat
    talk.db.close()


@pytest.mark.parametrize(
    ("name", "line", "done"),
    [
        ("pay", "pay norfolk and pay essex", ["answer ['norfolk', 'essex']"]),
        ("command", "march guildford and supply guildford", ["answer march guildford", "answer supply guildford"]),
    ],
)
def test_a_line_is_all_of_its_orders_and_each_once(tmp_path: Path, name: str, line: str, done: list[str]) -> None:
    at = position("plantagenet", name)
    talk = at.conversation(tmp_path)
    talk.new_mails()
    before = talk.table().next_number
    talk.write(at.seat, line)
    assert [each for each in answers(talk, at.seat, before) if "silent" not in each] == done
    talk.db.close()


@pytest.mark.parametrize(
    ("letter", "told", "untold"),
    [
        ("march Cambridge; if it does not fight", "-- march Cambridge if it does not fight: ", "1 ok "),
        ("march Cambridge; only if Cambridge is empty", "march Cambridge if Cambridge is empty", "--"),
        ("tell Lancaster: if you stay: peace\notherwise I march Cambridge", "a message stands above it", "-> march"),
        (
            "march Cambridge\nif it fails: forage\ntell all: hi\nelse: pass",
            "4 -- else: pass: a message stands above it",
            "4 ok",
        ),
        ("if it fails:", "-- if it fails: I did not understand", "it fails::"),
        ("I yield", 'to give the game up, write "resign"', "1 ok"),
        ("forage\nThat was a hard choice, my friend", 'No other player gets this. "tell NAME: ..."', "--- nothing"),
        ("forage", "1 ok forage", "No other player gets this"),
    ],
)
def test_what_is_said_beside_orders_is_none_of_them(card: Conversation, letter: str, told: str, untold: str) -> None:
    answer = to("york", card.write("york", f"{letter}\n")).flat.partition("== The position")[0]
    assert (told in answer, untold in answer) == (True, False), answer


def test_no_form_has_lines_about_agreements(card: Conversation) -> None:
    card.write("york", "resign\n")
    assert "resign no" not in form(to("york", card.write("york", "resign no\nmarch Nowhere\n")))


@pytest.mark.parametrize("line", ["Wait!", "undo", "draft only", "please wait"])
def test_a_letter_that_is_stopped_says_by_which_line(card: Conversation, line: str) -> None:
    before = card.table().next_number
    (mail,) = card.write("york", f"march Cambridge\n{line}")
    assert f'Your line "{line}" stops the whole letter.' in mail.flat
    assert "ok march Cambridge" in mail.flat
    assert not answers(card, "york", before)


def test_a_preview_names_the_messages_that_it_does_not_send(card: Conversation) -> None:
    (mail,) = card.write("york", "preview\nmarch Cambridge\ntell Lancaster: peace?")
    assert (
        "Not sent: tell Lancaster: peace? (a preview sends nothing: write the message in a letter without it)" in mail.flat
    )
    assert "stops the whole letter" not in mail.flat
