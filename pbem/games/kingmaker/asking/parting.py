"""5.5, R65 Ships that carry passengers together part at sea."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.decision import Decision, YesNo
from pbem.engine.event import tell
from pbem.games.kingmaker.asking.asked import now
from pbem.games.kingmaker.asking.moving import SHARED, boarding_groups, crew_of
from pbem.games.kingmaker.asking.options import Detach
from pbem.games.kingmaker.components.ids import NobleId, Phase, ShipId, harbour
from pbem.games.kingmaker.components.names import name_of
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.forces import bound_nobles
from pbem.games.kingmaker.movement.loans import split_ships
from pbem.games.kingmaker.movement.ships import can_carry, passengers, sailing_together
from pbem.i18n import Text


def parting_options(s: State) -> list[str]:
    """5.5 Each ship with any group of those aboard, if it and the remaining ships have the capacity for their passengers."""
    if s.phase is not Phase.MOVEMENT:
        return []
    together = (ship for ship, piece in s.ships.items() if piece.group == ship and harbour(piece.at) is None)
    leads = (ship for ship in together if ship not in s.assaults)
    able = (lead for lead in leads if s.active in crew_of(s, lead) and not is_bound(s, passengers(s, lead)))
    return [option for lead in able for option in partings_of(s, lead)]


def is_bound(s: State, nobles: Sequence[NobleId]) -> bool:
    """R50 Whether some of these Nobles are bound to a Force formed in this phase."""
    return not set(bound_nobles(s)).isdisjoint(nobles)


def partings_of(s: State, lead: ShipId) -> Iterator[Detach]:
    """5.5 The ways in which ships that sail together can part; if many Nobles are aboard, not every group is listed (Ruling:
    R94).
    """
    ships, aboard = sailing_together(s, lead), passengers(s, lead)
    if len(ships) == 1:
        return
    for ship in ships:
        others = [other for other in ships if other != ship]
        for crew in ((), *boarding_groups(aboard), *([tuple(aboard)] if len(aboard) > 1 else [])):
            left = [noble for noble in aboard if noble not in crew]
            if can_carry(s, [ship], crew) and can_carry(s, others, left):
                yield Detach(ship, crew)


async def detach(s: State, order: Detach) -> None:
    """5.5 Ships part. Allies aboard may refuse (Ruling: R95)."""
    lead = s.ships[order.ship].group
    assert lead is not None
    others = [seat for seat in crew_of(s, lead) if seat != s.active]
    for seat in others:
        what = {"player": name_of(s, s.active), "ship": name_of(s, order.ship)}
        prompt = Text("{player} parts {ship} from ships with Nobles of yours aboard: do you agree?", **what)
        if not await Decision(seat, SHARED, now(s), prompt, YesNo(), lambda: True, automatic=True):
            tell(s, "3", "not_possible", seen_by=frozenset({s.active}), order=order)
            return
    ships, aboard = sailing_together(s, lead), passengers(s, lead)
    rest = [ship for ship in ships if ship != order.ship], [noble for noble in aboard if noble not in order.crew]
    split_ships(s, s.active, lead, [([order.ship], list(order.crew)), rest], others)
