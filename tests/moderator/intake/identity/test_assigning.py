"""Letters that were not dealt with: read as those of a seat, because the game master says whose they are."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pbem.moderator.correcting.by_hand import hold, release
from pbem.moderator.intake.moderating import CannotAssign, assign
from pbem.store.errors import NotFound
from pbem.store.mail import inbox
from tests.support.conversation import YORK_SETUP, Conversation, to

ELSEWHERE = "ann@work.example.test"


def lost(talk: Conversation, text: str = YORK_SETUP, *, to_seat: str = "") -> int:
    """A letter of Ann's from another address, to the bare mailbox or a seat's address; gives its number."""
    address = talk.address(to_seat) if to_seat else "moderator@example.test"
    talk.write("york", text, sender=ELSEWHERE, to=address)
    talk.new_mails()
    with talk.db.reading() as session:
        return inbox.dead_letters(session)[-1].id


def kept_whole(talk: Conversation, number: int, text: str = YORK_SETUP) -> None:
    """As a letter is kept that is held: with its text."""
    with talk.db.writing() as session:
        row = inbox.letter(session, number)
        if b"give" not in row.raw:
            row.raw = row.raw.rstrip() + b"\r\n\r\n" + text.encode()
            row.size = len(row.raw)


@pytest.fixture
def bound(tmp_path: Path) -> Conversation:
    """A game that asks for the registered sender."""
    return Conversation(tmp_path, auth="token+sender")


@pytest.mark.parametrize("by", ["token", "thread"])
def test_a_letter_that_opens_a_seat_from_elsewhere_is_kept_whole_and_can_be_assigned(bound: Conversation, by: str) -> None:
    opening = to("york", bound.opening)
    (told,) = bound.write(
        "york",
        YORK_SETUP,
        sender=ELSEWHERE,
        to=bound.address("york") if by == "token" else "moderator@example.test",
        change=lambda message: message.add_header("In-Reply-To", opening.message_id) if by == "thread" else None,
    )
    assert (told.to, "not your registered address" in told.flat) == ("ann@example.test", True)
    with bound.db.reading() as session:
        (row,) = inbox.dead_letters(session)
        assert (row.seat, row.outcome) == ("york", f"bosworth-1 york: from {ELSEWHERE}, not the player registered")
        assert [each.id for each in inbox.letters_of_game(session, bound.game().id)] == [row.id]
        assert YORK_SETUP.splitlines()[0].encode() in inbox.letter(session, row.id).raw
    assert not any(entry.seat for entry in bound.table().entries)
    assert "5 of 5 lines accepted" in assign(bound.desk, row.id, bound.name, "york")


def test_so_many_letters_of_a_seat_from_elsewhere_are_kept_whole_in_an_hour(bound: Conversation) -> None:
    bound.desk = replace(bound.desk, letters=replace(bound.desk.letters, letters_per_hour=2))
    for number in range(4):
        bound.write("york", f"status\n{number}\n", sender=f"other{number}@example.test")
    bound.clock.move(hours=1, minutes=1)
    bound.write("york", "status\n", sender=ELSEWHERE)
    assert [b"status" in bound.letter(number).raw for number in range(1, 6)] == [True, True, False, False, True]
    assert [bound.letter(number).seat for number in range(1, 6)] == ["york", "york", None, None, "york"]


def test_letters_from_elsewhere_do_not_keep_the_player_from_an_answer(bound: Conversation) -> None:
    for _ in range(3):
        bound.write("york", "", sender=ELSEWHERE)
    assert bound.write("york", "") != []


def test_a_letter_from_another_address_is_read_as_the_seats(talk: Conversation) -> None:
    number = lost(talk)
    kept_whole(talk, number)
    told = assign(talk.desk, number, talk.name, "york")
    assert "assigned to bosworth-1 york by the game master" in told
    assert "5 of 5 lines accepted" in told
    report = to("york", talk.new_mails())
    assert "5 ok" in report.text.replace("  ", " ")
    with talk.db.reading() as session:
        row = inbox.letter(session, number)
    assert (row.seat, row.status) == ("york", "done")


def test_a_letter_of_which_only_the_header_is_left_is_not_read(talk: Conversation) -> None:
    number = lost(talk)
    with pytest.raises(NotFound, match="only the header was kept"):
        assign(talk.desk, number, talk.name, "york")
    assert talk.new_mails() == []


def test_a_letter_that_was_read_is_not_read_again(talk: Conversation) -> None:
    talk.write("york", YORK_SETUP)
    with pytest.raises(CannotAssign, match="letter 1 is done"):
        assign(talk.desk, 1, talk.name, "lancaster")


def test_a_letter_with_anothers_token_needs_force(talk: Conversation) -> None:
    talk.write("york", YORK_SETUP)
    with talk.db.writing() as session:
        inbox.settle(session, 1, "dead", "a fault of ours")
    with pytest.raises(CannotAssign, match="opens york of bosworth-1"):
        assign(talk.desk, 1, talk.name, "lancaster")
    assert "assigned to" in assign(talk.desk, 1, talk.name, "lancaster", force=True)


def test_the_answer_goes_to_the_registered_address(talk: Conversation) -> None:
    number = lost(talk)
    kept_whole(talk, number)
    talk.new_mails()
    assign(talk.desk, number, talk.name, "york")
    assert {mail.to for mail in talk.new_mails()} <= {"ann@example.test", "bob@example.test"}


def test_a_letter_is_not_assigned_to_a_game_on_hold(talk: Conversation) -> None:
    """It would wait with the others, and be a stranger's again when the game goes on."""
    number = lost(talk)
    kept_whole(talk, number)
    hold(talk.desk, talk.name, "a question")
    with pytest.raises(CannotAssign, match="bosworth-1 is on hold: release it first"):
        assign(talk.desk, number, talk.name, "york")
    release(talk.desk, talk.name)
    assert "5 of 5 lines accepted" in assign(talk.desk, number, talk.name, "york")
