"""Facts below a question: costs and odds of options, relevant cards, and consequences.

Nothing may depend on what the reader cannot see: an Enemy's hand or Plan, or a Hidden Mat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pbem.engine.decision import Decision, Json, Pick, PickSome, YesNo
from pbem.engine.phrase import NONE, words_of
from pbem.games.plantagenet.battle import battle, battle_events, death_check, strike
from pbem.games.plantagenet.battle.forces import protection
from pbem.games.plantagenet.campaign import approach, end_campaign, intercept, plan, tides
from pbem.games.plantagenet.campaign.command import COMMAND
from pbem.games.plantagenet.cards import arts_of_war, events_york
from pbem.games.plantagenet.components import held, influence
from pbem.games.plantagenet.components.assets import own
from pbem.games.plantagenet.components.box import PROVENDER, Side
from pbem.games.plantagenet.components.influence import Raise
from pbem.games.plantagenet.components.options import UnitOf
from pbem.games.plantagenet.components.setup import BATTLE_ONLY
from pbem.games.plantagenet.components.state import State, battle_of
from pbem.games.plantagenet.levy import exiles, muster, pay, pillage
from pbem.games.plantagenet.preview.facts_cards import to_assign, to_play
from pbem.games.plantagenet.preview.facts_command import death_words, of_command, of_exile, of_intercept, of_surrender
from pbem.games.plantagenet.preview.facts_levy import (
    check_in_short,
    of_disband,
    of_exiles,
    of_muster,
    of_pillage,
    of_plan,
    of_shares,
    of_vassals,
)
from pbem.games.plantagenet.preview.forecast import forecast
from pbem.games.plantagenet.preview.forecast_battle import absorbed, otherwise
from pbem.games.plantagenet.preview.forecast_words import UNITS, name
from pbem.i18n import Text

MAX_OPTIONS = 8
"""The maximum number of options listed one by one."""


def facts(s: State, decision: Decision) -> tuple[str, ...]:
    """Short lines below a question; for some questions none."""
    lines_of = FACTS_BY_KEY.get(decision.key)
    return tuple(lines_of(s, decision)) if lines_of is not None else ()


def of_raise(_s: State, decision: Decision) -> Iterator[str]:
    """1.4.2 The dice that pass a check, with each raise."""
    assert isinstance(decision.shape, Raise)
    yield Text(
        "The check {check_in_short}. What is spent is lost in any case.",
        check_in_short=check_in_short(decision.shape.rating),
    )


def of_flee(s: State, decision: Decision) -> Iterator[str]:
    """4.4.2 Flee. After Bosworth, a Battle without a board (6.0), there are no Death checks."""
    if s.sheet.kind == BATTLE_ONLY:
        yield Text("Who Flees is Routed at once, and his Troops with him.")
        return
    yield Text("Who Flees is Routed at once, and his Troops with him. {death_words}", death_words=death_words())
    yield from otherwise(s, Side(decision.seat), battle_of(s).fighters)


def of_hits(s: State, decision: Decision) -> Iterator[str]:
    """4.4.2 The units that could absorb the Hit, grouped by equal Protection."""
    assert isinstance(decision.shape, Pick)
    step = strike.Blow.read(decision.subject).step
    alike: dict[int, list[str]] = {}
    for struck in map(UnitOf.read, decision.shape.options()):
        called = " ".join(name(s, word) for word in words_of(struck))
        alike.setdefault(protection(s, struck.lord, struck.unit, step), []).append(called)
    for top, units in sorted(alike.items(), reverse=True):
        yield Text("{units}: {roll}.", units=", ".join(units), roll=absorbed(top))


def by_forecast(s: State, decision: Decision) -> Iterator[str]:
    """The forecasts of the answers, grouped by equal results; for a yes or no question that of yes."""
    side = Side(decision.seat)
    results: dict[str, list[str]] = {}
    for answer, called in _answers(s, decision):
        if lines := forecast(s, side, decision, answer).lines(UNITS, called):
            results.setdefault(Text("; ").join(lines), []).append(called)
    for result, alike in results.items():
        yield Text("{called}: {lines}.", called=", ".join(alike), lines=result)


def of_taxes(s: State, decision: Decision) -> Iterator[str]:
    """y10 The yield of each Tax, and how several Lords Tax."""
    yield from by_forecast(s, decision)
    yield Text('One line for each Lord who Taxes; "tax none" ends it.')


def of_charity(s: State, decision: Decision) -> Iterator[str]:
    """4.8.1 The gain of a gift, and when it is asked for."""
    yield from by_forecast(s, decision)
    yield Text("The cards are played: Tides of War come next, which count the gift.")
    if decision.subject == tides.charity_subject(s, tides.MAX_CHARITY - 1):
        yield Text("This is the second Provender, and the last that can be given.")
    elif any(own(s, lord, PROVENDER) >= tides.MAX_CHARITY for lord in tides.givers(s)):
        yield Text("Up to 2 Provender can be given, 1 with each line: for 2 of one Lord, write his line twice.")
    else:
        yield Text("Up to 2 Provender can be given, 1 with each line.")


def _answers(s: State, decision: Decision) -> Iterator[tuple[Json, str]]:
    shape = decision.shape
    if isinstance(shape, YesNo):
        yield True, "Yes"
    elif isinstance(shape, Pick | PickSome):
        for option in [option for option in shape.options() if option != NONE][:MAX_OPTIONS]:
            called = " ".join(name(s, word) for word in words_of(option))
            yield [option] if isinstance(shape, PickSome) else option, called


FACTS_BY_KEY: Mapping[str, Callable[[State, Decision], Iterator[str]]] = {
    arts_of_war.ASSIGN: to_assign,
    held.PLAY: to_play,
    end_campaign.DISCARD: to_play,
    muster.MUSTER: of_muster,
    muster.KINGS_NAME: by_forecast,
    pay.DISBAND: of_disband,
    pay.VASSALS: of_vassals,
    pillage.PAY.share: of_shares,
    pillage.FEED.share: of_shares,
    pillage.PILLAGE: of_pillage,
    exiles.EXILES: of_exiles,
    plan.PLAN: of_plan,
    COMMAND: of_command,
    influence.RAISE: of_raise,
    intercept.INTERCEPT: of_intercept,
    approach.PARLEY: by_forecast,
    approach.EXILE: of_exile,
    events_york.CLARENCE_KEY: by_forecast,
    events_york.TAX: of_taxes,
    battle.CULVERINS_KEY: by_forecast,
    battle.FLEE: of_flee,
    battle_events.SUSPICION_KEY: by_forecast,
    battle_events.TRUST_KEY: by_forecast,
    battle_events.REGROUP_KEY: by_forecast,
    battle_events.REGROUP_ASKED: by_forecast,
    strike.HIT: of_hits,
    strike.CHARGE: by_forecast,
    strike.REROLL: by_forecast,
    tides.CHARITY_KEY: of_charity,
    death_check.SURRENDER_KEY: of_surrender,
}
