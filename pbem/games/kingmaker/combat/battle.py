"""6.2 Battles in the open field, and sallies."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pbem.engine.decision import Seat
from pbem.engine.event import tell
from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.combat.adding import add
from pbem.games.kingmaker.combat.draw import black_half, pass_on, reveal, victims
from pbem.games.kingmaker.combat.fight import (
    After,
    Attack,
    Outcome,
    check_combat,
    check_in_field,
    check_unspent,
    check_untouched,
    close,
    spend,
    tell_attack,
)
from pbem.games.kingmaker.combat.winning import Victors, award_major, capture, take_royals, victors
from pbem.games.kingmaker.components.cards import Sort
from pbem.games.kingmaker.components.draws import Draws
from pbem.games.kingmaker.components.ids import Area, NobleId, inside, place_in
from pbem.games.kingmaker.components.names import name_of
from pbem.games.kingmaker.components.nobles import allied, are_friends, area_of, in_field, move_to, step_outside
from pbem.games.kingmaker.components.state import Fight, State
from pbem.games.kingmaker.components.whole import all_or_nothing
from pbem.games.kingmaker.control import can_be_inside
from pbem.games.kingmaker.forces import check_own, check_unbound, force_of, leader_of
from pbem.games.kingmaker.housekeeping import lift_sieges
from pbem.games.kingmaker.loss import kill
from pbem.i18n import Text

VERY_WEAK = 4
ATTACKER, DEFENDER, INDECISIVE, BAD_WEATHER, CALLED_OFF = "attacker", "defender", "indecisive", "bad_weather", "called_off"


@dataclass(frozen=True)
class Battle(Attack):
    """6.2 An attack on all enemies of one Alliance in an open field. `sally` are Nobles who come out of a besieged place.

    `guard` commands the Force to which the attacked Nobles belong.
    """

    area: Area
    attackers: tuple[NobleId, ...]
    against: Seat
    sally: tuple[NobleId, ...] = ()
    guard: NobleId | None = None


async def battle(s: State, choice: Battle, draws: Draws) -> Outcome:
    """6.2 Resolves a whole battle."""
    with all_or_nothing(s):
        fight = declare(s, choice)
        add(s, fight, choice.adding)
        broken_off = called_off(s, fight, choice)
        outcome = Outcome(CALLED_OFF) if broken_off else await fought(s, fight, choice.after, draws)
    close(s)
    return outcome


async def fought(s: State, fight: Fight, after: After, draws: Draws) -> Outcome:
    """6.2.5 Draws the Event card and resolves it."""
    await reveal(s, fight, draws)
    return await conclude(s, fight, after, draws)


def called_off(s: State, fight: Fight, choice: Battle) -> bool:
    """6.2.4 Whether the attacker calls off; the attackers have then used their attack (Ruling: K12)."""
    if not (fight.called_off or choice.call_off):
        return False
    spend(s, fight)
    return True


def declare(s: State, choice: Battle) -> Fight:
    """6.2.1, 6.2.2 Begins the battle. Raises Illegal."""
    check_combat(s, choice.area)
    forced = () if choice.force is None else force_of(s, choice.force).nobles
    apart = [noble for noble in choice.sally if choice.force is not None and noble not in forced]
    leader = leader_of(s, choice.force, choice.by, [n for n in (*choice.attackers, *choice.sally) if n not in apart])
    check_unbound(s, apart)
    attackers = [*choice.attackers, *choice.sally]
    if not attackers:
        raise Illegal(Text("nobody attacks"))
    if s.round == 1:
        raise Illegal(Text("in the first round nobody attacks another Faction's Nobles"))
    check_own(s, choice.attackers, leader, choice.force is not None)
    if choice.against not in s.seats or are_friends(s, leader, choice.against):
        raise Illegal(Text("{player} is not an enemy", player=name_of(s, choice.against)))
    check_in_field(s, choice.attackers, choice.area)
    check_sally(s, choice, leader, forced)
    check_unspent(s, attackers)
    defenders = in_field(s, choice.area, *allied(s, choice.against))
    if not defenders:
        raise Illegal(Text("{player} has no Nobles in that open field", player=name_of(s, choice.against)))
    check_untouched(s, defenders)
    fight = Fight(choice.area, leader, attackers, defenders, choice.against, inside=choice.sally)
    fight.force, fight.agreed, fight.guard = choice.force, choice.agreed, choice.guard
    s.fight = fight
    tell_attack(s, fight)
    return fight


def check_sally(s: State, choice: Battle, leader: Seat, forced: Collection[NobleId]) -> None:
    """6.5 (l. 477) Raises Illegal unless the Nobles who sally are besieged by those attacked, and are the leader's, of a
    besieged Force, or of an ally who agrees (Ruling: R45).
    """
    for noble in choice.sally:
        unit = s.nobles.get(noble)
        place = None if unit is None else place_in(unit.at)
        if unit is None or place not in s.besieged or place is None or area_of(s, noble) != choice.area:
            raise Illegal(Text("{noble} is not besieged there and cannot sally", noble=name_of(s, noble)))
        if not are_friends(s, s.besieged[place], choice.against):
            raise Illegal(Text("{noble} sallies against his besiegers only", noble=name_of(s, noble)))
        willing = unit.owner == leader or (are_friends(s, unit.owner, leader) and unit.owner in choice.agreed)
        if not willing and noble not in forced:
            raise Illegal(Text("the owner of {noble} must agree", noble=name_of(s, noble)))


async def conclude(s: State, fight: Fight, after: After, draws: Draws) -> Outcome:
    """6.2.5, 6.2.6 Carries out the result of the drawn card: one side wins, or none. Raises Illegal."""
    outcome = Outcome(result_of(s, fight), fight.attack, fight.defence, fight.card)
    if outcome.result == BAD_WEATHER:
        _tell_outcome(s, fight, outcome)
        return outcome
    if not is_very_weak(fight):
        outcome.killed = victims(s, fight, after.sacrifice)
    pass_on(s, fight, outcome.killed, beaten_of(fight, outcome.result, outcome.killed), after.heirs)
    won = _decide_winners(s, fight, outcome, after)
    outcome.rally = await kill(s, outcome.killed, draws)
    if won is not None:
        _win(s, fight, outcome, won, after)
    _tell_outcome(s, fight, outcome)
    return outcome


def _tell_outcome(s: State, fight: Fight, outcome: Outcome) -> None:
    men = {"attack": fight.attack, "defence": fight.defence}
    tell(s, "6.2.5", "battle", result=outcome.result, area=fight.area, seat=fight.leader, against=fight.against, men=men)


def is_very_weak(fight: Fight) -> bool:
    """6.2.5 (l. 444) An attacker with less than a quarter of the defender's men (Ruling: R6)."""
    return fight.attack * VERY_WEAK < fight.defence


def result_of(s: State, fight: Fight) -> str:
    """6.2.5b The result by the card's odds: the larger side wins at the printed odds or better; equal strengths never win
    (Ruling: R5).

    This counts the men before anybody is killed; a winner may be left without survivors.
    """
    black = black_half(s, fight)
    if black.bad_weather:
        return BAD_WEATHER
    if is_very_weak(fight):
        return DEFENDER
    larger, smaller = max(fight.attack, fight.defence), min(fight.attack, fight.defence)
    if larger == smaller or (black.odds is not None and Fraction(larger) < black.odds * smaller):
        return INDECISIVE
    return ATTACKER if fight.attack > fight.defence else DEFENDER


def sides(fight: Fight, result: str) -> tuple[list[NobleId], list[NobleId]]:
    """The winners and the losers of a result."""
    return (fight.attackers, fight.defenders) if result == ATTACKER else (fight.defenders, fight.attackers)


def beaten_of(fight: Fight, result: str, dead: Collection[NobleId]) -> list[NobleId]:
    """6.2.5b The Nobles who are beaten; none if no winner survives (Ruling: R27b)."""
    if result not in (ATTACKER, DEFENDER):
        return []
    winners, losers = sides(fight, result)
    return losers if any(noble not in dead for noble in winners) else []


def _decide_winners(s: State, fight: Fight, outcome: Outcome, after: After) -> Victors | None:
    """6.2.5b (l. 435) The winning side; None if it has no survivor, for then it has not won (Ruling: R27b). If it has won,
    the Royals of the beaten change hands now, those of their dead too.
    """
    if outcome.result == INDECISIVE:
        return None
    winners, losers = sides(fight, outcome.result)
    survivors = [noble for noble in winners if noble not in outcome.killed]
    if not survivors:
        outcome.result = INDECISIVE
        return None
    won = victors(s, fight, outcome.result == ATTACKER, survivors)
    take_royals(s, fight.area, losers, won, after.royals)
    return won


def _win(s: State, fight: Fight, outcome: Outcome, won: Victors, after: After) -> None:
    """6.2.6 The winner captures the survivors of the other side. Ruling: K14 winners who sallied stand in the open field."""
    _, losers = sides(fight, outcome.result)
    outcome.victor = won.seat
    beaten = [noble for noble in losers if noble not in outcome.killed]
    outcome.captured = capture(s, beaten, won.seat, fight.area, won.force is not None)
    for noble in won.nobles:
        if noble in fight.inside:
            step_outside(s, noble)
    _enter(s, fight, won.nobles, after.occupy)
    if fight.major:
        outcome.major = award_major(s, Sort.MAJOR_BATTLE, won, after.major_to)


def _enter(s: State, fight: Fight, survivors: Sequence[NobleId], wanted: Sequence[NobleId]) -> None:
    """6.5 (l. 478) Moves victors over a besieger into the friendly place that is relieved (Ruling: R77). Raises Illegal."""
    relieved = [place for place in s.besieged if s.board.places[place].area == fight.area] if wanted else []
    lift_sieges(s)
    for noble in wanted:
        open_ = [place for place in relieved if noble in survivors and can_be_inside(s, noble, place)]
        if not open_:
            raise Illegal(Text("{noble} cannot enter a place that was relieved", noble=name_of(s, noble)))
        move_to(s, noble, inside(open_[0]))
