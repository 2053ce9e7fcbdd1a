"""A process that has all of pbem loaded and forks a moderator for each life: `pbem serve`, which may have a trap laid.

It reads lives as lines of JSON, [configuration, step, number], from its input, says for each the moderator's process on its
output, and then how that ended (as os.waitstatus_to_exitcode).
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from pbem.cli.app import app
from tests.kill.steps import lay_trap


def main() -> None:
    """Lead one life after the other."""
    for line in sys.stdin:
        config, step, number = json.loads(line)
        child = os.fork()
        if child == 0:
            _serve(config, step, number)
        print(child, flush=True)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def _serve(config: str, step: str, number: int) -> None:
    """Moderate until killed; what is said goes into a file, so that the lives' line stays clear."""
    said = os.open(Path(config).with_name("said"), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(said, 1)
    lay_trap(step, number)
    app(["--config", config, "serve"], standalone_mode=False)
    os._exit(0)


if __name__ == "__main__":
    main()
