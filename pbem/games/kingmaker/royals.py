"""10 Control of Royal pieces: gained, reallocated, handed over, executed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from pbem.engine.decision import Seat
from pbem.engine.event import tell
from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.components.ids import DEAD, NobleId, RoyalId, place_in
from pbem.games.kingmaker.components.names import name_of
from pbem.games.kingmaker.components.nobles import (
    allied,
    are_friends,
    area_of,
    attach,
    fight_for_royals,
    loose_royals,
    nobles_of,
    royals_of,
    spot_of,
)
from pbem.games.kingmaker.components.nobles import at as standing_at
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.housekeeping import settle
from pbem.games.kingmaker.prestige import house_of, houses
from pbem.games.kingmaker.victory import check_under_way
from pbem.i18n import Text


def kill_royal(s: State, royal: RoyalId) -> None:
    """4.6, 10.5 Removes a Royal from the game. The succession passes on at once (Ruling: R33)."""
    piece = s.royals[royal]
    piece.at, piece.noble = DEAD, None
    tell(s, "10.5", "royal_dead", royal=royal)


def check_reallocation(s: State, royal: RoyalId, to: NobleId, agreed: bool) -> None:
    """10.4 (l. 579) Raises Illegal if a Royal cannot be reallocated: both Nobles must be in the same spot on land, and
    another Faction's owner must agree.

    Ruling: R103 in a combat a Noble who has sallied is in the open field, and no Royal passes across the wall. Ruling: K25
    the owner of the receiving Noble must agree.
    """
    noble = s.royals[royal].noble if royal in s.royals else None
    if noble is None or to not in s.nobles:
        raise Illegal(Text("{royal} is controlled by nobody, or there is no such Noble", royal=name_of(s, royal)))
    here, there = s.nobles[noble], s.nobles[to]
    fight = fight_for_royals(s)
    if spot_of(s, noble, fight) != spot_of(s, to, fight) or area_of(s, noble) is None:
        raise Illegal(
            Text("{royal} passes to a Noble in the same open field or place, and not at sea", royal=name_of(s, royal))
        )
    if here.owner != there.owner and not agreed:
        raise Illegal(Text("the owner of {noble} must agree", noble=name_of(s, to)))


def move_royals(s: State, royals: Mapping[RoyalId, NobleId], agreed: Collection[RoyalId] = ()) -> None:
    """10.4 Royals change Nobles before an Event or combat is resolved. Raises Illegal."""
    for royal, to in royals.items():
        check_reallocation(s, royal, to, royal in agreed)
        attach(s, royal, to)
        tell(s, "10.4", "reallocated", royal=royal, noble=to)


def reallocate(s: State, royal: RoyalId, to: NobleId, agreed: bool) -> None:
    """10.4 A Royal passes to another Noble in the same spot, at any time. Raises Illegal."""
    check_under_way(s)
    check_reallocation(s, royal, to, agreed)
    attach(s, royal, to)
    tell(s, "10.4", "reallocated", royal=royal, noble=to)
    settle(s)


def execute_royal(s: State, seat: Seat, royal: RoyalId) -> None:
    """10.5 A player executes a Royal who is with one of their own Nobles. Raises Illegal."""
    check_under_way(s)
    if royal not in royals_of(s, seat):
        raise Illegal(Text("{royal} is with none of your Nobles", royal=name_of(s, royal)))
    kill_royal(s, royal)
    settle(s)


def hand_over(s: State, seat: Seat, royal: RoyalId, to: NobleId, agreed: bool) -> None:
    """10.6 (l. 583) A player who holds Royals of both houses hands one to a Noble of a non-allied Faction in the same Area.
    Raises Illegal.

    Ruling: R31, R67 beyond the same spot only while both houses are held; never across the wall of a besieged place (K55);
    only with the receiver's consent (K25).
    """
    check_under_way(s)
    if royal not in royals_of(s, seat) or to not in s.nobles:
        raise Illegal(Text("{royal} is with none of your Nobles, or there is no such Noble", royal=name_of(s, royal)))
    noble = s.royals[royal].noble
    assert noble is not None
    if len(houses(s, royals_of(s, *allied(s, seat)))) < 2:
        sentence = Text(
            "{royal} passes to a Noble in the same open field or place; elsewhere in the Area only while the giver or their "
            "Alliance hold both houses"
        )
        raise Illegal(sentence.filled(royal=name_of(s, royal)))
    if are_friends(s, seat, s.nobles[to].owner):
        raise Illegal(Text("{noble} is of your Faction or Alliance", noble=name_of(s, to)))
    if area_of(s, noble) is None or area_of(s, noble) != area_of(s, to):
        raise Illegal(Text("{noble} is not in the same Area", noble=name_of(s, to)))
    _check_walls(s, noble, to)
    if not agreed:
        raise Illegal(Text("the owner of {noble} must agree", noble=name_of(s, to)))
    attach(s, royal, to)
    tell(s, "10.6", "handed_over", royal=royal, noble=to)
    settle(s)


def _check_walls(s: State, noble: NobleId, to: NobleId) -> None:
    """R67 (K55) Raises Illegal if a Royal would pass into or out of a besieged place."""
    here, there = s.nobles[noble].at, s.nobles[to].at
    if here != there and any(place_in(spot) in s.besieged for spot in (here, there)):
        raise Illegal(Text("nobody is handed over into a besieged place or out of it"))


def gain_royals(s: State, seat: Seat, wanted: Mapping[RoyalId, NobleId]) -> dict[RoyalId, NobleId]:
    """10.1 (l. 574) At the end of the Movement phase the active player gains the uncontrolled Royals in spots with their
    Nobles.

    `wanted` says which Noble takes a Royal; by default the first. Raises Illegal. Returns the Royals with their Nobles.
    """
    spots = dict.fromkeys(s.nobles[noble].at for noble in nobles_of(s, seat))
    gained: dict[RoyalId, NobleId] = {}
    for spot in spots:
        here = standing_at(s, spot, seat)
        for royal in loose_royals(s, spot):
            noble = wanted.get(royal, here[0])
            if noble not in here:
                raise Illegal(Text("{noble} does not stand with {royal}", noble=name_of(s, noble), royal=name_of(s, royal)))
            gained[royal] = noble
    for royal, noble in gained.items():
        attach(s, royal, noble)
        tell(s, "10.1", "gained", royal=royal, noble=noble)
    return gained


def execute_house(s: State, members: Sequence[Seat], house: str | None) -> list[RoyalId]:
    """13.1 (l. 641) Allies who hold Royals of both houses execute all of one house; returns them. Raises Illegal if no house
    is named.
    """
    royals = royals_of(s, *members)
    if len(houses(s, royals)) < 2:
        return []
    if house not in houses(s, royals):
        raise Illegal(
            Text(
                "you hold Royals of both houses: name one to be executed, {houses}",
                houses=Text(" or ").join(name_of(s, each) for each in houses(s, royals)),
            )
        )
    dead = [royal for royal in royals if house_of(s, royal) == house]
    for royal in dead:
        kill_royal(s, royal)
    return dead
