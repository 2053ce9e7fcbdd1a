"""Who leads, in a few words, for the head of a letter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.rules import Rules
from pbem.render.templates.page import Page


def score_of(page: Page, rules: Rules[Any], state: Any, seat: Seat, names: Callable[[str], str]) -> str:
    """What the game says of the score to a seat ("": an observer), in the reader's language; "" where it says nothing."""
    event = rules.reports.score(state, seat)
    return " ".join(page.tell(rules.name, [event], names)) if event is not None else ""
