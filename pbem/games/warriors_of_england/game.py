"""Warriors of England as a game for the engine."""

from __future__ import annotations

from pbem.engine.event import Event
from pbem.engine.game.atlas import TurnLabel
from pbem.engine.game.forecast import Previews
from pbem.engine.game.orders import Orders
from pbem.engine.game.reports import Reports
from pbem.engine.game.rules import Rules
from pbem.engine.game.segments import Segments
from pbem.engine.game.setup import always
from pbem.engine.game.standing import Standing
from pbem.engine.game.synonyms import read_synonyms
from pbem.games.warriors_of_england.checks import checks
from pbem.games.warriors_of_england.components.board import Side
from pbem.games.warriors_of_england.components.names import names
from pbem.games.warriors_of_england.components.setup import new_state, unpack
from pbem.games.warriors_of_england.components.state import State
from pbem.games.warriors_of_england.offer import OFFER
from pbem.games.warriors_of_england.orders.reasons import why_not
from pbem.games.warriors_of_england.orders.rulings import RULINGS
from pbem.games.warriors_of_england.orders.segments import (
    CAMPAIGNS,
    PLACING,
    SCOPES,
    SEGMENT_NAMES,
    scopes,
    segments,
    why_never,
)
from pbem.games.warriors_of_england.orders.situations import SITUATIONS
from pbem.games.warriors_of_england.orders.words import VOCABULARY, in_full, known, place
from pbem.games.warriors_of_england.preview.facts import facts
from pbem.games.warriors_of_england.preview.forecast import enemies, forecast
from pbem.games.warriors_of_england.preview.lookahead import SOLO_PLAY
from pbem.games.warriors_of_england.report.chronicle import CHRONICLE
from pbem.games.warriors_of_england.report.headline import headline, score
from pbem.games.warriors_of_england.report.map_text import ATLAS
from pbem.games.warriors_of_england.report.picture import COLOURS, picture
from pbem.games.warriors_of_england.report.view import view
from pbem.games.warriors_of_england.sample import SAMPLE
from pbem.games.warriors_of_england.turns import play


def stamp(_s: State, event: Event) -> TurnLabel | None:
    """4.0 The label of the turn that begins with an Event; None for other Events."""
    return TurnLabel("Turn", event.data["turn"]) if event.name == "turn_begins" else None


RULES: Rules[State] = Rules(
    name="warriors_of_england",
    title=OFFER.title,
    version=1,
    seats=always(*(side.value for side in Side)),
    scenarios=OFFER.scenarios,
    new_state=new_state,
    play=play,
    turn=lambda s: f"turn {s.turn}, {s.phase}",
    is_open=True,
    result=lambda s: s.result,
    view=view,
    vocabulary=VOCABULARY,
    names=names,
    unpack=unpack,
    checks=checks,
    orders=Orders(
        known=known,
        place=place,
        why_not=why_not,
        facts=facts,
        in_full=in_full,
        synonyms=read_synonyms("pbem.games.warriors_of_england.orders"),
    ),
    rulings=RULINGS,
    standing=Standing(scopes=scopes, scope_names=SCOPES, situations=SITUATIONS),
    segments=Segments(of=segments, plain=(CAMPAIGNS, PLACING), why_never=why_never, forms=SEGMENT_NAMES),
    previews=Previews(forecast=forecast, lookahead=SOLO_PLAY, enemies=enemies),
    reports=Reports(
        stamp=stamp,
        atlas=ATLAS,
        picture=picture,
        chronicle=CHRONICLE,
        headline=headline,
        score=score,
        leads={"vp": ("Lancaster", "York")},
    ),
    colours=COLOURS,
    sample=SAMPLE,
)
