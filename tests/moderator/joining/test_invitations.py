"""Invited players: a game begins when all have accepted, and nobody plays who has not."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.engine.log.shares import POOLED, SCHEME
from pbem.moderator.core.desk import Player
from pbem.moderator.joining import gathering
from pbem.moderator.joining.gathering import LOT, Guests, invite, key_of
from pbem.moderator.joining.opening import BadOpening, open_game
from pbem.store.errors import Duplicate, NotFound
from pbem.store.games import gatherings, lobby
from pbem.store.tables.joining import GatheringRow
from tests.moderator.joining.gathered import ANN, BOB, CYD, GAMEMASTER, Gathered, mail_to
from tests.support.conversation import MODERATOR
from tests.support.works import text_of

KEY = b"\x07" * 32


@pytest.fixture
def desk(tmp_path: Path) -> Gathered:
    return Gathered(tmp_path)


def both_invited(desk: Gathered) -> None:
    invite(desk.desk, "plantagenet", "bosworth", Guests({"york": ANN, "lancaster": BOB}), key=KEY)


def seats(desk: Gathered, name: str = "bosworth-1") -> dict[str, str]:
    with desk.db.reading() as session:
        return {seat.name: seat.address for seat in lobby.seats(session, lobby.find_game(session, name).id)}


def test_an_invitation_tells_what_is_played_and_how_to_answer(desk: Gathered) -> None:
    both_invited(desk)
    mail = mail_to(ANN, desk.new_mails())
    said = text_of(mail)
    assert "Bosworth, 22 August 1485" in said
    assert "You would play York." in said
    assert 'Reply "accept" to take part, or "decline" to refuse' in said
    assert "take the time you need" in said
    assert key_of(_row(desk)).commitment in said
    assert str(mail["Reply-To"]).startswith("moderator+")
    assert str(mail["Reply-To"]) != "moderator+seat@example.test"


def _row(desk: Gathered, name: str = "bosworth-1") -> GatheringRow:
    with desk.db.reading() as session:
        return gatherings.find(session, name)


def test_the_game_begins_when_the_last_one_accepts(desk: Gathered) -> None:
    both_invited(desk)
    asked = desk.new_mails()
    first = desk.reply(ANN, mail_to(ANN, asked), "accept\n")
    assert "One more player is missing" in text_of(mail_to(ANN, first))
    assert "has accepted" in text_of(mail_to(GAMEMASTER, first))
    with pytest.raises(NotFound):
        seats(desk)
    last = desk.reply(BOB, mail_to(BOB, asked), "Yes please, gladly!\n")
    assert seats(desk) == {"york": ANN.address, "lancaster": BOB.address}
    assert "2 decisions" in text_of(mail_to(ANN, last))
    assert "bosworth-1 Lancaster" in str(mail_to(BOB, last)["Subject"])
    assert _row(desk).status == "begun"


@pytest.mark.parametrize(
    "text",
    [
        "perhaps next year\n",
        "I am not in\n",
        "I accept if I may play Lancaster\n",
        "accept\ndecline\n",
        "I do not accept\n",
        "accept york or lancaster\n",
        "\n",
        "> accept\n",
    ],
)
def test_what_is_neither_yes_nor_no_changes_nothing(desk: Gathered, text: str) -> None:
    both_invited(desk)
    answer = mail_to(ANN, desk.reply(ANN, mail_to(ANN, desk.new_mails()), text))
    assert "you have not accepted yet" in text_of(answer)
    assert desk.guests("bosworth-1")["Ann"].status == "invited"


def test_an_invitation_that_comes_back_unmarked_is_no_answer(desk: Gathered) -> None:
    both_invited(desk)
    asked = mail_to(ANN, desk.new_mails())
    body = asked.get_body(("plain",))
    assert body is not None
    desk.reply(ANN, asked, f"Not sure yet, let me see.\n\n{body.get_content()}")
    assert desk.guests("bosworth-1")["Ann"].status == "invited"


@pytest.mark.parametrize("quoted", ["accept", "decline"])
def test_no_line_of_ours_is_an_answer_by_itself(desk: Gathered, quoted: str) -> None:
    both_invited(desk)
    body = mail_to(ANN, desk.new_mails()).get_body(("plain",))
    assert body is not None
    assert quoted not in [line.strip(" .:") for line in str(body.get_content()).splitlines()]


@pytest.mark.parametrize("text", ["I'm in!", "Count me in, please.", "sure, accept", "Ich bin dabei", "OK, I will play"])
def test_people_accept_in_their_own_words(desk: Gathered, text: str) -> None:
    both_invited(desk)
    desk.reply(ANN, mail_to(ANN, desk.new_mails()), text)
    assert desk.guests("bosworth-1")["Ann"].status == "accepted"


def test_an_invitation_tells_the_seat_that_is_left_and_the_options(desk: Gathered) -> None:
    guests = Guests({"york": ANN}, [BOB])
    invite(desk.desk, "plantagenet", "ia", guests, options={"handicap": "york 3"}, terms={"deadline": "72h"})
    said = text_of(mail_to(BOB, desk.new_mails()))
    assert "You would play Lancaster." in said
    assert "Handicap: York begins with 3 Influence more" in said
    assert "A Lord at Sea is not on the map" in said
    assert "Orders are due within 72 hours" in said


def test_somebody_else_cannot_accept(desk: Gathered) -> None:
    both_invited(desk)
    asked = desk.new_mails()
    mails = desk.reply(CYD, mail_to(ANN, asked), "accept\n")
    assert [str(mail["To"]) for mail in mails] == [ANN.address]
    assert "came from cyd@example.test" in text_of(mails[0]).replace('"', "")
    assert desk.guests("bosworth-1")["Ann"].status == "invited"


def test_who_declines_frees_their_seat_for_who_waits(desk: Gathered) -> None:
    invite(desk.desk, "plantagenet", "bosworth", Guests({"york": ANN, "lancaster": BOB}, [CYD]), key=KEY)
    asked = desk.new_mails()
    desk.reply(ANN, mail_to(ANN, asked), "accept\n")
    waits = desk.reply(CYD, mail_to(CYD, asked), "accept\n")
    assert "waiting list" in text_of(mail_to(CYD, waits))
    mails = desk.reply(BOB, mail_to(BOB, asked), "No thanks, sorry.\n")
    assert seats(desk) == {"york": ANN.address, "lancaster": CYD.address}
    assert {str(mail["To"]) for mail in mails} == {ANN.address, BOB.address, CYD.address, GAMEMASTER}


def test_who_has_accepted_can_still_leave_and_come_back(desk: Gathered) -> None:
    both_invited(desk)
    asked = mail_to(ANN, desk.new_mails())
    for text, status in (("accept", "accepted"), ("decline", "declined"), ("accept", "accepted")):
        desk.reply(ANN, asked, text)
        assert desk.guests("bosworth-1")["Ann"].status == status


def test_the_lot_is_drawn_by_the_key_promised_before_anybody_answered(desk: Gathered) -> None:
    invite(desk.desk, "plantagenet", "bosworth", Guests({}, [ANN, BOB]), key=KEY)
    row, asked = _row(desk), desk.new_mails()
    assert "A lot decides who plays York or Lancaster" in text_of(mail_to(ANN, asked))
    desk.reply(BOB, mail_to(BOB, asked), "accept\n")
    desk.reply(ANN, mail_to(ANN, asked), "accept\n")
    drawn = key_of(row).order(LOT, ("york", "lancaster"))
    assert seats(desk) == {drawn[0]: BOB.address, drawn[1]: ANN.address}
    with desk.db.reading() as session:
        assert lobby.find_game(session, "bosworth-1").commitment == key_of(row).commitment


@pytest.mark.parametrize(
    ("first", "second", "played"),
    [
        ("accept lancaster", "accept lancaster", {"york": ANN.address, "lancaster": BOB.address}),
        ("accept", "I accept as york", {"york": ANN.address, "lancaster": BOB.address}),
        ("play york", "accept york", {"york": BOB.address, "lancaster": ANN.address}),
        ("accept", "accept", {"york": BOB.address, "lancaster": ANN.address}),
    ],
)
def test_seats_go_as_wished_to_the_first_who_asks(desk: Gathered, first: str, second: str, played: dict[str, str]) -> None:
    invite(desk.desk, "plantagenet", "bosworth", Guests({}, [ANN, BOB]), by_lot=False, key=KEY)
    asked = desk.new_mails()
    desk.reply(BOB, mail_to(BOB, asked), first)
    desk.reply(ANN, mail_to(ANN, asked), second)
    assert seats(desk) == played


def test_who_did_not_answer_is_told_that_it_has_begun(desk: Gathered) -> None:
    invite(desk.desk, "plantagenet", "bosworth", Guests({}, [ANN, BOB, CYD]), key=KEY)
    asked = desk.new_mails()
    desk.reply(ANN, mail_to(ANN, asked), "accept")
    mails = desk.reply(BOB, mail_to(BOB, asked), "accept")
    assert "begun without you" in str(mail_to(CYD, mails)["Subject"])
    assert "You need do nothing." in text_of(mail_to(CYD, mails))
    late = desk.reply(CYD, mail_to(CYD, asked), "accept")
    assert "has begun" in str(mail_to(CYD, late)["Subject"])


def test_the_games_terms_languages_and_options_are_those_of_the_invitation(desk: Gathered) -> None:
    options = {"hidden_mats": True, "language": {"": "de"}}
    terms = {"deadline": "72h"}
    guests = Guests({"york": ANN, "lancaster": BOB})
    invite(desk.desk, "plantagenet", "ia", guests, name="roses", options=options, terms=terms, auth="token")
    asked = desk.new_mails()
    desk.reply(ANN, mail_to(ANN, asked), "accept")
    opening = mail_to(BOB, desk.reply(BOB, mail_to(BOB, asked), "ja, gerne"))
    assert "Du hast gerade nichts zu tun" in text_of(opening)
    assert "25. Aug. 2026" in text_of(opening)
    with desk.db.reading() as session:
        game = lobby.find_game(session, "roses")
    assert (game.auth, game.options) == ("token", options | {SCHEME: POOLED})


def test_whom_a_seat_is_kept_for_is_asked_in_its_language(desk: Gathered) -> None:
    guests = Guests({"york": ANN, "lancaster": BOB})
    invite(desk.desk, "plantagenet", "ia", guests, name="roses", options={"language": {"": "en", "lancaster": "de"}})
    asked = desk.new_mails()
    assert "You would play York." in text_of(mail_to(ANN, asked))
    assert "Du würdest Lancaster spielen." in text_of(mail_to(BOB, asked))


def test_a_name_is_taken_while_players_are_asked(desk: Gathered) -> None:
    both_invited(desk)
    with pytest.raises(Duplicate):
        open_game(desk.desk, "plantagenet", "bosworth", {"york": ANN, "lancaster": BOB}, name="bosworth-1")
    assert open_game(desk.desk, "plantagenet", "bosworth", {"york": ANN, "lancaster": BOB}).name == "bosworth-2"


@pytest.mark.parametrize(
    ("guests", "why"),
    [
        (Guests({"york": ANN}), "invite at least 2"),
        (Guests({"scotland": ANN, "york": BOB}), "no seat scotland"),
        (Guests({}, [ANN, Player("Ann", "ANN@example.test")]), "invited twice"),
        (Guests({}, [ANN, Player("Bob", MODERATOR)]), "mailbox of the program"),
        (Guests({}, [ANN, Player("Bob", MODERATOR.replace("@", "+token@").upper())]), "mailbox of the program"),
    ],
)
def test_an_invitation_that_cannot_be_is_refused(desk: Gathered, guests: Guests, why: str) -> None:
    with pytest.raises(BadOpening, match=why):
        invite(desk.desk, "plantagenet", "bosworth", guests)
    assert desk.new_mails() == []


# The game master


def test_the_game_master_reminds_drops_adds_and_calls_off(desk: Gathered) -> None:
    both_invited(desk)
    asked = desk.new_mails()
    desk.reply(ANN, mail_to(ANN, asked), "accept")
    desk.clock.move(days=3)
    assert [guest.name for guest in gathering.remind(desk.desk, "bosworth-1")] == ["Bob"]
    assert [str(mail["To"]) for mail in desk.new_mails()] == [BOB.address]
    gathering.drop(desk.desk, "bosworth-1", BOB.address)
    assert "no longer invited" in str(mail_to(BOB, desk.new_mails())["Subject"])
    gathering.ask_more(desk.desk, "bosworth-1", [CYD])
    mail_to(CYD, desk.new_mails())
    listed = gathering.invitation_lines(desk.desk)
    assert listed[0].startswith("bosworth-1: Plantagenet, bosworth, by lot: 1 seat unfilled")
    assert [line.split()[0] for line in listed[1:]] == ["Ann", "Bob", "Cyd"]
    gathering.call_off(desk.desk, "bosworth-1", "no time")
    mails = desk.new_mails()
    assert {str(mail["To"]) for mail in mails} == {ANN.address, CYD.address}
    assert "bosworth-1: no time" in text_of(mails[0])
    assert "called off" in str(mail_to(CYD, desk.reply(CYD, mail_to(CYD, mails), "accept"))["Subject"])
    with pytest.raises(BadOpening, match="called off"):
        gathering.remind(desk.desk, "bosworth-1")
    assert gathering.invitation_lines(desk.desk) == ["no game waits for players"]


def test_who_was_dropped_cannot_accept_any_more(desk: Gathered) -> None:
    both_invited(desk)
    asked = desk.new_mails()
    gathering.drop(desk.desk, "bosworth-1", BOB.address)
    desk.new_mails()
    desk.reply(ANN, mail_to(ANN, asked), "accept")
    mails = desk.reply(BOB, mail_to(BOB, asked), "accept")
    assert "no longer invited" in str(mail_to(BOB, mails)["Subject"])
    assert desk.guests("bosworth-1")["Bob"].status == "dropped"
    gathering.ask_more(desk.desk, "bosworth-1", [BOB])
    desk.reply(BOB, mail_to(BOB, desk.new_mails()), "accept")
    assert seats(desk) == {"york": ANN.address, "lancaster": BOB.address}


def test_a_program_that_answers_for_ever_is_not_answered_for_ever(desk: Gathered) -> None:
    both_invited(desk)
    asked = mail_to(ANN, desk.new_mails())
    answers = [len(desk.reply(ANN, asked, "I have left the company.\n")) for _ in range(9)]
    assert sum(answers) == 1


@pytest.mark.parametrize("said", ["Yes!", "I am out."])
def test_a_program_whose_words_are_an_answer_is_not_answered_for_ever(desk: Gathered, said: str) -> None:
    both_invited(desk)
    asked = mail_to(ANN, desk.new_mails())
    mails = [mail for _ in range(6) for mail in desk.reply(ANN, asked, f"{said}\nThank you for writing to us.\n")]
    assert sum(str(mail["To"]) == ANN.address for mail in mails) == 2


def test_a_guest_who_cannot_decide_writes_to_the_game_master_three_times_a_day(desk: Gathered) -> None:
    both_invited(desk)
    asked = mail_to(ANN, desk.new_mails())
    mails = [mail for word in ("accept", "decline") * 5 for mail in desk.reply(ANN, asked, f"{word}\n")]
    assert sum(str(mail["To"]) == GAMEMASTER for mail in mails) == 3
    assert sum(str(mail["To"]) == ANN.address for mail in mails) == 10


def test_who_is_invited_last_completes_a_game_whose_guest_declined(desk: Gathered) -> None:
    both_invited(desk)
    asked = desk.new_mails()
    desk.reply(BOB, mail_to(BOB, asked), "decline")
    desk.reply(ANN, mail_to(ANN, asked), "accept")
    gathering.ask_more(desk.desk, "bosworth-1", [CYD])
    desk.reply(CYD, mail_to(CYD, desk.new_mails()), "accept")
    assert seats(desk) == {"york": ANN.address, "lancaster": CYD.address}
