"""The game as it is shown and measured: both sides march where their form shows a way, and end their actions."""

from __future__ import annotations

from pbem.engine.sample import Sample
from pbem.games.richard_iii.components.board import Side
from pbem.games.richard_iii.components.options import DONE

YORK, LANCASTER = Side.YORK.value, Side.LANCASTER.value
FIRST = ["charge if chance 60%", "retreat calais, france if strength under 2"]


def march_if_you_can(form: list[str], report: str) -> list[str]:
    """The form; for actions a march that it shows, and their end. In the first letter orders for battles."""
    lines = [line for line in form if not line.startswith("#")]
    shown = [line.removeprefix("#").strip() for line in form]
    if DONE in (*lines, *shown):
        marches = [line for line in shown if line.startswith("march ")]
        lines = [*marches[:1], DONE]
    return [*([f"standing game {line}" for line in FIRST] if "Welcome to" in report else []), *lines]


SAMPLE = Sample(
    scenario="1460",
    players={YORK: "Cecily", LANCASTER: "Jasper"},
    pens={YORK: march_if_you_can, LANCASTER: march_if_you_can},
    closing="To play yourself, against a scripted Lancaster, with your own mail program:\n  {command} --by-hand york",
)
