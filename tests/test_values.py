"""One definition of each value: what it lets in can leave, and what stands from before leaves in a form that fits."""

from __future__ import annotations

from contextlib import suppress
from email import message_from_bytes, policy

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from pbem import values
from pbem.mail.letter import Draft
from pbem.mail.writing import write_letter
from pbem.moderator.core.desk import Player
from pbem.store.archive.values import Address, Line, MessageId, Name, Text
from pbem.values import BadValue
from tests.support.conversation import NOON
from tests.support.hostile import ADDRESSES, BOX, TEXTS

ANY_TEXT = st.one_of(st.sampled_from(TEXTS), st.text(st.characters(codec=None), max_size=120))
FIELDS = "Auto-Submitted,Content-Type,Date,From,MIME-Version,Message-ID,Reply-To,Subject,To,X-Pbem"
LOCALS = st.text(st.sampled_from("ab.+-_'=?%é\"( \n\x00\ud800"), min_size=1, max_size=70)


@pytest.mark.parametrize("text", ADDRESSES)
def test_an_address_that_is_let_in_is_the_same_in_archives_and_mails(text: str) -> None:
    if values.is_address(text):
        assert values.address(text) == text == values.fitted_address(text)
        assert _recipient_of(text) == text
    else:
        with pytest.raises(BadValue, match=r"is not a plain mail address such as ann@example\.org: ") as refused:
            values.address(text)
        assert str(refused.value).isprintable()
    TypeAdapter(Address).validate_python(values.fitted_address(text))


def _recipient_of(address: str) -> str:
    raw = write_letter(Draft(address, "a subject", "text\n", None, "<1@example.test>", BOX), BOX, NOON)
    lines = [line for line in raw.split(b"\r\n") if line.startswith(b"To:")]
    assert len(lines) == 1
    return lines[0].removeprefix(b"To: ").decode()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a" * 65 + "@example.test", "it has 65 signs before the @, and 64 are the most"),
        ("ann@bücher.test", "write its domain as xn--bcher-kva.test"),
        ("änn@example.test", "letters other than a to z"),
        ("a(b)@x", "before the @ it can have letters, digits"),
        ("ann@example.test.", "behind the @ there must be a domain"),
        ("ann", "it needs a name, an @ and a domain"),
    ],
)
def test_what_is_wrong_with_an_address_is_told(text: str, told: str) -> None:
    with pytest.raises(BadValue) as refused:
        values.address(text)
    assert told in str(refused.value)


@given(local=LOCALS, domain=st.sampled_from(["example.test", "x", "a..b", "a.", "[::1]", "é.test", "b" * 64, ""]))
def test_every_address_is_let_in_everywhere_or_nowhere(local: str, domain: str) -> None:
    text = f"{local}@{domain}"
    assert values.is_address(values.fitted_address(text))
    if values.is_address(text):
        assert _recipient_of(text) == text


@given(ANY_TEXT)
def test_names_reasons_and_texts_leave(text: str) -> None:
    TypeAdapter(Name).validate_python(values.fitted_name(text))
    TypeAdapter(Text).validate_python(values.fitted_text(text))
    TypeAdapter(Line).validate_python(values.one_line(text, values.MAX_TEXT))
    TypeAdapter(MessageId).validate_python(values.fitted_message_id(text))
    for make, kind in ((values.person_name, Name), (values.reason, Line)):
        with suppress(BadValue):
            TypeAdapter(kind).validate_python(make(text))
    assert values.is_name(values.fitted_name(text))


@given(ANY_TEXT)
def test_a_text_of_anybodys_in_a_mail_is_no_header(text: str) -> None:
    raw = write_letter(Draft(BOX, text, f"{text}\n", f"<p>{text}</p>", "<1@example.test>", BOX), BOX, NOON)
    mail = message_from_bytes(raw, policy=policy.default)
    assert ",".join(sorted(mail.keys())) == FIELDS
    assert "\n" not in str(mail["Subject"])


@pytest.mark.parametrize(
    ("text", "name", "address"),
    [
        ("Ann <ann@example.org>", "Ann", "ann@example.org"),
        ('"Lee, Ann" <ann@example.org>', "Lee, Ann", "ann@example.org"),
        (r'"Ann \"York\" Lee" <ann@example.org>', 'Ann "York" Lee', "ann@example.org"),
        ("Ann (York)<ann@example.org>", "Ann (York)", "ann@example.org"),
        (" ann@example.org ", "ann", "ann@example.org"),
        ("<ann@example.org>", "ann", "ann@example.org"),
    ],
)
def test_a_person_is_read_as_written(text: str, name: str, address: str) -> None:
    assert Player.read(text) == Player(name, address)


@pytest.mark.parametrize("text", ["Ann <a(b)@x>", "a@x.test, b@x.test", "Ann a@x.test", "Ann <a@x.test> <b@x.test>", "Ann"])
def test_what_names_no_one_person_is_refused(text: str) -> None:
    with pytest.raises(BadValue):
        Player.read(text)
