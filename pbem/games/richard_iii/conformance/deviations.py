"""The points in which recorded operations are known to differ from the rulebook and from rulings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.conform.driver import Mismatch
from pbem.engine.conformance import Deviation, Difference, Record
from pbem.games.richard_iii.conformance.case import Case

RULINGS = (
    *("R7", "R8", "R11", "R13", "R16", "R19", "R21", "R33", "R34", "R35", "R37"),
    *("R38", "R41", "R44"),
)
AP = "AP_BELOW_NOTHING"
ACTIONS = ("action_phase", "event_surprise", "event_treason")
CARDS = {"ap_2": 2, "ap_3": 3, "ap_4": 4, "surprise": 1, "treason": 1}


def forgive(case: Case) -> None:
    """What the rules refuse is told as a difference."""
    case.forgiven = True


def forgiving(driver: Callable[[Case], None]) -> Callable[[Case], None]:
    """A driver for records in which a known deviation may be met."""

    def run(case: Case) -> None:
        try:
            driver(case)
        except Mismatch as refused:
            if not case.forgiven:
                raise
            case.more.append(("script", "carried out", str(refused)))

    return run


def spends_more(record: Record) -> bool:
    """Whether more is done than the card has AP: areas that are activated, sea moves without their partners, recruits."""
    if record.op not in ACTIONS:
        return False
    areas, paid, spent = set[str](), list[tuple[str, str]](), 0
    for move in record.args["moves"]:
        if "land" in move:
            spent += move["path"][0] not in areas
            areas.add(move["path"][0])
        elif "sea" in move:
            way = (move["from"], move["to"])
            if way in paid:
                paid.remove(way)
            else:
                paid.append(way)
                spent += 1
        else:
            spent += 1
    return spent > CARDS[record.args["card"]]


def mix(case: Case) -> None:
    """1.2 Moves follow recruits."""
    case.script.mixed = True


def _anything(_record: Record, _difference: Difference) -> bool:
    return True


def _only(*paths: str) -> Callable[[Record, Difference], bool]:
    """Differences in these values, or in what they hold."""
    return lambda _record, difference: any(f"{difference[0]}.".startswith(f"{path}.") for path in paths)


def bombards_sail(_record: Record, difference: Difference) -> bool:
    """5.3 Bombards, and nobody else, are offered the sea here alone."""
    path, expected, found = difference
    more = {name: ways for name, ways in (found or {}).items() if name not in (expected or {})}
    return path == "legal.sea" and {**(expected or {}), **more} == found and all(n.startswith("bombard") for n in more)


def _excusing(seen: Callable[[Record], bool]) -> Deviation:
    bend: Callable[[Any], None] = forgive
    return Deviation(seen=seen, bend=bend, excuse=_anything)


DEVIATIONS: Mapping[str, Deviation] = {
    **{name: _excusing(lambda _record: False) for name in RULINGS},
    "R2": Deviation(excuse=_only("hands", "played")),
    "R9": Deviation(excuse=bombards_sail),
    "R15": Deviation(bend=mix),
    "R26": Deviation(excuse=_only("legal.retreat")),
    "R40": Deviation(excuse=_only("legal.homes")),
    AP: _excusing(spends_more),
}
