"""How things are written: the names that players read and may write."""

from __future__ import annotations

from pbem.games.plantagenet.board import Unit
from pbem.games.plantagenet.box import Card, Lord
from pbem.games.plantagenet.forces import unit_type, vassal_in
from pbem.games.plantagenet.state import State

SPELLINGS = {
    "centre": ("centre", "center", "middle"),
    "men_at_arms": ("Men-at-Arms", "MAA"),
    "militia": ("Militia", "billmen"),
}


def names(s: State, option: str) -> tuple[str, ...]:
    """How an id is written, first, and what else stands for it."""
    if option in SPELLINGS:
        return SPELLINGS[option]
    if option in s.box.lords:
        return (s.box.lords[Lord(option)].name,)
    if option in s.box.cards:
        # A comma parts the names in a line of orders, so none may stand inside one.
        return (f"{s.box.cards[Card(option)].title.replace(',', '')} ({option})",)
    unit = Unit(option)
    if (vassal := vassal_in(unit)) is not None:
        return (f"Vassal {s.box.vassals[vassal].name}", s.box.vassals[vassal].name)
    return (unit_type(s, unit).name,) if unit in s.box.units else (option,)
