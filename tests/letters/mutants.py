"""Letters of the museum, damaged: the same ones for the same seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

MUSEUM = sorted(path.read_bytes() for path in Path(__file__).parent.glob("*.eml"))

HOSTILE = (
    b"=?utf-7?Q?+2AA-?=", b"=?utf-8?b?7aCA?=", b"=?x?q?=0D=0ABcc:_a@x?=", b"\xe2\x80\xae", b"\0", b"\r", b"\n", b"\r\n\r\n",
    b"\xff\xfe", b"\xef\xbb\xbf", "\u0301".encode() * 40, b"(" * 300, b"\"\\", b"<" * 50, b">" * 50, b"--b1\n", b"--b1--\n",
    b"Content-Type: multipart/mixed; boundary=b1\n", b"Content-Type: message/rfc822\n\n", b"Content-Type: text/html\n",
    b"Content-Transfer-Encoding: base64\n", b"Content-Transfer-Encoding: quoted-printable\n", b"; charset=utf-7",
    b"; charset=zlib", b"; charset=utf-16", b"; name*0*=utf-7''%2b2AA-; name*1*=x", b"; boundary*0=b; boundary*1=1",
    b"Return-Path: <>\n", b"From: mailer-daemon@x\n", b"Date: Mon, 1 Jan 0001 00:00:00 +9999\n", b"X-Pbem: 1\n",
    b"Message-ID: <\xff@x>\n", b"Message-ID: =?utf-8?q?<a@b>?=\n", b"To: \"" + b"a" * 300 + b"@x\n",
    b"&#xD800;", b"&#1114112;",
    b"<blockquote>" * 30, b"<s>", b"<table><tr><td>", b"<!--", b"<style>", b"<div style='display:none'>", b"<a b=\"",
    b"-----BEGIN PGP SIGNED MESSAGE-----\n", b"-----BEGIN PGP MESSAGE-----\n", b"begin 644 x\n", b"Thanks,\n" * 30,
    b"Content-Type: message/delivery-status\n\nAction: failed\nFinal-Recipient: rfc822; a@x\n\n", b"METHOD:REPLY\n",
)  # fmt: skip


def mutants(seed: int, count: int) -> Iterator[bytes]:
    """`count` letters of the museum, each damaged in up to eight ways."""
    chance = random.Random(seed)  # noqa: S311 - for tests
    for _ in range(count):
        yield damaged(chance.choice(MUSEUM), chance)


def damaged(letter: bytes, chance: random.Random) -> bytes:
    """A letter damaged in up to eight ways."""
    for _ in range(chance.randint(1, 8)):
        letter = chance.choice(WAYS)(letter, chance)
    return letter


def _flip(letter: bytes, chance: random.Random) -> bytes:
    damaged = bytearray(letter)
    for _ in range(min(len(damaged), chance.randint(1, 10))):
        damaged[chance.randrange(len(damaged))] = chance.randrange(256)
    return bytes(damaged)


def _cut_off(letter: bytes, chance: random.Random) -> bytes:
    return letter[: chance.randint(0, len(letter))]


def _cut_out(letter: bytes, chance: random.Random) -> bytes:
    start, end = sorted(chance.choices(range(len(letter) + 1), k=2))
    return letter[:start] + letter[end:]


def _repeat(letter: bytes, chance: random.Random) -> bytes:
    start, end = sorted(chance.choices(range(len(letter) + 1), k=2))
    return (letter[:end] + letter[start:end] * chance.randint(1, 5) + letter[end:])[:100_000]


def _swap_lines(letter: bytes, chance: random.Random) -> bytes:
    lines = letter.split(b"\n")
    one, other = chance.choices(range(len(lines)), k=2)
    lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


def _insert(letter: bytes, chance: random.Random) -> bytes:
    at = chance.randint(0, len(letter))
    return letter[:at] + chance.choice(HOSTILE) + letter[at:]


def _insert_line(letter: bytes, chance: random.Random) -> bytes:
    lines = letter.split(b"\n")
    lines.insert(chance.randint(0, len(lines)), chance.choice(HOSTILE))
    return b"\n".join(lines)


def _enclose(letter: bytes, chance: random.Random) -> bytes:
    """The letter as a part of another."""
    kind = chance.choice([b"mixed", b"alternative", b"signed", b"report", b"encrypted"])
    header = b"From: a@x\nContent-Type: multipart/" + kind + b"; boundary=b9\n\n"
    return header + b"--b9\n" + letter + b"\n--b9\nContent-Type: text/html\n\n<p>x\n--b9--\n"


WAYS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    _flip, _cut_off, _cut_out, _repeat, _swap_lines, _insert, _insert, _insert_line, _insert_line, _enclose,
)  # fmt: skip
