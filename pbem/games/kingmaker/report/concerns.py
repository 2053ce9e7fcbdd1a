"""Which Events a player is mailed at once while another has their turn."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.decision import Json, Seat
from pbem.engine.event import Event
from pbem.games.kingmaker.components.ids import NobleId, Place, ShipId
from pbem.games.kingmaker.components.nobles import nobles_of, royals_of
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.control import owner
from pbem.games.kingmaker.movement.ships import ship_owner

OF_ALL = frozenset({"over", "claimed", "claim_returned"})
"""Events that concern every player."""
OF_THE_TURN = frozenset({"turn_begins", "draws", "discarded", "drawn"})
"""Events that name a player only because it is their turn, and a card that names Nobles wherever they are."""


def concerns(s: State, seat: Seat, event: Event) -> bool:
    """Whether an Event concerns a player: only some may see it, it names the player, or it happens to their Nobles,
    captives, Royals, places or ships.
    """
    if event.name in OF_THE_TURN:
        return False
    if event.seen_by is not None or event.name in OF_ALL:
        return True
    return any(named == seat or _is_theirs(s, seat, named) for named in _names(_printed(event)))


def _printed(event: Event) -> Json:
    """4.1 The data of an Event that can concern a player. For an Event card only what is printed: those called are informed
    by the Events that call them.
    """
    if event.name != "event":
        return event.data
    return {what: each for what, each in event.data["says"].items() if what != "called"}


def _is_theirs(s: State, seat: Seat, named: str) -> bool:
    captive = s.captives.get(NobleId(named))
    return (
        named in nobles_of(s, seat)
        or (captive is not None and captive.owner == seat)
        or named in royals_of(s, seat)
        or (named in s.board.places and owner(s, Place(named)) == seat)
        or (named in s.ships and ship_owner(s, ShipId(named)) == seat)
    )


def _names(data: Json) -> Iterator[str]:
    """All strings in an Event's data."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for each in data.values():
            yield from _names(each)
    elif isinstance(data, list | tuple):
        for each in data:
            yield from _names(each)
