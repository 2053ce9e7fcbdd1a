"""From whom a letter is, where a From can be read in two ways."""

from __future__ import annotations

import pytest

from pbem.mail.reading import read_header


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
        '"' + "@" * 1900 + '" <ann@x.test>',  # many seconds where the time grows with the cube of the length
    ],
)
def test_one_sender(value: str) -> None:
    assert doubt(f"From: {value}") == ""
    assert doubt(f"From: {value}", "Sender: list@y.test") == ""


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (["From: ann@x.test", "From: eve@y.test"], "several From lines"),
        (["From: ann@x.test", "from: ann@x.test"], "several From lines"),
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
        (["From: <ann@x.test"], "a bracket"),
        (["From: eve@localhost <ann@x.test>"], "another address in the name"),
        (["From: ann@x.test\rFrom: eve@y.test"], "several From lines"),
        (["From: ann@x.test", *["X: y"] * 1000, "From: eve@y.test"], "too long"),
        (["From: ann@x.test", "X: " + "y" * 65_536, "From: eve@y.test"], "too long"),
        (["To: ann@x.test"], "no From"),
        (["From: nobody"], "no plain address"),
    ],
)
def test_doubt(lines: list[str], why: str) -> None:
    assert why in doubt(*lines)
