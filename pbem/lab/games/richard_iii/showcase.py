"""The game as it is shown and measured: York lands in Kent and marches on London; later both do what their form shows."""

from __future__ import annotations

import re

from pbem.games.richard_iii.components.board import Side
from pbem.games.richard_iii.components.options import DONE
from pbem.lab.showcase import Showcase

YORK, LANCASTER = Side.YORK.value, Side.LANCASTER.value
BATTLE = ["charge if chance 60%", "retreat calais, france if strength under 2"]
FIRST_CARD = "card 4 ap"
ACTIONS = {
    (YORK, 1): [
        *("sail Earl of March Kent", "sail Earl of Warwick Kent", "sail Earl of Salisbury Kent by north sea"),
        "recruit Norwich Levy East Anglia",
    ],
    (YORK, 2): ["march Earl of March Middlesex", "march Earl of Warwick Middlesex"],
    (LANCASTER, 1): ["march Duke of Somerset Oxford", "recruit Duke of Buckingham Glamorgan"],
    (LANCASTER, 2): ["march Duke of Somerset Middlesex"],
}
"""What the sides do in the first turns, where nothing is refused."""
AS_SHOWN = ("march ", "recruit ")
REFUSED = re.compile(r"^ +[0-9]+ -- ", re.MULTILINE)


def _pen(side: str, form: list[str], report: str) -> list[str]:
    """The form; for actions those planned for the turn, else a march and a recruit that it shows, and "done". In the first
    letter orders for battles.
    """
    lines = [line for line in form if not line.startswith("#")]
    shown = [line.removeprefix("#").strip() for line in form]
    if DONE in (*lines, *shown):
        turn = next((turn for turn in (1, 2) if f"campaign 1, turn {turn}, action" in report), 0)
        by_form = [next((line for line in shown if line.startswith(verb)), "") for verb in AS_SHOWN]
        planned = ACTIONS.get((side, turn), []) if not REFUSED.search(report) else []
        return [*(planned or [line for line in by_form if line]), DONE]
    if "Welcome to" in report:
        return [*(f"standing game {line}" for line in BATTLE), FIRST_CARD]
    return lines


def of_york(form: list[str], report: str) -> list[str]:
    """What York writes."""
    return _pen(YORK, form, report)


def of_lancaster(form: list[str], report: str) -> list[str]:
    """What Lancaster writes."""
    return _pen(LANCASTER, form, report)


SHOWCASE = Showcase(
    scenario="1460",
    players={YORK: "Cecily", LANCASTER: "Jasper"},
    pens={YORK: of_york, LANCASTER: of_lancaster},
    closing="To play yourself, against a scripted Lancaster, with your own mail program:\n  {command} --by-hand york",
)
