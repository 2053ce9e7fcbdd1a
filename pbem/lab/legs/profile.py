"""How a bot writes to the moderator."""

from __future__ import annotations

from enum import StrEnum


class Profile(StrEnum):
    """What of the order language a bot uses."""

    NAIVE = "naive"  # one answer a letter
    PLANNER = "planner"  # whole segments: a Levy, a Plan with its Command cards and the Levy to come
    DELEGATOR = "delegator"  # segments, branches on what their orders come to, and standing orders
