"""DKIM: which signatures prove from whom a letter is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbem.mail.dkim import NoAnswer, verdict_of, why_unproved, with_verdict, without_verdict
from tests.mail.signing import resolver, signed

ANN = "ann@example.test"
LETTER = b"From: Ann <ann@example.test>\r\nTo: moderator@pbem.test\r\nSubject: orders\r\n\r\nmarch ely\r\npass\r\n"


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


def test_a_key_that_cannot_be_looked_up_now() -> None:
    def silent(_name: bytes) -> bytes | None:
        raise NoAnswer("timeout")

    assert "send it again later" in why_unproved(signed(LETTER), ANN, silent)


@pytest.mark.parametrize(
    "mark", [b"X-Pbem-Dkim: pass\r\n", b"x-pbem-DKIM:\r\n pass\n", b"X-Pbem-Dkim: a\nX-Pbem-Dkim: pass\r\n"]
)
def test_a_verdict_of_somebody_else_is_none(mark: bytes) -> None:
    assert without_verdict(mark + LETTER) == LETTER
    assert verdict_of(b"Received: x\r\n" + mark + LETTER)


def test_our_verdict_is_kept() -> None:
    assert verdict_of(with_verdict(LETTER, "")) == ""
    assert verdict_of(with_verdict(LETTER, "its DKIM signature is missing")) == "its DKIM signature is missing"
