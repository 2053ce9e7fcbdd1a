"""A preview of the player's own turn up to the end of Movement, if nobody else does anything. No hidden information is used.

It starts with the last Event card, if its effect is public, and continues while there are only moves. Other orders may draw
cards or depend on secret choices, which would reveal hidden information: the preview stops there.
"""

from __future__ import annotations

from pbem.engine.decision import Seat
from pbem.engine.game.forecast import SoloPlay
from pbem.engine.phrase import Phrase, read_one
from pbem.games.kingmaker.asking.event import DECKS, asks_nobody, event_question, responses
from pbem.games.kingmaker.asking.options import Again, Assault, Lead, LeadOut, Move, Sail
from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.events.event import take_effect
from pbem.games.kingmaker.turns import ENDS, ORDERS, carry_out, question

FORESEEN = (Move, Sail, Assault, Again, Lead, LeadOut)
"""Orders that draw no card and depend on no secret choice."""


async def play_alone(s: State, seat: Seat) -> None:
    """4.1, 5 Plays the open Event card and the Movement phase, if they are the seat's, up to the first order of another
    kind.
    """
    if s.active == seat and s.phase is Phase.EVENT and s.showing is not None:
        foreseen = s.events_left == 1 and asks_nobody(s, s.showing)
        await event_question(s, s.showing)
        if not foreseen:
            return
        await take_effect(s, await responses(s, s.showing), DECKS)
    while s.active == seat and s.phase is Phase.MOVEMENT and s.result is None:
        answer = await question(s)
        if answer in ENDS:
            return
        order: Phrase = read_one(ORDERS, answer)
        if not isinstance(order, FORESEEN):
            return
        await carry_out(s, answer)


SOLO_PLAY = SoloPlay(play_alone, tells_ends=False)
