"""6.2.2 Standing orders for a Lord whose card another has replaced, or whose namesake has come, hold for that one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.engine.decision import Json
from pbem.games.plantagenet.components.box import Lord
from pbem.games.plantagenet.components.options import UnitOf
from pbem.games.plantagenet.components.state import State, Status
from pbem.games.plantagenet.wars.heirs import PRESENT, meant, now

GONE = (Status.REPLACED, Status.DEAD, Status.SHIPWRECKED)


def renewed(s: State, order: Json) -> Json:
    """What a standing order says, by the Lord cards in use now.

    Ruling (R274): who orders something of March orders it of Edward IV, too, once he has taken the place of that card: the
    mat, its Forces and the person are the same. So with Somerset (2), whom players call as they called (1): Somerset. What
    is ordered of the new Lord, by name or with all, comes before that.
    """
    lost_lords = [lord for lord, cylinder in s.lords.items() if cylinder.status in GONE] if s.wars is not None else []
    if not lost_lords:
        return order
    named = set(_lords_in(order))
    successor_of = {str(lord): _successor(s, lord) for lord in lost_lords if lord in named}
    successors = {lord: new for lord, new in successor_of.items() if new is not None and new not in named}
    return _named_anew(order, successors) if successors else order


def _successor(s: State, lord: Lord) -> Lord | None:
    """Who is there in place of a Lord who is gone, if anybody is."""
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
