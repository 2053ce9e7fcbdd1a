"""How one plays by chance who wants to keep his Lords on the map: for trials of the rules."""

from __future__ import annotations

from pbem.engine.trial import Taste
from pbem.games.plantagenet import approach, battle, end_campaign, exiles, muster, pay, plan

TASTE = Taste(
    weights={
        "levy lord": 6,
        "levy vassal": 3,
        "levy troops": 4,
        "levy capability": 2,
        "done": 0.2,
        "parley": 1.5,
        "supply": 4,
        "forage": 4,
        "tax": 3,
        "march": 1,
        "sail": 0.3,
        "exile": 0.2,
        "pass": 0.3,
    },
    defaults={
        pay.DISBAND: 0.98,
        pay.VASSALS: 0.9,
        exiles.EXILES: 0.95,
        approach.EXILE: 0.8,
        battle.FLEE: 0.9,
        plan.PLAN: 0.5,
        end_campaign.DISCARD: 0.9,
        muster.KINGS_NAME: 0.7,
    },
)
