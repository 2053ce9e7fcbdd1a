"""Invariants: what must hold after every answer. Each finding is a sentence."""

from __future__ import annotations

from collections import Counter

from pbem.games.plantagenet.box import Lord, Side
from pbem.games.plantagenet.capabilities import MOST_PER_LORD
from pbem.games.plantagenet.ratings import valour_of
from pbem.games.plantagenet.state import State, lords_of


def checks(s: State) -> list[str]:
    """Everything that is wrong with the position; an empty list is right."""
    return [*card_findings(s), *force_findings(s), *array_findings(s)]


def card_findings(s: State) -> list[str]:
    """1.9.1, 3.4.6 Each card in one place, at most two a Lord, each at a Lord who may have it."""
    places = Counter(card for deck in s.decks.values() for card in deck)
    places.update(card for mat in s.mats.values() for card in mat.capabilities)
    found = [f"card {card} is in {n} places" for card, n in places.items() if n != 1]
    for lord, mat in s.mats.items():
        if len(mat.capabilities) > MOST_PER_LORD:
            found.append(f"{lord} has {len(mat.capabilities)} Capabilities")
        barred = [c for c in mat.capabilities if (who := s.box.cards[c].lords) is not None and lord not in who]
        found += [f"{lord} may not have {card}" for card in barred]
    return found


def force_findings(s: State) -> list[str]:
    """1.6 Outside the Losses of a Battle no unit appears or vanishes; no count is negative."""
    found = []
    for lord, mat in s.mats.items():
        for unit, printed in s.box.lords[lord].forces.items():
            counts = mat.forces.get(unit, 0), mat.routed.get(unit, 0)
            if min(counts) < 0 or sum(counts) != printed:
                found.append(f"{lord} has {counts[0]} and {counts[1]} Routed {unit} of {printed}")
        if mat.valour > valour_of(s, lord) or mat.valour < 0:
            found.append(f"{lord} has {mat.valour} Valour markers")
    return found


def array_findings(s: State) -> list[str]:
    """4.4.1 Each Lord stands in one place of the Array, or has Routed."""
    if s.battle is None:
        return []
    found = []
    for side in Side:
        arrayed = [lord for lord in [*s.battle.front[side], *s.battle.reserve[side]] if lord is not None]
        for lord in lords_of(s, side):
            if arrayed.count(lord) + (lord in s.battle.routed and lord not in arrayed) != 1:
                found.append(f"{lord} stands in {arrayed.count(lord)} places of the Array")
    return found + [f"{lord} Fled but has not Routed" for lord in fled_unrouted(s)]


def fled_unrouted(s: State) -> list[Lord]:
    """4.4.2 Who Flees Routs."""
    return [] if s.battle is None else [lord for lord in s.battle.fled if lord not in s.battle.routed]
