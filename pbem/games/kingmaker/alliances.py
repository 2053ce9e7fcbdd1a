"""13.1, 13.2 Alliances are made, joined and left (l. 636-646, 662-668)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from pbem.engine.copying import copied
from pbem.engine.decision import Seat
from pbem.engine.event import tell
from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.components.ids import NobleId, Place, RoyalId, ShipId, Spot
from pbem.games.kingmaker.components.names import name_of, names_of
from pbem.games.kingmaker.components.nobles import allied, holders_of
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.components.whole import all_or_nothing
from pbem.games.kingmaker.events.storms import drive, has_rivals, leads_at_sea
from pbem.games.kingmaker.housekeeping import expel, give_back_claim, settle
from pbem.games.kingmaker.royals import execute_house
from pbem.games.kingmaker.victory import check_under_way, in_last_phase
from pbem.i18n import Text

MAX_ALLIES = {2: 1, 3: 2, 4: 2, 5: 3}
"""13.1 (l. 561-567) The maximum number of allied Factions, by the number of players."""


def ally(s: State, players: Sequence[Seat], house: str | None = None) -> list[RoyalId]:
    """13.1 Factions announce an Alliance. If they hold Royals of both houses, all Royals of `house` die.

    Returns the Royals who died. Raises Illegal.
    """
    members = sorted(set(players))
    if len(members) < 2 or set(members) - set(s.seats):
        raise Illegal(Text("two or three players make an Alliance"))
    _check_alliance(s, members)
    if busy := [seat for seat in members if len(allied(s, seat)) > 1]:
        raise Illegal(Text("{player} is allied already", player=name_of(s, busy[0])))
    return _found(s, members, house, [])


def join_alliance(
    s: State, seat: Seat, members: Sequence[Seat], agreed: Collection[Seat], house: str | None = None
) -> list[RoyalId]:
    """13.1 (l. 538, 639) A third Faction joins an Alliance of two; all three must agree (Ruling: R59; K43).

    Returns the Royals who died. Raises Illegal.
    """
    if sorted(members) not in [sorted(each) for each in s.alliances] or len(members) != 2:
        raise Illegal(Text("there is no such Alliance of two"))
    if len(allied(s, seat)) > 1:
        raise Illegal(Text("{player} is allied already", player=name_of(s, seat)))
    together = sorted([*members, seat])
    _check_alliance(s, together)
    if missing := sorted(set(together) - set(agreed)):
        raise Illegal(Text("all three must agree: {players}", players=names_of(s, missing)))
    return _found(s, together, house, list(members))


def _check_alliance(s: State, members: Sequence[Seat]) -> None:
    """13.1 (l. 638) Raises Illegal if no head of a house has been claimed yet (Ruling: R32), or if there are too many
    members.
    """
    check_under_way(s)
    if not s.head_claimed:
        raise Illegal(Text("no head of a house has been claimed yet"))
    if len(members) > MAX_ALLIES[len(s.seats)]:
        raise Illegal(Text("at most {most} can be allied in this game", most=MAX_ALLIES[len(s.seats)]))


def _found(s: State, members: list[Seat], house: str | None, before: list[Seat]) -> list[RoyalId]:
    dead = execute_house(s, members, house)
    s.alliances = [each for each in s.alliances if sorted(each) != sorted(before)]
    s.alliances.append(members)
    if s.claim is not None and s.claim.player in members:
        give_back_claim(s)
    tell(s, "13.1", "alliance", members=list(members))
    settle(s)
    return dead


def leave(
    s: State,
    stay: bool = False,
    agreed: Collection[Seat] | None = None,
    ports: Mapping[ShipId, Place] | None = None,
    land: Mapping[NobleId, Spot] | None = None,
) -> list[Any]:
    """13.2 (l. 663-668) The active player leaves the Alliance in the End of Turn phase. Returns the ships driven into port.

    If three were allied, the other two stay allied when `stay` is set and both are in `agreed` (None: both agree; Ruling:
    R62). Order: the Alliance ends, Nobles step outside, ships with rivals aboard are driven into port (Ruling: R41, R61).
    Raises Illegal.
    """
    members = allied(s, s.active)
    if len(members) == 1:
        raise Illegal(Text("you are not allied"))
    if not in_last_phase(s):
        raise Illegal(Text("an Alliance is left in one's own End of Turn phase"))
    rest = [seat for seat in members if seat != s.active]
    stays = stay and len(rest) > 1
    if stays and agreed is not None and set(rest) - set(agreed):
        raise Illegal(Text("the two others must agree to stay allied"))
    with all_or_nothing(s):
        if s.claim is not None and s.claim.player in members:
            give_back_claim(s)
        tell(s, "13.2", "left", seat=s.active, stay=stays)
        _part_ways(s, stays)
        driven = [drive(s, lead, ports or {}, land or {}) for lead in with_rivals(s)]
    settle(s)
    return driven


def _part_ways(s: State, stays: bool) -> None:
    """13.2 (l. 665-666) Ends the active player's Alliance; Nobles step outside places that are no longer friendly."""
    rest = [seat for seat in allied(s, s.active) if seat != s.active]
    s.alliances = [each for each in s.alliances if s.active not in each] + ([rest] if stays else [])
    expel(s, holders_of(s))


def with_rivals(s: State) -> list[ShipId]:
    """13.2 (l. 667) The lead ships of all ships at sea that carry rivals."""
    return [lead for lead in leads_at_sea(s) if has_rivals(s, lead)]


def once_left(s: State, stay: bool) -> State:
    """13.2 (l. 665-667) A copy of the position after the active player has left, before any ship is driven into port."""
    later = copied(s)
    _part_ways(later, stay)
    return later
