"""Standing orders for everything but campaigns: preferences, or "usual"."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pbem.engine.decision import Decision, Json, PickSome, Seat, Split
from pbem.engine.game.standing import Policy, Wording
from pbem.engine.phrase import NONE, words_of
from pbem.engine.refusal import Misread
from pbem.figures import is_number
from pbem.games.warriors_of_england.battle.withdrawal import best_way
from pbem.games.warriors_of_england.components.board import Area, Border, Side
from pbem.games.warriors_of_england.components.names import names
from pbem.games.warriors_of_england.components.options import STAY, Withdraw
from pbem.games.warriors_of_england.components.state import State
from pbem.i18n import Text
from pbem.orders.policies.habits import YES_OR_NO, options_of, or_usual
from pbem.orders.policies.preferences import Preferences, is_none
from pbem.orders.words.lexicon import lexicon_by, plain_words

Answer = Callable[[State, Decision, Json], Json]


lexicon = lexicon_by(lambda s: s.board, names)
"""The lexicon of this game's names."""

PREFERENCES: Preferences[State] = Preferences(lexicon)


def nobles(s: State, _seat: Seat) -> list[str]:
    """Nobles, or "none"."""
    return [NONE, *s.board.nobles]


def everything(s: State, _seat: Seat) -> list[str]:
    """Nobles and areas, or "none"."""
    return [NONE, *s.board.nobles, *s.board.areas]


def areas(s: State, _seat: Seat) -> list[str]:
    """Areas, or "none"."""
    return [NONE, *s.board.areas]


# Applied


def naming(_s: State, decision: Decision, plan: Json) -> str | None:
    """The first option that contains everything an alternative names."""
    for wanted in plan:
        options = [option for option in options_of(decision.shape) if {*words_of(wanted)} <= {*words_of(option)[1:]}]
        if options:
            return options[0]
    return None


def first_hit(_s: State, decision: Decision, plan: Json) -> list[str] | None:
    """7.5.3 The Nobles named first, then the others in their order."""
    assert isinstance(decision.shape, PickSome)
    options = list(decision.shape.options())
    order = [*(noble for noble in plan if noble in options), *(noble for noble in options if noble not in plan)]
    return order[: decision.shape.most]


def first_troops(_s: State, decision: Decision, plan: Json) -> dict[str, int]:
    """7.5.2 Takes Troops from the Nobles named, in order, then from the others."""
    assert isinstance(decision.shape, Split)
    limits, left = decision.shape.limits(), decision.shape.total
    order = [*(noble for noble in plan if noble in limits), *(noble for noble in limits if noble not in plan)]
    lost: dict[str, int] = {}
    for noble in order:
        lost[noble] = min(limits[noble], left - sum(lost.values()))
    return {noble: number for noble, number in lost.items() if number}


def selecting(verb: str, _s: State, decision: Decision, plan: Json) -> str | None:
    """11.1 Selects the first Noble named for whom the order word is possible."""
    options = [f"{verb} {noble}" for noble in plan]
    return next((option for option in options if option in options_of(decision.shape)), None)


def withdrawing(s: State, decision: Decision, plan: Json) -> str | None:
    """7.6 Stays, or goes to the first possible area named, with the Nobles named or else the best."""
    if plan == [NONE]:
        return STAY if STAY in options_of(decision.shape) else None
    open_ = {option.to for each in options_of(decision.shape) if (option := Withdraw.fits(each))}
    for wanted in plan:
        if wanted in open_:
            return best_way(s, Side(decision.seat), Area(wanted))
        if option_named := naming(s, decision, [wanted]):
            return option_named
    return None


# Read


def read_withdrawal(s: State, seat: Seat, text: str) -> Json:
    """7.6 Reads areas in order of preference, each with the Nobles who go, if that matters; "none", "no" or "stay" means
    staying. Raises BadLine.
    """
    words = plain_words(text)
    if is_none(words) or words in (["no"], [STAY]):
        return [NONE]
    plan = PREFERENCES.read(everything, s, seat, text, whole=False)
    most = Border.CLEAR.limit
    for each in plan:
        nobles, areas_ = parts_of(s, each)
        if len(areas_) != 1 or len(nobles) > most:
            raise Misread(
                Text("name one area and at most {most} Nobles; put commas between areas", most=most), ["withdraw AREA, AREA"]
            )
    return plan


def read_placing(s: State, seat: Seat, text: str) -> Json:
    """11.2 Reads Nobles in order of preference, those with a crown with an area. Raises BadLine."""
    plan = PREFERENCES.read(everything, s, seat, text, whole=False)
    for each in plan:
        nobles, areas_ = parts_of(s, each)
        if each != NONE and (len(nobles) != 1 or len(areas_) > 1):
            raise Misread(Text("name one Noble at a time; put commas between the Nobles"), ["place NOBLE, NOBLE AREA"])
    return plan


def read_losses(s: State, seat: Seat, text: str) -> Json:
    """7.5 Reads the Nobles who lose Troops first. Raises Misread for numbers, which depend on the hits."""
    if numbers := [word for word in plain_words(text) if is_number(word)]:
        bare = " ".join(part for part in text.split() if part.strip(",") not in numbers).strip(" ,")
        raise Misread(
            Text("numbers are for when the hits are known; in advance name only who loses Troops first"), [f"lose {bare}"]
        )
    return PREFERENCES.read(nobles, s, seat, text)


def parts_of(s: State, alternative: str) -> tuple[list[str], list[str]]:
    """The Nobles and the areas that an alternative names."""
    words = words_of(alternative)
    return [word for word in words if word in s.board.nobles], [word for word in words if word in s.board.areas]


def stay_put(_s: State, _seat: Seat, text: str) -> Json:
    """7.6 Reads "stay" without arguments. Raises Misread if there are any."""
    if plain_words(text):
        raise Misread(Text('"{stay}" takes nothing else', stay=STAY), [STAY])
    return [NONE]


# The kinds of orders


def menu(reading: Callable[[State, Seat, str], Json], answer: Answer = naming, *, places: bool = False) -> Policy[State]:
    """A policy for a question whose options begin with an order word."""
    return or_usual(Policy(reading, PREFERENCES.write, answer, Wording(plain=True, places=places)))


PREFER_NOBLES, PREFER_AREAS = or_usual(PREFERENCES.prefer(nobles)), or_usual(PREFERENCES.prefer(areas, places=True))
TAKE, GIVE, RETURN = (
    menu(partial(PREFERENCES.read, nobles), partial(selecting, verb)) for verb in ("take", "give", "return")
)
PLACE = menu(read_placing)
WITHDRAW = menu(read_withdrawal, withdrawing, places=True)
STAY_PUT: Policy[State] = Policy(stay_put, lambda _s, _plan: "", withdrawing, Wording(plain=True))
LOSE = menu(read_losses, first_troops)
HIT = menu(partial(PREFERENCES.read, nobles), first_hit)
WHETHER: Policy[State] = or_usual(YES_OR_NO)
