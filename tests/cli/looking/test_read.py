"""`pbem letters read`: what would be read of letters in files; nothing is carried out."""

from __future__ import annotations

import json
from email.message import EmailMessage
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pbem.cli.app import app
from tests.support.owner import ANN, MODERATOR, Owner

RUNNER = CliRunner()
LETTERS = Path(__file__).parents[2] / "letters"
HEAD = "From: Ann <ann@example.test>\nTo: moderator@example.test\nMessage-ID: <1@example.test>\n"


@pytest.fixture
def letter(tmp_path: Path) -> Path:
    return tmp_path / "letter.eml"


def read(*arguments: str | Path) -> str:
    result = RUNNER.invoke(app, ["letters", "read", *map(str, arguments)])
    assert result.exit_code == 0, result.output
    return result.output


def as_json(*arguments: str | Path) -> dict[str, object]:
    (found,) = json.loads(read(*arguments, "--json"))
    assert isinstance(found, dict)
    return found


def test_orders_and_what_is_left_out(letter: Path) -> None:
    letter.write_text(f"{HEAD}\nNice move!\nmarch ely\n\n-- \nAnn\n")
    found = as_json(letter)
    assert (found["kind"], found["seat"]) == ("orders", "")
    assert found["orders"] == [{"number": 2, "text": "march ely", "quoted": False, "comment": "", "announced": ""}]
    assert {"text": "Nice move!", "why": "not an order"} in found["left_out"]  # type: ignore[operator]
    told = read(letter)
    assert f"{letter}: orders" in told.replace("\n", "")
    assert "march ely" in told


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("automatic", f"{HEAD}Auto-Submitted: auto-replied\n\nmarch ely\n"),
        ("bounce", (LETTERS / "bounce_dsn.eml").read_text()),
        ("empty", f"{HEAD}\n\n"),
        ("unreadable", f"{HEAD}\n-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----\n"),
    ],
)
def test_other_kinds(letter: Path, kind: str, text: str) -> None:
    letter.write_text(text)
    found = as_json(letter)
    assert found["kind"] == kind
    assert found["orders"] == []


def test_as_a_letter_to_a_game(owner: Owner, letter: Path) -> None:
    owner.open_game()
    owner.pbem("once")
    opening = owner.mail(ANN)
    quote = "\n".join(f"> {line}" for line in text_of(opening).splitlines())
    reply = f"From: {ANN}\nTo: {MODERATOR}\nMessage-ID: <1@x.test>\nIn-Reply-To: {opening['Message-ID']}\n\n"
    letter.write_text(f"{reply}give y32 richard\n\nOn Sunday X wrote:\n{quote}\n")
    (found,) = json.loads(owner.pbem("letters", "read", str(letter), "--game", "bosworth-1", "--json").output)
    assert (found["kind"], found["seat"], found["answers"]) == ("orders", "york", opening["Message-ID"])
    assert found["orders"] == [{"number": 1, "text": "give y32 richard", "quoted": False, "comment": "", "announced": ""}]
    letter.write_text(f"{reply}{quote}\n")
    (found,) = json.loads(owner.pbem("letters", "read", str(letter), "--game", "bosworth-1", "--json").output)
    assert (found["kind"], found["why"], found["orders"]) == ("empty", "the form came back untouched", [])
    assert "give" not in owner.pbem("log", "bosworth-1").output


def text_of(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content())
