"""1.3 The board for a picture: what a seat may see of it, where things lie, what has moved."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, hypot, radians

import pytest

from pbem.engine.event import Event
from pbem.engine.game.picture import Arrow, GlobePoint, Going, Picture, Ring, Stander, Track, Worn
from pbem.games.plantagenet.components.box import Lord, Side
from pbem.games.plantagenet.components.state import Command, Depletion, Phase, State, Status
from pbem.games.plantagenet.game import RULES
from pbem.games.plantagenet.report.marks import marks
from pbem.games.plantagenet.report.movements import arrows, battles, newest_campaign
from pbem.render.picture.draw import draw_svg
from tests.games.plantagenet.build import bosworth_setup
from tests.games.plantagenet.scene import IA, IB, IC, II, III, battle_joined, favour, gone, on_calendar, position, put, worn

YORK, LANCASTER = Side.YORK, Side.LANCASTER
SEATS = ("", "york", "lancaster")
CHART = position(IA).box.chart
NEAR_SHORE = 0.30
"""Degrees of latitude, some 33 km: Exeter, Ipswich and Newcastle lie up their rivers."""


def picture(s: State, seat: str = "", *events: Event) -> Picture:
    shown = RULES.reports.picture(s, seat, events)
    assert shown is not None
    return shown


# Places


def on_land(spot: GlobePoint) -> bool:
    """Whether a spot lies within one of the outlines (rays cast to the east: an odd number of crossings is inside)."""
    return any(_within(spot, coast.outline) for coast in CHART.coasts)


def _within(spot: GlobePoint, outline: tuple[GlobePoint, ...]) -> bool:
    inside = False
    for one, other in around(outline):
        if (one.lat > spot.lat) != (other.lat > spot.lat):
            share = (spot.lat - one.lat) / (other.lat - one.lat)
            inside ^= spot.lon < one.lon + share * (other.lon - one.lon)
    return inside


def to_shore(spot: GlobePoint) -> float:
    """How far the nearest shore is, in degrees of latitude."""
    return min(_distance(spot, one, other) for coast in CHART.coasts for one, other in around(coast.outline))


def around(outline: tuple[GlobePoint, ...]) -> list[tuple[GlobePoint, GlobePoint]]:
    """The sides of an outline."""
    return list(zip(outline, (*outline[1:], outline[0]), strict=True))


def _distance(spot: GlobePoint, one: GlobePoint, other: GlobePoint) -> float:
    narrow = cos(radians(spot.lat))
    dx, dy = (other.lon - one.lon) * narrow, other.lat - one.lat
    x, y = (spot.lon - one.lon) * narrow, spot.lat - one.lat
    share = max(0.0, min(1.0, (x * dx + y * dy) / (dx * dx + dy * dy)))
    return hypot(x - share * dx, y - share * dy)


STRONGHOLDS = [facts for facts in position(IA).board.locales.values() if facts.stronghold]


@pytest.mark.parametrize("facts", STRONGHOLDS, ids=lambda facts: facts.id)
def test_every_stronghold_stands_on_land_and_a_port_near_the_shore(facts) -> None:  # type: ignore[no-untyped-def]
    spot = CHART.spots[facts.id]
    assert on_land(spot)
    if facts.port:
        assert to_shore(spot) < NEAR_SHORE


@pytest.mark.parametrize("sea", ["irish_sea", "english_channel", "north_sea"])
def test_the_name_of_a_sea_stands_in_it(sea: str) -> None:
    assert not on_land(CHART.spots[sea])


@pytest.mark.parametrize(
    ("name", "lat", "lon", "land"),
    [
        ("Land's End", 50.09, -5.66, True),
        ("the Lizard", 50.02, -5.20, True),
        ("Lyme Bay", 50.55, -2.95, False),
        ("the Bristol Channel", 51.35, -4.20, False),
        ("St David's", 51.90, -5.20, True),
        ("Cardigan Bay", 52.40, -4.50, False),
        ("Lleyn", 52.87, -4.55, True),
        ("Anglesey", 53.28, -4.35, True),
        ("Liverpool Bay", 53.50, -3.35, False),
        ("Morecambe Bay", 54.10, -3.00, False),
        ("the Lake District", 54.45, -3.10, True),
        ("the Solway", 54.85, -3.50, False),
        ("Galloway", 54.95, -4.50, True),
        ("the Firth of Forth", 56.08, -2.95, False),
        ("the Humber", 53.69, -0.45, False),
        ("Holderness", 53.85, -0.25, True),
        ("the Wash", 52.92, 0.25, False),
        ("Norfolk", 52.80, 1.00, True),
        ("Lowestoft", 52.47, 1.70, True),
        ("the Thames estuary", 51.50, 0.80, False),
        ("Thanet", 51.36, 1.38, True),
        ("the Isle of Wight", 50.67, -1.30, True),
        ("the Solent", 50.75, -1.40, False),
        ("Picardy", 50.60, 1.80, True),
        ("the Straits of Dover", 51.00, 1.50, False),
    ],
)  # fmt: skip
def test_the_coast_can_be_recognised(name: str, lat: float, lon: float, land: bool) -> None:
    assert on_land(GlobePoint(lat, lon)) is land, name


def test_1_3_1_all_locales_and_ways_are_there() -> None:
    shown = picture(position(IA))
    assert (len(shown.places), len(shown.havens), len(shown.waters)) == (54, 4, 3)
    assert len(shown.ways) == 83
    assert sorted((way.start, way.end) for way in shown.ways if way.one_way) == [
        ("scotland", "bamburgh"),
        ("scotland", "carlisle"),
    ]


def test_1_3_1_favour_wear_seats_and_ready_vassals() -> None:
    s = position(IA)
    favour(s, LANCASTER, "exeter")
    worn(s, Depletion.EXHAUSTED, "exeter")
    worn(s, Depletion.DEPLETED, "derby")
    places = {place.id: place for place in picture(s).places}
    exeter = places["exeter"]
    assert (exeter.side, exeter.worn, exeter.port) == (LANCASTER, Worn.WHOLE, True)
    assert [(note.text, note.side) for note in exeter.homes] == [("Exeter", LANCASTER)]
    assert [note.text for note in exeter.waiting] == ["Devon"]
    assert (places["derby"].side, places["derby"].worn) == ("", Worn.HALF)
    s.ready.remove("devon")
    assert [place.waiting for place in picture(s).places if place.id == "exeter"] == [()]


def test_y15_the_second_marker_at_london_is_told() -> None:
    s = position(IA)
    s.london_for_york = True
    shown = picture(s)
    assert [(place.id, note.text) for place in shown.places for note in place.notes] == [("london", "two markers")]
    assert ">two markers</text>" in draw_svg(shown)


def test_1_3_1_exile_boxes_tell_who_may_use_them() -> None:
    sides = {haven.id: haven.side for haven in picture(position(III)).havens}
    assert sides == {"scotland": "", "ireland": "", "burgundy": YORK, "france": LANCASTER}


# Lords, Calendar, tracks


def test_1_5_lords_with_rank_and_troops() -> None:
    s = position(IA, phase=Phase.CAMPAIGN)
    s.command = Command(YORK, Lord("march"), 2)
    s.mats[Lord("york")].moved = True
    pieces = {piece.id: piece for piece in picture(s).pieces}
    assert {lord: (piece.where, piece.strength, piece.ring) for lord, piece in pieces.items()} == {
        "henry_vi": ("london", "8", Ring.GOLD),
        "somerset_1": ("london", "4", Ring.SILVER),
        "york": ("ely", "6", Ring.GOLD),
        "march": ("ludlow", "4", Ring.NONE),
    }
    assert [lord for lord, piece in pieces.items() if piece.moved] == ["york"]
    assert [lord for lord, piece in pieces.items() if piece.active] == ["march"]


def test_6_0_a_captive_is_shown_with_his_captor() -> None:
    s = position(IA)
    gone(s, "henry_vi", Status.CAPTIVE)
    s.lords[Lord("henry_vi")].where = "york"
    assert {piece.id: piece.name for piece in picture(s).pieces if piece.side == YORK} == {
        "york": "York + Henry VI",
        "march": "March",
    }


def test_1_3_2_the_calendar_has_cylinders_and_vassals() -> None:
    s = position(IA, 3)
    on_calendar(s, "march", 4, exile=True)
    on_calendar(s, "york", 16)
    on_calendar(s, "henry_vi", 0)
    s.service["devon"] = 4
    s.disbanded["norfolk"] = 5
    years = picture(s).years
    periods = {period.label: period for year in years for period in year.periods}
    assert [year.name for year in years] == ["1459", "1460", "1461", ""]
    assert periods["4"].standers == (Stander("March", YORK, "Exile"), Stander("Devon", "", "Pay"))
    assert Stander("Norfolk", "", "back") in periods["5"].standers
    assert periods["before 1"].standers == (Stander("Henry VI", LANCASTER, ""),)
    assert periods["beyond 15"].standers == (Stander("York", YORK, ""),)
    assert [label for label, period in periods.items() if period.now] == ["3"]
    assert [label for label, period in periods.items() if period.printed == "Waste"] == ["5", "10"]


def test_1_3_2_only_the_years_of_the_scenario_are_shown() -> None:
    assert [len(picture(position(scenario)).years) for scenario in (IA, IB, IC, II, III)] == [3, 1, 2, 3, 2]


def test_1_4_1_the_tracks() -> None:
    s = position(IA)
    s.influence = -7
    favour(s, LANCASTER, "norwich", "york")
    assert picture(s).tracks == (
        Track("Influence", -7, 45, 40),
        Track("Cities", 2, 25),
        Track("Towns", 0, 21),
        Track("Fortresses", -1, 5),
    )


def test_bosworth_has_no_map() -> None:
    assert RULES.reports.picture(RULES.new_state(bosworth_setup()), "york", []) is None


# Secrets


def test_1_5_3_with_hidden_mats_only_his_own_side_sees_a_lords_strength() -> None:
    s = position(IA, hidden_mats=True)
    seen = {seat: {piece.id: piece.strength for piece in picture(s, seat).pieces} for seat in SEATS}
    assert seen[""] == dict.fromkeys(("henry_vi", "somerset_1", "york", "march"), "?")
    assert seen["york"] == {"henry_vi": "?", "somerset_1": "?", "york": "6", "march": "4"}
    assert seen["lancaster"] == {"henry_vi": "8", "somerset_1": "4", "york": "?", "march": "?"}


def test_1_5_3_in_a_battle_the_strength_is_open() -> None:
    s = position(IA, phase=Phase.CAMPAIGN, hidden_mats=True)
    put(s, "henry_vi", "ely")
    battle_joined(s, "ely", YORK)
    shown = picture(s, "")
    assert {piece.id: piece.strength for piece in shown.pieces if piece.where == "ely"} == {"york": "6", "henry_vi": "8"}
    assert [place.id for place in shown.places if place.battle] == ["ely"]


def other_hands(s: State, side: Side) -> None:
    s.held[side] = list(s.decks[side][:3])
    s.plans[side] = ["pass", "pass"]
    s.decks[side] = s.decks[side][::-1]


def other_mats(s: State, side: Side) -> None:
    for lord, mat in s.mats.items():
        if s.box.lords[lord].side is side:
            mat.forces = {unit: number + 1 for unit, number in mat.forces.items()}
            mat.assets = {asset: number + 2 for asset, number in mat.assets.items()}
            mat.capabilities = list(s.decks[side][:1])


@pytest.mark.parametrize("change", [other_hands, other_mats])
@pytest.mark.parametrize("side", list(Side))
def test_what_a_seat_may_not_know_does_not_show_in_the_drawing(change: Callable[[State, Side], None], side: Side) -> None:
    """The enemy's secrets, and for an observer those of both."""
    one, other = (position(IA, hidden_mats=True) for _ in range(2))
    change(other, side)
    for seat in ("", side.enemy.value):
        assert marks(one, seat) == marks(other, seat)
        assert draw_svg(picture(one, seat)) == draw_svg(picture(other, seat))
    if change is other_mats:
        assert draw_svg(picture(one, side)) != draw_svg(picture(other, side))


# Movements

LORDS = position(IA).box.lords
CAMPAIGN = Event("4", "campaign_begins", {"turn": 2})


def march(side: Side, lords: list[str], start: str, to: str, name: str = "marches") -> Event:
    return Event("4.3", name, {"side": side, "lords": lords, "start": start, "to": to})


def test_4_3_marches_and_sails_are_arrows_each_once() -> None:
    events = [
        march(YORK, ["york"], "ely", "cambridge"),
        march(YORK, ["march"], "ely", "cambridge"),
        Event("4.6.1", "sails", {"side": LANCASTER, "lords": ["exeter_1"], "start": "exeter", "where": "irish_sea"}),
        Event("4.8.2", "lands", {"side": LANCASTER, "lord": "exeter_1", "locale": "bristol"}),
    ]
    assert arrows(events, LORDS) == (
        Arrow(YORK, "ely", "cambridge", Going.LAND),
        Arrow(LANCASTER, "exeter", "irish_sea", Going.SEA),
        Arrow(LANCASTER, "irish_sea", "bristol", Going.SEA),
    )


def test_4_3_4_an_intercept_that_fails_and_an_approach_called_off_are_no_arrows() -> None:
    tried = march(LANCASTER, ["henry_vi"], "london", "st_albans", "intercepts")
    roll = {"side": LANCASTER, "lord": "henry_vi", "to": "st_albans", "valour": 0, "die": 6}
    failed, passed = (Event("4.3.4", "intercept_roll", roll | {"passed": passed}) for passed in (False, True))
    assert arrows([tried, failed], LORDS) == ()
    assert arrows([tried, passed], LORDS) == (Arrow(LANCASTER, "london", "st_albans", Going.LAND),)
    back = Event("4.3.5", "turns_back", {"lords": ["york"], "where": "st_albans"})
    assert arrows([march(YORK, ["york"], "cambridge", "st_albans"), back], LORDS) == ()


def test_l16_who_slips_away_flees_from_where_the_battle_was() -> None:
    fought = Event("4.4", "battle_begins", {"place": "hexham", "york": ["york"], "lancaster": ["somerset_1"]})
    slips = Event("3.1.3", "slips_away", {"side": LANCASTER, "lord": "somerset_1", "where": "carlisle", "lost": {}})
    assert arrows([fought, slips], LORDS) == (Arrow(LANCASTER, "hexham", "carlisle", Going.FLIGHT),)
    assert arrows([slips], LORDS) == ()
    assert battles([fought, slips]) == {"hexham"}


def test_2_2_the_movements_are_those_of_the_newest_campaign_until_the_next_begins() -> None:
    before, now = march(YORK, ["york"], "ely", "cambridge"), march(YORK, ["york"], "cambridge", "ely")
    levy = Event("3", "levy_begins", {"turn": 3})
    assert newest_campaign([CAMPAIGN, before, levy]) == [CAMPAIGN, before, levy]
    shown = picture(position(IA), "", CAMPAIGN, before, CAMPAIGN, now)
    assert shown.arrows == (Arrow(YORK, "cambridge", "ely", Going.LAND),)


def test_6_1_2_a_new_war_has_no_movements_of_the_one_before() -> None:
    march = Event("4.3", "marches", {"side": "york", "lords": ["york"], "start": "ely", "to": "cambridge"})
    campaign, war = Event("4.0", "campaign_begins", {"turn": 1}), Event("6.1.2", "war_begins", {"war": "IIY"})
    levy = Event("1.3.1", "favour", {"locale": "york", "side": "york"})
    assert picture(position(IA), "", campaign, march, levy).arrows != ()
    anew = picture(position(IA), "", campaign, march, war, levy)
    assert (anew.arrows, anew.scenes) == ((), ("york",))
