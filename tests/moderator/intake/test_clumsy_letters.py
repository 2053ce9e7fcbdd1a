"""Slips of the pen, and letters that mean harm."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from pbem.engine.decision import Asked
from pbem.moderator.core.context import Context, LetterContext, LetterOutcome
from pbem.moderator.core.games import load_table
from pbem.moderator.intake import moderating
from pbem.moderator.intake.moderating import moderate_all, take_in
from pbem.store.errors import Busy
from tests.support.conversation import PLAYERS, Conversation, to

ADDRESS = PLAYERS["york"].address


@pytest.mark.parametrize(
    "line",
    [
        f"standing flee norfolk if troops under {'1' * 5000}",
        f"standing flee {'norfolk if ' * 8000}",
        "standing absorb " + "militia " * 20000,
        "give 你好 richard",
    ],
)
def test_no_line_holds_a_game(talk: Conversation, line: str) -> None:
    mail = to("york", talk.write("york", f"{line}\n"))
    assert "  1 --  " in mail.text
    assert talk.game().status == "playing"


@pytest.mark.parametrize("line", ["你好", "Привет!", "٣", "½", "history " + "9" * 5000, "history ٣"])
def test_no_line_of_another_script_or_without_end_keeps_the_orders_beside_it(talk: Conversation, line: str) -> None:
    text = to("york", talk.write("york", f"{line}\ngive y1 norfolk\n")).text
    assert "ok  give y1 norfolk" in text
    assert talk.game().status == "playing"


def test_a_word_of_another_script_is_not_passed_over(talk: Conversation) -> None:
    text = to("york", talk.write("york", "give не y1 norfolk\n")).text
    assert 'I do not know what "не" means here' in text


def test_a_break_that_is_not_seen_ends_no_quote(talk: Conversation) -> None:
    for sign in "\u2028\u2029\x85\x0b\x0c":
        text = to("york", talk.write("york", f"status\n\n> a nice day{sign}give y1 norfolk\n> bye\n")).text
        assert "ok  give" not in text


def test_letters_keep_their_order_while_nothing_can_be_written(talk: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    turns = iter([Busy("busy")])

    def busy_once(letter: LetterContext | LetterOutcome) -> LetterOutcome:
        for fault in turns:
            raise fault
        return dealt_with(letter)

    dealt_with = moderating.dealt_with
    monkeypatch.setattr(moderating, "dealt_with", busy_once)
    for number, card in enumerate(("y1", "y2")):
        letter = EmailMessage()
        letter["From"], letter["To"], letter["Message-ID"] = ADDRESS, talk.address("york"), f"<{number}@example.test>"
        letter.set_content(f"give {card} norfolk\n")
        take_in(talk.desk, bytes(letter))
    first = moderate_all(talk.desk)
    assert (len(first), "busy" in first[0]) == (1, True)
    assert len(moderate_all(talk.desk)) == 2


def test_a_letter_of_very_many_lines_gets_an_answer_of_some_length(talk: Conversation) -> None:
    mail = to("york", talk.write("york", "give nonsense\n" * 10000))
    assert "at most 500 orders" in " ".join(mail.text.split())
    assert len(mail.raw) < 300_000


def test_a_lord_who_is_not_able_is_refused_and_nothing_is_answered(talk: Conversation) -> None:
    talk.set_up()
    for line in ("culverins richard", "standing culverins richard"):
        mail = to("york", talk.write("york", f"{line}\n"))
        assert "not open to you now: Richard III" in mail.text
    assert [d.key for d in _open_to_york(talk)] == ["4.4.1 culverins"]


def test_an_order_for_what_is_never_asked_is_refused_with_what_is_asked(talk: Conversation) -> None:
    talk.set_up()
    for line in ("order left, right", "standing order left"):
        mail = to("york", talk.write("york", f"{line}\n"))
        assert "Nearest: culverins Norfolk, Northumberland" in mail.text
        assert "or: culverins none" in mail.text


def test_lines_that_would_do_fit_what_was_begun(talk: Conversation) -> None:
    mail = to("york", talk.write("york", "give y2 richard\ngive y23 richard\n"))
    assert "Nearest: give Final Charge (y32) Richard III" in mail.text
    assert "give Culverins and Falconets (y1) Richard III" not in mail.text.partition("== The position")[0]


def test_a_name_that_is_the_order_word_as_well(talk: Conversation) -> None:
    mail = to("york", talk.write("york", "standing centre cnetre\n"))
    assert "Nearest: standing centre centre" in mail.text


def test_who_flees_on_a_second_line_is_asked_for_one_line(talk: Conversation) -> None:
    talk.set_up()
    mail = to("york", talk.write("york", "culverins all\nflee norfolk\nflee richard\n"))
    assert "2 -- flee norfolk: this question takes one answer" in mail.flat
    assert "3 .. flee richard (not carried out: it depends on line 2)" in mail.flat
    talk.write("york", "flee norfolk\n")
    mail = to("york", talk.write("york", "flee richard\n"))
    assert "flee Richard III (kept for this round, which has asked it already)" in mail.flat


def test_a_slip_in_the_second_word_of_a_name(talk: Conversation) -> None:
    talk.set_up()
    talk.write("york", "culverins all\nflee none\nvanguard no\n")
    talk.write("lancaster", "flee none\norder left, centre, right\nabsorb militia\nreroll all\n")
    mail = to("york", talk.write("york", "hit norfolk miltia\n"))
    assert 'I do not know what "miltia" means here' in mail.text
    assert "Nearest: hit Norfolk Militia" in mail.text


def test_what_follows_a_hash_is_a_comment_and_lines_may_be_numbered(talk: Conversation) -> None:
    mail = to("york", talk.write("york", "1. give y1 norfolk # he will need it\n2) give y2 richard   # him too\n"))
    assert [line for line in mail.text.splitlines() if line.startswith(("  1 ok  give", "  2 ok  give"))]
    assert "need it" not in mail.text
    assert "not carried out" not in mail.text


def _open_to_york(talk: Conversation) -> Asked:
    with talk.db.reading() as session:
        return load_table(Context(session, talk.desk).of(talk.game())).open_to("york")
