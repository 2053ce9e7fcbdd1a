"""Standing orders for the questions of a Battle: read from a line, written as one, and applied."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from pbem.engine.decision import Decision, Json, Pick, PickSome, Seat, Sequence, Shape
from pbem.engine.grammar import NO, NONE, YES, Lexicon, plain_words
from pbem.engine.order import Ambiguous, Illegal, Misread
from pbem.engine.rules import Policy
from pbem.games.plantagenet.board import Unit
from pbem.games.plantagenet.box import VASSAL, Lord, Side
from pbem.games.plantagenet.forces import vassal_in
from pbem.games.plantagenet.names import names
from pbem.games.plantagenet.state import COLUMNS, State, lords_of

TROOPS = "troops"
VALOUR = "valour"
CONDITION = re.compile(r"^(?P<who>.*?)\s+if\s+(?P<what>.+?)\s+(?:under|below|less than)\s+(?P<number>\d{1,4})\s*$", re.I)


def lexicon(s: State) -> Lexicon:
    """The names of this game."""
    return Lexicon(partial(names, s))


def option_list(s: State, ids: list[str]) -> str:
    """Ids in words, separated by commas."""
    return ", ".join(map(lexicon(s).name, ids))


# Yes or no


def read_yes_no(_s: State, _seat: Seat, text: str) -> bool:
    """ "yes" or "no"."""
    word = " ".join(plain_words(text))
    if word not in (*YES, *NO):
        raise Misread("the answer is yes or no", ["yes", "no"])
    return word in YES


YES_OR_NO: Policy[State] = Policy(read_yes_no, lambda _s, p: "yes" if p else "no", lambda _s, _d, p: p)


# Lords: a list, all or none


def read_lords(s: State, seat: Seat, text: str) -> list[str]:
    """Lords, "all" or "none"."""
    words, mine = plain_words(text), list(lords_of(s, Side(seat)))
    if words == ["all"]:
        return [str(lord) for lord in mine]
    if len(words) == 1 and words[0] in NONE:
        return []
    if not words:
        raise Misread('name the Lords, or write "all" or "none"', ["all", "none"])
    return lexicon(s).read_list(text, mine)


def those_able(_s: State, decision: Decision, policy: Json) -> list[str]:
    """The Lords listed who are able."""
    return [lord for lord in options_of(decision.shape) if lord in policy]


def closed_lords(s: State, decision: Decision, lords: list[str]) -> list[str]:
    """Those of the Lords listed who are not able. Who names all his Lords means all who are."""
    able = options_of(decision.shape)
    everybody = set(lords) >= set(map(str, lords_of(s, Side(decision.seat))))
    return [] if everybody else [lord for lord in lords if lord not in able]


def write_lords(s: State, policy: Json) -> str:
    """The list again."""
    return option_list(s, policy) or "none"


LORDS: Policy[State] = Policy(read_lords, write_lords, those_able, closed_lords)


# Units: who absorbs, whom to reroll


def unit_kinds(s: State, seat: Seat) -> list[str]:
    """What an order about units can name: a kind, or one Lord's kind."""
    kinds = [str(kind) for kind in s.box.units]
    return kinds + [f"{lord} {kind}" for lord in lords_of(s, Side(seat)) for kind in kinds]


def covers(named: str, lord: str, unit: str) -> bool:
    """Whether a named kind ("militia", "norfolk vassal") is the kind of `lord`'s `unit`."""
    kind = VASSAL if vassal_in(Unit(unit)) else unit
    return named in (kind, f"{lord} {kind}")


def read_absorb(s: State, seat: Seat, text: str) -> list[str]:
    """Kinds of units in the order in which they absorb Hits."""
    if not plain_words(text):
        raise Misread("name the units in the order in which they absorb Hits", [f"absorb {DEFAULT_ABSORB}"])
    return lexicon(s).read_list(text, unit_kinds(s, seat))


def absorb(s: State, decision: Decision, policy: Json) -> Json:
    """The first kind on the list that can absorb; of several Lords the one with most of it. None if none is listed."""
    options = [tuple(option.split(" ")) for option in options_of(decision.shape)]
    for named in policy:
        fitting = [(lord, unit) for lord, unit in options if covers(named, lord, unit)]
        if fitting:
            lord, unit = max(fitting, key=lambda o: s.mats[Lord(o[0])].forces.get(Unit(o[1]), 1))
            return f"{lord} {unit}"
    return None


def read_reroll(s: State, seat: Seat, text: str) -> list[str]:
    """Kinds of units worth Valour: a list, "all" or "none"."""
    words = plain_words(text)
    if len(words) == 1 and words[0] in (*YES, *NO):
        problem = (
            f'"{words[0]}" answers one reroll when it is asked; for those to come name the units, or write "all" or "none"'
        )
        raise Misread(problem, ["reroll all", "reroll none"])
    if words == ["all"]:
        return [str(kind) for kind in s.box.units]
    if len(words) == 1 and words[0] in NONE:
        return []
    if not words:
        raise Misread('name the units, or write "all" or "none"', ["reroll all", "reroll none"])
    return lexicon(s).read_list(text, unit_kinds(s, seat))


def reroll(_s: State, decision: Decision, policy: Json) -> bool:
    """Yes for the kinds listed."""
    lord, unit, _step = decision.subject.split(" ")
    return any(covers(named, lord, unit) for named in policy)


def write_reroll(s: State, policy: Json) -> str:
    """The list again."""
    if len(policy) == len(s.box.units) and not any(" " in named for named in policy):
        return "all"
    return option_list(s, policy) or "none"


DEFAULT_ABSORB = "Militia, Longbowmen, Men-at-Arms, Vassal, Retinue"
BOARD_ABSORB = "Militia, Longbowmen, Mercenaries, Handgunners, Men-at-Arms, Vassal, Retinue"
ABSORB: Policy[State] = Policy(read_absorb, option_list, absorb)
REROLL: Policy[State] = Policy(read_reroll, write_reroll, reroll)


# Flee: each Lord at once or on a condition


def read_flee(s: State, seat: Seat, text: str) -> list[Json]:
    """ "none", "all", or Lords, each with or without "if WHAT under NUMBER" (Troops, Valour or a kind of unit)."""
    words = plain_words(text)
    if len(words) == 1 and words[0] in NONE:
        return []
    if words == ["all"]:
        return [[lord, "", 0] for lord in lords_of(s, Side(seat))]
    clauses = [read_flee_clause(s, seat, part.strip()) for part in re.split(r"[,;]", text) if part.strip()]
    if not clauses:
        raise Misread('name the Lords, or write "none"', ["flee none"])
    lords = [lord for lord, _, _ in clauses]
    if len(set(lords)) < len(lords):
        raise Illegal("a Lord is named twice")
    return clauses


def read_flee_clause(s: State, seat: Seat, text: str) -> Json:
    """One Lord's clause: [lord, what, number], with what empty for "at once"."""
    lords: list[str] = list(lords_of(s, Side(seat)))
    words = lexicon(s)
    condition = CONDITION.match(text)
    if condition is None:
        who, conditional, _ = f"{text} ".casefold().partition(" if ")
        lord = words.read_one(who, lords)
        if conditional:
            raise Misread('a condition reads "if WHAT under NUMBER"', [f"flee {words.name(lord)} if troops under 3"])
        return [lord, "", 0]
    lord = words.read_one(condition["who"], lords)
    what, number = condition["what"], int(condition["number"])
    try:
        return [lord, words.read_one(what, [TROOPS, VALOUR, *map(str, s.box.units)]), number]
    except (Misread, Ambiguous) as bad:
        near = [f"flee {words.name(lord)} if {words.name(o)} under {number}" for o in bad.nearest or (TROOPS, VALOUR)]
        raise type(bad)(bad.problem, near) from None


def count(s: State, lord: Lord, what: str) -> int:
    """How many of `what` the Lord has: Unrouted Troops, Valour markers, or Unrouted units of a kind."""
    mat = s.mats[lord]
    if what == VALOUR:
        return mat.valour
    if what == TROOPS:
        return sum(n for unit, n in mat.forces.items() if s.box.units[unit].troop)
    return len(mat.vassals) if what == VASSAL else mat.forces.get(Unit(what), 0)


def flee(s: State, decision: Decision, policy: Json) -> list[str]:
    """The Lords whose condition holds."""
    able = options_of(decision.shape)
    return [lord for lord, what, number in policy if lord in able and (not what or count(s, lord, what) < number)]


def closed_flee(s: State, decision: Decision, policy: Json) -> list[str]:
    """Those of the Lords named who cannot Flee any more."""
    return closed_lords(s, decision, [lord for lord, _, _ in policy])


def write_flee(s: State, policy: Json) -> str:
    """The clauses again."""
    name = lexicon(s).name
    clauses = [name(lord) + (f" if {name(what)} under {number}" if what else "") for lord, what, number in policy]
    return ", ".join(clauses) or "none"


FLEE: Policy[State] = Policy(read_flee, write_flee, flee, closed_flee)


# Columns: the order of Engagements, and which wing


def read_columns(s: State, _seat: Seat, text: str) -> list[str]:
    """Columns in order of preference, none twice."""
    columns = lexicon(s).read_list(text, COLUMNS)
    if not columns:
        raise Misread("name left, centre and right in the order wanted", [", ".join(COLUMNS)])
    if len(set(columns)) < len(columns):
        raise Illegal("a column is named twice")
    return columns


def order(_s: State, decision: Decision, policy: Json) -> list[str]:
    """The Engagements in the order of their columns on the list, others after them."""
    return sorted(options_of(decision.shape), key=[*policy, *COLUMNS].index)


def preferred(_s: State, decision: Decision, policy: Json) -> str | None:
    """The first column listed that is open."""
    return next((column for column in policy if column in options_of(decision.shape)), None)


def columns_policy(answer: Callable[[State, Decision, Json], Json]) -> Policy[State]:
    """A policy that is a list of columns."""
    return Policy(read_columns, option_list, answer)


ENGAGEMENT_ORDER = columns_policy(order)
WING = columns_policy(preferred)


def options_of(shape: Shape) -> list[str]:
    """The options of a question that has some."""
    assert isinstance(shape, Pick | PickSome | Sequence)
    return list(shape.options())
