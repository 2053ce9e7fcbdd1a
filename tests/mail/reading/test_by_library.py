"""A mail of ours is the message that the standard library makes of the same draft, to the byte."""

from base64 import encodebytes
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from email.message import EmailMessage
from hashlib import sha256
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.letter import Attachment, Draft, Inline
from pbem.mail.writing import WHOLE_LINES, _headers, write_letter

DATE = datetime(1461, 3, 29, 9, tzinfo=UTC)
BOX = "moderator@example.org"
DRAFT = Draft("anna@example.net", "Your move", "march york\n", None, "<towton-7.york@example.org>", "box+k7@example.org")


def by_library(draft: Draft, sender: str, date: datetime) -> bytes:
    """The same message made by the standard library."""
    message = body_of(draft)
    for name, value in _headers(draft, sender, date).items():
        message[name] = value
    if draft.calendar is not None:
        parts = {"method": draft.calendar_method}
        message.add_attachment(
            draft.calendar, subtype="calendar", params=parts, filename="deadline.ics", cte="quoted-printable"
        )
    for attached in draft.attachments:
        maintype, _, subtype = attached.type.partition("/")
        message.add_attachment(attached.data, maintype=maintype, subtype=subtype, filename=attached.name)
    for number, part in enumerate(part for part in message.walk() if part.is_multipart()):
        part.set_boundary(f"=={sha256(f'{draft.message_id} {number}'.encode()).hexdigest()[:32]}==")
    raw = message.as_bytes(policy=WHOLE_LINES)
    for picture in draft.pictures:
        raw = raw.replace(stand_in(picture), encodebytes(picture.png).rstrip().replace(b"\n", b"\r\n"), 1)
    return raw


def whole(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


def stand_in(picture: Inline) -> bytes:
    """A line in place of a picture, which the library would write in longer lines."""
    return f"=picture={sha256(picture.png).hexdigest()}=".encode()


def body_of(draft: Draft) -> EmailMessage:
    """Text, and HTML with its pictures if there is any."""
    body = EmailMessage(WHOLE_LINES)
    body.set_content(whole(draft.text), cte="quoted-printable")
    if draft.html is not None:
        body.add_alternative(whole(draft.html), subtype="html", cte="quoted-printable")
    if not draft.pictures:
        return body
    related = EmailMessage(WHOLE_LINES)
    related["Content-Type"] = f'multipart/related; type="{body.get_content_type()}"'
    del body["MIME-Version"]
    related.attach(body)
    for picture in draft.pictures:
        related.add_related(b"", "image", "png", cid=f"<{picture.cid}>", filename=picture.name, disposition="inline")
        (*_, part) = related.iter_parts()
        part.set_payload(stand_in(picture).decode() + "\n")
    related["MIME-Version"] = "1.0"
    return related


SUBJECTS = (
    *(
        "Your move",
        "  two  blanks\tand a tab ",
        "Märsche – jetzt",
        "x" * 400,
        "ä" * 299,
        "=?utf-8?b?eA==?=",
        "",
        "no\r\nCc: a@b",
    ),
    *(
        "Heinrich VI., König: \u2020",
        "a\ud800b",
        '"quoted" <x@y>',
        "[towton-7 York T3] Plantagenet Ia: " + "very long " * 20,
    ),
)
TEXTS = (
    *(
        "march york\n",
        "",
        "\n\n",
        "no end",
        "blank at the end \nand a tab\t\n ",
        "Märsche – ✓",
        "a\r\nb\rc\n",
        "a\ud800b",
        "\0\x1b",
    ),
    *(
        "x" * 997,
        "x" * 998,
        "x" * 999 + "\ny",
        "ä" * 500,
        "= =3D ==\n",
        ".\n..\n",
        "From me\n>From you\n",
        "\u2028 \x0b \x0c \x85\n",
    ),
)
PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 3
PICTURES = (
    (),
    (Inline("map.1@pbem", "map.png", PNG),),
    (
        Inline("map.1@pbem", "map.png", PNG),
        Inline("closeup.2@pbem", "closeup.png", PNG[:57]),
        Inline("c@pbem", "c.png", b""),
    ),
)
FILES = (
    (),
    (Attachment("towton-7.json.gz", "application/gzip", b"\x1f\x8b" * 1000),),
    (Attachment("aid.txt", "text/plain", "Märsche\n".encode()), Attachment("Märsche.pdf", "application/pdf", b"")),
)
REFERENCES = ((), ("<a@b>",), tuple(f"<{number}.{'b' * 90}@example.org>" for number in range(12)))
ADDRESSES = (
    "a@b",
    "anna.o'hara+x=y@sub.example.net",
    "Anna Bauer <anna@example.net>",
    '"Bauer, A." <a@b>',
    f"{'a' * 64}@{'b' * 60}.org",
)


def same(draft: Draft, sender: str = BOX, date: datetime = DATE) -> bool:
    return write_letter(draft, sender, date) == by_library(draft, sender, date)


def shapes() -> Iterator[Draft]:
    """Every way that a mail is put together."""
    for html, pictures, files, calendar in product(
        (None, "<p>Märsche</p>"), PICTURES, FILES, (None, "BEGIN:VCALENDAR\r\nX:ü\r\n")
    ):
        yield replace(DRAFT, html=html, pictures=pictures, attachments=files, calendar=calendar, calendar_method="REQUEST")


@pytest.mark.parametrize("draft", list(shapes()))
def test_parts_are_put_together_alike(draft: Draft) -> None:
    assert same(draft)


@pytest.mark.parametrize("subject", SUBJECTS)
def test_subjects_are_written_alike(subject: str) -> None:
    assert same(replace(DRAFT, subject=subject))


@pytest.mark.parametrize("text", TEXTS)
def test_texts_are_encoded_alike(text: str) -> None:
    assert same(replace(DRAFT, text=text))
    assert same(replace(DRAFT, html=text, pictures=PICTURES[1]))


@pytest.mark.parametrize("address", ADDRESSES)
def test_addresses_are_written_alike(address: str) -> None:
    assert same(replace(DRAFT, to=address, reply_to=address), address)


@pytest.mark.parametrize("references", REFERENCES)
@pytest.mark.parametrize("message_id", ["<a@b>", f"<towton-7.york.{'a' * 90}@example.org>", f"<{'a' * 990}@b>"])
def test_threads_are_written_alike(references: tuple[str, ...], message_id: str) -> None:
    draft = replace(DRAFT, references=references, in_reply_to=references[0] if references else None, message_id=message_id)
    assert same(
        replace(draft, auto_submitted="auto-replied"), date=DATE.astimezone(timezone(timedelta(hours=5, minutes=30)))
    )


@given(st.text(), st.text(), st.text())
def test_whatever_is_written_is_written_alike(subject: str, text: str, html: str) -> None:
    assert same(replace(DRAFT, subject=subject, text=text, html=html))
