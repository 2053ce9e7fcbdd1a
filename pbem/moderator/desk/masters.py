"""Who moderates: the owner of the installation, and game masters with games and rights of their own."""

from __future__ import annotations

from dataclasses import dataclass

SEE, RUN, CORRECT = "see", "run", "correct"
OFF = "off"
"""How a desk is set that takes no letters."""
RIGHTS = (SEE, RUN, CORRECT)
"""To look at everything in a game; to hold it, give time and write to its players; to change its past and its seats."""


@dataclass(frozen=True, slots=True)
class Master:
    """A game master and their rights. The games of everybody are the owner's too."""

    address: str
    name: str = ""
    rights: frozenset[str] = frozenset(RIGHTS)
    is_owner: bool = False
