"""6.0 Battles: one after the other, each fought to its end."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.decision import Decision, Menu, Pick
from pbem.engine.event import tell
from pbem.engine.phrase import read_one
from pbem.games.richard_iii.battle.combat import LETTERS, fire, firepower, hit, initiative, volley, worth
from pbem.games.richard_iii.battle.retreat import regroup, retreat, retreats, winner
from pbem.games.richard_iii.battle.treachery import may_try, treachery, treason, treason_lapses
from pbem.games.richard_iii.components.blocks import at, is_contested, is_friendly, seniors, side_of
from pbem.games.richard_iii.components.board import Area, BlockId, Side
from pbem.games.richard_iii.components.death import eliminate
from pbem.games.richard_iii.components.options import Charge, Fire, Hold, Retreat, Turn
from pbem.games.richard_iii.components.state import Battle, State, battle_of, first_player
from pbem.i18n import Text

RULE = "6.2"
WHICH, ACT = "6.1 battle", f"{RULE} act"
ROUNDS = 4


async def battle_phase(s: State) -> None:
    """1.3, 6.0 Fights a battle in every contested area, in the order that P1 chooses. Raises GameOver."""
    fought = bool(contested(s))
    while areas := contested(s):
        first = first_player(s)
        question, shape = Text("Which battle is fought next?"), Pick(lambda: contested(s))
        answer = await Decision(first, WHICH, f"{len(areas)} left", question, shape, lambda: first_of(s), automatic=True)
        await battle(s, Area(answer))
    treason_lapses(s, fought=fought)


def contested(s: State) -> list[Area]:
    """6.1 The areas with blocks of both sides."""
    return [area for area in s.board.areas if is_contested(s, area)]


def first_of(s: State) -> Area:
    """D13 The default: the battles in the order in which they began."""
    left = contested(s)
    return next((area for area in s.attacker if area in left), left[0])


async def battle(s: State, where: Area) -> None:
    """6.1, 6.2 One battle: at most four rounds, then the winner regroups. Raises GameOver."""
    begin(s, where)
    await treason(s)
    await settle(s)
    while winner(battle_of(s)) is None and battle_of(s).round < ROUNDS:
        begin_round(s)
        await rounds(s)
    won = winner(battle_of(s))
    if won is not None:
        tell(s, RULE, "battle_won", side=won, area=where)
        await regroup(s, won)
    end(s)


def begin(s: State, where: Area) -> None:
    """6.1, 6.3 Begins a battle: the engaged blocks of both sides are revealed; Reserves stay hidden (ruling R20)."""
    s.battle = Battle(where, s.attacker[where])
    for side in Side:
        for block in at(s, where, side):
            (s.battle.reserve if block in s.reserves else s.battle.engaged)[side].append(block)
    tell(s, "6.1", "battle_begins", area=where, attacker=s.battle.attacker)
    for side in (s.battle.attacker, s.battle.defender):
        shown = [[block, s.blocks[block].steps] for block in s.battle.engaged[side]]
        tell(s, "6.1", "engaged", side=side, area=where, blocks=shown, reserve=len(s.battle.reserve[side]))


def end(s: State) -> None:
    """6.7 Ends a battle; the survivors are hidden again."""
    where = battle_of(s).where
    s.battle, s.crossed = None, {}
    here = at(s, where)
    s.reserves = [block for block in s.reserves if block not in here and s.blocks[block].at in s.attacker]
    for block in here:
        s.came.pop(block, None)
        s.by_sea.pop(block, None)


def begin_round(s: State) -> None:
    """6.2, 6.3 Begins a round: retreat limits are reset, and from round 2 on Reserves deploy."""
    battle = battle_of(s)
    battle.round += 1
    battle.acted, s.crossed = list(battle.late) if battle.round == 1 else [], {}
    tell(s, RULE, "round", area=battle.where, round=battle.round)
    if battle.round > 1:
        for side in Side:
            deploy(s, side)


def deploy(s: State, side: Side) -> None:
    """6.3 Engages the Reserves of a side."""
    battle = battle_of(s)
    if not battle.reserve[side]:
        return
    come = battle.reserve[side]
    battle.engaged[side] += come
    battle.reserve[side] = []
    s.reserves = [block for block in s.reserves if block not in come]
    tell(s, "6.3", "deploy", side=side, area=battle.where, blocks=[[b, s.blocks[b].steps] for b in come])


async def settle(s: State) -> None:
    """6.3 A side without an engaged block deploys its Reserves at once; they do not act in this round. If it is the defender
    in round 1, the roles change (rulings R22, R23).
    """
    battle = battle_of(s)
    for side in (battle.defender, battle.attacker):
        if battle.engaged[side] or not battle.reserve[side]:
            continue
        (battle.acted if battle.round else battle.late).extend(battle.reserve[side])
        deploy(s, side)
        if battle.round <= 1 and side is battle.defender:
            battle.attacker = side
            s.attacker[battle.where] = battle.attacker
            tell(s, "6.3", "control_change", area=battle.where, attacker=battle.attacker)


async def rounds(s: State) -> None:
    """6.2 Runs the battle turns of one round. Raises GameOver."""
    while winner(battle_of(s)) is None and (turn := next_in_turn(s)):
        side, blocks = turn
        await battle_turn(s, side, blocks)
        await settle(s)


def next_in_turn(s: State) -> tuple[Side, list[BlockId]] | None:
    """6.2 The side with the next battle turn, and its blocks: A, B, C, D, and for each letter the defender first. None: the
    round is over.
    """
    battle = battle_of(s)
    for letter in LETTERS:
        for side in (battle.defender, battle.attacker):
            blocks = [b for b in battle.engaged[side] if b not in battle.acted and initiative(s, b) == letter]
            if blocks:
                return side, blocks
    return None


async def battle_turn(s: State, side: Side, able: Sequence[BlockId]) -> None:
    """6.2 One of the blocks whose turn it is acts. Raises GameOver."""
    battle = battle_of(s)
    subject = f"{battle.where} {battle.round} {initiative(s, able[0])}"
    question = Text(
        "Round {round} in {areas}: what does a block of yours do?",
        round=battle.round,
        areas=s.board.areas[battle.where].name,
    )
    shape = Menu(lambda: options(s, able))
    answer = await Decision(side, ACT, subject, question, shape, lambda: usual(s, able), automatic=True)
    await perform(s, answer)


def must_retreat(s: State, side: Side) -> bool:
    """6.2 Whether a side must retreat: the attacker in round 4, who can do nothing else."""
    battle = battle_of(s)
    return battle.round == ROUNDS and side is battle.attacker


def options(s: State, blocks: Sequence[BlockId]) -> list[str]:
    """6.2 Everything that the blocks whose turn it is can do."""
    orders: list[str] = []
    for block in blocks:
        ways = [Retreat(block, way.to) for way in retreats(s, block)] if battle_of(s).round > 1 else []
        if must_retreat(s, side_of(s, block)):
            orders += ways or [Retreat(block)]
            continue
        orders += [Fire(block), *(Charge(block, target) for target in chargeable(s, block))]
        orders += [*(Turn(block, target) for target in may_try(s, block)), *ways, Hold(block)]
    return orders


def chargeable(s: State, block: BlockId) -> list[BlockId]:
    """6.5 The enemy blocks that the senior engaged heir of a side can charge (ruling R24)."""
    side = side_of(s, block)
    engaged = battle_of(s).engaged
    return list(engaged[side.enemy]) if seniors(s, engaged[side])[:1] == [block] else []


def usual(s: State, blocks: Sequence[BlockId]) -> str:
    """D15, D16 The default: fire, the strongest first; in round 4 attackers retreat. Treachery, charges and passes need an
    order.
    """
    orders = options(s, blocks)
    fires = Fire.among(orders)
    if fires:
        return max(fires, key=lambda order: (firepower(s, order.block) * s.blocks[order.block].steps, order.block))
    return best_retreat(s, Retreat.among(orders))


def best_retreat(s: State, orders: Sequence[Retreat]) -> Retreat:
    """D20 The default retreat: to friendly rather than vacant areas, to one's own shield, then where fewest blocks are."""
    block = max((order.block for order in orders), key=lambda b: worth(s, b))
    ways = [order for order in orders if order.block == block]
    side, homes = side_of(s, block), s.board.blocks[block].homes

    def rank(order: Retreat) -> tuple[bool, bool, int, str]:
        if not order.to:
            return True, True, 0, ""
        return not is_friendly(s, order.to, side), order.to not in homes, len(at(s, order.to, side)), order.to

    return min(ways, key=rank)


async def perform(s: State, answer: str) -> None:
    """6.2 Carries out a block's battle turn. Raises GameOver."""
    order: Fire | Charge | Turn | Retreat | Hold = read_one((Fire, Charge, Turn, Retreat, Hold), answer)  # type: ignore[assignment]
    battle_of(s).acted.append(order.block)
    match order:
        case Fire():
            await fire(s, order.block)
        case Charge():
            await charge(s, order.block, order.target)
        case Turn():
            await treachery(s, order.block, order.target)
        case Retreat() if order.to:
            retreat(s, order.block, next(way for way in retreats(s, order.block) if way.to == order.to))
        case Retreat():
            eliminate(s, order.block, "6.6", cut_off=True)
        case Hold():
            tell(s, RULE, "holds", block=order.block, side=side_of(s, order.block))


async def charge(s: State, block: BlockId, target: BlockId) -> None:
    """6.5 An heir fires at one enemy block; if that survives, it fires back at once. Raises GameOver.

    Ruling: R62 so does a Reserve that has deployed in round 1.
    """
    hits = await volley(s, block, "charges")
    if hits:
        hit(s, target, hits)
    if target in battle_of(s).engaged[side_of(s, block).enemy]:
        back = await volley(s, target, "fires_back")
        if back:
            hit(s, block, back)
