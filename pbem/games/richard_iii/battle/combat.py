"""2.2-2.6, 6.2, 6.4 The order of battle turns, firepower, and who is hit."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.decision import Decision, Pick
from pbem.engine.dice import roll
from pbem.engine.event import tell
from pbem.games.richard_iii.components.blocks import seniors, shields_of, side_of
from pbem.games.richard_iii.components.board import Area, BlockId, Kind, Side
from pbem.games.richard_iii.components.death import lose
from pbem.games.richard_iii.components.state import State, battle_of
from pbem.i18n import Text

RULE = "6.4"
FIRE, HIT = f"{RULE} fire", f"{RULE} hit"
LETTERS = "ABCD"
WORTH = {
    Kind.LEVY: 0,
    Kind.MERCENARY: 1,
    Kind.REBEL: 1,
    Kind.BOMBARD: 2,
    Kind.CHURCH: 3,
    Kind.NOBLE: 4,
    Kind.HEIR: 6,
}
"""D19 The value of each kind of block for defaults: among equals the least valuable is hit first."""


def initiative(s: State, block: BlockId) -> str:
    """6.2 The letter of a block; a bombard has A in round 1 (Reserves do not act in it)."""
    facts = s.board.blocks[block]
    if facts.kind is Kind.BOMBARD and battle_of(s).round == 1:
        return "A"
    return facts.initiative


def firepower(s: State, block: BlockId) -> int:
    """6.4 The printed firepower, and the defender's bonus."""
    return s.board.blocks[block].firepower + bonus(s, block)


def bonus(s: State, block: BlockId) -> int:
    """2.2-2.6 The bonus of an engaged block that defends; 0 for others."""
    battle = battle_of(s)
    fellows = battle.engaged[battle.defender]
    return home_bonus(s, block, battle.where, fellows) if block in fellows else 0


def home_bonus(s: State, block: BlockId, where: Area, fellows: Sequence[BlockId]) -> int:
    """2.2-2.6 +1 for a block that defends its shield, city, cathedral or Wales; for heirs see 2.2 and 2.3 (ruling R25).

    `fellows` are the engaged blocks of its side.
    """
    facts = s.board.blocks[block]
    if facts.kind is Kind.HEIR:
        return heir_bonus(s, block, where, fellows)
    at_home = facts.kind in (Kind.NOBLE, Kind.CHURCH, Kind.LEVY) or (facts.kind is Kind.MERCENARY and len(facts.homes) > 1)
    return int(at_home and where in facts.homes)


def heir_bonus(s: State, heir: BlockId, where: Area, fellows: Sequence[BlockId]) -> int:
    """2.2, 2.3 +1 for the senior of the heirs who can use the shield there, +1 for the senior royal heir in a crown area."""
    heirs = seniors(s, fellows)
    at_home = [each for each in heirs if where in shields_of(s, each)]
    shield = bool(at_home) and at_home[0] == heir
    crown = s.board.areas[where].crown and side_of(s, heir) is s.king_side and heirs[0] == heir
    return int(shield) + int(crown)


async def volley(s: State, block: BlockId, why: str) -> int:
    """6.4 Rolls a die for each step; returns the hits."""
    power = firepower(s, block)
    dice = [await roll(FIRE, block) for _ in range(s.blocks[block].steps)]
    hits = sum(die <= power for die in dice)
    tell(s, RULE, why, block=block, side=side_of(s, block), dice=dice, power=power, hits=hits)
    return hits


async def fire(s: State, block: BlockId) -> None:
    """6.4 A block fires at the enemy's strongest engaged blocks. Raises GameOver."""
    side = side_of(s, block)
    hits = await volley(s, block, "fires")
    while hits and (targets := strongest(s, side.enemy)):
        target = await who_is_hit(s, side.enemy, targets, hits)
        taken = min(hits, s.blocks[target].steps)
        hits -= taken
        hit(s, target, taken)


def hit(s: State, target: BlockId, hits: int) -> None:
    """6.4 Applies hits to a block. Raises GameOver."""
    tell(s, RULE, "hit", block=target, side=side_of(s, target), hits=hits, left=max(0, s.blocks[target].steps - hits))
    lose(s, target, hits, RULE)


def strongest(s: State, side: Side) -> list[BlockId]:
    """6.4 The engaged blocks of a side with the most steps."""
    engaged = battle_of(s).engaged[side]
    most = max((s.blocks[block].steps for block in engaged), default=0)
    return [block for block in engaged if s.blocks[block].steps == most]


async def who_is_hit(s: State, side: Side, blocks: Sequence[BlockId], hits: int) -> BlockId:
    """6.4 Which of equally strong blocks is hit; its owner chooses."""
    question = (
        Text("Which of your strongest blocks takes the {hits} hits?", hits=hits)
        if hits > 1
        else Text("Which block takes the hit?")
    )
    shape = Pick(lambda: list(blocks))
    subject = f"{battle_of(s).where} {battle_of(s).round}"
    return BlockId(
        await Decision(side, HIT, subject, question, shape, lambda: min(blocks, key=lambda b: worth(s, b)), automatic=True)
    )


def worth(s: State, block: BlockId) -> tuple[int, int, int, str]:
    """D19 A sort key for the value of a block to its side: nobles that can be turned less than those that cannot, King and
    Pretender more.
    """
    facts = s.board.blocks[block]
    kind = WORTH[facts.kind] + (facts.kind is Kind.NOBLE and not facts.loyalty) + 2 * (block in (s.king, s.pretender))
    return kind, facts.firepower, facts.strength, block
