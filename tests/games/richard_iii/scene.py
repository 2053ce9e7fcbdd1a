"""Positions made by hand, and rules played with answers and dice in their order."""

from __future__ import annotations

from collections.abc import Coroutine, Iterable
from copy import deepcopy
from functools import cache
from typing import Any

from pbem.engine.decision import DICE, Decision, Json
from pbem.games.richard_iii.actions.land import march, paths
from pbem.games.richard_iii.components.board import Area, BlockId, CardId, Side
from pbem.games.richard_iii.components.state import AWAY, POOL, REMOVED, Block, BorderEntry, State
from pbem.games.richard_iii.game import RULES
from pbem.moderator.core.setups import load_setup
from pbem.resources import scenarios_dir

LANCASTER, YORK = Side


@cache
def _first() -> State:
    return RULES.new_state(load_setup(RULES, "1460", scenarios_dir()))


def set_up() -> State:
    """The position of 1460 before the deal."""
    return deepcopy(_first())


def empty(card: str = "ap_4") -> State:
    """An empty map, both sides with this card; King and Pretender are in their pools."""
    s = set_up()
    for block, facts in s.board.blocks.items():
        s.blocks[block] = Block(POOL, facts.strength)
        if facts.twin and s.blocks.get(facts.twin) and s.blocks[facts.twin].at == POOL:
            s.blocks[block] = Block(AWAY, 0)
    s.cards = {side: CardId(card) for side in Side}
    s.p1 = LANCASTER
    return s


def put(s: State, area: str, *blocks: str, steps: int = 0) -> None:
    """Blocks in an area, at full strength or with so many steps."""
    for each in blocks:
        block = BlockId(each)
        facts = s.board.blocks[block]
        s.blocks[block] = Block(Area(area), steps or facts.strength)
        if facts.twin:
            s.blocks[facts.twin] = Block(AWAY, 0)


def attack(s: State, area: str, side: Side, *borders: str) -> None:
    """A side attacks an area over these borders, the first of which is the main attack."""
    s.attacker[Area(area)] = side
    s.main[Area(area)] = Area(borders[0])
    s.entered += [BorderEntry(side, border, Area(area)) for border in borders]


def kill(s: State, *blocks: str) -> None:
    """These are out of the game."""
    for each in blocks:
        s.blocks[BlockId(each)] = Block(REMOVED, 0)


def play(flow: Coroutine[Any, Any, Any], answers: Iterable[Json] = (), dice: Iterable[int] = ()) -> list[Decision]:
    """Run a rule to its end, or as far as answers go; gives the questions to players."""
    left, rolls, asked, reply = list(answers), list(dice), list[Decision](), None
    while True:
        try:
            questions = flow.send(reply)
        except StopIteration:
            assert not left, left
            assert not rolls, rolls
            return asked
        given = []
        for question in questions:
            if question.seat == DICE:
                given.append(rolls.pop(0))
                continue
            asked.append(question)
            only = question.shape.forced()
            if only is not None:
                given.append(only[0])
            elif left:
                answer = left.pop(0)
                assert question.shape.refusal(answer) is None, (question.key, answer)
                given.append(answer)
            else:
                assert question.default is not None
                given.append(question.default())
        reply = tuple(given)


def go(s: State, block: str, *path: str) -> str:
    """A block marches this way, which must be open to it; gives how it has come in."""
    way = tuple(map(Area, path))
    assert way in set(paths(s, BlockId(block)))
    return march(s, BlockId(block), way)


def at(s: State, block: str) -> str:
    """Where a block is."""
    return s.blocks[BlockId(block)].at
