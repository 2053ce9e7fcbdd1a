"""4.1 Plan: each side stacks its Command cards in secret. Also effects at the start of a Campaign."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from pbem.engine.decision import Decision, Stack, Together
from pbem.engine.event import tell
from pbem.games.plantagenet.components.assets import add_asset
from pbem.games.plantagenet.components.box import COIN, PROVENDER, Lord, Rank, Side
from pbem.games.plantagenet.components.card_ids import Capabilities
from pbem.games.plantagenet.components.state import PASS, State, Status, holder_of, lords_of
from pbem.games.plantagenet.wars.heirs import in_place_of
from pbem.i18n import Text

PLAN = "4.1 plan"
CARDS_PER_LORD = 3
PASS_CARDS = 4

GONE = (Status.DEAD, Status.SHIPWRECKED, Status.REMOVED, Status.REPLACED, Status.SET_ASIDE)
LEADERS_FIRST = (Rank.MARSHAL, Rank.LIEUTENANT, Rank.NONE)


async def begin_campaign(s: State) -> None:
    """4.0 The start of a Campaign: l22 Stafford Estates, 1 Coin and 1 Provender for its Lord."""
    s.cards_played = 0
    lord = holder_of(s, Capabilities.STAFFORD_ESTATES)
    if lord is not None:
        for asset in (COIN, PROVENDER):
            add_asset(s, lord, asset, 1, "4.0")


async def plan(s: State) -> None:
    """4.1, 4.1.2 Both sides stack their Plans at the same time and in secret; a finished Plan does not change. If a ruling
    brings a succession after a Plan was given, the successor takes the Lord's place in it (6.2.2).
    """
    stacks = await Together(tuple(plan_question(s, side) for side in s.order))
    for side, stack in zip(s.order, stacks, strict=True):
        s.plans[side] = [card if card == PASS else in_place_of(s, Lord(card)) for card in stack]
    tell(s, "4.1", "plans_made", cards=plan_cards(s))


def plan_is_played(s: State, side: str) -> bool:
    """4.2 Whether a side has revealed its whole Plan. If a War ends before that, no card is played in the next one."""
    return s.cards_played > 0 and not s.plans[Side(side)]


def plan_question(s: State, side: Side) -> Decision:
    """4.1 The question for a side's Plan."""
    count = plan_cards(s)
    prompt = Text("Make your Plan of {count} Command cards, first to last.", count=count)
    return Decision(side, PLAN, side, prompt, Stack(lambda: command_deck(s, side), count), lambda: usual_plan(s, side))


def plan_cards(s: State) -> int:
    """4.1 The number of Command cards for the present Calendar box."""
    return s.board.calendar[s.turn].plan_cards


def command_deck(s: State, side: Side) -> Mapping[str, int]:
    """1.9.2, 4.1.1 The side's Command deck: three cards of each Lord still in the game, four Pass (ruling R61).

    Ruling: a side left with too few Lords to fill a Plan has Pass cards enough to do so.
    """
    lords = [lord for lord, cylinder in s.lords.items() if s.box.lords[lord].side is side and cylinder.status not in GONE]
    passes = max(PASS_CARDS, plan_cards(s) - CARDS_PER_LORD * len(lords))
    return dict.fromkeys(lords, CARDS_PER_LORD) | {PASS: passes}


def usual_plan(s: State, side: Side) -> list[str]:
    """The default: Lords on the map in rotation, Marshals and Lieutenants first; then Pass, then absent Lords."""
    deck, count = command_deck(s, side), plan_cards(s)
    lords = sorted(lords_of(s, side), key=lambda lord: LEADERS_FIRST.index(s.box.lords[lord].rank))
    absent = [card for card in deck if card != PASS and Lord(card) not in lords]
    fill = chain([PASS] * deck[PASS], *([card] * deck[card] for card in absent))
    return list(chain(lords * CARDS_PER_LORD, fill))[:count]
