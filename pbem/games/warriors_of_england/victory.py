"""12.0, 13.0 Victory points, and the end of the game."""

from __future__ import annotations

from pbem.engine.event import tell
from pbem.games.warriors_of_england.components.board import ROYAL, Side
from pbem.games.warriors_of_england.components.nobles import of_side, stars
from pbem.games.warriors_of_england.components.state import State


def score(s: State) -> None:
    """12.0 Moves the marker by the difference of both totals (Ruling: J19)."""
    gained = {side: held_points(s, side) - exiles(s, side) for side in Side}
    s.vp += gained[Side.LANCASTER] - gained[Side.YORK]
    tell(s, "12.0", "scores", gained=gained, exiles={side: exiles(s, side) for side in Side}, vp=s.vp)


def held_points(s: State, side: Side) -> int:
    """12.0 The VP of the regions that a side controls."""
    return s.board.worth(area for area, holder in s.control.items() if holder is side)


def exiles(s: State, side: Side) -> int:
    """12.0 The cost of a side's Nobles in Foreign Areas."""
    return sum(s.board.foreign[at].points for noble in of_side(s, side) if (at := s.nobles[noble].at) in s.board.foreign)


def end_turn(s: State) -> None:
    """4.10, 13.0 Victory at 15 points; after the last turn for the side with more, then with more 3-star Nobles at home."""
    if abs(s.vp) >= s.board.winning:
        finish(s, leader(s), "points")
    elif s.turn < s.board.turns:
        s.turn += 1
    elif s.vp:
        finish(s, leader(s), "most")
    else:
        heirs = {side: royal_at_home(s, side) for side in Side}
        most = max(Side, key=lambda side: heirs[side])
        finish(s, most if heirs[most] > heirs[most.enemy] else None, "heirs")


def leader(s: State) -> Side:
    """The side that the VP marker favours; York at 0."""
    return Side.LANCASTER if s.vp > 0 else Side.YORK


def royal_at_home(s: State, side: Side) -> int:
    """13.0 A side's 3-star Nobles in regions that it controls (Ruling: J26, an infirm Henry VI counts)."""
    return sum(s.control.get(s.nobles[noble].at) is side for noble in of_side(s, side) if stars(s, noble) >= ROYAL)


def finish(s: State, winner: Side | None, how: str) -> None:
    """13.0 Ends the game."""
    s.result = {"winner": winner, "how": how}
    tell(s, "13.0", "game_over", winner=winner, how=how, vp=s.vp)
