"""The standing orders of a game: how they are read, what they answer, how long they hold, and under what condition."""

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
    """How long a standing order can hold: while `token` is what it was when the order was given.

    `coming`: the scope has not begun, and an order for it sleeps until then. `usual`: the scope of a standing order that
    does not say how long it holds.
    """

    name: str
    token: str
    coming: bool = field(default=False, compare=False)
    usual: bool = field(default=False, compare=False)


@dataclass(frozen=True)
class Wording:
    """What the words of a kind of standing order can say.

    - `alone` is the meaning of a line that only has a condition ("flee if outnumbered": all).
    - `fallback` is what is done where the order's circumstances do not apply ("hold": none).
    - `conditions`: its own words contain conditions.
    - `places`: they contain places, and "at york" is one of them.
    - `plain`: they are those of an answer, so a line that could wait does wait, unless it says that it stands.
    - `beside`: orders of other words for the same question stay in force beside it, the newest first.
    - `adds`: so do others of the same word, because things that one does not name are left to the others.
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
    what it does now, if its own words contain the conditions. `quiet`: it answers so often that only the order is shown, not
    each answer.
    """

    done: Callable[[S, Json], str] | None = None
    why: Callable[[S, Decision, Json], str] | None = None
    quiet: bool = False


@dataclass(frozen=True)
class NeverAlways(Generic[S]):
    """For orders that say what is always or never done; such an order holds beside one that says what is done.

    `says(policy)`: whether the policy is of this kind. `forbids(s, decision, policy)` are the parts of an answer that it
    forbids: no other order's answer may contain one. `merge(old, new)` combines two orders that differ only in whom they
    name ("never warwick", "never york"; None: the new one replaces the old). `exception` is why somebody must answer anyway,
    if the question leaves no other way.
    """

    says: Callable[[Json], bool]
    forbids: Callable[[S, Decision, Json], list[Json]]
    merge: Callable[[Json, Json], Json]
    exception: str = ""


@dataclass(frozen=True)
class Policy(Generic[S]):
    """How a kind of standing order is read, written and applied.

    - `read(s, seat, text)` gives its plain-data form or raises a BadLine (NotAsked if the seat can never be asked).
    - `write(s, policy)` gives the text again.
    - `answer(s, decision, policy)` gives the answer, or None to leave the question to the player.
    - `closed(s, decision, policy)` gives what the policy names that is not possible now: if its question is open, such an
      order is refused.
    - `within(s, policy)` are the scopes in which it can be asked, if that depends on what is named.
    - `bare(s, decision, policy)` is whether an order without circumstances and conditions answers too.
    - `telling` is what its owner is shown, `habit` is for orders that say always or never (None: it has none).
    - `conditional(s, seat, text)` is whether the conditions in a text belong to the policy itself, if its wording alone does
      not decide that.
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
    """For games without circumstances."""
    return text, None


@dataclass(frozen=True)
class Situations(Generic[S]):
    """Conditions in a player's words, for standing orders ("if they are fewer") and branches ("until friendly").

    - `read(s, seat, text, about)` gives a condition's plain-data form or raises a BadLine. In `about` are the
      ids that its order names, for a condition that names nobody; an id after NO_PLACE does not mean a place. The opposite
      of a condition is ["not", condition].
    - `write(s, condition)` gives the words again.
    - `holds(s, seat, decision, condition, answer)` gives in words why it holds now ("3 units to 8"), or None. The
      `decision` is None outside a question, `answer` is what the order would answer. It may use nothing hidden from the
      seat: a condition on a hidden fact does not hold, nor does its opposite.
    - `circumstances(s, seat, text, places)` splits off where and for whom ("at york", "for henry"), and gives the rest and
      these as a condition (None: there are none); if the text itself is about `places`, its beginning is not taken for one.
    """

    read: Callable[[S, Seat, str, Sequence[str]], Json]
    write: Callable[[S, Json], str]
    holds: ConditionTest[S]
    circumstances: Callable[[S, Seat, str, bool], tuple[str, Json]] = no_circumstances
    forms: tuple[tuple[str, str], ...] = ()
    """An example and an explanation of each kind of condition."""
    anywhere: Callable[[S, Seat, Json], tuple[bool | None, str]] = lambda _s, _seat, _condition: (None, "")
    """Whether a condition holds outside any question (None: unknown), and by what fact."""
    people: Callable[[S], Sequence[str]] = empty
    """Pieces that can be somewhere, and have things."""
    of_enemies: Callable[[Json], bool] = lambda _condition: False
    """Whether a condition is about enemies that its order would meet."""


def as_said(_s: Any, said: Json) -> Json:
    """For games whose names do not change."""
    return said


def all_the_game(_s: Any) -> tuple[Scope, ...]:
    """The only scope of a game without others: the whole game."""
    return (Scope("game", "", usual=True),)


@dataclass(frozen=True)
class Standing(Generic[S]):
    """How long standing orders hold in a game, and what they can depend on.

    - `scopes(s)` has the narrowest scope first: a line given early holds for that one, a standing order for the usual one
      (without a usual one, the second, or the only one).
    - `scope_names` are the names of scopes, including those not running now.
    - `can_come(s, key)` is whether a question can still come in the usual scope; False only if it certainly cannot.
    - `situations` are conditions in a player's words.
    - `renewed(s, said)` replaces the names in an order (plain data) by the present ones.
    - `lengths` says how long an order holds, by the name of a scope that only this game has ("this levy"), with a plus after
      the name if it is coming.
    - `consents` are lines ("agree yes") that stand for a seat for which nobody writes, so that it holds nobody up. That it
      consents to a draw and a pause too, the frame sees to.
    """

    scopes: Callable[[S], tuple[Scope, ...]] = all_the_game
    scope_names: tuple[str, ...] = ("game",)
    can_come: Callable[[S, str], bool] = always_true
    situations: Situations[S] | None = None
    renewed: Callable[[S, Json], Json] = as_said
    lengths: Mapping[str, str] = field(default_factory=dict)
    consents: Sequence[str] = ()
