"""4.4.2 Standing orders to Flee: each Lord at once or on a condition of his own."""

from __future__ import annotations

import re
from functools import partial

from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.game.standing import NO_PLACE, AnswerText, Policy, Wording
from pbem.engine.phrase import ALL
from pbem.engine.refusal import BadLine, Illegal, Misread
from pbem.games.plantagenet.components.state import State
from pbem.games.plantagenet.orders.policies import (
    HABITS,
    TROOPS,
    VALOUR,
    all_of,
    closed_lords,
    is_everybody,
    lexicon,
    lords_to_come,
)
from pbem.games.plantagenet.orders.situations import JUDGING, SITUATIONS
from pbem.games.plantagenet.orders.standpoint import standpoint
from pbem.games.plantagenet.wars.heirs import meant
from pbem.i18n import Text
from pbem.orders.conditions.reading import UNDER, condition_words
from pbem.orders.policies.habits import is_habit, members, never_chosen, options_of, with_habits
from pbem.orders.words.grammar import NONE_WORDS
from pbem.orders.words.lexicon import plain_words
from pbem.orders.words.vocabulary import ALWAYS, NEVER

IF = re.compile(r"(?:^|\s+)(?P<how>if|unless|when)\s+", re.I)
ELSE_NONE = re.compile(r"[\s,]+else\s+(?:none|nobody)\s*$", re.I)
SIMPLE = re.compile(r"(?P<what>.+?)\s+(?:is |are )?(?:under|below|less than|fewer than)\s+(?P<number>[0-9]{1,4})\s*", re.I)


def read_flee(s: State, seat: Seat, text: str) -> Json:
    """Reads "none", "all", or Lords, each with or without a condition ("if troops under 3", "if outnumbered 2 to 1"); or who
    always Flees and who never. Raises BadLine.
    """
    words = plain_words(text)
    if words == [NEVER] or (len(words) == 1 and words[0] in NONE_WORDS):
        return []
    if words in ([ALL], [ALWAYS]):
        return [[lord, "", 0] for lord in all_of(s, lords_to_come(s, seat))]
    if habits := HABITS.read(s, text, meant(s, lords_to_come(s, seat))):
        return habits
    parts = [part.strip() for part in re.split(r"[,;]", ELSE_NONE.sub("", text)) if part.strip()]
    if not parts:
        raise Misread(Text('name Lords, or write "none"'), ["flee none"])
    clauses = [clause for part in parts for clause in read_clause(s, seat, part)]
    lords = [clause[0] for clause in clauses]
    if len(set(lords)) < len(lords):
        raise Illegal(Text("a Lord stands there twice"))
    return clauses


def read_clause(s: State, seat: Seat, text: str) -> list[Json]:
    """Reads one clause: [Lord, what, number], with what "" for "at once", or [Lord, condition]; one for each Lord meant."""
    lords, words = meant(s, lords_to_come(s, seat)), lexicon(s)
    begins = IF.search(text)
    who = text if begins is None else text[: begins.start()]
    everybody = plain_words(who) in ([], [ALL]) and begins is not None
    named = lords if everybody else [words.read_one(who, lords)]
    if begins is None:
        return [[named[0], "", 0]]
    read = partial(read_condition, s, seat, text[begins.end() :], begins["how"].casefold() == "unless")
    clauses = [[lord, *read(lord, alone=everybody)] for lord in named]
    alike = everybody and all(clause[1:] == clauses[0][1:] for clause in clauses)
    return [[lord, *clauses[0][1:]] for lord in all_of(s, lords)] if alike and clauses else clauses


def read_condition(s: State, seat: Seat, text: str, unless: bool, lord: str, *, alone: bool) -> list[Json]:
    """Reads a Lord's condition: what of his is below which number, or any other condition."""
    simple = SIMPLE.fullmatch(condition_words(text))
    kinds = [TROOPS, VALOUR, *map(str, s.box.units)]
    if simple is not None and not unless:
        kinds_named = lexicon(s).matches(plain_words(simple["what"]), kinds)
        if len(kinds_named) == 1:
            return [kinds_named[0], int(simple["number"])]
    try:
        condition = SITUATIONS.read(s, seat, text, [f"{NO_PLACE}{lord}"])
    except BadLine as bad:
        begins = "flee if" if alone else f"flee {lexicon(s).name(lord)} if"
        near = [f"{begins} {each}" for each in (*bad.nearest, f"{TROOPS} {UNDER} 3")]
        raise type(bad)(bad.problem, near) from None
    return [["not", condition] if unless else condition]


def condition_of(clause: Json) -> Json:
    """The condition of a clause; None for "at once"."""
    if len(clause) == 2:
        return clause[1]
    lord, what, number = clause
    return ["count", lord, what, UNDER, number] if what else None


def flee(s: State, decision: Decision, policy: Json) -> list[str] | None:
    """The Lords whose condition holds; None if one cannot be judged."""
    if is_habit(policy):
        return members(options_of(decision.shape), policy)
    fleeing: list[str] = []
    for clause in open_clauses(decision, policy):
        holds = judged(s, decision, clause)[0]
        if holds is None:
            return None
        fleeing += [clause[0]] if holds else []
    return fleeing


def open_clauses(decision: Decision, policy: Json) -> list[Json]:
    """The clauses that apply to Lords who can Flee, one for each."""
    options = options_of(decision.shape)
    return [
        [lord, *clause[1:]] for clause in policy for lord in (options if clause[0] == ALL else clause[:1]) if lord in options
    ]


def judged(s: State, decision: Decision, clause: Json) -> tuple[bool | None, str]:
    """Whether a Lord Flees by his clause, and why; None if it cannot be judged."""
    condition = condition_of(clause)
    if condition is None:
        return True, ""
    return JUDGING.judge(s, decision.seat, standpoint(s, decision.seat, decision), condition)


def why(s: State, decision: Decision, policy: Json) -> str:
    """Why Lords Flee, or why all stay."""
    clauses = [] if is_habit(policy) else open_clauses(decision, policy)
    judgements = [judged(s, decision, clause) for clause in clauses]
    deciding = any(holds for holds, _ in judgements)
    reasons = [reason for holds, reason in judgements if reason and bool(holds) is deciding]
    return Text(", ").join(dict.fromkeys(reasons))


def closed(s: State, decision: Decision, policy: Json) -> list[str]:
    """The Lords named who cannot Flee any more."""
    return [] if is_habit(policy) else closed_lords(s, decision, [clause[0] for clause in policy])


def write_flee(s: State, policy: Json) -> str:
    """The clauses in words; a single one if all Lords have the same."""
    if is_habit(policy):
        return HABITS.write(s, policy)
    lords = [clause[0] for clause in policy]
    if lords and all(clause[1:] == policy[0][1:] for clause in policy) and is_everybody(s, lords):
        return write_clause(s, [ALL, *policy[0][1:]])
    return ", ".join(write_clause(s, clause) for clause in policy) or "none"


def write_clause(s: State, clause: Json) -> str:
    """A Lord, and when he Flees."""
    name = lexicon(s).name
    if len(clause) == 2:
        lord, condition = clause
        contrary = condition[0] == "not"
        words = SITUATIONS.write(s, condition[1] if contrary else condition)
        return f"{name(lord)} {'unless' if contrary else 'if'} {words!s}"
    lord, what, number = clause
    return name(lord) + (f" if {name(what)} {UNDER} {number}" if what else "")


FLEE = with_habits(
    Policy(read_flee, write_flee, flee, Wording(conditions=True, plain=True), AnswerText(why=why), closed), never_chosen
)
