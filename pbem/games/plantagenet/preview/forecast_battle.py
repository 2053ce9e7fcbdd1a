"""4.3.5, 4.4 Forecasts for answers in Approach and Battle."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from pbem.engine.decision import Decision, Json
from pbem.engine.game.forecast import FACES, NAMED, Forecast, Odds, faces, faces_from, odds, paid
from pbem.games.plantagenet.battle import battle, battle_events, strike
from pbem.games.plantagenet.battle.array import unrouted_lords
from pbem.games.plantagenet.battle.cards_york import FINAL_CHARGE_HITS, culverins_dice, final_charger
from pbem.games.plantagenet.battle.death_check import CAPTURE_OF_THE_KING, DIES_FROM, EDWARDS_HAVEN, FLED_BENEFIT
from pbem.games.plantagenet.battle.forces import protection, routed_troops
from pbem.games.plantagenet.campaign import approach
from pbem.games.plantagenet.components.box import EDWARD_IV, HENRY_VI, MARGARET, RETINUE, Lord, Side, Strike
from pbem.games.plantagenet.components.card_ids import Capabilities
from pbem.games.plantagenet.components.lords import CAPTURE_REWARD
from pbem.games.plantagenet.components.options import UnitOf
from pbem.games.plantagenet.components.setup import BATTLE_ONLY
from pbem.games.plantagenet.components.state import State, battle_of, has_capability, mat_hidden, on_map, side_of
from pbem.games.plantagenet.preview.forecast_words import name
from pbem.i18n import Text


def of_kings_parley(s: State, _decision: Decision, _answer: Json) -> Forecast:
    """l15 King's Parley; with Hidden Mats Lancaster can be asked without having it."""
    if not has_capability(s, HENRY_VI, Capabilities.KINGS_PARLEY):
        return Forecast(words=(Text("the Approach goes on all the same"),))
    return Forecast(words=(Text("the Approach is cancelled"), Text("the Capability is discarded")))


def of_culverins(s: State, _decision: Decision, answer: Json) -> Forecast:
    """y1 y2 l1 l2 Culverins and Falconets: the dice are the Hits."""
    dice = {lord: culverins_dice(s, Lord(lord)) for lord in answer}
    shot = {1: Text("a die is"), 2: Text("two dice are")}
    lines = [
        NAMED.filled(called=name(s, lord), told=Text("{shot} added to his Missile Hits", shot=shot[number]))
        for lord, number in dice.items()
    ]
    return Forecast(words=(*lines, Text("the Capability is discarded")))


def of_flee(s: State, decision: Decision, answer: Json) -> Forecast:
    """4.4.2 Flee: the Lord is Routed; 4.4.3 the Death check of those who Fled. At Bosworth (6.0) there is none."""
    if s.sheet.kind == BATTLE_ONLY:
        return Forecast(words=tuple(Text("{lord} is Routed", lord=name(s, lord)) for lord in answer))
    side = Side(decision.seat)
    lost = set(unrouted_lords(s, side)) <= set(answer)
    lines = [if_he_flees(s, Lord(lord), lost=lost) for lord in answer]
    worse = Text("Routed otherwise, a Lord Dies on {worse}", worse=faces_from(DIES_FROM))
    return Forecast(words=(*lines, worse, *otherwise(s, side, battle_of(s).fighters)))


def if_he_flees(s: State, lord: Lord, *, lost: bool) -> str:
    """4.4.2, 4.4.3 What happens to a Lord who Flees. If all of a side Flee, the Battle is `lost`, and with it Henry VI
    (6.0), or the lives of those who Fled from Richard III's Bloody thou art (y33).
    """
    battle, called = battle_of(s), name(s, lord)
    if lost and side_of(s, lord) is Side.LANCASTER:
        if lord == HENRY_VI and CAPTURE_OF_THE_KING in s.sheet.special_rules:
            return Text("{lord} is Routed, and captured as the Battle ends", lord=called)
        if any(has_capability(s, other, Capabilities.BLOODY_THOU_ART) for other in battle.fighters):
            return Odds(Text("{lord} is Routed, and Dies as the Battle ends", lord=called), 0)
    better = faces_from(DIES_FROM + FLED_BENEFIT)
    lives = (DIES_FROM + FLED_BENEFIT - 1) / FACES
    return Odds(Text("{lord} is Routed, and Dies on {better} when the Battle ends", lord=called, better=better), lives)


def otherwise(s: State, side: Side, fighters: Collection[Lord]) -> Iterator[str]:
    """4.4.3, 6.0 What may replace the Death checks after a Battle of these Lords, as far as public: Bloody thou art (y33),
    the King's capture, and, for York, Edward IV's Foreign Haven.
    """
    cruel = [lord for lord in fighters if has_capability(s, lord, Capabilities.BLOODY_THOU_ART)]
    if any(side is Side.YORK or not mat_hidden(s, lord) for lord in cruel):
        yield Text(
            "Bloody thou art (y33): if York wins, nobody checks for Death; each Routed Lancastrian Lord Dies, each Yorkist "
            "Disbands."
        )
    if CAPTURE_OF_THE_KING in s.sheet.special_rules and HENRY_VI in fighters:
        yield Text(
            "Capture of the King: if York wins, Henry VI does not check for Death but is captured, and York gains {reward} "
            "Influence more.",
            reward=CAPTURE_REWARD,
        )
    if EDWARDS_HAVEN in s.sheet.special_rules and side is Side.YORK and EDWARD_IV in fighters and not on_map(s, MARGARET):
        yield Text("Foreign Haven: Edward IV, Routed, can go into Exile instead of checking for Death.")


def of_hit(s: State, decision: Decision, answer: Json) -> Forecast:
    """4.4.2 Roll by Hit; the step is in the subject."""
    struck, step = UnitOf.read(answer), strike.Blow.read(decision.subject).step
    return Forecast(words=(absorbed(protection(s, struck.lord, struck.unit, step)),))


def of_charge(s: State, _decision: Decision, _answer: Json) -> Forecast:
    """y32 Final Charge."""
    lord = final_charger(s, list(battle_of(s).fighters))
    hits = Text("the Enemy takes {final_charge_hits} Hits more", final_charge_hits=FINAL_CHARGE_HITS)
    if lord is None:
        return Forecast(words=(hits,))
    roll = absorbed(protection(s, lord, RETINUE, Strike.MELEE))
    return Forecast(words=(Odds(Text("his Retinue takes a Hit first: {roll}", roll=roll), roll.chance), hits))


def absorbed(top: int) -> Odds:
    """4.4.2 The odds of a Protection roll that needs `top` or less."""
    return Odds(
        Text("absorbed on {top}, else it Routs", top=faces(top)) if top else Text("no roll absorbs it: it Routs"),
        top / FACES,
    )


def of_reroll(s: State, decision: Decision, _answer: Json) -> Forecast:
    """4.4.2 Valour Rerolls."""
    struck = strike.Struck.read(decision.subject)
    return Forecast(paid(Valour=1), (odds(protection(s, struck.lord, struck.unit, struck.step)),))


def of_regroup(s: State, _decision: Decision, answer: Json) -> Forecast:
    """y30 Regroup: each Routed piece rolls."""
    if answer == battle_events.ASK:
        return Forecast()
    lord = Lord(answer)
    tops = {unit: protection(s, lord, unit, Strike.MELEE) for unit in routed_troops(s, lord)}
    rolls = {unit: odds(top) for unit, top in tops.items()}
    return Forecast(
        words=tuple(
            Odds(Text("each {unit}: {roll}", unit=name(s, unit), roll=roll), roll.chance) for unit, roll in rolls.items()
        )
    )


IN_BATTLE: Mapping[str, Callable[[State, Decision, Json], Forecast]] = {
    approach.PARLEY: of_kings_parley,
    battle.CULVERINS_KEY: of_culverins,
    battle.FLEE: of_flee,
    strike.HIT: of_hit,
    strike.CHARGE: of_charge,
    strike.REROLL: of_reroll,
    battle_events.REGROUP_KEY: of_regroup,
    battle_events.REGROUP_ASKED: of_regroup,
}
