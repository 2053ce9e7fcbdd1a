"""The game as it is shown and measured: both sides delegate, and march where their form shows a way."""

from __future__ import annotations

from pbem.games.warriors_of_england.components.board import Side
from pbem.games.warriors_of_england.components.options import PASS
from pbem.lab.games.warriors_of_england.trial import PLAIN
from pbem.lab.showcase import Showcase

YORK, LANCASTER = Side.YORK.value, Side.LANCASTER.value
STANDING = [f"standing game {verb} usual" for verb in PLAIN if verb != "choose"]


def march_if_you_can(form: list[str], report: str) -> list[str]:
    """The form, with a campaign that it shows in the place of a pass; in the first letter standing orders for all that comes
    after the campaigns.
    """
    lines = [line for line in form if not line.startswith("#")]
    shown = [line.removeprefix("#").strip() for line in form]
    marches = [line for line in shown if line.startswith("march ")]
    if lines == [PASS] and marches:
        lines = marches[:1]
    return [*(STANDING if "Welcome to" in report else []), *lines]


SHOWCASE = Showcase(
    scenario="campaign",
    players={YORK: "Cecily", LANCASTER: "Jasper"},
    pens={YORK: march_if_you_can, LANCASTER: march_if_you_can},
    closing="To play yourself, against a scripted Lancaster, with your own mail program:\n  {command} --by-hand york",
)
