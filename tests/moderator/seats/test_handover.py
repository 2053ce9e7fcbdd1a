"""Seats live longer than players: somebody else plays one, its player moves, the game master acts for a Turn."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from pbem.mail.letter import Letter
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Player
from pbem.moderator.desk.overview import close_game
from pbem.moderator.intake.set_aside import note_bounce, note_refused
from pbem.moderator.seats.addresses import ready_to_send
from pbem.moderator.seats.handover import BadHandover, act_for, change_address, give_seat_back, hand_over
from pbem.moderator.seats.observers import add_observer
from pbem.store.archive.transfer import export_game
from pbem.store.errors import NotFound
from pbem.store.games import lobby
from pbem.store.mail import outbox
from tests.support.board import opened, to_turn
from tests.support.conversation import Conversation, form, to
from tests.support.watching import CLIO

CYD = Player("Cyd", "cyd@example.test")


@pytest.fixture
def ia(tmp_path: Path) -> Iterator[Conversation]:
    with opened(tmp_path) as talk:
        yield talk


def mails_to(address: str, mails: list[object]) -> list[object]:
    return [mail for mail in mails if mail.to == address]  # type: ignore[attr-defined]


# Somebody else


def test_the_newcomer_gets_the_game_so_far_and_the_others_are_told(ia: Conversation) -> None:
    to_turn(ia, 2)
    ia.new_mails()
    hand_over(ia.desk, ia.name, "york", CYD)
    mails = {mail.to: mail for mail in ia.new_mails()}
    assert sorted(mails) == ["ann@example.test", "bob@example.test", "cyd@example.test"]
    kit = mails["cyd@example.test"]
    assert "You take over this seat from Ann." in kit.flat
    assert "YORK at Ely" in kit.flat
    assert "CAMPAIGN OF TURN 1" in kit.flat
    assert b"aid.html" in kit.raw
    assert "Cyd plays York in ia-henry-vi-1 from now on, in place of Ann." in mails["bob@example.test"].flat


def test_the_player_before_is_told_by_a_mail_that_is_no_seats(ia: Conversation) -> None:
    hand_over(ia.desk, ia.name, "york", CYD)
    told = next(mail for mail in ia.new_mails() if mail.to == "ann@example.test")
    assert "You no longer play York in ia-henry-vi-1" in told.flat
    assert CYD.address not in told.text
    with ia.db.writing() as session:
        row = outbox.outgoing_by_message_id(session, told.message_id)
        assert b"Reply-To: moderator@example.test" in ready_to_send(Context(session, ia.desk), row)

    def answer(message: EmailMessage) -> None:
        message["In-Reply-To"] = told.message_id

    assert ia.write("york", "assign york\n", to="moderator@example.test", change=answer) == []
    assert not any(entry.kind == "answer" for entry in ia.table().entries)


def test_a_bounce_of_that_mail_does_not_count_for_the_newcomer(ia: Conversation) -> None:
    hand_over(ia.desk, ia.name, "york", CYD)
    told = next(mail for mail in ia.new_mails() if mail.to == "ann@example.test")
    bounce = Letter("<bounce@example.test>", bounce_of=("ann@example.test",), bounced_ids=(told.message_id,))
    with ia.db.writing() as session:
        context = Context(session, ia.desk)
        assert note_bounce(context, bounce) == "a bounce of ann@example.test: no seat"
        note_refused(context, outbox.outgoing_by_message_id(session, told.message_id), "550 no such user")
    assert ia.seat("york").bounces == 0


def test_a_player_who_is_only_called_otherwise_has_not_lost_the_seat(ia: Conversation) -> None:
    hand_over(ia.desk, ia.name, "york", Player("Anne", "ann@example.test"))
    assert not any("no longer play" in mail.flat for mail in ia.new_mails())


def test_the_story_in_the_kit_is_as_the_seat_has_seen_it(ia: Conversation) -> None:
    ia.write("york", "assign york\n")
    ia.write("lancaster", "assign henry\nassign somerset\n")
    hand_over(ia.desk, ia.name, "york", CYD)
    theirs = next(mail for mail in ia.new_mails() if mail.to == CYD.address)
    ia.see_again()
    ia.new_mails()
    hand_over(ia.desk, ia.name, "lancaster", Player("Dee", "dee@example.test"))
    dees = next(mail for mail in ia.new_mails() if mail.to == "dee@example.test")
    assert "York's Favoured Son" in theirs.flat
    for secret in ("deck", "draw"):
        assert (secret in theirs.flat) == (secret in dees.flat)


def test_only_the_newcomer_is_heard(ia: Conversation) -> None:
    old = ia.address("york")
    hand_over(ia.desk, ia.name, "york", CYD)
    ia.new_mails()
    assert ia.address("york") != old
    assert ia.write("york", "assign york\n", to=old) == [] or not ia.table().given_by("york")
    assert ia.table().entries == ia.table().entries
    ia.write("york", "assign york\n", sender=CYD.address)
    assert any(entry.kind == "answer" for entry in ia.table().entries)


def test_the_old_player_is_not_heard_by_their_thread_either(ia: Conversation) -> None:
    opening = to("york", ia.opening)
    hand_over(ia.desk, ia.name, "york", CYD)
    ia.new_mails()

    def answer(message: EmailMessage) -> None:
        message["In-Reply-To"] = opening.message_id

    for address in ("moderator+aaaaaaaaaaaaaaaaaaaa@example.test", "moderator@example.test"):
        ia.write("york", "assign york\n", to=address, change=answer)
        assert not any(entry.kind == "answer" for entry in ia.table().entries)


def test_the_newcomer_may_answer_a_report_of_the_player_before(ia: Conversation) -> None:
    opening = to("york", ia.opening)
    hand_over(ia.desk, ia.name, "york", CYD)

    def answer(message: EmailMessage) -> None:
        message["In-Reply-To"] = opening.message_id

    ia.write("york", "assign york\n", sender=CYD.address, to="moderator@example.test", change=answer)
    assert any(entry.kind == "answer" for entry in ia.table().entries)


def test_orders_that_were_left_hold_no_longer_until_the_newcomer_sends_them(ia: Conversation) -> None:
    ia.write("york", "standing share others\nassign york\nmuster york\nlevy carts\ndone\n")
    assert ia.table().orders_of("york")
    assert ia.table().waiting["york"]
    ia.new_mails()
    hand_over(ia.desk, ia.name, "york", CYD)
    assert ia.table().orders_of("york") == []
    assert ia.table().waiting["york"] == []
    kit = next(mail for mail in ia.new_mails() if mail.to == CYD.address)
    assert "Orders of the player before you" in kit.flat
    assert "The story so far: history" in kit.flat
    assert "You asked" not in kit.flat
    begins = ("# standing share", "# levy of Turn 1:")
    left = [line.removeprefix("# ") for line in kit.text.splitlines() if line.startswith(begins)]
    assert left
    ia.write("york", "\n".join(left), sender=CYD.address)
    assert ia.table().orders_of("york") or ia.table().waiting["york"]


def test_an_untouched_form_brings_no_order_of_the_player_before(ia: Conversation) -> None:
    ia.write("york", "standing share others\nassign york\nmuster york\nlevy carts\ndone\n")
    ia.new_mails()
    hand_over(ia.desk, ia.name, "york", CYD)
    kit = next(mail for mail in ia.new_mails() if mail.to == CYD.address)
    ia.write("york", form(kit), sender=CYD.address)
    assert ia.table().orders_of("york") == []


@pytest.mark.parametrize(
    ("person", "why"),
    [
        (Player("Bob", "bob@example.test"), "plays lancaster in"),
        (Player("Clio", CLIO.address), "observes"),
        (Player("Box", "moderator@example.test"), "mailbox of the program"),
        (Player("Box", "moderator+abc@EXAMPLE.test"), "mailbox of the program"),
        (Player("Ann", "ann@example.test"), "already"),
    ],
)
def test_who_cannot_take_a_seat_is_told_why(ia: Conversation, person: Player, why: str) -> None:
    add_observer(ia.desk, ia.name, CLIO)
    ia.new_mails()
    with pytest.raises(BadHandover, match=why):
        hand_over(ia.desk, ia.name, "york", person)
    assert ia.seat("york").address == "ann@example.test"
    assert ia.new_mails() == []


def test_there_are_no_other_seats(ia: Conversation) -> None:
    with pytest.raises(NotFound, match="it has: york, lancaster"):
        hand_over(ia.desk, ia.name, "kent", CYD)


# Another address


def test_both_addresses_are_told_and_only_the_new_one_counts(ia: Conversation) -> None:
    change_address(ia.desk, ia.name, "york", "ann@example.net")
    mails = {mail.to: mail for mail in ia.new_mails()}
    assert sorted(mails) == ["ann@example.net", "ann@example.test"]
    assert "ann@example.net" in mails["ann@example.test"].flat
    assert ia.seat("york").player == "Ann"
    ia.write("york", "assign york\n", sender="ann@example.net")
    assert any(entry.kind == "answer" for entry in ia.table().entries)


def wanted(ia: Conversation, address: str = "ann@example.net") -> tuple[object, object]:
    """The answer to a wish for another address, and the mail that went there."""
    mails = ia.write("york", f"address {address}")
    return to("york", mails), next(mail for mail in mails if mail.to == address)


def answer_from(ia: Conversation, mail: Any, sender: str) -> None:
    def change(message: EmailMessage) -> None:
        message["In-Reply-To"] = mail.message_id

    ia.write("york", "", sender=sender, to="moderator@example.test", change=change)


def test_a_player_moves_by_mail_once_the_new_address_has_answered(ia: Conversation) -> None:
    told, asked = wanted(ia)
    assert "A mail goes to ann@example.net" in told.flat  # type: ignore[attr-defined]
    assert "reply to this letter" in asked.flat  # type: ignore[attr-defined]
    assert ia.seat("york").address == "ann@example.test"
    answer_from(ia, asked, "ann@example.net")
    assert ia.seat("york").address == "ann@example.net"
    assert sorted(mail.to for mail in ia.new_mails()) in ([], ["ann@example.net", "ann@example.test"])


def test_nobody_else_can_confirm_it(ia: Conversation) -> None:
    _, asked = wanted(ia)
    answer_from(ia, asked, "mallory@example.net")
    assert ia.seat("york").address == "ann@example.test"


def test_a_confirmation_counts_once(ia: Conversation) -> None:
    _, asked = wanted(ia)
    answer_from(ia, asked, "ann@example.net")
    change_address(ia.desk, ia.name, "york", "ann@example.org")
    answer_from(ia, asked, "ann@example.net")
    assert ia.seat("york").address == "ann@example.org"


def test_who_only_has_the_token_cannot_ask_for_it(ia: Conversation) -> None:
    mails = ia.write("york", "address mallory@example.net", sender="mallory@example.net")
    assert all(mail.to != "mallory@example.net" for mail in mails)


def test_no_more_than_three_addresses_a_day_get_such_a_mail(ia: Conversation) -> None:
    for number in range(5):
        ia.write("york", f"address ann{number}@example.net")
    ia.see_again()
    mails = {mail.to for mail in ia.new_mails() if mail.to.endswith("@example.net")}
    assert len(mails) == 3


def test_a_line_without_an_address_is_explained(ia: Conversation) -> None:
    assert 'address ann@example.org"' in to("york", ia.write("york", "address")).flat


# The game master acts


def test_the_game_master_plays_a_seat_until_the_turn_is_over(ia: Conversation) -> None:
    act_for(ia.desk, ia.name, "york")
    mails = ia.new_mails()
    notices = [mail for mail in mails if mail.kind == "notice"]
    assert sorted(mail.to for mail in notices) == ["ann@example.test", "bob@example.test"]
    assert all("The game master plays York for Ann until turn 1 is over." in mail.flat for mail in notices)
    assert ia.seat("york").player == "game master for Ann"
    report = next(mail for mail in mails if mail.kind == "report")
    assert report.to == "gm@example.test"
    assert ia.write("york", "assign york\n", sender="gm@example.test")[0].to == "gm@example.test"
    ia.opening = [*ia.new_mails(), *ia.opening]
    finish_turn(ia)
    assert (ia.seat("york").player, ia.seat("york").address) == ("Ann", "ann@example.test")
    ia.see_again()
    mails = ia.new_mails()
    told = [mail for mail in mails if "Ann plays York again from now on." in mail.flat]
    assert sorted(mail.to for mail in told) == ["ann@example.test", "bob@example.test"]
    theirs = [mail.to for mail in mails if mail.kind == "report" and "York turn 2" in mail.subject]
    assert theirs == ["ann@example.test"]


def test_of_a_game_that_ends_meanwhile_the_last_report_is_enough(ia: Conversation) -> None:
    act_for(ia.desk, ia.name, "york")
    ia.new_mails()
    close_game(ia.desk, ia.name, "enough")
    assert sorted((mail.to, mail.kind) for mail in ia.new_mails()) == [
        ("ann@example.test", "report"),
        ("bob@example.test", "report"),
    ]


def finish_turn(ia: Conversation) -> None:
    """Both sides pass until Turn 2 begins."""
    lines = {"3.1.2 assign": {"york": "assign york", "lancaster": "assign henry; assign somerset"}, "3.4 muster": "done"}
    while ia.table().state.turn == 1:
        seat = ia.asked()
        key = ia.table().open_to(seat)[0].key
        given = lines.get(key, "pass")
        text = given[seat] if isinstance(given, dict) else given
        if key == "4.1 plan":
            text = {"york": "plan york, york, march, march", "lancaster": "plan henry, henry, somerset, somerset"}[seat]
        ia.write(seat, text, sender=ia.seat(seat).address)


def test_in_a_battle_the_turn_is_a_round(talk: Conversation) -> None:
    talk.set_up()
    act_for(talk.desk, talk.name, "york")
    talk.new_mails()
    assert talk.write("york", "flee none\n", sender="gm@example.test")[0].to == "gm@example.test"
    assert talk.seat("york").acting_turn == "round 1"


def test_the_player_can_come_back_before(ia: Conversation) -> None:
    act_for(ia.desk, ia.name, "york")
    with pytest.raises(BadHandover, match="acted for already"):
        act_for(ia.desk, ia.name, "york")
    ia.new_mails()
    give_seat_back(ia.desk, ia.name, "york")
    mails = ia.new_mails()
    assert [mail.to for mail in mails if mail.kind == "report"] == ["ann@example.test"]
    told = [mail for mail in mails if "Ann plays York again from now on." in mail.flat]
    assert sorted(mail.to for mail in told) == ["ann@example.test", "bob@example.test"]
    with pytest.raises(BadHandover, match="nobody acts"):
        give_seat_back(ia.desk, ia.name, "york")


def test_a_game_is_moved_with_its_player_not_with_who_acts(ia: Conversation) -> None:
    act_for(ia.desk, ia.name, "york")
    with ia.db.reading() as session:
        document = export_game(session, lobby.find_game(session, ia.name).id)
    assert next((seat["player"], seat["address"]) for seat in document["seats"]) == ("Ann", "ann@example.test")
