"""6.9 Treachery rolls: blocks that change sides."""

from __future__ import annotations

from pbem.engine.decision import Decision, Pick
from pbem.engine.dice import roll
from pbem.engine.event import tell
from pbem.engine.phrase import NONE
from pbem.games.richard_iii.battle.combat import worth
from pbem.games.richard_iii.components.blocks import side_of
from pbem.games.richard_iii.components.board import BlockId, Side
from pbem.games.richard_iii.components.death import check_victory, leaves_battle
from pbem.games.richard_iii.components.state import AWAY, Block, Role, State, battle_of
from pbem.i18n import Text

RULE = "6.9"
LOYALTY, TREASON = f"{RULE} loyalty", f"{RULE} treason"
WARWICKS = ("warwick_l", "warwick_y")
NOT_HIS = ("northumberland", "westmoreland")
"""6.91 The blocks that Warwick may not try to turn."""


def role_of(s: State, block: BlockId) -> Role | None:
    """6.9 The role in which a block may roll (ruling R28: no King while the throne is vacant)."""
    if block == s.king:
        return Role.KING
    if block == s.pretender:
        return Role.PRETENDER
    return Role.WARWICK if block in WARWICKS else None


def loyalty(s: State, target: BlockId, by: Role | None) -> int:
    """3.13, 6.91 The number of dice for a roll against a block: Warwick rolls one against his own family."""
    facts = s.board.blocks[target]
    return 1 if by is Role.WARWICK and facts.is_neville else facts.loyalty


def targets(s: State, side: Side, by: Role | None) -> list[BlockId]:
    """6.9 The blocks that a side can try to turn: engaged, with a loyalty number, not King or Pretender, and not defected in
    this battle.
    """
    battle = battle_of(s)
    blocks = [b for b in battle.engaged[side.enemy] if s.board.blocks[b].loyalty and b not in battle.defected]
    blocks = [b for b in blocks if b not in (s.king, s.pretender)]
    return [b for b in blocks if by is not Role.WARWICK or not b.startswith(NOT_HIS)]


def may_try(s: State, block: BlockId) -> list[BlockId]:
    """6.9 The blocks that a block can try to turn on its battle turn; each role only once in a battle."""
    role = role_of(s, block)
    return [] if role is None or role in battle_of(s).used else targets(s, side_of(s, block), role)


async def treachery(s: State, block: BlockId, target: BlockId) -> None:
    """6.9 A block tries to turn an enemy block."""
    role = role_of(s, block)
    assert role is not None
    battle_of(s).used.append(role)
    await attempt(s, side_of(s, block), target, loyalty(s, target, role), block)


async def attempt(s: State, side: Side, target: BlockId, number: int, by: str) -> None:
    """6.9 The target changes sides if all its dice are even. Raises GameOver."""
    dice = [await roll(LOYALTY, target) for _ in range(number)]
    turned = all(die % 2 == 0 for die in dice)
    tell(s, RULE, "treachery", by=by, side=side, target=target, dice=dice, turned=turned)
    if turned:
        defect(s, target)


def defect(s: State, target: BlockId) -> None:
    """6.9 Exchanges a block for its twin, with the same strength, in Reserve; roles stay. Raises GameOver.

    Ruling: R32, R47.
    """
    battle, twin = battle_of(s), s.board.blocks[target].twin
    steps, where = s.blocks[target].steps, s.blocks[target].at
    leaves_battle(s, target)
    s.blocks[target] = Block(AWAY, 0)
    s.blocks[twin] = Block(where, steps)
    battle.reserve[side_of(s, twin)].append(twin)
    s.reserves.append(twin)
    battle.defected.append(twin)
    check_victory(s)


async def treason(s: State) -> None:
    """5.1 The Treason card: its holder rolls once before round 1 of one battle (ruling R14)."""
    side = s.treason
    if side is None:
        return
    blocks = targets(s, side, None)
    if not blocks:
        tell(s, "5.1", "treason_nobody", side=side, area=battle_of(s).where)
        return
    answer = await Decision(
        side,
        TREASON,
        battle_of(s).where,
        Text("Treason: whom do you try to turn before this battle?"),
        Pick(lambda: [*blocks, NONE]),
        lambda: best_target(s, blocks),
        automatic=True,
    )
    if answer != NONE:
        s.treason = None
        target = BlockId(answer)
        await attempt(s, side, target, loyalty(s, target, None), "treason")


def treason_lapses(s: State, *, fought: bool) -> None:
    """5.1 The Treason card ends with its turn; `fought`: there was a battle."""
    if s.treason is not None:
        tell(s, "5.1", "treason_lapses", side=s.treason, fought=fought)
    s.treason = None


def best_target(s: State, blocks: list[BlockId]) -> BlockId:
    """D14 The default: the best chance, then the strongest block."""
    return min(blocks, key=lambda b: (loyalty(s, b, None), -s.blocks[b].steps, worth(s, b)))
