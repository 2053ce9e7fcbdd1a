"""6.2.4 The adding step of a combat: players add in turn, the defender first, until all have passed in a row."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.decision import Decision, OpenMenu, Seat
from pbem.engine.event import tell
from pbem.engine.phrase import read_one
from pbem.games.kingmaker.asking.options import CALL_OFF, PASS, Add, Execute, Join
from pbem.games.kingmaker.combat import adding
from pbem.games.kingmaker.combat.adding import AWARD, JOIN, KILL, reaches
from pbem.games.kingmaker.combat.fight import CALL_OFF as ABANDONED
from pbem.games.kingmaker.combat.fight import attack_men, defence_men
from pbem.games.kingmaker.combat.reserves import may_join
from pbem.games.kingmaker.components.ids import Card, NobleId, inside
from pbem.games.kingmaker.components.names import name_of
from pbem.games.kingmaker.components.nobles import can_hold, room_in, royals_with
from pbem.games.kingmaker.components.state import Fight, State
from pbem.games.kingmaker.victory import look_for_victory
from pbem.i18n import Text

ADD = "6.2.4 add"


async def adding_step(s: State, fight: Fight) -> None:
    """6.2.4, R27a Ends after a full round of passes, or when the attacker calls off.

    Killing a Royal may end the game at once (l. 530, 542; Ruling: R98).
    """
    seats, passes, goes = adding.order(s, fight), 0, 0
    while passes < len(seats) and not fight.called_off and s.result is None:
        seat = seats[goes % len(seats)]
        goes += 1
        asked = is_asked(s, fight, seat)
        answer = await question(s, fight, seat, goes, asked) if asked or seat == fight.leader else PASS
        passes = 0 if answer != PASS else passes + 1
        carry_out(s, fight, seat, answer)
        look_for_victory(s)


def is_asked(s: State, fight: Fight, seat: Seat) -> bool:
    """6.2.4 Whether a player is asked. This depends on public facts only, so that being asked reveals nothing about a hand.

    Ruling: R81 players with hand cards or with a Royal in the combat are asked. So is the attacker once somebody has added,
    or if others can join a Force's siege. Orders that the attacker sent in advance always count.
    """
    nobles = nobles_in_combat(s, fight, seat)
    could = bool(s.players[seat].hand) or bool(royals_with(s, *nobles))
    besieges = fight.force is not None and fight.place is not None
    return could or (seat == fight.leader and (fight.added or (besieges and bool(may_join(s, fight)))))


def nobles_in_combat(s: State, fight: Fight, seat: Seat) -> list[NobleId]:
    """6.2.4 A player's Nobles in a combat."""
    return [noble for noble in (*fight.attackers, *fight.defenders) if s.nobles[noble].owner == seat]


def question(s: State, fight: Fight, seat: Seat, goes: int, asked: bool) -> Decision:
    """6.2.4 The question what a player adds. An attacker who is not `asked` may have ordered in advance to call off."""
    where = name_of(s, fight.place or fight.area)
    attack, defence = attack_men(s, fight), defence_men(s, fight)
    prompt = Text(
        "Combat at {where}, {attack} men against {defence}: what do you add?", where=where, attack=attack, defence=defence
    )
    shape = OpenMenu(lambda: list(options(s, fight, seat)))
    return Decision(seat, ADD, f"{where} {goes}", prompt, shape, lambda: PASS, automatic=not asked)


def options(s: State, fight: Fight, seat: Seat) -> Iterator[str]:
    """6.2.4 A hand card for a Noble, a Royal to kill, a Noble to join a siege, calling off (attacker only), or a pass."""
    nobles = nobles_in_combat(s, fight, seat)
    for card in s.players[seat].hand:
        if not s.facts(card).sort.is_noble:
            yield from (Add(card, noble) for noble in nobles if reaches(s, fight, noble) and takes(s, fight, noble, card))
    yield from (Execute(royal) for royal in royals_with(s, *nobles))
    if seat == fight.leader:
        yield from map(Join, may_join(s, fight))
        yield CALL_OFF
    yield PASS


def takes(s: State, fight: Fight, noble: NobleId, card: Card) -> bool:
    """6.2.4 Whether a card fits a Noble and, if he defends a place, its men find room there."""
    full = fight.place is not None and s.facts(card).strength > room_in(s, inside(fight.place))
    return can_hold(s, noble, card) and not (full and noble in fight.defenders)


def carry_out(s: State, fight: Fight, seat: Seat, answer: str) -> None:
    """6.2.4 Carries out one player's addition."""
    if answer == PASS:
        return
    fight.added = True
    if answer == CALL_OFF:
        adding.call_off(fight, seat, ABANDONED)
        tell(s, "6.2.4", "called_off", seat=seat, area=fight.area, place=fight.place or "")
        return
    match read_one((Add, Execute, Join), answer):
        case Add(card=card, noble=noble):
            adding.act(s, fight, seat, [[AWARD, card, noble]])
        case Execute(royal=royal):
            adding.act(s, fight, seat, [[KILL, royal]])
        case Join(noble=noble):
            adding.act(s, fight, seat, [[JOIN, noble]])
