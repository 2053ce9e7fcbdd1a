"""The questions to a seat as its report puts them: what can be chosen, with a code for each, and what the form offers.

Codes in a letter: "1b" means the choice that the mail it answers shows beside 1b. A mail keeps what each of its codes
stands for: the line, and its question as the mail shows it. A code counts in an answer to that very mail, while the question
is open and would be shown in the same words: so what the mail shows is what is done. Of several codes of one question those
after the first are orders of the same segment, and must be open where they stand; where the question takes one answer,
none of them counts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from itertools import count
from typing import Any, Final

from pbem.engine.decision import Assign, Decision, Json, Menu, Pick, PickSome, Seat
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
    """A mark for a question: which it is, and how often it has been put before in this turn."""
    turn = table.rules.turn(table.state)
    same = (turn, decision.seat, decision.key, decision.subject)
    before = sum((entry.turn, entry.seat, entry.key, entry.subject) == same for entry in table.entries)
    return " ".join((*same, str(before)))


# Questions

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
    """All that can be named, where what is `shown` of the question leaves some of it out."""
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
        return Question(prompt, lines, word.usage, about, lines, tuple(line_of(table, decision, draft)))
    examples = sorted(example_lines(table, decision), key=lambda line: gives_up(table, line))
    return Question(prompt, lines, word.usage, about, tuple(examples))


def _menu(table: Table[Any], decision: Decision, shape: Menu, lines: tuple[str, ...]) -> Question:
    """A choice among many order words: which there are, what can follow each, and a line for each.

    Nothing that ends the segment is prefilled: the player must choose it. It comes last, so that the first code is none of
    those that cannot be taken back.
    """
    lexicon = vocabulary_of(table).grammar.lexicon
    open_ = choices(lexicon, shape.options())
    examples = tuple(example_lines(table, decision, len(open_) + 1))
    closing = {word.verb for word in table.rules.vocabulary if word.closes and word.key == decision.key}
    groups_shown = parted(lexicon, shape.options(), open_)
    last = sorted(groups_shown.items(), key=lambda each: each[0].partition(" ")[0] in closing or gives_up(table, each[0]))
    groups = tuple((words, tuple(Choice(name, line) for name, line in listed)) for words, listed in last)
    chosen = tuple(line for line in lines if line.partition(" ")[0] not in closing)
    return Question(decision.prompt, chosen, "", "", examples, choices=groups)


# Codes

CODES = "codes"
"""What a mail keeps its codes under, beside its open questions (older_reports)."""
MAX_NEAR = 4
NO_CODES: Mapping[str, Shown] = {}
_MARK, _SHOWN, _LINES = "mark", "shown", "lines"


def shown_codes(table: Table[Any], report: Report) -> Json:
    """What a report's codes mean, as plain data: of each question its mark, how it is shown, the line of each code."""
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
    """What a code means in the mail: the `line`, and its question, by its `mark` and a hash of how it is `shown`."""

    line: str
    mark: str
    shown: str
    place: int


def codes_of(asked: object) -> Mapping[str, Shown]:
    """What the codes of a mail with these marks mean; {} for a mail that shows none."""
    stored = asked.get(CODES, ()) if isinstance(asked, dict) else ()
    return {
        code: Shown(line, each[_MARK], each[_SHOWN], place)
        for place, each in enumerate(stored)
        for code, line in each[_LINES].items()
    }


def codes_written(table: Table[Any], seat: Seat, text: str, known: Collection[str]) -> tuple[str, ...]:
    """The codes that a line is made of; () for one that is an order. What the mail does not `know` may be one."""
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
    """A line with the code in front that it ends with, behind what that was chosen for: "The third one, 1c" ("": it ends
    with none, or has others).
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
    """The codes of one letter, with what those `written` in it stand for as it begins to be carried out."""

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
        """Raises BadLine where a code, which was written in this text, stands for no line that is open now."""
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
        """Whether a text beside a code says what that stands for, or a part of it that is no other choice; or means it."""
        others = (each.line for each in self._shown.values() if each is not shown)
        if _says(text, shown.line) or (_is_part(text, shown.line) and not any(_says(text, each) for each in others)):
            return True
        return meant_by(Position(self._table, self._seat), text) == shown.line

    def _is_remark(self, text: str, shown: Shown) -> bool:
        """Whether what follows a code and a sign only says why, or what else comes to its writer's mind. Without a sign the
        code is part of what is said: "1a is tempting".
        """
        rest, position = behind_codes(text), Position(self._table, self._seat)
        is_apart = not text.removesuffix(rest).rstrip()[-1:].isalnum()
        return (
            is_apart
            and not split_codes(rest)[0]
            and adds_nothing(position, rest, shown.line, ends=gives_up(self._table, shown.line))
        )

    def _check_text(self, code: str, shown: Shown, text: str) -> None:
        """Raises Ambiguous for a line that says something else besides, or can be an order by itself."""
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
        """The question, the answer and who acts, as things are before the letter; or why there is none."""
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
        """Codes of which each answers the same question, which takes one answer, with why none of them is good."""
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
        """Whether several lines can follow each other for a question: orders of a segment, or parts of one answer."""
        if isinstance(decision.shape, Assign) or self._first is None:
            return isinstance(decision.shape, Assign)
        is_all = self._first.keys == {decision.key} and not isinstance(decision.shape, Menu)
        return decision.key in self._first.keys and not is_all

    def _whole(self, codes: Mapping[str, Decision]) -> list[str]:
        """The one line that says what these codes say together, where their question takes several; else each line."""
        lines = [self._shown[code].line for code in codes]
        if all(isinstance(decision.shape, PickSome) for decision in codes.values()):
            whole = ", ".join([lines[0], *(line.partition(" ")[2] for line in lines[1:])])
            if _answer_in(_does(self._table, self._seat, whole)) is not None:
                return [whole]
        return lines[:MAX_NEAR]

    def check_here(self, code: str, cursor: Cursor) -> None:
        """Raises Illegal where a code that is good would not do what the mail shows any more, behind the lines above it."""
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
        """The choices that there are now, the one that was meant first where it still is one."""
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
