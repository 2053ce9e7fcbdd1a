"""The value of a Noble for default choices."""

from __future__ import annotations

from pbem.games.warriors_of_england.components.board import CROWN, NobleId
from pbem.games.warriors_of_england.components.nobles import side_up
from pbem.games.warriors_of_england.components.state import State


def worth_of(s: State, noble: NobleId) -> float:
    """D1 Three times the stars, plus Battle, half the Leadership, and a little for a home with many VP."""
    up, home = side_up(s, noble), s.board.nobles[noble].home
    points = 0 if home == CROWN else s.board.regions[home].points
    return 3 * up.stars + up.battle + up.leadership / 2 + points / 10
