"""The agreements of Kingmaker II, for the engine."""

from __future__ import annotations

from pbem.engine.agreements.deals import Deals, Ends
from pbem.engine.decision import Json, Seat
from pbem.games.kingmaker.components.nobles import allied
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.deals.clauses import clause_of
from pbem.games.kingmaker.deals.doing import do, is_safe, objection, together
from pbem.games.kingmaker.deals.ends import has_come, read_end, write_end
from pbem.games.kingmaker.deals.known import known_objection
from pbem.games.kingmaker.deals.limits import LIMITS
from pbem.games.kingmaker.deals.reading import FORMS, read
from pbem.games.kingmaker.deals.writing import facts, is_kept_by, is_promise, so_far, write


def signers(_s: State, clause: Json) -> tuple[Seat, ...]:
    """The players who must consent to a clause; the clause itself names them."""
    return tuple(dict.fromkeys(clause_of(clause).signers))


def allies(s: State, seat: Seat) -> tuple[Seat, ...]:
    """13.1 A player's allies."""
    return tuple(other for other in allied(s, seat) if other != seat)


DEALS: Deals[State] = Deals(
    read=read,
    write=write,
    together=together,
    signers=signers,
    is_promise=is_promise,
    facts=facts,
    so_far=so_far,
    is_kept_by=is_kept_by,
    objection=objection,
    known_objection=known_objection,
    do=do,
    is_safe=is_safe,
    ends=Ends(read_end, has_come, write_end),
    limits=LIMITS,
    forms=FORMS,
)
