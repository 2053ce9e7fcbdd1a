"""What random games of Richard III need."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.decision import Seat
from pbem.engine.trial import Trial
from pbem.games.richard_iii.components.state import State
from pbem.games.richard_iii.trials.bots import STYLES, lasting, late
from pbem.games.richard_iii.trials.course import course_findings
from pbem.games.richard_iii.trials.reach import reachable, reached
from pbem.games.richard_iii.trials.secrets import SECRETS, in_the_open


def delegated(_s: State, _seat: Seat) -> Iterator[str]:
    """Everything but cards and actions runs by itself."""
    yield from ()


TRIAL = Trial(
    styles=STYLES,
    reached=reached,
    reachable=reachable,
    delegated=delegated,
    secrets=SECRETS,
    in_the_open=in_the_open,
    conditions=("round over 1", "chance 60%", "strength under 2", "outnumbered"),
    beginning=late,
    lasting=lasting,
    course=course_findings,
)
