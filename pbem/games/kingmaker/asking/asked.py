"""What the questions of all chapters share."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pbem.engine.decision import Decision, Pick, Seat
from pbem.games.kingmaker.components.state import State


def now(s: State) -> str:
    """3 The turn that is under way, for the subjects of questions."""
    return f"turn {s.turn}"


async def choose(
    seat: Seat, key: str, subject: str, prompt: str, options: Sequence[str], default: Callable[[], str] | None = None
) -> str:
    """What a player prefers of several options, who is never asked: a standing order answers, or the default.

    Of one option nothing is said.
    """
    if len(options) == 1:
        return options[0]
    usual = default or (lambda: options[0])
    return str(await Decision(seat, key, subject, prompt, Pick(lambda: options), usual, automatic=True))
