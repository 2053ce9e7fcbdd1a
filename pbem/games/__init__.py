"""The games: one line each."""

from typing import Any

from pbem.engine.game.rules import Rules
from pbem.games.kingmaker.game import RULES as KINGMAKER
from pbem.games.plantagenet.game import RULES as PLANTAGENET
from pbem.games.richard_iii.game import RULES as RICHARD_III
from pbem.games.warriors_of_england.game import RULES as WARRIORS_OF_ENGLAND

GAMES: dict[str, Rules[Any]] = {
    "plantagenet": PLANTAGENET,
    "warriors_of_england": WARRIORS_OF_ENGLAND,
    "richard_iii": RICHARD_III,
    "kingmaker": KINGMAKER,
}
