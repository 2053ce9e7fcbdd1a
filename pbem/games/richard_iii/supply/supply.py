"""7.0 The supply phase: succession, executions, minors, and losses in overcrowded areas."""

from __future__ import annotations

from pbem.engine.decision import Decision, PickSome, Together
from pbem.engine.event import tell
from pbem.games.richard_iii.battle.combat import worth
from pbem.games.richard_iii.components.blocks import at
from pbem.games.richard_iii.components.board import Area, BlockId, Kind, Side
from pbem.games.richard_iii.components.death import lose
from pbem.games.richard_iii.components.state import State
from pbem.games.richard_iii.supply.succession import executions, minors, succession
from pbem.i18n import Text

RULE = "7.1"
STARVE = f"{RULE} starve"


async def supply_phase(s: State) -> None:
    """7.0 Runs the supply phase; both sides take their losses at the same time (ruling R34). Raises GameOver."""
    succession(s)
    await executions(s)
    await minors(s)
    await losses(s, [(side, area) for side in Side for area in crowded(s, side)])


def counted(s: State, area: Area, side: Side) -> list[BlockId]:
    """7.1, 7.2 The blocks that an area must feed: in exile its own mercenaries do not count (ruling R33)."""
    place = s.board.areas[area]
    return [block for block in at(s, area, side) if not (place.locals_free and is_local(s, block, area))]


def is_local(s: State, block: BlockId, area: Area) -> bool:
    """7.2 Whether a mercenary is at home."""
    facts = s.board.blocks[block]
    return facts.kind is Kind.MERCENARY and facts.homes == (area,)


def surplus(s: State, area: Area, side: Side) -> int:
    """7.1, 7.2 How many blocks of a side an area cannot feed."""
    return max(0, len(counted(s, area, side)) - s.board.areas[area].limit)


def crowded(s: State, side: Side) -> list[Area]:
    """7.1 The areas where a side has too many blocks."""
    return [area for area in s.board.areas if surplus(s, area, side)]


async def losses(s: State, where: list[tuple[Side, Area]]) -> None:
    """7.1 Each surplus block loses a step; their owner chooses which, the Pretender first. Raises GameOver.

    Ruling: R60.
    """
    if not where:
        return
    answers = await Together(tuple(starving(s, side, area) for side, area in where))
    for (side, area), blocks in zip(where, answers, strict=True):
        owner = frozenset({side.value})
        tell(s, RULE, "starves", seen_by=owner, side=side, area=area, blocks=list(blocks))
        tell(s, RULE, "too_many", side=side, area=area, number=len(blocks))
    lost = sorted(zip(where, answers, strict=True), key=lambda each: each[0][0] is s.king_side)
    for _, blocks in lost:
        for block in blocks:
            lose(s, BlockId(block), 1, RULE)


def starving(s: State, side: Side, area: Area) -> Decision:
    """7.1 Which blocks of an area lose a step."""
    number, name = surplus(s, area, side), s.board.areas[area].name
    which = Text("{name} cannot feed all: which {number} blocks lose a step?", name=name, number=number)
    question = Text("{name} cannot feed all: which block loses a step?", name=name) if number == 1 else which
    shape = PickSome(lambda: counted(s, area, side), number, number)
    return Decision(side, STARVE, area, question, shape, lambda: least_missed(s, area, side), automatic=True)


def least_missed(s: State, area: Area, side: Side) -> list[BlockId]:
    """D24 The default: blocks with several steps before those with one, then the least valuable."""
    blocks = sorted(counted(s, area, side), key=lambda b: (s.blocks[b].steps == 1, worth(s, b)))
    return blocks[: surplus(s, area, side)]
