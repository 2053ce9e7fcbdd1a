"""Border War for the laboratory."""

from __future__ import annotations

from pbem.engine.decision import Decision, Json, Seat
from pbem.lab.games import LabGame
from pbem.lab.showcase import Showcase
from pbem.lab.trial import Hidden, Mix, Trial
from tests.toys.border_war.acts import GIFT, Gift
from tests.toys.border_war.position import State


def other_hands(s: State, seat: Seat, mix: Mix) -> bool:
    """The other hands and the deck hold other cards."""
    others = [other for other in s.seats if other != seat]
    hidden = [card for other in others for card in s.hands[other]] + s.deck
    before = list(hidden)
    mix(hidden)
    for other in others:
        s.hands[other] = [hidden.pop() for _ in s.hands[other]]
    s.deck = hidden
    return [card for other in others for card in s.hands[other]] + s.deck != before


def hands(s: State, seat: Seat) -> list[str]:
    """What the others hold."""
    return [card for other in s.seats if other != seat for card in s.hands[other]]


def shown_of_act(act: Decision, answer: Json, seat: Seat) -> str:
    """Which card is given away the two houses know alone."""
    if act.key != GIFT or Gift.read(answer).house == seat:
        return str(answer)
    return f"gift {Gift.read(answer).house}"


def with_the_impulse(form: list[str], _report: str) -> list[str]:
    """The form of a campaign as it stands, with the end of the impulse behind it."""
    lines = [line for line in form if not line.startswith("#")]
    return [*lines, "impulse 1: pass"] if lines and lines[0].startswith("aim") else lines


LAB = LabGame(
    trial=Trial(
        secrets=(Hidden("hands", vary=other_hands, lit_by=frozenset({"card_played", "dealt", "card_given"}), things=hands),),
        delegated=lambda _s, _seat: ("retreat no",),
        between=("4.3",),
        shown_of_act=shown_of_act,
    ),
    showcase=Showcase(
        scenario="skirmish",
        players={"percy": "Anna", "neville": "Ben", "scotland": "Cora"},
        pens={"percy": with_the_impulse, "neville": with_the_impulse},
    ),
)
