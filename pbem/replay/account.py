"""Who caused the entries of a log, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

MAX_NAMED: Final = 6
"""How many entries, or doings of the game master, a line names."""


@dataclass(frozen=True, slots=True)
class LogAccount:
    """Who has brought the entries of a log.

    `letters` were read again. By number of entry: `clock` what the clock has answered, `master` what the game master has
    done, and players have agreed on, `reread` what was carried out again as it stood when a game was corrected, and is what
    its letter orders there, `again` what is not, `unproved` what of it stood first where these rules do not lead, `aside`
    lines that a letter put aside by an order that was refused, `unshown` what was done before there were receipts, `unread`
    the letters of parts taken back that these rules cannot play again. `problems` is what nobody has ordered.
    """

    letters: int = 0
    clock: tuple[int, ...] = ()
    master: tuple[tuple[int, str], ...] = ()
    reread: tuple[int, ...] = ()
    again: tuple[int, ...] = ()
    unproved: tuple[int, ...] = ()
    aside: tuple[int, ...] = ()
    unshown: tuple[int, ...] = ()
    unread: tuple[int, ...] = ()
    problems: tuple[tuple[int, str], ...] = ()

    def lines(self) -> Iterator[str]:
        """The account in words, one line for each kind."""
        differing = f", {_times(len(self.problems), 'entry', 'entries')} of no letter" if self.problems else ""
        yield f"read again: {_times(self.letters, 'letter', 'letters')}{differing}"
        if self.clock:
            yield f"by the clock: {_times(len(self.clock), 'answer', 'answers')} ({_numbers(self.clock)})"
        if self.master:
            acts_named = [what for _, what in self.master[:MAX_NAMED]]
            more = [f"{len(self.master) - MAX_NAMED} more"] if len(self.master) > MAX_NAMED else []
            yield f"by the game master, or agreed: {'; '.join([*acts_named, *more])}"
        if self.reread:
            yield f"carried out again, as their letters order it: {_numbers(self.reread)}"
        if self.again:
            yield f"carried out again as they stood: {_numbers(self.again)}"
        if self.unproved:
            yield f"carried out again from where these rules do not lead, so proved by nothing: {_numbers(self.unproved)}"
        if self.aside:
            yield f"waiting lines put aside for orders that were refused: {_numbers(self.aside)}"
        if self.unshown:
            yield f"from before there were receipts, so not to be shown: {_numbers(self.unshown)}"
        if self.unread:
            yield f"taken back, and not to be played by these rules: {_numbers(self.unread)}"

    def on_trust(self) -> str:
        """The entries that nothing proves, counted by kind; "" if there are none."""
        after, other_rules = "repeated after a correction", "repeated after a correction under other rules"
        before, unplayed = "from before there were receipts", "taken back, which these rules cannot replay"
        kinds = (
            (self.clock, "answer of the clock", "answers of the clock"),
            (self.master, "decision of the game master or players", "decisions of the game master or players"),
            (self.again, after, after),
            (self.unproved, other_rules, other_rules),
            (self.aside, "waiting line put aside", "waiting lines put aside"),
            (self.unshown, before, before),
            (self.unread, unplayed, unplayed),
        )
        counts = ", ".join(_times(len(entries), one, many) for entries, one, many in kinds if entries)
        number = _times(sum(len(entries) for entries, _, _ in kinds), "entry", "entries")
        return f"{number} cannot be checked: {counts}" if counts else ""


def _times(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _numbers(numbers: Sequence[int]) -> str:
    listed = ", ".join(map(str, numbers[:MAX_NAMED]))
    more = f" and {len(numbers) - MAX_NAMED} more" if len(numbers) > MAX_NAMED else ""
    return f"{'entry' if len(numbers) == 1 else 'entries'} {listed}{more}"
