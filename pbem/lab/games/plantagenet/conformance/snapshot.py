"""A recorded position as a State of ours, and a State of ours as a recorded position."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from pbem.games.plantagenet.components.board import Locale, Unit, Vassal
from pbem.games.plantagenet.components.box import ASSETS, VASSAL, Asset, Box, Card, Lord, Side, Timing
from pbem.games.plantagenet.components.ratings import lordship_of
from pbem.games.plantagenet.components.state import (
    COLUMNS,
    Battle,
    Command,
    Cylinder,
    Depletion,
    Mat,
    Muster,
    Phase,
    ScenarioSheet,
    State,
    Status,
    all_vassals,
    lords_of,
    side_of,
    with_him,
)
from pbem.lab.conform.conformance import Snapshot

Cap: TypeAlias = Callable[[int], int]
SCENARIOS = {
    "Ia": "ia_henry_vi",
    "Ib": "ib_towton",
    "Ic": "ic_somersets_return",
    "II": "ii_warwicks_rebellion",
    "III": "iii_my_kingdom_for_a_horse",
}
STATUSES = {
    "on_map": Status.MAP,
    "at_sea": Status.SEA,
    "calendar": Status.CALENDAR,
    "captive": Status.CAPTIVE,
    "dead": Status.DEAD,
    "shipwrecked": Status.SHIPWRECKED,
    "removed": Status.REMOVED,
    "replaced": Status.REPLACED,
    "set_aside": Status.SET_ASIDE,
}
SPELLED = {"westmoreland": "westmorland"}
RECORDED_SPELLING = {ours: theirs for theirs, ours in SPELLED.items()}
RECORDED_STATUS = {status: word for word, status in STATUSES.items()}
SEATLESS = (Status.DEAD, Status.SHIPWRECKED, Status.REMOVED, Status.REPLACED, Status.SET_ASIDE)
TRUSTED_BEFORE = Lord("")
"""Loyalty and Trust (y22) has been given to a Lord that a record does not name."""
LASTING = {"y20": Phase.LEVY, "y12": Phase.CAMPAIGN, "l20": Phase.CAMPAIGN}
"""Held Events whose effect outlasts the action."""
GRANTS = {
    "jack_cade": "y4",
    "succession": "y18",
    "gloucester_as_heir": "y28",
    "my_crown_is_in_my_heart": "l17",
    "parliament_votes": "l18",
    "thomas_stanley": "l35",
}
"""What cards grant the acting Lord."""
ON_MATS = ("on_map", "at_sea")


def vassal_id(word: str) -> Vassal:
    """Our id of a Vassal."""
    return Vassal(SPELLED.get(word, word))


# A State from a recorded position


def position(snapshot: Snapshot, first: State) -> State:
    """The State of a recorded position; `first` is the one that its scenario begins with.

    The rules are read as in a game begun now (`first.readings`): here a driver would choose another reading.
    """
    s = State(
        readings=first.readings,
        box=first.box,
        sheet=_sheet(first.sheet, snapshot["exile_boxes"]),
        scenario=first.scenario,
        king=Side(snapshot["king"]),
        rebel=Side(snapshot["rebel"]),
        mats={Lord(lord): _mat(row) for lord, row in snapshot["lords"].items() if row["status"] in ON_MATS},
        decks={side: [Card(c) for c in snapshot["deck"][side]] for side in Side},
        turn=snapshot["turn"],
        phase=Phase(snapshot["phase"]),
        influence=snapshot["influence"],
        lords={Lord(lord): _cylinder(row) for lord, row in snapshot["lords"].items()},
        favour={Locale(locale): Side(side) for locale, side in snapshot["favour"].items()},
        london_for_york=snapshot["london_second_york_favour"],
        wear=_wear(snapshot),
        drawn=[Card(c) for c in snapshot.get("drawn", ())],
        held={side: [Card(c) for c in snapshot["held"][side]] for side in Side},
        handgunners_given=snapshot.get("handgunners_granted", False),
        plans={side: list(snapshot.get("plan", {}).get(side, ())) for side in Side},
    )
    s.seats = [lord for lord, cylinder in s.lords.items() if cylinder.status not in SEATLESS]
    _lay_vassals(s, snapshot)
    _lay_events(s, snapshot["events"])
    s.muster = _muster(s, snapshot)
    s.battle = _battle(s, snapshot)
    s.command = _command(s, snapshot.get("command"))
    return s


def _sheet(sheet: ScenarioSheet, exile_boxes: Mapping[str, str]) -> ScenarioSheet:
    if {box: side.value for box, (side, _) in sheet.exile_boxes.items()} == exile_boxes:
        return sheet
    users = {
        Locale(box): (Side(side), sheet.exile_boxes.get(Locale(box), (0, None))[1]) for box, side in exile_boxes.items()
    }
    return replace(sheet, exile_boxes=users)


def _cylinder(row: Mapping[str, Any]) -> Cylinder:
    where = row.get("where") or row.get("captor") or ""
    return Cylinder(STATUSES[row["status"]], where, row.get("box", 0), row.get("exile", False))


def _mat(row: Mapping[str, Any]) -> Mat:
    return Mat(
        forces={Unit(unit): n for unit, n in row["forces"].items() if n},
        routed={Unit(unit): n for unit, n in row.get("routed", {}).items()},
        capabilities=[Card(c) for c in row["capabilities"]],
        assets={Asset(asset): n for asset, n in row["assets"].items()},
        moved=row.get("moved_fought", False),
    )


def _wear(snapshot: Snapshot) -> dict[Locale, Depletion]:
    return {Locale(locale): wear for wear in Depletion for locale in snapshot[wear.value]}


def _lay_vassals(s: State, snapshot: Snapshot) -> None:
    routed = snapshot.get("battle", {}).get("routed_vassals", ())
    for lord, row in snapshot["lords"].items():
        for word in row.get("vassals", ()):
            mat = s.mats[Lord(lord)]
            (mat.routed_vassals if word in routed else mat.vassals).append(vassal_id(word))
    for word, row in snapshot["vassals"].items():
        match row["status"]:
            case "ready":
                s.ready.append(vassal_id(word))
            case "disbanded":
                s.disbanded[vassal_id(word)] = row["box"]
            case "mustered" if "box" in row and s.box.vassals[vassal_id(word)].seat is not None:
                s.service[vassal_id(word)] = row["box"]


def _lay_events(s: State, events: Mapping[str, Any]) -> None:
    """Held Events in effect lie with those of this Levy or Campaign; those of a Battle are its own affair."""
    s.this_levy += [Card(c) for c in events["this_levy"]]
    s.this_campaign += [Card(c) for c in events["this_campaign"]]
    for card in map(Card, events["held_played"]):
        if card in LASTING:
            (s.this_levy if LASTING[card] is Phase.LEVY else s.this_campaign).append(card)
        else:
            s.decks[s.box.cards[card].side].append(card)


def _muster(s: State, snapshot: Snapshot) -> Muster | None:
    row = snapshot.get("muster")
    if row is None:
        return None
    lord = Lord(row["lord"])
    if "y22" in s.this_levy and "loyalty_and_trust" not in row.get("free", {}):
        s.loyalty_and_trust = s.loyalty_and_trust or TRUSTED_BEFORE
    muster = open_muster(s, snapshot, side_of(s, lord))
    muster.lord = lord
    muster.spent = lordship_of(s, lord) - row["actions"]
    for name, number in row.get("free", {}).items():
        if name in GRANTS:
            muster.free[f"{GRANTS[name]} {lord}"] = number
    return muster


def open_muster(s: State, snapshot: Snapshot, side: Side) -> Muster:
    """3.4 A side's Muster, with the Lords who may still act in it."""
    done = [lord for lord, row in snapshot["lords"].items() if row.get("levy_done")]
    return Muster(side, [lord for lord in lords_of(s, side) if lord not in done and s.lords[lord].status is Status.MAP])


def _command(s: State, row: Mapping[str, Any] | None) -> Command | None:
    if row is None or row["lord"] not in s.lords:
        return None
    lord, spent = Lord(row["lord"]), not row.get("first_action")
    group = together(s, lord) if row.get("second_highway_free") else []
    command = Command(side_of(s, lord), lord, row["actions"] + spent, int(spent), group, row.get("ended", False))
    if row.get("supply_depot"):
        command.depot = together(s, lord)
    return command


def together(s: State, lord: Lord) -> list[Lord]:
    """4.3.1 Those who have moved with a Lord: who would move along with him now is not who did."""
    return [other for other in with_him(s, lord) if s.mats[other].moved] if lord in s.mats else []


def _battle(s: State, snapshot: Snapshot) -> Battle | None:
    row = snapshot.get("battle")
    if row is None:
        return None
    where, attacker = Locale(row["where"]), Side(row["attacker"])
    battle = Battle(
        attacker, s.favour.get(where), {side: [None for _ in COLUMNS] for side in Side}, {side: [] for side in Side}
    )
    battle.place, battle.round = where, row["round"]
    battle.routed, battle.fled = list(map(Lord, row["routed_lords"])), list(map(Lord, row["fled"]))
    return battle


# A recorded position from a State

COMPARED = (
    *("influence", "lords", "vassals", "favour", "london_second_york_favour", "exile_boxes", "depleted", "exhausted"),
    *("pool", "held", "events", "deck", "turn", "phase", "plan"),
)


def snapshot_of(s: State, most: int | None = None, printed: Box | None = None) -> Snapshot:
    """The compared fields of a recorded position; no count above `most` where one is given. `printed` are the printed facts
    where a State was given others.
    """
    units = (printed or s.box).units
    cap = (lambda n: n) if most is None else (lambda n: min(n, most))
    return {
        "turn": s.turn,
        "phase": s.phase.value,
        "influence": s.influence,
        "lords": {lord: _lord_row(s, lord, cap) for lord in s.lords},
        "vassals": _vassal_rows(s),
        "favour": {locale: side.value for locale, side in s.favour.items()},
        "london_second_york_favour": s.london_for_york,
        "exile_boxes": {locale: side.value for locale, (side, _) in s.sheet.exile_boxes.items()},
        "depleted": _worn(s, Depletion.DEPLETED),
        "exhausted": _worn(s, Depletion.EXHAUSTED),
        "pool": {unit: facts.pool - on_mats(s, unit, cap) for unit, facts in units.items() if facts.troop},
        "held": {side.value: sorted(s.held[side]) for side in Side},
        "events": _events(s),
        "deck": {side.value: _deck(s, side) for side in Side},
        "plan": {side.value: list(s.plans[side]) for side in Side},
    }


def on_mats(s: State, unit: Unit, cap: Cap) -> int:
    """The pieces on mats, without those lent for a Battle: at its start the records do not count them yet."""
    return sum(cap(held(mat, unit)) + mat.routed.get(unit, 0) for mat in s.mats.values())


def held(mat: Mat, unit: Unit) -> int:
    """The Unrouted pieces of a kind, without those lent."""
    return mat.forces.get(unit, 0) - mat.temporary.get(unit, 0)


def _lord_row(s: State, lord: Lord, cap: Cap) -> dict[str, Any]:
    cylinder = s.lords[lord]
    row: dict[str, Any] = {"status": RECORDED_STATUS[cylinder.status]}
    match cylinder.status:
        case Status.CALENDAR:
            row |= {"box": cylinder.box, "exile": cylinder.exile}
        case Status.CAPTIVE:
            row["captor"] = cylinder.where
        case Status.MAP | Status.SEA:
            mat = s.mats[lord]
            row |= {"where": cylinder.where, "vassals": sorted(all_vassals(s, lord))}
            row["forces"] = {unit: cap(held(mat, unit)) for unit in s.box.units if unit != VASSAL}
            row["assets"] = {asset: cap(mat.assets.get(asset, 0)) for asset in ASSETS}
            row["capabilities"] = sorted(mat.capabilities)
            row |= {"routed": routed} if (routed := {unit: n for unit, n in mat.routed.items() if n}) else {}
            row |= {"moved_fought": True} if mat.moved else {}
    return row


def _vassal_rows(s: State) -> dict[str, dict[str, Any]]:
    rows: dict[Vassal, dict[str, Any]] = {vassal: {"status": "ready"} for vassal in s.ready}
    rows |= {vassal: {"status": "disbanded", "box": box} for vassal, box in s.disbanded.items()}
    for lord in s.mats:
        for vassal in all_vassals(s, lord):
            box = {"box": s.service[vassal]} if vassal in s.service else {}
            rows[vassal] = {"status": "mustered", "lord": lord, **box}
    return {str(vassal): row for vassal, row in rows.items()}


def _worn(s: State, wear: Depletion) -> list[str]:
    return sorted(locale for locale, worn in s.wear.items() if worn is wear)


def _deck(s: State, side: Side) -> list[str]:
    """Held Events in effect for one Battle count as back in the deck already."""
    played = s.battle.events if s.battle is not None else []
    return sorted({*s.decks[side], *(card for card in played if s.box.cards[card].side is side)})


def _events(s: State) -> dict[str, list[str]]:
    """Held Events stand apart also where they last for a Levy or a Campaign."""
    in_force = [*s.this_levy, *s.this_campaign]
    lists = {"this_levy": s.this_levy, "this_campaign": s.this_campaign}
    rows: dict[str, list[str]] = {"held_played": sorted(c for c in in_force if _is_held(s, c))}
    for name, cards in lists.items():
        rows[name] = sorted(c for c in cards if not _is_held(s, c))
    return rows


def _is_held(s: State, card: Card) -> bool:
    return s.box.cards[card].event.timing is Timing.HOLD


# Comparing


def recorded(snapshot: Snapshot) -> Snapshot:
    """The compared fields as recorded, lists without an order sorted."""
    row = {field: snapshot[field] for field in COMPARED if field in snapshot}
    row["lords"] = {lord: _recorded_lord(facts) for lord, facts in snapshot["lords"].items()}
    row["vassals"] = {vassal_id(name): _recorded_vassal_row(name, facts) for name, facts in snapshot["vassals"].items()}
    row["held"] = {side: sorted(cards) for side, cards in snapshot["held"].items()}
    played = [card for card in snapshot["events"]["held_played"] if card not in LASTING]
    row["deck"] = {
        side: sorted([*cards, *(c for c in played if c[0] == side[0])]) for side, cards in snapshot["deck"].items()
    }
    row["events"] = {name: sorted(cards) for name, cards in snapshot["events"].items() if name != "resolving"}
    row["events"]["held_played"] = sorted(card for card in snapshot["events"]["held_played"] if card in LASTING)
    row["plan"] = {side.value: list(snapshot.get("plan", {}).get(side, ())) for side in Side}
    row["depleted"], row["exhausted"] = sorted(snapshot["depleted"]), sorted(snapshot["exhausted"])
    return row


SPECIAL_VASSALS = frozenset(["trollope", "clifford", "edward", "thomas_stanley", "montagu", "hastings"])
PASSING_MARKS = ("levy_done", "unpaid", "unfed")
MARKS = ("moved_fought", "routed")
"""What a Lord is without where it is false or empty, as where it is absent."""


def _recorded_lord(row: Mapping[str, Any]) -> dict[str, Any]:
    fields = {field: value for field, value in row.items() if field not in PASSING_MARKS and (value or field not in MARKS)}
    fields |= {"exile": bool(row.get("exile"))} if row["status"] == "calendar" else {}
    spelled = {"vassals": sorted(map(vassal_id, row["vassals"]))} if "vassals" in row else {}
    return fields | spelled | ({"capabilities": sorted(row["capabilities"])} if "capabilities" in row else {})


def _recorded_vassal_row(name: str, row: Mapping[str, Any]) -> dict[str, Any]:
    """A Special Vassal has no marker on the Calendar, whatever box is recorded for him."""
    return {field: value for field, value in row.items() if field != "box" or name not in SPECIAL_VASSALS}


def differences(expected: Any, actual: Any, path: str = "") -> Iterable[tuple[str, Any, Any]]:
    """Where two trees of plain data differ: (path, expected, found); None for what is absent."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        for key in [*expected, *(key for key in actual if key not in expected)]:
            yield from differences(expected.get(key), actual.get(key), f"{path}.{key}" if path else key)
    elif expected != actual:
        yield path, expected, actual
