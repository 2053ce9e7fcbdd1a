"""Header values: decoded once, checked, bounded."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from pbem.mail.letter import Letter
from pbem.mail.reading import Limits, read_header, read_letter
from pbem.mail.reading.headers import valued


def headers(*lines: str | bytes) -> Letter:
    """A letter with these header lines."""
    raw = b"".join((line.encode() if isinstance(line, str) else line) + b"\r\n" for line in lines)
    return read_letter(raw + b"\r\nmarch york\r\n")


@pytest.mark.parametrize(
    ("told", "subject"),
    [
        ("Re: orders", "Re: orders"),
        ("=?utf-8?b?WsO8Z2U=?=", "Züge"),
        ("=?utf-8?q?Z=C3=BC?= =?utf-8?q?ge?= now", "Züge now"),
        ("=?iso-8859-1*de?q?Z=FCge?=", "Züge"),
        ("=?gb2312?b?1tDOxA==?=", "中文"),
        (b"Z\xfcge", "Züge"),
        ("Züge", "Züge"),
        ("=?utf-8?q?=3D=3Futf-8=3Fq=3FA=3F=3D?=", "=?utf-8?q?A?="),
        ("=?utf-7?Q?+2AA-?=", "+2AA-"),
        ("=?utf-7?Q?Z+APw-ge?=", "Züge"),
        ("=?utf-8?b?7aCA?=", "í €"),
        ("=?utf-8?q?a=0D=0ABcc:_x@y?=", "a Bcc: x@y"),
        ("=?utf-8?q?safe=E2=80=AEexe?=", "safeexe"),
        ("a\x07\x1b[31mb\x7f", "a[31mb"),
        ("=?zlib?b?eJwDAAAAAAE=?=", None),
        ("=?utf-8?b?!!!?= x", None),
        ("x" * 3000, "x" * 500),
    ],
)
def test_a_subject(told: str | bytes, subject: str | None) -> None:
    found = headers(b"Subject: " + (told.encode() if isinstance(told, str) else told)).subject
    assert found == subject if subject is not None else found.isprintable()


@pytest.mark.parametrize(
    ("told", "sender", "name"),
    [
        ("Ann <Ann@Example.NET>", "ann@example.net", "Ann"),
        ("ann@example.net", "ann@example.net", ""),
        ('"Ann, of York" <ann@example.net>', "ann@example.net", "Ann, of York"),
        (r'"Ann \"the\" Example" <ann@example.net>', "ann@example.net", 'Ann "the" Example'),
        ("Ann (at home (really)) <ann@example.net>", "ann@example.net", "Ann"),
        ("ann@example.net (Ann)", "ann@example.net", ""),
        ("=?utf-8?q?J=C3=BCrgen?= <j@example.net>", "j@example.net", "Jürgen"),
        ("=?utf-8?q?eve=40evil.test=2C?= <ann@example.net>", "ann@example.net", "eve@evil.test,"),
        ("=?utf-8?q?=3Ceve=40evil.test=3E?=", "", ""),
        ("players: ann@example.net, bob@example.net;", "ann@example.net", ""),
        ('"eve@evil.test" <ann@example.net>', "ann@example.net", "eve@evil.test"),
        ("<ann@example.net> <eve@evil.test>", "ann@example.net", "eve@evil.test"),
        ("=?utf-7?Q?+2AA-?= <ann@example.net>", "ann@example.net", "+2AA-"),
        ("änn@example.net", "", ""),
        ("ann@exämple.net", "", ""),
        ("ann@@example.net", "", ""),
        ("ann example.net", "", ""),
        ("a" * 300 + "@example.net", "", ""),
        ("@", "", ""),
        ("<>", "", ""),
    ],
)
def test_a_sender(told: str, sender: str, name: str) -> None:
    letter = headers(f"From: {told}")
    assert letter.sender == sender
    if sender and "<ann@example.net> <" not in told:
        assert letter.sender_name == name


def test_recipients_are_those_of_all_fields_each_once_and_not_without_end() -> None:
    letter = headers("To: A@x, b@x", "Cc: a@x,, c@x", "Delivered-To: d@x", "Bcc: e@x")
    assert letter.recipients == ("a@x", "b@x", "c@x", "d@x")
    many = headers(*(f"To: p{number}@x" for number in range(900)))
    assert len(many.recipients) == Limits().each


@pytest.mark.parametrize(
    ("told", "found"),
    [
        ("<a@b>", "<a@b>"),
        ("\r\n <a.b$c@d>", "<a.b$c@d>"),
        ("<no-at-sign>", "<no-at-sign>"),
        ("garbage <a@b>", "<a@b>"),
        ("<a b@c>", "<ab@c>"),
        ("<a@\r\n b.c>", "<a@b.c>"),
        ("<a@b@c>", ""),
        ("<ä@b>", ""),
        ("=?utf-8?q?=3Ca=40b=3E?=", ""),
        ("=?utf-7?Q?<+2AA-@x>?=", "<+2AA-@x>"),
        ("<" + "a" * 300 + "@b>", ""),
        ("a@b", "<a@b>"),
        ("<a@b", "<a@b>"),
        ("nothing", ""),
    ],
)
def test_a_message_id_is_taken_from_the_raw_header(told: str, found: str) -> None:
    letter = headers(f"Message-ID: {told}")
    if found:
        assert letter.message_id == found
    else:
        assert letter.message_id.endswith("@missing>")


def test_of_many_references_the_newest_are_kept() -> None:
    letter = headers("In-Reply-To: <a999@x>", f"References: {' '.join(f'<a{number}@x>' for number in range(1000))}")
    assert letter.references[:2] == ("<a999@x>", "<a998@x>")
    assert len(letter.references) == Limits().each


@pytest.mark.parametrize(
    ("told", "moment"),
    [
        ("Mon, 12 May 2025 10:00:00 +0200", datetime(2025, 5, 12, 8, tzinfo=UTC)),
        ("12 May 2025 10:00:00", datetime(2025, 5, 12, 10, tzinfo=UTC)),
        ("Mon, 1 Jan 0001 00:00:00 +0000", None),
        ("Fri, 31 Dec 9999 23:59:59 -2359", None),
        ("Mon, 12 May 2025 10:00:00 +9900", None),
        ("Mon, 12 May 2025 99:00:00 +0000", None),
        ("Mon, 12 May " + "2" * 5000, None),
        ("yesterday", None),
    ],
)
def test_a_date(told: str, moment: datetime | None) -> None:
    assert headers(f"Date: {told}").date == moment


@pytest.mark.parametrize(
    ("told", "parameters"),
    [
        ('text/plain; Charset="utf-8"; format=flowed', {"charset": "utf-8", "format": "flowed"}),
        ("a/b; name*=utf-8''Z%C3%BCge.txt", {"name": "Züge.txt"}),
        ("a/b; name*1*=%C3%BCge; name*0*=utf-8''Z; name*2=.txt", {"name": "Züge.txt"}),
        ('a/b; name="=?utf-8?q?Z=C3=BCge?="', {"name": "Züge"}),
        ("a/b; name*=utf-7''%2B2AA-", {"name": "+2AA-"}),
        ("a/b; name*=%ff", {"name": "ÿ"}),
        ('a/b; x="a;b\\"c"; y=d', {"x": 'a;b"c', "y": "d"}),
        ('a/b; x="never closed; y=d', {"x": "never closed; y=d"}),
        ("a/b; ; =; x", {}),
    ],
)
def test_parameters(told: str, parameters: dict[str, str]) -> None:
    assert valued(told, 4_000).parameters == parameters


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\r\r\n"])
@pytest.mark.parametrize(
    "odd",
    [
        "by b with SMTP id 1",
        ">From ann",
        "From ann Sat",
        "X Blank: y",
        ": y",
        "\u00dc: y",
        "\0",
        "\0\0: x",
        "   ",
        "\t",
        " \n\t",
    ],
)
@pytest.mark.parametrize("place", [0, 1, 2, 3])
def test_only_an_empty_line_ends_the_header(place: int, odd: str, end: str) -> None:
    lines = ["Received: a", "From: ann@x", "To: b@x"]
    lines[place:place] = odd.split("\n")
    letter = read_letter(end.join([*lines, "", "march york", "", "levy"]).encode())
    assert (letter.sender, letter.recipients) == ("ann@x", ("b@x",))
    assert letter.text.split() == ["march", "york", "levy"]


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"From: ann@x\nmarch york\nlevy", "march york\nlevy"),
        (b"From: ann@x\nmarch york\nlevy\n\n\n", "march york\nlevy\n\n\n"),
        (b"From: ann@x\n \nmarch york\n\nlevy", "march york\n\nlevy"),
        (b"From: ann@x\nmarch york\n\nlevy", "levy"),
        (b"From: ann@x\n", ""),
        (b"From: ann@x\nContent-Type: text/plain", ""),
        (b"\xef\xbb\xbfFrom: ann@x\n\nmarch york", "march york"),
        (b"Received: y\n\xef\xbb\xbfFrom: ann@x\n\nmarch york", "march york"),
    ],
)
def test_where_the_body_begins(raw: bytes, text: str) -> None:
    letter = read_letter(raw)
    assert (letter.sender, letter.text) == ("ann@x", text)
    assert read_letter(raw.replace(b"\n", b"\r\n")).text == text


def test_a_header_block_is_read_up_to_its_limit_and_the_body_behind_it() -> None:
    raw = b"From: ann@x\n" + b"X-Filler: y\n" * 10_000 + b"Subject: late\n\nmarch york\n"
    letter = read_letter(raw)
    assert (letter.sender, letter.subject, letter.text.strip()) == ("ann@x", "", "march york")


def test_the_header_alone_tells_the_same() -> None:
    raw = b"From: ann@x\nTo: b@x\nSubject: s\nMessage-ID: <a@b>\nReferences: <c@d>\nPrecedence: bulk\n\n" + b"x" * 100_000
    whole, header = read_letter(raw), read_header(raw[:200])
    for name in ("message_id", "sender", "recipients", "subject", "references", "date", "automatic"):
        assert getattr(whole, name) == getattr(header, name)
    assert (header.text, header.lines) == ("", ())
