"""4.3 Embassy: the sole King is sent to a place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.engine.event import tell
from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.components.ids import NobleId, Place, field, inside
from pbem.games.kingmaker.components.names import name_of
from pbem.games.kingmaker.components.nobles import are_friends, cannot_answer, move_to
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.control import spot_at
from pbem.games.kingmaker.prestige import kings
from pbem.i18n import Text


def embassy(s: State, to: Place, companions: Sequence[NobleId]) -> dict[str, Any]:
    """4.3 The sole King and his Noble go to the place named; friends in the same spot may go along. Returns what
    happened.
    """
    if len(kings(s)) != 1:
        return {"effect": False, "placed": []}
    (king,) = kings(s)
    piece = s.royals[king]
    if cannot_answer(s, piece.at):
        return {"effect": False, "placed": []}
    crew = [] if piece.noble is None else [piece.noble, *_checked(s, piece.noble, companions)]
    tell(s, "4.3", "embassy", royal=king, place=to, nobles=list(crew), start=piece.at)
    if piece.noble is None:
        facts = s.board.places[to]
        piece.at = inside(to) if facts.fortified else field(facts.area)
        return {"effect": True, "placed": [[king, piece.at]]}
    placed = []
    for noble in crew:
        move_to(s, noble, spot_at(s, noble, to))
        placed.append([noble, s.nobles[noble].at])
    return {"effect": True, "placed": placed}


def may_accompany(s: State, noble: NobleId) -> list[NobleId]:
    """4.3 (l. 319) Friends in the King's spot. Ruling: K8 those who do not fit inside stay in the open field."""
    own = s.nobles[noble]
    friends = (other for other, unit in s.nobles.items() if unit.at == own.at and are_friends(s, unit.owner, own.owner))
    return [other for other in friends if other != noble]


def _checked(s: State, noble: NobleId, companions: Sequence[NobleId]) -> Sequence[NobleId]:
    for other in companions:
        if other not in may_accompany(s, noble):
            raise Illegal(Text("{noble} is no friend in the same spot as the King", noble=name_of(s, other)))
    return companions
