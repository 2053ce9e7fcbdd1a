"""A player who has left: nothing of theirs holds again whatever is put right, and nothing new reaches them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest
from sqlalchemy import delete

from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Master, Player
from pbem.moderator.correcting.correction import Correction, Insertion, redo, rework, undo
from pbem.moderator.deadlines.clock import open_clock
from pbem.moderator.deadlines.clock_state import ANSWERS_AT_ONCE, Clocks
from pbem.moderator.desk.archive_files import rerun_game
from pbem.moderator.desk.overview import close_game, delete_game
from pbem.moderator.desk.press import CannotAnswer, answer_question, set_press
from pbem.moderator.intake.admission import take_in
from pbem.moderator.joining.opening import open_game
from pbem.moderator.seats.addresses import ready_to_send, token_of
from pbem.moderator.seats.handover import (
    act_for,
    change_address,
    give_game,
    give_seat_back,
    hand_over,
    replace_former_masters,
    who_moderates,
)
from pbem.moderator.seats.observers import add_observer
from pbem.store.mail import outbox
from pbem.store.tables.games import DeletedGameRow
from tests.support.board import opened
from tests.support.conversation import Conversation, Mail
from tests.support.watching import CLIO

ANN, CYD, CAT = "ann@example.test", Player("Cyd", "cyd@example.test"), "cat@example.test"
BOX = "moderator@example.test"


@pytest.fixture
def ia(tmp_path: Path) -> Iterator[Conversation]:
    """A game of Ia; Cat is a game master besides the owner."""
    with opened(tmp_path) as talk:
        talk.desk = replace(talk.desk, staff=replace(talk.desk.staff, others=(Master(CAT, "Cat"),)))
        yield talk


def is_exact(talk: Conversation) -> bool:
    with talk.db.reading() as session:
        return rerun_game(Context(session, talk.desk).of(talk.game())).exact


def given(talk: Conversation, seat: str = "york") -> tuple[list[object], list[object]]:
    """The standing orders and the waiting lines of a seat."""
    table = talk.table()
    return [*table.orders_of(seat)], [*table.waiting.get(seat, [])]


def clocks(talk: Conversation) -> Clocks:
    """What the log says of each player's time."""
    with talk.db.reading() as session:
        return open_clock(session, talk.game().id, talk.clock()).clocks(talk.table())


def left_and_taken_over(talk: Conversation) -> None:
    """Ann gives standing orders and lines for later (letters 1 and 2), Bob assigns (3), then Cyd has her seat."""
    talk.write("york", "standing share others\n")
    talk.write("york", "assign york\nmuster york\nlevy carts\n")
    talk.write("lancaster", "assign henry\nassign somerset\n")
    assert given(talk)[0]
    hand_over(talk.desk, talk.name, "york", CYD)
    talk.clock.move(minutes=5)


# What is put right


def test_moves_taken_back_bring_no_orders_of_the_player_before(ia: Conversation) -> None:
    left_and_taken_over(ia)
    undo(ia.desk, ia.name, "a slip")
    assert given(ia) == ([], [])
    undo(ia.desk, ia.name, "another slip")
    assert given(ia) == ([], [])
    assert is_exact(ia)


def test_moves_given_back_bring_none_either(ia: Conversation) -> None:
    ia.write("york", "assign york\n")
    ia.write("lancaster", "assign henry\nassign somerset\n")
    ia.write("york", "standing share others\n")
    undo(ia.desk, ia.name, "a slip")
    hand_over(ia.desk, ia.name, "york", CYD)
    redo(ia.desk, ia.name, "it was right")
    assert given(ia) == ([], [])
    assert is_exact(ia)


def test_the_newcomers_own_orders_come_again(ia: Conversation) -> None:
    left_and_taken_over(ia)
    ia.write("york", "standing approach battle\n", sender=CYD.address)
    newest = given(ia)
    undo(ia.desk, ia.name, "a slip", to=2)
    assert given(ia) == ([], [])
    redo(ia.desk, ia.name, "it was right")
    assert given(ia) == newest
    assert is_exact(ia)


def test_letters_carried_out_again_leave_the_seat_where_it_was_left(ia: Conversation) -> None:
    left_and_taken_over(ia)
    ia.write("york", "standing approach battle\n", sender=CYD.address)
    newest = given(ia)
    putting = Insertion(b"standing approach battle\nstanding share others\n")
    rework(ia.desk, ia.name, "a slip", Correction(letter=1, insert=putting), commit=True)
    assert given(ia) == newest
    assert is_exact(ia)


def test_what_the_player_before_has_offered_is_not_the_newcomers(ia: Conversation) -> None:
    ia.write("york", "offer draw")
    ia.write("york", "pause 2 weeks")
    hand_over(ia.desk, ia.name, "york", CYD)
    assert ia.table().open_offers == []
    ia.write("lancaster", "accept draw")
    assert ia.game().status == "playing"


# What still goes to them


def tokens_sent(talk: Conversation, address: str) -> bool:
    """Whether a waiting mail to an address would go out with the present token of York."""
    token = token_of(talk.desk.secret, talk.game().commitment, "york", talk.seat("york").token_number)
    with talk.db.writing() as session:
        context, mails = Context(session, talk.desk), outbox.due(session, talk.clock() + timedelta(days=1), 1000)
        sent = [ready_to_send(context, mail) for mail in mails if mail.envelope_to == address]
    assert sent
    return any(token.encode() in each for each in sent)


def test_a_waiting_mail_does_not_bring_them_the_new_token(ia: Conversation) -> None:
    assert tokens_sent(ia, ANN)
    hand_over(ia.desk, ia.name, "york", CYD)
    assert not tokens_sent(ia, ANN)
    assert tokens_sent(ia, CYD.address)


def test_the_address_that_is_left_does_not_get_it_either(ia: Conversation) -> None:
    change_address(ia.desk, ia.name, "york", "ann@example.net")
    assert not tokens_sent(ia, ANN)


def test_the_player_for_whom_somebody_acts_keeps_theirs(ia: Conversation) -> None:
    act_for(ia.desk, ia.name, "york")
    assert tokens_sent(ia, ANN)


# Another address


def answer(talk: Conversation, mail: Mail, sender: str) -> None:
    """A letter from `sender` in answer to a mail, to the mailbox itself."""

    def change(message: EmailMessage) -> None:
        message["In-Reply-To"] = mail.message_id

    talk.write("york", "", sender=sender, to=BOX, change=change)


def wish(talk: Conversation, address: str) -> Mail | None:
    """The mail that goes to an address for which York's player wishes."""
    return next((mail for mail in talk.write("york", f"address {address}") if mail.to == address), None)


@pytest.mark.parametrize("address", ["bob@example.test", CAT, CLIO.address, BOX])
def test_nobody_moves_by_mail_to_where_both_sides_are_seen(ia: Conversation, address: str) -> None:
    add_observer(ia.desk, ia.name, CLIO)
    give_game(ia.desk, ia.name, CAT)
    ia.new_mails()
    if (mail := wish(ia, address)) is not None:
        answer(ia, mail, address)
    assert ia.seat("york").address == ANN


def test_nothing_is_written_to_the_mailbox_itself(ia: Conversation) -> None:
    assert wish(ia, BOX) is None


@pytest.mark.parametrize("by_mail", [True, False])
def test_a_player_for_whom_somebody_acts_moves_all_the_same(ia: Conversation, by_mail: bool) -> None:
    mail = wish(ia, "ann@example.net")
    assert mail is not None
    act_for(ia.desk, ia.name, "york")
    ia.new_mails()
    if by_mail:
        answer(ia, mail, "ann@example.net")
    else:
        change_address(ia.desk, ia.name, "york", "ann@example.net")
        assert {each.to for each in ia.new_mails()} == {ANN, "ann@example.net"}
    assert ia.seat("york").address == "gm@example.test"
    give_seat_back(ia.desk, ia.name, "york")
    assert (ia.seat("york").player, ia.seat("york").address) == ("Ann", "ann@example.net")


def test_who_takes_over_from_the_game_master_is_told_whose_seat_it_was(ia: Conversation) -> None:
    act_for(ia.desk, ia.name, "york")
    ia.new_mails()
    hand_over(ia.desk, ia.name, "york", CYD)
    kit = next(mail for mail in ia.new_mails() if mail.to == CYD.address)
    assert "You take over this seat from Ann." in kit.flat


def test_a_wish_ends_with_its_game(ia: Conversation) -> None:
    mail = wish(ia, "ann@example.net")
    assert mail is not None
    close_game(ia.desk, ia.name, "enough")
    delete_game(ia.desk, ia.name)
    with ia.db.writing() as session:
        session.execute(delete(DeletedGameRow))  # an older version kept no names
    seats = {"york": Player("Zoe", "zoe@example.test"), "lancaster": Player("Bob", "bob@example.test")}
    open_game(ia.desk, "plantagenet", "ia_henry_vi", seats, name=ia.name, key=b"\x09" * 32)
    answer(ia, mail, "ann@example.net")
    assert ia.seat("york").address == "zoe@example.test"


# A game master who has the game no longer


def test_who_has_lost_a_game_acts_for_nobody_in_it(ia: Conversation) -> None:
    give_game(ia.desk, ia.name, CAT)
    act_for(ia.desk, ia.name, "york")
    old = ia.address("york")
    ia.clock.move(seconds=1)
    ia.new_mails()
    give_game(ia.desk, ia.name, "")
    assert any(mail.kind == "report" and mail.to == "gm@example.test" for mail in ia.new_mails())
    ia.write("york", "assign york\n", sender=CAT, to=old)
    assert not any(entry.kind == "answer" for entry in ia.table().entries)
    ia.write("york", "assign york\n", sender="gm@example.test")
    assert any(entry.kind == "answer" for entry in ia.table().entries)


def test_it_is_told_who_moderates_a_game(ia: Conversation) -> None:
    assert who_moderates(ia.desk, ia.name) == f"gm@example.test moderates {ia.name}: the owner"
    ia.desk = replace(ia.desk, staff=replace(ia.desk.staff, others=(Master(CAT, "Cat", frozenset({"run", "see"})),)))
    give_game(ia.desk, ia.name, CAT)
    assert who_moderates(ia.desk, ia.name) == f"Cat <{CAT}> moderates {ia.name}; rights: see, run"
    ia.desk = replace(ia.desk, staff=replace(ia.desk.staff, others=()))
    assert who_moderates(ia.desk, ia.name).endswith(f": the owner; {CAT} is no game master any more")
    ia.desk = replace(ia.desk, staff=replace(ia.desk.staff, gamemaster=""))
    assert "no address of a game master is configured" in who_moderates(ia.desk, ia.name)


def test_who_is_no_game_master_any_more_acts_for_nobody(ia: Conversation) -> None:
    give_game(ia.desk, ia.name, CAT)
    act_for(ia.desk, ia.name, "york")
    assert replace_former_masters(ia.desk) == []
    old = ia.address("york")
    ia.new_mails()
    ia.desk = replace(ia.desk, staff=replace(ia.desk.staff, others=()))
    assert replace_former_masters(ia.desk) == [f"{ia.name}: gm@example.test acts for york, no longer {CAT}"]
    assert [mail.to for mail in ia.new_mails()] == ["gm@example.test"]
    assert replace_former_masters(ia.desk) == []
    ia.write("york", "assign york\n", sender=CAT, to=old)
    assert not any(entry.kind == "answer" for entry in ia.table().entries)


# What players have written to each other


@pytest.fixture
def talkers(tmp_path: Path) -> Iterator[Conversation]:
    """A game of Ia in which players write to each other."""
    terms = {"deadline": "72h", "press": "any"}
    with opened(tmp_path, terms=terms) as talk:
        yield talk


def says(talk: Conversation, seat: str, text: str, **how: str) -> list[Mail]:
    """A letter, and a minute that passes."""
    talk.clock.move(minutes=1)
    return talk.write(seat, text, **how)


def takes_over(talk: Conversation, person: Player = CYD) -> list[Mail]:
    talk.clock.move(minutes=1)
    hand_over(talk.desk, talk.name, "york", person)
    return talk.new_mails()


def test_a_newcomer_reads_nothing_that_was_for_the_player_before_alone(talkers: Conversation) -> None:
    says(talkers, "york", "tell lancaster: the old bargain")
    says(talkers, "york", "tell all: a public word")
    says(talkers, "york", "ask moderator: may I doubt it?")
    says(talkers, "lancaster", "tell york: what you promised")
    set_press(talkers.desk, talkers.name, {"press_delivery": "report"})
    says(talkers, "lancaster", "tell york: it is not too late")  # nothing has brought it yet
    mails = takes_over(talkers)
    news = " ".join(
        mail.flat for mail in [*mails, *says(talkers, "york", "messages", sender=CYD.address)] if mail.to == CYD.address
    )
    assert "a public word" in news
    for secret in ("old bargain", "may I doubt it", "what you promised", "not too late"):
        assert secret not in news
    told = next(mail.flat for mail in mails if mail.to == "bob@example.test")
    assert "A message of yours to Ann had not been delivered yet, and Cyd does not get it." in told


def test_a_newcomer_reads_what_is_written_from_then_on_and_so_does_who_comes_back(talkers: Conversation) -> None:
    takes_over(talkers)
    says(talkers, "lancaster", "tell york: welcome, Cyd")
    assert "welcome, Cyd" in says(talkers, "york", "messages", sender=CYD.address)[0].flat
    assert "A message of yours" not in " ".join(mail.flat for mail in takes_over(talkers, Player("Ann", ANN)))
    says(talkers, "lancaster", "tell york: welcome back")
    newest = says(talkers, "york", "messages")[0].flat
    assert "welcome back" in newest
    assert "welcome, Cyd" not in newest


def test_who_is_only_called_otherwise_still_reads_what_they_were_told(talkers: Conversation) -> None:
    set_press(talkers.desk, talkers.name, {"press_delivery": "report"})
    says(talkers, "lancaster", "tell york: the old bargain")
    mails = takes_over(talkers, Player("Anna", ANN))
    assert "the old bargain" in " ".join(mail.flat for mail in mails if mail.to == ANN)
    assert "the old bargain" in says(talkers, "york", "messages")[0].flat


def test_a_question_of_the_player_before_is_not_answered_to_the_newcomer(talkers: Conversation) -> None:
    says(talkers, "york", "ask moderator: may I doubt it?")
    takes_over(talkers)
    with pytest.raises(CannotAnswer, match="asked by a player who has left york"):
        answer_question(talkers.desk, talkers.name, "york-1", "you may")
    says(talkers, "york", "ask moderator: and I?", sender=CYD.address)
    answer_question(talkers.desk, talkers.name, "york-2", "you may, too")
    assert "you may, too" in talkers.new_mails()[-1].flat


def test_moves_taken_back_open_no_old_message(talkers: Conversation) -> None:
    says(talkers, "lancaster", "tell york: the old bargain")
    says(talkers, "york", "assign york")
    takes_over(talkers)
    undo(talkers.desk, talkers.name, "a slip")
    says(talkers, "lancaster", "tell york: a new one")
    newest = says(talkers, "york", "messages", sender=CYD.address)[0].flat
    assert "the old bargain" not in newest
    assert "a new one" in newest


def test_a_letter_of_the_player_before_that_came_before_is_not_carried_out_after(talkers: Conversation) -> None:
    """Both write in one minute, and the game master is faster than the moderator."""
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Message-ID"] = ANN, talkers.address("york"), "<late@example.test>"
    letter["Subject"] = "orders"
    letter.set_content("assign york\n")
    take_in(talkers.desk, bytes(letter))
    takes_over(talkers)
    mails = says(talkers, "york", "assign march", sender=CYD.address)
    assert "ok assign march" in " ".join(mail.flat for mail in mails if mail.to == CYD.address)
    assert not [mail for mail in mails if mail.to == ANN]
    assert talkers.letter(1).status == "dead"


def test_days_away_and_a_zone_are_those_of_who_named_them(tmp_path: Path) -> None:
    with opened(tmp_path, terms={"deadline": "72h", "zone": "Europe/London"}) as talk:
        talk.write("york", "absent 2026-08-24 to 2026-08-28, delegate\nzone Europe/Berlin")
        clock = clocks(talk)
        assert [span.delegates for span in clock.absences("york", talk.clock())] == [ANSWERS_AT_ONCE]
        assert "york" in clock.zones
        hand_over(talk.desk, talk.name, "york", Player("Ann B.", ANN))
        assert clocks(talk) == clock
        talk.clock.move(hours=1)
        hand_over(talk.desk, talk.name, "york", CYD)
        assert clocks(talk).absences("york", talk.clock()) == []
        assert clocks(talk).zones == {}
        kit = next(mail for mail in talk.new_mails() if mail.to == CYD.address)
        assert "BST" in kit.flat
        assert is_exact(talk)


def test_a_newcomer_begins_in_the_language_of_the_game(ia: Conversation) -> None:
    ia.write("york", "language german")
    hand_over(ia.desk, ia.name, "york", Player("Ann B.", ANN))
    assert "== Die Lage ==" in next(mail.flat for mail in ia.new_mails() if mail.to == ANN)
    ia.clock.move(hours=1)
    hand_over(ia.desk, ia.name, "york", CYD)
    mails = {mail.to: mail.flat for mail in ia.new_mails()}
    assert "Du spielst York in" in mails[ANN], "whoever leaves is told so in their own"
    assert "== The position ==" in mails[CYD.address]
