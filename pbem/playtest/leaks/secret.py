"""What twin worlds can differ in, and at how many moments of a game they are looked at."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from pbem.engine.trial import Trial

TWINS = 4


class Secret(StrEnum):
    """What one world of a twin has otherwise than the other."""

    ALL = "all that is hidden, and dice"
    HAND = "hand"
    DRAWS = "draws"
    LAYOUT = "layout"
    ORDERS = "orders"
    DICE = "dice"
    SCREENED = "what lies behind screens"


NOTHING = Trial()


def secrets_of(trial: Trial, wanted: Sequence[Secret]) -> Sequence[Secret]:
    """Those of the secrets that a game has: in every one there are orders and dice. All where it has none of them."""
    has = {
        Secret.ALL: trial.other_world is not NOTHING.other_world,
        Secret.HAND: trial.other_hand is not NOTHING.other_hand,
        Secret.DRAWS: trial.other_draws is not NOTHING.other_draws,
        Secret.LAYOUT: trial.other_layout is not NOTHING.other_layout,
        Secret.SCREENED: trial.other_screened is not NOTHING.other_screened,
    }
    return [secret for secret in wanted if has.get(secret, True)] or wanted
