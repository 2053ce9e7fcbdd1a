"""13.2 Allied Forces (l. 647-661): formed, ended, and led."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from pbem.engine.decision import Seat
from pbem.engine.event import tell
from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.components.ids import NobleId
from pbem.games.kingmaker.components.names import name_of, names_of
from pbem.games.kingmaker.components.nobles import allied, area_of, at, fighting_men
from pbem.games.kingmaker.components.state import Force, State
from pbem.games.kingmaker.housekeeping import settle
from pbem.games.kingmaker.victory import check_under_way
from pbem.i18n import Text


def force_of(s: State, commander: NobleId) -> Force:
    """13.2 The Force under a commander. Raises Illegal."""
    force = next((each for each in s.forces if each.commander == commander), None)
    if force is None:
        raise Illegal(Text("{noble} commands no allied Force", noble=name_of(s, commander)))
    return force


def owners_of(s: State, force: Force) -> list[Seat]:
    """13.2 The Factions with a Noble in a Force."""
    return list(dict.fromkeys(s.nobles[noble].owner for noble in force.nobles))


def guard_of(s: State, attacked: Collection[NobleId]) -> NobleId | None:
    """13.2 (l. 659) The commander of the Force to which the attacked Nobles belong; None if they belong to none.

    Ruling: R112 of several Forces the one with most men; among equals the one formed first.
    """
    forces = [force for force in s.forces if set(force.nobles) & set(attacked)]
    men = [sum(fighting_men(s, noble, attacks=False) for noble in force.nobles) for force in forces]
    return forces[men.index(max(men))].commander if forces else None


def is_new(s: State, force: Force) -> bool:
    """R50 (K31) Whether a Force was formed in the current phase; until that ends, its Nobles are bound to it."""
    return (force.turn, force.phase) == (s.turn, s.phase)


def bound_nobles(s: State) -> list[NobleId]:
    """R50 (K31) The Nobles who are bound to a Force formed in the current phase."""
    return [noble for force in s.forces if is_new(s, force) for noble in force.nobles]


def check_unbound(s: State, nobles: Iterable[NobleId]) -> None:
    """R50 (K31) Raises Illegal for a Noble who would act without his Force in the phase in which it was formed."""
    everybody_bound = bound_nobles(s)
    if bound := [noble for noble in nobles if noble in everybody_bound]:
        raise Illegal(Text("{noble} is bound to his Force for this phase", noble=name_of(s, bound[0])))


def leader_of(s: State, commander: NobleId | None, by: Seat | None, nobles: Collection[NobleId]) -> Seat:
    """13.2 The leader of some Nobles: the active player, or for a Force the commander's player.

    Raises Illegal outside the turn of a Faction in the Force (K35), or unless it is the whole Force (Ruling: R51; K34).
    """
    if commander is None:
        check_unbound(s, nobles)
        return s.active
    force = force_of(s, commander)
    leader = s.nobles[commander].owner
    if by not in (None, leader):
        raise Illegal(Text("{noble}'s player leads the Force", noble=name_of(s, commander)))
    if s.active not in owners_of(s, force):
        raise Illegal(Text("it is not the turn of a Faction with a Noble in the Force"))
    if set(nobles) != set(force.nobles):
        raise Illegal(Text("the whole Force acts together, or nobody of it"))
    return leader


def check_own(s: State, nobles: Iterable[NobleId], leader: Seat, forced: bool) -> None:
    """5.1, 6.2 Raises Illegal for Nobles who are neither the leader's nor in their Force."""
    for noble in nobles:
        unit = s.nobles.get(noble)
        if unit is None or (unit.owner != leader and not forced):
            raise Illegal(Text("{noble} is not one of your Nobles", noble=name_of(s, noble)))


def form_force(
    s: State, seat: Seat, nobles: Sequence[NobleId], commander: NobleId, agreed: Collection[Seat], renewed: bool = False
) -> list[Seat]:
    """13.2 (l. 648-650) Allied Nobles in one spot become a Force. Returns the Factions in it. Raises Illegal.

    Ruling: R49 at least two Factions (K29), and all allied Factions with a Noble in that spot must agree (K30).
    """
    check_under_way(s)
    if commander not in nobles or any(noble not in s.nobles for noble in nobles):
        raise Illegal(Text("the commander is one of the Force's Nobles, who are in play"))
    spots = {s.nobles[noble].at for noble in nobles}
    if len(spots) > 1 or area_of(s, commander) is None:
        raise Illegal(Text("a Force is formed in one open field or place, and not at sea"))
    members = allied(s, seat)
    if any(s.nobles[noble].owner not in members for noble in nobles):
        raise Illegal(Text("a Force is of allied Nobles only"))
    here = {s.nobles[noble].owner for noble in at(s, s.nobles[commander].at, *members)}
    if seat not in here:
        raise Illegal(Text("who announces a Force has a Noble there"))
    if len({s.nobles[noble].owner for noble in nobles}) < 2:
        raise Illegal(Text("a Force has Nobles of two Factions at least"))
    if missing := sorted(here - {seat, *agreed}):
        raise Illegal(Text("the other allied Factions there must agree: {players}", players=names_of(s, missing)))
    check_unbound(s, nobles)
    s.forces = [force for force in s.forces if not set(force.nobles) & set(nobles)]
    s.forces.append(Force(commander, sorted(nobles), s.turn, s.phase, renewed))
    tell(s, "13.2", "force", commander=commander, nobles=sorted(nobles))
    settle(s)
    return sorted({s.nobles[noble].owner for noble in nobles})


def end_forces(s: State) -> None:
    """13.2 (l. 657) At the beginning of a round all Forces end.

    Ruling: R117 Forces to be renewed are formed again at once, if they are together on land and no other allied Faction
    (which would have to agree) has a Noble there. A renewed Force is not announced as ended.
    """
    before, s.forces = s.forces, []
    for force in before:
        if force.renewed and _stands_alone(s, force):
            s.forces.append(replace(force, turn=s.turn, phase=s.phase))
            tell(s, "13.2", "force", commander=force.commander, nobles=force.nobles)
        elif force.renewed:
            tell(s, "13.2", "force_over", commander=force.commander, renewed=True)


def _stands_alone(s: State, force: Force) -> bool:
    """13.2 Whether a Force is on land, and no other allied Faction has a Noble in its spot."""
    chief = s.nobles[force.commander]
    here = {s.nobles[noble].owner for noble in at(s, chief.at, *allied(s, chief.owner))}
    return area_of(s, force.commander) is not None and here <= {*owners_of(s, force)}


def end_force(s: State, seat: Seat, commander: NobleId) -> None:
    """13.2 (l. 657) A Faction in a Force ends it; not in the phase in which it was formed (Ruling: R50; K31). Raises
    Illegal.
    """
    force = force_of(s, commander)
    if seat not in owners_of(s, force):
        raise Illegal(Text("you have no Noble in that Force"))
    if is_new(s, force):
        raise Illegal(Text("a Force lasts for a phase at least"))
    s.forces.remove(force)
    tell(s, "13.2", "force_over", commander=commander, renewed=False)
    settle(s)
