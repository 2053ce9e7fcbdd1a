"""Who may speak: by token, by thread, from which address; and what becomes of letters that are not clear."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from sqlmodel import col, select

from pbem.doctor.samples import NOTICES, SEAT
from pbem.mail.address import hash_of, seat_address, tokens_in
from pbem.mail.imap.letters import FetchedHeader
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Player
from pbem.moderator.correcting.by_hand import hold, release
from pbem.moderator.intake.admission import QueuePlace, sort_out
from pbem.moderator.joining.opening import open_game
from pbem.moderator.seats.addresses import TOKEN_LENGTH, TOKEN_LETTERS, address_of, ready_to_send, token_of
from pbem.moderator.seats.handover import change_address, new_address
from pbem.render.notice import render_notice
from pbem.store.archive.transfer import export_game, import_game
from pbem.store.database import Database
from pbem.store.games import lobby
from pbem.store.mail import outbox
from pbem.store.tables.mail import OutgoingRow
from tests.support.conversation import LANCASTER_SETUP, MODERATOR, PLAYERS, YORK_SETUP, Conversation, Mail, to
from tests.support.database import file_of

ANN, BOB = PLAYERS["york"], PLAYERS["lancaster"]
EVE = "eve@evil.test"
THREAD = {"Message-ID", "In-Reply-To", "References"}
HEADERS = {"From", "To", "Reply-To", "Subject", "Date", "Auto-Submitted", "X-Pbem"} | THREAD
FORM = {"MIME-Version", "Content-Type", "Content-Transfer-Encoding"}


@pytest.fixture
def bound(tmp_path: Path) -> Conversation:
    """A game that asks for the registered sender, as games do unless they say otherwise."""
    return Conversation(tmp_path, auth="token+sender")


def answering(*mails: Mail | str) -> Callable[[EmailMessage], object]:
    """Makes a letter answer these mails."""

    def change(message: EmailMessage) -> None:
        message["In-Reply-To"] = " ".join(each if isinstance(each, str) else each.message_id for each in mails)

    return change


def token(talk: Conversation, seat: str) -> str:
    (found,) = tokens_in([talk.address(seat)], MODERATOR)
    return found


def untouched(talk: Conversation) -> bool:
    return not any(entry.seat for entry in talk.table().entries)


def second_game(talk: Conversation, york: Player, lancaster: Player) -> str:
    """Another game at the same desk; gives its name."""
    row = open_game(talk.desk, "plantagenet", "bosworth", {"york": york, "lancaster": lancaster})
    talk.new_mails()
    return row.name


def address_in(talk: Conversation, game: str, seat: str) -> str:
    with talk.db.writing() as session:
        row = lobby.find_game(session, game)
        return address_of(Context(session, talk.desk).of(row), lobby.seat(session, row.id, seat))


def sent(talk: Conversation) -> list[EmailMessage]:
    """All mails as they are handed to the server."""
    with talk.db.writing() as session:
        rows = session.exec(select(OutgoingRow).order_by(col(OutgoingRow.id)))
        raws = [ready_to_send(Context(session, talk.desk), row) for row in rows]
    mails = [message_from_bytes(raw, policy=policy.default) for raw in raws]
    return [mail for mail in mails if isinstance(mail, EmailMessage)]


# Tokens at rest


def test_a_token_follows_from_the_secret_the_game_the_seat_and_its_number() -> None:
    made = {
        token_of(secret, game, seat, number)
        for secret in (b"a", b"b")
        for game in "gh"
        for seat in ("york", "yorks")
        for number in (1, 11)
    }
    assert len(made) == 16
    assert all(len(each) == TOKEN_LENGTH and set(each) <= set(TOKEN_LETTERS) for each in made)


@pytest.mark.sqlite
def test_no_token_is_in_the_database_after_letters_to_and_fro(talk: Conversation) -> None:
    quoted = f"{YORK_SETUP}\nOn Monday {talk.address('york')} wrote:\n> reply to {talk.address('york')}\n"
    talk.write("york", quoted)
    talk.write("lancaster", f"{LANCASTER_SETUP}resend\n", to=talk.address("lancaster").upper())
    talk.write("york", "report", to=f"{talk.address('york')}, {talk.address('lancaster')}")
    tokens = [token(talk, seat) for seat in PLAYERS]
    assert len(sent(talk)) > 5
    path = file_of(talk.db)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    kept = path.read_bytes().lower()
    assert b"+seat@" in kept
    assert hash_of(tokens[0]).encode() in kept
    assert [each for each in tokens if each.encode() in kept] == []


def test_a_mail_gets_its_token_when_it_is_sent_and_no_other_has_it(talk: Conversation) -> None:
    talk.set_up()
    for mail in sent(talk):
        seat = next((seat for seat, player in PLAYERS.items() if player.address == mail["To"]), "")
        assert mail["Reply-To"] == (talk.address(seat) if seat else MODERATOR)
        rest = mail.as_string().replace(f"Reply-To: {mail['Reply-To']}", "")
        assert [each for each in PLAYERS if token(talk, each) in rest] == []


def test_a_mail_to_a_player_s_former_address_does_not_get_the_new_token(bound: Conversation) -> None:
    before = bound.seat("york").address
    bound.new_mails()
    change_address(bound.desk, bound.name, "york", "anne@example.test")
    with bound.db.writing() as session:
        context = Context(session, bound.desk)
        sent = {mail.envelope_to: ready_to_send(context, mail) for mail in outbox.mails_after(session, bound.game().id, 2)}
    new = token(bound, "york").encode()
    assert new in sent["anne@example.test"]
    assert new not in sent[before]
    assert f"Reply-To: {MODERATOR}".encode() in sent[before]


def test_a_kept_letter_is_dealt_with_by_its_hash(talk: Conversation) -> None:
    hold(talk.desk, talk.name, "a holiday")
    talk.write("york", YORK_SETUP)
    assert f"moderator+sha256-{talk.seat('york').token_hash}@example.test".encode() in talk.letter(1).raw
    release(talk.desk, talk.name)
    assert talk.letter(1).status == "done"
    assert not untouched(talk)


@pytest.mark.parametrize(
    "written",
    [
        "moderator+sha256-HASH@example.test",
        "MODERATOR+SHA256-HASH@EXAMPLE.TEST",
        "moderator+sha256-(a comment)HASH@example.test",
        "<moderator+sha(256)256-HASH@example.test>",
        "moderator+sha256-HASH\0@example.test",
        "moderator+a@example.test, moderator+sha256-(x)HASH@example.test",
        "moderator+sha256-HASH@example.test, moderator+sha256-(x)HASH@example.test",
        "moderator(x)+sha256-HASH@example.test\r\nX-Beside: other+sha256-HASH@elsewhere.test",
        "moderator+sha256-HASH@(x)example.test, other+sha256-HASH@elsewhere.test",
    ],
)
def test_a_hash_opens_nothing_over_the_wire(talk: Conversation, written: str) -> None:
    address = written.replace("HASH", talk.seat("york").token_hash)
    raw = f"From: {EVE}\r\nTo: {address}\r\nMessage-ID: <x@evil.test>\r\nSubject: x\r\n\r\n{YORK_SETUP}".encode()
    talk.deliver(raw)
    assert untouched(talk)
    (admission,) = sort_out(talk.desk, [FetchedHeader(1, len(raw), raw.partition(b"\r\n\r\n")[0] + b"\r\n\r\n")])
    assert admission.place is QueuePlace.STRANGER


def test_a_game_moved_to_another_secret_keeps_its_old_addresses_until_there_are_new_ones(
    talk: Conversation, tmp_path: Path
) -> None:
    old = talk.address("york")
    with talk.db.reading() as session:
        document = json.loads(json.dumps(export_game(session, talk.game().id)))
    assert token(talk, "york") not in json.dumps(document)
    talk.db.close()
    talk.db = Database.open(tmp_path / "other.sqlite")
    talk.desk = replace(talk.desk, db=talk.db, secret=b"t" * 16)
    with talk.db.writing() as session:
        import_game(session, document)
    talk.write("york", "report", to=old)
    assert talk.letter(1).seat == "york"
    assert all(mail["Reply-To"] != old for mail in sent(talk))
    assert talk.address("york") != old
    talk.write("york", "report")
    talk.write("york", "status", to=old)
    assert (talk.letter(2).seat, talk.letter(3).seat) == ("york", "york")


# Bound to the registered address


def test_a_game_asks_for_the_registered_sender_unless_it_says_otherwise(talk: Conversation) -> None:
    name = second_game(talk, ANN, BOB)
    with talk.db.reading() as session:
        assert lobby.find_game(session, name).auth == "token+sender"


def test_a_quoted_report_does_not_hand_the_seat_to_its_reader(bound: Conversation) -> None:
    opening = to("york", bound.opening)
    (told,) = bound.write("york", YORK_SETUP, sender=EVE, change=answering(opening))
    assert (told.to, "not your registered address" in told.flat) == (ANN.address, True)
    bound.clock.move(hours=2)
    (told,) = bound.write("york", YORK_SETUP, sender=EVE, to=MODERATOR, change=answering(opening))
    assert told.to == ANN.address
    assert untouched(bound)
    bound.write("york", YORK_SETUP, to=MODERATOR, change=answering(opening))
    assert not untouched(bound)


# New tokens


def test_a_new_token_shuts_out_the_old_one_and_is_told(talk: Conversation) -> None:
    old, opening = talk.address("york"), to("york", talk.opening)
    new_address(talk.desk, talk.name, "york")
    (told,) = talk.new_mails()
    assert (told.to, "has a new address" in told.subject) == (ANN.address, True)
    assert talk.address("york") != old
    assert all(mail["Reply-To"] == talk.address("york") for mail in sent(talk) if mail["To"] == ANN.address)
    assert talk.write("york", YORK_SETUP, sender=EVE, to=old) == []
    told, again = talk.write("york", YORK_SETUP, sender=EVE, to=old, change=answering(opening))
    assert (told.to, "could not be matched" in told.subject) == (ANN.address, True)
    assert (again.to, again.subject) == (ANN.address, opening.subject)
    assert talk.write("york", f"{YORK_SETUP}\n", to=old) == []
    talk.clock.move(hours=1)
    told, again = talk.write("york", YORK_SETUP, to=old)
    assert (told.to, "could not be matched" in told.subject) == (ANN.address, True)
    assert untouched(talk)
    talk.write("york", YORK_SETUP, to=old, change=answering(opening))
    assert not untouched(talk)


def test_a_new_token_drops_the_one_of_before_there_were_numbers(talk: Conversation) -> None:
    with talk.db.writing() as session:
        lobby.set_token(session, talk.seat("york").id, 0, hash_of("oldtoken"), None)
    old = seat_address(MODERATOR, "oldtoken")
    talk.write("york", "report", to=old)
    assert talk.address("york") != old
    assert (talk.seat("york").token_number, talk.seat("york").former_token_hash) == (1, hash_of("oldtoken"))
    talk.write("york", "report", to=old)
    assert [talk.letter(number).seat for number in (1, 2)] == ["york", "york"]
    new_address(talk.desk, talk.name, "york")
    talk.write("york", "status", to=old)
    assert talk.letter(3).seat is None


# Not clear


def test_a_letter_to_both_seats_of_one_player_is_asked_back(talk: Conversation) -> None:
    name = second_game(talk, ANN, BOB)
    both = f"{talk.address('york')}, {address_in(talk, name, 'york')}"
    (told,) = talk.write("york", YORK_SETUP, to=both)
    assert told.to == ANN.address
    assert f"{talk.name} (York), {name} (York)" in told.flat
    assert untouched(talk)
    assert (talk.letter(1).status, talk.letter(1).size) == ("dead", len(talk.letter(1).raw))


def test_a_letter_to_seats_of_two_players_names_to_each_their_own(talk: Conversation) -> None:
    both = f"{talk.address('york')}, {talk.address('lancaster')}"
    (told,) = talk.write("york", YORK_SETUP, to=both)
    assert told.to == ANN.address
    assert "Lancaster" not in told.flat
    talk.clock.move(hours=1)
    mails = talk.write("york", YORK_SETUP, to=both, sender="ann@phone.test")
    assert {mail.to for mail in mails} == {ANN.address, BOB.address}
    assert "Lancaster" not in to("york", mails).text
    assert untouched(talk)


def test_a_stranger_with_the_tokens_of_two_seats_is_turned_away(bound: Conversation) -> None:
    both = f"{bound.address('york')}, {bound.address('lancaster')}"
    (told,) = bound.write("york", YORK_SETUP, to=both, sender=EVE)
    assert "was refused" in told.subject
    assert untouched(bound)


def test_a_letter_that_answers_another_game_is_asked_back(talk: Conversation) -> None:
    name = second_game(talk, ANN, BOB)
    opening = to("york", talk.opening)
    (told,) = talk.write("york", YORK_SETUP, to=address_in(talk, name, "york"), change=answering(opening))
    assert told.to == ANN.address
    assert f"came to the address of {name} (York), but it answers a letter to {talk.name} (York)" in told.flat
    assert untouched(talk)


def test_a_letter_that_answers_another_players_report_is_told_without_naming_it(talk: Conversation) -> None:
    opening = to("lancaster", talk.opening)
    (told,) = talk.write("york", YORK_SETUP, change=answering(opening))
    assert told.to == ANN.address
    assert "a letter to another seat" in told.flat
    assert "Lancaster" not in told.flat
    assert untouched(talk)


@pytest.mark.parametrize("address", [MODERATOR, "moderator+unknown@example.test", "moderator+seat@example.test"])
def test_a_wrong_address_is_told_with_the_games_there_are(talk: Conversation, address: str) -> None:
    name = second_game(talk, BOB, ANN)
    told, *again = talk.write("york", YORK_SETUP, to=address)
    assert told.to == ANN.address
    assert [(mail.to, mail.kind, mail.subject.split()[0]) for mail in again] == [
        (ANN.address, "report", f"[{talk.name}"),
        (ANN.address, "report", f"[{name}"),
    ]
    assert f"You play {talk.name} (York), {name} (Lancaster)" in told.flat
    assert "Reply to the latest report" in told.flat
    assert untouched(talk)


def test_a_letter_that_names_its_game_in_the_subject_brings_the_report_of_that_one(talk: Conversation) -> None:
    name = second_game(talk, ANN, BOB)

    def about(message: EmailMessage) -> None:
        message.replace_header("Subject", f"AW: [{name} York array] Your move")

    _, again = talk.write("york", YORK_SETUP, to=MODERATOR, change=about)
    assert again.subject.startswith(f"[{name} ")
    talk.write("york", YORK_SETUP, to=MODERATOR, change=answering(again))
    assert talk.letter(2).game_id != talk.game().id
    assert talk.letter(2).status == "done"


def test_a_letter_for_no_seat_brings_the_report_as_the_game_is_now(talk: Conversation) -> None:
    talk.write("york", YORK_SETUP)
    talk.write("lancaster", LANCASTER_SETUP)
    newest = to("york", talk.write("york", "report"))
    _, again = talk.write("york", "march", to=MODERATOR)
    assert again.subject == newest.subject
    assert "Your letter" not in again.text
    assert "== The position ==" in again.text


def test_what_a_letter_for_no_seat_brings_does_not_come_more_than_once_an_hour(talk: Conversation) -> None:
    assert len(talk.write("york", "march", to=MODERATOR)) == 2
    assert [talk.write("york", f"march {number}", to=MODERATOR) for number in range(5)] == [[]] * 5
    talk.clock.move(hours=1)
    assert len(talk.write("york", "march", to=MODERATOR)) == 2


def test_a_wrong_address_does_no_harm_to_an_answer_from_the_registered_one(bound: Conversation) -> None:
    opening = to("york", bound.opening)
    bound.write("york", YORK_SETUP, to="moderator+outdated@example.test", change=answering(opening))
    assert not untouched(bound)


def test_letters_that_are_not_clear_are_a_players(talk: Conversation) -> None:
    both = f"{talk.address('york')}, {talk.address('lancaster')}"
    header = f"From: {ANN.address}\r\nTo: {both}\r\nMessage-ID: <x@example.test>\r\n\r\n".encode()
    (admission,) = sort_out(talk.desk, [FetchedHeader(1, len(header), header)])
    assert (admission.place, admission.game_id) == (QueuePlace.PLAYER, talk.game().id)


# What we write


@pytest.mark.parametrize("kind", NOTICES)
def test_no_notice_needs_an_address(talk: Conversation, kind: str) -> None:
    told = render_notice(talk.desk.page, kind, **(SEAT | NOTICES[kind]))
    assert "moderator+" not in "".join(told)
    assert "reply_to" not in SEAT


HOSTILE = [
    "Message-ID: =?utf-8?Q?<x=0D=0ACc:_a@b>?=\r\n",
    "Message-ID: <x@y>\r\nReferences: =?utf-8?Q?<x=0D=0ABcc:_a@b>?= <a\rCc: b@c>\r\n",
    "Message-ID: <x\rCc: eve@evil.test\r@y>\r\n",
    "Message-ID: <x@y>\r\nIn-Reply-To: <a@b\nCc:c@d>\r\n",
    "Message-ID: <x@y>\r\nSubject: =?utf-8?Q?x=0D=0ACc:_eve@evil.test?=\r\n",
    "Message-ID: <\u00e9@y>\r\n",
    "Message-ID: <=?utf-8?Q?x=0D=0ACc:_a?=@b>\r\n",
]


@pytest.mark.parametrize("fields", HOSTILE)
@pytest.mark.parametrize(
    "sender", ["ann@example.test", "=?utf-8?Q?A=0D=0ACc:_b@c?= <ann@example.test>", '"A\rBcc: b@c" <ann@example.test>']
)
def test_our_headers_are_those_we_mean_whatever_comes_in(talk: Conversation, fields: str, sender: str) -> None:
    before = len(sent(talk))
    talk.deliver(f"From: {sender}\r\nTo: {talk.address('york')}\r\n{fields}\r\n{YORK_SETUP}".encode())
    answers = sent(talk)[before:]
    assert len(answers) == 1
    for mail in answers:
        names = [name for name, _ in mail.raw_items()]
        assert len(names) == len(set(names))
        assert set(names) <= HEADERS | FORM
        assert mail["To"] == ANN.address
        assert all(value.isascii() and "\r" not in value.replace("\r\n", "") for _, value in mail.raw_items())
        assert "evil" not in str(mail["References"]) + str(mail["In-Reply-To"])
