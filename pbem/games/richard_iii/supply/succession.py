"""6.81, 6.82, 9.1 Succession, executions, and minors who enter play."""

from __future__ import annotations

from pbem.engine.decision import Decision, Pick, Together, YesNo
from pbem.engine.event import tell
from pbem.games.richard_iii.components.blocks import at, heirs_of, is_friendly, is_open, minors_of, on_map
from pbem.games.richard_iii.components.board import NOBODY, Area, BlockId, Side
from pbem.games.richard_iii.components.death import eliminate
from pbem.games.richard_iii.components.state import State
from pbem.i18n import Text

RULE, ENTERING, TURNED = "6.81", "6.82", "9.1"
EXECUTE, ENTER = f"{TURNED} execute", f"{ENTERING} enter"
HELD = {Side.LANCASTER: BlockId("clarence_l"), Side.YORK: BlockId("exeter_y")}
MIDDLESEX = Area("middlesex")


def succession(s: State) -> None:
    """6.81 The senior living heir of a dead King becomes King."""
    if s.king != NOBODY:
        return
    s.king = heirs_of(s, s.king_side)[0]
    where = s.blocks[s.king].at
    tell(s, RULE, "new_king", block=s.king, side=s.king_side, area=where if where in s.board.areas else None)


async def executions(s: State) -> None:
    """9.1 A side with Clarence or Exeter as a noble on the map may execute them (ruling R31). Raises GameOver."""
    held = [(side, block) for side, block in HELD.items() if on_map(s, block)]
    if not held:
        return
    answers = await Together(tuple(execution(s, side, block) for side, block in held))
    for (_, block), dies in zip(held, answers, strict=True):
        if dies:
            eliminate(s, block, TURNED)


def execution(s: State, side: Side, block: BlockId) -> Decision:
    """9.1 Whether to execute one of the two."""
    question = Text("Do you have {blocks} executed?", blocks=s.board.blocks[block].name)
    return Decision(side, EXECUTE, block, question, YesNo(), lambda: False, automatic=True)


async def minors(s: State) -> None:
    """6.82 For each heir killed the senior minor of that side enters; if there is no area for them, they wait (ruling
    R29).
    """
    for side in Side:
        s.due[side] = min(s.due[side], len(minors_of(s, side)))
        while s.due[side] and (areas := entry_areas(s, side)):
            block = minors_of(s, side)[0]
            await enter(s, side, block, areas)


async def enter(s: State, side: Side, block: BlockId, areas: list[Area]) -> None:
    """6.82 A minor enters at full strength; who and where is public."""
    question = Text("{blocks} is of age. In which area do they enter?", blocks=s.board.blocks[block].name)
    shape = Pick(lambda: list(areas))
    area = Area(await Decision(side, ENTER, block, question, shape, lambda: best_entry(s, side, areas), automatic=True))
    s.due[side] -= 1
    s.blocks[block].at, s.blocks[block].steps = area, s.board.blocks[block].strength
    tell(s, ENTERING, "enters", block=block, side=side, area=area)


def entry_areas(s: State, side: Side) -> list[Area]:
    """6.82 The areas for minors: friendly or vacant crown areas for the King's side, the exile areas for the Pretender's."""
    if side is s.pretender_side:
        return s.board.exiles(side)
    return [area for area, place in s.board.areas.items() if place.crown and is_open(s, area, side)]


def best_entry(s: State, side: Side, areas: list[Area]) -> Area:
    """D23 The default: for the King's side Middlesex, else a friendly area, with most own blocks; for the Pretender's where
    there is room.
    """
    if side is s.king_side:
        return max(areas, key=lambda area: (area == MIDDLESEX, is_friendly(s, area, side), len(at(s, area, side)), area))
    return max(areas, key=lambda area: (s.board.areas[area].limit - len(at(s, area, side)), area))
