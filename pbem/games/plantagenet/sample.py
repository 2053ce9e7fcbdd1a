"""Characters of random players: one who keeps Lords on the map, one who fights, with open and with hidden mats."""

from __future__ import annotations

from pbem.engine.game.sample import BotStyle, Sample
from pbem.games.plantagenet.battle import battle
from pbem.games.plantagenet.campaign import approach, end_campaign, plan
from pbem.games.plantagenet.components import held, influence
from pbem.games.plantagenet.components.opening_options import HIDDEN_MATS
from pbem.games.plantagenet.levy import exiles, king_richard, pay

KEEP = BotStyle(
    weights={
        "levy lord": 10,
        "levy vassal": 0.5,
        "levy troops": 0.5,
        "levy capability": 2,
        "parley": 0.5,
        "done": 0.05,
        "tax": 12,
        "supply": 3,
        "forage": 2,
        "march": 0.3,
        "sail": 0.3,
        "exile": 0.2,
        "pass": 0.3,
        "king": 0.1,
    },
    defaults={
        influence.RAISE: 0.8,
        pay.DISBAND: 0.995,
        pay.VASSALS: 0.9,
        exiles.EXILES: 0.95,
        approach.EXILE: 0.8,
        battle.FLEE: 0.9,
        plan.PLAN: 0.5,
        end_campaign.DISCARD: 0.9,
        king_richard.CROWN: 0.8,
    },
)

FIGHT = BotStyle(
    weights={**KEEP.weights, "march": 2, "supply": 8, "forage": 6, "levy vassal": 4, "levy capability": 8},
    defaults={**KEEP.defaults, approach.EXILE: 1, battle.FLEE: 0.95, held.PLAY: 0.1, plan.PLAN: 0.9},
    last={"all": 10, "london": 4},
)

SAMPLE = Sample(styles=(KEEP, KEEP, FIGHT), options=({}, {HIDDEN_MATS: True}))
