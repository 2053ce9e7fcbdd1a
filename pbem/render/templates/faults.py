"""Where a template fails, and why: for the moderator, who may have written it."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from jinja2 import TemplateNotFound, TemplateSyntaxError


@dataclass(frozen=True, slots=True, order=True)
class TemplateFault:
    """What is wrong, in which file of the templates ("": not known) and in which of its lines (0: not known)."""

    file: str
    line: int
    wrong: str

    def __str__(self) -> str:
        place = f"{self.file}, line {self.line}" if self.line else self.file
        return f"{place}: {self.wrong}" if place else self.wrong


def fault_of(error: Exception, folders: Sequence[Path]) -> TemplateFault:
    """The innermost line of a template below one of the folders that led to an error; an earlier folder wins."""
    if isinstance(error, TemplateSyntaxError):
        return TemplateFault(_short(error.filename or error.name or "", folders), error.lineno, error.message or "")
    if isinstance(error, TemplateNotFound):
        wrong = f"there is no template {error.name!r}"
    else:
        wrong = f"{type(error).__name__}: {error}"
    frames = [(frame.filename, frame.lineno or 0) for frame in traceback.extract_tb(error.__traceback__)]
    for folder in folders:
        inside = [(name, line) for name, line in frames if Path(name).is_relative_to(folder)]
        if inside:
            name, line = inside[-1]
            return TemplateFault(_short(name, folders), line, wrong)
    return TemplateFault("", 0, wrong)


def _short(name: str, folders: Sequence[Path]) -> str:
    """A file as the templates call it."""
    return next((str(Path(name).relative_to(each)) for each in folders if Path(name).is_relative_to(each)), name)
