"""8.0 The Political Turn between two campaigns, and the end of the last."""

from __future__ import annotations

from pbem.engine.decision import Decision, PickSome, Together
from pbem.engine.event import tell
from pbem.games.richard_iii.battle.combat import worth
from pbem.games.richard_iii.cards.deal import deal
from pbem.games.richard_iii.components.blocks import to_pool
from pbem.games.richard_iii.components.board import Area, BlockId, Side
from pbem.games.richard_iii.components.death import end
from pbem.games.richard_iii.components.state import AWAY, REMOVED, State
from pbem.games.richard_iii.political.home import go_home
from pbem.games.richard_iii.political.usurpation import levies_home, usurpation
from pbem.games.richard_iii.supply.succession import succession
from pbem.games.richard_iii.supply.supply import counted, surplus
from pbem.i18n import Text

RESET = "8.5"
OVERFLOW = f"{RESET} overflow"


async def political_turn(s: State) -> None:
    """8.0 Runs the Political Turn; after the last campaign the King's side has won (ruling R35). Raises GameOver."""
    succession(s)
    levies_home(s)
    usurpation(s)
    if s.campaign == s.campaigns:
        end(s, s.king_side, "king")
    for side in (s.pretender_side, s.king_side):
        await go_home(s, side)
    await overflow(s)
    reset(s)
    await deal(s)


async def overflow(s: State) -> None:
    """8.5, 7.2 Blocks above the limit of an exile area go to the pool; their owner chooses which (ruling R41)."""
    where = [(side, area) for side in Side for area in s.board.exiles(side) if surplus(s, area, side)]
    if not where:
        return
    answers = await Together(tuple(overflowing(s, side, area) for side, area in where))
    for (side, area), blocks in zip(where, answers, strict=True):
        for block in blocks:
            to_pool(s, BlockId(block))
        tell(s, RESET, "overflow", seen_by=frozenset({side.value}), side=side, area=area, blocks=list(blocks))
        tell(s, RESET, "overflows", side=side, area=area, number=len(blocks))


def overflowing(s: State, side: Side, area: Area) -> Decision:
    """8.5 Which blocks leave an exile area."""
    number = surplus(s, area, side)
    name = s.board.areas[area].name
    which = Text("{name} holds too many: which {number} blocks go to your pool?", name=name, number=number)
    question = Text("{name} holds too many: which block goes to your pool?", name=name) if number == 1 else which
    shape = PickSome(lambda: counted(s, area, side), number, number)
    return Decision(side, OVERFLOW, area, question, shape, lambda: least(s, area, side), automatic=True)


def least(s: State, area: Area, side: Side) -> list[BlockId]:
    """D28 The default: the least valuable blocks, King and Pretender last."""
    return sorted(counted(s, area, side), key=lambda b: worth(s, b))[: surplus(s, area, side)]


def reset(s: State) -> None:
    """8.5 All face-down blocks stand up, all blocks get full strength, and the next campaign begins."""
    for block, piece in s.blocks.items():
        piece.face_down = False
        if piece.at not in (AWAY, REMOVED):
            piece.steps = s.board.blocks[block].strength
    s.campaign, s.turn, s.redealt = s.campaign + 1, 1, False
    s.hands = {side: [] for side in Side}
    s.played = {side: [] for side in Side}
    tell(s, RESET, "campaign_begins", campaign=s.campaign)
