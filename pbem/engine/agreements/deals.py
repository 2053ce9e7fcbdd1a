"""Agreements that a game offers its players, in addition to those of all games (a draw, a pause, taking back an order)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from pbem.engine.decision import Json, Seat
from pbem.engine.refusal import Illegal
from pbem.i18n import Text

S = TypeVar("S")
Order = tuple[Seat, str, Json]
OFFERER = frozenset({"i", "me", "my", "we", "us"})
"""The words for the offerer in the clauses of their own offer."""
_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
NO_DEALS = Text("players of this game agree on nothing but a draw, a pause and orders taken back")


@dataclass(frozen=True, slots=True)
class Parties:
    """The seats of an offer, and their names: `names` has every name, in plain words, with its seat."""

    offerer: Seat
    seats: tuple[Seat, ...]
    names: Mapping[tuple[str, ...], Seat]

    def named(self, text: str) -> Seat | None:
        """The seat that a text names, whether a party or not; None for anything else."""
        words = tuple(word.casefold() for word in _WORD.findall(text))
        if len(words) == 1 and words[0] in OFFERER:
            return self.offerer
        return self.names.get(words)


@dataclass(frozen=True, slots=True)
class SignedClause:
    """A clause in the form of its log entry: who has consented to it, and whether it is only a promise."""

    clause: Json
    signers: tuple[Seat, ...]
    promise: bool = False

    def as_json(self) -> dict[str, Json]:
        """Its form in the log."""
        return {"clause": self.clause, "signers": list(self.signers), "promise": self.promise}


def no_clause(_s: Any, _seat: Seat, _parties: Parties, text: str) -> Json:
    """For games without agreements."""
    raise Illegal(Text("{problem}: {text}", problem=NO_DEALS, text=text))


def no_stated_end(_s: Any, _seat: Seat, text: str) -> Json:
    """For games in which offers have no end of their own. Raises Illegal if one is stated."""
    if text:
        raise Illegal(Text("offers of this game last until they are withdrawn or refused: leave the end out"))
    return None


def never(*_: Any) -> bool:
    """A predicate that is always False."""
    return False


def always_safe(_s: Any, _clauses: Sequence[Json]) -> bool:
    """For games that can be changed whenever players are asked."""
    return True


def as_data(_s: Any, clause: Json) -> str:
    """For games without words for clauses."""
    return str(clause)


def nobody(*_: Any) -> tuple[Seat, ...]:
    """For clauses that concern no other player."""
    return ()


def no_words(*_: Any) -> str:
    """No text."""
    return ""


def as_they_are(_s: Any, clauses: Sequence[Json]) -> Sequence[Json]:
    """For games in which a clause does not depend on the others of its offer."""
    return clauses


def no_doing(_s: Any, _clauses: Sequence[Json]) -> None:
    """For games without agreements."""
    raise Illegal(NO_DEALS)


@dataclass(frozen=True)
class Ends(Generic[S]):
    """How long an offer is open.

    `read(s, seat, text)` gives the plain-data form of a stated end ("round 6"), or for "" of the usual one: the seat's next
    own turn; it raises a BadLine for anything else. `has_come(s, seat, end)` is whether the end has come; once it has, it
    stays so. `write(s, end)` gives the words after "until". All three use public facts only.
    """

    read: Callable[[S, Seat, str], Json] = no_stated_end
    has_come: Callable[[S, Seat, Json], bool] = never
    write: Callable[[S, Json], str] = no_words


def the_same(_s: Any, limit: Json, clause: Json) -> bool:
    """For games in which a limit covers only a clause equal to it."""
    return bool(limit == clause)


def others_who_sign(signers: Callable[[S, Json], tuple[Seat, ...]]) -> Callable[[S, Seat, Json], tuple[Seat, ...]]:
    """The default for `whom`: the others who would sign a limit."""
    return lambda s, seat, limit: tuple(each for each in signers(s, limit) if each != seat)


@dataclass(frozen=True)
class DealLimits(Generic[S]):
    """How far players of a game can agree in advance.

    - `read(s, seat, parties, text)` gives the plain-data form of one or several limits as the seat wrote them, or raises a
      BadLine with the nearest valid line (None: a limit is a clause that the seat would offer).
    - `write`, `signers` and `is_promise` of the game's Deals must accept limits like clauses.
    - `covers(s, limit, clause)` is whether a clause asks no more than the limit allows.
    - `whom(s, seat, limit)` are the other seats that it concerns (None: its signers).
    - `is_over(s, limit)`: it can cover nothing any more, now or later.
    - `forms` has an example and an explanation of each kind of limit that is not a clause. All of this uses only what the
      seat itself wrote, and public facts.
    """

    read: Callable[[S, Seat, Parties, str], Sequence[Json]] | None = None
    covers: Callable[[S, Json, Json], bool] = the_same
    whom: Callable[[S, Seat, Json], tuple[Seat, ...]] | None = None
    is_over: Callable[[S, Json], bool] = never
    forms: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Deals(Generic[S]):
    """The agreements of a game: clauses, one or more of which make an offer.

    - `read(s, seat, parties, text)` gives the plain-data form of a clause as the offering `seat` wrote it, or raises a
      BadLine with the nearest valid line.
    - `write(s, clause)` gives words that every party understands and that can be read again.
    - `together(s, clauses)` adjusts clauses that were read one by one to being in one offer: what a clause says about its
      consequences can depend on the others.
    - `signers(s, clause)` are the seats that must consent; all must be parties.
    - `is_promise(s, clause)`: it is recorded, binds nobody, and is never carried out.
    - `facts(s, clause)` says of a promise what has happened once its time has come, from what all its parties may know ("":
      it has not come), and `so_far(s, clause)` what to say before that.
    - `is_kept_by(s, clause, order)`: a standing order, given as its seat, its word and its plan, keeps that seat's promise.

    - `objection(s, clauses)` is why clauses cannot be carried out together now ("": they can).
    - `known_objection(s, seat, clauses)` is the part of it that `seat` can know; it must reveal nothing else. If nothing can
      safely be carried out now, both are about the next moment when it can.
    - `do(s, clauses)` carries all of them out, or raises Illegal and has changed nothing; it rolls no dice and asks nobody.
      Its Events say who else learns of it: the moderator informs only the parties.
    - `is_safe(s, clauses)` is whether they can be done now: not while a rule holds something outside the State that they
      would make false.

    - `ends` is how long an offer is open, `limits` how far it can be accepted in advance.
    - `forms` has an example and an explanation of each kind of clause; a game without any has no agreements.
    """

    read: Callable[[S, Seat, Parties, str], Json] = no_clause
    write: Callable[[S, Json], str] = as_data
    together: Callable[[S, Sequence[Json]], Sequence[Json]] = as_they_are
    signers: Callable[[S, Json], tuple[Seat, ...]] = nobody
    is_promise: Callable[[S, Json], bool] = never
    facts: Callable[[S, Json], str] = no_words
    so_far: Callable[[S, Json], str] = no_words
    is_kept_by: Callable[[S, Json, Order], bool] = never
    objection: Callable[[S, Sequence[Json]], str] = no_words
    known_objection: Callable[[S, Seat, Sequence[Json]], str] = no_words
    do: Callable[[S, Sequence[Json]], None] = no_doing
    is_safe: Callable[[S, Sequence[Json]], bool] = always_safe
    ends: Ends[S] = field(default_factory=Ends)
    limits: DealLimits[S] = field(default_factory=DealLimits)
    forms: tuple[tuple[str, str], ...] = ()

    @property
    def exist(self) -> bool:
        """Whether the game has agreements."""
        return bool(self.forms)

    def limits_in(self, s: S, seat: Seat, parties: Parties, text: str) -> Sequence[Json]:
        """The limits that a text states. Raises a BadLine."""
        return [self.read(s, seat, parties, text)] if self.limits.read is None else self.limits.read(s, seat, parties, text)

    def concerned(self, s: S, seat: Seat, limit: Json) -> tuple[Seat, ...]:
        """The other seats that a seat's limit concerns."""
        whom = others_who_sign(self.signers) if self.limits.whom is None else self.limits.whom
        return whom(s, seat, limit)

    def signed(self, s: S, clause: Json) -> SignedClause:
        """A clause in the form of its log entry."""
        return SignedClause(clause, self.signers(s, clause), self.is_promise(s, clause))
