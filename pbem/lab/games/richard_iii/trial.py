"""What random games of Richard III need."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.decision import Seat
from pbem.games.richard_iii.components.state import State
from pbem.lab.games.richard_iii.bots import lasting, late
from pbem.lab.games.richard_iii.course import course_findings
from pbem.lab.games.richard_iii.reach import reachable, reached
from pbem.lab.games.richard_iii.secrets import SECRETS, in_the_open
from pbem.lab.trial import Trial

PLAIN = (
    *("keep yes", "execute no", "fire", "charge if chance 60%", "regroup none", "enter Middlesex, Calais, France"),
    "retreat Middlesex, Kent, East Anglia, Derby, Lancaster if round over 1 and outnumbered 2 to 1",
)
"""The standing orders of a player who wants to be asked about cards and actions only."""


def delegated(_s: State, _seat: Seat) -> Iterator[str]:
    """Orders for battles, Supply and what the other side's mulligan brings."""
    yield from PLAIN


TRIAL = Trial(
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
