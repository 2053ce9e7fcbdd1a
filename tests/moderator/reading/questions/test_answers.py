"""Which report a letter answers, whether its lines came before, and what of it nobody typed: letters in, letters out."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.moderator.reading.line_tests import prefixes_of
from pbem.render.report import FORM_BEGIN, FORM_END
from tests.support.board import opened, to_the_plan
from tests.support.conversation import Conversation, Mail, form, to

OUTLOOK = "Von: {sender}\nGesendet: Sonntag, 22. November 2026 13:00\nAn: Ann <ann@example.test>\nBetreff: {subject}\n\n"


@pytest.fixture
def board(tmp_path: Path) -> Conversation:
    return Conversation(tmp_path, scenario="ia_henry_vi")


def answer(talk: Conversation, seat: str, mail: Mail, text: str) -> list[Mail]:
    """A reply to a mail; gives the mails it caused."""

    def reply(message: EmailMessage) -> None:
        message["In-Reply-To"] = mail.message_id

    return talk.write(seat, text, change=reply)


def quoted(mail: Mail) -> str:
    return "On Sunday the moderator wrote:\n" + "".join(f"> {line}\n" for line in mail.text.splitlines())


def unquoted(mail: Mail) -> str:
    return OUTLOOK.format(sender="moderator@example.test", subject=mail.subject) + mail.text


def logged(talk: Conversation) -> int:
    return len(talk.table().entries)


@pytest.mark.parametrize("below", [quoted, unquoted])
def test_what_was_typed_above_the_report_is_all_that_is_read(board: Conversation, below: object) -> None:
    assert callable(below)
    opening = to("york", board.opening)
    told = to("york", answer(board, "york", opening, f"assign York\nmuster York\n\n{below(opening)}"))
    assert "1 ok assign York -> assign York" in told.flat
    assert "2 ok muster York" in told.flat
    assert "3 " not in told.text.partition("== Your letter")[2].partition("== ")[0]
    assert "Not read as orders" not in told.text


@pytest.mark.parametrize(
    "around", [quoted, unquoted, lambda mail: mail.text, lambda mail: FORM_BEGIN + form(mail) + FORM_END]
)
def test_a_form_that_comes_back_untouched_is_no_order(board: Conversation, around: object) -> None:
    assert callable(around)
    opening, before = to("york", board.opening), logged(board)
    told = to("york", answer(board, "york", opening, around(opening)))
    assert logged(board) == before
    assert "answer with one word: ok" in told.flat


def test_talk_between_the_lines_of_the_form_is_said_to_be_no_order(board: Conversation) -> None:
    opening = to("york", board.opening)
    told = to("york", answer(board, "york", opening, quoted(opening) + "\nthat one, please\nWhat does it cost?\n"))
    assert "that one, please: there is no order in it that I know. Nearest: assign York" in told.flat
    assert "it cannot answer questions in your own words." in told.flat
    assert "the reply form came back unchanged" not in told.flat
    assert "Not read as orders: What does it cost?" in told.flat
    told = to("york", answer(board, "york", opening, quoted(opening) + "\nWhat a lovely day\n"))
    assert "No line of your letter could be read as an order; nothing has changed." in told.flat
    assert "== Your letter == Not read as orders:" in told.flat


def test_ok_is_not_offered_where_the_form_has_nothing_to_send(board: Conversation) -> None:
    opening = to("york", board.opening)
    assert 'or with "ok" alone to send the form below' in opening.flat
    told = to("york", answer(board, "york", opening, "ok\n"))
    assert "Reply ok to send" not in form(told)
    assert 'or with "ok"' not in told.flat
    assert "Your letter had no orders; nothing has changed." in to("york", answer(board, "york", told, quoted(told))).flat


def test_ok_sends_the_form_even_where_no_quote_came_back(board: Conversation) -> None:
    told = to("york", answer(board, "york", to("york", board.opening), "OK\n"))
    assert "1 ok assign York -> assign York" in told.flat


def test_ok_beside_an_order_is_no_order(board: Conversation) -> None:
    told = to("york", answer(board, "york", to("york", board.opening), "ok\nassign March\n"))
    assert "assign March -> assign March" in told.flat
    assert "ok (it sends the form only if no order stands beside it; to send the form too, write its lines" in told.flat


def test_one_line_changed_sends_the_whole_form(board: Conversation) -> None:
    opening = to("york", board.opening)
    changed = quoted(opening).replace("> # muster March", "> muster March")
    told = to("york", answer(board, "york", opening, changed))
    assert "assign York -> assign York" in told.flat
    assert "muster March" in told.text.partition("== Your letter")[2]


def test_nothing_that_ends_a_segment_is_prefilled(board: Conversation) -> None:
    answer(board, "york", to("york", board.opening), "assign York\n")
    mails = board.write("lancaster", "assign Henry VI\nassign Somerset\n")
    asked = [mail for mail in mails if "done" in form(mail)]
    assert asked
    for mail in asked:
        assert "done" not in [line.strip() for line in form(mail).splitlines()]


def test_the_same_lines_in_answer_to_the_same_report_count_once(board: Conversation) -> None:
    opening = to("york", board.opening)
    answer(board, "york", opening, "assign York\nmuster York\n")
    before = logged(board)
    told = to("york", answer(board, "york", opening, "Assign York!\n\nmuster york\n"))
    assert logged(board) == before
    assert "They count once; nothing has changed" in told.flat
    assert 'the word "again"' in told.flat


def test_again_means_it(board: Conversation) -> None:
    opening = to("york", board.opening)
    answer(board, "york", opening, "standing play none\n")
    told = to("york", answer(board, "york", opening, "standing play none\nagain\n"))
    assert "came before" not in told.flat
    assert "1 ok standing play none" in told.flat


def test_a_question_is_answered_however_often_it_is_asked(board: Conversation) -> None:
    opening = to("york", board.opening)
    answer(board, "york", opening, "status\n")
    assert "You asked: status" in to("york", answer(board, "york", opening, "status\n")).text


@pytest.fixture
def ia(tmp_path: Path) -> Iterator[tuple[Conversation, Mail, Mail]]:
    """Ia at York's first card, with the report that asked for the Plan and the one that asks for the card."""
    with opened(tmp_path) as talk:
        to_the_plan(talk)
        plan = to("york", talk.write("york", "report\n"))
        talk.write("york", "plan york, march, york, march\n")
        mails = talk.write("lancaster", "plan henry, somerset, henry, somerset\n")
        yield talk, plan, to("york", mails)


def test_a_late_answer_is_told_so_and_ready_to_send(ia: tuple[Conversation, Mail, Mail]) -> None:
    talk, plan, _ = ia
    before = logged(talk)
    told = to("york", answer(talk, "york", plan, "forage\n"))
    assert logged(talk) == before
    assert "answers an older report" in told.flat
    lines = [line.strip() for line in form(told).splitlines() if line.strip() and not line.startswith("#")]
    assert lines == ["forage"]
    assert "1 ok forage" in to("york", answer(talk, "york", told, "ok\n")).flat


def test_now_carries_a_late_answer_out(ia: tuple[Conversation, Mail, Mail]) -> None:
    talk, plan, _ = ia
    assert "1 ok forage" in to("york", answer(talk, "york", plan, "forage\nnow\n")).flat


def test_a_late_line_that_names_its_card_is_carried_out(ia: tuple[Conversation, Mail, Mail]) -> None:
    talk, _, asked = ia
    answer(talk, "york", asked, "pass\n")
    told = to("york", answer(talk, "york", asked, "card 2: forage\nstanding play none\ntax ely\n"))
    assert "1 ok card 2: forage" in told.flat
    assert "2 ok standing play none" in told.flat


def test_an_answer_to_the_newest_report_is_not_late(ia: tuple[Conversation, Mail, Mail]) -> None:
    talk, _, asked = ia
    told = to("york", answer(talk, "york", asked, "forage\n"))
    assert "1 ok forage" in told.flat
    assert "1 ok pass" in to("york", answer(talk, "york", asked, "pass\n")).flat, "the same card is still under way"


@pytest.mark.parametrize("talk", ["Nice move!", "I hope you are well", "Anna"])
def test_talk_is_told_apart_and_stops_nothing(board: Conversation, talk: str) -> None:
    told = to("york", answer(board, "york", to("york", board.opening), f"{talk}\nassign York\nmuster York\n"))
    assert "ok assign York" in told.flat
    assert "ok muster York" in told.flat
    assert f"{talk} (not an order)" in told.flat


def test_a_letter_too_long_to_be_read_to_its_end_is_told_so(board: Conversation) -> None:
    lines = ["assign York", *["# and so on"] * 5_000, "assign March"]
    told = to("york", answer(board, "york", to("york", board.opening), "\n".join(lines)))
    assert "ok assign York" in told.flat
    assert "assign March -> assign March" not in told.flat
    assert "# and so on (the letter is too long: nothing after this line was read)" in told.flat


def test_what_begins_like_an_order_holds_up_what_depends_on_it(board: Conversation) -> None:
    told = to("york", answer(board, "york", to("york", board.opening), "assign Narnia\nmuster York\n"))
    assert "1 -- assign Narnia" in told.flat
    assert "muster York" in told.flat


def test_an_example_out_of_our_own_sentence_is_an_order_when_typed(board: Conversation) -> None:
    opening = to("york", board.opening)
    example = "absent 2026-12-20 to 2027-01-03"
    told = to("york", answer(board, "york", opening, f"{example}\n\n{quoted(opening)}"))
    assert "the reply form came back unchanged" not in told.flat
    assert f" {example}" in told.text


def without_thread(talk: Conversation, seat: str, mail: Mail, text: str) -> Mail:
    """What becomes of a letter that quotes a mail whole and names none of ours."""
    quoted = "\n".join(f"> {line}" for line in mail.text.splitlines())
    return to(seat, talk.write(seat, f"{text}\n\nOn Monday somebody wrote:\n{quoted}\n"))


def test_the_form_of_an_old_report_quoted_without_its_thread_is_no_order(board: Conversation) -> None:
    first = to("york", board.opening)
    for _ in range(6):
        board.write("york", "status")
    before = len(board.table().entries)
    told = without_thread(board, "york", first, "")
    assert "no orders of your own: the reply form came back unchanged" in told.flat
    assert len(board.table().entries) == before


def test_a_preview_quoted_without_its_thread_is_no_order(board: Conversation) -> None:
    foreseen = to("york", board.write("york", "preview\nassign York\nmuster York"))
    before = len(board.table().entries)
    without_thread(board, "york", foreseen, "")
    assert len(board.table().entries) == before
    assert "ok assign York" in without_thread(board, "york", foreseen, "ok, thanks!").flat


@pytest.mark.parametrize(
    "prose",
    [
        "Hi there, thanks for the game. What can I do with my King in the Levy, and where may I march from London?",
        "Hi, for the campaign: York marches to Cambridge and then to London, March goes to Worcester and taxes there.",
    ],
)
def test_a_sentence_about_the_game_is_talk(board: Conversation, prose: str) -> None:
    told = to("york", answer(board, "york", to("york", board.opening), f"{prose}\nassign York\n"))
    assert "ok assign York" in told.flat
    assert prose[:80] in told.flat.partition("Not read as orders:")[2]


def test_ok_sends_the_form_that_came_back_and_no_newer_one(board: Conversation) -> None:
    nothing_asked = to("york", board.write("york", "assign York"))
    assert "You have nothing to do now" in nothing_asked.flat
    board.write("lancaster", "ok")
    assert board.table().open_to("york")
    before = len(board.table().entries)
    told = without_thread(board, "york", nothing_asked, "ok")
    assert len(board.table().entries) == before
    assert "the form had no lines to send" in told.flat


@pytest.mark.parametrize("talk", ["Hi Jasper, your move in London!", "Now I attack you, Cecily!"])
def test_greetings_and_words_about_the_letter_begin_no_order(board: Conversation, talk: str) -> None:
    told = to("york", answer(board, "york", to("york", board.opening), f"{talk}\nassign York\n"))
    assert "ok assign York" in told.flat
    assert f"{talk} (not an order)" in told.flat


@pytest.mark.parametrize("beside", ["status", "mend slips"])
def test_talk_beside_questions_is_told_apart(board: Conversation, beside: str) -> None:
    told = to("york", answer(board, "york", to("york", board.opening), f"Xyz\n{beside}\n"))
    assert "Xyz (not an order)" in told.flat


@pytest.mark.parametrize(("typed", "meant"), [("lvy", "levy"), ("pss", "pass"), ("don", "done"), ("pln", "plan")])
def test_an_order_word_of_four_letters_that_lost_one_is_an_order(board: Conversation, typed: str, meant: str) -> None:
    words = prefixes_of(board.table())
    assert meant in words.abbreviable
    assert words.begin(typed)


@pytest.mark.parametrize("name", ["Ann", "Bob", "Jay", "Pat", "Sam", "Tom"])
def test_short_names_below_a_letter_are_no_orders(board: Conversation, name: str) -> None:
    assert not prefixes_of(board.table()).begin(name)
