"""6.2.5 The Event card of a combat, and those who fall by it."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.engine.decision import Seat
from pbem.engine.event import tell
from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.combat.fight import Fight
from pbem.games.kingmaker.components.cards import Black, Happening
from pbem.games.kingmaker.components.draws import Draws, draw_event
from pbem.games.kingmaker.components.ids import EventCard, NobleId, RoyalId
from pbem.games.kingmaker.components.nobles import attach, name_of, royals_with
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.loss import one_each
from pbem.games.kingmaker.royals import title_of


async def draw_black(s: State, leader: Seat, draws: Draws) -> tuple[EventCard, Black]:
    """6.2.5 Event cards are drawn until one shows a black half (Ruling: R20).

    A Free Move is kept by the attacker, with a Force its leader (Ruling: R52; K46); a Clamour goes to the board.
    """
    while True:
        card = await draw_event(s, draws)
        facts = s.board.cards.events[card]
        tell(s, "6.2.5", "drawn", card=card)
        if facts.black is not None:
            s.event_discard.append(card)
            return card, facts.black
        if facts.kind is Happening.FREE_MOVE:
            s.players[leader].free.append(card)
        else:
            s.clamours.append(card)


def victims(s: State, fight: Fight, black: Black, sacrifice: Mapping[Seat, NobleId]) -> list[NobleId]:
    """6.2.5c Of those in the combat who are listed, one of each Faction falls: the one with most men."""
    listed = [noble for noble in (*fight.attackers, *fight.defenders) if noble in black.killed]
    return one_each(s, listed, sacrifice)


def pass_on(s: State, dead: list[NobleId], heirs: Mapping[RoyalId, NobleId]) -> None:
    """6.2.5, 10.4 During the draw Royals of those who fall pass to another Noble in the same spot. Raises Illegal."""
    for royal, heir in heirs.items():
        noble = s.royals[royal].noble
        if noble not in dead or royal not in royals_with(s, *dead):
            continue
        if heir not in s.nobles or heir in dead or noble is None or s.nobles[heir].at != s.nobles[noble].at:
            raise Illegal(f"{title_of(s, royal)} passes to a Noble in the same spot, not to {heir}")
        attach(s, royal, heir)
        tell(s, "10.4", "reallocated", royal=royal, noble=name_of(s, heir))
