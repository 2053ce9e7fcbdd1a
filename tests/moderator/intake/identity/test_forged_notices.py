"""Letters that anybody can write, of every kind, sixty in an hour: each address gets one mail for all of them."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.mail.dkim import NoAnswer
from pbem.moderator.core.desk import Player
from pbem.moderator.intake.admission import tell_of_strangers
from pbem.moderator.intake.moderating import moderate_all, take_in
from pbem.moderator.joining.gathering import Guests, invite
from pbem.moderator.joining.opening import open_game
from pbem.moderator.seats.addresses import desk_token_of
from pbem.moderator.seats.observers import add_observer
from pbem.resources import templates_dir
from pbem.store.database import Database
from pbem.store.mail import outbox
from tests.mail.signing import signed
from tests.moderator.joining.gathered import Gathered
from tests.support.conversation import MODERATOR, PLAYERS, Conversation

ANN, BOB, EVE, MASTER = PLAYERS["york"].address, PLAYERS["lancaster"].address, "eve@evil.test", "gm@example.test"
CLIO = "clio@example.test"

PROVED = """over held too_long again no_preview new_address on_hold from_gamemaster reminder late late_other no_show_held
no_show_waits time agreements address_left address_moved new_player seat_left acting acted invitation begun_without
called_off guest_accepted guest_declined fault preview_fault bounced_here question no_show clock_fault gathered
guest_answered away observer_fault template_fault deadlines_moved sandbox corrected resigned
set_aside set_aside_fault line_faults withheld nicety_fault clock_back clock_differs regency abandoned"""
"""Notices that only those cause who have proved who they are, the game master, or the clock."""
FORGED = {
    "lines_flood",
    "wrong_token",
    "two_seats",
    "wrong_game",
    "stranger",
    "unproved",
    "key_waits",
    "flood",
    "observer_stopped",
    "observer_no_orders",
    "guest_sender",
    "guest_unclear",
    "dropped",
    "table_over",
    "asked_to_join",
    "open_tables",
    "address_wanted",
    "watch",
    "bounced",
    "strangers",
    "letter_faults",
}
"""Notices that anybody can cause, and that are limited."""


def silent(_name: bytes) -> bytes | None:
    raise NoAnswer("timeout")


class Attack:
    """Somebody who knows all addresses, and none of the secrets but a token of Ann's."""

    def __init__(self, folder: Path) -> None:
        self.talk = Conversation(folder, auth="token+sender", letters_per_hour=1000)
        talk = self.talk
        self.other = open_game(talk.desk, "plantagenet", "bosworth", PLAYERS, auth="dkim", key=b"\x09" * 32).name
        add_observer(talk.desk, talk.name, Player("Clio", CLIO))
        talk.desk = replace(
            talk.desk, letters=replace(talk.desk.letters, open_tables=True, by_mail="token", strangers_per_hour=10_000)
        )
        invite(talk.desk, "plantagenet", "ib", Guests({"york": Player("Ann", ANN)}), name="towton-7", is_open=True)
        self.mails = {mail.to + mail.subject: mail for mail in talk.opening}
        talk.new_mails()
        self.number = 0

    def deliver(self, sender: str, to: str, text: str = "x\n", *, answers: str = "", sign: bool = False) -> None:
        self.number += 1
        head = f"From: {sender}\r\nTo: {to}\r\nSubject: s\r\nMessage-ID: <f{self.number}@evil.test>\r\n"
        head += f"In-Reply-To: {answers}\r\n" if answers else ""
        raw = f"{head}\r\n{text} {self.number}\r\n".encode()
        take_in(self.talk.desk, signed(raw) if sign else raw)
        moderate_all(self.talk.desk)

    def bounce(self) -> None:
        self.number += 1
        raw = (
            f"Return-Path: <>\nFrom: mailer-daemon@mx.test\nTo: {MODERATOR}\nMessage-ID: <b{self.number}@mx.test>\n"
            "Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\nContent-Type: text/plain\n\n"
            "Sorry.\n--b\nContent-Type: message/delivery-status\n\n"
            f"Reporting-MTA: dns; mx.test\n\nFinal-Recipient: rfc822; {ANN}\n"
            "Action: failed\nStatus: 5.1.1\n--b--\n"
        )
        take_in(self.talk.desk, raw.encode())
        moderate_all(self.talk.desk)

    def address(self, name: str) -> str:
        talk, kept = self.talk, self.talk.name
        talk.name = name
        found = talk.address("york")
        talk.name = kept
        return found

    def ways(self) -> Iterator[Callable[[], None]]:
        """A forged letter of each kind."""
        talk = self.talk
        seat, other = talk.address("york"), self.address(self.other)
        desk = f"moderator+{desk_token_of(talk.desk.secret, MASTER)}@example.test"
        thread = next(mail.message_id for mail in talk.opening if mail.to == ANN)
        yield lambda: self.deliver(ANN, MODERATOR)  # neither token nor thread
        yield lambda: self.deliver(ANN, "moderator+nosuchtoken22222222@example.test")  # expired or unknown token
        yield lambda: self.deliver(ANN, MODERATOR, "give y32 richard in nosuchgame\n")
        yield lambda: self.deliver(EVE, seat)  # refused sender
        yield lambda: self.deliver(f"{ANN}, {EVE}", seat)  # unclear sender
        yield lambda: self.deliver(EVE, MODERATOR, answers=thread)
        yield lambda: self.deliver(ANN, f"{seat}, {other}")  # two seats
        yield lambda: self.deliver(ANN, other, answers=thread)  # one seat, and an answer to another
        yield lambda: self.deliver(ANN, other)  # not signed
        yield lambda: self.deliver(CLIO, MODERATOR)  # an observer's address
        yield lambda: self.deliver(CLIO, MODERATOR, "stop\n")
        yield lambda: self.deliver("joe@example.test", MODERATOR, "join towton-7\n")
        yield lambda: self.deliver("joe@example.test", MODERATOR, "tables\n")
        yield lambda: self.deliver(ANN, MODERATOR, "join towton-7\n")
        yield lambda: self.deliver(EVE, desk, "status\n")
        yield self.bounce
        yield lambda: tell_of_strangers(talk.desk)


@pytest.fixture
def attack(tmp_path: Path) -> Iterator[Attack]:
    attack = Attack(tmp_path)
    yield attack
    attack.talk.db.close()


def got(attack: Attack) -> Counter[str]:
    """Who was sent how many mails by now."""
    talk = attack.talk
    with talk.db.reading() as session:
        rows = [row for row in outbox.due(session, talk.clock(), 1000) if row.queued > talk.clock() - timedelta(hours=3)]
    # The newest reports come once more with the one notice that says that a letter could not be matched.
    others = ("strangers", "watch", "bounced")
    return Counter(
        row.envelope_to for row in rows if row.kind != "report" and (row.letter_id is not None or row.kind in others)
    )


def test_all_ways_together_are_one_mail_an_hour_and_address_and_a_restart_changes_nothing(attack: Attack) -> None:
    for _ in range(3):
        for way in attack.ways():
            way()
            attack.talk.clock.move(seconds=30)
        attack.talk.db.close()
        attack.talk.db = Database.open(attack.talk.db.location)
        attack.talk.desk = replace(attack.talk.desk, db=attack.talk.db)
    counts = got(attack)
    assert set(counts) == {ANN, CLIO, "joe@example.test", MASTER}
    assert set(counts.values()) == {1}, counts


def test_each_way_alone_is_one_mail_an_hour_and_works(tmp_path: Path) -> None:
    attack = Attack(tmp_path)
    for way in attack.ways():
        attack.talk.clock.move(hours=3)
        before = got(attack)
        for _ in range(3):
            way()
        counts = got(attack) - before
        assert set(counts.values()) <= {1}, way
    attack.talk.db.close()


def test_a_dead_dns_is_one_mail_too(attack: Attack) -> None:
    attack.talk.desk = replace(attack.talk.desk, letters=replace(attack.talk.desk.letters, resolver=silent))
    other = attack.address(attack.other)
    for _ in range(4):
        attack.deliver(ANN, other, sign=True)
    assert got(attack) == {ANN: 1}


def test_a_guests_token_in_other_hands(tmp_path: Path) -> None:
    desk = Gathered(tmp_path)
    invite(desk.desk, "plantagenet", "bosworth", Guests({"york": Player("Ann", ANN), "lancaster": Player("Bob", BOB)}))
    asked = next(mail for mail in desk.new_mails() if str(mail["To"]) == ANN)
    mails = [mail for who in (EVE, ANN) * 5 for mail in desk.reply(Player("X", who), asked, "perhaps\n")]
    assert [str(mail["To"]) for mail in mails] == [ANN]


def test_every_kind_of_notice_is_known_to_be_forged_or_proved() -> None:
    kinds = set(tomllib.loads((templates_dir() / "common" / "notices.toml").read_text(encoding="utf-8")))
    assert kinds - set(PROVED.split()) == FORGED & kinds
    assert kinds >= FORGED
