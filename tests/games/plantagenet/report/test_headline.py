"""The headline of a report: what mattered most, the weightiest first, and last how the reader stands."""

from __future__ import annotations

from functools import partial

from pbem.engine.event import Event
from pbem.games import GAMES
from pbem.games.plantagenet.components.state import State
from pbem.games.plantagenet.report.headline import headline
from pbem.moderator.core.setups import load_setup
from pbem.orders.words.lexicon import Lexicon
from pbem.render.templates.page import Page
from pbem.resources import scenarios_dir, templates_dir

RULES = GAMES["plantagenet"]
BATTLE = [
    Event("4.4", "battle_begins", {"place": "ely", "attacker": "york", "york": ["york"], "lancaster": ["somerset_1"]}),
    Event("4.4.2", "round_begins", {"round": 1}),
    Event("4.4.3", "battle_ends", {"winner": None}),
    Event("4.4.4", "lord_removed", {"lord": "york", "status": "dead"}),
    Event("4.4.4", "lord_removed", {"lord": "somerset_1", "status": "dead"}),
]


def spent(side: str, points: int, why: str) -> Event:
    return Event("1.4.1", "influence", {"side": side, "points": points, "why": why, "total": 0})


def ia() -> State:
    return RULES.new_state(load_setup(RULES, "ia_henry_vi", scenarios_dir()))  # type: ignore[no-any-return]


def told(s: State, seat: str, events: list[Event]) -> tuple[str, ...]:
    names = Lexicon(partial(RULES.names, s)).name
    return Page(templates_dir()).tell(RULES.name, headline(s, seat, events), names)


def test_battles_and_deaths_come_first_and_the_score_last() -> None:
    s = ia()
    s.influence = 6
    events = [spent("york", -3, "check"), *BATTLE, spent("lancaster", -9, "Pillage")]
    lines = told(s, "york", events)
    assert lines[0] == "Both armies broken at Ely: York and Somerset killed."
    assert lines[1] == "The Lancastrians lose 9 Influence: -9 Pillage."
    assert lines[2] == "You trail by 6; 40 wins."


def test_a_loss_is_told_to_its_owner_as_theirs() -> None:
    s = ia()
    assert told(s, "lancaster", [spent("lancaster", -9, "Pillage")])[0] == "You lose 9 Influence: -9 Pillage."


def test_an_observer_is_told_who_leads() -> None:
    s = ia()
    s.influence = -4
    assert told(s, "", BATTLE)[-1] == "York leads by 4; 40 wins."


def test_little_things_make_no_headline() -> None:
    assert told(ia(), "york", [spent("york", -2, "check")]) == ()


def test_there_are_at_most_three_lines_and_the_end_of_the_game_is_the_first() -> None:
    won = Event("5.0", "game_won", {"side": "york", "how": "threshold"})
    lines = told(ia(), "york", [*BATTLE, *BATTLE, spent("york", -9, "Pillage"), won])
    assert len(lines) == 3
    assert "win the game" in lines[0]
