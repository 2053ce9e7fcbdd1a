"""The Jinja2 environment over a folder of templates: `common/` and one folder a game."""

from __future__ import annotations

import tomllib
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, select_autoescape

from pbem.render.boxes import boxes, headings, row
from pbem.render.filters import FILTERS
from pbem.render.phrases import Phrases

COMMON = "common"


class Page:
    """Fills the templates below one folder. A fact that a template needs and does not get raises UndefinedError."""

    def __init__(self, templates: Path) -> None:
        self._templates = templates
        self.phrases = cache(self._read_phrases)

    @cached_property
    def environment(self) -> Environment:
        """Strict about facts; HTML templates escape what they are given, text templates and phrases do not."""
        environment = Environment(
            loader=FileSystemLoader(self._templates),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            autoescape=select_autoescape(enabled_extensions=("html.j2",), default_for_string=False),
            extensions=["jinja2.ext.i18n"],
        )
        environment.install_null_translations()  # type: ignore[attr-defined] # comes with the extension
        environment.filters.update(FILTERS)
        environment.globals.update(boxes=boxes, headings=headings, row=row)
        return environment

    def fill(self, template: str, **facts: Any) -> str:
        """The template `template` ("common/report.txt.j2") with `facts` in it."""
        return self.environment.get_template(template).render(**facts)

    def compile(self, text: str) -> Template:
        """A template that is a string of a data file: plain text, nothing is escaped."""
        return self.environment.from_string(text)

    def read_toml(self, *path: str) -> dict[str, Any]:
        """A TOML file among the templates."""
        with self._templates.joinpath(*path).open("rb") as file:
            return tomllib.load(file)

    def _read_phrases(self, game: str) -> Phrases:
        rows: dict[str, Any] = {}
        for folder in (COMMON, game):
            for path in sorted((self._templates / folder).glob("phrases*.toml")):
                rows |= self.read_toml(folder, path.name)
        return Phrases.read(rows, self.compile)
