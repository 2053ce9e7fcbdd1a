"""A mail as mutt shows it in a terminal of 80 columns."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.color import parse_rgb_hex
from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

COLUMNS, ROWS = 80, 50
PATIENCE = 20.0
"""Seconds until mutt must have opened the mail."""
PROGRAMS = ("mutt", "tmux")
"""What it takes; Debian's packages have the same names."""
MUTTRC = """
set folder=~ record= postponed=~/drafts header_cache= tmpdir=~
ignore *
unignore from: date: subject: to:
hdr_order from: to: date: subject:
set pager_stop
set sleep_time=0
set mark_old=no
set read_inc=0
alternative_order text/plain
color hdrdefault default default
color header brightyellow default ^Subject
color status black white
color body brightcyan default "^== .* ==$"
push <display-message>
"""
NORMAL = ("#181a20", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#abb2bf")
BRIGHT = ("#5c6370", "#f0828c", "#aad78c", "#f5d28c", "#78befa", "#d78ceb", "#69cdd7", "#ffffff")
THEME = TerminalTheme(
    parse_rgb_hex("181a20"),
    parse_rgb_hex("dededa"),
    [parse_rgb_hex(colour[1:]) for colour in NORMAL],
    [parse_rgb_hex(colour[1:]) for colour in BRIGHT],
)
PAGE = """<!DOCTYPE html><html><head><meta charset="utf-8"><style>{stylesheet}
body {{ margin: 0; background: {background}; color: {foreground}; display: inline-block; padding: 10px 12px }}
pre {{ margin: 0; font: 15px/1.25 "DejaVu Sans Mono", monospace }}</style></head><body><pre>{code}</pre></body></html>"""


class NoTerminal(Exception):
    """A program is missing on this machine."""


def find_programs() -> None:
    """Raises NoTerminal where a program is missing; it says how to get it."""
    if missing := [program for program in PROGRAMS if shutil.which(program) is None]:
        raise NoTerminal(f"there is no {' and no '.join(missing)} here; on Debian: apt-get install {' '.join(missing)}")


def in_mutt(mail: bytes, pages: int = 0) -> str:
    """An HTML page that looks as mutt does when it shows the mail, `pages` screens down."""
    with TemporaryDirectory(prefix="pbem-mutt-") as folder:
        return _painted(_screen(Path(folder), mail, pages))


def _screen(folder: Path, mail: bytes, pages: int) -> str:
    """What stands on the terminal, with its escape sequences."""
    (folder / "mbox").write_bytes(b"From moderator@example.test Sat Aug 22 12:00:00 2026\n" + mail.replace(b"\r\n", b"\n"))
    (folder / "muttrc").write_text(MUTTRC)
    environment = {**os.environ, "HOME": str(folder), "LC_ALL": "C.UTF-8", "TZ": "UTC"}
    tmux = ["tmux", "-S", str(folder / "socket"), "-f", os.devnull]

    def run(*words: str) -> str:
        done = subprocess.run(  # noqa: S603 - a program of our own choice
            [*tmux, *words], env=environment, check=True, capture_output=True, text=True, encoding="utf-8"
        )
        return done.stdout

    mutt = f"mutt -n -F {folder / 'muttrc'} -f {folder / 'mbox'}"
    run("new-session", "-d", "-s", "mail", "-x", str(COLUMNS), "-y", str(ROWS), mutt)
    try:
        _settled(run)
        for _ in range(pages):
            run("send-keys", "-t", "mail", "Space")
        return _settled(run)
    finally:
        run("kill-server")


def _settled(run: Callable[..., str]) -> str:
    """The screen once the mail is there and nothing moves any more."""
    end, seen = time.monotonic() + PATIENCE, ""
    while time.monotonic() < end:
        time.sleep(0.3)
        screen = run("capture-pane", "-t", "mail", "-e", "-p")
        if (screen == seen and "Subject:" in screen) or (screen == seen and "%)" in screen):
            return screen
        seen = screen
    raise AssertionError(f"mutt does not show the mail:\n{seen}")


def _painted(screen: str) -> str:
    console = Console(record=True, width=COLUMNS, file=StringIO())
    console.print(Text.from_ansi(screen.rstrip()), soft_wrap=True)
    return console.export_html(theme=THEME, code_format=PAGE)
