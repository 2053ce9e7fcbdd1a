"""What a record has besides positions: checks, ranges of dice, Hits, awards; compared with the Events of our rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from pbem.engine.event import Event
from pbem.games.plantagenet.battle.cards_york import FINAL_CHARGE_HITS
from pbem.games.plantagenet.battle.death_check import DIES_FROM, FLED_BENEFIT
from pbem.games.plantagenet.campaign.end_campaign import SHIPWRECK
from pbem.games.plantagenet.components.blockade import PASSES
from pbem.games.plantagenet.components.box import Side
from pbem.games.plantagenet.components.units import vassal_unit
from pbem.lab.conform.conformance import Choice, Difference, OperationRecord
from pbem.lab.games.plantagenet.conformance.script import Script
from pbem.lab.games.plantagenet.conformance.snapshot import vassal_id

Facts: TypeAlias = dict[str, tuple[Any, Any]]
"""What is recorded and what is found, by what it is."""
Strike: TypeAlias = tuple[str, list[str], int, int]
RANGELESS = ("culverins",)
CHARGERS_HIT = 1
LAST_EVENT = Event("", "")
ROLLED: Mapping[str, Callable[[Mapping[str, Any]], tuple[int, int]]] = {
    "check": lambda told: (1, told["rating"]),
    "intercept_roll": lambda told: (1, told["valour"]),
    "forages": lambda told: (1, told["needed"]),
    "protection": lambda told: (1, told["top"]),
    "reroll": lambda told: (1, told["top"]),
    "losses": lambda told: (1, told["top"]),
    "regroup": lambda told: (1, told["top"]),
    "death_check": lambda told: (DIES_FROM + FLED_BENEFIT * told["fled"], 6),
    "blockade": lambda _: (1, PASSES),
}
"""The Events that tell of a die, with the numbers that make it a success, a Death or a pass."""
CHECK_COSTS = ("check", "Parley", "Levy Vassal", "For trust not him")
"""What Influence goes for where the records tell of a check, or of one that cannot fail."""
AWARDS: Mapping[str, Callable[[str], str]] = {
    "lord": lambda area: f"Lord in {area.title()}",
    "domination": lambda area: f"Dominate {area.title()}",
    "special": lambda place: f"Favour at {place}",
    "most": lambda kind: f"Most Favour at {KINDS[kind]}",
    "card": str,
    "lords": lambda _: "Lord Influence Ratings",
}
REASONS = ("Lord in ", "Dominate ", "Favour at ", "Most Favour at ", "Lord Influence Ratings", "y", "l")
"""How the reasons known here begin; `y` and `l` are cards."""
KINDS: Mapping[str, str] = {"city": "Cities", "town": "Towns", "fortress": "Fortresses"}


def compare_outcomes(record: OperationRecord, script: Script, events: Sequence[Event]) -> Iterator[Difference]:
    """Where what a record tells besides its positions differs from what our rules told."""
    facts = {**ranges(script, events), **checks(record, events), **course(record, events)}
    return ((what, expected, actual) for what, (expected, actual) in facts.items() if expected != actual)


def named(events: Sequence[Event], *names: str) -> list[Event]:
    """The Events of these names."""
    return [event for event in events if event.name in names]


# Dice


def ranges(script: Script, events: Sequence[Event]) -> Facts:
    """The range that each die was tested against, in the order in which they were rolled."""
    ours = iter([ROLLED[event.name](event.data) for event in named(events, *ROLLED) if event.data["die"] is not None])
    facts: Facts = {}
    for number, entry in enumerate(script.rolled, 1):
        if entry["why"] in RANGELESS:
            continue
        tested = (1, SHIPWRECK) if entry["why"] == "disembark" else next(ours, None)
        if not any(entry is followed for followed in script.followed):
            facts[f"range of die {number}, {entry['why']}"] = bounds(entry), tested
    return facts


def bounds(entry: Choice) -> tuple[int, int]:
    """The range of a die; "0" for one that none passes."""
    least, _, most = str(entry["range"]).rpartition("-")
    return int(least or 1), int(most)


# Checks


def checks(record: OperationRecord, events: Sequence[Event]) -> Facts:
    """1.4.2 Each check's Lord, rating and result; the Influence spent on all; what the outcome says of the only one."""
    entries = [entry for entry in record.script if entry["t"] == "influence_check"]
    rolled = [(entry["lord"], entry["rating"], entry["success"]) for entry in entries if not entry.get("auto")]
    ours = [(event.data["lord"], event.data["rating"], event.data["passed"]) for event in named(events, "check")]
    facts: Facts = {"checks": (rolled, ours)}
    if entries:
        spent = -sum(event.data["points"] for event in named(events, "influence") if event.data["why"] in CHECK_COSTS)
        facts["Influence spent on checks"] = sum(entry["cost_ip"] for entry in entries), spent
    only = entries[0] if len(entries) == 1 else {}
    for word in ("success", "rating", "cost_ip", "auto"):
        facts[f"outcome.{word}"] = record.outcome.get(word), only.get(word)
    return facts


# The course of an operation


def course(record: OperationRecord, events: Sequence[Event]) -> Facts:
    """Blockades, actions undone, Supply, the Tides of War, the Strikes and the end of a Battle."""
    outcome = record.outcome
    passed = [event.data["passed"] for event in named(events, "blockade")]
    facts: Facts = {
        "naval_blockade": ([e["passed"] for e in record.script if e["t"] == "naval_blockade"], passed),
        "outcome.blockade_passed": (outcome.get("blockade_passed"), passed[-1] if passed else None),
        "outcome.cancelled_by_kings_name": (
            outcome.get("cancelled_by_kings_name", False),
            bool(named(events, "kings_name")),
        ),
    }
    if record.op == "tides_of_war":
        reasons = [reason for rows in outcome["awards"].values() for _, reason in rows]
        nameless = any(event.data["why"] not in AWARDS for event in named(events, "tides_award"))
        nameless = nameless or not all(reason.startswith(REASONS) for reason in reasons)
        recorded = {side: awarded(rows) for side, rows in outcome["awards"].items()}
        facts["outcome.awards"] = (points(recorded), our_points(events)) if nameless else (recorded, awards(events))
    if record.op == "supply":
        here, there = (now["lords"][record.actor["lord"]]["assets"]["provender"] for now in (record.start, record.after))
        facts["outcome.provender_added"] = outcome.get("provender_added", 0), there - here
    if record.op == "battle":
        facts |= battle(record, events)
    return facts


def awarded(rows: Sequence[Sequence[Any]]) -> list[tuple[int, str]]:
    """4.8.1 The points and reasons recorded."""
    return sorted((points, reason) for points, reason in rows)


def points(rows: Mapping[str, Sequence[tuple[int, str]]]) -> dict[str, int]:
    """4.8.1 What each side is awarded in all: of Queen Regent (6.0) the words of the records are not known."""
    return {side: sum(number for number, _ in awarded_rows) for side, awarded_rows in rows.items()}


def our_points(events: Sequence[Event]) -> dict[str, int]:
    """4.8.1 Ours."""
    ours = named(events, "tides_award")
    return {side.value: sum(event.data["points"] for event in ours if event.data["side"] == side) for side in Side}


def awards(events: Sequence[Event]) -> dict[str, list[tuple[int, str]]]:
    """4.8.1 Ours, in the words of the records."""
    rows: dict[str, list[tuple[int, str]]] = {side.value: [] for side in Side}
    for event in named(events, "tides_award"):
        rows[event.data["side"]].append((event.data["points"], AWARDS[event.data["why"]](event.data["of"])))
    return {side: sorted(awarded_rows) for side, awarded_rows in rows.items()}


def battle(record: OperationRecord, events: Sequence[Event]) -> Facts:
    """4.4 The Hits of each Strike and the units that have Routed by its end, the Rounds, who lost.

    Where Troops rally (y30) or a Round is ended (y36) the Hits alone tell the course.
    """
    attacker = next(entry["attacker"] for entry in record.script if entry["t"] == "battle_start")
    strikes = [e for e in record.script if e["t"] == "strike"]
    ended = named(events, "battle_ends")
    winner = ended[-1].data["winner"] if ended else None
    unclear = any(entry.get("c") in ("regroup_lord", "end_round_now") for entry in record.script)
    losses = ([], []) if unclear else (list(losses_recorded(record.script)), list(our_losses(events)))
    return {
        "units after the Strikes": losses,
        "strikes": ([strike_recorded(entry, attacker) for entry in strikes], list(our_strikes(events))),
        "outcome.rounds": (record.outcome["rounds"], len(named(events, "round_begins"))),
        "outcome.loser": (record.outcome["loser"], "both" if winner is None else Side(winner).enemy.value),
    }


def strike_recorded(entry: Choice, attacker: str) -> Strike:
    """4.4.2 A Strike: its step, who is engaged, the Hits on York and on Lancaster."""
    hits = entry["hits_on_attacker"], entry["hits_on_defender"]
    lords = sorted(who.split(":")[1] for who in entry["engagement"])
    return entry["step"], lords, *(hits if attacker == Side.YORK else hits[::-1])


def our_strikes(events: Sequence[Event]) -> Iterator[Strike]:
    """4.4.2 Ours, with a Final Charge that followed."""
    charges = {n - 1 for n, event in enumerate(events) if event.name == "final_charge"}
    for number, event in enumerate(events):
        if event.name == "hits":
            data = event.data
            taken, dealt = (CHARGERS_HIT, FINAL_CHARGE_HITS) if number in charges else (0, 0)
            yield data["step"], sorted(data["engagement"]), data["york"] + taken, data["lancaster"] + dealt


def losses_recorded(script: Sequence[Choice]) -> Iterator[Counter[str]]:
    """4.4.2 The Routed units of the Lords engaged, after each Strike step."""
    for entry in script:
        if entry["t"] == "units" and entry["after"] != "all_strikes":
            routed: Counter[str] = Counter()
            for lord, row in entry["lords"].items():
                routed += Counter({f"{lord} {unit}": number for unit, number in row.get("routed", {}).items()})
                routed += Counter(f"{lord} {vassal_unit(vassal_id(word))}" for word in row.get("routed_vassals", ()))
            yield routed


def our_losses(events: Sequence[Event]) -> Iterator[Counter[str]]:
    """4.4.2 Ours."""
    routed: Counter[str] = Counter()
    engaged: Sequence[str] = ()
    for event in [*events, LAST_EVENT]:
        if event.name in ("hits", LAST_EVENT.name):
            if engaged:
                yield Counter({unit: n for unit, n in routed.items() if unit.split()[0] in engaged})
            engaged = event.data.get("engagement", ())
        elif event.name == "unit_routs":
            routed[f"{event.data['lord']} {event.data['unit']}"] += 1
