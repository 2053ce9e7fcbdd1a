"""Standing orders for the questions of Levy and Campaign: what is preferred, "none", or "all"; always and never."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache, partial

from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.game.standing import Policy
from pbem.engine.phrase import ALL, NONE
from pbem.engine.refusal import Illegal
from pbem.games.plantagenet.battle.battle_events import ASK
from pbem.games.plantagenet.cards.events_york import TaxBy
from pbem.games.plantagenet.components.box import Card, Lord, Side
from pbem.games.plantagenet.components.held import WINDOWS
from pbem.games.plantagenet.components.influence import RAISES
from pbem.games.plantagenet.components.options import ALONE, EventOf, Spend
from pbem.games.plantagenet.components.state import COLUMNS, State, locale_of, side_of
from pbem.games.plantagenet.levy.exiles import STAY
from pbem.games.plantagenet.orders.policies import PREFERENCES, lexicon
from pbem.games.plantagenet.wars.heirs import meant
from pbem.i18n import Text
from pbem.orders.policies.habits import is_habit, options_of
from pbem.orders.policies.preferences import Named, each_time, first_open, fitting, must, refusing
from pbem.orders.words.lexicon import plain_words

WORDS = (NONE, ALL, ALONE, STAY, "battle")
MENU_WORDS = (
    *("lord", "vassal", "troops", "carts", "ship", "ships", "capability", "mercenaries", "irishmen", "from", "warwick"),
    *("militia_1", "militia_2", *(Spend(points) for points in RAISES if points), "by_way", "lordship"),
)
APPROACHED_BY = {"exile": ALL, "battle": NONE, "fight": NONE}
"""Words for "all" and "none" in orders for an Approach by the enemy."""

TURN, LEVY_ONLY, CAMPAIGN_ONLY = ("levy", "campaign"), ("levy",), ("campaign",)
"""The scopes of an order for a question that may come outside the current card."""


def place(s: State, seat: Seat, option: str) -> str:
    """1.3 The Locale of a seat's Lord on the map."""
    lord = Lord(option)
    return locale_of(s, lord) or "" if lord in s.mats and side_of(s, lord) == seat else ""


def known(s: State) -> list[str]:
    """Everything that an order for later can name."""
    pieces = [*s.lords, *s.mats, *s.box.vassals, *s.board.locales, *s.board.seas]
    return list(dict.fromkeys([*WORDS, *MENU_WORDS, *pieces, *_named_cards(s.sheet.cards)]))


@lru_cache(maxsize=16)
def _named_cards(cards: frozenset[Card]) -> tuple[str, ...]:
    """Cards, and the Events on them."""
    return (*sorted(cards), *map(EventOf, sorted(cards)))


# What can be named


def people(s: State, _seat: Seat) -> list[str]:
    """Lords, Vassals, "none"."""
    vassals = [vassal for vassal, facts in s.box.vassals.items() if facts.seat is not None]
    return list(dict.fromkeys([NONE, *meant(s, s.lords), *vassals]))


def lords(s: State, _seat: Seat) -> list[str]:
    """The names possible in an order about Lords."""
    return [NONE, *meant(s, s.lords)]


def regrouping(s: State, seat: Seat) -> list[str]:
    """y30 The names possible in an order about Regroup."""
    return [ASK, *lords(s, seat)]


def bands(s: State, _seat: Seat) -> list[str]:
    """4.3.1 The names possible in an order about a Lord and his Group."""
    return [NONE, ALL, ALONE, *meant(s, s.lords)]


def vassals(s: State, _seat: Seat) -> list[str]:
    """The names possible in an order about Vassals."""
    return [NONE, *s.box.vassals]


def my_events(s: State, seat: Seat) -> list[str]:
    """The names possible in an order about Held Events: the side's own, because both sides have some titles in common."""
    return [NONE, *(EventOf(card) for card in sorted(s.sheet.cards) if s.box.cards[card].side == seat)]


def places(s: State, _seat: Seat) -> list[str]:
    """The names possible in an order about places."""
    return [NONE, *s.board.locales, *s.board.seas]


def boxes(s: State, seat: Seat) -> list[str]:
    """3.3.1 The names possible in an order about the return of Exiles."""
    return [STAY, *places(s, seat)]


def raises(_s: State, _seat: Seat) -> list[str]:
    """The raises that an order can name."""
    return list(map(str, RAISES))


def lords_and_columns(s: State, _seat: Seat) -> list[str]:
    """The names possible in an order about Reserves and empty positions."""
    return [*meant(s, s.lords), *COLUMNS]


# What makes no sense


def not_mine(s: State, seat: Seat, option: str) -> str | None:
    """Why a Lord does not fit: he is the enemy's."""
    theirs = option in s.lords and side_of(s, Lord(option)) is not Side(seat)
    return Text("{option} is not one of your Lords", option=lexicon(s).name(option)) if theirs else None


def not_theirs(s: State, seat: Seat, option: str) -> str | None:
    """Why a Lord does not fit: he is one's own."""
    is_own = option in s.lords and side_of(s, Lord(option)) is Side(seat)
    return Text("{option} is not an Enemy Lord", option=lexicon(s).name(option)) if is_own else None


def no_stronghold(s: State, _seat: Seat, option: str) -> str | None:
    """Why a place does not fit: it is not a Stronghold."""
    no = option in s.board.seas or (option in s.board.locales and not s.board.locales[option].stronghold)  # type: ignore[index]
    return Text("{option} is not a Stronghold", option=lexicon(s).name(option)) if no else None


def no_port(s: State, _seat: Seat, option: str) -> str | None:
    """Why a place does not fit: it is not a Port."""
    no = option in s.board.seas or (option in s.board.locales and not s.board.locales[option].port)  # type: ignore[index]
    return Text("{option} is not a Port", option=lexicon(s).name(option)) if no else None


def no_exile_box(s: State, seat: Seat, option: str) -> str | None:
    """Why a place does not fit: it is not one of the side's Exile boxes."""
    own_boxes = [box for box, (side, _) in s.sheet.exile_boxes.items() if side is Side(seat)]
    place = option in s.board.seas or option in s.board.locales
    return (
        Text("{option} is not one of your Exile boxes", option=lexicon(s).name(option))
        if place and option not in own_boxes
        else None
    )


def not_splendid(s: State, _seat: Seat, option: str) -> str | None:
    """y24 Why a place does not fit: Edward IV never Musters at Seas, or in boxes that are not York's."""
    place = option in s.board.seas or option in s.board.locales
    return (no_stronghold(s, Side.YORK, option) and no_exile_box(s, Side.YORK, option)) if place else None


# Read


def read_approached(named: Named[State], s: State, seat: Seat, text: str) -> Json:
    """4.3.5 Reads as read_those, or "exile" or "battle"."""
    words = plain_words(text)
    if len(words) == 1 and words[0] in APPROACHED_BY:
        return [APPROACHED_BY[words[0]]]
    return PREFERENCES.read_those(named, s, seat, text)


def read_raise(s: State, seat: Seat, text: str) -> Json:
    """1.4.2 Reads a raise; none is 0."""
    plan = PREFERENCES.read(raises, s, seat, text)
    return ["0"] if plan == [NONE] else plan


def read_box(s: State, seat: Seat, text: str) -> Json:
    """3.3.1 Reads Exile boxes, or "stay"; none is "stay"."""
    plan = PREFERENCES.read(boxes, s, seat, text)
    return [STAY] if plan == [NONE] else plan


def write_approached(s: State, policy: Json) -> str:
    """The reaction to an Approach: "exile", "battle", or who goes into Exile."""
    return next((word for word in ("exile", "battle") if policy == [APPROACHED_BY[word]]), PREFERENCES.write(s, policy))


def only_tax(_s: State, decision: Decision, policy: Json) -> str | None:
    """y10 The only Tax of the first Lord named who has exactly one; None if he can choose among several."""
    options = options_of(decision.shape)
    raised = [option for option in TaxBy.among(options) if option.spend]
    for wanted in policy:
        taxes = [option for option in fitting(options, wanted) if option not in raised]
        if taxes:
            return taxes[0] if len(taxes) == 1 else None
    return None


def regroup(s: State, decision: Decision, policy: Json) -> str | None:
    """y30 Who regroups; or that York is asked at a moment when it usually is not."""
    if not is_habit(policy) and not decision.automatic:
        policy = [wanted for wanted in policy if wanted != ASK]
    return first_open(s, decision, policy)


def answers_bare(_s: State, decision: Decision, policy: Json) -> bool:
    """y30 Whether an order without a condition or a moment answers: where York is asked, and for "ask" everywhere."""
    return not decision.automatic or is_habit(policy) or ASK in policy


def openly(policy: Policy[State]) -> Policy[State]:
    """`policy` for a question that is asked whatever the seat has in secret. It never passes only when something could be
    done, because that would reveal it to the Enemy.
    """

    def checked(s: State, seat: Seat, text: str) -> Json:
        plan = policy.read(s, seat, text)
        if isinstance(plan, dict):
            raise Illegal(Text("an order that answers only when you can play this would tell the Enemy you have it"), [NONE])
        return plan

    return replace(policy, read=checked)


def played_within(s: State, plan: Json) -> tuple[str, ...]:
    """3.1.3 The phases with windows for the Events named."""
    cards = {event.card for event in EventOf.among(plan)}
    in_campaign = {card for window in WINDOWS for card in s.box.windows.get(window, ())}
    return CAMPAIGN_ONLY if cards and cards <= in_campaign else TURN


prefer, those = PREFERENCES.prefer, PREFERENCES.those
REGROUP: Policy[State] = replace(refusing(prefer(regrouping), not_mine), answer=regroup, bare=answers_bare)
PAIR = must(prefer(people, whole=False))
SPEND: Policy[State] = replace(prefer(raises), read=read_raise)
PLAY = openly(replace(prefer(my_events), within=played_within))
HOLD: Policy[State] = replace(PLAY, wording=replace(PLAY.wording, fallback=NONE))
ADVANCE = must(prefer(lords_and_columns, whole=False))
VASSALS = those(vassals)
EVENTS = those(my_events, whole=True)
GIVES_CHARITY = openly(each_time(refusing(prefer(lords), not_mine)))
MY_LORD, THEIR_LORD = refusing(prefer(lords), not_mine), must(refusing(prefer(lords), not_theirs))
ONE_OF_MY_LORDS = must(MY_LORD)
MY_LORDS = refusing(those(lords), not_mine)
APPROACHED = refusing(replace(those(lords), read=partial(read_approached, lords), write=write_approached), not_mine)
STRONGHOLD = refusing(prefer(places, places=True), no_stronghold)
PORT = must(refusing(prefer(places, places=True), no_port))
EXILE_BOX = refusing(replace(prefer(boxes, places=True), read=read_box), no_exile_box)
SPLENDID = must(refusing(prefer(places, places=True), not_splendid))
TAXES = refusing(replace(prefer(lords), answer=only_tax), not_mine)
STRONGHOLDS = refusing(those(places, places=True), no_stronghold)
