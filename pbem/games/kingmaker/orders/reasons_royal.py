"""Why a Parliament or a coronation is not open."""

from __future__ import annotations

from pbem.engine.decision import Seat
from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.components.nobles import are_friends, cannot_answer, royals_of
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.coronation import has_sees
from pbem.games.kingmaker.orders.whereabouts import Ids, name, nobles_in, royals_in, why_too_late
from pbem.games.kingmaker.parliament import caller, meeting_places
from pbem.games.kingmaker.prestige import heads, kings
from pbem.i18n import Text


def why_no_summons(s: State, seat: Seat, ids: Ids) -> str | None:
    """7.1-7.3 No Parliament can be called, or he cannot be made to come."""
    if why := why_too_late(s, Phase.PARLIAMENT) or why_no_parliament(s, seat):
        return why
    for noble in nobles_in(s, ids):
        if noble not in s.nobles:
            return Text("{noble} is not in play", noble=name(s, noble))
        if are_friends(s, s.nobles[noble].owner, seat):
            return Text("{noble} is yours or an ally's: a rival must be summoned", noble=name(s, noble))
        if cannot_answer(s, s.nobles[noble].at):
            return Text("{noble} cannot come: he is besieged, at sea, on an island or in Calais", noble=name(s, noble))
    return Text("name the rival Noble who must come")


def why_no_parliament(s: State, seat: Seat) -> str | None:
    """7.1, 7.2, 7.8 What a Parliament takes."""
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
    """8 Not controlled, not senior, crowned already, no sees, no cathedral."""
    if why := why_too_late(s, Phase.CORONATION):
        return why
    for royal in royals_in(s, ids):
        piece, told = s.royals[royal], name(s, royal)
        if piece.crowned:
            return Text("{royal} is crowned already", royal=told)
        if royal not in royals_of(s, seat):
            return Text("you do not control {royal}", royal=told)
        if royal not in heads(s):
            return Text("{royal} is not the senior living member of that house", royal=told)
        if piece.noble is not None and not has_sees(s, piece.noble):
            return Text("a coronation takes an Archbishop or two Bishops in the same spot as {royal}", royal=told)
        return Text("a coronation takes a cathedral in the Area, in a place that is yours if it is fortified")
    return Text("name the Royal whom you crown")
