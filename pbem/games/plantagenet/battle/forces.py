"""1.6 Forces in Battle: Unrouted units, their Hits and Protection, and how they Rout."""

from __future__ import annotations

from pbem.engine.event import tell
from pbem.games.plantagenet.battle.cards_lancaster import (
    barded_horse,
    chevaliers_half_hits,
    chevaliers_protection,
    church_blessing,
    montagu,
    piquiers,
)
from pbem.games.plantagenet.battle.cards_york import barricades
from pbem.games.plantagenet.components.board import Unit
from pbem.games.plantagenet.components.box import RETINUE, VASSAL, Lord, Strike
from pbem.games.plantagenet.components.state import State, side_of
from pbem.games.plantagenet.components.units import unit_type, vassal_in, vassal_unit


def unrouted_units(s: State, lord: Lord) -> list[Unit]:
    """The kinds of units that the Lord has Unrouted, in the order of the Forces table, Vassals after the Retinue."""
    mat = s.mats[lord]
    kinds = [unit for unit in s.box.units if mat.forces.get(unit)]
    vassals = [vassal_unit(v) for v in mat.vassals]
    return [RETINUE, *vassals, *kinds[1:]] if kinds[:1] == [RETINUE] else vassals + kinds


def has_troops(s: State, lord: Lord) -> bool:
    """Whether the Lord has any Unrouted Troops: wooden pieces, not Retinue or Vassals."""
    return any(n and s.box.units[unit].troop for unit, n in s.mats[lord].forces.items())


def routed_troops(s: State, lord: Lord) -> dict[Unit, int]:
    """The Lord's Routed Troops pieces by type, in the order of the Forces table."""
    routed = s.mats[lord].routed
    return {unit: routed[unit] for unit, kind in s.box.units.items() if kind.troop and routed.get(unit)}


def half_hits(s: State, lord: Lord, step: Strike) -> int:
    """4.4.2 Total Hits: what the Lord's Unrouted units contribute in this Strike step, in halves of a Hit."""
    mat = s.mats[lord]
    total = len(mat.vassals) * s.box.units[VASSAL].half_hits[step]
    for unit, number in mat.forces.items():
        total += number * chevaliers_half_hits(s, lord, unit, step, s.box.units[unit].half_hits[step])
    return total


def protection(s: State, lord: Lord, unit: Unit, step: Strike) -> int:
    """4.4.2 Protection: the highest roll that absorbs a Hit, as modified by cards. Raised ranges do not add up."""
    kind = unit_type(s, unit)
    top = kind.protection
    for card in (barricades, church_blessing, piquiers, montagu):
        top = card(s, lord, kind.id, top)
    top = barded_horse(s, lord, kind.id, step, top)
    return chevaliers_protection(s, lord, kind.id, step, top)


def rout_unit(s: State, lord: Lord, unit: Unit) -> None:
    """4.4.2 Forces Rout: slide one unit to the Routed section."""
    mat, vassal = s.mats[lord], vassal_in(unit)
    if vassal is not None:
        mat.vassals.remove(vassal)
        mat.routed_vassals.append(vassal)
    else:
        mat.forces[unit] -= 1
        mat.routed[unit] = mat.routed.get(unit, 0) + 1
    tell(s, "4.4.2", "unit_routs", side=side_of(s, lord), lord=lord, unit=unit)


def rally_unit(s: State, lord: Lord, unit: Unit) -> None:
    """Returns a Routed Troops piece above the line (4.4.3, y30)."""
    mat = s.mats[lord]
    mat.routed[unit] -= 1
    mat.forces[unit] = mat.forces.get(unit, 0) + 1
