"""The games: one line each."""

from typing import Any

from pbem.engine.rules import Rules
from pbem.games.plantagenet.game import RULES as PLANTAGENET

GAMES: dict[str, Rules[Any]] = {"plantagenet": PLANTAGENET}
