"""Richard III as a game for the engine."""

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
from pbem.games.richard_iii.checks import checks
from pbem.games.richard_iii.components.board import Side
from pbem.games.richard_iii.components.names import names
from pbem.games.richard_iii.components.setup import new_state, unpack
from pbem.games.richard_iii.components.state import PHASES, State
from pbem.games.richard_iii.offer import OFFER
from pbem.games.richard_iii.orders.reasons import why_not
from pbem.games.richard_iii.orders.segments import ACTIONS, CARDS, HOMES, SCOPES, SEGMENT_NAMES, scopes, segments, why_never
from pbem.games.richard_iii.orders.situations import SITUATIONS
from pbem.games.richard_iii.orders.words import VOCABULARY, in_full, known, place
from pbem.games.richard_iii.preview.facts import facts
from pbem.games.richard_iii.preview.forecast import UNITS, enemies, forecast
from pbem.games.richard_iii.preview.lookahead import SOLO_PLAY
from pbem.games.richard_iii.report.chronicle import CHRONICLE
from pbem.games.richard_iii.report.headline import headline, score
from pbem.games.richard_iii.report.map_text import ATLAS
from pbem.games.richard_iii.report.picture import COLOURS, picture
from pbem.games.richard_iii.report.view import view
from pbem.games.richard_iii.sample import SAMPLE
from pbem.games.richard_iii.turns import TURNS, play
from pbem.i18n import Text


def stamp(_s: State, event: Event) -> TurnLabel | None:
    """1.0 The label of the turn that begins with an Event, counted through all campaigns; None for other Events."""
    if event.name != "turn_begins":
        return None
    return TurnLabel("Turn", (event.data["campaign"] - 1) * TURNS + event.data["turn"])


NO_SET_UP = Text(
    "The rulebook only mentions shorter games that start in campaign 2 or 3, and prints no set-up for them (ruling R48)"
)
"""Why 1470 and 1483 are not offered."""

RULES: Rules[State] = Rules(
    name="richard_iii",
    title=OFFER.title,
    version=1,
    seats=always(*(side.value for side in Side)),
    scenarios=OFFER.scenarios,
    left_out={"1470": NO_SET_UP, "1483": NO_SET_UP},
    new_state=new_state,
    play=play,
    turn=lambda s: Text(
        "campaign {campaign}, turn {turn}, {phases}", campaign=s.campaign, turn=s.turn, phases=PHASES[s.phase]
    ),
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
        synonyms=read_synonyms("pbem.games.richard_iii.orders"),
        in_full=in_full,
    ),
    standing=Standing(scopes=scopes, scope_names=SCOPES, situations=SITUATIONS),
    segments=Segments(of=segments, plain=(ACTIONS, CARDS, HOMES), why_never=why_never, forms=SEGMENT_NAMES),
    previews=Previews(forecast=forecast, units=UNITS, lookahead=SOLO_PLAY, enemies=enemies),
    reports=Reports(stamp=stamp, atlas=ATLAS, picture=picture, chronicle=CHRONICLE, headline=headline, score=score),
    colours=COLOURS,
    sample=SAMPLE,
)
