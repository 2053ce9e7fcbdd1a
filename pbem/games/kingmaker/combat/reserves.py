"""6.2.4 What can still be added to a combat: Nobles who join a siege, and men from hand cards."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.engine.decision import Seat
from pbem.games.kingmaker.combat.adding import reaches
from pbem.games.kingmaker.combat.fight import attack_men, defence_men, unspent
from pbem.games.kingmaker.components.cards import Sort
from pbem.games.kingmaker.components.ids import Area, Card, NobleId, inside
from pbem.games.kingmaker.components.nobles import card_men, fighting_men, fits, room_in
from pbem.games.kingmaker.components.state import Fight, State
from pbem.games.kingmaker.forces import bound_nobles

ORDER = (Sort.TITLE, Sort.OFFICE)


def hand_men(s: State, fight: Fight, seat: Seat) -> int:
    """6.2.4 The maximum number of men that a player's hand can add to a combat. Titles are placed first, because an Office
    needs one.

    Secret: for that player only.
    """
    nobles = [n for n in (*fight.attackers, *fight.defenders) if s.nobles[n].owner == seat and reaches(s, fight, n)]
    within = fight.place is not None and any(noble in fight.defenders for noble in nobles)
    room = room_in(s, inside(fight.place)) if within and fight.place is not None else None
    cards = {noble: list(s.nobles[noble].cards) for noble in nobles}
    added = 0
    for card in sorted(s.players[seat].hand, key=lambda card: _rank(s, card, fight.area)):
        men = men_of(s, card, fight)
        taker = next((noble for noble in nobles if fits(s, noble, cards[noble], s.facts(card).sort)), None)
        if not men or taker is None or s.facts(card).sort.is_noble or (room is not None and s.facts(card).strength > room):
            continue
        cards[taker].append(card)
        room = None if room is None else room - s.facts(card).strength
        added += men
    return added


def _rank(s: State, card: Card, area: Area) -> tuple[int, int]:
    sort = s.facts(card).sort
    return (ORDER.index(sort) if sort in ORDER else len(ORDER)), -card_men(s, card, area)


def men_of(s: State, card: Card, fight: Fight) -> int:
    """6.2.3, R68 The men that a hand card adds to a combat; 0 if it was traded in this turn."""
    return 0 if card in s.stamps.traded else card_men(s, card, fight.area)


def joiners(s: State, fight: Fight, seats: Iterable[Seat]) -> list[NobleId]:
    """6.3 (l. 450) The uncommitted Nobles of some players in the open field of a siege by land."""
    if fight.place is None or fight.ships is not None:
        return []
    beside = [noble for seat in dict.fromkeys(seats) for noble in unspent(s, fight.area, seat)]
    bound = bound_nobles(s)
    return [noble for noble in beside if noble not in (*fight.attackers, *bound)]


def may_join(s: State, fight: Fight) -> list[NobleId]:
    """6.3 (l. 450; R57) The leader's uncommitted Nobles, and those of Factions in the Force that agree."""
    return joiners(s, fight, (fight.leader, *fight.agreed))


def is_too_weak(s: State, fight: Fight) -> bool:
    """6.3 (l. 449) Whether the besiegers have fewer men than the garrison and the Nobles inside."""
    return attack_men(s, fight) < defence_men(s, fight)


def can_suffice(s: State, fight: Fight) -> bool:
    """6.3 (l. 449-452; Ruling: R113) Whether a siege is strong enough, or could be after the adding step: by hand cards
    (never for passengers, 5.6), and in a Force's siege by others who can join it.

    For players other than the active one any card in hand counts as enough, because only the size of their hands is public.
    """
    lacking = defence_men(s, fight) - attack_men(s, fight)
    if lacking <= 0 or fight.ships is not None:
        return lacking <= 0
    seats = dict.fromkeys((fight.leader, *(s.nobles[noble].owner for noble in fight.attackers)))
    if any(s.players[seat].hand for seat in seats if seat != s.active):
        return True
    beside = joiners(s, fight, seats) if fight.force is not None else []
    return lacking <= sum(fighting_men(s, noble, attacks=True) for noble in beside) + hand_men(s, fight, s.active)
