"""6.2.2 Standing orders for a Lord whose card was replaced by another, or who has a namesake, apply to that one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.engine.decision import Json
from pbem.games.plantagenet.components.box import Lord
from pbem.games.plantagenet.components.options import UnitOf
from pbem.games.plantagenet.components.state import State, Status
from pbem.games.plantagenet.wars.heirs import PRESENT, meant, now

GONE = (Status.REPLACED, Status.DEAD, Status.SHIPWRECKED)


def renewed(s: State, order: Json) -> Json:
    """A standing order with the Lord cards now in use.

    Ruling (R274): an order for March also applies to Edward IV, after he has replaced that card: the mat, its Forces and the
    person are the same. Likewise for Somerset (2), whom players call Somerset as they called (1). An order for the new Lord,
    by name or with "all", has priority.
    """
    lost_lords = [lord for lord, cylinder in s.lords.items() if cylinder.status in GONE] if s.wars is not None else []
    if not lost_lords:
        return order
    named = set(_lords_in(order))
    successor_of = {str(lord): _successor(s, lord) for lord in lost_lords if lord in named}
    successors = {lord: new for lord, new in successor_of.items() if new is not None and new not in named}
    return _named_anew(order, successors) if successors else order


def _successor(s: State, lord: Lord) -> Lord | None:
    """The Lord who has taken the place of a Lord who is gone; None if there is none."""
    if (new := now(s, lord)) != lord:
        return new
    card = s.box.lords[lord]
    alike = (
        each for each in meant(s, s.lords) if (s.box.lords[each].side, s.box.lords[each].name) == (card.side, card.name)
    )
    return next((each for each in alike if s.lords[each].status in PRESENT), None)


def _lords_in(order: Json) -> Iterator[str]:
    """The words of an order that can be Lords."""
    if isinstance(order, str):
        unit = UnitOf.fits(order)
        yield order if unit is None else unit.lord
    elif isinstance(order, list | dict):
        for each in order.values() if isinstance(order, dict) else order:
            yield from _lords_in(each)


def _named_anew(order: Json, names: Mapping[str, Lord]) -> Json:
    if isinstance(order, dict):
        return {key: _named_anew(each, names) for key, each in order.items()}
    if isinstance(order, list):
        return [_named_anew(each, names) for each in order]
    if isinstance(order, str):
        unit = UnitOf.fits(order)
        if unit is not None and unit.lord in names:
            return str(UnitOf(names[unit.lord], unit.unit))
        return str(names.get(order, order))
    return order
