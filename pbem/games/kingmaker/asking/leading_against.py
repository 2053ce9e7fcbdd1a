"""13.2 The attacks of allied Forces: in the turn of their commander's player, or of any Faction in them."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.decision import Decision, Seat, YesNo
from pbem.engine.event import tell
from pbem.games.kingmaker.asking.asked import now
from pbem.games.kingmaker.asking.fighting import can_land, fight, relieved
from pbem.games.kingmaker.asking.options import LeadAgainst
from pbem.games.kingmaker.combat.battle import Battle
from pbem.games.kingmaker.combat.fight import unspent
from pbem.games.kingmaker.combat.reserves import can_suffice
from pbem.games.kingmaker.combat.siege import Siege
from pbem.games.kingmaker.components.ids import Phase, Place, field, inside, place_in, ship_in
from pbem.games.kingmaker.components.names import name_of
from pbem.games.kingmaker.components.nobles import allied, area_of, at, in_field
from pbem.games.kingmaker.components.state import Fight, Force, State
from pbem.games.kingmaker.forces import force_of, owners_of
from pbem.games.kingmaker.legal.attacks import battles, can_be_besieged, sallied
from pbem.games.kingmaker.movement.ships import passengers
from pbem.i18n import Text

ASSENT, ENLIST = "13.2 assent", "6.3 enlist"


def force_attacks(s: State) -> list[str]:
    """13.2 (l. 651) The attacks of Forces in which the active player has a Noble, each as a whole (R51). A Force is left out
    if one of its Nobles has attacked in this round, or if its commander's player has refused in this turn.
    """
    if s.phase is not Phase.COMBAT:
        return []
    spent = (*s.stamps.attacked, *s.stamps.earlier_attacked)
    forces = (force for force in s.forces if s.active in owners_of(s, force))
    idle = (force for force in forces if not any(noble in spent for noble in force.nobles))
    return [order for force in idle for order in attacks_of(s, force) if order not in s.declined]


def attacks_of(s: State, force: Force) -> Iterator[LeadAgainst]:
    """13.2 The attacks of one Force: from the sea, out of a besieged place, or in its open field."""
    area = area_of(s, force.commander)
    if area is None:
        yield from landings_of(s, force)
    elif (place := place_in(s.nobles[force.commander].at)) is not None:
        yield from (LeadAgainst(force.commander, s.besieged[each]) for each in sallied(s, area) if each == place)
    elif s.nobles[force.commander].at == field(area):
        for target in battles(s):
            yield from (LeadAgainst(force.commander, seat) for seat in target.players if target.area == area)
        yield from sieges_by(s, force)


def sieges_by(s: State, force: Force) -> Iterator[LeadAgainst]:
    """6.3, 13.2 The places that a Force is strong enough to besiege, or could be after the adding step (R113).

    A siege begun by anybody in the Force is continued by it.
    """
    area = area_of(s, force.commander)
    if area is None or (s.peace is not None and s.peace.area == area):
        return
    for place in (place for place in s.board.fortified(area) if can_be_besieged(s, place, owners_of(s, force))):
        order = LeadAgainst(force.commander, place)
        if (fight := attack_of(s, order)) is not None and can_suffice(s, fight):
            yield order


def landings_of(s: State, force: Force) -> Iterator[LeadAgainst]:
    """5.6, 13.2 The port that a Force at sea has come to besiege."""
    for lead, place in s.assaults.items():
        if passengers(s, lead) == sorted(force.nobles) and can_land(s, lead, force.nobles):
            yield LeadAgainst(force.commander, place)


def attack_of(s: State, order: LeadAgainst) -> Fight | None:
    """13.2 The combat that a Force's attack would start, with all of it; None if the Force no longer exists."""
    force = next((each for each in s.forces if each.commander == order.commander), None)
    if force is None:
        return None
    leader, at_, nobles = s.nobles[force.commander].owner, s.nobles[force.commander].at, list(force.nobles)
    if order.target not in s.seats:
        place = Place(order.target)
        fight = Fight(s.board.places[place].area, leader, nobles, at(s, inside(place)), None, place)
        fight.ships, fight.force = ship_in(at_), force.commander
        return fight
    area = s.board.area(at_)
    return None if area is None else Fight(area, leader, nobles, in_field(s, area, *allied(s, order.target)), order.target)


async def lead_against(s: State, order: LeadAgainst) -> None:
    """13.2 A Force attacks, if its commander's player agrees."""
    if not await assented(s, order):
        return
    force = force_of(s, order.commander)
    area = area_of(s, order.commander)
    if order.target in s.seats:
        assert area is not None
        nobles, sallies = tuple(force.nobles), place_in(s.nobles[order.commander].at) is not None
        choice = Battle(area, () if sallies else nobles, order.target, nobles if sallies else (), force=order.commander)
        await fight(s, await relieved(s, choice))
    else:
        ships = next((lead for lead, port in s.assaults.items() if port == order.target and area is None), None)
        agreed = await willing(s, force)
        await fight(s, Siege(Place(order.target), tuple(force.nobles), ships, force=order.commander, agreed=agreed))


async def assented(s: State, order: LeadAgainst) -> bool:
    """13.2 (Ruling: R99) Whether the commander's player agrees. In an ally's turn they are asked once in that turn.

    Afterwards the attack is checked against the position again, which may have changed.
    """
    leader = s.nobles[order.commander].owner
    if leader == s.active:
        return True
    what = {"player": name_of(s, s.active), "noble": name_of(s, order.commander), "target": name_of(s, order.target)}
    prompt = Text("{player} wants your Force under {noble} to attack {target}: do you lead it?", **what)
    agrees = await Decision(leader, ASSENT, order, prompt, YesNo(), lambda: False)
    readers = frozenset({s.active, leader})
    if not agrees:
        s.declined.append(str(order))
        tell(s, "13.2", "declined", seen_by=readers, seat=leader, noble=order.commander, target=order.target)
    elif order not in force_attacks(s):
        tell(s, "3", "not_possible", seen_by=readers, order=order)
        return False
    return bool(agrees)


async def willing(s: State, force: Force) -> tuple[Seat, ...]:
    """6.3 (l. 450; R57) The other Factions in a Force that let their uncommitted Nobles join its siege; by default none."""
    area = area_of(s, force.commander)
    leader = s.nobles[force.commander].owner
    agreed: list[Seat] = []
    for seat in (seat for seat in owners_of(s, force) if seat != leader):
        beside = [] if area is None else [noble for noble in unspent(s, area, seat) if noble not in force.nobles]
        prompt = Text("{player} besieges with a Force of yours: may your other Nobles join?", player=name_of(s, leader))
        if beside and await Decision(seat, ENLIST, now(s), prompt, YesNo(), lambda: False, automatic=True):
            agreed.append(seat)
    return tuple(agreed)
