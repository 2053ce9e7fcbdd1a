"""How the Movement phase of a player's own turn goes if nobody else does anything: for previews. Nothing hidden counts.

It goes as far as moves alone lead. Behind any other order cards may be drawn, or what others have said in secret may count,
and both would tell what lies hidden: there it stops.
"""

from __future__ import annotations

from pbem.engine.decision import Seat
from pbem.engine.game.previews import SoloPlay
from pbem.engine.phrase import Phrase, read_one
from pbem.games.kingmaker.asking.options import Again, Assault, Lead, LeadOut, Move, Sail
from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.turns import ENDS, ORDERS, carry_out, question

FORESEEN = (Move, Sail, Assault, Again, Lead, LeadOut)
"""Orders that draw no card, and ask nobody of what is secret."""


async def play_alone(s: State, seat: Seat) -> None:
    """5 The Movement phase under way, if it is the seat's, up to the first order of another kind."""
    while s.active == seat and s.phase is Phase.MOVEMENT and s.result is None:
        answer = await question(s)
        if answer in ENDS:
            return
        order: Phrase = read_one(ORDERS, answer)
        if not isinstance(order, FORESEEN):
            return
        await carry_out(s, answer)


SOLO_PLAY = SoloPlay(play_alone, tells_ends=False)
