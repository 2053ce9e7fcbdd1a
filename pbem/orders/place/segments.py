"""A seat's segments: runs of questions that are its own to answer, such as a Levy or a card."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import copy
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from pbem.engine.decision import Json, Seat
from pbem.engine.game.orders import Word
from pbem.engine.game.segments import Segment
from pbem.engine.log.entry import Entry
from pbem.engine.refusal import BadLine, Illegal, WaitingLine
from pbem.engine.table import Table
from pbem.i18n import Text
from pbem.orders.parse.parse import Provided, provided_of
from pbem.orders.words.headings import Heading
from pbem.orders.words.lexicon import Lexicon, either
from pbem.orders.words.vocabulary import vocabulary_of


class _Known(NamedTuple):
    """The segments of seats since the `last` entry of a log."""

    last: Entry | None
    segments: dict[Seat, tuple[Segment, ...]]


_known: WeakKeyDictionary[Table[Any], _Known] = WeakKeyDictionary()


def segments_of(table: Table[Any], seat: Seat) -> tuple[Segment, ...]:
    """The seat's segments known now: the one under way, and those to come. Each line is asked dozens of times for which of
    them it is: they are worked out once for each entry.
    """
    known, last = _known.get(table), table.entries[-1] if table.entries else None
    if known is None or known.last is not last:
        known = _known[table] = _Known(last, {})
    if seat not in known.segments:
        known.segments[seat] = table.rules.segments.of(table.state, seat, given_by(table, seat))
    return known.segments[seat]


def given_by(table: Table[Any], seat: Seat) -> Mapping[str, Json]:
    """By key, the seat's secret answers, and those that its waiting lines will give as far as that can be foreseen."""
    answered = {decision.key: answer for decision, answer in table.given_by(seat)}
    lines = table.waiting.get(seat)
    return _written_ahead(table, seat, lines) | answered if lines else answered


def _written_ahead(table: Table[Any], seat: Seat, lines: list[WaitingLine]) -> dict[str, Json]:
    """The answers of waiting lines to questions whose options are known before they are asked."""
    answers, vocabulary = {}, vocabulary_of(table)
    grammar = vocabulary.grammar.at(table.state)
    for decision in table.rules.segments.foreseen(table.state, seat):
        verbs = {word.verb for word in vocabulary.words if word.key == decision.key}
        for line in lines:
            verb, _, text = line.text.partition(" ")
            if verb in verbs:
                try:
                    answer = grammar.read(decision, text)
                except BadLine:
                    continue
                if decision.shape.refusal(answer) is None:
                    answers[decision.key] = answer
    return answers


def words_of(table: Table[Any], line: WaitingLine) -> list[Word[Any]]:
    """The Words of a line that waits; its order word is written in full."""
    return vocabulary_of(table).with_verb.get(line.text.partition(" ")[0], [])


def acts_alone(words: Sequence[Word[Any]]) -> bool:
    """Whether a line with these Words that waits can only do something unasked: those that answer wait for no question."""
    return any(word.act for word in words) and not any(word.own or word.waits for word in words if not word.act)


def is_act(table: Table[Any], line: WaitingLine) -> bool:
    """Whether a line that waits answers no question, but does something unasked."""
    return acts_alone(words_of(table, line))


def waits_to_act(table: Table[Any], line: WaitingLine) -> bool:
    """Whether a line waits for the moment alone in which its act is open: for no question, and for no segment."""
    return not line.segment and is_act(table, line)


def can_act(table: Table[Any], seat: Seat, words: Iterable[Word[Any]]) -> bool:
    """Whether acts of these Words are open now."""
    keys = {word.key for word in words if word.act}
    return any(act.key in keys for act in table.acts_of(seat))


def takes_condition(words: Sequence[Word[Any]]) -> bool:
    """Whether a condition can follow an order with these Words that is no standing order."""
    return any(word.own and word.policy is None for word in words)


def provided_in(table: Table[Any], line: WaitingLine) -> Provided | None:
    """The order with a condition that a line is; None for another."""
    return provided_of(line.text) if takes_condition(words_of(table, line)) else None


def closes(table: Table[Any], line: WaitingLine) -> bool:
    """Whether a line ends its segment without a condition."""
    return any(word.closes for word in words_of(table, line)) and provided_in(table, line) is None


def with_line(table: Table[Any], seat: Seat, line: WaitingLine) -> list[WaitingLine]:
    """The seat's waiting lines with `line` inserted after those of its segment and of earlier segments."""
    lines = table.waiting.get(seat, [])
    rank = {segment.name: place for place, segment in enumerate(segments_of(table, seat))}
    own_rank = rank.get(line.segment, -1)
    place = max((n for n, each in enumerate(lines, 1) if rank.get(each.segment, -1) <= own_rank), default=0)
    return [*lines[:place], line, *lines[place:]]


def is_over(table: Table[Any], seat: Seat, segment: str) -> bool:
    """Whether a segment that the seat had has passed."""
    return segment not in [each.name for each in segments_of(table, seat)]


def why_over(table: Table[Any], seat: Seat, segment: str) -> str:
    """What to say about a line for a segment that is over, or that the seat's own plan has left out."""
    named = table.rules.segments.named(segment)
    if table.given_by(seat):
        return Text("it was for {segment}, which your orders do not bring any more", segment=named)
    why = table.rules.segments.why_over(table.state, seat, segment)
    return Text("it was for {segment}, which is over{more}", segment=named, more=Text(": {why}", why=why) if why else "")


def is_due(table: Table[Any], seat: Seat, line: WaitingLine) -> bool:
    """Whether a line's turn has come: it is for whatever is asked next, or what is asked belongs to its segment.

    A question that somebody else's action puts in the middle of it is for the player; the line goes on waiting.
    """
    first = next(iter(segments_of(table, seat)), None)
    if not line.segment or first is None:
        return not line.segment and bool(table.open_to(seat))
    answers = first.keys | {word.key for word in words_of(table, line)}
    return first.name == line.segment and any(decision.key in answers for decision in table.open_to(seat))


def has_answered(table: Table[Any], seat: Seat, keys: Collection[str]) -> bool:
    """Whether the seat has answered one of these questions since the turn began that is under way."""
    now = table.rules.turn(table.state)
    own_entries = (entry for entry in reversed(table.entries) if entry.seat == seat and entry.key in keys)
    return any(entry.turn == now for entry in own_entries)


def under_way(table: Table[Any], seat: Seat) -> str:
    """The name of the seat's segment in which it is asked something, or has been in this turn ("": in none)."""
    first = next(iter(segments_of(table, seat)), None)
    asked = first is not None and any(decision.key in first.keys for decision in table.open_to(seat))
    return first.name if first is not None and (asked or has_answered(table, seat, first.keys)) else ""


def segment_under(heading: Heading, segments: Sequence[Segment], lexicon: Lexicon, now: str = "") -> Segment:
    """The segment that a heading means. Raises Illegal where there is none, or another acts in it than is named.

    Where there is only one Levy to come, `next levy` is that one too, if it is not the one `now` under way.
    """
    fitting = [each for each in segments if heading.of in (0, each.number)]
    segment = next((each for each in fitting if each.heading == heading.name), None)
    if segment is None and not heading.number:
        to_come = [each for each in fitting if not (heading.next and each.name == now)]
        segment = next((each for each in to_come if each.heading == heading.kind), None)
    if segment is None:
        lines = list(dict.fromkeys(f"{heading_among(each, segments, lexicon)!s}:" for each in segments if each.heading))
        have = Text("; you can write for {either}", either=either([line[:-1] for line in lines])) if lines else ""
        lines.sort(key=lambda line: not line.startswith(heading.kind))
        called = f"{heading.name} {heading.of}" if heading.of else heading.name
        raise Illegal(Text('there is no "{heading}" of yours to come{have}', heading=called, have=have), lines[:4])
    acting = list(dict.fromkeys(each.whose for each in segments if each.whose))
    named = lexicon.matches(heading.whose.split(), acting) if heading.whose else [segment.whose]
    if named != [segment.whose]:
        theirs = [f"{heading_of(each, lexicon)!s}:" for each in segments if each.whose in named and each.whose]
        meant = [] if named else [f"{segment.heading}: {heading.whose}"]
        nearest = [*meant, f"{heading_of(segment, lexicon)}:", *theirs]
        raise Illegal(Text("{heading} is {name}'s", heading=segment.heading, name=lexicon.name(segment.whose)), nearest[:4])
    return segment


def heading_of(segment: Segment, lexicon: Lexicon) -> str:
    """The heading of a segment as a line has it, with who acts: "card 2 York"."""
    return f"{segment.heading} {lexicon.name(segment.whose)}" if segment.whose else segment.heading


def heading_among(segment: Segment, segments: Sequence[Segment], lexicon: Lexicon) -> str:
    """The heading of a segment, with its number where others before it have the same."""
    first = next(each for each in segments if each.heading == segment.heading)
    return heading_of(segment, lexicon) if first is segment else f"{segment.heading} {segment.number}"


# Which segment a line of a letter is for


class LineContext(NamedTuple):
    """What a line means for those after it: the segment `ordered` for (None: it gave no order of a segment), the `order` as
    it was understood, and the `cases` that have followed it so far.
    """

    ordered: str | None = None
    order: str = ""
    cases: tuple[str, ...] = ()


NO_CONTEXT = LineContext()


class Cursor:
    """How far into the writer's segments the lines of a letter have come.

    `headed` is the segment that a heading has named ("": none has), on the line being read if `named`; `mark` is that of the
    last order. `cases_follow` tells whether the line being read has branches behind it in the letter.
    """

    def __init__(self, table: Table[Any], seat: Seat) -> None:
        self._table = table
        self._seat = seat
        self._segments = segments_of(table, seat)
        self.headed = ""
        self.named = False
        self.cases_follow = False
        self.mark = NO_CONTEXT
        self._written = frozenset[str]()

    def at(self, table: Table[Any]) -> Cursor:
        """The same cursor at a fork of its Table."""
        other = copy(self)
        other._table = table
        return other

    def segment_of(self, *words: Word[Any]) -> Segment | None:
        """The first segment that a line with one of these order words is for; None where it cannot be told yet."""
        keys = {word.key for word in words if word.own}
        if not keys:
            return None
        return self._among(keys) or self._among(keys, segments_of(self._table, self._seat))

    def _among(self, keys: set[str], fresh: tuple[Segment, ...] = ()) -> Segment | None:
        if fresh and not any(keys & each.keys for each in self._segments):
            self._segments = fresh
        return next((each for each in self._segments if keys & each.keys), None)

    @property
    def here(self) -> str:
        """The name of the segment that the letter has come to ("": of none)."""
        return self._segments[0].name if self._segments else ""

    def close(self) -> None:
        """What follows is for the next segment, which a Plan just written can have brought."""
        closed, self._segments = self.here, self._segments[1:]
        if not self._segments:
            self.go_to(closed)
            self._segments = self._segments[1:]
        self.headed = self.here if self.headed else ""

    def under(self, heading: Heading) -> Cursor:
        """The cursor after a heading. Raises Illegal where it names no segment to come.

        After the Plan of a letter that still has a Levy before it, `levy` is the one after it. A segment that the letter
        has written for, and gone on from, is not meant again by a heading that fits a later one too.
        """
        segments = segments_of(self._table, self._seat)
        names = [each.name for each in segments]
        behind = names.index(self.here) if self.here in names else 0
        ahead = segments[behind:]
        if heading.next:
            segments = ahead
        elif not heading.number and not heading.of and any(each.heading == heading.name for each in ahead):
            segments = tuple(each for each in segments[:behind] if each.name not in self._written) + ahead
        later = heading._replace(next=True)
        if not heading.number and not any(each.heading == heading.name for each in ahead):
            heading = later if any(each.heading == later.name for each in ahead) else heading
        other = copy(self)
        now, lexicon = under_way(self._table, self._seat), vocabulary_of(self._table).grammar.lexicon
        other.headed = segment_under(heading, segments, lexicon, now).name
        other.go_to(other.headed)
        other.named = True
        return other

    def is_past(self, heading: Heading) -> bool:
        """Whether a heading names the segment that the letter has come to, and the lines before have ended it."""
        here = self._segments[0] if self._segments else None
        meant = here is not None and here.heading == heading.name and heading.of in (0, here.number)
        return here is not None and meant and is_over(self._table, self._seat, here.name)

    def follow(self, heading: str, mark: LineContext, *, closed: bool) -> None:
        """Go on after a line: the segment that its heading named ("": none), its context, whether it closes its segment."""
        if heading:
            self.go_to(heading)
            self.headed = heading
        if mark.ordered is not None:
            self.go_to(mark.ordered)
            self.mark = mark
        if closed:
            self.close()

    def note_written(self, segment: str) -> None:
        """The letter has a line for this segment, carried out or refused."""
        self._written |= {segment}

    def go_to(self, segment: str) -> None:
        """What follows is for the segment of that name, or for one behind it."""
        self.note_written(segment)
        for segments in (self._segments, segments_of(self._table, self._seat)):
            names = [each.name for each in segments]
            if segment in names:
                self._segments = segments[names.index(segment) :]
                return
