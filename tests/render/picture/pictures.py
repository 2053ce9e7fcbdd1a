"""Pictures to draw: positions of Plantagenet, from the plain to the crowded."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from pbem.engine.event import Event
from pbem.engine.game.picture import Picture
from pbem.games.plantagenet.components.box import Lord, Side
from pbem.games.plantagenet.components.state import Command, Depletion, Phase, State, Status, side_of
from pbem.games.plantagenet.game import RULES
from tests.games.plantagenet.scene import IA, IB, IC, II, III, favour, position, put, worn

YORK, LANCASTER = Side.YORK, Side.LANCASTER


def seen(s: State, *events: Event) -> Picture:
    """What an observer sees."""
    picture = RULES.reports.picture(s, "", events)
    assert picture is not None
    return picture


def start(scenario: str) -> Callable[[], Picture]:
    """A scenario as it is set up."""
    return lambda: seen(position(scenario))


def marches(lord: str, *places: str) -> list[Event]:
    """A Lord's Marches from place to place."""
    side = position(IA).box.lords[Lord(lord)].side
    steps = pairwise(places)
    return [Event("4.3", "marches", {"side": side, "lords": [lord], "start": a, "to": b}) for a, b in steps]


def campaign() -> Picture:
    """Two armies in the crowded middle of the map, with arrows, a Battle, worn Strongholds and somebody acting."""
    s = position(IA, 4, Phase.CAMPAIGN)
    for lord in ("henry_vi", "somerset_1", "northumberland_l", "exeter_1", "buckingham"):
        put(s, lord, "coventry")
    for lord in ("york", "march", "rutland"):
        put(s, lord, "leicester")
    put(s, "warwick_y", "calais")
    put(s, "salisbury", "north_sea")
    s.mats[Lord("york")].moved = True
    s.command = Command(YORK, Lord("york"), 2)
    favour(s, YORK, "leicester", "ely", "cambridge", "calais", "norwich")
    favour(s, LANCASTER, "coventry", "london", "oxford", "york")
    worn(s, Depletion.DEPLETED, "oxford", "leicester")
    worn(s, Depletion.EXHAUSTED, "london", "cambridge", "bamburgh")
    told = [
        Event("4", "campaign_begins", {"turn": 4}),
        *marches("york", "ely", "peterborough", "leicester"),
        *marches("march", "ludlow", "worcester", "lichfield", "leicester"),
        *marches("henry_vi", "london", "oxford", "northampton", "coventry"),
        *marches("northumberland_l", "york", "lincoln", "nottingham"),
        Event("4.6.1", "sails", {"side": YORK, "lords": ["salisbury"], "start": "burgundy", "where": "north_sea"}),
        Event("4.4", "battle_begins", {"place": "nottingham", "york": ["york"], "lancaster": ["northumberland_l"]}),
    ]
    return seen(s, *told)


def all_in(*places: str) -> Callable[[], Picture]:
    """Every Lord of Henry VI on the map, shared out among a few places."""

    def picture() -> Picture:
        s = position(IA)
        lords = [lord for lord, cylinder in s.lords.items() if cylinder.status is not Status.SET_ASIDE]
        for number, lord in enumerate(lords):
            put(s, lord, places[number % len(places)])
        return seen(s)

    return picture


def everybody_in_exile() -> Picture:
    """Every Lord in an Exile box of his side, and all of a calendar's cylinders gone."""
    s = position(IA)
    for number, lord in enumerate(list(s.lords)):
        havens = ("ireland", "burgundy") if side_of(s, lord) is YORK else ("france", "scotland")
        put(s, lord, havens[number % 2])
    return seen(s)


def full_calendar() -> Picture:
    """Every Lord in one box of the Calendar under an Exile marker, every Vassal in the next."""
    s = position(II, 9)
    for lord, cylinder in s.lords.items():
        s.mats.pop(lord, None)
        cylinder.status, cylinder.box, cylinder.exile = Status.CALENDAR, 10, True
    s.disbanded = dict.fromkeys([*s.ready, *s.service], 16)
    s.ready, s.service = [], {}
    return seen(s)


PICTURES: dict[str, Callable[[], Picture]] = {
    "Ia": start(IA),
    "Ib": start(IB),
    "Ic": start(IC),
    "II": start(II),
    "III": start(III),
    "a campaign": campaign,
    "all at London": all_in("london"),
    "all at Coventry and Leicester": all_in("coventry", "leicester"),
    "all at Sea": all_in("irish_sea", "english_channel", "north_sea"),
    "all in the south-east": all_in("canterbury", "rochester", "dover", "hastings", "calais", "london"),
    "all in Exile": everybody_in_exile,
    "all on the Calendar": full_calendar,
}
