"""8.1, 8.2 Levies go home; Usurpation."""

from __future__ import annotations

from pbem.engine.event import tell
from pbem.games.richard_iii.components.blocks import heirs_of, is_friendly, of_side, to_pool
from pbem.games.richard_iii.components.board import Area, Kind, Side
from pbem.games.richard_iii.components.state import State

RULE, LEVIES = "8.2", "8.1"
MIDDLESEX, ISLE_OF_MAN = Area("middlesex"), Area("isle_of_man")
COUNTED = (Kind.HEIR, Kind.NOBLE, Kind.CHURCH)


def levies_home(s: State) -> None:
    """8.1 Levies, bombards and the Welsh go to their pool, other mercenaries home, and the Rebel off the map."""
    for block, facts in s.board.blocks.items():
        piece = s.blocks[block]
        if piece.at not in s.board.areas or facts.kind not in (Kind.LEVY, Kind.BOMBARD, Kind.MERCENARY, Kind.REBEL):
            continue
        if facts.kind is Kind.MERCENARY and len(facts.homes) == 1:
            piece.at = facts.homes[0]
        else:
            to_pool(s, block)
    tell(s, LEVIES, "levies_home")


def count(s: State, side: Side) -> int:
    """8.2 The number of a side's heirs, nobles and church blocks on the map, except in exile and on the Isle of Man, plus
    one for Middlesex.

    Ruling: R36.
    """
    standing = [b for b in of_side(s, side) if s.board.blocks[b].kind in COUNTED]
    places = s.board.areas
    counted = [b for b in standing if s.blocks[b].at != ISLE_OF_MAN and places[s.blocks[b].at].exile is None]
    return len(counted) + int(is_friendly(s, MIDDLESEX, side))


def usurpation(s: State) -> None:
    """8.2 If the Pretender's side counts more than the King's, its senior heir becomes King, and the former King
    Pretender.
    """
    counts = {side.value: count(s, side) for side in Side}
    usurped = counts[s.pretender_side] > counts[s.king_side]
    if usurped:
        s.king_side = s.king_side.enemy
        s.king, s.pretender = heirs_of(s, s.king_side)[0], s.king
    tell(s, RULE, "usurpation", counts=counts, usurped=usurped, side=s.king_side, king=s.king)
