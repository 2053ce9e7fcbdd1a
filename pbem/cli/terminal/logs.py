"""How a running moderator logs: lines for people, or one JSON object a line."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from pbem.cli.terminal.saying import plain, say_plain

if TYPE_CHECKING:
    from pbem.config.settings import Settings

FIELDS = "%(asctime)s %(levelname)s %(name)s %(message)s"
NAMES = {"asctime": "time", "levelname": "level", "name": "logger"}
DONE = logging.getLogger("pbem.done")
"""What the moderator has done: a line a letter."""


def speaker(settings: Settings) -> Callable[[str], None]:
    """Set up logging as configured; gives what tells what was done: on stdout, or as a log line where logs are JSON."""
    if settings.running.log == "text":
        return say_plain
    from pythonjsonlogger.json import JsonFormatter

    for handler in logging.getLogger().handlers:
        handler.setFormatter(JsonFormatter(FIELDS, rename_fields=NAMES, datefmt="%Y-%m-%dT%H:%M:%S%z"))
    DONE.setLevel(logging.INFO)
    return lambda line: DONE.info("%s", plain(line))
