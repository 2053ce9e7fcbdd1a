"""The standing orders of a game: how they are read, what they answer, how long they hold and on what condition."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol

from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.game.defaults import always_true, empty
from pbem.engine.game.setup import S, S_contra

NO_PLACE = "@"


@dataclass(frozen=True, slots=True)
class Scope:
    """How long a standing order can hold: while `token` stays what it was when the order was given.

    `coming`: it is still to begin, and an order given for it sleeps until then. `usual`: an order that stands without
    saying how long holds for it.
    """

    name: str
    token: str
    coming: bool = field(default=False, compare=False)
    usual: bool = field(default=False, compare=False)


@dataclass(frozen=True)
class Wording:
    """What the words of a kind of standing order can say.

    `alone` is what a line means that gives nothing but a condition ("flee if outnumbered": all). `fallback` is what is done
    where the circumstances of the order do not hold ("hold": none). `conditions`: its own words hold conditions. `places`:
    they hold places, and "at york" is one. `plain`: they are those of an answer, so a line that could wait does so, unless
    it says that it stands. `beside`: orders of other words for the same question stand beside them, the newest comes first.
    `adds`: so do others of the same word, for what one does not name is left to the others.
    """

    alone: str = ""
    fallback: str = ""
    conditions: bool = False
    places: bool = False
    plain: bool = False
    beside: bool = False
    adds: bool = False


@dataclass(frozen=True)
class AnswerText(Generic[S]):
    """What the owner of a standing order is shown when it has answered.

    `done(s, answer)` is what it has done, if its own words do not say that. `why(s, decision, policy)` is the reason for
    what it does now, if its own words hold the conditions. `quiet`: it answers so often that only the order is shown, not
    each answer.
    """

    done: Callable[[S, Json], str] | None = None
    why: Callable[[S, Decision, Json], str] | None = None
    quiet: bool = False


@dataclass(frozen=True)
class NeverAlways(Generic[S]):
    """For orders that can say what is always or never done; such an order holds beside one that says what is done.

    `says(policy)`: the policy is of that kind. `forbids(s, decision, policy)` are the pieces of an answer that it says
    never: no other order gives one with any of them. `merge(old, new)` makes one of two that differ in whom they name only
    ("never warwick", "never york"; None: the new one takes the place of the old). `exception` is why somebody must answer
    even so, where the question leaves no way out.
    """

    says: Callable[[Json], bool]
    forbids: Callable[[S, Decision, Json], list[Json]]
    merge: Callable[[Json, Json], Json]
    exception: str = ""


@dataclass(frozen=True)
class Policy(Generic[S]):
    """How a kind of standing order is read, written and applied.

    `read(s, seat, text)` gives its plain-data form or raises a BadLine (NotAsked where the seat can never be asked);
    `write(s, policy)` gives the text again; `answer(s, decision, policy)` gives the answer, or None to leave the question to
    the player. `closed(s, decision, policy)` gives what the policy names that is not open now: given while its question is
    open, such an order is refused. `within(s, policy)` are the scopes that can ask it, where that depends on what is named.
    `bare(s, decision, policy)` is whether an order bound to no circumstances and no condition answers, too.
    `conditional(s, seat, text)` is whether the conditions in a text are the policy's own, where its wording alone does not
    say so.
    """

    read: Callable[[S, Seat, str], Json]
    write: Callable[[S, Json], str]
    answer: Callable[[S, Decision, Json], Json]
    wording: Wording = Wording()
    telling: AnswerText[S] = AnswerText()
    closed: Callable[[S, Decision, Json], list[str]] = lambda _s, _decision, _policy: []
    habit: NeverAlways[S] | None = None
    within: Callable[[S, Json], tuple[str, ...]] | None = None
    bare: Callable[[S, Decision, Json], bool] = lambda _s, _decision, _policy: True
    conditional: Callable[[S, Seat, str], bool] = lambda _s, _seat, _text: False


class ConditionTest(Protocol[S_contra]):
    """Judges a condition; see Situations."""

    def __call__(
        self, s: S_contra, seat: Seat, decision: Decision | None, condition: Json, answer: Json = None, /
    ) -> str | None: ...


def no_circumstances(_s: Any, _seat: Seat, text: str, _places: bool) -> tuple[str, Json]:
    """For games whose orders are bound to no circumstances."""
    return text, None


@dataclass(frozen=True)
class Situations(Generic[S]):
    """Conditions in a player's words, for standing orders ("if they are fewer") and branches ("until friendly").

    `read(s, seat, text, about)` gives a condition's plain-data form or raises a BadLine; `about` are the ids that its order
    names, for a condition that does not say what it speaks of; NO_PLACE before one tells that a place of that id is not
    meant. ["not", condition] is its contrary. `write(s, condition)`
    gives the words again. `holds(s, seat, decision, condition, answer)` gives in words why it holds now ("3 units to 8"), or
    None; the question is None outside one, `answer` is what the order would answer to it. It may look at nothing that the
    seat may not see: what cannot be judged by that holds neither way. `circumstances(s, seat, text, places)` takes off a
    text what it says of where and for whom ("at york", "for henry"), and gives the rest and that as a condition (None:
    nothing); where the text itself is about `places` it does not begin with one.
    """

    read: Callable[[S, Seat, str, Sequence[str]], Json]
    write: Callable[[S, Json], str]
    holds: ConditionTest[S]
    circumstances: Callable[[S, Seat, str, bool], tuple[str, Json]] = no_circumstances
    forms: tuple[tuple[str, str], ...] = ()
    """An example of each kind of condition, and what it means."""
    anywhere: Callable[[S, Seat, Json], tuple[bool | None, str]] = lambda _s, _seat, _condition: (None, "")
    """Whether a condition holds now (None: that cannot be told), by what hangs on no question; and by what."""
    people: Callable[[S], Sequence[str]] = empty
    """Those who can be somewhere, and have things."""
    of_enemies: Callable[[Json], bool] = lambda _condition: False
    """Whether a condition is about enemies whom its order would meet."""


def as_said(_s: Any, said: Json) -> Json:
    """For games in which every name stays."""
    return said


def all_the_game(_s: Any) -> tuple[Scope, ...]:
    """The one scope of a game without others: a standing order holds to the game's end."""
    return (Scope("game", "", usual=True),)


@dataclass(frozen=True)
class Standing(Generic[S]):
    """How long standing orders hold in a game, and what they can be bound to.

    `scopes(s)` names the narrowest scope first: a line given early holds for that one, a standing order for the usual one
    (or, where none is, the second, or only, one). `scope_names` are what scopes are called, those that do not run now among
    them. `can_come(s, key)` tells whether a question can still come in the usual scope: False only where it is certain that
    it cannot. `situations` are conditions in a player's words. `renewed(s, said)` is what an order says (plain data) by the
    names that those it names have now. `lengths` says how long an order holds, by the name of a scope that only this game
    has ("this levy"), with a plus after the name of one that is coming. `consents` are lines ("agree yes") that stand for
    whoever does not write, so that nobody is held up: what a draw and a pause are to the frame.
    """

    scopes: Callable[[S], tuple[Scope, ...]] = all_the_game
    scope_names: tuple[str, ...] = ("game",)
    can_come: Callable[[S, str], bool] = always_true
    situations: Situations[S] | None = None
    renewed: Callable[[S, Json], Json] = as_said
    lengths: Mapping[str, str] = field(default_factory=dict)
    consents: Sequence[str] = ()
