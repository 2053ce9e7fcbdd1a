"""8 The Coronation phase."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.event import tell
from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.components.cards import Sort
from pbem.games.kingmaker.components.ids import NobleId, Phase, Place, RoyalId, inside
from pbem.games.kingmaker.components.names import name_of
from pbem.games.kingmaker.components.nobles import allied, are_friends, area_of, at, held, move_to, royals_of
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.control import can_end_at, is_friendly
from pbem.games.kingmaker.housekeeping import settle
from pbem.games.kingmaker.prestige import heads, house_of, kings
from pbem.i18n import Text

BISHOPS = 2


def crowns(s: State) -> dict[RoyalId, Place]:
    """8 The Royals whom the active player can crown, with the cathedral: of each house the senior living Royal, if not
    crowned.

    Ruling: R30c only one Royal of a house in a turn.
    """
    crownable = [royal for royal in royals_of(s, s.active) if royal in heads(s) and not s.royals[royal].crowned]
    crownable = [royal for royal in crownable if house_of(s, royal) not in s.stamps.crowned]
    cathedrals = ((royal, cathedral_for(s, royal)) for royal in crownable)
    return {royal: place for royal, place in cathedrals if place is not None}


def cathedral_for(s: State, royal: RoyalId) -> Place | None:
    """8 (l. 509-511) The cathedral in whose Area a Royal can be crowned, if friends in the same spot hold the necessary
    sees; else None.

    Ruling: K21 a cathedral inside walls, also in a castle, must be friendly. Ruling: R30c an Archbishop alone is enough.
    """
    noble = s.royals[royal].noble
    area = None if noble is None else area_of(s, noble)
    if noble is None or area is None or not has_sees(s, noble):
        return None
    places = [place for place in s.board.within[area] if s.board.places[place].cathedral]
    return next((p for p in places if not s.board.places[p].fortified or is_friendly(s, s.active, p)), None)


def has_sees(s: State, noble: NobleId) -> bool:
    """8 Whether friendly Nobles in the same spot hold an Archbishop, or two Bishops."""
    friends = at(s, s.nobles[noble].at, *allied(s, s.nobles[noble].owner))
    sees = [see for friend in friends for see in held(s, friend, Sort.SEE)]
    return len(sees) >= BISHOPS or any(s.facts(see).archbishop for see in sees)


def crown(s: State, royal: RoyalId, enter: Sequence[NobleId] = ()) -> tuple[Place, int]:
    """8 Crowns a Royal; the friends named go inside. Returns the cathedral and the number of Kings. Raises Illegal."""
    if s.phase is not Phase.CORONATION:
        raise Illegal(Text("it is not the Coronation phase"))
    place = crowns(s).get(royal)
    if place is None:
        raise Illegal(Text("{royal} cannot be crowned", royal=name_of(s, royal)))
    s.royals[royal].crowned = True
    s.stamps.crowned.append(house_of(s, royal))
    for noble in enter:
        _enter(s, noble, place)
    tell(s, "8", "crowned", royal=royal, place=place)
    settle(s)
    return place, len(kings(s))


def _enter(s: State, noble: NobleId, place: Place) -> None:
    """8 (l. 512) A friendly Noble of the Area goes inside."""
    unit = s.nobles.get(noble)
    if unit is None or not are_friends(s, unit.owner, s.active) or area_of(s, noble) != s.board.places[place].area:
        raise Illegal(Text("{noble} is no friend in the Area", noble=name_of(s, noble)))
    if not can_end_at(s, noble, inside(place)):
        raise Illegal(Text("{noble} cannot go inside {place}", noble=name_of(s, noble), place=name_of(s, place)))
    move_to(s, noble, inside(place))
