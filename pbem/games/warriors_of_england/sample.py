"""Characters of random players: one who roams, and one who holds ground."""

from __future__ import annotations

from pbem.engine.game.sample import BotStyle, Sample

STAND = BotStyle({"march": 1.0, "pass": 0.5, "withdraw": 0.1, "stay": 3.0})
ROAM = BotStyle({"march": 2.0, "pass": 0.2})
SAMPLE = Sample(styles=(ROAM, STAND))
