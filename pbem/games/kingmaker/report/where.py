"""1.5 Names and positions of pieces in the words of reports."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.engine.decision import Seat
from pbem.games.kingmaker.components.ids import (
    AT_SEA,
    DEAD,
    FIELD,
    NON_PLAYER,
    Phase,
    Spot,
    Water,
    harbour,
    place_in,
    sea_of,
    ship_in,
)
from pbem.games.kingmaker.components.names import names_on
from pbem.games.kingmaker.components.state import State
from pbem.i18n import Text

PHASES = {
    Phase.SETUP: Text("set-up"),
    Phase.EVENT: Text("Event phase"),
    Phase.MOVEMENT: Text("Movement phase"),
    Phase.COMBAT: Text("Combat phase"),
    Phase.PARLIAMENT: Text("Parliament phase"),
    Phase.CORONATION: Text("Coronation phase"),
    Phase.END: Text("End of Turn phase"),
    Phase.POLITICS: Text("End of Turn phase, politics"),
    Phase.NO_DISCARD: Text("End of Turn phase, politics"),
    Phase.OVER: Text("the game is over"),
}
HOUSES = {"house_of_lancaster": Text("House of Lancaster"), "house_of_york": Text("House of York")}


def are_placed(s: State) -> bool:
    """2.4 Whether the Nobles are on the board: only once all players have placed theirs."""
    return s.phase is not Phase.SETUP


def faction(seat: Seat) -> str:
    """The name of a Faction in a sentence."""
    return Text("the Faction without a player") if seat == NON_PLAYER else seat.replace("_", " ").title()


def label(s: State, what: str) -> str:
    """The name of a piece, card or place."""
    return names_on(s.board, what)[0]


def spot_text(s: State, spot: Spot) -> str:
    """1.5 Where a Noble or Royal piece is."""
    place, ship = place_in(spot), ship_in(spot)
    if spot == DEAD:
        return Text("dead")
    if place is not None:
        return Text("inside {place}", place=label(s, place))
    if ship is not None:
        return Text("at sea with {ship}", ship=label(s, ship))
    return Text("in the field at {area}", area=label(s, spot.removeprefix(FIELD)))


def water_text(s: State, water: Water) -> str:
    """5.4 Where a ship is."""
    place, sea = harbour(water), sea_of(water)
    if place is not None:
        return Text("in port at {place}", place=label(s, place))
    return Text("in the {sea}", sea=label(s, sea or water.removeprefix(AT_SEA)))


def listed(names: Iterable[str]) -> Text:
    """Names or phrases joined by commas and "and"."""
    return Text(", ").join(names)


def named(s: State, these: Iterable[str]) -> Text:
    """The names of pieces, cards or places joined by commas and "and"."""
    return listed(label(s, each) for each in these)
