"""7.6, 7.7 Withdrawal, by choice or forced after three misses."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from pbem.engine.decision import Decision, Menu, YesNo
from pbem.engine.event import tell
from pbem.games.warriors_of_england.battle.attack import attack, force_of, read_london
from pbem.games.warriors_of_england.battle.commanders import name_commander
from pbem.games.warriors_of_england.battle.losses import flight, take_hits
from pbem.games.warriors_of_england.campaign.campaign import may_enter
from pbem.games.warriors_of_england.components.board import Area, NobleId, Side
from pbem.games.warriors_of_england.components.nobles import at, check_london, stars, strength
from pbem.games.warriors_of_england.components.options import STAY, Withdraw
from pbem.games.warriors_of_england.components.state import State, battle_of
from pbem.i18n import Text

WITHDRAW, FORCE = "7.6 withdraw", "7.7 force"


async def withdrawals(s: State) -> bool:
    """7.6.1 Either side may withdraw, the Aggressor last. Returns whether one did."""
    aggressor = battle_of(s).aggressor
    for side in (aggressor.enemy, aggressor):
        if withdrawals_of(s, side) and await may_withdraw(s, side):
            return True
    return battle_of(s).third_miss and await may_force(s)


async def may_withdraw(s: State, side: Side) -> bool:
    """7.6 Asks a side whether it withdraws, and how; if it does, carries it out. Returns whether it did."""
    battle = battle_of(s)
    question = Text("Withdraw from {areas}, or stay?", areas=s.board.areas[battle.at].name)
    shape = Menu(lambda: [STAY, *withdrawals_of(s, side)])
    answer = await Decision(side, WITHDRAW, _subject(s), question, shape, lambda: usual_withdrawal(s, side))
    if answer == STAY:
        tell(s, "7.6", "stays", side=side, at=battle.at)
        return False
    await withdraw(s, side, Withdraw.read(answer))
    return True


async def may_force(s: State) -> bool:
    """7.7 After a third miss the other side may force the Aggressor to withdraw. Returns whether it did.

    Ruling: J9 this is a withdrawal in all respects. J10 if there is nowhere to go, all Nobles flee.
    """
    battle = battle_of(s)
    side = battle.aggressor.enemy
    question = Text("Force the Aggressor to withdraw from {areas}?", areas=s.board.areas[battle.at].name)
    forced = await Decision(side, FORCE, _subject(s), question, YesNo(), lambda: usual_force(s, side))
    tell(s, "7.7", "forced" if forced else "goes_on", side=side, at=battle.at)
    if not forced:
        battle.missed, battle.third_miss = 0, False
        return False
    await force_out(s, battle.aggressor)
    return True


async def force_out(s: State, side: Side) -> None:
    """7.7 The Aggressor is forced to withdraw; Ruling: J10 with nowhere to go all Nobles flee."""
    ways = withdrawals_of(s, side)
    if not ways:
        read_london(s)
        await _flee(s, side, at(s, battle_of(s).at, side))
        return
    question = Text("You must withdraw from {areas}: to which area?", areas=s.board.areas[battle_of(s).at].name)
    answer = await Decision(
        side, WITHDRAW, f"{_subject(s)}, forced", question, Menu(lambda: ways), lambda: best_way(s, side)
    )
    await withdraw(s, side, Withdraw.read(answer))


async def withdraw(s: State, side: Side, way: Withdraw) -> None:
    """7.6.4 Nobles who cannot go flee; 7.6.6 the others are attacked once more, and 7.6.7 arrive disgraced.

    Ruling: J15 the Nobles who go have a commander of their own.
    """
    battle = battle_of(s)
    read_london(s)
    battle.to = way.to
    nobles = at(s, battle.at, side)
    battle.retreating = [noble for noble in nobles if noble in way.nobles] if way.nobles else nobles
    tell(s, "7.6.3", "withdraws", side=side, at=battle.at, to=way.to, nobles=list(battle.retreating))
    await _flee(s, side, [noble for noble in nobles if noble not in battle.retreating])
    read_london(s)
    if battle.commander[side] not in battle.retreating:
        await name_commander(s, side, battle.retreating)
    enemy = side.enemy
    battle.hits[side] = await attack(s, enemy, force_of(s, enemy, at(s, battle.at, enemy)), "pursuit")
    await take_hits(s, side, battle.retreating)
    arrive(s, side)


def arrive(s: State, side: Side) -> None:
    """7.6.6, 7.6.7 The surviving Nobles arrive, disgraced."""
    battle = battle_of(s)
    arrived = [noble for noble in battle.retreating if s.nobles[noble].at == battle.at]
    for noble in arrived:
        s.nobles[noble].at, s.nobles[noble].disgraced = battle.to, True
    if arrived:
        tell(s, "7.6.7", "disgraced", side=side, to=battle.to, nobles=arrived)
    check_london(s)


async def _flee(s: State, side: Side, nobles: Sequence[NobleId]) -> None:
    """7.6.4 Nobles who cannot withdraw roll on the Flight Table; their Troops are lost."""
    for noble in nobles:
        await flight(s, side, noble)


def withdrawals_of(s: State, side: Side) -> list[Withdraw]:
    """7.6.2-7.6.5 All ways to withdraw, each with as many Nobles as the border allows (Ruling: W2)."""
    battle = battle_of(s)
    nobles = at(s, battle.at, side)
    ways = []
    for to, border in s.board.borders[battle.at].items():
        if may_enter(s, side, to) and not at(s, to, side.enemy):
            groups = combinations(nobles, border.limit) if len(nobles) > border.limit else [()]
            ways += [Withdraw(to, group) for group in groups]
    return ways


def usual_withdrawal(s: State, side: Side) -> str:
    """D10 The default: withdraw with less than half of the enemy's strength, else stay."""
    battle = battle_of(s)
    mine, theirs = (strength(s, at(s, battle.at, each)) for each in (side, side.enemy))
    return best_way(s, side) if 2 * mine < theirs else STAY


def best_way(s: State, side: Side, to: Area | None = None) -> Withdraw:
    """D11, D12 The best way: most Nobles saved, then a region of one's own, a region rather than a Foreign Area, VP, ranks,
    Troops.

    With `to`, only among the ways to that area.
    """

    def worth(way: Withdraw) -> tuple[int, bool, bool, int, int, int]:
        going = way.nobles or tuple(at(s, battle_of(s).at, side))
        ranks = sum(stars(s, noble) for noble in going)
        return (len(going), *_worth(s, side, way.to), ranks, sum(s.nobles[noble].troops for noble in going))

    return max((way for way in withdrawals_of(s, side) if to in (None, way.to)), key=worth)


def _worth(s: State, side: Side, area: Area) -> tuple[bool, bool, int]:
    at_home = area in s.board.regions
    return s.control.get(area) is side, at_home, s.board.areas[area].points if at_home else 0


def usual_force(s: State, side: Side) -> bool:
    """D13 The default: force them, unless they are stronger."""
    mine, theirs = (strength(s, at(s, battle_of(s).at, each)) for each in (side, side.enemy))
    return mine >= theirs


def _subject(s: State) -> str:
    return f"{battle_of(s).at} round {battle_of(s).round}"
