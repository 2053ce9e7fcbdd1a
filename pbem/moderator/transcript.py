"""A game as a text file that can be read, and played again as a strict test.

    game plantagenet            facts of the game, one a line
    scenario bosworth
    rules 1
    york> flee none             a player's answer, in order words; what it is about may follow a bar
    york* hit Norfolk Militia | round 1, left, missiles 1 of 3      a standing order answered
    york= order centre          there was one legal answer
    york! flee none             the clock answered
    york~ give Piquiers Oxford  the beginning of an answer
    york+ standing battle reroll all | withdraw reroll | salt 00ff  what answers no question
    dice> 4.4.2 protection | norfolk militia missiles = 5
    = 4.4.2 flees side=york lord=norfolk        what was told; [york] before the rule: to this seat only
    asks york flee | round 2    how it stands at the end: the open questions, or `over` with the result

Lines that begin with # are for the reader. Everything else is checked: a question without a line, a line without a
question, another event, a line too many.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pbem.engine.decision import DICE, Assign, Decision, Die, Json, Seat, Shape
from pbem.engine.dice import Chance, RollId
from pbem.engine.entry import Entry, Kind
from pbem.engine.event import Event
from pbem.engine.grammar import NONE, Grammar
from pbem.engine.obey import STANDING, WITHDRAW, obey, verb_for
from pbem.engine.order import BadLine
from pbem.engine.rules import Rules, Setup
from pbem.engine.table import Table

MARKS = {
    ">": Kind.ANSWER,
    "*": Kind.STANDING,
    "=": Kind.FORCED,
    "!": Kind.TIMEOUT,
    "~": Kind.DRAFT,
    "+": Kind.INSTRUCTION,
}
MARK_OF = {kind: mark for mark, kind in MARKS.items()} | {Kind.SALT: "+", Kind.ROLL: ">"}
BY_A_PLAYER = frozenset({Kind.ANSWER, Kind.TIMEOUT, Kind.DRAFT})
ENTRY_LINE = re.compile(r"(?P<seat>\w+)(?P<mark>[>*=!~+]) *(?P<text>.*)")
BARE = re.compile(r"[A-Za-z][\w-]*")
LITERALS = frozenset({"null", "true", "false"})
SALT = "salt"
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


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    text: str


# Writing


def write_transcript(table: Table[Any], facts: Mapping[str, str] | None = None) -> str:
    """The game so far as a transcript; `facts` are further header lines, name and value. Raises Diverged."""
    other = Table(table.rules, table.setup, table.chance)
    lines = [*_header_lines(table, facts or {}), *_told(other, 0)]
    turn = ""
    for entry in table.entries:
        if entry.turn != turn:
            turn = entry.turn
            lines += ["", f"# {turn}"]
        lines.append(_entry_line(other, entry))
        before = len(other.news)
        other.replay(entry)
        lines += _told(other, before)
    return "\n".join([*lines, "", *_closing_lines(other)]) + "\n"


def _header_lines(table: Table[Any], facts: Mapping[str, str]) -> Iterator[str]:
    yield f"game {table.rules.name}"
    yield f"scenario {table.setup.scenario}"
    yield f"rules {table.rules.version}"
    for name, value in table.setup.options.items():
        yield f"option {name} {json.dumps(value)}"
    for name, text in facts.items():
        yield f"{name} {text}"


def _told(table: Table[Any], since: int) -> list[str]:
    return [event_line(news.event) for news in table.news[since:]]


def event_line(event: Event) -> str:
    """An Event as a line: who may see it (nothing: everyone), rule, name, and its data as key=value."""
    seen_by = "" if event.seen_by is None else f"[{','.join(sorted(event.seen_by))}]"
    data = [f"{name}={_plain(value)}" for name, value in event.data.items()]
    return " ".join(["=", *filter(None, [seen_by]), event.rule, event.name, *data])


def _plain(value: Json) -> str:
    match value:
        case str() if BARE.fullmatch(value) and value not in LITERALS:
            return str(value)
        case list() | tuple():
            return f"[{','.join(map(_plain, value))}]"
        case dict():
            return f"{{{','.join(f'{_plain(k)}:{_plain(v)}' for k, v in value.items())}}}"
    return json.dumps(value)


def _entry_line(table: Table[Any], entry: Entry) -> str:
    """The line of an entry about to be replayed at `table`."""
    text = _roll_text(entry) if entry.kind is Kind.ROLL else _seat_text(table, entry)
    return f"{entry.seat}{MARK_OF[entry.kind]} {text}"


def _roll_text(entry: Entry) -> str:
    result = ", ".join(entry.answer) if isinstance(entry.answer, list) else entry.answer
    return f"{entry.key} | {entry.subject} = {result}"


def _seat_text(table: Table[Any], entry: Entry) -> str:
    match entry.kind:
        case Kind.SALT:
            return f"{SALT} {entry.answer}"
        case Kind.INSTRUCTION:
            return _instruction_text(table, entry)
    decision = next(d for d in _questions(table, entry.seat) if (d.key, d.subject) == (entry.key, entry.subject))
    about = "" if entry.subject == entry.seat else f" | {entry.subject}"
    return f"{verb_for(table, decision)} {_answer_text(table, decision, entry.answer)}{about}"


def _answer_text(table: Table[Any], decision: Decision, answer: Json) -> str:
    """The answer in words, or in JSON where the words would not be read as they are meant."""
    grammar = Grammar(table.rules, table.state)
    text = ", ".join(grammar.write(decision, answer)) or "none"
    return text if _read_or_none(grammar, decision, text) == answer else json.dumps(answer)


def _read_or_none(grammar: Grammar, decision: Decision, text: str) -> Json:
    try:
        return _read_answer(grammar, decision, text)
    except BadLine:
        return None


def _read_answer(grammar: Grammar, decision: Decision, text: str) -> Json:
    """The answer that `text` gives. Raises Misread or Ambiguous."""
    if text[:1] in JSON_BEGINS:
        return json.loads(text)
    if isinstance(decision.shape, Assign) and text in NONE:
        return {}
    return grammar.read(decision, text)


def _instruction_text(table: Table[Any], entry: Entry) -> str:
    if entry.answer is None:
        return f"{WITHDRAW} {entry.subject}"
    answer = entry.answer
    policy = next(w.policy for w in table.rules.vocabulary if w.verb == answer["verb"] and w.policy is not None)
    return f"{STANDING} {answer['scope'][0]} {answer['verb']} {policy.write(table.state, answer['policy'])}"


def _questions(table: Table[Any], seat: Seat) -> list[Decision]:
    """What the seat can answer now, or answer anew."""
    return [*table.open_to(seat), *(decision for decision, _ in table.given_by(seat))]


def _closing_lines(table: Table[Any]) -> list[str]:
    if table.over:
        return [f"{OVER} {_plain(table.rules.result(table.state))}"]
    return [f"{ASKS} {_question(table, decision)}" for decision in table.open()]


def _question(table: Table[Any], decision: Decision) -> str:
    if decision.seat == DICE:
        return f"{DICE} {decision.key} | {decision.subject}"
    return f"{decision.seat} {verb_for(table, decision)} | {decision.subject}"


# Reading


def read_header(text: str) -> Header:
    """What a transcript says of its game. Raises TranscriptError when game, scenario or rules version is missing."""
    facts: dict[str, str] = {}
    options: dict[str, Json] = {}
    number = 0
    for line in _head(_lines(text)):
        number = line.number
        name, _, value = line.text.partition(" ")
        if name == "option":
            option, _, plain = value.partition(" ")
            options[option] = _json(line, plain)
        else:
            facts[name] = value
    for name in ("game", "scenario", "rules"):
        if name not in facts or (name == "rules" and not facts[name].isdecimal()):
            raise TranscriptError(number + 1, f'a line "{name} ..." before the log', facts.get(name, "none"))
    return Header(facts.pop("game"), facts.pop("scenario"), int(facts.pop("rules")), options, facts)


def _json(line: _Line, plain: str) -> Json:
    try:
        return json.loads(plain)
    except json.JSONDecodeError as wrong:
        raise TranscriptError(line.number, "a value in JSON", plain) from wrong


def _lines(text: str) -> list[_Line]:
    stripped = (_Line(number, line.strip()) for number, line in enumerate(text.splitlines(), 1))
    return [line for line in stripped if line.text and not line.text.startswith("#")]


def _head(lines: list[_Line]) -> list[_Line]:
    for place, line in enumerate(lines):
        if line.text.startswith("=") or ENTRY_LINE.fullmatch(line.text) or line.text.partition(" ")[0] in (OVER, ASKS):
            return lines[:place]
    return lines


def play_transcript(rules: Rules[Any], setup: Setup, text: str, chance: Chance | None = None) -> Table[Any]:
    """Play a transcript line by line and give the game as it stands at its end.

    With `chance` the game can be played on. Raises TranscriptError at the first line that the rules do not follow.
    """
    _same_game(read_header(text), rules, setup)
    lines = _lines(text)
    table = _Reader(rules, setup, lines[len(_head(lines)) :], len(text.splitlines()) + 1).play()
    return Table.restore(rules, setup, chance or _no_more_dice, table.entries)


def refresh_transcript(rules: Rules[Any], setup: Setup, text: str) -> str:
    """The transcript with its Events as the rules tell them today: for a change that is meant, and to be read after it.

    The comment before the header and the facts stay. Raises TranscriptError where questions or answers differ.
    """
    header = read_header(text)
    lines = _lines(text)
    silent = [line for line in lines[len(_head(lines)) :] if ENTRY_LINE.fullmatch(line.text)]
    table = _Reader(rules, setup, silent, len(text.splitlines()) + 1, checks_events=False).play()
    comment = "".join(line for line in text.splitlines(keepends=True)[: lines[0].number - 1])
    return comment + write_transcript(table, header.facts)


def _no_more_dice(roll: RollId, shape: Shape, salts: Mapping[Seat, str]) -> Json:  # noqa: ARG001 - a Chance
    raise RuntimeError(f"no die for {roll}: the transcript is at its end")


def _same_game(header: Header, rules: Rules[Any], setup: Setup) -> None:
    stated = (header.game, header.scenario, header.rules, header.options)
    given = (rules.name, setup.scenario, rules.version, dict(setup.options))
    for name, found, expected in zip(("game", "scenario", "rules", "options"), stated, given, strict=True):
        if found != expected:
            raise TranscriptError(1, f"{name} {expected!r}", f"{found!r}")


class _Stepwise(Table[Any]):
    """A Table that settles nothing by itself: each answer, also a die or a forced one, waits to be called for."""

    def settle(self) -> None:
        """Nothing: see the class."""

    def advance(self) -> Entry | None:
        """Answer one question that needs no player, and give the entry; None if there is no such question."""
        for decision in self.open():
            place = next(place for place, asked in enumerate(self._asked) if asked is decision)
            if self._answer_without_player(place, decision):
                return self.entries[-1]
        return None


class _Reader:
    """Plays the lines of a log; `end` is the number of the line behind the last.

    Without `checks_events` there are only entries among the lines.
    """

    def __init__(self, rules: Rules[Any], setup: Setup, lines: list[_Line], end: int, *, checks_events: bool = True) -> None:
        self.checks_events = checks_events
        self.table = _Stepwise(rules, setup, self._die_on_line)
        self.left = lines[::-1]
        self.end = _Line(end, "")
        self.now = self.end

    def play(self) -> Table[Any]:
        """Follow the lines to the end."""
        self._hear(0)
        while self.left and (match := ENTRY_LINE.fullmatch(self.left[-1].text)):
            self.now = self.left.pop()
            before = len(self.table.news)
            self._follow(match["seat"], match["mark"], match["text"])
            self._hear(before)
        for expected in _closing_lines(self.table) if self.checks_events else ():
            self._expect(expected)
        if self.left:
            self.now = self.left[-1]
            raise self._wrong("nothing after it")
        return self.table

    # Events and the end

    def _hear(self, since: int) -> None:
        for line in _told(self.table, since) if self.checks_events else ():
            self._expect(line)
        if self.left and self.left[-1].text.startswith("="):
            self.now = self.left[-1]
            raise self._wrong(f"{self._waiting()} and no such event")

    def _expect(self, text: str) -> None:
        self.now = self.left.pop() if self.left else self.end
        if self.now.text != text:
            raise self._wrong(f'"{text}"')

    def _wrong(self, expected: str) -> TranscriptError:
        found = f'"{self.now.text}"' if self.now.text else END_OF_FILE
        return TranscriptError(self.now.number, expected, found)

    def _waiting(self) -> str:
        return " or ".join(f'"{line}"' for line in _closing_lines(self.table))

    # Entries

    def _follow(self, seat: Seat, mark: str, text: str) -> None:
        if seat == DICE:
            self._advance(Kind.ROLL)
        elif seat not in self.table.rules.seats:
            raise self._wrong(f"one of {', '.join(self.table.rules.seats)}")
        elif MARKS[mark] is Kind.INSTRUCTION:
            self._instructed(seat, text)
        else:
            self._answered(seat, MARKS[mark], text)

    def _advance(self, kind: Kind) -> Entry:
        """Let the Table answer a question itself; it must come to an answer of this kind."""
        entry = self.table.advance()
        if entry is None:
            raise self._wrong(self._waiting())
        if entry.kind is not kind:
            raise self._other_entry(entry)
        return entry

    def _other_entry(self, entry: Entry) -> TranscriptError:
        """The Table answered otherwise than the line says."""
        verb = next((w.verb for w in self.table.rules.vocabulary if w.key == entry.key and w.answers), entry.key)
        return self._wrong(f"{entry.seat}{MARK_OF[entry.kind]} {verb} {_plain(entry.answer)}")

    def _die_on_line(self, roll: RollId, shape: Shape, salts: Mapping[Seat, str]) -> Json:  # noqa: ARG002 - a Chance
        head, _, result = self.now.text.rpartition(" = ")
        if head != f"{DICE}> {roll.key} | {roll.subject}":
            raise self._wrong(f'"{DICE}> {roll.key} | {roll.subject} = ..."')
        answer: Json = result.split(", ")
        if isinstance(shape, Die):
            answer = int(result) if result.isdigit() else None
        if wrong := shape.refusal(answer):
            raise self._wrong(wrong)
        return answer

    def _instructed(self, seat: Seat, text: str) -> None:
        word, _, rest = text.partition(" ")
        if word == SALT and seat not in self.table.salts:
            self.table.salt(seat, rest)
        elif word == WITHDRAW:
            self._withdrawn(seat, rest)
        elif word == STANDING:
            self._kept(seat, text)
        else:
            raise self._wrong(f'"{STANDING}", "{WITHDRAW}" or a first "{SALT}"')

    def _kept(self, seat: Seat, text: str) -> None:
        try:
            obey(self.table, seat, text)
        except BadLine as bad:
            raise self._wrong(f"a standing order ({bad.problem})") from bad

    def _withdrawn(self, seat: Seat, verb: str) -> None:
        keys = [order.key for order in self.table.book.orders if (order.seat, order.verb) == (seat, verb)]
        if not keys:
            raise self._wrong("the withdrawal of a standing order given before")
        self.table.withdraw(seat, keys[0], verb)

    def _answered(self, seat: Seat, kind: Kind, text: str) -> None:
        order, _, about = text.partition(" | ")
        verb, _, words = order.partition(" ")
        decision = self._decision(seat, verb, about)
        try:
            answer = _read_answer(Grammar(self.table.rules, self.table.state), decision, words)
            if kind in BY_A_PLAYER:
                self._give(decision, kind, answer)
                return
        except (BadLine, json.JSONDecodeError) as bad:
            raise self._wrong(f"a legal answer ({bad})") from bad
        entry = self._advance(kind)
        if (entry.seat, entry.key, entry.answer) != (seat, decision.key, answer):
            raise self._other_entry(entry)

    def _decision(self, seat: Seat, verb: str, about: str) -> Decision:
        for decision in _questions(self.table, seat):
            if verb_for(self.table, decision) == verb and about in ("", decision.subject):
                return decision
        raise self._wrong(self._waiting())

    def _give(self, decision: Decision, kind: Kind, answer: Json) -> None:
        if kind is Kind.DRAFT:
            self.table.draft(decision.seat, decision.key, answer)
        else:
            self.table.answer(decision.seat, decision.key, answer, kind)
