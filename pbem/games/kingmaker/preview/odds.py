"""6.2.5, 6.3 The odds of a combat: each Event card that can still be drawn is equally likely.

No hidden information is used: not the order of the deck, the cards set aside, or other hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from pbem.engine.decision import Seat
from pbem.games.kingmaker.combat.battle import ATTACKER, BAD_WEATHER, INDECISIVE, is_very_weak, result_of, sides
from pbem.games.kingmaker.combat.draw import victims
from pbem.games.kingmaker.combat.fight import attack_men, defence_men
from pbem.games.kingmaker.combat.siege import CAPTURED, FAILED, TOO_WEAK
from pbem.games.kingmaker.components.ids import Area, EventCard, NobleId, Place, inside
from pbem.games.kingmaker.components.nobles import allied, at, in_field
from pbem.games.kingmaker.components.state import Fight, State


class Chances(NamedTuple):
    """The probability (0 to 1) of each outcome: of a battle attacker, defender, indecisive, bad_weather; of a siege
    captured, failed, bad_weather, too_weak; and of each Noble's death.
    """

    outcomes: Mapping[str, float]
    killed: Mapping[NobleId, float]

    def of(self, outcome: str) -> float:
        return self.outcomes.get(outcome, 0.0)


def drawable(s: State) -> list[EventCard]:
    """6.2.5 The Event cards with a black half that are not face up somewhere."""
    open_ = [card for player in s.players.values() for card in player.chancellors]
    open_ += [card for card in (s.showing, s.turned) if card is not None]
    return [card for card, facts in s.board.cards.events.items() if facts.black is not None and card not in open_]


def chances(s: State, fight: Fight, more: Mapping[Seat, int] | None = None) -> Chances:
    """6.2.5, 6.3 The odds of a combat as it is now, with `more` men added by these seats."""
    attack, defence = strengths(s, fight, more or {})
    if fight.place is not None and attack < defence:
        return Chances({TOO_WEAK: 1.0}, {})
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
    """6.2.3 The men of both sides, with the additions."""
    owners = [{s.nobles[noble].owner for noble in side} for side in (fight.attackers, fight.defenders)]
    extra = [sum(men for seat, men in more.items() if seat in side) for side in owners]
    return attack_men(s, fight) + extra[0], defence_men(s, fight) + extra[1]


def _outcome(s: State, fight: Fight) -> tuple[str, Sequence[NobleId]]:
    """The result of a card by the rules themselves, without anybody's choices."""
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
    """6.2 A possible battle, not yet begun."""
    return Fight(area, seat, list(nobles), in_field(s, area, *allied(s, against)), against)


def siege_of(s: State, seat: Seat, place: Place, nobles: Sequence[NobleId]) -> Fight:
    """6.3 A possible siege, not yet begun."""
    return Fight(s.board.places[place].area, seat, list(nobles), at(s, inside(place)), None, place)


def best_for_attacker(fight: Fight, chances_: Chances) -> float:
    """The probability that the attacker wins."""
    return chances_.of(ATTACKER if fight.place is None else CAPTURED)
