"""4.6 Plague."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.event import tell
from pbem.games.kingmaker.components.draws import Draws
from pbem.games.kingmaker.components.ids import DEAD, NobleId, Place, field, inside
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.loss import kill, one_each
from pbem.games.kingmaker.royals import kill_royal


async def plague(s: State, towns: Sequence[Place], sacrifice: Mapping[Seat, NobleId], draws: Draws) -> dict[str, Any]:
    """4.6 (l. 330-332) In each town named the Royals die, and one Noble of each Faction, per card (Ruling: K10).

    Ruling: R14 the open field of the Area of an unfortified town counts as the town.
    """
    struck = [_spot(s, town) for town in towns]
    royals = [royal for royal, piece in s.royals.items() if piece.at in struck and piece.at != DEAD]
    dead = one_each(s, [noble for noble, unit in s.nobles.items() if unit.at in struck], sacrifice)
    if (royals or dead) and not s.readings.causes_untold:
        tell(s, "4.6", "plague", towns=list(towns))
    for royal in royals:
        kill_royal(s, royal)
    drawn = await kill(s, dead, draws)
    return {"royals": royals, "killed": dead, "rally": drawn}


def _spot(s: State, town: Place) -> str:
    facts = s.board.places[town]
    return inside(town) if facts.fortified else field(facts.area)
