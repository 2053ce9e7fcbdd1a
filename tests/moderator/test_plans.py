"""What is asked of the database while the moderator works: a statement that reads a growing table from end to end fails."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.doctor.checks import examine_games
from pbem.doctor.surroundings import moderators_findings, secret_finding
from pbem.mail.address import seat_address
from pbem.mail.imap.letters import FetchedHeader
from pbem.mail.replies import Whose
from pbem.mail.smtp import Refused, Undelivered
from pbem.mail.writing import WHOLE_LINES
from pbem.moderator.clock.deadline_changes import credit_downtime
from pbem.moderator.clock.deadline_run import tick
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Master, Player, Staff
from pbem.moderator.correcting.by_hand import hold, release
from pbem.moderator.correcting.correction import undo
from pbem.moderator.desk.arrival import move_in
from pbem.moderator.desk.health import figures_of
from pbem.moderator.desk.mail_letters import deal_with_desk_letters
from pbem.moderator.desk.outbox import next_mails, note_outcomes, tell_of_limits
from pbem.moderator.desk.overview import close_game, delete_game, forget, keep_page, page_before, put_away
from pbem.moderator.desk.plain_data import game_facts, letter_facts, one_game, status_facts
from pbem.moderator.desk.watching import note_works, tell_trouble, watch
from pbem.moderator.intake.admission import sort_out, take_in, tell_of_faults
from pbem.moderator.intake.moderating import leftovers, moderate_all
from pbem.moderator.joining import gathering
from pbem.moderator.joining.gathering import Guests
from pbem.moderator.seats.addresses import desk_token_of, ready_to_send
from pbem.moderator.seats.handover import act_for, hand_over, replace_former_masters
from pbem.moderator.seats.observers import add_observer
from pbem.store.archive.transfer import export_game
from pbem.store.errors import NotFound
from pbem.store.games import lobby, timekeeping
from pbem.store.mail import inbox, outbox
from tests.support.conversation import LANCASTER_SETUP, MODERATOR, PLAYERS, YORK_ROUND, YORK_SETUP, Conversation, to
from tests.support.database import file_of
from tests.support.statements import SMALL, Statement, plans, scans, statements
from tests.support.watching import CLIO

MAY_SCAN = {
    "FROM game WHERE game.is_archived = 0 ORDER BY game.id DESC LIMIT": "a page of the list of games, by their index",
    "SELECT game.name FROM game ORDER BY game.id DESC LIMIT": "the newest names, for who has mistyped one: the first rows",
    "SELECT gathering.name FROM gathering ORDER BY gathering.id DESC LIMIT": "the same of games to come",
    "ORDER BY letter.id DESC LIMIT ? OFFSET ?": "the newest letter, whose Date the doctor looks at: the first row",
    "SELECT max(anon_1.written)": "the newest thousand entries, for the doctor",
}
"""What a statement has in it that may read a table from one end, and why: it stops after some rows."""
WHOLE = {
    "GROUP BY game_id HAVING min(number)": "the numbering of all logs",
    "NOT (EXISTS": "loose references",
}
"""The same of those by which the doctor reads a whole file: a small one, or where that is asked for."""
ANN, CYD, EVE = PLAYERS["york"], "cyd@example.test", Master("eve@example.test", "Eve")


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Conversation]:
    """A game with deadlines, that all kinds of people write about."""
    talk = Conversation(tmp_path, terms={"deadline": "72h", "regency": "2"})
    letters = replace(talk.desk.letters, by_mail="token", open_tables=True)
    mails = replace(talk.desk.mails, mails_per_hour=1)
    staff = Staff(gamemaster="gm@example.test", others=(EVE,))
    talk.desk = replace(talk.desk, letters=letters, mails=mails, staff=staff)
    yield talk
    talk.db.close()


def write(talk: Conversation, sender: str, to: str, text: str, **headers: str) -> None:
    """A letter from anybody, which is sorted out before it is read."""
    message = EmailMessage(policy=WHOLE_LINES)
    talk._written += 1
    message["From"], message["To"], message["Subject"] = sender, to, "hello"
    message["Message-ID"] = f"<letter-{talk._written}@example.test>"
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content(text)
    raw = bytes(message)
    headings = [FetchedHeader(uid=talk._written, size=len(raw), header=inbox.header_of(raw))]
    sort_out(talk.desk, headings)
    take_in(talk.desk, raw)
    moderate_all(talk.desk)
    assert leftovers(talk.desk).held is bool(deal_with_desk_letters(talk.desk))


def letters(talk: Conversation) -> None:
    """Orders, questions, messages, standing orders, of players, observers and strangers."""
    add_observer(talk.desk, talk.name, CLIO)
    (opening,) = (mail for mail in talk.opening if mail.to == ANN.address)
    write(talk, ANN.address, talk.address("york"), f"{YORK_SETUP}tell all: Well met.", In_Reply_To=opening.message_id)
    write(talk, PLAYERS["lancaster"].address, talk.address("lancaster"), LANCASTER_SETUP)
    for text in (
        "report",
        "messages",
        "resend",
        "status\nhelp",
        "offer draw",
        "ask moderator: Why?",
        "mend slips",
        "absent 2d",
    ):
        talk.write("york", text)
    talk.write("york", f"{YORK_ROUND}address ann@elsewhere.test")
    talk.write("lancaster", "thanks")
    write(talk, ANN.address, MODERATOR, "flee none")
    write(talk, CLIO.address, MODERATOR, "stop")
    write(talk, CYD, MODERATOR, "buy now")
    write(talk, CYD, talk.address("york"), "flee none")


def joins(talk: Conversation) -> None:
    """Guests and strangers who ask to play, until a game begins."""
    gathering.invite(talk.desk, "plantagenet", "ib", Guests({}, [ANN]), is_open=True)
    gathering.invite(talk.desk, "plantagenet", "ib", Guests({}, [ANN]), name="field-1", is_open=True)
    write(talk, CYD, MODERATOR, "tables")
    write(talk, CYD, MODERATOR, "join field-1")
    gathering.remind(talk.desk, "field-1")
    gathering.facts_of(talk.desk)
    gathering.call_off(talk.desk, "field-1", "no")
    with pytest.raises(NotFound):
        gathering.facts_of(talk.desk, "field-9")


def desk_letters(talk: Conversation) -> None:
    """What game masters write to their desks."""
    shown, refused = f"games\nstatus\nlog {talk.name}\nshow {talk.name} york", "show nowhere york\nconfirm 1a2b"
    for master in ("gm@example.test", EVE.address):
        box = seat_address(MODERATOR, desk_token_of(talk.desk.secret, master))
        for text in (shown, f"games {talk.name}", refused):
            write(talk, master, box, text)


def clock(talk: Conversation) -> None:
    """Deadlines pass, with the moderator at work and away."""
    talk.tick(hours=73)
    talk.clock.move(hours=9)
    credit_downtime(talk.desk, talk.clock(), timedelta(minutes=5))
    act_for(talk.desk, talk.name, "lancaster")
    with talk.db.reading() as session:
        assert timekeeping.beginning(session).is_acted_for
    replace_former_masters(talk.desk)
    tick(talk.desk, talk.clock())


def sending(talk: Conversation) -> None:
    """Mails go out, are refused, and come back."""
    with talk.db.writing() as session:
        context = Context(session, talk.desk)
        tell_of_limits(context)
        mails = next_mails(context, 10, lambda _: True)
        assert [ready_to_send(context, mail) for mail in mails]
        rows = outbox.due(session, talk.clock(), 4)
        refusals = Refused("550 5.1.1 unknown", Whose.RECIPIENT, 550), Undelivered("450 4.2.0 later", Whose.RECIPIENT, 450)
        problems = [None, *refusals, None]
        note_outcomes(context, list(zip(rows, problems, strict=True)))
        note_outcomes(context, [(mail, None) for mail in outbox.due(session, talk.clock(), 1)])
    report = to("york", talk.opening).message_id
    bounce = (
        "Return-Path: <>\nFrom: mailer-daemon@mx.test\nTo: {}\nMessage-ID: <bounce-{}@mx.test>\n"
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n"
        "--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.test\n\n"
        "Final-Recipient: rfc822; ann@example.test\nAction: failed\nStatus: 5.1.1\n"
        "--b\nContent-Type: text/rfc822-headers\n\nMessage-ID: {}\n--b--\n"
    )
    for number, returned in enumerate((report, "<of-another@mx.test>")):
        talk.deliver(bounce.format(MODERATOR, number, returned).encode())


def looking(talk: Conversation) -> None:
    """What the game master looks at, and what they are told."""
    for archived, going_on, before in ((False, False, ""), (True, False, talk.name), (False, True, talk.name)):
        with talk.db.reading() as session:
            page = page_before(session, before, archived=archived, going_on=going_on)
        keep_page(talk.desk, page)
        with talk.db.reading() as session:
            context = Context(session, talk.desk)
            game_facts(context, page)
            status_facts(context, page)
            one_game(context.of(talk.game()))
            letter_facts(session, [*inbox.dead_letters(session, 10), *inbox.held_letters(session)])
            moderators = list(moderators_findings(context))
            assert moderators
            secret_finding(context, [talk.game()])
            outbox.refused_mails(session)
            inbox.letters_of_game(session, talk.game().id)
            outbox.mails_of_game(session, talk.game().id)
    watch(talk.desk)
    tell_trouble(talk.desk)
    note_works(talk.desk, "imap")
    figures_of(talk.desk)
    list(examine_games(talk.desk, talk.clock()))


def moving(talk: Conversation) -> None:
    """A game is held, corrected, exported, taken in again, ended and deleted; old mail is forgotten."""
    hold(talk.desk, talk.name, "a fault")
    talk.write("york", "report")
    release(talk.desk, talk.name)
    undo(talk.desk, talk.name, "a mistake")
    hand_over(talk.desk, talk.name, "york", Player("Dan", "dan@example.test"))
    with talk.db.reading() as session:
        document = export_game(session, talk.game().id)
    move_in(talk.desk, document, "copy", sandbox=True)
    close_game(talk.desk, "copy", "the end")
    put_away(talk.desk, "copy")
    delete_game(talk.desk, "copy")
    talk.clock.move(days=200)
    for _ in range(2):  # a clock that has gone far on is believed at the second look
        credit_downtime(talk.desk, talk.clock(), timedelta(days=300))
        talk.clock.move(minutes=6)
    forget(talk.desk)


def test_no_statement_reads_a_growing_table_from_end_to_end(talk: Conversation) -> None:
    with statements() as seen:
        for part in (letters, joins, desk_letters, clock, sending, looking, moving):
            part(talk)
    found = scans(file_of(talk.db), seen)
    allowed = [*MAY_SCAN, *WHOLE]
    bad = {sql: steps for sql, steps in found.items() if not any(each in sql for each in allowed)}
    assert not bad, "\n".join(f"{steps}: {sql}" for sql, steps in bad.items())
    unused = [each for each in allowed if not any(each in sql for sql in found)]
    assert not unused


def test_a_statement_that_reads_all_games_is_found(talk: Conversation) -> None:
    with statements() as seen, talk.db.reading() as session:
        lobby.games(session)
        lobby.games(session, "held")
    assert [*scans(file_of(talk.db), seen).values()] == [["SCAN game"]]
    assert "game" not in SMALL
    assert isinstance(seen[0], Statement)


def test_a_look_reads_no_letters_of_nobodys_from_long_ago(talk: Conversation) -> None:
    with statements() as seen:
        assert not tell_of_faults(talk.desk)
    ((step,),) = plans(file_of(talk.db), seen).values()
    assert "(game_id=? AND seat=? AND received>?)" in step
