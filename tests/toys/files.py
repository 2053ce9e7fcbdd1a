"""Where the toys' scenarios and templates lie."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pbem.lab.play.stage import Files
from pbem.render.templates.page import Page
from pbem.resources import templates_dir

HERE = Path(__file__).parent


@cache
def toy_files() -> Files:
    """The project's templates, with the toys' beside them."""
    return Files(HERE / "scenarios", Page(templates_dir(), HERE / "templates"))
