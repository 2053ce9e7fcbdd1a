"""Who plays a game, and who has won it."""

from __future__ import annotations

from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.table import Table
from pbem.moderator.desk.context import TableContext
from pbem.store import lobby

CLOSED = "closed"
"""How a game has ended that the game master has closed."""


def players_of(context: TableContext) -> dict[Seat, str]:
    """The name of each seat's player, in the order of the game's seats."""
    names = {row.name: row.player for row in lobby.seats(context.session, context.game.id)}
    return {seat: names[seat] for seat in context.table.seats}


def ending(table: Table[Any]) -> dict[str, Any]:
    """Of a game that is over, the `winner` (None: a draw) and the `allies` who win with them, as a Report has them; and
    whether the game master has `closed` it.
    """
    if not table.over:
        return {}
    result = table.result()
    return {
        "winner": result["winner"],
        "allies": tuple(result.get("allies", ())),
        "closed": table.agreed is not None and result.get("how") == CLOSED,
    }
