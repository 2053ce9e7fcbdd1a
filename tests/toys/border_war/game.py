"""Border War for the engine."""

from __future__ import annotations

from pbem.engine.decision import Seat
from pbem.engine.rules import Orders, Reports, Rules, Segments, Standing
from pbem.engine.sample import Sample
from pbem.engine.trial import BotStyle, Hidden, Mix, Trial
from tests.toys.border_war.play import play
from tests.toys.border_war.position import SHORT, State, new_state, seats
from tests.toys.border_war.telling import ANNALS, ATLAS, COLOURS, picture, stamp, view
from tests.toys.border_war.words import (
    CAMPAIGN,
    GAME,
    TURN,
    VOCABULARY,
    ahead,
    foreseen,
    form,
    known,
    names,
    scopes,
    segments,
    turn,
)


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


def checks(s: State) -> list[str]:
    """What must hold of any position."""
    wrong = [f"{name} has {band.strength} riders" for name, band in s.bands.items() if band.strength < 1]
    return wrong + [f"{len(s.allies)} allies"] * (len(s.allies) not in (0, 2))


def with_the_impulse(form: list[str], _report: str) -> list[str]:
    """The form of a campaign as it stands, with the end of the impulse behind it."""
    lines = [line for line in form if not line.startswith("#")]
    return [*lines, "impulse 1: pass"] if lines and lines[0].startswith("aim") else lines


RULES: Rules[State] = Rules(
    name="border_war",
    title="Border War",
    version=1,
    seats=seats,
    options={SHORT: (2, 3, 4, 5)},
    colours=COLOURS,
    scenarios={"marches": "The Marches", "five_houses": "Five Houses", "skirmish": "A Skirmish"},
    new_state=new_state,
    play=play,
    view=view,
    checks=checks,
    turn=turn,
    names=names,
    result=lambda s: s.result,
    vocabulary=VOCABULARY,
    orders=Orders(form=form, ahead=ahead, known=known),
    standing=Standing(scopes=scopes, scope_names=(TURN, GAME)),
    segments=Segments(of=segments, plain=(CAMPAIGN,), numbered=("impulse",), foreseen=foreseen),
    reports=Reports(stamp=stamp, atlas=ATLAS, picture=picture, chronicle=ANNALS),
    sample=Sample(
        scenario="skirmish",
        players={"percy": "Anna", "neville": "Ben", "scotland": "Cora"},
        pens={"percy": with_the_impulse, "neville": with_the_impulse},
    ),
    trial=Trial(
        styles=(BotStyle({"march": 3.0, "sail": 2.0}),),
        secrets=(Hidden("hands", vary=other_hands, lit_by=frozenset({"card_played", "dealt"}), things=hands),),
        delegated=lambda _s, _seat: ("retreat no",),
        between=("4.3",),
    ),
)
