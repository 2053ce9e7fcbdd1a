"""The options of questions, as typed values."""

from __future__ import annotations

from pbem.engine.phrase import NONE, Phrase
from pbem.games.warriors_of_england.components.board import NOWHERE, Area, NobleId

PASS, STAY = "pass", "stay"


class March(Phrase, form="march {nobles} {to}"):
    """6.1 One or two Nobles go to an adjacent area."""

    nobles: tuple[NobleId, ...]
    to: Area


class Withdraw(Phrase, form="withdraw {to}[ {nobles}]"):
    """7.6 Where to withdraw, and which Nobles go if not all can."""

    to: Area
    nobles: tuple[NobleId, ...] = ()


class Choose(Phrase, form="choose {noble}[ {area}]"):
    """3.0 A neutral Noble is chosen; one with a crown is placed in an area."""

    noble: NobleId
    area: Area = NOWHERE


class Take(Phrase, form="take {noble}"):
    """11.1 A drawn Noble goes to one's own Covert Box."""

    noble: NobleId


class Give(Phrase, form="give {noble}"):
    """11.1.3 A drawn enemy Noble goes to the enemy's Covert Box."""

    noble: NobleId


class PutBack(Phrase, form="return {noble}"):
    """11.1.3 A drawn enemy Noble goes back into the cup."""

    noble: NobleId


class PlaceAt(Phrase, form="place {noble}[ {area}]"):
    """11.2 A Noble from the Covert Box goes to his home, or with a crown to an area."""

    noble: NobleId
    area: Area = NOWHERE


NOBODY = PlaceAt(NobleId(NONE))
"""11.2 The play is passed."""
