"""Border War for the engine."""

from __future__ import annotations

from pbem.engine.decision import Seat
from pbem.engine.game.orders import Orders
from pbem.engine.game.reports import Reports
from pbem.engine.game.rules import Rules
from pbem.engine.game.sample import BotStyle, Sample
from pbem.engine.game.segments import Segments
from pbem.engine.game.standing import Standing
from tests.toys.border_war.acts import ACTS
from tests.toys.border_war.conditions import SITUATIONS
from tests.toys.border_war.deals import DEALS, allies
from tests.toys.border_war.play import play, term
from tests.toys.border_war.position import SHORT, State, friends, new_state, seats
from tests.toys.border_war.telling import ANNALS, ATLAS, COLOURS, concerns, picture, stamp, view
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
    why_not_yet,
)


def checks(s: State) -> list[str]:
    """What must hold of any position."""
    wrong = [f"{name} has {band.strength} riders" for name, band in s.bands.items() if band.strength < 1]
    return wrong + [f"{len(s.allies)} allies"] * (len(s.allies) not in (0, 2))


def winner_of(s: State, left: tuple[Seat, ...]) -> Seat | None:
    """5.1 Houses that are left and allied have won, and so has the last one."""
    return left[0] if all(friends(s, left[0], seat) for seat in left) else None


RULES: Rules[State] = Rules(
    name="border_war",
    title="Border War",
    version=1,
    seats=seats,
    options={SHORT: (2, 3, 4, 5)},
    colours=COLOURS,
    scenarios={"marches": "The Marches", "five_houses": "Five Houses", "skirmish": "A Skirmish", "watch": "The Watch"},
    new_state=new_state,
    play=play,
    view=view,
    checks=checks,
    turn=turn,
    names=names,
    result=lambda s: s.result,
    vocabulary=VOCABULARY,
    wins_by_resignation=winner_of,
    acts=ACTS,
    deals=DEALS,
    allies=allies,
    term=term,
    orders=Orders(form=form, ahead=ahead, known=known, why_not_yet=why_not_yet),
    standing=Standing(scopes=scopes, scope_names=(TURN, GAME), situations=SITUATIONS),
    segments=Segments(of=segments, plain=(CAMPAIGN,), numbered=("impulse",), foreseen=foreseen),
    reports=Reports(stamp=stamp, atlas=ATLAS, picture=picture, chronicle=ANNALS, concerns=concerns),
    sample=Sample((BotStyle({"march": 3.0, "sail": 2.0}),)),
)
