"""Where the records are known not to follow the rules as we read them, and how to tell that nothing else differs.

A deviation bends our rules in its one point, and the rest of the record must then agree; where that cannot be done it names
the differences that it explains, and no other is let pass.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem.lab.conform.conformance import Deviation, Difference, OperationRecord
from pbem.lab.games.plantagenet.conformance.bending import (
    ENGLAND_IS_MY_HOME,
    FLANK_ATTACK,
    all_skip_feed,
    all_spoils,
    any_escape,
    array_anywhere,
    both,
    capped,
    depot_for_all,
    exiles_of,
    fewer,
    flank_attack_wasted,
    great_ships_lent,
    idle_caltrops,
    in_the_end,
    ireland_yields,
    join_on_highway,
    lost_at_sea,
    more_passes,
    mustered_soldiers,
    on_the_calendar,
    one_action,
    outcomes,
    plenty,
    read_as,
    retinues_back,
    routed_victors_lose,
    shift_as_told,
    single_ships,
    spare,
    spoils_for_routed,
    stafford_pillage,
    stanleys_action,
    start_as_recorded,
    two_points,
    unworn,
    warden_spoils,
    without,
    york_favours_victor,
)

# Excusing


def boxes_marked(record: OperationRecord, difference: Difference) -> bool:
    """6.0 Exile boxes marked in Ib."""
    path, expected, actual = difference
    return record.scenario == "Ib" and actual is None and MARKED_IN_TOWTON.get(path.removeprefix("exile_boxes.")) == expected


def adjacent_seas(record: OperationRecord, difference: Difference) -> bool:
    """4.6.1 Seas next to that of a Port or Exile box, which the records do not offer."""
    path, expected, actual = difference
    at_sea = record.start["lords"][record.actor["lord"]]["status"] == "at_sea"
    more = set(actual or ()) - set(expected or ()) if path == "sail" and not at_sea else set()
    return bool(more) and set(expected) < set(actual) and more < SEAS and bool(SEAS & set(expected))


def stanley_for_two_roses(record: OperationRecord, difference: Difference) -> bool:
    """l35 Not offered to a Lord with Two Roses (l32)."""
    return "l32" in record.start["lords"][record.actor["lord"]]["capabilities"] and only_stanley(difference)


def only_stanley(difference: Difference) -> bool:
    """l35 Thomas Stanley alone is not offered."""
    path, expected, actual = difference
    return path == "levy_capability" and sorted([*expected, "l35"]) == actual


def later_start(record: OperationRecord, difference: Difference) -> bool:
    """2.1 The Turn marker of the third War."""
    return (record.scenario, *difference) == ("III", "turn", 7, 3)


def lord_without_retinue(record: OperationRecord) -> bool:
    """A Lord stands on the map without his Retinue, outside Battle: no rule leads there."""
    before = record.before
    return (
        before is not None
        and "battle" not in before
        and any(row["status"] == "on_map" and not row["forces"]["retinue"] for row in before["lords"].values())
    )


# Recognising


def somebody_at_sea(record: OperationRecord) -> bool:
    """4.6.1 A Lord is at Sea."""
    return record.before is not None and any(row["status"] == "at_sea" for row in record.before["lords"].values())


def flank_attack_unused(record: OperationRecord) -> bool:
    """y2 l2 played, and then no Intercept."""
    played = any(entry["card"] in FLANK_ATTACK for entry in record.choices("play_held_event"))
    return played and bool(record.choices("no_intercept")) and not record.choices("intercept")


def home_with_spoils(record: OperationRecord) -> bool:
    """y8 Somebody stays at home."""
    return any(ENGLAND_IS_MY_HOME in record.start["lords"][lord].get("capabilities", ()) for lord in exiles_of(record))


def array_from_exile_box(record: OperationRecord) -> bool:
    """l12 Commission of Array in an Exile box, used or offered."""
    if record.op == "levy_troops":
        modes = [record.args["mode"]]
    else:
        modes = [row["mode"] for row in record.outcome.get("legal", {}).get("levy_troops", ())]
    return ARRAY in modes and record.start["lords"][record.actor["lord"]]["where"] in record.start["exile_boxes"]


def array_offered(_record: OperationRecord, difference: Difference) -> bool:
    """l12 Of the ways to Levy Troops nothing else is offered."""
    path, expected, actual = difference
    return path == "levy_troops" and sorted([*actual, ARRAY]) == expected


def highway_joined(record: OperationRecord) -> bool:
    """4.3.3 Somebody joins the Group for the free second Highway who did not March the first."""
    command = (record.before or {}).get("command", {})
    free = record.op == "march" and command.get("second_highway_free") and not command["actions"]
    return bool(free) and not all(record.start["lords"][lord].get("moved_fought") for lord in record.args["group"])


def ships_borrowed(record: OperationRecord) -> bool:
    """y6 l6 The card's Lord has no Ship, another at his place has."""
    if record.before is None or record.op not in BY_SEA:
        return False
    lords = record.before["lords"]
    where = lords[record.actor["lord"]].get("where")
    here = [row for row in lords.values() if row.get("where") == where and where is not None and "assets" in row]
    bare = any({"y6", "l6"} & set(row["capabilities"]) and not row["assets"]["ships"] for row in here)
    return bare and any(row["assets"]["ships"] for row in here)


ARRAY = "commission_of_array"
BY_SEA = ("levy_parley", "campaign_parley", "tax", "supply", "legal_levy", "legal_command")
SEAS = frozenset(["english_channel", "irish_sea", "north_sea"])
SPOILS_TAKEN = ("take_1_cart", "take_1_provender", "take_all", "spoils_to")
MARKED_IN_TOWTON = {"burgundy": "york", "ireland": "york", "france": "lancaster", "scotland": "lancaster"}
TARGETS = ("3.1.3 propaganda", "3.1.3 remove", "3.1.3 vassals", "3.1.3 lose")

DEVIATIONS: Mapping[str, Deviation] = {
    "TROOP_POOL": Deviation(seen=lambda record: record.before is not None, bend=plenty),
    "CLAMP_15": Deviation(bend=capped),
    "STAFFORD_PILLAGE": Deviation(bend=stafford_pillage),
    "UNFED_AT_SEA_SHIPWRECK": Deviation(bend=in_the_end(lost_at_sea)),
    "DEPOT_ALL_SKIP_FEED": Deviation(bend=all_skip_feed),
    "DEPOT_TO_NON_MOVER": Deviation(bend=depot_for_all),
    "EVENT_FEWER_TARGETS": Deviation(bend=fewer(*TARGETS)),
    "PLAN_MORE_THAN_4_PASS": Deviation(bend=more_passes),
    "SPOILS_TO_ROUTED_LORD": Deviation(bend=spoils_for_routed),
    "CALTROPS_ATTACHED": Deviation(bend=idle_caltrops),
    "PIQUIERS_THIRD_REROLL": Deviation(bend=outcomes),
    "HAY_WAINS_INTERCEPT": Deviation(bend=without("l8")),
    "TAX_SEAT_BLOCKADE_SKIPPED": Deviation(bend=without("y15")),
    "TAX_BLOCKADE_STALE_DISTANCE": Deviation(bend=without("y15")),
    "BELOVED_WARWICK_NO_DEPLETION": Deviation(bend=in_the_end(unworn)),
    "IRISHMEN_EXHAUSTED": Deviation(bend=ireland_yields),
    "KING_RICHARD_COST": Deviation(bend=in_the_end(one_action)),
    "SHE_WOLF_BOX_15": Deviation(bend=in_the_end(on_the_calendar)),
    "MARGARET_AT_SEA": Deviation(bend=in_the_end(two_points)),
    "IB_EXILE_BOXES": Deviation(excuse=boxes_marked),
    "LOSSES_FOR_ROUTED_VICTOR": Deviation(bend=routed_victors_lose),
    "PERCYS_NORTH_ROUTE": Deviation(bend=start_as_recorded("y37")),
    "PHILIBERT_PORT": Deviation(bend=start_as_recorded("l33")),
    "ESCAPE_SHIP_ROUTE_IGNORES_ENEMY": Deviation(
        bend=both(read_as(escape_past_enemies=True, free_escapes=True), any_escape)
    ),
    "FOREIGN_HAVEN_NO_PENALTY": Deviation(bend=read_as(free_escapes=True)),
    "LORDS_AT_SEA": Deviation(seen=somebody_at_sea, bend=read_as(at_sea_on_map=True)),
    "FOREIGN_HAVEN_DEATH": Deviation(bend=in_the_end(shift_as_told)),
    "WARDEN_ROUTED_TROOPS_LOST": Deviation(bend=in_the_end(warden_spoils)),
    "GREAT_SHIPS_SHARED": Deviation(seen=ships_borrowed, bend=both(great_ships_lent, in_the_end(single_ships))),
    "KINGS_NAME_RESTORES_RNG": Deviation(bend=in_the_end(stanleys_action)),
    "TEST_OF_ARMS_TIMING": Deviation(bend=york_favours_victor),
    "TEST_OF_ARMS_TEMP_TROOPS": Deviation(bend=in_the_end(mustered_soldiers)),
    "SAIL_TO_ADJACENT_SEA": Deviation(excuse=adjacent_seas),
    "TWO_ROSES_CAPABILITY": Deviation(excuse=stanley_for_two_roses),
    "FLANK_ATTACK_UNUSED": Deviation(seen=flank_attack_unused, bend=flank_attack_wasted),
    "ENGLAND_IS_MY_HOME_SPOILS": Deviation(seen=home_with_spoils, bend=both(spare(*SPOILS_TAKEN), in_the_end(all_spoils))),
    "EXILE_SPOILS_TOTALLED": Deviation(
        seen=lambda record: len(exiles_of(record)) > 1, bend=both(spare(*SPOILS_TAKEN), in_the_end(all_spoils))
    ),
    "ARRAY_FROM_EXILE_BOX": Deviation(seen=array_from_exile_box, bend=array_anywhere, excuse=array_offered),
    "SECOND_HIGHWAY_JOINED": Deviation(seen=highway_joined, bend=join_on_highway),
    "LORD_WITHOUT_RETINUE": Deviation(seen=lord_without_retinue, bend=in_the_end(retinues_back)),
    "LATER_START": Deviation(seen=lambda record: record.op == "setup", excuse=later_start),
}
