"""Warriors of England for the engine."""

from __future__ import annotations

from pbem.engine.decision import Json, Seat
from pbem.engine.rules import Rules, Word, always
from pbem.games.warriors_of_england.aftermath.levy import LEVY
from pbem.games.warriors_of_england.aftermath.placing import DRAFT, PLACE
from pbem.games.warriors_of_england.aftermath.tower import TRIAL
from pbem.games.warriors_of_england.battle.battle import ORDER
from pbem.games.warriors_of_england.battle.commanders import COMMANDER
from pbem.games.warriors_of_england.battle.intrigue import INTRIGUE
from pbem.games.warriors_of_england.battle.losses import EXILE, NOBLES, TROOPS
from pbem.games.warriors_of_england.battle.withdrawal import FORCE, WITHDRAW
from pbem.games.warriors_of_england.campaign.campaign import CAMPAIGN
from pbem.games.warriors_of_england.components.board import Side
from pbem.games.warriors_of_england.components.setup import new_state, unpack
from pbem.games.warriors_of_england.components.state import State
from pbem.games.warriors_of_england.conformance.conformance import CONFORMANCE
from pbem.games.warriors_of_england.setup import CHOOSE
from pbem.games.warriors_of_england.turns import play

VOCABULARY: tuple[Word[State], ...] = (
    Word("choose", CHOOSE, "choose NOBLE", "x"),
    Word("march", CAMPAIGN, "march NOBLE [NOBLE] AREA", "x"),
    Word("pass", CAMPAIGN, "pass", "x"),
    Word("fight", ORDER, "fight REGION", "x"),
    Word("commander", COMMANDER, "commander NOBLE", "x"),
    Word("intrigue", INTRIGUE, "intrigue NOBLE", "x"),
    Word("lose", TROOPS, "lose", "x"),
    Word("hit", NOBLES, "hit", "x"),
    Word("exile", EXILE, "exile AREA", "x"),
    Word("withdraw", WITHDRAW, "withdraw AREA", "x"),
    Word("stay", WITHDRAW, "stay", "x"),
    Word("force", FORCE, "force yes | force no", "x"),
    Word("levy", LEVY, "levy NOBLE", "x"),
    Word("try", TRIAL, "try NOBLE", "x"),
    Word("take", DRAFT, "take NOBLE", "x"),
    Word("give", DRAFT, "give NOBLE", "x"),
    Word("return", DRAFT, "return NOBLE", "x"),
    Word("place", PLACE, "place NOBLE [AREA]", "x"),
    Word("pass", PLACE, "pass", "x"),
)


def view(s: State, _seat: Seat) -> Json:
    """x"""
    return {"turn": s.turn}


RULES: Rules[State] = Rules(
    name="warriors_of_england",
    title="Warriors of England",
    version=1,
    seats=always(*(side.value for side in Side)),
    scenarios={"campaign": "Warriors of England, 1455-1487: nine turns"},
    new_state=new_state,
    play=play,
    turn=lambda s: f"turn {s.turn}, {s.phase}",
    result=lambda s: s.result,
    view=view,
    vocabulary=VOCABULARY,
    unpack=unpack,
    conformance=CONFORMANCE,
)
