"""Lines that sign something: each must stand by itself, plainly meant.

Nothing moves on a word that is quoted, doubted below it, the end of a sentence above it, answered otherwise in the same
letter, or that a Subject says: its writer is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from pbem.engine.refusal import Misread
from pbem.i18n import Text
from pbem.moderator.reading.letter_lines import LetterLine, LineKind
from pbem.moderator.talk.deal_words import AGREE, AHEAD, CONFIRM, COUNTER, REFUSE, number_in, thing_in
from pbem.orders.languages.words import around, folded, listed
from pbem.orders.parse.parse import QUESTION

SIGNS = (AGREE, AHEAD, CONFIRM)
ANSWERS = (AGREE, REFUSE, COUNTER)
DOUBTED = Text('nothing is agreed to: "{line}" makes that doubtful. If you mean it, write it by itself')
IN_SUBJECT = Text("nothing is agreed to by the Subject of a letter: write it into the letter")
ANSWERED_TWICE = Text('nothing is answered: "{line}" says otherwise. Write the one that you mean')
MAX_SAID_BACK = 60
PROSE = (LineKind.TALK, LineKind.FAULT)
SENTENCE_ENDS = (".", "!", ",")
"""A greeting ends with a comma."""


def held_back(
    lines: Sequence[LetterLine], is_ordered: Callable[[str], bool], *, in_subject: bool = False
) -> tuple[LetterLine, ...]:
    """The lines of a letter, those that sign something refused where what is written around them makes that doubtful,
    another line answers the same otherwise, or they stand `in_subject`. `is_ordered` tells of a line whether it begins like
    an order.
    """
    in_turn = sorted(lines, key=lambda line: line.number)
    if in_subject:
        refused = {id(line): IN_SUBJECT for line in lines if _signs(line)}
    else:
        refused = {id(line): why for line in lines if (why := _why_not(line, in_turn, is_ordered))}
    return tuple(
        replace(line, kind=LineKind.FAULT, fault=Misread(refused[id(line)], (line.text,))) if id(line) in refused else line
        for line in lines
    )


def _why_not(line: LetterLine, lines: Sequence[LetterLine], is_ordered: Callable[[str], bool]) -> Text | None:
    if line.kind is not LineKind.DEAL:
        return None
    other = next(_said_otherwise(line, lines), None)
    if other is not None:
        return ANSWERED_TWICE.filled(line=other.typed[:MAX_SAID_BACK])
    doubtful = next(_doubtful(line, lines, is_ordered), None) if _signs(line) else None
    return None if doubtful is None else DOUBTED.filled(line=doubtful.typed[:MAX_SAID_BACK])


def _doubtful(line: LetterLine, lines: Sequence[LetterLine], is_ordered: Callable[[str], bool]) -> Iterator[LetterLine]:
    """What makes a line doubtful: a sentence right above that it may end, and what doubts it above or anywhere below."""
    for each in lines:
        if each.number == line.number - 1 and (_goes_on(each, is_ordered) or _doubts(each, is_ordered)):
            yield each
        if each.number > line.number and _doubts(each, is_ordered):
            yield each


def _goes_on(line: LetterLine, is_ordered: Callable[[str], bool]) -> bool:
    """Whether a line of talk does not end: "Only if Anna moves off:"."""
    ends = line.typed.rstrip().endswith(SENTENCE_ENDS)
    return line.kind in PROSE and not ends and not is_ordered(line.typed)


def _signs(line: LetterLine) -> bool:
    return line.kind is LineKind.DEAL and line.word in SIGNS


def _said_otherwise(line: LetterLine, lines: Sequence[LetterLine]) -> Iterator[LetterLine]:
    """The lines that answer the same offer in another way."""
    if line.word not in ANSWERS:
        return
    about = number_in(line.text), thing_in(line.text)
    for each in lines:
        answers = each.kind is LineKind.DEAL and each.word in ANSWERS and each.word != line.word
        if answers and ((number_in(each.text), thing_in(each.text)) in (about, (0, "")) or about == (0, "")):
            yield each


def _doubts(line: LetterLine, is_ordered: Callable[[str], bool]) -> bool:
    """Whether a line that is none of the letter's orders asks, doubts, denies, or puts a condition."""
    if line.kind in (LineKind.TIME, LineKind.QUESTION, LineKind.CODE, LineKind.DEAL, LineKind.LETTER):
        return False
    if QUESTION.search(line.typed):
        return True
    words = folded(line.typed)
    if not words or is_ordered(line.typed):
        return False
    said = around()
    told = said.hedges | said.retracts | said.denials
    runs = {words[at : at + length] for at in range(len(words)) for length in (1, 2, 3)}
    conditions = {(word,) for word in listed("limits_a_signature")}
    return words[0] in listed("correcting") or not told.isdisjoint(runs) or not runs.isdisjoint(conditions)
