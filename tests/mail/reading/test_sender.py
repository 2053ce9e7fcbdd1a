"""From whom a letter is, where a From can be read in two ways."""

from __future__ import annotations

import pytest

from pbem.mail.reading import read_header


def sender(value: str) -> str:
    return read_header(f"From: {value}\r\n\r\n".encode()).sender


def doubt(*lines: str) -> str:
    return read_header("\r\n".join([*lines, "Subject: orders", "", ""]).encode()).doubt


@pytest.mark.parametrize(
    "value",
    [
        "ann@x.test",
        "Ann <ann@x.test>",
        '"Archer, Ann" <ann@x.test>',
        '"ann@x.test" <ann@x.test>',
        "ann@x.test <ann@x.test>",
        "=?utf-8?Q?J=C3=BCrgen?= <ann@x.test>",
        "Ann (at home) <ann@x.test>",
        "ann@x.test (Archer, Ann)",
        "Archer, Ann <ann@x.test>",
        "Ann @ home <ann@x.test>",
        "Ann Smith [YORK/ WEST:] <ann@x.test>",
        "York: Ann <ann@x.test>",
        "Ann; Queen <ann@x.test>",
        "Dr. A. Smith, M.D. <ann@x.test>",
        '"Ann <ann@x.test>',
        'Ann "the Queen <ann@x.test>',
        "Ann :) <ann@x.test>",
        "Ann (York <ann@x.test>",
        "<<ann@x.test>>",
        "Ann <ann@x.test>>",
        "Ann <mailto:ann@x.test>",
        "Ann <ann@x.test> [York]",
        "Ann <ann@x.test> (York (the white one))",
        "Ann <ann@x.test>,",
        "ann@x.test;",
        "'ann@x.test' <ann@x.test>",
        "Ann (he/him) [A: B; C] <ann@x.test>",
        "Ann <ann@x.test>, <Ann@x.test>",
        "Ann <SMTP:ann@x.test>",
        "=?utf-8?Q?Ann,_Queen:_(York?= <ann@x.test>",
        "=?utf-8?B?QW5uIFtZT1JLOl0=?= <Ann@X.test>",
        '"' + "@" * 1900 + '" <ann@x.test>',  # many seconds where the time grows with the cube of the length
    ],
)
def test_one_sender(value: str) -> None:
    assert doubt(f"From: {value}") == ""
    assert sender(value) == "ann@x.test"
    assert doubt(f"From: {value}", "Sender: list@y.test") == ""


def test_two_lines_with_the_same_sender_are_no_doubt() -> None:
    assert doubt("From: ann@x.test", "from: Ann <Ann@x.test>") == ""


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (["From: ann@x.test", "From: eve@y.test"], "several From lines"),
        (["From: ann@x.test", "from: ann@x.test, eve@y.test"], "several From lines"),
        (["From: ann@x.test", "From:"], "several From lines"),
        (["From: friends: Ann <ann@x.test>;"], "a group"),
        (["From: eve@y.test: Ann <ann@x.test>"], "another address in the name"),
        (["From: Ann <ann@x.test> eve@y.test"], "several addresses"),
        (["From: Ann <ann@x.test>, eve@y.test"], "several addresses"),
        (["From: Ann <ann@x.test>, ann@x.test"], "several addresses"),
        (["From: Ann [A: B; C] <ann@x.test>, <eve@y.test>"], "several addresses"),
        (["From: A: <eve@y.test>; <ann@x.test>"], "a group"),
        (['From: "Ann <ann@x.test>, eve@y.test'], "several addresses"),
        (['From: "eve@y.test <ann@x.test>'], "another address in the name"),
        (["From: =?utf-8?Q?<eve@y.test>?= <ann@x.test>"], "another address in the name"),
        (["From: =?utf-8?Q?Ann_<eve@y.test>?="], "no plain address"),
        (["From: [eve@y.test] <ann@x.test>"], "another address in the name"),
        (["From: <<ann@x.test> <eve@y.test>>"], "several addresses"),
        (["From: Ann (eve@y.test <ann@x.test>"], "another address in the name"),
        (["From: ann@x.test, eve@y.test"], "several addresses"),
        (["From: ann@x.test <eve@y.test>"], "another address in the name"),
        (['From: "ann@x.test" <eve@y.test>'], "another address in the name"),
        (["From: =?utf-8?Q?ann=40x.test?= <eve@y.test>"], "another address in the name"),
        (["From: friends: ann@x.test;"], "a group"),
        (["From: =?utf-8?Q?ann?=@x.test"], "no plain address"),
        (["From: ann(at home)@x.test"], "no plain address"),
        (["From: ann@x.test\x01"], "no plain address"),
        (["From: <ann@x.test> <eve@y.test>"], "several addresses"),
        (["From: <eve@y> ann@x.test"], "several addresses"),
        (["From: <ann@x.test,eve@y.test>"], "no plain address"),
        (["From: ann@x.test> <eve@y.test>"], "several addresses"),
        (["From: Ann <ann@x.test"], ""),
        (["From: Ann <ann@x.test> <ann@x.test>"], ""),
        (["From: eve@y.test <ann@x.test"], "a bracket"),
        (["From: Ann <ann@x.test eve@y.test"], "a bracket"),
        (["From: Ann <ann@x.test, eve@y.test>"], "no plain address"),
        (["From: eve@localhost <ann@x.test>"], "another address in the name"),
        (["From: ann@x.test\rFrom: eve@y.test"], "several From lines"),
        (["From: ann@x.test", "\ufeffFrom: eve@y.test"], "several From lines"),
        (["From: ann@x.test", "no field", "From : eve@y.test"], "several From lines"),
        (["From: ann@x.test", *["X: y"] * 1000, "From: eve@y.test"], "too long"),
        (["From: ann@x.test", "X: " + "y" * 65_536, "From: eve@y.test"], "too long"),
        (["To: ann@x.test"], "no From"),
        (["From: nobody"], "no plain address"),
    ],
)
def test_doubt(lines: list[str], why: str) -> None:
    assert why in doubt(*lines)
