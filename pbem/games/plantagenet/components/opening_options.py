"""What can be chosen at the opening: Hidden Mats (1.5.3), a handicap, and how rules are read (reading_options.py)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.engine.game.setup import Setup
from pbem.games.plantagenet.components.box import Side
from pbem.games.plantagenet.components.reading_options import ABOUT_READINGS, READING_OPTIONS, bad_readings
from pbem.games.plantagenet.components.readings import told_readings
from pbem.i18n import Text

HIDDEN_MATS = "hidden_mats"
HANDICAP = "handicap"
MAX_INFLUENCE = 10
HANDICAPS = {f"{side.value} {points}": (side, points) for side in Side for points in range(1, MAX_INFLUENCE + 1)}
"""Who has how many Influence points more at the start, by what is typed."""
OPTIONS = {HIDDEN_MATS: (True,), HANDICAP: tuple(HANDICAPS), **READING_OPTIONS}
ABOUT_OPTIONS: Mapping[str, str] = {
    HIDDEN_MATS: Text("the other side does not see what is on a Lord's mat"),
    HANDICAP: Text("a side begins with this much more Influence"),
    **ABOUT_READINGS,
}


def bad_options(setup: Setup) -> str:
    """Where there is no Influence track nobody can begin ahead on it; rules that never come up need no reading."""
    alone = setup.options.get(HANDICAP) and setup.data["sheet"].kind == "battle_only"
    return (
        Text("{data} has no Influence track, so no handicap", data=setup.data["sheet"].name)
        if alone
        else bad_readings(setup)
    )


def told_options(setup: Setup) -> Iterator[str]:
    """Hidden Mats and handicap, and how the game reads what players read in two ways, for the first letter."""
    if setup.options.get(HIDDEN_MATS):
        yield Text("Hidden Mats (1.5.3): neither side sees the Forces, Assets and cards on the other's mats.")
    if setup.options.get(HANDICAP) in HANDICAPS:
        side, points = HANDICAPS[str(setup.options[HANDICAP])]
        yield Text(
            "Handicap: {side} begins with {points} Influence more than the scenario gives.",
            side=side.value.title(),
            points=points,
        )
    yield from told_readings(setup)


def handicap(setup: Setup) -> int:
    """Influence points to be added for Lancaster (below 0: for York).

    Ruling: the handicap moves the Influence marker at setup, and nothing else.
    """
    side, points = HANDICAPS.get(str(setup.options.get(HANDICAP)), (Side.LANCASTER, 0))
    return points if side is Side.LANCASTER else -points
