"""Why a game is held: as the game master reads it, and as its players do."""

from __future__ import annotations

import re
from gettext import NullTranslations


def held_for(letter_id: int) -> str:
    """Why a game is held of which this letter could not be dealt with. What the fault says may be a player's secret."""
    return f"letter {letter_id} could not be dealt with"


def told_to_players(words: NullTranslations, because: str) -> str:
    """The same in a player's words: the number counts all letters, so it would tell how many others write, previews too."""
    told = words.gettext("a letter could not be dealt with")
    return told if re.fullmatch(r"letter [0-9]+ could not be dealt with", because) else because
