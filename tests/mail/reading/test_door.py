"""Nothing that anybody sends breaks the door, goes past its limits or keeps it busy for longer than it is long."""

from __future__ import annotations

import base64
import logging
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.mail.reading import Limits, read_header, read_letter
from pbem.mail.typed.orders import CUT, LineSigns, read_lines
from tests.letters.mutants import HOSTILE, mutants
from tests.mail.bounds import check

HEAD = b"From: a@x.org\nTo: m@x.org\nSubject: s\nMessage-ID: <a@b>\n"
BOUNCE = HEAD.replace(b"a@x.org", b"mailer-daemon@x.org")
# So that what grows is looked through, and not only cut off.
WIDE = Limits(
    bytes=10**9, header_bytes=10**9, header_lines=10**9, value=10**9, each=10**9, html_bytes=10**9, elements=10**9,
    lines=10**9, characters=10**9,
)  # fmt: skip
SIZE = 16_000


def body(kind: str, unit: str | bytes, start: bytes = b"", head: bytes = HEAD) -> Callable[[int], bytes]:
    """Letters of a kind whose body is a unit over and over."""
    piece = unit.encode() if isinstance(unit, str) else unit
    return lambda size: head + b"Content-Type: " + kind.encode() + b"\n\n" + start + piece * (size // len(piece))


def header(start: bytes, unit: bytes, end: bytes = b"\n\nx") -> Callable[[int], bytes]:
    """Letters with a unit over and over in their header."""
    return lambda size: HEAD + start + unit * (size // len(unit)) + end


def nested(size: int) -> bytes:
    """Parts within parts."""
    levels = b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(size // 60))
    return HEAD + levels + b"\nx"


BOMBS: dict[str, Callable[[int], bytes]] = {
    "thanks": body("text/plain", "Thanks,\n"),
    "stars": body("text/plain", "* * *\n"),
    "one mark": body("text/plain", "\u0301"),
    "two marks": body("text/plain", "\u0301\u0316"),
    "one line": body("text/plain", "x"),
    "spaces": body("text/plain", " "),
    "line ends": body("text/plain", "\r"),
    "nothing": body("text/plain", "\0"),
    "flowed": body("text/plain; format=flowed; delsp=yes", "> a \n"),
    "flowed in one": body("text/plain; format=flowed", "a \n"),
    "armour": body("text/plain", "-----BEGIN PGP SIGNED MESSAGE-----\n"),
    "base64": body("text/plain\nContent-Transfer-Encoding: base64", base64.b64encode(b"march york\n" * 3)),
    "base64 that is none": body("text/plain\nContent-Transfer-Encoding: base64", "A=?\n"),
    "soft breaks": body("text/plain\nContent-Transfer-Encoding: quoted-printable", "=\n"),
    "spaces behind soft breaks": body("text/plain\nContent-Transfer-Encoding: quoted-printable", "= "),
    "uuencode": body("text/plain\nContent-Transfer-Encoding: x-uuencode", b"M" + b"!" * 60 + b"\n", b"begin 644 x\n"),
    **{
        f"charset {name}": body(f"text/plain; charset={name}", "+2AA-ab")
        for name in ("utf-7", "idna", "punycode", "unicode_escape", "zlib", "rot13", "hex", "iso-2022-jp", "hz", "utf-16")
    },
    "empty parts": body("multipart/mixed; boundary=b", "--b\n\n"),
    "half boundaries": body("multipart/mixed; boundary=b", "--b "),
    "dashes": body(f"multipart/mixed; boundary={'-' * 60}", "-"),
    "parts within parts": nested,
    "headers of parts": body("multipart/mixed; boundary=b", "--b\n" + "X: y\n" * 700 + "\nx\n"),
    "letters within letters": lambda size: b"Content-Type: message/rfc822\n\n" * (size // 30),
    "delivery status": body(
        "multipart/report; boundary=b", "a: b\n\n", b"--b\nContent-Type: message/delivery-status\n\n"
    ),
    "bounce of one line": body("text/plain", "a", b"Failed addresses follow:\n", BOUNCE),
    "bounce of many": body("text/plain", "a" * 290 + "\n", b"Failed addresses follow:\n", BOUNCE),
    "bounce of Message-IDs": body("text/plain", "Message-ID:\n ", b"", BOUNCE),
    "To lines": header(b"", b"To: a@example.org\n", b"\nx"),
    "addresses": header(b"To: ", b"a@b.c, "),
    "quotes": header(b"To: ", b'"\\'),
    "brackets": header(b"To: ", b"("),
    "angles": header(b"To: ", b"<"),
    "encoded words": header(b"Subject: ", b"=?utf-8?q?a?= "),
    "beginnings of encoded words": header(b"Subject: ", b"=?"),
    "marks in a subject": header(b"Subject: ", "\u0301\u0316".encode()),
    "folds": header(b"Subject: ", b"\n x"),
    "header lines": header(b"", b"a: b\n", b"\nx"),
    "references": header(b"References: ", b"<a@b> "),
    "references that never end": header(b"References: ", b"<a"),
    "continuations": lambda size: HEAD + b"Content-Type: text/plain" + b"".join(
        b"; n*%d*=a%%20" % n for n in range(size // 14)) + b"\n\nx",
    "quoted parameters": header(b"Content-Type: text/plain", b';a="\\"'),
    "cells": body("text/html", "<td>"),
    "rows": body("text/html", "<tr><td>x"),
    "tables": body("text/html", "<table><tr><td>x<p>y"),
    "quotes in quotes": body("text/html", "<blockquote>x"),
    "boxes": body("text/html", "<div>x"),
    "never closed": lambda size: body("text/html", "</i>", b"<b>" * (size // 6))(size // 2),
    "closed late": lambda size: body("text/html", "</div>", b"<div><b>" * (size // 16))(size // 2),
    "styles": body("text/html", f'<p style="{"/*" * 400}">'),
    "a style": body("text/html", "a{b:c}", b"<style>"),
    "entities": body("text/html", "&amp;&#x41;&foo;"),
    "a number": body("text/html", "9", b"&#"),
    "angles in a page": body("text/html", "<"),
    "tags that never end": body("text/html", "<a"),
    "attributes that never end": body("text/html", '<a b="c '),
    "attributes": body("text/html", "b=c ", b"<a "),
    "gaps": body("text/html", " ", b"<a b"),
    "comments": body("text/html", "<!--"),
    "sections": body("text/html", "<![CDATA["),
    "scripts": body("text/html", "<script>"),
    "ends of scripts": body("text/html", "</script", b"<script>"),
    "as it stands": body("text/html", "\n", b"<pre>"),
    "strokes": body("text/html", "<s>x</s>y "),
    "a page as plain text": body("text/plain", "<div>march</div>\n"),
}  # fmt: skip


@pytest.mark.parametrize("limits", [Limits(), WIDE], ids=["limits", "wide"])
@pytest.mark.parametrize("name", BOMBS)
def test_four_times_as_much_takes_no_sixteen_times_the_work(name: str, limits: Limits) -> None:
    small, large = (BOMBS[name](size) for size in (SIZE, 4 * SIZE))
    calls, more_calls = calls_of(small, limits), calls_of(large, limits)
    assert more_calls < 5 * calls + 2_000


def calls_of(raw: bytes, limits: Limits) -> int:
    """How many functions the reading of a letter calls."""
    count = 0

    def note(frame: FrameType, event: str, argument: Any) -> None:  # noqa: ARG001
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        read_letter(raw, limits)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("name", BOMBS)
def test_the_worst_of_letters_keep_to_the_limits(name: str, caplog: pytest.LogCaptureFixture) -> None:
    raw = BOMBS[name](300_000)
    with caplog.at_level(logging.ERROR, logger="pbem"):
        check(read_header(raw), Limits())
        check(read_letter(raw), Limits())
    assert not [record for record in caplog.records if record.name.startswith("pbem")]


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 2**32), st.lists(st.tuples(st.integers(0, 5_000), st.sampled_from(HOSTILE) | st.binary(max_size=30))))
def test_no_damage_gets_past_the_door(seed: int, damage: list[tuple[int, bytes]]) -> None:
    (raw,) = mutants(seed, 1)
    for at, hostile in damage:
        raw = raw[:at] + hostile + raw[at:]
    letter, header = read_letter(raw), read_header(raw)
    check(letter, Limits())
    check(header, Limits())
    assert letter.automatic != "it breaks the reader"
    assert (letter.message_id, letter.sender, letter.subject) == (header.message_id, header.sender, header.subject)


def test_mutants_are_the_same_for_the_same_seed() -> None:
    assert list(mutants(7, 50)) == list(mutants(7, 50))
    assert list(mutants(7, 50)) != list(mutants(8, 50))


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (nested(30 * 60), "parts within parts too deep"),
        (BOMBS["empty parts"](5_000), "too many parts"),
        (BOMBS["headers of parts"](50_000), "too many header lines in its parts"),
    ],
)
def test_a_letter_built_too_big_says_why_it_is_not_read(raw: bytes, why: str) -> None:
    letter = read_letter(raw)
    assert (letter.unreadable, letter.text, letter.lines) == (why, "", ())
    assert (letter.sender, letter.automatic) == ("a@x.org", "")


@pytest.mark.parametrize(
    ("told", "text"),
    [
        (b"\n1\n2\n3\n4\n", "1\n2\n3"),
        (b"\n" + b"x" * 50, "x" * 20),
        (b"Content-Type: text/html\n\n" + b"<p>y" * 20, "y\ny\ny"),
        (b"Content-Type: text/html\n\n" + b"<i></i>" * 40 + b"<p>y", "s"),
        (b"Content-Type: application/x; name=orders.txt\n\n" + b"x" * 50, "x" * 20),
    ],
)
def test_text_beyond_the_limits_is_cut_off_and_that_is_known(told: bytes, text: str) -> None:
    letter = read_letter(HEAD + told, limits=Limits(lines=3, characters=20, elements=30))
    assert (letter.text, letter.cut) == (text, True)


@pytest.mark.parametrize("told", [b"\n1\n2\n3", b"\n" + b"x" * 20, b"Content-Type: text/html\n\n<p>y<p>y<p>y"])
def test_text_up_to_the_limits_is_not_cut(told: bytes) -> None:
    assert not read_letter(HEAD + told, limits=Limits(lines=3, characters=20, elements=30)).cut


def test_of_a_bounce_nothing_is_read_but_what_has_come_back() -> None:
    """Its text is nobody's: no page is looked through for it."""
    status = b"Content-Type: message/delivery-status\n\nFinal-Recipient: rfc822; b@x.org\nAction: failed\nStatus: 5.1.1\n"
    page = b"Content-Type: text/html\n\n" + b"<p><b>x</b></p>\n" * 10_000
    raw = BOUNCE + b"Content-Type: multipart/report; boundary=b\n\n--b\n" + page + b"--b\n" + status + b"--b--\n"
    letter = read_letter(raw)
    assert (letter.bounce_of, letter.text, letter.html) == (("b@x.org",), "", "")
    assert calls_of(raw, Limits()) < 10_000


def test_of_the_lines_that_are_typed_no_more_are_read_than_anybody_types() -> None:
    letter = read_letter(HEAD + b"\n" + b"".join(b"march %d\n" % number for number in range(1, 3_001)))
    read = read_lines(letter, signs=LineSigns({"march"}))
    assert [line.text for line in read.lines[::999]] == ["march 1", "march 1000"]
    assert [(each.text, each.why) for each in read.left_out] == [("march 1000", CUT)]
