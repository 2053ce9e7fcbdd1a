"""A transcript played again, line by line: whatever the rules do otherwise is found at its line."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, cast

from pbem.engine.agreements.offers import BY_WORD
from pbem.engine.decision import DICE, GAMEMASTER, Decision, Die, Json, Menu, Seat, Shape
from pbem.engine.dice import Chance, Mixed, RollId
from pbem.engine.game.rules import Rules
from pbem.engine.game.setup import Setup
from pbem.engine.log.changes import SAID
from pbem.engine.log.entry import Entry, EntryKind
from pbem.engine.log.waiting import BRANCHED, STOPPED, WAITING
from pbem.engine.played_log import RULING
from pbem.engine.refusal import BadLine, WaitingLine
from pbem.engine.table import Table
from pbem.figures import is_number
from pbem.i18n import unpacked
from pbem.orders.carry.execute import execute
from pbem.orders.words.grammar import Grammar
from pbem.orders.words.lines import line_of, verb_for, verbs_for
from pbem.orders.words.vocabulary import STANDING, WITHDRAW
from pbem.replay.transcript import (
    AFTER_WAITING,
    ASKS,
    BY_A_PLAYER,
    END_OF_FILE,
    ENTRY_LINE,
    JSON_BEGINS,
    MARK_OF,
    MARKS,
    OVER,
    SALT,
    Header,
    TranscriptError,
    closing_lines,
    deal_line,
    event_lines,
    plain,
    questions_of,
    read_answer,
)


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    text: str


def read_header(text: str) -> Header:
    """What a transcript says of its game. Raises TranscriptError when game, scenario or rules version is missing."""
    facts: dict[str, str] = {}
    options: dict[str, Json] = {}
    number = 0
    for line in _head(_lines(text)):
        number = line.number
        name, _, value = line.text.partition(" ")
        if name == "option":
            option, _, text_of_value = value.partition(" ")
            options[option] = _json(line, text_of_value)
        else:
            facts[name] = value
    for name in ("game", "scenario", "rules"):
        if name not in facts or (name == "rules" and not is_number(facts[name])):
            raise TranscriptError(number + 1, f'a line "{name} ..." before the log', facts.get(name, "none"))
    return Header(facts.pop("game"), facts.pop("scenario"), int(facts.pop("rules")), options, facts)


def _json(line: _Line, text: str) -> Json:
    try:
        return json.loads(text)
    except json.JSONDecodeError as wrong:
        raise TranscriptError(line.number, "a value in JSON", text) from wrong


def _lines(text: str) -> list[_Line]:
    stripped = (_Line(number, line.strip()) for number, line in enumerate(text.splitlines(), 1))
    return [line for line in stripped if line.text and not line.text.startswith("#")]


def _head(lines: list[_Line]) -> list[_Line]:
    for place, line in enumerate(lines):
        if line.text.startswith("=") or ENTRY_LINE.fullmatch(line.text) or line.text.partition(" ")[0] in (OVER, ASKS):
            return lines[:place]
    return lines


def play_transcript(rules: Rules[Any], setup: Setup, text: str, chance: Chance | None = None) -> Table[Any]:
    """Play a transcript line by line and give the game as it is at its end.

    With `chance` the game can be played on. Raises TranscriptError at the first line that the rules do not follow.
    """
    _same_game(read_header(text), rules, setup)
    lines = _lines(text)
    table = _Reader(rules, setup, lines[len(_head(lines)) :], len(text.splitlines()) + 1).play()
    return Table.restore(rules, setup, chance or _no_more_dice, table.entries)


def _no_more_dice(roll: RollId, shape: Shape, mixed: Mixed) -> Json:  # noqa: ARG001 - a Chance
    raise RuntimeError(f"no die for {roll}: the transcript is at its end")


def _same_game(header: Header, rules: Rules[Any], setup: Setup) -> None:
    stated = (header.game, header.scenario, header.rules, header.options)
    given = (rules.name, setup.scenario, rules.version, dict(setup.options))
    for name, header_value, expected in zip(("game", "scenario", "rules", "options"), stated, given, strict=True):
        if header_value != expected:
            raise TranscriptError(1, f"{name} {expected!r}", f"{header_value!r}")


class _Stepwise(Table[Any]):
    """A Table that answers nothing automatically: each answer, dice and forced ones too, must be requested."""

    def settle(self) -> None:
        """Nothing: see the class."""

    def advance(self) -> Entry | None:
        """Answer one question that needs no player, and give the entry; None if there is no such question."""
        return self.entries[-1] if self.settle_one() else None

    def advance_offer(self) -> Entry | None:
        """Write what follows by itself from what players have agreed on, and give the entry; None if nothing does."""
        return self.entries[-1] if self._settle_offer() else None


class _Reader:
    """Plays the lines of a log; `end` is the number of the line after the last."""

    def __init__(self, rules: Rules[Any], setup: Setup, lines: list[_Line], end: int) -> None:
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
        for expected in closing_lines(self.table):
            self._expect(expected)
        if self.left:
            self.now = self.left[-1]
            raise self._wrong("nothing after it")
        self.table.seal()
        return self.table

    # Events and the end

    def _hear(self, since: int) -> None:
        for line in event_lines(self.table, since):
            self._expect(line)
        if self.left and self.left[-1].text.startswith("="):
            self.now = self.left[-1]
            raise self._wrong(f"{self._waiting()} and no such event")

    def _expect(self, text: str) -> None:
        self.now = self.left.pop() if self.left else self.end
        if self.now.text != text:
            raise self._wrong(f'"{text}"')

    def _wrong(self, expected: str) -> TranscriptError:
        text_found = f'"{self.now.text}"' if self.now.text else END_OF_FILE
        return TranscriptError(self.now.number, expected, text_found)

    def _waiting(self) -> str:
        return " or ".join(f'"{line}"' for line in closing_lines(self.table))

    # Entries

    def _follow(self, seat: Seat, mark: str, text: str) -> None:
        if seat == DICE:
            self._advance(EntryKind.ROLL)
        elif seat == GAMEMASTER:
            self._ruled(text)
        elif seat not in self.table.seats:
            raise self._wrong(f"one of {', '.join(self.table.seats)}")
        elif MARKS[mark] is EntryKind.OFFER:
            self._agreed(seat, text)
        elif MARKS[mark] in (EntryKind.INSTRUCTION, *BY_A_PLAYER):
            self.table.seal()  # as where the game stopped for them
            self._acted(seat, MARKS[mark], text)
        else:
            self._answered(seat, MARKS[mark], text)

    def _acted(self, seat: Seat, kind: EntryKind, text: str) -> None:
        if kind is EntryKind.INSTRUCTION:
            self._instructed(seat, text)
        elif kind is EntryKind.ACT:
            self._done_unasked(seat, text.removeprefix(AFTER_WAITING), waited=text.startswith(AFTER_WAITING))
        else:
            self._answered(seat, kind, text)

    def _agreed(self, seat: Seat, text: str) -> None:
        """What a seat offers or answers; or what must follow from that by itself."""
        head, _, terms = text.partition(" = ")
        key, _, subject = head.partition(" | ")
        if key in BY_WORD:
            self.table.seal()
            try:
                self.table.remark(EntryKind.OFFER, seat, key, subject, json.loads(terms))
            except json.JSONDecodeError as bad:
                raise self._wrong(f"an offer in JSON ({bad})") from bad
            return
        entry = self.table.advance_offer()
        if entry is None or deal_line(entry) != self.now.text:
            raise self._wrong("nothing that players have agreed on" if entry is None else f'"{deal_line(entry)}"')

    def _advance(self, kind: EntryKind) -> Entry:
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
        return self._wrong(f"{entry.seat}{MARK_OF[entry.kind]} {verb} {plain(entry.answer)}")

    def _die_on_line(self, roll: RollId, shape: Shape, mixed: Mixed) -> Json:  # noqa: ARG002 - a Chance
        head, _, result = self.now.text.rpartition(" = ")
        if head != f"{DICE}> {roll.key} | {roll.subject}":
            raise self._wrong(f'"{DICE}> {roll.key} | {roll.subject} = ..."')
        answer: Json = result.split(", ")
        if isinstance(shape, Die):
            answer = int(result) if is_number(result) else None
        if wrong := shape.refusal(answer):
            raise self._wrong(wrong)
        return answer

    def _ruled(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        try:
            line, why = json.loads(rest)
            if word == RULING:
                self.table.rule(line, why)
                return
        except (ValueError, BadLine) as bad:
            raise self._wrong(f"a ruling ({bad})") from bad
        raise self._wrong(f'"{RULING}"')

    def _instructed(self, seat: Seat, text: str) -> None:
        word, _, rest = text.partition(" ")
        if word == SALT and self.table.shares.wants(seat):
            self.table.salt(seat, rest)
        elif word == WITHDRAW:
            self._withdrawn(seat, rest)
        elif word == STANDING:
            self._kept(seat, text)
        elif word in (WAITING, STOPPED, BRANCHED):
            self._waits(seat, word, rest)
        else:
            raise self._wrong(f'"{STANDING}", "{WITHDRAW}", "{WAITING}", "{STOPPED}", "{BRANCHED}" or "{SALT}"')

    def _waits(self, seat: Seat, word: str, text: str) -> None:
        try:
            document = json.loads(text)
        except json.JSONDecodeError as bad:
            raise self._wrong(f"what waits in JSON ({bad})") from bad
        if word == WAITING:
            self.table.wait(seat, _kept_lines(document))
        elif word == BRANCHED:
            self.table.branch(seat, _kept_lines(document["lines"]), _told(document, "told"))
        elif isinstance(document, list):  # of an older log: all that waited was given up
            line, problem = document
            self.table.stop_waiting(seat, line, problem, [each.text for each in self.table.waiting.get(seat, [])])
        else:
            self.table.stop_waiting(
                seat, document["line"], _told(document, "problem"), document["dropped"], _kept_lines(document["kept"])
            )

    def _kept(self, seat: Seat, text: str) -> None:
        try:
            execute(self.table, seat, text)
        except BadLine as bad:
            raise self._wrong(f"a standing order ({bad.problem})") from bad

    def _withdrawn(self, seat: Seat, which: str) -> None:
        number = which.removeprefix(f"{STANDING} ")
        named = [o for o in self.table.book.orders if o.seat == seat and which in (o.verb, f"{STANDING} {o.number}")]
        if not named:
            raise self._wrong("the withdrawal of a standing order given before")
        self.table.withdraw(seat, named[0].key, named[0].verb, int(number) if number != which else None)

    def _answered(self, seat: Seat, kind: EntryKind, text: str) -> None:
        order, _, about = text.partition(" | ")
        verb, _, words = order.partition(" ")
        decision = self._decision(seat, verb, about)
        try:
            answer = self._read(decision, verb, words)
            if kind in BY_A_PLAYER:
                self._give(decision, kind, answer)
                return
        except (BadLine, json.JSONDecodeError) as bad:
            raise self._wrong(f"a legal answer ({bad})") from bad
        entry = self._advance(kind)
        if (entry.seat, entry.key, entry.answer) != (seat, decision.key, answer):
            raise self._other_entry(entry)

    def _done_unasked(self, seat: Seat, text: str, *, waited: bool) -> None:
        order, _, about = text.partition(" | ")
        verb, _, words = order.partition(" ")
        acts = (act for act in self.table.acts_of(seat) if about in ("", act.subject))
        act = next((each for each in acts if verb in (verb_for(self.table, each), *verbs_for(self.table, each))), None)
        if act is None:
            raise self._wrong("what is open to a seat that acts unasked")
        try:
            answer = self._read(act, verb, words)
            note = line_of(self.table, act, answer)[0] if waited else ""
            self.table.act(seat, act.key, answer, subject=act.subject, note=note)
        except (BadLine, json.JSONDecodeError) as bad:
            raise self._wrong(f"a legal act ({bad})") from bad

    def _read(self, decision: Decision, verb: str, words: str) -> Json:
        grammar = Grammar(self.table.rules, self.table.state)
        if isinstance(decision.shape, Menu) and words[:1] not in JSON_BEGINS:
            return grammar.read(decision, f"{verb} {words}")
        return read_answer(grammar, decision, words)

    def _decision(self, seat: Seat, verb: str, about: str) -> Decision:
        for decision in questions_of(self.table, seat):
            named = verb in (verb_for(self.table, decision), *verbs_for(self.table, decision))
            if named and about in ("", decision.subject):
                return decision
        raise self._wrong(self._waiting())

    def _give(self, decision: Decision, kind: EntryKind, answer: Json) -> None:
        if kind is EntryKind.DRAFT:
            self.table.draft(decision.seat, decision.key, answer, subject=decision.subject)
        else:
            note = line_of(self.table, decision, answer)[0] if kind is EntryKind.WAITED else ""
            self.table.answer(decision.seat, decision.key, answer, kind, subject=decision.subject, note=note)


def _told(document: dict[str, Any], name: str) -> str:
    """What a seat is told, as a text that can be translated, where it was one."""
    return cast(str, unpacked(document[SAID])) if SAID in document else cast(str, document[name])


def _kept_lines(kept: Json) -> list[WaitingLine]:
    return list(map(WaitingLine.from_json, kept))
