"""What nobody may know: the order of the cup. All that lies on the table is open to both sides (2.2.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbem.engine.decision import Seat
from pbem.engine.log.entry import Entry, fingerprint
from pbem.games.warriors_of_england.aftermath.placing import DRAW, DRAWS
from pbem.games.warriors_of_england.components.state import State
from pbem.lab.trial import Hidden, Mix, for_one

OPEN = (
    *("nobles", "turn", "phase", "vp", "initiative", "value", "impulses", "plays", "control", "aggressor", "tried"),
    *("battle", "fought", "result"),
)
"""All of a position that both sides see. What is not named here is hidden."""


def other_draws(s: State, _seat: Seat, log: Sequence[Entry], mix: Mix) -> list[Entry] | None:
    """11.1 Whoever was not drawn lies in another order in the cup, after each draw there has been."""
    changed = [replace(entry, answer=_with_other_rest(entry, first, mix)) for first, entry in _draws(s, log)]
    by_number = {entry.number: entry for entry in changed}
    other = [by_number.get(entry.number, entry) for entry in log]
    return other if other != list(log) else None


def _draws(s: State, log: Sequence[Entry]) -> list[tuple[int, Entry]]:
    """The draws, each with how many Nobles came out of the cup: at set-up more than later."""
    draws = [entry for entry in log if entry.key == DRAW]
    return [(DRAWS if place else s.board.draft["draws"], entry) for place, entry in enumerate(draws)]


def _with_other_rest(entry: Entry, first: int, mix: Mix) -> list[str]:
    rest = list(entry.answer[first:])
    mix(rest)
    return [*entry.answer[:first], *rest]


def in_the_open(s: State, _seat: Seat) -> str:
    """What both sides see."""
    return fingerprint([getattr(s, name) for name in OPEN])


SECRETS = (Hidden("draws", past=for_one(other_draws)),)
"""11.1 The order of the cup: it is put in order anew for each draw."""
