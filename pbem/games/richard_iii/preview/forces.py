"""The forces in a battle, as far as a seat can see: its own blocks, and the number of the enemy's.

A hidden enemy block is a random one of those it could be, at full strength. That list is public: the blocks of that side
that are not dead, not minors, not face down, and not in play on the other side.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.engine.game.forecast import Meeting, Odds, percent
from pbem.games.richard_iii.battle.combat import home_bonus, worth
from pbem.games.richard_iii.components.blocks import at, is_contested, on_map, side_of
from pbem.games.richard_iii.components.board import Area, BlockId, Kind, Side
from pbem.games.richard_iii.components.names import names
from pbem.games.richard_iii.components.state import POOL, State
from pbem.games.richard_iii.preview.odds import Fighter, Force, Fought, fought
from pbem.games.richard_iii.supply.supply import counted, is_local
from pbem.i18n import Text


def battle_words(s: State, side: Side, area: Area, coming: Sequence[BlockId] = (), over: str = "") -> tuple[str, ...]:
    """6.0 The odds of a battle in an area if these blocks of a side came too, `over` a border or a sea.

    Empty if there would be no battle.
    """
    theirs = at(s, area, side.enemy)
    if not theirs or not (coming or at(s, area, side)):
        return ()
    attacker = s.attacker.get(area, side)
    mine = _own(s, side, area, coming, over)
    other = _others(s, side, area)
    treason = None if s.treason is None or _before(s, area) else s.treason is attacker
    odds = fought(mine, other, treason) if attacker is side else fought(other, mine, treason)
    late = (
        (Text("comes in Reserve, and fights from round 2 on"),)
        if coming and set(coming) <= _late(s, side, area, coming, over)
        else ()
    )
    rolls = () if treason is None else (TREASON[s.treason is side],)
    return *late, _who(s, area, mine, other), *rolls, _told(odds, attacks=attacker is side)


TREASON = {
    True: Text("before it you roll for Treason, to turn one of theirs (in the odds)"),
    False: Text("before it they roll for Treason, to turn one of yours (in the odds)"),
}


def _before(s: State, area: Area) -> bool:
    """5.1, D13 Whether another battle is fought first (in the default order): the Treason roll would be made there."""
    arose = list(s.attacker)
    others = arose[: arose.index(area)] if area in arose else arose
    return any(is_contested(s, each) for each in others)


def crowd_words(s: State, side: Side, area: Area, block: BlockId) -> tuple[str, ...]:
    """7.1, 7.2 What one more block means for supply in an area, if all stay: it feeds a limited number, and in exile its own
    mercenaries besides (ruling R33).
    """
    place, there = s.board.areas[area], len(counted(s, area, side)) + 1
    if there <= place.limit or (place.locals_free and is_local(s, block, area)):
        return ()
    return (crowd_text(s, area, there),)


def crowd_text(s: State, area: Area, there: int) -> str:
    """7.1, 7.2 That an area would hold more blocks than it feeds; in exile its own mercenaries do not count."""
    place, name = s.board.areas[area], names(s, area)[0]
    if place.locals_free:
        return Text(
            "{name} would hold {there} blocks besides its own mercenaries, and feeds {limit}",
            name=name,
            there=there,
            limit=place.limit,
        )
    return Text("{name} would hold {there} blocks and feeds {limit}", name=name, there=there, limit=place.limit)


def _late(s: State, side: Side, area: Area, coming: Sequence[BlockId], over: str) -> set[BlockId]:
    """6.3 The side's blocks in Reserve: those that come over another border than the first, or join a battle begun by the
    enemy.
    """
    elsewhere = over in s.board.areas and s.main.get(area) != over
    joins = area in s.attacker and (s.attacker[area] is not side or elsewhere)
    return {*s.reserves, *(coming if joins else ())}


def _own(s: State, side: Side, area: Area, coming: Sequence[BlockId], over: str) -> Force:
    """The side's blocks that are there or come; 6.3 those over another border than the first are in Reserve."""
    here = [*at(s, area, side), *coming]
    behind = [block for block in here if block in _late(s, side, area, coming, over)]
    engaged = [block for block in here if block not in behind]
    return Force(
        tuple(fighter(s, block, area, engaged) for block in engaged),
        tuple(fighter(s, block, area, engaged, late=True) for block in behind),
    )


def _others(s: State, side: Side, area: Area) -> Force:
    """The enemy's blocks by number; the number in Reserve is public."""
    here = at(s, area, side.enemy)
    behind = len([block for block in here if block in s.reserves])
    among = tuple(fighter(s, block, area, [block], full=True) for block in could_be(s, side.enemy))
    return Force(hidden=len(here) - behind, hidden_reserve=behind, among=among)


def could_be(s: State, side: Side) -> Iterable[BlockId]:
    """The blocks of a side that may be upright somewhere, as far as its enemy knows."""
    upright = [block for block, piece in s.blocks.items() if on_map(s, block) or (piece.at == POOL and not piece.face_down)]
    return [block for block in upright if side_of(s, block) is side]


def fighter(
    s: State, block: BlockId, area: Area, beside: Sequence[BlockId], *, late: bool = False, full: bool = False
) -> Fighter:
    """A block in a battle; `full`: at full strength because its steps are hidden; `late`: it comes from Reserve."""
    facts = s.board.blocks[block]
    first = "A" if facts.kind is Kind.BOMBARD and not late else facts.initiative
    at_home = home_bonus(s, block, area, [*beside, block])
    steps = facts.strength if full else s.blocks[block].steps
    loyal = block in (s.king, s.pretender)
    loyalty = 0 if loyal else facts.loyalty
    return Fighter(first, facts.initiative, facts.firepower, steps, worth(s, block)[0], loyalty, at_home)


def _who(s: State, area: Area, mine: Force, other: Force) -> Meeting:
    steps = sum(each.steps for each in (*mine.engaged, *mine.reserve))
    blocks, theirs = len(mine.engaged) + len(mine.reserve), other.hidden + other.hidden_reserve
    unseen = unseen_words(theirs)
    ours = Text("one block of yours") if blocks == 1 else Text("{blocks} blocks of yours", blocks=blocks)
    words = Text(
        "battle in {area}: {ours} with {steps} steps against {unseen}",
        area=names(s, area)[0],
        ours=ours,
        steps=steps,
        unseen=unseen,
    )
    return Meeting(words, Text("an attack on {unseen} in {area}", unseen=unseen, area=names(s, area)[0]))


def unseen_words(number: int) -> str:
    """In words: "3 hidden blocks"."""
    return Text("one hidden block") if number == 1 else Text("{number} hidden blocks", number=number)


def _told(odds: Fought, *, attacks: bool) -> Odds:
    mine = odds.attacker if attacks else 1 - odds.attacker
    lost, taken = (odds.lost_by_attacker, odds.lost_by_defender)[:: 1 if attacks else -1]
    words = Text(
        "if all fire, you hold the area in about {mine} (give or take {round}), you lose {lost} steps and they {taken}",
        mine=percent(mine),
        round=max(1, round(100 * odds.error)),
        lost=f"{lost:.1f}",
        taken=f"{taken:.1f}",
    )
    return Odds(words, mine)
