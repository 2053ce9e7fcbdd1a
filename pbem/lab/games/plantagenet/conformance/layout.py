"""What a record may hold. Whatever is unknown is told, so that nothing is passed over."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from pbem.games.plantagenet.components.box import ASSETS, VASSAL, Box, Side
from pbem.games.plantagenet.components.state import PASS
from pbem.lab.conform.conformance import OperationRecord, Snapshot
from pbem.lab.conform.driver import Mismatch
from pbem.lab.games.plantagenet.conformance.snapshot import SPECIAL_VASSALS, SPELLED, STATUSES

SIDES = tuple(side.value for side in Side)
SPENT = ("target", "extra_ip")
ROUTE = (*SPENT, "by_way")
CARD, MOVE = ("card",), ("from", "to", "group", "discard_provender", "discard_carts")
ARGS: Mapping[str, Collection[str]] = {
    "assign_capability": ("card", "to"),
    **dict.fromkeys(("event", "hold_event", "discard_event", "held_event", "levy_capability"), CARD),
    "pillage": ("reason",),
    "exile_lord": ("influence_penalty",),
    "disband_vassal": ("vassal",),
    **dict.fromkeys(("muster_exile", "exile_pact"), ("exile_box",)),
    "activate_muster": ("king_richard",),
    "king_richard_setup": ("use",),
    **dict.fromkeys(("levy_parley", "campaign_parley"), ROUTE),
    "levy_lord": (*SPENT, "seat"),
    **dict.fromkeys(("levy_vassal", "heralds"), SPENT),
    "levy_troops": (
        "mode",
        "from",
        "coin_from",
        "coin_from",
        "mercenary_coin_from",
        "rising_wages_coin_from",
        "commons_militia",
    ),
    "levy_transport": ("what",),
    "plan": SIDES,
    **dict.fromkeys(("march", "sail"), MOVE),
    "intercept": ("to", "marching", "lord", "group", "flank_attack", "pass"),
    "approach": ("where", "approaching", "exiled"),
    "battle": ("where", *SIDES),
    "supply": ("source", "mode"),
    "tax": ("where", "extra_ip"),
    "merchants": ("remove_markers_at", "extra_ip"),
    "agitators": ("where",),
    "disembark": ("land_at",),
    "reset": ("discard",),
    "feed": ("supply_depot",),
}
OUTCOMES = frozenset(
    [
        *("success", "rating", "cost_ip", "auto", "blockade_passed", "awards", "loser", "rounds", "leads_to", "result"),
        *("actions", "card", "lord", "pass", "side", "provender_added", "cancelled_by_kings_name", "legal"),
    ]
)
CHOICE = ("lord", "where", "vassal", "card", "position", "unit", "mode", "extra_ip", "use", "group", "to")
ENTRIES: Mapping[str, Collection[str]] = {
    "choice": ("by", "c", "o", *CHOICE),
    "die": ("v", "why", "range"),
    "draw": CARD,
    "route": ("to", "ways", "seas"),
    "influence_check": ("lord", "extra_ip", "cost_ip", "rating", "auto", "success"),
    "naval_blockade": ("passed",),
    "supply": ("mode", "amount"),
    "battle_start": ("attacker", "defender", "lords"),
    "round": ("n", "front", "reserve"),
    "strike": ("round", "step", "engagement", "hits_on_defender", "hits_on_attacker"),
    "units": ("round", "after", "lords"),
    "phase": ("n", "loser"),
}
DICE = (
    *("influence_check", "forage", "intercept", "protection", "regroup", "losses", "death_check", "disembark"),
    *("naval_blockade", "culverins"),
)
FACES = range(1, 7)
POSITIONS = tuple(f"{role}.{number}" for role in ("attacker", "defender") for number in (1, 2, 3))
SNAPSHOT = frozenset(
    [
        *("scenario", "turn", "phase", "step", "js_state", "active", "king", "rebel", "influence", "threshold", "last_turn"),
        *("lords", "vassals", "favour", "london_second_york_favour", "exile_boxes", "depleted", "exhausted", "pool", "held"),
        *("events", "deck", "drawn", "handgunners_granted", "muster", "plan", "command", "march", "spoils", "battle"),
        *("result", "victory", "loyalty_and_trust_available"),
    ]
)
LORD = (
    *("status", "where", "box", "exile", "captor", "forces", "routed", "assets", "vassals", "capabilities"),
    *("moved_fought", "levy_done", "unpaid", "unfed"),
)
VASSAL_STATUSES = ("ready", "mustered", "disbanded")
PARTS: Mapping[str, Collection[str]] = {
    "events": ("this_levy", "this_campaign", "held_played", "resolving"),
    "held": SIDES,
    "deck": SIDES,
    "plan": SIDES,
    "muster": ("lord", "actions", "free"),
    "command": (
        *("lord", "actions", "group", "ended", "first_action", "second_highway_free", "marched_to_port"),
        *("sailed_to_port", "supply_depot", "surprise_landing"),
    ),
}
FREE = (
    *("jack_cade", "succession", "parliament_votes", "my_crown_is_in_my_heart", "gloucester_as_heir", "thomas_stanley"),
    "loyalty_and_trust",
)


def refuse_strange(record: OperationRecord, box: Box) -> None:
    """Raises Mismatch for the first thing in a record that is unknown, or that it says in two ways."""
    for what in strange(record, box):
        raise Mismatch(f"unknown {what}")
    for what in contradictions(record):
        raise Mismatch(what)


def strange(record: OperationRecord, box: Box) -> Iterator[str]:
    """What is unknown in a record."""
    yield from unknown("actor field", record.actor, ("side", "lord"))
    yield from unknown("side", [record.actor[word] for word in ("side",) if word in record.actor], SIDES)
    yield from unknown("lord", [record.actor[word] for word in ("lord",) if word in record.actor], box.lords)
    yield from unknown("argument", record.args, ARGS.get(record.op, ()))
    yield from unknown("outcome", record.outcome, OUTCOMES)
    for entry in record.script:
        yield from in_entry(entry, box)
    for now in (record.before, record.after):
        if now is not None:
            yield from in_position(now, box)


SAID_TWICE: Mapping[str, Collection[tuple[str, str, str]]] = {
    **dict.fromkeys(("levy_parley", "campaign_parley"), (("parley_target", "where", "target"),)),
    "levy_lord": (("levy_lord", "lord", "target"), ("seat", "where", "seat")),
    "levy_vassal": (("levy_vassal", "vassal", "target"),),
    "levy_troops": (
        ("levy_troops", "mode", "mode"),
        ("levy_from", "where", "from"),
        ("mercenary_coin", "lord", "mercenary_coin_from"),
        ("rising_wages_coin", "lord", "rising_wages_coin_from"),
    ),
    "levy_capability": (("capability", "card", "card"),),
    "assign_capability": (("assign_capability", "card", "card"), ("assign_capability", "lord", "to")),
    "event": (("play_event", "card", "card"),),
    "hold_event": (("hold_event", "card", "card"),),
    "march": (("march_to", "where", "to"),),
    "sail": (("sail_to", "where", "to"),),
    "supply": (("supply_source", "where", "source"),),
    "tax": (("tax_where", "where", "where"),),
    "heralds": (("heralds_lord", "lord", "target"),),
    "agitators": (("agitate", "where", "where"),),
    **dict.fromkeys(("exile_pact", "muster_exile"), (("exile_box", "where", "exile_box"),)),
    "disembark": (("land_at", "where", "land_at"),),
}
"""What a choice of an operation says as well as an argument: the choice, its field, the argument."""


def contradictions(record: OperationRecord) -> Iterator[str]:
    """Where the script says something else than the arguments."""
    for kind, field, argument in SAID_TWICE.get(record.op, ()):
        for entry in record.choices(kind):
            if entry.get(field) != record.args.get(argument):
                yield f"{kind} {entry.get(field)!r} in the script, {argument} {record.args.get(argument)!r} in the arguments"
    spent = [entry.get("extra_ip", 0) for entry in record.choices("influence_check")]
    if "extra_ip" in record.args and spent not in ([], [record.args["extra_ip"]]):
        yield f"influence_check {spent!r} in the script, extra_ip {record.args['extra_ip']!r} in the arguments"
    if record.op == "plan":
        stacks = {side: [e["card"] for e in record.choices("plan_card") if e["by"] == side] for side in SIDES}
        yield from (f"another Plan of {side} in the script" for side in SIDES if stacks[side] not in ([], record.args[side]))


def unknown(what: str, names: Iterable[Any], known: Collection[Any]) -> Iterator[str]:
    """Those found that are not among those known."""
    return (f"{what} {each!r}" for each in names if each not in known)


def in_entry(entry: Mapping[str, Any], box: Box) -> Iterator[str]:
    """What is unknown in an entry of the script."""
    if entry["t"] not in ENTRIES:
        yield f"entry {entry['t']!r}"
        return
    yield from unknown(f"field of a {entry['t']}", entry, ("t", *ENTRIES[entry["t"]]))
    if entry["t"] == "die":
        yield from unknown("purpose of a die", [entry["why"]], DICE)
        yield from unknown("face of a die", [entry["v"]], FACES)
    if entry["t"] == "choice":
        yield from unknown("side", [entry["by"]], SIDES)
        for word, known in names(box).items():
            yield from unknown(word, [entry[word]] if word in entry else (), known)


def names(box: Box) -> Mapping[str, Collection[str]]:
    """The names that a choice may have."""
    return {
        "lord": box.lords,
        "card": {*box.cards, *box.lords, PASS},
        "where": {*box.board.locales, *box.board.seas},
        "unit": box.units,
        "position": POSITIONS,
    }


def in_position(now: Snapshot, box: Box) -> Iterator[str]:
    """What is unknown in a position."""
    yield from unknown("field of a position", now, SNAPSHOT)
    for part, known in PARTS.items():
        yield from unknown(f"field of {part}", now.get(part) or (), known)
    yield from unknown("grant", (now.get("muster") or {}).get("free", ()), FREE)
    yield from unknown("lord", now["lords"], box.lords)
    for row in now["lords"].values():
        yield from in_lord(row, box)
    for word, row in now["vassals"].items():
        yield from unknown("vassal", [word], (*known_vassals(box), *SPECIAL_VASSALS))
        yield from unknown("field of a vassal", row, ("status", "lord", "box"))
        yield from unknown("status of a vassal", [row["status"]], VASSAL_STATUSES)
    lists = [*now["events"].values(), *now["held"].values(), *now["deck"].values(), now.get("drawn", ())]
    cards = [card for each in lists if each is not None for card in ([each] if isinstance(each, str) else each)]
    yield from unknown("card", cards, box.cards)
    yield from unknown("place", now["favour"], box.board.locales)
    yield from unknown("pool", now["pool"], box.units)


def in_lord(row: Mapping[str, Any], box: Box) -> Iterator[str]:
    """What is unknown in a Lord's row."""
    yield from unknown("field of a lord", row, LORD)
    yield from unknown("status of a lord", [row["status"]], STATUSES)
    yield from unknown("unit", [*row.get("forces", ()), *row.get("routed", ())], (*box.units, VASSAL))
    yield from unknown("asset", row.get("assets", ()), ASSETS)
    yield from unknown("card", row.get("capabilities", ()), box.cards)
    yield from unknown("vassal", (v for v in row.get("vassals", ()) if v not in SPECIAL_VASSALS), known_vassals(box))


def known_vassals(box: Box) -> Collection[str]:
    """The Vassals as records spell them, and as we do."""
    return {*box.vassals, *SPELLED}
