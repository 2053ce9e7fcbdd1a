"""Lines that sign something: each must be a whole line, plainly meant.

A line signs nothing if it is quoted, announced as somebody else's, doubted below it, the end of a sentence above it,
contradicted in the same letter, or in a Subject: its writer is asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

from pbem.engine.refusal import Misread
from pbem.figures import is_number
from pbem.i18n import Text
from pbem.mail.letter import OrderLine
from pbem.mail.typed.passages import Passage
from pbem.moderator.reading.letter_lines import LetterLine, LineKind
from pbem.moderator.talk.deal_words import (
    AGREE,
    AHEAD,
    CONFIRM,
    COUNTER,
    NOT_AHEAD,
    REFUSE,
    WITHDRAW,
    number_in,
    thing_in,
)
from pbem.orders.languages.words import around, folded, listed
from pbem.orders.parse.parse import QUESTION

SIGNS = (AGREE, AHEAD, CONFIRM)
ANSWERS = (AGREE, REFUSE, COUNTER)
DOUBTED = Text('nothing is agreed to: "{line}" makes that doubtful. If you mean it, write it by itself')
IN_SUBJECT = Text("nothing is agreed to by the Subject of a letter: write it into the letter")
ANSWERED_TWICE = Text('nothing is answered: "{line}" says otherwise. Write the one that you mean')
MAX_SAID_BACK = 60
AGREEING = frozenset({*listed("answering_offers"), *listed("offering"), *listed("agreeing")})
"""A question with one of these is about an agreement."""
SENTENCES = re.compile(r"(?<=\?)\s+|(?<=\w{3}[.!])\s+|(?<=[\"'”’)0-9][.!])\s+")
"""Separates two sentences. A full stop after one or two letters belongs to an abbreviation ("St. Albans")."""
PROSE = (LineKind.TALK, LineKind.FAULT)
SENTENCE_ENDS = (".", "!", ",")
"""A greeting ends with a comma."""
COLONS = (":", "：")
GOES_ON = (",", ";", "-", "&", *COLONS)
"""A message that ends with one of these, or with a letter, may go on in the line below it."""
MAX_GREETING_WORDS = 4


@dataclass(frozen=True)
class LineSurroundings:
    """The surroundings of a letter's lines, by line numbers: the line that `announced` one as somebody else's words, its
    `comment`, what is `below` a closing or a signature, and the `unended` messages, each by its last line. `asked` are
    questions in messages that ask another player whether to agree. `in_subject`: the lines are in the Subject.
    """

    announced: Mapping[int, str] = field(default_factory=dict)
    comments: Mapping[int, str] = field(default_factory=dict)
    below: Mapping[int, str] = field(default_factory=dict)
    unended: Mapping[int, str] = field(default_factory=dict)
    asked: tuple[str, ...] = ()
    in_subject: bool = False

    @classmethod
    def of(
        cls, lines: Sequence[OrderLine], below: Sequence[OrderLine], passages: Sequence[Passage], *, in_subject: bool
    ) -> LineSurroundings:
        """Those of lines as they were read of a letter."""
        return cls(
            {line.number: line.announced for line in lines if line.announced},
            {line.number: line.comment for line in lines if line.comment},
            {line.number: line.text for line in below},
            {passage.number + len(passage.wrapped): passage.head for passage in passages if _may_go_on(passage)},
            tuple(question for passage in passages for question in _asks_whether_to_agree(passage)),
            in_subject,
        )


def _asks_whether_to_agree(passage: Passage) -> Iterator[str]:
    """The questions of a message to another player that are about an agreement: whoever asks has not decided yet. Nothing
    else in a message makes a signature doubtful.
    """
    for paragraph in "\n".join((passage.head, *passage.lines)).split("\n\n"):
        for sentence in SENTENCES.split(" ".join(paragraph.split())):
            if QUESTION.search(sentence) is not None and not AGREEING.isdisjoint(folded(sentence)):
                yield sentence


def _is_about(question: str, number: int) -> bool:
    """Whether a question about an agreement can be about the offer of this number (0: any): it names no others alone."""
    words = folded(question)
    numbers = {int(word) for before, word in pairwise(words) if before in AGREEING and is_number(word)}
    return not number or not numbers or number in numbers


NOTHING_AROUND = LineSurroundings()


def _may_go_on(passage: Passage) -> bool:
    """Whether a message on one line may go on below: it breaks off, or denies or doubts something, and does not end like a
    sentence ("tell Anna: I do not"). Any other is closed by its line ("tell Anna: Fine by me").
    """
    head = passage.head
    is_on_one_line = len(passage.places) == 1 + len(passage.wrapped)
    has_no_end = head.endswith(GOES_ON) or (head[-1:].isalnum() and (_breaks_off(head) or _says_doubt(head)))
    return is_on_one_line and has_no_end


def held_back(
    lines: Sequence[LetterLine], is_ordered: Callable[[str], bool], beside: LineSurroundings = NOTHING_AROUND
) -> tuple[LetterLine, ...]:
    """The lines of a letter. One that signs something is refused if its surroundings make it doubtful, another line
    contradicts it, or it is in a Subject. `is_ordered` says whether a line begins like an order.
    """
    letter = _Letter(sorted(lines, key=lambda line: line.number), is_ordered, beside)
    refused = {id(line): why for line in lines if (why := letter.why_not(line))}
    return tuple(
        replace(line, kind=LineKind.FAULT, fault=Misread(refused[id(line)], (line.text,))) if id(line) in refused else line
        for line in lines
    )


@dataclass(frozen=True)
class _Letter:
    """The lines of a letter in their order, and what is around them."""

    lines: Sequence[LetterLine]
    is_ordered: Callable[[str], bool]
    beside: LineSurroundings

    @cached_property
    def doubting(self) -> frozenset[int]:
        """The places of the lines that make a signature doubtful: each is looked at once, however many lines sign."""
        return frozenset(place for place, line in enumerate(self.lines) if _doubts(line, self.is_ordered))

    @cached_property
    def about(self) -> Mapping[str, tuple[int, str]]:
        """What each line that answers an offer is about, by its text."""
        return {line.text: (number_in(line.text), thing_in(line.text)) for line in self.lines if line.kind is LineKind.DEAL}

    @cached_property
    def doubt_below(self) -> Sequence[tuple[int, str]]:
        """What is said below a closing or a signature and doubts something, with its number."""
        return [(at, text) for at, text in self.beside.below.items() if _says_doubt(text)]

    def why_not(self, line: LetterLine) -> Text | None:
        """Why a line does not sign or answer what it says; None for one that does, and for any other line."""
        if line.kind is not LineKind.DEAL:
            return None
        if self.beside.in_subject:
            return IN_SUBJECT if line.word in SIGNS else None
        other = next(_said_otherwise(line, self.lines, self.about), None)
        if other is not None:
            return ANSWERED_TWICE.filled(line=_said_back(other.typed))
        doubtful = next(self._doubtful(line), None) if line.word in SIGNS else None
        return None if doubtful is None else DOUBTED.filled(line=_said_back(doubtful))

    def _doubtful(self, line: LetterLine) -> Iterator[str]:
        """What makes a line doubtful: an announcement as somebody else's words; a doubt on it, right above it or anywhere
        below; a sentence above that it may end; a question to another player whether to agree, anywhere.
        """
        number, beside = line.number, self.beside
        yield from (question for question in beside.asked if _is_about(question, self.about[line.text][0]))
        nearest = max((each.number for each in self.lines if each.number < number), default=0)
        yield from filter(None, (beside.announced.get(number), self._message_above(number, nearest)))
        if _says_doubt(comment := beside.comments.get(number, "")):
            yield comment
        for place, each in enumerate(self.lines):
            if each is line or each.number < nearest:
                continue
            touches = number - 1 <= each.number
            if (touches or each.number > number) and place in self.doubting and not self._is_of_another(each, line):
                yield each.typed
            if each.number < number and self._goes_on(each, touches=touches):
                yield each.typed
        yield from (text for at, text in self.doubt_below if at > number)

    def _is_of_another(self, doubting: LetterLine, line: LetterLine) -> bool:
        """Whether a line that was meant as an order and is no more than hedged ("Herbert must go, so let Percy attend") has
        another order or offer between it and a line that signs: it goes on with that one.
        """
        if doubting.kind is not LineKind.ORDER or _says_doubt(doubting.typed, hedges=False):
            return False
        between = (each for each in self.lines if line.number < each.number < doubting.number)
        return any(
            each.kind is LineKind.DEAL or (each.kind is LineKind.ORDER and not _says_doubt(each.typed)) for each in between
        )

    def _message_above(self, number: int, nearest: int) -> str:
        """The message right above a line that may go on in it, or over blank lines does: "tell Anna: my answer will be"."""
        at = max((last for last in self.beside.unended if nearest <= last < number), default=0)
        head = self.beside.unended.get(at, "")
        return head if at == number - 1 or head.endswith(GOES_ON) or _breaks_off(head) else ""

    def _goes_on(self, line: LetterLine, *, touches: bool) -> bool:
        """Whether a line above does not end: "Only if Anna moves off:"; over blank lines too where it has a colon, or
        doubts something or breaks off: "It would be foolish to".
        """
        text = line.typed.rstrip()
        if line.kind not in (*PROSE, LineKind.ORDER) or self.is_ordered(text) or _introduces(text) or _greets(text):
            return False
        if line.kind not in PROSE or text.endswith((*COLONS, *SENTENCE_ENDS)):
            return text.endswith(COLONS)
        return touches or _breaks_off(text) or _says_doubt(text)


def _introduces(text: str) -> bool:
    """Whether a line says that the writer's own answer follows: "Here is my answer:"."""
    return set(folded(text)) <= set(listed("introducing"))


def _greets(text: str) -> bool:
    """Whether a line is a greeting or thanks, which needs no full stop: "Dear moderator"."""
    words = folded(text)
    is_short = 0 < len(words) <= MAX_GREETING_WORDS and not text.endswith(COLONS)
    return is_short and words[0] in listed("greetings") and not _breaks_off(text)


def _breaks_off(text: str) -> bool:
    """Whether a line ends with a word that ends no sentence: "my answer will be"."""
    last = folded(text)[-1:]
    return text[-1:].isalnum() and bool(last) and last[0] in listed("unfinished")


def _said_otherwise(
    line: LetterLine, lines: Sequence[LetterLine], about: Mapping[str, tuple[int, str]]
) -> Iterator[LetterLine]:
    """The lines that contradict a line: that answer the same offer in another way, or take back what it agrees to."""
    others = [each for each in lines if each.kind is LineKind.DEAL and each.word != line.word]
    if line.word == AHEAD:  # which offers it signs shows when it is carried out
        below = (each for each in others if each.number >= line.number)
        ends = (REFUSE, COUNTER)
        yield from (each for each in below if each.word in ends or (each.word == NOT_AHEAD and not number_in(each.text)))
    contexts = about[line.text]
    for each in others if line.word in ANSWERS else ():
        is_same = about[each.text] in (contexts, (0, "")) or contexts == (0, "")
        if is_same and (each.word in ANSWERS or (each.word == WITHDRAW and line.word == AGREE)):
            yield each


def _said_back(text: str) -> str:
    """A line as an answer repeats it: the first words of a long one."""
    return text if len(text) <= MAX_SAID_BACK else f"{text[:MAX_SAID_BACK].rpartition(' ')[0]} ..."


def _doubts(line: LetterLine, is_ordered: Callable[[str], bool]) -> bool:
    """Whether a line that is none of the letter's orders asks, doubts, denies, or puts a condition."""
    if line.kind in (LineKind.TIME, LineKind.QUESTION, LineKind.CODE, LineKind.DEAL, LineKind.LETTER):
        return False
    return QUESTION.search(line.typed) is not None or (not is_ordered(line.typed) and _says_doubt(line.typed))


def _says_doubt(text: str, *, hedges: bool = True) -> bool:
    """Whether a sentence asks, doubts, denies, or puts a condition; without `hedges` no word that only weakens it counts."""
    if QUESTION.search(text):
        return True
    words = folded(text)
    if not words:
        return False
    doubt_words = around()
    phrases = doubt_words.retracts | doubt_words.denials | (doubt_words.hedges if hedges else frozenset())
    runs = {words[at : at + length] for at in range(len(words)) for length in (1, 2, 3)}
    conditions = {(word,) for word in listed("limits_a_signature")}
    return words[0] in listed("correcting") or not phrases.isdisjoint(runs) or not runs.isdisjoint(conditions)
