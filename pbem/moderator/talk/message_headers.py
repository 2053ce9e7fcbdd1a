"""The heads of messages: `tell Lancaster`, `tell all: Peace?`, `tell all but York: ...`, `tell allies: ...`, `tell York
anonymously`, `ask York: ...`, `ask moderator ...`; and whom an offer is for.

A message goes to the readers that its head names, or to nobody: a head with an unknown word ("tell all behind Oscar's back:
...") is not guessed at. The head ends with a colon, or with its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from pbem.effort import spend
from pbem.engine.decision import Seat
from pbem.engine.table import Table
from pbem.mail.typed.passages import Opening
from pbem.moderator.deadlines.time_sentences import written
from pbem.orders.languages.words import alternatives, around, is_common, meanings
from pbem.orders.reading.sayings import sayings_of
from pbem.orders.words.lexicon import plain_words

MODERATOR = "moderator"
_TWO: Final = 2
"""In games of up to this many, orders name no players."""
_MEANT = meanings("readers")
ALL = frozenset(word for word, meant in _MEANT.items() if meant == "all")
ALLIES = frozenset({"allies"})
"""Whoever the game says they are (Rules.allies)."""
BUT = frozenset(word for word, meant in _MEANT.items() if meant == "but")
"""Separates ALL from those who are not to read it."""
UNSIGNED = frozenset({"anonymous", "anonymously", "unsigned"})
_NO_SEATS = ALL | ALLIES | UNSIGNED
_BETWEEN = frozenset(word for word, meant in _MEANT.items() if meant == "and")
_OWN_WORDS = _NO_SEATS | BUT | _BETWEEN
"""The words of heads, which are never a name or its beginning ("tell Green and Yellow" is not for Andrew)."""
_TITLES = frozenset(run[0] for run in around().titles if len(run) == 1)
"""Titles, which many names begin with, and which alone name nobody."""
_TELLS = re.compile(rf"{alternatives('telling')}\b[\s:]*", re.IGNORECASE)
_ASKS_MODERATOR = re.compile(rf"{alternatives('asking_moderator')}\b[\s:,]*", re.IGNORECASE)
_ASKS = re.compile(rf"{alternatives('asking_players')}\b\s*", re.IGNORECASE)
"""A question to players, where all that is before its colon names them."""
_WORD = re.compile(r"[^\s,&]+")
_NAME = re.compile(r"[\"“”„«»<(\[*_@]*\w[\w.'’-]*[\"“”«»>)\]*_.;!?]*")
"""A word that can be (part of) a name: with a sign in front that can mean "not" it is none."""
STEPS_A_HEAD = 10
"""The work of reading a head (pbem.effort)."""
_MIN_SIZE = 3
"""Letters of a seat's name that are enough if they fit one seat only."""
_SHORT = 5
"""A line of more words, without a colon, is hardly the head of a block."""


@dataclass(frozen=True)
class MessageHeader:
    """A head as it is read: to the game master (`asks`), to `everybody`, to all but some seats (`all_but`), to some `seats`
    and the writer's `allies` (to several of these is unclear), and the text after it.

    In a head that is only partly understood, `unclear` are the unknown words, and `besides` the seats named after these;
    `text` is then the text after its colon, or without one everything that is not understood.
    """

    asks: bool = False
    everybody: bool = False
    all_but: tuple[Seat, ...] = ()
    seats: tuple[Seat, ...] = ()
    allies: bool = False
    unsigned: bool = False
    text: str = ""
    unclear: str = ""
    besides: tuple[Seat, ...] = ()
    has_colon: bool = False

    @property
    def lost(self) -> bool:
        """Whether it names nobody."""
        return not (self.asks or self.everybody or self.all_but or self.seats or self.allies)

    @property
    def is_understood(self) -> bool:
        """Whether it is known whom it is for, by every word of it."""
        return not self.lost and not self.unclear


def leaves_out(text: str) -> bool:
    """Whether a text begins like the end of a head that leaves somebody out, known or not: "but Oscr", "butOscar"."""
    return text.casefold().startswith(tuple(BUT))


class MessageHeaders:
    """Reads heads in one game, by the names of its seats, by what else they are `called`, and by who plays each of them ("":
    that is not known).

    `names` are all words that name a seat.
    """

    def __init__(self, players: Mapping[Seat, str], called: Mapping[Seat, Iterable[str]] = MappingProxyType({})) -> None:
        self.names = _names_of(players, called)
        self._longest = max(map(len, self.names), default=1)

    def opens(self, text: str) -> Opening | None:
        """What a line opens, if it is a head. After one that is not understood the lines up to an `end` are no orders
        either.
        """
        if _begin(text) is None:
            return None
        head = self.read(text)
        if _is_to_players(text) and not (head.is_understood and head.has_colon and head.text):
            return None
        if head.text and (head.has_colon or head.asks or len(text.split()) > _SHORT):
            return Opening.LINE
        return Opening.BLOCK if head.has_colon or head.is_understood else Opening.MAYBE

    def read(self, text: str) -> MessageHeader:
        """A head, for which `opens` gives something."""
        spend(STEPS_A_HEAD)
        begun = _begin(text)
        assert begun is not None
        rest = text[begun.end() :]
        if begun.re is _ASKS_MODERATOR:
            return MessageHeader(asks=True, text=rest.strip())
        named, colon, text_said = rest.partition(":")
        return self.readers(named, text_said.lstrip(" ,:").strip(), has_colon=bool(colon))

    def readers(self, named: str, message: str = "", *, has_colon: bool = False) -> MessageHeader:
        """Whom a text names, and the `message` to them."""
        seats_named, left = self._named_first(_WORD.findall(named))
        seats, everybody, allies = _seats_in(seats_named), bool(ALL & {*seats_named}), bool(ALLIES & {*seats_named})
        all_but: tuple[Seat, ...] = ()
        if everybody and not (seats or allies):
            found_but, left_but = self._all_but(left)
            if (all_but := _seats_in(found_but)) and not left_but:
                seats_named, left, everybody = [*seats_named, *found_but], [], False
            else:
                all_but = ()
        unclear = " ".join(left)
        if everybody and (seats or allies):  # "tell Oscar all: ..."
            unclear = unclear or named.strip()
        text = message if has_colon else unclear
        return MessageHeader(
            everybody=everybody,
            all_but=all_but,
            seats=seats,
            allies=allies,
            unsigned=bool(UNSIGNED & {*seats_named}),
            text=text,
            unclear=unclear,
            besides=tuple(dict.fromkeys(self._seats_anywhere(left))),
            has_colon=has_colon,
        )

    def _named_first(self, words: list[str]) -> tuple[list[str], list[str]]:
        """The readers that words begin with (seats, and words of ALL or UNSIGNED), and the words that are left."""
        seats: list[str] = []
        at = 0
        while at < len(words):
            reader, length = self._reader_at(words, at)
            if not length:
                break
            seats += [reader] if reader else []
            at += length
        return seats, words[at:]

    def _all_but(self, words: list[str]) -> tuple[list[str], list[str]]:
        """The readers after a BUT that words begin with, if no other word of ALL is among them, and the words left."""
        if [word.casefold() for word in words[:1]] not in [[but] for but in BUT]:
            return [], words
        seats, left = self._named_first(words[1:])
        return ([], words) if (ALL | ALLIES) & {*seats} else (seats, left)

    def _reader_at(self, words: list[str], at: int) -> tuple[str, int]:
        """Who is named at a place, and by how many words: ("", 1) for one that is between names, ("", 0) for nobody."""
        for length in range(min(max(self._longest, 2), len(words) - at), 0, -1):
            name_words = words[at : at + length]
            if all(map(_NAME.fullmatch, name_words)) and (reader := self._named(tuple(plain_words(" ".join(name_words))))):
                return reader, length
        return "", int(plain_words(words[at]) in [[word] for word in _BETWEEN])

    def _seats_anywhere(self, words: list[str]) -> Iterable[Seat]:
        """The seats that are named anywhere in words."""
        at = 0
        while at < len(words):
            reader, length = self._reader_at(words, at)
            if reader and reader not in _NO_SEATS:
                yield reader
            at += max(length, 1)

    def with_seats(self, text: str) -> str:
        """A text with seats in place of the names of those who play them; "" where it names none so."""
        words, parts, at = text.split(), list[str](), 0
        while at < len(words):
            lengths = range(min(self._longest, len(words) - at), 0, -1)
            fitting = [length for length in lengths if tuple(plain_words(" ".join(words[at : at + length]))) in self.names]
            name_words = words[at : at + fitting[0]] if fitting else words[at : at + 1]
            seat = self.names.get(tuple(plain_words(" ".join(name_words))))
            parts.append(written(seat) if seat else name_words[0])
            at += len(name_words)
        return "" if plain_words(" ".join(parts)) == plain_words(text) else " ".join(parts)

    def _named(self, words: tuple[str, ...]) -> str:
        if len(words) == 1 and words[0] in ALL | UNSIGNED:
            return words[0]
        if words[-1:] in [(word,) for word in ALLIES] and words[:-1] in ((), ("my",), ("our",)):
            return words[-1]
        if words in self.names:
            return self.names[words]
        if len(words) != 1 or len(words[0]) < _MIN_SIZE or words[0] in _OWN_WORDS | _TITLES:
            return ""
        near = {seat for name, seat in self.names.items() if name[:1] and name[0].startswith(words[0])}
        return near.pop() if len(near) == 1 else ""


def _begin(text: str) -> re.Match[str] | None:
    """The words with which a line begins that can be a head."""
    return next((match for each in (_ASKS_MODERATOR, _TELLS, _ASKS) if (match := each.match(text))), None)


def _is_to_players(text: str) -> bool:
    """Whether a line begins like a question to players."""
    begun = _begin(text)
    return begun is not None and begun.re is _ASKS


def _seats_in(readers: Iterable[str]) -> tuple[Seat, ...]:
    """The seats among readers, each once."""
    return tuple(dict.fromkeys(each for each in readers if each not in _NO_SEATS))


def _names_of(players: Mapping[Seat, str], also: Mapping[Seat, Iterable[str]]) -> Mapping[tuple[str, ...], Seat]:
    """The words that name each seat: its own name, else that of its player, their first name, or what it is also called,
    where nobody else is called so: a player may take another seat's name.
    """
    names = {tuple(plain_words(written(seat))): seat for seat in players}
    called: dict[tuple[str, ...], set[Seat]] = {}
    for seat, player in players.items():
        words = tuple(plain_words(player))
        for name in {words, words[:1] if not {*words[:1]} <= _TITLES else words} - {()}:
            called.setdefault(name, set()).add(seat)
        for other in also.get(seat, ()):
            called.setdefault(tuple(plain_words(other)), set()).add(seat)
    theirs = {name: next(iter(whose)) for name, whose in called.items() if len(whose) == 1 and not {*name} <= _OWN_WORDS}
    return theirs | names


# Players in orders


def with_seats_named(table: Table[Any], heads: MessageHeaders | None, text: str) -> str:
    """A line with seats in place of the names of those who play them; the line itself where it names none so. A player whose
    name it begins with is who acts, or who is spoken to.
    """
    if heads is None or len(table.seats) <= _TWO:
        return text
    for pattern, seat in _players_named(table, heads):
        text = pattern.sub(written(seat), text)
    return text


def _players_named(table: Table[Any], heads: MessageHeaders) -> Iterator[tuple[re.Pattern[str], str]]:
    """What names a player, and is no word of the game or of a language, the longest names first."""
    sayings = sayings_of(table)
    seats = {tuple(plain_words(written(seat))) for seat in table.seats}
    for name in sorted(heads.names, key=len, reverse=True):
        means_more = any(sayings.means_something(word) or word in sayings.known or is_common(word) for word in name)
        if name not in seats and not means_more:
            words = r"\s+".join(map(re.escape, name))
            yield re.compile(rf"(?<=[\s(,;:]){words}(?!\w)", re.IGNORECASE), heads.names[name]
