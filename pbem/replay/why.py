"""The cause of an entry of the log, in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pbem.engine.log.cause import Cause, CauseKind
from pbem.engine.log.entry import Entry
from pbem.figures import is_number

NOT_RECORDED: Final = "not recorded"
CAUSE_NAMES: Final = {
    CauseKind.OPENING: "the opening",
    CauseKind.CLOCK: "the clock",
    CauseKind.MASTER: "the game master",
    CauseKind.UNDO: "moves were taken back",
}


def origin(entry: Entry, at: Callable[[int], Entry | None]) -> Entry:
    """The entry that an entry goes back to: that of the line which was kept, or gave the standing order, or which the rules
    went on from. It is itself where it goes back to no earlier one that is known; `at` gives an entry by its number.
    """
    while entry.cause is not None and 0 < entry.cause.entry < entry.number:
        before = at(entry.cause.entry)
        if before is None:
            break
        entry = before
    return entry


def in_words(entry: Entry, letter_of: Callable[[int], int | None], at: Callable[[int], Entry | None]) -> str:
    """Why an entry is in the log, for the game master; `letter_of` gives the letter of an entry by its number."""
    cause = entry.cause
    if cause is None:
        return NOT_RECORDED
    if cause.kind is CauseKind.FOLLOWS:
        return f"follows from {cause.entry}"
    source = _source(origin(entry, at), letter_of) if cause.entry else ""
    if cause.kind is CauseKind.WAITING:
        return f"waited: {cause.standard}{source}"
    if cause.kind is CauseKind.STANDING:
        return f"standing order {cause.standard}{source}"
    if cause.kind is CauseKind.AGAIN:
        return f"{cause.entry} carried out again{source}"
    return _line(cause, typed_and_read(cause))


def _source(first: Entry, letter_of: Callable[[int], int | None]) -> str:
    """The letter and the line that an entry goes back to."""
    letter, cause = letter_of(first.number), first.cause
    parts = [] if letter is None else [f"letter {letter}"]
    parts.append(NOT_RECORDED if cause is None else _line(cause, f'"{cause.typed}"' if cause.typed else cause.standard))
    return f" ({', '.join(parts)})"


def _line(cause: Cause, words: str) -> str:
    if cause.kind is CauseKind.LINE:
        return f"line {cause.line}: {words}"
    if cause.kind is CauseKind.ASIDE:
        return f"lines put aside, or back, for line {cause.line}" if cause.line else "lines put aside for the letter"
    if cause.kind is CauseKind.LETTER:
        return f"{'line' if is_number(cause.line) else 'lines'} {cause.line}" if cause.line else "the letter"
    kind_text = CAUSE_NAMES.get(cause.kind, str(cause.kind))
    return f"{kind_text}: {cause.standard}" if cause.standard else kind_text


def typed_and_read(cause: Cause) -> str:
    """A line as it was typed, and what it was understood as where that is not the same."""
    if not cause.typed or cause.typed == cause.standard:
        return cause.standard or cause.typed
    return f'"{cause.typed}" = {cause.standard}' if cause.standard else f'"{cause.typed}"'
