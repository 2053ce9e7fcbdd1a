"""DKIM: which signatures prove from whom a letter is."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import dkim  # type: ignore[import-untyped]
import pytest

from pbem.mail.dkim import BETWEEN, NoAnswer, Resolver, examine, verdict_of, with_verdict, without_verdict
from tests.mail.signing import resolver, signed

ANN = "ann@example.test"
LETTER = b"From: Ann <ann@example.test>\r\nTo: moderator@pbem.test\r\nSubject: orders\r\n\r\nmarch ely\r\npass\r\n"


def why_unproved(raw: bytes, sender: str, resolver: Resolver, now: datetime | None = None) -> str:
    """Why no signature proves the sender; "" if one does."""
    return examine(raw, sender, resolver, now).why


@pytest.mark.parametrize("selector", [b"rsa", b"ed"])
def test_a_good_signature(selector: bytes) -> None:
    assert why_unproved(signed(LETTER, selector=selector), ANN, resolver) == ""


def test_one_of_the_domain_above_counts_for_a_host_below() -> None:
    raw = LETTER.replace(b"ann@example.test", b"ann@mail.example.test")
    assert why_unproved(signed(raw), "ann@mail.example.test", resolver) == ""


def test_a_line_added_on_the_way_above_the_signed_header_does_no_harm() -> None:
    assert why_unproved(b"Received: by mx\r\n" + signed(LETTER), ANN, resolver) == ""


def test_any_good_signature_will_do() -> None:
    broken = signed(LETTER).replace(b"bh=", b"bh=A", 1).partition(b"From: Ann")[0]
    assert why_unproved(broken + signed(LETTER), ANN, resolver) == ""


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (lambda: LETTER, "is missing"),
        (lambda: signed(LETTER).replace(b"march ely", b"march york"), "is not valid"),
        (lambda: signed(LETTER).replace(b"Subject: orders", b"Subject: none"), "is not valid"),
        (lambda: signed(LETTER) + b"-- \r\nA list's footer\r\n", "is not valid"),
        (lambda: signed(LETTER, domain=b"other.test"), "is of other.test, not of example.test"),
        (lambda: signed(LETTER, length=True), "leaves a part of the letter open"),
        (lambda: signed(LETTER, selector=b"short"), "is not valid"),
        (lambda: signed(LETTER, selector=b"ed").replace(b"s=ed", b"s=no"), "is not valid"),
        (lambda: b"DKIM-Signature: d=example.test\r\n" + LETTER, "is not valid"),
        (lambda: b"DKIM-Signature: d=test; v=1\r\n" + LETTER, "is of test, not of example.test"),
        (lambda: b"DKIM-Signature: \xff\xfe;;;=\r\n" + LETTER, "is missing"),
    ],
)
def test_what_proves_nothing(raw: Callable[[], bytes], why: str) -> None:
    assert why in why_unproved(raw(), ANN, resolver)


def test_no_more_than_a_few_keys_are_looked_up() -> None:
    asked = []

    def slow(name: bytes) -> bytes | None:
        asked.append(name)
        return None

    signature = signed(LETTER).partition(b"From: Ann")[0]
    assert why_unproved(signature * 50 + LETTER, ANN, slow)
    assert len(asked) <= 5


def test_only_keys_of_the_senders_domain_are_looked_up() -> None:
    def nobody(name: bytes) -> bytes | None:
        raise AssertionError(name)

    assert why_unproved(signed(LETTER, domain=b"other.test"), ANN, nobody)


def test_keys_that_take_their_time_together_are_looked_up_later(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("pbem.mail.dkim.time.monotonic", lambda: now[0])

    def slow(_name: bytes) -> bytes | None:
        now[0] += 1.5
        return b"v=DKIM1; k=rsa; p="

    found = examine(signed(LETTER).partition(b"From: Ann")[0] * 4 + LETTER, ANN, slow)
    assert "cannot be looked up" in found.why
    assert (len(found.claims), now) == (2, [3.0])


def test_a_key_that_cannot_be_looked_up_now() -> None:
    def silent(_name: bytes) -> bytes | None:
        raise NoAnswer("timeout")

    assert "cannot be looked up" in why_unproved(signed(LETTER), ANN, silent)


@pytest.mark.parametrize(
    ("records", "why"),
    [
        ((b"v=spf1 -all", b""), ""),
        ((b"v=DKIM1; k=rsa; p=", b""), ""),
        ((b"", b"v=DKIM1; k=rsa; p="), ""),
        ((b"v=DKIM1; k=rsa; p=",), "is not valid"),
        ((b" ",), "is not valid"),
        ((b"k.example.net",), "is not valid"),
    ],
)
def test_any_of_several_records_may_be_the_key(records: tuple[bytes, ...], why: str) -> None:
    def several(name: bytes) -> bytes | None:
        return BETWEEN.join(each or resolver(name) or b"" for each in records)

    assert why in why_unproved(signed(LETTER), ANN, several)


@pytest.mark.parametrize(
    "mark", [b"X-Pbem-Dkim: pass\r\n", b"x-pbem-DKIM:\r\n pass\n", b"X-Pbem-Dkim: a\nX-Pbem-Dkim: pass\r\n"]
)
def test_a_verdict_of_somebody_else_is_none(mark: bytes) -> None:
    assert without_verdict(mark + LETTER) == LETTER
    assert verdict_of(b"Received: x\r\n" + mark + LETTER)


@pytest.mark.parametrize("line", [b">From ann", b"no field", b"X\xff: y", b"no field\r\n folded", b": none"])
def test_a_line_of_the_header_that_is_no_field_counts_for_nothing(line: bytes) -> None:
    letter = signed(LETTER)
    assert why_unproved(line + b"\r\n" + letter, ANN, resolver) == ""
    assert why_unproved(letter.replace(b"\r\n\r\n", b"\r\n" + line + b"\r\n\r\n", 1), ANN, resolver) == ""
    # What is read is what was signed: nothing can be put in front of it.
    other = letter.replace(b"\r\n\r\n", b"\r\n \r\n" + line + b"\r\nmarch york\r\n\r\n", 1)
    assert why_unproved(other, ANN, resolver)


def test_a_header_that_is_none_is_said_to_be_so() -> None:
    assert "not in the form of mails" in why_unproved(b" folded\r\n" + signed(LETTER), ANN, resolver)


def test_a_header_longer_than_ours_reads_is_not_checked() -> None:
    many = b"".join(b"X-%d: y\r\n" % n for n in range(1001))
    for raw in (many + signed(LETTER), b"X: " + b"y" * 65_536 + b"\r\n" + signed(LETTER)):
        assert "header is too long" in why_unproved(raw, ANN, resolver)


def test_blanks_without_end_are_read_at_once() -> None:
    """Half an hour where the time grows with the square of the length."""
    short, blanks = LETTER + b" x\r\n", LETTER + b" " * 1_000_000 + b"x\r\n"
    relaxed = signed(short, body=b"relaxed").removesuffix(short) + blanks  # the library would sign it slowly as well
    assert [why_unproved(raw, ANN, resolver) for raw in (relaxed, signed(blanks))] == ["", ""]
    field = b"DKIM-Signature: v=1; a=rsa-sha256; d=example.test; s=rsa; h=from; bh=YQ==; b=" + b" " * 60_000 + b"!\r\n"
    assert "is not valid" in why_unproved(field + LETTER, ANN, resolver)
    assert without_verdict(b"X-Pbem-Dkim:\n" * 80_000 + LETTER) == LETTER


def test_runs_of_blanks_count_where_the_body_is_taken_as_it_is() -> None:
    spaced = LETTER.replace(b"march ely", b"march  ely")
    changed = [signed(spaced, body=how).replace(b"march  ely", b"march ely") for how in (b"relaxed", b"simple")]
    assert [why_unproved(raw, ANN, resolver) for raw in changed] == ["", "its DKIM signature is not valid"]


@pytest.mark.parametrize(("flags", "why"), [(b"s", ""), (b"y", "is not valid"), (b"s:y", "is not valid")])
def test_a_key_that_is_only_tried_out_proves_nothing(flags: bytes, why: str) -> None:
    record = (resolver(b"rsa._domainkey.example.test") or b"") + b"; t=" + flags
    told = why_unproved(signed(LETTER), ANN, lambda _name: record)
    assert (why in told, bool(told)) == (True, bool(why))


def test_a_signature_ends_when_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    now = datetime.now(UTC).replace(microsecond=0)
    made = dkim.DKIM.gen_header

    def ending(self: object, fields: list[tuple[bytes, bytes]], *rest: object, **more: object) -> object:
        return made(self, [*fields[:-1], (b"x", b"%d" % (now.timestamp() + 60)), fields[-1]], *rest, **more)

    monkeypatch.setattr(dkim.DKIM, "gen_header", ending)
    raw = signed(LETTER)
    assert why_unproved(raw, ANN, resolver, now + timedelta(seconds=60)) == ""
    assert "past its time" in why_unproved(raw, ANN, resolver, now + timedelta(seconds=61))


def test_our_verdict_is_kept() -> None:
    assert verdict_of(with_verdict(LETTER, "")) == ""
    assert verdict_of(with_verdict(LETTER, "its DKIM signature is missing")) == "its DKIM signature is missing"
