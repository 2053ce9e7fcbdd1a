"""docs/new_game.md: the game that stands there is built from the page, played at random and by letter, and fuzzed."""

from __future__ import annotations

import importlib
import re
import shlex
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import pbem.games
from pbem import resources
from pbem.cli.app import app
from pbem.engine.event import Event
from pbem.engine.game.atlas import TurnLabel
from pbem.engine.game.rules import Rules
from pbem.lab.play.random_games import play_at_random
from pbem.moderator.core.desk import Desk, Player
from pbem.moderator.core.setups import load_setup
from pbem.moderator.intake.moderating import moderate_all, take_in
from pbem.moderator.joining.opening import open_game
from pbem.render.report import FORM_BEGIN, FORM_END
from pbem.render.templates.page import Page
from pbem.store.database import Database
from pbem.store.mail import outbox
from tests.support.empty import empty_database

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "new_game.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(?:python|toml)\n# (\S+)\n(.*?)^```$", re.M | re.S)
SHELL = re.compile(r"^```sh\n(.*?)^```$", re.M | re.S)
REGISTRY = "pbem/games/__init__.py"
NOW = datetime(2026, 8, 22, 12, tzinfo=UTC)
PLAYERS = {"north": Player("Ann", "ann@example.test"), "south": Player("Bob", "bob@example.test")}


def build(root: Path) -> Path:
    """The project with the game of the page in it: links to all that is there, and the page's files."""
    for folder in ("pbem", "pbem/games", "scenarios", "templates"):
        (root / folder).mkdir(parents=True, exist_ok=True)
        for path in (ROOT / folder).iterdir():
            if path.name != "__pycache__" and not (root / folder / path.name).exists() and path.name != "games":
                (root / folder / path.name).symlink_to(path)
    for name in ("docs", "pyproject.toml"):
        (root / name).symlink_to(ROOT / name)
    for name, code in BLOCK.findall(TEXT):
        before = ""
        if name == REGISTRY:
            before = (ROOT / REGISTRY).read_text(encoding="utf-8")
            (root / name).unlink()
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(before + code, encoding="utf-8")
    return root


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game, built once."""
    return build(tmp_path_factory.mktemp("built"))


@pytest.fixture
def rules(root: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rules[Any]]:
    """The page's Rules, imported from there."""
    monkeypatch.setattr(pbem.games, "__path__", [*pbem.games.__path__, str(root / "pbem" / "games")])
    yield importlib.import_module("pbem.games.orchard.game").RULES
    for name in [name for name in sys.modules if name.startswith("pbem.games.orchard")]:
        del sys.modules[name]


def test_every_file_of_the_game_stands_on_the_page() -> None:
    names = [name for name, _ in BLOCK.findall(TEXT)]
    assert len(names) == len(set(names)) == 9
    assert TEXT.count("```") == 2 * (len(names) + len(SHELL.findall(TEXT)))


def test_it_is_played_at_random_to_its_end(rules: Rules[Any], root: Path) -> None:
    setup = load_setup(rules, "short", root / "scenarios")
    games = [play_at_random(rules, setup, seed) for seed in range(30)]
    assert all(game.over and game.state.year == 3 for game in games)
    assert {game.state.result["winner"] for game in games} >= {"north", "south"}
    assert {"sells", "visits"} <= {news.event.name for game in games for news in game.news}


class Letters:
    """A game by letter: players answer the newest mail they have."""

    def __init__(self, rules: Rules[Any], root: Path, folder: Path, templates: Path) -> None:
        self.db = Database.open(empty_database(folder / "test.sqlite"))
        self.desk = Desk(
            db=self.db,
            games={rules.name: rules},
            scenarios=root / "scenarios",
            page=Page(templates),
            mailbox="moderator@example.test",
            secret=b"s" * 16,
            now=lambda: NOW,
        )
        self.name = open_game(self.desk, rules.name, "short", PLAYERS, key=b"\x07" * 32).name

    def mails(self, seat: str) -> list[EmailMessage]:
        """What a player was sent, the newest last."""
        with self.db.reading() as session:
            rows = [row for row in outbox.due(session, NOW, 1000) if row.envelope_to == PLAYERS[seat].address]
        return [_message(row.raw) for row in rows]

    def text(self, seat: str) -> str:
        """The newest of them as text."""
        return _body(self.mails(seat)[-1])

    def write(self, seat: str, lines: str) -> str:
        """Answer the newest mail; gives the text of what comes back."""
        mails = self.mails(seat)
        letter = EmailMessage(policy=policy.SMTP)
        letter["From"], letter["To"], letter["Subject"] = PLAYERS[seat].address, self.desk.mailbox, "orders"
        letter["Message-ID"], letter["In-Reply-To"] = f"<{seat}-{len(mails)}@example.test>", mails[-1]["Message-ID"]
        letter.set_content(lines)
        take_in(self.desk, bytes(letter))
        moderate_all(self.desk)
        return self.text(seat)

    def asked(self) -> list[str]:
        """The seats that are asked something, by the newest mail that each has."""
        return [seat for seat in PLAYERS if "Your move:" in self.text(seat)]


def _message(raw: bytes) -> EmailMessage:
    message = message_from_bytes(raw, policy=policy.default)
    assert isinstance(message, EmailMessage)
    return message


def _body(message: EmailMessage) -> str:
    body = message.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def form(text: str) -> str:
    """The reply form as it stands."""
    return text.partition(FORM_BEGIN)[2].partition(FORM_END)[0]


def test_it_is_played_by_letter(rules: Rules[Any], root: Path, tmp_path: Path) -> None:
    game = Letters(rules, root, tmp_path, root / "templates")
    assert "How many of your 6 baskets do you pick early?" in game.text("north")
    assert "Coins: North 0, South 0" in game.text("north")
    assert "pick 3" in form(game.text("north"))
    refused = game.write("north", "pick 9")
    assert "(not carried out)" not in refused
    assert "# pick 9" in form(refused)
    game.write("north", "pick 4")
    assert "pick 4" not in game.text("south"), "a secret choice stays secret"
    assert "North picked 4 baskets early" in " ".join(game.write("south", "pick 2").split())
    while asked := game.asked():
        text = game.text(asked[0])
        game.write(asked[0], "visit the fair" if "Where do you go?" in text else "ok")
    for seat in PLAYERS:
        assert "The game is over" in game.text(seat)
        assert "All dice" in game.text(seat)
    game.db.close()


def test_the_last_report_of_a_game_with_turns_and_no_figures(rules: Rules[Any], root: Path, tmp_path: Path) -> None:
    def stamp(_s: Any, event: Event) -> TurnLabel | None:
        return TurnLabel("Year", event.data["year"]) if event.name == "year_begins" else None

    stamped = replace(rules, reports=replace(rules.reports, stamp=stamp))
    game = Letters(stamped, root, tmp_path, root / "templates")
    for _ in range(9):
        for seat in game.asked()[:1]:
            game.write(seat, "ok")
    assert "YEAR 2" in game.text("north")
    game.db.close()


def test_help_and_previews_need_nothing_more(rules: Rules[Any], root: Path, tmp_path: Path) -> None:
    game = Letters(rules, root, tmp_path, root / "templates")
    told = " ".join(game.write("north", "help pick\nstatus\nmap\nhistory").split())
    assert "Picks this number of baskets early: they are safe from frost." in told
    told = " ".join(game.write("south", "preview\npick 2").split())
    assert "None of your letter is carried out" in told
    assert "ok pick 2 -> pick 2" in told
    game.db.close()


def test_a_game_without_templates_is_told_plainly(rules: Rules[Any], root: Path, tmp_path: Path) -> None:
    game = Letters(rules, root, tmp_path, ROOT / "templates")
    game.write("north", "pick 3")
    told = " ".join(game.write("south", "pick 3").split())
    assert "Sells: Seat South, Picked 3, Earned" in told
    game.db.close()


def registered(root: Path) -> dict[str, Rules[Any]]:
    """The games of the file that the page adds to."""
    spec = spec_from_file_location("registry", root / REGISTRY)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return dict(module.GAMES)


@pytest.mark.usefixtures("rules")
def test_the_commands_of_the_page_do_what_it_says(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, game in registered(root).items():
        monkeypatch.setitem(pbem.games.GAMES, name, game)
    monkeypatch.setattr(resources, "_find", lambda name: root / name)
    (tmp_path / "pbem.toml").write_text(CONFIGURATION, encoding="utf-8")
    fuzz, new = (shlex.split(block)[1:] for block in SHELL.findall(TEXT))
    for command, said in (([*fuzz, "--jobs", "1"], "20 games"), (new, "short-1")):
        result = CliRunner().invoke(app, ["--config", str(tmp_path / "pbem.toml"), *command])
        assert result.exit_code == 0, result.output
        assert said in result.output
    rule = CliRunner().invoke(app, ["rules", "orchard", "1"])
    assert (rule.exit_code, "orchard has no list of the sections" in rule.stderr) == (1, True)
    orders = CliRunner().invoke(app, ["orders", "orchard"])
    assert "visit old mill | visit fair" in orders.output


CONFIGURATION = """
database = "games.sqlite"
secret = "sixteen letters and more"
moderator = "master@example.org"

[imap]
host = "127.0.0.1"
port = 1143
security = "none"
user = "moderator@example.org"
password = "rose"

[smtp]
host = "127.0.0.1"
port = 1025
security = "none"
sender = "moderator@example.org"
"""
