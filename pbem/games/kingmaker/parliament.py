"""7 The Parliament phase: who calls, who comes, and what is awarded."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from pbem.engine.decision import Seat
from pbem.engine.event import tell
from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.components.cards import Sort
from pbem.games.kingmaker.components.draws import Draws
from pbem.games.kingmaker.components.ids import CALAIS, CHANCELLOR, Area, Card, NobleId, Phase, Place, Spot, place_in
from pbem.games.kingmaker.components.ids import field as open_field
from pbem.games.kingmaker.components.names import name_of, names_of
from pbem.games.kingmaker.components.nobles import (
    allied,
    are_friends,
    area_of,
    can_hold,
    cannot_answer,
    held,
    holder_of,
    is_besieged,
    move_to,
    of_sort,
    royals_of,
)
from pbem.games.kingmaker.components.state import Parliament, Peace, State
from pbem.games.kingmaker.components.whole import all_or_nothing
from pbem.games.kingmaker.control import can_end_at, is_friendly
from pbem.games.kingmaker.hands.award import can_receive, mind_capacity, put_on
from pbem.games.kingmaker.housekeeping import settle
from pbem.games.kingmaker.prestige import kings
from pbem.i18n import Text


@dataclass(frozen=True)
class Summons:
    """7.3 The summoned Noble, all who come voluntarily, and where they stand (by default in the open field)."""

    summoned: NobleId
    attend: Mapping[Seat, Sequence[NobleId]] = field(default_factory=dict)
    place: Mapping[NobleId, Spot] = field(default_factory=dict)


# 7.1-7.3 The call


def caller(s: State) -> NobleId | None:
    """7.1 The Noble through whom the active player can call a Parliament: with the sole King, or the Chancellor of England.

    Ruling: R30a only the player who controls the King, in their own turn. Ruling: K20 he attends automatically.
    """
    crowned = kings(s)
    if len(crowned) == 1:
        return s.royals[crowned[0]].noble if crowned[0] in royals_of(s, s.active) else None
    noble = holder_of(s, CHANCELLOR)
    owns = noble is not None and s.nobles[noble].owner == s.active
    return noble if owns and s.players[s.active].chancellors else None


def may_call(s: State) -> bool:
    """7.1, 7.8 Whether a Parliament can be called: a Clamour is face up, none is turned, neither caller nor ally holds the
    Prestige Victory card, and there is a caller.
    """
    claims = s.claim is not None and are_friends(s, s.claim.player, s.active)
    free = bool(s.clamours) and s.turned is None and s.parliament is None
    return s.phase is Phase.PARLIAMENT and free and not claims and caller(s) is not None


def meeting_places(s: State, noble: NobleId) -> list[Place]:
    """7.2 The towns of the caller's Area where a Parliament can meet: unfortified, or friendly and not besieged.

    None in Calais, and none if the caller is besieged.
    """
    area = area_of(s, noble)
    if area is None or area == CALAIS or is_besieged(s, s.nobles[noble].at):
        return []
    return [place for place in s.board.within[area] if _can_meet(s, place)]


def _can_meet(s: State, place: Place) -> bool:
    facts = s.board.places[place]
    friendly = is_friendly(s, s.active, place) and place not in s.besieged
    return facts.kind.is_town and (friendly or not facts.fortified)


def summons(s: State) -> list[NobleId] | None:
    """7.3 The rivals' Nobles who can be summoned; None if no Parliament can be called (Ruling: R29)."""
    noble = caller(s)
    if not may_call(s) or noble is None or not meeting_places(s, noble):
        return None
    friends = allied(s, s.active)
    foreign = (other for other, unit in s.nobles.items() if unit.owner not in friends)
    return sorted(other for other in foreign if not cannot_answer(s, s.nobles[other].at)) or None


async def summon(s: State, choice: Summons, draws: Draws) -> Parliament:
    """7.1-7.4, 7.6 Calls a Parliament: Nobles come, and Chancery cards are drawn. Raises Illegal."""
    noble = caller(s)
    if not may_call(s) or noble is None:
        raise Illegal(Text("you cannot call a Parliament now"))
    places = meeting_places(s, noble)
    if not places:
        raise Illegal(Text("there is no place for a Parliament where its caller is"))
    if choice.summoned not in (summons(s) or ()):
        raise Illegal(Text("{noble} cannot be summoned", noble=name_of(s, choice.summoned)))
    guests = _guests(s, choice, noble)
    area = s.board.places[places[0]].area
    with all_or_nothing(s):
        _gather(s, choice, [noble, *guests], area)
    if len(kings(s)) != 1:
        s.event_discard.append(s.players[s.active].chancellors.pop(0))
    s.peace = Peace(area, s.active)
    attending = sorted([noble, *guests])
    await draws.shuffle(s.chancery, "chancery")
    cards = [draws.take(s.chancery) for _ in range(min(len(attending), len(s.chancery)))]
    s.parliament = Parliament(s.active, area, attending, cards)
    seat, summoned = s.active, choice.summoned
    tell(
        s, "7.4", "parliament", area=area, attending=attending, cards=list(cards), seat=seat, caller=noble, summoned=summoned
    )
    settle(s)
    return s.parliament


def _guests(s: State, choice: Summons, noble: NobleId) -> list[NobleId]:
    """7.3 (l. 499, 501) The Nobles who come besides the caller's own. Raises Illegal."""
    guests = [choice.summoned]
    for seat, nobles in choice.attend.items():
        for other in nobles:
            unit = s.nobles.get(other)
            if unit is None or unit.owner != seat or cannot_answer(s, unit.at):
                raise Illegal(Text("{noble} cannot attend", noble=name_of(s, other)))
            if other not in (noble, *guests):
                guests.append(other)
    return guests


def _gather(s: State, choice: Summons, attending: Sequence[NobleId], area: Area) -> None:
    """7.3 (l. 500-501) Moves those who attend into the open field, or inside the town if it is theirs or an ally's. Raises
    Illegal.
    """
    if other := [each for each in choice.place if each not in attending]:
        raise Illegal(Text("{noble} does not come to the Parliament", noble=name_of(s, other[0])))
    for noble in attending:
        if noble not in choice.place and area_of(s, noble) == area:
            continue
        spot = choice.place.get(noble, open_field(area))
        place = place_in(spot)
        town = place is None or s.board.places[place].kind.is_town
        here = s.nobles[noble].at == spot
        if s.board.area(spot) != area or not (here or (town and can_end_at(s, noble, spot))):
            raise Illegal(Text("{noble} cannot be placed in {spot}", noble=name_of(s, noble), spot=name_of(s, spot)))
        move_to(s, noble, spot)


# 7.4, 7.5 Awards


def sitting(s: State) -> Parliament:
    """The Parliament in session. Raises Illegal if there is none."""
    if s.parliament is None:
        raise Illegal(Text("no Parliament sits"))
    return s.parliament


def must_award(s: State) -> int:
    """7.4 The maximum number of drawn cards that can be awarded together. Ruling: R30 the caller must award that many.

    Each Title awarded lets its Noble have an Office.
    """
    cards = sitting(s).cards
    titles, offices = of_sort(s, cards, Sort.TITLE), of_sort(s, cards, Sort.OFFICE)
    untitled = [noble for noble in s.nobles if can_receive(s, noble) and titles and can_hold(s, noble, titles[0])]
    free = [noble for noble in s.nobles if can_receive(s, noble) and offices and can_hold(s, noble, offices[0])]
    given = min(len(titles), len(untitled))
    opened = given if titles else 0
    return given + min(len(offices), len(free) + opened)


def award_parliament(s: State, steps: Sequence[Sequence[str]], agreed: Collection[Seat] | None = None) -> list[Card]:
    """7.4, 7.5, 7.7 The caller awards the drawn cards; Offices pass between those who attend, at any point.

    Each step is `award CARD NOBLE`, `swap OFFICE FROM TO` or `exchange OFFICE FROM OFFICE FROM`. If `agreed` is given, it
    must contain the caller and both owners. Returns the cards that nobody can hold. Raises Illegal.
    """
    drawn, needed = len(sitting(s).cards), must_award(s)
    with all_or_nothing(s):
        for step in steps:
            _step(s, step, agreed)
        if drawn - len(sitting(s).cards) < needed:
            raise Illegal(Text("all that can be awarded must be: {number} cards", number=needed))
        return dissolve(s)


def award_one(s: State, card: Card, noble: NobleId) -> None:
    """7.4 Awards one drawn card. Raises Illegal."""
    _award(s, card, noble)
    settle(s)


def dissolve(s: State) -> list[Card]:
    """7.4, 7.7 Ends the Parliament; returns the cards that nobody can hold. Raises Illegal if a card can still be
    awarded.
    """
    if _can_go_on(s):
        raise Illegal(Text("all that can be awarded must be"))
    left = list(sitting(s).cards)
    s.crown_discard += left
    s.parliament = None
    s.turned = s.clamours.pop(0)
    s.phase = Phase.CORONATION
    tell(s, "7.7", "parliament_over", discarded=list(left))
    settle(s)
    return left


def _step(s: State, step: Sequence[str], agreed: Collection[Seat] | None) -> None:
    match step:
        case ["award", card, noble]:
            _award(s, Card(card), NobleId(noble))
        case ["swap", office, giver, taker]:
            _swap(s, (Card(office), NobleId(giver)), NobleId(taker), agreed)
        case ["exchange", one, first, other, second]:
            _exchange(s, (Card(one), NobleId(first)), (Card(other), NobleId(second)), agreed)
        case _:
            raise Illegal(Text("{step} is nothing that a Parliament does", step=" ".join(step)))


def _can_go_on(s: State) -> bool:
    """7.4 Whether one of the remaining cards fits somebody."""
    receivers = [noble for noble in s.nobles if can_receive(s, noble)]
    return any(can_hold(s, noble, card) for card in sitting(s).cards for noble in receivers)


def _award(s: State, card: Card, noble: NobleId) -> None:
    """7.4 (l. 503) Awards a card to any Noble in play who is neither besieged nor at sea. Raises Illegal."""
    parliament = sitting(s)
    if card not in parliament.cards:
        raise Illegal(Text("{card} is not among the drawn cards", card=name_of(s, card)))
    if noble not in s.nobles or not can_receive(s, noble) or not can_hold(s, noble, card):
        raise Illegal(Text("{noble} cannot hold {card}", noble=name_of(s, noble), card=name_of(s, card)))
    parliament.cards.remove(card)
    put_on(s, noble, card)
    mind_capacity(s, noble)


def _check_attending(s: State, nobles: Sequence[NobleId], agreed: Collection[Seat] | None) -> None:
    """7.5 Raises Illegal unless both Nobles attend, and the caller and both owners agree."""
    parliament = sitting(s)
    for noble in nobles:
        if noble not in parliament.attending or noble not in s.nobles:
            raise Illegal(Text("{noble} does not attend", noble=name_of(s, noble)))
    asked = {parliament.player, *(s.nobles[noble].owner for noble in nobles)}
    if agreed is not None and (missing := sorted(asked - set(agreed))):
        raise Illegal(Text("the caller and both owners must agree: {players}", players=names_of(s, missing)))


def _take_office(s: State, office: Card, noble: NobleId) -> None:
    if office not in held(s, noble, Sort.OFFICE):
        raise Illegal(Text("{noble} does not hold {card}", noble=name_of(s, noble), card=name_of(s, office)))
    s.nobles[noble].cards.remove(office)


def _give_office(s: State, office: Card, noble: NobleId) -> None:
    if not can_hold(s, noble, office):
        raise Illegal(Text("{noble} cannot hold {card}", noble=name_of(s, noble), card=name_of(s, office)))
    put_on(s, noble, office)


def _swap(s: State, gift: tuple[Card, NobleId], taker: NobleId, agreed: Collection[Seat] | None) -> None:
    """7.5 An Office passes to another Noble who attends. Raises Illegal."""
    office, giver = gift
    _check_attending(s, (giver, taker), agreed)
    _take_office(s, office, giver)
    tell(s, "7.5", "office_given", office=office, noble=giver, to=taker)
    _give_office(s, office, taker)
    mind_capacity(s, taker)


def _exchange(s: State, one: tuple[Card, NobleId], other: tuple[Card, NobleId], agreed: Collection[Seat] | None) -> None:
    """7.5 Two Nobles who attend exchange their Offices. Raises Illegal."""
    _check_attending(s, (one[1], other[1]), agreed)
    for office, noble in (one, other):
        _take_office(s, office, noble)
    tell(s, "7.5", "offices_exchanged", one=one[0], first=one[1], other=other[0], second=other[1])
    _give_office(s, one[0], other[1])
    _give_office(s, other[0], one[1])
    mind_capacity(s, one[1])
    mind_capacity(s, other[1])


def pass_offices(s: State, passes: Mapping[Card, NobleId], agreed: Collection[Seat]) -> None:
    """7.5 Offices pass to other Nobles who attend, all at the same time, while the Parliament sits (Ruling: R90). Raises
    Illegal.
    """
    givers = {office: holder_of(s, office) for office in passes}
    for office, taker in passes.items():
        giver = givers[office]
        if giver is None:
            raise Illegal(Text("{card} is with no Noble, or there is nobody to take it", card=name_of(s, office)))
        _check_attending(s, (giver, taker), agreed)
        _take_office(s, office, giver)
    for office, taker in passes.items():
        tell(s, "7.5", "office_given", office=office, noble=givers[office], to=taker)
        _give_office(s, office, taker)
        mind_capacity(s, taker)
    settle(s)


def next_phase(s: State) -> None:
    """7, 8 Ends the Parliament or Coronation phase."""
    if s.parliament is not None:
        raise Illegal(Text("the Parliament still sits: award its cards"))
    after = {Phase.PARLIAMENT: Phase.CORONATION, Phase.CORONATION: Phase.END}
    if s.phase not in after:
        raise Illegal(Text("it is neither the Parliament nor the Coronation phase"))
    s.phase = after[s.phase]
    settle(s)
