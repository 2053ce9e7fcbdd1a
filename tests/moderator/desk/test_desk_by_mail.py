"""The game master's desk by mail: who may write to it, what is done at once, what must be confirmed."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import replace
from email.message import EmailMessage
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlmodel import select

from pbem.effort import UNLIMITED, limited
from pbem.games.plantagenet.levy import levy
from pbem.mail.address import seat_address
from pbem.mail.reading import read_header
from pbem.mail.writing import WHOLE_LINES
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Master
from pbem.moderator.correcting.by_hand import hold
from pbem.moderator.correcting.replaying import STEPS_TO_READ
from pbem.moderator.desk import mail_commands, mail_letters
from pbem.moderator.desk.mail_commands import COMMANDS, carry_out
from pbem.moderator.desk.mail_letters import deal_with_desk_letters
from pbem.moderator.desk.overview import close_game
from pbem.moderator.desk.watching import watch
from pbem.moderator.intake.admission import take_in
from pbem.moderator.intake.moderating import moderate_all
from pbem.moderator.seats.addresses import desk_token_of, ready_to_send
from pbem.store.mail import desk_lines, inbox, outbox
from pbem.store.tables.mail import DeskLineRow, LetterRow
from tests.support.board import opened
from tests.support.conversation import Conversation, Mail

MASTER, BOX = "gm@example.test", "moderator@example.test"
NUMBERS = count(1)
Desk = Callable[..., str]


@pytest.fixture
def ia(tmp_path: Path) -> Iterator[Conversation]:
    with opened(tmp_path) as talk:
        talk.desk = replace(talk.desk, letters=replace(talk.desk.letters, by_mail="token"))
        yield talk


def address(talk: Conversation) -> str:
    """Where the game master writes to."""
    return seat_address(BOX, desk_token_of(talk.desk.secret, MASTER))


def letter(talk: Conversation, text: str, *, sender: str = MASTER, to: str = "") -> bytes:
    mail = EmailMessage(policy=WHOLE_LINES)
    mail["From"], mail["To"], mail["Subject"] = sender, to or address(talk), "to the desk"
    mail["Message-ID"] = f"<desk-{next(NUMBERS)}@example.test>"
    mail.set_content(text)
    return bytes(mail)


def write(talk: Conversation, text: str, **how: str) -> list[Mail]:
    """A letter to the desk; gives the mails that it caused."""
    take_in(talk.desk, letter(talk, text, **how))
    moderate_all(talk.desk)
    deal_with_desk_letters(talk.desk)
    return talk.new_mails()


def answer(talk: Conversation, text: str) -> str:
    """What the desk answers."""
    (mail,) = (mail for mail in write(talk, text) if mail.kind == "desk")
    assert mail.to == MASTER
    return mail.text.replace("\r\n", "\n")


def code_in(text: str) -> str:
    found = re.search(r"^confirm ([0-9a-f]+)$", text, re.MULTILINE)
    assert found is not None, text
    return found[1]


# What is answered


def test_what_only_shows_is_answered(ia: Conversation) -> None:
    told = answer(ia, "games\nstatus\nlog ia-henry-vi-1\nshow ia-henry-vi-1 york\nwho-knew ia-henry-vi-1 york 1")
    assert "> games\nia-henry-vi-1: playing, turn 1, levy, waits for york" in told
    assert "letters unanswered: 0" in told
    assert "YORK at Ely" in told
    assert "hidden from this seat" in told
    assert "not told yet:" not in told


def test_help_lists_every_command(ia: Conversation) -> None:
    told = answer(ia, "help")
    assert all(command.usage in told for command in COMMANDS.values())


def test_hold_release_extend_and_tell_are_done_at_once(ia: Conversation) -> None:
    mails = write(ia, "hold ia-henry-vi-1 a question about the rules")
    assert ia.game().status == "held"
    assert sorted(mail.to for mail in mails) == ["ann@example.test", "bob@example.test", MASTER]
    write(ia, "release ia-henry-vi-1 it is answered")
    assert ia.game().status == "playing"
    mails = write(ia, "tell ia-henry-vi-1 I am away until Monday.")
    assert sum("I am away until Monday." in mail.flat for mail in mails if mail.to != MASTER) == 2
    assert "has no deadlines" in answer(ia, "extend ia-henry-vi-1 york 24h")


def test_a_wrong_line_stops_none_of_the_others(ia: Conversation) -> None:
    told = answer(ia, "holt ia-henry-vi-1 x\nhold nowhere a reason\nhold\ngames")
    assert '"holt" is not a command; there are: games' in told
    assert "there is no game nowhere" in told
    assert "The form is: hold GAME REASON" in told
    assert "ia-henry-vi-1: playing" in told


HOLIDAY = "I am away until Monday and read no mail, so the game may stand still for some days. Please go on writing."


@pytest.mark.parametrize("width", [40, 65, 72, 76])
def test_a_text_that_a_mail_program_wraps_is_told_as_a_whole(ia: Conversation, width: int) -> None:
    for _ in range(2):  # the second time our own mail has its lines too
        mails = write(ia, f"{textwrap.fill(f'tell ia-henry-vi-1 {HOLIDAY}', width)}\nstatus\n\nThanks,\nJohn")
        assert [HOLIDAY in mail.flat for mail in mails if mail.to != MASTER] == [True, True]
        (told,) = (mail.text for mail in mails if mail.to == MASTER)
        assert "Not done" not in told
        assert "> status" in told


def test_half_a_text_is_told_to_nobody(ia: Conversation) -> None:
    for line in ("tell ia-henry-vi-1 Hello all,\n\nI am away.", "hold ia-henry-vi-1 for\nhodl ia-henry-vi-1 x"):
        mails = write(ia, f"{line}\nstatus\n")
        assert [mail.to for mail in mails] == [MASTER]
        assert "which is no command. Write the whole text" in mails[0].flat
        assert "> status" in mails[0].text
    assert ia.game().status == "playing"


def test_a_players_question_is_answered(ia: Conversation) -> None:
    ia.write("york", "ask moderator: May I Parley twice?")
    mails = write(ia, "answer ia-henry-vi-1 york-1 Yes, 3.4.4 says so.")
    assert any("Yes, 3.4.4 says so." in mail.flat for mail in mails if mail.to == "ann@example.test")
    assert "has no question york-7" in answer(ia, "answer ia-henry-vi-1 york-7 No.")


@pytest.mark.parametrize("style", ["outlook", "quoted", "bare"])
def test_a_code_that_is_only_quoted_confirms_nothing(ia: Conversation, style: str) -> None:
    told = answer(ia, "rule ia-henry-vi-1 york provender 5 because a slip")
    assert "confirm " in told
    body = {
        "outlook": f"-----Original Message-----\nFrom: {BOX}\nTo: {MASTER}\nSubject: [pbem] rule\n\n{told}",
        "quoted": "On Monday, the moderator wrote:\n" + "\n".join(f"> {line}" for line in told.splitlines()),
        "bare": told,
    }[style]
    assert answer(ia, f"games\n\n{body}").count("> ") == 1
    assert ia.table().state.mats["york"].assets["provender"] == 2


# What must be confirmed


def test_a_ruling_is_tried_and_done_when_confirmed(ia: Conversation) -> None:
    told = answer(ia, "rule ia-henry-vi-1 york at cambridge because a cylinder slipped")
    assert "lords, York, where: Ely -> Cambridge" in told
    assert ia.table().state.lords["york"].where == "ely"
    done = answer(ia, f"confirm {code_in(told)}")
    assert "DONE" in done
    assert ia.table().state.lords["york"].where == "cambridge"


def test_a_code_counts_once(ia: Conversation) -> None:
    code = code_in(answer(ia, "rule ia-henry-vi-1 york provender 5 because a slip"))
    answer(ia, f"confirm {code}")
    assert "its game has changed since" in answer(ia, f"confirm {code}")
    assert sum(entry.kind == "ruling" for entry in ia.table().entries) == 1


def test_a_code_counts_only_while_the_game_is_what_it_was(ia: Conversation) -> None:
    code = code_in(answer(ia, "rule ia-henry-vi-1 york provender 5 because a slip"))
    ia.write("york", "assign york")
    assert "its game has changed since" in answer(ia, f"confirm {code}")
    assert "its game has changed since" in answer(ia, "confirm 0123456789")


def test_a_code_that_no_line_ever_had_is_not_said_to_be_late(ia: Conversation) -> None:
    told = answer(ia, "confirm 0000000000\nconfirm")
    assert 'nothing waits for the code "0000000000": none of your lines has it' in told
    assert "Not done. The form is: confirm CODE" in told


def test_a_reason_can_begin_with_because_and_players_read_it_without(ia: Conversation) -> None:
    mails = write(ia, "hold ia-henry-vi-1 because a question is open")
    assert ia.game().held_because == "a question is open"
    assert any("on hold: a question is open" in mail.flat for mail in mails if mail.to != MASTER)


def test_a_letter_is_put_in_by_mail(ia: Conversation) -> None:
    ia.write("york", "assign york")
    ia.write("lancaster", "assign henry; assign somerset")
    line = "rerun ia-henry-vi-1 insert Lancaster before 2 because lost: standing share others; standing intercept none"
    told = answer(ia, line)
    assert "DRY RUN" in told
    assert ia.table().orders_of("lancaster") == []
    assert "DONE" in answer(ia, f"confirm {code_in(told)}")
    assert [order.verb for order in ia.table().orders_of("lancaster")] == ["share", "intercept"]


def test_wrong_rules_are_put_right_by_mail(ia: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as then:
        then.setattr(levy, "CARTS_LEVIED", 5)
        for seat, lines in (("york", "assign york"), ("lancaster", "assign henry; assign somerset")):
            ia.write(seat, lines)
        ia.write("york", "muster york; levy carts; done")
    told = answer(ia, "rerun ia-henry-vi-1 rules because Carts were counted wrongly")
    assert "York gains 2 Carts." in told
    assert "DONE" in answer(ia, f"confirm {code_in(told)}")
    assert "there is nothing to correct" in answer(ia, "rerun ia-henry-vi-1 rules because once more")


@pytest.mark.parametrize("line", ["without x because y", "replace 1 because a slip", "insert york because: pass", "foo 1 2"])
def test_a_rerun_that_is_not_written_so_is_told_how(ia: Conversation, line: str) -> None:
    assert "The form is: rerun GAME without LETTER because REASON" in answer(ia, f"rerun ia-henry-vi-1 {line}")


def test_several_changes_in_one_ruling_by_mail(ia: Conversation) -> None:
    told = answer(ia, "rule ia-henry-vi-1 york at london; henry at ely; somerset at ely because I mixed them up")
    assert "Ruling: Somerset at Ely." in told
    assert "DONE" in answer(ia, f"confirm {code_in(told)}")
    assert ia.table().state.lords["york"].where == "london"


def test_seats_undo_redo_and_rerun_by_mail(ia: Conversation) -> None:
    ia.write("york", "assign york")
    told = answer(ia, "seat ia-henry-vi-1 york Cyd <cyd@example.test>")
    assert "goes from Ann to Cyd" in told
    assert ia.seat("york").player == "Ann"
    answer(ia, f"confirm {code_in(told)}")
    assert ia.seat("york").address == "cyd@example.test"
    told = answer(ia, "rerun ia-henry-vi-1 replace 1 because a slip: assign march")
    answer(ia, f"confirm {code_in(told)}")
    assert any(entry.answer == "march" for entry in ia.table().entries if entry.kind == "answer")
    told = answer(ia, "undo ia-henry-vi-1 a slip of mine")
    answer(ia, f"confirm {code_in(told)}")
    assert not any(entry.kind == "answer" for entry in ia.table().entries)
    told = answer(ia, "redo ia-henry-vi-1 it was right")
    answer(ia, f"confirm {code_in(told)}")
    assert any(entry.kind == "answer" for entry in ia.table().entries)


# Who may write


@pytest.mark.parametrize("sender", ["mallory@example.net", "ann@example.test"])
def test_nobody_else_commands_the_desk_and_the_game_master_learns_of_it(ia: Conversation, sender: str) -> None:
    mails = write(ia, "hold ia-henry-vi-1 a trick", sender=sender)
    assert ia.game().status == "playing"
    assert [mail.to for mail in mails] == [MASTER]
    assert sender in mails[0].flat
    assert write(ia, "hold ia-henry-vi-1 a trick", sender=sender) == []


def test_the_address_alone_is_not_enough_nor_is_the_sender(ia: Conversation) -> None:
    for to in (BOX, seat_address(BOX, "aaaaaaaaaaaaaaaaaaaa")):
        assert write(ia, "hold ia-henry-vi-1 a trick", to=to) == []
    assert ia.game().status == "playing"


def test_a_desk_that_is_off_takes_no_letters(ia: Conversation) -> None:
    ia.desk = replace(ia.desk, letters=replace(ia.desk.letters, by_mail="off"))
    assert write(ia, "hold ia-henry-vi-1 a trick") == []
    assert ia.game().status == "playing"


def test_with_dkim_a_letter_needs_a_signature(ia: Conversation) -> None:
    ia.desk = replace(ia.desk, letters=replace(ia.desk.letters, by_mail="dkim"))
    (mail,) = write(ia, "hold ia-henry-vi-1 a trick")
    assert "not carried out" in mail.flat
    assert ia.game().status == "playing"


def test_a_letter_that_comes_twice_is_carried_out_once(ia: Conversation) -> None:
    raw = letter(ia, "tell ia-henry-vi-1 once")
    for _ in range(2):
        take_in(ia.desk, raw)
        moderate_all(ia.desk)
        deal_with_desk_letters(ia.desk)
    assert sum("once" in mail.flat for mail in ia.new_mails() if mail.to == "ann@example.test") == 1


def test_notices_to_the_game_master_can_be_answered(ia: Conversation) -> None:
    hold(ia.desk, ia.name, "a question")
    watch(ia.desk)
    with ia.db.writing() as session:
        mails = [mail for mail in outbox.waiting_mails(session) if mail.envelope_to == MASTER]
        sent = [ready_to_send(Context(session, ia.desk), mail) for mail in mails]
    assert sent
    assert all(address(ia).encode() in raw for raw in sent)
    assert all(address(ia).partition("@")[0].encode() not in mail.raw for mail in mails)


def test_players_mails_never_have_the_address_of_the_desk(ia: Conversation) -> None:
    write(ia, "tell ia-henry-vi-1 hello")
    with ia.db.writing() as session:
        mails = [mail for mail in outbox.waiting_mails(session) if mail.envelope_to != MASTER]
        sent = [ready_to_send(Context(session, ia.desk), mail) for mail in mails]
    token = desk_token_of(ia.desk.secret, MASTER).encode()
    assert len(sent) > 2
    assert not any(token in raw for raw in sent)
    assert read_header(sent[0]).sender == BOX


# Whatever comes


def test_what_a_player_has_written_is_no_command_of_who_quotes_it(ia: Conversation) -> None:
    """However many mails came since, and without a mark of quoting."""
    mails = ia.write("york", "ask moderator: hold ia-henry-vi-1 because I say so")
    question = next(mail for mail in mails if mail.to == MASTER)
    assert "hold ia-henry-vi-1 because I say so" in question.text
    for _ in range(25):
        answer(ia, "games")
    raw = letter(ia, f"I do not think so.\n\n{question.text}")
    take_in(ia.desk, raw.replace(b"Subject:", f"In-Reply-To: {question.message_id}\r\nSubject:".encode(), 1))
    moderate_all(ia.desk)
    deal_with_desk_letters(ia.desk)
    assert ia.game().status == "playing"


def test_a_program_that_answers_the_desk_is_not_answered_for_ever(ia: Conversation) -> None:
    away = "I am on holiday until Monday.\nIn urgent cases write to Bob, ticket {}."
    assert [len(write(ia, away.format(number))) for number in range(4)] == [1, 1, 0, 0]
    assert "playing" in answer(ia, "games")
    assert all(len(write(ia, "status")) == 1 for _ in range(4))


def test_a_program_whose_words_are_a_command_is_not_answered_for_ever(ia: Conversation) -> None:
    """Nobody else uses up the number: not who only says that they are the game master."""
    ia.desk = replace(ia.desk, letters=replace(ia.desk.letters, letters_per_hour=3))
    for _ in range(4):
        write(ia, "status", to=BOX)
    told = [mail for n in range(6) for mail in write(ia, f"Help is on its way. Your number is {n}.")]
    assert [mail.kind for mail in told] == ["desk"] * 3 + ["watch"]
    assert "are not read" in told[-1].flat
    ia.clock.move(hours=2)
    assert "playing" in answer(ia, "games")


def test_a_letter_that_breaks_the_desk_stops_no_other(ia: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(context: object, master: object, row: LetterRow) -> list[str]:
        if b"breaks" in row.raw:
            raise RuntimeError("broken")
        return lines_of(context, master, row)

    lines_of = mail_letters._lines_of
    monkeypatch.setattr(mail_letters, "_lines_of", breaks)
    for text in ("this breaks", "games"):
        take_in(ia.desk, letter(ia, text))
    moderate_all(ia.desk)
    first, second = deal_with_desk_letters(ia.desk)
    assert "broken" in first
    assert "1 lines" in second
    assert [ia.letter(number).status for number in (1, 2)] == ["dead", "done"]
    assert deal_with_desk_letters(ia.desk) == []


def test_what_cannot_be_done_to_a_game_that_is_over_is_told_plainly(ia: Conversation) -> None:
    close_game(ia.desk, ia.name, "enough")
    ia.new_mails()
    told = " ".join(answer(ia, f"undo {ia.name} a slip\nextend {ia.name} york 5h").split())
    assert (
        f"Not done: {ia.name} is over and the key of its dice is published: --after-the-end does it on the command line"
        in told
    )
    assert f"Not done: {ia.name} has no deadlines" in told


# Broken off


class Crash(BaseException):
    """The process dies here."""


STEPS = [
    (desk_lines, "keep", 1),
    (mail_letters, "_carry_out_line", 1),
    (mail_letters, "_carry_out_line", 2),
    (desk_lines, "note", 1),
    (desk_lines, "note", 3),
    (mail_commands, "time_notice", 2),
    (mail_commands, "time_notice", 4),
    (mail_letters, "_mail", 1),
    (desk_lines, "forget", 1),
]


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize(("owner", "name", "number"), STEPS, ids=lambda value: getattr(value, "__name__", value))
def test_a_letter_that_is_broken_off_goes_on_where_it_was(
    ia: Conversation, monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, number: int, *, after: bool
) -> None:
    whole, left = getattr(owner, name), [number]

    def dies(*arguments: Any, **named: Any) -> Any:
        left[0] -= 1
        if not left[0] and not after:
            raise Crash
        done = whole(*arguments, **named)
        if not left[0]:
            raise Crash
        return done

    ia.new_mails()
    take_in(ia.desk, letter(ia, "tell ia-henry-vi-1 first-word\nhold ia-henry-vi-1 a break\ntell ia-henry-vi-1 last-word"))
    moderate_all(ia.desk)
    monkeypatch.setattr(owner, name, dies)
    with pytest.raises(Crash):
        deal_with_desk_letters(ia.desk)
    monkeypatch.setattr(owner, name, whole)
    ia.clock.move(minutes=1)
    deal_with_desk_letters(ia.desk)
    assert deal_with_desk_letters(ia.desk) == []
    mails = ia.new_mails()
    to_ann = [mail.flat for mail in mails if mail.to == "ann@example.test"]
    assert [sum(word in text for text in to_ann) for word in ("first-word", "a break", "last-word")] == [1, 1, 1]
    (answered,) = (mail for mail in mails if mail.kind == "desk")
    assert answered.text.count("> ") == 3
    assert "Not done" not in answered.text
    with ia.db.reading() as session:
        assert session.exec(select(DeskLineRow)).all() == []


@pytest.mark.sqlite
def test_a_letter_waits_while_nothing_can_be_written(ia: Conversation) -> None:
    take_in(ia.desk, letter(ia, "tell ia-henry-vi-1 first-word\ngames"))
    moderate_all(ia.desk)
    ia.new_mails()
    engine = ia.db._engine

    def limit(connection: Any) -> None:
        connection.exec_driver_sql("PRAGMA query_only=ON")

    event.listen(engine, "begin", limit)
    (told,) = deal_with_desk_letters(ia.desk)
    assert "cannot be written" in told
    event.remove(engine, "begin", limit)
    assert deal_with_desk_letters(ia.desk) == ["letter 1: for the desk, 2 lines"]
    assert sorted(mail.kind for mail in ia.new_mails()) == ["desk", "notice", "notice"]


@pytest.mark.parametrize(
    "line",
    [
        "show {0} york but only the map",
        "log {0} ²",
        "log {0} 1 to 3",
        "games of york",
        "tell {0} york: hello",
        "tell {0} all but york: hi",
    ],
)
def test_a_line_with_words_that_are_not_understood_is_not_carried_out(ia: Conversation, line: str) -> None:
    (mail,) = write(ia, line.format(ia.name))
    assert "Not done" in mail.flat


def test_a_letter_that_costs_too_much_is_set_aside_and_told(ia: Conversation) -> None:
    take_in(ia.desk, letter(ia, "hold ia-henry-vi-1 a question\ngames\nrelease ia-henry-vi-1"))
    moderate_all(ia.desk)
    (outcome,) = deal_with_desk_letters(ia.desk, mail_letters.STEPS_TO_READ + mail_letters.STEPS_A_LINE)
    (told,) = [mail for mail in ia.new_mails() if mail.kind == "desk"]
    number = int(outcome.split(":")[0].removeprefix("letter "))
    assert "ia-henry-vi-1 is held" in told.flat
    assert "> games Not done: it takes more work than a letter may cause." in told.flat
    assert f"pbem letters retry {number}" in told.flat
    assert "> release ia-henry-vi-1 Not done: it comes after one that was not" in told.flat
    assert (ia.letter(number).status, ia.game().status) == ("dead", "held")
    # Tried again without a limit, it goes on where it was.
    with ia.db.writing() as session:
        inbox.retry(session, number)
    moderate_all(ia.desk)
    mail_letters.deal_with_desk_letter(ia.desk, number, UNLIMITED)
    (told,) = [mail for mail in ia.new_mails() if mail.kind == "desk"]
    assert "> games ia-henry-vi-1: held" in told.flat
    assert (ia.letter(number).status, ia.game().status) == ("done", "playing")


def test_a_game_that_is_carried_out_again_counts_each_letter_that_is_read(ia: Conversation) -> None:
    ia.write("york", "assign York")
    efforts = []
    for line in ("map", "hand"):
        ia.write("york", f"standing intercept none\n{line}")
        with limited(UNLIMITED) as effort:
            carry_out(ia.desk, Master(MASTER, is_owner=True), "rerun ia-henry-vi-1 without 1 because of a test")
        efforts.append(effort.spent)
    assert efforts[1] > efforts[0] + STEPS_TO_READ
