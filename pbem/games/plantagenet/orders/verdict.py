"""Whether a Levy action or a Command succeeded: the meaning of "it fails" and "it succeeds" after an order."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.event import Event
from pbem.games.plantagenet.components.box import Side

SUCCESS_FIELDS = {"check": "passed", "check_seen": "passed", "forages": "found", "taxes": "taxed"}
"""1.4.2, 4.6.2, 4.6.3 The Events that report the result of an action, and the field that says so."""
INTERCEPTED = ("intercept_roll", "intercept_seen")
"""4.3.4 The Events that report the result of an Intercept."""
UNDONE = ("kings_name", "kings_parley", "turns_back")
"""y32, 4.3.5 Events that undo an action or an arrival."""


def verdict(events: Sequence[Event]) -> bool | None:
    """Whether an order has succeeded, by the Events after it; None if nothing was at risk.

    Ruling: a March has where nobody Intercepts it (4.3.4) and no Battle is lost; an action that The King's Name undoes,
    or that does not pass a blockade, has not.
    """
    succeeded, marching = None, ""
    for event in events:
        if event.name == "marches":
            marching = event.data["side"]
        succeeded = _after(event, Side(marching) if marching else None, succeeded)
    return succeeded


def _after(event: Event, marching: Side | None, succeeded: bool | None) -> bool | None:
    """The verdict after one more Event."""
    if event.name in SUCCESS_FIELDS:
        return bool(event.data[SUCCESS_FIELDS[event.name]])
    if event.name in INTERCEPTED and marching is not None:
        return not event.data["passed"]
    if event.name == "battle_ends" and marching is not None:
        return bool(event.data["winner"] == marching)
    if event.name in UNDONE or (event.name == "blockade" and not event.data["passed"]):
        return False
    return succeeded
