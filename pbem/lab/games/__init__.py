"""What the laboratory needs of each game: one line each. A game without a line can still be played at random."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pbem.engine.game.rules import Rules
from pbem.lab.conform.conformance import Conformance
from pbem.lab.games.kingmaker.conformance.conformance import CONFORMANCE as KINGMAKER_RECORDED
from pbem.lab.games.kingmaker.showcase import SHOWCASE as KINGMAKER_SHOWCASE
from pbem.lab.games.kingmaker.trial import TRIAL as KINGMAKER
from pbem.lab.games.plantagenet.conformance.conformance import CONFORMANCE as PLANTAGENET_RECORDED
from pbem.lab.games.plantagenet.showcase import SHOWCASE as PLANTAGENET_SHOWCASE
from pbem.lab.games.plantagenet.trial import TRIAL as PLANTAGENET
from pbem.lab.games.richard_iii.conformance.conformance import CONFORMANCE as RICHARD_III_RECORDED
from pbem.lab.games.richard_iii.showcase import SHOWCASE as RICHARD_III_SHOWCASE
from pbem.lab.games.richard_iii.trial import TRIAL as RICHARD_III
from pbem.lab.games.warriors_of_england.conformance.conformance import CONFORMANCE as WARRIORS_OF_ENGLAND_RECORDED
from pbem.lab.games.warriors_of_england.showcase import SHOWCASE as WARRIORS_OF_ENGLAND_SHOWCASE
from pbem.lab.games.warriors_of_england.trial import TRIAL as WARRIORS_OF_ENGLAND
from pbem.lab.showcase import Showcase
from pbem.lab.trial import Trial


@dataclass(frozen=True, slots=True)
class LabGame:
    """What random games need to know of a game, how it is shown and measured, and how what others have recorded of it is
    run on its rules (None: nothing is).
    """

    trial: Trial = field(default_factory=Trial)
    showcase: Showcase = field(default_factory=Showcase)
    conformance: Conformance | None = None


LAB_GAMES: dict[str, LabGame] = {
    "plantagenet": LabGame(PLANTAGENET, PLANTAGENET_SHOWCASE, PLANTAGENET_RECORDED),
    "warriors_of_england": LabGame(WARRIORS_OF_ENGLAND, WARRIORS_OF_ENGLAND_SHOWCASE, WARRIORS_OF_ENGLAND_RECORDED),
    "richard_iii": LabGame(RICHARD_III, RICHARD_III_SHOWCASE, RICHARD_III_RECORDED),
    "kingmaker": LabGame(KINGMAKER, KINGMAKER_SHOWCASE, KINGMAKER_RECORDED),
}
"""By the name of the game's rules."""
NOTHING = LabGame()


def lab_of(rules: Rules[Any]) -> LabGame:
    """What the laboratory needs of the game with these rules."""
    return LAB_GAMES.get(rules.name, NOTHING)
