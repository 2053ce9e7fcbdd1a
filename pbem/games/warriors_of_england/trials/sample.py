"""The game as it is shown and measured: both sides delegate, and send their form as it stands."""

from __future__ import annotations

from pbem.engine.sample import Sample
from pbem.games.warriors_of_england.components.board import Side
from pbem.games.warriors_of_england.trials.trial import PLAIN

YORK, LANCASTER = Side.YORK.value, Side.LANCASTER.value
STANDING = [f"standing game {verb} usual" for verb in PLAIN if verb != "choose"]


def standing_orders_at_once(form: list[str], report: str) -> list[str]:
    """The form, and in the first letter standing orders for all that comes after the campaigns."""
    lines = [line for line in form if not line.startswith("#")]
    return [*(STANDING if "Welcome to" in report else []), *lines] if lines else []


SAMPLE = Sample(
    scenario="campaign",
    players={YORK: "Cecily", LANCASTER: "Jasper"},
    pens={YORK: standing_orders_at_once, LANCASTER: standing_orders_at_once},
    closing="To play yourself, against a scripted Lancaster, with your own mail program:\n  {command} --by-hand york",
)
