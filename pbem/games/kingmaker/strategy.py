"""How a random player who wants to win weighs options, by public facts and their own hand.

They gather their Nobles against the best place or stack in reach, take it, hold and crown Royals, and award what gives
prestige. It is not good play, but games between such players end.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pbem.engine.decision import Decision, Pick, Seat
from pbem.games.kingmaker.asking.assembling import AWARDS
from pbem.games.kingmaker.asking.ending import END
from pbem.games.kingmaker.asking.joining_in import ADD
from pbem.games.kingmaker.asking.moving import nobles_ordered
from pbem.games.kingmaker.asking.options import (
    CALL_OFF,
    DONE,
    ENCAMP,
    FORBEAR,
    PART,
    PASS,
    Add,
    Again,
    Attack,
    Award,
    Besiege,
    Crown,
    Discard,
    Entrust,
    Execute,
    Join,
    LeadAgainst,
    Move,
    Outside,
    Play,
    Sally,
    Summon,
    Transfer,
)
from pbem.games.kingmaker.asking.unasked import DISBAND, ENTRUST, EXECUTE, LIFT, PLAY, RECALL, SHOW, TRANSFER
from pbem.games.kingmaker.combat.fight import attack_men, defence_men, unspent
from pbem.games.kingmaker.combat.reserves import is_too_weak
from pbem.games.kingmaker.components.cards import Sort
from pbem.games.kingmaker.components.ids import Area, Card, NobleId, Place, RoyalId, field, inside
from pbem.games.kingmaker.components.nobles import (
    allied,
    area_of,
    at,
    held,
    in_field,
    loose_royals,
    men_here,
    nobles_of,
    plain_men,
    replaced_by,
    royals_of,
    royals_with,
)
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.control import defence, is_friendly
from pbem.games.kingmaker.coronation import BISHOPS
from pbem.games.kingmaker.movement.land import Ground, regional_areas, road_areas
from pbem.games.kingmaker.prestige import heads, kings, living, royal_points
from pbem.games.kingmaker.preview.odds import siege_of
from pbem.games.kingmaker.turns import TURN

Weights = Mapping[str, float]
SURE, GOOD, FAIR, POOR, NEVER = 60.0, 12.0, 3.0, 0.3, 0.002
SAFE_RATIO, BOLD_RATIO = 2.0, 1.4
ROYAL, CITY, TOWN, CASTLE, CROWN = 30.0, 9.0, 4.0, 1.0, 80.0
MARGIN = 20
"""How many men beyond the garrison a siege should have."""
MEETING = 6.0
"""13.2 The weight of a spot where allies can form a Force."""
SAFE_MEN = 100.0
"""A Noble with this many men is a good one for a card."""


class Goal(NamedTuple):
    """An Area to gather in, and the prize there."""

    area: Area
    worth: float


def advice(s: State, decision: Decision) -> Weights | None:
    """The weight of each option; None if any will do."""
    if not isinstance(decision.shape, Pick):
        return None
    weigh = WEIGHING.get(decision.key)
    return weigh(s, decision.seat, list(decision.shape.options())) if weigh is not None else None


# The turn


def turn(s: State, seat: Seat, options: list[str]) -> Weights:
    """5-8 Weights for the turn: crown, call Parliaments, attack what can be beaten, and gather where there is a prize."""
    goals = gathering(s, seat)
    wanted = max(goals, key=lambda goal: goal.worth, default=None)
    weights = {option: of_turn(s, seat, option, wanted) for option in options}
    weights |= dict.fromkeys({ENCAMP, FORBEAR} & {*weights}, POOR)
    weights[DONE] = POOR if max(weights.values(), default=0) >= FAIR else FAIR
    return weights


def of_turn(s: State, seat: Seat, option: str, wanted: Goal | None) -> float:
    """The weight of one order."""
    if Crown.fits(option) is not None:
        return SURE
    if Summon.fits(option) is not None:
        return GOOD
    if (attack := Attack.fits(option)) is not None:
        return of_attack(s, seat, attack)
    if (siege := Besiege.fits(option)) is not None:
        return of_siege(s, siege)
    if Sally.fits(option) is not None or LeadAgainst.fits(option) is not None:
        return FAIR
    if (move := Move.fits(option)) is not None:
        return of_move(s, move, wanted)
    if (second := Again.fits(option)) is not None and isinstance(second.order, Move):
        return of_move(s, second.order, wanted) / 4
    return POOR / 10


def of_attack(s: State, seat: Seat, order: Attack) -> float:
    """6.2 The weight of an attack: by the ratio of men, and by the Royals to be won. All attack together."""
    theirs = in_field(s, order.area, *allied(s, order.seat))
    ours = order.nobles or tuple(unspent(s, order.area))
    ratio = men(s, ours) / max(1, men(s, theirs))
    royals = len(royals_with(s, *theirs))
    if order.nobles or ratio < BOLD_RATIO:
        return NEVER
    risk = FAIR if any(royal in kings(s) for royal in royals_with(s, *ours)) else GOOD
    return (risk if ratio < SAFE_RATIO else SURE) * (1 + royals) * (1 if seat != order.seat else 0)


def of_siege(s: State, order: Besiege) -> float:
    """6.3 The weight of a siege: by the value of the place, since a siege hardly fails. One that is too weak is left
    alone.
    """
    area = s.board.places[order.place].area
    if is_too_weak(s, siege_of(s, s.active, order.place, order.nobles or unspent(s, area))):
        return NEVER
    return GOOD * worth_of(s, order.place) if not order.nobles else POOR


def of_move(s: State, order: Move, wanted: Goal | None) -> float:
    """5 Towards the goal, all together if possible; nobody leaves it."""
    if wanted is None:
        return POOR / 10
    nobles = nobles_ordered(s, order.who)
    here, there = area_of(s, nobles[0]), s.board.area(order.to)
    if here == wanted.area and order.to == field(wanted.area):
        return FAIR
    if here == wanted.area or there != wanted.area:
        return POOR / 50
    return GOOD * len(nobles) if order.to == field(wanted.area) else POOR


def men(s: State, nobles: tuple[NobleId, ...] | list[NobleId]) -> int:
    """1.4 The men of Nobles where they are."""
    return sum(men_here(s, noble) for noble in nobles)


def worth_of(s: State, place: Place) -> float:
    """13.5 The value of capturing a place: its Royals, its prestige, and those inside."""
    within = at(s, inside(place))
    royals = [*loose_royals(s, inside(place)), *royals_with(s, *within)]
    kind = s.board.places[place].kind
    value = CITY if place in s.board.cards.own_card and kind.is_town and s.board.garrison[kind] > 200 else TOWN
    if not kind.is_town:
        value = CASTLE
    return value + ROYAL * len(royals) + 2 * len(within)


def gathering(s: State, seat: Seat) -> list[Goal]:
    """5, 6 Areas where the player's Nobles who can get there could capture a place or beat a stack, or where an uncontrolled
    Royal is.
    """
    reach: dict[Area, int] = {}
    ground = Ground(s, seat, ())
    for noble in nobles_of(s, seat):
        areas = dict.fromkeys([*regional_areas(s, noble), *road_areas(s, noble, (), ground)])
        moved = noble in s.stamps.moved
        here = area_of(s, noble)
        for area in areas if not moved else [here]:
            if area is not None:
                reach[area] = reach.get(area, 0) + plain_men(s, noble)
    prizes = [Goal(area, worth) for area, strength in reach.items() if (worth := prize(s, seat, area, strength)) > 0]
    return [*prizes, *cathedrals(s, seat, ground)]


def cathedrals(s: State, seat: Seat, ground: Ground) -> list[Goal]:
    """8 Where a Royal of the player's can be crowned, if the necessary Nobles can come."""
    bishops = [noble for noble in nobles_of(s, seat) if held(s, noble, Sort.SEE)]
    archbishops = [noble for noble in bishops if any(s.facts(see).archbishop for see in held(s, noble, Sort.SEE))]
    clergy = archbishops[:1] or bishops[:BISHOPS]
    keepers = [s.royals[royal].noble for royal in royals_of(s, seat) if royal in heads(s) and not s.royals[royal].crowned]
    if not keepers or not (archbishops or len(bishops) >= BISHOPS):
        return []
    must = [noble for noble in (keepers[0], *clergy) if noble is not None]
    open_ = [area for area in s.board.region if any(is_fit(s, seat, place) for place in s.board.within[area])]
    near = [can_come(s, noble, ground) for noble in dict.fromkeys(must)]
    return [Goal(area, CROWN) for area in open_ if all(area in each for each in near)]


def is_fit(s: State, seat: Seat, place: Place) -> bool:
    """8 Whether a place has a cathedral that is open to a player."""
    facts = s.board.places[place]
    return facts.cathedral and (not facts.fortified or is_friendly(s, seat, place))


def can_come(s: State, noble: NobleId, ground: Ground) -> set[Area | None]:
    """5 The Areas where a Noble is or can go."""
    here = area_of(s, noble)
    return {here} if noble in s.stamps.moved else {here, *regional_areas(s, noble), *road_areas(s, noble, (), ground)}


def prize(s: State, seat: Seat, area: Area, strength: int) -> float:
    """What this many men can win in an Area."""
    worth = ROYAL * len(loose_royals(s, field(area)))
    friends = [friend for friend in allied(s, seat) if friend != seat]
    worth += MEETING if friends and in_field(s, area, *friends) else 0
    foes = [noble for noble in in_field(s, area) if s.nobles[noble].owner not in allied(s, seat)]
    if foes and s.round > 1 and strength >= SAFE_RATIO * men(s, foes):
        worth += 5 * len(foes) + ROYAL * len(royals_with(s, *foes))
    elif men(s, foes) * BOLD_RATIO > strength:
        return 0
    for place in s.board.fortified(area):
        within = at(s, inside(place))
        held = defence(s, place) + men(s, within)
        open_ = not is_friendly(s, seat, place) and s.besieged.get(place, seat) == seat and not (within and s.round == 1)
        if open_ and (place not in s.unplayed or strength > held) and strength >= held + MARGIN:
            worth += worth_of(s, place)
    return worth


# Combats, awards, the end of the turn


def adding(s: State, seat: Seat, options: list[str]) -> Weights:
    """6.2.4 Add cards and Nobles. When clearly losing, possibly call off or kill a Royal, which is never done otherwise."""
    fight = s.fight
    assert fight is not None
    mine, theirs = attack_men(s, fight), defence_men(s, fight)
    if s.nobles[fight.attackers[0]].owner != seat:
        mine, theirs = theirs, mine
    losing = mine * BOLD_RATIO < theirs

    def weigh(option: str) -> float:
        if (add := Add.fits(option)) is not None:
            return FAIR if s.facts(add.card).strength else POOR
        if Execute.fits(option) is not None:
            return POOR if losing else NEVER
        if option == CALL_OFF:
            return FAIR if losing else NEVER
        return {PASS: FAIR}.get(option, FAIR if Join.fits(option) is not None else POOR)

    return {option: weigh(option) for option in options}


def awarding(s: State, seat: Seat, options: list[str]) -> Weights:
    """7.4 Prefer one's own Nobles."""
    orders = Award.among(options)
    return {order: GOOD if s.nobles[order.noble].owner == seat else POOR for order in orders} or dict.fromkeys(options, 1.0)


def ending(s: State, _seat: Seat, options: list[str]) -> Weights:
    """11 Discard only: no Noble, and nothing with men or prestige, if there is anything else."""

    def weigh(option: str) -> float:
        if Outside.fits(option) is not None or option == PART:
            return NEVER
        if (discard := Discard.fits(option)) is not None:
            facts = s.facts(discard.card)
            kept = facts.sort.is_noble or facts.sort is Sort.SEE or facts.prestige or facts.strength
            return POOR if kept else FAIR
        return FAIR

    return {option: weigh(option) for option in options}


# Unasked


def playing(s: State, seat: Seat, options: list[str]) -> Weights:
    """12.1 Play every card at once: to the Noble with the best Royal, else to the strongest; no see that replaces
    another.
    """
    keepers = [s.royals[royal].noble for royal in best_royals(s, seat)]

    def weigh(order: Play) -> float:
        if s.facts(order.card).sort.is_noble:
            return GOOD
        noble = NobleId(order.to)
        return GOOD if noble in keepers[:1] else FAIR if noble in keepers else plain_men(s, noble) / SAFE_MEN

    orders = [order for order in Play.among(options) if not replaces(s, order.card, order.to)]
    return {order: weigh(order) for order in orders}


def replaces(s: State, card: Card, noble: str) -> bool:
    """12.3 Whether a card is a see that would replace another."""
    return bool(replaced_by(s, NobleId(noble), card))


def best_royals(s: State, seat: Seat) -> list[RoyalId]:
    """The player's Royals by value, heads of a house before others."""
    return sorted(royals_of(s, seat), key=lambda royal: (-royal_points(s, royal), royal not in heads(s)))


def transferring(s: State, seat: Seat, options: list[str]) -> Weights:
    """12.2 A see to the Noble whose Royal can be crowned."""
    keepers = [s.royals[royal].noble for royal in best_royals(s, seat) if royal in heads(s) and not s.royals[royal].crowned]

    def helps(order: Transfer) -> bool:
        is_see = s.facts(order.card).sort is Sort.SEE
        return is_see and order.noble in keepers and not replaces(s, order.card, order.noble)

    return {order: FAIR for order in Transfer.among(options) if helps(order)}


def entrusting(s: State, _seat: Seat, options: list[str]) -> Weights:
    """10.4 Royals to the strongest Noble in the spot."""

    def gain(order: Entrust) -> int:
        noble = s.royals[order.royal].noble
        return plain_men(s, order.noble) - (plain_men(s, noble) if noble is not None else 0)

    return {order: FAIR for order in Entrust.among(options) if gain(order) > 0}


def executing(s: State, seat: Seat, options: list[str]) -> Weights:
    """10.5 For the owner of a crowned Royal: kill Royals of the other house, heirs who are not head of a house, and the last
    other Royal.
    """
    crowned = [royal for royal in royals_of(s, seat) if royal in kings(s)]
    houses = {s.board.cards.royals[royal].house for royal in crowned}

    def is_in_the_way(royal: RoyalId) -> bool:
        rival = s.board.cards.royals[royal].house not in houses
        ends = len(living(s)) == len(crowned) + 1
        return bool(crowned) and royal not in crowned and (rival or ends or royal not in heads(s))

    return {order: SURE for order in Execute.among(options) if is_in_the_way(order.royal)}


def do_nothing(_s: State, _seat: Seat, _options: list[str]) -> Weights:
    """Do nothing: it does not help to win."""
    return {}


WEIGHING = {
    TURN: turn,
    ADD: adding,
    AWARDS: awarding,
    END: ending,
    PLAY: playing,
    TRANSFER: transferring,
    ENTRUST: entrusting,
    EXECUTE: executing,
    **dict.fromkeys((LIFT, RECALL, DISBAND, SHOW), do_nothing),
}
"""By the key of a question or an act."""
