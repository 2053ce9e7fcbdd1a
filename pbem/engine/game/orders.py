"""The order words of a game, and its additions to players' orders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic

from pbem.engine.decision import Decision, Seat
from pbem.engine.game.defaults import always_true, empty, no_op
from pbem.engine.game.setup import S
from pbem.engine.game.standing import Policy
from pbem.engine.game.synonyms import Synonyms


@dataclass(frozen=True)
class Word(Generic[S]):
    """An order word: the question it answers, how it is written, and what it does.

    With a `policy` the same line can be given before its question opens. It then holds for the first of the scopes in
    `holds` that is running (none: the narrowest). A standing order holds for the usual scope if that is among those scopes,
    or among those in which the question is asked (`within`), else for the first of them that is running or coming.

    - `usage` and `about` are its form and a sentence on it, for the reference of order words.
    - `answers` is False for a word that only gives standing orders.
    - `once`: a seat is asked the question at most once in the narrowest scope.
    - `in_a_row`: it is asked several times in a row, and several orders of a letter answer in turn.
    - `waits`: a line written before the question opens is stored until it does.
    - `own`: likewise, for the Segment that the question belongs to.
    - `closes`: it ends its Segment.
    - `last`: no order for the same question may follow it in a letter.
    - `act`: it does not answer a question but does one of its seat's Acts; if the seat can do none of them when it is
      written, it is stored until it can.

    Several Words can share a key (those of a Menu), and a verb: an order with that verb answers the questions of all Words
    with the same policy.

    - `synonyms` are other order words for the same.
    - `example` is a sample line for the reference of order words.
    """

    verb: str
    key: str
    usage: str
    about: str
    policy: Policy[S] | None = None
    answers: bool = True
    once: bool = False
    in_a_row: bool = False
    waits: bool = False
    own: bool = False
    closes: bool = False
    last: bool = False
    act: bool = False
    holds: tuple[str, ...] = ()
    within: tuple[str, ...] = ()
    synonyms: tuple[str, ...] = ()
    example: str = ""


def same_option(_s: Any, _decision: Decision, option: str) -> str:
    """The option itself."""
    return option


def no_other_forms(*_: Any) -> Mapping[str, str]:
    """For games whose options have no alternative forms."""
    return {}


def no_place(*_: Any) -> str:
    """No place."""
    return ""


def those_in_the_subject(_s: Any, decision: Decision) -> tuple[str, ...]:
    """For games whose questions name the acting pieces in their subject."""
    return tuple(decision.subject.split())


def plain_name(_s: Any, option: str) -> tuple[str, ...]:
    """The default written name of an id: "Black Cloth" for black_cloth."""
    return (" ".join(word.capitalize() for word in option.split("_")),)


@dataclass(frozen=True)
class Orders(Generic[S]):
    """A game's additions to the orders that players write.

    - `form(s, seat)` gives lines that a reply form offers beyond the open questions, so that one letter goes as far as
      possible.
    - `ahead(s, seat)` gives lines of the seat's next segment that the form shows as comments.
    - `known(s)` are all ids that a waiting line can name, so that a typing error is reported at once (none: no check).
    - `synonyms` are what players write for its words.
    - `speaks(s, word)`: whether an order word has any use in this scenario.
    - `why_not(s, decision, verb, ids)` is why a line with this order word and these ids is not possible, if the game knows.
    - `why_not_yet(s, seat, verb, ids)` is why no question asks for this order word now, if one comes later (then only a line
      that says so is a standing order), or what to write instead (`ids()` computes what the line names).
    - `facts(s, decision)` are short lines below a question: what its seat should know about the options, and may.
    - `acting(s, decision)` are the ids of those who act in a question, which a line may name first ("York: march Ely").
    - `place(s, seat, id)` is where a piece of the seat is ("": not a piece), so that a line can say where it starts.
    - `better(s, decision, option)` is the option of a Menu that is taken instead of the one named: another one only if the
      line leaves the means open and the better means cost nothing.
    - `in_full(s, decision)` are alternative forms of options, each with its option: those of a Menu with the names of
      everything they take anyway, those of a Pick with their order word and other names.
    - `part(s)` names the current part of the game: while it is the same, so are the order words and names known.
    - `seats` gives other names of a seat, in other languages too.
    """

    form: Callable[[S, Seat], tuple[str, ...]] = empty
    ahead: Callable[[S, Seat], tuple[str, ...]] = empty
    known: Callable[[S], Iterable[str]] = empty
    speaks: Callable[[S, Word[S]], bool] = always_true
    why_not: Callable[[S, Decision, str, list[str]], str | None] = no_op
    why_not_yet: Callable[[S, Seat, str, Callable[[], list[str]]], str | None] = no_op
    facts: Callable[[S, Decision], tuple[str, ...]] = empty
    synonyms: Synonyms = field(default_factory=Synonyms)
    acting: Callable[[S, Decision], tuple[str, ...]] = those_in_the_subject
    place: Callable[[S, Seat, str], str] = no_place
    better: Callable[[S, Decision, str], str] = same_option
    in_full: Callable[[S, Decision], Mapping[str, str]] = no_other_forms
    part: Callable[[S], str] = lambda _s: ""
    seats: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)
