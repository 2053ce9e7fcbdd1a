"""13.5, 1.4 The public figures of the game."""

from __future__ import annotations

from typing import NamedTuple

from pbem.engine.decision import Seat
from pbem.games.kingmaker.components.ids import NobleId
from pbem.games.kingmaker.components.nobles import men_here, plain_men
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.prestige import may_claim, prestige


class Score(NamedTuple):
    """13.5 Prestige of Factions and Alliances, the men of each Noble without bonuses and where he is, and whether the active
    player may claim the Prestige Victory card.
    """

    prestige: dict[Seat, int]
    alliances: list[tuple[list[Seat], int]]
    strength: dict[NobleId, tuple[int, int]]
    may_claim: bool


def score(s: State) -> Score:
    """13.3, 13.5, 1.4 The present score."""
    return Score(
        {seat: prestige(s, seat) for seat in s.seats},
        [(sorted(members), prestige(s, *members)) for members in s.alliances],
        {noble: (plain_men(s, noble), men_here(s, noble)) for noble in s.nobles},
        may_claim(s, s.active),
    )
