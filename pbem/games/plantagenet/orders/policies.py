"""Standing orders for the questions of a Battle: read from a line, written as one, and applied."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.game.standing import AnswerText, Policy, Wording
from pbem.engine.phrase import ALL
from pbem.engine.refusal import Illegal, Misread
from pbem.games.plantagenet.battle.strike import Struck
from pbem.games.plantagenet.components.board import Unit
from pbem.games.plantagenet.components.box import VASSAL, Lord, Side
from pbem.games.plantagenet.components.names import names
from pbem.games.plantagenet.components.options import UnitOf
from pbem.games.plantagenet.components.state import COLUMNS, State, lords_of, side_of
from pbem.games.plantagenet.components.units import vassal_in
from pbem.games.plantagenet.wars.heirs import meant
from pbem.i18n import Text
from pbem.orders.languages.words import alternatives
from pbem.orders.policies.habits import Habits, is_habit, members, never_chosen, options_of, with_habits
from pbem.orders.policies.preferences import Preferences, RankedPolicies
from pbem.orders.words.grammar import NO_WORDS, NONE_WORDS, YES_WORDS
from pbem.orders.words.lexicon import lexicon_by, plain_words
from pbem.orders.words.vocabulary import ALWAYS, NEVER

TROOPS = "troops"
VALOUR = "valour"
MIN_KIND_LENGTH = 3
"""The minimum length of an abbreviated kind of units: shorter words are more likely a mistyped yes or no."""
LAST = re.compile(rf"\s+{alternatives('at_last')}\s*$", re.IGNORECASE)
ONLY = re.compile(rf"\s*\b{alternatives('none_but')}\b\s*", re.IGNORECASE)


lexicon = lexicon_by(lambda s: s.box, names)
"""The lexicon of this game's names."""

HABITS: Habits[State] = Habits(lexicon)
PREFERENCES: Preferences[State] = Preferences(lexicon)
SHARES: RankedPolicies[State] = RankedPolicies(lexicon)


def lords_to_come(s: State, seat: Seat) -> list[Lord]:
    """The side's Lords, Mustered ones first: an order for later can name all."""
    side = Side(seat)
    return list(dict.fromkeys([*lords_of(s, side), *(lord for lord in s.lords if side_of(s, lord) is side)]))


def all_of(s: State, lords: Sequence[Lord]) -> list[str]:
    """All these Lords. In the Wars of the Roses "all" is kept as a word, since the next War has other Lords."""
    return [*lords] if s.wars is None else [ALL]


# Lords: a list, all or none


def read_lords(s: State, seat: Seat, text: str) -> Json:
    """Reads Lords, "all" or "none"; who always, and who never. Raises BadLine."""
    words, own_lords = plain_words(text), meant(s, lords_to_come(s, seat))
    if words == [NEVER]:
        return []
    if words in ([ALL], [ALWAYS]):
        return all_of(s, own_lords)
    if len(words) == 1 and words[0] in NONE_WORDS:
        return []
    if not words:
        raise Misread(Text('name Lords, or write "all" or "none"'), ["all", "none"])
    habits = HABITS.read(s, text, own_lords)
    return lexicon(s).read_list(text, own_lords) if habits is None else habits


def those_able(_s: State, decision: Decision, policy: Json) -> list[str] | None:
    """The Lords listed who can."""
    if is_habit(policy):
        return members(options_of(decision.shape), policy)
    return [lord for lord in options_of(decision.shape) if lord in policy or ALL in policy]


def closed_lords(s: State, decision: Decision, lords: Json) -> list[str]:
    """The Lords listed who cannot. A list of all the player's Lords means those who can."""
    if isinstance(lords, dict):
        return []
    options = options_of(decision.shape)
    everybody = ALL in lords or set(lords) >= set(lords_of(s, Side(decision.seat)))
    return [] if everybody else [lord for lord in lords if lord not in options]


def write_lords(s: State, policy: Json) -> str:
    """The list again."""
    if is_habit(policy):
        return HABITS.write(s, policy)
    return ALL if is_everybody(s, policy) else HABITS.names(s, policy) or "none"


def is_everybody(s: State, lords: Sequence[str]) -> bool:
    """Whether a list names all Lords of a side that can ever be on the board."""
    if ALL in lords:
        return True
    return bool(lords) and bool(s.lords) and set(lords) >= set(lords_to_come(s, side_of(s, Lord(lords[0]))))


LORDS = with_habits(
    Policy(read_lords, write_lords, those_able, Wording(alone=ALL, plain=True), closed=closed_lords), never_chosen
)


# Units: who absorbs, whom to reroll


def unit_kinds(s: State, seat: Seat) -> list[str]:
    """The names possible in an order about units: a kind, or one Lord's kind."""
    kinds = list(s.box.units)
    return [*kinds, *(UnitOf(lord, kind) for lord in meant(s, lords_to_come(s, seat)) for kind in kinds)]


def covers(named: str, lord: Lord, unit: Unit) -> bool:
    """Whether a named kind ("militia", "norfolk vassal") includes `lord`'s `unit`."""
    kind = VASSAL if vassal_in(unit) else unit
    return named in (kind, UnitOf(lord, kind))


def read_absorb(s: State, seat: Seat, text: str) -> list[str]:
    """Reads kinds of units in the order in which they absorb Hits; all others come before one that is said to be last."""
    parts = [part for part in text.split(",") if plain_words(part)]
    if not parts:
        raise Misread(Text("list the units in the order they absorb Hits"), [f"absorb {DEFAULT_ABSORB}"])
    first: list[str] = []
    last: list[str] = []
    for part in parts:
        ends = LAST.search(part) is not None
        (last if ends else first).extend(lexicon(s).read_list(LAST.sub("", part), unit_kinds(s, seat)))
    others = [kind for kind in usual_absorb(s) if kind not in first and kind not in last] if last else []
    return [*first, *others, *last]


def usual_absorb(s: State) -> list[str]:
    """The default order of kinds: the most expendable first."""
    return lexicon(s).read_list(BOARD_ABSORB, list(map(str, s.box.units)))


def absorb(s: State, decision: Decision, policy: Json) -> Json:
    """The first listed kind that can absorb; of several Lords the one with most of it. None if none is listed."""
    options = list(map(UnitOf.read, options_of(decision.shape)))
    for named in policy:
        fitting = [option for option in options if covers(named, option.lord, option.unit)]
        if fitting:
            return max(fitting, key=lambda option: s.mats[option.lord].forces.get(option.unit, 1))
    return None


def read_reroll(s: State, seat: Seat, text: str) -> Json:
    """Reads kinds of units that are worth Valour: a list ("only" may follow it), "all" or "none"; which always, and which
    never.
    """
    text = ONLY.sub(" ", text)
    words = plain_words(text)
    if len(words) == 1 and words[0] in (*YES_WORDS, *NO_WORDS):
        problem = Text(
            '"{words}" answers one open reroll; for those to come name units, or write "all" or "none"', words=words[0]
        )
        raise Misread(problem, ["reroll all", "reroll none"])
    if len(words) == 1 and len(words[0]) < MIN_KIND_LENGTH and words[0] not in written_short(s):
        raise Misread(
            Text('"{words}" is too short to name a unit', words=words[0]),
            ["reroll yes", "reroll no", "reroll all", "reroll none"],
        )
    if words in (["all"], [ALWAYS]):
        return [str(kind) for kind in s.box.units]
    if len(words) == 1 and words[0] in (*NONE_WORDS, NEVER):
        return []
    if habits := HABITS.read(s, text, unit_kinds(s, seat)):
        return habits
    if not words:
        raise Misread(Text('name units, or write "all" or "none"'), ["reroll all", "reroll none"])
    return lexicon(s).read_list(text, unit_kinds(s, seat))


def reroll(_s: State, decision: Decision, policy: Json) -> bool | None:
    """Yes for the kinds listed, no for others; None for one that is neither always nor never rerolled."""
    struck = Struck.read(decision.subject)
    if is_habit(policy):
        habits = [
            habit for habit, kinds in policy.items() if any(covers(named, struck.lord, struck.unit) for named in kinds)
        ]
        return habits[0] == ALWAYS if habits else None
    return any(covers(named, struck.lord, struck.unit) for named in policy)


def written_short(s: State) -> list[str]:
    """The short words for kinds of units."""
    return ["".join(word) for kind in s.box.units for word in lexicon(s).spellings(str(kind)) if len(word) == 1]


def no_reroll(s: State, decision: Decision, policy: Json) -> list[bool]:
    """Forbids yes, if the unit is never worth Valour."""
    return [True] if is_habit(policy) and reroll(s, decision, policy) is False else []


def write_reroll(s: State, policy: Json) -> str:
    """The list again."""
    if is_habit(policy):
        return HABITS.write(s, policy)
    if len(policy) == len(s.box.units) and not any(map(UnitOf.fits, policy)):
        return "all"
    return HABITS.names(s, policy) or "none"


DEFAULT_ABSORB = "Militia, Longbowmen, Men-at-Arms, Vassal, Retinue"
BOARD_ABSORB = "Militia, Longbowmen, Mercenaries, Handgunners, Men-at-Arms, Vassal, Retinue"
ABSORB: Policy[State] = Policy(read_absorb, HABITS.names, absorb, telling=AnswerText(quiet=True))
REROLL = with_habits(Policy(read_reroll, write_reroll, reroll, Wording(alone=ALL), AnswerText[State](quiet=True)), no_reroll)


# Columns: the order of Engagements, and which wing


def read_columns(s: State, _seat: Seat, text: str) -> list[str]:
    """Reads columns in order of preference, without repetition."""
    columns = lexicon(s).read_list(text, COLUMNS)
    if not columns:
        raise Misread(Text("name left, centre and right in your order"), [", ".join(COLUMNS)])
    if len(set(columns)) < len(columns):
        raise Illegal(Text("a column stands there twice"))
    return columns


def order(_s: State, decision: Decision, policy: Json) -> list[str]:
    """The Engagements in the listed order of columns, others after them."""
    return sorted(options_of(decision.shape), key=[*policy, *COLUMNS].index)


def preferred(_s: State, decision: Decision, policy: Json) -> str | None:
    """The first listed column that is possible."""
    return next((column for column in policy if column in options_of(decision.shape)), None)


def columns_policy(answer: Callable[[State, Decision, Json], Json]) -> Policy[State]:
    """A policy that is a list of columns."""
    return Policy(read_columns, HABITS.names, answer, Wording(plain=True))


ENGAGEMENT_ORDER = columns_policy(order)
WING = columns_policy(preferred)
