"""Several moderators: each has notices, a desk and rights in their own games, and learns nothing of the others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from email.message import EmailMessage
from itertools import count
from pathlib import Path

import pytest

from pbem.doctor.surroundings import moderators_findings
from pbem.mail.address import seat_address
from pbem.mail.reading import read_header
from pbem.mail.writing import WHOLE_LINES
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import CORRECT, RUN, SEE, Master, Player
from pbem.moderator.correcting.by_hand import hold
from pbem.moderator.desk.mail_commands import COMMANDS
from pbem.moderator.desk.mail_letters import deal_with_desk_letters
from pbem.moderator.desk.watching import watch
from pbem.moderator.intake.admission import take_in
from pbem.moderator.intake.moderating import moderate_all
from pbem.moderator.seats.addresses import desk_token_of, ready_to_send
from pbem.moderator.seats.handover import BadHandover, NoMaster, act_for, change_address, give_game, hand_over
from pbem.store.games import lobby
from pbem.store.mail import outbox
from tests.support.board import opened
from tests.support.conversation import Conversation, Mail

OWNER, CAT, DAN = "gm@example.test", "cat@example.test", "dan@example.test"
BOX = "moderator@example.test"
GAME = "ia-henry-vi-1"
NUMBERS = count(1)


@pytest.fixture
def ia(tmp_path: Path) -> Iterator[Conversation]:
    """A game of Cat's, who may look and run; Dan has every right and no game."""
    others = (Master(CAT, "Cat", frozenset({SEE, RUN})), Master(DAN, "Dan"))
    with opened(tmp_path) as talk:
        talk.desk = replace(
            talk.desk, letters=replace(talk.desk.letters, by_mail="token"), staff=replace(talk.desk.staff, others=others)
        )
        give_game(talk.desk, GAME, CAT)
        talk.new_mails()
        yield talk


def write(talk: Conversation, who: str, text: str, *, desk_of: str = "", to: str = "") -> list[Mail]:
    """A letter of `who` to a desk (their own); gives the mails that it caused."""
    mail = EmailMessage(policy=WHOLE_LINES)
    mail["From"], mail["Subject"], mail["Message-ID"] = who, "to the desk", f"<several-{next(NUMBERS)}@example.test>"
    mail["To"] = to or seat_address(BOX, desk_token_of(talk.desk.secret, desk_of or who))
    mail.set_content(text)
    take_in(talk.desk, bytes(mail))
    moderate_all(talk.desk)
    deal_with_desk_letters(talk.desk)
    return talk.new_mails()


def answer(talk: Conversation, who: str, text: str) -> str:
    (mail,) = (mail for mail in write(talk, who, text) if mail.kind == "desk")
    assert mail.to == who
    return mail.text.replace("\r\n", "\n")


def test_notices_about_a_game_go_to_its_game_master(ia: Conversation) -> None:
    mails = ia.write("york", "ask moderator: May I Parley twice?")
    assert [mail.to for mail in mails if mail.kind == "question"] == [CAT]


def test_each_is_told_of_their_own_games_once_a_day(ia: Conversation) -> None:
    hold(ia.desk, GAME, "a question")
    ia.new_mails()
    assert watch(ia.desk) == ["games on hold: 1"]
    assert [mail.to for mail in ia.new_mails()] == [CAT]
    assert watch(ia.desk) == []
    give_game(ia.desk, GAME, "")
    ia.new_mails()
    assert watch(ia.desk) == ["games on hold: 1"]
    assert [mail.to for mail in ia.new_mails()] == [OWNER]


def test_a_game_master_commands_their_own_game(ia: Conversation) -> None:
    told = answer(ia, CAT, f"games\nstatus\nshow {GAME} york\nhold {GAME} a question")
    assert f"{GAME}: playing" in told
    assert "YORK at Ely" in told
    assert "mails waiting" not in told
    assert ia.game().status == "held"


@pytest.mark.parametrize(
    "line", ["undo {} why", "rule {} york provender 5 because a slip", "seat {} york Eve eve@example.test"]
)
def test_what_they_have_no_right_to_is_refused(ia: Conversation, line: str) -> None:
    assert 'Not done: this needs the right "correct"; yours: run, see' in answer(ia, CAT, line.format(GAME))


def test_the_help_lists_what_they_may_do(ia: Conversation) -> None:
    told = answer(ia, CAT, "help")
    assert all((each.usage in told) == (each.right != CORRECT) for each in COMMANDS.values())


@pytest.mark.parametrize("name", [GAME, GAME.upper(), "ia-henry", "ia", "nothing"])
@pytest.mark.parametrize(
    "line", ["show {} york", "log {}", "hold {} why", "undo {} why", "who-knew {} york 1", "tell {} hello"]
)
def test_of_games_of_others_nothing_is_told(ia: Conversation, line: str, name: str) -> None:
    told = answer(ia, DAN, line.format(name))
    assert f"Not done: you moderate no game {name}; yours: none" in told.replace("\n", " ")
    assert "YORK" not in told
    assert ia.game().status == "playing"


def test_the_lists_of_who_has_no_game_are_empty(ia: Conversation) -> None:
    assert GAME not in answer(ia, DAN, "games\nstatus").replace(f"yours: {GAME}", "")


def test_the_owner_commands_every_game(ia: Conversation) -> None:
    told = answer(ia, OWNER, f"games\nstatus\nhold {GAME} a question")
    assert f"{GAME}: playing" in told
    assert "mails waiting" in told
    assert ia.game().status == "held"


def test_nobody_commands_from_the_desk_of_another(ia: Conversation) -> None:
    mails = write(ia, DAN, f"hold {GAME} why", desk_of=CAT)
    assert [(mail.to, mail.kind) for mail in mails] == [(CAT, "watch")]
    assert ia.game().status == "playing"


def test_a_code_confirms_only_a_line_of_ones_own(ia: Conversation) -> None:
    told = answer(ia, OWNER, f"rule {GAME} york provender 5 because a slip")
    code = told.partition("\nconfirm ")[2].split()[0]
    ia.desk = replace(ia.desk, staff=replace(ia.desk.staff, others=(Master(CAT, "Cat"), Master(DAN, "Dan"))))
    assert "nothing waits for the code" in answer(ia, CAT, f"confirm {code}")
    assert "nothing waits for the code" in answer(ia, DAN, f"confirm {code}")
    assert ia.table().state.mats["york"].assets["provender"] == 2


def test_who_is_no_longer_in_the_configuration_commands_nothing(ia: Conversation) -> None:
    address = seat_address(BOX, desk_token_of(ia.desk.secret, CAT))
    ia.desk = replace(ia.desk, staff=replace(ia.desk.staff, others=()))
    assert ia.desk.gamemaster_of(ia.game()) == OWNER
    mail = f"From: {CAT}\nTo: {address}\nSubject: x\nMessage-ID: <gone@example.test>\n\nhold {GAME} why\n"
    take_in(ia.desk, mail.encode())
    moderate_all(ia.desk)
    deal_with_desk_letters(ia.desk)
    assert ia.game().status == "playing"


def test_the_letter_waits_while_its_writer_is_struck_off(ia: Conversation) -> None:
    address = seat_address(BOX, desk_token_of(ia.desk.secret, CAT))
    mail = f"From: {CAT}\nTo: {address}\nSubject: x\nMessage-ID: <gone@example.test>\n\nhold {GAME} why\n"
    take_in(ia.desk, mail.encode())
    moderate_all(ia.desk)
    ia.desk = replace(ia.desk, staff=replace(ia.desk.staff, others=()))
    assert "nobody who is a game master" in " ".join(deal_with_desk_letters(ia.desk))
    assert ia.game().status == "playing"


def test_a_notice_is_answered_to_the_desk_of_who_gets_it(ia: Conversation) -> None:
    hold(ia.desk, GAME, "a question")
    watch(ia.desk)
    with ia.desk.db.writing() as session:
        context = Context(session, ia.desk)
        mails = outbox.newest_for(session, CAT, 20)
        (mail,) = (each for each in mails if "on hold" in str(each.raw) and each.kind == "watch")
        sent = ready_to_send(context, mail).decode()
    assert desk_token_of(ia.desk.secret, CAT) in sent
    assert desk_token_of(ia.desk.secret, OWNER) not in sent
    assert read_header(sent.encode()).sender == BOX


def test_both_are_told_who_moderates_a_game(ia: Conversation) -> None:
    ia.clock.time += timedelta(seconds=1)
    give_game(ia.desk, GAME, DAN)
    told = {mail.to: mail.flat for mail in ia.new_mails()}
    assert set(told) == {CAT, DAN}
    assert f"Dan moderates {GAME} from now on." in told[CAT]
    assert "You may look at the game, run it (hold, extend, answer) and correct it (undo, rerun, rule)." in told[DAN]
    assert 'Reply to this mail with commands, one a line; "help" lists them.' in told[DAN]
    assert not any("at most once a day" in text for text in told.values())


def test_who_has_only_a_desk_is_told_what_to_do_from_there(ia: Conversation) -> None:
    hold(ia.desk, GAME, "a question")
    ia.new_mails()
    watch(ia.desk)
    told = next(mail for mail in ia.new_mails() if mail.to == CAT).flat
    assert 'Reply with the line "release GAME"' in told
    assert "pbem release" not in told
    assert "You get this mail at most once a day." in told


def test_who_plays_in_a_game_does_not_moderate_it(ia: Conversation) -> None:
    with ia.desk.db.reading() as session:
        york = lobby.seat(session, ia.game().id, "york").address
    ia.desk = replace(ia.desk, staff=replace(ia.desk.staff, others=(*ia.desk.staff.others, Master(york))))
    with pytest.raises(NoMaster, match="would see the secrets of the other seats"):
        give_game(ia.desk, GAME, york)
    with pytest.raises(BadHandover, match="moderates"):
        hand_over(ia.desk, GAME, "york", Player("Cat", CAT))
    with pytest.raises(BadHandover, match="moderates"):
        change_address(ia.desk, GAME, "york", CAT.upper())


def test_an_address_that_is_nobodys_is_refused(ia: Conversation) -> None:
    with pytest.raises(NoMaster, match=f"eve@example.test is not a game master; pbem.toml has: {OWNER}, {CAT}, {DAN}"):
        give_game(ia.desk, GAME, "eve@example.test")


def test_the_game_master_of_the_game_acts_for_a_player(ia: Conversation) -> None:
    assert act_for(ia.desk, GAME, "york").address == CAT


def test_the_doctor_names_who_is_lost_and_desks_that_take_no_letters(ia: Conversation) -> None:
    def found() -> str:
        with ia.desk.db.reading() as session:
            return " ".join(each.found for each in moderators_findings(Context(session, ia.desk)))

    assert found() == "2 besides the owner"
    others, ia.desk = ia.desk.staff.others, replace(ia.desk, staff=replace(ia.desk.staff, others=()))
    assert found() == f"{CAT}, who moderates {GAME}, is in no [[moderators]]"
    ia.desk = replace(ia.desk, staff=replace(ia.desk.staff, others=others), letters=replace(ia.desk.letters, by_mail="off"))
    assert "their desks take no letters" in found()


def test_a_letter_to_several_desks_is_for_that_of_its_writer(ia: Conversation) -> None:
    desks = ", ".join(seat_address(BOX, desk_token_of(ia.desk.secret, each)) for each in (OWNER, CAT))
    (mail,) = write(ia, CAT, f"hold {GAME} a question", to=desks)[-1:]
    assert (mail.kind, mail.to) == ("desk", CAT)
    assert ia.game().status == "held"
