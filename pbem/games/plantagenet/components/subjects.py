"""What questions of several rules are about."""

from __future__ import annotations

from pbem.engine.phrase import Phrase
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import Lord


class Coming(Phrase, form="{lords} at {place}"):
    """4.3.4 Lords who arrive at a place."""

    lords: tuple[Lord, ...]
    place: Locale


class Approaching(Coming, form="{lords} at {place}, Approach"):
    """4.3.5 Lords who come upon Enemy Lords."""


class Landing(Coming, form="{lords} lands at {place}"):
    """l33 A Lord who has Sailed to a Port."""


class AfterAspielles(Phrase, form="{window}, after Aspielles"):
    """y13 l13 The window that is still open once Aspielles has been played in it."""

    window: str


class OfLord(Phrase, form="{lord}[ {about}]"):
    """What begins with a Lord: most dice."""

    lord: Lord
    about: str = ""


class InRound(Phrase, form="round {round}[, {about}]"):
    """4.4.2 A Round of a Battle, and what of it."""

    round: int
    about: str = ""


class InBattle(Phrase, form="battle {number}[, {about}]"):
    """4.4 A Battle, and what of it."""

    number: int
    about: str = ""
