"""How our rules are bent in the one point in which a known deviation differs, so that all else can be compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import Any, TypeAlias

from pbem.engine.decision import Decision, Json, OpenPick, PickSome, Shape, Split, Stack
from pbem.engine.event import tell
from pbem.games.plantagenet.battle.battle_events import CALTROPS_KEY
from pbem.games.plantagenet.battle.death_check import DEATH, DEATHS
from pbem.games.plantagenet.battle.death_events import ESCAPE_SHIP, WARDEN_KEY
from pbem.games.plantagenet.battle.forces import rally_unit
from pbem.games.plantagenet.battle.spoils import SPOILS, spoils_of
from pbem.games.plantagenet.battle.temporary import LOANS, MUSTERED
from pbem.games.plantagenet.campaign.landing import DEPOT, DEPOT_PROVENDER
from pbem.games.plantagenet.campaign.plan import PLAN
from pbem.games.plantagenet.campaign.tides import REINS
from pbem.games.plantagenet.components.board import YORK_CITY, Board, Locale, StrongholdRow, Unit
from pbem.games.plantagenet.components.box import CARTS, PROVENDER, RETINUE, SHIPS, WARWICK_L, Asset, Card, Lord, Side
from pbem.games.plantagenet.components.held import PLAY, spend_held
from pbem.games.plantagenet.components.influence import MAX_INFLUENCE
from pbem.games.plantagenet.components.lords import OFF_RIGHT, return_card
from pbem.games.plantagenet.components.options import EventOf
from pbem.games.plantagenet.components.state import (
    PASS,
    Cylinder,
    Depletion,
    State,
    Status,
    command_of,
    holder_of,
    lords_at,
    lords_of,
    place_of,
    sea_of,
    side_of,
)
from pbem.lab.conform.conformance import OperationRecord
from pbem.lab.games.plantagenet.conformance.case import Case
from pbem.lab.games.plantagenet.conformance.snapshot import vassal_id

PLENTY = 1000
FOUR_BITS = 15
FLANK_ATTACK = ("y2", "l2")
ENGLAND_IS_MY_HOME = "y8"
IRELAND = "ireland"

Bend: TypeAlias = Callable[[Case], None]

FIVE_MILITIA = ("beloved_warwick", "soldiers_of_fortune_militia")
LAST_BOX = 15
TAKEN = (CARTS, PROVENDER)
AFTER_LOSSES = (DEATHS, DEATH, WARDEN_KEY)
"""4.4.3 What is asked once all Losses have been rolled."""
LEAVING = ("death_roll", "escape_to_exile", "disband_instead", "routed_lord_dies_or_disbands")


# What a record tells


def exiles_of(record: OperationRecord) -> Sequence[str]:
    """4.3.5 The Lords who go into Exile by Approach."""
    return [entry["lord"] for entry in record.choices("choose_exile")]


def takers_of(record: OperationRecord) -> Sequence[str]:
    """4.3.5 The Lords who would take the Spoils of those in Exile."""
    args = record.args
    return list(args.get("group") or args.get("approaching") or record.start["command"]["group"])


def victor(record: OperationRecord) -> str:
    """4.4.3 The side that has won a Battle; nothing where both have lost."""
    return {"york": "lancaster", "lancaster": "york"}.get(record.outcome["loser"], "")


# Bending


def fewer(*keys: str) -> Bend:
    """Fewer may be named than the rules demand."""

    def relaxed(shape: Shape, answer: Json) -> Shape:
        match shape:
            case PickSome():
                return replace(shape, least=0)
            case Split() if isinstance(answer, dict):
                return replace(shape, total=min(shape.total, sum(answer.values())))
        return shape

    return lambda case: case.script.relaxed.update(dict.fromkeys(keys, relaxed))


def more_passes(case: Case) -> None:
    """4.1.1 Pass cards without end."""

    def relaxed(shape: Shape, _: Json) -> Shape:
        assert isinstance(shape, Stack)
        return replace(shape, limits=lambda: {**shape.limits(), PASS: shape.count})

    case.script.relaxed[PLAN] = relaxed


def depot_for_all(case: Case) -> None:
    """l28 Every Lancastrian at the Port may take of the four Provender; what is given to one not on the map is lost."""

    def relaxed(shape: Shape, answer: Json) -> Shape:
        assert isinstance(shape, Split)
        port = place_of(case.s, command_of(case.s).lord)
        limits = dict.fromkeys(map(str, lords_at(case.s, port, Side.LANCASTER)), DEPOT_PROVENDER)
        return replace(shape, limits=lambda: limits, total=min(shape.total, sum(answer.values())))

    case.script.relaxed[DEPOT] = relaxed


def spoils_for_routed(case: Case) -> None:
    """4.4.3 Routed Lords of the winning side take Spoils, too."""

    def relaxed(shape: Shape, _: Json) -> Shape:
        assert isinstance(shape, Split)
        winners = [
            lord for lord in lords_at(case.s, case.record.args["where"]) if side_of(case.s, lord) == victor(case.record)
        ]
        return replace(shape, limits=lambda: dict.fromkeys(map(str, winners), shape.total))

    case.script.relaxed[SPOILS] = relaxed


def idle_caltrops(case: Case) -> None:
    """y19 The Hits are lost where the Lord with Caltrops is in no Engagement."""

    def relaxed(shape: Shape, answer: Json) -> Shape:
        assert isinstance(shape, Split)
        return shape if answer else replace(shape, total=0)

    case.script.relaxed[CALTROPS_KEY] = relaxed


def spare(*kinds: str) -> Bend:
    """Choices and dice that the rules do not ask for may be left over."""
    return lambda case: case.script.fallback.update(kinds)


def routed_victors_lose(case: Case) -> None:
    """4.4.3 Losses are rolled for Routed Lords of the winning side too; who slips away (l16) keeps what comes back."""
    spare("losses")(case)
    case.at_question.append(lambda decision: roll_the_rest(case) if decision.key in AFTER_LOSSES else None)


def roll_the_rest(case: Case) -> None:
    """4.4.3 The Losses that the rules have not asked for."""
    entries = case.record.script
    for entry, rolled in pairwise(entries):
        if entry.get("c") != "loss_roll" or not case.script.left(rolled) or entry["lord"] not in case.s.mats:
            continue
        lord, unit = Lord(entry["lord"]), Unit(entry["unit"])
        die, top = case.script.roll(rolled), case.s.box.units[unit].protection
        if die <= top:
            rally_unit(case.s, lord, unit)
        else:
            case.s.mats[lord].routed[unit] -= 1
        side, saved = side_of(case.s, lord), die <= top
        tell(case.s, "4.4.3", "losses", side=side, lord=lord, unit=unit, die=die, top=top, saved=saved)


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


def start_as_recorded(card: str) -> Bend:
    """4.4.1 The Battle begins with or without the Troops that a Capability lends, as recorded."""

    def bend(case: Case) -> None:
        if (holder := holder_of(case.s, card)) is not None:
            case.follows_start[holder] = LOANS[card].troops

    return bend


def york_favours_victor(case: Case) -> None:
    """6.0 York Favours the winner before the Spoils are counted: from the first Round on, where nothing else asks for it."""

    def turn_coat(decision: Decision) -> None:
        if decision.key.startswith("4.4.2") and (winner := victor(case.record)) and case.record.args["where"] == YORK_CITY:
            case.s.favour[YORK_CITY] = Side(winner)

    case.at_question.append(turn_coat)


def read_as(**readings: Any) -> Bend:
    """The rules are read as the records read them, where players may choose."""

    def bend(case: Case) -> None:
        case.s.readings = replace(case.s.readings, **readings)

    return bend


def any_escape(case: Case) -> None:
    """y3 y9 l3 An Escape Ship is taken as it was, whatever its Route."""

    def relaxed(shape: Shape, _: Json) -> Shape:
        assert isinstance(shape, OpenPick)
        escapes = [EventOf(card) for side in Side for card in case.s.held[side] if card in ESCAPE_SHIP]
        return replace(shape, options=lambda: [*shape.options(), *escapes])

    case.escapes_freely = True
    case.script.relaxed[PLAY] = relaxed


def array_anywhere(case: Case) -> None:
    """l12 The Lord's Exile box does for a Stronghold."""
    if "from" not in case.record.args:
        return
    where = Locale(case.record.start["lords"][case.lord]["where"])
    board, source = case.s.board, Locale(case.record.args["from"])
    facts = replace(board.locales[where], kind=board.locales[source].kind)
    case.s.box = replace(case.s.box, board=replace(board, locales={**board.locales, where: facts}))


def join_on_highway(case: Case) -> None:
    """4.3.3 The free second Highway is open to the Group that takes it."""
    command_of(case.s).second_leg = list(map(Lord, case.record.args["group"]))


def outcomes(case: Case) -> None:
    """l34 A reroll of Protection succeeds or fails as recorded."""
    case.script.outcomes = True


def ireland_yields(case: Case) -> None:
    """y18 An Exhausted Ireland box serves; a list of what is open names no place."""
    where = Locale(case.record.args.get("from", IRELAND))
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
            case.ships_lent = True


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


# What the records make of it in the end


def lost_at_sea(case: Case) -> None:
    """4.7 A Lord at Sea is gone where he should have Disbanded."""
    at_sea = [Lord(lord) for lord, row in case.record.start["lords"].items() if row["status"] == "at_sea"]
    for lord in at_sea:
        if case.s.lords[lord].status is Status.CALENDAR and not case.s.lords[lord].exile:
            case.s.lords[lord] = Cylinder(Status.SHIPWRECKED)


def unworn(case: Case) -> None:
    """3.4.4 The Stronghold that gave Beloved Warwick's Militia stays as it was."""
    if case.record.op != "levy_troops" or case.record.args["mode"] not in FIVE_MILITIA:
        return
    where, start = Locale(case.record.args["from"]), case.record.start
    worn = [wear for wear in Depletion if where in start[wear.value]]
    case.s.wear = {locale: wear for locale, wear in case.s.wear.items() if locale != where} | dict.fromkeys(
        [where] if worn else [], *worn
    )


def on_the_calendar(case: Case) -> None:
    """2.2.3 A marker in box 15 stays there."""
    for word, row in case.record.start["vassals"].items():
        vassal = vassal_id(word)
        if row.get("box") == LAST_BOX and case.s.service.get(vassal) == OFF_RIGHT:
            case.s.service[vassal] = LAST_BOX


def two_points(case: Case) -> None:
    """l17 Two points more for Lancaster while Henry VI is at Sea."""
    henry = holder_of(case.s, "l17")
    tides = [event.data for event in case.s.events if event.name == "tides"]
    if henry is not None and sea_of(case.s, henry) is not None and tides:
        net = case.record.start["influence"] + tides[-1]["lancaster"] + REINS - tides[-1]["york"]
        case.s.influence = max(-MAX_INFLUENCE, min(MAX_INFLUENCE, net))
        tell(case.s, "4.8.1", "tides_award", side=Side.LANCASTER, points=REINS, why="card", of="l17")


def one_action(case: Case) -> None:
    """6.0 The crown has cost a Levy action."""
    if case.record.args.get("king_richard") and case.s.muster is not None:
        case.s.muster.spent += 1


def stanleys_action(case: Case) -> None:
    """y32 An undone action of Stanley's (l35) has cost Lordship."""
    undone = any(event.name == "kings_name" for event in case.s.events)
    free = (case.record.start.get("muster") or {}).get("free", {})
    if undone and case.record.op == "levy_troops" and "thomas_stanley" in free and case.s.muster is not None:
        case.s.muster.spent += 1


def warden_spoils(case: Case) -> None:
    """l16 Where half the Assets are Spoils, a Lord who slips away has lost all his Carts and Provender."""
    if case.record.args["where"] not in case.record.start["favour"]:
        for entry in case.record.choices("warden_lord"):
            if (mat := case.s.mats.get(entry["lord"])) is not None:
                mat.assets |= {CARTS: 0, PROVENDER: 0}


def single_ships(case: Case) -> None:
    """y6 l6 A Ship borrowed for its Seas still counts as one Ship in Supply."""
    args = case.record.args
    if case.record.op != "supply" or args["mode"] != "port" or case.lord not in case.s.mats:
        return
    before = case.record.start["lords"][case.lord]
    if before["where"] in case.s.board.locales and not case.s.board.locales[before["where"]].stronghold:
        here = [
            row for row in case.record.start["lords"].values() if row.get("where") == before["where"] and "assets" in row
        ]
        ships = sum(row["assets"]["ships"] * (1 + bool({"y6", "l6"} & set(row["capabilities"]))) for row in here)
        harbingers = bool({"y7", "l7"} & set(before["capabilities"]))
        case.s.mats[case.lord].assets[PROVENDER] = before["assets"]["provender"] + ships * (1 + harbingers)


def retinues_back(case: Case) -> None:
    """4.8.5 Waste gives a Lord his Retinue back."""
    if case.record.op == "waste":
        for mat in case.s.mats.values():
            mat.forces[RETINUE] = 1


def mustered_soldiers(case: Case) -> None:
    """y3 l3 At York the Favour after the Battle decides who gives back Troops, that before it who has them lent."""
    favour, winner = case.record.start["favour"].get(YORK_CITY), victor(case.record)
    for name, row in case.record.start["lords"].items():
        lord = Lord(name)
        if lord not in case.s.mats or not {"y3", "l3"} & set(row.get("capabilities", ())) or row["where"] != YORK_CITY:
            continue
        lent, taken = (side_of(case.s, lord).value == each for each in (favour, winner))
        forces = case.s.mats[lord].forces
        for unit, number in MUSTERED.troops.items():
            forces[unit] = max(0, forces.get(unit, 0) + number * (lent - taken))


def shift_as_told(case: Case) -> None:
    """6.0 Foreign Haven shifts those who have come to the Calendar before Warwick's Death, and no others."""
    fallen = moment_of(case.record, "warwick_l")
    if case.s.lords[WARWICK_L].status is not Status.DEAD or fallen is None:
        return
    for event in case.s.events:
        if event.name == "disbands" and (gone := moment_of(case.record, event.data["lord"])) is not None:
            lord, box = Lord(event.data["lord"]), int(event.data["box"])
            most = case.s.turn + (side_of(case.s, lord) is Side.YORK)
            case.s.lords[lord].box = min(box, most) if gone < fallen else box


def moment_of(record: OperationRecord, lord: str) -> int | None:
    """Where in the script a Lord leaves the Battle's end for the Calendar, or Dies."""
    places = [n for n, e in enumerate(record.script) if e.get("c") in LEAVING and e.get("lord") == lord]
    if lord == "edward_iv":
        places += [n for n, e in enumerate(record.script) if e.get("c") == "edward_to_exile"]
    return places[-1] if places else None


def all_spoils(case: Case) -> None:
    """4.3.5 The Assets of all who go into Exile or home are added up, and all are Spoils.

    What each taker has of them beyond ours is as recorded, if that comes to the right sum.
    """
    record, s = case.record, case.s
    place = Locale(record.args.get("where") or record.args["to"])
    for asset in TAKEN:
        held = [record.start["lords"][lord]["assets"][asset] for lord in exiles_of(record)]
        takers = [Lord(lord) for lord in takers_of(record) if lord in s.mats]
        if not takers or not held:
            return
        taken = [number_of(record, exile, asset, s, takers, place) for exile in exiles_of(record)]
        missing = spoils_of(s, sum(held), takers[0], place) - sum(taken)
        more = {lord: record.after["lords"][lord]["assets"][asset] - s.mats[lord].assets[asset] for lord in takers}
        if sum(more.values()) == missing:
            for lord, number in more.items():
                s.mats[lord].assets[asset] += number


def number_of(record: OperationRecord, lord: str, asset: Asset, s: State, takers: Sequence[Lord], place: Locale) -> int:
    """4.3.5 The Spoils of one who goes into Exile; none of one who stays at home (y8)."""
    row = record.start["lords"][lord]
    return 0 if ENGLAND_IS_MY_HOME in row["capabilities"] else spoils_of(s, row["assets"][asset], takers[0], place)


def in_the_end(*mends: Bend) -> Bend:
    """Something to be done once the rules have been run."""
    return lambda case: case.at_end.extend(partial(mend, case) for mend in mends)
