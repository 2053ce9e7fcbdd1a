"""6.3-6.5 Sieges: by land, and from the sea."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.engine.decision import Seat
from pbem.engine.event import tell
from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.combat.adding import add, starts
from pbem.games.kingmaker.combat.captured_place import check_holder, occupy, take_place
from pbem.games.kingmaker.combat.draw import black_half, pass_on, reveal, victims
from pbem.games.kingmaker.combat.fight import (
    After,
    Attack,
    Outcome,
    attack_men,
    check_combat,
    check_in_field,
    check_unspent,
    check_untouched,
    close,
    defence_men,
    spend,
    tell_attack,
)
from pbem.games.kingmaker.combat.reserves import can_suffice, is_too_weak
from pbem.games.kingmaker.combat.winning import award_major, capture, victors
from pbem.games.kingmaker.components.cards import Sort
from pbem.games.kingmaker.components.draws import Draws
from pbem.games.kingmaker.components.ids import NobleId, Place, RoyalId, ShipId, inside
from pbem.games.kingmaker.components.names import name_of
from pbem.games.kingmaker.components.nobles import at, loose_royals, royals_with
from pbem.games.kingmaker.components.state import Fight, State
from pbem.games.kingmaker.components.whole import all_or_nothing
from pbem.games.kingmaker.control import is_empty_town, is_friendly
from pbem.games.kingmaker.forces import check_own, force_of, leader_of, owners_of
from pbem.games.kingmaker.housekeeping import settle
from pbem.games.kingmaker.loss import kill
from pbem.games.kingmaker.movement.ships import passengers
from pbem.i18n import Text

CAPTURED, FAILED, TOO_WEAK, BAD_WEATHER, CALLED_OFF = "captured", "failed", "too_weak", "bad_weather", "called_off"


@dataclass(frozen=True)
class Siege(Attack):
    """6.3 An attack on a fortified place, by Nobles in its open field, or by all passengers of an assault if `ships` is
    set.
    """

    place: Place
    attackers: tuple[NobleId, ...]
    ships: ShipId | None = None


async def siege(s: State, choice: Siege, draws: Draws) -> Outcome:
    """6.3 Resolves a whole siege. Raises Illegal if it is too weak and nothing is added."""
    with all_or_nothing(s):
        fight = declare(s, choice)
        if not choice.adding:
            _check_men(s, fight, not is_too_weak(s, fight))
        add(s, fight, choice.adding)
        outcome = broken_off(s, fight, choice.call_off) or await fought(s, fight, choice.after, draws)
    outcome.attackers = fight.attackers
    close(s)
    return outcome


async def fought(s: State, fight: Fight, after: After, draws: Draws) -> Outcome:
    """6.3 Draws the Event card and resolves it."""
    await reveal(s, fight, draws)
    return await conclude(s, fight, after, draws)


def declare(s: State, choice: Siege) -> Fight:
    """6.3 Begins the siege. Raises Illegal."""
    place = s.board.places.get(choice.place)
    if place is None or not place.fortified:
        raise Illegal(Text("{place} is not a fortified place", place=name_of(s, choice.place)))
    check_combat(s, place.area)
    leader = leader_of(s, choice.force, choice.by, choice.attackers)
    _check_target(s, choice, leader)
    if not choice.attackers:
        raise Illegal(Text("nobody attacks"))
    check_own(s, choice.attackers, leader, choice.force is not None)
    if choice.ships is None:
        check_in_field(s, choice.attackers, place.area)
    else:
        _check_ships(s, choice)
    check_unspent(s, choice.attackers)
    defenders = at(s, inside(choice.place))
    check_untouched(s, [choice.place, *defenders])
    if defenders and s.round == 1:
        raise Illegal(Text("in the first round no Nobles of another Faction are attacked"))
    fight = Fight(place.area, leader, list(choice.attackers), defenders, None, choice.place)
    fight.ships, fight.force, fight.agreed = choice.ships, choice.force, choice.agreed
    fight.against = starts(s, fight)
    _check_men(s, fight, can_suffice(s, fight))
    s.fight = fight
    tell_attack(s, fight)
    return fight


def _check_target(s: State, choice: Siege, leader: Seat) -> None:
    """6.3, 6.5 Raises Illegal for a friendly place, an empty Open Town, or a place that somebody else besieges."""
    if is_empty_town(s, choice.place):
        raise Illegal(Text("{place} is an Open Town and stands empty: enter it", place=name_of(s, choice.place)))
    if is_friendly(s, leader, choice.place):
        raise Illegal(Text("{place} is your own or an ally's", place=name_of(s, choice.place)))
    besieger = s.besieged.get(choice.place)
    besiegers = [leader] if choice.force is None else owners_of(s, force_of(s, choice.force))
    if besieger is not None and besieger not in besiegers:
        raise Illegal(Text("another Faction besieges {place}: beat the besieger first", place=name_of(s, choice.place)))


def _check_men(s: State, fight: Fight, suffice: bool) -> None:
    """6.3 (l. 449) Raises Illegal if the attackers have too few men."""
    if not suffice:
        raise Illegal(
            Text(
                "{attack} men are too weak to besiege {defence}", attack=attack_men(s, fight), defence=defence_men(s, fight)
            )
        )


def _check_ships(s: State, choice: Siege) -> None:
    """5.6 Raises Illegal unless all passengers of the ships that came to besiege the port attack, and nobody else."""
    assert choice.ships is not None
    if s.assaults.get(choice.ships) != choice.place or sorted(choice.attackers) != passengers(s, choice.ships):
        raise Illegal(Text("all those aboard besiege the port they have come to, and nobody else with them"))


def broken_off(s: State, fight: Fight, call_off: bool) -> Outcome | None:
    """6.3 The outcome if the attacker calls off or is still too weak, else None. The attackers have then used their attack;
    the place can be attacked again (Ruling: K12). Passengers stay aboard (5.6).
    """
    attack, defence = attack_men(s, fight), defence_men(s, fight)
    called = fight.called_off or call_off
    if not called and attack >= defence:
        return None
    spend(s, fight)
    if fight.ships is not None:
        del s.assaults[fight.ships]
    if not called:
        tell(s, "6.3", "too_weak", place=fight.place, seat=fight.leader)
    return Outcome(CALLED_OFF if called else TOO_WEAK, attack, defence)


async def conclude(s: State, fight: Fight, after: After, draws: Draws) -> Outcome:
    """6.3 Carries out the drawn card: except in bad weather the place falls if an attacker survives. Raises Illegal."""
    assert fight.place is not None
    outcome = Outcome(FAILED, fight.attack, fight.defence, fight.card)
    if black_half(s, fight).bad_weather:
        s.besieged[fight.place] = fight.leader
        tell(s, "6.3", "besieged", place=fight.place, seat=fight.leader)
        outcome.result = BAD_WEATHER
        return outcome
    outcome.killed = victims(s, fight, after.sacrifice)
    pass_on(s, fight, outcome.killed, (), after.heirs)
    survivors = [noble for noble in fight.attackers if noble not in outcome.killed]
    won = royals_with(s, *fight.defenders) if survivors else []
    outcome.rally = await kill(s, outcome.killed, draws)
    if survivors:
        won += loose_royals(s, inside(fight.place))
        _capture(s, fight, outcome, after, survivors, list(dict.fromkeys(won)))
        outcome.major = _major(s, fight, survivors, after) if fight.major else None
    men = {"attack": fight.attack, "defence": fight.defence}
    tell(s, "6.3", "siege", result=outcome.result, place=fight.place, seat=fight.leader, men=men)
    return outcome


def _capture(s: State, fight: Fight, outcome: Outcome, after: After, survivors: list[NobleId], won: list[RoyalId]) -> None:
    """6.3, 6.4 Captures the place: first its card is fetched (Ruling: K23), then its defenders are captured."""
    assert fight.place is not None
    outcome.result = CAPTURED
    holder = check_holder(s, fight, survivors, after.holder)
    outcome.fetched = take_place(s, fight, holder)
    beaten = [noble for noble in fight.defenders if noble in s.nobles]
    outcome.captured = capture(s, beaten, fight.leader, fight.area, fight.force is not None)
    outcome.victor = fight.leader
    occupy(s, fight, after, survivors, won)


def _major(s: State, fight: Fight, survivors: Sequence[NobleId], after: After) -> tuple[str, NobleId] | None:
    """6.3 (l. 460) The Major card of a major siege, and who gets it; None: no card."""
    return award_major(s, Sort.MAJOR_SIEGE, victors(s, fight, True, survivors), after.major_to)


def give_up_siege(s: State, seat: Seat, place: Place) -> None:
    """6.5 (l. 481) A besieger gives up a siege. Raises Illegal."""
    if s.besieged.get(place) != seat:
        raise Illegal(Text("you do not besiege {place}", place=name_of(s, place)))
    del s.besieged[place]
    tell(s, "6.5", "siege_given_up", place=place)
    settle(s)
