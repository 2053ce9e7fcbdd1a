"""The common parts of options: none, a raise, a card for its Event, a Group, a Lord's unit."""

from __future__ import annotations

from typing import TypeAlias

from pbem.engine.phrase import Phrase
from pbem.games.plantagenet.components.board import Unit
from pbem.games.plantagenet.components.box import Card, Lord

ALONE = "alone"
SPEND, EVENT = "spend_{spend}", "event_{card}"
RAISE = f"[ {SPEND}]"

Group: TypeAlias = tuple[str, ...]
"""4.3.1 Who goes along: () if nobody could, ALONE, ALL, or the Lords."""


class Spend(Phrase, form=SPEND):
    """1.4.2 The raise of a check."""

    spend: int


class EventOf(Phrase, form=EVENT):
    """3.1.3 A card, for its Event half."""

    card: Card


class UnitOf(Phrase, form="{lord} {unit}"):
    """1.6 A unit on a Lord's mat."""

    lord: Lord
    unit: Unit
