"""6.0 Bosworth as it is shown and measured: York's slip and form, Lancaster's standing orders, and a letter a Round."""

from __future__ import annotations

import re

from pbem.games.plantagenet.components.box import Side
from pbem.lab.showcase import Showcase

YORK, LANCASTER = Side.YORK.value, Side.LANCASTER.value
IN_A_ROUND = (
    "culverins all\nflee none\ncentre left, right\nabsorb militia, longbowmen, men-at-arms, vassal, retinue\nreroll all\n"
)


def slip_then_form(form: list[str], report: str) -> list[str]:
    """The unchanged form, except for a slip in the very first letter."""
    lines = [line for line in form if not line.startswith("#")]
    if any("give" in line for line in form) and "I do not know what" not in report:
        lines = [re.sub(r"^(give .*) Norfolk$", r"\1 Norflok", line) for line in lines]
    return lines


def standing_orders_at_once(form: list[str], _report: str) -> list[str]:
    """The form, and every standing order that it suggests."""
    lines = [line for line in form if not line.startswith("#")]
    suggested = [line.removeprefix("#").strip() for line in form]
    return [*lines, *(line for line in suggested if line.startswith("standing "))] if lines else []


SHOWCASE = Showcase(
    scenario="bosworth",
    players={YORK: "Cecily", LANCASTER: "Jasper"},
    pens={YORK: slip_then_form, LANCASTER: standing_orders_at_once},
    closing="To fight the next battle yourself, against a scripted Lancaster, with your own mail program:\n"
    "  {command} --by-hand york",
    opening={
        YORK: "give y32 richard, y36 norfolk, y1 northumberland, y2 norfolk\n"
        "array left norfolk, centre richard, right north",
        LANCASTER: "give l5 oxford, l13 jasper, l34 henry, l36 henry\narray left oxford, centre henry, right jasper",
    },
    letter={YORK: f"{IN_A_ROUND}vanguard no\ncharge no", LANCASTER: f"{IN_A_ROUND}order left, centre, right"},
    turn=(
        "ia_henry_vi",
        {YORK: "assign york\nmuster york\nparley bury\nlevy troops\ndone", LANCASTER: "status"},
    ),
)
