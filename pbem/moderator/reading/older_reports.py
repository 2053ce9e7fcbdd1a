"""Letters that answer an older report than the newest: what they were for can be over.

Each report keeps a mark for every question it puts to its reader, and the names of the reader's segments to come. A letter
is late if something is asked now that was not asked in the report it answers. Of a late letter only those lines are carried
out that name their segment (`card 2:`), if the report knew of that segment, and those for acts; or all, where a line says
`now`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.game.segments import Segment
from pbem.engine.refusal import BadLine
from pbem.engine.table import Table
from pbem.i18n import Text
from pbem.moderator.reading.letter_lines import LetterLine, LineKind
from pbem.moderator.reading.report_questions import mark_of
from pbem.orders.place.segments import segment_under, segments_of, under_way
from pbem.orders.words.headings import Heading, cut_heading
from pbem.orders.words.vocabulary import CLEAR, STANDING, WITHDRAW, cut_verb, vocabulary_of

OPEN, AHEAD, TOLD = "open", "ahead", "told"
"""The names of these in what a mail keeps, and of the number of the newest entry when it was written."""
STINT = "stint "
"""A mark for a whole segment, before its name. Reports of games under way keep it."""


def open_questions(table: Table[Any], seat: Seat) -> dict[str, list[str]]:
    """What a report written now asks of a seat, as plain data: a mark for each question, and the names of its segments."""
    segments = segments_of(table, seat)
    return {OPEN: list(_open_marks(table, seat, segments)), AHEAD: [segment.name for segment in segments]}


def _open_marks(table: Table[Any], seat: Seat, segments: Sequence[Segment]) -> Iterator[str]:
    first = next(iter(segments), None)
    questions = table.open_to(seat)
    for decision in questions:
        own = first is not None and decision.key in first.keys
        yield f"{STINT}{first.name!s}" if first is not None and own else mark_of(table, decision)
    if not questions and first is not None:
        yield f"{STINT}{first.name!s}"


def is_late(table: Table[Any], seat: Seat, then: object) -> bool:
    """Whether something is asked of a seat that a report with the marks `then` did not ask, or all it asked is over."""
    if not isinstance(then, dict):
        return False
    now, asked = set(open_questions(table, seat)[OPEN]), set(then.get(OPEN, ()))
    return not now <= asked or (bool(asked) and not now and not table.over)


def is_past(table: Table[Any], seat: Seat, then: object) -> bool:
    """Whether a segment that a report with the marks `then` asked about is over: what is first now it knew as a later one.

    Tells more than `is_late` of a Table that may also lie before the report, as one that is put right does.
    """
    if not isinstance(then, dict):
        return False
    known, now = list(then.get(AHEAD, ())), next(iter(segments_of(table, seat)), None)
    over = known[: known.index(now.name)] if now is not None and now.name in known else []
    return any(f"{STINT}{name}" in then.get(OPEN, ()) for name in over)


def held_back(table: Table[Any], seat: Seat, lines: Sequence[LetterLine], then: object) -> list[bool]:
    """For each line of a late letter, whether it is not carried out: it names no segment that the report knew of."""
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
    vocabulary, verb = vocabulary_of(table), cut_verb(line.text)[0]
    words = vocabulary.named(vocabulary.cut(line.text)[0])
    return verb in (STANDING, WITHDRAW, CLEAR) or (bool(words) and all(word.act for word in words))


def _named_segment(table: Table[Any], seat: Seat, text: str) -> tuple[str, bool]:
    """The segment that a line names ("": none), and whether the lines behind it are for that one too."""
    try:
        heading, _ = cut_heading(text, vocabulary_of(table).headings)
    except Exception:  # what the program fails at is refused by name when its turn comes
        return "", False
    if heading is not None:
        return _under(table, seat, heading), True
    verb, _ = cut_verb(text)
    closing = {word.verb for word in table.rules.words(table.state) if word.closes and verb in (word.verb, *word.synonyms)}
    own = next((segment for segment in segments_of(table, seat) if segment.heading in closing), None)
    return (own.name, False) if own is not None else ("", False)


def _under(table: Table[Any], seat: Seat, heading: Heading) -> str:
    try:
        lexicon = vocabulary_of(table).grammar.lexicon
        return segment_under(heading, segments_of(table, seat), lexicon, under_way(table, seat)).name
    except BadLine:
        return Text("a segment that is over")
