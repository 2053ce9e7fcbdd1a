"""What random games of Warriors of England need: tastes, what there is to reach, and other orders of the cup."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.decision import Seat
from pbem.engine.trial import BotStyle, Trial
from pbem.games.warriors_of_england.components.state import State
from pbem.games.warriors_of_england.trials.course import course_findings
from pbem.games.warriors_of_england.trials.reach import reachable, reached
from pbem.games.warriors_of_england.trials.secrets import SECRETS, in_the_open

STAND = BotStyle({"march": 1.0, "pass": 0.5, "withdraw": 0.1, "stay": 3.0})
ROAM = BotStyle({"march": 2.0, "pass": 0.2})
PLAIN = ("choose", "commander", "intrigue", "lose", "hit", "exile", "force", "take", "place", "fight", "try", "withdraw")
"""The questions that a player who delegates leaves to the reply form."""


def delegated(_s: State, _seat: Seat) -> Iterator[str]:
    """Orders for every question outside the campaigns."""
    yield from (f"{verb} usual" for verb in PLAIN)


TRIAL = Trial(
    styles=(ROAM, STAND),
    reached=reached,
    reachable=reachable,
    delegated=delegated,
    secrets=SECRETS,
    in_the_open=in_the_open,
    course=course_findings,
)
