"""The lines of a letter, each with what it is (line_kinds tells that), and which come too late.

| kind     | what it is                                                                | `word`                        |
|----------|---------------------------------------------------------------------------|-------------------------------|
| ORDER    | an order of the game, or what was meant as one                            |                               |
| QUESTION | `help`, `status`, `report`, `map`, `card`, `history` ...: it only asks    | the question                  |
| TIME     | `extend`, `absent`, `present`, `zone`: about time, no order of the game   | the word about time           |
|          | or another choice of a player that lasts, `always mend slips`             | that line                     |
| DEAL     | `resign`, `offer draw`, `offer Ann: ...`, `accept 7`, `pause` ...: what   | the word of talk.deal_words   |
|          | players agree on                                                          |                               |
| CODE     | the code of a choice that the mail answered shows (report_questions)      | the code                      |
| LETTER   | about the letter itself: `mend slips`, `ok`, `now`, `again`, `preview`    | which of them (SLIPS, OK ...) |
| TALK     | plainly none of these                                                     |                               |
| FAULT    | a line that is too long, that the program fails to tell the kind of,      |                               |
|          | that can be an order as well as a part of a message, or                   |                               |
|          | that may be an order where a letter has no other; one with a slip in the  | the word of talk.deal_words   |
|          | word by which it would agree on something                                 |                               |

A letter that answers an older report than the newest can come too late: what it was for is over. Each report keeps a mark
for every question it puts to its reader, and the names of the reader's segments to come. A letter is late if something is
asked now that was not asked in the report it answers. Of a late letter only those lines are carried out that name their
segment (`card 2:`), if the report knew of that segment, those for acts, offers, and answers to an offer by its number, which
name what they are about; or all, where a line says `now`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property, partial
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.game.segments import Segment
from pbem.engine.log.cause import line_names
from pbem.engine.refusal import BadLine, Misread
from pbem.engine.table import Table
from pbem.faults import note_fault
from pbem.i18n import Text
from pbem.mail.typed.passages import Passage, is_end
from pbem.moderator.reading.letter_words import WORDS
from pbem.moderator.reading.query_words import asks_in_full
from pbem.moderator.reading.report_questions import Shown, mark_of
from pbem.moderator.talk.deal_words import WHOLE as WHOLE_OFFERS
from pbem.moderator.talk.deal_words import begins_offer, deal_word, number_in
from pbem.moderator.talk.message_headers import MessageHeaders
from pbem.moderator.talk.messages import END_OF_MESSAGE, MAX_SAID_BACK
from pbem.orders.carry.execute import reads_as_order
from pbem.orders.carry.preview import PREVIEW_WORD, is_preview, without_preview
from pbem.orders.languages.words import around
from pbem.orders.parse.branches import is_else
from pbem.orders.place.segments import segment_under, segments_of, under_way
from pbem.orders.reading.denied import DENYING
from pbem.orders.words.headings import Heading, cut_heading
from pbem.orders.words.lexicon import plain_words
from pbem.orders.words.vocabulary import CLEAR, STANDING, WITHDRAW, cut_verb, vocabulary_of

WHOLE = frozenset({*WORDS, PREVIEW_WORD})
"""Words about a letter as a whole."""

BETWEEN_ORDERS = ";"
"""Separates two orders on one line."""
BELOW_A_MESSAGE = Text("a message stands above it: write it below the order that it goes on with, or as an order by itself")
ENDS_A_MESSAGE = Text(
    'it can end the message above it, or be an order: write "end" right below the message, or the order in another word'
)
IN_A_MESSAGE = Text(
    'it is not sent, and "{line}" in it is not carried out: it can be a part of the message or an order. '
    'Write an order on a line of its own; a message with such words on lines of its own, with "{end}" below'
)
RIGHT_BELOW_A_MESSAGE = Text(
    'it is not sent, and "{line}" right below it is not carried out: it can be the end of the message or an order. '
    "Write an order above the message, or an empty line between them"
)
REST_OF_A_MESSAGE = Text(
    'not sent: is "{line}" the rest of your message? Write the message to a line "{end}", '
    "or leave an empty line between them"
)
DENIED_LENGTH = 2
"""A code with one word beside it: "1a no"."""
DENIED = Text("another line of this letter says that it is not meant")


class LineKind(Enum):
    """What a line is."""

    ORDER = "order"
    QUESTION = "question"
    TIME = "time"
    DEAL = "deal"
    CODE = "code"
    LETTER = "letter"
    TALK = "talk"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class LetterLine:
    """A line of a letter, or a part of one, with the number of its line, as it was `typed` and as it is read (`text`).

    The table of this module explains `kind` and `word`. `fault` is what a FAULT raised: a BadLine is the line's own,
    anything else the program's. `name` is its name in the log (engine/log/cause); LetterLines.named have one. `is_part`: it
    is one of several orders that were typed as one. `in_prose`: it is part of a sentence. `meaning` is how a preview
    understands a line that is no order, `warns` its warnings.
    """

    number: int
    typed: str
    text: str
    kind: LineKind
    word: str = ""
    fault: Exception | None = None
    name: str = ""
    is_part: bool = False
    in_prose: bool = False
    meaning: str = ""
    warns: tuple[str, ...] = ()


@dataclass(frozen=True)
class LetterLines:
    """The lines of a letter. `mends`: its slips are corrected; `previews`: it asks for a preview, or has orders and a line
    that `halts` ("Wait!"). `shown` are the meanings of codes in the mail that it answers, `heads` the names of players
    (None: those of their seats).
    """

    all: tuple[LetterLine, ...] = ()
    mends: bool = False
    previews: bool = False
    halts: str = ""
    shown: Mapping[str, Shown] = field(default_factory=dict)
    heads: MessageHeaders | None = None

    def of(self, kind: LineKind) -> tuple[LetterLine, ...]:
        """Those of one kind."""
        return tuple(line for line in self.all if line.kind is kind)

    @cached_property
    def letter_words(self) -> frozenset[str]:
        """The words about the letter that are in it."""
        return frozenset(line.word for line in self.of(LineKind.LETTER))

    @cached_property
    def acted_on(self) -> tuple[LetterLine, ...]:
        """Those that are answered one by one: all but talk, and words that are said of the letter as a whole."""
        return tuple(line for line in self.all if line.kind is not LineKind.TALK and line.word not in WHOLE)

    @cached_property
    def named(self) -> tuple[LetterLine, ...]:
        """Those that are acted on, each with its name."""
        names = line_names(line.number for line in self.acted_on)
        return tuple(
            line if line.name else replace(line, name=name) for line, name in zip(self.acted_on, names, strict=True)
        )


def without_denied_codes(lines: Iterable[LetterLine], others: Iterable[LetterLine]) -> Iterator[LetterLine]:
    """The lines. A code is refused if another line of its letter, or one of the `others`, denies it ("not 1a", "1a no")."""
    lines = list(lines)
    told = [line.text for line in others if line.kind is LineKind.TALK]
    told += [line.typed for line in lines if line.kind is LineKind.CODE and len(plain_words(line.typed)) == DENIED_LENGTH]
    denied = {word for words in map(plain_words, told) if _denies(words) for word in words}
    for line in lines:
        is_denied = line.kind is LineKind.CODE and line.word in denied
        yield replace(line, kind=LineKind.FAULT, word="", fault=Misread(DENIED)) if is_denied else line


def _denies(words: Sequence[str]) -> bool:
    return any(word in DENYING or (word,) in around().no for word in words)


OPEN, AHEAD, TOLD = "open", "ahead", "told"
"""Keys of the data stored with a mail: open questions, segments to come, and the number of the newest entry when it was
written.
"""
STINT = "stint "
"""Begins the mark of a whole segment, before its name. Stored with reports of games under way."""


def open_questions(table: Table[Any], seat: Seat) -> dict[str, list[str]]:
    """What a report written now asks a seat, as plain data: a mark for each question, and the names of its segments."""
    segments = segments_of(table, seat)
    return {OPEN: list(_open_marks(table, seat, segments)), AHEAD: [segment.name for segment in segments]}


def _open_marks(table: Table[Any], seat: Seat, segments: Sequence[Segment]) -> Iterator[str]:
    first = next(iter(segments), None)
    questions = table.open_to(seat)
    for decision in questions:
        is_own_segment = first is not None and decision.key in first.keys
        yield f"{STINT}{first.name!s}" if first is not None and is_own_segment else mark_of(table, decision)
    if not questions and first is not None:
        yield f"{STINT}{first.name!s}"


def is_late(table: Table[Any], seat: Seat, then: object) -> bool:
    """Whether something is asked of a seat that a report with the marks `then` did not ask, or all it asked is over."""
    if not isinstance(then, dict):
        return False
    now, asked = set(open_questions(table, seat)[OPEN]), set(then.get(OPEN, ()))
    return not now <= asked or (bool(asked) and not now and not table.over)


def is_past(table: Table[Any], seat: Seat, then: object) -> bool:
    """Whether a segment that a report with the marks `then` asked about is over: the first one now was a later one then. For
    a Table that may also be older than the report, as in corrections, it says more than `is_late`.
    """
    if not isinstance(then, dict):
        return False
    known, now = list(then.get(AHEAD, ())), next(iter(segments_of(table, seat)), None)
    over = known[: known.index(now.name)] if now is not None and now.name in known else []
    return any(f"{STINT}{name}" in then.get(OPEN, ()) for name in over)


def held_back(table: Table[Any], seat: Seat, lines: Sequence[LetterLine], then: object) -> list[bool]:
    """For each line of a late letter, whether it is not carried out, because it names no segment that the report knew."""
    known = frozenset(then.get(AHEAD, ())) if isinstance(then, dict) else frozenset[str]()
    headed, held = False, list[bool]()
    for line in lines:
        if _is_for_any_time(table, line):
            held.append(False)
            continue
        named, lasts = _named_segment(table, seat, line.text)
        headed = (named in known and lasts) if named else headed
        held.append(not (named in known if named else headed))
    return held


def _is_for_any_time(table: Table[Any], line: LetterLine) -> bool:
    if line.kind in (LineKind.QUESTION, LineKind.TIME, LineKind.CODE):
        return True
    if line.kind is LineKind.DEAL and (line.word in WHOLE_OFFERS or number_in(line.text)):
        return True
    vocabulary, verb = vocabulary_of(table), cut_verb(line.text)[0]
    words = vocabulary.named(vocabulary.cut(line.text)[0])
    return verb in (STANDING, WITHDRAW, CLEAR) or (bool(words) and all(word.act for word in words))


def _named_segment(table: Table[Any], seat: Seat, text: str) -> tuple[str, bool]:
    """The segment that a line names ("": none), and whether the lines after it are for that one too."""
    try:
        heading, _ = cut_heading(text, vocabulary_of(table).headings)
    except BadLine:
        return "", False
    except Exception as fault:  # the line is refused when its turn comes
        note_fault(fault, f"the segment that {text!r} names")
        return "", False
    if heading is not None:
        return _under(table, seat, heading), True
    verb, _ = cut_verb(text)
    closing = {word.verb for word in table.rules.words(table.state) if word.closes and verb in (word.verb, *word.synonyms)}
    segment_named = next((segment for segment in segments_of(table, seat) if segment.heading in closing), None)
    return (segment_named.name, False) if segment_named is not None else ("", False)


def _under(table: Table[Any], seat: Seat, heading: Heading) -> str:
    try:
        lexicon = vocabulary_of(table).grammar.lexicon
        return segment_under(heading, segments_of(table, seat), lexicon, under_way(table, seat)).name
    except BadLine:
        return Text("a segment that is over")


# Beside messages


def beside_messages(
    table: Table[Any], seat: str, passages: Sequence[Passage], lines: LetterLines, heads: MessageHeaders
) -> LetterLines:
    """The lines of a letter of `seat` beside these messages. A line that may be part of a message is refused. A message that
    may contain an order is refused too, as a line of its own.
    """
    if not passages:
        return lines
    lines = _without_ends_of(passages, _without_else_of(passages, lines))
    return _with_orders_in(passages, lines, heads, partial(_is_order, table, seat))


def _without_else_of(passages: Sequence[Passage], lines: LetterLines) -> LetterLines:
    """The lines. One that begins with "otherwise" below a message is refused, as it may continue the message."""
    numbers = sorted(line.number for line in lines.all)
    kept_lines = []
    for line in lines.all:
        above = max((passage.number for passage in passages if passage.number < line.number), default=0)
        follows = above and not any(above < number < line.number for number in numbers)
        refused = follows and line.kind is LineKind.ORDER and is_else(line.text)
        kept_lines.append(replace(line, kind=LineKind.FAULT, fault=Misread(BELOW_A_MESSAGE)) if refused else line)
    return replace(lines, all=tuple(kept_lines))


def _without_ends_of(passages: Sequence[Passage], lines: LetterLines) -> LetterLines:
    """The lines. An `end` below a message on one line, with no order between, is refused: it could end the message or the
    orders.
    """
    numbers = [line.number for line in lines.all if line.kind is LineKind.ORDER]
    begun = [passage.number for passage in passages if passage.may_go_on]
    kept_lines = []
    for line in lines.all:
        above = max((number for number in begun if number < line.number), default=0)
        ends = above and line.kind is LineKind.ORDER and is_end(line.typed)
        refused = ends and not any(above < number < line.number for number in numbers)
        kept_lines.append(replace(line, kind=LineKind.FAULT, fault=Misread(ENDS_A_MESSAGE)) if refused else line)
    return replace(lines, all=tuple(kept_lines))


def _with_orders_in(
    passages: Sequence[Passage], lines: LetterLines, heads: MessageHeaders, is_order: Callable[[str], bool]
) -> LetterLines:
    """The lines, and each message that may contain an order, or may go on below, as a refused line: its readers must not
    learn of an order or a note, words for them are no order, and lines below can depend on it.
    """
    read = frozenset(line.number for line in lines.all if line.kind is not LineKind.TALK)
    unclear = [
        LetterLine(passage.number, passage.head, passage.head, LineKind.FAULT, fault=Misread(problem))
        for passage in passages
        if (problem := _order_in(passage, heads, is_order) or _rest_below(passage, read))
    ]
    return replace(lines, all=tuple(sorted([*lines.all, *unclear], key=lambda line: line.number))) if unclear else lines


def _order_in(passage: Passage, heads: MessageHeaders, is_order: Callable[[str], bool]) -> str:
    """Why a message is refused, part of which can be an order: text after a semicolon, or a line right below a full one,
    which a mail program may have broken; "" for any other message.
    """
    behind = (part.strip() for part in heads.read(passage.head).text.split(BETWEEN_ORDERS)[1:])
    for problem, parts in ((IN_A_MESSAGE, behind), (RIGHT_BELOW_A_MESSAGE, passage.wrapped)):
        if (order := next(filter(is_order, parts), None)) is not None:
            return problem.filled(line=order[:MAX_SAID_BACK], end=END_OF_MESSAGE)
    return ""


def _rest_below(passage: Passage, read: Collection[int]) -> str:
    """Why a message is refused that may go on with the line right below, which is none of those `read` as anything else; ""
    for any other message. Half a sentence is told to nobody, nor a note that was not meant for them.
    """
    below = passage.number + len(passage.wrapped) + 1
    line = passage.below if below not in read else ""
    line = line if passage.sure else passage.wrapped[0]
    return REST_OF_A_MESSAGE.filled(line=line[:MAX_SAID_BACK], end=END_OF_MESSAGE) if line else ""


def _is_order(table: Table[Any], seat: str, line: str) -> bool:
    """Whether a part of a message can be an order, an offer or an answer to one, a standing order, the preview of any, or a
    question.
    """
    text = without_preview(line)
    if is_preview(line) or begins_offer(text) or deal_word(text) or asks_in_full(line):
        return True
    return plain_words(text)[:1] == [STANDING] or reads_as_order(table, seat, text)
