"""A password or token that a command of the owner prints, such as `pass show mail/moderator`.

The command's output is never logged or shown, and of the command itself only the name of its program.
"""

import os
import shlex
import signal
import subprocess
from contextlib import suppress

from .ways import NoSecret, Showing

MAX_SECONDS = 30.0
MAX_SECRET_BYTES = 64 * 1024
"""Tokens have some kB; a command that prints more is the wrong one."""


class CommandLogin:
    """The first line that a command prints: it runs each time somebody logs in, without a shell."""

    def __init__(self, command: str, showing: Showing = "password", seconds: float = MAX_SECONDS) -> None:
        """`command` as one would type it (quotes and backslashes as in a shell); it is ended after `seconds`."""
        self._command = shlex.split(command)
        self._seconds = seconds
        self.showing = showing

    @property
    def advice(self) -> str:
        """What to do when the server refuses it."""
        return f"check user, and that password_command ({self._program}) prints what the server wants"

    @property
    def _program(self) -> str:
        return self._command[0]

    def secret(self, refused: str = "") -> str:  # noqa: ARG002 - the command runs each time
        """What the command prints. Raises NoSecret."""
        line = self._printed().partition(b"\n")[0].removesuffix(b"\r")
        try:
            secret = line.decode("utf-8")
        except UnicodeDecodeError as error:
            raise NoSecret(f"password_command ({self._program}) prints what is not UTF-8") from error
        if not secret:
            raise NoSecret(f"password_command ({self._program}) prints nothing on its first line")
        return secret

    def _printed(self) -> bytes:
        try:
            process = subprocess.Popen(  # noqa: S603 - the owner's own command, and no shell
                self._command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as error:
            raise NoSecret(f"password_command cannot be run ({self._program}: {error.strerror}); check it") from error
        try:
            printed, _ = process.communicate(timeout=self._seconds)
        except subprocess.TimeoutExpired as error:
            _end(process)
            problem = f"password_command ({self._program}) gave nothing in {self._seconds:g} seconds and was ended"
            raise NoSecret(f"{problem}; it must not ask anybody") from error
        if process.returncode:
            raise NoSecret(f"password_command ({self._program}) failed with exit code {process.returncode}; run it by hand")
        if len(printed) > MAX_SECRET_BYTES:
            raise NoSecret(f"password_command ({self._program}) prints more than {MAX_SECRET_BYTES} bytes; check it")
        return printed


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End a command with all that it has started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
