"""What random games of Warriors of England need: tastes, what there is to reach, and other orders of the cup."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.decision import Seat
from pbem.engine.event import Event
from pbem.engine.trial import BotStyle, Trial
from pbem.games.warriors_of_england.components.state import Shown, State
from pbem.games.warriors_of_england.trials.secrets import in_the_open, other_draws

STAND = BotStyle({"march": 1.0, "pass": 0.5, "withdraw": 0.1, "stay": 3.0})
ROAM = BotStyle({"march": 2.0, "pass": 0.2})
PLAIN = ("choose", "commander", "intrigue", "lose", "hit", "exile", "force", "take", "place", "fight", "try", "withdraw")
"""The questions that a player who delegates leaves to the reply form."""
ENDS = ("points", "most", "heirs")


def reached(s: State, events: Sequence[Event]) -> Iterator[str]:
    """The turn, both sides of counters on the map, outcomes of flights and trials, how the game ends."""
    yield f"Turn {s.turn}"
    for event in events:
        if event.name == "flight":
            yield f"flight: {event.data['outcome']}"
        if event.name == "trial":
            kind = "pardon" if event.data["pardon"] else "execution"
            yield f"trial: {kind}, {'done' if event.data['done'] else 'not done'}"
    yield from (f"{noble}, {each.shown}" for noble, each in s.nobles.items() if each.at in s.board.areas)
    if s.result is not None:
        yield f"end: {s.result['how']}"


def reachable(s: State) -> Iterator[str]:
    """All there is of these."""
    yield from (f"Turn {turn}" for turn in range(1, s.board.turns + 1))
    yield from (f"flight: {outcome}" for outcome in ("killed", "box", "exile", "tower"))
    yield from (f"trial: {kind}, {done}" for kind in ("pardon", "execution") for done in ("done", "not done"))
    yield from (f"{noble}, {shown}" for noble in s.board.nobles for shown in Shown)
    yield from (f"end: {how}" for how in ENDS)


def delegated(_s: State, _seat: Seat) -> Iterator[str]:
    """Orders for every question outside the campaigns."""
    yield from (f"{verb} usual" for verb in PLAIN)


TRIAL = Trial(
    styles=(ROAM, STAND),
    reached=reached,
    reachable=reachable,
    delegated=delegated,
    other_draws=other_draws,
    in_the_open=in_the_open,
)
