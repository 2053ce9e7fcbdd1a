"""Plantagenet for the engine: what is played, and the functions that the Table and the desk call."""

from __future__ import annotations

from pbem.engine.decision import Json
from pbem.engine.rules import Rules, Scope, Setup
from pbem.games.plantagenet.bosworth import bosworth
from pbem.games.plantagenet.box import Lord, Side, open_box
from pbem.games.plantagenet.checks import checks
from pbem.games.plantagenet.names import names
from pbem.games.plantagenet.state import Mat, State
from pbem.games.plantagenet.view import view
from pbem.games.plantagenet.words import VOCABULARY, stint

VERSION = 1
SCENARIOS = {"bosworth": "Bosworth, 22 August 1485: one Battle"}


def new_state(setup: Setup) -> State:
    """2.1 The position before the first question: the scenario's Lords on full mats (1.5.3), its decks of cards."""
    box, scenario = open_box(setup.data), setup.data["scenario"]
    mats = {Lord(row["id"]): Mat(dict(box.lords[row["id"]].forces)) for row in scenario["lord"]}
    decks = {side: list(scenario["decks"][side]) for side in Side}
    return State(box, setup.scenario, Side(scenario["king"]), Side(scenario["rebel"]), mats, decks)


def turn(s: State) -> str:
    """The time in play, for the log and the dice."""
    return "array" if s.battle is None else f"round {s.battle.round}"


def scopes(s: State) -> tuple[Scope, ...]:
    """How long a standing order can hold: this Round once the Arrays are revealed, and this Battle."""
    whole = Scope("battle", s.scenario)
    return (whole,) if s.battle is None else (Scope("round", str(s.battle.round)), whole)


def result(s: State) -> Json:
    """Who has won, or None while the game goes on."""
    return s.result


RULES = Rules(
    name="plantagenet",
    title="Plantagenet",
    version=VERSION,
    seats=tuple(side.value for side in Side),
    scenarios=SCENARIOS,
    new_state=new_state,
    play=bosworth,
    view=view,
    checks=checks,
    turn=turn,
    scopes=scopes,
    names=names,
    result=result,
    vocabulary=VOCABULARY,
    stint=stint,
)
