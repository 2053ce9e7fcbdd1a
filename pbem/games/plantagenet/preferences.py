"""Standing orders for the questions of Levy and Campaign: what is preferred, "none", or "all"; always and never."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.grammar import NONE, plain_words
from pbem.engine.order import BadLine, Illegal, Misread
from pbem.engine.rules import Policy
from pbem.games.plantagenet.box import Lord, Side
from pbem.games.plantagenet.held import TRUCE, WINDOWS
from pbem.games.plantagenet.influence import RAISES
from pbem.games.plantagenet.names import EVENT
from pbem.games.plantagenet.policies import (
    ALWAYS,
    NEVER,
    habit_of,
    lexicon,
    members,
    merged,
    options_of,
    read_habits,
    written_habit,
)
from pbem.games.plantagenet.state import COLUMNS, State, side_of

NOTHING = "none"
EVERYTHING = "all"
WORDS = (NOTHING, EVERYTHING, "alone", "stay", "battle")
MENU_WORDS = (
    *("lord", "vassal", "troops", "carts", "ship", "ships", "capability", "mercenaries", "irishmen", "from", "warwick"),
    *("militia_1", "militia_2", "spend_1", "spend_3", "by_way", "lordship"),
)
MEANS = {"exile": EVERYTHING, "battle": NOTHING, "fight": NOTHING, NEVER: NOTHING, ALWAYS: EVERYTHING}
"""Words for "all" and "none", where they are meant."""

TURN, LEVY_ONLY, CAMPAIGN_ONLY = ("levy", "campaign"), ("levy",), ("campaign",)
"""The scopes of an order given early to a question that another card than this one may bring."""

Named = Callable[[State, Seat], list[str]]
Objection = Callable[[State, Seat, str], str | None]


def known(s: State) -> list[str]:
    """Everything that an order for later can name."""
    vassals, locales = list(s.box.vassals), list(s.board.locales)
    cards = sorted(s.sheet.cards)
    events = [EVENT + card for card in cards]
    return list(dict.fromkeys([*WORDS, *MENU_WORDS, *s.lords, *vassals, *locales, *s.board.seas, *cards, *events]))


# What can be named


def people(s: State, seat: Seat) -> list[str]:
    """What an order of this seat about Lords, Vassals or cards can name: its own Events, for the sides share titles, and no
    places, for Lords share their names.
    """
    vassals = [vassal for vassal, facts in s.box.vassals.items() if facts.seat is not None]
    events = [EVENT + card for card in sorted(s.sheet.cards) if s.box.cards[card].side == seat]
    return list(dict.fromkeys([*WORDS, *s.lords, *vassals, *events]))


def lords(s: State, _seat: Seat) -> list[str]:
    """What an order about Lords can name."""
    return [*WORDS, *s.lords]


def vassals(s: State, _seat: Seat) -> list[str]:
    """What an order about Vassals can name."""
    return [*WORDS, *s.box.vassals]


def my_events(s: State, seat: Seat) -> list[str]:
    """What an order about Held Events can name: its own, for the sides share titles."""
    return [*WORDS, *(EVENT + card for card in sorted(s.sheet.cards) if s.box.cards[card].side == seat)]


def places(s: State, _seat: Seat) -> list[str]:
    """What an order about places can name."""
    return [*WORDS, *s.board.locales, *s.board.seas]


def raises(_s: State, _seat: Seat) -> list[str]:
    """What an order about Influence on top of a check can name."""
    return list(map(str, RAISES))


def lords_and_columns(s: State, _seat: Seat) -> list[str]:
    """What an order about Reserves and empty positions can name."""
    return [*s.lords, *COLUMNS]


# What makes no sense


def not_mine(s: State, seat: Seat, option: str) -> str | None:
    """Lords of the other side."""
    theirs = option in s.lords and side_of(s, Lord(option)) is not Side(seat)
    return f"{lexicon(s).name(option)} is not your Lord" if theirs else None


def not_theirs(s: State, seat: Seat, option: str) -> str | None:
    """Lords of one's own."""
    mine = option in s.lords and side_of(s, Lord(option)) is Side(seat)
    return f"{lexicon(s).name(option)} is not the Enemy's Lord" if mine else None


def no_stronghold(s: State, _seat: Seat, option: str) -> str | None:
    """Places that are no Strongholds."""
    no = option in s.board.seas or (option in s.board.locales and not s.board.locales[option].stronghold)  # type: ignore[index]
    return f"{lexicon(s).name(option)} is no Stronghold" if no else None


def no_port(s: State, _seat: Seat, option: str) -> str | None:
    """Places that are no Ports."""
    no = option in s.board.seas or (option in s.board.locales and not s.board.locales[option].port)  # type: ignore[index]
    return f"{lexicon(s).name(option)} is no Port" if no else None


def no_exile_box(s: State, seat: Seat, option: str) -> str | None:
    """Places that are not among the side's Exile boxes."""
    mine = [box for box, (side, _) in s.sheet.exile_boxes.items() if side is Side(seat)]
    place = option in s.board.seas or option in s.board.locales
    return f"{lexicon(s).name(option)} is no Exile box of yours" if place and option not in mine else None


def not_splendid(s: State, _seat: Seat, option: str) -> str | None:
    """y24 Places where Edward IV never Musters: Seas, and boxes that are not York's."""
    place = option in s.board.seas or option in s.board.locales
    return (no_stronghold(s, Side.YORK, option) and no_exile_box(s, Side.YORK, option)) if place else None


# Read


def read(named: Named, s: State, seat: Seat, text: str) -> Json:
    """Alternatives, the first preferred, commas between them; each names an option or how it begins. Or {"never": [...]}."""
    words = plain_words(text)
    if len(words) == 1 and (words[0] in NONE or MEANS.get(words[0]) == NOTHING):
        return [NOTHING]
    if len(words) == 1 and MEANS.get(words[0]) == EVERYTHING:
        return [EVERYTHING]
    if habits := read_habits(s, text, named(s, seat)):
        return habits if NEVER in habits else habits[ALWAYS]
    parts = [part for part in text.split(",") if plain_words(part)]
    if not parts:
        raise Misread('name what is wanted, or write "none"', [NOTHING])
    return [" ".join(lexicon(s).read_list(part, named(s, seat))) for part in parts]


def read_those(named: Named, s: State, seat: Seat, text: str) -> Json:
    """Those wanted, "all" or "none"; or who always and who never: {"always": [...], "never": [...]}."""
    if habit_of(text)[0] and len(plain_words(text)) > 1:
        return read_habits(s, text, named(s, seat))
    return read(named, s, seat, text)


def write(s: State, policy: Json) -> str:
    """The alternatives again."""
    if isinstance(policy, dict):
        return written_habit(s, policy)
    return ", ".join(map(lexicon(s).name, policy))


def write_approached(s: State, policy: Json) -> str:
    """What an Approach is met with: "exile", "battle", or who goes into Exile."""
    return next((word for word in ("exile", "battle") if policy == [MEANS[word]]), write(s, policy))


def chosen(s: State, answer: Json) -> str:
    """The one alternative that came true."""
    return write(s, [answer])


# Applied


def _fitting(options: list[str], wanted: str) -> list[str]:
    return [option for option in options if option == wanted or option.startswith(f"{wanted} ")]


def first_open(_s: State, decision: Decision, policy: Json) -> str | None:
    """Of the open options the one preferred, or the only one left when what is never wanted is gone; None when none of them
    is named.

    Also where only none is open: an order that passed there unasked would show the Enemy where something else could have
    been played (3.1.3).
    """
    options = options_of(decision.shape)
    if isinstance(policy, dict):
        out = [option for never in policy.get(NEVER, []) for option in _fitting(options, never)]
        left = [option for option in options if option not in out]
        return left[0] if len(left) == 1 and out else None
    return next((fitting[0] for wanted in policy if (fitting := _fitting(options, wanted))), None)


def only_tax(_s: State, decision: Decision, policy: Json) -> str | None:
    """y10 The one Tax of the first Lord named who can; None where he can choose among several."""
    options = options_of(decision.shape)
    for wanted in policy:
        fitting = [option for option in _fitting(options, wanted) if "spend" not in option]
        if fitting:
            return fitting[0] if len(fitting) == 1 else None
    return None


def those_open(_s: State, decision: Decision, policy: Json) -> list[str] | None:
    """The open options that are named; all of them for "all". None where one is neither always nor never chosen."""
    options = options_of(decision.shape)
    if isinstance(policy, dict):
        return members(options, policy)
    if EVERYTHING in policy:
        return options
    return [option for wanted in policy for option in _fitting(options, wanted)]


# The kinds of orders


def refusing(policy: Policy[State], *objections: Objection) -> Policy[State]:
    """`policy`, refused where it names what can never be an answer."""

    def checked(s: State, seat: Seat, text: str) -> Json:
        plan = policy.read(s, seat, text)
        named = [option for habit in plan.values() for option in habit] if isinstance(plan, dict) else plan
        words = [word for option in named for word in option.split(" ")]
        wrong = [problem for objection in objections for word in words if (problem := objection(s, seat, word))]
        if wrong:
            raise Illegal(wrong[0])
        return plan

    return replace(policy, read=checked)


def must(policy: Policy[State], problem: str, example: str) -> Policy[State]:
    """`policy` for a question that somebody must answer with a name: no order can say that nobody does."""

    def named(s: State, seat: Seat, text: str) -> Json:
        try:
            plan = policy.read(s, seat, text)
        except BadLine:
            if habit_of(text)[0] == NEVER:
                raise Illegal(problem, [example]) from None
            raise
        if plan == [NOTHING]:
            raise Illegal(problem, [example])
        return plan

    return replace(policy, read=named)


def openly(policy: Policy[State]) -> Policy[State]:
    """`policy` for a question that is put whatever the seat has in secret, so never passed only where something could be
    done: that would tell the Enemy what there is.
    """

    def checked(s: State, seat: Seat, text: str) -> Json:
        plan = policy.read(s, seat, text)
        if isinstance(plan, dict):
            raise Illegal("passing only where this could be done would show the Enemy that you have it", [NOTHING])
        return plan

    return replace(policy, read=checked)


def played_within(_s: State, plan: Json) -> tuple[str, ...]:
    """3.1.3 The phases that can bring the windows of the Events named."""
    cards = {option.removeprefix(EVENT) for option in plan} - {NOTHING}
    in_campaign = frozenset[str]().union(*WINDOWS.values()) - TRUCE
    return CAMPAIGN_ONLY if cards and cards <= in_campaign else TURN


PREFER: Policy[State] = Policy(partial(read, people), write, first_open, done=chosen, plain=True, merge=merged)
THOSE: Policy[State] = Policy(partial(read_those, people), write, those_open, bare=EVERYTHING, plain=True, merge=merged)
PREFER_PLACE: Policy[State] = replace(PREFER, read=partial(read, places), places=True)
THOSE_PLACES: Policy[State] = replace(THOSE, read=partial(read_those, places), places=True)
SPEND: Policy[State] = replace(PREFER, read=partial(read, raises))
PLAY = openly(replace(PREFER, read=partial(read, my_events), within=played_within))
HOLD: Policy[State] = replace(PLAY, spare=NOTHING)
ADVANCE: Policy[State] = replace(PREFER, read=partial(read, lords_and_columns))
LORD: Policy[State] = replace(PREFER, read=partial(read, lords))
VASSALS: Policy[State] = replace(THOSE, read=partial(read_those, vassals))
EVENTS: Policy[State] = replace(THOSE, read=partial(read_those, my_events))
GIVES_CHARITY = openly(refusing(LORD, not_mine))
MY_LORD, THEIR_LORD = refusing(LORD, not_mine), refusing(LORD, not_theirs)
MY_LORDS = refusing(replace(THOSE, read=partial(read_those, lords)), not_mine)
APPROACHED = replace(MY_LORDS, write=write_approached)
STRONGHOLD, PORT = refusing(PREFER_PLACE, no_stronghold), refusing(PREFER_PLACE, no_port)
EXILE_BOX = refusing(PREFER_PLACE, no_exile_box)
SPLENDID = refusing(PREFER_PLACE, not_splendid)
TAXES = refusing(replace(LORD, answer=only_tax), not_mine)
STRONGHOLDS = refusing(THOSE_PLACES, no_stronghold)
WHO_PILLAGES = must(
    MY_LORD,
    "a Lord short of Coin or Provender must Pillage where he can (3.2.1): an order can only say who does",
    "pillage LORD at LOCALE",
)
