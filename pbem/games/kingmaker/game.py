"""Kingmaker II as a game for the engine."""

from __future__ import annotations

from pbem.engine.decision import Decision, Json, Menu, Seat
from pbem.engine.ending import ALL, LOST
from pbem.engine.event import Event
from pbem.engine.game.atlas import TurnLabel
from pbem.engine.game.forecast import Previews
from pbem.engine.game.orders import Orders
from pbem.engine.game.reports import Reports
from pbem.engine.game.rules import Rules
from pbem.engine.game.segments import Segments
from pbem.engine.game.standing import Standing
from pbem.engine.game.synonyms import read_synonyms
from pbem.engine.game.terms import Term
from pbem.games.kingmaker.asking.event import EVENT, WINDOW
from pbem.games.kingmaker.asking.fighting import named_in_full
from pbem.games.kingmaker.asking.setting_up import AWARD, CASTLE, DROP, TAKEN
from pbem.games.kingmaker.asking.unasked import ACTS
from pbem.games.kingmaker.checks import checks
from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.components.names import SEATS, name_of, names, part
from pbem.games.kingmaker.components.nobles import are_friends
from pbem.games.kingmaker.components.setup import seats, unpack
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.deals.agreements import DEALS, allies
from pbem.games.kingmaker.deals.reasons import why_not_yet
from pbem.games.kingmaker.offer import OFFER
from pbem.games.kingmaker.orders.no_orders import NO_ORDERS
from pbem.games.kingmaker.orders.reasons import why_not
from pbem.games.kingmaker.orders.reasons_royal import why_not_now
from pbem.games.kingmaker.orders.segments import SCOPES, SEGMENT_NAMES, TURNS, scopes, segments, why_never, why_no_more
from pbem.games.kingmaker.orders.situations import SITUATIONS
from pbem.games.kingmaker.orders.whereabouts import acting
from pbem.games.kingmaker.orders.words import VOCABULARY, known, place
from pbem.games.kingmaker.preview.facts import facts
from pbem.games.kingmaker.preview.forecast import forecast
from pbem.games.kingmaker.preview.lookahead import SOLO_PLAY
from pbem.games.kingmaker.report.card_text import CARDS, handout
from pbem.games.kingmaker.report.chronicle import CHRONICLE
from pbem.games.kingmaker.report.concerns import concerns
from pbem.games.kingmaker.report.headline import headline, score
from pbem.games.kingmaker.report.map_text import ATLAS
from pbem.games.kingmaker.report.picture import COLOURS, picture
from pbem.games.kingmaker.report.view import view
from pbem.games.kingmaker.sample import SAMPLE
from pbem.games.kingmaker.setup.options import VERSION, bad_options, new_state, told_options
from pbem.games.kingmaker.turns import TURN, play
from pbem.i18n import Text

NO_RULES = Text("The rulebook only names this way to play, and has no rules for it")
"""Why the other games of the box are not offered (l. 13-16, 36)."""
OWN_TURN = frozenset({AWARD, CASTLE, TAKEN, DROP, EVENT, TURN})
"""The questions of the set-up and of the active player's own phases."""


def stamp(_s: State, event: Event) -> TurnLabel | None:
    """3 The label of the round that begins with an Event; None for other Events."""
    begins = event.name == "turn_begins" and event.data["first"]
    return TurnLabel("Round", event.data["round"]) if begins else None


def turn(s: State) -> str:
    """3 The time of the game in words."""
    if s.phase is Phase.SETUP:
        return Text("set-up")
    return Text("round {round}, {player}'s turn", round=s.round, player=name_of(s, s.active))


def term(_s: State, decision: Decision) -> Term:
    """3 What kind of wait a decision is: an own turn; a window while another's Event card lies open; else an answer."""
    if decision.key == WINDOW:
        return Term.WINDOW
    return Term.TURN if decision.key in OWN_TURN else Term.ANSWER


def result(s: State) -> Json:
    """13 The result with all winners; if nobody has won, all have lost (10.7)."""
    if s.result is None or s.result["winners"]:
        return s.result
    return {**s.result, LOST: ALL}


def in_full(s: State, decision: Decision) -> dict[str, str]:
    """6.2.1 Alternative forms of attacks: with the names of all who can, each mapped to the form without names."""
    is_turn = decision.key == TURN and isinstance(decision.shape, Menu)
    return named_in_full(s, decision.shape.options()) if is_turn and isinstance(decision.shape, Menu) else {}


def last_left(s: State, left: tuple[Seat, ...]) -> Seat | None:
    """13 The winner when only some seats are left: if they are all allied, the first; None while the game goes on."""
    return left[0] if all(are_friends(s, left[0], seat) for seat in left) else None


RULES: Rules[State] = Rules(
    name="kingmaker",
    title=OFFER.title,
    version=VERSION,
    seats=seats,
    scenarios=OFFER.scenarios,
    left_out={"classic": NO_RULES, "extended": NO_RULES, "solo": NO_RULES},
    new_state=new_state,
    play=play,
    turn=turn,
    term=term,
    result=result,
    view=view,
    vocabulary=VOCABULARY,
    names=names,
    unpack=unpack,
    checks=checks,
    wins_by_resignation=last_left,
    options=OFFER.options,
    about_options=OFFER.about_options,
    bad_options=bad_options,
    told_options=told_options,
    colours=COLOURS,
    sample=SAMPLE,
    acts=ACTS,
    deals=DEALS,
    allies=allies,
    orders=Orders(
        known=known,
        place=place,
        why_not=why_not,
        why_not_yet=why_not_yet,
        facts=facts,
        synonyms=read_synonyms("pbem.games.kingmaker.orders", NO_ORDERS),
        acting=acting,
        in_full=in_full,
        part=part,
        seats=SEATS,
    ),
    standing=Standing(scopes=scopes, scope_names=SCOPES, situations=SITUATIONS, consents=("agree yes",)),
    segments=Segments(
        of=segments,
        plain=(TURNS,),
        forms=SEGMENT_NAMES,
        why_never=why_never,
        why_not_now=why_not_now,
        why_no_more=why_no_more,
    ),
    previews=Previews(forecast=forecast, lookahead=SOLO_PLAY),
    reports=Reports(
        stamp=stamp,
        atlas=ATLAS,
        cards=CARDS,
        picture=picture,
        chronicle=CHRONICLE,
        headline=headline,
        handout=handout,
        score=score,
        concerns=concerns,
    ),
)
