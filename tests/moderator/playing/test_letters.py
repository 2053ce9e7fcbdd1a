"""What becomes of each kind of letter."""

from __future__ import annotations

from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.moderator.core.context import Context
from pbem.moderator.core.games import load_table
from pbem.moderator.intake.moderating import moderate, moderate_all, moderate_waiting, take_in
from pbem.store.database import Database
from pbem.store.mail import inbox
from tests.support.conversation import (
    LANCASTER_ROUND,
    LANCASTER_SETUP,
    MODERATOR,
    YORK_ROUND,
    YORK_SETUP,
    Conversation,
    form,
    offered,
    to,
)


def test_opening_letters_go_to_both_with_the_commitment_and_a_form(talk: Conversation) -> None:
    assert {m.to for m in talk.opening} == {"ann@example.test", "bob@example.test"}
    for mail in talk.opening:
        assert talk.game().commitment in mail.text
        assert "give " in form(mail)
        assert "array " in form(mail)


def test_every_line_is_answered_and_a_bad_one_costs_itself(talk: Conversation) -> None:
    mail = to("york", talk.write("york", "give y32 richard\ngive y36 norflok\ngive y1 norfolk\n"))
    assert "Final Charge (y32) Richard III" in mail.text
    assert 'I do not know what "norflok" means here' in mail.text
    assert "give Vanguard (y36) Norfolk" in mail.text
    assert "3 ok  give y1 norfolk" in mail.text


def test_a_bad_line_is_not_sticky(talk: Conversation) -> None:
    talk.write("york", "give y32 richard\ngive y36 norflok\ngive y1 norfolk\n")
    mail = to("york", talk.write("york", "give y36 norfolk\ngive y2 northumberland\n"))
    assert "not carried out" not in mail.text
    assert not talk.write("lancaster", "array left oxford, centre henry, right jasper\n")[0].text.count("not known")
    assert "6.0 capabilities" not in [d.key for d in _open(talk, "york")]


def test_the_form_sent_back_as_it_stands_is_legal(talk: Conversation) -> None:
    for mail in talk.opening:
        seat = "york" if mail.to.startswith("ann") else "lancaster"
        answer = to(seat, talk.write(seat, offered(mail)))
        assert "not carried out" not in answer.text
        assert "Nearest" not in answer.text
    assert talk.game().status == "playing"
    assert _open(talk, "york")


def test_a_form_completes_what_was_begun(talk: Conversation) -> None:
    begun = to("york", talk.write("york", "give y36 norfolk\ngive agitators northumberland\n"))
    talk.write("york", offered(begun))
    assert not _open(talk, "york")


def test_a_duplicate_is_answered_once(talk: Conversation) -> None:
    message = _letter(talk, "york", YORK_SETUP)
    assert len(talk.deliver(bytes(message))) == 1
    assert talk.deliver(bytes(message)) == []


def test_a_stranger_gets_no_answer(talk: Conversation) -> None:
    assert talk.write("york", YORK_SETUP, sender="eve@evil.test", to=MODERATOR) == []
    assert talk.letter(1).status == "dead"


def test_a_stranger_with_a_wrong_token_gets_no_answer(talk: Conversation) -> None:
    assert talk.write("york", YORK_SETUP, sender="eve@evil.test", to="moderator+guess@example.test") == []


def test_a_known_player_with_a_wrong_token_is_told_how_to_write(talk: Conversation) -> None:
    mail, again = talk.write("york", YORK_SETUP, to="moderator+wrong@example.test")
    assert (mail.to, again.to) == ("ann@example.test", "ann@example.test")
    assert (mail.kind, again.kind) == ("notice", "report")
    assert again.text == to("york", talk.opening).text
    assert len(_open(talk, "york")) == 2


def test_the_thread_identifies_where_the_address_lost_its_token(talk: Conversation) -> None:
    opening = to("york", talk.opening)

    def answer(message: EmailMessage) -> None:
        message["In-Reply-To"] = opening.message_id

    talk.write("york", YORK_SETUP, to=MODERATOR, change=answer)
    assert not _open(talk, "york")


def test_a_forged_thread_opens_nothing(talk: Conversation) -> None:
    opening = to("york", talk.opening)

    def forge(message: EmailMessage) -> None:
        message["In-Reply-To"] = opening.message_id.replace("york", "lancaster")

    assert talk.write("york", LANCASTER_SETUP, sender="eve@evil.test", to=MODERATOR, change=forge) == []


def test_token_alone_is_enough_from_another_address_but_the_answer_goes_to_the_player(talk: Conversation) -> None:
    (mail,) = talk.write("york", YORK_SETUP, sender="ann@phone.test")
    assert mail.to == "ann@example.test"


def test_token_and_sender_where_the_game_asks_for_both(tmp_path: Path) -> None:
    talk = Conversation(tmp_path, auth="token+sender")
    (mail,) = talk.write("york", YORK_SETUP, sender="eve@evil.test")
    assert mail.to == "ann@example.test"
    assert "eve@evil.test" in mail.text
    assert len(_open(talk, "york")) == 2
    talk.write("york", YORK_SETUP)
    assert not _open(talk, "york")
    talk.db.close()


def test_not_your_turn(talk: Conversation) -> None:
    talk.set_up()
    mail = to("lancaster", talk.write("lancaster", "hit oxford militia\n"))
    assert 'nothing asks for "hit" now' in mail.flat
    assert "waiting for York" in mail.text


@pytest.mark.parametrize(
    ("seat", "line", "problem"),
    [
        ("lancaster", "charge yes", "none of your Lords has Final Charge"),
        ("lancaster", "standing vanguard yes", "none of your Lords has Vanguard"),
        ("york", "order left, centre, right", "the Attacker sets the order of the Engagements"),
    ],
)
def test_an_order_that_can_never_apply_is_refused(talk: Conversation, seat: str, line: str, problem: str) -> None:
    talk.set_up()
    assert problem in " ".join(to(seat, talk.write(seat, f"{line}\n")).text.split())


def test_a_late_line_about_what_is_over_is_not_offered_again(talk: Conversation) -> None:
    opening = to("york", talk.opening)
    talk.set_up()

    def answer(message: EmailMessage) -> None:
        message["In-Reply-To"] = opening.message_id

    mail = to("york", talk.write("york", "array left Norfolk\n", change=answer))
    assert "what its lines were about is over" in mail.flat
    assert "# array left Norfolk\r\n" in form(mail)
    assert "came too late" not in mail.text


def test_the_effects_of_all_cards_in_play_are_told_to_both(talk: Conversation) -> None:
    for mail in talk.set_up():
        assert "Piquiers (l34): Gives the Lord's Men-at-Arms and Militia the Armour" in mail.text
        assert "Vanguard (y36)</b>: Norfolk may limit Round 1" in mail.html


def test_an_answer_to_an_old_report_is_told_so(talk: Conversation) -> None:
    old = to("york", talk.set_up())
    while "round 1" in _table(talk).rules.turn(_table(talk).state):
        talk.write("york", YORK_ROUND)
        talk.write("lancaster", LANCASTER_ROUND)

    def answer(message: EmailMessage) -> None:
        message["In-Reply-To"] = old.message_id

    mail = to("york", talk.write("york", "report\nflee none\n", change=answer))
    assert "Your letter answers an older report" in mail.flat
    assert "answers an older report" not in to("york", talk.write("york", "report\nflee none\n")).flat


def test_an_empty_letter_changes_nothing_and_is_answered(talk: Conversation) -> None:
    mail = to("york", talk.write("york", "\n\n"))
    assert "Your letter had no orders" in mail.text
    assert form(mail)


def test_only_a_document(talk: Conversation) -> None:
    def attach(message: EmailMessage) -> None:
        message.add_attachment(YORK_SETUP.encode(), maintype="application", subtype="msword", filename="orders.doc")

    mail = to("york", talk.write("york", "\n", change=attach))
    assert "only an attachment" in mail.text
    assert len(_open(talk, "york")) == 2


def test_orders_in_an_attached_text_file(talk: Conversation) -> None:
    def attach(message: EmailMessage) -> None:
        message.add_attachment(YORK_SETUP, filename="orders.txt")

    talk.write("york", "\n", change=attach)
    assert not _open(talk, "york")


def test_html_only(talk: Conversation) -> None:
    def to_html(message: EmailMessage) -> None:
        lines = "".join(f"<div>{line}</div>" for line in YORK_SETUP.splitlines())
        message.set_content(f"<html><body>{lines}</body></html>", subtype="html")

    talk.write("york", "", change=to_html)
    assert not _open(talk, "york")


def test_a_quoted_report_below_the_orders_and_a_signature(talk: Conversation) -> None:
    quoted = "\n".join(f"> {line}" for line in to("york", talk.opening).text.splitlines())
    talk.write("york", f"{YORK_SETUP}\n-- \nAnn\nflee everybody\n\nOn Sat, 22 Aug 2026 the moderator wrote:\n{quoted}\n")
    assert not _open(talk, "york")


def test_a_quoted_form_edited_inline(talk: Conversation) -> None:
    text = to("york", talk.opening).text.replace("array centre Richard III", "array centre Norfolk")
    text = text.replace("array right Norfolk", "array right Richard III")
    talk.write("york", "\n".join(f"> {line}" for line in text.splitlines()))
    talk.write("lancaster", LANCASTER_SETUP)
    events = [n.event for n in _table(talk).news if n.event.name == "arrayed" and n.event.data["side"] == "york"]
    assert events[0].data["front"][1] == "norfolk"


def test_automatic_mail_is_not_answered(talk: Conversation) -> None:
    def vacation(message: EmailMessage) -> None:
        message["Auto-Submitted"] = "auto-replied"

    assert talk.write("york", "I am away until Monday.\n", change=vacation) == []


def test_a_flood_is_answered_once(tmp_path: Path) -> None:
    talk = Conversation(tmp_path, letters_per_hour=3)
    answers = [talk.write("york", "report\n") for _ in range(5)]
    assert [len(a) for a in answers] == [1, 1, 1, 1, 0]
    assert "More than 3 letters" in answers[3][0].text
    talk.clock.move(hours=2)
    assert len(talk.write("york", "report\n")) == 1
    talk.db.close()


def test_letters_within_the_limit_count_also_when_many_come_at_once(tmp_path: Path) -> None:
    talk = Conversation(tmp_path, letters_per_hour=3)
    letters = []
    for number in range(5):
        letter = _letter(talk, "york", "report\n")
        del letter["Message-ID"]
        letter["Message-ID"] = f"<{number}@example.test>"
        letters.append(bytes(letter))
    for raw in letters:
        take_in(talk.desk, raw)
    moderate_all(talk.desk)
    assert [talk.letter(number).status for number in range(1, 6)] == ["done", "done", "done", "dead", "dead"]
    assert [mail.kind for mail in talk.new_mails()] == ["report", "report", "report", "notice"]
    talk.db.close()


def test_a_database_that_is_busy_leaves_the_letter_for_later(talk: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.store.dialect.base.BUSY_SECONDS", 0.1)
    impatient = replace(talk.desk, db=Database.open(talk.db.location))
    letter_id = take_in(talk.desk, bytes(_letter(talk, "york", YORK_SETUP)))
    assert letter_id is not None
    with talk.db.writing():
        assert "try again" in moderate_waiting(impatient, [letter_id]).lines[0]
    assert talk.game().status == "playing"
    moderate(impatient, letter_id)
    assert not _open(talk, "york")
    impatient.db.close()


def test_a_finished_game_says_so(talk: Conversation) -> None:
    talk.set_up()
    talk.play_to_the_end()
    (mail,) = talk.write("york", YORK_ROUND)
    assert "over" in mail.text
    assert mail.kind == "notice"


def test_the_end_publishes_the_key_to_both(talk: Conversation) -> None:
    talk.set_up()
    last = talk.play_to_the_end()
    key = talk.game().key
    assert {m.to for m in last if key in m.text} == {"ann@example.test", "bob@example.test"}


def test_the_key_is_in_no_letter_before_the_end(talk: Conversation) -> None:
    mails = [*talk.opening, *talk.set_up(), *talk.write("york", YORK_ROUND)]
    assert mails
    assert not any(talk.game().key in m.text + m.html for m in mails)


def test_receipts_are_a_chain_over_what_was_accepted(talk: Conversation) -> None:
    talk.write("york", "give y32 richard\n")
    first = talk.seat("york").receipt
    talk.write("york", "nonsense\n")
    assert talk.seat("york").receipt == first
    mail = to("york", talk.write("york", "give y36 norfolk\n"))
    assert talk.seat("york").receipt not in ("", first)
    assert talk.seat("york").receipt in mail.text


def test_the_salt_comes_from_the_first_accepted_letter(talk: Conversation) -> None:
    talk.write("york", "nonsense\n")
    assert talk.seat("york").salt is None
    talk.write("york", "give y32 richard\n")
    salt = talk.seat("york").salt
    talk.write("york", "give y36 norfolk\n")
    assert salt
    assert talk.seat("york").salt == salt


@pytest.mark.parametrize("raw", [b"", b"\0\0\0", b"To: moderator@example.test\n\nhello", b"\xff\xfe" * 500])
def test_bytes_that_are_no_letter(talk: Conversation, raw: bytes) -> None:
    assert talk.deliver(raw) == []
    with talk.db.reading() as session:
        assert inbox.pending_letters(session) == []


def _letter(talk: Conversation, seat: str, text: str) -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"], message["Message-ID"] = "ann@example.test", talk.address(seat), "<one@example.test>"
    message.set_content(text)
    return message


def _table(talk: Conversation):  # type: ignore[no-untyped-def]
    with talk.db.reading() as session:
        return load_table(Context(session, talk.desk).of(talk.game()))


def _open(talk: Conversation, seat: str):  # type: ignore[no-untyped-def]
    return _table(talk).open_to(seat)
