"""What the documents say is what the program does: its commands, options, and the names that it makes."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from pbem.cli.app import app
from pbem.cli.groups import GROUPS
from pbem.games import GAMES
from tests.support.conversation import Conversation

ROOT = Path(__file__).parents[2]
HANDBOOKS = [ROOT / "deploy" / "GAMEMASTER.md", ROOT / "deploy" / "PROVIDERS.md"]
PLAYERS = ROOT / "docs" / "players.md"
DESIGN = [ROOT / "docs" / "architecture.md", *sorted((ROOT / "docs" / "design").glob("*.md"))]
DOCUMENTS = [ROOT / "README.md", *HANDBOOKS, PLAYERS, *sorted({*(ROOT / "docs").glob("*.md"), *DESIGN} - {PLAYERS})]
GROUP: Any = typer.main.get_command(app)
SPAN = re.compile(r"`(pbem [^`]+)`|^ {4}(?:.*/bin/)?(pbem [^#\n]+)", re.MULTILINE)


def command_lines() -> Iterator[tuple[str, str]]:
    for document in DOCUMENTS:
        for found in SPAN.finditer(document.read_text(encoding="utf-8")):
            line = (found[1] or found[2]).strip()
            if "$@" not in line:  # a function of the shell
                yield document.name, line


@pytest.mark.parametrize(("document", "line"), list(command_lines()))
def test_commands_and_options_in_documents_exist(document: str, line: str) -> None:
    words = shlex.split(line.replace("...", "x").replace("[", "").replace("]", ""))[1:]
    command, context = GROUP, GROUP.make_context("pbem", [], resilient_parsing=True)
    if words[0] == "COMMAND":
        return
    for depth in range(2):
        if not (words and hasattr(command, "get_command") and not words[0].startswith("-")):
            break
        name = words.pop(0)
        inner = command.get_command(context, name)
        if inner is None and depth:
            break
        assert inner is not None, f"{document}: {line}: there is no command {name}"
        command = inner
    known = {option for parameter in command.params for option in parameter.opts} | {"--help"}
    known |= {option for parameter in GROUP.params for option in parameter.opts}
    for word in words:
        if word.startswith("-") and not word.lstrip("-").isdigit():
            assert word.partition("=")[0] in known, f"{document}: {line}: {command.name} has no {word}"


def test_the_page_about_the_command_line_has_the_groups_of_the_help() -> None:
    rows = re.findall(
        r"^\| ([A-Z][a-z ]+) \| ((?:`[a-z-]+`(?:, )?)+) \|$", (ROOT / "docs" / "cli.md").read_text("utf-8"), re.M
    )
    assert {group: tuple(re.findall("`(.*?)`", names)) for group, names in rows} == GROUPS


def test_names_of_games_in_documents_are_those_the_program_makes() -> None:
    scenarios = {name.replace("_", "-") for rules in GAMES.values() for name in rules.scenarios}
    beginnings = {word for name in scenarios for word in (name, name.partition("-")[0], name.rpartition("-")[2])}
    for document in (DOCUMENTS[0], DOCUMENTS[1], PLAYERS):
        for name in re.findall(r"(?<![\w/.-])([a-z][a-z-]*)-\d+(?![\w.-])", document.read_text(encoding="utf-8")):
            if name in beginnings:
                assert name in scenarios, f"{document.name}: {name}-1"


BLOCK = re.compile(r"^```(letter|answer)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TERMS = {"deadline": "72h", "extensions": "6 x 48h", "absence": "30 days"}


def letters() -> list[tuple[str, str]]:
    """The letters that docs/players.md shows, each with what of its answer stands below it."""
    found: list[tuple[str, str]] = []
    for kind, text in BLOCK.findall(PLAYERS.read_text(encoding="utf-8")):
        found.append((text, "") if kind == "letter" else (found.pop()[0], text))
    return found


@pytest.mark.parametrize(("text", "answer"), letters())
def test_letters_in_the_page_for_players_are_answered_as_it_says(text: str, answer: str, tmp_path: Path) -> None:
    talk = Conversation(tmp_path, scenario="ia_henry_vi", terms=TERMS)
    mail = next(mail for mail in talk.write("york", text) if mail.to == "ann@example.test" and mail.kind != "message")
    assert answer in mail.text.replace("\r", "")
    if " --  " not in answer:
        assert not re.search(r"^ +[0-9]+ (--|\.\.) ", mail.text, re.MULTILINE), mail.text


NAME = re.compile(r"`((?!multipart/)[a-z_]+(?:/[a-z_]+)+/?)(?:\.[a-z_]+)?`")


@pytest.mark.parametrize("document", DESIGN, ids=lambda path: path.stem)
def test_modules_that_the_design_documents_name_exist(document: Path) -> None:
    paths = [path for folder in ("pbem", "docs", "tests") for path in (ROOT / folder).rglob("*")]
    there = {path.relative_to(ROOT).with_suffix("").as_posix() for path in paths}
    named = {name.rstrip("/") for name in NAME.findall(document.read_text(encoding="utf-8"))}
    assert [name for name in sorted(named) if not any(f"/{each}".endswith(f"/{name}") for each in there)] == []


def test_modules_in_the_tables_of_packages_exist() -> None:
    known = {path.stem for path in (ROOT / "pbem").rglob("*") if path.suffix == ".py" or path.is_dir()}
    rows = re.findall(r"^\|.*\|$", (ROOT / "docs" / "design" / "packages.md").read_text(encoding="utf-8"), re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`([a-z_]+)/?`", row)}
    assert named - known == set()
