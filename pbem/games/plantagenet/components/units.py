"""1.6 Units: Troops and Retinues by type; each Vassal is a type of his own, `vassal_` with his id."""

from __future__ import annotations

from pbem.games.plantagenet.components.board import Unit, Vassal
from pbem.games.plantagenet.components.box import VASSAL, UnitType
from pbem.games.plantagenet.components.state import State

_VASSAL_UNIT = "vassal_"


def vassal_unit(vassal: Vassal) -> Unit:
    """The unit of a Vassal."""
    return Unit(_VASSAL_UNIT + vassal)


def vassal_in(unit: Unit) -> Vassal | None:
    """The Vassal of a unit; None for other units."""
    return Vassal(unit.removeprefix(_VASSAL_UNIT)) if unit.startswith(_VASSAL_UNIT) else None


def unit_type(s: State, unit: Unit) -> UnitType:
    """Its row of the Forces table."""
    return s.box.units[VASSAL if vassal_in(unit) else unit]


def unit_name(s: State, unit: Unit) -> str:
    """A unit's name in prompts."""
    vassal = vassal_in(unit)
    return unit_type(s, unit).name if vassal is None else f"Vassal {s.box.vassals[vassal].name}"
