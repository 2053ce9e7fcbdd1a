"""A process that has all of pbem loaded and forks a command for each line: to load it takes longer than most commands do.

It reads lines of JSON, [arguments, folder to work in, files for its output and its errors, most bytes of a file (0: no
limit)], and says how each command ended, as os.waitstatus_to_exitcode.
"""

from __future__ import annotations

import json
import os
import resource
import sys

# A command imports what it needs when it runs: here it is there before.
import pbem.daemon
import pbem.moderator.correcting.by_hand
import pbem.moderator.correcting.correction
import pbem.moderator.seats.handover  # noqa: F401
from pbem.cli.app import app


def main() -> None:
    """Run one command after the other."""
    for line in sys.stdin:
        arguments, folder, said, most = json.loads(line)
        child = os.fork()
        if child == 0:
            _run(arguments, folder, said, most)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def _run(arguments: list[str], folder: str, said: list[str], most: int) -> None:
    """As `python -m pbem` does it."""
    for number, path in enumerate(said, 1):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT), number)
    os.chdir(folder)
    if most:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    status = 1
    try:
        app(arguments, prog_name="pbem")
    except SystemExit as end:
        status = int(end.code or 0)
    except BaseException:  # told as Python tells it, and never back among the lines
        sys.excepthook(*sys.exc_info())
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


if __name__ == "__main__":
    main()
