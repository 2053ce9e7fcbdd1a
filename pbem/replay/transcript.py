"""A game as a text file that can be read, and played again as a strict test.

    game plantagenet            facts of the game, one a line
    scenario bosworth
    rules 1
    york> flee none             a player's answer, in order words; what it is about may follow a bar
    york* hit Norfolk Militia | round 1, left, missiles 1 of 3      a standing order answered
    york= order centre          there was one legal answer
    york! flee none             the clock answered
    york& march Oxford          a line that had waited for its question
    york. play none             a question that is never put to the player, without an order for it
    york~ give Piquiers Oxford  the beginning of an answer
    york+ standing battle reroll all | withdraw reroll | salt 00ff  what answers no question
    york+ waiting ["levy troops", "done"]                           lines that wait, as they are from now on
    york+ stopped {"line": "levy troops", "problem": "not open to you now", "dropped": ["done"], "kept": []}   given up
    york+ branched {"told": "parley Ely failed: levy troops", "lines": []}      lines that have come to a branch
    moderator+ ruling ["norfolk at ely", "a slip of mine"]          the game master has changed the position
    dice> 4.4.2 protection | norfolk militia missiles = 5
    = 4.4.2 flees side=york lord=norfolk        what was told; [york] before the rule: to this seat only
    asks york flee | round 2    how it is at the end: the open questions, or `over` with the result

Lines that begin with # are for the reader. Everything else is checked: a question without a line, a line without a
question, another event, a line too many.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pbem.engine.agreements.offers import is_of_deal
from pbem.engine.decision import DICE, Assign, Decision, Json, Menu, Seat
from pbem.engine.event import Event
from pbem.engine.log.changes import SAID
from pbem.engine.log.entry import NOT_OF_THE_GAME, Entry, EntryKind
from pbem.engine.log.waiting import BRANCHED, STOPPED, WAITING
from pbem.engine.played_log import RULING
from pbem.engine.refusal import BadLine
from pbem.engine.standing import StandingOrder, order_text
from pbem.engine.table import Table
from pbem.orders.words.grammar import NONE_WORDS, Grammar
from pbem.orders.words.lines import verb_for
from pbem.orders.words.vocabulary import STANDING, WITHDRAW

MARKS = {
    ">": EntryKind.ANSWER,
    "*": EntryKind.STANDING,
    "=": EntryKind.FORCED,
    "!": EntryKind.TIMEOUT,
    "&": EntryKind.WAITED,
    ".": EntryKind.SILENT,
    "~": EntryKind.DRAFT,
    "+": EntryKind.INSTRUCTION,
    "@": EntryKind.ACT,
    "%": EntryKind.OFFER,
}
MARK_OF = {kind: mark for mark, kind in MARKS.items()} | {
    EntryKind.SALT: "+",
    EntryKind.WAITING: "+",
    EntryKind.RULING: "+",
    EntryKind.ROLL: ">",
}
BY_A_PLAYER = frozenset({EntryKind.ANSWER, EntryKind.TIMEOUT, EntryKind.WAITED, EntryKind.DRAFT, EntryKind.ACT})
ENTRY_LINE = re.compile(r"(?P<seat>\w+)(?P<mark>[>*=!&.~+@%]) *(?P<text>.*)")
BARE = re.compile(r"[A-Za-z][\w-]*")
LITERALS = frozenset({"null", "true", "false"})
SALT = "salt"
AFTER_WAITING = "waited "
"""Precedes an act that a line has waited for."""
JSON_BEGINS = frozenset('{["')
OVER = "over"
ASKS = "asks"
END_OF_FILE = "the end of the file"


class TranscriptError(Exception):
    """A transcript that the rules do not follow: the line (counted from 1), what was expected there, what was found."""

    def __init__(self, line: int, expected: str, found: str) -> None:
        self.line = line
        self.expected = expected
        self.found = found
        super().__init__(f"line {line}: expected {expected}; found {found}")


@dataclass(frozen=True, slots=True)
class Header:
    """What a transcript says of its game before the log; `facts` are further lines, which nothing checks."""

    game: str
    scenario: str
    rules: int
    options: dict[str, Json] = field(default_factory=dict)
    facts: dict[str, str] = field(default_factory=dict)


# Writing


def write_transcript(table: Table[Any], facts: Mapping[str, str] | None = None) -> str:
    """The game so far as a transcript; `facts` are further header lines, name and value. Raises Diverged."""
    other = Table(table.rules, table.setup, table.chance)
    lines = [*_header_lines(table, facts or {}), *event_lines(other, 0)]
    turn = ""
    for entry in table.entries:
        if entry.turn != turn:
            turn = entry.turn
            lines += ["", f"# {turn}"]
        is_remark = entry.kind in (*NOT_OF_THE_GAME, EntryKind.ENDED) and not is_of_deal(entry)
        lines.append(_remark(entry) if is_remark else _entry_line(other, entry))
        before = len(other.news)
        other.replay(entry)
        lines += event_lines(other, before)
    return "\n".join([*lines, "", *closing_lines(other)]) + "\n"


def _header_lines(table: Table[Any], facts: Mapping[str, str]) -> Iterator[str]:
    yield f"game {table.rules.name}"
    yield f"scenario {table.setup.scenario}"
    yield f"rules {table.rules.version}"
    for name, value in table.setup.options.items():
        yield f"option {name} {json.dumps(value)}"
    for name, text in facts.items():
        yield f"{name} {text}"


def event_lines(table: Table[Any], since: int) -> list[str]:
    """The lines of the Events from place `since` on."""
    return [event_line(news.event) for news in table.news[since:]]


def event_line(event: Event) -> str:
    """An Event as a line: who may see it (nothing: everyone), rule, name, and its data as key=value."""
    seen_by = "" if event.seen_by is None else f"[{','.join(sorted(event.seen_by))}]"
    data = [f"{name}={plain(value)}" for name, value in event.data.items()]
    return " ".join(["=", *filter(None, [seen_by]), event.rule, event.name, *data])


def plain(value: Json) -> str:
    """A value in an Event's line or the result's."""
    match value:
        case str() if BARE.fullmatch(value) and value not in LITERALS:
            return str(value)
        case list() | tuple():
            return f"[{','.join(map(plain, value))}]"
        case dict():
            return f"{{{','.join(f'{plain(k)}:{plain(v)}' for k, v in value.items())}}}"
    return json.dumps(value)


def _remark(entry: Entry) -> str:
    """What the moderator has noted beside the game: for the reader."""
    return f"# {entry.seat} {entry.key} {entry.subject}: {json.dumps(entry.answer)}"


def _entry_line(table: Table[Any], entry: Entry) -> str:
    """The line of an entry about to be replayed at `table`."""
    if is_of_deal(entry):
        return deal_line(entry)
    text = _roll_text(entry) if entry.kind is EntryKind.ROLL else _seat_text(table, entry)
    return f"{entry.seat}{MARK_OF[entry.kind]} {text}"


def deal_line(entry: Entry) -> str:
    """The line of an offer between players, or of its outcome."""
    terms = [entry.answer, entry.note] if entry.note else entry.answer
    return f"{entry.seat}{MARK_OF[EntryKind.OFFER]} {entry.key} | {entry.subject} = {json.dumps(terms)}"


def _roll_text(entry: Entry) -> str:
    result = ", ".join(entry.answer) if isinstance(entry.answer, list) else entry.answer
    return f"{entry.key} | {entry.subject} = {result}"


def _seat_text(table: Table[Any], entry: Entry) -> str:
    match entry.kind:
        case EntryKind.SALT:
            return f"{SALT} {entry.answer}"
        case EntryKind.INSTRUCTION:
            return _instruction_text(table, entry)
        case EntryKind.WAITING:
            return _waiting_text(table.unfolding().whole(entry), entry.answer)
        case EntryKind.DRAFT:
            entry = table.unfolding().whole(entry)
        case EntryKind.RULING:
            return f"{RULING} {json.dumps([entry.subject, entry.note])}"
    decisions = table.acts_of(entry.seat) if entry.kind is EntryKind.ACT else questions_of(table, entry.seat)
    decision = next(d for d in decisions if (d.key, d.subject) == (entry.key, entry.subject))
    about = "" if entry.subject == entry.seat else f" | {entry.subject}"
    waited = AFTER_WAITING if entry.kind is EntryKind.ACT and entry.note else ""
    return f"{waited}{_answer_text(table, decision, entry.answer)}{about}"


def _waiting_text(entry: Entry, answer: Json) -> str:
    if entry.key == STOPPED:
        return f"{STOPPED} {json.dumps({'line': entry.subject, 'problem': entry.note, **entry.answer})}"
    if entry.key == BRANCHED:
        text_said = {SAID: answer[SAID]} if isinstance(answer, dict) and SAID in answer else {}
        return f"{BRANCHED} {json.dumps({'told': entry.note, 'lines': entry.answer, **text_said})}"
    return f"{STOPPED} {json.dumps([entry.subject, entry.note])}" if entry.note else f"{WAITING} {json.dumps(entry.answer)}"


def _answer_text(table: Table[Any], decision: Decision, answer: Json) -> str:
    """The line that gives the answer; the answer in JSON where the words would not be read as they are meant."""
    grammar, verb = Grammar(table.rules, table.state), verb_for(table, decision)
    text = ", ".join(grammar.write(decision, answer)) or "none"
    if _read_or_none(grammar, decision, text) != answer:
        return f"{verb} {json.dumps(answer)}"
    return text if isinstance(decision.shape, Menu) else f"{verb} {text}"


def _read_or_none(grammar: Grammar, decision: Decision, text: str) -> Json:
    try:
        return read_answer(grammar, decision, text)
    except BadLine:
        return None


def read_answer(grammar: Grammar, decision: Decision, text: str) -> Json:
    """The answer that `text` gives. Raises Misread or Ambiguous."""
    if text[:1] in JSON_BEGINS:
        return json.loads(text)
    if isinstance(decision.shape, Assign) and text in NONE_WORDS:
        return {}
    return grammar.read(decision, text)


def _instruction_text(table: Table[Any], entry: Entry) -> str:
    if entry.answer is None:
        return f"{WITHDRAW} {entry.subject}"
    if "number" in entry.answer:
        return f"{WITHDRAW} {STANDING} {entry.answer['number']}"
    order = StandingOrder.from_entry(entry)
    return f"{STANDING} {order.scope.name} {order_text(table.rules, table.state, order)}"


def questions_of(table: Table[Any], seat: Seat) -> list[Decision]:
    """What the seat can answer now, or answer again."""
    pending = [decision for decision in table.pending() if decision.seat == seat]
    return [*pending, *(decision for decision, _ in table.given_by(seat))]


def closing_lines(table: Table[Any]) -> list[str]:
    """The last lines: the open questions, or the result."""
    if table.over:
        return [f"{OVER} {plain(table.result())}"]
    return [f"{ASKS} {_question(table, decision)}" for decision in table.pending()]


def _question(table: Table[Any], decision: Decision) -> str:
    if decision.seat == DICE:
        return f"{DICE} {decision.key} | {decision.subject}"
    return f"{decision.seat} {verb_for(table, decision)} | {decision.subject}"
