"""The headline of a report: what mattered most, the weightiest first, and last how the reader stands."""

from __future__ import annotations

from functools import partial

from pbem.engine.event import Event
from pbem.games import GAMES
from pbem.games.warriors_of_england.report.headline import headline
from pbem.moderator.core.setups import load_setup
from pbem.orders.words.lexicon import Lexicon
from pbem.render.templates.page import Page
from pbem.resources import scenarios_dir, templates_dir

RULES = GAMES["warriors_of_england"]


def told(seat: str, vp: int, events: list[Event]) -> tuple[str, ...]:
    s = RULES.new_state(load_setup(RULES, "campaign", scenarios_dir()))
    s.vp = vp
    return Page(templates_dir()).tell(RULES.name, headline(s, seat, events), Lexicon(partial(RULES.names, s)).name)


def test_battles_come_first_and_the_score_last() -> None:
    events = [
        Event("8.0.3", "gains", {"area": "wales", "side": "york"}),
        Event("7.0", "battle_begins", {"at": "london", "aggressor": "york"}),
        Event("7.5.4", "flight", {"side": "york", "noble": "warwick", "die": 1, "outcome": "killed", "to": "out"}),
        Event("7.0", "battle_ends", {"at": "london", "holds": "lancaster"}),
    ]
    assert told("york", 4, events) == (
        "Lancaster wins the battle in London: Warwick killed.",
        "York now controls Wales.",
        "You trail by 4 VP; 15 wins.",
    )


def test_nothing_makes_no_headline() -> None:
    assert told("york", 4, []) == ()
