"""Border War for the laboratory."""

from __future__ import annotations

from dataclasses import replace
from zlib import crc32

from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.event import Event
from pbem.engine.game.rules import Rules
from pbem.lab.games import LabGame
from pbem.lab.showcase import Showcase
from pbem.lab.trial import Hidden, Mix, Plant, Put, Readers, Trial
from tests.toys.border_war.acts import GIFT, Gift, lands
from tests.toys.border_war.position import State


def other_hands(s: State, readers: Readers, mix: Mix) -> bool:
    """The other hands and the deck hold other cards."""
    others = [other for other in s.seats if other not in readers]
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


def mails_by_cards(rules: Rules[State], _put: Put) -> Rules[State]:
    """A house is written to at once of what happens while another holds certain cards."""

    def concerns(s: State, seat: Seat, _event: Event) -> bool:
        return crc32(" ".join(hands(s, seat)).encode()) % 2 == 0

    return replace(rules, reports=replace(rules.reports, concerns=concerns))


LAB = LabGame(
    trial=Trial(
        secrets=(Hidden("hands", vary=other_hands, lit_by=frozenset({"card_played", "dealt", "card_given"}), things=hands),),
        delegated=lambda _s, _seat: ("retreat no",),
        between=("4.3",),
        shown_of_act=shown_of_act,
        plants=(Plant("mails by cards", "time of reports", "whether others hold certain cards", mails_by_cards),),
        offers=offers,
    ),
    showcase=Showcase(
        scenario="skirmish",
        players={"percy": "Anna", "neville": "Ben", "scotland": "Cora"},
        pens={"percy": with_the_impulse, "neville": with_the_impulse},
    ),
)
