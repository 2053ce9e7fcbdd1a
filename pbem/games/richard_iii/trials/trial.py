"""What random games of Richard III need: tastes, and what there is to reach."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.decision import Seat
from pbem.engine.event import Event
from pbem.engine.trial import BotStyle, Trial
from pbem.games.richard_iii.components.state import State
from pbem.games.richard_iii.trials.secrets import SECRETS, in_the_open

ATTACK = BotStyle({"march": 6, "sail": 1, "recruit": 1, "main": 0.1, "done": 0.1, "charge": 1, "turn": 2, "hold": 0.1})
GATHER = BotStyle({"march": 2, "sail": 2, "recruit": 4, "main": 0.1, "done": 0.2, "retreat": 2, "hold": 0.2})
TOLD = (
    "king_dead",
    "new_pretender",
    "new_king",
    "enters",
    "control_change",
    "treachery",
    "overflows",
    "too_many",
    "mulligan",
)


def reached(s: State, events: Sequence[Event]) -> Iterator[str]:
    """The turn, the event cards that were played, what happened, and how the game ends."""
    yield f"campaign {s.campaign}"
    for event in events:
        if event.name == "cards":
            yield from (f"card {event.data[side]}" for side in ("lancaster", "york"))
        if event.name in TOLD:
            yield event.name
        if event.name == "game_ends":
            yield f"end: {event.data['how']}, {event.data['winner']}"


def reachable(s: State) -> Iterator[str]:
    """All there is."""
    yield from (f"campaign {number}" for number in range(1, s.campaigns + 1))
    yield from (f"card {card}" for card in s.board.cards)
    yield from TOLD
    yield from (f"end: {how}, {side}" for how in ("heirs", "king") for side in ("lancaster", "york"))


PLAIN = (
    *("keep yes", "execute no", "fire", "charge if chance 60%", "regroup none", "enter Middlesex, Calais, France"),
    "retreat Middlesex, Kent, East Anglia, Derby, Lancaster if round over 1 and outnumbered 2 to 1",
)
"""The standing orders of a player who wants to be asked about cards and actions only."""


def delegated(_s: State, _seat: Seat) -> Iterator[str]:
    """Orders for battles, Supply and what the other side's mulligan brings."""
    yield from PLAIN


TRIAL = Trial(
    styles=(ATTACK, GATHER, ATTACK),
    reached=reached,
    reachable=reachable,
    delegated=delegated,
    secrets=SECRETS,
    in_the_open=in_the_open,
)
