"""The points in which recorded operations are known to differ from the rulebook and from rulings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import Any

from pbem.games.richard_iii.components.board import Area, BlockId, Kind, Place, Side
from pbem.games.richard_iii.political.home import CLARENCE_L, NEVILLES, own_homes
from pbem.games.richard_iii.supply.supply import surplus
from pbem.lab.conform.conformance import Deviation, Difference, OperationRecord
from pbem.lab.games.richard_iii.conformance.case import Case

RULINGS = ("R7", "R11", "R13", "R19", "R21", "R34", "R35", "R37", "R38", "R44")
AP = "AP_BELOW_NOTHING"
PORT_PAIRS = "PORT_PAIRS"
CREDIT = 100
GOING_HOME = ("king_home", "pretender_home", "political_turn", "legal_home")
BY_RECRUITS_TOO = ("recruit", "legal_action")
ACTIONS = ("action_phase", "event_surprise", "event_treason")
LEAVING = ("action_phase", "battle", "battle_retreat", "legal_battle", "legal_regroup", "regroup")
"""Operations in which blocks retreat or regroup."""
CARDS = {"ap_2": 2, "ap_3": 3, "ap_4": 4, "surprise": 1, "treason": 1}


def forgive(case: Case) -> None:
    """What the rules refuse is told as a difference."""
    case.forgiven = True


def forgiving(driver: Callable[[Case], None]) -> Callable[[Case], None]:
    """A driver for records in which a known deviation may be met."""

    def run(case: Case) -> None:
        try:
            driver(case)
        except Exception as refused:  # a position that no rule leads to may break a rule, too
            if not case.forgiven:
                raise
            case.more.append(("script", "carried out", str(refused)))

    return run


def spends_more(record: OperationRecord) -> bool:
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


def goes_on_below(record: OperationRecord) -> bool:
    """Whether an operation by itself is done with no AP left, or with fewer."""
    turn = (record.before or {}).get("turn_state", {"ap": 0})
    if record.op == "land_move" and turn["ap"] <= 0:
        return record.args["path"][0] not in turn["activated"]
    return record.op in BY_RECRUITS_TOO and turn["ap"] < 0


def lend(case: Case) -> None:
    """AP below nothing pay for anything."""
    if goes_on_below(case.record):
        case.credit = CREDIT
        case.s.ap += CREDIT
    else:
        forgive(case)


def below_nothing(record: OperationRecord, _difference: Difference) -> bool:
    """Whatever differs in a whole phase; of an operation by itself nothing."""
    return not goes_on_below(record)


def forgets_a_pair(record: OperationRecord) -> bool:
    """Whether blocks sail from one port to several in one phase, of which the last alone is remembered."""
    ways = {(move["from"], move["to"]) for move in record.args.get("moves", ()) if "sea" in move}
    return len(ways) > len({start for start, _ in ways})


def remember_last(case: Case) -> None:
    """5.31 Of the ports paid for from one port the last is remembered."""
    case.script.one_pair = True


def clarence_as_recorded(case: Case) -> None:
    """9.1 Clarence goes where the record has him go; into the pool where that is no area."""
    record = case.record
    if record.after is None:
        return
    named = [entry["area"] for entry in record.choices("home") if entry["block"] == CLARENCE_L]
    while case.script.take("home", block=CLARENCE_L):  # so bent he has no choice
        pass
    home = record.args.get("homes", {}).get(CLARENCE_L) or record.after["blocks"][CLARENCE_L]["at"]
    place = Area([home, *named][-1])
    with_homes(case, {CLARENCE_L: [place] if place in case.s.board.areas else []})


def clarence_on_map(record: OperationRecord) -> bool:
    """9.1 Blocks go home, and Clarence is a Lancastrian noble on the map."""
    here = (record.before or {}).get("blocks", {}).get(CLARENCE_L, {}).get("at")
    return record.op in GOING_HOME and here not in (None, "pool", "enemy", "removed", "minor")


def clarence_alone(_record: OperationRecord, difference: Difference) -> bool:
    """9.1 Where Clarence is, or may go, and nobody else."""
    path, expected, actual = difference
    if path == "legal.homes" and isinstance(expected, dict) and isinstance(actual, dict):
        one, other = ({**homes, CLARENCE_L: None} for homes in (expected, actual))
        return one == other
    return path.startswith(f"blocks.{CLARENCE_L}.")


def about_retreats(_record: OperationRecord, difference: Difference) -> bool:
    """6.6 Of a list of choices the retreats alone; of what was done, all that follows."""
    return not difference[0].startswith("legal.") or difference[0] == "legal.retreat"


def mix(case: Case) -> None:
    """1.2 Moves follow recruits."""
    case.script.mixed = True


def with_homes(case: Case, homes: Mapping[BlockId, Sequence[Area]]) -> None:
    """Blocks have other homes than those printed on them."""
    blocks = case.s.board.blocks
    case.s.board = copy(case.s.board)
    case.s.board.blocks = {b: replace(facts, homes=tuple(homes.get(b, facts.homes))) for b, facts in blocks.items()}


def family_shields(case: Case) -> None:
    """8.3 The Nevilles have all the homes that they can go home to."""
    with_homes(case, {b: own_homes(case.s, b) for b in case.s.blocks if b.rpartition("_")[0] in NEVILLES})


def uncounted(case: Case) -> None:
    """7.2 A mercenary in exile, of whatever country, is taken for one who is at home there."""
    s, areas = case.s, case.s.board.areas
    mercenaries = [block for block, facts in s.board.blocks.items() if facts.kind is Kind.MERCENARY]
    where = {block: Area(s.blocks[block].at) for block in mercenaries if s.blocks[block].at in areas}
    with_homes(case, {block: [area] for block, area in where.items() if areas[area].exile is not None})


def with_exiles(case: Case, change: Callable[[Area, Place], Place]) -> None:
    """The areas of exile are others than those printed."""
    areas = case.s.board.areas
    case.s.board = copy(case.s.board)
    case.s.board.areas = {a: change(a, place) if place.exile is not None else place for a, place in areas.items()}


def open_exile(case: Case) -> None:
    """2.7 In battles and after them exile is like any other area."""
    if case.record.op in LEAVING:
        with_exiles(case, lambda _, place: replace(place, exile=None))


def one_leaves(case: Case) -> None:
    """8.5 An exile area has room for all blocks but one that are there. Within a Political Turn nobody is there yet."""
    if "overflow" not in case.record.op:
        return
    s = case.s
    more = {area: max(0, surplus(s, area, side) - 1) for side in Side for area in s.board.exiles(side)}
    with_exiles(case, lambda area, place: replace(place, limit=place.limit + more[area]))


def _anything(_record: OperationRecord, _difference: Difference) -> bool:
    return True


def _only(*paths: str) -> Callable[[OperationRecord, Difference], bool]:
    """Differences in these values, or in what they hold."""
    return lambda _record, difference: any(f"{difference[0]}.".startswith(f"{path}.") for path in paths)


def bombards_sail(_record: OperationRecord, difference: Difference) -> bool:
    """5.3 Bombards, and nobody else, are offered the sea here alone."""
    path, expected, actual = difference
    more = {name: ways for name, ways in (actual or {}).items() if name not in (expected or {})}
    return path == "legal.sea" and {**(expected or {}), **more} == actual and all(n.startswith("bombard") for n in more)


def _excusing(seen: Callable[[OperationRecord], bool]) -> Deviation:
    bend: Callable[[Any], None] = forgive
    return Deviation(seen=seen, bend=bend, excuse=_anything)


def _following(change: Callable[[Case], None]) -> Deviation:
    """Our rules follow as far as printed data can make them; what a record still does otherwise is excused."""

    def bend(case: Case) -> None:
        forgive(case)
        change(case)

    return Deviation(bend=bend, excuse=_anything)


DEVIATIONS: Mapping[str, Deviation] = {
    **{name: _excusing(lambda _record: False) for name in RULINGS},
    "R2": Deviation(excuse=_only("hands", "played")),
    "R8": _following(open_exile),
    "R9": Deviation(excuse=bombards_sail),
    "R15": Deviation(bend=mix),
    "R16": _following(family_shields),
    "R26": Deviation(bend=forgive, excuse=about_retreats),
    "R33": _following(uncounted),
    "R40": Deviation(seen=clarence_on_map, bend=clarence_as_recorded, excuse=clarence_alone),
    "R41": _following(one_leaves),
    AP: Deviation(seen=lambda r: spends_more(r) or goes_on_below(r), bend=lend, excuse=below_nothing),
    PORT_PAIRS: Deviation(seen=forgets_a_pair, bend=remember_last),
}
