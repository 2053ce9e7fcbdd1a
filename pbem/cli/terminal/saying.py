"""Output of commands: lines for the game master, in which nothing that others wrote can control the terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

PIPE_WIDTH = 200


def console(*, stderr: bool = False) -> Console:
    """A console that prints what players wrote as it is: no markup, no emoji, and wide lines where nobody looks on."""
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() else PIPE_WIDTH
    return Console(stderr=stderr, markup=False, emoji=False, highlight=False, width=width)


def plain(text: str) -> str:
    """`text` without what could steer a terminal: it may come from anybody's letter."""
    return "".join(c if c.isprintable() or c in "\n\t" else f"\\x{ord(c):02x}" for c in text.replace("\r\n", "\n"))


def told(error: Exception) -> str:
    """An error as a line for the owner."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error) or type(error).__name__


def say(text: object) -> None:
    """Print for the moderator."""
    console().print(text, soft_wrap=isinstance(text, str))


def say_plain(line: str) -> None:
    """Print what somebody else wrote, without its control characters."""
    say(plain(line))
