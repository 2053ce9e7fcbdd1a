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

PLAIN = (
    *("keep yes", "execute no", "fire", "charge if chance 60%", "regroup none", "enter Middlesex, Calais, France"),
    "retreat Middlesex, Kent, East Anglia, Derby, Lancaster if round over 1 and outnumbered 2 to 1",
)
"""The standing orders of a player who wants to be asked about cards and actions only."""


def delegated(_s: State, _seat: Seat) -> Iterator[str]:
    """Orders for battles, Supply and what the other side's mulligan brings."""
    yield from PLAIN


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
