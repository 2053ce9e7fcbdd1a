"""Subjects of questions that several rules use."""

from __future__ import annotations

from pbem.engine.phrase import Phrase
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import Lord


class Coming(Phrase, form="{lords} at {place}"):
    """4.3.4 Lords arriving at a place."""

    lords: tuple[Lord, ...]
    place: Locale


class Approaching(Coming, form="{lords} at {place}, Approach"):
    """4.3.5 Lords Approaching Enemy Lords."""


class Landing(Coming, form="{lords} lands at {place}"):
    """l33 A Lord who has Sailed to a Port."""


class AfterAspielles(Phrase, form="{window}, after Aspielles"):
    """y13 l13 The window that is open again after Aspielles was played in it."""

    window: str


class OfLord(Phrase, form="{lord}[ {about}]"):
    """A subject that begins with a Lord, as for most dice."""

    lord: Lord
    about: str = ""


class InRound(Phrase, form="round {round}[, {about}]"):
    """4.4.2 A Round of a Battle, and a part of it."""

    round: int
    about: str = ""


class InBattle(Phrase, form="battle {number}[, {about}]"):
    """4.4 A Battle, and a part of it."""

    number: int
    about: str = ""
