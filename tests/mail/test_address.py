"""Sub-addresses and keyed Message-IDs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.address import new_message_id, read_message_id, seat_address, tokens_in

SECRET = b"a secret of sixteen"
BOX = "moderator@example.org"


def test_a_token_is_found_in_the_address_made_for_it() -> None:
    assert seat_address(BOX, "k7token") == "moderator+k7token@example.org"
    assert tokens_in([seat_address(BOX, "k7token")], BOX) == ("k7token",)


def test_case_and_order_and_repetition() -> None:
    recipients = ["Moderator+B@Example.org", "x@example.org", "moderator+a@example.org", "MODERATOR+b@EXAMPLE.ORG"]
    assert tokens_in(recipients, "Moderator@Example.Org") == ("b", "a")


@pytest.mark.parametrize(
    "stranger",
    ["moderator@example.org", "moderator+@example.org", "other+t@example.org", "moderator+t@evil.org", "+t@example.org",
     "moderator+t@example.org.evil.org", "xmoderator+t@example.org", "moderator+t@exampleXorg", ""],
)  # fmt: skip
def test_only_our_own_mailbox_counts(stranger: str) -> None:
    assert tokens_in([stranger], BOX) == ()


@pytest.mark.parametrize("mailbox", ["moderator", "@example.org", "moderator@"])
def test_a_mailbox_must_be_an_address(mailbox: str) -> None:
    with pytest.raises(ValueError, match="not a mail address"):
        seat_address(mailbox, "t")


def test_message_id_looks_like_one() -> None:
    made = new_message_id(SECRET, "example.org", "towton-7", "york", "12")
    assert made.startswith("<towton-7.york.12.")
    assert made.endswith("@example.org>")


@given(st.lists(st.text(), min_size=1, max_size=5))
def test_any_parts_come_back(parts: list[str]) -> None:
    made = new_message_id(SECRET, "example.org", *parts)
    assert made.isascii()
    assert not set(made[1:-1]) & set(' <>()[]\\,;:"\t\r\n')
    assert ".." not in made
    assert read_message_id(SECRET, made) == tuple(parts)


@given(st.integers(1, 200), st.characters(codec="utf-8"))
def test_no_changed_message_id_is_believed(at: int, character: str) -> None:
    made = new_message_id(SECRET, "example.org", "towton-7", "york", "12")
    host = made.index("@")
    at = at % host
    forged = made[:at] + character + made[at + 1 :]
    assert read_message_id(SECRET, forged) == (("towton-7", "york", "12") if forged == made else None)


@pytest.mark.parametrize("text", ["", "<>", "<a@b>", "<towton-7.york.12@example.org>", "not an id"])
def test_strangers_message_ids(text: str) -> None:
    assert read_message_id(SECRET, text) is None


def test_another_secret_does_not_fit() -> None:
    made = new_message_id(SECRET, "example.org", "g", "s", "1")
    assert read_message_id(b"another", made) is None
    assert read_message_id(SECRET, made.replace("example.org", "evil.org")) is None
