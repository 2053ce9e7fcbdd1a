"""What random games of Warriors of England need: what can be reached, and other orders of the cup."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.decision import Seat
from pbem.games.warriors_of_england.components.state import State
from pbem.lab.games.warriors_of_england.course import course_findings
from pbem.lab.games.warriors_of_england.reach import reachable, reached
from pbem.lab.games.warriors_of_england.secrets import SECRETS, in_the_open
from pbem.lab.trial import Trial

PLAIN = ("choose", "commander", "intrigue", "lose", "hit", "exile", "force", "take", "place", "fight", "try", "withdraw")
"""The questions that a player who delegates leaves to the reply form."""


def delegated(_s: State, _seat: Seat) -> Iterator[str]:
    """Orders for every question outside the campaigns."""
    yield from (f"{verb} usual" for verb in PLAIN)


TRIAL = Trial(
    reached=reached,
    reachable=reachable,
    delegated=delegated,
    secrets=SECRETS,
    in_the_open=in_the_open,
    course=course_findings,
)
