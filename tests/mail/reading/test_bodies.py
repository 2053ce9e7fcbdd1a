"""Which part of a letter is read, and what its bytes say."""

from __future__ import annotations

import base64
from email.message import EmailMessage

import pytest

from pbem.mail.letter import Letter
from pbem.mail.reading import read_letter
from pbem.mail.writing import write_letter
from tests.mail.test_writing import DATE, DRAFT

HEAD = b"From: ann@x\nMessage-ID: <a@b>\n"


def of(kind: str, body: bytes | str, *fields: str) -> bytes:
    """A part, or a letter's body with its header."""
    head = "\n".join([f"Content-Type: {kind}", *fields]).encode()
    return head + b"\n\n" + (body.encode() if isinstance(body, str) else body)


def many(kind: str, *parts: bytes) -> bytes:
    """A multipart, of which the boundary is its own kind."""
    name = kind.replace("/", "-").partition(";")[0]
    inner = b"".join(b"--" + name.encode() + b"\n" + part + b"\n" for part in parts)
    return of(f"{kind}; boundary={name}", inner + f"--{name}--\n".encode())


def read(content: bytes, subject: str = "Re: [towton-7 York T3] Your orders") -> Letter:
    """The letter with this content."""
    return read_letter(HEAD + f"Subject: {subject}\n".encode() + content)


PLAIN = of("text/plain", "march york\n")
HTML = of("text/html", "<p>march ely</p>")
FILE = of("text/plain", "levy troops\n", 'Content-Disposition: attachment; filename="orders.txt"')
DOCUMENT = of("application/msword", "x", 'Content-Disposition: attachment; filename="orders.doc"')


@pytest.mark.parametrize(
    ("content", "text", "source", "attachments"),
    [
        (PLAIN, "march york", "plain", 0),
        (HTML, "march ely", "html", 0),
        (many("multipart/alternative", PLAIN, HTML), "march york", "plain", 0),
        (many("multipart/alternative", of("text/plain", " \n"), HTML), "march ely", "html", 0),
        (many("multipart/mixed", PLAIN, FILE), "march york", "plain", 1),
        (many("multipart/mixed", HTML, FILE), "march ely", "html", 1),
        (many("multipart/mixed", of("text/plain", "\n\n"), FILE), "levy troops", "attachment", 1),
        (many("multipart/mixed", DOCUMENT, FILE), "levy troops", "attachment", 2),
        (of("application/octet-stream; name=orders.TXT", "pass"), "pass", "attachment", 1),
        (of("text/plain; name=orders.txt", "pass", "Content-Disposition: inline"), "pass", "attachment", 1),
        (many("multipart/mixed", HTML, of("text/plain", "-- \nA list")), "march ely\n-- \nA list", "plain", 0),
        (many("multipart/signed", PLAIN, of("application/pgp-signature", "x")), "march york", "plain", 1),
        (many("multipart/mixed", of("message/rfc822", PLAIN)), "", "", 1),
        (many("multipart/mixed", DOCUMENT), "", "", 1),
        (of("text", "pass"), "pass", "plain", 0),
        (of("/;;=", "pass"), "pass", "plain", 0),
        (of("text/plain", "<div>march</div>\n<div>pass</div>"), "march\npass", "html", 0),
        (
            many("multipart/alternative", PLAIN, many("multipart/mixed", HTML, DOCUMENT, HTML)),
            "march york",
            "plain",
            1,
        ),
    ],
)
def test_what_is_read(content: bytes, text: str, source: str, attachments: int) -> None:
    letter = read(content)
    assert (letter.text.strip(), letter.source, letter.attachments, letter.unreadable) == (text, source, attachments, "")


def test_the_html_beside_the_plain_text_is_there_to_compare_and_tells_what_is_struck_out() -> None:
    html = of("text/html", "<div>march york</div><div><s>levy troops</s></div><div>pass</div>")
    letter = read(many("multipart/alternative", of("text/plain", "march york\nlevy troops\npass\n"), html))
    assert letter.text.split() == ["march", "york", "levy", "troops", "pass"]
    assert letter.html == "march york\n\npass"
    assert letter.struck == ("levy troops",)
    assert read(HTML).html == ""


@pytest.mark.parametrize(
    ("subject", "text"),
    [
        ("march york", "march york"),
        ("Re: march york", "march york"),
        ("AW: WG: march york", "march york"),
        ("Re[2]: RE (3): 回复：march york", "march york"),
        ("SV: VS: Odp: Ynt: Отв: march york", "march york"),
        ("levy: muster York", "levy: muster York"),
        ("Re: [towton-7 York T3] Your orders", ""),
        ("[towton-7 York T3] Your orders", ""),
        ("", ""),
    ],
)
def test_a_letter_without_text_speaks_by_its_subject(subject: str, text: str) -> None:
    letter = read(of("text/plain", "\n \n"), subject)
    assert (letter.text, letter.source) == (text, "subject" if text else "")
    assert read(PLAIN, subject).source == "plain"


SEALED = "-----BEGIN PGP MESSAGE-----\nVersion: x\n\nhQEMA\n-----END PGP MESSAGE-----\n"


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (many("multipart/encrypted", of("application/pgp-encrypted", "Version: 1"), of("application/octet-stream", "x")),
         "encrypted"),
        (of("application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m", "x"), "encrypted"),
        (of("application/pkcs7-mime; smime-type=signed-data; name=smime.p7m", "x"), "signed in a way that is not read"),
        (of("text/plain", SEALED), "encrypted"),
        (many("multipart/mixed", of("application/ms-tnef; name=winmail.dat", "x")), "winmail.dat"),
        (many("multipart/mixed", of("application/octet-stream; name=winmail.dat", "x")), "winmail.dat"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_says_why(content: bytes, why: str) -> None:
    letter = read(content, "march york")
    assert (letter.unreadable, letter.text, letter.source, letter.lines) == (why, "", "", ())


def test_text_beside_something_sealed_is_read() -> None:
    letter = read(many("multipart/mixed", PLAIN, of("application/pkcs7-mime", "x")))
    assert (letter.text.strip(), letter.unreadable) == ("march york", "")


def test_clear_signed_text_is_taken_out_of_its_armour() -> None:
    armour = (
        "Hello\n-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\nmarch york\n- --- orders ---\n- - pass\n"
        "-----BEGIN PGP SIGNATURE-----\n\niQ\n-----END PGP SIGNATURE-----\nbelow\n"
    )
    assert read(of("text/plain", armour)).text == "Hello\nmarch york\n--- orders ---\n- pass\nbelow\n"


WORDS = "march château"


@pytest.mark.parametrize(
    ("raw", "charset"),
    [
        (WORDS.encode(), "utf-8"),
        (WORDS.encode(), "us-ascii"),
        (WORDS.encode(), "x-unknown"),
        (WORDS.encode("latin-1"), "utf-8"),
        (WORDS.encode("latin-1"), ""),
        (WORDS.encode("utf-8-sig"), "latin-1"),
        (WORDS.encode("utf-16"), "utf-8"),
        (WORDS.encode("utf-16-le"), "utf-16"),
        (WORDS.encode("utf-16-be"), "utf-16"),
        (WORDS.encode("utf-16-be"), ""),
        (WORDS.encode("utf-16-le"), "us-ascii"),
        (WORDS.encode("utf-32"), ""),
        (WORDS.encode("utf-32-be"), "utf-32"),
        (WORDS.encode("utf-32-le"), ""),
        (WORDS.encode("mac-roman"), "macintosh"),
        (WORDS.encode() + b"\xc3", "utf-8"),
        *((WORDS.encode(), name) for name in ("utf-7", "idna", "punycode", "zlib", "rot13", "hex", "unicode_escape", "uu")),
    ],
)
def test_charsets_that_are_told_and_that_are_not(raw: bytes, charset: str) -> None:
    kind = f"text/plain; charset={charset}" if charset else "text/plain"
    coded = of(kind, base64.b64encode(raw), "Content-Transfer-Encoding: base64")
    assert read(coded).text == WORDS
    assert read(of(kind, raw, "Content-Transfer-Encoding: binary")).text == WORDS


def test_base64_with_what_is_none_in_it() -> None:
    raw = base64.b64encode(b"march york!!")
    coded = of("text/plain", raw[:6] + b"\n ?*" + raw[6:], "Content-Transfer-Encoding: base64")
    assert read(coded).text == "march york!!"
    assert read(coded[:-1]).text == "march york!"


@pytest.mark.parametrize("text", [b"march york", b"march york 2", b"march york 12"])
def test_base64_without_the_signs_at_its_end_is_whole(text: bytes) -> None:
    coded = base64.b64encode(text).rstrip(b"=")
    assert read(of("text/plain", coded, "Content-Transfer-Encoding: base64")).text == text.decode()


@pytest.mark.parametrize("kind", ["application/text", "text/x-plain", "plain/text"])
def test_text_under_another_name(kind: str) -> None:
    assert read(of(kind, b"march york")).text == "march york"


def test_line_ends_of_every_kind_are_one() -> None:
    assert read(of("text/plain", "a\r\nb\rc\nd\x0be\x0cf\u2028g\x85h")).text == "a\nb\nc\nd\ne\nf\ng\nh"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_parts_are_told_whatever_the_line_ends_are(end: str) -> None:
    message = EmailMessage()
    message["From"] = "ann@x"
    message.set_content("march york\n")
    message.add_alternative("<p>x</p>", subtype="html")
    letter = read_letter(bytes(message).replace(b"\n", end.encode()))
    assert (letter.sender, letter.text.strip(), letter.html) == ("ann@x", "march york", "x")


def test_what_we_write_is_read_back() -> None:
    letter = read_letter(write_letter(DRAFT, "moderator@example.org", DATE))
    assert letter.text == DRAFT.text
    assert letter.html == "Märsche"
    assert letter.subject == "[towton-7 York T3] Your orders – jetzt"
