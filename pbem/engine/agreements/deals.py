"""What a game lets players agree on with each other, beside what all games have (a draw, a pause, an order taken back)."""

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
"""How a player is called in the clauses of their own offers."""
_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
NO_DEALS = Text("players of this game agree on nothing but a draw, a pause and orders taken back")


@dataclass(frozen=True, slots=True)
class Parties:
    """Those whom an offer is for, and how each may be called: `names` has every name, in plain words, with its seat."""

    offerer: Seat
    seats: tuple[Seat, ...]
    names: Mapping[tuple[str, ...], Seat]

    def named(self, text: str) -> Seat | None:
        """The seat that a text names, a party or not; None for anything else."""
        words = tuple(word.casefold() for word in _WORD.findall(text))
        if len(words) == 1 and words[0] in OFFERER:
            return self.offerer
        return self.names.get(words)


@dataclass(frozen=True, slots=True)
class SignedClause:
    """A clause of an agreement, as its entry in the log has it: whose consent it has, and whether it is only a promise."""

    clause: Json
    signers: tuple[Seat, ...]
    promise: bool = False

    def as_json(self) -> dict[str, Json]:
        """Its form in the log."""
        return {"clause": self.clause, "signers": list(self.signers), "promise": self.promise}


def no_clause(_s: Any, _seat: Seat, _parties: Parties, text: str) -> Json:
    """For games in which players agree on nothing."""
    raise Illegal(Text("{problem}: {text}", problem=NO_DEALS, text=text))


def no_stated_end(_s: Any, _seat: Seat, text: str) -> Json:
    """For games whose offers end when they are withdrawn, or refused, or with the game. Raises Illegal for a stated end."""
    if text:
        raise Illegal(Text("offers of this game last until they are withdrawn or refused: leave the end out"))
    return None


def never(*_: Any) -> bool:
    """For what never holds."""
    return False


def always_safe(_s: Any, _clauses: Sequence[Json]) -> bool:
    """For games that can be changed whenever somebody is asked something."""
    return True


def as_data(_s: Any, clause: Json) -> str:
    """For games without words for it."""
    return str(clause)


def nobody(*_: Any) -> tuple[Seat, ...]:
    """For what concerns nobody."""
    return ()


def no_words(*_: Any) -> str:
    """For what there is nothing to say of."""
    return ""


def as_they_are(_s: Any, clauses: Sequence[Json]) -> Sequence[Json]:
    """For games in which a clause is the same whatever stands beside it."""
    return clauses


def no_doing(_s: Any, _clauses: Sequence[Json]) -> None:
    """For games in which players agree on nothing."""
    raise Illegal(NO_DEALS)


@dataclass(frozen=True)
class Ends(Generic[S]):
    """Until when an offer can be agreed to.

    `read(s, seat, text)` gives the plain-data form of an end that a seat has stated ("round 6"), or for "" of the usual one:
    the seat's next own turn. It raises a BadLine for what is none. `has_come(s, seat, end)` is whether it has come; once it
    has, it stays so. `write(s, end)` gives it in words that stand after "until". All of it by what everybody may know.
    """

    read: Callable[[S, Seat, str], Json] = no_stated_end
    has_come: Callable[[S, Seat, Json], bool] = never
    write: Callable[[S, Json], str] = no_words


def the_same(_s: Any, limit: Json, clause: Json) -> bool:
    """For games in which a limit is a clause, and nothing else is within it."""
    return bool(limit == clause)


def others_who_sign(signers: Callable[[S, Json], tuple[Seat, ...]]) -> Callable[[S, Seat, Json], tuple[Seat, ...]]:
    """A limit concerns those who would sign it."""
    return lambda s, seat, limit: tuple(each for each in signers(s, limit) if each != seat)


@dataclass(frozen=True)
class DealLimits(Generic[S]):
    """How far players of a game can agree in advance.

    `read(s, seat, parties, text)` gives the plain-data form of what the `seat` would agree to as it has written it, one
    limit or several, or raises a BadLine with the nearest right thing (None: a limit is a clause that the seat would offer).
    A limit goes where a clause goes in `write`, `signers` and `is_promise` of the game's Deals. `covers(s, limit, clause)`
    is whether a clause asks for no more than the limit. `whom(s, seat, limit)` are the others it concerns (None: its
    signers). `is_over(s, limit)`: nothing can be within it any more, and it stays so. `forms` has an example of each kind
    of limit that is no clause, and what it means. All of it by what the seat itself has written and everybody may know.
    """

    read: Callable[[S, Seat, Parties, str], Sequence[Json]] | None = None
    covers: Callable[[S, Json, Json], bool] = the_same
    whom: Callable[[S, Seat, Json], tuple[Seat, ...]] | None = None
    is_over: Callable[[S, Json], bool] = never
    forms: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Deals(Generic[S]):
    """What players of a game can agree on: clauses, several of which make an offer.

    `read(s, seat, parties, text)` gives the plain-data form of a clause as the `seat` that offers it has written it, or
    raises a BadLine with the nearest right thing. `write(s, clause)` says it so that each party understands it, and can
    be read again. `together(s, clauses)` are clauses that were read one by one as what they are in one offer: a clause
    that holds what comes of it now can come to something else beside others. `signers(s, clause)` are those whose
    consent it needs: all of them must be parties. `is_promise(s, clause)`: it binds nobody, is recorded, and is never
    carried out; `facts(s, clause)` then says what has happened when its time has come, by what all its parties may know
    ("": it has not come); `so_far(s, clause)` what is to be said before that. `is_kept_by(s, clause, order)`: a standing
    order, as its seat, its word and what it says, does what that seat promises.

    `objection(s, clauses)` is why clauses cannot be carried out as things stand, all together ("": nothing is against it).
    `known_objection(s, seat, clauses)` is the same as far as it follows from what the `seat` knows: it tells nothing else.
    Where it is not safe to carry out anything now, both are about the next moment in which it is.
    `do(s, clauses)` carries all of them out, or raises Illegal and has changed nothing; it rolls no dice and asks nobody.
    Its Events say who else learns of it: the moderator tells the parties alone. `is_safe(s, clauses)` is whether they may
    be done now, while the rules wait for players: not where these hold something outside the State that would become false.

    `ends` is until when an offer stands, `limits` how far it can be agreed to in advance. `forms` has an example of each
    kind of clause, and what it means: a game without any has nothing to agree on.
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
        """Whether players of the game can agree on anything."""
        return bool(self.forms)

    def limits_in(self, s: S, seat: Seat, parties: Parties, text: str) -> Sequence[Json]:
        """The limits that a text says. Raises a BadLine."""
        return [self.read(s, seat, parties, text)] if self.limits.read is None else self.limits.read(s, seat, parties, text)

    def concerned(self, s: S, seat: Seat, limit: Json) -> tuple[Seat, ...]:
        """The others whom a limit of a seat's concerns."""
        whom = others_who_sign(self.signers) if self.limits.whom is None else self.limits.whom
        return whom(s, seat, limit)

    def signed(self, s: S, clause: Json) -> SignedClause:
        """A clause with what its entry says of it."""
        return SignedClause(clause, self.signers(s, clause), self.is_promise(s, clause))
