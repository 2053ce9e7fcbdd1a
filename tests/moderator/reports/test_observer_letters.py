"""What becomes of observers' letters, and who can be one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from email import message_from_bytes
from pathlib import Path
from typing import Any

import pytest

from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Player
from pbem.moderator.core.setups import set_languages
from pbem.moderator.correcting import by_hand
from pbem.moderator.correcting.correction import undo
from pbem.moderator.desk.arrival import move_in
from pbem.moderator.intake.moderating import moderate_all, take_in
from pbem.moderator.reports.public_report import NOBODY, write_public_report
from pbem.moderator.seats.observers import BadObserver, add_observer, remove_observer
from pbem.store.archive.transfer import export_game
from pbem.store.database import Database
from pbem.store.errors import Duplicate, NotFound
from pbem.store.games import watchers
from tests.support.conversation import MODERATOR, PLAYERS, Conversation, Mail
from tests.support.watching import CLIO, all_mails, first_of, headers, names_of, play_until, rounds_in, to_clio, to_players

# Their letters


def write(talk: Conversation, text: str, *, answers: str = "", sender: str = CLIO.address, **fields: str) -> list[Mail]:
    """A letter to the bare mailbox, in answer to a mail if one is named."""
    talk._written += 1
    lines = {"From": sender, "To": MODERATOR, "Subject": "Re: the game", "Message-ID": f"<o-{talk._written}@example.test>"}
    lines |= {"In-Reply-To": answers} if answers else {}
    head = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in (lines | fields).items())
    return talk.deliver(f"{head}\r\n{text}".encode())


def test_orders_of_an_observer_are_answered_once_in_all(watched: Conversation) -> None:
    first, log = first_of(watched).message_id, watched.table().entries
    (notice,) = write(watched, "flee none", answers=first)
    assert (notice.to, notice.subject) == (CLIO.address, "[bosworth-1 Observer] Observers cannot give orders")
    assert headers(notice)["Auto-Submitted"] == "auto-replied"
    assert headers(notice)["Reply-To"] == MODERATOR
    assert write(watched, "give y1 richard", answers=first) == []
    assert write(watched, "a letter that answers nothing") == []
    assert watched.table().entries == log
    assert watched.letter(1).status == watched.letter(2).status == "done"
    assert watched.letter(2).outcome == "bosworth-1: from an observer, who cannot give orders, and has been told so before"
    assert names_of(watched) == ["Clio"]


@pytest.mark.parametrize("text", ["stop", "STOP.", "Stop!\r\n-- \r\nClio", "Thank you.\r\n\r\nstop", "unsubscribe"])
def test_a_stop_word_ends_the_letters(watched: Conversation, text: str) -> None:
    (notice,) = write(watched, text, answers=first_of(watched).message_id)
    assert (notice.to, notice.subject) == (CLIO.address, "[bosworth-1 Observer] You get no more letters")
    assert names_of(watched) == []
    watched.set_up()
    watched.play_to_the_end()
    assert to_clio(watched.new_mails()) == []
    assert write(watched, "stop", answers=first_of(watched).message_id) == []


def test_a_stop_word_may_be_the_subject(watched: Conversation) -> None:
    write(watched, "", Subject="stop")
    assert names_of(watched) == []


def test_a_quoted_stop_word_stops_nothing(watched: Conversation) -> None:
    write(watched, "What a battle!\r\n\r\n> stop\r\n", answers=first_of(watched).message_id)
    assert names_of(watched) == ["Clio"]


def test_a_stop_that_answers_a_mail_ends_that_game_only_and_any_other_all(watched: Conversation) -> None:
    document = _export(watched)
    for seat in document["seats"]:
        seat["token_hash"] = seat["token_hash"][::-1]
    document["observers"] = []
    for part in (document["letters"], document["mails"]):
        part.clear()
    move_in(watched.desk, document, "bosworth-2")
    add_observer(watched.desk, "bosworth-2", CLIO)
    write(watched, "stop", answers=first_of(watched).message_id)
    with watched.db.reading() as session:
        assert [row.game_id for row in watchers.by_address(session, CLIO.address)] == [2]
    add_observer(watched.desk, watched.name, CLIO)
    watched.new_mails()
    (notice,) = write(watched, "stop")
    assert notice.subject == "[bosworth-2, bosworth-1 Observer] You get no more letters"
    with watched.db.reading() as session:
        assert watchers.by_address(session, CLIO.address) == []


def _export(talk: Conversation) -> dict[str, Any]:
    with talk.db.reading() as session:
        return json.loads(json.dumps(export_game(session, talk.game().id)))  # type: ignore[no-any-return]


def test_whoever_answers_for_her_the_notice_goes_to_the_observer(watched: Conversation) -> None:
    (notice,) = write(watched, "stop", answers=first_of(watched).message_id, sender="work@example.test")
    assert notice.to == CLIO.address


def test_automatic_mail_and_strangers_get_no_answer(watched: Conversation) -> None:
    first = first_of(watched).message_id
    assert write(watched, "stop", answers=first, Auto_Submitted="auto-replied") == []
    assert write(watched, "I am away", answers=first, Auto_Submitted="auto-replied") == []
    assert write(watched, "stop", sender="stranger@example.test") == []
    assert write(watched, "stop", answers=first.replace("observer", "observed"), sender="stranger@example.test") == []
    assert names_of(watched) == ["Clio"]


def test_a_player_who_watches_another_game_is_still_told_how_to_write(watched: Conversation) -> None:
    add_observer(watched.desk, watched.name, Player("Eve", "eve@example.test"))
    with watched.db.writing() as session:
        watchers.observer(session, watched.game().id, "eve@example.test").address = PLAYERS["york"].address
    watched.new_mails()
    mail, again = write(watched, "flee none", sender=PLAYERS["york"].address)
    assert "could not be matched to a game" in mail.subject
    assert again.kind == "report"
    write(watched, "stop", sender=PLAYERS["york"].address)
    assert names_of(watched) == ["Clio"]


def test_an_observer_is_known_by_his_thread_after_a_move(watched: Conversation, tmp_path: Path) -> None:
    first, db = first_of(watched).message_id, Database.open(tmp_path / "elsewhere.sqlite")
    desk = replace(watched.desk, db=db)
    move_in(desk, _export(watched), "moved")
    take_in(desk, f"From: {CLIO.address}\r\nTo: {MODERATOR}\r\nIn-Reply-To: {first}\r\n\r\nstop\r\n".encode())
    assert moderate_all(desk) == [f"letter 1: {CLIO.address} no longer observes moved"]
    db.close()


# The moderator's side


def test_notes_to_observers_are_in_the_language_of_the_game(talk: Conversation) -> None:
    set_languages(talk.db, talk.name, ["de"], ("en", "de"))
    add_observer(talk.desk, talk.name, CLIO)
    assert f"Hinweis: Du siehst ab jetzt bei {talk.name} zu." in to_clio(talk.new_mails())[0].text
    talk.set_up()
    play_until(talk, to_clio)
    undo(talk.desk, talk.name, "a slip", to=1)
    (mail,) = to_clio(talk.new_mails())
    assert "Hinweis: Die Spielleitung hat Züge zurückgenommen: a slip" in mail.text


@pytest.mark.parametrize(
    ("address", "problem"),
    [
        ("ANN@example.test", "ANN@example.test plays York in bosworth-1 and cannot observe it"),
        ("Moderator@example.test", "is the mailbox of the program itself"),
        ("moderator+abc@example.test", "is the mailbox of the program itself"),
    ],
)
def test_who_cannot_be_an_observer(talk: Conversation, address: str, problem: str) -> None:
    with pytest.raises(BadObserver, match=re.escape(problem)):
        add_observer(talk.desk, talk.name, Player("Clio", address))
    assert names_of(talk) == []
    assert talk.new_mails() == []


def test_adding_and_removing_are_answered_clearly(watched: Conversation) -> None:
    with pytest.raises(Duplicate, match="is an observer of bosworth-1 already"):
        add_observer(watched.desk, watched.name, Player("Clio", "Clio@Example.test"))
    with pytest.raises(NotFound, match="there is no game bosworth-9"):
        add_observer(watched.desk, "bosworth-9", CLIO)
    with pytest.raises(NotFound, match=r"has no observer dan@example\.test; it has: clio@example\.test"):
        remove_observer(watched.desk, watched.name, "dan@example.test")
    assert remove_observer(watched.desk, watched.name, "CLIO@example.test").name == "Clio"
    assert watched.new_mails() == []
    add_observer(watched.desk, watched.name, CLIO)
    assert len(to_clio(watched.new_mails())) == 1


def test_a_game_that_is_over_takes_no_observers(talk: Conversation) -> None:
    talk.set_up()
    talk.play_to_the_end()
    with pytest.raises(
        BadObserver, match=r"over and has no more reports; `pbem show bosworth-1 --as observer` has its last report"
    ):
        add_observer(talk.desk, talk.name, CLIO)


def test_a_held_game_says_so(talk: Conversation) -> None:
    by_hand.hold(talk.desk, talk.name, "a question of rules")
    talk.new_mails()
    add_observer(talk.desk, talk.name, CLIO)
    (mail,) = talk.new_mails()
    assert mail.flat.startswith("Observer, array. The moderator has put the game on hold.")


def test_the_report_of_now_tells_the_turn_under_way(watched: Conversation) -> None:
    watched.set_up()
    play_until(watched, lambda _: watched.table().rules.turn(watched.table().state) == "round 2")
    with watched.db.reading() as session:
        text = write_public_report(Context(session, watched.desk).of(watched.game()).at(watched.table())).text
    assert rounds_in(text) == [2]
    assert NOBODY == ""


def test_no_letter_to_a_player_names_an_observer(watched: Conversation) -> None:
    watched.set_up()
    watched.play_to_the_end()
    for mail in to_players(all_mails(watched)):
        assert not re.search(r"clio|observer", f"{mail.subject} {mail.text}", re.IGNORECASE)
        assert not [part for part in in_plain(mail.raw) if re.search(rb"clio", part, re.IGNORECASE)]


def in_plain(raw: bytes) -> Iterator[bytes]:
    """The header of a mail and its parts, decoded: in base64 any four letters come up by chance. Pictures have no words."""
    yield raw.partition(b"\r\n\r\n")[0]
    for part in message_from_bytes(raw).walk():
        if not part.is_multipart() and part.get_content_maintype() != "image":
            payload = part.get_payload(decode=True)
            assert isinstance(payload, bytes)
            yield payload
