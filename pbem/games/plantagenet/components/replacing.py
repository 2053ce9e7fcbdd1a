"""6.2.2, 6.0 A Lord card replaced in place by another of the same person."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from pbem.games.plantagenet.components.box import Lord
from pbem.games.plantagenet.components.lords import discard_capability
from pbem.games.plantagenet.components.lordship import passed_on
from pbem.games.plantagenet.components.state import Battle, Cylinder, State, Status

T = TypeVar("T", bound=str)
Rename = Callable[[T], T]


def replace_lord(s: State, old: Lord, new: Lord) -> None:
    """6.2.2 Replace: exchanges the Lord card on the mat, the cylinder, the Seat, and the Command cards wherever they are,
    including the Plan and the card in use. Forces, Assets, Vassals and everything under way continue; a Capability that
    the new card may not hold is discarded.
    """
    s.lords[new] = s.lords[old]
    s.lords[old] = Cylinder(Status.REPLACED)
    _rename(s, lambda lord: new if lord == old else lord)
    replace_in_plans(s, old, new)
    if new in s.mats:
        s.mats = {lord: s.mats[lord] for lord in s.lords if lord in s.mats}
        discard_forbidden(s, new)


def replace_in_plans(s: State, old: Lord, new: Lord) -> None:
    """6.2.2 Replace: exchanges the Command cards in Plans."""
    s.plans = {side: [str(new) if card == old else card for card in plan] for side, plan in s.plans.items()}


def discard_forbidden(s: State, lord: Lord) -> None:
    """3.4.6 The Capabilities that this Lord may not hold return to the deck."""
    for card in list(s.mats[lord].capabilities):
        holders = s.box.cards[card].lords
        if holders is not None and lord not in holders:
            discard_capability(s, card, lord)


def _rename(s: State, name: Rename[Lord]) -> None:
    """Renames the Lord everywhere except his cylinder."""
    s.mats = {name(lord): mat for lord, mat in s.mats.items()}
    s.seats = [name(lord) for lord in s.seats]
    if s.loyalty_and_trust is not None:
        s.loyalty_and_trust = name(s.loyalty_and_trust)
    if s.muster is not None:
        s.muster.able = _each(s.muster.able, name)
        s.muster.lord = None if s.muster.lord is None else name(s.muster.lord)
        s.muster.free = {passed_on(grant, name): n for grant, n in s.muster.free.items()}
    if s.command is not None:
        s.command.lord = name(s.command.lord)
        s.command.second_leg, s.command.depot = _each(s.command.second_leg, name), _each(s.command.depot, name)
    if s.battle is not None:
        _rename_in_battle(s.battle, name)


def _rename_in_battle(battle: Battle, name: Rename[Lord]) -> None:
    battle.front = {side: [None if lord is None else name(lord) for lord in front] for side, front in battle.front.items()}
    battle.reserve = {side: _each(reserve, name) for side, reserve in battle.reserve.items()}
    battle.routed, battle.fled = _each(battle.routed, name), _each(battle.fled, name)
    battle.culverins, battle.fighters = _each(battle.culverins, name), _each(battle.fighters, name)
    battle.engagements = [_each(engagement, name) for engagement in battle.engagements]
    battle.marked = {card: name(lord) for card, lord in battle.marked.items()}
    battle.late = None if battle.late is None else name(battle.late)


def _each(lords: Iterable[Lord], name: Rename[Lord]) -> list[Lord]:
    return [name(lord) for lord in lords]
