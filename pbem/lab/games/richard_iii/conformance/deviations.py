"""The points in which recorded operations are known to differ from the rulebook and from rulings."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from itertools import pairwise

from pbem.games.richard_iii.battle.battle import ACT, ROUNDS
from pbem.games.richard_iii.components.blocks import side_of
from pbem.games.richard_iii.components.board import Area, BlockId, Kind, Place, Side
from pbem.games.richard_iii.political.home import CLARENCE_L, HOME, NEVILLES, own_homes
from pbem.games.richard_iii.political.political import OVERFLOW
from pbem.games.richard_iii.supply.succession import succession
from pbem.games.richard_iii.supply.supply import surplus
from pbem.lab.conform.conformance import Deviation, Difference, OperationRecord
from pbem.lab.games.richard_iii.conformance.case import Case

AP = "AP_BELOW_NOTHING"
PORT_PAIRS = "PORT_PAIRS"
GOING_HOME = ("king_home", "pretender_home", "political_turn", "legal_home")
BY_RECRUITS_TOO = ("recruit", "legal_action")
ACTIONS = ("action_phase", "event_surprise", "event_treason")
CALAIS_TOO = (BlockId("salisbury_y"), BlockId("kent_y"))
"""8.3 Whom Calais may take."""
HEIRS = tuple(
    map(
        BlockId,
        [
            *("henry_vi_l", "prince_edward_l", "exeter_l", "somerset_l", "richmond_l"),
            *("york_y", "march_y", "rutland_y", "clarence_y", "gloucester_y"),
        ],
    )
)
CARDS = {"ap_2": 2, "ap_3": 3, "ap_4": 4, "surprise": 1, "treason": 1}


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


def offers_at_nothing(record: OperationRecord) -> bool:
    """Whether a list offers ways out of areas that are not paid for, with no AP left."""
    turn = (record.before or {}).get("turn_state", {})
    if record.op != "legal_action" or turn.get("ap") != 0:
        return False
    return any(_unpaid(record, way) for ways in record.outcome["legal"]["land"].values() for way in ways)


def _unpaid(record: OperationRecord, way: str) -> bool:
    """Whether a way begins in an area that is not paid for."""
    return way.partition(">")[0] not in record.start["turn_state"]["activated"]


def unpaid_ways(record: OperationRecord, difference: Difference) -> bool:
    """5.1 Such ways, and nothing else."""
    path, expected, actual = difference
    if path != "legal.land":
        return False
    paid = {b: left for b, ways in expected.items() if (left := [way for way in ways if not _unpaid(record, way)])}
    return offers_at_nothing(record) and paid == actual


def lend(case: Case) -> None:
    """AP below nothing pay for anything."""
    if goes_on_below(case.record):
        case.script.lend()
    elif not offers_at_nothing(case.record):
        case.script.lends = True


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


def _enemy_ways(case: Case) -> Iterator[tuple[Side, str, str]]:
    """The ways that blocks of a record go back over: the enemy, and from where to where they have come."""
    record = case.record
    for move in record.args.get("moves") or ([record.args] if "path" in record.args else ()):
        for start, to in pairwise(move.get("path") or ()):
            yield case.side.enemy, to, start
    for choice in record.choices("retreat"):
        block = BlockId(choice["block"])
        yield side_of(case.s, block).enemy, choice["area"], case.s.blocks[block].at


def unbar(case: Case) -> None:
    """5.22, 6.6 The enemy has not come over the borders that blocks use; the end is compared as if they had."""
    ways = set(_enemy_ways(case))
    case.unbarred = [entry for entry in case.s.entered if (entry.side, entry.start, entry.to) in ways]
    case.s.entered = [entry for entry in case.s.entered if entry not in case.unbarred]


def by_either_sea(case: Case) -> None:
    """5.1 Who has attacked by sea goes by either sea, and a block may be given up."""
    case.script.relaxed.add(ACT)
    for choice in case.record.choices("retreat", "regroup"):
        block = BlockId(choice["block"])
        seas = case.s.board.seas_between(case.s.blocks[block].at, Area(choice["area"]))
        if block in case.s.by_sea and seas:
            case.s.by_sea[block] = choice.get("zone") or seas[0]


def last_roll(case: Case) -> None:
    """6.9 Attackers roll in round 4, stay, and are said to have won."""
    case.script.relaxed.add(ACT)
    case.script.choices = [entry for entry in case.script.choices if entry["c"] != "regroup"]


def _by_sea(record: OperationRecord) -> Collection[str]:
    """The blocks that have attacked by sea."""
    return record.start["turn_state"]["by_sea"]  # type: ignore[no-any-return]


def _unlike(difference: Difference) -> Collection[str]:
    """The blocks of which two lists say different things."""
    _, expected, actual = difference
    one, other = expected or {}, actual or {}
    return [block for block in {**one, **other} if one.get(block) != other.get(block)]


def sea_attackers(record: OperationRecord, difference: Difference) -> bool:
    """5.1 Where those go who have attacked by sea; of the others, that they may not regroup at all."""
    path, expected, _ = difference
    unlike = _unlike(difference) if path in ("legal.retreat", "legal.to") else []
    left_out = [block for block in unlike if path == "legal.to" and block not in (expected or {})]
    return bool(unlike) and all(block in left_out or block in _by_sea(record) for block in unlike)


def land_retreats(record: OperationRecord, difference: Difference) -> bool:
    """6.6 Where those retreat to who go by land."""
    unlike = _unlike(difference) if difference[0] == "legal.retreat" else []
    return bool(unlike) and not any(block in _by_sea(record) for block in unlike)


def fewer_ways(_record: OperationRecord, difference: Difference) -> bool:
    """5.22, 6.3 Ways by land that are offered here alone."""
    path, expected, actual = difference
    return path == "legal.land" and all(set(ways) <= set((actual or {}).get(b, ())) for b, ways in (expected or {}).items())


def stay_and_win(record: OperationRecord, difference: Difference) -> bool:
    """6.9 That an attacker may roll; of a battle who won it, and where they went then."""
    path = difference[0]
    if record.op != "battle":
        return path == "legal.treachery" and record.start["battle"]["round"] == ROUNDS
    gone = tuple(f"blocks.{entry['block']}.at" for entry in record.choices("regroup"))
    won = str(difference[1]).startswith("['battle_won'") and path == "script"
    return won or path in (*gone, "winner_of_battle") or path.startswith("control.")


def side_by_side(case: Case) -> None:
    """7.0 The Pretender's minors enter and lose, then the King's."""
    case.one_side_first = True


def crown_first(case: Case) -> None:
    """8.0 A King is followed before the Usurpation, of which the record tells nothing."""
    if case.record.op in ("usurpation", "pretender_home", "king_home", "levies_home"):
        succession(case.s)


def heirs_as_recorded(case: Case) -> None:
    """8.3 The Pretender's heirs go where the record has them go."""
    case.script.relaxed |= {HOME, OVERFLOW}


def nevilles_as_recorded(case: Case) -> None:
    """8.3 Salisbury and Kent go where the record has them go; nobody is asked where our rules know one home alone."""
    case.script.relaxed |= {HOME, OVERFLOW}
    case.script.unasked = CALAIS_TOO


def _alone(blocks: Collection[str], difference: Difference) -> bool:
    """Where these are, or may go, and whose the areas are then; nobody else."""
    path, expected, actual = difference
    if path == "legal.homes" and isinstance(expected, dict) and isinstance(actual, dict):
        return {b: homes for b, homes in expected.items() if b not in blocks} == {
            b: homes for b, homes in actual.items() if b not in blocks
        }
    return path.startswith(("control.", *(f"blocks.{block}." for block in blocks)))


def nevilles_alone(_record: OperationRecord, difference: Difference) -> bool:
    """8.3 Salisbury and Kent."""
    return _alone(CALAIS_TOO, difference)


def heirs_alone(_record: OperationRecord, difference: Difference) -> bool:
    """8.3 The heirs of the Pretender."""
    return difference[0] == "legal.homes" and _alone(HEIRS, difference)


def no_new_king(_record: OperationRecord, difference: Difference) -> bool:
    """8.0 That there is a new King."""
    return difference[0] == "script" and str(difference[2]).startswith("['new_king'")


def plays_on(record: OperationRecord) -> bool:
    """9.0 A side is without an heir, and the game is not over."""
    return any(now and now.get("result_pending") for now in (record.before, record.after))


def play_on(case: Case) -> None:
    """9.0 A side without an heir plays on until the record ends. What begins after the end of a game has no rule."""
    case.script.ends = True
    case.over = bool(case.record.before and case.record.before.get("result_pending"))


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
    """2.7 Exile is like any other area."""
    with_exiles(case, lambda _, place: replace(place, exile=None))


def one_leaves(case: Case) -> None:
    """8.5 An exile area has room for all blocks but one that are there. Within a Political Turn nobody is there yet."""
    case.script.relaxed.add(OVERFLOW)
    if "overflow" not in case.record.op:
        return
    s = case.s
    more = {area: max(0, surplus(s, area, side) - 1) for side in Side for area in s.board.exiles(side)}
    with_exiles(case, lambda area, place: replace(place, limit=place.limit + more[area]))


def _only(*paths: str) -> Callable[[OperationRecord, Difference], bool]:
    """Differences in these values, or in what they hold."""
    return lambda _record, difference: any(f"{difference[0]}.".startswith(f"{path}.") for path in paths)


def bombards_sail(_record: OperationRecord, difference: Difference) -> bool:
    """5.3 Bombards, and nobody else, are offered the sea here alone."""
    path, expected, actual = difference
    more = {name: ways for name, ways in (actual or {}).items() if name not in (expected or {})}
    return path == "legal.sea" and {**(expected or {}), **more} == actual and all(n.startswith("bombard") for n in more)


DEVIATIONS: Mapping[str, Deviation] = {
    "R7": Deviation(bend=unbar, excuse=fewer_ways),
    "R11": Deviation(bend=by_either_sea, excuse=sea_attackers),
    "R19": Deviation(excuse=fewer_ways),
    "R21": Deviation(bend=last_roll, excuse=stay_and_win),
    "R34": Deviation(bend=side_by_side),
    "R35": Deviation(bend=crown_first, excuse=no_new_king),
    "R37": Deviation(bend=heirs_as_recorded, excuse=heirs_alone),
    "R38": Deviation(bend=nevilles_as_recorded, excuse=nevilles_alone),
    "R44": Deviation(seen=plays_on, bend=play_on),
    "R2": Deviation(excuse=_only("hands", "played")),
    "R8": Deviation(bend=open_exile),
    "R9": Deviation(excuse=bombards_sail),
    "R15": Deviation(bend=mix),
    "R16": Deviation(bend=family_shields),
    "R26": Deviation(bend=unbar, excuse=land_retreats),
    "R33": Deviation(bend=uncounted),
    "R40": Deviation(seen=clarence_on_map, bend=clarence_as_recorded, excuse=clarence_alone),
    "R41": Deviation(bend=one_leaves, excuse=_only("legal.candidates")),
    AP: Deviation(seen=lambda r: spends_more(r) or goes_on_below(r) or offers_at_nothing(r), bend=lend, excuse=unpaid_ways),
    PORT_PAIRS: Deviation(seen=forgets_a_pair, bend=remember_last),
}
