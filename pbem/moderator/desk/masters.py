"""Who moderates: the owner of the installation, and game masters with games and rights of their own."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

SEE, RUN, CORRECT = "see", "run", "correct"
RIGHTS = (SEE, RUN, CORRECT)
"""To look at everything in a game; to hold it, give time and write to its players; to change its past and its seats."""

IN_WORDS = {
    SEE: "look at the game",
    RUN: "run it (hold, extend, answer)",
    CORRECT: "correct it (undo, rerun, rule)",
}


def rights_in_words(rights: Collection[str]) -> str:
    """What a game master with these rights may do and may not, as a sentence."""
    may = [text for right, text in IN_WORDS.items() if right in rights]
    may_not = [text for right, text in IN_WORDS.items() if right not in rights]
    allowed = " and ".join(filter(None, [", ".join(may[:-1]), *may[-1:]])) or "do nothing"
    refused = f"; you may not {' or '.join(may_not)}" if may_not else ""
    return f"You may {allowed}{refused}."


@dataclass(frozen=True, slots=True)
class Master:
    """A game master and their rights. The games of everybody are the owner's too."""

    address: str
    name: str = ""
    rights: frozenset[str] = frozenset(RIGHTS)
    is_owner: bool = False
