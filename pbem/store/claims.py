"""The names of pieces of work that one process has to itself (Database.claim), where several are at work on one database."""

from __future__ import annotations

MAILBOX = "mailbox"
"""The claim to read the mailbox and to run deadlines: only the process that has read it knows which letters have come."""
DESK = "desk"
"""Letters to the desks of game masters."""
WAY_OUT = "way out"
"""To send where mails are counted, or tried one by one."""


def of_game(game_id: int) -> str:
    """The letters of a game; 0: those of which no game is known."""
    return f"game {game_id}"


def of_reader(address: str) -> str:
    """The mails to an address, which go out in their order."""
    return f"mails to {address.lower()}"
