"""The commands of `pbem --help` by what they are for. A command is made when it is asked for, not all of them each time."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, MutableMapping
from dataclasses import dataclass
from importlib import import_module
from inspect import getdoc
from typing import Any

import typer
from typer.core import TyperGroup
from typer.models import CommandInfo

GROUPS = {
    "Play": ("init", "login", "serve", "once", "claim", "copy", "play"),
    "Games": (
        *("new", "invite", "tables", "deadline", "press", "language"),
        *("hold", "release", "close", "archive", "delete", "export", "import"),
    ),
    "Players": ("seat", "address", "token", "extend", "answer", "observers", "moderator"),
    "Corrections": ("letters", "undo", "redo", "rerun", "order", "rule"),
    "Checking": ("doctor", "status", "health", "verify", "receipt"),
    "Looking": ("games", "show", "log", "map", "stats", "who-knew", "transcript", "rules", "orders"),
    "Laboratory": ("lab",),
}
"""Each command that is not hidden, in the order of the help."""


@dataclass(frozen=True)
class Lazy:
    """A command, or a group of commands, whose module imports so much that it is left out until it is run."""

    module: str
    app: str
    help: str = ""
    only: str = ""
    """The one command of the app that this is, "" for all of them."""

    @property
    def hidden(self) -> bool:
        """Whether the help leaves it out."""
        return not self.help


_LAB = "pbem.cli.lab.app", "lab_app"
OLD_NAMES = {name: name for name in ("fuzz", "legs", "bench", "bench-stream", "conform", "messages")} | {"leaktest": "leaks"}
"""What version 0.1 called the commands of the laboratory, without `lab` before them."""
LAZY = {
    "lab": Lazy(*_LAB, "Search for faults and leaks, measure, translate."),
    **{name: Lazy(*_LAB, only=command) for name, command in OLD_NAMES.items()},
}
_offered: dict[str, CommandInfo] = {}


def offer(*apps: typer.Typer) -> None:
    """Make the commands of these apps commands of pbem."""
    for info in (each for app in apps for each in app.registered_commands):
        assert info.callback is not None
        _offered[info.name or info.callback.__name__] = info


class _Commands(MutableMapping[str, Any]):
    """Commands by name, each made when it is looked up."""

    def __init__(self, made: Mapping[str, Any]) -> None:
        self._made = dict(made)

    def __getitem__(self, name: str) -> Any:
        if name not in self._made:
            self._made[name] = _command(name)
        return self._made[name]

    def __setitem__(self, name: str, command: Any) -> None:
        self._made[name] = command

    def __delitem__(self, name: str) -> None:
        del self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter({**self._made, **_offered, **LAZY})

    def __len__(self) -> int:
        return len({**self._made, **_offered, **LAZY})


def _command(name: str) -> Any:
    """Make an offered command, or load a lazy one. Raises KeyError for any other name."""
    # Brackets in the help are brackets: "[play]" is a section of the configuration.
    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    if name in _offered:
        app.registered_commands = [_offered[name]]
        return typer.main.get_command(app)
    lazy = LAZY[name]
    loaded: typer.Typer = getattr(import_module(lazy.module), lazy.app)
    if lazy.only:
        app.registered_commands = [each for each in loaded.registered_commands if each.name == lazy.only]
    else:
        app.registered_commands, app.info = loaded.registered_commands, loaded.info
    command = typer.main.get_command(app)
    command.name, command.hidden = name, lazy.hidden
    return command


class CommandGroups(TyperGroup):
    """Commands in named groups."""

    def __init__(self, *, commands: Any = None, **attrs: Any) -> None:
        super().__init__(**attrs)
        self.commands = _Commands(commands or {})

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        return [*self.commands]

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002
        """A section a group, with one line a command."""
        width = max(len(name) for names in GROUPS.values() for name in names)
        for group, names in GROUPS.items():
            with formatter.section(group):
                formatter.write_dl([(name.ljust(width), self.summary(name)) for name in names])

    def summary(self, name: str) -> str:
        """The first sentence of a command's help."""
        if name in LAZY:
            return LAZY[name].help
        doc = getdoc(_offered[name].callback) if name in _offered else self.commands[name].help
        return re.split(r"(?<=[.])\s", " ".join((doc or "").split()), maxsplit=1)[0]
