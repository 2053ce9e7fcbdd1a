"""The questions to a seat as its report shows them: the choices, each with a code, and the lines of the form.

A code in a letter, "1b", means the choice beside 1b in the mail that it answers. The line of each code, and its question as
shown, are stored with the mail. A code counts only in an answer to that very mail, while the question is open and would be
shown in the same words: so what the mail shows is what is done. If a question takes several orders, further codes of it are
orders of the same segment, and must be legal at their place; if it takes one answer, several codes of it do not count.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from itertools import count
from typing import Any, Final

from pbem.engine.decision import Assign, Decision, Json, Menu, Number, Pick, PickSome, Seat, YesNo
from pbem.engine.phrase import NONE
from pbem.engine.refusal import Ambiguous, BadLine, Illegal, Misread
from pbem.engine.table import Table
from pbem.figures import is_number
from pbem.i18n import Text
from pbem.moderator.reading.form_lines import gives_up
from pbem.orders.carry.execute import understand
from pbem.orders.parse.parse import MAX_LINE_LENGTH, QUESTION
from pbem.orders.place.placed import Answer, PartialAnswer, Placed
from pbem.orders.place.position import Position
from pbem.orders.place.segments import Cursor, segments_of
from pbem.orders.reading.clauses import adds_nothing
from pbem.orders.reading.read import meant_by
from pbem.orders.words.lexicon import plain_words
from pbem.orders.words.lines import (
    behind_codes,
    code_of,
    codes_in,
    example_lines,
    line_of,
    lines_for,
    split_codes,
    verb_for,
)
from pbem.orders.words.menu import choices, parted
from pbem.orders.words.vocabulary import vocabulary_of
from pbem.render.report import Choice, Question, Report


def mark_of(table: Table[Any], decision: Decision) -> str:
    """A mark for a question: its key and subject, and how often it has been asked before in this turn."""
    turn = table.rules.turn(table.state)
    same = (turn, decision.seat, decision.key, decision.subject)
    before = sum((entry.turn, entry.seat, entry.key, entry.subject) == same for entry in table.entries)
    return " ".join((*same, str(before)))


# Questions

MAX_LINES_SHOWN = 4
"""The most examples below a question."""
MAX_PAIRS = 12
"""The same where each is a part of the answer: together they are all of it."""
MAX_NAMED = 40
"""The most names that are listed below a question."""


def questions_for(table: Table[Any], decisions: Sequence[Decision]) -> tuple[Question, ...]:
    """All that are open to a seat, in their order."""
    return tuple(question_for(table, decision, place) for place, decision in enumerate(decisions))


def question_for(table: Table[Any], decision: Decision, place: int = 0) -> Question:
    """A question as a report has it, the one at `place` among those of its reader."""
    question = _asked(table, decision)
    off = tuple(line for line in question.lines if gives_up(table, line))
    lines = tuple(line for line in question.lines if line not in off)
    facts = table.rules.orders.facts(table.state, decision)
    facts = (*facts, *_left_out(table, decision, (*facts, question.usage, *question.lines, *question.examples)))
    return with_codes(replace(question, lines=lines, off=off, facts=facts), place)


def _left_out(table: Table[Any], decision: Decision, shown: Sequence[str]) -> Iterator[str]:
    """All names that are possible, if the `shown` ones leave some out."""
    match decision.shape:
        case Menu():
            return
        case Pick() | PickSome():
            options = decision.shape.options()
        case Assign():
            options = decision.shape.items()
        case _:
            return
    lexicon, text = vocabulary_of(table).grammar.lexicon, "\n".join(shown)
    names = [lexicon.name(option) for option in options if option != NONE]
    if len(names) <= MAX_NAMED and any(name not in text for name in names):
        yield Text("Choices: {names}.", names=", ".join(names))


def with_codes(question: Question, place: int) -> Question:
    """A question with a code for each choice that it lists and that makes a whole line."""
    numbers = count()

    def coded(choice: Choice) -> Choice:
        return replace(choice, code=code_of(place, next(numbers))) if choice.line else choice

    choices = tuple((words, tuple(map(coded, listed))) for words, listed in question.choices)
    shown = () if choices else tuple(Choice(line, line, code_of(place, next(numbers))) for line in question.examples)
    return replace(question, choices=choices, shown=shown)


def _asked(table: Table[Any], decision: Decision) -> Question:
    lines = tuple(lines_for(table, decision))
    prompt = decision.prompt
    if withheld := table.withheld(decision):
        prompt = Text("{prompt} (Your standing order {withheld}.)", prompt=prompt, withheld=withheld)
    if isinstance(decision.shape, Menu):
        return replace(_menu(table, decision, decision.shape, lines), prompt=prompt)
    verb = verb_for(table, decision)
    word = next(w for w in table.rules.vocabulary if (w.verb, w.key) == (verb, decision.key))
    about = "" if word.about == prompt else word.about
    if draft := table.draft_of(decision):
        prompt = _with_rest(table, decision, prompt, draft)
        return Question(prompt, lines, word.usage, about, lines, tuple(line_of(table, decision, draft)))
    most = MAX_PAIRS if isinstance(decision.shape, Assign) else MAX_LINES_SHOWN
    examples = sorted(example_lines(table, decision, most), key=lambda line: gives_up(table, line))
    return Question(prompt, lines, word.usage, about, tuple(examples), complete=_are_all(decision, len(examples)))


def _are_all(decision: Decision, number: int) -> bool:
    """Whether so many different answers are all that a question can get."""
    match decision.shape:
        case YesNo():
            return number == 2
        case Pick(options):
            return number == len(set(options()))
        case Number(least, most):
            return number == most - least + 1
    return False


def _with_rest(table: Table[Any], decision: Decision, prompt: str, draft: Mapping[str, str]) -> str:
    """A prompt with what is still to be said in an answer that is begun."""
    shape, lexicon = decision.shape, vocabulary_of(table).grammar.lexicon
    assert isinstance(shape, Assign)
    given, least = len(draft), shape.count - len(draft)
    names = [lexicon.name(item) for item in shape.items() if item not in draft]
    if len(names) > least:
        return Text("{prompt} ({given} kept, {least} still to come.)", prompt=prompt, given=given, least=least)
    return Text("{prompt} ({given} kept, still to come: {names}.)", prompt=prompt, given=given, names=", ".join(names))


def _menu(table: Table[Any], decision: Decision, shape: Menu, lines: tuple[str, ...]) -> Question:
    """A choice among many order words: each with what can follow it, and a line.

    Nothing that ends the segment is prefilled: the player must choose it. It comes last, so that the first code is none of
    those that cannot be taken back.
    """
    lexicon = vocabulary_of(table).grammar.lexicon
    open_ = choices(lexicon, shape.options())
    closing = {word.verb for word in table.rules.vocabulary if word.closes and word.key == decision.key}

    def comes_last(line: str) -> bool:
        return line.partition(" ")[0] in closing or gives_up(table, line)

    examples = tuple(sorted(example_lines(table, decision, len(open_) + 1), key=comes_last))
    last = sorted(parted(lexicon, shape.options(), open_).items(), key=lambda each: comes_last(each[0]))
    groups = tuple((words, tuple(Choice(name, line) for name, line in listed)) for words, listed in last)
    chosen = tuple(line for line in lines if line.partition(" ")[0] not in closing)
    return Question(decision.prompt, chosen, "", "", examples, choices=groups)


# Codes

CODES = "codes"
"""The key of a mail's codes in the data stored with it, beside its open questions (letter_lines)."""
MAX_NEAR = 4
NO_CODES: Mapping[str, Shown] = {}
_MARK, _SHOWN, _LINES = "mark", "shown", "lines"


def shown_codes(table: Table[Any], report: Report) -> Json:
    """The meaning of a report's codes as plain data: each question's mark, how it is shown, and the line of each code."""
    asked = zip(table.open_to(report.seat), report.form.questions, strict=False)
    return [
        {
            _MARK: mark_of(table, decision),
            _SHOWN: _digest(question),
            _LINES: {choice.code: choice.line for choice in question.coded},
        }
        for decision, question in asked
    ]


def _digest(question: Question) -> str:
    """A hash of what a mail shows of a question."""
    facts = asdict(question)
    shown = [facts[part] for part in ("prompt", "facts", "choices", "shown")]
    return sha256(json.dumps(shown).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Shown:
    """The meaning of a code in a mail: its `line`, and its question by `mark` and a hash of how it is `shown`."""

    line: str
    mark: str
    shown: str
    place: int


def codes_of(asked: object) -> Mapping[str, Shown]:
    """The meanings of the codes in a mail with this stored data; {} if it shows none."""
    stored = asked.get(CODES, ()) if isinstance(asked, dict) else ()
    return {
        code: Shown(line, each[_MARK], each[_SHOWN], place)
        for place, each in enumerate(stored)
        for code, line in each[_LINES].items()
    }


def codes_written(table: Table[Any], seat: Seat, text: str, known: Collection[str]) -> tuple[str, ...]:
    """The codes in a line that consists of codes; () for an order. Codes not `known` from the mail are given too."""
    codes, rest = split_codes(text)
    if len(codes) > 1 and _RANGE.search(text):
        return ()
    if rest:
        return codes if len(codes) == 1 and codes[0] in known else ()
    if codes and not set(codes) <= set(known) and _does(table, seat, text) is not None:
        return ()
    return codes


_CODE_BEHIND: Final = re.compile(
    r"(?P<said>.*[^\s,:;(–—-])\s*(?:[,:;(–—-]\s*)+(?P<code>[0-9]{1,2}[a-z]{1,4})[\s).!]*", re.IGNORECASE
)
_RANGE: Final = re.compile(r"[a-z]\s*(?:\.{2,}|…|[-–—=]*>|→)\s*[0-9]", re.IGNORECASE)
"""Between two codes these may mean all from one to the other, or the second in place of the first."""
_A_CODE: Final = re.compile(r"\b[0-9]{1,2}[a-z]{1,4}\b", re.IGNORECASE)


def code_behind(text: str, known: Collection[str]) -> str:
    """A line that ends with a code, with the code moved to the front: "The third one, 1c" ("": it ends with none, or has
    others).
    """
    found = _CODE_BEHIND.fullmatch(text) if len(text) <= MAX_LINE_LENGTH else None
    if found is None or found["code"].casefold() not in known or _A_CODE.search(found["said"]):
        return ""
    return f"{found['code']}, {found['said']}"


def _does(table: Table[Any], seat: Seat, text: str) -> Placed | None:
    try:
        return understand(table, seat, text)
    except BadLine:
        return None


class LetterCodes:
    """The codes of one letter, with the meanings of those `written` in it when it begins to be carried out."""

    def __init__(self, table: Table[Any], seat: Seat, shown: Mapping[str, Shown], written: Iterable[str]) -> None:
        self._table = table
        self._seat = seat
        self._shown = shown
        self._asked = {mark_of(table, decision): decision for decision in table.open_to(seat)}
        self._first = next(iter(segments_of(table, seat)), None)
        self._meant: dict[str, tuple[Decision, Json, Sequence[str]] | BadLine] = {}
        for code in dict.fromkeys(written):
            if code in shown:
                self._meant[code] = self._meaning(code, shown[code])
        for code, bad in self._rivals():
            self._meant[code] = bad

    def check(self, code: str, text: str) -> None:
        """Raises BadLine if a code, which was written in this text, means no line that is legal now."""
        if QUESTION.search(text) is not None:
            problem = Text("that looks like a question, so nothing is done: write an order without a question mark")
            raise Misread(problem, self._nearest(self._shown.get(code)))
        if not self._shown:
            problem = Text(
                "{code} is a code, and those belong to the mail that they stand in: answer that mail, or write the order",
                code=code,
            )
            raise Illegal(problem, self._nearest())
        if code not in self._shown:
            raise Misread(Text("the mail that you answer has no code {code}", code=code), self._nearest())
        shown = self._shown[code]
        self._check_text(code, shown, text)
        if isinstance(bad := self._meant[code], BadLine):
            raise bad

    def _says_it(self, text: str, shown: Shown) -> bool:
        """Whether a text beside a code says its line or an unambiguous part of it, or means the same."""
        others = (each.line for each in self._shown.values() if each is not shown)
        if _says(text, shown.line) or (_is_part(text, shown.line) and not any(_says(text, each) for each in others)):
            return True
        return meant_by(Position(self._table, self._seat), text) == shown.line

    def _is_remark(self, text: str, shown: Shown) -> bool:
        """Whether the text after a code and a punctuation mark is only a remark. Without the mark the code is part of a
        sentence: "1a is tempting".
        """
        rest, position = behind_codes(text), Position(self._table, self._seat)
        is_apart = not text.removesuffix(rest).rstrip()[-1:].isalnum()
        return (
            is_apart
            and not split_codes(rest)[0]
            and adds_nothing(position, rest, shown.line, ends=gives_up(self._table, shown.line))
        )

    def _check_text(self, code: str, shown: Shown, text: str) -> None:
        """Raises Ambiguous for a text that says something else, or can be an order by itself."""
        rest = "" if codes_in(text) else split_codes(text)[1]
        if rest and not self._says_it(rest, shown) and not self._is_remark(text, shown):
            raise Ambiguous(
                Text('{code} stands for "{line}", and this line says something else', code=code, line=shown.line),
                self._nearest(shown),
            )
        other = _does(self._table, self._seat, text) if not rest and codes_in(text) == (code,) else None
        if other is not None and other.said != shown.line:
            raise Ambiguous(
                Text('"{text}" can mean {line} or {said}', text=text, line=shown.line, said=other.said),
                [shown.line, other.said],
            )

    def _meaning(self, code: str, shown: Shown) -> tuple[Decision, Json, Sequence[str]] | BadLine:
        """The question, the answer and who acts, at the position before the letter; or why there is none."""
        decision = self._asked.get(shown.mark)
        if decision is None:
            return Illegal(
                Text('{code} stood for "{line}", and that question is answered already', code=code, line=shown.line),
                self._nearest(shown),
            )
        now = question_for(self._table, decision, shown.place)
        answer = _answer_in(_does(self._table, self._seat, shown.line))
        if _digest(now) != shown.shown or answer is None:
            meaning = Text(
                '{code} stood for "{line}", and what it means has changed since that mail', code=code, line=shown.line
            )
            return Illegal(meaning, self._nearest(shown))
        return decision, answer[1], self._acting(decision)

    def _rivals(self) -> list[tuple[str, BadLine]]:
        """Codes that all answer one question which takes one answer, each with the reason why none of them counts."""
        asked: dict[int, dict[str, Decision]] = {}
        for code, meant in self._meant.items():
            if not isinstance(meant, BadLine) and not self._takes_several(meant[0]):
                asked.setdefault(self._shown[code].place, {})[code] = meant[0]
        return [
            (
                code,
                Ambiguous(
                    Text("{codes} answer one question, and it takes one answer", codes=", ".join(codes)), self._whole(codes)
                ),
            )
            for codes in asked.values()
            if len(codes) > 1
            for code in codes
        ]

    def _takes_several(self, decision: Decision) -> bool:
        """Whether a question takes several lines: orders of a segment, or parts of one answer."""
        if isinstance(decision.shape, Assign) or self._first is None:
            return isinstance(decision.shape, Assign)
        is_all = self._first.keys == {decision.key} and not isinstance(decision.shape, Menu)
        return decision.key in self._first.keys and not is_all

    def _whole(self, codes: Mapping[str, Decision]) -> list[str]:
        """The one line that says the same as these codes together, if their question takes several; else each line."""
        lines = [self._shown[code].line for code in codes]
        if all(isinstance(decision.shape, PickSome) for decision in codes.values()):
            whole = ", ".join([lines[0], *(line.partition(" ")[2] for line in lines[1:])])
            if _answer_in(_does(self._table, self._seat, whole)) is not None:
                return [whole]
        return lines[:MAX_NEAR]

    def check_here(self, code: str, cursor: Cursor) -> None:
        """Raises Illegal if, after the lines above it, a code would no longer do what the mail shows."""
        shown, meant = self._shown[code], self._meant[code]
        assert not isinstance(meant, BadLine)
        decision, answer, acting = meant
        try:
            answer_now = _answer_in(understand(self._table, self._seat, shown.line, cursor=cursor))
        except BadLine:
            answer_now = None
        first = next(iter(segments_of(self._table, self._seat)), None)
        same = answer_now is not None and (answer_now[0].key, answer_now[1], self._acting(answer_now[0])) == (
            decision.key,
            answer,
            acting,
        )
        if not same or (first and first.name) != (self._first and self._first.name):
            problem = Text(
                '{code} stood for "{line}", which is no choice of yours any more behind the lines above it',
                code=code,
                line=shown.line,
            )
            raise Illegal(problem, self._nearest(shown))

    def _acting(self, decision: Decision) -> Sequence[str]:
        return tuple(self._table.rules.orders.acting(self._table.state, decision))

    def _nearest(self, shown: Shown | None = None) -> list[str]:
        """The present choices, the one that was meant first if it is among them."""
        own_lines = [shown.line] if shown is not None and _answer_in(_does(self._table, self._seat, shown.line)) else []
        return list(dict.fromkeys([*own_lines, *Position(self._table, self._seat).open_lines()]))[:MAX_NEAR]


def _says(text: str, line: str) -> bool:
    """Whether a text says a line, or its end as a mail shows it beside the code: "muster: 1b March"."""
    words_typed, words = plain_words(text), plain_words(line)
    return words[-len(words_typed) :] == words_typed and not all(map(is_number, words_typed))


def _is_part(text: str, line: str) -> bool:
    """Whether a line has all words of a text, in their order: "1a Kent", where 1a is "march Warwick Kent inside"."""
    left = iter(plain_words(line))
    words_typed = plain_words(text)
    return all(word in left for word in words_typed) and not all(map(is_number, words_typed))


def _answer_in(placed: Placed | None) -> tuple[Decision, Json] | None:
    """The question that an order answers, and the answer, or its beginning; None for one that does something else."""
    match placed.action if placed is not None else None:
        case Answer(decision, answer):
            return decision, answer
        case PartialAnswer(decision):
            return decision, None
    return None
