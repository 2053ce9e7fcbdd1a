"""Standing orders for the questions of Levy and Campaign: a list of what is preferred, or "none", or "all"."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.grammar import NONE, plain_words
from pbem.engine.order import Misread
from pbem.engine.rules import Policy
from pbem.games.plantagenet.influence import RAISES
from pbem.games.plantagenet.names import EVENT
from pbem.games.plantagenet.policies import lexicon, options_of
from pbem.games.plantagenet.state import State

NOTHING = "none"
EVERYTHING = "all"
WORDS = (NOTHING, EVERYTHING, "alone", "stay", "battle")
MENU_WORDS = (
    *("lord", "vassal", "troops", "carts", "ship", "ships", "capability", "mercenaries", "irishmen", "from", "warwick"),
    *("militia_1", "militia_2", "spend_1", "spend_3", "by_way", "lordship"),
)

Named = Callable[[State, Seat], list[str]]


def known(s: State) -> list[str]:
    """Everything that an order for later can name."""
    vassals, locales = list(s.box.vassals), list(s.board.locales)
    cards = sorted(s.sheet.cards)
    events = [EVENT + card for card in cards]
    return list(dict.fromkeys([*WORDS, *MENU_WORDS, *s.lords, *vassals, *locales, *s.board.seas, *cards, *events]))


def people(s: State, seat: Seat) -> list[str]:
    """What an order of this seat about Lords, Vassals or cards can name: its own Events, for the sides share titles, and no
    places, for Lords share their names.
    """
    vassals = [vassal for vassal, facts in s.box.vassals.items() if facts.seat is not None]
    events = [EVENT + card for card in sorted(s.sheet.cards) if s.box.cards[card].side == seat]
    return list(dict.fromkeys([*WORDS, *s.lords, *vassals, *events]))


def places(s: State, _seat: Seat) -> list[str]:
    """What an order about places can name."""
    return [*WORDS, *s.board.locales, *s.board.seas]


def raises(_s: State, _seat: Seat) -> list[str]:
    """What an order about Influence on top of a check can name."""
    return list(map(str, RAISES))


def read(named: Named, s: State, seat: Seat, text: str) -> list[str]:
    """Alternatives, the first preferred, commas between them; each names an option or how it begins."""
    if len(words := plain_words(text)) == 1 and words[0] in NONE:
        return [NOTHING]
    parts = [part for part in re.split(r"[,;]", text) if plain_words(part)]
    if not parts:
        raise Misread('name what is wanted, or write "none"', [NOTHING])
    return [" ".join(lexicon(s).read_list(part, named(s, seat))) for part in parts]


def write(s: State, policy: Json) -> str:
    """The alternatives again."""
    return ", ".join(map(lexicon(s).name, policy))


def chosen(s: State, answer: Json) -> str:
    """The one alternative that came true."""
    return write(s, [answer])


def _fitting(options: list[str], wanted: str) -> list[str]:
    return [option for option in options if option == wanted or option.startswith(f"{wanted} ")]


def first_open(_s: State, decision: Decision, policy: Json) -> str | None:
    """Of the open options the one preferred; None when none of them is named.

    Also where only none is open: an order that passed there unasked would show the Enemy where something else could have
    been played (3.1.3).
    """
    options = options_of(decision.shape)
    return next((fitting[0] for wanted in policy if (fitting := _fitting(options, wanted))), None)


def those_open(_s: State, decision: Decision, policy: Json) -> list[str]:
    """The open options that are named; all of them for "all"."""
    options = options_of(decision.shape)
    if EVERYTHING in policy:
        return options
    return [option for wanted in policy for option in _fitting(options, wanted)]


PREFER: Policy[State] = Policy(partial(read, people), write, first_open, done=chosen)
THOSE: Policy[State] = Policy(partial(read, people), write, those_open)
PREFER_PLACE: Policy[State] = Policy(partial(read, places), write, first_open, done=chosen)
THOSE_PLACES: Policy[State] = Policy(partial(read, places), write, those_open)
SPEND: Policy[State] = Policy(partial(read, raises), write, first_open, done=chosen)
