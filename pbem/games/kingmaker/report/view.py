"""What leaves the State."""

from __future__ import annotations

from typing import Any

from pbem.engine.decision import Seat
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.prestige import prestige


def view(s: State, seat: Seat) -> dict[str, Any]:
    """The round, the prestige of all, how many cards they hold, and the reader's own hand."""
    return {
        "round": s.round,
        "active": s.active,
        "prestige": {each: prestige(s, each) for each in s.seats},
        "cards": {each: len(player.hand) for each, player in s.players.items()},
        "hand": list(s.players[seat].hand) if seat in s.players else [],
    }
