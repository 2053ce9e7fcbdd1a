"""Plantagenet as a game for the engine, with the functions that the Table and the desk call."""

from __future__ import annotations

import re

from pbem.engine.decision import Decision, Json, Menu
from pbem.engine.event import Event
from pbem.engine.game.atlas import TurnLabel
from pbem.engine.game.forecast import Previews
from pbem.engine.game.orders import Orders
from pbem.engine.game.reports import Reports
from pbem.engine.game.rules import Rules
from pbem.engine.game.segments import Segments
from pbem.engine.game.setup import always
from pbem.engine.game.standing import Scope, Standing
from pbem.engine.game.synonyms import read_synonyms
from pbem.games.plantagenet.campaign.plan import PLAN, plan_is_played
from pbem.games.plantagenet.checks import checks
from pbem.games.plantagenet.components.box import Side
from pbem.games.plantagenet.components.names import names
from pbem.games.plantagenet.components.opening_options import bad_options, told_options
from pbem.games.plantagenet.components.setup import BATTLE_ONLY, unpack
from pbem.games.plantagenet.components.state import Phase, State
from pbem.games.plantagenet.levy.exiles import EXILES
from pbem.games.plantagenet.levy.muster import MUSTER
from pbem.games.plantagenet.levy.parley import Parley, with_free_vote
from pbem.games.plantagenet.levy.pay import DISBAND, VASSALS
from pbem.games.plantagenet.levy.pillage import PAY, PILLAGE
from pbem.games.plantagenet.offer import OFFER
from pbem.games.plantagenet.orders.preferences import known, place
from pbem.games.plantagenet.orders.reasons import why_not
from pbem.games.plantagenet.orders.renewing import renewed
from pbem.games.plantagenet.orders.rulings import RULINGS
from pbem.games.plantagenet.orders.segments import (
    KINDS,
    NUMBERED_KINDS,
    SEGMENT_NAMES,
    foreseen,
    segments,
    why_never,
    why_over,
)
from pbem.games.plantagenet.orders.situations import SITUATIONS
from pbem.games.plantagenet.orders.verdict import verdict
from pbem.games.plantagenet.orders.words import VOCABULARY, ahead, segment, speaks
from pbem.games.plantagenet.preview.brings import brings
from pbem.games.plantagenet.preview.facts import facts
from pbem.games.plantagenet.preview.forecast import enemies, forecast
from pbem.games.plantagenet.preview.forecast_words import UNITS
from pbem.games.plantagenet.preview.lookahead import SOLO_PLAY
from pbem.games.plantagenet.report.card_text import CARDS
from pbem.games.plantagenet.report.chronicle import ANNALS
from pbem.games.plantagenet.report.handout import handout
from pbem.games.plantagenet.report.headline import headline, score
from pbem.games.plantagenet.report.map_text import ATLAS
from pbem.games.plantagenet.report.picture import picture
from pbem.games.plantagenet.report.view import view
from pbem.games.plantagenet.sample import SAMPLE
from pbem.games.plantagenet.turns import play
from pbem.games.plantagenet.wars.earlier import bad_earlier, told_earlier
from pbem.games.plantagenet.wars.set_up import first_state
from pbem.i18n import Text, mapped

VERSION = 4
ROUND, BATTLE, CARD, WAR, GAME = "round", "battle", "card", "war", "game"
SCOPES = (ROUND, BATTLE, CARD, *(phase.value for phase in Phase), WAR, GAME)
LENGTHS = {Phase.LEVY.value: Text("this levy"), f"{Phase.LEVY}+": Text("the levy to come")}
CARD_NUMBER = re.compile(r"card ([0-9]+)")
PAY_STEP = (f"{PAY.rule} share", PILLAGE, DISBAND, VASSALS)
"""3.2 The questions of Pay."""


def turn(s: State) -> str:
    """The time of the game, for the log and the dice: the Turn, Levy or Command card, a Battle's Round."""
    if s.sheet.kind == BATTLE_ONLY:
        return "array" if s.battle is None else f"round {s.battle.round}"
    now = (
        f"turn {s.turn}, {s.phase}"
        if s.wars is None
        else Text("War {war}, turn {turn}, {phase}", war=s.wars.war, turn=s.turn, phase=s.phase)
    )
    if s.phase is Phase.CAMPAIGN:
        now += f", card {s.cards_played}" if s.cards_played else ", Plan"
    return now if s.battle is None else now + f", round {s.battle.round}"


def moment(turn: str) -> str:
    """4.2 Converts the log's time: readers number the Command cards of each side from 1, the log numbers those of both
    together.
    """
    return mapped(turn, lambda text: CARD_NUMBER.sub(lambda found: f"card {(int(found[1]) + 1) // 2}", text))


def scopes(s: State) -> tuple[Scope, ...]:
    """How long an order can hold, the shortest first: this Round, Battle, Command card, Levy or Campaign, the next Campaign
    and Levy, the game.
    """
    alone = s.sheet.kind == BATTLE_ONLY
    wide = () if alone else _scopes_of_turn(s)
    if s.battle is None:
        return wide or (Scope(BATTLE, s.scenario, usual=True),)
    battle = Scope(BATTLE, s.scenario if alone else f"{s.scenario} {s.battles}", usual=alone)
    return Scope(ROUND, f"{s.battles}.{s.battle.round}"), battle, *wide


def _scopes_of_turn(s: State) -> tuple[Scope, ...]:
    this, following = turn_token(s, s.turn), turn_token(s, s.turn + 1)
    now = Scope(s.phase, this, usual=True)
    levy = s.phase is Phase.LEVY
    next_levy = Scope(Phase.LEVY, following, coming=True)
    coming = (Scope(Phase.CAMPAIGN, this, coming=True), next_levy) if levy else (next_levy,)
    card = (Scope(CARD, f"{this}.{s.cards_played}"),) if s.command is not None else ()
    war = () if s.wars is None else (Scope(WAR, s.wars.war),)
    return *card, now, *coming, *war, Scope(GAME, s.scenario)


def turn_token(s: State, turn: int) -> str:
    """A token for a Turn, unique over all Wars."""
    return str(turn) if s.wars is None else f"{s.wars.war} {turn}"


def can_come(s: State, key: str) -> bool:
    """3.2, 3.3 Whether a question can still come in this Levy: not Pay and the Muster of Exiles once a side Musters; no Pay
    in the first Turn.
    """
    if s.phase is not Phase.LEVY or key not in (*PAY_STEP, EXILES):
        return True
    return s.muster is None and (key == EXILES or s.turn != s.sheet.first_turn)


def acting(s: State, decision: Decision) -> tuple[str, ...]:
    """3.4.2, 4.2 The Lord who takes Levy actions or Commands; else the Lords in the question's subject."""
    if decision.key == MUSTER:
        return (s.muster.lord,) if s.muster is not None and s.muster.lord is not None else ()
    return tuple(decision.subject.split())


def better(s: State, decision: Decision, option: str) -> str:
    """y18, l18 A Parley in a Muster with the vote of an Event in force, if that costs nothing."""
    if decision.key != MUSTER or s.muster is None or s.muster.lord is None or not option.startswith(f"{Parley.verb} "):
        return option
    named = with_free_vote(s, s.muster.lord, Parley.read(option))
    return named if isinstance(decision.shape, Menu) and named in decision.shape.options() else option


def part(s: State) -> str:
    """6.2.2 The part of the game: in the Wars of the Roses Lords and cards change with each War, and Lords also within
    it.
    """
    return "" if s.wars is None else f"{s.wars.war} {len(s.lords)}"


def stamp(s: State, event: Event) -> TurnLabel | None:
    """2.2 The Turn (at Bosworth the Round) that begins with an Event; None for other Events."""
    name, word = ("round_begins", "Round") if s.sheet.kind == BATTLE_ONLY else ("levy_begins", "Turn")
    return TurnLabel(word, event.data[word.lower()], event.data.get("war", "")) if event.name == name else None


def result(s: State) -> Json:
    """Who has won, or None while the game goes on."""
    return s.result


RULES = Rules(
    name="plantagenet",
    title=OFFER.title,
    version=VERSION,
    seats=always(*(side.value for side in Side)),
    scenarios=OFFER.scenarios,
    new_state=first_state,
    play=play,
    turn=turn,
    result=result,
    view=view,
    vocabulary=VOCABULARY,
    names=names,
    unpack=unpack,
    checks=checks,
    orders=Orders(
        form=segment,
        ahead=ahead,
        known=known,
        speaks=speaks,
        why_not=why_not,
        facts=facts,
        synonyms=read_synonyms("pbem.games.plantagenet.orders"),
        acting=acting,
        place=place,
        better=better,
        part=part,
    ),
    rulings=RULINGS,
    standing=Standing(
        scopes=scopes,
        scope_names=SCOPES,
        can_come=can_come,
        situations=SITUATIONS,
        renewed=renewed,
        lengths=LENGTHS,
    ),
    segments=Segments(
        of=segments,
        numbered=NUMBERED_KINDS,
        plain=KINDS,
        foreseen=foreseen,
        why_over=why_over,
        why_never=why_never,
        verdict=verdict,
        forms=SEGMENT_NAMES,
    ),
    previews=Previews(forecast=forecast, units=UNITS, lookahead=SOLO_PLAY, enemies=enemies, brings=brings),
    reports=Reports(
        stamp=stamp,
        atlas=ATLAS,
        cards=CARDS,
        picture=picture,
        chronicle=ANNALS,
        headline=headline,
        score=score,
        leads={"influence": ("Lancaster", "York")},
        handout=handout,
        moment=moment,
        sealed={PLAN: plan_is_played},
    ),
    sample=SAMPLE,
    options=OFFER.options,
    about_options=OFFER.about_options,
    bad_options=lambda setup: bad_options(setup) or bad_earlier(setup),
    told_options=lambda setup: (*told_options(setup), *told_earlier(setup)),
)
