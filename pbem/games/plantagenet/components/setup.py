"""2.1 Setup: the position before the first question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.engine.game.setup import Setup
from pbem.games.plantagenet.components.board import Locale, Vassal
from pbem.games.plantagenet.components.box import Box, Card, Lord, LordCard, Side, open_box
from pbem.games.plantagenet.components.opening_options import HIDDEN_MATS, handicap
from pbem.games.plantagenet.components.readings import readings
from pbem.games.plantagenet.components.state import Cylinder, Mat, ScenarioSheet, State, Status
from pbem.games.plantagenet.components.war_book import WAR, WARS, open_book

BATTLE_ONLY = "battle_only"
NO_BOX = 0
TOWTON = "test_of_arms"
"""6.0 The special rule of Towton: Favour at the City of York decides."""


def unpack(files: Mapping[str, Any]) -> Mapping[str, Any]:
    """2.1.1 The box, and the scenario's page with its sheet, from the parsed files; for the Wars of the Roses their book."""
    if files["scenario"]["kind"] in (WARS, WAR):
        book = open_book(files)
        first = book.wars[book.first].page
        return {"box": open_box(files), "book": book, "sheet": open_sheet(first), "page": files["scenario"]}
    return {"box": open_box(files), "sheet": open_sheet(files["scenario"]), "page": files["scenario"]}


def new_state(setup: Setup) -> State:
    """2.1.2 The scenario's Lords, cards, Vassals and markers. Mustered Lords have full mats (1.5.3)."""
    box, sheet, page = (setup.data[name] for name in ("box", "sheet", "page"))
    return with_options(lay_out(box, sheet, page, setup.scenario), setup)


def with_options(s: State, setup: Setup) -> State:
    """Applies the choices of the opening to the first position."""
    s.hidden_mats, s.readings = bool(setup.options.get(HIDDEN_MATS)), readings(setup)
    s.influence += handicap(setup)
    return s


def lay_out(box: Box, sheet: ScenarioSheet, page: Mapping[str, Any], scenario: str) -> State:
    """2.1.2 The position that a scenario page describes."""
    mustered = [row for row in page["lord"] if row["state"] == "mustered"]
    s = State(
        box=box,
        sheet=sheet,
        scenario=scenario,
        king=Side(page["king"]),
        rebel=Side(page["rebel"]),
        mats={Lord(row["id"]): starting_mat(box.lords[row["id"]], row) for row in mustered},
        decks={side: list(page["decks"][side]) for side in Side},
        turn=sheet.first_turn,
        held={side: [] for side in Side},
        plans={side: [] for side in Side},
    )
    if sheet.kind != BATTLE_ONLY:
        lay_out_board(s, page)
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
    on_mats = [card for row in page.get("lord", ()) for card in row.get("capabilities", ())]
    later = page.get("later_cards", ())  # cards that Succession can bring (6.2.2)
    cards = frozenset(map(Card, [*page["decks"]["york"], *page["decks"]["lancaster"], *on_mats, *later]))
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
    """1.5.3 A mat as described by the Lord card and the scenario."""
    cards, vassals = map(Card, row.get("capabilities", ())), map(Vassal, row.get("special_vassals", ()))
    return Mat(dict(card.forces), list(vassals), capabilities=list(cards), assets=dict(card.assets))


def lay_out_board(s: State, page: Mapping[str, Any]) -> None:
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
