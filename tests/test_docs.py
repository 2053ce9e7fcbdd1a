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
from pbem.games import GAMES

ROOT = Path(__file__).parent.parent
HANDBOOKS = [ROOT / "deploy" / "GAMEMASTER.md", ROOT / "deploy" / "PROVIDERS.md"]
DOCUMENTS = [ROOT / "README.md", *HANDBOOKS, *sorted((ROOT / "docs").glob("*.md"))]
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


def test_names_of_games_in_documents_are_those_the_program_makes() -> None:
    scenarios = {name.replace("_", "-") for rules in GAMES.values() for name in rules.scenarios}
    beginnings = {word for name in scenarios for word in (name, name.partition("-")[0], name.rpartition("-")[2])}
    for document in DOCUMENTS[:2]:
        for name in re.findall(r"(?<![\w/.-])([a-z][a-z-]*)-\d+(?![\w.-])", document.read_text(encoding="utf-8")):
            if name in beginnings:
                assert name in scenarios, f"{document.name}: {name}-1"
