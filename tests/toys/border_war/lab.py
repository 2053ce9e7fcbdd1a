"""Border War for the laboratory."""

from __future__ import annotations

from pbem.engine.decision import Decision, Json, Seat
from pbem.lab.games import LabGame
from pbem.lab.showcase import Showcase
from pbem.lab.trial import Hidden, Mix, Trial
from tests.toys.border_war.acts import GIFT, Gift, lands
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


def offers(s: State, seat: Seat, other: Seat, mix: Mix) -> list[list[str]]:
    """A card of each house's, an area of each house's that it can cede, and a promise."""
    gifts = [[f"{one} gives {card} to {two}" for card in s.hands[one]] for one, two in ((seat, other), (other, seat))]
    cessions = [[f"{one} cedes {area} to {two}"] for one, two in ((seat, other), (other, seat)) for area in lands(s, one)]
    areas = list(s.board.areas)
    mix(areas)
    promise = [f"{seat} keeps out of {area} until turn {s.turn}" for area in areas[:1]]
    return [group for group in (*gifts[:1], *cessions, promise) if group]


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
        offers=offers,
    ),
    showcase=Showcase(
        scenario="skirmish",
        players={"percy": "Anna", "neville": "Ben", "scotland": "Cora"},
        pens={"percy": with_the_impulse, "neville": with_the_impulse},
    ),
)
