"""Why a game is held: as the game master reads it, and as its players do."""

from __future__ import annotations

import re


def held_for(letter_id: int) -> str:
    """Why a game is held of which this letter could not be dealt with. What the fault says may be a player's secret."""
    return f"letter {letter_id} could not be dealt with"


def told_to_players(because: str) -> str:
    """The same for players: the number counts all letters, so it would tell how many others write, previews among them."""
    return re.sub(r"^letter \d+ could", "a letter could", because)
