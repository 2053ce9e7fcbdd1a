"""What a mail of ours says is read without parsing its pictures; pictures are set into it without its generator."""

from __future__ import annotations

from dataclasses import replace
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest

from pbem.mail.letter import Attachment, Inline
from pbem.mail.typed.sent import sent_of
from pbem.mail.writing import write_letter
from tests.mail.test_writing import DATE, DRAFT

TEXT = "Dear Ann\r\n=picture=\r\n--==0123==--\r\nContent-Type: image/png\r\n"
FORM = "---- orders ----\r\ndone\r\n---- end of orders ----\r\n"
PICTURE = Inline("map@pbem", "map.png", bytes(range(256)) * 300)


def said(raw: bytes) -> tuple[str, str]:
    """Text and HTML, the whole mail parsed."""
    message = message_from_bytes(raw, policy=policy.default)
    assert isinstance(message, EmailMessage)
    plain, html = message.get_body(("plain",)), message.get_body(("html",))
    assert plain is not None
    assert html is not None
    return plain.get_content(), html.get_content()


@pytest.mark.parametrize("pictures", [(), (PICTURE,), (PICTURE, replace(PICTURE, cid="other@pbem", png=b"x"))])
def test_a_mail_says_the_same_with_pictures_behind_it_and_a_file(pictures: tuple[Inline, ...]) -> None:
    file = Attachment("game.json", "application/json", b"{}" * 1000)
    draft = replace(DRAFT, text=TEXT + FORM, html="<p>Dear Ann</p>", pictures=pictures, attachments=(file,))
    raw = write_letter(draft, "moderator@example.org", DATE)
    text, html = said(raw)
    assert (text.split(), html.strip()) == ((TEXT + FORM).split(), "<p>Dear Ann</p>")
    assert sent_of(raw).texts == (text, "Dear Ann")
    assert sent_of(raw).form == ("done",)


@pytest.mark.parametrize("length", [1, 56, 57, 58, 114, 5_000])
def test_pictures_come_as_the_library_would_write_them(length: int) -> None:
    picture = Inline("map@pbem", "map.png", bytes(each % 251 for each in range(length)))
    draft = replace(DRAFT, html="<p>x</p>", pictures=(picture, replace(picture, cid="twin@pbem")))
    raw = write_letter(draft, "moderator@example.org", DATE)
    message = message_from_bytes(raw, policy=policy.default)
    shown = [part for part in message.walk() if part.get_content_type() == "image/png"]
    assert [part.get_payload(decode=True) for part in shown] == [picture.png] * 2
    whole = EmailMessage(policy.SMTP)
    whole.set_content(picture.png, "image", "png")
    assert raw.count(bytes(whole).partition(b"\r\n\r\n")[2].rstrip()) == 2
    assert b"=picture=" not in raw
