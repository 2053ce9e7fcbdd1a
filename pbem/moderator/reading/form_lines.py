"""Which lines of a reply form are sent, and which are comments.

`ok` sends a form, and a word is quickly sent. So a line that gives something up is always a comment: whoever means it
removes the #. Lines that depend on a comment are comments too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.refusal import BadLine
from pbem.engine.table import Table
from pbem.moderator.core.line_results import LineResult
from pbem.moderator.talk.deal_words import begins_offer, deal_word
from pbem.orders.parse.branches import case_of, loop_of
from pbem.orders.parse.parse import cut_actor, split_heading
from pbem.orders.place.position import Position
from pbem.orders.place.segments import heading_among, segments_of
from pbem.orders.reading.misread.guess import guesses
from pbem.orders.reading.sayings import sayings_of
from pbem.orders.words.grammar import NO_WORDS, NONE_WORDS
from pbem.orders.words.lexicon import plain_words
from pbem.orders.words.vocabulary import HABITS, STANDING, WITHDRAW, vocabulary_of
from pbem.render.report import FormLine, FormPart

ALIKE = 0.6
"""How similar to an order word a slip in it must be (1: equal)."""
NOTHING_GIVEN = NONE_WORDS | frozenset(NO_WORDS)
LASTING = (STANDING, *HABITS)


def gives_up(table: Table[Any], line: str) -> bool:
    """Whether a line gives something up: it ends a segment, flees, kills, wastes a card, ends orders, resigns, also in a
    branch or for later. Acts that nobody asked for count too.
    """
    vocabulary, synonyms = vocabulary_of(table), table.rules.orders.synonyms
    final = synonyms.final | {WITHDRAW}
    order = line
    with suppress(BadLine):
        order = split_heading(line, vocabulary)[1]
        order = cut_actor(order, vocabulary)[1]
        if (case := case_of(order)) is not None:
            return gives_up(table, case.body)
        loop = loop_of(order)
        order = loop.order if loop is not None else order
    if deal_word(order):
        return True
    skipped = {*LASTING, *vocabulary.scope_names}
    while plain_words(order)[:1] and plain_words(order)[0] in skipped:
        order = order.partition(" ")[2]
    verb, text = vocabulary.cut(order)
    words = vocabulary.named(verb)
    if words and all(word.act for word in words):
        return True
    verbs = {word.verb for word in words} | {verb}
    if verbs & synonyms.harmful:
        return True
    words_typed = set(plain_words(text))
    if verbs & final:
        return not words_typed or not words_typed <= NOTHING_GIVEN
    if verbs & synonyms.missed and words_typed and words_typed <= NOTHING_GIVEN:
        return True
    return not verbs & vocabulary.closing_kinds and bool(words_typed & final)


def gives_up_unsaid(table: Table[Any], seat: Seat, typed: str, line: str) -> bool:
    """Whether a line gives something up by a word that was not `typed` in any form, nor meant."""
    if not gives_up(table, line):
        return False
    words, order_at = plain_words(typed), sayings_of(table).order_at
    final = {order_at([word], 0)[0] or word for word in plain_words(line)} & table.rules.orders.synonyms.final
    order_words = {order_at(words, at)[0] for at in range(len(words))}
    alike = (get_close_matches(word, final, n=1, cutoff=ALIKE) for word in words)
    return (
        bool(final)
        and final.isdisjoint(order_words)
        and not any(alike)
        and line not in guesses(Position(table, seat), typed)
    )


def as_offered(table: Table[Any], lines: Sequence[str]) -> tuple[FormLine, ...]:
    """Lines in their order. Those that give something up are comments, and so are those after them without a heading."""
    return tuple(line for _, line in form_of(table, [FormEntry(line) for line in lines]))


def stands_alone(table: Table[Any], line: str) -> bool:
    """Whether a line does not depend on those above it: it is a standing order or a heading (a Plan), or begins with a
    heading.
    """
    vocabulary = vocabulary_of(table)
    if vocabulary.cut(line)[0] in {*LASTING, *vocabulary.closing_kinds}:
        return True
    try:
        return split_heading(line, vocabulary)[0] is not None
    except BadLine:
        return False


@dataclass(frozen=True, slots=True)
class FormEntry:
    """A line of a letter for a form: as it was read, and whether it has `failed`; `only` is the one line that it can have
    meant ("": none, or several), `nearest` are legal lines close to it. It waits for the entry at place `root` (None: for
    none), is under a `heading` above it, and is for a `segment`. `part` is the comment about a line that was carried out.
    """

    text: str
    failed: bool = False
    only: str = ""
    nearest: Sequence[str] = ()
    root: int | None = None
    heading: str = ""
    segment: str | None = None
    part: FormPart = FormPart.LIVE


def is_answered_once(table: Table[Any], line: str) -> bool:
    """Whether an order word answers a question that is not asked again after its answer."""
    vocabulary = vocabulary_of(table)
    words = vocabulary.named(vocabulary.cut(line)[0])
    return bool(words) and not any(word.own or word.in_a_row or word.act for word in words)


def form_of(table: Table[Any], entries: Sequence[FormEntry]) -> list[tuple[FormEntry, FormLine]]:
    """The form's line for each entry. One that failed becomes the only line meant, or a comment. Lines that give something
    up, and lines that depend on a comment, are comments. A line with which the writer corrected a slip above it is not
    repeated: it would be an order for later.
    """
    form_lines, broken, holds = list[tuple[FormEntry, FormLine]](), set[int | None](), False
    for place, entry in enumerate(entries):
        if entry.part is not FormPart.LIVE:
            form_lines.append((entry, FormLine(entry.part, entry.text)))
            continue
        if entry.root is not None and entries[entry.root].only == entry.text and is_answered_once(table, entry.text):
            continue
        text = entry.only or entry.text
        holds = (holds and not stands_alone(table, text)) or gives_up(table, text)
        root = place if entry.root is None else entry.root
        if holds or root in broken or (entry.failed and not entry.only):
            broken.add(root)
            form_lines.append((entry, FormLine(FormPart.OFF, entry.text)))
        else:
            form_lines.append((entry, FormLine(FormPart.LIVE, text)))
    return form_lines


def with_nearest(lines: Iterable[tuple[FormEntry, FormLine]]) -> list[FormLine]:
    """The lines of a form, with the legal lines that could replace it below each comment."""
    form_lines = list[FormLine]()
    for entry, line in lines:
        near = entry.nearest if line.part is FormPart.OFF else ()
        if begins_offer(entry.text):  # a part of an offer orders something else by itself, or nothing
            near = [each for each in near if begins_offer(each) or deal_word(each)]
        form_lines += [line, *(FormLine(FormPart.NEAR, each) for each in near)]
    return form_lines


class OwnLetter:
    """A letter with refused lines as its writer gets it back: in its order, with the lines carried out as comments.

    New lines for a segment replace all that wait for it. So if some of its lines wait and others were refused, the form has
    the waiting ones again above the others. `segments` are these segments. Refused lines in `untold` are left out.
    """

    def __init__(self, table: Table[Any], seat: Seat, results: Sequence[LineResult], untold: Collection[int] = ()) -> None:
        self._table = table
        self._untold = set(untold)
        lexicon = vocabulary_of(table).grammar.lexicon
        segments = segments_of(table, seat)
        headings = {each.name: heading_among(each, segments, lexicon) for each in segments}
        refused = {result.place.segment for result in results if result.is_refused and result.place.segment is not None}
        self.segments = frozenset(refused & {result.place.kept_for for result in results})
        self._kept: dict[str | None, list[str]] = {}
        for line in table.waiting.get(seat, []):
            if line.segment in self.segments:
                heading = headings.get(line.segment, "")
                self._kept.setdefault(line.segment, []).append(f"{heading!s}: {line.text}" if heading else line.text)
        places = [place for place, result in enumerate(results) if not self._is_left_out(result)]
        self._entries = [_entry(results[place], places) for place in places]

    @property
    def lines(self) -> tuple[FormLine, ...]:
        """All of it."""
        shown, kept, heading = form_of(self._table, self._entries), dict(self._kept), ""
        sent = [entry for entry, line in shown if line.part is FormPart.LIVE]
        live, under = {entry.segment for entry in sent}, {entry.heading for entry in sent}
        form_lines = list[FormLine]()
        for entry, line in shown:
            part = FormPart.LIVE if entry.segment in live else FormPart.OFF
            form_lines += [FormLine(part, each) for each in kept.pop(entry.segment, ())]
            if entry.heading not in ("", heading):
                part = FormPart.LIVE if entry.heading in under else FormPart.OFF
                form_lines.append(FormLine(part, f"{entry.heading!s}:"))
            heading = entry.heading
            form_lines += with_nearest([(entry, line)])
        return tuple(form_lines)

    def _is_left_out(self, result: LineResult) -> bool:
        """Whether a line is not in the form by itself: a question, an agreement, a late line, a heading alone, or a waiting
        line that the form has elsewhere.
        """
        if result.asks or result.late or (result.accepted and (result.deals or result.place.kept_for in self.segments)):
            return True
        if not result.accepted and result.number in self._untold:
            return True
        with suppress(BadLine):
            heading, rest = split_heading(result.read, vocabulary_of(self._table))
            return result.accepted and heading is not None and not rest
        return False


def _entry(result: LineResult, places: Sequence[int]) -> FormEntry:
    """A line for the form that has the results at these places."""
    text = result.read.strip()
    if result.accepted:
        return FormEntry(text, part=FormPart.DONE if result.place.kept_for is None else FormPart.KEPT)
    root = places.index(result.place.waits_for) if result.place.waits_for in places else None
    return FormEntry(
        text, bool(result.problem), result.meant, result.nearest, root, result.place.heading, result.place.segment
    )
