"""One line of a letter, from text to what it does: parsed, placed, carried out.

Every line is either carried out, and then what was understood is said back, or refused with a BadLine that says what is
wrong and gives the nearest lines that would do. Until it is carried out nothing changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from pbem.effort import spend
from pbem.engine.decision import Json, Seat
from pbem.engine.log.entry import EntryKind
from pbem.engine.phrase import words_of
from pbem.engine.played_log import Diverged
from pbem.engine.prospect import Prospect
from pbem.engine.refusal import Ambiguous, BadLine, Fault, Faulty, Misread, WaitingLine
from pbem.engine.standing import StandingOrder, firing, policy_of, shown_as
from pbem.engine.table import Table
from pbem.faults import note_fault
from pbem.orders.parse.parse import parse
from pbem.orders.place.place import names_another, place
from pbem.orders.place.placed import Act, Answer, Clear, End, Keep, Leave, PartialAnswer, Placed, Stand
from pbem.orders.place.position import Position
from pbem.orders.place.segments import Cursor, with_line
from pbem.orders.reading.known import Reading
from pbem.orders.reading.misread.guess import guesses
from pbem.orders.reading.read import meant_by, read
from pbem.orders.words.vocabulary import USUAL, cut_verb, vocabulary_of

STEPS_A_LINE = 30
"""The work of a line that is read (pbem.effort)."""


def unchanged(line: WaitingLine) -> WaitingLine:
    """For lines of which nothing is foretold."""
    return line


def unnoted(_placed: Placed) -> None:
    """For lines of which nothing is taken down."""


def execute(
    table: Table[Any],
    seat: Seat,
    line: str,
    kind: EntryKind = EntryKind.ANSWER,
    cursor: Cursor | None = None,
    *,
    foresee: Callable[[WaitingLine], WaitingLine] = unchanged,
    note: Callable[[Placed], None] = unnoted,
) -> str:
    """Carry out `line` for `seat` and give back what was understood. Raises BadLine; then nothing has happened.

    Where the program itself fails at the line that is a Faulty: the Table stands where it stood before, and knows of it.

    `kind` is WAITED for a line that has waited; it does not wait again. `cursor` is that of the letter, if there is one. A
    line that is kept is kept as what `foresee` makes of it; of another `note` takes down what it is before it is done.
    """
    cursor = cursor or Cursor(table, seat)
    with guarded(table, seat, line):
        placed = understand(table, seat, line, kind, cursor)
        if isinstance(placed.action, Keep):
            placed = replace(placed, action=Keep(foresee(placed.action.line)))
        elif isinstance(placed.action, Stand):
            placed = replace(placed, action=replace(placed.action, order=with_shown(table, placed.action.order)))
        else:
            note(placed)
        with table.because(table.cause and table.cause.saying(placed.said)):
            carry_out(table, seat, placed, kind)
    follow(cursor, placed)
    return placed.said


BETWEEN = "; "


def with_shown(table: Table[Any], order: StandingOrder) -> StandingOrder:
    """A standing order with what it is shown to be, where it names the pieces and places that it is about: what it would
    answer now, if that is all of them, or, where it is not asked, whether enemies stand there. One for all that may come,
    or of several of which the first will do, has nothing to be compared with.
    """
    rules, state = table.rules, table.state
    if order.habit or order.policy == USUAL:
        return order
    named = _pieces_and_places(table, vocabulary_of(table).named_in(policy_of(rules, order).write(state, order.policy)))
    if not named:
        return order
    for decision in (each for each in table.open_to(order.seat) if each.key == order.key):
        answer = firing(rules, state, order, decision)
        if answer is not None:
            is_all = named <= set(_words_in(answer[0]))
            return replace(order, shown=shown_as(rules, state, order, decision, answer[0])) if is_all else order
    return replace(order, shown=meeting_at(table, order.seat, sorted(named)))


def _pieces_and_places(table: Table[Any], ids: Iterable[str]) -> set[str]:
    """Those of the ids that are somebody or somewhere; kinds of units are neither."""
    situations = table.rules.standing.situations
    pieces = set(situations.people(table.state)) if situations is not None else set()
    return {*ids} & {*pieces, *table.rules.reports.atlas.places(table.state)}


def _words_in(answer: Json) -> Iterator[str]:
    """The ids that an answer names."""
    pieces = [*answer, *answer.values()] if isinstance(answer, dict) else answer if isinstance(answer, list) else [answer]
    return (word for piece in pieces for word in words_of(str(piece)))


def meeting_at(table: Table[Any], seat: Seat, places: Iterable[str]) -> Prospect:
    """What can be told of an order by the places that it names alone."""
    met = (table.rules.previews.enemies(table.state, seat, one) for one in places)
    words = next(filter(None, met), "")
    return Prospect(bool(words), whole=False, words=words)


@contextmanager
def guarded(table: Table[Any], seat: Seat, line: str) -> Iterator[None]:
    """Whatever fails within, but for a BadLine, is noted as the fault of this line and raised as a Faulty; the Table stands
    where it stood before. Raises Diverged where it cannot be led back there.
    """
    point = table.point
    try:
        yield
    except (BadLine, Diverged):
        raise
    except Exception as fault:
        note_fault(fault, f"the line {line!r} of {seat}")
        table.back_to(point)
        table.faults.append(Fault(seat, line, fault))
        raise Faulty from fault


def understand(
    table: Table[Any],
    seat: Seat,
    line: str,
    kind: EntryKind = EntryKind.ANSWER,
    cursor: Cursor | None = None,
    *,
    shows: bool = True,
) -> Placed:
    """What `line` would do now. Raises BadLine as `execute` does; nothing happens. Unless it `shows` what else can have been
    meant, a line costs a part of the work.

    A line that does not answer what is asked as it stands is read against all that can be answered: the open question comes
    before what is kept for another one.
    """
    spend(STEPS_A_LINE)
    position, here = Position(table, seat), cursor or Cursor(table, seat)
    parsed = parse(line, position.vocabulary)
    try:
        placed = place(position, parsed, here, kind)
    except Faulty:
        raise
    except BadLine as bad:
        another = names_another(position, here, parsed)
        reading = Reading() if another else _read(position, line, here, kind, shows=shows)
        if not reading.meant and not shows:
            raise
        if not reading.meant:
            first, others = _guessed(position, line, here, kind), reading.shown
            if not isinstance(bad, Misread):  # it is an order, and said why it cannot be: only what it lists besides is more
                first = tuple(each for each in first[:1] if BETWEEN in each)
            elif first and BETWEEN not in first[0]:
                first, others = others, first
            raise type(bad)(bad.problem, tuple(dict.fromkeys([*first, *others, *bad.nearest]))) from None
    else:
        if placed.heading or not (_is_for_another(position, placed) or _begins_with_cut_word(position, line)):
            return placed
        reading = _read(position, line, here, kind, shows=shows)
        if not reading.meant:
            return placed
    return place(position, parse(reading.meant, position.vocabulary), here, kind)


def _begins_with_cut_word(position: Position, line: str) -> bool:
    """Whether a line begins with a word of every game that is cut short, which may be another one: stand and fight."""
    first = cut_verb(line)[0]
    return position.vocabulary.special(first) not in ("", first)


def _is_for_another(position: Position, placed: Placed) -> bool:
    """Whether an unchanged line is kept for a question that is not open."""
    match placed.action:
        case Stand(order):
            return order.key not in position.open_keys
        case Keep():
            return True
    return False


def _read(position: Position, line: str, cursor: Cursor, kind: EntryKind, *, shows: bool) -> Reading:
    """What a line says of what is asked; a line that has waited was written for something else."""
    if kind is EntryKind.WAITED or cursor.headed:
        return Reading()
    return read(position, line) if shows else Reading(meant_by(position, line))


def _guessed(position: Position, line: str, cursor: Cursor, kind: EntryKind) -> tuple[str, ...]:
    """What a line that is refused was probably meant as; several orders have such a sign BETWEEN them."""
    return () if kind is EntryKind.WAITED or cursor.headed else guesses(position, line)


def follow(cursor: Cursor, placed: Placed) -> None:
    """Take the cursor of a letter on behind one of its lines."""
    cursor.follow(placed.heading, placed.mark, closed=placed.closes)


def carry_out(table: Table[Any], seat: Seat, placed: Placed, kind: EntryKind = EntryKind.ANSWER) -> None:
    """Do what an order is for, at the Table that it was placed at. An answer is of this `kind` in the log."""
    match placed.action:
        case Answer(decision, answer, line):
            note = line if kind is EntryKind.WAITED else ""
            table.answer(seat, decision.key, answer, kind, subject=decision.subject, note=note)
        case Act(decision, answer, line):
            note = line if kind is EntryKind.WAITED else ""
            table.act(seat, decision.key, answer, subject=decision.subject, note=note)
        case PartialAnswer(decision, pairs):
            table.draft(seat, decision.key, pairs, subject=decision.subject)
        case Clear(decisions):
            for decision in decisions:
                table.draft(seat, decision.key, {}, subject=decision.subject)
        case Stand(order, ended):
            _end(table, seat, ended)
            table.instruct(order)
        case End(orders):
            _end(table, seat, orders)
        case Keep(line):
            table.wait(seat, with_line(table, seat, line))
        case Leave(lines):
            table.wait(seat, lines)


def _end(table: Table[Any], seat: Seat, orders: Iterable[StandingOrder]) -> None:
    for order in orders:
        table.withdraw(seat, order.key, order.verb, order.number)


# Whether a line is an order from its first word to its last, even if it would be refused


def reads_as_order(table: Table[Any], seat: Seat, text: str) -> bool:
    """Whether a line begins with an order word in full and can be read, though it may not be legal, or not be asked for."""
    if not vocabulary_of(table).begins(text):
        return False
    try:
        understand(table.for_reading(), seat, text)
    except (Misread, Ambiguous):
        return False
    except BadLine:
        return True
    return True
