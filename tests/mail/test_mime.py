"""The letter museum, and what we write ourselves."""

import logging
import tomllib
from dataclasses import replace
from datetime import UTC, datetime
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.letter import Attachment, Draft, Inline, OrderLine
from pbem.mail.mime import FORM_BEGIN, FORM_END, copy_letter, read_letter, write_letter

MUSEUM = Path(__file__).parent.parent / "letters"
EXPECTED: dict[str, dict[str, Any]] = tomllib.loads((MUSEUM / "expected.toml").read_text(encoding="utf-8"))
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


def museum_letter(name: str) -> bytes:
    return (MUSEUM / f"{name}.eml").read_bytes()


def test_every_letter_of_the_museum_is_described() -> None:
    assert sorted(EXPECTED) == sorted(path.stem for path in MUSEUM.glob("*.eml"))


@pytest.mark.parametrize("name", EXPECTED)
def test_museum(name: str, caplog: pytest.LogCaptureFixture) -> None:
    expected = {"sender": "anna@example.net", "automatic": False, "bounce_of": [], "attachments": 0, **EXPECTED[name]}
    with caplog.at_level(logging.ERROR):
        letter = read_letter(museum_letter(name))
    assert not [record for record in caplog.records if record.name.startswith("pbem")]
    assert [f"{line.number}: {line.text}" for line in letter.lines] == expected.pop("lines"), expected.pop("why")
    assert letter.message_id.endswith(expected.pop("message_id", ">"))
    found = {key: getattr(letter, key) for key in expected if key != "why"}
    plain = {key: list(value) if isinstance(value, tuple) else value for key, value in found.items()}
    assert plain == {key: value for key, value in expected.items() if key != "why"}


def test_headers_of_an_ordinary_reply() -> None:
    letter = read_letter(museum_letter("top_post"))
    assert letter.message_id == "<top_post@example.net>"
    assert letter.sender_name == "Anna Example"
    assert letter.recipients == ("moderator+k7token@example.org",)
    assert letter.references == ("<towton-7.york.12.aa@example.org>",)
    assert letter.date is not None
    assert letter.date.isoformat() == "2025-05-12T08:00:00+00:00"


def test_a_missing_message_id_is_the_same_for_the_same_bytes() -> None:
    raw = museum_letter("message_id_missing")
    assert read_letter(raw).message_id == read_letter(raw).message_id
    assert read_letter(raw).message_id != read_letter(raw + b"\n").message_id


def test_references_are_newest_first() -> None:
    raw = b"In-Reply-To: <c@x>\nReferences: <a@x> <b@x>\n <c@x>\n\n"
    assert read_letter(raw).references == ("<c@x>", "<b@x>", "<a@x>")


@given(st.binary(max_size=400))
def test_no_bytes_are_too_strange(raw: bytes) -> None:
    assert read_letter(raw).message_id.startswith("<")


@given(st.sampled_from(sorted(EXPECTED)), st.integers(0, 3000), st.binary(max_size=40))
def test_no_damage_to_a_letter_is_too_much(name: str, at: int, damage: bytes) -> None:
    raw = museum_letter(name)
    letter = read_letter(raw[:at] + damage + raw[at + len(damage) :])
    assert all(line.text and line.number > 0 for line in letter.lines)


@given(st.lists(st.from_regex(r"[a-z]{3,9} [a-z]{3,9}", fullmatch=True), min_size=1, max_size=8))
def test_a_form_sent_back_under_quote_marks_gives_its_lines(orders: list[str]) -> None:
    quoted = "\n".join(f"> {line}" for line in ["Report", FORM_BEGIN, *orders, FORM_END])
    letter = read_letter(f"From: a@x\n\n{quoted}\n".encode())
    assert letter.lines == tuple(OrderLine(number, text) for number, text in enumerate(orders, 1))


@pytest.mark.parametrize("raw", [b"From: " + b"(" * 20000, b"Content-Type: message/rfc822\n\n" * 3000])
def test_a_letter_that_breaks_the_parser_is_logged_and_never_answered(raw: bytes, caplog: pytest.LogCaptureFixture) -> None:
    letter = read_letter(raw)
    assert letter.automatic
    assert not letter.lines
    assert "unreadable letter" in caplog.text


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
    letter = read_letter(write_letter(DRAFT, "moderator@example.org", DATE))
    assert letter.references == ("<letter@example.net>", *reversed(DRAFT.references))
    assert [line.text for line in letter.lines] == ["march york"]
    assert letter.automatic


def test_a_line_break_in_an_address_is_refused() -> None:
    with pytest.raises(ValueError, match=r"linefeed|carriage"):
        write_letter(DRAFT, "moderator@example.org\nBcc: all@example.org", DATE)
