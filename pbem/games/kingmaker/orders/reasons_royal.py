"""Why a Parliament or a coronation is not possible."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from pbem.engine.copying import copied
from pbem.engine.decision import Seat
from pbem.engine.game.segments import Segment
from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.components.nobles import are_friends, cannot_answer, royals_of
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.coronation import crowns, has_sees
from pbem.games.kingmaker.orders.whereabouts import Ids, name, nobles_in, royals_in, why_too_late
from pbem.games.kingmaker.parliament import caller, meeting_places, summons
from pbem.games.kingmaker.prestige import heads, kings
from pbem.i18n import Text

NAME_RIVAL = Text("name the rival Noble who must come")


def why_not_now(s: State, seat: Seat, _segment: Segment, verb: str, ids: Ids) -> str | None:
    """7, 8 Why a Parliament or a coronation in a later turn would not be possible if its phase were now."""
    if verb not in IN_PHASE:
        return None
    there = copied(s)
    there.active, (there.phase, possible, reason) = seat, IN_PHASE[verb]
    return None if any(each in ids for each in possible(there) or ()) else reason(there, seat, ids)


def why_never_royal(s: State, seat: Seat, verb: str, ids: Ids) -> str | None:
    """7.3 Why a Noble can never be summoned: a Parliament summons a rival, not a Royal and not one's own Noble."""
    if verb != "summon":
        return None
    nobles = nobles_in(s, ids)
    if not nobles:
        return NAME_RIVAL
    if all(each in s.nobles and s.nobles[each].owner == seat for each in nobles):
        return Text("{noble} is yours: a rival must be summoned", noble=name(s, nobles[0]))
    return None


def why_no_summons(s: State, seat: Seat, ids: Ids) -> str | None:
    """7.1-7.3 Why a summons is not possible: no Parliament, or this Noble cannot be made to come."""
    if why := why_too_late(s, Phase.PARLIAMENT) or why_no_parliament(s, seat):
        return why
    for noble in nobles_in(s, ids):
        if noble not in s.nobles:
            return Text("{noble} is not in play", noble=name(s, noble))
        if are_friends(s, s.nobles[noble].owner, seat):
            return Text("{noble} is yours or an ally's: a rival must be summoned", noble=name(s, noble))
        if cannot_answer(s, s.nobles[noble].at):
            return Text("{noble} cannot come: he is besieged, at sea, on an island or in Calais", noble=name(s, noble))
    return NAME_RIVAL


def why_no_parliament(s: State, seat: Seat) -> str | None:
    """7.1, 7.2, 7.8 Why no Parliament can be called."""
    if s.claim is not None and are_friends(s, s.claim.player, seat):
        return Text("who holds the Prestige Victory card calls no Parliament")
    if s.turned is not None or s.parliament is not None:
        return Text("the last Parliament is not over yet")
    if not s.clamours:
        return Text("no Clamour for Parliament lies on the board")
    noble = caller(s)
    if noble is None:
        if len(kings(s)) == 1:
            return Text("the sole King's player calls Parliaments, and you do not control him")
        return Text("with no sole King it takes the Chancellor of England and a Chancellor card")
    if not meeting_places(s, noble):
        return Text(
            "where {noble} is a Parliament cannot meet: it takes a town that is yours or unfortified", noble=name(s, noble)
        )
    return None


def why_no_crown(s: State, seat: Seat, ids: Ids) -> str | None:
    """8 Why a Royal cannot be crowned: not controlled, not senior, crowned already, no sees, no cathedral."""
    if why := why_too_late(s, Phase.CORONATION):
        return why
    for royal in royals_in(s, ids):
        piece, royal_name = s.royals[royal], name(s, royal)
        if piece.crowned:
            return Text("{royal} is crowned already", royal=royal_name)
        if royal not in royals_of(s, seat):
            return Text("you do not control {royal}", royal=royal_name)
        if royal not in heads(s):
            return Text("{royal} is not the senior living member of that house", royal=royal_name)
        if piece.noble is not None and not has_sees(s, piece.noble):
            return Text("a coronation takes an Archbishop or two Bishops in the same spot as {royal}", royal=royal_name)
        return Text("a coronation takes a cathedral in the Area, in a place that is yours if it is fortified")
    return Text("name the Royal whom you crown")


IN_PHASE: Mapping[str, tuple[Phase, Callable[[State], Iterable[str] | None], Callable[[State, Seat, Ids], str | None]]] = {
    "summon": (Phase.PARLIAMENT, summons, why_no_summons),
    "crown": (Phase.CORONATION, crowns, why_no_crown),
}
"""By order word: its phase, the names it can take, and why one is not possible."""
