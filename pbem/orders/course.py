"""Which of the writer's stints the lines of a letter are for.

A stint is a Levy, a card: a run of questions that are one seat's own to answer. An order for one card must never be carried
out with another, so every line of such an order belongs to one stint: the one that a heading names, or else the one under
way, or the next, when the letter came; behind a line that closes it the one after.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from copy import copy
from typing import Any, NamedTuple

from pbem.engine.decision import Json, Seat
from pbem.engine.order import BadLine, WaitingLine
from pbem.engine.rules import Stint, Word
from pbem.engine.table import Table
from pbem.orders.grammar import Grammar
from pbem.orders.headings import Heading, stint_under


class Place(NamedTuple):
    """What a line means for those behind it: the stint `ordered` for (None: it gave no order of a stint), the `order` as
    it was understood, and the `cases` that have followed it so far.
    """

    ordered: str | None = None
    order: str = ""
    cases: tuple[str, ...] = ()


NOWHERE = Place()


class Course:
    """How far into the writer's stints the lines of his letter have come.

    `headed` is the stint that a heading has named ("": none has), on the line being read if `named`; `place` is that of the
    last order. `cases_follow` tells whether the line being read has branches behind it in the letter.
    """

    def __init__(self, table: Table[Any], seat: Seat) -> None:
        self._table = table
        self._seat = seat
        self._stints = stints_of(table, seat)
        self.headed = ""
        self.named = False
        self.cases_follow = False
        self.place = NOWHERE

    def stint_of(self, *words: Word[Any]) -> Stint | None:
        """The first stint that a line with one of these order words is for; None where it cannot be told yet."""
        keys = {word.key for word in words if word.own}
        return self._among(keys) or self._among(keys, stints_of(self._table, self._seat))

    def _among(self, keys: set[str], fresh: tuple[Stint, ...] = ()) -> Stint | None:
        if fresh and not any(keys & stint.keys for stint in self._stints):
            self._stints = fresh
        return next((stint for stint in self._stints if keys & stint.keys), None)

    @property
    def here(self) -> str:
        """The name of the stint that the letter has come to ("": of none)."""
        return self._stints[0].name if self._stints else ""

    def close(self) -> None:
        """What follows is for the next stint, which a Plan just written can have brought."""
        closed, self._stints = self.here, self._stints[1:]
        if not self._stints:
            self.go_to(closed)
            self._stints = self._stints[1:]
        self.headed = self.here if self.headed else ""

    def under(self, heading: Heading) -> Course:
        """The course behind a heading. Raises Illegal where it names no stint to come.

        Behind the Plan of a letter that still has a Levy before it, `levy` is the one after it.
        """
        lexicon = Grammar(self._table.rules, self._table.state).lexicon
        stints = stints_of(self._table, self._seat)
        names = [each.name for each in stints]
        ahead = stints[names.index(self.here) :] if self.here in names else stints
        later = heading._replace(next=True)
        if not heading.number and not any(each.heading == heading.name for each in ahead):
            heading = later if any(each.heading == later.name for each in ahead) else heading
        stint = stint_under(heading, stints, lexicon)
        other = copy(self)
        other.go_to(stint.name)
        other.headed = stint.name
        other.named = True
        return other

    def is_past(self, heading: Heading) -> bool:
        """Whether a heading names the stint that the letter has come to, and the lines before have ended it."""
        here = self._stints[0] if self._stints else None
        return here is not None and here.heading == heading.name and is_over(self._table, self._seat, here.name)

    def follow(self, heading: str, place: Place, *, closed: bool) -> None:
        """Go on behind a line: the stint that its heading named, if it had one, its Place, whether it closes its stint."""
        if heading:
            self.go_to(heading)
            self.headed = heading
        if place.ordered is not None:
            self.go_to(place.ordered)
            self.place = place
        if closed:
            self.close()

    def go_to(self, stint: str) -> None:
        """What follows is for the stint of that name, or for one behind it."""
        for stints in (self._stints, stints_of(self._table, self._seat)):
            names = [each.name for each in stints]
            if stint in names:
                self._stints = stints[names.index(stint) :]
                return


def stints_of(table: Table[Any], seat: Seat) -> tuple[Stint, ...]:
    """The seat's stints that can be told now."""
    return table.rules.stints(table.state, seat, given_by(table, seat))


def given_by(table: Table[Any], seat: Seat) -> Mapping[str, Json]:
    """By key, what the seat has answered in secret, and what its waiting lines will answer as far as it can be foreseen."""
    answered = {decision.key: answer for decision, answer in table.given_by(seat)}
    lines = table.waiting.get(seat)
    return _written_ahead(table, seat, lines) | answered if lines else answered


def _written_ahead(table: Table[Any], seat: Seat, lines: list[WaitingLine]) -> dict[str, Json]:
    """What waiting lines say to questions whose options can be told before they are asked."""
    found = {}
    for decision in table.rules.foreseen(table.state, seat):
        grammar = Grammar(table.rules, table.state)
        for line in lines:
            verb, _, text = line.text.partition(" ")
            if any(word.key == decision.key and word.verb == verb for word in table.rules.words(table.state)):
                try:
                    answer = grammar.read(decision, text)
                except BadLine:
                    continue
                if decision.shape.refusal(answer) is None:
                    found[decision.key] = answer
    return found


def with_line(table: Table[Any], seat: Seat, line: WaitingLine) -> list[WaitingLine]:
    """The seat's waiting lines and one more: behind those of its stint and of stints before that."""
    lines = table.waiting.get(seat, [])
    rank = {stint.name: place for place, stint in enumerate(stints_of(table, seat))}
    mine = rank.get(line.stint, -1)
    place = max((n for n, each in enumerate(lines, 1) if rank.get(each.stint, -1) <= mine), default=0)
    return [*lines[:place], line, *lines[place:]]


def is_over(table: Table[Any], seat: Seat, stint: str) -> bool:
    """Whether a stint once told has passed."""
    return stint not in [each.name for each in stints_of(table, seat)]


def over(table: Table[Any], seat: Seat, stint: str) -> str:
    """What to say about a line for a stint that is over, or that the seat has planned out of its way."""
    if table.given_by(seat):
        return f"it was for {stint}, which your orders do not bring any more"
    why = table.rules.why_over(table.state, seat, stint)
    return f"it was for {stint}, which is over{f': {why}' if why else ''}"


def is_due(table: Table[Any], seat: Seat, line: WaitingLine) -> bool:
    """Whether a line's turn has come: it is for whatever is asked next, or what is asked belongs to its stint.

    What somebody else's doing brings in the midst of it is for the player, and the line goes on waiting.
    """
    first = next(iter(stints_of(table, seat)), None)
    if not line.stint or first is None:
        return not line.stint and bool(table.open_to(seat))
    answers = first.keys | {word.key for word in words_of(table, line)}
    return first.name == line.stint and any(decision.key in answers for decision in table.open_to(seat))


def has_answered(table: Table[Any], seat: Seat, keys: Collection[str]) -> bool:
    """Whether the seat has answered one of these questions since the turn began that is under way."""
    now = table.rules.turn(table.state)
    mine = (entry for entry in reversed(table.entries) if entry.seat == seat and entry.key in keys)
    return any(entry.turn == now for entry in mine)


def closes(table: Table[Any], line: WaitingLine) -> bool:
    """Whether a line only says that its stint ends."""
    return any(word.closes for word in words_of(table, line))


def words_of(table: Table[Any], line: WaitingLine) -> list[Word[Any]]:
    """The Words of a line that waits; its order word is written in full."""
    verb = line.text.partition(" ")[0]
    return [word for word in table.rules.words(table.state) if word.verb == verb]
