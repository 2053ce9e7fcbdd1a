"""The headline of a report: the most important Events since the reader's last one."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.decision import Seat
from pbem.engine.event import Event
from pbem.games.richard_iii.components.blocks import heirs_of
from pbem.games.richard_iii.components.board import Side
from pbem.games.richard_iii.components.state import State

MAX_LINES = 3
WEIGHTY = ("game_ends", "king_dead", "usurpation", "new_king", "new_pretender", "battle_won")
"""The Events above the score, most important first."""


def headline(s: State, seat: Seat, events: Sequence[Event]) -> list[Event]:
    """The most important Events, then the score; nothing if nothing important happened."""
    candidates = [
        event for event in events if event.name in WEIGHTY and (event.name != "usurpation" or event.data["usurped"])
    ]
    chosen = sorted(candidates, key=lambda event: WEIGHTY.index(event.name))[:MAX_LINES]
    standing = score(s, seat)
    return [*chosen, *([standing] if chosen and standing is not None else [])]


def score(s: State, seat: Seat) -> Event | None:
    """9.0 Who is King, and how many heirs live."""
    heirs = {side.value: len(heirs_of(s, side)) for side in Side}
    return Event("9.0", "head_score", {"seat": seat, "king": s.king_side, "heirs": heirs})
