"""What we write ourselves."""

from dataclasses import replace
from datetime import UTC, datetime
from email import message_from_bytes, policy
from typing import Any

import pytest

from pbem.mail.letter import Attachment, Draft, Inline
from pbem.mail.reading import read_letter
from pbem.mail.typed.orders import read_lines
from pbem.mail.typed.sent import sent_of
from pbem.mail.writing import copy_letter, with_reply_to, write_letter
from pbem.render.report import FORM_BEGIN, FORM_END

DATE = datetime(1461, 3, 29, 9, tzinfo=UTC)
DRAFT = Draft(
    to="Anna@example.net",
    subject="[towton-7 York T3]\nYour orders – jetzt",
    text=f"Märsche:\n{'x' * 2000}\n{FORM_BEGIN}\nmarch york\n{FORM_END}\n",
    html="<p>Märsche</p>",
    message_id=f"<towton-7.york.{'a' * 90}@example.org>",
    reply_to="moderator+k7token@example.org",
    in_reply_to="<letter@example.net>",
    references=tuple(f"<{number}.{'b' * 90}@example.org>" for number in range(12)),
)


def test_a_draft_is_a_correct_message() -> None:
    message = message_from_bytes(write_letter(DRAFT, "moderator@example.org", DATE), policy=policy.default)
    assert message["From"] == "moderator@example.org"
    assert message["Reply-To"] == "moderator+k7token@example.org"
    assert message["Subject"] == "[towton-7 York T3] Your orders – jetzt"
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["X-Pbem"] == "1"
    assert message["Message-ID"] == DRAFT.message_id
    assert message["Date"].datetime == DATE
    assert message.get_content_type() == "multipart/alternative"
    plain, html = message.iter_parts()
    assert plain.get_content().replace("\r\n", "\n") == DRAFT.text
    assert html.get_content().strip() == DRAFT.html


def test_pictures_are_related_to_the_alternatives_and_files_attached() -> None:
    picture, archive = (
        Inline("map.1@pbem", "map.png", b"\x89PNG"),
        Attachment("towton-7.json.gz", "application/gzip", b"\x1f\x8b"),
    )
    draft = replace(DRAFT, pictures=(picture,), attachments=(archive,), calendar="BEGIN:VCALENDAR\r\n")
    message = message_from_bytes(write_letter(draft, "moderator@example.org", DATE), policy=policy.default)
    assert message.get_content_type() == "multipart/mixed"
    related, calendar, attached = message.iter_parts()
    assert related["Content-Type"].params["type"] == "multipart/alternative"
    alternatives, shown = related.iter_parts()
    assert [part.get_content_type() for part in alternatives.iter_parts()] == ["text/plain", "text/html"]
    assert (shown["Content-ID"], shown.get_content_disposition(), shown.get_filename()) == (
        "<map.1@pbem>",
        "inline",
        "map.png",
    )
    assert (shown.get_content(), attached.get_content()) == (picture.png, archive.data)
    assert (calendar.get_filename(), attached.get_filename()) == ("deadline.ics", "towton-7.json.gz")
    assert message["Message-ID"] == DRAFT.message_id


def test_the_same_draft_gives_the_same_bytes() -> None:
    draft = replace(DRAFT, pictures=(Inline("map.1@pbem", "map.png", b"\x89PNG"),))
    first, second = (write_letter(draft, "moderator@example.org", DATE) for _ in range(2))
    assert first == second


def test_a_draft_survives_old_servers() -> None:
    raw = write_letter(DRAFT, "moderator@example.org", DATE)
    assert raw.isascii()
    assert max(map(len, raw.split(b"\r\n"))) <= 998
    assert b"\n" not in raw.replace(b"\r\n", b"")


def test_a_letter_sent_again_is_the_same_but_for_its_name_and_where_it_goes() -> None:
    raw = write_letter(DRAFT, "moderator@example.org", DATE)
    name = f"<{'a' * 200}@example.org>"
    copy = copy_letter(raw, "elsewhere@example.net", name, DATE)
    one, other = (message_from_bytes(each, policy=policy.default) for each in (raw, copy))
    assert [part.get_content() for part in other.iter_parts()] == [part.get_content() for part in one.iter_parts()]
    assert (other["To"], other["Message-ID"]) == ("elsewhere@example.net", name)
    assert f"Message-ID: {name}\r\n".encode() in copy
    kept = [[h for h in mail.items() if h[0] not in ("To", "Message-ID", "Date")] for mail in (one, other)]
    assert kept[0] == kept[1]
    assert b"\n" not in copy.replace(b"\r\n", b"")


def test_a_draft_is_read_back_and_seen_as_our_own() -> None:
    raw = write_letter(DRAFT, "moderator@example.org", DATE)
    letter = read_letter(raw)
    assert letter.references == ("<letter@example.net>", *reversed(DRAFT.references))
    assert sent_of(raw).orders == ("march york",)
    assert read_lines(letter, [sent_of(raw)]).form == "untouched"
    assert letter.automatic


@pytest.mark.parametrize("value", ["<a@b>\r\nCc: c@d", "<a@b>\rCc: c@d", "<\u00e9@b>", "<=?utf-8?Q?x?=@b>", "<a\0@b>"])
@pytest.mark.parametrize("field", ["message_id", "in_reply_to", "reply_to", "to", "references"])
def test_a_header_that_is_no_plain_ascii_on_one_line_is_refused(field: str, value: str) -> None:
    given: dict[str, Any] = {field: (value,) if field == "references" else value}
    with pytest.raises(ValueError, match="cannot be written"):
        write_letter(replace(DRAFT, **given), "box@example.org", DATE)


def test_a_letter_gets_its_address_when_it_is_sent() -> None:
    waiting = write_letter(
        replace(DRAFT, reply_to="box+seat@example.org", text="Reply-To: box+seat@example.org"), "box@example.org", DATE
    )
    sent = with_reply_to(waiting, "box+token@example.net")
    assert sent == waiting.replace(b"\r\nReply-To: box+seat@example.org", b"\r\nReply-To: box+token@example.net", 1)
    assert sent != waiting
    assert with_reply_to(sent, "box+another@example.net") == sent


def test_a_line_break_in_an_address_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot be written"):
        write_letter(DRAFT, "moderator@example.org\nBcc: all@example.org", DATE)
