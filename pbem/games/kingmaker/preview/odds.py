"""6.2.5, 6.3 The odds of a combat, by the printed Event cards: each that can still be drawn is as likely as any other.

Nothing that is hidden is looked at: neither the order of the deck nor what has been set aside, nor other hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from pbem.engine.decision import Seat
from pbem.games.kingmaker.asking.joining_in import reaches
from pbem.games.kingmaker.combat.battle import ATTACKER, BAD_WEATHER, INDECISIVE, is_very_weak, result_of, sides
from pbem.games.kingmaker.combat.draw import victims
from pbem.games.kingmaker.combat.fight import attack_men, defence_men
from pbem.games.kingmaker.combat.siege import CAPTURED, FAILED
from pbem.games.kingmaker.components.cards import Sort
from pbem.games.kingmaker.components.ids import Area, Card, EventCard, NobleId, Place, inside
from pbem.games.kingmaker.components.nobles import allied, at, fits, in_field, room_in
from pbem.games.kingmaker.components.state import Fight, State


class Chances(NamedTuple):
    """How likely each outcome is (0 to 1): of a battle attacker, defender, indecisive, bad_weather; of a siege captured,
    failed, bad_weather; and how likely each Noble in it is killed.
    """

    outcomes: Mapping[str, float]
    killed: Mapping[NobleId, float]

    def of(self, outcome: str) -> float:
        """The chance of one outcome."""
        return self.outcomes.get(outcome, 0.0)


def drawable(s: State) -> list[EventCard]:
    """6.2.5 The Event cards with a black half that do not lie open somewhere else."""
    open_ = [card for player in s.players.values() for card in player.chancellors]
    open_ += [card for card in (s.showing, s.turned) if card is not None]
    return [card for card, facts in s.board.cards.events.items() if facts.black is not None and card not in open_]


def chances(s: State, fight: Fight, more: Mapping[Seat, int] | None = None) -> Chances:
    """6.2.5, 6.3 The odds of a combat as it is now; `more` men are added for the sides of these seats."""
    attack, defence = strengths(s, fight, more or {})
    outcomes, killed = Counter[str](), Counter[NobleId]()
    cards = drawable(s)
    for card in cards:
        trial = replace(fight, attack=attack, defence=defence, card=card)
        result, dead = _outcome(s, trial)
        outcomes[result] += 1
        killed.update(dead)
    number = len(cards)
    return Chances({each: n / number for each, n in outcomes.items()}, {noble: n / number for noble, n in killed.items()})


def strengths(s: State, fight: Fight, more: Mapping[Seat, int]) -> tuple[int, int]:
    """6.2.3 The men of both sides, with those added."""
    owners = [{s.nobles[noble].owner for noble in side} for side in (fight.attackers, fight.defenders)]
    extra = [sum(men for seat, men in more.items() if seat in side) for side in owners]
    return attack_men(s, fight) + extra[0], defence_men(s, fight) + extra[1]


def _outcome(s: State, fight: Fight) -> tuple[str, Sequence[NobleId]]:
    """What comes of a card: by the rules themselves, with nobody's choice."""
    assert fight.card is not None
    black = s.board.cards.events[fight.card].black
    assert black is not None
    if black.bad_weather:
        return BAD_WEATHER, ()
    if fight.place is not None:
        dead = victims(s, fight, {})
        return (CAPTURED if set(fight.attackers) - set(dead) else FAILED), dead
    result = result_of(s, fight)
    dead = [] if is_very_weak(fight) else victims(s, fight, {})
    if result != INDECISIVE and not set(sides(fight, result)[0]) - set(dead):
        result = INDECISIVE
    return result, dead


# Combats that have not begun


def battle_of(s: State, seat: Seat, area: Area, against: Seat, nobles: Sequence[NobleId]) -> Fight:
    """6.2 A battle that could be fought."""
    return Fight(area, seat, list(nobles), in_field(s, area, *allied(s, against)), against)


def siege_of(s: State, seat: Seat, place: Place, nobles: Sequence[NobleId]) -> Fight:
    """6.3 A siege that could be fought."""
    return Fight(s.board.places[place].area, seat, list(nobles), at(s, inside(place)), None, place)


# The own hand

ORDER = (Sort.TITLE, Sort.OFFICE)


def hand_men(s: State, fight: Fight, seat: Seat) -> int:
    """6.2.4 How many men a player's own hand can add to a combat at most: Titles first, for an Office needs one.

    Only for the eyes of that player.
    """
    mine = [n for n in (*fight.attackers, *fight.defenders) if s.nobles[n].owner == seat and reaches(s, fight, n)]
    within = fight.place is not None and any(noble in fight.defenders for noble in mine)
    room = room_in(s, inside(fight.place)) if within and fight.place is not None else None
    cards = {noble: list(s.nobles[noble].cards) for noble in mine}
    added = 0
    for card in sorted(s.players[seat].hand, key=lambda card: _rank(s, card, fight.area)):
        men = men_of(s, card, fight)
        taker = next((noble for noble in mine if fits(s, noble, cards[noble], s.facts(card).sort)), None)
        if not men or taker is None or s.facts(card).sort.is_noble or (room is not None and s.facts(card).strength > room):
            continue
        cards[taker].append(card)
        room = None if room is None else room - s.facts(card).strength
        added += men
    return added


def _rank(s: State, card: Card, area: Area) -> tuple[int, int]:
    sort = s.facts(card).sort
    return (ORDER.index(sort) if sort in ORDER else len(ORDER)), -printed_men(s, card, area)


def men_of(s: State, card: Card, fight: Fight) -> int:
    """6.2.3, R68 What a hand card brings to a combat; nothing if it was traded in this turn."""
    return 0 if card in s.stamps.traded else printed_men(s, card, fight.area)


def printed_men(s: State, card: Card, area: Area) -> int:
    """1.4 The men of a card in an Area, with its bonus."""
    facts = s.facts(card)
    return facts.strength + (facts.bonus if s.board.region[area] in facts.regions else 0)


def best_for(fight: Fight, chances_: Chances, attacks: bool) -> float:
    """How likely a combat ends as the player wishes who attacks in it, or defends."""
    if fight.place is not None:
        return chances_.of(CAPTURED) if attacks else chances_.of(FAILED) + chances_.of(BAD_WEATHER)
    return chances_.of(ATTACKER) if attacks else 1 - chances_.of(ATTACKER)
