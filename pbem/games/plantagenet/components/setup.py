"""2.1 Setup: the position before the first question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.engine.rules import Setup
from pbem.games.plantagenet.components.board import Locale, Vassal
from pbem.games.plantagenet.components.box import Card, Lord, LordCard, Side, open_box
from pbem.games.plantagenet.components.opening_options import HIDDEN_MATS, handicap
from pbem.games.plantagenet.components.readings import readings
from pbem.games.plantagenet.components.state import Cylinder, Mat, ScenarioSheet, State, Status

BATTLE_ONLY = "battle_only"
NO_BOX = 0
TOWTON = "test_of_arms"
"""6.0 The special rule of Towton: Favour at the City of York decides."""


def unpack(files: Mapping[str, Any]) -> Mapping[str, Any]:
    """2.1.1 The box, the scenario's sheet, and its page, from the parsed files."""
    return {"box": open_box(files), "sheet": open_sheet(files["scenario"]), "page": files["scenario"]}


def new_state(setup: Setup) -> State:
    """2.1.2 The scenario's Lords, cards, Vassals and markers. Full mats for Mustered Lords (1.5.3)."""
    box, sheet, page = (setup.data[name] for name in ("box", "sheet", "page"))
    mustered = [row for row in page["lord"] if row["state"] == "mustered"]
    s = State(
        box=box,
        sheet=sheet,
        scenario=setup.scenario,
        king=Side(page["king"]),
        rebel=Side(page["rebel"]),
        mats={Lord(row["id"]): starting_mat(box.lords[row["id"]], row) for row in mustered},
        decks={side: list(page["decks"][side]) for side in Side},
        hidden_mats=bool(setup.options.get(HIDDEN_MATS)),
        turn=sheet.first_turn,
        held={side: [] for side in Side},
        plans={side: [] for side in Side},
        readings=readings(setup),
    )
    if sheet.kind != BATTLE_ONLY:
        lay_out(s, page)
        s.influence += handicap(setup)
    return s


def open_sheet(page: Mapping[str, Any]) -> ScenarioSheet:
    """The scenario's page from its parsed file."""
    thresholds = {
        turn: row["points"] for row in page.get("threshold", ()) for turn in range(row["first_turn"], row["last_turn"] + 1)
    }
    boxes = {Locale(row["id"]): (Side(row["side"]), _users(row["lords"])) for row in page.get("exile_box", ())}
    rules = frozenset(row["id"] for row in page.get("special_rule", ()))
    years = {box: year for span, year in page.get("box_years", {}).items() for box in _span(span)}
    turns = page.get("first_turn", 1), page.get("last_turn", 1)
    on_mats = [card for row in page["lord"] for card in row.get("capabilities", ())]
    cards = frozenset(map(Card, [*page["decks"]["york"], *page["decks"]["lancaster"], *on_mats]))
    vassals = _vassals(page.get("vassals", {}))
    return ScenarioSheet(page["code"], page["name"], page["kind"], *turns, thresholds, boxes, rules, years, cards, vassals)


def _vassals(row: Mapping[str, Any]) -> frozenset[Vassal]:
    names = [*row.get("on_map", ()), *(each["vassal"] for each in row.get("mustered", ()))]
    return frozenset(map(Vassal, names))


def _users(lords: list[str]) -> frozenset[Lord] | None:
    return None if lords == ["any"] else frozenset(map(Lord, lords))


def _span(text: str) -> range:
    first, last = text.split("-")
    return range(int(first), int(last) + 1)


def starting_mat(card: LordCard, row: Mapping[str, Any]) -> Mat:
    """1.5.3 A mat as the Lord card and the scenario lay it out."""
    cards, vassals = map(Card, row.get("capabilities", ())), map(Vassal, row.get("special_vassals", ()))
    return Mat(dict(card.forces), list(vassals), capabilities=list(cards), assets=dict(card.assets))


def lay_out(s: State, page: Mapping[str, Any]) -> None:
    """2.1 Lay Out: cylinders, Seats, Favour, Vassals, Influence."""
    for row in page["lord"]:
        s.lords[Lord(row["id"])] = _cylinder(row)
    s.seats = [lord for lord, cylinder in s.lords.items() if cylinder.status is not Status.SET_ASIDE]
    s.favour = {Locale(locale): side for side in Side for locale in page["favour"][side]}
    s.ready = [Vassal(vassal) for vassal in page["vassals"]["on_map"]]
    for row in page["vassals"]["mustered"]:
        s.mats[Lord(row["lord"])].vassals.append(Vassal(row["vassal"]))
        s.service[Vassal(row["vassal"])] = row["calendar_box"]
    points = page["influence"]["points"]
    s.influence = points if page["influence"]["side"] == Side.LANCASTER else -points


def _cylinder(row: Mapping[str, Any]) -> Cylinder:
    status = {"mustered": Status.MAP, "calendar": Status.CALENDAR, "set_aside": Status.SET_ASIDE}[row["state"]]
    return Cylinder(status, row.get("locale", ""), row.get("box", NO_BOX), row.get("exile", False))
