"""The order words of a game, and what it may add to the orders that players write."""

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

    With a `policy` the same line can be given before its question opens, and holds for the first of the scopes named in
    `holds` that runs (none: the narrowest). One that stands holds for the usual scope if that is among those, or those that
    the question is asked `within`, else for the first of them that runs or is to come. `answers` is False for a word that
    only ever gives a standing order. `once`: the question is asked of a seat once in the narrowest scope at most.
    `in_a_row`: it is asked several times, one after the other, and several orders of a letter answer it in turn. `waits`: a
    line written before the question opens is kept until it does. `own`: so is this one, for the Segment that the question
    belongs to. `closes`: it ends its Segment. `last`: no order for the same question stands after it in a letter. `act`: it
    answers no question, but does one of its seat's Acts; written at a moment when the seat can do none of them, it is kept
    until it can. Several Words can share a key: those of a Menu; and a verb: an order given by one answers the questions of
    all that have the same policy. `synonyms` are other order words for the same; `example` is a line as a player may write
    it, for the reference of order words.
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
    """The option that a line names."""
    return option


def no_other_forms(*_: Any) -> Mapping[str, str]:
    """No option is written in another way."""
    return {}


def no_place(*_: Any) -> str:
    """No place at all."""
    return ""


def those_in_the_subject(_s: Any, decision: Decision) -> tuple[str, ...]:
    """For games whose questions name in their subject who acts."""
    return tuple(decision.subject.split())


def plain_name(_s: Any, option: str) -> tuple[str, ...]:
    """An id as people read it: "Black Cloth" for black_cloth."""
    return (" ".join(word.capitalize() for word in option.split("_")),)


@dataclass(frozen=True)
class Orders(Generic[S]):
    """What a game may add to the orders that players write.

    `form(s, seat)` are the lines that a reply form offers beyond the open questions, so that one letter carries as far as it
    can; `ahead(s, seat)` are lines of its next segment that the form shows as comments. `known(s)` are all ids that a line
    which waits can name, so that a slip is told at once (none: nothing is checked). `speaks(s, word)` tells whether an order
    word has any use in this scenario. `why_not(s, decision, verb, ids)` tells why a line with this order word that names
    these ids is not open, where the game can tell; `why_not_yet(s, seat, verb, ids)` why nothing asks now for what this
    order word is for, where it comes later (then only a line that says so is a standing order), or what is written instead
    (`ids()` looks up what the line names). `facts(s, decision)` are short lines that stand under a question: what its seat
    should know of the options, and may. `synonyms` are what players write for its words; `acting(s, decision)` are the ids
    of those who act in a question, whom a line may name in front ("York: march Ely"). `place(s, seat, id)` is where a piece
    of the seat stands ("": it is none), so that a line can say from where it goes. `better(s, decision, option)` is the
    option of a Menu that is taken for one that a line names: another only where the line leaves open by what means, and the
    better means cost nothing. `in_full(s, decision)` are options of a Menu as they are written with the names of all that
    they take anyway, or of a Pick with its order word and other names, each with its option. `part(s)` names the part of the
    game that is played: as long as it is the same, so are the order words and names that are known. `seats` gives for a seat
    what else it is called, in other languages too.
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
