"""The letter museum: what is read from each letter."""

import logging
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.letter import Letter, OrderLine
from pbem.mail.reading import read_letter
from pbem.mail.typed.orders import LineSigns, TextFacts, read_orders
from pbem.mail.typed.sent import Sent, form_in
from pbem.render.report import FORM_BEGIN, FORM_END

MUSEUM = Path(__file__).parents[2] / "letters"
EXPECTED: dict[str, dict[str, Any]] = tomllib.loads((MUSEUM / "expected.toml").read_text(encoding="utf-8"))

ORDINARY: dict[str, Any] = {
    "sender": "anna@example.net",
    "automatic": False,
    "vacation": False,
    "bounce_of": [],
    "bounced_ids": [],
    "attachments": 0,
    "source": "plain",
    "unreadable": "",
    "struck": [],
}


REPORT = f"Turn 3, Summer 1459.\nIt is York's card.\n\n{FORM_BEGIN}\n# One order a line.\nmarch york\npass\n{FORM_END}\n"
SENT = (Sent(REPORT, form_in(REPORT), ("[towton-7] your orders", "moderator@example.org", "anna@example.net")),)
"""The mail that the letters of the museum answer."""
ORDER_WORDS = ("march", "levy", "pass", "tax")


def orders_of(letter: Letter) -> tuple[OrderLine, ...]:
    return read_orders(letter.text, SENT, LineSigns(ORDER_WORDS), TextFacts(letter.struck)).lines


def museum_letter(name: str) -> bytes:
    return (MUSEUM / f"{name}.eml").read_bytes()


def test_every_letter_of_the_museum_is_described() -> None:
    assert sorted(EXPECTED) == sorted(path.stem for path in MUSEUM.glob("*.eml"))


@pytest.mark.parametrize("name", EXPECTED)
def test_museum(name: str, caplog: pytest.LogCaptureFixture) -> None:
    expected = {**ORDINARY, **EXPECTED[name]}
    with caplog.at_level(logging.ERROR):
        letter = read_letter(museum_letter(name))
    assert not [record for record in caplog.records if record.name.startswith("pbem")]
    assert [f"{line.number}: {line.text}" for line in orders_of(letter)] == expected.pop("lines"), expected.pop("why")
    assert letter.message_id.endswith(expected.pop("message_id", ">"))
    found = {key: getattr(letter, key) for key in expected if key != "why"}
    plain = {key: list(value) if isinstance(value, tuple) else value for key, value in found.items()}
    plain["automatic"] = bool(plain["automatic"])
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


def test_a_message_id_in_encoded_words_names_its_letter_too() -> None:
    raw = b"In-Reply-To: =?utf-8?q?=3Ca=2Eb=40x?=\n =?utf-8?q?=2Etest=3E?=\n"
    raw += b"References: =?utf-8?q?=3Cc=40x=3E_=3Cd=40x=3E?=\n\n"
    assert read_letter(raw).references == ("<a.b@x.test>", "<d@x>", "<c@x>")


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
    assert all(line.text and line.number > 0 for line in orders_of(letter))


PROSE = "It is the first day of March, and the King has gone to London with all his Lords."
LINES = st.lists(st.from_regex(r"[a-z]{3,9} [a-z]{3,9}", fullmatch=True), min_size=1, max_size=8, unique=True)


def report_with(orders: list[str]) -> tuple[str, Sent]:
    text = "\n".join([PROSE, FORM_BEGIN, "# Which of them?", *orders, FORM_END])
    return text, Sent(text, form_in(text))


@given(LINES, st.sampled_from(["> ", "", "| ", ">> "]))
def test_a_form_that_comes_back_as_it_was_gives_no_order(orders: list[str], mark: str) -> None:
    text, sent = report_with(orders)
    found = read_orders("\n".join(f"{mark}{line}" for line in text.splitlines()), [sent])
    assert (found.lines, found.form) == ((), "untouched")
    assert found.form_lines == tuple(orders)


@given(LINES, st.sampled_from(["> ", "", "| "]), st.data())
def test_a_form_with_one_line_changed_gives_all_its_lines(orders: list[str], mark: str, data: st.DataObject) -> None:
    text, sent = report_with(orders)
    changed = data.draw(st.sampled_from(orders))
    back = "\n".join(f"{mark}{'pillage' if line == changed else line}" for line in text.splitlines())
    found = read_orders(back, [sent])
    assert [line.text for line in found.lines] == ["pillage" if line == changed else line for line in orders]
    assert found.form == "changed"


@given(LINES, LINES, st.sampled_from(["> ", "", "| "]))
def test_what_is_typed_above_our_mail_is_read_and_nothing_else(typed: list[str], orders: list[str], mark: str) -> None:
    text, sent = report_with(orders)
    back = "\n".join([*typed, "", *(f"{mark}{line}" for line in text.splitlines())])
    assert [line.text for line in read_orders(back, [sent]).lines] == typed


@pytest.mark.parametrize(
    ("typed", "orders"),
    [
        ("march york\nif round over 1", ["march york if round over 1"]),
        ("march york\nUnless round over 1", ["march york Unless round over 1"]),
        ("march york\nonly if round over 1", ["march york only if round over 1"]),
        ("march york if round over 1\nelse march ely", ["march york if round over 1 else march ely"]),
        ("march york\nif it fails: pass", ["march york", "if it fails: pass"]),
        ("if it fails: levy troops\nelse: pass", ["if it fails: levy troops", "else: pass"]),
        ("if it fails: levy troops\nelse go on", ["if it fails: levy troops", "else go on"]),
        ("if it fails: levy troops\notherwise levy carts", ["if it fails: levy troops", "otherwise levy carts"]),
        ("wenn es misslingt: levy troops\nsonst pass", ["wenn es misslingt: levy troops", "sonst pass"]),
        ("if it fails, levy troops\nelse, pass", ["if it fails, levy troops", "else, pass"]),
        ("parley ely\nif it fails levy troops", ["parley ely", "if it fails levy troops"]),
        ("march york\nif it does not: pass", ["march york", "if it does not: pass"]),
        ("march york\nif it does not attack anybody", ["march york if it does not attack anybody"]),
        ("march york\nif it doesn't cost more than 1 action", ["march york if it doesn't cost more than 1 action"]),
        ("march york\nif this works without a battle", ["march york if this works without a battle"]),
        (
            "tell Bob: if you stay: peace\notherwise I march to Ely",
            ["tell Bob: if you stay: peace otherwise I march to Ely"],
        ),
        ("parley ely\nif not, levy troops", ["parley ely", "if not, levy troops"]),
        ("intercept with york\nif not outnumbered", ["intercept with york if not outnumbered"]),
        ("march york\nif round over 1?", ["march york", "if round over 1?"]),
        ("do not\nmarch york", ["do not march york"]),
        ("march york if round over 1 and\nlevy troops under 2", ["march york if round over 1 and levy troops under 2"]),
        ("march york,\nlevy troops", ["march york,", "levy troops"]),
        (f"{'march york, ' * 6}ely,\npass", [f"{'march york, ' * 6}ely, pass"]),
        (f"{'march york, ' * 6}ely\npass", [f"{'march york, ' * 6}ely", "pass"]),
        ("card 1:\nlevy troops", ["card 1:", "levy troops"]),
        ("march york\n\nif round over 1", ["march york", "if round over 1"]),
    ],
)
def test_half_an_order_is_never_read_without_the_rest(typed: str, orders: list[str]) -> None:
    assert [line.text for line in read_orders(typed, signs=LineSigns(ORDER_WORDS)).lines] == orders


@pytest.mark.parametrize("line", ["Thanks, march York Kent", "Thank you, accept 4", "Cheers! pass", "Sincerely, levy York"])
def test_what_stands_behind_thanks_and_is_no_name_is_read(line: str) -> None:
    assert [each.text for each in read_orders(line, signs=LineSigns(ORDER_WORDS)).lines] == [line]
    above = read_orders(f"tax York\n{line}\nmarch Ely\n", signs=LineSigns(ORDER_WORDS))
    assert [each.text for each in above.lines] == ["tax York", line, "march Ely"]
    named = read_orders("tax York\nThanks, Ann B. March\n", signs=LineSigns(ORDER_WORDS))
    assert [each.text for each in named.lines] == ["tax York"]
