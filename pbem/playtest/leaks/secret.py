"""What twin worlds can differ in, and at how many moments of a game they are looked at."""

from __future__ import annotations

from enum import StrEnum

TWINS = 4


class Secret(StrEnum):
    """What one world of a twin has otherwise than the other."""

    ALL = "all that is hidden, and dice"
    HAND = "hand"
    DRAWS = "draws"
    LAYOUT = "layout"
    ORDERS = "orders"
    DICE = "dice"
