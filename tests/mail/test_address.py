"""Sub-addresses and keyed Message-IDs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.address import hash_of, hashes_in, hide_tokens, new_message_id, read_message_id, seat_address, tokens_in

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


def test_tokens_are_hidden_wherever_they_stand_and_a_hash_is_one_like_any_other() -> None:
    header = b"To: <Moderator+K7@Example.org>\r\nCc: moderator+sha256-00@example.org\r\n\r\n"
    raw = header + b"> moderator+k7@example.org, x+k7@y\r\n"
    hidden = hide_tokens(raw, BOX)
    assert b"k7@e" not in hidden.lower()
    assert b"x+k7@y" in hidden
    recipients = [f"moderator+sha256-{hash_of(token)}@example.org" for token in ("k7", "sha256-00")]
    assert all(recipient.encode() in hidden.lower() for recipient in recipients)
    assert hashes_in([*recipients, "moderator+k7@example.org", BOX], BOX) == (hash_of("K7"), hash_of("sha256-00"))


def test_hiding_takes_time_that_grows_no_faster_than_a_letter_and_gives_no_endless_one() -> None:
    raw = b"moderator+" * 100_000 + b"moderator+a@example.org " * 10_000
    assert len(hide_tokens(raw, BOX)) < len(raw) * 1.2


def test_an_address_that_begins_in_another_is_hidden_too() -> None:
    hidden = hide_tokens(b"b+x@a.b+sha256-00@a.b", "b@a.b")
    assert hidden == f"b+sha256-{hash_of('x')}@a.b+sha256-{hash_of('sha256-00')}@a.b".encode()
