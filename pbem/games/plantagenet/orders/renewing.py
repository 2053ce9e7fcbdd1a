"""6.2.2 Standing orders for a Lord whose card another has replaced hold for that one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.engine.decision import Json
from pbem.games.plantagenet.components.box import Lord
from pbem.games.plantagenet.components.options import UnitOf
from pbem.games.plantagenet.components.state import State, Status
from pbem.games.plantagenet.wars.heirs import now


def renewed(s: State, said: Json) -> Json:
    """What a standing order says, by the Lord cards in use now.

    Ruling (R274): who orders something of March orders it of Edward IV, too, once he has taken the place of that card: the
    mat, its Forces and the person are the same. What is ordered of Edward IV, by name or with all, comes before that.
    """
    if s.wars is None:
        return said
    replaced = {lord: now(s, lord) for lord, cylinder in s.lords.items() if cylinder.status is Status.REPLACED}
    named = set(_lords_in(said)) if replaced else set()
    names = {str(old): new for old, new in replaced.items() if old in named and new not in named}
    return _named_anew(said, names) if names else said


def _lords_in(said: Json) -> Iterator[str]:
    """The words of an order that can be Lords."""
    if isinstance(said, str):
        unit = UnitOf.fits(said)
        yield said if unit is None else unit.lord
    elif isinstance(said, list | dict):
        for each in said.values() if isinstance(said, dict) else said:
            yield from _lords_in(each)


def _named_anew(said: Json, names: Mapping[str, Lord]) -> Json:
    if isinstance(said, dict):
        return {key: _named_anew(each, names) for key, each in said.items()}
    if isinstance(said, list):
        return [_named_anew(each, names) for each in said]
    if isinstance(said, str):
        unit = UnitOf.fits(said)
        if unit is not None and unit.lord in names:
            return str(UnitOf(names[unit.lord], unit.unit))
        return str(names.get(said, said))
    return said
