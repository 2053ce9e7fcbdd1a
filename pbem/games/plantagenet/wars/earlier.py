"""6.3 One War played alone: what the Wars before it came to, as it was chosen at the opening."""

from __future__ import annotations

from pbem.engine.rules import Setup
from pbem.games.plantagenet.components.state import Wars
from pbem.games.plantagenet.components.war_book import Person

LOST = tuple(
    f"lost_{person}"
    for person in ("york", "march", "rutland", "gloucester", "henry_vi", "margaret", "somerset_1", "somerset_2")
)
GLOUCESTER_AS_HEIR = "gloucester_as_heir"


def earlier_wars(setup: Setup) -> Wars:
    """What passes over to a War that is played alone."""
    removed = [Person(name.removeprefix("lost_")) for name in LOST if setup.options.get(name)]
    happened = bool(setup.options.get(GLOUCESTER_AS_HEIR))
    return Wars(setup.data["book"].first, alone=True, removed=removed, gloucester_as_heir=happened)
