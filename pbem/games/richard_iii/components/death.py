"""6.8, 9.0 Losing steps, elimination, the succession of the Pretender, and victory."""

from __future__ import annotations

from pbem.engine.event import tell
from pbem.games.richard_iii.components.blocks import heirs_of, side_of
from pbem.games.richard_iii.components.board import NOBODY, BlockId, Fate, Kind, Side
from pbem.games.richard_iii.components.state import POOL, REMOVED, GameOver, Phase, State


def lose(s: State, block: BlockId, steps: int, rule: str) -> None:
    """3.1 A block loses steps; without steps it is eliminated. Raises GameOver."""
    piece = s.blocks[block]
    piece.steps = max(0, piece.steps - steps)
    if not piece.steps:
        eliminate(s, block, rule)


def eliminate(s: State, block: BlockId, rule: str, *, cut_off: bool = False) -> None:
    """6.8 Eliminates a block and reports it; `cut_off`: it had to retreat and could not (6.6). Raises GameOver."""
    side, area = side_of(s, block), s.blocks[block].at
    facts, piece = s.board.blocks[block], s.blocks[block]
    leaves_battle(s, block)
    tell(s, rule, "eliminated", block=block, side=side, area=area, cut_off=cut_off)
    if facts.fate is Fate.REMOVED:
        remove(s, block)
        heir_dies(s, block)
        return
    piece.at = facts.homes[0] if facts.fate is Fate.HOME else POOL
    piece.steps, piece.face_down = facts.strength, True


def leaves_battle(s: State, block: BlockId) -> None:
    """Removes a block from its battle."""
    s.came.pop(block, None)
    s.by_sea.pop(block, None)
    if block in s.reserves:
        s.reserves.remove(block)
    if s.battle is not None:
        s.battle.drop(block)


def remove(s: State, block: BlockId) -> None:
    """6.8 Removes a block from the game with its twin, who is the same person."""
    for each in (block, s.board.blocks[block].twin):
        if each:
            s.blocks[each].at, s.blocks[each].steps = REMOVED, 0


def heir_of(s: State, block: BlockId) -> BlockId:
    """9.1 The heir whose block or turned twin this is; NOBODY for others."""
    return next((b for b in (block, s.board.blocks[block].twin) if b and s.board.blocks[b].kind is Kind.HEIR), NOBODY)


def heir_dies(s: State, block: BlockId) -> None:
    """6.81, 6.82, 9.0 The consequences of an heir's death: a vacant throne, a new Pretender, a minor due, victory. Raises
    GameOver.

    Ruling: R28, R30, R32, R44.
    """
    heir = heir_of(s, block)
    if not heir:
        return
    side = s.board.blocks[heir].side
    assert side is not None
    s.due[side] += 1
    if heir == s.king:
        s.king = NOBODY
        tell(s, "6.81", "king_dead", block=heir, side=side)
    check_victory(s)
    if heir == s.pretender:
        s.pretender = heirs_of(s, side)[0]
        tell(s, "6.81", "new_pretender", block=s.pretender, side=side)


def check_victory(s: State) -> None:
    """9.0 A side without a living heir of its own has lost. Raises GameOver."""
    for side in Side:
        if not heirs_of(s, side):
            if s.pretender_side is side:
                s.pretender = NOBODY
            end(s, side.enemy, "heirs")


def end(s: State, winner: Side, how: str) -> None:
    """9.0 Ends the game. Raises GameOver."""
    s.result = {"winner": winner.value, "how": how}
    s.phase = Phase.OVER
    tell(s, "9.0", "game_ends", winner=winner, how=how)
    raise GameOver
