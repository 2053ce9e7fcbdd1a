"""The players' shares in the dice, as recorded in a log; they go into each roll in addition to the key and the roll's
identity.

There are two schemes. SALTED: each seat gives one share, with its first letter; all shares so far go into dice, none into
decks. POOLED: every letter gives a share, which is mixed into the pool of those before it; the pool goes into dice and
decks. If a roll was taken back and comes again under the same newest share (the same letter is carried out again), it uses
the same pool as before; under any other letter it is rolled afresh.
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
"""The option of a Setup that names the scheme; games from before there were two have none."""
NO_POOL = ""

Made = tuple[RollId, str]
"""A roll, and the newest share when it was made."""


def scheme_of(options: Mapping[str, Any]) -> int:
    """The scheme of a game with these options. Raises ValueError for an unknown one."""
    scheme = options.get(SCHEME, SALTED)
    if scheme not in (SALTED, POOLED) or isinstance(scheme, bool):
        raise ValueError(f"there is no scheme {scheme!r} of dice")
    return int(scheme)


def share_of(message_id: str, lines: Iterable[str] = ()) -> str:
    """A letter's share in the dice: 32 hex digits of the SHA-256 of its Message-ID. Our reply names that, so everybody can
    compute the share. In games without a pool the typed `lines` are hashed too.
    """
    return sha256("\n".join([message_id, *lines]).encode()).hexdigest()[:32]


def mixed_in(pool: str, seat: Seat, share: str) -> str:
    """The pool with a seat's share mixed in: the SHA-256 of both, in hex, with a bar between."""
    return sha256(f"{pool}|{seat}|{share}".encode()).hexdigest()


@dataclass
class Shares:
    """The shares in a log so far, and its rolls. `of` has each seat's share: its first (SALTED) or newest (POOLED).

    `made` has the pools of all earlier rolls, including those taken back.
    """

    scheme: int = SALTED
    made: dict[Made, str] = field(default_factory=dict)
    of: dict[Seat, str] = field(default_factory=dict)
    pool: str = NO_POOL
    newest: str = ""
    rolled: Counter[tuple[str, str, str]] = field(default_factory=Counter)

    def note(self, entry: Entry) -> None:
        """Takes in an entry that counts."""
        if entry.kind is EntryKind.ROLL:
            self.note_roll(self.next_roll(entry.turn, entry.key, entry.subject))
        elif entry.kind is EntryKind.SALT:
            self.of[entry.seat] = entry.answer
            self.pool = mixed_in(self.pool, entry.seat, entry.answer)
            self.newest = f"{entry.seat}={entry.answer}"

    def next_roll(self, turn: str, key: str, subject: str) -> RollId:
        """The identity of the next roll with this turn, key and subject."""
        return RollId(turn, key, subject, self.rolled[turn, key, subject] + 1)

    def note_roll(self, roll: RollId) -> None:
        """Records a roll."""
        if self.scheme == POOLED:
            self.made.setdefault((roll, self.newest), self.pool)
        self.rolled[roll.turn, roll.key, roll.subject] += 1

    def into(self, roll: RollId) -> Mixed:
        """The players' shares that go into a roll."""
        if self.scheme == SALTED:
            return Mixed(dict(self.of))
        return Mixed({}, self.made.get((roll, self.newest), self.pool))

    def fork(self) -> Shares:
        """An independent copy."""
        return replace(self, of=dict(self.of), rolled=Counter(self.rolled), made=dict(self.made))

    def wants(self, seat: Seat) -> bool:
        """Whether the next letter of the seat gives a share."""
        return self.scheme == POOLED or seat not in self.of


def rolls_made(scheme: int, entries: Iterable[Entry], strikes: Sequence[tuple[int, int]]) -> dict[Made, str]:
    """The pools of all rolls of a log, including those taken back; the arguments are those of `walk`."""
    made: dict[Made, str] = {}
    for _ in walk(scheme, entries, strikes, made):
        pass
    return made


def walk(
    scheme: int, entries: Iterable[Entry], strikes: Sequence[tuple[int, int]], made: dict[Made, str] | None = None
) -> Iterator[tuple[Entry, Shares]]:
    """Each entry of a log, with the shares just before it was written.

    `entries` is the whole log in order; a strike (first, last) applies to entries written after it, those with a number
    above `last`.
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
