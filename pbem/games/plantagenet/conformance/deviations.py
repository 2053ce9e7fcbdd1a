"""Where the records are known not to follow the rules as we read them, and how to tell that nothing else differs.

A deviation bends our rules in its one point, and the rest of the record must then agree; where that cannot be done it names
the differences that it explains, and no other is let pass.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias

from pbem.engine.conformance import Deviation, Difference, Record
from pbem.games.plantagenet.components.board import Board, Locale, StrongholdRow
from pbem.games.plantagenet.components.box import SHIPS, Card, Lord, Side
from pbem.games.plantagenet.components.held import spend_held
from pbem.games.plantagenet.components.lords import return_card
from pbem.games.plantagenet.components.state import Depletion, State, holder_of, lords_at, lords_of, side_of
from pbem.games.plantagenet.conformance.case import Case

PLENTY = 1000
FOUR_BITS = 15
FLANK_ATTACK = ("y2", "l2")
ENGLAND_IS_MY_HOME = "y8"

Bend: TypeAlias = Callable[[Case], None]
Excuse: TypeAlias = Callable[[Record, Difference], bool]


# Bending


def unchecked(*keys: str) -> Bend:
    """What the rules refuse stands."""
    return lambda case: case.script.unchecked.update(keys)


def spare(*kinds: str) -> Bend:
    """Choices and dice that the rules do not ask for may be left over."""
    return lambda case: case.script.fallback.update(kinds)


def without(*cards: str) -> Bend:
    """Capabilities are set aside while the record is run."""

    def bend(case: Case) -> None:
        for card in map(Card, cards):
            lord = holder_of(case.s, card)
            if lord is not None:
                case.s.mats[lord].capabilities.remove(card)
                case.at_end.append(partial(put_back, case.s, card, lord))

    return bend


def put_back(s: State, card: Card, lord: Lord) -> None:
    """A card set aside lies where it would have come to lie."""
    if lord in s.mats:
        s.mats[lord].capabilities.append(card)
    else:
        return_card(s, card)


def plenty(case: Case) -> None:
    """1.6 A pool without end, for all but Mercenaries, which the records do count."""
    box = case.s.box
    units = {
        unit: facts if unit == "mercenaries" or not facts.troop else replace(facts, pool=PLENTY)
        for unit, facts in box.units.items()
    }
    case.s.box = replace(box, units=units)


class Capped(dict[Any, int]):
    """Counts of which none goes above 15."""

    def __setitem__(self, key: Any, number: int) -> None:
        super().__setitem__(key, min(number, FOUR_BITS))


def capped(case: Case) -> None:
    """No count above 15."""
    case.most = FOUR_BITS
    for mat in case.s.mats.values():
        mat.forces, mat.assets = Capped(mat.forces), Capped(mat.assets)


@dataclass(frozen=True)
class BranchBoard(Board):
    """A board on which one Stronghold yields one more to Pillage."""

    near: str = ""

    def row(self, locale: Locale) -> StrongholdRow:
        """The Strongholds table for a Stronghold."""
        row = super().row(locale)
        coin, provender = row.pillage_coin + 1, row.pillage_provender + 1
        return replace(row, pillage_coin=coin, pillage_provender=provender) if locale == self.near else row


def stafford_pillage(case: Case) -> None:
    """y29 counts for Pillage where its Lord stands."""
    s, lord = case.s, holder_of(case.s, "y29")
    board = s.board
    where = s.lords[lord].where if lord is not None else ""
    if where == "exeter" or where in board.adjacent[Locale("exeter")]:
        facts = {name: getattr(board, name) for name in board.__dataclass_fields__}
        s.box = replace(s.box, board=BranchBoard(**facts, near=where))


def all_skip_feed(case: Case) -> None:
    """l28 excuses every Lancastrian."""
    if case.s.command is not None:
        case.s.command.depot = lords_of(case.s, Side.LANCASTER)


def start_as_recorded(case: Case) -> None:
    """4.4.1 The Battle begins with the Forces recorded."""
    case.follows_start = True


def read_as(**readings: bool) -> Bend:
    """The rules are read as the records read them, where players may choose."""

    def bend(case: Case) -> None:
        case.s.readings = replace(case.s.readings, **readings)

    return bend


def outcomes(case: Case) -> None:
    """l34 Protection succeeds or fails as recorded."""
    case.script.outcomes = True


def ireland_yields(case: Case) -> None:
    """y18 An Exhausted Ireland box serves."""
    where = Locale(case.record.args["from"])
    if case.s.wear.get(where) is Depletion.EXHAUSTED:
        del case.s.wear[where]
        case.at_end.append(lambda: case.s.wear.update({where: Depletion.EXHAUSTED}))


def great_ships_lent(case: Case) -> None:
    """y6 l6 The card serves with anybody's Ship: it is run as if it lay with one who has a Ship."""
    for card in map(Card, ("y6", "l6")):
        holder = holder_of(case.s, card)
        if holder is None or case.s.mats[holder].assets.get(SHIPS):
            continue
        here = lords_at(case.s, case.s.lords[holder].where, side_of(case.s, holder))
        owner = next((lord for lord in here if case.s.mats[lord].assets.get(SHIPS)), None)
        if owner is not None:
            move_card(case, card, holder, owner)


def move_card(case: Case, card: Card, lord: Lord, other: Lord) -> None:
    """A Capability lies with another Lord while the record is run."""
    case.s.mats[lord].capabilities.remove(card)
    case.s.mats[other].capabilities.append(card)

    def back() -> None:
        if other in case.s.mats and lord in case.s.mats:
            case.s.mats[other].capabilities.remove(card)
            case.s.mats[lord].capabilities.append(card)

    case.at_end.append(back)


def flank_attack_wasted(case: Case) -> None:
    """y2 l2 The card is gone without an Intercept."""
    for entry in case.record.choices("play_held_event"):
        if entry["card"] in FLANK_ATTACK:
            case.script.remove(entry)
            spend_held(case.s, Card(entry["card"]))


def both(*bends: Bend) -> Bend:
    """One after the other."""

    def bend(case: Case) -> None:
        for each in bends:
            each(case)

    return bend


# Excusing


def only(*ends: str) -> Excuse:
    """Differences in these fields of Lords."""
    return lambda _, difference: difference[0].startswith("lords.") and difference[0].endswith(ends)


def lost_at_sea(record: Record, difference: Difference) -> bool:
    """4.7 A Lord at Sea is gone where he should have Disbanded."""
    path, expected, found = difference
    if not path.startswith("lords."):
        return False
    lord, field = path.split(".")[1:3]
    at_sea = record.start["lords"][lord]["status"] == "at_sea"
    return at_sea and ((field == "status" and (expected, found) == ("shipwrecked", "calendar")) or field in ("box", "exile"))


def beloved_place(record: Record, difference: Difference) -> bool:
    """3.4.4 The Stronghold that gave the Militia is not worn as it should be."""
    path, expected, found = difference
    return path in ("depleted", "exhausted") and set(expected) ^ set(found) <= {record.args["from"]}


def off_the_calendar(_: Record, difference: Difference) -> bool:
    """2.2.3 A marker in box 15 that should be past it."""
    path, expected, found = difference
    return path.startswith("vassals.") and (expected, found) == (15, 16)


def two_points(record: Record, difference: Difference) -> bool:
    """l17 Two points more for Lancaster."""
    return record.op == "tides_of_war" and difference[0] == "influence" and 0 < difference[1] - difference[2] <= 2


def boxes_marked(_: Record, difference: Difference) -> bool:
    """6.0 Exile boxes marked in Ib."""
    return difference[0].startswith("exile_boxes.") and difference[2] is None


def one_action(record: Record, difference: Difference) -> bool:
    """6.0 The crown has cost a Levy action."""
    path, expected, found = difference
    return path == "muster.actions" and bool(record.args.get("king_richard")) and found - expected == 1


def stanleys_action(record: Record, difference: Difference) -> bool:
    """y32 An undone action of Stanley's (l35) has cost Lordship."""
    free = (record.start.get("muster") or {}).get("free", {})
    return difference[0] == "muster.actions" and "thomas_stanley" in free


def warden_spoils(record: Record, difference: Difference) -> bool:
    """l16 Where half the Assets are Spoils, a Lord who slips away has lost all."""
    moved = [entry["lord"] for entry in record.choices("warden_lord")]
    words = difference[0].split(".")
    return words[0] == "lords" and words[1] in moved and words[2] == "assets" and difference[1] == 0


def doubled(record: Record, difference: Difference) -> bool:
    """y6 l6 Borrowed Ships count double in Supply."""
    path, expected, found = difference
    mine = f"lords.{record.actor.get('lord')}.assets.provender"
    return record.op == "supply" and path == mine and found > expected


def adjacent_seas(_: Record, difference: Difference) -> bool:
    """4.6.1 Seas next to that of a Port, which the records do not offer."""
    path, expected, found = difference
    return path == "sail" and set(expected) < set(found) and set(found) - set(expected) <= SEAS


def stanley_for_two_roses(_: Record, difference: Difference) -> bool:
    """l35 Not offered to a Lord with Two Roses (l32)."""
    path, expected, found = difference
    return path == "levy_capability" and set(found) - set(expected) == {"l35"} and set(expected) < set(found)


def vassals_by_richmond(_: Record, difference: Difference) -> bool:
    """l37 Cards with a Special Vassal not offered while Parliament is blocked (y7) although l37 is in force."""
    path, expected, found = difference
    return path == "levy_capability" and set(expected) < set(found) and set(found) - set(expected) <= SPECIAL_VASSAL_CARDS


def lent(_: Record, difference: Difference) -> bool:
    """Troops lent that stay, or are taken though not lent."""
    return ".forces." in difference[0] or difference[0].startswith("pool.")


def later_start(_: Record, difference: Difference) -> bool:
    """2.1 The Turn marker."""
    return difference[0] == "turn"


def lord_without_retinue(record: Record) -> bool:
    """A Lord stands on the map without his Retinue, outside Battle: no rule leads there."""
    before = record.before
    return (
        before is not None
        and "battle" not in before
        and any(row["status"] == "on_map" and not row["forces"]["retinue"] for row in before["lords"].values())
    )


# Recognising


def somebody_at_sea(record: Record) -> bool:
    """4.6.1 A Lord is at Sea."""
    return record.before is not None and any(row["status"] == "at_sea" for row in record.before["lords"].values())


def flank_attack_unused(record: Record) -> bool:
    """y2 l2 played, and then no Intercept."""
    played = any(entry["card"] in FLANK_ATTACK for entry in record.choices("play_held_event"))
    return played and bool(record.choices("no_intercept")) and not record.choices("intercept")


def exiles_of(record: Record) -> Sequence[str]:
    """4.3.5 The Lords who go into Exile by Approach."""
    return [entry["lord"] for entry in record.choices("choose_exile")]


def home_with_spoils(record: Record) -> bool:
    """y8 Somebody stays at home."""
    return any(ENGLAND_IS_MY_HOME in record.start["lords"][lord].get("capabilities", ()) for lord in exiles_of(record))


def takers_of(record: Record) -> Sequence[str]:
    """4.3.5 The Lords who would take the Spoils of those in Exile."""
    args = record.args
    return list(args.get("group") or args.get("approaching") or record.start["command"]["group"])


def spoils_of_takers(record: Record, difference: Difference) -> bool:
    """4.4.3 Carts or Provender of a Lord who takes Spoils."""
    words = difference[0].split(".")
    return (
        words[0] == "lords" and words[1] in takers_of(record) and words[2:] in (["assets", "carts"], ["assets", "provender"])
    )


def array_from_exile_box(record: Record) -> bool:
    """l12 Commission of Array in an Exile box."""
    if record.op != "levy_troops" or record.args["mode"] != "commission_of_array":
        return False
    return record.start["lords"][record.actor["lord"]]["where"] in record.start["exile_boxes"]


def highway_joined(record: Record) -> bool:
    """4.3.3 Somebody joins the Group for the free second Highway who did not March the first."""
    command = (record.before or {}).get("command", {})
    free = record.op == "march" and command.get("second_highway_free") and not command["actions"]
    return bool(free) and not set(record.args["group"]) <= set(command["group"])


def ships_borrowed(record: Record) -> bool:
    """y6 l6 The card's Lord has no Ship, another at his place has."""
    if record.before is None or record.op not in BY_SEA:
        return False
    lords = record.before["lords"]
    where = lords[record.actor["lord"]].get("where")
    here = [row for row in lords.values() if row.get("where") == where and where is not None and "assets" in row]
    bare = any({"y6", "l6"} & set(row["capabilities"]) and not row["assets"]["ships"] for row in here)
    return bare and any(row["assets"]["ships"] for row in here)


BY_SEA = ("levy_parley", "campaign_parley", "tax", "supply", "legal_levy", "legal_command")
SEAS = frozenset(["english_channel", "irish_sea", "north_sea"])
SPECIAL_VASSAL_CARDS = frozenset(["l35"])
SPOILS = ("carts", "provender")
SPOILS_TAKEN = ("take_1_cart", "take_1_provender", "take_all", "spoils_to")

ASSETS_ALONE = only(".assets.carts", ".assets.provender")
NO_ESCAPE = ("4.4.3 death", "left in the script: play_held_event")
TARGETS = ("3.1.3 propaganda", "3.1.3 remove", "3.1.3 vassals", "3.1.3 lose")

DEVIATIONS: Mapping[str, Deviation] = {
    "TROOP_POOL": Deviation(seen=lambda record: record.before is not None, bend=plenty),
    "CLAMP_15": Deviation(bend=capped),
    "STAFFORD_PILLAGE": Deviation(bend=stafford_pillage),
    "UNFED_AT_SEA_SHIPWRECK": Deviation(excuse=lost_at_sea),
    "FEED_ORDER": Deviation(excuse=only(".moved_fought")),
    "DEPOT_ALL_SKIP_FEED": Deviation(bend=all_skip_feed),
    "DEPOT_TO_NON_MOVER": Deviation(bend=unchecked("3.1.3 depot")),
    "EVENT_FEWER_TARGETS": Deviation(bend=unchecked(*TARGETS)),
    "PLAN_MORE_THAN_4_PASS": Deviation(bend=unchecked("4.1 plan")),
    "SPOILS_TO_ROUTED_LORD": Deviation(bend=unchecked("4.4.3 spoils")),
    "CALTROPS_ATTACHED": Deviation(bend=unchecked("4.4.2 caltrops")),
    "PIQUIERS_THIRD_REROLL": Deviation(bend=outcomes),
    "HAY_WAINS_INTERCEPT": Deviation(bend=without("l8")),
    "TAX_SEAT_BLOCKADE_SKIPPED": Deviation(bend=without("y15")),
    "TAX_BLOCKADE_STALE_DISTANCE": Deviation(bend=without("y15")),
    "BELOVED_WARWICK_NO_DEPLETION": Deviation(excuse=beloved_place),
    "IRISHMEN_EXHAUSTED": Deviation(bend=ireland_yields),
    "KING_RICHARD_COST": Deviation(excuse=one_action),
    "SHE_WOLF_BOX_15": Deviation(excuse=off_the_calendar),
    "MARGARET_AT_SEA": Deviation(excuse=two_points),
    "IB_EXILE_BOXES": Deviation(excuse=boxes_marked),
    "LOSSES_FOR_ROUTED_VICTOR": Deviation(bend=spare("losses")),
    "PERCYS_NORTH_ROUTE": Deviation(bend=start_as_recorded),
    "PHILIBERT_PORT": Deviation(bend=start_as_recorded),
    "ESCAPE_SHIP_ROUTE_IGNORES_ENEMY": Deviation(
        bend=read_as(escape_past_enemies=True, free_escapes=True), barred=NO_ESCAPE
    ),
    "FOREIGN_HAVEN_NO_PENALTY": Deviation(bend=read_as(free_escapes=True)),
    "LORDS_AT_SEA": Deviation(seen=somebody_at_sea, bend=read_as(at_sea_on_map=True)),
    "FOREIGN_HAVEN_DEATH": Deviation(excuse=only(".box")),
    "WARDEN_ROUTED_TROOPS_LOST": Deviation(excuse=warden_spoils),
    "GREAT_SHIPS_SHARED": Deviation(seen=ships_borrowed, bend=great_ships_lent, excuse=doubled),
    "KINGS_NAME_RESTORES_RNG": Deviation(excuse=stanleys_action),
    "TEST_OF_ARMS_TIMING": Deviation(bend=spare(*SPOILS_TAKEN), excuse=ASSETS_ALONE),
    "TEST_OF_ARMS_TEMP_TROOPS": Deviation(excuse=lent),
    "SAIL_TO_ADJACENT_SEA": Deviation(excuse=adjacent_seas),
    "TWO_ROSES_CAPABILITY": Deviation(excuse=stanley_for_two_roses),
    "RICHMOND_SPECIAL_VASSALS": Deviation(excuse=vassals_by_richmond),
    "FLANK_ATTACK_UNUSED": Deviation(seen=flank_attack_unused, bend=flank_attack_wasted),
    "ENGLAND_IS_MY_HOME_SPOILS": Deviation(seen=home_with_spoils, bend=spare(*SPOILS_TAKEN), excuse=spoils_of_takers),
    "EXILE_SPOILS_TOTALLED": Deviation(
        seen=lambda record: len(exiles_of(record)) > 1, bend=spare(*SPOILS_TAKEN), excuse=spoils_of_takers
    ),
    "ARRAY_FROM_EXILE_BOX": Deviation(seen=array_from_exile_box, barred=("'levy troops from",)),
    "SECOND_HIGHWAY_JOINED": Deviation(seen=highway_joined, barred=("'march",)),
    "LORD_WITHOUT_RETINUE": Deviation(seen=lord_without_retinue, excuse=only(".forces.retinue")),
    "LATER_START": Deviation(seen=lambda record: record.op == "setup", excuse=later_start),
}
