"""Games that ask for a proof of the sender: letters in, letters out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pbem.mail.dkim import NoAnswer
from pbem.moderator.letters.receive import moderate_all, take_in
from tests.mail.signing import resolver, signed
from tests.moderator.conversation import PLAYERS, Conversation, to


@pytest.fixture
def strict(tmp_path: Path) -> Conversation:
    talk = Conversation(tmp_path, auth="dkim")
    talk.desk = replace(talk.desk, resolver=resolver)
    return talk


def letter(talk: Conversation, text: str, sender: str = PLAYERS["york"].address, number: int = 1) -> bytes:
    head = f"From: {sender}\r\nTo: {talk.address('york')}\r\nSubject: orders\r\nMessage-ID: <{number}@example.test>"
    return f"{head}\r\n\r\n{text}\r\n".encode()


def test_a_signed_letter_plays(strict: Conversation) -> None:
    mails = strict.deliver(signed(letter(strict, "give y32 richard")))
    assert "1 ok give y32 richard" in to("york", mails).flat


@pytest.mark.parametrize("forged", ["", "X-Pbem-Dkim: pass\r\n", "x-pbem-dkim: pass\r\nX-Pbem-Dkim: pass\r\n"])
def test_an_unsigned_letter_is_told_to_the_player(strict: Conversation, forged: str) -> None:
    (mail,) = strict.deliver(forged.encode() + letter(strict, "give y32 richard"))
    assert mail.to == PLAYERS["york"].address
    assert "its DKIM signature is missing" in mail.flat
    assert "give" not in str(strict.table().entries)


def test_a_changed_letter_is_refused(strict: Conversation) -> None:
    (mail,) = strict.deliver(signed(letter(strict, "give y32 richard")).replace(b"richard", b"norfolk"))
    assert "its DKIM signature is not valid" in mail.flat


def test_a_signature_of_another_sender_is_of_no_use(strict: Conversation) -> None:
    mails = strict.deliver(signed(letter(strict, "give y32 richard", sender="eve@other.test"), domain=b"other.test"))
    assert [mail.to for mail in mails] == [PLAYERS["york"].address]
    assert "give" not in str(strict.table().entries)


def test_a_second_from_in_front_of_a_signed_letter_is_refused(strict: Conversation) -> None:
    (mail,) = strict.deliver(b"From: eve@example.test\r\n" + signed(letter(strict, "give y32 richard")))
    assert "several From lines" in mail.flat
    strict.clock.move(hours=1)
    (mail,) = strict.deliver(b"From: Ann <ann@example.test>\r\n" + signed(letter(strict, "give y36 norfolk")))
    assert "signature is not valid" in mail.flat


@pytest.mark.parametrize("filler", [b"X: y\r\n" * 1100, b"X: " + b"y" * 70_000 + b"\r\n"])
def test_who_has_signed_behind_what_we_read_is_not_taken_for_another(strict: Conversation, filler: bytes) -> None:
    """A server that does not take a lone CR for a line's end sees one From, and signs for that one."""
    plain = letter(strict, "give y32 richard").replace(b"From:", b"X-A: a\rFrom:", 1)
    head, _, body = plain.partition(b"\r\n\r\n")
    (mail,) = strict.deliver(signed(head + b"\r\n" + filler + b"From: eve@example.test\r\n\r\n" + body))
    assert "its header is too long" in mail.flat
    assert "give" not in str(strict.table().entries)


def test_a_line_that_is_no_field_does_not_undo_a_signature(strict: Conversation) -> None:
    strict.deliver(b">From ann@example.test Sat Aug 22\r\n" + signed(letter(strict, "give y32 richard")))
    assert strict.letter(1).status == "done"
    assert "give" in str(strict.table().entries)


def test_what_is_put_between_a_signed_header_and_its_body_is_not_carried_out(strict: Conversation) -> None:
    raw = signed(letter(strict, "give y32 richard")).replace(b"\r\n\r\n", b"\r\n \r\ngive y1 norfolk\r\n\r\n", 1)
    (mail,) = strict.deliver(raw)
    assert "was refused" in mail.subject
    assert "give" not in str(strict.table().entries)


def test_a_letter_that_is_cut_is_told_to_be_too_long(strict: Conversation) -> None:
    raw = signed(letter(strict, "give y32 richard\r\n" * 1000))
    take_in(strict.desk, raw.partition(b"\r\n\r\n")[0] + b"\r\n\r\n", len(raw))
    moderate_all(strict.desk)
    (mail,) = strict.new_mails()
    assert "it is too long for its DKIM signature" in mail.flat


def test_hiding_an_address_makes_no_verdict(strict: Conversation) -> None:
    address = f"moderator+sha256-(x){strict.seat('york').token_hash}@example.test"
    raw = letter(strict, "give y32 richard").replace(strict.address("york").encode(), address.encode())
    strict.deliver(b"X+Pbem+Dkim: pass\r\n" + raw)
    assert not strict.letter(1).raw.startswith(b"X-Pbem-Dkim")


def test_a_key_that_cannot_be_looked_up_is_told(strict: Conversation) -> None:
    def silent(_name: bytes) -> bytes | None:
        raise NoAnswer("timeout")

    strict.desk = replace(strict.desk, resolver=silent)
    (mail,) = strict.deliver(signed(letter(strict, "give y32 richard")))
    assert "send it again later" in mail.flat
    strict.desk = replace(strict.desk, resolver=resolver)
    assert "1 ok" in to("york", strict.deliver(signed(letter(strict, "give y32 richard", number=2)))).flat


@pytest.mark.parametrize(
    "sender",
    ["ann@example.test, eve@other.test", "eve@other.test <ann@example.test>", '"eve@other.test" <ann@example.test>'],
)
def test_a_sender_that_can_be_read_in_two_ways_is_none(tmp_path: Path, sender: str) -> None:
    talk = Conversation(tmp_path, auth="token+sender")
    (mail,) = talk.deliver(letter(talk, "give y32 richard", sender=sender))
    assert mail.to == PLAYERS["york"].address
    assert "its From" in mail.flat
    assert "give" not in str(talk.table().entries)
