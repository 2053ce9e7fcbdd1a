"""A seat's segments: runs of questions that are its own to answer, such as a Levy or a card."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from pbem.engine.decision import Json, Seat
from pbem.engine.refusal import BadLine, Illegal, WaitingLine
from pbem.engine.rules import Segment, Word
from pbem.engine.table import Table
from pbem.orders.words.headings import Heading
from pbem.orders.words.lexicon import Lexicon, either
from pbem.orders.words.vocabulary import vocabulary_of


def segments_of(table: Table[Any], seat: Seat) -> tuple[Segment, ...]:
    """The seat's segments that can be told now."""
    return table.rules.segments.of(table.state, seat, given_by(table, seat))


def given_by(table: Table[Any], seat: Seat) -> Mapping[str, Json]:
    """By key, what the seat has answered in secret, and what its waiting lines will answer as far as it can be foreseen."""
    answered = {decision.key: answer for decision, answer in table.given_by(seat)}
    lines = table.waiting.get(seat)
    return _written_ahead(table, seat, lines) | answered if lines else answered


def _written_ahead(table: Table[Any], seat: Seat, lines: list[WaitingLine]) -> dict[str, Json]:
    """What waiting lines say to questions whose options can be told before they are asked."""
    found, vocabulary = {}, vocabulary_of(table)
    for decision in table.rules.segments.foreseen(table.state, seat):
        verbs = {word.verb for word in vocabulary.words if word.key == decision.key}
        for line in lines:
            verb, _, text = line.text.partition(" ")
            if verb in verbs:
                try:
                    answer = vocabulary.grammar.read(decision, text)
                except BadLine:
                    continue
                if decision.shape.refusal(answer) is None:
                    found[decision.key] = answer
    return found


def words_of(table: Table[Any], line: WaitingLine) -> list[Word[Any]]:
    """The Words of a line that waits; its order word is written in full."""
    return vocabulary_of(table).with_verb.get(line.text.partition(" ")[0], [])


def closes(table: Table[Any], line: WaitingLine) -> bool:
    """Whether a line only says that its segment ends."""
    return any(word.closes for word in words_of(table, line))


def with_line(table: Table[Any], seat: Seat, line: WaitingLine) -> list[WaitingLine]:
    """The seat's waiting lines and one more: behind those of its segment and of segments before that."""
    lines = table.waiting.get(seat, [])
    rank = {segment.name: place for place, segment in enumerate(segments_of(table, seat))}
    mine = rank.get(line.segment, -1)
    place = max((n for n, each in enumerate(lines, 1) if rank.get(each.segment, -1) <= mine), default=0)
    return [*lines[:place], line, *lines[place:]]


def is_over(table: Table[Any], seat: Seat, segment: str) -> bool:
    """Whether a segment once told has passed."""
    return segment not in [each.name for each in segments_of(table, seat)]


def why_over(table: Table[Any], seat: Seat, segment: str) -> str:
    """What to say about a line for a segment that is over, or that the seat has planned out of its way."""
    if table.given_by(seat):
        return f"it was for {segment}, which your orders do not bring any more"
    why = table.rules.segments.why_over(table.state, seat, segment)
    return f"it was for {segment}, which is over{f': {why}' if why else ''}"


def is_due(table: Table[Any], seat: Seat, line: WaitingLine) -> bool:
    """Whether a line's turn has come: it is for whatever is asked next, or what is asked belongs to its segment.

    What somebody else's doing brings in the midst of it is for the player, and the line goes on waiting.
    """
    first = next(iter(segments_of(table, seat)), None)
    if not line.segment or first is None:
        return not line.segment and bool(table.open_to(seat))
    answers = first.keys | {word.key for word in words_of(table, line)}
    return first.name == line.segment and any(decision.key in answers for decision in table.open_to(seat))


def has_answered(table: Table[Any], seat: Seat, keys: Collection[str]) -> bool:
    """Whether the seat has answered one of these questions since the turn began that is under way."""
    now = table.rules.turn(table.state)
    mine = (entry for entry in reversed(table.entries) if entry.seat == seat and entry.key in keys)
    return any(entry.turn == now for entry in mine)


def segment_under(heading: Heading, segments: Sequence[Segment], lexicon: Lexicon) -> Segment:
    """The segment that a heading means. Raises Illegal where there is none, or another acts in it than is named.

    Where there is only one Levy to come, `next levy` is that one too.
    """
    lines = [f"{heading_of(each, lexicon)}:" for each in segments if each.heading]
    found = next((each for name in (heading.name, heading.kind) for each in segments if each.heading == name), None)
    if found is None:
        have = f"; you can write for {either([line[:-1] for line in lines])}" if lines else ""
        lines.sort(key=lambda line: not line.startswith(heading.kind))
        raise Illegal(f'there is no "{heading.name}" of yours to come{have}', lines[:4])
    acting = list(dict.fromkeys(each.whose for each in segments if each.whose))
    named = lexicon.matches(heading.whose.split(), acting) if heading.whose else [found.whose]
    if named != [found.whose]:
        theirs = [f"{heading_of(each, lexicon)}:" for each in segments if each.whose in named and each.whose]
        meant = [] if named else [f"{found.heading}: {heading.whose}"]
        nearest = [*meant, f"{heading_of(found, lexicon)}:", *theirs]
        raise Illegal(f"{found.heading} is {lexicon.name(found.whose)}'s", nearest[:4])
    return found


def heading_of(segment: Segment, lexicon: Lexicon) -> str:
    """The heading of a segment as a line has it, with who acts: "card 2 York"."""
    return f"{segment.heading} {lexicon.name(segment.whose)}" if segment.whose else segment.heading
