"""Characters of random players: one who fights, one who builds, and one without a preference."""

from __future__ import annotations

from pbem.engine.game.sample import BotStyle, Sample
from pbem.games.kingmaker.asking.ending import END
from pbem.games.kingmaker.offer import NON_PLAYER, RANDOM, ROUNDS, SETUP
from pbem.games.kingmaker.strategy import advice

WAR = BotStyle({"attack": 6.0, "besiege": 4.0, "crown": 9.0, "summon": 6.0, "done": 0.3, "pass": 0.5, "abandon": 0.05})
PEACE = BotStyle({"besiege": 2.0, "attack": 0.3, "crown": 9.0, "summon": 9.0, "sail": 0.4, "execute": 0.02}, {END: 0.5})
SAMPLE = Sample(
    styles=(WAR, PEACE),
    options=({ROUNDS: 8}, {ROUNDS: 6, SETUP: RANDOM}, {ROUNDS: 8, NON_PLAYER: False}),
    advice=advice,
)
