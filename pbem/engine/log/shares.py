"""The players' shares in the dice, as a log tells them, and what goes into each roll beside the key and the roll's identity.

Two schemes. SALTED: each seat gives one share, with its first letter; all given so far go into a die, none into a deck.
POOLED: every letter gives one, and each share is mixed into the pool of those before it; the pool goes into dice and decks.
A roll that was taken back and comes again under the same newest share (the same letter is carried out again) is made with
the pool that it was made with; under any other letter it falls again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.dice import Mixed, RollId
from pbem.engine.log.entry import Entry, EntryKind

SALTED, POOLED = 1, 2
SCHEME = "dice"
"""The option of a Setup that tells the scheme; games begun before there were two have none."""
NO_POOL = ""

Made = tuple[RollId, str]
"""A roll, and the share that was newest when it was made."""


def scheme_of(options: Mapping[str, Any]) -> int:
    """The scheme of a game with these options. Raises ValueError for one that there is not."""
    scheme = options.get(SCHEME, SALTED)
    if scheme not in (SALTED, POOLED) or isinstance(scheme, bool):
        raise ValueError(f"there is no scheme {scheme!r} of dice")
    return int(scheme)


def share_of(message_id: str, lines: Iterable[str] = ()) -> str:
    """The share in the dice that a letter gives: 32 hex digits of the SHA-256 over its Message-ID, which the answer to it
    names, so that everybody can compute it; in games without a pool over the `lines` typed too.
    """
    return sha256("\n".join([message_id, *lines]).encode()).hexdigest()[:32]


def mixed_in(pool: str, seat: Seat, share: str) -> str:
    """The pool once a seat's share is mixed in: the SHA-256 over both, in hex, with bars between."""
    return sha256(f"{pool}|{seat}|{share}".encode()).hexdigest()


@dataclass
class Shares:
    """The shares of a log so far, and its rolls. `of` are those by seat: the first (SALTED) or newest (POOLED) of each.

    `made` are the pools of rolls made before, those taken back among them.
    """

    scheme: int = SALTED
    made: dict[Made, str] = field(default_factory=dict)
    of: dict[Seat, str] = field(default_factory=dict)
    pool: str = NO_POOL
    newest: str = ""
    rolled: Counter[tuple[str, str, str]] = field(default_factory=Counter)

    def note(self, entry: Entry) -> None:
        """An entry that counts."""
        if entry.kind is EntryKind.ROLL:
            self.note_roll(self.next_roll(entry.turn, entry.key, entry.subject))
        elif entry.kind is EntryKind.SALT:
            self.of[entry.seat] = entry.answer
            self.pool = mixed_in(self.pool, entry.seat, entry.answer)
            self.newest = f"{entry.seat}={entry.answer}"

    def next_roll(self, turn: str, key: str, subject: str) -> RollId:
        """The identity of the next roll for these."""
        return RollId(turn, key, subject, self.rolled[turn, key, subject] + 1)

    def note_roll(self, roll: RollId) -> None:
        """A roll was made."""
        if self.scheme == POOLED:
            self.made.setdefault((roll, self.newest), self.pool)
        self.rolled[roll.turn, roll.key, roll.subject] += 1

    def into(self, roll: RollId) -> Mixed:
        """What goes into a roll."""
        if self.scheme == SALTED:
            return Mixed(dict(self.of))
        return Mixed({}, self.made.get((roll, self.newest), self.pool))

    def fork(self) -> Shares:
        """A copy to go on from by itself."""
        return replace(self, of=dict(self.of), rolled=Counter(self.rolled), made=dict(self.made))

    def wants(self, seat: Seat) -> bool:
        """Whether a letter of the seat still gives a share."""
        return self.scheme == POOLED or seat not in self.of


def rolls_made(scheme: int, entries: Iterable[Entry], strikes: Sequence[tuple[int, int]]) -> dict[Made, str]:
    """The pools of all rolls of a log, those taken back among them; the arguments are those of `walk`."""
    made: dict[Made, str] = {}
    for _ in walk(scheme, entries, strikes, made):
        pass
    return made


def walk(
    scheme: int, entries: Iterable[Entry], strikes: Sequence[tuple[int, int]], made: dict[Made, str] | None = None
) -> Iterator[tuple[Entry, Shares]]:
    """Each entry of a log with the shares as they were when it was written.

    `entries` is the whole log in order; a strike (first, last) counts for what is written after it: the entries above its
    last.
    """
    shares, live, to_come = Shares(scheme, {} if made is None else made), list[Entry](), list(strikes)
    for entry in entries:
        while to_come and to_come[0][1] < entry.number:
            first, last = to_come.pop(0)
            live = [each for each in live if not first <= each.number <= last]
            shares = Shares(scheme, shares.made)
            for each in live:
                shares.note(each)
        yield entry, shares
        shares.note(entry)
        live.append(entry)
