"""The heads of messages: `tell Lancaster`, `tell all: Peace?`, `tell York anonymously`, `ask moderator ...`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pbem.engine.decision import Seat
from pbem.mail.reading.passages import Opening
from pbem.moderator.clock.wording import written
from pbem.orders.words.lexicon import plain_words
from pbem.store.tables import SeatRow

TELL, ASK, MODERATOR = "tell", "ask", "moderator"
ALL = frozenset({"all", "everybody", "everyone"})
UNSIGNED = frozenset({"anonymous", "anonymously", "unsigned"})
_BETWEEN = frozenset({"and", "the", "to"})
_HEAD = re.compile(r"tell\b[\s:]*|ask\s+(?:the\s+)?(?:moderator|gm|game\s*master)\b[\s:,]*", re.IGNORECASE)
_WORD = re.compile(r"[\s,&:]*([^\s,&:]+)")
_LEAST = 3
"""So many letters of a seat's name will do where they fit one seat only."""
_SHORT = 5
"""A line of more words that names nobody is hardly the head of a block."""


@dataclass(frozen=True)
class Head:
    """A head as it is read: to the game master (`asks`), to `everybody` or to some `seats`, and the text behind it. A head
    that names nobody is `lost`.
    """

    asks: bool = False
    everybody: bool = False
    seats: tuple[Seat, ...] = ()
    unsigned: bool = False
    text: str = ""

    @property
    def lost(self) -> bool:
        """Whether it is not known whom it is for."""
        return not (self.asks or self.everybody or self.seats)


class Heads:
    """Reads heads in one game, by the names of its seats and of who plays them."""

    def __init__(self, seats: Iterable[SeatRow]) -> None:
        self._names = _names_of(list(seats))

    def opens(self, text: str) -> Opening | None:
        """What a line opens, if it is a head."""
        if _HEAD.match(text) is None:
            return None
        head = self.read(text)
        if head.text:
            return Opening.MAYBE if head.lost and ":" not in text and len(text.split()) <= _SHORT else Opening.LINE
        return Opening.MAYBE if head.lost else Opening.BLOCK

    def read(self, text: str) -> Head:
        """A head, for which `opens` gives something."""
        begun = _HEAD.match(text)
        assert begun is not None
        rest = text[begun.end() :]
        if begun[0].casefold().startswith(ASK):
            return Head(asks=True, text=rest.strip())
        seats: dict[Seat, None] = {}
        everybody = unsigned = False
        while (found := self._next(rest)) is not None:
            named, rest = found
            everybody, unsigned = everybody or named in ALL, unsigned or named in UNSIGNED
            if named not in ALL | UNSIGNED:
                seats[named] = None
        everybody = everybody or (unsigned and not seats)
        return Head(False, everybody, () if everybody else tuple(seats), unsigned, rest.lstrip(" ,:").strip())

    def _next(self, text: str) -> tuple[str, str] | None:
        """The next reader that a text begins with (a seat, or a word of ALL or UNSIGNED), and what is behind it.

        A colon ends the readers.
        """
        if text.lstrip().startswith(":"):
            return None
        longest = max(map(len, self._names), default=1)
        words: list[str] = []
        at, best = 0, None
        while len(words) < longest and (match := _WORD.match(text, at)) is not None:
            words += plain_words(match[1]) or ["?"]
            at = match.end()
            if words[0] in _BETWEEN:
                return self._next(text[at:])
            if (named := self._named(tuple(words))) is not None:
                best = named, text[at:]
            if text[at : at + 1] == ":":
                break
        return best

    def _named(self, words: tuple[str, ...]) -> str | None:
        if len(words) == 1 and words[0] in ALL | UNSIGNED:
            return words[0]
        if words in self._names:
            return self._names[words]
        if len(words) > 1 or len(words[0]) < _LEAST:
            return None
        near = {seat for name, seat in self._names.items() if name[0].startswith(words[0])}
        return near.pop() if len(near) == 1 else None


def _names_of(seats: list[SeatRow]) -> Mapping[tuple[str, ...], Seat]:
    """The words that name each seat: its own name, else that of its player, or their first name, where nobody shares it."""
    names = {tuple(plain_words(written(seat.name))): seat.name for seat in seats}
    called: dict[tuple[str, ...], set[Seat]] = {}
    for seat in seats:
        words = tuple(plain_words(seat.player))
        for name in {words, words[:1]} - {()}:
            called.setdefault(name, set()).add(seat.name)
    return {name: next(iter(whose)) for name, whose in called.items() if len(whose) == 1} | names
