"""Games that ask for a proof of the sender: letters in, letters out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import dns.exception
import dns.resolver
import pytest

from pbem.mail.dkim import NoAnswer, txt_record
from pbem.moderator.desk.mail_letters import deal_with_desk_letters
from pbem.moderator.intake.moderating import moderate_all, take_in
from pbem.moderator.seats.addresses import desk_token_of
from tests.mail.signing import resolver, signed
from tests.support.conversation import PLAYERS, Conversation, Mail, to


@pytest.fixture
def strict(tmp_path: Path) -> Conversation:
    talk = Conversation(tmp_path, auth="dkim")
    talk.desk = replace(talk.desk, letters=replace(talk.desk.letters, resolver=resolver))
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


# A key that cannot be looked up


NO_SERVERS: Exception = dns.resolver.NoNameservers()  # type: ignore[no-untyped-call]
SLOW: Exception = dns.exception.Timeout()  # type: ignore[no-untyped-call]
SILENT = [NoAnswer("timeout"), NO_SERVERS, SLOW, OSError("no network"), TimeoutError()]


def goes_silent(talk: Conversation, fault: Exception = SILENT[0]) -> list[bytes]:
    """The DNS is down from now on. Gives what it is asked meanwhile."""
    asked: list[bytes] = []

    def silent(name: bytes) -> bytes | None:
        asked.append(name)
        raise fault

    talk.desk = replace(talk.desk, letters=replace(talk.desk.letters, resolver=silent))
    return asked


def look(talk: Conversation) -> list[Mail]:
    moderate_all(talk.desk)
    return talk.new_mails()


@pytest.mark.parametrize("fault", SILENT)
def test_a_letter_whose_key_cannot_be_looked_up_waits_with_one_answer(strict: Conversation, fault: Exception) -> None:
    asked = goes_silent(strict, fault)
    (mail,) = strict.deliver(signed(letter(strict, "give y32 richard")))
    assert (mail.to, "cannot be looked up at the moment" in mail.flat) == (PLAYERS["york"].address, True)
    assert strict.letter(1).status == "held"
    assert "give" not in str(strict.table().entries)
    for _ in range(59):
        strict.clock.move(minutes=1)
        assert look(strict) == []
    assert 4 < len(asked) < 12, "growing pauses"
    strict.desk = replace(strict.desk, letters=replace(strict.desk.letters, resolver=resolver))
    strict.clock.move(hours=1)
    assert "1 ok give y32 richard" in to("york", look(strict)).flat
    assert (strict.letter(1).status, strict.letter(1).look_at) == ("done", None)


def test_delivered_again_it_is_read_at_once_and_only_once(strict: Conversation) -> None:
    raw = signed(letter(strict, "give y32 richard"))
    goes_silent(strict)
    strict.deliver(raw)
    assert strict.deliver(raw) == []
    strict.desk = replace(strict.desk, letters=replace(strict.desk.letters, resolver=resolver))
    assert "1 ok" in to("york", strict.deliver(raw)).flat
    assert strict.deliver(raw) == []


def test_what_is_wrong_with_it_besides_is_told_at_once_and_what_shows_later_then(strict: Conversation) -> None:
    goes_silent(strict)
    (mail,) = strict.deliver(signed(letter(strict, "give y32 richard")).replace(b"richard", b"norfolk"))
    assert "its DKIM signature is not valid" in mail.flat
    strict.clock.move(hours=2)
    strict.deliver(signed(letter(strict, "give y32 richard", number=2)).replace(b"Subject: orders", b"Subject: other"))
    assert strict.letter(2).status == "held"
    strict.desk = replace(strict.desk, letters=replace(strict.desk.letters, resolver=resolver))
    strict.clock.move(hours=2)
    (mail,) = look(strict)
    assert "its DKIM signature is not valid" in mail.flat
    assert "give" not in str(strict.table().entries)


def test_letters_of_a_seat_keep_their_order_and_others_do_not_wait(strict: Conversation) -> None:
    goes_silent(strict)
    strict.deliver(signed(letter(strict, "give y32 richard")))
    strict.desk = replace(strict.desk, letters=replace(strict.desk.letters, resolver=resolver))
    assert strict.deliver(signed(letter(strict, "give y36 norfolk", number=2))) == []
    assert strict.letter(2).status == "held"
    assert "waits behind letter 1" in strict.letter(2).outcome
    lancaster = letter(strict, "give l5 oxford", PLAYERS["lancaster"].address, 3)
    lancaster = lancaster.replace(strict.address("york").encode(), strict.address("lancaster").encode())
    assert "1 ok" in to("lancaster", strict.deliver(signed(lancaster))).flat
    strict.clock.move(minutes=2)
    mails = [mail for mail in look(strict) if mail.to == PLAYERS["york"].address]
    assert "1 ok give y32 richard" in mails[0].flat
    assert [b"In-Reply-To: <1@" in mails[0].raw, b"In-Reply-To: <2@" in mails[1].raw] == [True, True]
    assert [strict.letter(number).status for number in (1, 2)] == ["done", "done"]


def test_after_three_days_it_is_refused_by_name_and_read_if_it_comes_again(strict: Conversation) -> None:
    raw = signed(letter(strict, "give y32 richard"))
    goes_silent(strict)
    strict.deliver(raw)
    strict.clock.move(days=2, hours=23)
    assert look(strict) == []
    strict.clock.move(hours=2)
    (mail,) = look(strict)
    assert "cannot be looked up, for 3 days" in mail.flat
    assert strict.letter(1).status == "dead"
    assert strict.deliver(raw) == []
    strict.desk = replace(strict.desk, letters=replace(strict.desk.letters, resolver=resolver))
    assert "1 ok" in to("york", strict.deliver(raw)).flat


def by_selector(**faults: Exception | None) -> Callable[[bytes], bytes | None]:
    """A DNS that fails for some selectors: it says nothing, or that there is no such key (None)."""

    def look_up(name: bytes) -> bytes | None:
        selector = name.partition(b".")[0].decode()
        if selector not in faults:
            return resolver(name)
        if (fault := faults[selector]) is not None:
            raise fault
        return None

    return look_up


KEYS_OF_TWO: dict[str, tuple[dict[str, Exception | None], str, str]] = {
    "one is silent, one is good": ({"ed": SLOW}, "done", "1 ok give y32 richard"),
    "one is not there, one is good": ({"ed": None}, "done", "1 ok give y32 richard"),
    "one is silent, one is not there": ({"ed": SLOW, "rsa": None}, "held", "cannot be looked up at the moment"),
    "both are silent": ({"ed": NO_SERVERS, "rsa": SLOW}, "held", "cannot be looked up at the moment"),
    "neither is there": ({"ed": None, "rsa": None}, "dead", "was refused"),
}


@pytest.mark.parametrize("name", KEYS_OF_TWO)
def test_of_two_signatures_one_that_is_good_will_do_and_one_that_may_be_is_waited_for(
    strict: Conversation, name: str
) -> None:
    faults, status, said = KEYS_OF_TWO[name]
    strict.desk = replace(strict.desk, letters=replace(strict.desk.letters, resolver=by_selector(**faults)))
    mails = strict.deliver(signed(signed(letter(strict, "give y32 richard")), selector=b"ed"))
    assert strict.letter(1).status == status
    mail = to("york", mails)
    assert said in f"{mail.subject} {mail.flat}"


def test_a_key_that_is_found_to_be_none_ends_the_wait(strict: Conversation) -> None:
    goes_silent(strict)
    strict.deliver(signed(letter(strict, "give y32 richard")))
    strict.desk = replace(strict.desk, letters=replace(strict.desk.letters, resolver=by_selector(rsa=None)))
    strict.clock.move(hours=2)
    assert "was refused" in to("york", look(strict)).subject
    assert "give" not in str(strict.table().entries)


def test_a_name_that_cannot_be_in_the_dns_is_no_reason_to_wait() -> None:
    assert txt_record(b"a" * 64 + b"._domainkey.example.test") is None
    assert txt_record(b"a..b._domainkey.example.test") is None


def test_a_letter_to_the_desk_waits_too(tmp_path: Path) -> None:
    talk = Conversation(tmp_path)
    talk.desk = replace(talk.desk, letters=replace(talk.desk.letters, by_mail="dkim", resolver=resolver))
    goes_silent(talk)
    desk = f"moderator+{desk_token_of(talk.desk.secret, talk.desk.gamemaster)}@example.test"
    head = f"From: {talk.desk.gamemaster}\r\nTo: {desk}\r\nSubject: desk\r\nMessage-ID: <1@example.test>\r\n\r\nstatus\r\n"
    (mail,) = talk.deliver(signed(head.encode()))
    assert "a letter to the desk waits" in mail.subject
    talk.desk = replace(talk.desk, letters=replace(talk.desk.letters, resolver=resolver))
    talk.clock.move(minutes=2)
    look(talk)
    (line,) = deal_with_desk_letters(talk.desk)
    assert "for the desk, 1 lines" in line


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
