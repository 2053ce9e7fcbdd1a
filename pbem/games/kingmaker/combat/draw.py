"""6.2.5 The Event card of a combat, and the Nobles it kills."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.event import tell
from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.combat.fight import attack_men, defence_men, is_major, mark_targets, spend
from pbem.games.kingmaker.components.cards import Black, EventFacts, Happening
from pbem.games.kingmaker.components.draws import Draws, draw_event
from pbem.games.kingmaker.components.ids import EventCard, NobleId, RoyalId, field, port_of
from pbem.games.kingmaker.components.names import name_of
from pbem.games.kingmaker.components.nobles import attach, move_to, royals_with, spot_of
from pbem.games.kingmaker.components.state import Fight, State
from pbem.games.kingmaker.loss import one_each
from pbem.games.kingmaker.movement.ships import end_loan, passengers, sailing_together
from pbem.i18n import Text


async def reveal(s: State, fight: Fight, draws: Draws) -> None:
    """6.2.5, 6.3 The combat cannot be called off any more: the men are counted, passengers go ashore, the card is drawn."""
    fight.attack, fight.defence, fight.major = attack_men(s, fight), defence_men(s, fight), is_major(s, fight)
    spend(s, fight)
    mark_targets(s, fight)
    go_ashore(s, fight)
    fight.card = await draw_black(s, fight.leader, draws)


def black_half(s: State, fight: Fight) -> Black:
    """6.2.5 The black half of the combat's card, once that is drawn."""
    black = None if fight.card is None else s.board.cards.events[fight.card].black
    assert black is not None
    return black


def go_ashore(s: State, fight: Fight) -> None:
    """5.6 (l. 384) At the start of the resolution passengers land in the open field, and their ships enter the port."""
    if fight.ships is None or fight.place is None:
        return
    carried = passengers(s, fight.ships)
    for ship in sailing_together(s, fight.ships):
        s.ships[ship].at, s.ships[ship].group = port_of(fight.place), None
        end_loan(s, ship)
    for noble in carried:
        move_to(s, noble, field(fight.area))
    del s.assaults[fight.ships]


async def draw_black(s: State, leader: Seat, draws: Draws) -> EventCard:
    """6.2.5 Draws Event cards until one has a black half (Ruling: R20).

    The attacker (with a Force, its leader) keeps a Free Move (Ruling: R52; K46); a Clamour goes to the board.
    """
    while True:
        card = await draw_event(s, draws)
        facts = s.board.cards.events[card]
        tell(s, "6.2.5", "drawn", seat=leader, card=card, says=_told(facts))
        if facts.black is not None:
            s.event_discard.append(card)
            return card
        if facts.kind is Happening.FREE_MOVE:
            s.players[leader].free.append(card)
        else:
            s.clamours.append(card)


def _told(facts: EventFacts) -> dict[str, Any]:
    """The facts of a card turned up in a combat for its Event: odds "3-2" ("": a majority), and who is killed."""
    black = facts.black
    if black is None:
        return {"kept": facts.kind is Happening.FREE_MOVE, "weather": False, "odds": "", "killed": [], "decides": False}
    odds = "" if black.odds is None else f"{black.odds.numerator}-{black.odds.denominator}"
    return {"kept": False, "weather": black.bad_weather, "odds": odds, "killed": list(black.killed), "decides": True}


def in_danger(s: State, fight: Fight) -> list[NobleId]:
    """6.2.5c The Nobles in the combat who are on the killed list of its card."""
    return [noble for noble in (*fight.attackers, *fight.defenders) if noble in black_half(s, fight).killed]


def victims(s: State, fight: Fight, sacrifice: Mapping[Seat, NobleId]) -> list[NobleId]:
    """6.2.5c The Nobles killed: of each Faction the listed one with most men."""
    return one_each(s, in_danger(s, fight), sacrifice)


def new_keepers(s: State, fight: Fight, noble: NobleId, lost: Collection[NobleId]) -> list[NobleId]:
    """10.4 (l. 428, 455, 579; Ruling: R103) The Nobles who can take over the Royals of a `lost` Noble: all in the same spot
    who are not lost themselves, his owner's first.
    """
    here = [each for each in s.nobles if each not in lost and spot_of(s, each, fight) == spot_of(s, noble, fight)]
    return sorted(here, key=lambda each: s.nobles[each].owner != s.nobles[noble].owner)


def pass_on(
    s: State, fight: Fight, dead: list[NobleId], beaten: Collection[NobleId], heirs: Mapping[RoyalId, NobleId]
) -> None:
    """6.2.5, 10.4 Royals of the dead or beaten pass to another Noble in the same spot.

    Royals of a Noble who was killed in a sally stand outside then (l. 578). Raises Illegal.
    """
    for royal in royals_with(s, *(noble for noble in dead if noble in fight.inside)):
        s.royals[royal].at = field(fight.area)
    for royal, heir in heirs.items():
        noble = s.royals[royal].noble
        if noble is None or royal not in royals_with(s, *dead, *beaten):
            continue
        if heir not in new_keepers(s, fight, noble, [*dead, *beaten]):
            raise Illegal(
                Text(
                    "{royal} passes to a Noble in the same spot who is not lost: not {heir}",
                    royal=name_of(s, royal),
                    heir=name_of(s, heir),
                )
            )
        attach(s, royal, heir)
        tell(s, "10.4", "reallocated", royal=royal, noble=heir)
