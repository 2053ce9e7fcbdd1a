"""The choices at the opening: Hidden Mats (1.5.3), a handicap, and readings of rules (reading_options.py)."""

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
"""Which side starts with how much more Influence, by what is typed."""
OPTIONS = {HIDDEN_MATS: (True,), HANDICAP: tuple(HANDICAPS), **READING_OPTIONS}
ABOUT_OPTIONS: Mapping[str, str] = {
    HIDDEN_MATS: Text("the other side does not see what is on a Lord's mat"),
    HANDICAP: Text("a side begins with this much more Influence"),
    **ABOUT_READINGS,
}


def bad_options(setup: Setup) -> str:
    """Why options do not fit together; "" if they do: no handicap without an Influence track, and no reading for a rule that
    never applies.
    """
    alone = setup.options.get(HANDICAP) and setup.data["sheet"].kind == "battle_only"
    return (
        Text("{data} has no Influence track, so no handicap", data=setup.data["sheet"].name)
        if alone
        else bad_readings(setup)
    )


def told_options(setup: Setup) -> Iterator[str]:
    """What the first letter says about Hidden Mats, the handicap, and the readings of rules."""
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
    """The Influence points added for Lancaster (negative: for York).

    Ruling: the handicap moves the Influence marker at setup, and nothing else.
    """
    side, points = HANDICAPS.get(str(setup.options.get(HANDICAP)), (Side.LANCASTER, 0))
    return points if side is Side.LANCASTER else -points
